// What to forget when a relation changes.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Has a function called whenever a relation was changed, as by any session, or InvalidOid stands
// for all. It must not raise an error. The server has room for ten such functions of all
// extensions, so those of this one share a place.
using ForgetRelation = void (*)(Oid relation);
void call_when_relations_change(ForgetRelation function);

} // namespace objectid
