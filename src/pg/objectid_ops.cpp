// Order, equality, hashing and index support of objectid.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_abbreviation.hpp"
#include "pg/id_datum.hpp"

#include <new>

using namespace objectid;

#define COMPARISON(function, op)                                                                   \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		PG_RETURN_BOOL(id_argument<ObjectId>(fcinfo, 0) op id_argument<ObjectId>(fcinfo, 1));      \
	}
COMPARISON(objectid_lt, <)
COMPARISON(objectid_le, <=)
COMPARISON(objectid_eq, ==)
COMPARISON(objectid_ge, >=)
COMPARISON(objectid_gt, >)
COMPARISON(objectid_ne, !=)
#undef COMPARISON

SQL_FUNCTION(objectid_cmp)
{
	PG_RETURN_INT32(sign_of(id_argument<ObjectId>(fcinfo, 0) <=> id_argument<ObjectId>(fcinfo, 1)));
}

SQL_FUNCTION(objectid_larger)
{
	const bool is_first = id_argument<ObjectId>(fcinfo, 0) > id_argument<ObjectId>(fcinfo, 1);
	return PG_GETARG_DATUM(is_first ? 0 : 1);
}

SQL_FUNCTION(objectid_smaller)
{
	const bool is_first = id_argument<ObjectId>(fcinfo, 0) < id_argument<ObjectId>(fcinfo, 1);
	return PG_GETARG_DATUM(is_first ? 0 : 1);
}

// HASH partitions and distributed tables depend on these two, so their values must never change.
SQL_FUNCTION(objectid_hash)
{
	return hash_any(id_argument<ObjectId>(fcinfo, 0).bytes.data(), sizeof(ObjectId));
}

SQL_FUNCTION(objectid_hash_extended)
{
	return hash_any_extended(id_argument<ObjectId>(fcinfo, 0).bytes.data(), sizeof(ObjectId),
							 static_cast<uint64>(PG_GETARG_INT64(1)));
}

// BRIN minmax_multi merges the ranges that are closest; it hands in the lower value first.
SQL_FUNCTION(objectid_distance)
{
	PG_RETURN_FLOAT8(
		ObjectId::distance(id_argument<ObjectId>(fcinfo, 0), id_argument<ObjectId>(fcinfo, 1)));
}

// Sorting works as for uuid: abbreviated keys are compared as integers, which decides nearly every
// comparison. Abbreviation is given up if most of the keys turn out to be equal.
namespace {

struct AbbreviationState
{
	ObjectIdAbbreviation abbreviation;
	int64 input_count;
	bool estimating = true; // false once the keys are known to be worth it
	hyperLogLogState distinct_keys;
};
// Its memory is freed with its memory context.
static_assert(std::is_trivially_destructible_v<AbbreviationState>);

int
compare_sorted(Datum left, Datum right, SortSupport)
{
	return sign_of(id_from_datum<ObjectId>(left) <=> id_from_datum<ObjectId>(right));
}

Datum
abbreviate(Datum original, SortSupport ssup)
{
	const auto state = static_cast<AbbreviationState *>(ssup->ssup_extra);
	const std::uint64_t bits = state->abbreviation.key(id_from_datum<ObjectId>(original));
	const auto key = static_cast<Datum>(bits >> (64 - 8 * sizeof(Datum))); // as many as fit

	state->input_count += 1;
	if (state->estimating)
		addHyperLogLog(
			&state->distinct_keys,
			DatumGetUInt32(hash_any(reinterpret_cast<const unsigned char *>(&key), sizeof(key))));
	return key;
}

bool
abort_abbreviation(int memtupcount, SortSupport ssup)
{
	const auto state = static_cast<AbbreviationState *>(ssup->ssup_extra);
	if (memtupcount < 10000 || state->input_count < 10000 || !state->estimating)
		return false;
	const AbbreviationUse use =
		use_of_abbreviation(state->input_count, estimateHyperLogLog(&state->distinct_keys));
	state->estimating = use == AbbreviationUse::unknown;
	return use == AbbreviationUse::worthless;
}

} // namespace

SQL_FUNCTION(objectid_sortsupport)
{
	const auto ssup = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
	ssup->comparator = compare_sorted;
	ssup->ssup_extra = nullptr;
	if (ssup->abbreviate)
	{
		const MemoryContext caller = MemoryContextSwitchTo(ssup->ssup_cxt);
		const auto state = ::new (palloc(sizeof(AbbreviationState))) AbbreviationState{};
		initHyperLogLog(&state->distinct_keys, 10);
		MemoryContextSwitchTo(caller);

		ssup->ssup_extra = state;
		ssup->comparator = ssup_datum_unsigned_cmp;
		ssup->abbrev_converter = abbreviate;
		ssup->abbrev_abort = abort_abbreviation;
		ssup->abbrev_full_comparator = compare_sorted;
	}
	PG_RETURN_VOID();
}

// Skip scans (PostgreSQL 18) compute the next id instead of looking it up in the index.
namespace {

template <std::optional<ObjectId> (*Neighbor)(ObjectId)>
Datum
neighbor(Relation, Datum existing, bool *is_none)
{
	const auto id = Neighbor(id_from_datum<ObjectId>(existing));
	*is_none = !id;
	return id ? id_to_datum(*id) : Datum{0};
}

} // namespace

SQL_FUNCTION(objectid_skipsupport)
{
	const auto sksup = reinterpret_cast<SkipSupport>(PG_GETARG_POINTER(0));
	sksup->increment = neighbor<objectid_next>;
	sksup->decrement = neighbor<objectid_previous>;
	sksup->low_elem = id_to_datum(objectid_lowest);
	sksup->high_elem = id_to_datum(objectid_highest);
	PG_RETURN_VOID();
}
