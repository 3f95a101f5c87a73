// counter_create(), counter_next(), counter_take(), counter_drop(): consecutive numbers that a
// rollback gives back.
// SPDX-License-Identifier: PostgreSQL
#include "core/counter.hpp"
#include "pg/citus.hpp"
#include "pg/errors.hpp"
#include "pg/kept_plans.hpp"
#include "pg/own_relation.hpp"
#include "pg/relation_changes.hpp"

#include <initializer_list>

using namespace objectid;

// A counter has one row for each shard in the table objectid_counter. A transaction that takes
// numbers of a shard keeps the row locked until it ends. The statements run with the rights and the
// search_path of the caller. So the table is the extension's by its OID, types match exactly, and
// operators are schema-qualified. Nobody but the owner of the table, a superuser or the owner of
// the functions, can add rules, defaults or children to it; for triggers and foreign keys that
// refer to it, see check_triggers().
namespace {

// Statements, each with one %s, for the table. $1 is the counter's name, the others are of type
// bigint.
constexpr const char *lock_shard_query =
	"SELECT shard::pg_catalog.int8, next, last FROM %s WHERE name OPERATOR(pg_catalog.=) $1"
	" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3 FOR UPDATE";
constexpr const char *count_shards_query =
	"SELECT shards::pg_catalog.int8 FROM %s"
	" WHERE name OPERATOR(pg_catalog.=) $1 AND shard OPERATOR(pg_catalog.=) 0";
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

constinit OwnRelation own_table{"objectid_counter", RELKIND_RELATION};

void
forget_table(Oid relation)
{
	own_table.forget(relation);
}

// 42501 if a function of another role would run with the caller's rights: by a trigger, or as the
// trigger of a table whose foreign key cascades. GRANT ALL on the table, as on all tables of a
// schema, lets others add these. They cannot while the caller has it open.
void
check_triggers(Relation table)
{
	struct Fired
	{
		const char *name;
		Oid function;
		Oid referring; // the table of a foreign key, else InvalidOid
	};
	const TriggerDesc *const description = table->trigdesc;
	if (description == nullptr)
		return;
	const auto count = static_cast<std::size_t>(description->numtriggers);
	auto *const all = static_cast<Fired *>(palloc(count * sizeof(Fired)));
	for (std::size_t i = 0; i < count; ++i)
	{
		const Trigger &trigger = description->triggers[i];
		all[i] = {pstrdup(trigger.tgname), trigger.tgfoid, trigger.tgconstrrelid};
	}
	for (const Fired &fired : std::span{all, count})
	{
		const Oid owner = OidIsValid(fired.referring) ? owner_of_relation(fired.referring)
													  : owner_of_function(fired.function);
		if (owner == table->rd_rel->relowner || owner == GetUserId() || superuser_arg(owner))
			continue;
		ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
						errmsg("cannot use counters because of trigger \"%s\" on table \"%s\"",
							   fired.name, RelationGetRelationName(table)),
						errdetail("Role \"%s\" chooses what it runs with your rights.",
								  GetUserNameFromId(owner, true)),
						errhint("Drop the trigger or the foreign key, and revoke TRIGGER and "
								"REFERENCES on the table.")));
	}
}

// The counter that a call is about.
struct Counter
{
	Oid table;
	const char *table_name;
	Datum name;
};

// The counter that a call changes: 25006 or 25000 where nextval() has them, 42P01 if the extension
// has been dropped meanwhile, 42501 as check_triggers(), and 0A000 if nodes of a Citus cluster
// would give out the same numbers.
Counter
counter_to_change(FunctionCallInfo fcinfo, const char *call)
{
	PreventCommandIfReadOnly(call);
	PreventCommandIfParallelMode(call);
	call_when_relations_change(forget_table);
	const Oid table = own_table.of_extension_of(called_function(fcinfo));
	// The statements name the table: from now on nobody moves it to another schema.
	const Relation relation =
		OidIsValid(table) ? try_relation_open(table, RowExclusiveLock) : nullptr;
	if (relation == nullptr)
	{
		own_table.forget(table); // perhaps it was dropped while it was looked for
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s\" does not exist", own_table.name),
				 errdetail("The table must be that of the extension, and belong to a superuser or "
						   "the owner of its functions.")));
	}
	check_triggers(relation);
	const char *const table_name = quote_qualified_identifier(
		get_namespace_name(relation->rd_rel->relnamespace), RelationGetRelationName(relation));
	relation_close(relation, NoLock);
	// A row if this node is a worker (the coordinator's group is 0), and the table is the node's
	// own, not one that Citus keeps on all nodes.
	if (citus_finds("SELECT FROM pg_catalog.pg_dist_local_group"
					" WHERE groupid OPERATOR(pg_catalog.<>) 0"
					" AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					" WHERE logicalrelid OPERATOR(pg_catalog.=) $1)",
					table))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("counters cannot be used on this node of the Citus cluster"),
						errdetail("Each node has a table %s of its own.", table_name),
						errhint("On the coordinator, run SELECT create_reference_table(%s).",
								quote_literal_cstr(table_name))));
	return {table, table_name, PG_GETARG_DATUM(0)};
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
		run_kept_plan({query, counter.table, {types, count}}, {values, count}, false, 0);
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
					errdetail("A trigger or a policy on table %s skips or hides its row.",
							  counter.table_name)));
	pg_unreachable();
}

// Takes the numbers from the shard that was locked last, if it has that many left.
std::optional<Numbers>
take_of_locked(const Counter &counter, int32 count)
{
	const auto shard = found_number(1);
	std::optional<Numbers> left;
	if (const auto next = found_number(2))
		left = {*next, *found_number(3)};
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
	return run(count_shards_query, counter) > 0 ? *found_number(1) : 0;
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
	const int32 count = PG_GETARG_INT32(1);
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
	check_not_null(fcinfo, 0, "name");
	check_not_null(fcinfo, 1, "shards"); // shard_size may be null
	check_not_null(fcinfo, 3, "start");
	const int32 shards = PG_GETARG_INT32(1);
	const int64 start = PG_GETARG_INT64(3);
	std::optional<int64> size;
	if (!PG_ARGISNULL(2))
		size = PG_GETARG_INT64(2);
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
