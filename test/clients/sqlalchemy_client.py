# SQLAlchemy, on psycopg2
# SPDX-License-Identifier: PostgreSQL
# needs: python3-sqlalchemy python3-psycopg2 python3-bson
from checks import A, B, MALFORMED, TIME, check, done, refused

# recipe: table
from sqlalchemy import Column, DateTime, MetaData, Table
from sqlalchemy import create_engine, insert, literal, select, text
from sqlalchemy.dialects import postgresql

from objectid_sqlalchemy import ObjectIdType, listen

engine = create_engine("postgresql+psycopg2://")
listen(engine)

orders = Table(
    "orders", MetaData(),
    Column("id", ObjectIdType, primary_key=True, server_default=text("gen_objectid()")),
    Column("customer", ObjectIdType, index=True),
    Column("items", postgresql.ARRAY(ObjectIdType)),
)
# recipe: end

import sqlalchemy  # noqa: E402
from bson import ObjectId  # noqa: E402
from sqlalchemy import inspect  # noqa: E402

print(f"# SQLAlchemy {sqlalchemy.__version__}")
orders.metadata.create_all(engine)
columns = {c["name"]: c for c in inspect(engine).get_columns("orders")}
check("reflection: type", type(columns["id"]["type"]), ObjectIdType)
check("reflection: default", columns["id"]["default"], "gen_objectid()")
check("reflection: array", type(columns["items"]["type"].item_type), ObjectIdType)
reflected = Table("orders", MetaData(), autoload_with=engine)
check("reflection: table", type(reflected.c.id.type), ObjectIdType)

with engine.begin() as conn:
    # recipe: use
    new = conn.execute(insert(orders).values(customer=A, items=[A, B])).inserted_primary_key[0]
    row = conn.execute(select(orders.c.customer, orders.c["items"]).where(orders.c.id == new)).one()
    several = conn.execute(select(orders.c.id).where(orders.c.id.in_([new, B]))).all()
    since = literal(TIME, DateTime(timezone=True))
    recent = conn.execute(select(orders.c.id).where(orders.c.id >= since)).all()
    # recipe: end
    check("insert returns an ObjectId", type(new), ObjectId)
    check("look-up with a parameter", tuple(row), (A, [A, B]))
    check("look-up with an array", [tuple(r) for r in several], [(new,)])
    check("time range", [tuple(r) for r in recent], [(new,)])
    check(
        "arrays contain",
        conn.execute(select(orders.c.id).where(orders.c["items"].contains([B]))).scalar(), new
    )
    other = conn.execute(
        insert(orders).values(id=B, customer=None).returning(orders.c.customer)
    ).scalar()
    check("NULL", other, None)
    check(
        "text as a parameter",
        conn.execute(select(orders.c.id).where(orders.c.customer == str(A))).scalar(), new
    )
    refused(
        "malformed input", sqlalchemy.exc.StatementError, conn.execute,
        select(orders).where(orders.c.id == MALFORMED)
    )

from sqlalchemy.orm import Session, declarative_base  # noqa: E402


class Order(declarative_base(metadata=orders.metadata)):
    __table__ = orders


with Session(engine) as session:
    order = Order(customer=B)
    session.add(order)
    session.commit()
    check("ORM: the default comes back", type(order.id), ObjectId)
    check("ORM: look-up by primary key", session.get(Order, order.id) is order)
done()
