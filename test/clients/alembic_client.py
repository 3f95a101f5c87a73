# Alembic: a migration with the statements that turn Prisma's columns into ids, and what its
# autogenerate proposes afterwards
# SPDX-License-Identifier: PostgreSQL
# needs: python3-alembic python3-psycopg2 python3-bson
import os
import tempfile

from alembic import __version__, command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, create_engine
from sqlalchemy.dialects.postgresql import ARRAY

from checks import A, B, check, done
from objectid_sqlalchemy import ObjectIdType

print(f"# Alembic {__version__}")
engine = create_engine("postgresql+psycopg2://")
folder = tempfile.TemporaryDirectory()
versions = os.path.join(folder.name, "versions")
os.mkdir(versions)
config = Config()
config.set_main_option("script_location", folder.name)

with open(os.path.join(folder.name, "env.py"), "w") as file:
    file.write("""
from alembic import context
from sqlalchemy import create_engine

with create_engine("postgresql+psycopg2://").connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
""")


def migrate(revision, statements):
    """A migration that runs the statements after those before it."""
    before = f"{revision - 1:04}" if revision > 1 else None
    with open(os.path.join(versions, f"{revision:04}.py"), "w") as file:
        file.write(f"""
from alembic import op

revision = "{revision:04}"
down_revision = {before!r}


def upgrade():
    cursor = op.get_bind().connection.cursor()
    for statement in {statements!r}:
        cursor.execute(statement)
""")
    command.upgrade(config, "head")


def fetch(sql):
    with engine.connect() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(sql)]


migrate(1, [
    "CREATE EXTENSION objectid_migration",
    'CREATE TABLE "User" ("id" TEXT NOT NULL, CONSTRAINT "User_pkey" PRIMARY KEY ("id"))',
    """CREATE TABLE "Post" ("id" TEXT NOT NULL, "authorId" TEXT NOT NULL, "reviewerIds" TEXT[],
        CONSTRAINT "Post_pkey" PRIMARY KEY ("id"))""",
    'CREATE INDEX "Post_authorId_idx" ON "Post"("authorId")',
    """ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId")
        REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE""",
    """COMMENT ON CONSTRAINT "Post_authorId_fkey" ON "Post" IS 'not 100 %s :sure'""",
    f"""INSERT INTO "User" VALUES ('{A}')""",
    f"""INSERT INTO "Post" VALUES ('{B}', '{A}', '{{{A}}}')""",
])
printed = [row[0] for row in fetch("""
    SELECT migration.conversion_statements('"User".id', '"Post".id', '"Post"."reviewerIds"')""")]
migrate(2, printed)
check("columns", fetch("""
    SELECT attrelid::regclass::text, attname, atttypid::regtype::text FROM pg_attribute
    WHERE attrelid IN (to_regclass('"User"'), to_regclass('"Post"')) AND attnum > 0
    ORDER BY 1, attnum"""), [
    ('"Post"', "id", "objectid"), ('"Post"', "authorId", "objectid"),
    ('"Post"', "reviewerIds", "objectid[]"), ('"User"', "id", "objectid")])
check("foreign key and comment", fetch("""
    SELECT pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint') FROM pg_constraint
    WHERE contype = 'f'"""), [(
        'FOREIGN KEY ("authorId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE RESTRICT',
        "not 100 %s :sure")])
check("rows", fetch('SELECT id::text, "authorId"::text, "reviewerIds"::text FROM "Post"'),
    [(str(B), str(A), f"{{{A}}}")])


migrate(3, ["DROP EXTENSION objectid_migration"])
metadata = MetaData()
user = Table("User", metadata, Column("id", ObjectIdType, primary_key=True))
author = ForeignKey(user.c.id, onupdate="CASCADE", ondelete="RESTRICT", name="Post_authorId_fkey")
post = Table("Post", metadata, Column("id", ObjectIdType, primary_key=True),
    Column("authorId", ObjectIdType, author, nullable=False),
    Column("reviewerIds", ARRAY(ObjectIdType)))
Index("Post_authorId_idx", post.c.authorId)
Table("forgotten", metadata, Column("id", ObjectIdType, primary_key=True))
with engine.connect() as connection:
    options = {"compare_type": True, "include_schemas": True}
    context = MigrationContext.configure(connection, opts=options)
    proposed = [(change[0], str(change[1])) for change in compare_metadata(context, metadata)]
check("autogenerate proposes what is missing, and nothing for the extension", proposed,
    [("add_table", "forgotten")])
done()
