# asyncpg, in both formats of the protocol
# SPDX-License-Identifier: PostgreSQL
# needs: python3-asyncpg python3-bson
import asyncio

from checks import A, B, MALFORMED, TIME, check, done

import asyncpg
from bson import ObjectId

from objectid_asyncpg import register_objectid


async def refused(name, error, call):
    try:
        check(name, await call, error)
    except error as caught:
        check(f"{name}: {type(caught).__name__}", True)


async def main():
    conn = await asyncpg.connect()
    await register_objectid(conn)
    await conn.execute("""
        CREATE TABLE orders (
            id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[])""")
    # recipe: use
    insert = "INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id"
    new = await conn.fetchval(insert, A, [A, None, B])
    row = await conn.fetchrow("SELECT customer, items FROM orders WHERE id = $1", new)
    several = await conn.fetch("SELECT id FROM orders WHERE id = ANY ($1)", [new, B])
    # recipe: end
    recent = await conn.fetch("SELECT id FROM orders WHERE id >= $1::timestamptz", TIME)
    check("insert returns an ObjectId", type(new), ObjectId)
    check("look-up with a parameter", tuple(row), (A, [A, None, B]))
    check("look-up with an array", [tuple(r) for r in several], [(new,)])
    check("time range", [tuple(r) for r in recent], [(new,)])
    check(
        "NULL",
        await conn.fetchval("INSERT INTO orders (customer) VALUES ($1) RETURNING customer", None),
        None
    )
    check(
        "text as a parameter",
        await conn.fetchval("SELECT id FROM orders WHERE customer = $1", str(A)), new
    )
    await conn.copy_records_to_table("orders", records=[(B, None)], columns=["id", "customer"])
    check("binary COPY", await conn.fetchval("SELECT count(*) FROM orders WHERE id = $1", B), 1)
    await refused(
        "malformed input", asyncpg.exceptions.DataError,
        conn.fetch("SELECT * FROM orders WHERE id = $1", MALFORMED)
    )
    await conn.close()

    conn = await asyncpg.connect()
    await conn.set_type_codec("objectid", schema="pg_catalog", encoder=str, decoder=ObjectId)
    check(
        "text: there and back", await conn.fetchval("SELECT $1::objectid[]", [A, None, B]),
        [A, None, B]
    )
    await refused(
        "text: malformed input", asyncpg.exceptions.InvalidTextRepresentationError,
        conn.fetch("SELECT * FROM orders WHERE id = $1", MALFORMED)
    )
    await conn.close()


asyncio.run(main())
done()
