# objectid for SQLAlchemy on psycopg2: Column("id", ObjectIdType, …), and listen(engine)
# SPDX-License-Identifier: PostgreSQL
from bson import ObjectId
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import UserDefinedType

from objectid_psycopg2 import register_objectid


class ObjectIdType(UserDefinedType):
    cache_ok = True
    python_type = ObjectId

    def get_col_spec(self, **kw):
        return "objectid"

    def bind_processor(self, dialect):  # text is welcome too
        return lambda value: None if value is None else ObjectId(value)


postgresql.base.ischema_names["objectid"] = ObjectIdType  # for reflection, and so for Alembic


def listen(engine):
    event.listen(engine, "connect", lambda connection, record: register_objectid(connection))
