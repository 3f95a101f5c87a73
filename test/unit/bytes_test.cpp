// Big-endian numbers. (Their neighbors: objectid_test.cpp and id_condition_test.cpp.)
// SPDX-License-Identifier: PostgreSQL
#include "core/bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace objectid::bytes_test {
namespace {

template <typename T>
class BigEndian : public ::testing::Test
{
};
using Widths = ::testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(BigEndian, Widths);

// 0, the largest, and each power of two with its neighbors.
template <typename T>
std::vector<T>
interesting_numbers()
{
	std::vector<T> numbers = {0, std::numeric_limits<T>::max()};
	for (int bit = 0; bit < std::numeric_limits<T>::digits; ++bit)
	{
		const auto power = static_cast<T>(T{1} << bit);
		for (const int step : {-1, 0, 1})
			numbers.push_back(static_cast<T>(power + static_cast<T>(step)));
	}
	return numbers;
}

// Stored values begin at any address, which the sanitizers watch.
TYPED_TEST(BigEndian, RoundTripsAtEveryAddressAndTouchesNoOtherByte)
{
	constexpr std::size_t width = sizeof(TypeParam);
	for (const TypeParam number : interesting_numbers<TypeParam>())
		for (std::size_t offset = 0; offset < 8; ++offset)
		{
			SCOPED_TRACE(::testing::Message() << +number << " at offset " << offset);
			alignas(8) std::array<std::uint8_t, 16> memory;
			memory.fill(0x5a);
			auto expected = memory;
			std::uint64_t rest = number;
			for (std::size_t i = width; i-- > 0; rest /= 256)
				expected[offset + i] = static_cast<std::uint8_t>(rest % 256);

			store_big_endian(number, memory.data() + offset);
			EXPECT_EQ(memory, expected);
			EXPECT_EQ(load_big_endian<TypeParam>(memory.data() + offset), number);
		}
}

} // namespace
} // namespace objectid::bytes_test
