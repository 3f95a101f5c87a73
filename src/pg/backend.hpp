// This process, in the steps of core/new_id_steps.hpp.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/new_id_steps.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/reservation_page.hpp"

namespace objectid {

// For what moves all generators.
struct Backend
{
	static const KnownReservation &known()
	{
		return known_reservation;
	}

	static UnixTime clock()
	{
		return clock_now();
	}

	static std::uint32_t announced()
	{
		return generators_in_use.all->announced();
	}

	[[nodiscard]] static bool reserve(const IdSeconds &id)
	{
		return reserve_on_page(id);
	}

	static UnixTime advance_generators_to_clock()
	{
		return objectid::advance_generators_to_clock();
	}

	static void begin_anew()
	{
		CHECK_FOR_INTERRUPTS();
	}
};

// For what makes an id with one of the generators.
template <typename Id, typename Generator>
struct BackendWithGenerator : Backend
{
	LockedGenerator<Generator> Generators::*which;

	static bool provide_random()
	{
		return pooled_random.provide(Generator::random_bytes_max);
	}

	template <typename Make>
	MadeId<Id> in_turn(Make &&make) const
	{
		MadeId<Id> made;
		objectid::in_turn(generators_in_use.all->*which, [&](Generator &generator) {
			made = make(generator, clock_now, pooled_random);
		});
		return made;
	}

	static void wait_for_next_second(UnixTime now)
	{
		objectid::wait_for_next_second(now);
	}
};

} // namespace objectid
