// What is known of the server's processes, of which prepared transactions have some: the locks
// that they have, and what sessions show of themselves.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

static_assert(server_was_read,
			  "lock.c, proc.c, twophase.c, procarray.c, backend_status.c: how tables "
			  "are locked, and transactions end");

using Process = PGPROC;

// The processes of sessions and of auxiliary programs, without those of prepared transactions.
inline std::span<Process>
all_processes()
{
	return {ProcGlobal->allProcs, ProcGlobal->allProcCount};
}

// Stand for prepared transactions. TwoPhaseStateLock must be held.
inline Process &
prepared_process(int number)
{
	return PreparedXactProcs[number];
}

// The number of a session: since 17 its proc number, which counts from 0, before its backend ID,
// which counts from 1.
inline int
session_number(const Process &process)
{
#if PG_VERSION_NUM >= 170000
	return static_cast<int>(GetNumberFromPGProc(&process));
#else
	return process.backendId;
#endif
}

// The current transaction of a process; InvalidLocalTransactionId if it has none.
inline LocalTransactionId
local_transaction(const volatile Process &process)
{
#if PG_VERSION_NUM >= 170000
	return process.vxid.lxid;
#else
	return process.lxid;
#endif
}

inline bool
is_in_transaction_here(const Process &process)
{
	return process.databaseId == MyDatabaseId &&
		   local_transaction(process) != InvalidLocalTransactionId;
}

// The current transaction of a session, by session_number(); InvalidLocalTransactionId if it has
// none, or has ended.
inline LocalTransactionId
current_local_transaction(int session)
{
#if PG_VERSION_NUM >= 170000
	const volatile Process *process = GetPGProcByNumber(session);
#else
	const volatile Process *process = BackendIdGetProc(session);
#endif
	return process == nullptr ? InvalidLocalTransactionId : local_transaction(*process);
}

// What the server shows of a session: its process, and the start of its transaction, or 0.
struct ShownSession
{
	int pid;
	TimestampTz start;
};

inline ShownSession
shown_session(int session)
{
	// The entries of all sessions are in one array, in the order of session numbers. (In another
	// order, the pid would not be that of the lock, and the start unknown: readers would find
	// no rows while somebody writes.)
	const volatile PgBackendStatus *entry = MyBEEntry + (session - session_number(*MyProc));
	ShownSession shown;
	int before;
	int after;
	do
	{
		CHECK_FOR_INTERRUPTS();
		pgstat_begin_read_activity(entry, before);
		shown = {entry->st_procpid, entry->st_xact_start_timestamp};
		pgstat_end_read_activity(entry, after);
	} while (!pgstat_read_activity_complete(before, after));
	return shown;
}

// Calls a function while a process can change nothing of its own entry of locks ("fast path").
template <typename Function>
inline void
with_fast_path(Process &process, Function &&function)
{
	LWLockAcquire(&process.fpInfoLock, LW_SHARED);
	function();
	LWLockRelease(&process.fpInfoLock);
}

// Calls a function with the table and the modes of each lock that a process keeps in its own entry,
// where the lock table lacks it. Outside of with_fast_path(), a table may not be that of the modes.
// (An entry has three bits for each table, for the modes from ACCESS SHARE to ROW EXCLUSIVE. Since
// 18 there is more than one group of 16 tables.)
template <typename Function>
inline void
for_each_fast_path_lock(const Process &process, Function &&function)
{
	constexpr int tables_of_group = 16;
#if PG_VERSION_NUM >= 180000
	static_assert(FP_LOCK_SLOTS_PER_GROUP == tables_of_group);
	const volatile uint64 *groups = process.fpLockBits;
	const int count = FastPathLockGroupsPerBackend;
#else
	static_assert(FP_LOCK_SLOTS_PER_BACKEND == tables_of_group);
	const volatile uint64 *groups = &process.fpLockBits;
	const int count = 1;
#endif
	const Oid *table = process.fpRelId;
	for (int group = 0; group < count; ++group, table += tables_of_group)
	{
		const uint64 modes = groups[group];
		for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group; ++i)
			function(table[i], static_cast<LOCKMASK>((modes >> 3 * i & 7) << AccessShareLock));
	}
}

// Calls a function with each lock that a process has or waits for in this partition of the lock
// table, whose own lock must be held. Before 16 the list is of another kind.
template <typename Function>
inline void
for_each_lock_in_partition(Process &process, int partition, Function &&function)
{
#if PG_VERSION_NUM >= 160000
	auto *const head = &process.myProcLocks[partition].head;
#else
	auto *const head = &process.myProcLocks[partition];
#endif
	for (auto *link = head->next; link != nullptr && link != head; link = link->next)
		function(*reinterpret_cast<PROCLOCK *>(reinterpret_cast<char *>(link) -
											   offsetof(PROCLOCK, procLink)));
}

} // namespace objectid
