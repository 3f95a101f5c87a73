// The estimates of predicates that are called as functions, for their planner support.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid
{

// Answers for a call of a predicate as a function; false when it is none of ours.
bool estimate_function(SupportRequestSelectivity *request);

} // namespace objectid
