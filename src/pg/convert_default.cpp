// What the default of a column becomes when the column becomes an objectid.
// SPDX-License-Identifier: PostgreSQL
#include "pg/convert_default.hpp"

#include "core/objectid.hpp"

namespace objectid {

namespace {

// Functions that did not come with the server could do anything.
bool
is_not_of_server(Oid function, void *)
{
	return function >= FirstNormalObjectId;
}

// Whether the expression calls a function that is not the server's, also as an operator, in a cast
// through text, or perhaps in the check of a domain.
bool
calls_others(Node *node, void *context)
{
	if (node == nullptr)
		return false;
	return check_functions_in_node(node, is_not_of_server, context) || IsA(node, CoerceToDomain) ||
		   expression_tree_walker(node, tree_walker(calls_others), context);
}

// What a cast casts; nullptr for anything else. The function of a cast is the server's or one of
// the extension's.
Node *
below_any_cast(Node *node, Oid extension)
{
	if (IsA(node, RelabelType))
		return reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(node)->arg);
	if (IsA(node, CoerceViaIO))
		return reinterpret_cast<Node *>(reinterpret_cast<CoerceViaIO *>(node)->arg);
	if (!IsA(node, FuncExpr))
		return nullptr;
	const auto *call = reinterpret_cast<FuncExpr *>(node);
	const bool is_cast =
		call->funcformat == COERCE_EXPLICIT_CAST || call->funcformat == COERCE_IMPLICIT_CAST;
	const bool is_known = call->funcid < FirstNormalObjectId ||
						  getExtensionOfObject(ProcedureRelationId, call->funcid) == extension;
	return is_cast && is_known && call->args != NIL ? static_cast<Node *>(linitial(call->args))
													: nullptr;
}

bool
is_text(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID;
}

// Whether a value that is an id is still one, and the same, after a cast between these types. As
// text, a uuid or bytea is none.
bool
keeps_ids(Oid from, Oid to, const IdType &ids)
{
	const auto holds_ids = [&ids](Oid type) {
		return is_text(type) || type == BYTEAOID || type == UUIDOID || type == ids.type;
	};
	return holds_ids(from) && holds_ids(to) &&
		   (from == ids.type || to == ids.type || (is_text(from) && is_text(to)));
}

// Whether it is a cast to a length in which the digits of an id have no room.
bool
cuts_ids(const Node *cast)
{
	constexpr int digits = 2 * sizeof(ObjectId);
	int32 typmod;
	return exprIsLengthCoercion(cast, &typmod) && typmod < digits + static_cast<int>(VARHDRSZ);
}

// What a cast casts, if it keeps every id; nullptr for anything else.
Node *
below_cast(Node *node, const IdType &ids)
{
	Node *below = below_any_cast(node, ids.extension);
	if (below == nullptr || !keeps_ids(exprType(below), exprType(node), ids) || cuts_ids(node))
		return nullptr;
	return below;
}

// Whether it is gen_objectid() with any number of casts that keep the id.
bool
makes_ids(Node *node, const IdType &ids)
{
	while (Node *below = below_cast(node, ids))
		node = below;
	if (!IsA(node, FuncExpr))
		return false;
	const auto *call = reinterpret_cast<FuncExpr *>(node);
	const char *name = get_func_name(call->funcid);
	return call->args == NIL && name != nullptr && strcmp(name, "gen_objectid") == 0 &&
		   getExtensionOfObject(ProcedureRelationId, call->funcid) == ids.extension;
}

// Whether the casts to objectid take a value of one of the types that are converted: text, bytea
// and uuid. (is_id_array looks at all elements of an array.)
bool
is_id(Datum value, Oid type)
{
	switch (type)
	{
	case TEXTOID:
		return parse_objectid(TextDatumGetCString(value)).has_value();
	case BYTEAOID:
		return VARSIZE_ANY_EXHDR(DatumGetByteaPP(value)) == sizeof(ObjectId);
	case UUIDOID:
		return load_big_endian<std::uint32_t>(DatumGetUUIDP(value)->data) == 0;
	default:
		return false;
	}
}

bool
is_id_array(ArrayType *array)
{
	const Oid type = ARR_ELEMTYPE(array);
	int16 length;
	bool is_by_value;
	char alignment;
	get_typlenbyvalalign(type, &length, &is_by_value, &alignment);
	Datum *values;
	bool *nulls;
	int count;
	deconstruct_array(array, type, length, is_by_value, alignment, &values, &nulls, &count);
	for (int i = 0; i < count; ++i)
		if (!nulls[i] && !is_id(values[i], type))
			return false;
	return true;
}

// A constant cast to another type; nullptr if that is no constant.
Const *
cast_constant(Const *constant, Oid type)
{
	Node *node =
		coerce_to_target_type(nullptr, reinterpret_cast<Node *>(constant), constant->consttype,
							  type, -1, COERCION_EXPLICIT, COERCE_EXPLICIT_CAST, -1);
	if (node == nullptr)
		return nullptr;
	node = eval_const_expressions(nullptr, node);
	return IsA(node, Const) ? reinterpret_cast<Const *>(node) : nullptr;
}

// The constant by the casts that the column's values take, as a literal.
ConvertedDefault
converted_constant(Const *constant, bool is_array, const IdType &ids)
{
	const Oid type = getBaseType(constant->consttype);
	const Oid scalar = is_array ? getBaseType(get_element_type(type)) : type;
	const Oid source = is_text(scalar) ? TEXTOID : scalar;
	constant = cast_constant(constant, is_array ? get_array_type(source) : source);
	if (constant == nullptr)
		return {DefaultKind::unknown, nullptr};
	const bool can_be_cast = is_array ? is_id_array(DatumGetArrayTypeP(constant->constvalue))
									  : is_id(constant->constvalue, source);
	if (!can_be_cast)
		return {DefaultKind::unknown, nullptr};
	const Oid target = is_array ? ids.array_type : ids.type;
	constant = cast_constant(constant, target);
	if (constant == nullptr)
		return {DefaultKind::unknown, nullptr};

	Oid output;
	bool is_varlena;
	getTypeOutputInfo(target, &output, &is_varlena);
	const char *value = OidOutputFunctionCall(output, constant->constvalue);
	return {DefaultKind::known, psprintf("%s::%s.objectid%s", quote_literal_cstr(value), ids.schema,
										 is_array ? "[]" : "")};
}

} // namespace

ConvertedDefault
converted_default(Oid table, AttrNumber column, bool is_array, const IdType &ids)
{
	const Relation relation = relation_open(table, NoLock);
	const bool is_generated =
		TupleDescAttr(RelationGetDescr(relation), column - 1)->attgenerated != '\0';
	Node *node = build_column_default(relation, column);
	relation_close(relation, NoLock);
	if (node == nullptr)
		return {DefaultKind::none, nullptr};
	if (is_generated)
		return {DefaultKind::unknown, nullptr};
	while (IsA(node, CoerceToDomain))
		node = reinterpret_cast<Node *>(reinterpret_cast<CoerceToDomain *>(node)->arg);
	if (!is_array && makes_ids(node, ids))
		return {DefaultKind::known, psprintf("%s.gen_objectid()", ids.schema)};
	if (calls_others(node, nullptr) || contain_mutable_functions(node))
		return {DefaultKind::unknown, nullptr};
	node = eval_const_expressions(nullptr, node);
	if (!IsA(node, Const))
		return {DefaultKind::unknown, nullptr};
	auto *constant = reinterpret_cast<Const *>(node);
	if (constant->constisnull)
		return {DefaultKind::none, nullptr};
	return converted_constant(constant, is_array, ids);
}

} // namespace objectid
