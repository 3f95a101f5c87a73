# SQLAlchemy, on psycopg2, and since 2.0 on psycopg 3
# SPDX-License-Identifier: PostgreSQL
# needs: python3-sqlalchemy python3-psycopg2 python3-psycopg python3-bson
from checks import A, B, MALFORMED, TIME, check, done, refused, skip

# recipe: table
from sqlalchemy import Column, MetaData, Table
from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.dialects import postgresql

from objectid_sqlalchemy import ObjectIdType, listen

engine = create_engine("postgresql+psycopg2://")  # or postgresql+psycopg
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
from sqlalchemy import inspect, literal  # noqa: E402
from sqlalchemy.orm import Session, declarative_base  # noqa: E402

print(f"# SQLAlchemy {sqlalchemy.__version__}")


class Order(declarative_base(metadata=orders.metadata)):
    __table__ = orders


def on(engine):
    def check_driver(name, *arguments):
        check(f"{engine.driver}: {name}", *arguments)

    orders.metadata.drop_all(engine)
    orders.metadata.create_all(engine)
    columns = {c["name"]: c for c in inspect(engine).get_columns("orders")}
    check_driver("reflection: type", type(columns["id"]["type"]), ObjectIdType)
    check_driver("reflection: default", columns["id"]["default"], "gen_objectid()")
    check_driver("reflection: array", type(columns["items"]["type"].item_type), ObjectIdType)
    reflected = Table("orders", MetaData(), autoload_with=engine)
    check_driver("reflection: table", type(reflected.c.id.type), ObjectIdType)

    with engine.begin() as conn:
        # recipe: use
        new = conn.execute(insert(orders).values(customer=A, items=[A, B])).inserted_primary_key[0]
        one = select(orders.c.customer, orders.c["items"]).where(orders.c.id == new)
        row = conn.execute(one).one()
        several = conn.execute(select(orders.c.id).where(orders.c.id.in_([new, B]))).all()
        recent = conn.execute(select(orders.c.id).where(orders.c.id >= TIME)).all()
        # recipe: end
        check_driver("insert returns an ObjectId", type(new), ObjectId)
        check_driver("look-up with a parameter", tuple(row), (A, [A, B]))
        check_driver("look-up with an array", [tuple(r) for r in several], [(new,)])
        check_driver("time range", [tuple(r) for r in recent], [(new,)])
        before = conn.execute(select(orders.c.id).where(orders.c.id < TIME)).all()
        check_driver("no row before the time", before, [])
        since_date = conn.execute(select(orders.c.id).where(orders.c.id >= TIME.date())).scalar()
        check_driver("since a date", since_date, new)
        turned = conn.execute(select(orders.c.id).where(literal(TIME) <= orders.c.id)).scalar()
        check_driver("with the time first", turned, new)
        between = conn.execute(select(orders.c.id).where(orders.c.id.between(TIME, new))).scalar()
        check_driver("between a time and an id", between, new)
        check_driver(
            "arrays contain",
            conn.execute(select(orders.c.id).where(orders.c["items"].contains([B]))).scalar(), new
        )
        other = conn.execute(
            insert(orders).values(id=B, customer=None).returning(orders.c.customer)
        ).scalar()
        check_driver("NULL", other, None)
        check_driver(
            "text as a parameter",
            conn.execute(select(orders.c.id).where(orders.c.customer == str(A))).scalar(), new
        )
        refused(
            f"{engine.driver}: malformed input", sqlalchemy.exc.StatementError, conn.execute,
            select(orders).where(orders.c.id == MALFORMED)
        )

    with Session(engine) as session:
        order = Order(customer=B)
        session.add(order)
        session.commit()
        check_driver("ORM: the default comes back", type(order.id), ObjectId)
        check_driver("ORM: look-up by primary key", session.get(Order, order.id) is order)


on(engine)
if sqlalchemy.__version__ < "2":
    skip("on psycopg 3", "SQLAlchemy 2.0 brings it")
else:
    other_engine = create_engine("postgresql+psycopg://")
    listen(other_engine)
    on(other_engine)
done()
