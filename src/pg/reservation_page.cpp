// The reservation is a sequence of the extension, whose page is changed with a generic WAL record:
// crashes recover it, standbys and backups have it, and nothing has to be configured. To write it
// takes neither a transaction number nor a transaction that may write.
// SPDX-License-Identifier: PostgreSQL
#include "pg/reservation_page.hpp"

#include "pg/errors.hpp"
#include "pg/own_relation.hpp"
#include "pg/relation_changes.hpp"

namespace objectid {

namespace {

constinit OwnRelation own_sequence{"objectid_reservation", RELKIND_SEQUENCE};
constinit Oid function_of_no_extension = InvalidOid; // the last one that was called

// When the sequence is dropped, renamed or gets another file, what is known of it is void.
void
forget(Oid relation)
{
	function_of_no_extension = InvalidOid;
	if (own_sequence.forget(relation) && generators_in_use.have_reservation)
		known_reservation = {};
}

Oid
find_sequence(Oid function)
{
	call_when_relations_change(forget);
	return own_sequence.of_extension_of(function);
}

// The sequence, opened with nextval()'s lock; nullptr if there is none.
Relation
open_sequence(Oid function)
{
	while (function != function_of_no_extension)
	{
		const Oid sequence = find_sequence(function);
		if (!OidIsValid(sequence))
		{
			if (!OidIsValid(getExtensionOfObject(ProcedureRelationId, function)))
				function_of_no_extension = function;
			break;
		}
		Relation relation = try_relation_open(sequence, RowExclusiveLock);
		if (relation != nullptr)
			return relation;
		// It was dropped while this process waited for the lock.
		own_sequence.forget(sequence);
	}
	return nullptr;
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
warn_of_lost_order(Oid function)
{
	if (RecoveryInProgress() || IsParallelWorker())
		return;
	const Oid sequence = find_sequence(function);
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
Backend::reserve(const IdSeconds &id) const
{
	connect_generators();
	if (!generators_in_use.have_reservation)
	{
		known_reservation = {all_seconds, 0, true};
		warn_of_lost_order(function);
		return true;
	}
	if (RecoveryInProgress())
		return true;
	SequencePage page{open_sequence(function)};
	if (page.sequence == nullptr)
		return true;
	const bool may_be_given_out = reserve_seconds(page, known_reservation, id);
	relation_close(page.sequence, RowExclusiveLock);
	return may_be_given_out;
}

TimestampTz
reserve_bound(FunctionCallInfo fcinfo)
{
	connect_generators();
	if (!generators_in_use.have_reservation)
		return pg_us_from_unix_time(clock_now());
	Backend backend{called_function(fcinfo)};
	return pg_us_from_unix_time(make_bound(backend));
}

} // namespace objectid
