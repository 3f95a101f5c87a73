// Who may still add rows to a table: the transactions that hold the lock of a writer on it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_writers.hpp"

#include "pg/lock_table.hpp"

#include <algorithm>

namespace objectid {

// How writers are found
// ---------------------
//
// A writer takes a ROW EXCLUSIVE lock on each table that its statement names or reaches, even if it
// holds a stronger one. It has the lock before a default makes an id, and keeps it until its
// transaction has become visible. VACUUM, ANALYZE, CREATE INDEX CONCURRENTLY, SELECT FOR UPDATE and
// foreign keys take other modes. GetLockConflicts() does not tell modes, and looks at all processes
// for each table; GetLockStatusData() tells them, but copies all locks of the server. So this looks
// once at each process, for all tables.
//
// A lock is in one of three places, and moves only from one to the next: the entry of its process
// ("fast path"); the lock table, when somebody wants a stronger lock, or its transaction is being
// prepared; and there the list of the prepared transaction. They are searched in this order, each
// while nothing can come, go or move there: the entry with its fpInfoLock; the lock table with the
// lock of the partition, for all processes at once; the prepared ones also with TwoPhaseStateLock,
// under which the server makes their entries anew. So a lock is found that was taken before the
// search and is held after it.
//
// A process without a local transaction number is passed over, as by GetLockConflicts(). The number
// is set before a transaction takes its first lock on a table. It is deleted when the transaction
// has become visible, which is no loss, or when its locks have gone to the prepared one. Likewise,
// a start counts only while the number is the same. Hence the prepared ones come last, after the
// starts were read: they have the locks of all that were passed over because they had been
// prepared.
//
// Most processes are passed over without their fpInfoLock, because to take all of these costs more
// than the rest of a call: those that show no number, or no lock of a writer on the fast path. Two
// full barriers make that right. A writer has one between showing both and making its first id, as
// LWLockAcquire() and LWLockRelease() are such; this one has one between its caller's reading of
// the clock or the sequence and the search. So if what a writer shows is not seen yet, it makes its
// ids after that reading. If it is seen no more, the lock has been released or moved to the lock
// table.

namespace {

bool
is_writers(LOCKMASK modes)
{
	return (modes & LOCKBIT_ON(RowExclusiveLock)) != 0;
}

// Whether a process holds the lock of a writer on any table on the fast path.
bool
writes_somewhere_on_fast_path(const PGPROC &proc)
{
	bool found = false;
	for_each_fast_path_lock(proc, [&](Oid, LOCKMASK modes) { found = found || is_writers(modes); });
	return found;
}

// The same on one of the tables.
bool
writes_on_fast_path(const PGPROC &proc, std::span<const Oid> tables)
{
	bool found = false;
	for_each_fast_path_lock(proc, [&](Oid table, LOCKMASK modes) {
		found = found || (is_writers(modes) && std::ranges::binary_search(tables, table));
	});
	return found;
}

// The same in a partition of the lock table.
bool
writes_in_partition(PGPROC &proc, int partition, std::span<const Oid> tables)
{
	bool found = false;
	for_each_lock_in_partition(proc, partition, [&](const PROCLOCK &lock) {
		const LOCKTAG &tag = lock.tag.myLock->tag;
		found = found || (is_writers(lock.holdMask) && tag.locktag_type == LOCKTAG_RELATION &&
						  tag.locktag_field1 == MyDatabaseId &&
						  std::ranges::binary_search(tables, tag.locktag_field2));
	});
	return found;
}

// Calls a function with each partition of the lock table that locks on the tables belong to, while
// nobody changes it.
template <typename Function>
void
for_each_partition(const WrittenTables &tables, Function &&function)
{
	for (int partition = 0; partition < NUM_LOCK_PARTITIONS; ++partition)
	{
		if ((tables.lock_partitions >> partition & 1) == 0)
			continue;
		LWLockAcquire(LockHashPartitionLockByIndex(partition), LW_SHARED);
		function(partition);
		LWLockRelease(LockHashPartitionLockByIndex(partition));
	}
}

// A session that may hold the lock of a writer.
struct WritingSession
{
	PGPROC *proc;
	LocalTransactionId transaction = InvalidLocalTransactionId; // that holds it, if any
	int number = 0;
	int pid = 0;
};

bool
is_in_transaction_here(const PGPROC &proc)
{
	return proc.databaseId == MyDatabaseId && local_transaction(proc) != InvalidLocalTransactionId;
}

WritingSession
writing_session(PGPROC &proc)
{
	return {&proc, local_transaction(proc), session_number(proc), proc.pid};
}

// All sessions in a transaction, of which some hold the lock of a writer.
std::span<const WritingSession>
find_sessions(const WrittenTables &tables)
{
	const std::span processes{ProcGlobal->allProcs, ProcGlobal->allProcCount};
	auto *const first =
		static_cast<WritingSession *>(palloc(processes.size() * sizeof(WritingSession)));
	WritingSession *end = first;
	pg_memory_barrier();
	for (PGPROC &proc : processes)
	{
		if (!is_in_transaction_here(proc))
			continue;
		*end = {&proc};
		if (writes_somewhere_on_fast_path(proc))
		{
			LWLockAcquire(&proc.fpInfoLock, LW_SHARED);
			if (is_in_transaction_here(proc) && writes_on_fast_path(proc, tables.oids))
				*end = writing_session(proc);
			LWLockRelease(&proc.fpInfoLock);
		}
		++end;
	}
	const std::span sessions{first, end};
	for_each_partition(tables, [&](int partition) {
		for (WritingSession &session : sessions)
			if (is_in_transaction_here(*session.proc) &&
				writes_in_partition(*session.proc, partition, tables.oids))
				session = writing_session(*session.proc);
	});
	return sessions;
}

// Whether a prepared transaction has written to one of the tables.
bool
is_written_by_prepared(const WrittenTables &tables)
{
	if (max_prepared_xacts == 0)
		return false;
	bool found = false;
	LWLockAcquire(TwoPhaseStateLock, LW_SHARED);
	for_each_partition(tables, [&](int partition) {
		for (int i = 0; i < max_prepared_xacts && !found; ++i)
			found = writes_in_partition(PreparedXactProcs[i], partition, tables.oids);
	});
	LWLockRelease(TwoPhaseStateLock);
	return found;
}

// What there is to read of a session after its lock was found.
WritersLock
read_start(const WritingSession &session)
{
	WritersLock read{session.pid, session.transaction};
	// The entries of all sessions are in one array, in the order of session numbers. (In another
	// order, st_procpid would not be that of the lock, and the start unknown: readers in
	// test/isolation/specs/follow.spec would find no rows while somebody writes.)
	const volatile PgBackendStatus *entry = MyBEEntry + (session.number - session_number(*MyProc));
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
	read.current = current_local_transaction(session.number);
	return read;
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

} // namespace

FoundWriters
find_writers(const WrittenTables &tables)
{
	FoundWriters found;
	bool is_own_writer = false;
	for (const WritingSession &session : find_sessions(tables))
	{
		if (session.transaction == InvalidLocalTransactionId)
			continue;
		if (session.pid == MyProcPid)
			is_own_writer = true;
		else
			found.blocking.add(read_start(session));
	}
	if (is_written_by_prepared(tables))
		found.blocking.add_unknown();
	found.all = found.blocking;
	if (!is_own_writer)
		return found;
	// What others find, which is not always GetCurrentTransactionStartTimestamp().
	const TimestampTz start = MyBEEntry->st_xact_start_timestamp;
	found.all.add(start);
	for (const Oid table : tables.oids)
		if (is_locked_by_own_writer(lock_of(table)) && is_in_use(table, tables.table))
			found.blocking.add(start);
	return found;
}

} // namespace objectid
