// What to forget when a relation changes, and opening one that nobody changes.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Has a function called whenever a relation was changed, as by any session, or InvalidOid stands
// for all. It must not raise an error. The server has room for ten such functions of all
// extensions, so those of this one share a place.
using ForgetRelation = void (*)(Oid relation);
void call_when_relations_change(ForgetRelation function);

// A relation, locked as by a reader, so that it stays as it is; nullptr if it is gone, or if
// somebody changes it or waits for that.
Relation open_unless_changed(Oid relation);

} // namespace objectid
