// resolved_…(): up to where a table can be read in the order of its key while others write.
// SPDX-License-Identifier: PostgreSQL
#include "core/time_kinds.hpp"
#include "pg/citus.hpp"
#include "pg/errors.hpp"
#include "pg/follow_bounds.hpp"
#include "pg/follow_key.hpp"
#include "pg/follow_numbers.hpp"
#include "pg/follow_writers.hpp"
#include "pg/id_datum.hpp"
#include "pg/new_id.hpp"
#include "pg/own_objects.hpp"
#include "pg/processes.hpp"

#include <algorithm>

using namespace objectid;

// What happens when a table changes under a reader
// ------------------------------------------------
//
//  * Its columns. A lock or a look-up can bring an invalidation, after which an open relation has
//    another descriptor. So FollowedKey has copies.
//  * Its partitions and children. What is known of them is kept until one changes
//    (pg/follow_tables.cpp), and invalidations are accepted before each search, since a reader's
//    lock does not prevent that a child is added. Ids in one that is added later are made later
//    than the search, so bounds stay right. They are not locked. One that is gone has no rows that
//    could be missed.
//  * Defaults. A call looks at that of the table, and at those of the others once after each change
//    (check_defaults()), unless an equal call with the same snapshot has done so.
//  * The sequence. A new file means numbers that begin anew, and belongs to what marks and kept
//    bounds are of.
//
// No lock is taken for which a call would have to wait (a deadlock is possible with who drops a
// partition): instead, a bound is unknown.

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
// unless this user may read it. nullptr if somebody changes it.
Relation
open_followed(Oid table_oid)
{
	if (!ConditionalLockRelationOid(table_oid, AccessShareLock))
		return nullptr;
	Relation table = try_relation_open(table_oid, NoLock);
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

Datum
bound_to_datum(Oid type, std::int64_t bound)
{
	if (type == UUIDOID)
	{
		const auto unit = unit_of<UuidV7Time>(bound);
		return id_to_datum(unit ? UuidV7Time::min(*unit) : Uuid{});
	}
	const auto unit = unit_of<ObjectIdTime>(bound);
	return id_to_datum(unit ? ObjectIdTime::min(*unit) : ObjectId{});
}

// The tables that a followed one is written through, as they are now, with the same default.
const WrittenTables &
tables_of(const FollowedKey &key)
{
	// A child can have been created since the table was opened: a reader's lock does not prevent
	// that.
	AcceptInvalidationMessages();
	WrittenTables &tables = tables_written(RelationGetRelid(key.table));
	check_defaults(key, tables);
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
find_time(const FollowedKey &key)
{
	const std::int64_t now = reserve_bound();
	const WrittenTables &tables = tables_of(key);
	return {{RelationGetRelid(key.table)}, std::min(now, find_writers(tables).earliest_start), now};
}

// The bound above a number.
std::int64_t
above(std::int64_t number)
{
	return number == PG_INT64_MAX ? number : number + 1;
}

// The same of numbers, where the sequence stands for the clock: pg/follow_numbers.cpp tells why.
FoundBound
find_number(const FollowedKey &key, const LastNumber &last)
{
	const Oid table = RelationGetRelid(key.table);
	const Oid sequence = key.source.relation;
	const WriterStarts writers = find_writers(tables_of(key));
	const bool is_temporary = key.table->rd_rel->relpersistence == RELPERSISTENCE_TEMP;
	const auto number = readable_number({GetUserId(), MyDatabaseId, table, sequence, last.file},
										is_temporary, last.value, writers);
	return {{table, sequence, last.file, key.column},
			number ? above(*number) : unknown_bound,
			above(last.value)};
}

// How a call names the key.
struct Call
{
	Oid key_type; // INT8OID for numbers of each size
	Oid table;
	bool has_name;
	NameData name; // of the column

	[[nodiscard]] bool is_of_numbers() const
	{
		return key_type == INT8OID;
	}

	[[nodiscard]] const char *name_or_null() const
	{
		return has_name ? NameStr(name) : nullptr;
	}

	bool operator==(const Call &other) const
	{
		return key_type == other.key_type && table == other.table && has_name == other.has_name &&
			   strcmp(NameStr(name), NameStr(other.name)) == 0;
	}
};

// What the call is about, as far as that can be told without the table's lock.
Subject
subject_of(const Call &call)
{
	if (!call.is_of_numbers())
		return {call.table, times};
	if (!call.has_name)
		return {call.table, numbers_of_no_name};
	const AttrNumber column = get_attnum(call.table, NameStr(call.name));
	return {call.table, column > InvalidAttrNumber ? column : numbers_of_no_name};
}

// What its calls have agreed on, or unknown from now on, as a lock keeps this one from a search.
std::int64_t
agreed_or_unknown(const AskingSnapshot &asking, const Subject &subject)
{
	const auto agreed = agreed_bound(asking, subject);
	return agreed ? *agreed : agree_on_bound(asking, subject, unknown_bound);
}

std::int64_t
resolved_time(const AskingSnapshot &asking, const Subject &subject, const FollowedKey &key)
{
	if (const auto agreed = agreed_bound(asking, subject))
		return *agreed;
	const bool is_locked = key.source.kind == Source::locked;
	return agree_on_bound(asking, subject,
						  is_locked ? unknown_bound : bound_for_statement(asking, find_time(key)));
}

// The bound of numbers. The column may have been asked for by its name and without; without, it was
// unknown of which column, if the table was locked.
std::int64_t
resolved_numbers(const AskingSnapshot &asking, const Subject &subject, const FollowedKey &key)
{
	const bool is_locked = key.source.kind == Source::locked;
	const auto last = is_locked ? std::nullopt : last_number(key.source.relation);
	const Subject of_column{subject.table, key.column};
	auto bound = agreed_bound(asking, of_column);
	if (!bound)
	{
		const Subject of_no_name{subject.table, numbers_of_no_name};
		const bool is_unknown = !last || agreed_bound(asking, of_no_name) == unknown_bound;
		bound = is_unknown ? unknown_bound : bound_for_statement(asking, find_number(key, *last));
		agree_on_bound(asking, of_column, *bound);
	}
	const auto told = agreed_bound(asking, subject);
	if (told == unknown_bound)
		return unknown_bound;
	if (told != bound)
		agree_on_bound(asking, subject, *bound);
	return *bound;
}

// The bound for the statement that asks, after a check that this user may ask for it, and that the
// key is one, whatever others have agreed on.
std::int64_t
resolved_in_statement(const AskingSnapshot &asking, const Subject &subject, const Call &call)
{
	const Relation table = open_followed(call.table);
	if (table == nullptr)
		return agreed_or_unknown(asking, subject);
	refuse_standby();
	const FollowedKey key = find_key(table, call.key_type, call.name_or_null());
	if (key.source.kind != Source::locked)
		tables_of(key); // has its defaults checked
	const std::int64_t bound = call.is_of_numbers() ? resolved_numbers(asking, subject, key)
													: resolved_time(asking, subject, key);
	relation_close(table, NoLock);
	return bound;
}

// A call that was checked.
struct CheckedCall
{
	Call call;
	Oid role;
	LocalTransactionId transaction;
	Shown shown;
	std::uint64_t changes; // of tables, before it was checked

	bool operator==(const CheckedCall &) const = default;
};

// The bound for a call. Of equal calls with the same snapshot, as for each row or partition, the
// first one is checked. (That is a matter of speed.)
std::int64_t
resolved(FunctionCallInfo fcinfo, Oid key_type)
{
	static constinit CheckedCall last_calls[8] = {};
	static constinit std::size_t next = 0;
	const AskingSnapshot asking = asking_snapshot();
	CheckedCall checked{
		{key_type, PG_GETARG_OID(0), !PG_ARGISNULL(1), {}},
		GetUserId(),
		local_transaction(*MyProc),
		asking.shown,
		changes_of_tables(),
	};
	Call &call = checked.call;
	if (call.has_name)
		namestrcpy(&call.name, NameStr(*PG_GETARG_NAME(1)));
	const Subject subject = subject_of(call);
	if (std::ranges::find(last_calls, checked) != std::end(last_calls))
		if (const auto agreed = agreed_bound(asking, subject))
			return *agreed;
	const std::int64_t bound = resolved_in_statement(asking, subject, call);
	last_calls[next++ % std::size(last_calls)] = checked;
	return bound;
}

} // namespace

SQL_FUNCTION(resolved_timestamp)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(resolved(fcinfo, TIMESTAMPTZOID));
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
	PG_RETURN_INT64(resolved(fcinfo, INT8OID));
}
