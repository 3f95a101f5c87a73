// The reservation that keeps the order of ids and bounds over the end of the server, a crash or the
// promotion of a standby: the page that has it. core/new_id_steps.hpp tells the whole protocol.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/new_id_steps.hpp"
#include "pg/generators.hpp"

namespace objectid {

extern KnownReservation known_reservation; // by this process

// Step 5 of core/new_id_steps.hpp: reserve_seconds() on the page. True, too, where nothing is
// reserved: on a standby, or without GeneratorsInUse::have_reservation.
[[nodiscard]] bool reserve_on_page(const IdSeconds &id);

} // namespace objectid
