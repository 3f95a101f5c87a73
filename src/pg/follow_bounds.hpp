// The bound for the statement that asks: pg/follow_bounds.cpp tells why it is right.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Below it there are no rows.
inline constexpr std::int64_t unknown_bound = PG_INT64_MIN;

// Of numbers, where nobody can tell which column has them.
inline constexpr int any_column = -1;

// What a bound is of: the times of a table, or the numbers that a sequence makes for it.
struct BoundOf
{
	Oid table;
	Oid sequence = InvalidOid;
	Oid file = InvalidOid; // of the sequence, which gets another one when it begins anew
	int column = 0;        // of the numbers, or any_column

	bool operator==(const BoundOf &) const = default;
};

// What a search has found. It holds for each snapshot that is taken afterwards.
struct FoundBound
{
	BoundOf of;
	std::uint64_t generation; // of WrittenTables
	std::int64_t value;       // or unknown_bound
	std::int64_t most;        // what it would be without writers
};

// The greatest bound that is right for a snapshot, which was taken after a search.
std::int64_t bound_for_later_snapshot(const FoundBound &found, const SnapshotData &snapshot);

// The snapshot of the statement that asks, the active one. XX000 if there is none.
struct AskingSnapshot
{
	Snapshot snapshot;
	std::uint64_t number; // snapshot_number()
};
AskingSnapshot asking_snapshot();

// What all calls with this snapshot get, if one has asked before.
std::optional<std::int64_t> agreed_bound(FunctionCallInfo fcinfo, const AskingSnapshot &asking,
										 const BoundOf &of);

// Who holds for a call what was agreed on. As long as this is the same, it is held.
struct AgreementHolder
{
	MemoryContext memory; // nullptr if no query has the snapshot, for which nothing is held
	std::uint64_t released;

	bool operator==(const AgreementHolder &) const = default;
};
AgreementHolder agreement_holder(FunctionCallInfo fcinfo, const AskingSnapshot &asking);

// What all calls with this snapshot get from now on, after a search that was just made.
std::int64_t agree_on_bound(FunctionCallInfo fcinfo, const AskingSnapshot &asking,
							const FoundBound &found);

// What they get while a lock keeps this one from a search, and perhaps from knowing the sequence of
// a column: what was agreed on; or else, from now on, bounds of this table are unknown to all calls
// with this snapshot that have not got another one.
std::int64_t agree_on_unknown(FunctionCallInfo fcinfo, const AskingSnapshot &asking,
							  const BoundOf &of);

} // namespace objectid
