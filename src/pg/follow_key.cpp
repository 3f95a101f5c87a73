// By which column a table is followed: what makes its values must make them in order.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_key.hpp"

namespace objectid
{

namespace
{

bool
is_number(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

// Whether the values of a type follow upon those of another one; InvalidOid: upon any.
bool
fits(Oid type, Oid after_type, Oid schema)
{
	if (OidIsValid(after_type))
		return after_type == INT8OID ? is_number(type) : type == after_type;
	return is_number(type) || type == UUIDOID ||
		   type == GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("objectid"),
								   ObjectIdGetDatum(schema));
}

// The column that an index alone makes unique and returns in order; InvalidAttrNumber if it is
// another kind of index.
AttrNumber
unique_column(Relation index)
{
	const FormData_pg_index &form = *index->rd_index;
	const bool is_unique = form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
						   heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr);
	// 0 if it is an expression
	const AttrNumber column = form.indkey.values[0];
	if (!is_unique || column <= InvalidAttrNumber)
		return InvalidAttrNumber;
	const TypeCacheEntry *type =
		lookup_type_cache(index->rd_opcintype[0], TYPECACHE_BTREE_OPFAMILY);
	return index->rd_opfamily[0] == type->btree_opf ? column : AttrNumber{InvalidAttrNumber};
}

// Whether this function without arguments makes ids in the order of its calls.
bool
makes_ids_in_order(const FuncExpr *call, Oid schema)
{
	if (call->args != NIL)
		return false;
	const char *name = get_func_name(call->funcid);
	if (name == nullptr)
		return false;
	const std::string_view function = name;
	const Oid its_schema = get_func_namespace(call->funcid);
	return (its_schema == schema && (function == "gen_objectid" || function == "uuid_v7")) ||
		   (its_schema == PG_CATALOG_NAMESPACE && function == "uuidv7");
}

// What is below changes of the type that keep the value, as casts between integers do.
const Node *
without_casts(const Node *expression)
{
	for (;;)
	{
		if (IsA(expression, RelabelType))
			expression = reinterpret_cast<const Node *>(
				reinterpret_cast<const RelabelType *>(expression)->arg);
		else if (IsA(expression, CoerceToDomain))
			expression = reinterpret_cast<const Node *>(
				reinterpret_cast<const CoerceToDomain *>(expression)->arg);
		else if (const auto *call = reinterpret_cast<const FuncExpr *>(expression);
				 IsA(expression, FuncExpr) && call->funcformat != COERCE_EXPLICIT_CALL &&
				 is_number(call->funcresulttype))
			expression = static_cast<const Node *>(linitial(call->args));
		else
			return expression;
	}
}

// What makes the values of a column by its default, which is looked at and never evaluated. The
// table need not be locked: nothing if it, or the column, is gone.
Source
source_of(Oid table, const char *name, Oid schema)
{
	const Relation relation = RelationIdGetRelation(table);
	if (relation == nullptr)
		return {};
	const AttrNumber column = get_attnum(table, name);
	const Node *expression =
		column == InvalidAttrNumber ? nullptr : build_column_default(relation, column);
	RelationClose(relation);
	if (expression == nullptr)
		return {};
	expression = without_casts(expression);
	if (IsA(expression, NextValueExpr))
		return {Source::numbers, reinterpret_cast<const NextValueExpr *>(expression)->seqid};
	if (!IsA(expression, FuncExpr))
		return {Source::unordered};
	const auto *call = reinterpret_cast<const FuncExpr *>(expression);
	if (call->funcid == F_NEXTVAL)
	{
		const auto *constant = static_cast<const Const *>(linitial(call->args));
		if (IsA(constant, Const) && !constant->constisnull)
			return {Source::numbers, DatumGetObjectId(constant->constvalue)};
	}
	return {makes_ids_in_order(call, schema) ? Source::ids : Source::unordered};
}

// 42P10. detail and hint: sentences.
[[noreturn]] void
raise_cannot_follow(Relation table, const char *column, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					errmsg("cannot follow table \"%s\" by column \"%s\"",
						   RelationGetRelationName(table), column),
					errdetail_internal("%s", detail), errhint("%s", hint)));
	pg_unreachable();
}

const char *
name_of_types(Oid after_type)
{
	if (!OidIsValid(after_type))
		return "objectid, uuid, smallint, integer or bigint";
	return after_type == INT8OID ? "smallint, integer or bigint" : format_type_be(after_type);
}

const char *
column_name(Relation table, AttrNumber column)
{
	return NameStr(TupleDescAttr(RelationGetDescr(table), column - 1)->attname);
}

Oid
type_of_column(Relation table, AttrNumber column)
{
	return getBaseType(TupleDescAttr(RelationGetDescr(table), column - 1)->atttypid);
}

// The columns that indexes make unique and whose type fits, and which one is the primary key.
struct UniqueColumns
{
	Bitmapset *all = nullptr;
	AttrNumber primary = InvalidAttrNumber;
};

UniqueColumns
unique_columns(Relation table, Oid after_type, Oid schema)
{
	UniqueColumns columns;
	for (const ListCell &cell : cells(RelationGetIndexList(table)))
	{
		const Relation index = index_open(lfirst_oid(&cell), AccessShareLock);
		const AttrNumber column = unique_column(index);
		const bool is_primary = index->rd_index->indisprimary;
		index_close(index, AccessShareLock);
		if (column == InvalidAttrNumber || !fits(type_of_column(table, column), after_type, schema))
			continue;
		columns.all = bms_add_member(columns.all, column);
		if (is_primary)
			columns.primary = column;
	}
	return columns;
}

// 42P10. first: one of the keys.
[[noreturn]] void
raise_several_keys(Relation table, Oid after_type, int first)
{
	const char *name = column_name(table, static_cast<AttrNumber>(first));
	ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					errmsg("table \"%s\" has more than one key of type %s",
						   RelationGetRelationName(table), name_of_types(after_type)),
					errhint("Name one of them: key => %s.", quote_literal_cstr(name))));
	pg_unreachable();
}

// 42P10. name: of the column that was to be the key, else nullptr.
[[noreturn]] void
raise_no_key(Relation table, Oid after_type, const char *name)
{
	const char *table_name = RelationGetRelationName(table);
	const char *types = name_of_types(after_type);
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
		 name != nullptr ? errmsg("column \"%s\" of table \"%s\" is not a key of type %s", name,
								  table_name, types)
						 : errmsg("table \"%s\" has no key of type %s", table_name, types),
		 errdetail("A key is a primary key or a non-partial unique index on a single column.")));
	pg_unreachable();
}

// The key's column: the one of that name, or without a name the primary key, or else the only one.
AttrNumber
key_column(Relation table, Oid after_type, const char *name, Oid schema)
{
	const UniqueColumns columns = unique_columns(table, after_type, schema);
	AttrNumber column = columns.primary;
	int only;
	if (name != nullptr)
		column = get_attnum(RelationGetRelid(table), name);
	else if (column == InvalidAttrNumber && bms_get_singleton_member(columns.all, &only))
		column = static_cast<AttrNumber>(only);
	if (column > InvalidAttrNumber && bms_is_member(column, columns.all))
		return column;
	if (name == nullptr && !bms_is_empty(columns.all))
		raise_several_keys(table, after_type, bms_next_member(columns.all, -1));
	raise_no_key(table, after_type, name);
}

// What to write instead of a key whose values are not made in order: another one, if there is.
const char *
hint_for_key(Relation table, AttrNumber key, Oid after_type, Oid schema)
{
	const Bitmapset *columns = unique_columns(table, after_type, schema).all;
	for (int other = -1; (other = bms_next_member(columns, other)) >= 0;)
	{
		const char *name = column_name(table, static_cast<AttrNumber>(other));
		if (source_of(RelationGetRelid(table), name, schema).kind > Source::unordered)
			return psprintf("Use key => %s.", quote_literal_cstr(name));
	}
	return psprintf("Use key => 'column' with a column that has one, such as \"%s\".",
					is_number(type_of_column(table, key))
						? "number bigint GENERATED ALWAYS AS IDENTITY UNIQUE"
						: "arrived uuid UNIQUE DEFAULT uuid_v7()");
}

// The command that makes the numbers of a sequence ascend in the order of its calls.
const char *
command_to_mend(const FormData_pg_sequence &form, const char *name)
{
	const int64 above_start = std::max(form.seqstart, int64{0}) + 1;
	const char *ascend = psprintf(
		" INCREMENT 1 NO MINVALUE NO MAXVALUE START " INT64_FORMAT " RESTART", above_start);
	const char *schema = get_namespace_name(get_rel_namespace(form.seqrelid));
	return psprintf("ALTER SEQUENCE %s%s%s%s;", quote_qualified_identifier(schema, name),
					form.seqincrement < 0 ? ascend : "", form.seqcache != 1 ? " CACHE 1" : "",
					form.seqcycle ? " NO CYCLE" : "");
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
	const char *why = form.seqincrement < 0 ? "Its numbers descend."
					  : form.seqcache != 1  ? "Sessions take several numbers in advance."
					  : form.seqcycle       ? "Its numbers begin again after the last one."
											: nullptr;
	if (why != nullptr)
		ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						errmsg("cannot follow the numbers of sequence \"%s\"", name),
						errdetail_internal("%s", why), errhint("%s", command_to_mend(form, name))));
}

} // namespace

FollowedKey
find_key(Relation table, Oid after_type, const char *name, Oid schema)
{
	const AttrNumber column = key_column(table, after_type, name, schema);
	FollowedKey key{table, schema, column_name(table, column), type_of_column(table, column), {}};
	const bool by_number = is_number(key.type);
	if (name != nullptr && !by_number)
		return key;
	List *tables = list_make1_oid(RelationGetRelid(table));
	// Rows reach a partition through its parents' defaults, too.
	if (table->rd_rel->relispartition)
		tables = list_concat(tables, get_partition_ancestors(RelationGetRelid(table)));
	for (const ListCell &cell : cells(tables))
		if (key.source.kind == Source::nothing)
			key.source = source_of(lfirst_oid(&cell), key.name, schema);
	if (key.source.kind != (by_number ? Source::numbers : Source::ids))
		raise_cannot_follow(table, key.name,
							"The column has no default that makes ascending values, so rows with "
							"smaller values can become visible later and would be missed.",
							hint_for_key(table, column, after_type, schema));
	return key;
}

void
check_defaults(const FollowedKey &key, const List *tables)
{
	if (key.source.kind == Source::nothing)
		return;
	for (const ListCell &cell : cells(tables))
	{
		const Source source = source_of(lfirst_oid(&cell), key.name, key.schema);
		if (source.kind == Source::nothing || source == key.source)
			continue;
		const char *name = get_rel_name(lfirst_oid(&cell));
		raise_cannot_follow(
			key.table, key.name,
			psprintf("The column has another default in table \"%s\", so rows that are inserted "
					 "there could be missed.",
					 name),
			psprintf("Give the column in table \"%s\" the same default or none.", name));
	}
}

LastNumber
last_number(Oid sequence)
{
	// The lock of nextval(): ALTER SEQUENCE, which replaces the file, waits for it.
	const Relation relation = try_relation_open(sequence, RowExclusiveLock);
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
	const LastNumber last{data.last_value, file_number(relation)};
	relation_close(relation, RowExclusiveLock);
	// Before the first call, last_value is the number that this call will return.
	const bool is_next = !data.is_called && last.value > PG_INT64_MIN;
	return {last.value - (is_next ? 1 : 0), last.file};
}

} // namespace objectid
