# objectid for psycopg2, as the ObjectId of MongoDB's driver: register_objectid(conn)
# SPDX-License-Identifier: PostgreSQL
import psycopg2.extensions as ext
from bson import ObjectId


def register_objectid(conn):
    with conn.cursor() as cur:
        cur.execute("SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype")
        oid, array_oid = cur.fetchone()

    def parse(value, cur):
        return None if value is None else ObjectId(value)

    scalar = ext.new_type((oid,), "OBJECTID", parse)
    ext.register_type(scalar, conn)
    ext.register_type(ext.new_array_type((array_oid,), "OBJECTID[]", scalar), conn)


ext.register_adapter(ObjectId, lambda value: ext.AsIs(f"'{value}'::objectid"))
