// The ceiling that keeps the order of ids and bounds over the end of the server, a crash or the
// promotion of a standby.
//
// It is a sequence of the extension, whose page is changed with a generic WAL record: crashes
// recover it, standbys and backups have it, and nothing has to be configured. To write it takes
// neither a transaction number nor a transaction that may write. last_value is the second of the
// ceiling; log_cnt, which otherwise only nextval() uses, holds the life and the lead over the
// clock.
// SPDX-License-Identifier: PostgreSQL
#include "pg/ceiling.hpp"

#include "core/random.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/generators.hpp"

#include <algorithm>
#include <limits>

namespace objectid {

namespace {

constinit Oid sequence_known = InvalidOid;
constinit Oid function_without = InvalidOid; // the last one that had no sequence beside it

// When the extension is dropped, the next one has a ceiling of its own.
void
forget(Datum, Oid relation)
{
	function_without = InvalidOid;
	if (relation != sequence_known && relation != InvalidOid)
		return;
	sequence_known = InvalidOid;
	if (generators_in_use.have_ceiling)
		covered_seconds = {};
}

// The sequence beside the function, locked like that of nextval(), or nullptr if the two do not
// belong to the same extension.
Relation
open_sequence(Oid function)
{
	static constinit bool is_registered = false;
	if (!is_registered)
		CacheRegisterRelcacheCallback(forget, Datum{0});
	is_registered = true;
	if (function == function_without)
		return nullptr;
	const Oid extension = getExtensionOfObject(ProcedureRelationId, function);
	sequence_known = get_relname_relid("objectid_ceiling", get_func_namespace(function));
	if (OidIsValid(extension) &&
		getExtensionOfObject(RelationRelationId, sequence_known) == extension)
		return try_relation_open(sequence_known, RowExclusiveLock);
	function_without = function;
	return nullptr;
}

Ceiling
read_ceiling(const FormData_pg_sequence_data &data)
{
	const auto life = static_cast<std::uint32_t>(data.log_cnt >> 32);
	const auto lead_s = static_cast<std::int32_t>(data.log_cnt);
	return {data.last_value, data.last_value - lead_s, life};
}

void
write_ceiling(FormData_pg_sequence_data &data, const Ceiling &ceiling)
{
	using Lead = std::numeric_limits<std::int32_t>;
	const std::int64_t lead_s =
		std::clamp<std::int64_t>(ceiling.unix_s - ceiling.clock_s, Lead::min(), Lead::max());
	data.last_value = ceiling.unix_s;
	data.log_cnt = static_cast<std::int64_t>(std::uint64_t{ceiling.life} << 32 |
											 static_cast<std::uint32_t>(lead_s));
	data.is_called = true;
}

} // namespace

constinit CoveredSeconds covered_seconds;
constinit std::uint32_t covered_as_of = 0;

bool
cover_second(Oid function, std::int64_t unix_s)
{
	connect_generators();
	if (!generators_in_use.have_ceiling || RecoveryInProgress())
		return true;
	const std::uint32_t life = life_of_generators();
	Relation sequence = open_sequence(function);
	if (sequence == nullptr)
		return true;
	// Until this process has seen the ceiling, another one may have raised the generators since an
	// id was made.
	const bool knew = covered_seconds.count != 0;

	const Buffer buffer = ReadBuffer(sequence, 0);
	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	const Ceiling old = read_ceiling(sequence_data(BufferGetPage(buffer)));
	pg_atomic_uint32 *written_count = &generators_in_use.all->ceilings_written;
	CeilingStep step = step_below(old, life, unix_s, clock_now().s);
	if (step.is_new)
	{
		// Processes that do not see this number yet have read the clock before it is read here.
		pg_atomic_fetch_add_u32(written_count, 1);
		step = step_below(old, life, unix_s, clock_now().s);
	}
	const std::uint32_t as_of = pg_atomic_read_u32(written_count);
	if (step.raises)
		raise_generators({old.clock_s, 0}, {old.unix_s, 0});
	if (step.is_new)
	{
		GenericXLogState *change = GenericXLogStart(sequence);
		write_ceiling(sequence_data(GenericXLogRegisterBuffer(change, buffer, 0)), step.ceiling);
		GenericXLogFinish(change);
	}
	const XLogRecPtr written = PageGetLSN(BufferGetPage(buffer));
	UnlockReleaseBuffer(buffer);

	XLogFlush(written); // another session may have written it
	covered_seconds = covered_by(step.ceiling);
	covered_as_of = as_of;
	relation_close(sequence, RowExclusiveLock);
	return knew && !step.raises;
}

void
cover_time(FunctionCallInfo fcinfo, TimestampTz now)
{
	connect_generators();
	if (!generators_in_use.have_ceiling)
		return;
	const UnixTime time = unix_time_from_pg_us(now);
	raise_generators(time, time);
	if (!is_covered(time.s))
		cover_second(fcinfo->flinfo->fn_oid, time.s);
}

} // namespace objectid
