// State of a single process.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <type_traits>

namespace objectid
{

// State that belongs to one process: a forked child starts afresh.
template <typename State>
class PerProcess
{
  public:
	[[nodiscard]] constexpr State &of(int process_id)
	{
		if (process_id != owner_)
		{
			state_ = State{};
			owner_ = process_id;
		}
		return state_;
	}

  private:
	static_assert(std::is_trivially_destructible_v<State>);
	State state_{};
	int owner_ = 0; // no process: process ids are positive
};

} // namespace objectid
