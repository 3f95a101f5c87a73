// The reservation is a sequence of the extension, whose page is changed with a generic WAL record:
// crashes recover it, standbys and backups have it, and nothing has to be configured. To write it
// takes neither a transaction number nor a transaction that may write. last_value is the first
// second that is not reserved; log_cnt holds the incarnation and by how much that second is ahead
// of the greatest reading of the clock.
//
// What the server itself writes to log_cnt, as in nextval() and setval(), is 0 or a small number:
// incarnation 0, which is none. If that changed, a last_value that was set would be taken for a
// reservation. test/t/034_reservation.pl would notice, as it sets one far ahead of the clock.
// SPDX-License-Identifier: PostgreSQL
#include "pg/reservation.hpp"

#include "pg/clock_and_random.hpp"

#include <algorithm>

namespace objectid {

namespace {

// The reservation's sequence, in the schema of the functions. A process needs only one. Its OID is
// kept, so that ids can be made while another session locks the catalogs.
struct FoundSequence
{
	Oid schema = InvalidOid;
	Oid sequence = InvalidOid;
};
constinit FoundSequence found_sequence;
constinit Oid function_of_no_extension = InvalidOid; // the last one that was called

// When the sequence is dropped, renamed or gets another file, what is known of it is void.
void
forget(Datum, Oid relation)
{
	function_of_no_extension = InvalidOid;
	if (relation != found_sequence.sequence && relation != InvalidOid)
		return;
	found_sequence = {};
	if (generators_in_use.have_reservation)
		known_reservation = {};
}

// The sequence beside the function; nothing if the two do not belong to the same extension.
Oid
find_sequence(Oid function)
{
	const Oid schema = get_func_namespace(function);
	if (OidIsValid(found_sequence.sequence) && found_sequence.schema == schema)
		return found_sequence.sequence;
	const Oid extension = getExtensionOfObject(ProcedureRelationId, function);
	if (!OidIsValid(extension))
	{
		function_of_no_extension = function;
		return InvalidOid;
	}
	const Oid sequence = get_relname_relid("objectid_reservation", schema);
	if (!OidIsValid(sequence) || get_rel_relkind(sequence) != RELKIND_SEQUENCE ||
		getExtensionOfObject(RelationRelationId, sequence) != extension)
		return InvalidOid;
	found_sequence = {schema, sequence};
	return sequence;
}

// Opens it with nextval()'s lock; nullptr if there is none.
Relation
open_sequence(Oid function)
{
	static constinit bool is_registered = false;
	if (!is_registered)
		CacheRegisterRelcacheCallback(forget, Datum{0});
	is_registered = true;
	while (function != function_of_no_extension)
	{
		const Oid sequence = find_sequence(function);
		if (!OidIsValid(sequence))
			break;
		Relation relation = try_relation_open(sequence, RowExclusiveLock);
		if (relation != nullptr)
			return relation;
		// It was dropped while this process waited for the lock.
		found_sequence = {};
	}
	return nullptr;
}

Reservation
read_reservation(const FormData_pg_sequence_data &data)
{
	const auto incarnation = static_cast<std::uint32_t>(data.log_cnt >> 32);
	const std::int64_t lead_s = std::clamp<std::int64_t>(static_cast<std::int32_t>(data.log_cnt), 1,
														 largest_reserved_ahead_s);
	return {data.last_value, data.last_value - lead_s, incarnation};
}

void
write_reservation(FormData_pg_sequence_data &data, const Reservation &reservation)
{
	const auto lead_s = static_cast<std::uint32_t>(reservation.end_s - reservation.greatest_s);
	data.last_value = reservation.end_s;
	data.log_cnt = static_cast<std::int64_t>(std::uint64_t{reservation.incarnation} << 32 | lead_s);
	data.is_called = true;
}

// Looks at the reservation on this page, which is locked, and changes it as the id needs it.
ReservationChange
reserve_on_page(Relation sequence, Buffer buffer, const IdSeconds &id)
{
	pg_atomic_uint32 *announced = &generators_in_use.all->announced;
	const auto announce = [announced] { pg_atomic_fetch_add_u32(announced, 1); };
	const Reservation old = read_reservation(sequence_data(BufferGetPage(buffer)));
	const ReservationChange change =
		reserve(old, incarnation_of_generators(), id, announce, clock_now);
	if (change.move == ReservationMove::taken)
		advance_generators({old.greatest_s, 0}, {old.end_s, 0});
	if (change.move != ReservationMove::kept && change.move != ReservationMove::refused)
	{
		GenericXLogState *record = GenericXLogStart(sequence);
		write_reservation(sequence_data(GenericXLogRegisterBuffer(record, buffer, 0)),
						  change.reservation);
		GenericXLogFinish(record);
	}
	return change;
}

} // namespace

constinit KnownReservation known_reservation;

bool
reserve_seconds(Oid function, const IdSeconds &id)
{
	connect_generators();
	if (!generators_in_use.have_reservation)
	{
		known_reservation = {all_seconds, 0, true};
		return true;
	}
	if (RecoveryInProgress())
		return true;
	Relation sequence = open_sequence(function);
	if (sequence == nullptr)
		return true;
	const bool knew_page = known_reservation.is_known;

	const Buffer buffer = ReadBuffer(sequence, 0);
	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	const ReservationChange change = reserve_on_page(sequence, buffer, id);
	const std::uint32_t announced = pg_atomic_read_u32(&generators_in_use.all->announced);
	const XLogRecPtr written = PageGetLSN(BufferGetPage(buffer));
	UnlockReleaseBuffer(buffer);
	XLogFlush(written); // perhaps by another process, which has not flushed it yet
	relation_close(sequence, RowExclusiveLock);

	if (change.move == ReservationMove::refused)
		return false;
	known_reservation = {reserved_by(change.reservation), announced, true};
	// An id that was made before this process saw the page may be below what another process has
	// advanced the generators to.
	return knew_page && change.move != ReservationMove::taken;
}

TimestampTz
reserve_bound(FunctionCallInfo fcinfo)
{
	connect_generators();
	for (;;)
	{
		if (!generators_in_use.have_reservation)
			return pg_us_from_unix_time(clock_now());
		const UnixTime bound = advance_generators_to_clock();
		const IdSeconds seconds = seconds_of_reading(bound.s);
		if (is_reserved(seconds) || reserve_seconds(fcinfo->flinfo->fn_oid, seconds))
			return pg_us_from_unix_time(bound);
		CHECK_FOR_INTERRUPTS();
	}
}

} // namespace objectid
