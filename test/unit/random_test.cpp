// The block of random bytes: each handed out once, wiped, and never made up.
// SPDX-License-Identifier: PostgreSQL
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace objectid::random_test {
namespace {

// A source without state, as the server's is.
struct Stateless
{
	constexpr bool operator()(std::span<std::uint8_t>) const
	{
		return false;
	}
};

// Laws: a source of random bytes itself; empty and without a bit set when new, so that it is part
// of no file; as large as the block and a count.
static_assert(RandomSource<RandomPool<Stateless, 64>>);
static_assert(std::is_trivially_destructible_v<RandomPool<Stateless, 64>>);
static_assert(sizeof(RandomPool<Stateless, 4096>) == 4096 + sizeof(std::size_t));
constinit RandomPool<Stateless, 64> never_used;

std::vector<std::uint8_t>
bytes_of(const auto &object)
{
	std::vector<std::uint8_t> bytes(sizeof(object));
	std::memcpy(bytes.data(), &object, sizeof(object));
	return bytes;
}

TEST(RandomPool, NewPoolIsAllZero)
{
	EXPECT_EQ(bytes_of(never_used), std::vector<std::uint8_t>(sizeof(never_used)));
}

constexpr std::size_t block = 16;

// What is asked of a pool. Its source gives the bytes 1, 2, 3 and so on, so that the blocks begin
// with 1, 17 and 33.
struct Request
{
	enum Kind : std::uint8_t
	{
		take,
		provide,
		fail, // to take, as the source does
		fail_to_provide
	} kind;
	std::size_t bytes;
	std::size_t left;       // of the block then; all others are zero
	std::uint8_t first = 0; // of the bytes that are taken
};

struct Script
{
	const char *what;
	std::vector<Request> requests;
};

const Script scripts[] = {
	{"one draw for a whole block",
	 {{Request::take, 8, 8, 1}, {Request::take, 8, 0, 9}, {Request::take, 8, 8, 17}}},
	{"of all sizes",
	 {{Request::take, 16, 0, 1},
	  {Request::take, 0, 0},
	  {Request::take, 15, 1, 17},
	  {Request::take, 1, 0, 32},
	  {Request::take, 1, 15, 33},
	  {Request::take, 16, 0, 49}}},
	// An answer from two blocks would cost more than it saves.
	{"too few bytes left are dropped", {{Request::take, 12, 4, 1}, {Request::take, 8, 8, 17}}},
	{"what no block can answer goes to the source, and leaves the block as it is",
	 {{Request::take, 4, 12, 1}, {Request::take, 17, 12, 17}, {Request::take, 12, 0, 5}}},
	{"what is provided comes without another call of the source, which may then fail",
	 {{Request::provide, 12, 16},
	  {Request::provide, 16, 16},
	  {Request::take, 8, 8, 1},
	  {Request::provide, 8, 8},
	  {Request::fail_to_provide, 9, 0},
	  {Request::fail_to_provide, 1, 0},
	  {Request::provide, 9, 16},
	  {Request::take, 8, 8, 17},
	  {Request::fail_to_provide, 17, 8}}},
	{"a source that fails, time and again",
	 {{Request::fail, 8, 0},
	  {Request::fail, 8, 0},
	  {Request::take, 8, 8, 1},
	  {Request::take, 8, 0, 9},
	  {Request::fail, 8, 0},
	  {Request::take, 8, 8, 17},
	  {Request::fail, 17, 8}}},
	{"what a failed draw drops comes back for no later request, however small",
	 {{Request::take, 12, 4, 1},
	  {Request::fail, 8, 0},
	  {Request::fail, 4, 0},
	  {Request::take, 4, 12, 17}}},
};

TEST(RandomPool, HandsOutEachByteOnce)
{
	for (const Script &script : scripts)
	{
		bool fails = false;
		std::uint8_t next = 1;
		const auto source = [&](std::span<std::uint8_t> bytes) {
			// One that fails has filled a part.
			for (std::uint8_t &byte : fails ? bytes.first(bytes.size() / 2) : bytes)
				byte = fails ? 0xa5 : next++;
			return !fails;
		};
		RandomPool<decltype(source), block> pool{source};
		for (const Request &request : script.requests)
		{
			SCOPED_TRACE(::testing::Message() << script.what << ": " << request.bytes
											  << " bytes, of which " << request.left << " stay");
			fails = request.kind == Request::fail || request.kind == Request::fail_to_provide;
			std::vector<std::uint8_t> wanted(request.bytes, 0x77);
			const bool provides =
				request.kind == Request::provide || request.kind == Request::fail_to_provide;
			EXPECT_EQ(provides ? pool.provide(request.bytes) : pool(wanted), !fails);
			for (std::size_t i = 0; i < wanted.size() && !provides && !fails; ++i)
				EXPECT_EQ(wanted[i], request.first + i);
			if (provides || (fails && request.bytes <= block))
			{
				EXPECT_EQ(wanted, std::vector<std::uint8_t>(request.bytes, 0x77));
			}
			const auto bytes = bytes_of(pool);
			const auto used = static_cast<std::ptrdiff_t>(block - request.left);
			EXPECT_EQ(std::count(bytes.begin(), bytes.begin() + used, 0), used);
			EXPECT_EQ(std::count(bytes.begin() + used, bytes.begin() + block, 0), 0);
		}
	}
}

} // namespace
} // namespace objectid::random_test
