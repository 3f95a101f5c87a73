// The bound for the statement that asks: pg/follow_bounds.cpp tells why it is right.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_snapshots.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// Below it there are no rows.
inline constexpr std::int64_t unknown_bound = PG_INT64_MIN;

// What a bound is of: the times of a table, or the numbers that a sequence makes for it.
struct BoundOf
{
	Oid table;
	Oid sequence = InvalidOid;
	Oid file = InvalidOid; // of the sequence, which gets another one when it begins anew
	int column = 0;        // of the numbers
};

// What a search has found. It is right for each snapshot that is taken afterwards.
struct FoundBound
{
	BoundOf of;
	std::int64_t value; // or unknown_bound
	std::int64_t most;  // what it would be without writers
};

// The snapshot of the statement that asks, the active one. XX000 if there is none.
struct AskingSnapshot
{
	Shown shown;
	// Not of one that was taken on a standby, which has been promoted since, or by logical
	// decoding.
	bool lists_running;
};
AskingSnapshot asking_snapshot();

// What calls agree on: the times of a table, the numbers of a column, or those of the only column
// that has any, where the caller names none.
inline constexpr int times = 0;
inline constexpr int numbers_of_no_name = -1;
struct Subject
{
	Oid table;
	int column; // or times or numbers_of_no_name
};

// What calls of this transaction have got whose snapshots show the same. A snapshot that does not
// list the running transactions has no bound.
std::optional<std::int64_t> agreed_bound(const AskingSnapshot &asking, const Subject &subject);

// Has them get this from now on. 54000 if what they had got is forgotten.
std::int64_t agree_on_bound(const AskingSnapshot &asking, const Subject &subject,
							std::int64_t bound);

// The bound that is right for the statement that asks, after a search that was just made.
std::int64_t bound_for_statement(const AskingSnapshot &asking, const FoundBound &found);

} // namespace objectid
