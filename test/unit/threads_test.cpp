// What processes share, in threads: test/matrix runs it under ThreadSanitizer.
// SPDX-License-Identifier: PostgreSQL
//
// With OBJECTID_FAULT=no_lock or =weak_lock the threads share generators and marks without the
// lock, or with one that orders nothing. That is a race, which ThreadSanitizer has to report.
#include "core/follow_marks.hpp"
#include "core/new_id_steps.hpp"
#include "core/shared_generators.hpp"
#include "core/spin_lock.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace objectid {

void
SpinLock::wait()
{
	while (!try_to_take())
		std::this_thread::yield();
}

namespace threads_test {
namespace {

// A server, with a page in memory.
struct Server
{
	Generators generators;
	std::mutex page_lock;
	ReservationOnPage page{1, 0};
};

bool
has_fault(std::string_view fault)
{
	const char *given = std::getenv("OBJECTID_FAULT");
	return given != nullptr && fault == given;
}

std::atomic_flag weak;

template <typename Function>
void
with_lock(SpinLock &lock, Function &&function)
{
	if (has_fault("weak_lock"))
		while (weak.test_and_set(std::memory_order_relaxed))
			std::this_thread::yield();
	else if (!has_fault("no_lock"))
		lock.acquire();
	function();
	if (has_fault("weak_lock"))
		weak.clear(std::memory_order_relaxed);
	else if (!has_fault("no_lock"))
		lock.release();
}

// A process, or the page as it has it: see new_id_steps.hpp.
class Process
{
  public:
	Process(Server &server, std::uint64_t seed) : server_(server), random_(seed)
	{}

	[[nodiscard]] const KnownReservation &known() const
	{
		return known_;
	}

	// One that runs fast, so that the reservation grows all the time.
	static UnixTime clock()
	{
		const auto ns = std::chrono::steady_clock::now().time_since_epoch().count();
		return {1'763'600'000 + ns / 1'000'000,
				static_cast<std::uint32_t>(ns % 1'000'000 * us_per_ms)};
	}

	static bool provide_random()
	{
		return true;
	}

	template <typename Make>
	MadeId<ObjectId> in_turn(Make &&make)
	{
		MadeId<ObjectId> made{};
		in_turn_of(server_.generators.objectid,
				   [&](auto &generator) { made = make(generator, clock, random_); });
		return made;
	}

	std::uint32_t announced() const
	{
		return server_.generators.announced();
	}

	static void wait_for_next_second(UnixTime)
	{}

	UnixTime advance_generators_to_clock()
	{
		return server_.generators.advance_to_clock(
			[](auto &locked, auto &&function) { in_turn_of(locked, function); }, clock);
	}

	bool reserve(const IdSeconds &id)
	{
		return reserve_seconds(*this, known_, id);
	}

	static void begin_anew()
	{}

	void lock()
	{
		server_.page_lock.lock();
	}

	[[nodiscard]] Reservation read() const
	{
		return reservation_from_page(server_.page);
	}

	std::uint32_t incarnation()
	{
		const std::uint32_t known = server_.generators.incarnation();
		return known != 0 ? known : server_.generators.incarnation_or(7);
	}

	void announce()
	{
		server_.generators.announce();
	}

	void advance_generators(UnixTime reading, UnixTime time)
	{
		server_.generators.advance(
			[](auto &locked, auto &&function) { in_turn_of(locked, function); }, clock, reading,
			time);
	}

	void write(const Reservation &reservation)
	{
		server_.page = reservation_to_page(reservation);
	}

	void unlock()
	{
		server_.page_lock.unlock();
	}

	static void flush()
	{}

  private:
	template <typename Generator, typename Function>
	static void in_turn_of(LockedGenerator<Generator> &locked, Function &&function)
	{
		with_lock(locked.lock, [&] { function(locked.generator); });
	}

	Server &server_;
	testing::EndlessRandom random_;
	KnownReservation known_;
};

TEST(Threads, MakeIdsAndBounds)
{
	constexpr std::size_t processes = 3, ids_of_each = 20'000;
	Server server;
	std::vector<std::vector<ObjectId>> made(processes);
	std::vector<std::thread> threads;
	for (std::size_t i = 0; i < processes; ++i)
		threads.emplace_back([&server, &made, i] {
			Process process(server, i);
			for (std::size_t n = 0; n < ids_of_each; ++n)
			{
				ObjectId id{};
				if (make_id(process, id) == GeneratorStatus::ok)
					made[i].push_back(id);
				if (n % 100 == 0)
					static_cast<void>(make_bound(process));
			}
		});
	for (std::thread &thread : threads)
		thread.join();

	std::vector<ObjectId> all;
	for (const auto &each : made)
	{
		EXPECT_EQ(each.size(), ids_of_each);
		EXPECT_TRUE(std::ranges::is_sorted(each));
		all.insert(all.end(), each.begin(), each.end());
	}
	std::ranges::sort(all);
	EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(Threads, LeaveMarks)
{
	constexpr std::size_t processes = 3, calls_of_each = 2'000;
	SpinLock lock{};
	MarksOfTables<2> marks; // too few, so that they give up one another's
	std::vector<std::thread> threads;
	for (std::size_t i = 0; i < processes; ++i)
		threads.emplace_back([&lock, &marks, i] {
			const FollowedNumbers numbers{1, 1, static_cast<std::uint32_t>(i), 1, 1};
			for (std::size_t n = 1; n <= calls_of_each; ++n)
				with_lock(lock, [&] {
					const auto last = static_cast<std::int64_t>(n);
					EXPECT_EQ(resolve(marks.of(numbers, 1), last, {}), last);
				});
		});
	for (std::thread &thread : threads)
		thread.join();
}

} // namespace
} // namespace threads_test
} // namespace objectid
