// counter_create(), counter_next(), counter_take(), counter_drop(): consecutive numbers that a
// rollback gives back.
// SPDX-License-Identifier: PostgreSQL
#include "core/counter.hpp"
#include "pg/citus.hpp"
#include "pg/kept_plans.hpp"

#include <initializer_list>

using namespace objectid;

// A counter has one row for each shard in a table of the user's. A transaction that takes numbers
// of a shard keeps the row locked until it ends. The statements are what the caller could write
// himself, with his rights and whatever triggers, rules and policies the table has. As the columns'
// types match exactly, the operators are the server's.
namespace {

// Statements, each with one %s, for the table. $1 is the counter's name, the others are of type
// bigint.
constexpr const char *lock_shard_query =
	"SELECT shard::pg_catalog.int8, next, last FROM %s WHERE name OPERATOR(pg_catalog.=) $1"
	" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3 FOR UPDATE";
constexpr const char *count_shards_query =
	"SELECT shards::pg_catalog.int8 FROM %s c WHERE name OPERATOR(pg_catalog.=) $1"
	" ORDER BY c.shard LIMIT 1";
// Whether a shard has $3 numbers left. Both differences are bigints, as is the size of a shard.
#define HAS_LEFT                                                                                   \
	"(last OPERATOR(pg_catalog.-) next) OPERATOR(pg_catalog.>=) ($3 OPERATOR(pg_catalog.-) 1)"
// The first shard from $2 on with $3 numbers left. A bare shard in ORDER BY would mean the output
// column, which is cast and which no index has.
#define LOCK_FIRST_SHARD                                                                           \
	"SELECT shard::pg_catalog.int8, next, last FROM %s c WHERE name OPERATOR(pg_catalog.=) $1"     \
	" AND shard OPERATOR(pg_catalog.>=) $2 AND " HAS_LEFT " ORDER BY c.shard LIMIT 1 FOR UPDATE"
constexpr const char *lock_first_shard_query = LOCK_FIRST_SHARD;
constexpr const char *lock_free_shard_query = LOCK_FIRST_SHARD " SKIP LOCKED";
// A row if the counter exists and has no shard from $2 on with $3 numbers left.
constexpr const char *is_exhausted_query =
	"SELECT true FROM %s WHERE name OPERATOR(pg_catalog.=) $1 AND shard OPERATOR(pg_catalog.>=) $2"
	" HAVING pg_catalog.bool_and((" HAS_LEFT ") IS NOT TRUE)";
#undef LOCK_FIRST_SHARD
#undef HAS_LEFT
constexpr const char *set_next_query =
	"UPDATE %s SET next = $3"
	" WHERE name OPERATOR(pg_catalog.=) $1 AND shard OPERATOR(pg_catalog.=) $2";
// Locks the row if it is there. So no other transaction can drop the counter afterwards.
constexpr const char *create_shard_query =
	"INSERT INTO %s (name, shard, shards, next, last) VALUES ($1, $2, $3, $4, $5)"
	" ON CONFLICT (name, shard) DO UPDATE SET next = excluded.next WHERE false";
constexpr const char *drop_counter_query = "DELETE FROM %s WHERE name OPERATOR(pg_catalog.=) $1";

// The counter that a call is about.
struct Counter
{
	Oid table;
	const char *table_name;
	Datum name;
};

// For the errors of check_table().
int
hint_of_table()
{
	return errhint("Make a table of counters by CREATE TABLE counter (name text, shard integer, "
				   "shards integer, next bigint, last bigint, PRIMARY KEY (name, shard)).");
}

// The number of a column: 42703 if there is none of this name, 42804 if it has another type.
AttrNumber
column_of(Relation table, const char *name, Oid type)
{
	const AttrNumber column = get_attnum(RelationGetRelid(table), name);
	if (column == InvalidAttrNumber)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN),
						errmsg("column \"%s\" of relation \"%s\" does not exist", name,
							   RelationGetRelationName(table)),
						hint_of_table()));
	const Oid actual = TupleDescAttr(RelationGetDescr(table), column - 1)->atttypid;
	if (actual != type)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("column \"%s\" of relation \"%s\" must be type %s, not type %s",
							   name, RelationGetRelationName(table), format_type_be(type),
							   format_type_be(actual)),
						hint_of_table()));
	return column;
}

// Whether no two rows of the table can be those of the same shard.
bool
is_key(Relation table, Oid index_oid, AttrNumber name, AttrNumber shard)
{
	const Relation index = relation_open(index_oid, AccessShareLock);
	const FormData_pg_index &form = *index->rd_index;
	bool result = form.indisunique && form.indimmediate && form.indisvalid &&
				  form.indnkeyatts == 2 &&
				  heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr);
	if (result)
	{
		const int at = form.indkey.values[0] == name ? 0 : 1;
		const Oid collation = TupleDescAttr(RelationGetDescr(table), name - 1)->attcollation;
		result = form.indkey.values[at] == name && form.indkey.values[1 - at] == shard &&
				 index->rd_indcollation[at] == collation;
	}
	relation_close(index, AccessShareLock);
	return result;
}

// 42P10 if two rows of the table could be those of the same shard.
void
check_key(Relation table, AttrNumber name, AttrNumber shard)
{
	for (const ListCell &cell : cells(RelationGetIndexList(table)))
		if (is_key(table, lfirst_oid(&cell), name, shard))
			return;
	ereport(ERROR, (errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					errmsg("table \"%s\" has no unique index on its columns name and shard",
						   RelationGetRelationName(table)),
					errdetail("An index with other columns or another collation, a partial one and "
							  "a deferrable constraint do not count."),
					hint_of_table()));
}

// 42809 if the table has children: its unique index does not reach their rows.
void
check_children(Relation table)
{
	if (table->rd_rel->relkind == RELKIND_RELATION &&
		find_inheritance_children(RelationGetRelid(table), NoLock) != NIL)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("table \"%s\" has children", RelationGetRelationName(table)),
						errdetail("Its unique index does not reach their rows."), hint_of_table()));
}

// 42809, 42703, 42804 or 42P10 if it is no table of counters, 0A000 if this session cannot use it.
void
check_table(Relation table)
{
	const char kind = table->rd_rel->relkind;
	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("\"%s\" is not a table", RelationGetRelationName(table)),
						errdetail_relkind_not_supported(kind), hint_of_table()));
	if (RELATION_IS_OTHER_TEMP(table))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot access temporary tables of other sessions"), hint_of_table()));
	const AttrNumber name = column_of(table, "name", TEXTOID);
	const AttrNumber shard = column_of(table, "shard", INT4OID);
	column_of(table, "shards", INT4OID);
	column_of(table, "next", INT8OID);
	column_of(table, "last", INT8OID);
	check_key(table, name, shard);
	check_children(table);
}

// 0A000 if nodes of a Citus cluster would give out the same numbers.
void
check_nodes(Oid table, const char *table_name)
{
	const char *const quoted = quote_literal_cstr(table_name);
	if (citus_finds("SELECT FROM pg_catalog.pg_dist_local_group"
					" WHERE EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					" WHERE logicalrelid OPERATOR(pg_catalog.=) $1"
					" AND partmethod OPERATOR(pg_catalog.<>) 'n')",
					table))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("counters cannot be used in distributed table %s", table_name),
						errhint("Run SELECT undistribute_table(%s), then SELECT "
								"create_reference_table(%s).",
								quoted, quoted)));
	// A worker (the coordinator's group is 0), and the table is the node's own.
	if (citus_finds("SELECT FROM pg_catalog.pg_dist_local_group"
					" WHERE groupid OPERATOR(pg_catalog.<>) 0"
					" AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					" WHERE logicalrelid OPERATOR(pg_catalog.=) $1)",
					table))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("counters cannot be used on this node of the Citus cluster"),
				 errdetail("Each node has a table %s of its own.", table_name),
				 errhint("On the coordinator, run SELECT create_reference_table(%s).", quoted)));
}

// The counter that a call changes: 25006 or 25000 where nextval() has them, 42P01 if the table is
// gone, and the errors of check_table() and check_nodes().
Counter
counter_to_change(FunctionCallInfo fcinfo, const char *call)
{
	const Oid table_oid = PG_GETARG_OID(0);
	// The statements name the table: from now on nobody changes it or moves it to another schema.
	const Relation table = try_relation_open(table_oid, RowExclusiveLock);
	if (table == nullptr)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("relation with OID %u does not exist", table_oid)));
	if (!table->rd_islocaltemp)
		PreventCommandIfReadOnly(call);
	PreventCommandIfParallelMode(call);
	check_table(table);
	const char *const table_name = quote_qualified_identifier(
		get_namespace_name(RelationGetNamespace(table)), RelationGetRelationName(table));
	relation_close(table, NoLock);
	check_nodes(table_oid, table_name);
	return {table_oid, table_name, PG_GETARG_DATUM(1)};
}

// Runs one of the statements above for the counter. Returns the number of rows.
std::uint64_t
run(const char *statement, const Counter &counter,
	std::initializer_list<std::optional<int64>> numbers = {})
{
	const Oid types[] = {TEXTOID, INT8OID, INT8OID, INT8OID, INT8OID};
	NullableDatum values[lengthof(types)] = {{counter.name, false}};
	std::size_t count = 1;
	for (const auto &number : numbers)
		values[count++] = {Int64GetDatum(number.value_or(0)), !number};
	char *const query = psprintf(statement, counter.table_name);
	const std::uint64_t rows =
		run_kept_plan({query, counter.table, {types, count}}, {values, count});
	pfree(query);
	return rows;
}

// A number of the row that a statement found; nothing if it is null.
std::optional<int64>
found_number(int column)
{
	bool is_null;
	const Datum number =
		SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, column, &is_null);
	return is_null ? std::nullopt : std::optional(DatumGetInt64(number));
}

// 55000 if a statement has changed nothing although no other transaction can be the reason.
[[noreturn]] void
raise_not_changed(const Counter &counter)
{
	ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					errmsg("could not change counter \"%s\"", TextDatumGetCString(counter.name)),
					errdetail("A trigger, a rule or a policy on table %s skips or hides its row, "
							  "or it has no number of shards.",
							  counter.table_name)));
	pg_unreachable();
}

// Takes the numbers from the shard that was locked last, if it has that many left.
std::optional<Numbers>
take_of_locked(const Counter &counter, int32 count)
{
	const auto shard = found_number(1);
	const auto found_next = found_number(2);
	const auto found_last = found_number(3);
	std::optional<Numbers> left;
	if (found_next && found_last)
		left = {*found_next, *found_last};
	const auto batch = take_numbers(left, count);
	const auto next = left ? std::optional(left->first) : std::nullopt;
	if (batch && run(set_next_query, counter, {shard, next}) == 0)
		raise_not_changed(counter);
	return batch;
}

// How many shards the counter has; 0 when it does not exist.
int64
shards_of(const Counter &counter)
{
	return run(count_shards_query, counter) > 0 ? found_number(1).value_or(0) : 0;
}

// Locks one of several shards that has that many numbers left: one that no other transaction holds,
// or else the first one that is released. A transaction starts its search at a random shard, but
// always at the same one, so that it continues in the shard it holds and leaves the rest to others.
bool
lock_one_of(const Counter &counter, int64 shards, int32 count)
{
	const int64 first = hash_bytes_uint32(GetTopTransactionId()) % shards;
	for (const char *statement : {lock_free_shard_query, lock_first_shard_query})
		for (const int64 from : {first, int64{0}})
			if (run(statement, counter, {from, count}) > 0)
				return true;
	return false;
}

// Takes the numbers from the counter, which is created if it does not exist.
std::optional<Numbers>
take(const Counter &counter, int32 count)
{
	for (bool was_created = false;; was_created = true)
	{
		if (run(lock_shard_query, counter, {0, 1}) > 0)
			return take_of_locked(counter, count);
		if (const int64 shards = shards_of(counter); shards > 1)
		{
			if (lock_one_of(counter, shards, count))
				return take_of_locked(counter, count);
			if (run(is_exhausted_query, counter, {0, count}) > 0)
				return std::nullopt;
		}
		if (was_created)
			raise_not_changed(counter);
		// Either the counter does not exist, or another transaction has created, dropped or
		// replaced it between these statements. This transaction creates it or locks its first
		// row. Nobody else can create or drop it afterwards, so the statements above then find what
		// is there.
		run(create_shard_query, counter, {0, 1, 1, counter_max});
	}
}

// counter_next and counter_take: 2200H when no shard has that many numbers left.
Numbers
take_for_call(FunctionCallInfo fcinfo, const char *call, int32 count)
{
	const Counter counter = counter_to_change(fcinfo, call);
	SPI_connect();
	const auto batch = take(counter, count);
	if (!batch)
		ereport(ERROR,
				(errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
				 errmsg("counter \"%s\" is exhausted", TextDatumGetCString(counter.name)),
				 errdetail_plural("No shard has %d number left.", "No shard has %d numbers left.",
								  static_cast<unsigned long>(count), count)));
	SPI_finish();
	return *batch;
}

// 22023 for an impossible number of shards. A single shard without a size runs to the end of
// bigint.
void
check_shards(int32 shards, bool has_size)
{
	if (shards < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of shards: %d", shards),
						errdetail("A counter must have at least one shard.")));
	if (shards > 1 && !has_size)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("missing shard size for %d shards", shards),
				 errdetail("Only a counter with a single shard can do without a shard size.")));
}

// 22023 or 22003 for an impossible size of shards.
void
check_shard_size(int32 shards, int64 size, int64 start)
{
	if (size < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid shard size: %lld", static_cast<long long>(size)),
						errdetail("A shard must have at least one number.")));
	if (!shards_fit(start, shards, size))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("bigint out of range"),
				 errdetail("The number of shards is %d, the shard size %lld, the start %lld.",
						   shards, static_cast<long long>(size), static_cast<long long>(start))));
}

// 42710 if a counter of that name exists.
void
create(const Counter &counter, int32 shards, std::optional<int64> size, int64 start)
{
	for (int32 shard = 0; shard < shards; ++shard)
	{
		SPI_connect();
		const Numbers owned =
			size ? numbers_of_shard(start, shard, *size) : Numbers{start, counter_max};
		if (run(create_shard_query, counter, {shard, shards, owned.first, owned.last}) == 0)
		{
			if (shards_of(counter) == 0)
				raise_not_changed(counter);
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("counter \"%s\" already exists", TextDatumGetCString(counter.name))));
		}
		SPI_finish(); // frees what the statement took
	}
}

} // namespace

SQL_FUNCTION(counter_next)
{
	PG_RETURN_INT64(take_for_call(fcinfo, "counter_next()", 1).first);
}

SQL_FUNCTION(counter_take)
{
	const int32 count = PG_GETARG_INT32(2);
	if (count < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid count: %d", count),
				 errdetail("A batch has at least one number.")));
	const Numbers batch = take_for_call(fcinfo, "counter_take()", count);
	// No bigint follows the last one.
	const bool ends = batch.last < counter_max;
	RangeBound lower{Int64GetDatum(batch.first), false, true, true};
	RangeBound upper{Int64GetDatum(ends ? batch.last + 1 : 0), !ends, false, false};
	PG_RETURN_RANGE_P(make_range(lookup_type_cache(INT8RANGEOID, TYPECACHE_RANGE_INFO), &lower,
								 &upper, false, nullptr));
}

SQL_FUNCTION(counter_create)
{
	for (int i = 0; i < PG_NARGS(); ++i)
		if (PG_ARGISNULL(i) && i != 3) // a shard can be without a size
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("arguments other than shard_size must not be null")));
	const int32 shards = PG_GETARG_INT32(2);
	const int64 start = PG_GETARG_INT64(4);
	std::optional<int64> size;
	if (!PG_ARGISNULL(3))
		size = PG_GETARG_INT64(3);
	check_shards(shards, size.has_value());
	if (size)
		check_shard_size(shards, *size, start);
	const Counter counter = counter_to_change(fcinfo, "counter_create()");
	create(counter, shards, size, start);
	PG_RETURN_VOID();
}

SQL_FUNCTION(counter_drop)
{
	const Counter counter = counter_to_change(fcinfo, "counter_drop()");
	SPI_connect();
	if (run(drop_counter_query, counter) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("counter \"%s\" does not exist", TextDatumGetCString(counter.name))));
	SPI_finish();
	PG_RETURN_VOID();
}
