// gen_random_digits(): random numbers of at most a given number of decimal digits.
// permute_digits(), unpermute_digits(): a permutation of these numbers that a key decides.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits.hpp"
#include "core/digits_permutation.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"

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
	const bytea *const key = PG_GETARG_BYTEA_PP(position);
	const std::size_t size = VARSIZE_ANY_EXHDR(key);
	if (size == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("key must not be empty")));
	return {reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(key)), size};
}

// The server's HMAC-SHA-256. Between its creation and destroy() nothing may raise an error, which
// would leave its context behind.
class Hmac
{
  public:
	explicit Hmac(std::span<const std::uint8_t> key)
		: key_(key), context_(pg_hmac_create(PG_SHA256))
	{}

	void set_key(std::span<const std::uint8_t> key)
	{
		key_ = key;
	}

	bool operator()(std::span<const std::uint8_t> message, PrfResult &result)
	{
		if (pg_hmac_init(context_, key_.data(), key_.size()) == 0 &&
			pg_hmac_update(context_, message.data(), message.size()) == 0 &&
			pg_hmac_final(context_, result.data(), result.size()) == 0)
			return true;
		error_ = pg_hmac_error(context_);
		return false;
	}

	// Returns why a computation has failed; nullptr if none has.
	const char *destroy()
	{
		pg_hmac_free(context_);
		return error_;
	}

  private:
	std::span<const std::uint8_t> key_;
	pg_hmac_ctx *context_;
	const char *error_ = nullptr;
};

// What a call site keeps: most have the same key for all rows.
struct KeptPermutation
{
	bool is_prepared;
	PrfResult key;
	DigitsPermutation permutation;
};

// The key of the permutation is the HMAC of this word by the user's key. So it has 32 bytes,
// however long the user's is, and is of use for nothing else.
constexpr std::array<std::uint8_t, 14> purpose{'p', 'e', 'r', 'm', 'u', 't', 'e',
											   '_', 'd', 'i', 'g', 'i', 't', 's'};

// Prepares `kept` for these digits and the key in hmac, then sets hmac's key to the permutation's
// own. False if a computation fails.
bool
prepare(KeptPermutation &kept, int32 digits, Hmac &hmac)
{
	PrfResult key{};
	if (!hmac(purpose, key))
		return false;
	const bool is_same = kept.is_prepared && kept.key == key && kept.permutation.digits() == digits;
	kept.key = key;
	hmac.set_key(kept.key);
	if (!is_same)
		kept.is_prepared = kept.permutation.prepare(digits, hmac);
	return kept.is_prepared;
}

using Direction = std::optional<std::uint64_t> (DigitsPermutation::*)(std::uint64_t, Hmac &) const;

Datum
permuted(FunctionCallInfo fcinfo, Direction direction)
{
	const int32 digits = digits_argument(fcinfo, 1);
	const std::uint64_t number = number_argument(fcinfo, 0, digits);
	const auto key = key_argument(fcinfo, 2);
	FmgrInfo *const call_site = fcinfo->flinfo; // C code may have none
	auto *kept =
		call_site == nullptr ? nullptr : static_cast<KeptPermutation *>(call_site->fn_extra);
	if (kept == nullptr)
		kept = static_cast<KeptPermutation *>(
			MemoryContextAllocZero(call_site == nullptr ? CurrentMemoryContext : call_site->fn_mcxt,
								   sizeof(KeptPermutation)));
	if (call_site != nullptr)
		call_site->fn_extra = kept;

	Hmac hmac{key};
	std::optional<std::uint64_t> result;
	if (prepare(*kept, digits, hmac))
		result = (kept->permutation.*direction)(number, hmac);
	const char *const error = hmac.destroy();
	if (!result)
		ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR),
						errmsg("could not compute HMAC-SHA-256: %s", error)));
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
