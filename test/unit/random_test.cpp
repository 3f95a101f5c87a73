// The block of random bytes: each handed out once, wiped, and never made up.
// SPDX-License-Identifier: PostgreSQL
#include "core/random.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace objectid::random_test {
namespace {

using testing::EndlessRandom;
using testing::ScriptedRandom;

// A source of the test, which looks at it while the pool has it.
template <typename Random>
struct Borrowed
{
	Random *random;

	bool operator()(std::span<std::uint8_t> bytes) const
	{
		return (*random)(bytes);
	}
};

template <std::size_t Size, typename Random>
using Pool = RandomPool<Borrowed<Random>, Size>;

// A source without state, as the server's is.
struct Counting
{
	constexpr bool operator()(std::span<std::uint8_t> bytes) const
	{
		for (std::size_t i = 0; i < bytes.size(); ++i)
			bytes[i] = static_cast<std::uint8_t>(i + 1);
		return true;
	}
};

// A source answers whether it could; others are none.
static_assert(RandomSource<bool (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<void (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<int (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<bool (*)()>);

// Laws: a source of random bytes itself; empty and without a bit set when new, so that it is part
// of no file; as large as the block and a count.
static_assert(RandomSource<RandomPool<Counting, 64>>);
static_assert(std::is_trivially_destructible_v<RandomPool<Counting, 64>>);
static_assert(sizeof(RandomPool<Counting, 4096>) == 4096 + sizeof(std::size_t));
constinit RandomPool<Counting, 64> never_used;

// In the compiler too.
static_assert([] {
	RandomPool<Counting, 16> pool;
	std::array<std::uint8_t, 4> four{};
	std::array<std::uint8_t, 8> eight{};
	return pool(four) && four == std::array<std::uint8_t, 4>{1, 2, 3, 4} && pool(eight) &&
		   eight == std::array<std::uint8_t, 8>{5, 6, 7, 8, 9, 10, 11, 12};
}());

std::vector<std::uint8_t>
bytes_of(const auto &object)
{
	std::vector<std::uint8_t> bytes(sizeof(object));
	std::memcpy(bytes.data(), &object, sizeof(object));
	return bytes;
}

// How many bytes of a pool's block, which is its first member, are this one.
template <typename Source, std::size_t Size>
std::size_t
count_in_block(const RandomPool<Source, Size> &pool, std::uint8_t byte)
{
	const auto bytes = bytes_of(pool);
	return static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + Size, byte));
}

template <typename Pool>
std::vector<std::uint8_t>
take(Pool &pool, std::size_t count)
{
	std::vector<std::uint8_t> bytes(count);
	EXPECT_TRUE(pool(bytes));
	return bytes;
}

TEST(RandomPool, NewPoolIsAllZero)
{
	EXPECT_EQ(bytes_of(never_used), std::vector<std::uint8_t>(sizeof(never_used)));
}

// One draw for a whole block; the bytes come in the order of the source, each once.
TEST(RandomPool, HandsOutTheSourceInOrder)
{
	EndlessRandom random(1), same(1);
	Pool<64, EndlessRandom> pool{{&random}};
	EXPECT_EQ(random.calls(), 0u);
	for (std::size_t draw = 0; draw < 48; ++draw)
	{
		SCOPED_TRACE(draw);
		std::array<std::uint8_t, 8> expected{};
		ASSERT_TRUE(same(expected));
		const auto got = take(pool, 8);
		EXPECT_TRUE(std::equal(got.begin(), got.end(), expected.begin()));
		EXPECT_EQ(random.calls(), draw / 8 + 1);
		EXPECT_EQ(random.bytes_handed_out(), 64 * (draw / 8 + 1));
	}
}

// Too few bytes left: they are dropped, for an answer from two blocks would cost more than it
// saves.
TEST(RandomPool, DropsATailThatIsTooShort)
{
	EndlessRandom random(1), same(1);
	Pool<16, EndlessRandom> pool{{&random}};
	std::array<std::uint8_t, 32> expected{};
	ASSERT_TRUE(same(expected));
	take(pool, 8);
	take(pool, 4);
	const auto got = take(pool, 8); // 4 left
	EXPECT_TRUE(std::equal(got.begin(), got.end(), expected.begin() + 16));
	EXPECT_EQ(random.calls(), 2u);
}

TEST(RandomPool, SizesOfRequests)
{
	EndlessRandom random;
	Pool<16, EndlessRandom> pool{{&random}};
	take(pool, 0);
	EXPECT_EQ(random.calls(), 0u);
	take(pool, 16); // all of it
	EXPECT_EQ(random.calls(), 1u);
	take(pool, 0);
	EXPECT_EQ(random.calls(), 1u);
	take(pool, 15);
	take(pool, 1);
	EXPECT_EQ(random.calls(), 2u);
	take(pool, 1);
	EXPECT_EQ(random.calls(), 3u);
	take(pool, 16); // 15 left, and dropped
	EXPECT_EQ(random.calls(), 4u);
	take(pool, 15);
	EXPECT_EQ(random.calls(), 5u);
}

// A request that no block can answer goes to the source, and leaves the block as it is.
TEST(RandomPool, LargeRequestsGoToTheSource)
{
	EndlessRandom random(1), same(1);
	Pool<16, EndlessRandom> pool{{&random}};
	std::array<std::uint8_t, 16 + 17> expected{};
	ASSERT_TRUE(same(expected));
	take(pool, 4);
	const auto large = take(pool, 17);
	EXPECT_TRUE(std::equal(large.begin(), large.end(), expected.begin() + 16));
	const auto small = take(pool, 12);
	EXPECT_TRUE(std::equal(small.begin(), small.end(), expected.begin() + 4));
	EXPECT_EQ(random.calls(), 2u);

	random.fail_next(1);
	std::vector<std::uint8_t> wanted(17);
	EXPECT_FALSE(pool(wanted));
}

// What is reserved comes without another call of the source, which may then fail.
TEST(RandomPool, ReservesAhead)
{
	EndlessRandom random;
	Pool<16, EndlessRandom> pool{{&random}};
	EXPECT_TRUE(pool.provide(0));
	EXPECT_EQ(random.calls(), 0u);
	EXPECT_TRUE(pool.provide(12));
	EXPECT_TRUE(pool.provide(16));
	EXPECT_EQ(random.calls(), 1u);
	random.fail_next(2);
	take(pool, 8);
	EXPECT_TRUE(pool.provide(8));
	EXPECT_FALSE(pool.provide(9));
	EXPECT_FALSE(pool.provide(1)); // nothing is left of the block
	EXPECT_TRUE(pool.provide(9));
	take(pool, 8);
	EXPECT_EQ(random.calls(), 2u);
	EXPECT_FALSE(pool.provide(17)); // more than a block
	EXPECT_EQ(random.calls(), 2u);
}

// What was handed out is in the pool's memory no more, what is not yet still is.
TEST(RandomPool, WipesWhatItHandsOut)
{
	ScriptedRandom random(std::vector<std::uint8_t>(64, 0xa5));
	Pool<64, ScriptedRandom> pool{{&random}};
	std::size_t left = 64;
	for (const std::size_t count : {4u, 8u, 1u, 20u, 31u})
	{
		const auto got = take(pool, count);
		EXPECT_EQ(got, std::vector<std::uint8_t>(count, 0xa5));
		left -= count;
		EXPECT_EQ(count_in_block(pool, 0xa5), left);
	}
	EXPECT_EQ(left, 0u);
}

TEST(RandomPool, WipesTheTailThatItDrops)
{
	std::vector<std::uint8_t> script(16, 0xa5);
	script.insert(script.end(), 16, 0x5a);
	ScriptedRandom random(script);
	Pool<16, ScriptedRandom> pool{{&random}};
	take(pool, 12);
	EXPECT_EQ(take(pool, 8), std::vector<std::uint8_t>(8, 0x5a));
	EXPECT_EQ(count_in_block(pool, 0xa5), 0u);
	EXPECT_EQ(count_in_block(pool, 0x5a), 8u);
}

// A source that fails gives false, time and again, and nothing of an old or a half block.
TEST(RandomPool, FailsWithItsSource)
{
	EndlessRandom random;
	Pool<16, EndlessRandom> pool{{&random}};
	std::array<std::uint8_t, 8> wanted{};
	wanted.fill(0x77);
	random.fail_next(2);
	EXPECT_FALSE(pool(wanted));
	EXPECT_FALSE(pool(wanted));
	EXPECT_TRUE(std::all_of(wanted.begin(), wanted.end(), [](auto byte) { return byte == 0x77; }));
	EXPECT_TRUE(pool(wanted));
	EXPECT_TRUE(pool(wanted)); // the rest of the same block
	EXPECT_EQ(random.calls(), 1u);
	random.fail_next(1);
	EXPECT_FALSE(pool(wanted));
	EXPECT_TRUE(pool(wanted));
	EXPECT_EQ(random.calls(), 2u);
	EXPECT_EQ(random.failures(), 3u);
}

// The bytes that a failed draw drops come back for no later request, however small.
TEST(RandomPool, IsEmptyAfterAFailure)
{
	EndlessRandom random;
	Pool<16, EndlessRandom> pool{{&random}};
	take(pool, 12);
	std::array<std::uint8_t, 8> wanted{};
	random.fail_next(2);
	EXPECT_FALSE(pool(wanted));
	EXPECT_FALSE(pool(std::span{wanted}.first(4)));
	EXPECT_EQ(count_in_block(pool, 0), 16u);
	take(pool, 4);
	EXPECT_EQ(random.calls(), 2u);
}

// A source that has filled a part of the block when it fails.
TEST(RandomPool, KeepsNothingOfAHalfBlock)
{
	bool fails = true;
	const auto half = [&fails](std::span<std::uint8_t> bytes) {
		std::fill_n(bytes.begin(), fails ? bytes.size() / 2 : bytes.size(), std::uint8_t{0xa5});
		return !fails;
	};
	RandomPool<decltype(half), 16> pool{half};
	std::array<std::uint8_t, 4> wanted{};
	EXPECT_FALSE(pool(wanted));
	EXPECT_EQ(wanted, (std::array<std::uint8_t, 4>{}));
	EXPECT_EQ(count_in_block(pool, 0xa5), 0u);
	fails = false;
	EXPECT_TRUE(pool(wanted));
	EXPECT_EQ(wanted, (std::array<std::uint8_t, 4>{0xa5, 0xa5, 0xa5, 0xa5}));
}

} // namespace
} // namespace objectid::random_test
