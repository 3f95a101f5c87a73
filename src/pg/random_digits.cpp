// gen_random_digits(): uniform random numbers of a given count of decimal digits.
// SPDX-License-Identifier: PostgreSQL
#include "core/random_digits.hpp"
#include "pg/errors.hpp"
#include "pg/clock_and_random.hpp"

using namespace objectid;

namespace
{

// 22023 unless all the numbers of so many digits fit into a bigint.
int
digits_argument(FunctionCallInfo fcinfo, int position)
{
	const int32 given = PG_GETARG_INT32(position);
	if (given < random_digits_min || given > random_digits_max)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid number of digits: %d", given),
				 errdetail("Valid numbers are %d to %d.", random_digits_min, random_digits_max)));
	return given;
}

} // namespace

SQL_FUNCTION(gen_random_digits)
{
	const auto number = random_digits(digits_argument(fcinfo, 0), pooled_random());
	if (!number)
		raise_random_failed();
	PG_RETURN_INT64(static_cast<int64>(*number));
}
