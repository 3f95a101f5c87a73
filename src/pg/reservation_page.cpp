// The reservation is a sequence of the extension, whose page is changed with a generic WAL record:
// crashes recover it, standbys and backups have it, and nothing has to be configured. To write it
// takes neither a transaction number nor a transaction that may write.
// SPDX-License-Identifier: PostgreSQL
#include "pg/reservation_page.hpp"

#include "pg/clock_and_random.hpp"
#include "pg/relation_changes.hpp"

namespace objectid {

static_assert(server_was_read, "commands/sequence.c: a sequence is one row of one standard page, "
							   "which the functions for sequences alone write");

namespace {

constinit Oid known_sequence = InvalidOid; // until it changes

// When the sequence is dropped or gets another file, what is known of it is void.
void
forget(Oid relation)
{
	if (OidIsValid(relation) && relation != known_sequence)
		return;
	known_sequence = InvalidOid;
	if (generators_in_use.have_reservation)
		known_reservation = {};
}

// InvalidOid while the extension is not there, as for a function that outlives it in a query.
Oid
find_sequence()
{
	call_when_relations_change(forget);
	if (!OidIsValid(known_sequence))
	{
		const Oid schema = get_namespace_oid("objectid_internal", true);
		const Oid found =
			OidIsValid(schema) ? get_relname_relid("reservation", schema) : InvalidOid;
		if (OidIsValid(found) && get_rel_relkind(found) == RELKIND_SEQUENCE)
			known_sequence = found;
	}
	return known_sequence;
}

// The sequence, opened with nextval()'s lock; nullptr if there is none.
Relation
open_sequence()
{
	for (;;)
	{
		const Oid sequence = find_sequence();
		Relation relation =
			OidIsValid(sequence) ? try_relation_open(sequence, RowExclusiveLock) : nullptr;
		if (relation != nullptr || !OidIsValid(sequence))
			return relation;
		forget(sequence); // it was dropped while this process waited for the lock
	}
}

// The page, in step 5 of core/new_id_steps.hpp.
struct SequencePage
{
	Relation sequence;
	Buffer buffer = InvalidBuffer;
	XLogRecPtr written = InvalidXLogRecPtr;

	void lock()
	{
		buffer = ReadBuffer(sequence, 0);
		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	}

	[[nodiscard]] Reservation read() const
	{
		const FormData_pg_sequence_data &data = sequence_data(BufferGetPage(buffer));
		return reservation_from_page({data.last_value, data.log_cnt});
	}

	static std::uint32_t incarnation()
	{
		return incarnation_of_generators();
	}

	static void announce()
	{
		generators_in_use.all->announce();
	}

	static UnixTime clock()
	{
		return clock_now();
	}

	static void advance_generators(UnixTime reading, UnixTime time)
	{
		objectid::advance_generators(reading, time);
	}

	void write(const Reservation &reservation) const
	{
		const ReservationOnPage page = reservation_to_page(reservation);
		GenericXLogState *record = GenericXLogStart(sequence);
		FormData_pg_sequence_data &data =
			sequence_data(GenericXLogRegisterBuffer(record, buffer, 0));
		data.last_value = page.last_value;
		data.log_cnt = page.log_cnt;
		data.is_called = true;
		GenericXLogFinish(record);
	}

	static std::uint32_t announced()
	{
		return generators_in_use.all->announced();
	}

	void unlock()
	{
		written = PageGetLSN(BufferGetPage(buffer));
		UnlockReleaseBuffer(buffer);
	}

	void flush() const
	{
		XLogFlush(written);
	}
};

// Only shared generators write the page. Where this process has its own all the same, as after
// pg_upgrade to a server that does not preload the library, it says so with its first id. It waits
// for nobody, as it could do without.
void
warn_of_lost_order()
{
	if (RecoveryInProgress() || IsParallelWorker())
		return;
	const Oid sequence = find_sequence();
	if (!OidIsValid(sequence))
		return;
	SequencePage page{open_unless_changed(sequence)};
	if (page.sequence == nullptr)
		return;
	page.lock();
	const bool is_written = page.read().end_s > 1; // where the sequence starts
	page.unlock();
	relation_close(page.sequence, AccessShareLock);
	if (is_written)
		ereport(WARNING, (errmsg("ids ascend within this session only"),
						  errdetail("Earlier ids of this database ascend across sessions."),
						  errhint("To have new ones ascend across sessions, add objectid to "
								  "\"shared_preload_libraries\" and restart the server.")));
}

} // namespace

constinit KnownReservation known_reservation;

bool
reserve_on_page(const IdSeconds &id)
{
	connect_generators();
	if (!generators_in_use.have_reservation)
	{
		known_reservation = {all_seconds, 0, true};
		warn_of_lost_order();
		return true;
	}
	if (RecoveryInProgress())
		return true;
	SequencePage page{open_sequence()};
	if (page.sequence == nullptr)
		return true;
	const bool may_be_given_out = reserve_seconds(page, known_reservation, id);
	relation_close(page.sequence, RowExclusiveLock);
	return may_be_given_out;
}

} // namespace objectid
