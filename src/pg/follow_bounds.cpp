// The bound for the statement that asks.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_bounds.hpp"

#include "pg/kept.hpp"

#include <algorithm>

namespace objectid {

static_assert(server_was_read,
			  "procarray.c, snapmgr.c: what snapshots show, and how they are taken");

// Why a bound is right for a statement's snapshot
// -----------------------------------------------
//
// A search looks at the clock or the sequence first, and then for writers: pg/follow_writers.cpp. A
// transaction that has not ended when the search is over either was found, and the bound is not
// after its start; or it takes its lock later, and then makes its ids later, too. So whatever
// becomes visible that the next snapshot lacks, has the bound or a greater key. That is as true of
// the caller's own transaction, which holds its locks like any other.
//
// The statement's snapshot was taken before. So this takes one more, after the search. If both show
// the same, the bound is right for the statement's, too. Otherwise somebody has ended in between.
// Then an earlier bound of this session is right that was found with a snapshot which the
// statement's includes (core/follow_snapshots.hpp); and the new one is kept for later statements.
// No clock is compared, nor the order of calls, so it does not matter where a snapshot comes from:
// a cursor that was opened long ago, a transaction in REPEATABLE READ, another session that
// exported it.
//
// Transactions without a number end without a trace in snapshots, but have no rows. A
// subtransaction that is rolled back counts as one that has ended. VACUUM and walsenders, which
// snapshots leave out, add no rows to tables.
//
// Why calls whose snapshots show the same get the same
// ----------------------------------------------------
//
// With two bounds in one statement, rows would be lost: a filter reads a partition up to the first,
// the next partition up to the second, and the reader goes on after that one. It would not help
// that each of them is right: the second is the greater one if a writer has left without a number,
// and the rows between the two that the first partition has are never read. A statement's calls
// have its snapshot, but cannot tell it from that of another statement which shows the same. So all
// that show the same in a transaction agree, whoever asks: a cursor, a function, the planner. What
// one of them was told is right for the others.
//
// Agreements are in the transaction's memory and end with it. In one that lasts for long, beside
// others that end, those are forgotten that nobody has asked for while max_agreements others were
// made. That is safe, since a new snapshot has an xmax that is not below theirs. An old one, which
// a cursor still has, could get another bound than before: it gets an error.

namespace {

// What a session keeps of the bounds of a table.
struct BoundsOfTable
{
	BoundOf of; // must be first, without padding, which would be compared
	KeptBounds<8> bounds;
	Kept kept;
};
static_assert(sizeof(BoundOf) == 4 * sizeof(Oid));

constinit HTAB *kept_bounds = nullptr;

Size
size_of_bounds(const void *)
{
	return sizeof(BoundsOfTable);
}

void
drop_bounds(void *entry)
{
	hash_search(kept_bounds, &static_cast<BoundsOfTable *>(entry)->of, HASH_REMOVE, nullptr);
}

KeptBounds<8> &
bounds_of(const FoundBound &found)
{
	if (kept_bounds == nullptr)
	{
		HASHCTL options = {};
		options.keysize = sizeof(BoundOf);
		options.entrysize = sizeof(BoundsOfTable);
		kept_bounds = hash_create("objectid bounds", 16, &options, HASH_ELEM | HASH_BLOBS);
	}
	bool is_kept;
	auto *const entry =
		static_cast<BoundsOfTable *>(hash_search(kept_bounds, &found.of, HASH_ENTER, &is_kept));
	if (!is_kept)
	{
		entry->bounds = {};
		entry->kept = {{}, 0, 0, entry, size_of_bounds, drop_bounds};
	}
	keep(entry->kept);
	return entry->bounds;
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

Shown
shown_by(const SnapshotData &snapshot)
{
	return {full_number(snapshot.xmax),
			hash_bytes_extended(reinterpret_cast<const unsigned char *>(snapshot.xip),
								static_cast<int>(snapshot.xcnt * sizeof(TransactionId)), 0)};
}

// A snapshot of its own, taken now. Its lists are made once, together, since the server would use
// the one without the other after an error.
Shown
shown_now()
{
	static constinit SnapshotData now = {};
	if (now.xip == nullptr)
	{
		const auto most_running = static_cast<Size>(GetMaxSnapshotXidCount());
		const auto most_subtransactions = static_cast<Size>(GetMaxSnapshotSubxidCount());
		auto *const lists = static_cast<TransactionId *>(MemoryContextAlloc(
			TopMemoryContext, (most_running + most_subtransactions) * sizeof(TransactionId)));
		now.xip = lists;
		now.subxip = lists + most_running;
	}
	GetSnapshotData(&now);
	return shown_by(now);
}

constexpr long max_agreements = 32768; // each of some 100 bytes

struct Agreement
{
	// Must be first, without padding, which would be compared.
	struct About
	{
		Shown shown;
		Subject subject;
	} about;
	std::int64_t bound;
	std::uint64_t asked; // of Agreements
};
static_assert(sizeof(Agreement::About) == sizeof(Shown) + sizeof(Oid) + sizeof(int));

// Those of a transaction, in its memory.
struct Agreements
{
	HTAB *table;
	MemoryContextCallback gone;
	std::uint64_t asked;        // how often
	std::uint64_t asked_before; // when some were forgotten the last time
	long most;                  // of them, until some are forgotten
	std::uint64_t forgotten;    // such had an xmax below this one
};

constinit Agreements *agreements = nullptr;

void
agreements_gone(void *)
{
	agreements = nullptr;
}

Agreements &
agreements_of_transaction()
{
	if (agreements != nullptr)
		return *agreements;
	auto *const made = static_cast<Agreements *>(
		MemoryContextAllocZero(TopTransactionContext, sizeof(Agreements)));
	HASHCTL options = {};
	options.keysize = sizeof(Agreement::About);
	options.entrysize = sizeof(Agreement);
	options.hcxt = TopTransactionContext;
	made->table =
		hash_create("objectid agreements", 16, &options, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	made->most = max_agreements;
	made->gone.func = agreements_gone;
	MemoryContextRegisterResetCallback(TopTransactionContext, &made->gone);
	agreements = made;
	return *made;
}

// Forgets agreements of snapshots with a lower xmax for which nobody has asked since the last time.
void
forget_agreements_below(std::uint64_t xmax)
{
	HASH_SEQ_STATUS each;
	hash_seq_init(&each, agreements->table);
	while (auto *const agreement = static_cast<Agreement *>(hash_seq_search(&each)))
		if (agreement->about.shown.xmax < xmax && agreement->asked <= agreements->asked_before)
		{
			hash_search(agreements->table, &agreement->about, HASH_REMOVE, nullptr);
			agreements->forgotten = std::max(agreements->forgotten, xmax);
		}
	agreements->asked_before = agreements->asked;
	agreements->most = max_agreements + static_cast<long>(hash_get_num_entries(agreements->table));
}

} // namespace

AskingSnapshot
asking_snapshot()
{
	if (!ActiveSnapshotSet())
		elog(ERROR, "objectid function called without a snapshot");
	const SnapshotData &snapshot = *GetActiveSnapshot();
	return {shown_by(snapshot),
			snapshot.snapshot_type == SNAPSHOT_MVCC && !snapshot.takenDuringRecovery};
}

std::optional<std::int64_t>
agreed_bound(const AskingSnapshot &asking, const Subject &subject)
{
	// It lacks a part of what it does not list, so another one may seem to show the same.
	if (!asking.lists_running)
		return unknown_bound;
	if (agreements == nullptr)
		return std::nullopt;
	const Agreement::About about{asking.shown, subject};
	auto *const found =
		static_cast<Agreement *>(hash_search(agreements->table, &about, HASH_FIND, nullptr));
	if (found == nullptr)
		return std::nullopt;
	found->asked = ++agreements->asked;
	return found->bound;
}

std::int64_t
agree_on_bound(const AskingSnapshot &asking, const Subject &subject, std::int64_t bound)
{
	Agreements &all = agreements_of_transaction();
	if (asking.shown.xmax < all.forgotten)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("snapshot is too old to follow a table"),
						errdetail("Other statements of the transaction have followed tables more "
								  "than %ld times since.",
								  max_agreements),
						errhint("End the transaction, or close the cursor.")));
	if (static_cast<long>(hash_get_num_entries(all.table)) >= all.most)
		forget_agreements_below(asking.shown.xmax);
	const Agreement::About about{asking.shown, subject};
	auto *const made =
		static_cast<Agreement *>(hash_search(all.table, &about, HASH_ENTER, nullptr));
	made->bound = bound;
	made->asked = ++all.asked;
	return bound;
}

std::int64_t
bound_for_statement(const AskingSnapshot &asking, const FoundBound &found)
{
	const Shown now = shown_now();
	KeptBounds<8> &bounds = bounds_of(found);
	bounds.remove_above(found.most);
	if (found.value != unknown_bound)
		bounds.add({found.value, now});
	return bounds.best_for(asking.shown).value_or(unknown_bound);
}

} // namespace objectid
