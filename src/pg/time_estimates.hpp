// How many rows a condition on ids or their times selects.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Estimates a call of a predicate as a function; false when it is none of ours.
bool estimate_function(SupportRequestSelectivity *request);

} // namespace objectid
