// A walk through all orders in which the steps of several processes can happen.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace objectid::testing {

// Ends a run of a process's code before the step that is not its turn yet, or that has to wait.
struct Paused
{
};

// Otherwise equal states may have other bytes. clang cannot do it, and walks do not end with it.
template <typename Value>
void
clear_padding([[maybe_unused]] Value &value)
{
#if __has_builtin(__builtin_clear_padding)
	__builtin_clear_padding(&value);
#endif
}

// What a process was told by its steps so far. Straight code cannot be stopped in the middle and
// copied. So for each step the code is run from its beginning, is told again what it was told
// before, and then takes one step more. What it does with that is its own, and is done again.
class Told
{
  public:
	// The code takes one step more from now on.
	void begin_run()
	{
		position_ = 0;
		has_stepped_ = false;
	}

	// In the code, for each access to what processes share: calls the function if this is the step.
	template <typename Function>
	auto step(Function &&function)
	{
		using Result = std::invoke_result_t<Function>;
		static_assert(std::is_trivially_copyable_v<Result>);
		Result result;
		if (position_ == bytes_.size())
		{
			if (has_stepped_)
				throw Paused{};
			result = function();
			clear_padding(result);
			bytes_.append(reinterpret_cast<const char *>(&result), sizeof result);
			has_stepped_ = true;
		}
		else
			std::memcpy(&result, bytes_.data() + position_, sizeof result);
		position_ += sizeof result;
		return result;
	}

	void forget()
	{
		bytes_.clear();
	}

	[[nodiscard]] const std::string &bytes() const
	{
		return bytes_;
	}

  private:
	std::string bytes_;
	std::size_t position_ = 0;
	bool has_stepped_ = false;
};

// The bytes that tell a state from others.
class Key
{
  public:
	template <typename... Value>
	void add(const Value &...value)
	{
		(append(value), ...);
	}

	// Of a million states two have the same hash once in 30 million walks.
	[[nodiscard]] std::size_t hash() const
	{
		return std::hash<std::string>{}(bytes_);
	}

  private:
	// Not a type with an optional in it: the bytes of an empty one can be any.
	template <typename Value>
	void append(Value value)
	{
		static_assert(std::is_trivially_copyable_v<Value>);
		clear_padding(value);
		bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
	}

	template <typename Value>
	void append(const std::optional<Value> &value)
	{
		add(value.has_value(), value.value_or(Value{}));
	}

	void append(const std::string &bytes)
	{
		add(bytes.size());
		bytes_ += bytes;
	}

	std::string bytes_;
};

// Many times what any walk has: so many are found only if equal states differ in their keys.
constexpr std::size_t most_states = 2'000'000;

// Walks from a state to all that follow, until a promise is violated. Gives the violation, or
// nothing. A state has key(), violation(), and for_each_next(), which calls a function with each
// state that one step leads to.
template <typename State>
std::string
walk(const State &first)
{
	std::unordered_set<std::size_t> seen{first.key().hash()};
	std::vector<State> open{first};
	std::string violation;
	while (!open.empty() && violation.empty())
	{
		if (seen.size() > most_states)
			return "too many states";
		const State state = std::move(open.back());
		open.pop_back();
		state.for_each_next([&](const State &next) {
			if (!next.violation().empty())
				violation = next.violation();
			if (seen.insert(next.key().hash()).second)
				open.push_back(next);
		});
	}
	return violation;
}

} // namespace objectid::testing
