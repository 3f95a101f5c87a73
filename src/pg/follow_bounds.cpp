// The bound for the statement that asks.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_bounds.hpp"

#include "core/follow_snapshots.hpp"
#include "pg/kept.hpp"
#include "pg/lock_table.hpp"

namespace objectid {

// Why a bound is right for a statement's snapshot
// -----------------------------------------------
//
// A search looks at the clock or the sequence first, and then for writers: pg/follow_writers.cpp. A
// transaction that has not ended when the search is over either was found, and the bound is not
// after its start; or it takes its lock later, and then makes its ids later, too. So whatever
// becomes visible that the next snapshot lacks, has the bound or a greater key. That is as true of
// the caller's own transaction, which holds its locks like any other.
//
// The statement's snapshot was taken before. So this takes one more, after the search. If the
// statement's takes all transactions for ended that the new one does, it lacks nothing that the new
// one shows, and the bound is right for it: core/follow_snapshots.hpp compares them. Otherwise
// somebody has ended in between. Then an earlier bound of this session is right, which was found
// with a snapshot that the statement's includes; and the new one is kept for later statements. No
// clock is compared, nor the order of calls, so it does not matter where a snapshot comes from: a
// cursor that was opened long ago, a transaction in REPEATABLE READ, another session that exported
// it.
//
// Transactions without a number end without a trace in snapshots, but have no rows. A
// subtransaction that is rolled back counts as one that has ended. VACUUM and walsenders, which
// snapshots leave out, add no rows to tables.
//
// Why all calls with one snapshot get the same
// --------------------------------------------
//
// With two bounds in one statement, rows would be lost: a filter reads a partition up to the first,
// the next partition up to the second, and the reader goes on after that one. So what the first
// call has got is kept for as long as the snapshot is there. Which snapshot that is, tells the
// number that it carries (snapshot_number()), since its address will soon be that of another one,
// and another statement may have one that shows the same. A query that runs by itself takes what it
// has got along when its memory is freed. What a function gets inside of a query stays until the
// transaction ends: the query may call it again, and each time the function's own memory is another
// one. With a snapshot that no query has, as in planning or in an expression of PL/pgSQL, there are
// no rows that could be lost.

namespace {

// What a session knows of the bounds of a table.
struct BoundsOfTable
{
	BoundOf of; // must be first
	std::uint64_t generation;
	KnownBounds<8> known;
	Kept kept;
};

constinit HTAB *known_bounds = nullptr;

void
free_list(std::span<const std::uint32_t> list)
{
	if (!list.empty())
		pfree(const_cast<std::uint32_t *>(list.data()));
}

std::span<const std::uint32_t>
lasting_copy(std::span<const std::uint32_t> list)
{
	if (list.empty())
		return {};
	void *copy = MemoryContextAlloc(TopMemoryContext, list.size_bytes());
	memcpy(copy, list.data(), list.size_bytes());
	return {static_cast<std::uint32_t *>(copy), list.size()};
}

void
forget_bounds(BoundsOfTable &bounds)
{
	for (const KnownBound &bound : bounds.known.all())
		free_list(bound.ended.but_for);
	bounds.known = {};
}

Size
size_of_bounds(const void *entry)
{
	Size size = sizeof(BoundsOfTable);
	for (const KnownBound &bound : static_cast<const BoundsOfTable *>(entry)->known.all())
		size += bound.ended.but_for.size_bytes();
	return size;
}

void
drop_bounds(void *entry)
{
	auto *const bounds = static_cast<BoundsOfTable *>(entry);
	forget_bounds(*bounds);
	hash_search(known_bounds, &bounds->of, HASH_REMOVE, nullptr);
}

BoundsOfTable &
bounds_of(const FoundBound &found)
{
	if (known_bounds == nullptr)
	{
		HASHCTL options = {};
		options.keysize = sizeof(BoundOf);
		options.entrysize = sizeof(BoundsOfTable);
		known_bounds = hash_create("objectid bounds", 16, &options, HASH_ELEM | HASH_BLOBS);
	}
	bool is_known;
	auto *const bounds =
		static_cast<BoundsOfTable *>(hash_search(known_bounds, &found.of, HASH_ENTER, &is_known));
	if (!is_known)
	{
		bounds->known = {};
		bounds->kept = {{}, 0, 0, bounds, size_of_bounds, drop_bounds};
	}
	else if (bounds->generation != found.generation)
		forget_bounds(*bounds);
	bounds->generation = found.generation;
	keep(bounds->kept);
	return *bounds;
}

// A number of a transaction with its epoch. It must be one of a snapshot that is still there, hence
// not more than half of all numbers before the next one.
std::uint64_t
full_number(TransactionId number)
{
	const FullTransactionId next = ReadNextFullTransactionId();
	return U64FromFullTransactionId(next) -
		   static_cast<TransactionId>(XidFromFullTransactionId(next) - number);
}

EndedTransactions
ended_in(const SnapshotData &snapshot)
{
	return {full_number(snapshot.xmax), {snapshot.xip, snapshot.xcnt}};
}

// Whether a snapshot lists the transactions that were running, as one does not that was taken on a
// standby which has been promoted since, or by logical decoding.
bool
lists_running(const SnapshotData &snapshot)
{
	return snapshot.snapshot_type == SNAPSHOT_MVCC && !snapshot.takenDuringRecovery;
}

void
learn(BoundsOfTable &bounds, const FoundBound &found, const EndedTransactions &ended)
{
	while (const auto list = bounds.known.remove_above(found.most))
		free_list(*list);
	KnownBound bound{found.value, ended, 0};
	if (!bounds.known.is_news(bound))
		return;
	bound.ended.but_for = lasting_copy(ended.but_for);
	free_list(bounds.known.add(bound));
}

// What calls with a snapshot have agreed on.
struct Agreed
{
	dlist_node place; // must be first
	MemoryContextCallback gone;
	std::uint64_t snapshot; // its number
	BoundOf of;
	bool is_of_all; // bounds of the table
	std::int64_t bound;
};

constinit dlist_head all_agreed = {};

const Agreed *
find_agreed(std::uint64_t snapshot, const BoundOf &of)
{
	const Agreed *of_all = nullptr;
	for (const dlist_node *node = all_agreed.head.next; node != nullptr && node != &all_agreed.head;
		 node = node->next)
	{
		static_assert(offsetof(Agreed, place) == 0);
		const auto *const agreed = reinterpret_cast<const Agreed *>(node);
		if (agreed->snapshot != snapshot || agreed->of.table != of.table)
			continue;
		if (!agreed->is_of_all && agreed->of == of)
			return agreed;
		if (agreed->is_of_all)
			of_all = agreed;
	}
	return of_all;
}

void
remove_agreed(void *agreed)
{
	dlist_delete(&static_cast<Agreed *>(agreed)->place);
}

// Until when the calls with a snapshot can be told what they have agreed on: while the query that
// asks is there, or else until the transaction ends. (The first is the memory of an executor. That
// of a row, where VALUES lists are, lasts less.)
MemoryContext
lifetime_of(FunctionCallInfo fcinfo, const SnapshotData &snapshot)
{
	if (fcinfo->flinfo == nullptr) // called by C code
		return TopTransactionContext;
	const MemoryContext memory = fcinfo->flinfo->fn_mcxt;
	return snapshot.regd_count == registrations_of_query &&
				   strcmp(memory->name, "ExecutorState") == 0
			   ? memory
			   : TopTransactionContext;
}

std::int64_t
agree(FunctionCallInfo fcinfo, const AskingSnapshot &asking, const BoundOf &of, bool is_of_all,
	  std::int64_t bound)
{
	if (asking.snapshot->regd_count == 0)
		return bound;
	const MemoryContext memory = lifetime_of(fcinfo, *asking.snapshot);
	auto *const agreed = static_cast<Agreed *>(MemoryContextAlloc(memory, sizeof(Agreed)));
	*agreed = {{}, {remove_agreed, agreed, nullptr}, asking.number, of, is_of_all, bound};
	dlist_push_head(&all_agreed, &agreed->place);
	MemoryContextRegisterResetCallback(memory, &agreed->gone);
	return bound;
}

} // namespace

std::int64_t
bound_for_later_snapshot(const FoundBound &found, const SnapshotData &snapshot)
{
	BoundsOfTable &bounds = bounds_of(found);
	const EndedTransactions ended = ended_in(snapshot);
	learn(bounds, found, ended);
	return bounds.known.best_for(ended).value_or(unknown_bound);
}

AskingSnapshot
asking_snapshot()
{
	static constinit std::uint64_t last_number = 0;
	if (!ActiveSnapshotSet())
		elog(ERROR, "objectid function called without a snapshot");
	const Snapshot snapshot = GetActiveSnapshot();
	if (snapshot_number(*snapshot) == 0)
		number_snapshot(*snapshot, ++last_number);
	return {snapshot, snapshot_number(*snapshot)};
}

std::optional<std::int64_t>
agreed_bound(const AskingSnapshot &asking, const BoundOf &of)
{
	const Agreed *agreed = find_agreed(asking.number, of);
	return agreed == nullptr ? std::nullopt : std::optional(agreed->bound);
}

std::int64_t
agree_on_bound(FunctionCallInfo fcinfo, const AskingSnapshot &asking, const FoundBound &found)
{
	static constinit SnapshotData now = {}; // the server allocates its lists once
	GetSnapshotData(&now);
	BoundsOfTable &bounds = bounds_of(found);
	learn(bounds, found, ended_in(now));
	std::optional<std::int64_t> bound;
	if (lists_running(*asking.snapshot))
		bound = bounds.known.best_for(ended_in(*asking.snapshot));
	return agree(fcinfo, asking, found.of, false, bound.value_or(unknown_bound));
}

void
agree_on_unknown(FunctionCallInfo fcinfo, const AskingSnapshot &asking, Oid table)
{
	agree(fcinfo, asking, {table}, true, unknown_bound);
}

} // namespace objectid
