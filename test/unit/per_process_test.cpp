// State of one process, and what a fork does to it.
// SPDX-License-Identifier: PostgreSQL
#include "core/per_process.hpp"

#include <gtest/gtest.h>

namespace objectid
{
namespace
{

struct Tally
{
	int count = 40;
};
using Tallies = PerProcess<Tally>;
static_assert(std::is_trivially_destructible_v<Tallies>);

TEST(PerProcess, StaysWithinAProcess)
{
	Tallies tallies;
	EXPECT_EQ(tallies.of(100).count, 40);
	++tallies.of(100).count;
	EXPECT_EQ(tallies.of(100).count, 41);
	EXPECT_EQ(&tallies.of(100), &tallies.of(100));
}

// fork() copies the memory: the child has a copy of the object and a process id of its own.
TEST(PerProcess, ChildStartsAnewAndParentGoesOn)
{
	Tallies parent;
	parent.of(100).count = 1;
	Tallies child = parent;
	EXPECT_EQ(child.of(101).count, 40);
	child.of(101).count = 2;
	EXPECT_EQ(child.of(101).count, 2);
	EXPECT_EQ(parent.of(100).count, 1);

	Tallies grandchild = child;
	EXPECT_EQ(grandchild.of(102).count, 40);
	EXPECT_EQ(child.of(101).count, 2);
}

TEST(PerProcess, FirstUseInAChildOfAProcessThatNeverUsedIt)
{
	const Tallies postmaster;
	Tallies first = postmaster, second = postmaster;
	first.of(101).count = 1;
	EXPECT_EQ(second.of(102).count, 40);
}

} // namespace
} // namespace objectid
