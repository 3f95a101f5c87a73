-- The order in which pg_upgrade restores the objects.
-- SPDX-License-Identifier: PostgreSQL

-- pg_upgrade restores the members of an extension one by one: types, then functions, then operator
-- classes, but first what others depend on. A function of somebody's whose body in SQL sorts or
-- groups ids needs the operator class without depending on it. This type depends on it, and so
-- brings it to the front. (Not in pg_catalog, because pg_dump names the multirange type without the
-- schema if it is there.)
CREATE TYPE objectid_internal.id_range AS RANGE (subtype = objectid);
COMMENT ON TYPE objectid_internal.id_range IS
    'range of ids, because of which pg_upgrade restores the operator class first';
