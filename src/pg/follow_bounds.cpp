// The bound for the statement that asks.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_bounds.hpp"

#include "core/follow_snapshots.hpp"
#include "pg/kept.hpp"
#include "pg/lock_table.hpp"

#include <algorithm>

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
// the next partition up to the second, and the reader goes on after that one. It would not help
// that each of them is right: the second is the greater one if a writer has left without a number,
// and the rows between the two that the first partition has are never read. So each query that asks
// holds what its first call has got, in memory that lasts as long as it does, whether or not
// another one holds the same: a cursor that a function opens has the snapshot of the query that
// called it, and outlives it. Which snapshot that is, tells the number that it carries
// (snapshot_number()), since its address will soon be that of another one, and another statement
// may have one that shows the same. What a function gets inside of a query stays until the
// transaction ends: the query may call it again, and each time the function's own memory is another
// one. What a query that runs by itself has got is freed with its memory.
//
// What is asked without a query, as in planning or in an expression of PL/pgSQL, is held by nobody.
// But there can be other queries with the same snapshot: that of a cursor was planned with it, and
// a function that is called by such an expression may run several, one after the other. So that
// these agree, too, the last of what is not held is kept. No query depends on it: what is no longer
// kept is of a plan, where it was an estimate, or of a query that has ended.

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
struct Agreement
{
	std::uint64_t snapshot; // its number
	BoundOf of;
	bool is_of_all; // bounds of the table
	std::int64_t bound;

	bool operator==(const Agreement &) const = default;
};

// One that is there until its memory is freed.
struct HeldAgreement
{
	dlist_node place; // must be first
	MemoryContextCallback gone;
	MemoryContext memory;
	Agreement agreement;
};

constinit dlist_head held_agreements = {};
constinit std::uint64_t released_agreements = 0;

// Those that were not held, or are no longer, each once. The last one is at the end.
constinit Agreement last_agreements[256] = {};

void
keep_among_last(const Agreement &agreement)
{
	Agreement *const end = std::end(last_agreements);
	Agreement *place = std::find(std::begin(last_agreements), end, agreement);
	if (place == end)
		place = std::begin(last_agreements);
	std::move(place + 1, end, place);
	end[-1] = agreement;
}

void
release_agreement(void *held)
{
	auto *const released = static_cast<HeldAgreement *>(held);
	dlist_delete(&released->place);
	keep_among_last(released->agreement);
	++released_agreements;
}

// Finds what calls have agreed on about this bound, or else about all bounds of the table.
class AgreementSearch
{
  public:
	AgreementSearch(std::uint64_t snapshot, const BoundOf &of) : snapshot_(snapshot), of_(of)
	{}

	void look_at(const Agreement &agreement)
	{
		if (agreement.snapshot != snapshot_ || agreement.of.table != of_.table)
			return;
		// Another sequence, or one that begins anew, changes nothing for a statement.
		const bool is_about =
			of_.column == any_column ? agreement.of.column > 0 : agreement.of.column == of_.column;
		if (agreement.is_of_all ? found_ == nullptr : is_about)
			found_ = &agreement;
	}

	[[nodiscard]] const Agreement *found() const
	{
		return found_;
	}

  private:
	std::uint64_t snapshot_;
	BoundOf of_;
	const Agreement *found_ = nullptr;
};

const HeldAgreement &
held_agreement(const dlist_node *node)
{
	static_assert(offsetof(HeldAgreement, place) == 0);
	return *reinterpret_cast<const HeldAgreement *>(node);
}

const Agreement *
find_held_agreement(std::uint64_t snapshot, const BoundOf &of)
{
	AgreementSearch search(snapshot, of);
	for (const dlist_node *node = held_agreements.head.next;
		 node != nullptr && node != &held_agreements.head; node = node->next)
		search.look_at(held_agreement(node).agreement);
	return search.found();
}

// Whether this memory holds it, or that of the transaction, which lasts longer.
bool
is_held_by(MemoryContext memory, const Agreement &agreement)
{
	for (const dlist_node *node = held_agreements.head.next;
		 node != nullptr && node != &held_agreements.head; node = node->next)
	{
		const HeldAgreement &held = held_agreement(node);
		if ((held.memory == memory || held.memory == TopTransactionContext) &&
			held.agreement == agreement)
			return true;
	}
	return false;
}

const Agreement *
find_last_agreement(std::uint64_t snapshot, const BoundOf &of)
{
	AgreementSearch search(snapshot, of);
	for (const Agreement &agreement : last_agreements)
		search.look_at(agreement);
	return search.found();
}

// Until when the calls with a snapshot can be told what they have agreed on: while the query that
// asks is there, or else until the transaction ends. (The first is the memory of an executor. That
// of a row, where VALUES lists are, lasts less.) nullptr if no query has the snapshot.
MemoryContext
lifetime_of(FunctionCallInfo fcinfo, const SnapshotData &snapshot)
{
	if (snapshot.regd_count == 0)
		return nullptr;
	if (fcinfo->flinfo == nullptr) // called by C code
		return TopTransactionContext;
	const MemoryContext memory = fcinfo->flinfo->fn_mcxt;
	return snapshot.regd_count == registrations_of_query &&
				   strcmp(memory->name, "ExecutorState") == 0
			   ? memory
			   : TopTransactionContext;
}

std::int64_t
agree(FunctionCallInfo fcinfo, const AskingSnapshot &asking, const Agreement &agreement)
{
	const MemoryContext memory = lifetime_of(fcinfo, *asking.snapshot);
	if (memory == nullptr)
	{
		keep_among_last(agreement);
		return agreement.bound;
	}
	auto *const held =
		static_cast<HeldAgreement *>(MemoryContextAlloc(memory, sizeof(HeldAgreement)));
	*held = {{}, {release_agreement, held, nullptr}, memory, agreement};
	dlist_push_head(&held_agreements, &held->place);
	MemoryContextRegisterResetCallback(memory, &held->gone);
	return agreement.bound;
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
agreed_bound(FunctionCallInfo fcinfo, const AskingSnapshot &asking, const BoundOf &of)
{
	const Agreement *agreement = find_held_agreement(asking.number, of);
	if (agreement == nullptr)
		agreement = find_last_agreement(asking.number, of);
	if (agreement == nullptr)
		return std::nullopt;
	const MemoryContext memory = lifetime_of(fcinfo, *asking.snapshot);
	return memory == nullptr || is_held_by(memory, *agreement)
			   ? agreement->bound
			   : agree(fcinfo, asking, Agreement{*agreement});
}

AgreementHolder
agreement_holder(FunctionCallInfo fcinfo, const AskingSnapshot &asking)
{
	const MemoryContext memory = lifetime_of(fcinfo, *asking.snapshot);
	return {memory, memory == nullptr ? 0 : released_agreements};
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
	return agree(fcinfo, asking, {asking.number, found.of, false, bound.value_or(unknown_bound)});
}

std::int64_t
agree_on_unknown(FunctionCallInfo fcinfo, const AskingSnapshot &asking, const BoundOf &of)
{
	if (const auto bound = agreed_bound(fcinfo, asking, of))
		return *bound;
	return agree(fcinfo, asking, {asking.number, {of.table}, true, unknown_bound});
}

} // namespace objectid
