// Arithmetic of counters, up to both ends of bigint.
// SPDX-License-Identifier: PostgreSQL
#include "core/counter.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace objectid::counter_test {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = counter_max;
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

TEST(Counter, ShardsFit)
{
	struct Case
	{
		std::int64_t start;
		std::int32_t shards;
		std::int64_t size;
		bool fit;
	};
	constexpr Case cases[] = {
		{highest, 1, 1, true},
		{highest, 1, 2, false},
		{highest, 2, 1, false},
		{highest - 1, 2, 1, true},
		{highest - 5, 2, 3, true},
		{highest - 4, 2, 3, false},
		{1, 1, highest, true},
		{2, 1, highest, false},
		{0, 2, std::int64_t{1} << 62, true},
		{1, 2, std::int64_t{1} << 62, false},
		{lowest, 2, highest, true},
		{lowest, 3, highest, false},
		{lowest, 3, 6'148'914'691'236'517'205, true}, // 3 of these are 2^64 - 1
		{lowest, 3, 6'148'914'691'236'517'206, false},
		{lowest, most, 8'589'934'596, true}, // the largest that is below 2^64 / (2^31 - 1)
		{lowest, most, 8'589'934'597, false},
		{highest, most, highest, false},
	};
	for (const Case &c : cases)
		EXPECT_EQ(shards_fit(c.start, c.shards, c.size), c.fit)
			<< c.start << ' ' << c.shards << ' ' << c.size;
}

TEST(Counter, NumbersOfShard)
{
	EXPECT_EQ(numbers_of_shard(1, 3, 25), (Numbers{76, 100}));
	EXPECT_EQ(numbers_of_shard(-30, 1, 25), (Numbers{-5, 19}));
	EXPECT_EQ(numbers_of_shard(highest - 5, 1, 3), (Numbers{highest - 2, highest}));
	EXPECT_EQ(numbers_of_shard(lowest, 1, highest), (Numbers{-1, highest - 2}));
}

TEST(Counter, Take)
{
	struct Case
	{
		std::optional<Numbers> left;
		std::int32_t count;
		std::optional<Numbers> batch;
		std::optional<Numbers> left_then;
	};
	const Case cases[] = {
		{Numbers{1, 10}, 1, Numbers{1, 1}, Numbers{2, 10}},
		{Numbers{1, 10}, 9, Numbers{1, 9}, Numbers{10, 10}},
		{Numbers{1, 10}, 10, Numbers{1, 10}, std::nullopt},
		{Numbers{1, 10}, 11, std::nullopt, Numbers{1, 10}},
		{std::nullopt, 1, std::nullopt, std::nullopt},
		{Numbers{2, 1}, 1, std::nullopt, Numbers{2, 1}},
		{Numbers{highest, lowest}, most, std::nullopt, Numbers{highest, lowest}},
		{Numbers{-1, 1}, 2, Numbers{-1, 0}, Numbers{1, 1}},
		{Numbers{lowest, highest}, most, Numbers{lowest, lowest + most - 1},
		 Numbers{lowest + most, highest}},
		{Numbers{highest - 1, highest}, 2, Numbers{highest - 1, highest}, std::nullopt},
		{Numbers{highest, highest}, most, std::nullopt, Numbers{highest, highest}},
	};
	for (const Case &c : cases)
	{
		auto left = c.left;
		EXPECT_EQ(take_numbers(left, c.count), c.batch) << c.count;
		EXPECT_EQ(left, c.left_then) << c.count;
	}
}

} // namespace
} // namespace objectid::counter_test
