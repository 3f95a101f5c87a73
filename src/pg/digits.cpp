// gen_random_digits(): random numbers of at most a given number of decimal digits.
// permute_digits(), unpermute_digits(): a permutation of these numbers that a key decides.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits.hpp"
#include "core/digits_permutation.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"
#include "pg/hmac.hpp"
#include "pg/id_datum.hpp"

#include <array>

using namespace objectid;

namespace {

// 22023 unless all numbers of this many digits fit into a bigint.
int32
digits_argument(FunctionCallInfo fcinfo, int position)
{
	const int32 digits = PG_GETARG_INT32(position);
	if (digits < digits_min || digits > digits_max)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of digits: %d", digits),
						errdetail("Valid numbers are %d to %d.", digits_min, digits_max)));
	return digits;
}

// 22003 unless the number has no more digits.
std::uint64_t
number_argument(FunctionCallInfo fcinfo, int position, int32 digits)
{
	const int64 number = PG_GETARG_INT64(position);
	const auto last = static_cast<int64>(power_of_ten(digits) - 1);
	if (number < 0 || number > last)
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
						errmsg("number out of range: %lld", static_cast<long long>(number)),
						errdetail("Valid numbers are 0 to %lld.", static_cast<long long>(last))));
	return static_cast<std::uint64_t>(number);
}

// 22023 if it is empty.
std::span<const std::uint8_t>
key_argument(FunctionCallInfo fcinfo, int position)
{
	const auto key = bytes_argument(fcinfo, position);
	if (key.empty())
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("key must not be empty")));
	return key;
}

struct KeptPermutation : KeptKey
{
	PrfResult key_of_permutation;
	DigitsPermutation permutation;
};

// The key of the permutation is the HMAC of this word by the user's key. So it has 32 bytes,
// however long the user's is, and is of use for nothing else.
constexpr std::array<std::uint8_t, 14> purpose{'p', 'e', 'r', 'm', 'u', 't', 'e',
											   '_', 'd', 'i', 'g', 'i', 't', 's'};

// Prepares the permutation for these digits and the key. False if a computation fails.
bool
prepare(KeptPermutation &kept, int32 digits)
{
	return kept.hmac.set_key(kept.key) && kept.hmac(purpose, kept.key_of_permutation) &&
		   kept.hmac.set_key(kept.key_of_permutation) &&
		   kept.permutation.prepare(digits, kept.hmac);
}

using Direction = std::optional<std::uint64_t> (DigitsPermutation::*)(std::uint64_t, Hmac &) const;

Datum
permuted(FunctionCallInfo fcinfo, Direction direction)
{
	const int32 digits = digits_argument(fcinfo, 1);
	const std::uint64_t number = number_argument(fcinfo, 0, digits);
	auto &kept = kept_for_key<KeptPermutation>(fcinfo, key_argument(fcinfo, 2));
	if (kept.permutation.digits() != digits)
		kept.is_prepared = false;
	if (!kept.is_prepared && !prepare(kept, digits))
		kept.raise_failed();
	kept.is_prepared = true;
	const auto result = (kept.permutation.*direction)(number, kept.hmac);
	if (!result)
		kept.raise_failed();
	return Int64GetDatum(static_cast<int64>(*result));
}

} // namespace

SQL_FUNCTION(gen_random_digits)
{
	const auto number = random_digits(digits_argument(fcinfo, 0), pooled_random);
	if (!number)
		raise_random_failed();
	PG_RETURN_INT64(static_cast<int64>(*number));
}

SQL_FUNCTION(permute_digits)
{
	return permuted(fcinfo, &DigitsPermutation::permute<Hmac>);
}

SQL_FUNCTION(unpermute_digits)
{
	return permuted(fcinfo, &DigitsPermutation::unpermute<Hmac>);
}
