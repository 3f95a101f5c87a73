# psycopg2, which knows the text format only
# SPDX-License-Identifier: PostgreSQL
# needs: python3-psycopg2 python3-bson
from checks import A, B, MALFORMED, TIME, check, done, refused

import psycopg2
from bson import ObjectId

from objectid_psycopg2 import register_objectid

conn = psycopg2.connect("")
conn.autocommit = True
register_objectid(conn)
cur = conn.cursor()


def fetch(sql, *parameters):
    cur.execute(sql, parameters)
    return cur.fetchall()


cur.execute("""
    CREATE TABLE orders (
        id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[])""")
# recipe: use
cur.execute("INSERT INTO orders (customer, items) VALUES (%s, %s) RETURNING id", (A, [A, B]))
new = cur.fetchone()[0]
cur.execute("SELECT customer, items FROM orders WHERE id = %s", (new,))
row = cur.fetchone()
# recipe: end
cur.execute("SELECT id FROM orders WHERE id >= %s", (TIME,))
recent = cur.fetchall()
check("insert returns an ObjectId", type(new), ObjectId)
check("look-up with a parameter", row, (A, [A, B]))
check(
    "look-up with an array", fetch("SELECT id FROM orders WHERE id = ANY (%s)", [new, B]), [(new,)]
)
check("time range", recent, [(new,)])
check(
    "NULL",
    fetch(
        "INSERT INTO orders (customer, items) VALUES (%s, %s) RETURNING customer, items", None,
        [A, None]
    ),
    [(None, [A, None])]
)
check("text as a parameter", fetch("SELECT id FROM orders WHERE customer = %s", str(A)), [(new,)])
refused(
    "malformed input", psycopg2.errors.InvalidTextRepresentation, fetch,
    "SELECT * FROM orders WHERE id = %s", MALFORMED
)
done()
