// Who may still add rows to a table: the transactions that hold the lock of a writer on it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_writers.hpp"

#include "pg/processes.hpp"

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
writes_somewhere_on_fast_path(const Process &process)
{
	bool found = false;
	for_each_fast_path_lock(process,
							[&](Oid, LOCKMASK modes) { found = found || is_writers(modes); });
	return found;
}

// The same on one of the tables.
bool
writes_on_fast_path(const Process &process, std::span<const Oid> tables)
{
	bool found = false;
	for_each_fast_path_lock(process, [&](Oid table, LOCKMASK modes) {
		found = found || (is_writers(modes) && std::ranges::binary_search(tables, table));
	});
	return found;
}

// The same in a partition of the lock table.
bool
writes_in_partition(Process &process, int partition, std::span<const Oid> tables)
{
	bool found = false;
	for_each_lock_in_partition(process, partition, [&](const PROCLOCK &lock) {
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
	Process *process;
	LocalTransactionId transaction = InvalidLocalTransactionId; // that holds it, if any
	int number = 0;
	int pid = 0;
};

WritingSession
writing_session(Process &process)
{
	return {&process, local_transaction(process), session_number(process), process.pid};
}

// All sessions in a transaction, of which some hold the lock of a writer.
std::span<const WritingSession>
find_sessions(const WrittenTables &tables)
{
	const std::span processes = all_processes();
	auto *const first =
		static_cast<WritingSession *>(palloc(processes.size() * sizeof(WritingSession)));
	WritingSession *end = first;
	pg_memory_barrier();
	for (Process &process : processes)
	{
		if (!is_in_transaction_here(process))
			continue;
		*end = {&process};
		if (writes_somewhere_on_fast_path(process))
			with_fast_path(process, [&] {
				if (is_in_transaction_here(process) && writes_on_fast_path(process, tables.oids))
					*end = writing_session(process);
			});
		++end;
	}
	const std::span sessions{first, end};
	for_each_partition(tables, [&](int partition) {
		for (WritingSession &session : sessions)
			if (is_in_transaction_here(*session.process) &&
				writes_in_partition(*session.process, partition, tables.oids))
				session = writing_session(*session.process);
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
			found = writes_in_partition(prepared_process(i), partition, tables.oids);
	});
	LWLockRelease(TwoPhaseStateLock);
	return found;
}

// What there is to read of a session after its lock was found.
WritersLock
read_start(const WritingSession &session)
{
	const ShownSession shown = shown_session(session.number);
	return {session.pid, session.transaction, shown.pid, shown.start,
			current_local_transaction(session.number)};
}

} // namespace

WriterStarts
find_writers(const WrittenTables &tables)
{
	WriterStarts found;
	for (const WritingSession &session : find_sessions(tables))
		if (session.transaction != InvalidLocalTransactionId)
			found.add(read_start(session));
	if (is_written_by_prepared(tables))
		found.add_unknown();
	return found;
}

} // namespace objectid
