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

// What a cast casts: nullptr for anything but a cast. The function of a cast is the server's or
// one of the extension's.
Node *
below_cast(Node *node, Oid extension)
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

// Whether it is gen_objectid() with any number of casts.
bool
makes_ids(Node *node, Oid extension)
{
	while (Node *below = below_cast(node, extension))
		node = below;
	if (!IsA(node, FuncExpr))
		return false;
	const auto *call = reinterpret_cast<FuncExpr *>(node);
	const char *name = get_func_name(call->funcid);
	return call->args == NIL && name != nullptr && strcmp(name, "gen_objectid") == 0 &&
		   getExtensionOfObject(ProcedureRelationId, call->funcid) == extension;
}

// Whether a text constant can be read as an id; the cast decides for other types.
bool
has_id_syntax(const Const &constant)
{
	if (constant.consttype != TEXTOID)
		return true;
	return parse_objectid(TextDatumGetCString(constant.constvalue)).has_value();
}

// The constant by the casts that the column's values take, as a literal.
ConvertedDefault
converted_constant(Const *constant, bool is_array, const IdType &ids)
{
	const Oid target = is_array ? ids.array_type : ids.type;
	Node *node = reinterpret_cast<Node *>(constant);
	const Oid type = getBaseType(constant->consttype);
	if (type == BPCHAROID || type == VARCHAROID)
		node = coerce_to_target_type(nullptr, node, constant->consttype, TEXTOID, -1,
									 COERCION_EXPLICIT, COERCE_EXPLICIT_CAST, -1);
	node = eval_const_expressions(nullptr, node);
	if (IsA(node, Const) && !has_id_syntax(*reinterpret_cast<Const *>(node)))
		return {DefaultKind::unknown, nullptr};
	node = coerce_to_target_type(nullptr, node, exprType(node), target, -1, COERCION_EXPLICIT,
								 COERCE_EXPLICIT_CAST, -1);
	if (node == nullptr)
		return {DefaultKind::unknown, nullptr};
	node = eval_const_expressions(nullptr, node);
	if (!IsA(node, Const))
		return {DefaultKind::unknown, nullptr};

	Oid output;
	bool is_varlena;
	getTypeOutputInfo(target, &output, &is_varlena);
	const char *value = OidOutputFunctionCall(output, reinterpret_cast<Const *>(node)->constvalue);
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
	if (!is_array && makes_ids(node, ids.extension))
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
