// resolved_timestamp(), rows_after(): reading a table in the order of its key while others write.
// SPDX-License-Identifier: PostgreSQL
#include "core/time_kinds.hpp"
#include "pg/ceiling.hpp"
#include "pg/id_datum.hpp"
#include "pg/kept_plans.hpp"

#include <algorithm>

using namespace objectid;

namespace
{

// 42809. kind: a relkind.
[[noreturn]] void
raise_not_a_table(const char *name, char kind)
{
	ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("\"%s\" is not a table", name),
					errdetail_relkind_not_supported(kind)));
	pg_unreachable();
}

// The user may have rights only on the columns that are read.
bool
may_be_read(Oid table_oid)
{
	return pg_class_aclcheck(table_oid, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
		   pg_attribute_aclcheck_all(table_oid, GetUserId(), ACL_SELECT, ACLMASK_ANY) ==
			   ACLCHECK_OK;
}

// Opens the table with the lock of a reader; an error unless this user may read it.
Relation
open_followed(Oid table_oid)
{
	Relation table = try_relation_open(table_oid, AccessShareLock);
	if (table == nullptr)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("relation with OID %u does not exist", table_oid)));
	const char kind = table->rd_rel->relkind;
	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		raise_not_a_table(RelationGetRelationName(table), kind);
	if (!may_be_read(table_oid))
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLE, RelationGetRelationName(table));
	if (RELATION_IS_OTHER_TEMP(table))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("cannot access temporary tables of other sessions")));
	return table;
}

// Adds the parents of the tables, up to the root. When a statement makes an id for a partition,
// only the table that it names is locked, which can be any of these.
List *
with_ancestors(List *tables)
{
	Relation inherits = table_open(InheritsRelationId, AccessShareLock);
	for (int i = 0; i < list_length(tables); i++)
	{
		ScanKeyData key;
		ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(list_nth_oid(tables, i)));
		SysScanDesc scan =
			systable_beginscan(inherits, InheritsRelidSeqnoIndexId, true, nullptr, 1, &key);
		while (HeapTuple tuple = systable_getnext(scan))
		{
			const auto *link = reinterpret_cast<Form_pg_inherits>(GETSTRUCT(tuple));
			tables = list_append_unique_oid(tables, link->inhparent);
		}
		systable_endscan(scan);
	}
	table_close(inherits, AccessShareLock);
	return tables;
}

// All tables, in ascending order, that a writer may have locked whose row can appear in this one.
// They are not locked here: the rows of a table that is dropped are gone, and nobody has written to
// a table that is added later. (Rows that a transaction writes to a partition that it created
// itself are not covered by the promise.)
std::span<const Oid>
tables_written(Oid table_oid)
{
	List *own = list_make1_oid(table_oid);
	List *tables = with_ancestors(own);
	if (has_subclass(table_oid))
	{
		List *descendants = find_all_inheritors(table_oid, NoLock, nullptr);
		for (int i = 0; i < list_length(descendants); i++)
		{
			const Oid descendant = list_nth_oid(descendants, i);
			if (get_rel_relkind(descendant) == RELKIND_FOREIGN_TABLE)
				raise_not_a_table(get_rel_name(descendant), RELKIND_FOREIGN_TABLE);
		}
		tables = list_concat(tables, descendants);
	}

	const auto count = static_cast<std::size_t>(list_length(tables));
	Oid *sorted = static_cast<Oid *>(palloc(count * sizeof(Oid)));
	for (std::size_t i = 0; i < count; i++)
		sorted[i] = list_nth_oid(tables, static_cast<int>(i));
	std::sort(sorted, sorted + count);
	return {sorted, count};
}

// The locks of writers on these tables. Locks move from the list of their session to the shared
// table, never back, and the server reads the two in that order. So a lock that is held during the
// whole search is found. Only this mode counts: every writer takes it, even if it already holds a
// stronger one. VACUUM, ANALYZE, CREATE INDEX CONCURRENTLY, SELECT FOR UPDATE and foreign keys do
// not take it.
std::span<const LockInstanceData>
writers_locks(std::span<const Oid> tables)
{
	LockData *data = GetLockStatusData();
	std::size_t count = 0;
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData &lock = data->locks[i];
		if (lock.locktag.locktag_type == LOCKTAG_RELATION &&
			lock.locktag.locktag_field1 == MyDatabaseId &&
			(lock.holdMask & LOCKBIT_ON(RowExclusiveLock)) != 0 &&
			std::binary_search(tables.begin(), tables.end(), lock.locktag.locktag_field2))
			data->locks[count++] = lock;
	}
	return {data->locks, count};
}

// The lock of a prepared transaction belongs to no process.
bool
is_prepared(const LockInstanceData &lock)
{
	return lock.pid == 0;
}

// The start of a session's current transaction; 0 if there is none or it is not known. The entries
// of all sessions are in one array, indexed by session number.
TimestampTz
transaction_start(const LockInstanceData &lock)
{
	const volatile PgBackendStatus *entry =
		MyBEEntry + (session_number(lock) - own_session_number());
	for (;;)
	{
		int before;
		int after;
		pgstat_begin_read_activity(entry, before);
		const int pid = entry->st_procpid;
		const TimestampTz start = entry->st_xact_start_timestamp;
		pgstat_end_read_activity(entry, after);
		if (pgstat_read_activity_complete(before, after))
			return pid == lock.pid ? start : 0;
		CHECK_FOR_INTERRUPTS();
	}
}

// What resolved_timestamp() returns for a table that is open.
//
// The clock is read first. If the lock of a transaction is not found afterwards, the transaction
// either takes it later, and then its ids are of a later time, or it has released it already. A
// transaction becomes visible before it releases its locks, so then the next snapshot shows its
// rows. If the lock of a transaction is found, its ids are not older than its start. Rows of the
// current transaction are visible to it.
TimestampTz
resolved(FunctionCallInfo fcinfo, Oid table_oid)
{
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("recovery is in progress"),
				 errdetail("A standby does not know which transactions write on the primary.")));

	TimestampTz result = GetCurrentTimestamp();
	cover_time(fcinfo, result);
	// While readers lock this table, tables that inherit from it can be created.
	AcceptInvalidationMessages();
	const std::span<const Oid> tables = tables_written(table_oid);
	bool some_ended = false;
	for (const LockInstanceData &lock : writers_locks(tables))
	{
		if (is_prepared(lock))
			return DT_NOBEGIN;
		const LocalTransactionId transaction = local_transaction(lock);
		if (transaction == InvalidLocalTransactionId || lock.pid == MyProcPid)
			continue;
		const TimestampTz start = transaction_start(lock);
		// The start belongs to this transaction only if it is still running now.
		if (current_local_transaction(session_number(lock)) != transaction)
			some_ended = true;
		else if (start == 0)
			return DT_NOBEGIN;
		else
			result = std::min(result, start);
	}
	// The transaction may have ended by being prepared.
	if (some_ended && max_prepared_xacts > 0)
	{
		const auto locks = writers_locks(tables);
		if (std::any_of(locks.begin(), locks.end(), is_prepared))
			return DT_NOBEGIN;
	}
	return result;
}

// The smallest id of the second or millisecond that the time falls in; nothing if no id can hold
// it.
template <TimedId Kind>
std::optional<Datum>
smallest_id(TimestampTz time)
{
	const auto unit = unit_of<Kind>(time);
	return unit ? std::optional(id_to_datum(Kind::min(*unit))) : std::nullopt;
}

// Whether an index makes the values of a single column of this type unique and returns them in
// order.
bool
is_of_key(Relation index, Oid id_type)
{
	const FormData_pg_index &form = *index->rd_index;
	return form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
		   form.indkey.values[0] != InvalidAttrNumber && index->rd_opcintype[0] == id_type &&
		   index->rd_opfamily[0] == get_opclass_family(GetDefaultOpClass(id_type, BTREE_AM_OID)) &&
		   heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr);
}

// The key column: the primary key, or else the only column with a unique index of its own.
const char *
key_column(Relation table, Oid id_type)
{
	const auto name_of = [table](AttrNumber column) {
		return NameStr(TupleDescAttr(RelationGetDescr(table), column - 1)->attname);
	};
	AttrNumber key = InvalidAttrNumber;
	bool is_ambiguous = false;
	List *indexes = RelationGetIndexList(table);
	for (int i = 0; i < list_length(indexes); i++)
	{
		Relation index = index_open(list_nth_oid(indexes, i), AccessShareLock);
		const AttrNumber column = index->rd_index->indkey.values[0];
		const bool is_primary = index->rd_index->indisprimary;
		const bool is_key = is_of_key(index, id_type);
		index_close(index, AccessShareLock);
		if (!is_key)
			continue;
		if (is_primary)
			return name_of(column);
		is_ambiguous = is_ambiguous || (key != InvalidAttrNumber && key != column);
		key = column;
	}
	if (is_ambiguous)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("table \"%s\" has more than one key of type %s",
						RelationGetRelationName(table), format_type_be(id_type)),
				 errhint("Make one of them the primary key, or use resolved_timestamp() in a "
						 "query of your own.")));
	if (key == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("table \"%s\" has no key of type %s", RelationGetRelationName(table),
						format_type_be(id_type)),
				 errdetail(
					 "A key is a primary key or a non-partial unique index on a single column.")));
	return name_of(key);
}

// The query that reads the rows between $1, unless from_start, and $2. It has the same meaning with
// every search_path: names are qualified, and the key, which can be of a domain, is cast to the
// type of the operators.
char *
rows_query(Relation table, Oid id_type, const char *schema, bool from_start)
{
	const char *key = quote_identifier(key_column(table, id_type));
	const char *type =
		id_type == UUIDOID ? "pg_catalog.uuid" : quote_qualified_identifier(schema, "objectid");
	const char *operators = id_type == UUIDOID ? "pg_catalog" : quote_identifier(schema);

	StringInfoData query;
	initStringInfo(&query);
	appendStringInfo(&query, "SELECT * FROM %s AS t WHERE t.%s::%s OPERATOR(%s.<) $2",
					 quote_qualified_identifier(get_namespace_name(RelationGetNamespace(table)),
												RelationGetRelationName(table)),
					 key, type, operators);
	if (!from_start)
		appendStringInfo(&query, " AND t.%s::%s OPERATOR(%s.>) $1", key, type, operators);
	// Only these are in the order of the time that the bound is compared with.
	if (id_type == UUIDOID)
		appendStringInfo(&query, " AND %s(t.%s::%s) IS NOT NULL",
						 quote_qualified_identifier(schema, "uuid_v7_timestamp"), key, type);
	// A parent and a child by inheritance can have the same key, which must not be torn apart: the
	// next call goes on after it. Partitions cannot.
	const bool has_children =
		table->rd_rel->relhassubclass && table->rd_rel->relkind == RELKIND_RELATION;
	appendStringInfo(&query, " ORDER BY t.%s FETCH FIRST $3 ROWS %s", key,
					 has_children ? "WITH TIES" : "ONLY");
	return query.data;
}

constinit KeptPlan follow_plans[64] = {};

void
set_parameter(ParamListInfo parameters, int number, Oid type, Datum value, bool is_null)
{
	ParamExternData &parameter = parameters->params[number - 1];
	parameter.value = value;
	parameter.isnull = is_null;
	parameter.pflags = PARAM_FLAG_CONST;
	parameter.ptype = type;
}

// The table whose row type is the type of the first argument.
Oid
table_argument(FunctionCallInfo fcinfo)
{
	const Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	const Oid table = OidIsValid(type) ? get_typ_typrelid(type) : InvalidOid;
	if (!OidIsValid(table))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("argument \"%s\" must have the row type of a table", "table"),
						errhint("Write NULL::table_name.")));
	return table;
}

int64
max_rows_argument(FunctionCallInfo fcinfo)
{
	const int32 max_rows = PG_ARGISNULL(2) ? 0 : PG_GETARG_INT32(2);
	if (max_rows < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("\"%s\" must be at least 1", "max_rows")));
	return max_rows;
}

// 25001 if all statements of the transaction share a snapshot.
void
require_read_committed()
{
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("cannot follow a table in a transaction with isolation level %s",
						XactIsoLevel == XACT_SERIALIZABLE ? "SERIALIZABLE" : "REPEATABLE READ"),
				 errdetail("Rows that other transactions commit later would not become visible."),
				 errhint("Use isolation level READ COMMITTED.")));
}

// Puts the rows of the query into the result of the function. SPI takes a new snapshot.
void
return_query(ReturnSetInfo *result, const char *query, Oid id_type, bool is_partitioned,
			 ParamListInfo parameters)
{
	SPI_connect();
	Oid types[] = {id_type, id_type, INT8OID};
	// An index scan is always the right plan, but the values decide which partitions it reads.
	const SPIPlanPtr plan =
		kept_plan(follow_plans, query, types,
				  is_partitioned ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN);
	SPIExecuteOptions options = {};
	options.params = parameters;
	options.must_return_tuples = true;
	options.dest = CreateTuplestoreDestReceiver();
	SetTuplestoreDestReceiverParams(options.dest, result->setResult,
									result->econtext->ecxt_per_query_memory, false, result->setDesc,
									"structure of query does not match function result type");
	const int status = SPI_execute_plan_extended(plan, &options);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan_extended failed: %s", SPI_result_code_string(status));
	SPI_finish();
}

} // namespace

SQL_FUNCTION(resolved_timestamp)
{
	Relation table = open_followed(PG_GETARG_OID(0));
	const TimestampTz result = resolved(fcinfo, RelationGetRelid(table));
	relation_close(table, AccessShareLock);
	PG_RETURN_TIMESTAMPTZ(result);
}

SQL_FUNCTION(rows_after)
{
	const bool from_start = PG_ARGISNULL(1);
	const int64 max_rows = max_rows_argument(fcinfo);
	require_read_committed();

	const Oid function = fcinfo->flinfo->fn_oid;
	Oid *argument_types;
	int arguments;
	get_func_signature(function, &argument_types, &arguments);
	const Oid id_type = argument_types[1];

	Relation table = open_followed(table_argument(fcinfo));
	const bool is_partitioned = table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	const char *query =
		rows_query(table, id_type, get_namespace_name(get_func_namespace(function)), from_start);
	InitMaterializedSRF(fcinfo, 0);

	// The bound must be determined before the snapshot of the query is taken.
	const TimestampTz time = resolved(fcinfo, RelationGetRelid(table));
	const std::optional<Datum> bound =
		id_type == UUIDOID ? smallest_id<UuidV7Time>(time) : smallest_id<ObjectIdTime>(time);
	relation_close(table, NoLock);
	if (bound)
	{
		ParamListInfo parameters = makeParamList(3);
		set_parameter(parameters, 1, id_type, from_start ? Datum{0} : PG_GETARG_DATUM(1),
					  from_start);
		set_parameter(parameters, 2, id_type, *bound, false);
		set_parameter(parameters, 3, INT8OID, Int64GetDatum(max_rows), false);
		return_query(reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo), query, id_type,
					 is_partitioned, parameters);
	}
	return Datum{0};
}
