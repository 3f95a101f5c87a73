// Up to which number of its sequence a table can be read, and why marks tell it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_numbers.hpp"

#include "pg/clock_and_random.hpp"
#include "pg/shared_memory.hpp"

#include <algorithm>

namespace objectid {

// A call leaves a mark: the last number of the sequence, read first, and the latest start of the
// transactions that hold the lock of a writer on the table, looked for second. Then it takes a
// snapshot.
//
// The default of the column draws numbers only while the transaction holds that lock. (Numbers that
// a client draws beforehand are outside of the promise.) So a transaction that drew a number up to
// the mark's had the lock before the search. Either it was found, and started at the time of the
// mark or before; or it had ended, and the next snapshot shows its rows, because a transaction no
// longer counts as running before its locks are released.
//
// If the earliest start that a later call finds is after the time of a mark, none of the mark's
// transactions is left, and the snapshot that this call takes afterwards shows all of their rows.
// All other rows have greater numbers. If the call finds no writers, this holds for its own mark.
//
// Only starts of transactions are compared, and one that is still running is found each time with
// the same start, so the clock may be set back meanwhile. A mark that is resolved is so for good.
// The start is the one that the server shows of a session, to the session itself as to others. (It
// can be that of the session's transaction before; since all compare the same, that does no harm.)
//
// This session's transaction counts like any other.
//
// A sequence never gives a number twice, unless setval() sets it back, which is outside of the
// promise; when it is restarted it gets another file, and marks are those of a file. So a mark
// above the last number is void. Or it was left by a call that read the sequence after this one,
// but came to the marks before it. Both are forgotten; in the second case a later call leaves it
// again, which costs time but no row.
//
// Each table has marks of its own, so that writers of others with the same sequence need not be
// waited for; and each role has its own, so that none can take those of another.
//
// A session has marks of its own besides, so that it gets on whoever else follows how many tables.
// What either marks say is right, and the greater number is read.

std::optional<std::int64_t>
readable_number(const FollowedNumbers &numbers, bool is_temporary, std::int64_t last,
				const WriterStarts &writers)
{
	static constinit MarksOfTables<4096> of_session{}; // memory is taken as it is used
	const std::int64_t now_us = pg_us_from_unix_time(clock_now());
	const auto number = resolve(of_session.of(numbers, now_us), last, writers);
	SharedMemory *shared = is_temporary ? nullptr : shared_memory();
	if (shared == nullptr)
		return number;
	std::optional<std::int64_t> of_all;
	shared->marks.lock.acquire();
	call_without_errors(
		[&] { of_all = resolve(shared->marks.marks.of(numbers, now_us), last, writers); });
	shared->marks.lock.release();
	return std::max(number, of_all);
}

} // namespace objectid
