// gen_random_digits(): random numbers of at most a given number of decimal digits.
// permute_digits(), unpermute_digits(): a permutation of these numbers that a key decides.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits.hpp"
#include "core/digits_permutation.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"

using namespace objectid;

namespace
{

// 22023 unless all numbers of this many digits fit into a bigint.
void
check_digits(int32 digits)
{
	if (digits < digits_min || digits > digits_max)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of digits: %d", digits),
						errdetail("Valid numbers are %d to %d.", digits_min, digits_max)));
}

// The server's HMAC-SHA-256. Nothing may raise an error between creation and destroy(), which would
// leave the context behind.
class Hmac
{
  public:
	explicit Hmac(std::span<const std::uint8_t> key)
		: key_(key), context_(pg_hmac_create(PG_SHA256)), error_(nullptr)
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

	// XX000 if a computation has failed.
	void destroy()
	{
		pg_hmac_free(context_);
		if (error_ != nullptr)
			ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR),
							errmsg("could not compute HMAC-SHA-256: %s", error_)));
	}

  private:
	std::span<const std::uint8_t> key_;
	pg_hmac_ctx *context_;
	const char *error_;
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

// 22023, 22003.
template <typename Apply>
Datum
apply_permutation(FunctionCallInfo fcinfo, Apply &&apply)
{
	const int64 number = PG_GETARG_INT64(0);
	const int32 digits = PG_GETARG_INT32(1);
	const bytea *const given = PG_GETARG_BYTEA_PP(2);
	const std::span key{reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(given)),
						VARSIZE_ANY_EXHDR(given)};
	check_digits(digits);
	if (key.empty())
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("key must not be empty")));
	const auto numbers = static_cast<int64>(power_of_ten(digits));
	if (number < 0 || number >= numbers)
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
						errmsg("number out of range: %lld", static_cast<long long>(number)),
						errdetail("Valid numbers are 0 to %lld.",
								  static_cast<long long>(numbers - 1))));

	auto *kept = static_cast<KeptPermutation *>(fcinfo->flinfo->fn_extra);
	if (kept == nullptr)
		fcinfo->flinfo->fn_extra = kept = static_cast<KeptPermutation *>(
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(KeptPermutation)));

	Hmac hmac{key};
	PrfResult own_key{};
	std::optional<std::uint64_t> result;
	if (hmac(purpose, own_key))
	{
		hmac.set_key(own_key);
		if (!kept->is_prepared || kept->key != own_key || kept->permutation.digits() != digits)
		{
			kept->key = own_key;
			kept->is_prepared = kept->permutation.prepare(digits, hmac);
		}
		if (kept->is_prepared)
			result = apply(kept->permutation, static_cast<std::uint64_t>(number), hmac);
	}
	hmac.destroy();
	PG_RETURN_INT64(static_cast<int64>(*result));
}

} // namespace

SQL_FUNCTION(gen_random_digits)
{
	const int32 digits = PG_GETARG_INT32(0);
	check_digits(digits);
	const auto number = random_digits(digits, pooled_random());
	if (!number)
		raise_random_failed();
	PG_RETURN_INT64(static_cast<int64>(*number));
}

SQL_FUNCTION(permute_digits)
{
	return apply_permutation(fcinfo, [](const DigitsPermutation &permutation, std::uint64_t number,
										Hmac &hmac) { return permutation.permute(number, hmac); });
}

SQL_FUNCTION(unpermute_digits)
{
	return apply_permutation(fcinfo,
							 [](const DigitsPermutation &permutation, std::uint64_t number,
								Hmac &hmac) { return permutation.unpermute(number, hmac); });
}
