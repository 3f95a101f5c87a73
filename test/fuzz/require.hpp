// What must hold for every input of a fuzzer: libFuzzer reports an abort with the input.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdlib>

inline void
require(bool holds)
{
	if (!holds)
		std::abort();
}
