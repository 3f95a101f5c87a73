// By which column a table is followed: what makes its values must make them in order.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_key.hpp"

#include "pg/follow_writers.hpp"

namespace objectid
{

namespace
{

bool
is_number(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

bool
fits(Oid type, Oid after_type, Oid objectid_type)
{
	if (!OidIsValid(after_type))
		return is_number(type) || type == UUIDOID || type == objectid_type;
	return after_type == INT8OID ? is_number(type) : type == after_type;
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

// What makes the values of a column.
struct Source
{
	enum Kind : std::uint8_t
	{
		nothing,
		unordered,
		ids,
		numbers
	};
	Kind kind = nothing;
	Oid sequence = InvalidOid;
};

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

// What is below changes of the type that keep the value.
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
				 IsA(expression, FuncExpr) &&
				 (call->funcid == F_INT4_INT8 || call->funcid == F_INT2_INT8 ||
				  call->funcid == F_INT8_INT4 || call->funcid == F_INT8_INT2 ||
				  call->funcid == F_INT2_INT4 || call->funcid == F_INT4_INT2))
			expression = static_cast<const Node *>(linitial(call->args));
		else
			return expression;
	}
}

// The expression is looked at, never evaluated.
Source
source_of(const Node *expression, Oid schema)
{
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
		const Node *argument = without_casts(static_cast<const Node *>(linitial(call->args)));
		const auto *constant = reinterpret_cast<const Const *>(argument);
		if (IsA(argument, Const) && !constant->constisnull)
			return {Source::numbers, DatumGetObjectId(constant->constvalue)};
	}
	return {makes_ids_in_order(call, schema) ? Source::ids : Source::unordered};
}

Source
source_of_column(Relation table, AttrNumber column, Oid schema)
{
	return source_of(build_column_default(table, column), schema);
}

// The same for a table that is not locked.
Source
source_of_column(Oid table, const char *name, Oid schema)
{
	Source source;
	const Relation relation = RelationIdGetRelation(table);
	if (relation == nullptr)
		return source;
	if (const AttrNumber column = get_attnum(table, name); column != InvalidAttrNumber)
		source = source_of_column(relation, column, schema);
	RelationClose(relation);
	return source;
}

// The stored text of the default, or nullptr.
const char *
stored_default(Relation table, AttrNumber column)
{
	const TupleConstr *constraints = RelationGetDescr(table)->constr;
	for (int i = 0; constraints != nullptr && i < constraints->num_defval; i++)
		if (constraints->defval[i].adnum == column)
			return constraints->defval[i].adbin;
	return nullptr;
}

// Whether both have the same default, as partitions usually have, so that it need not be read.
bool
has_same_default(Oid table, const char *name, const char *expected)
{
	const Relation relation = RelationIdGetRelation(table);
	if (relation == nullptr)
		return true;
	const char *stored = stored_default(relation, get_attnum(table, name));
	const bool result = stored != nullptr && expected != nullptr && strcmp(stored, expected) == 0;
	RelationClose(relation);
	return result;
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

// The columns that indexes make unique and whose type fits. Several only if none of them is the
// primary key.
Bitmapset *
unique_columns(Relation table, Oid after_type, Oid objectid_type, bool or_primary)
{
	Bitmapset *columns = nullptr;
	List *indexes = RelationGetIndexList(table);
	for (int i = 0; i < list_length(indexes); i++)
	{
		Relation index = index_open(list_nth_oid(indexes, i), AccessShareLock);
		const AttrNumber column = unique_column(index);
		const bool is_primary = index->rd_index->indisprimary;
		index_close(index, AccessShareLock);
		if (column == InvalidAttrNumber ||
			!fits(type_of_column(table, column), after_type, objectid_type))
			continue;
		if (is_primary && or_primary)
			return bms_make_singleton(column);
		columns = bms_add_member(columns, column);
	}
	return columns;
}

constexpr const char *what_is_a_key =
	"A key is a primary key or a non-partial unique index on a single column.";

AttrNumber
named_column(Relation table, Oid after_type, const char *name, Oid objectid_type)
{
	const AttrNumber column = get_attnum(RelationGetRelid(table), name);
	if (column <= InvalidAttrNumber ||
		!bms_is_member(column, unique_columns(table, after_type, objectid_type, false)))
		ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						errmsg("column \"%s\" of table \"%s\" is not a key of type %s", name,
							   RelationGetRelationName(table), name_of_types(after_type)),
						errdetail_internal("%s", what_is_a_key)));
	return column;
}

AttrNumber
only_column(Relation table, Oid after_type, Oid objectid_type)
{
	const Bitmapset *columns = unique_columns(table, after_type, objectid_type, true);
	int column;
	if (bms_is_empty(columns))
		ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						errmsg("table \"%s\" has no key of type %s", RelationGetRelationName(table),
							   name_of_types(after_type)),
						errdetail_internal("%s", what_is_a_key)));
	if (!bms_get_singleton_member(columns, &column))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("table \"%s\" has more than one key of type %s",
						RelationGetRelationName(table), name_of_types(after_type)),
				 errhint("Name one of them: key => %s.",
						 quote_literal_cstr(column_name(
							 table, static_cast<AttrNumber>(bms_next_member(columns, -1)))))));
	return static_cast<AttrNumber>(column);
}

// 42P10 for a key whose values are not made in order, with the hint to use another one, if there
// is.
[[noreturn]] void
raise_not_in_order(Relation table, AttrNumber key, Oid after_type, Oid objectid_type, Oid schema)
{
	const char *hint =
		is_number(type_of_column(table, key))
			? "Use key => 'column' with a column that has one, such as \"number bigint GENERATED "
			  "ALWAYS AS IDENTITY UNIQUE\"."
			: "Use key => 'column' with a column that has one, such as \"arrived uuid UNIQUE "
			  "DEFAULT uuid_v7()\".";
	const Bitmapset *columns = unique_columns(table, after_type, objectid_type, false);
	for (int other = -1; (other = bms_next_member(columns, other)) >= 0;)
	{
		const auto column = static_cast<AttrNumber>(other);
		const Source source = source_of_column(table, column, schema);
		if (source.kind == Source::ids || source.kind == Source::numbers)
		{
			hint = psprintf("Use key => %s.", quote_literal_cstr(column_name(table, column)));
			break;
		}
	}
	raise_cannot_follow(table, column_name(table, key),
						"The column has no default that makes ascending values, so rows with "
						"smaller values can become visible later and would be missed.",
						hint);
}

// Rows reach a partition through its parents' defaults, too.
Source
source_of_key(Relation table, AttrNumber column, Oid schema)
{
	Source source = source_of_column(table, column, schema);
	if (source.kind != Source::nothing || !table->rd_rel->relispartition)
		return source;
	const List *parents = parents_of(RelationGetRelid(table));
	for (int i = 0; i < list_length(parents) && source.kind == Source::nothing; i++)
		source = source_of_column(list_nth_oid(parents, i), column_name(table, column), schema);
	return source;
}

// Why the numbers of a sequence do not ascend in the order of its calls; nullptr if they do.
const char *
why_not_ascending(const FormData_pg_sequence &form)
{
	if (form.seqincrement < 0)
		return "Its numbers descend.";
	if (form.seqcache != 1)
		return "Sessions take several numbers in advance.";
	return form.seqcycle ? "Its numbers begin again after the last one." : nullptr;
}

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

// 42P10, with the command that mends it.
void
check_ascends(const char *name, Oid sequence)
{
	const HeapTuple tuple = SearchSysCache1(SEQRELID, ObjectIdGetDatum(sequence));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for sequence %u", sequence);
	const FormData_pg_sequence form = *reinterpret_cast<Form_pg_sequence>(GETSTRUCT(tuple));
	ReleaseSysCache(tuple);
	if (const char *why = why_not_ascending(form); why != nullptr)
		ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						errmsg("cannot follow the numbers of sequence \"%s\"", name),
						errdetail_internal("%s", why), errhint("%s", command_to_mend(form, name))));
}

} // namespace

FollowedKey
find_key(Relation table, Oid after_type, const char *name, Oid schema)
{
	const Oid objectid_type =
		OidIsValid(after_type)
			? InvalidOid
			: GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("objectid"),
							  ObjectIdGetDatum(schema));
	const AttrNumber column = name != nullptr ? named_column(table, after_type, name, objectid_type)
											  : only_column(table, after_type, objectid_type);
	FollowedKey key{column_name(table, column), type_of_column(table, column), InvalidOid,
					name != nullptr};
	const bool by_number = is_number(key.type);
	if (key.is_named && !by_number)
		return key;
	const Source source = source_of_key(table, column, schema);
	if (source.kind != (by_number ? Source::numbers : Source::ids))
		raise_not_in_order(table, column, after_type, objectid_type, schema);
	key.sequence = source.sequence;
	return key;
}

void
check_defaults(Relation table, const FollowedKey &key, std::span<const Oid> tables, Oid schema)
{
	const Oid own = RelationGetRelid(table);
	if (tables.size() == 1 || (key.is_named && !OidIsValid(key.sequence)))
		return;
	const char *expected = stored_default(table, get_attnum(own, key.name));
	// Rows that are inserted into a parent by inheritance stay there.
	const List *apart = table->rd_rel->relispartition ? NIL : parents_of(own);
	for (const Oid other : tables)
	{
		if (other == own || list_member_oid(apart, other) ||
			has_same_default(other, key.name, expected))
			continue;
		const Source source = source_of_column(other, key.name, schema);
		if (source.kind == Source::nothing ||
			(source.kind == Source::ids && !OidIsValid(key.sequence)) ||
			(source.kind == Source::numbers && source.sequence == key.sequence))
			continue;
		const char *name = get_rel_name(other);
		raise_cannot_follow(
			table, key.name,
			psprintf("The column has another default in table \"%s\", so rows that are inserted "
					 "there could be missed.",
					 name),
			psprintf("Give the column in table \"%s\" the same default or none.", name));
	}
}

std::optional<LastNumber>
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
	if (RELATION_IS_OTHER_TEMP(relation))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("cannot access temporary sequences of other sessions")));
	check_ascends(name, sequence);

	const Buffer buffer = ReadBuffer(relation, 0);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	const Page page = BufferGetPage(buffer);
	HeapTupleData tuple;
	tuple.t_data = reinterpret_cast<HeapTupleHeader>(
		PageGetItem(page, PageGetItemId(page, FirstOffsetNumber)));
	const auto data = *reinterpret_cast<Form_pg_sequence_data>(GETSTRUCT(&tuple));
	UnlockReleaseBuffer(buffer);
	const Oid file = file_number(relation);
	relation_close(relation, RowExclusiveLock);

	// Before the first call, last_value is the number that this call will return.
	if (data.is_called)
		return LastNumber{data.last_value, file};
	if (data.last_value == PG_INT64_MIN)
		return std::nullopt;
	return LastNumber{data.last_value - 1, file};
}

} // namespace objectid
