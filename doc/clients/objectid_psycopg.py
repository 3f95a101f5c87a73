# objectid for psycopg 3, as the ObjectId of MongoDB's driver: register_objectid(conn)
# SPDX-License-Identifier: PostgreSQL
from bson import ObjectId
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format
from psycopg.types import TypeInfo


class ObjectIdLoader(Loader):
    def load(self, data):
        return ObjectId(bytes(data).decode())


class ObjectIdBinaryLoader(Loader):
    format = Format.BINARY

    def load(self, data):
        return ObjectId(bytes(data))


class ObjectIdDumper(Dumper):
    def dump(self, obj):
        return str(obj).encode()


class ObjectIdBinaryDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj):
        return obj.binary


def register_objectid(conn):  # as configure= of a pool
    info = TypeInfo.fetch(conn, "objectid")
    info.register(conn)  # for arrays
    for dumper in ObjectIdDumper, ObjectIdBinaryDumper:  # the last one is the default
        conn.adapters.register_dumper(ObjectId, type(dumper.__name__, (dumper,), {"oid": info.oid}))
    conn.adapters.register_loader(info.oid, ObjectIdLoader)
    conn.adapters.register_loader(info.oid, ObjectIdBinaryLoader)
