#!/usr/bin/python3
# Measures objectid beside what a user would pick instead, on one running server; writes JSON.
# SPDX-License-Identifier: PostgreSQL
#
# Usage: measure.py RESULT.json [--quick] [--only SECTION,...] [--skip SECTION,...]
# PGHOST and the like name the server. With --only the other sections of RESULT.json stay as they
# are. Everything that is compared runs in the same server, in rounds that take turns, so that
# whatever else the machine does falls on all alike. The result holds every single measurement.

import argparse
import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

import psycopg2

GENERATE_OBJECT_ID = """
-- What people copy from one another today, in its usual form.
CREATE SEQUENCE generate_object_id_seq;
CREATE FUNCTION generate_object_id() RETURNS varchar LANGUAGE plpgsql AS $$
DECLARE
    time_component bigint := extract(epoch FROM clock_timestamp())::bigint;
    machine_id bigint := (random() * 16777215)::bigint;
    process_id bigint := pg_backend_pid() % 65536;
    counter bigint := nextval('generate_object_id_seq') % 16777216;
    result varchar := '';
BEGIN
    result := result || lpad(to_hex(time_component), 8, '0');
    result := result || lpad(to_hex(machine_id), 6, '0');
    result := result || lpad(to_hex(process_id), 4, '0');
    result := result || lpad(to_hex(counter), 6, '0');
    RETURN result;
END
$$;
"""

# The triggers of doc/copies.md that tell which rows of a table changed.
LOG_OF_KEYS = """
    CREATE TABLE log (id uuid PRIMARY KEY DEFAULT uuid_v7(), row_id integer);
    CREATE FUNCTION log_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO bench.log (row_id) SELECT id FROM changed UNION SELECT id FROM changed_to;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER log AFTER UPDATE ON changing
        REFERENCING OLD TABLE AS changed NEW TABLE AS changed_to
        FOR EACH STATEMENT EXECUTE FUNCTION log_changes();
"""
COLUMN_OF_CHANGES = """
    ALTER TABLE changing ADD changed uuid NOT NULL UNIQUE DEFAULT uuid_v7();
    CREATE FUNCTION set_changed() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.changed := uuid_v7(); RETURN NEW; END';
    CREATE TRIGGER changed BEFORE UPDATE ON changing
        FOR EACH ROW EXECUTE FUNCTION set_changed();
"""
WAYS_TO_FOLLOW_CHANGES = {
    "no trigger": "",
    "a log of keys": LOG_OF_KEYS,
    "a column": COLUMN_OF_CHANGES,
}

# Ways to read a table to the end without missing rows: what the last row is known by, and the rows
# after it.
WAYS_TO_FOLLOW = {
    "the bound": ("id", """
        SELECT id FROM bench.way WHERE id > '{0}' AND id < resolved_uuid_v7('bench.way')
        ORDER BY id"""),
    "xid8": ("xid", """
        SELECT id, xid::text FROM bench.way
        WHERE xid > '{0}' AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid"""),
    "an advisory lock": ("id", "SELECT id FROM bench.way WHERE id > '{0}' ORDER BY id"),
    "logical decoding": ("id", """
        SELECT substring(data FROM '[0-9a-f-]{{36}}')
        FROM pg_logical_slot_get_changes('way', NULL, NULL) WHERE data LIKE 'table %'"""),
}

# The columns of a table that is followed by each kind of key, and their bounds.
KEYS_TO_FOLLOW = {
    "objectid": "resolved_objectid",
    "uuid": "resolved_uuid_v7",
    "number": "resolved_number",
    "made": "resolved_timestamp",
}

# Takes 1,000 numbers: for the rows of the next thousand transactions, or for those of one.
BATCHES_OF_NUMBERS = {
    1: r"""
\if :left = 0
SELECT lower(counter_take('counter', 'batches', 1000)) AS id \gset
\set left 1000
\endif
INSERT INTO t (id) VALUES (:id);
\set id :id + 1
\set left :left - 1
""",
    1000: """
INSERT INTO t (id) SELECT generate_series(lower(b), upper(b) - 1)
FROM counter_take('counter', 'batches', 1000) AS b;
""",
}

REPORTED_SETTINGS = (
    "shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "wal_level",
    "max_wal_size", "autovacuum", "work_mem", "maintenance_work_mem", "jit",
)

# The forms of ids that are compared, and what the report calls them.
NAME_OF_KIND = {"objectid": "objectid", "uuid": "uuid", "text": 'text COLLATE "C"'}
KINDS = tuple(NAME_OF_KIND)
BINARY_KINDS = KINDS[:2]


# Each thing once in every round. Who goes first pays for what the one before left behind, so that
# each round begins with another.
def in_rounds(things, rounds):
    for number in range(rounds):
        yield from in_turn(things, number)


# The things in their order, from the one with that number on.
def in_turn(things, number):
    things = list(things)
    first = number % len(things)
    return things[first:] + things[:first]


# Ten calls, because a row costs more than most calls. (They must be volatile, or have a volatile
# argument: of the same aggregates, the server computes one.)
def ten_calls(function):
    return ", ".join([f"count({function})"] * 10)


class Bench:
    def __init__(self, quick):
        self.connection = psycopg2.connect("")
        self.connection.autocommit = True
        self.cursor = self.connection.cursor()
        self.quick = quick
        self.results = {}
        self.facts = {}

    # Each query by itself: VACUUM runs in no transaction with others.
    def sql(self, *queries):
        for query in queries:
            self.cursor.execute(query)

    def value(self, query):
        self.cursor.execute(query)
        return self.cursor.fetchone()[0]

    # One more measurement of a name, say a function, in a section, which the report shows as one
    # row or column.
    def add(self, section, name, value):
        values_by_name = self.results.setdefault(section, {})
        values_by_name.setdefault(name, []).append(value)

    # The time that a query takes, in seconds times scale: 1e9 / rows makes it ns per row.
    def time_query(self, section, name, query, scale=1.0):
        start = time.perf_counter()
        self.cursor.execute(query)
        taken = time.perf_counter() - start
        self.add(section, name, taken * scale)

    # Seconds for each execution of a query that is executed several times.
    def seconds_per_execution(self, query, repetitions):
        start = time.perf_counter()
        for _ in range(repetitions):
            self.cursor.execute(query)
        return (time.perf_counter() - start) / repetitions

    # Says that the measurement contains a bare loop, which is measured beside it: the report takes
    # it off.
    def take_off(self, loop, section, name):
        loops = self.facts.setdefault("loops", {})
        loops.setdefault(section, {})[name] = loop

    # ns per call, ten to a row, right after the same rows without a call: both meet the same
    # disturbances.
    def time_calls(self, section, function, rows, loop):
        series = f"FROM generate_series(1, {rows}) i"
        ns_per_call = 1e8 / rows
        self.time_query(section, loop, f"SELECT count(i) {series}", ns_per_call)
        self.time_query(section, function, f"SELECT {ten_calls(function)} {series}", ns_per_call)
        self.take_off(loop, section, function)

    # A count of rows, rounds or seconds.
    def full_or_quick(self, full, quick):
        return quick if self.quick else full

    def rounds(self, full):
        return self.full_or_quick(full, 3)

    # The generators that this server has, with type and default of a column.
    def generated_columns(self):
        columns = {
            "gen_objectid()": "objectid DEFAULT gen_objectid()",
            "uuid_v7()": "uuid DEFAULT uuid_v7()",
            "gen_random_uuid()": "uuid DEFAULT gen_random_uuid()",
        }
        if self.connection.server_version >= 180000:
            columns["uuidv7()"] = "uuid DEFAULT uuidv7()"
        return columns

    # An empty table with a primary key of that type and default, and no other index.
    def make_table(self, id_column, checkpoint=True):
        drop = "DROP TABLE IF EXISTS t"
        self.sql(f"{drop}; CHECKPOINT" if checkpoint else drop)
        self.sql(f"CREATE TABLE t (id {id_column} PRIMARY KEY, n integer)")

    def prepare(self):
        self.sql("SET client_min_messages = warning")
        self.sql("DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench")
        self.sql("SET search_path = bench, public")
        self.sql("CREATE EXTENSION IF NOT EXISTS objectid")
        self.sql(GENERATE_OBJECT_ID)
        self.sql("CREATE SEQUENCE cached CACHE 1000")
        self.sql("SET TimeZone = 'UTC'")
        self.sql("SET jit = off")
        self.sql("SET max_parallel_workers_per_gather = 0")
        self.sql("SET max_parallel_maintenance_workers = 0")
        self.sql("SET work_mem = '512MB'")
        self.sql("SET maintenance_work_mem = '1GB'")
        self.facts["server"] = self.value("SHOW server_version")
        self.facts["settings"] = {name: self.value(f"SHOW {name}") for name in REPORTED_SETTINGS}

    # Every function that makes an id or a number. Some take ten or a hundred times as long.
    def generation(self):
        rows = self.full_or_quick(500_000, 100_000)
        rows_of = {
            **dict.fromkeys(self.generated_columns(), rows),
            "gen_random_digits(12)": rows,
            "mask_uuid_v7(uuid_v7(), 'sixteen byte key')": rows,
            "mask_objectid(gen_objectid(), 'sixteen byte key')": rows,
            "generate_object_id()": rows // 10,
            "permute_digits(nextval('cached'), 12, 'key')": rows // 100,
        }
        for name in in_rounds(rows_of, self.rounds(5)):
            self.time_calls("generation", name, rows_of[name], loop=f"loop {rows_of[name]}")

    # One session fills a table by one statement; its WAL is counted as well.
    def insert(self):
        rows = self.full_or_quick(1_000_000, 500_000)
        columns = {**self.generated_columns(), "bigserial": "bigserial"}
        for name in in_rounds(columns, self.rounds(3)):
            self.make_table(columns[name])
            start = self.value("SELECT pg_current_wal_insert_lsn()")
            self.time_query("insert", name, f"INSERT INTO t (n) SELECT generate_series(1, {rows})")
            wal = self.value(f"SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '{start}')")
            self.add("wal", name, float(wal) / rows)
        self.sql("DROP TABLE t")
        self.facts["insert rows"] = rows

    # Transactions per second.
    def pgbench(self, script, clients, seconds, options=()):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(script)
            file.flush()
            command = ["pgbench", "-n", "-f", file.name, "-c", str(clients), "-j", "2",
                       "-T", str(seconds), *options]
            environment = {**os.environ, "PGOPTIONS": "-c search_path=bench,public -c jit=off"}
            output = subprocess.run(
                command, capture_output=True, text=True, check=True, env=environment).stdout
        found = re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)
        return float(found[1])

    # Rows per second of eight sessions.
    def sessions(self):
        seconds = self.full_or_quick(3, 2)
        columns = self.generated_columns()
        for name in in_rounds(columns, self.full_or_quick(3, 1)):
            for rows in (1, 1000):
                self.make_table(columns[name], checkpoint=False)
                script = f"INSERT INTO t (n) SELECT generate_series(1, {rows});"
                if rows == 1:
                    script = "INSERT INTO t (n) VALUES (1);"
                tps = self.pgbench(script, 8, seconds)
                self.add(f"sessions, {rows} rows", name, tps * rows)
        self.sql("DROP TABLE t")

    # Rows per second of eight sessions whose keys are numbers of counters, beside other ids. A
    # client keeps its batch of numbers from one transaction to the next.
    def counters(self):
        seconds = self.full_or_quick(3, 2)
        self.sql("""
            CREATE TABLE counter (name text, shard integer, shards integer,
                next bigint, last bigint, PRIMARY KEY (name, shard));
            SELECT counter_create('counter', 'shards', 1000, 1000000000, 0)""")
        columns = {
            "gen_objectid()": "objectid DEFAULT gen_objectid()",
            "counter_next(), one shard": "bigint DEFAULT counter_next('counter', 'one')",
            "counter_next(), 1,000 shards": "bigint DEFAULT counter_next('counter', 'shards')",
            "counter_take(), one shard": "bigint",
        }
        for name in in_rounds(columns, self.full_or_quick(3, 1)):
            for rows in (1, 1000):
                self.make_table(columns[name], checkpoint=False)
                script = f"INSERT INTO t (n) SELECT generate_series(1, {rows});"
                if name.startswith("counter_take"):
                    script = BATCHES_OF_NUMBERS[rows]
                tps = self.pgbench(script, 8, seconds, ("-D", "left=0", "-D", "id=0"))
                self.add(f"counters, {rows} rows", name, tps * rows)
        self.sql("DROP TABLE t, counter")

    # Seconds of every million, until the index no longer fits into shared_buffers.
    def scale(self):
        millions = self.full_or_quick(20, 3)
        columns = {
            # This table is filled for nothing: the server makes the files of its WAL, and the
            # others use them again.
            "warm-up": "objectid DEFAULT gen_objectid()",
            "gen_objectid()": "objectid DEFAULT gen_objectid()",
            "uuid_v7()": "uuid DEFAULT uuid_v7()",
            "bigserial": "bigserial",
            "gen_random_uuid()": "uuid DEFAULT gen_random_uuid()",
        }
        for name, id_column in columns.items():
            self.make_table(id_column)
            for _ in range(millions):
                self.time_query("scale", name,
                                "INSERT INTO t (n) SELECT generate_series(1, 1000000)")
        del self.results["scale"]["warm-up"]
        self.sql("DROP TABLE t; CHECKPOINT")

    # The same ids in every form, in random order: a hundred per second of eight processes, computed
    # from a number so that no two runs differ. The uuids are of version 7.
    def ids(self):
        if self.value("SELECT to_regclass('bench.ids') IS NOT NULL"):
            return
        rows = self.full_or_quick(3_000_000, 500_000)
        self.facts["ids"] = rows
        self.sql("""
            CREATE FUNCTION object_id_of(i integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
                SELECT lpad(to_hex(1767225600 + i / 100), 8, '0') || left(md5((i % 8)::text), 10)
                    || lpad(to_hex(i / 8), 6, '0') $$;
            CREATE FUNCTION uuid_of(i integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
                SELECT lpad(to_hex(1767225600000 + i * 10::bigint), 12, '0') || '7'
                    || left(md5(i::text), 3) || '8' || right(md5(i::text), 15) $$""")
        self.sql(f"""
            CREATE TABLE ids AS SELECT object_id_of(i)::objectid AS objectid,
                    uuid_of(i)::uuid AS uuid, object_id_of(i) COLLATE "C" AS text
                FROM generate_series(1, {rows}) i""")
        for kind in KINDS:
            self.sql(f"""CREATE TABLE random_{kind} AS
                         SELECT {kind} AS id FROM ids ORDER BY md5(objectid::text)""",
                     f"VACUUM ANALYZE random_{kind}")

    def text(self):
        self.ids()
        path = self.value("SHOW data_directory") + "/bench.copy"
        for _ in range(self.rounds(3)):
            for kind in KINDS:
                name = NAME_OF_KIND[kind]
                self.sql(f"COPY random_{kind} TO '{path}'")
                self.sql(f"CREATE TEMP TABLE target (LIKE random_{kind})")
                self.time_query("copy in", name, f"COPY target FROM '{path}'")
                self.sql("DROP TABLE target")

    def index(self):
        self.ids()
        for kind in KINDS:
            self.sql(f"CREATE TABLE sized AS SELECT {kind} AS id, 1 AS n FROM ids")
            for what, columns in {"primary key": "id", "(id, integer)": "id, n"}.items():
                self.sql(f"CREATE INDEX bench_index ON sized ({columns})")
                self.add(f"size, {what}", NAME_OF_KIND[kind],
                         self.value("SELECT pg_relation_size('bench_index')"))
                self.sql("DROP INDEX bench_index")
            self.sql("DROP TABLE sized")

    def query(self):
        self.ids()
        for kind in in_rounds(BINARY_KINDS, self.rounds(3)):
            self.query_without_index(kind)
        for kind in BINARY_KINDS:
            table = f"random_{kind}"
            self.sql(f"CREATE INDEX ON {table} (id)", f"VACUUM ANALYZE {table}")
        self.point_lookups()

    def query_without_index(self, kind):
        table = f"random_{kind}"
        join = f"SELECT count(*) FROM {table} a JOIN {table} b USING (id)"
        self.time_query("sort", kind, f"""
            SELECT count(*) FROM (SELECT id FROM {table} ORDER BY id OFFSET 0) s""")
        self.sql("SET enable_mergejoin = off")
        self.time_query("hash join", kind, join)
        self.sql("SET enable_mergejoin = on")

    def point_lookups(self):
        number = f"(random() * {self.facts['ids'] - 1})::integer + 1"
        keys = {
            "objectid": f"object_id_of({number})::objectid",
            "uuid": f"uuid_of({number})::uuid",
        }
        for _ in range(self.full_or_quick(3, 1)):
            for kind, key in keys.items():
                script = f"SELECT count(*) FROM random_{kind} WHERE id = (SELECT {key});"
                tps = self.pgbench(script, 8, self.full_or_quick(5, 2), ("-M", "prepared"))
                self.add("point lookup", kind, tps)

    # ejson_to_jsonb and ejson_fields of a jsonb beside reading the same document's text as jsonb,
    # for canonical documents.
    def documents(self):
        self.ids()
        rows = self.full_or_quick(100_000, 20_000)
        self.sql(f"""
            CREATE TABLE read AS SELECT document, document::jsonb AS parsed
            FROM (SELECT {DOCUMENT} AS document FROM generate_series(1, {rows}) i) AS made""")
        self.sql("VACUUM ANALYZE read")
        us_per_row = 1e6 / rows
        ways = {
            "text::jsonb": ("document", "count(document::jsonb) FROM read"),
            "ejson_to_jsonb": ("parsed", "count(ejson_to_jsonb(parsed)) FROM read"),
            "ejson_fields": ("parsed", "count(*) FROM read, ejson_fields(parsed)"),
        }
        for name in in_rounds(ways, self.rounds(5)):
            column, query = ways[name]
            loop = f"loop {column}"
            self.time_query("document", loop, f"SELECT count({column}) FROM read", us_per_row)
            self.time_query("document", name, f"SELECT {query}", us_per_row)
            self.take_off(loop, "document", name)
        self.sql("DROP TABLE read")

    # A range of time that holds 1/1000 of the rows, written in several ways, and with other indexes
    # than the primary key.
    def time_range(self):
        rows = self.full_or_quick(10_000_000, 1_000_000)
        self.facts["time rows"] = rows
        self.sql(f"""
            CREATE TABLE timed AS
                SELECT gen_objectid(timestamptz '2026-01-01 UTC' + i * interval '1 second') AS id,
                    i AS n
                FROM generate_series(0, {rows} - 1) i;
            ALTER TABLE timed ADD PRIMARY KEY (id)""")
        self.sql("VACUUM ANALYZE timed")
        conditions = self.conditions_of_range(rows // 2, rows // 2 + rows // 1000 - 1)

        def run(way, repetitions):
            query = f"SELECT count(n) FROM timed WHERE {conditions[way]}"
            if self.value(query) != rows // 1000:
                sys.exit(f"{way}: wrong count")
            return self.seconds_per_execution(query, repetitions)

        for way in in_rounds(conditions, self.rounds(9)):
            repetitions = 1 if way == "extracted time" else 50
            self.add("time range", way, run(way, repetitions))

        # Where the planner finds the extracted time in an index, that is what it uses.
        self.sql("CREATE INDEX by_time ON timed (objectid_timestamp(id))", "ANALYZE timed")
        for _ in range(self.rounds(9)):
            self.add("time range", "expression index", run("extracted time", 50))
        self.sql("DROP INDEX by_time; ALTER TABLE timed DROP CONSTRAINT timed_pkey")

        self.sql("CREATE INDEX by_brin ON timed USING brin (id)")
        for _ in range(self.rounds(9)):
            self.add("time range", "BRIN", run("id >= a AND id <= b", 20))
        self.sql("DROP TABLE timed")

    # The ways to write a range from the time of one row to that of another, both included.
    def conditions_of_range(self, first_row, last_row):
        low = self.time_of_row(first_row)
        high = self.time_of_row(last_row)
        return {
            "id >= a AND id <= b": f"id >= {low} AND id <= {high}",
            "by hand": f"id >= objectid_min({low}) AND id <= objectid_max({high})",
            "extracted time":
                f"objectid_timestamp(id) >= {low} AND objectid_timestamp(id) <= {high}",
        }

    def time_of_row(self, row):
        instant = self.value(f"SELECT timestamptz '2026-01-01 UTC' + {row} * interval '1 second'")
        return f"timestamptz '{instant}'"

    # What planning costs beside the same conditions on a column of times: with partitions, all of
    # which a stable time leaves to plan for, and with many ranges joined by OR.
    def partitions(self):
        smallest = {"objectid": "objectid_min({})", "uuid": "uuid_v7_min({})", "timestamptz": "{}"}
        first = "timestamptz '2026-01-01 UTC'"
        self.facts["planned partitions"] = days = self.full_or_quick(400, 100)
        for kind, bound in smallest.items():
            self.sql(f"CREATE TABLE parted_{kind} (id {kind}, n int) PARTITION BY RANGE (id)",
                     f"CREATE TABLE listed_{kind} (id {kind} PRIMARY KEY, n int)")
            starts = [bound.format(f"{first} + {day} * interval '1 day'")
                      for day in range(days + 1)]
            for day in range(days):
                self.sql(f"""CREATE TABLE parted_{kind}_{day} PARTITION OF parted_{kind}
                    FOR VALUES FROM ({starts[day]}) TO ({starts[day + 1]})""")
            for table in (f"parted_{kind}", f"listed_{kind}"):
                self.sql(f"""INSERT INTO {table} SELECT {bound.format('t')} FROM generate_series(
                    {first}, {first} + interval '{24 * days - 1} hours', '1 hour') t""")
            self.sql(f"CREATE INDEX ON parted_{kind} (id)")
            self.sql(f"ANALYZE parted_{kind}", f"ANALYZE listed_{kind}")
        self.plan_by_kind(smallest, "parted, a range",
                          "id >= now() - interval '1 hour' AND id < now()")
        self.facts["planned ranges"] = ranges = self.full_or_quick(1000, 100)
        self.plan_by_kind(smallest, "listed, expressions", " OR ".join(
            f"id >= now() - interval '{i + 1} min' AND id < now() - interval '{i} min'"
            for i in range(ranges)))
        for kind in smallest:
            self.sql(f"DROP TABLE parted_{kind}, listed_{kind}")

    def plan_by_kind(self, kinds, what, condition):
        tables = what.split(",")[0]
        for kind in in_rounds(kinds, self.rounds(15)):
            plan = self.value(f"""EXPLAIN (SUMMARY, FORMAT JSON)
                SELECT 1 FROM {tables}_{kind} WHERE {condition}""")
            self.add(f"planning {what}", kind, plan[0]["Planning Time"])

    # Ranges of a minute joined with the rows of their time, and those with a further table.
    def time_join(self):
        rows = self.full_or_quick(1_000_000, 200_000)
        self.sql(f"""
            CREATE TABLE joined AS
                SELECT gen_objectid(timestamptz '2026-01-01 UTC' + i * interval '1 second') AS id,
                    i AS n
                FROM generate_series(0, {rows} - 1) i;
            CREATE TABLE further AS SELECT n, n::text AS note FROM joined;
            CREATE TABLE minutes AS
                SELECT tstzrange(t, t + interval '1 minute') AS during
                FROM generate_series(timestamptz '2026-01-01 12:00 UTC',
                    '2026-01-02 UTC', '1 hour') t;
            ALTER TABLE joined ADD PRIMARY KEY (id);
            ALTER TABLE further ADD PRIMARY KEY (n)""")
        self.sql("VACUUM ANALYZE joined", "VACUUM ANALYZE further", "ANALYZE minutes")
        conditions = {
            "objectid_within(id, during)": "objectid_within(id, during)",
            "by hand": "id >= objectid_min(lower(during)) AND id < objectid_min(upper(during))",
        }
        for way in in_rounds(conditions, self.rounds(9)):
            self.time_query("time join", way, f"""
                SELECT count(note)
                FROM minutes JOIN joined ON {conditions[way]} JOIN further USING (n)""")
        self.sql("DROP TABLE joined, further, minutes")

    # The script in plain SQL, beside the extension: ns per call
    def managed(self):
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(here, "../../doc/managed/objectid.sql")
        self.sql("DROP SCHEMA IF EXISTS managed CASCADE; CREATE SCHEMA managed")
        # The extension's names are in pg_catalog.
        self.sql("SET search_path = managed, pg_catalog")
        with open(path, encoding="utf-8") as script:
            self.sql(script.read())
        self.sql("SET search_path = bench, public")
        rows = self.full_or_quick(50_000, 10_000)
        functions = ("managed.gen_objectid()", "managed.uuid_v7()", "gen_objectid()")
        for function in in_rounds(functions, self.rounds(5)):
            self.time_calls("managed", function, rows, loop="loop")
        self.sql("DROP SCHEMA managed CASCADE")

    # Following a table of many rows, with 100 idle and 12 writing sessions.
    def follow(self):
        rows = self.full_or_quick(10_000_000, 1_000_000)
        self.facts["followed rows"] = rows
        self.sql(f"""
            CREATE TABLE followed AS
                SELECT uuid_v7(timestamptz '2026-01-01 UTC' + i * interval '1 ms') AS id, i AS n
                FROM generate_series(0, {rows} - 1) i;
            ALTER TABLE followed ADD PRIMARY KEY (id), ALTER id SET DEFAULT uuid_v7();
            CREATE TABLE followed_numbers (id bigint GENERATED ALWAYS AS IDENTITY, n int);
            INSERT INTO followed_numbers (n) SELECT generate_series(1, {rows});
            ALTER TABLE followed_numbers ADD PRIMARY KEY (id)""")
        self.sql("VACUUM ANALYZE followed, followed_numbers")
        # The mark up to which the calls below read while others write.
        self.value("SELECT resolved_number('followed_numbers')")
        idle = [psycopg2.connect("") for _ in range(100)]
        writing = [psycopg2.connect("") for _ in range(12)]
        for connection in writing:
            connection.cursor().execute("""
                INSERT INTO bench.followed (n) VALUES (0);
                INSERT INTO bench.followed_numbers (n) VALUES (0)""")
        self.follow_in_steps(rows)
        for connection in writing:
            connection.rollback()
        for connection in idle + writing:
            connection.close()
        self.sql("DROP TABLE followed, followed_numbers")

    # The next 100 rows, from many places of the table.
    def follow_in_steps(self, rows):
        by_id = {
            "id > last": "SELECT * FROM followed WHERE id > '{0}' ORDER BY id LIMIT 100",
            "below the bound": """
                SELECT * FROM followed WHERE id > '{0}' AND id < resolved_uuid_v7('followed')
                ORDER BY id LIMIT 100""",
        }
        by_number = {
            "id > last": "SELECT * FROM followed_numbers WHERE id > {0} ORDER BY id LIMIT 100",
            "below the bound": """
                SELECT * FROM followed_numbers
                WHERE id > {0} AND id < resolved_number('followed_numbers')
                ORDER BY id LIMIT 100""",
        }
        for number in range(self.rounds(9)):
            places = range(number, rows - 100, rows // 500)
            ids = [self.first_id_of_ms(ms) for ms in places]
            for way in in_turn(by_id, number):
                self.time_steps("100 rows, us", way, by_id[way], ids)
            for way in in_turn(by_number, number):
                self.time_steps("100 rows by number, us", way, by_number[way], places)

    def first_id_of_ms(self, ms):
        return self.value(
            f"SELECT uuid_v7_min('2026-01-01 UTC'::timestamptz + {ms} * interval '1 ms')")

    def time_steps(self, section, way, query, places):
        start = time.perf_counter()
        for place in places:
            self.cursor.execute(query.format(place))
            if len(self.cursor.fetchall()) != 100:
                sys.exit(f"{way}: wrong count")
        taken = time.perf_counter() - start
        self.add(section, way, taken / len(places) * 1e6)

    # What it costs those who update rows that changes can be followed, and one who reads them.
    def changes(self):
        rows = 80_000
        seconds = self.full_or_quick(3, 2)
        scripts = {
            1: f"\\set id random(1, {rows})\nUPDATE changing SET n = n + 1 WHERE id = :id;",
            1000: "\\set first :client_id * 10000 + 1000 * random(0, 9)\n"
                  "UPDATE changing SET n = n + 1 WHERE id > :first AND id <= :first + 1000;",
        }
        polls = {
            "a log of keys": """
                SELECT count(changing.n) FROM (
                    SELECT row_id FROM log WHERE id > '{0}' AND id < resolved_uuid_v7('log')
                    ORDER BY id LIMIT 1000) batch
                LEFT JOIN changing ON changing.id = row_id""",
            "a column": "SELECT count(n) FROM changing WHERE changed >= '{0}'",
        }
        for way in in_rounds(WAYS_TO_FOLLOW_CHANGES, self.rounds(5)):
            self.sql("CHECKPOINT",  # before the table, so that WAL has no images of whole pages
                     "DROP TABLE IF EXISTS changing, log",
                     "DROP FUNCTION IF EXISTS log_changes, set_changed", f"""
                CREATE TABLE changing (id integer PRIMARY KEY, n integer, filler text)
                    WITH (fillfactor = 80);
                INSERT INTO changing SELECT i, 0, repeat('-', 100)
                    FROM generate_series(1, {rows}) i""")
            if WAYS_TO_FOLLOW_CHANGES[way]:
                self.sql(WAYS_TO_FOLLOW_CHANGES[way])
            self.sql("VACUUM ANALYZE changing")
            for count, script in scripts.items():
                before = self.value("SELECT pg_current_wal_insert_lsn()")
                updated = self.pgbench(script, 8, seconds) * count
                bytes_of_wal = self.value(f"SELECT pg_current_wal_insert_lsn() - '{before}'")
                self.add(f"updates of {count:,}", way, updated)
                self.add(f"WAL of updates of {count:,}", way,
                         float(bytes_of_wal) / updated / seconds)
            if way in polls:
                position = self.value("SELECT uuid_v7()")
                self.sql("UPDATE changing SET n = n + 1 WHERE id <= 1000", "SELECT pg_sleep(0.01)")
                self.time_query("poll of 1,000 changes, ms", way, polls[way].format(position), 1000)
        self.sql("DROP TABLE changing", "DROP TABLE IF EXISTS log")

    # How long it takes until a reader finds a row that has just been committed.
    def ways(self):
        self.sql("""
            CREATE TABLE way (id uuid PRIMARY KEY DEFAULT uuid_v7(), n integer,
                xid xid8 NOT NULL DEFAULT pg_current_xact_id());
            CREATE INDEX ON way (xid);
            CREATE TABLE elsewhere (n integer)""")
        for way in WAYS_TO_FOLLOW:
            decoding = way == "logical decoding"
            if decoding:
                self.sql("SELECT pg_create_logical_replication_slot('way', 'test_decoding')")
            self.ways_beside_writers(Reader(way))
            self.ways_beside_transaction(Reader(way))
            if decoding:
                self.sql("SELECT pg_drop_replication_slot('way')")
        self.sql("DROP TABLE way, elsewhere")

    def time_until_read(self, load, reader):
        row = self.value(reader.insert + " RETURNING id")
        committed = time.perf_counter()
        while row not in reader.read():
            pass
        self.add(f"lag {load}, one connection", reader.way,
                 (time.perf_counter() - committed) * 1000)

    # A transaction of ten seconds that writes to another table.
    def ways_beside_transaction(self, reader):
        other = psycopg2.connect("")
        other.cursor().execute("INSERT INTO bench.elsewhere VALUES (0)")
        timer = threading.Timer(self.full_or_quick(10, 2), other.commit)
        timer.start()
        self.time_until_read("beside a transaction", reader)
        timer.join()
        other.close()

    def ways_beside_writers(self, reader):
        self.sql("TRUNCATE way")
        with self.writers(reader.insert, 10000) as writers:
            reader.read()
            while writers.poll() is None:
                self.time_until_read("at 10,000 commits/s", reader)

    # Eight sessions that commit so often. Nobody waits for their commits to be flushed: so many
    # must be possible.
    @contextlib.contextmanager
    def writers(self, insert, rate):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write(insert + ";")
            script.flush()
            command = ["pgbench", "-n", "-c", "8", "-j", "2", "-R", str(rate),
                       "-T", str(self.full_or_quick(5, 3)), "-f", script.name]
            environment = {**os.environ, "PGOPTIONS": "-c synchronous_commit=off"}
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env=environment) as writers:
                time.sleep(0.5)
                yield writers

    # Jobs that connect anew, ask for the bound once, and then read below it, by each kind of key:
    # how often they get on, and how old the newest row is, beside a session that stays connected.
    def jobs(self):
        self.sql("""
            CREATE TABLE job (
                objectid objectid UNIQUE DEFAULT gen_objectid(),
                uuid uuid UNIQUE DEFAULT uuid_v7(),
                number bigint UNIQUE GENERATED ALWAYS AS IDENTITY,
                made timestamptz NOT NULL DEFAULT clock_timestamp());
            CREATE INDEX ON job (made)""")
        for rate in (1000, 10000):
            self.sql("TRUNCATE job")
            jobs = {key: [] for key in KEYS_TO_FOLLOW}
            with self.writers("INSERT INTO bench.job DEFAULT VALUES", rate) as writers:
                time.sleep(1)  # until the first second is over
                while writers.poll() is None:
                    for key, function in KEYS_TO_FOLLOW.items():
                        jobs[key].append(run_job(key, f"{function}('bench.job')"))
            section = f"jobs that find rows at {rate:,} commits/s"
            for key, of_key in jobs.items():
                first, asked = (100 * sum(found) / len(of_key) for found in zip(*of_key))
                self.add(section, f"{key}, anew", first)
                self.add(section, f"{key}, asked", asked)
        self.sql("DROP TABLE job")

    # A poll that finds nothing, where there is much that it could have to look at: partitions,
    # tables that are followed, writers, sessions and their locks.
    def follow_at_scale(self):
        sessions = self.full_or_quick(1000, 300)
        self.facts["sessions at scale"] = sessions
        resource.setrlimit(resource.RLIMIT_NOFILE, (sessions + 500, sessions + 500))
        self.sql("SET jit = on", """
            CREATE TABLE quiet (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
            INSERT INTO quiet (n) SELECT generate_series(1, 1000);
            CREATE TABLE parts (LIKE quiet INCLUDING ALL) PARTITION BY RANGE (id)""")
        first = "uuid_v7_min(timestamptz '2026-01-01 UTC' + {} * interval '1 day')"
        for day in range(400):
            start, end = (self.value(f"SELECT {first.format(i)}") for i in (day, day + 1))
            self.sql(f"CREATE TABLE part_{day} PARTITION OF parts FOR VALUES FROM ('{start}') "
                     f"TO ('{end}')")
        for number in range(1, 101):
            self.sql(f"CREATE TABLE followed_{number} (LIKE quiet INCLUDING ALL)")
        self.sql("ANALYZE quiet, parts")
        last = self.value("SELECT uuid_v7()")
        last_day = self.value(f"SELECT {first.format('398.5')}")
        poll = ("SELECT * FROM {0} WHERE id > '{1}' AND id < resolved_uuid_v7('{0}') "
                "ORDER BY id LIMIT 1000")
        polls = {
            "a quiet table": poll.format("quiet", last),
            "400 partitions, id > last":
                f"SELECT * FROM parts WHERE id > '{last_day}' ORDER BY id LIMIT 1000",
            "400 partitions": poll.format("parts", last_day),
        }
        for number in range(1, 101):
            self.sql(poll.format(f"followed_{number}", last))
        writer = psycopg2.connect("")
        idle = [psycopg2.connect("") for _ in range(sessions)]
        locks = f"{sessions:,} sessions with {20 * sessions:,} locks"
        for number in range(self.rounds(9)):
            for name in in_turn(polls, number):
                self.time_polls(name, polls[name])
            writer.cursor().execute("INSERT INTO bench.quiet (n) VALUES (0)")
            self.time_polls("one writer", polls["a quiet table"])
            self.take_locks(idle)
            self.time_polls(f"a writer, {locks}", polls["a quiet table"])
            self.time_polls(f"400 partitions, {locks}", polls["400 partitions"])
            for connection in [writer, *idle]:
                connection.rollback()
        for connection in [writer, *idle]:
            connection.close()
        self.sql("SET jit = off", "DROP TABLE quiet, parts")
        for number in range(1, 101):
            self.sql(f"DROP TABLE followed_{number}")

    def time_polls(self, name, query):
        us = self.seconds_per_execution(query, self.full_or_quick(200, 50)) * 1e6
        self.add("polls, us", name, us)

    # Twenty for each session: on ten tables, which take the fast path, and ten that do not.
    def take_locks(self, connections):
        tables = ", ".join(f"bench.followed_{number}" for number in range(1, 11))
        for connection in connections:
            connection.cursor().execute(f"""
                LOCK TABLE {tables} IN ACCESS SHARE MODE;
                SELECT pg_advisory_xact_lock_shared(i) FROM generate_series(1, 10) i""")


# Who reads a table to the end, again and again.
class Reader:
    def __init__(self, way):
        self.way = way
        key, self.query = WAYS_TO_FOLLOW[way]
        self.locks = way == "an advisory lock"
        self.insert = "INSERT INTO bench.way (n) " + (
            "SELECT 0 FROM pg_advisory_xact_lock_shared(1)" if self.locks else "VALUES (0)")
        self.connection = psycopg2.connect("")
        self.last = {"id": "00000000-0000-0000-0000-000000000000", "xid": "0"}[key]

    # The ids of the next rows.
    def read(self):
        cursor = self.connection.cursor()
        if self.locks:
            cursor.execute("SELECT pg_advisory_xact_lock(1)")
        cursor.execute(self.query.format(self.last))
        rows = cursor.fetchall()
        self.connection.commit()
        if rows:
            self.last = rows[-1][-1]
        return {row[0] for row in rows}


# Whether a new connection finds rows below the bound: at its first call, and at the next one.
def run_job(key, bound):
    connection = psycopg2.connect("")
    connection.autocommit = True
    cursor = connection.cursor()
    found = []
    for _ in range(2):
        cursor.execute(f"""
            SELECT count(*) FROM (
                SELECT FROM (SELECT {bound} AS bound OFFSET 0) asked, bench.job
                WHERE {key} < bound LIMIT 1) found""")
        found.append(cursor.fetchone()[0])
    connection.close()
    return found


# SQL that makes the i-th document, as text.
ITEM = """{"sku": {"$oid": "4fb7650454d4847195c5ee9c"},
    "price": {"$numberDouble": "2.5"}, "amount": {"$numberInt": "3"}}"""
DOCUMENT = f"""format('{{"_id": {{"$oid": "%s"}}, "note": "as usual",
        "placed": {{"$date": {{"$numberLong": "%s"}}}}, "items": [{ITEM}, {ITEM}],
        "total": {{"$numberDecimal": "%s.50"}}, "n": {{"$numberInt": "%s"}}}}',
    object_id_of(i), 1564083316120 + i, i, i)"""


# Methods of Bench, in the order in which they run.
SECTIONS = ("generation", "insert", "sessions", "counters", "text", "index",
            "documents", "query", "time_range", "partitions", "time_join", "managed", "follow",
            "follow_at_scale", "changes", "ways", "jobs", "scale")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("result")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--skip", default="")
    arguments = parser.parse_args()
    sections = arguments.only.split(",") if arguments.only else SECTIONS
    skipped = arguments.skip.split(",")
    known = {"facts": {}, "results": {}}
    if arguments.only and os.path.exists(arguments.result):
        known = read_json(arguments.result)
        if known["quick"] != arguments.quick:
            known = {"facts": {}, "results": {}}

    bench = Bench(arguments.quick)
    bench.facts = known["facts"]
    results = known["results"]
    bench.prepare()
    for section in sections:
        if section in skipped:
            continue
        start = time.perf_counter()
        bench.results = {}  # what is measured again replaces what is known
        getattr(bench, section)()
        results.update(bench.results)
        taken = time.perf_counter() - start
        version = bench.facts["server"].split()[0]
        print(f"{version}: {section} took {taken:.0f} s", file=sys.stderr, flush=True)
        write_json(arguments.result,
                   {"quick": arguments.quick, "facts": bench.facts, "results": results})


if __name__ == "__main__":
    main()
