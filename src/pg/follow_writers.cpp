// Who may still add rows to a table: the transactions that hold the lock of a writer on it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_writers.hpp"

#include "pg/relation_changes.hpp"

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

LOCKTAG
lock_of(Oid table)
{
	LOCKTAG tag;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, table);
	return tag;
}

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

// The table and all that inherit from it. (find_all_inheritors() raises an internal error if one
// that it does not lock is dropped meanwhile.)
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
	return all;
}

// The tables of WrittenTables, by ascending OID.
List *
find_tables(Oid table)
{
	List *tables = with_descendants(table);
	for (const ListCell &cell : cells(tables))
		if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_FOREIGN_TABLE)
			raise_not_a_table(get_rel_name(lfirst_oid(&cell)), RELKIND_FOREIGN_TABLE);
	if (get_rel_relispartition(table))
		tables = list_concat(tables, get_partition_ancestors(table));
	list_sort(tables, list_oid_cmp);
	list_deduplicate_oid(tables);
	return tables;
}

// What is known of followed tables, by their OIDs, and how often something has become invalid. The
// server tells when one of the tables changes, as also by a new child, or a domain, which may have
// the default. Whoever makes such a change tells so before he releases his locks, hence
// before others can write to what he has made.
constinit HTAB *known_tables = nullptr;
constinit std::uint64_t invalidations = 0;

template <typename Condition>
void
forget_if(Condition &&condition)
{
	++invalidations;
	HASH_SEQ_STATUS each;
	hash_seq_init(&each, known_tables);
	while (auto *const known = static_cast<WrittenTables *>(hash_seq_search(&each)))
		if (condition(*known))
			known->is_valid = false;
}

void
table_changed(Oid table)
{
	forget_if([table](const WrittenTables &known) {
		return !OidIsValid(table) || std::ranges::binary_search(known.oids, table);
	});
}

// Each new table has a new type, so only those are forgotten that are followed by a domain.
void
type_changed(Datum, CacheId, uint32)
{
	forget_if([](const WrittenTables &known) { return known.has_domain; });
}

void
start_to_know_tables()
{
	HASHCTL options = {};
	options.keysize = sizeof(Oid);
	options.entrysize = sizeof(WrittenTables);
	known_tables = hash_create("objectid followed tables", 16, &options, HASH_ELEM | HASH_BLOBS);
	call_when_relations_change(table_changed);
	CacheRegisterSyscacheCallback(TYPEOID, type_changed, Datum{0});
}

void
free_oids(const WrittenTables &known)
{
	pfree(const_cast<Oid *>(known.oids.data()));
}

Size
size_of_tables(const void *entry)
{
	return sizeof(WrittenTables) + static_cast<const WrittenTables *>(entry)->oids.size_bytes();
}

void
drop_tables(void *entry)
{
	auto *const known = static_cast<WrittenTables *>(entry);
	free_oids(*known);
	hash_search(known_tables, &known->table, HASH_REMOVE, nullptr);
}

std::span<const Oid>
lasting_copy(const List *tables)
{
	auto *oids = static_cast<Oid *>(
		MemoryContextAlloc(TopMemoryContext, cells(tables).size() * sizeof(Oid)));
	std::ranges::transform(cells(tables), oids,
						   [](const ListCell &cell) { return lfirst_oid(&cell); });
	return {oids, cells(tables).size()};
}

void
fill(WrittenTables &known, std::span<const Oid> oids, bool is_valid)
{
	known.oids = oids;
	known.lock_partitions = 0;
	for (const Oid table : known.oids)
	{
		const LOCKTAG tag = lock_of(table);
		known.lock_partitions |= std::uint32_t{1} << LockHashPartition(LockTagHashCode(&tag));
	}
	known.is_valid = is_valid;
	known.has_domain = false;
	known.checked_key = {};
}

} // namespace

void
raise_not_a_table(const char *name, char kind)
{
	ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("\"%s\" is not a table", name),
					errdetail_relkind_not_supported(kind)));
	pg_unreachable();
}

WrittenTables &
tables_written(Oid table)
{
	if (known_tables == nullptr)
		start_to_know_tables();
	auto *known =
		static_cast<WrittenTables *>(hash_search(known_tables, &table, HASH_FIND, nullptr));
	if (known == nullptr || !known->is_valid)
	{
		const std::uint64_t before = invalidations;
		// Copied first: an entry is never left half filled in because memory runs out.
		const std::span<const Oid> oids = lasting_copy(find_tables(table));
		bool is_known;
		known =
			static_cast<WrittenTables *>(hash_search(known_tables, &table, HASH_ENTER, &is_known));
		if (is_known)
			free_oids(*known);
		else
			known->kept = {{}, 0, 0, known, size_of_tables, drop_tables};
		fill(*known, oids, invalidations == before);
	}
	keep(known->kept);
	return *known;
}

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
