// By which column a table is followed: what makes its values must make them in order.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_key.hpp"

#include "pg/own_objects.hpp"
#include "pg/relation_changes.hpp"

#include <algorithm>

namespace objectid {

namespace {

// Whether a column of this type can be a key.
bool
fits(Oid type, Oid key_type)
{
	return key_type == INT8OID ? is_number(type) : type == key_type;
}

// What is asked of an index.
struct IndexedColumn
{
	AttrNumber number; // that it alone makes unique and returns in order, else InvalidAttrNumber
	bool is_primary;
};

IndexedColumn
indexed_column(Oid index)
{
	const HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(index));
	if (!HeapTupleIsValid(tuple)) // dropped meanwhile
		return {InvalidAttrNumber, false};
	const FormData_pg_index &form = *reinterpret_cast<Form_pg_index>(GETSTRUCT(tuple));
	const bool is_unique = form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
						   heap_attisnull(tuple, Anum_pg_index_indpred, nullptr);
	// 0 if it is an expression
	const IndexedColumn column{is_unique ? form.indkey.values[0] : AttrNumber{InvalidAttrNumber},
							   form.indisprimary};
	bool is_null;
	const Datum classes = SysCacheGetAttr(INDEXRELID, tuple, Anum_pg_index_indclass, &is_null);
	const Oid opclass = reinterpret_cast<oidvector *>(DatumGetPointer(classes))->values[0];
	ReleaseSysCache(tuple);
	if (column.number <= InvalidAttrNumber)
		return {InvalidAttrNumber, false};
	const TypeCacheEntry *type =
		lookup_type_cache(get_opclass_input_type(opclass), TYPECACHE_BTREE_OPFAMILY);
	if (get_opclass_family(opclass) != type->btree_opf)
		return {InvalidAttrNumber, false};
	return column;
}

// Whether this function without arguments makes ids in the order of its calls.
bool
makes_ids_in_order(const FuncExpr *call)
{
	if (call->args != NIL || get_func_namespace(call->funcid) != PG_CATALOG_NAMESPACE)
		return false;
	const char *name = get_func_name(call->funcid);
	return name != nullptr && (strcmp(name, "gen_objectid") == 0 || strcmp(name, "uuid_v7") == 0 ||
							   strcmp(name, "uuidv7") == 0);
}

// The argument of a cast that keeps the value, such as one between integers, or of times to the
// microsecond; nullptr for any other expression.
const Node *
without_cast(const Node *expression)
{
	if (IsA(expression, RelabelType))
	{
		const auto *relabel = reinterpret_cast<const RelabelType *>(expression);
		return reinterpret_cast<const Node *>(relabel->arg);
	}
	if (IsA(expression, CoerceToDomain))
	{
		const auto *coerce = reinterpret_cast<const CoerceToDomain *>(expression);
		return reinterpret_cast<const Node *>(coerce->arg);
	}
	if (!IsA(expression, FuncExpr))
		return nullptr;
	const auto *call = reinterpret_cast<const FuncExpr *>(expression);
	if (call->funcid == F_TIMESTAMPTZ_TIMESTAMPTZ_INT4)
	{
		const auto *precision = static_cast<const Node *>(lsecond(call->args));
		const bool is_full =
			IsA(precision, Const) &&
			DatumGetInt32(reinterpret_cast<const Const *>(precision)->constvalue) ==
				MAX_TIMESTAMP_PRECISION;
		return is_full ? static_cast<const Node *>(linitial(call->args)) : nullptr;
	}
	const bool is_cast =
		call->funcformat == COERCE_EXPLICIT_CAST || call->funcformat == COERCE_IMPLICIT_CAST;
	if (!is_cast || !is_number(call->funcresulttype))
		return nullptr;
	return static_cast<const Node *>(linitial(call->args));
}

// An expression without all such casts.
const Node *
without_casts(const Node *expression)
{
	while (const Node *below = without_cast(expression))
		expression = below;
	return expression;
}

// What makes the values of a column by this default, which is looked at and never evaluated.
Source
source_of_default(const Node *whole)
{
	const Node *expression = without_casts(whole);
	if (IsA(expression, NextValueExpr))
		return {Source::numbers, reinterpret_cast<const NextValueExpr *>(expression)->seqid};
	if (!IsA(expression, FuncExpr))
		return {Source::unordered};
	const auto *call = reinterpret_cast<const FuncExpr *>(expression);
	if (call->funcid == F_CLOCK_TIMESTAMP)
		return {Source::clock};
	if (call->funcid != F_NEXTVAL)
		return {makes_ids_in_order(call) ? Source::ids : Source::unordered};
	const auto *argument = static_cast<const Node *>(linitial(call->args));
	if (!IsA(argument, Const))
		return {Source::unordered};
	const auto *constant = reinterpret_cast<const Const *>(argument);
	if (constant->constisnull)
		return {Source::unordered};
	return {Source::numbers, DatumGetObjectId(constant->constvalue)};
}

// What makes the values of a column by its default. Waiting for the table could be a deadlock: we
// hold a partition and ask for its parent, while who drops the partition holds the parent and asks
// for the partition.
Source
source_of(Oid table, const char *name)
{
	const Relation relation = open_unless_changed(table);
	if (relation == nullptr)
		return {Source::locked, table};
	const AttrNumber column = get_attnum(table, name);
	Node *const expression =
		column == InvalidAttrNumber ? nullptr : build_column_default(relation, column);
	relation_close(relation, AccessShareLock);
	if (expression == nullptr)
		return {Source::no_default};
	return source_of_default(expression);
}

// 42P10. detail and hint: sentences.
[[noreturn]] void
raise_cannot_follow(const FollowedKey &key, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					errmsg("cannot follow table \"%s\" by column \"%s\"",
						   RelationGetRelationName(key.table), key.name),
					errdetail_internal("%s", detail), errhint("%s", hint)));
	pg_unreachable();
}

const char *
name_of_types(Oid key_type)
{
	return key_type == INT8OID ? "smallint, integer or bigint" : format_type_be(key_type);
}

// The columns that indexes make unique and whose type fits, and the primary key among them.
struct UniqueColumns
{
	List *all = NIL; // of Form_pg_attribute, in the given descriptor
	Form_pg_attribute primary = nullptr;
};

UniqueColumns
unique_columns(Relation table, TupleDesc columns, Oid key_type)
{
	UniqueColumns found;
	for (const ListCell &cell : cells(RelationGetIndexList(table)))
	{
		const IndexedColumn indexed = indexed_column(lfirst_oid(&cell));
		if (indexed.number == InvalidAttrNumber)
			continue;
		const Form_pg_attribute column = TupleDescAttr(columns, indexed.number - 1);
		if (!fits(getBaseType(column->atttypid), key_type))
			continue;
		found.all = list_append_unique_ptr(found.all, column);
		if (indexed.is_primary)
			found.primary = column;
	}
	return found;
}

const char *
name_of_column(const ListCell &cell)
{
	return NameStr(static_cast<Form_pg_attribute>(lfirst(&cell))->attname);
}

// 42P10. first: one of the keys.
[[noreturn]] void
raise_several_keys(Relation table, Oid key_type, const char *first)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					errmsg("table \"%s\" has more than one key of type %s",
						   RelationGetRelationName(table), name_of_types(key_type)),
					errhint("Name one of them: key => %s.", quote_literal_cstr(first))));
	pg_unreachable();
}

// 42P10. name: of the column that was to be the key, else nullptr. detail: a sentence.
[[noreturn]] void
raise_no_key(Relation table, Oid key_type, const char *name, const char *detail)
{
	const char *table_name = RelationGetRelationName(table);
	const char *types = name_of_types(key_type);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
			 name != nullptr ? errmsg("column \"%s\" of table \"%s\" is not a key of type %s", name,
									  table_name, types)
							 : errmsg("table \"%s\" has no key of type %s", table_name, types),
			 errdetail_internal("%s", detail)));
	pg_unreachable();
}

// The column of a key that is unique: the one of that name, or without a name the primary key, or
// else the only one.
const FormData_pg_attribute &
unique_column(Relation table, TupleDesc columns, Oid key_type, const char *name)
{
	const char *what_is_key =
		"A key is a primary key or a non-partial unique index on a single column.";
	const UniqueColumns unique = unique_columns(table, columns, key_type);
	if (name != nullptr)
	{
		for (const ListCell &cell : cells(unique.all))
			if (strcmp(name_of_column(cell), name) == 0)
				return *static_cast<Form_pg_attribute>(lfirst(&cell));
		raise_no_key(table, key_type, name, what_is_key);
	}
	if (unique.primary != nullptr)
		return *unique.primary;
	if (unique.all == NIL)
		raise_no_key(table, key_type, nullptr, what_is_key);
	if (list_length(unique.all) > 1)
		raise_several_keys(table, key_type, name_of_column(*list_head(unique.all)));
	return *static_cast<Form_pg_attribute>(linitial(unique.all));
}

// What makes the values of rows that are inserted into a table: its default, or that of the first
// of those that it is a partition of, through which rows reach it, too.
Source
first_source(Relation table, const char *name)
{
	List *tables = list_make1_oid(RelationGetRelid(table));
	if (table->rd_rel->relispartition)
		tables = list_concat(tables, get_partition_ancestors(RelationGetRelid(table)));
	for (const ListCell &cell : cells(tables))
	{
		const Source source = source_of(lfirst_oid(&cell), name);
		if (source.kind != Source::no_default)
			return source;
	}
	return {Source::no_default};
}

bool
has_times(const FormData_pg_attribute &column)
{
	return !column.attisdropped && getBaseType(column.atttypid) == TIMESTAMPTZOID;
}

// Whether a column has times of less than a microsecond's precision.
bool
rounds_times(const FormData_pg_attribute &column)
{
	int32 precision = column.atttypmod;
	getBaseTypeAndTypmod(column.atttypid, &precision);
	return precision >= 0 && precision < MAX_TIMESTAMP_PRECISION;
}

// The columns of times by what makes them.
struct TimeColumns
{
	List *of_clock = NIL;               // of Form_pg_attribute
	Form_pg_attribute locked = nullptr; // one whose default cannot be looked at
};

TimeColumns
time_columns(Relation table, TupleDesc columns)
{
	TimeColumns found;
	for (int i = 0; i < columns->natts; ++i)
	{
		const Form_pg_attribute column = TupleDescAttr(columns, i);
		if (!has_times(*column))
			continue;
		const Source source = first_source(table, NameStr(column->attname));
		if (source.kind == Source::locked)
			found.locked = column;
		else if (source.kind == Source::clock)
			found.of_clock = lappend(found.of_clock, column);
	}
	return found;
}

// The column of times of that name, or without a name the only one that the clock makes; one that
// could be, if a lock keeps this from looking at its default.
const FormData_pg_attribute &
time_column(Relation table, TupleDesc columns, const char *name)
{
	const char *what_is_key =
		"A key has the default clock_timestamp() and no precision, or a trigger sets it and "
		"key => names it.";
	if (name != nullptr)
	{
		for (int i = 0; i < columns->natts; ++i)
			if (const FormData_pg_attribute &column = *TupleDescAttr(columns, i);
				has_times(column) && strcmp(NameStr(column.attname), name) == 0)
				return column;
		raise_no_key(table, TIMESTAMPTZOID, name, what_is_key);
	}
	const TimeColumns found = time_columns(table, columns);
	if (found.locked != nullptr)
		return *found.locked;
	if (list_length(found.of_clock) > 1)
		raise_several_keys(table, TIMESTAMPTZOID, name_of_column(*list_head(found.of_clock)));
	if (found.of_clock != NIL)
		return *static_cast<Form_pg_attribute>(linitial(found.of_clock));
	raise_no_key(table, TIMESTAMPTZOID, nullptr, what_is_key);
}

// 42P10 if the times of a column are not those that the clock shows when a row is written. What a
// trigger sets is its author's business.
void
check_times(const FollowedKey &key, const FormData_pg_attribute &column)
{
	if (rounds_times(column))
		raise_cannot_follow(key,
							"The column rounds times, so rows with earlier times can become "
							"visible later and would be missed.",
							"Use the type timestamp with time zone without a precision.");
	if (key.source.kind != Source::clock && key.source.kind != Source::no_default)
		raise_cannot_follow(
			key,
			"The column's default is not clock_timestamp(), so rows with earlier times can become "
			"visible later and would be missed.",
			psprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT clock_timestamp();",
					 quote_qualified_identifier(get_namespace_name(RelationGetNamespace(key.table)),
												RelationGetRelationName(key.table)),
					 quote_identifier(key.name)));
}

// What to write instead of a key whose values are not made in order: another one, if there is.
const char *
hint_for_key(const FollowedKey &key, Oid key_type)
{
	for (const ListCell &cell : cells(unique_columns(key.table, key.columns, key_type).all))
	{
		const char *name = name_of_column(cell);
		const Source source = source_of(RelationGetRelid(key.table), name);
		if (source.kind == Source::ids || source.kind == Source::numbers)
			return psprintf("Use key => %s.", quote_literal_cstr(name));
	}
	return psprintf("Use key => 'column' with a column that has one, such as \"%s\".",
					is_number(key.type) ? "number bigint GENERATED ALWAYS AS IDENTITY UNIQUE"
										: "arrived uuid UNIQUE DEFAULT uuid_v7()");
}

int64
largest_of(Oid integer_type)
{
	return integer_type == INT2OID   ? PG_INT16_MAX
		   : integer_type == INT4OID ? PG_INT32_MAX
									 : PG_INT64_MAX;
}

// The command that makes the numbers of a sequence ascend in the order of its calls, or what else
// to do if none is above those that descended.
const char *
what_mends(const FormData_pg_sequence &form, const char *name)
{
	if (form.seqincrement < 0 && form.seqstart == largest_of(form.seqtypid))
		return "Use another key.";
	const int64 above_start = std::max(form.seqstart, int64{0}) + 1;
	const char *ascend = psprintf(
		" INCREMENT 1 NO MINVALUE NO MAXVALUE START " INT64_FORMAT " RESTART", above_start);
	const char *schema = get_namespace_name(get_rel_namespace(form.seqrelid));
	return psprintf("ALTER SEQUENCE %s%s%s%s;", quote_qualified_identifier(schema, name),
					form.seqincrement < 0 ? ascend : "", form.seqcache != 1 ? " CACHE 1" : "",
					form.seqcycle ? " NO CYCLE" : "");
}

// Why the numbers of a sequence do not ascend in the order of its calls; nullptr if they do.
const char *
why_not_ascending(const FormData_pg_sequence &form)
{
	if (form.seqincrement < 0)
		return "Its numbers descend.";
	if (form.seqcache != 1)
		return "Sessions take several numbers in advance.";
	if (form.seqcycle)
		return "Its numbers begin again after the last one.";
	return nullptr;
}

// 42P10 unless the numbers of a sequence ascend in the order of its calls.
void
check_ascends(const char *name, Oid sequence)
{
	const HeapTuple tuple = SearchSysCache1(SEQRELID, ObjectIdGetDatum(sequence));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for sequence %u", sequence);
	const FormData_pg_sequence form = *reinterpret_cast<Form_pg_sequence>(GETSTRUCT(tuple));
	ReleaseSysCache(tuple);
	const char *why = why_not_ascending(form);
	if (why != nullptr)
		ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						errmsg("cannot follow the numbers of sequence \"%s\"", name),
						errdetail_internal("%s", why), errhint("%s", what_mends(form, name))));
}

} // namespace

bool
is_number(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

FollowedKey
find_key(Relation table, Oid key_type, const char *name)
{
	const TupleDesc columns = CreateTupleDescCopy(RelationGetDescr(table));
	const bool by_time = key_type == TIMESTAMPTZOID;
	const FormData_pg_attribute &column =
		by_time ? time_column(table, columns, name) : unique_column(table, columns, key_type, name);
	FollowedKey key{
		table, columns, column.attnum, NameStr(column.attname), getBaseType(column.atttypid), {},
	};
	const bool by_number = is_number(key.type);
	if (name != nullptr && !by_number && !by_time)
		return key;
	key.source = first_source(table, key.name);
	// A column that was locked a moment ago: the next call looks at all of them again.
	if (by_time && name == nullptr && key.source.kind != Source::clock)
		key.source = {Source::locked, RelationGetRelid(table)};
	if (key.source.kind == Source::locked)
		return key;
	if (by_time)
		check_times(key, column);
	else if (key.source.kind != (by_number ? Source::numbers : Source::ids))
		raise_cannot_follow(key,
							"The column has no default that makes ascending values, so rows with "
							"smaller values can become visible later and would be missed.",
							hint_for_key(key, key_type));
	return key;
}

void
check_defaults(const FollowedKey &key, WrittenTables &tables)
{
	const bool is_checked = std::ranges::any_of(tables.checked, [&](const NameData &checked) {
		return strcmp(NameStr(checked), key.name) == 0;
	});
	if (key.source.kind == Source::unchecked || tables.oids.size() == 1 || is_checked)
		return;
	const Oid type = get_atttype(RelationGetRelid(key.table), key.column);
	tables.has_domain = tables.has_domain || type != key.type;
	const bool by_time = key.type == TIMESTAMPTZOID;
	bool some_locked = false;
	for (const Oid table : tables.oids)
	{
		const Source source = source_of(table, key.name);
		some_locked = some_locked || source.kind == Source::locked;
		if (source.kind == Source::locked || source.kind == Source::no_default ||
			(by_time ? source.kind == Source::clock : source == key.source))
			continue;
		raise_cannot_follow(
			key,
			psprintf("The column has another default in table \"%s\", so rows that are inserted "
					 "there could be missed.",
					 get_rel_name(table)),
			psprintf("Give the column in table \"%s\" the same default or none.",
					 get_rel_name(table)));
	}
	// The next call looks again at a table that somebody changes.
	if (some_locked)
		return;
	std::swap(tables.checked[0], tables.checked[1]);
	namestrcpy(&tables.checked[0], key.name);
}

std::optional<LastNumber>
last_number(Oid sequence)
{
	// The lock of nextval(): ALTER SEQUENCE, which replaces the file, waits for it.
	if (!ConditionalLockRelationOid(sequence, RowExclusiveLock))
		return std::nullopt;
	const Relation relation = try_relation_open(sequence, NoLock);
	if (relation == nullptr || relation->rd_rel->relkind != RELKIND_SEQUENCE)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("sequence with OID %u does not exist", sequence)));
	const char *name = RelationGetRelationName(relation);
	if (pg_class_aclcheck(sequence, GetUserId(), ACL_SELECT | ACL_USAGE) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SEQUENCE, name);
	check_ascends(name, sequence);

	const Buffer buffer = ReadBuffer(relation, 0);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	const FormData_pg_sequence_data data = sequence_data(BufferGetPage(buffer));
	UnlockReleaseBuffer(buffer);
	const Oid file = file_number(relation);
	relation_close(relation, RowExclusiveLock);
	if (data.is_called)
		return LastNumber{data.last_value, file};
	// Before the first call, last_value is the number that this call will return.
	if (data.last_value == PG_INT64_MIN)
		return std::nullopt;
	return LastNumber{data.last_value - 1, file};
}

} // namespace objectid
