# objectid for SQLAlchemy on psycopg2 or psycopg 3: Column("id", ObjectIdType, …), and
# listen(engine)
# SPDX-License-Identifier: PostgreSQL
from datetime import date
from importlib import import_module

from bson import ObjectId
from sqlalchemy import DateTime, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import UserDefinedType


class ObjectIdType(UserDefinedType):
    cache_ok = True
    python_type = ObjectId

    def get_col_spec(self, **kw):
        return "objectid"

    def bind_processor(self, dialect):  # text is welcome too
        return lambda value: None if value is None else ObjectId(value)

    def coerce_compared_value(self, op, value):  # ids compare with times; a datetime is a date
        return DateTime(timezone=True) if isinstance(value, date) else self


postgresql.base.ischema_names["objectid"] = ObjectIdType  # for reflection, and so for Alembic


def listen(engine):
    driver = import_module(f"objectid_{engine.driver}")  # the recipe for psycopg2 or psycopg
    event.listen(engine, "connect", lambda connection, record: driver.register_objectid(connection))
