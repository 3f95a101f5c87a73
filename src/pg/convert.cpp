// objectid_convert(): columns and their keys become ids, in one call, as the owner of the tables.
// SPDX-License-Identifier: PostgreSQL
#include "pg/convert_catalog.hpp"
#include "pg/convert_default.hpp"
#include "pg/errors.hpp"
#include "pg/postgres.hpp"

using namespace objectid;

// What happens, in this order, which is that of this file:
//
// 1. The names are looked up as the caller would, and the caller must own the tables. Columns that
//    foreign keys, partitions and inheritance connect come along. All of their tables are locked,
//    and only then what was found is true; if there is more by now, it is locked as well.
// 2. What mentions a column or a row in an expression is in the way: one error lists it all.
// 3. The statements are made, executed one by one, and returned. They have names of tables,
//    columns, constraints and types, and literals, but no expression of anybody.
//
// 2 and 3 run as the owner of all these tables in a security-restricted operation, with a
// search_path where nobody can plant anything. So a superuser who converts the tables of somebody
// else lends nothing to the functions that their owner has put into indexes, checks and defaults,
// which ALTER TABLE may run. Foreign keys are checked against all rows, also of tables with FORCE
// ROW LEVEL SECURITY.
namespace {

namespace catalog = convert_catalog;

// Columns, pair by pair.
struct Columns
{
	List *tables;  // of OIDs
	List *numbers; // of integers

	void add(Oid table, AttrNumber number)
	{
		tables = lappend_oid(tables, table);
		numbers = lappend_int(numbers, number);
	}
};

// What a query found.
struct Rows
{
	SPITupleTable *table;
	std::size_t count;

	[[nodiscard]] Oid oid(std::size_t row, int column) const
	{
		bool is_null;
		return DatumGetObjectId(SPI_getbinval(table->vals[row], table->tupdesc, column, &is_null));
	}

	[[nodiscard]] AttrNumber number(std::size_t row, int column) const
	{
		bool is_null;
		return DatumGetInt16(SPI_getbinval(table->vals[row], table->tupdesc, column, &is_null));
	}

	// nullptr for NULL
	[[nodiscard]] const char *text(std::size_t row, int column) const
	{
		return SPI_getvalue(table->vals[row], table->tupdesc, column);
	}

	[[nodiscard]] bool is_true(std::size_t row, int column) const
	{
		bool is_null;
		return DatumGetBool(SPI_getbinval(table->vals[row], table->tupdesc, column, &is_null));
	}
};

void
set_safe_search_path()
{
	set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
					  GUC_ACTION_SAVE, true, 0, false);
}

// Asks the catalogs, with a new snapshot.
Rows
ask(const char *query, std::span<Oid> types, std::span<Datum> values)
{
	const int level = NewGUCNestLevel();
	set_safe_search_path();
	const SPIPlanPtr plan = SPI_prepare(query, static_cast<int>(types.size()), types.data());
	if (plan == nullptr)
		elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
	const int status = SPI_execute_plan(plan, values.data(), nullptr, false, 0);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan failed: %s", SPI_result_code_string(status));
	AtEOXact_GUC(false, level);
	return {SPI_tuptable, static_cast<std::size_t>(SPI_processed)};
}

// A list as oid[].
Datum
oid_array(const List *oids)
{
	ArrayBuildState *array = initArrayResult(OIDOID, CurrentMemoryContext, false);
	for (const ListCell &cell : cells(oids))
		accumArrayResult(array, ObjectIdGetDatum(lfirst_oid(&cell)), false, OIDOID,
						 CurrentMemoryContext);
	return makeArrayResult(array, CurrentMemoryContext);
}

// A list as smallint[].
Datum
smallint_array(const List *integers)
{
	ArrayBuildState *array = initArrayResult(INT2OID, CurrentMemoryContext, false);
	for (const ListCell &cell : cells(integers))
		accumArrayResult(array, Int16GetDatum(static_cast<int16>(lfirst_int(&cell))), false,
						 INT2OID, CurrentMemoryContext);
	return makeArrayResult(array, CurrentMemoryContext);
}

Rows
ask(const char *query, const Columns &columns, Oid type)
{
	Oid types[] = {OIDARRAYOID, INT2ARRAYOID, OIDOID};
	Datum values[] = {oid_array(columns.tables), smallint_array(columns.numbers),
					  ObjectIdGetDatum(type)};
	return ask(query, types, values);
}

// The first two columns of the rows: table and number.
Columns
columns_of(const Rows &rows)
{
	Columns columns{};
	for (std::size_t row = 0; row < rows.count; ++row)
		columns.add(rows.oid(row, 1), rows.number(row, 2));
	return columns;
}

// 1. Names, owners, locks -------------------------------------------------------------------------

// A column as the caller wrote it.
struct NamedColumn
{
	RangeVar *table;
	const char *name;
};

NamedColumn
parse_column(text *written)
{
	List *names = textToQualifiedNameList(written);
	if (list_length(names) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME), errmsg("column name must be qualified"),
				 errdetail("A column is written as table.column, or with its schema: \"%s\".",
						   text_to_cstring(written))));
	const char *name = strVal(llast(names));
	return {makeRangeVarFromNameList(list_delete_last(names)), name};
}

std::span<NamedColumn>
parse_columns(ArrayType *array)
{
	Datum *texts;
	bool *nulls;
	int count;
	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &texts, &nulls, &count);
	const auto size = sizeof(NamedColumn) * static_cast<std::size_t>(count + 1);
	auto *columns = static_cast<NamedColumn *>(palloc(size));
	for (int i = 0; i < count; ++i)
	{
		if (nulls[i])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("names of columns must not be null")));
		columns[i] = parse_column(DatumGetTextPP(texts[i]));
	}
	return {columns, static_cast<std::size_t>(count)};
}

// The table of a name: 42P01, 42809, and 42501 unless the caller owns it and it is no catalog.
Oid
find_table(const RangeVar *name)
{
	const Oid table =
		RangeVarGetRelidExtended(name, NoLock, 0, RangeVarCallbackOwnsRelation, nullptr);
	const char kind = get_rel_relkind(table);
	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a table", name->relname)));
	return table;
}

AttrNumber
find_column(Oid table, const NamedColumn &column)
{
	const AttrNumber number = get_attnum(table, column.name);
	if (number == InvalidAttrNumber)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN),
						errmsg("column \"%s\" of relation \"%s\" does not exist", column.name,
							   column.table->relname)));
	if (number < InvalidAttrNumber)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("cannot alter system column \"%s\"", column.name)));
	return number;
}

Columns
find_columns(std::span<const NamedColumn> names)
{
	Columns columns{};
	for (const NamedColumn &name : names)
	{
		const Oid table = find_table(name.table);
		columns.add(table, find_column(table, name));
	}
	return columns;
}

// The tables of the columns, each once, in ascending order.
List *
tables_of(const Rows &columns)
{
	List *tables = NIL;
	for (std::size_t row = 0; row < columns.count; ++row)
		tables = list_append_unique_oid(tables, columns.oid(row, 1));
	list_sort(tables, list_oid_cmp);
	return tables;
}

// InvalidOid if the table is gone.
Oid
owner_of(Oid table)
{
	const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	const Oid owner = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

// The owner of the first of these tables that is still there; InvalidOid if none is.
Oid
owner_of_any(const List *tables)
{
	for (const ListCell &cell : cells(tables))
		if (const Oid owner = owner_of(lfirst_oid(&cell)); OidIsValid(owner))
			return owner;
	return InvalidOid;
}

// 2BP01 if one of the tables does not belong to the owner. Those that have been dropped meanwhile
// belong to nobody.
void
check_owner(const List *tables, Oid owner)
{
	StringInfoData owners;
	initStringInfo(&owners);
	bool differ = false;
	for (const ListCell &cell : cells(tables))
	{
		const Oid table = lfirst_oid(&cell);
		const Oid role = owner_of(table);
		if (!OidIsValid(role))
			continue;
		differ |= role != owner;
		appendStringInfo(&owners, "%sTable %s belongs to role %s.", owners.len > 0 ? "\n" : "",
						 quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)),
													get_rel_name(table)),
						 quote_identifier(GetUserNameFromId(role, true)));
	}
	if (differ)
		ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
						errmsg("cannot convert columns of tables that belong to different roles"),
						errdetail_internal("%s", owners.data)));
}

// Locks the tables of all connected columns, in the order of their OIDs, until there are no others.
// A table is locked only once it is known that the caller has the rights of its owner.
Columns
lock_columns(std::span<const NamedColumn> names, Oid type, Oid *owner)
{
	List *locked = NIL;
	for (;;)
	{
		const Columns named = find_columns(names);
		*owner = owner_of_any(named.tables); // whose rights the caller has, as find_table() saw
		if (!OidIsValid(*owner))
			continue; // All have been dropped meanwhile, and will not be found again.
		const Rows rows = ask(catalog::connected_columns, named, type);
		const List *tables = tables_of(rows);
		check_owner(tables, *owner);
		const List *missing = list_difference_oid(tables, locked);
		if (missing == NIL)
			return columns_of(rows);
		for (const ListCell &cell : cells(missing))
			LockRelationOid(lfirst_oid(&cell), AccessExclusiveLock);
		locked = list_concat(locked, missing);
	}
}

// 2. What is in the way ---------------------------------------------------------------------------

// One column of those that are not ids yet.
struct Column
{
	Oid table;
	AttrNumber number;
	const char *table_name; // qualified, quoted as the others
	const char *name;
	const char *cast; // the type of pg_catalog to cast to first, then to objectid
	bool is_array;
	bool becomes_not_null;
	bool is_inherited;
	ConvertedDefault new_default;
};

// 42846 if a type cannot be converted.
std::span<Column>
describe_columns(const Rows &rows)
{
	auto *columns = static_cast<Column *>(palloc(sizeof(Column) * (rows.count + 1)));
	for (std::size_t row = 0; row < rows.count; ++row)
	{
		columns[row] = {
			.table = rows.oid(row, 1),
			.number = rows.number(row, 2),
			.table_name = rows.text(row, 3),
			.name = rows.text(row, 4),
			.cast = rows.text(row, 6),
			.is_array = rows.is_true(row, 7),
			.becomes_not_null = rows.is_true(row, 8),
			.is_inherited = rows.is_true(row, 9),
			.new_default = {DefaultKind::none, nullptr},
		};
		if (columns[row].cast == nullptr)
			ereport(ERROR, (errcode(ERRCODE_CANNOT_COERCE),
							errmsg("cannot cast type %s to %s", rows.text(row, 5), "objectid"),
							errdetail("Column %s of table %s is of this type.", columns[row].name,
									  columns[row].table_name)));
	}
	return {columns, rows.count};
}

// The columns lose the checks of their domains. (That of 24 digits is implied by the new type.)
void
notice_domains(const Rows &rows)
{
	for (std::size_t row = 0; row < rows.count; ++row)
		if (const char *domain = rows.text(row, 10); domain != nullptr && !rows.is_true(row, 9))
			ereport(NOTICE, (errmsg("column %s of table %s loses the checks of domain %s",
									rows.text(row, 4), rows.text(row, 3), domain)));
}

// Objects, class by class, as arrays.
struct Objects
{
	List *classes;
	List *oids;
};

void
add_object(Objects &objects, Oid object_class, Oid object)
{
	objects.classes = lappend_oid(objects.classes, object_class);
	objects.oids = lappend_oid(objects.oids, object);
}

// What is in the way: a line for each object, and below it the statements that drop and create it.
//
// Whoever executes them runs what the owner has written, such as the function of a CHECK, with his
// own rights. So the statements are left out for a session that could become a superuser, if the
// owner could not.
struct Report
{
	StringInfoData lines;
	bool has_statements;
};

// A name can hold line breaks, and must not look like a statement.
char *
in_one_line(const char *text)
{
	char *line = pstrdup(text);
	for (char *c = line; *c != '\0'; ++c)
		if (static_cast<unsigned char>(*c) < ' ')
			*c = ' ';
	return line;
}

// object: in a line. statements: below it, each behind a line break.
void
add_to_report(Report &report, const char *object, const char *statements)
{
	appendStringInfo(&report.lines, "%s%s%s", report.lines.len > 0 ? "\n" : "", object,
					 report.has_statements ? statements : "");
}

void
add_to_report(Report &report, const Rows &rows)
{
	for (std::size_t row = 0; row < rows.count; ++row)
	{
		const char *statements = rows.text(row, 2);
		add_to_report(report, in_one_line(rows.text(row, 1)),
					  statements == nullptr ? "" : statements);
	}
}

// Converts the defaults; unknown ones become obstacles.
void
convert_defaults(std::span<Column> columns, const IdType &ids, Objects &obstacles, Report &report)
{
	for (Column &column : columns)
	{
		column.new_default = converted_default(column.table, column.number, column.is_array, ids);
		if (column.new_default.kind != DefaultKind::unknown)
			continue;
		const Oid object = GetAttrDefaultOid(column.table, column.number);
		if (OidIsValid(object))
			add_object(obstacles, AttrDefaultRelationId, object);
		else
			add_to_report(
				report,
				in_one_line(psprintf("Column %s of table %s has the default of its domain",
									 column.name, column.table_name)),
				psprintf("\n    first: ALTER TABLE %s ALTER COLUMN %s SET DEFAULT NULL;",
						 column.table_name, column.name));
	}
}

// How an object is dropped and made again.
struct Recipe
{
	Oid object_class;
	const char *query;
};

constexpr Recipe recipes[] = {
	{RewriteRelationId, catalog::view_or_rule},
	{PolicyRelationId, catalog::policy},
	{ConstraintRelationId, catalog::constraint},
	{TriggerRelationId, catalog::trigger},
	{AttrDefaultRelationId, catalog::default_or_generated_column},
	{TypeRelationId, catalog::default_of_domain},
	{RelationRelationId, catalog::index},
	{StatisticExtRelationId, catalog::statistics_object},
	{PublicationRelRelationId, catalog::table_of_publication},
	{ProcedureRelationId, catalog::routine},
};

// The statements that drop and create an object of the owner; or whose it is.
const char *
statements_for(Oid object_class, Oid object)
{
	Oid types[] = {OIDOID, OIDOID};
	Datum values[] = {ObjectIdGetDatum(object_class), ObjectIdGetDatum(object)};
	const Rows owner = ask(catalog::owner_of_object, types, values);
	if (owner.count > 0 && owner.oid(0, 1) != GetUserId())
		return psprintf("\n    It belongs to role %s.", in_one_line(owner.text(0, 2)));
	StringInfoData statements;
	initStringInfo(&statements);
	for (const Recipe &recipe : recipes)
	{
		if (recipe.object_class != object_class)
			continue;
		const Rows rows = ask(recipe.query, {&types[1], 1}, {&values[1], 1});
		if (rows.count == 0)
			continue;
		appendStringInfo(&statements, "\n    first: %s;", rows.text(0, 1));
		if (const char *creates = rows.text(0, 2))
			appendStringInfo(&statements, "\n    afterwards: %s;", creates);
	}
	return statements.data;
}

// The first columns of the rows: class, object, what the server calls it.
void
add_objects_to_report(Report &report, const Rows &objects)
{
	for (std::size_t row = 0; row < objects.count; ++row)
	{
		char *line = in_one_line(objects.text(row, 3));
		line[0] = static_cast<char>(pg_toupper(static_cast<unsigned char>(line[0])));
		add_to_report(
			report, line,
			report.has_statements ? statements_for(objects.oid(row, 1), objects.oid(row, 2)) : "");
	}
}

// Whether the statements may be shown: the function runs as the owner.
bool
may_show_statements()
{
	Oid types[] = {OIDOID, OIDOID};
	Datum roles[] = {ObjectIdGetDatum(GetUserId()), ObjectIdGetDatum(GetAuthenticatedUserId())};
	return ask(catalog::superuser_above_owner, types, roles).count == 0;
}

// The objects that hold an expression over the columns, or an index of their old type.
Objects
find_obstacles(const Columns &columns, const IdType &ids)
{
	Objects obstacles = {NIL, NIL};
	for (const char *query : {catalog::mentioning_column, catalog::mentioning_row,
							  catalog::mentioning_row_type, catalog::indexes_of_old_type})
	{
		const Rows rows = ask(query, columns, ids.type);
		for (std::size_t row = 0; row < rows.count; ++row)
			add_object(obstacles, rows.oid(row, 1), rows.oid(row, 2));
	}
	return obstacles;
}

// 2BP01 with all that is in the way.
void
check_obstacles(const Columns &all, std::span<Column> columns, const IdType &ids)
{
	Report report{};
	initStringInfo(&report.lines);
	report.has_statements = may_show_statements();
	Objects obstacles = find_obstacles(all, ids);
	convert_defaults(columns, ids, obstacles, report);
	Oid types[] = {OIDARRAYOID, OIDARRAYOID};
	Datum values[] = {oid_array(obstacles.classes), oid_array(obstacles.oids)};
	add_objects_to_report(report, ask(catalog::order_of_dropping, types, values));
	for (const char *query :
		 {catalog::unalterable_tables, catalog::unusual_foreign_keys, catalog::unusual_indexes})
		add_to_report(report, ask(query, all, ids.type));
	if (report.lines.len == 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 errmsg("cannot convert columns because other objects depend on them"),
			 errdetail_internal("%s", report.lines.data),
			 report.has_statements
				 ? errhint("Drop these objects in this order, convert the columns, and create in "
						   "the reverse order what should be there for ids, with its owner, "
						   "privileges and comments, all in one transaction.")
				 : errhint("Connect as role %s, or as a member of it that cannot become a "
						   "superuser, to see the statements that drop and create these objects.",
						   in_one_line(quote_identifier(GetUserNameFromId(GetUserId(), false))))));
}

// 3. The statements -------------------------------------------------------------------------------

void
add_column(List **statements, const Rows &rows, int column)
{
	for (std::size_t row = 0; row < rows.count; ++row)
		*statements = lappend(*statements, const_cast<char *>(rows.text(row, column)));
}

// A default is dropped before the type changes, because ALTER TABLE would keep its expression.
void
add_drops_of_defaults(List **statements, std::span<const Column> columns)
{
	for (const Column &column : columns)
		if (OidIsValid(GetAttrDefaultOid(column.table, column.number)))
			*statements =
				lappend(*statements, psprintf("ALTER TABLE ONLY %s ALTER COLUMN %s DROP DEFAULT;",
											  column.table_name, column.name));
}

// One statement for each table, which rewrites it once, with its partitions and children.
void
add_conversions(List **statements, std::span<const Column> columns, const IdType &ids)
{
	StringInfoData statement;
	Oid table = InvalidOid;
	for (const Column &column : columns)
	{
		if (column.is_inherited)
			continue;
		if (column.table != table)
		{
			if (OidIsValid(table))
				*statements = lappend(*statements, psprintf("%s;", statement.data));
			initStringInfo(&statement);
			appendStringInfo(&statement, "ALTER TABLE %s", column.table_name);
		}
		const char *array = column.is_array ? "[]" : "";
		appendStringInfo(&statement,
						 "%s ALTER COLUMN %s TYPE %s.objectid%s"
						 " USING %s::pg_catalog.%s%s::%s.objectid%s",
						 column.table == table ? "," : "", column.name, ids.schema, array,
						 column.name, column.cast, array, ids.schema, array);
		if (column.becomes_not_null)
			appendStringInfo(&statement, ", ALTER COLUMN %s SET NOT NULL", column.name);
		table = column.table;
	}
	if (OidIsValid(table))
		*statements = lappend(*statements, psprintf("%s;", statement.data));
}

void
add_new_defaults(List **statements, std::span<const Column> columns)
{
	for (const Column &column : columns)
		if (column.new_default.kind == DefaultKind::known)
			*statements =
				lappend(*statements,
						psprintf("ALTER TABLE ONLY %s ALTER COLUMN %s SET DEFAULT %s;",
								 column.table_name, column.name, column.new_default.expression));
}

List *
make_statements(const Columns &all, std::span<const Column> columns, const IdType &ids)
{
	List *statements = NIL;
	const Rows foreign_keys = ask(catalog::foreign_keys, all, ids.type);
	add_column(&statements, foreign_keys, 1);
	add_drops_of_defaults(&statements, columns);
	add_conversions(&statements, columns, ids);
	add_new_defaults(&statements, columns);
	add_column(&statements, foreign_keys, 2);
	add_column(&statements, ask(catalog::what_is_lost, all, ids.type), 1);
	return statements;
}

void
execute(const List *statements)
{
	for (const ListCell &cell : cells(statements))
	{
		const int status = SPI_execute(static_cast<const char *>(lfirst(&cell)), false, 0);
		if (status < 0)
			elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(status));
	}
}

// 55000 if a statement has left a column as it was, which would have lost its foreign keys: a
// partition that is being detached concurrently, or an event trigger.
void
check_converted(const Rows &left)
{
	if (left.count > 0)
		ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						errmsg("column %s of table %s was not converted", left.text(0, 4),
							   left.text(0, 3))));
}

// Steps 2 and 3, as the owner.
List *
convert(const Columns &connected, const IdType &ids, bool is_dry_run)
{
	const Rows rows = ask(catalog::column_types, connected, ids.type);
	const Columns all = columns_of(rows);
	const std::span<Column> columns = describe_columns(rows);
	check_obstacles(all, columns, ids);
	notice_domains(rows);
	List *statements = make_statements(all, columns, ids);
	if (!is_dry_run)
	{
		execute(statements);
		check_converted(ask(catalog::column_types, connected, ids.type));
	}
	return statements;
}

[[noreturn]] void
raise_no_type()
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("type \"%s\" does not exist", "objectid")));
	pg_unreachable();
}

// Locks a row of a catalog as SELECT FOR KEY SHARE does: nobody can rename, move or drop what it
// describes until the transaction ends.
template <typename FindRow>
void
hold_name(Oid catalog, FindRow find_row)
{
	const Relation relation = table_open(catalog, RowShareLock);
	TM_Result result = TM_Updated;
	while (result != TM_Ok)
	{
		CHECK_FOR_INTERRUPTS();
		AcceptInvalidationMessages();
		const HeapTuple found = find_row();
		if (!HeapTupleIsValid(found))
			raise_no_type();
		HeapTupleData row{};
		row.t_self = found->t_self;
		Buffer buffer;
		TM_FailureData failure;
		result = heap_lock_tuple(relation, &row, GetCurrentCommandId(true), LockTupleKeyShare,
								 LockWaitBlock, false, &buffer, &failure);
		ReleaseBuffer(buffer);
	}
	table_close(relation, NoLock);
}

// The type of the extension that the function belongs to. The statements name it with its schema,
// which may be owned by somebody who could exchange what has the name: so the names are held.
IdType
id_type(Oid function)
{
	const Oid extension = getExtensionOfObject(ProcedureRelationId, function);
	const Oid type = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("objectid"),
									 ObjectIdGetDatum(get_func_namespace(function)));
	if (!OidIsValid(type) || getExtensionOfObject(TypeRelationId, type) != extension)
		raise_no_type();
	hold_name(TypeRelationId,
			  [type] { return SearchSysCacheCopy1(TYPEOID, ObjectIdGetDatum(type)); });
	const Oid schema = get_func_namespace(function);
	hold_name(NamespaceRelationId,
			  [schema] { return SearchSysCacheCopy1(NAMESPACEOID, ObjectIdGetDatum(schema)); });
	return {type, get_array_type(type), extension, quote_identifier(get_namespace_name(schema))};
}

// 25001. An older snapshot would hide from pg_get_constraintdef(), which ALTER TABLE uses as well,
// what others have committed since.
void
check_isolation()
{
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("cannot convert columns in a transaction with isolation level %s",
						XactIsoLevel == XACT_SERIALIZABLE ? "SERIALIZABLE" : "REPEATABLE READ"),
				 errhint("Use isolation level READ COMMITTED.")));
}

void
return_texts(FunctionCallInfo fcinfo, const List *texts)
{
	const auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
	for (const ListCell &cell : cells(texts))
	{
		Datum value = CStringGetTextDatum(static_cast<char *>(lfirst(&cell)));
		bool is_null = false;
		tuplestore_putvalues(result->setResult, result->setDesc, &value, &is_null);
	}
}

} // namespace

// The call, first as the caller and then as the owner ---------------------------------------------

SQL_FUNCTION(objectid_convert)
{
	PreventCommandDuringRecovery("objectid_convert()");
	check_not_null(fcinfo, 0, "columns");
	check_not_null(fcinfo, 1, "dry_run");
	check_isolation();
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	SPI_connect();
	const IdType ids = id_type(fcinfo->flinfo->fn_oid);
	const std::span<NamedColumn> names = parse_columns(PG_GETARG_ARRAYTYPE_P(0));
	if (!names.empty())
	{
		Oid owner;
		const Columns columns = lock_columns(names, ids.type, &owner);

		Oid caller;
		int context;
		GetUserIdAndSecContext(&caller, &context);
		SetUserIdAndSecContext(owner,
							   context | SECURITY_RESTRICTED_OPERATION | SECURITY_NOFORCE_RLS);
		const int level = NewGUCNestLevel();
		set_safe_search_path();
		const List *statements = convert(columns, ids, PG_GETARG_BOOL(1));
		AtEOXact_GUC(false, level);
		SetUserIdAndSecContext(caller, context);

		return_texts(fcinfo, statements);
	}
	SPI_finish();
	return Datum{0};
}
