# objectid for asyncpg, as the ObjectId of MongoDB's driver: create_pool(init=register_objectid)
# SPDX-License-Identifier: PostgreSQL
from bson import ObjectId


async def register_objectid(conn):
    await conn.set_type_codec("objectid", schema="pg_catalog", format="binary",
                              encoder=lambda value: ObjectId(value).binary, decoder=ObjectId)
