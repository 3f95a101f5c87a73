# psycopg 3, in both formats of the protocol
# SPDX-License-Identifier: PostgreSQL
# needs: python3-psycopg python3-bson
from checks import A, B, MALFORMED, TIME, check, done, refused

import psycopg
from bson import ObjectId

from objectid_psycopg import register_objectid

conn = psycopg.connect(autocommit=True)
register_objectid(conn)

conn.execute("""
    CREATE TABLE orders (
        id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[])""")
# recipe: use
new = conn.execute("INSERT INTO orders (customer) VALUES (%s) RETURNING id", [A]).fetchone()[0]
row = conn.execute("SELECT id, customer FROM orders WHERE id = %s", [new]).fetchone()
several = conn.execute("SELECT id FROM orders WHERE id = ANY (%s)", [[new, B]]).fetchall()
# recipe: end
recent = conn.execute("SELECT id FROM orders WHERE id >= %s", [TIME]).fetchall()
check("insert returns an ObjectId", type(new), ObjectId)
check("look-up with a parameter", row, (new, A))
check("look-up with an array", several, [(new,)])
check("time range", recent, [(new,)])

for name, placeholder, binary in ("text", "%t", False), ("binary", "%b", True):
    def one(value, sql="SELECT " + placeholder + "::objectid"):
        return conn.execute(sql, [value], binary=binary).fetchone()[0]

    check(f"{name}: there and back", one(B), B)
    check(
        f"{name}: array there and back", one([A, None, B], f"SELECT {placeholder}::objectid[]"),
        [A, None, B]
    )
    check(
        f"{name}: NULL", conn.execute("SELECT %s::objectid", [None], binary=binary).fetchone()[0],
        None
    )
    check(f"{name}: look-up", one(new, f"SELECT id FROM orders WHERE id = {placeholder}"), new)

check(
    "text as a parameter",
    conn.execute("SELECT id FROM orders WHERE customer = %s", [str(A)]).fetchone(), (new,)
)
refused(
    "malformed input", psycopg.errors.InvalidTextRepresentation, conn.execute,
    "SELECT * FROM orders WHERE id = %s", [MALFORMED]
)
with conn.cursor().copy("COPY orders (id, customer) FROM STDIN (FORMAT binary)") as copy:
    copy.set_types(["objectid", "objectid"])
    copy.write_row([B, None])
check(
    "binary COPY", conn.execute("SELECT customer FROM orders WHERE id = %s", [B]).fetchone(),
    (None,)
)
done()
