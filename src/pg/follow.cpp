// rows_after() and the resolved_…(): reading a table in the order of its key while others write.
// SPDX-License-Identifier: PostgreSQL
#include "core/time_kinds.hpp"
#include "pg/citus.hpp"
#include "pg/errors.hpp"
#include "pg/follow_bounds.hpp"
#include "pg/follow_key.hpp"
#include "pg/follow_numbers.hpp"
#include "pg/follow_writers.hpp"
#include "pg/id_datum.hpp"
#include "pg/kept_plans.hpp"
#include "pg/new_id.hpp"
#include "pg/own_objects.hpp"

#include <algorithm>

using namespace objectid;

// What happens when a table changes under a reader
// ------------------------------------------------
//
//  * Its columns, in the middle of a call. A lock or a look-up can bring an invalidation, after
//    which an open relation has another descriptor. So FollowedKey has a copy, the plan of
//    rows_after() is made for its names, and check_expected() compares it with what the caller's
//    statement expects.
//  * Its columns, between two calls: the text of the statement names them, so it is another plan
//    (pg/kept_plans.hpp). A table that took another's name has another OID, which is compared each
//    time that the text is analysed.
//  * Its partitions and children. What is known of them is kept until one changes
//    (pg/follow_tables.cpp), and invalidations are accepted before each search, since a reader's
//    lock does not prevent that a child is added. When they are others, the bounds that the session
//    knows are forgotten (WrittenTables::generation). They are not locked. One that is gone has no
//    rows that could be missed.
//  * Defaults. Each call looks at that of the table, and at those of the others once after each
//    change (check_defaults()). It takes no lock for which it would have to wait (a deadlock is
//    possible with who drops a partition): rows_after() then raises 55P03, and a bound is unknown.
//  * The sequence. A new file means numbers that begin anew, and belongs to what marks and known
//    bounds are of. Who replaces it holds a lock, for which rows_after() waits, and a bound does
//    not.
//  * The extension, dropped and created anew: the plan is another one, as the type has another OID.

namespace {

// 0A000 for a table that Citus manages: a distributed one, a partition or a shard of one, a
// reference table, or a local table that it knows.
void
refuse_citus_table(Relation table)
{
	if (citus_finds("SELECT FROM pg_catalog.pg_dist_local_group"
					" WHERE EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					" WHERE logicalrelid OPERATOR(pg_catalog.=) $1)"
					" OR pg_catalog.relation_is_a_known_shard($1)",
					RelationGetRelid(table)))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("cannot follow table \"%s\", which Citus manages",
							   RelationGetRelationName(table)),
						errdetail("Transactions of other nodes write to it."),
						errhint("Follow a local table, such as an outbox, on the node where all "
								"transactions write to it.")));
}

// 42809 unless it is a table, 42501 unless this user may read it, 0A000 if it is another session's
// temporary one.
void
require_readable(Relation table)
{
	const char kind = table->rd_rel->relkind;
	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		raise_not_a_table(RelationGetRelationName(table), kind);
	// The user may have rights only on the columns that are read.
	const Oid oid = RelationGetRelid(table);
	if (pg_class_aclcheck(oid, GetUserId(), ACL_SELECT) != ACLCHECK_OK &&
		pg_attribute_aclcheck_all(oid, GetUserId(), ACL_SELECT, ACLMASK_ANY) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLE, RelationGetRelationName(table));
	if (RELATION_IS_OTHER_TEMP(table))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("cannot access temporary tables of other sessions")));
}

// Opens the table with the lock of a reader, which stays until the transaction ends; an error
// unless this user may read it. nullptr if somebody changes it, unless this waits for him.
Relation
open_followed(Oid table_oid, bool waits)
{
	if (!waits && !ConditionalLockRelationOid(table_oid, AccessShareLock))
		return nullptr;
	Relation table = try_relation_open(table_oid, waits ? AccessShareLock : NoLock);
	if (table == nullptr)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("relation with OID %u does not exist", table_oid)));
	require_readable(table);
	refuse_citus_table(table);
	return table;
}

// 55000
void
refuse_standby()
{
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("recovery is in progress"),
				 errdetail("A standby does not know which transactions write on the primary.")));
}

// 25001 if all statements of the transaction share a snapshot.
void
require_later_snapshots()
{
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("cannot follow a table in a transaction with isolation level %s",
						XactIsoLevel == XACT_SERIALIZABLE ? "SERIALIZABLE" : "REPEATABLE READ"),
				 errdetail("Rows that other transactions commit later would not become visible."),
				 errhint("Use isolation level READ COMMITTED.")));
}

// Reads the rows after $1 (all, if from_start) below the bound $2, at most $3, perhaps with their
// xmin, $4, as the last column. The key is ordered by the operators of its type.
char *
rows_query(const FollowedKey &followed, bool from_start, bool with_xmin)
{
	const FormData_pg_class &table = *followed.table->rd_rel;
	const char *schema = get_namespace_name(table.relnamespace);
	const char *key = psprintf("t.%s", quote_identifier(followed.name));
	StringInfoData query;
	initStringInfo(&query);
	for (int i = 0; i < followed.columns->natts; i++)
	{
		const FormData_pg_attribute &column = *TupleDescAttr(followed.columns, i);
		appendStringInfoString(&query, i == 0 ? "SELECT " : ", ");
		if (column.attisdropped)
			appendStringInfoString(&query, "NULL");
		else
			appendStringInfo(&query, "t.%s", quote_identifier(NameStr(column.attname)));
	}
	appendStringInfo(&query, "%s FROM %s AS t WHERE %s OPERATOR(pg_catalog.<) $2",
					 with_xmin ? ", $4" : "",
					 quote_qualified_identifier(schema, NameStr(table.relname)), key);
	if (!from_start)
		appendStringInfo(&query, " AND %s OPERATOR(pg_catalog.>) $1", key);
	// Only UUIDs of version 7 are ordered by the bound's time.
	if (followed.type == UUIDOID)
		appendStringInfo(
			&query,
			" AND pg_catalog.get_byte(pg_catalog.uuid_send(%s), 6) OPERATOR(pg_catalog.>>) 4"
			" OPERATOR(pg_catalog.=) 7"
			" AND pg_catalog.get_byte(pg_catalog.uuid_send(%s), 8) OPERATOR(pg_catalog.>>) 6"
			" OPERATOR(pg_catalog.=) 2",
			key, key);
	// A parent and a child by inheritance can have the same key, which must not be torn apart: the
	// next call goes on after it. Partitions cannot.
	const bool has_children = table.relhassubclass && table.relkind == RELKIND_RELATION;
	appendStringInfo(&query, " ORDER BY %s FETCH FIRST $3 ROWS %s", key,
					 has_children ? "WITH TIES" : "ONLY");
	return query.data;
}

// Puts the rows of the query into the result of the function, up to the first one that the caller's
// snapshot lacks: a join would not find what its transaction has inserted into other tables, and
// the reader would go on after it. The next call returns it.
struct RowReceiver
{
	DestReceiver destination; // must be first
	Tuplestorestate *result;
	TupleDesc columns; // of the result
	Snapshot caller_snapshot;
	bool with_xmin;     // as the last column
	TransactionId next; // above all that the query's snapshot shows
};

// Whether the caller's snapshot lacks the rows of a transaction that the query's snapshot shows.
bool
is_too_new(const RowReceiver &receiver, TransactionId inserting)
{
	// The xmin of a frozen row may be from before a wraparound, and then seem to be of the future.
	return TransactionIdPrecedes(inserting, receiver.next) &&
		   XidInMVCCSnapshot(inserting, receiver.caller_snapshot);
}

void
start_rows(DestReceiver *self, int, TupleDesc found)
{
	const auto &receiver = *reinterpret_cast<RowReceiver *>(self);
	if (found->natts != receiver.columns->natts + (receiver.with_xmin ? 1 : 0))
		elog(ERROR, "query has %d columns instead of those of the table", found->natts);
}

bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	const auto &receiver = *reinterpret_cast<RowReceiver *>(self);
	// Rows that were there before ALTER TABLE ADD COLUMN lack the value of its default. (The slot
	// pins its descriptor.)
	const TupleConstr *const constraints = slot->tts_tupleDescriptor->constr;
	const bool may_lack_values = constraints != nullptr && constraints->missing != nullptr;
	if (!receiver.with_xmin && !may_lack_values)
	{
		tuplestore_puttupleslot(receiver.result, slot);
		return true;
	}
	slot_getallattrs(slot);
	if (receiver.with_xmin &&
		is_too_new(receiver, DatumGetTransactionId(slot->tts_values[receiver.columns->natts])))
		return false;
	tuplestore_putvalues(receiver.result, receiver.columns, slot->tts_values, slot->tts_isnull);
	return true;
}

void
end_rows(DestReceiver *)
{}

Datum
bound_to_datum(Oid type, std::int64_t bound)
{
	if (is_number(type))
		return Int64GetDatum(bound);
	if (type == UUIDOID)
	{
		const auto unit = unit_of<UuidV7Time>(bound);
		return id_to_datum(unit ? UuidV7Time::min(*unit) : Uuid{});
	}
	const auto unit = unit_of<ObjectIdTime>(bound);
	return id_to_datum(unit ? ObjectIdTime::min(*unit) : ObjectId{});
}

// Runs the query with a new snapshot, up to the bound for it.
void
return_rows(const ReturnSetInfo &result, const FollowedKey &key, const FoundBound &found,
			ParamListInfo parameters)
{
	const Snapshot caller_snapshot = GetActiveSnapshot();
	PushActiveSnapshot(GetTransactionSnapshot());
	const Snapshot own_snapshot = GetActiveSnapshot();
	parameters->params[1].value =
		bound_to_datum(key.type, bound_for_later_snapshot(found, *own_snapshot));
	// If xmax and the running transactions are the same, nobody has ended in between, and both show
	// the same rows. (To make a column of xmin takes a copy of each row.)
	const bool with_xmin =
		caller_snapshot->xmax != own_snapshot->xmax ||
		!std::equal(caller_snapshot->xip, caller_snapshot->xip + caller_snapshot->xcnt,
					own_snapshot->xip, own_snapshot->xip + own_snapshot->xcnt);
	RowReceiver receiver{{receive_row, start_rows, end_rows, end_rows, DestTuplestore},
						 result.setResult,
						 result.setDesc,
						 caller_snapshot,
						 with_xmin,
						 ReadNextTransactionId()};
	const Oid types[] = {parameters->params[0].ptype, parameters->params[1].ptype, INT8OID, XIDOID};
	// The planner is to use the key, even if it knows little about the table. Where it cannot, as
	// for a child without an index, these settings make the plan look so expensive before 18 that
	// it would be compiled, which is never worth it for a batch: hence jit.
	const int outer_settings = NewGUCNestLevel();
	for (const char *setting : {"enable_seqscan", "enable_bitmapscan", "enable_sort", "jit"})
		set_config_option(setting, "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
						  false);
	const bool is_partitioned = key.table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	SPI_connect();
	// For any values, a table is read by the index of its key. But the values decide which
	// partitions are read, and a generic plan would lock all of them.
	const SPIPlanPtr plan = kept_plan(
		{rows_query(key, parameters->params[0].isnull, with_xmin), RelationGetRelid(key.table),
		 types, is_partitioned ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN});
	SPIExecuteOptions options = {};
	options.params = parameters;
	options.read_only = true; // with the snapshot that is active
	options.must_return_tuples = true;
	options.dest = &receiver.destination;
	const int status = SPI_execute_plan_extended(plan, &options);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan_extended failed: %s", SPI_result_code_string(status));
	SPI_finish();
	AtEOXact_GUC(true, outer_settings);
	PopActiveSnapshot();
}

// The table whose row type is the type of the first argument; 42804 if it is none.
Oid
table_argument(FunctionCallInfo fcinfo)
{
	const Oid table = get_typ_typrelid(get_fn_expr_argtype(fcinfo->flinfo, 0));
	if (!OidIsValid(table))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("the first argument must have the row type of a table"),
						errhint("Write NULL::table_name.")));
	return table;
}

// What find_key() is given for a value of this type, after which is read.
Oid
kind_of_key(Oid given)
{
	const Oid type = getBaseType(given);
	if (is_number(type))
		return INT8OID;
	return TypeCategory(type) == TYPCATEGORY_STRING ? Oid{TEXTOID} : type;
}

// The value as one of the key's type; of numbers, as bigint.
Datum
convert(Datum value, Oid given, Oid type)
{
	const Oid base_type = getBaseType(given);
	if (base_type == type)
		return value;
	if (base_type == INT2OID)
		return Int64GetDatum(DatumGetInt16(value));
	if (base_type == INT4OID)
		return Int64GetDatum(DatumGetInt32(value));
	Oid output;
	bool is_varlena;
	getTypeOutputInfo(base_type, &output, &is_varlena);
	Oid input;
	Oid element;
	getTypeInputInfo(type, &input, &element);
	return OidInputFunctionCall(input, OidOutputFunctionCall(output, value), element, -1);
}

// The tables that a followed one is written through, as they are now. key: checked to have the same
// default in all of them; nullptr if the caller makes no promise about defaults.
const WrittenTables &
tables_of(Oid table, const FollowedKey *key)
{
	// A child can have been created since the table was opened: a reader's lock does not prevent
	// that.
	AcceptInvalidationMessages();
	WrittenTables &tables = tables_written(table);
	if (key != nullptr)
		check_defaults(*key, tables);
	return tables;
}

// Searches for the bound of times. The order counts: first the clock is read, then writers are
// looked for, and whatever takes a snapshot takes it afterwards.
//
// If the lock of a transaction was not found, the transaction either takes it later, and then its
// ids are of a later time, or it has released it already. A transaction becomes visible before it
// releases its locks, so then the next snapshot shows its rows. If the lock of a transaction was
// found, its ids are not older than its start, unless the clock was set back since.
FoundBound
find_time(Oid table, const FollowedKey *key)
{
	const std::int64_t now = reserve_bound();
	const WrittenTables &tables = tables_of(table, key);
	return {{table}, tables.generation, std::min(now, find_writers(tables).earliest_start), now};
}

// The bound above a number.
std::int64_t
above(std::int64_t number)
{
	return number == PG_INT64_MAX ? number : number + 1;
}

BoundOf
numbers_of(const FollowedKey &key, const LastNumber &last)
{
	const Oid table = RelationGetRelid(key.table);
	return {table, key.source.relation, last.file, get_attnum(table, key.name)};
}

// The same of numbers, where the sequence stands for the clock: pg/follow_numbers.cpp tells why.
FoundBound
find_number(const FollowedKey &key, const LastNumber &last)
{
	const Oid table = RelationGetRelid(key.table);
	const Oid sequence = key.source.relation;
	const WrittenTables &tables = tables_of(table, &key);
	const std::uint64_t generation = tables.generation;
	const WriterStarts writers = find_writers(tables);
	const bool is_temporary = key.table->rd_rel->relpersistence == RELPERSISTENCE_TEMP;
	const auto number = readable_number({GetUserId(), MyDatabaseId, table, sequence, last.file},
										is_temporary, last.value, writers);
	return {numbers_of(key, last), generation, number ? above(*number) : unknown_bound,
			above(last.value)};
}

// 55P03
[[noreturn]] void
raise_locked(Oid table)
{
	const char *name = get_rel_name(table);
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 name != nullptr ? errmsg("could not obtain lock on relation \"%s\"", name)
							 : errmsg("could not obtain lock on relation with OID %u", table)));
	pg_unreachable();
}

// The bound for a statement's snapshot. key_type: as of find_key(), or InvalidOid for times.
std::int64_t
resolved_in_statement(FunctionCallInfo fcinfo, const AskingSnapshot &asking, Oid table_oid,
					  Oid key_type, const char *name)
{
	const Relation table = open_followed(table_oid, false);
	if (table == nullptr)
		return agree_on_unknown(
			fcinfo, asking, {.table = table_oid, .column = is_number(key_type) ? any_column : 0});
	refuse_standby();
	std::optional<FollowedKey> key;
	std::optional<LastNumber> last;
	if (OidIsValid(key_type))
	{
		key = find_key(table, key_type, name);
		const bool by_number = key->source.kind == Source::numbers;
		if (by_number)
			last = last_number(key->source.relation, false);
		if (key->source.kind == Source::locked || (by_number && !last))
		{
			const int column = is_number(key->type) ? get_attnum(table_oid, key->name) : 0;
			relation_close(table, NoLock);
			return agree_on_unknown(fcinfo, asking, {.table = table_oid, .column = column});
		}
	}
	const BoundOf of = last ? numbers_of(*key, *last) : BoundOf{table_oid};
	std::optional<std::int64_t> bound = agreed_bound(fcinfo, asking, of);
	if (!bound)
		bound = agree_on_bound(fcinfo, asking,
							   last ? find_number(*key, *last)
									: find_time(table_oid, key ? &*key : nullptr));
	relation_close(table, NoLock);
	return *bound;
}

// A call and its result, for a statement that asks again.
struct KnownCall
{
	std::uint64_t snapshot;
	AgreementHolder holder;
	Oid key_type;
	Oid role;
	Oid table;
	bool has_name;
	NameData name;
	std::int64_t bound;

	[[nodiscard]] bool is_like(const KnownCall &other) const
	{
		return snapshot == other.snapshot && holder == other.holder && key_type == other.key_type &&
			   role == other.role && table == other.table && has_name == other.has_name &&
			   strcmp(NameStr(name), NameStr(other.name)) == 0;
	}
};

// The bound for a call: resolved_in_statement(), or what it was in an equal call with the same
// snapshot, as for another row or another partition. (That is a matter of speed.)
std::int64_t
resolved(FunctionCallInfo fcinfo, Oid key_type)
{
	static constinit KnownCall calls[8] = {};
	static constinit std::size_t next = 0;
	const AskingSnapshot asking = asking_snapshot();
	KnownCall call{
		.snapshot = asking.number,
		.holder = agreement_holder(fcinfo, asking),
		.key_type = key_type,
		.role = GetUserId(),
		.table = PG_GETARG_OID(0),
		.has_name = PG_NARGS() > 1 && !PG_ARGISNULL(1),
		.name = {},
		.bound = unknown_bound,
	};
	if (call.has_name)
		namestrcpy(&call.name, NameStr(*PG_GETARG_NAME(1)));
	for (const KnownCall &known : calls)
		if (known.is_like(call))
			return known.bound;
	call.bound = resolved_in_statement(fcinfo, asking, call.table, key_type,
									   call.has_name ? NameStr(call.name) : nullptr);
	calls[next++ % std::size(calls)] = call;
	return call.bound;
}

// 42804 if a column has been dropped since the caller's statement began, for which the server has
// no error of its own.
void
check_expected(const ReturnSetInfo &result)
{
	const TupleDesc columns = result.setDesc;
	const TupleDesc expected = result.expectedDesc;
	if (expected == nullptr)
		return;
	for (int i = 0; i < std::min(columns->natts, expected->natts); ++i)
		if (TupleDescAttr(columns, i)->attisdropped && !TupleDescAttr(expected, i)->attisdropped)
			ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
							errmsg("table row type and query-specified row type do not match"),
							errdetail("Column \"%s\" has been dropped.",
									  NameStr(TupleDescAttr(expected, i)->attname))));
}

} // namespace

SQL_FUNCTION(resolved_timestamp)
{
	PG_RETURN_TIMESTAMPTZ(resolved(fcinfo, InvalidOid));
}

SQL_FUNCTION(resolved_objectid)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	const Oid type = objectid_type();
	return bound_to_datum(type, resolved(fcinfo, type));
}

SQL_FUNCTION(resolved_uuid_v7)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	return bound_to_datum(UUIDOID, resolved(fcinfo, UUIDOID));
}

SQL_FUNCTION(resolved_number)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	return bound_to_datum(INT8OID, resolved(fcinfo, INT8OID));
}

SQL_FUNCTION(rows_after)
{
	const bool from_start = PG_ARGISNULL(1);
	const int32 max_rows = PG_ARGISNULL(2) ? 0 : PG_GETARG_INT32(2);
	if (max_rows < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("\"%s\" must be at least 1", "max_rows")));
	const char *name = PG_ARGISNULL(3) ? nullptr : NameStr(*PG_GETARG_NAME(3));
	const Oid given = get_fn_expr_argtype(fcinfo->flinfo, 1);
	if (!OidIsValid(given))
		elog(ERROR, "could not determine data type of argument \"after\"");

	const Relation table = open_followed(table_argument(fcinfo), true);
	refuse_standby();
	require_later_snapshots();
	const FollowedKey key = find_key(table, kind_of_key(given), name);
	if (key.source.kind == Source::locked)
		raise_locked(key.source.relation);
	const Oid type = is_number(key.type) ? Oid{INT8OID} : key.type;
	const Datum after = from_start ? Datum{0} : convert(PG_GETARG_DATUM(1), given, type);
	auto *const result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
	InitMaterializedSRF(fcinfo, 0);
	check_expected(*result);

	ParamListInfo parameters = makeParamList(3);
	parameters->params[0] = {after, from_start, PARAM_FLAG_CONST, type};
	parameters->params[1] = {Datum{0}, false, PARAM_FLAG_CONST, type};
	parameters->params[2] = {Int64GetDatum(max_rows), false, PARAM_FLAG_CONST, INT8OID};
	return_rows(*result, key,
				key.source.kind == Source::numbers
					? find_number(key, *last_number(key.source.relation, true))
					: find_time(RelationGetRelid(table), &key),
				parameters);
	relation_close(table, NoLock);
	return Datum{0};
}

// Planner support: the estimate of rows_after() is max_rows. (It returns more if rows of a parent
// and a child have the last key of a batch.)
SQL_FUNCTION(objectid_internal_rows_after)
{
	auto *const asked = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
	if (!IsA(asked, SupportRequestRows))
		return Datum{0};
	auto *const request = reinterpret_cast<SupportRequestRows *>(asked);
	if (request->node == nullptr || !IsA(request->node, FuncExpr))
		return Datum{0};
	const List *arguments = reinterpret_cast<const FuncExpr *>(request->node)->args;
	const Node *max_rows =
		estimate_expression_value(request->root, static_cast<Node *>(list_nth(arguments, 2)));
	if (!IsA(max_rows, Const) || reinterpret_cast<const Const *>(max_rows)->constisnull)
		return Datum{0};
	request->rows = DatumGetInt32(reinterpret_cast<const Const *>(max_rows)->constvalue);
	PG_RETURN_POINTER(request);
}
