// Sessions of the server, and the locks that they have.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// The number of a session: since 17 its proc number, which counts from 0, before its backend ID,
// which counts from 1.
inline int
session_number(const PGPROC &proc)
{
#if PG_VERSION_NUM >= 170000
	return static_cast<int>(GetNumberFromPGProc(&proc));
#else
	return proc.backendId;
#endif
}

// The current transaction of a process; InvalidLocalTransactionId if it has none.
inline LocalTransactionId
local_transaction(const volatile PGPROC &proc)
{
#if PG_VERSION_NUM >= 170000
	return proc.vxid.lxid;
#else
	return proc.lxid;
#endif
}

// The current transaction of a session, by session_number(); InvalidLocalTransactionId if it has
// none, or has ended.
inline LocalTransactionId
current_local_transaction(int session)
{
#if PG_VERSION_NUM >= 170000
	const volatile PGPROC *proc = GetPGProcByNumber(session);
#else
	const volatile PGPROC *proc = BackendIdGetProc(session);
#endif
	return proc == nullptr ? InvalidLocalTransactionId : local_transaction(*proc);
}

// Calls a function with the table and the modes of each lock that a process keeps in its own entry
// ("fast path"), where the lock table lacks it. Its fpInfoLock must be held; without it, a table
// may not be that of the modes. (An entry has three bits for each table, for the modes from ACCESS
// SHARE to ROW EXCLUSIVE. Since 18 there is more than one group of 16 tables.)
template <typename Function>
inline void
for_each_fast_path_lock(const PGPROC &proc, Function &&function)
{
	constexpr int tables_of_group = 16;
#if PG_VERSION_NUM >= 180000
	static_assert(FP_LOCK_SLOTS_PER_GROUP == tables_of_group);
	const volatile std::uint64_t *groups = proc.fpLockBits;
	const int count = FastPathLockGroupsPerBackend;
#else
	static_assert(FP_LOCK_SLOTS_PER_BACKEND == tables_of_group);
	const volatile std::uint64_t *groups = &proc.fpLockBits;
	const int count = 1;
#endif
	const Oid *table = proc.fpRelId;
	for (int group = 0; group < count; ++group, table += tables_of_group)
	{
		const std::uint64_t modes = groups[group];
		for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group; ++i)
			function(table[i], static_cast<LOCKMASK>((modes >> 3 * i & 7) << AccessShareLock));
	}
}

// Calls a function with each lock that a process has or waits for in this partition of the lock
// table, whose own lock must be held. Before 16 the list is of another kind.
template <typename Function>
inline void
for_each_lock_in_partition(PGPROC &proc, int partition, Function &&function)
{
#if PG_VERSION_NUM >= 160000
	auto *const head = &proc.myProcLocks[partition].head;
#else
	auto *const head = &proc.myProcLocks[partition];
#endif
	for (auto *link = head->next; link != nullptr && link != head; link = link->next)
		function(*reinterpret_cast<PROCLOCK *>(reinterpret_cast<char *>(link) -
											   offsetof(PROCLOCK, procLink)));
}

// Whether this session holds the lock of a writer.
inline bool
is_locked_by_own_writer(const LOCKTAG &tag)
{
#if PG_VERSION_NUM >= 170000
	return LockHeldByMe(&tag, RowExclusiveLock, false);
#else
	return LockHeldByMe(&tag, RowExclusiveLock);
#endif
}

} // namespace objectid
