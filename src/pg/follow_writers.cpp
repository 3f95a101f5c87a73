// Who may still add rows to a table: the transactions that hold the lock of a writer on it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_writers.hpp"

#include <algorithm>

namespace objectid {

namespace {

LOCKTAG
lock_of(Oid table)
{
	LOCKTAG tag;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, table);
	return tag;
}

// Whether others may hold a lock that conflicts with SHARE on one of the tables, as that of a
// writer does. To ask for few tables takes a small part of the time of a look at all locks.
bool
some_may_write(const List *tables)
{
	constexpr int few = 8;
	if (list_length(tables) > few)
		return true;
	for (const ListCell &cell : cells(tables))
	{
		const LOCKTAG tag = lock_of(lfirst_oid(&cell));
		int count = 0;
		pfree(GetLockConflicts(&tag, ShareLock, &count));
		if (count > 0)
			return true;
	}
	return false;
}

// The locks of writers on these tables. Fast-path locks move to the shared lock table, never back,
// and the server reads the two in that order. So a lock that is held during the whole search is
// found. Only this mode counts: every writer takes it, even if it already holds a
// stronger one. VACUUM, ANALYZE, CREATE INDEX CONCURRENTLY, SELECT FOR UPDATE and foreign keys do
// not take it.
std::span<const LockInstanceData>
writers_locks(const List *tables)
{
	LockData *data = GetLockStatusData();
	std::size_t count = 0;
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData &lock = data->locks[i];
		if (lock.locktag.locktag_type == LOCKTAG_RELATION &&
			lock.locktag.locktag_field1 == MyDatabaseId &&
			(lock.holdMask & LOCKBIT_ON(RowExclusiveLock)) != 0 &&
			std::ranges::binary_search(cells(tables), lock.locktag.locktag_field2, {},
									   [](const ListCell &cell) { return lfirst_oid(&cell); }))
			data->locks[count++] = lock;
	}
	return {data->locks, count};
}

// What there is to read of a lock and of its session, which a prepared transaction does not have.
WritersLock
read_lock(const LockInstanceData &lock)
{
	WritersLock read{lock.pid, local_transaction(lock)};
	if (read.pid == 0)
		return read;
	// The entries of all sessions are in one array, in the order of session numbers. (In another
	// order, st_procpid would not be that of the lock, and the start unknown: readers in
	// test/isolation/specs/follow.spec would find no rows while somebody writes.)
	const volatile PgBackendStatus *entry =
		MyBEEntry + (session_number(lock) - own_session_number());
	int before;
	int after;
	do
	{
		CHECK_FOR_INTERRUPTS();
		pgstat_begin_read_activity(entry, before);
		read.start_pid = entry->st_procpid;
		read.start = entry->st_xact_start_timestamp;
		pgstat_end_read_activity(entry, after);
	} while (!pgstat_read_activity_complete(before, after));
	read.current = current_local_transaction(session_number(lock));
	return read;
}

Writers
find_others(const List *tables)
{
	Writers writers;
	if (!some_may_write(tables))
		return writers;
	for (const LockInstanceData &lock : writers_locks(tables))
		if (lock.pid != MyProcPid)
			writers.add(read_lock(lock));
	if (!writers.some_ended || max_prepared_xacts == 0)
		return writers;
	for (const LockInstanceData &lock : writers_locks(tables))
		writers.add_if_prepared(lock.pid);
	return writers;
}

// Whether a statement of this session has the table open, besides the caller that follows it.
bool
is_in_use(Oid table, Oid followed)
{
	const Relation relation = RelationIdGetRelation(table);
	if (relation == nullptr)
		return false;
	const int of_caller = table == followed ? 2 : 1;
	const bool result = relation->rd_refcnt > of_caller;
	RelationClose(relation);
	return result;
}

// The table and all that inherit from it, by ascending OID. (find_all_inheritors() raises an
// internal error if one that it does not lock is dropped meanwhile.)
List *
with_descendants(Oid table)
{
	List *all = list_make1_oid(table);
	for (List *level = list_make1_oid(table); level != NIL;)
	{
		List *below = NIL;
		for (const ListCell &cell : cells(level))
		{
			const Oid parent = lfirst_oid(&cell);
			const bool is_there = get_rel_relkind(parent) != '\0';
			if (is_there)
				below = list_concat(below, find_inheritance_children(parent, NoLock));
		}
		all = list_concat(all, below);
		level = below;
	}
	list_sort(all, list_oid_cmp);
	list_deduplicate_oid(all);
	return all;
}

} // namespace

void
raise_not_a_table(const char *name, char kind)
{
	ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("\"%s\" is not a table", name),
					errdetail_relkind_not_supported(kind)));
	pg_unreachable();
}

List *
tables_written(Oid table)
{
	List *tables = with_descendants(table);
	for (const ListCell &cell : cells(tables))
		if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_FOREIGN_TABLE)
			raise_not_a_table(get_rel_name(lfirst_oid(&cell)), RELKIND_FOREIGN_TABLE);
	if (get_rel_relispartition(table))
		tables = list_concat(tables, get_partition_ancestors(table));
	list_sort(tables, list_oid_cmp);
	return tables;
}

FoundWriters
find_writers(const List *tables, Oid followed)
{
	const Writers others = find_others(tables);
	FoundWriters found{others, others};
	for (const ListCell &cell : cells(tables))
	{
		const Oid table = lfirst_oid(&cell);
		if (!is_locked_by_own_writer(lock_of(table)))
			continue;
		// What others find, which is not always GetCurrentTransactionStartTimestamp().
		const TimestampTz start = MyBEEntry->st_xact_start_timestamp;
		found.all.add(start);
		if (is_in_use(table, followed))
			found.blocking.add(start);
	}
	return found;
}

} // namespace objectid
