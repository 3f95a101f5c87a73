#!/usr/bin/env python3
"""Writes documents of a made-up shop as mongoexport would: shop.py COLLECTION COUNT [STYLE]

Collections are orders, customers and changes. Without a style (canonical, relaxed or legacy, which
is that of version 1) each has a third of the documents. Two orders hold what does not fit.
SPDX-License-Identifier: PostgreSQL
"""
import base64
import json
import sys
import uuid
from datetime import datetime, timedelta, timezone

CANONICAL, RELAXED, LEGACY = range(3)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
START = 1325376000  # 2012
TOWNS = ["Haarlem", "Gdańsk", "Cádiz", "Faro", "Bremen"]
NOTES = ["leave at the door", 'said "no hurry" \\ twice', "two\nlines", "☕, please"]


def oid(kind, n):
    return {"$oid": "%08x%010x%06x" % (START + 400 * n, kind, n)}


def date(style, ms):
    if style == CANONICAL:
        return {"$date": {"$numberLong": str(ms)}}
    if style == LEGACY:
        return {"$date": ms}
    time = EPOCH + timedelta(milliseconds=ms)
    return {"$date": time.isoformat(timespec="milliseconds").replace("+00:00", "Z")}


def integer(style, n):
    return {"$numberInt": str(n)} if style == CANONICAL else n


def double(style, n):
    return {"$numberDouble": str(n)} if style == CANONICAL else n


def decimal(cents):
    return {"$numberDecimal": "%d.%02d" % divmod(cents, 100)}


def binary(style, subtype, data):
    data = base64.b64encode(data).decode()
    if style == LEGACY:
        return {"$binary": data, "$type": subtype}
    return {"$binary": {"base64": data, "subType": subtype}}


def java_uuid(n):
    """A random UUID as Java's driver wrote it: each half backwards."""
    random = uuid.uuid5(uuid.NAMESPACE_OID, str(n)).bytes
    value = uuid.UUID(bytes=random, version=4).bytes
    return value[7::-1] + value[:7:-1]


def line(style, n, place):
    fields = {
        "item": oid(1, (n + place) % 1000),
        "amount": double(style, float(place + 1)),
        "price": decimal(805 + (n * 37 + place) % 9000),
    }
    if place == 2:
        fields["discounts"] = [
            {"code": "SPRING", "percent": integer(style, 10)},
            {"code": "STAFF", "percent": integer(style, n % 5)},
        ]
    return fields


def points(style, n):
    if n % 10 == 3:
        return double(style, 4.0)
    return None if n % 10 == 4 else integer(style, n % 7)


def order(style, n):
    document = {
        "_id": oid(3, n),
        "placed": date(style, (START + 400 * n) * 1000 + n % 1000),
        "session": binary(style, "03", java_uuid(n)),
        "points": points(style, n),
        "paid": n % 3 > 0,
        "lines": [line(style, n, place) for place in range(n % 4)],
    }
    if n % 10:
        document["customer"] = oid(2, n % 50)
    if n % 5:
        document["address"] = {"street": "Main Street %d" % (n % 90), "town": TOWNS[n % 5]}
    if n % 20 == 7:
        document["label"] = binary(style, "00", bytes([n % 256, 0, 255]))
    if n % 4 == 1:
        document["note"] = NOTES[n // 4 % 4]
    if n == 42:
        document["points"] = "5"
    if n == 45:
        document["placed"] = "soon"
    return document


# Changes of orders, in order: the first one changes twice, one is new, one is new and deleted, one
# is deleted, one is deleted and inserted again, one is gone before it was looked up.
CHANGES = [
    ("update", 1, 3),
    ("update", 1, 6),
    ("insert", 5000, 5000),
    ("insert", 5001, 5001),
    ("delete", 5001, None),
    ("delete", 2, None),
    ("delete", 3, None),
    ("insert", 3, 7),
    ("update", 11, None),
    ("delete", 11, None),
]


def change(style, n):
    """The document becomes as another one is, but for its key."""
    operation, key, like = CHANGES[n]
    event = {"_id": {"_data": "%04d" % n}, "operationType": operation}
    if operation != "delete":
        event["fullDocument"] = like and {**order(style, like), "_id": oid(3, key)}
    return {**event, "ns": {"db": "shop", "coll": "orders"}, "documentKey": {"_id": oid(3, key)}}


def customer(style, n):
    return {
        "_id": oid(2, n),
        "name": "Customer %d" % n,
        "since": date(style, START * 1000 + n),
        "friends": [oid(2, n + i) for i in range(n % 3)],
        "settings": {"size": [integer(style, n), {"seen": date(style, START * 1000)}]},
    }


MAKE = {"orders": order, "customers": customer, "changes": change}
STYLES = {"canonical": CANONICAL, "relaxed": RELAXED, "legacy": LEGACY}

make, count = MAKE[sys.argv[1]], int(sys.argv[2])
style = STYLES[sys.argv[3]] if len(sys.argv) > 3 else None
for n in range(count):
    print(json.dumps(make(n % 3 if style is None else style, n), ensure_ascii=False))
