#!/usr/bin/python3
# Measures objectid beside what a user would pick instead, on one running server; writes JSON.
# SPDX-License-Identifier: PostgreSQL
#
# Usage: measure.py RESULT.json [--quick] [--only SECTION,...] [--skip SECTION,...]
# PGHOST and the like name the server. With --only the other sections of RESULT.json stay as they
# are. Everything that is compared runs in the same server, in rounds that take turns, so that
# whatever else the machine does falls on all alike. The result holds every single measurement.

import argparse
import json
import os
import subprocess
import sys
import tempfile
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

GENERATE_OBJECT_ID_IN_SQL = """
-- Another one: time of the transaction, random digits, a sequence.
CREATE FUNCTION object_id_of_transaction() RETURNS text LANGUAGE sql AS $$
    SELECT lpad(to_hex(extract(epoch FROM now())::bigint), 8, '0')
        || left(md5(random()::text), 10)
        || lpad(to_hex(nextval('generate_object_id_seq') % 16777216), 6, '0')
$$;
"""


class Bench:
    def __init__(self, arguments):
        self.connection = psycopg2.connect("")
        self.connection.autocommit = True
        self.cursor = self.connection.cursor()
        self.quick = arguments.quick
        self.results = {}
        self.facts = {}

    # Each query by itself: VACUUM runs in no transaction with others.
    def sql(self, *queries):
        for query in queries:
            self.cursor.execute(query)

    def value(self, query):
        self.cursor.execute(query)
        return self.cursor.fetchone()[0]

    def has_function(self, name):
        return self.value(f"SELECT count(*) > 0 FROM pg_proc WHERE proname = '{name}'")

    def has_aggregate(self, name, kind):
        return self.value(f"SELECT to_regprocedure('{name}({kind})') IS NOT NULL")

    def has_extension(self, name):
        return self.value(f"SELECT count(*) FROM pg_available_extensions WHERE name = '{name}'") > 0

    def add(self, section, name, value):
        self.results.setdefault(section, {}).setdefault(name, []).append(value)

    def timed(self, section, name, query, scale=1.0):
        start = time.perf_counter()
        self.cursor.execute(query)
        self.add(section, name, (time.perf_counter() - start) * scale)

    # What is measured together with a bare loop: the report takes the loop off.
    def net_of(self, section, name, loop):
        self.facts.setdefault("loops", {}).setdefault(section, {})[name] = loop

    def rounds(self, full):
        return 3 if self.quick else full

    # Who goes first pays for what the one before left behind, so that each round begins with
    # another.
    def in_turn(self, things, number):
        things = list(things)
        number %= len(things)
        return things[number:] + things[:number]

    def rows(self, full, quick):
        return quick if self.quick else full

    # The generators that this server has, with the type of their column.
    def generators(self):
        have = [
            ("gen_objectid()", "objectid"),
            ("uuid_v7()", "uuid"),
            ("uuid_v6()", "uuid"),
            ("gen_random_uuid()", "uuid"),
        ]
        if self.has_function("uuidv7"):
            have.append(("uuidv7()", "uuid"))
        if self.has_function("uuid_generate_v7"):
            have.append(("uuid_generate_v7()", "uuid"))
        return have

    def prepare(self):
        self.sql("SET client_min_messages = warning")
        self.sql("DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench")
        self.sql("SET search_path = bench, public")
        self.sql("CREATE EXTENSION IF NOT EXISTS objectid SCHEMA public")
        for extension in ("pg_uuidv7", "uuid-ossp"):
            if self.has_extension(extension):
                self.sql(f'CREATE EXTENSION IF NOT EXISTS "{extension}" SCHEMA public')
        self.sql(GENERATE_OBJECT_ID)
        self.sql("CREATE SEQUENCE plain; CREATE SEQUENCE cached CACHE 1000")
        self.sql("SET jit = off; SET max_parallel_workers_per_gather = 0; SET TimeZone = 'UTC'")
        self.sql("SET max_parallel_maintenance_workers = 0")
        self.sql("SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'")
        self.facts["server"] = self.value("SHOW server_version")
        self.facts["settings"] = {
            name: self.value(f"SHOW {name}")
            for name in ("shared_buffers", "fsync", "synchronous_commit", "full_page_writes",
                         "wal_level", "max_wal_size", "autovacuum", "work_mem",
                         "maintenance_work_mem", "jit")}

    # Net ns per call: count(f()), ten to a row, less the same rows without f().
    def generation(self):
        names = [
            "objectid_min(clock_timestamp())",
            *(name for name, _ in self.generators()),
            "gen_random_digits(12)",
            "permute_digits(i, 12, 'key')",
            "uuid_v7_draft01('ns')",
            "uuid_v8_draft01(60)",
            "nextval('plain')",
            "nextval('cached')",
            "generate_object_id()",
            "uuid_generate_v4()",
            "uuid_generate_v1mc()",
        ]
        slow = ("permute_digits", "generate_object_id", "uuid_generate_v4", "uuid_generate_v1mc")
        names = [name for name in names if self.has_function(name.split("(")[0])]
        for number in range(7):
            for name in self.in_turn(names, number):
                count = self.rows(500_000, 100_000)
                if name.startswith(slow):
                    count //= 10
                # beside each function, so that both meet the same disturbances
                loop = f"loop {count}"
                self.timed_calls("generation", loop, "count(i)", count)
                self.timed_calls("generation", name, ", ".join([f"count({name})"] * 10), count)
                self.net_of("generation", name, loop)

    # ns per call, ten to a row.
    def timed_calls(self, section, name, calls, rows):
        query = f"SELECT {calls} FROM generate_series(1, {rows}) i"
        self.timed(section, name, query, 1e8 / rows)

    # One session fills a table whose only index is its primary key; WAL counted alike.
    def insert(self):
        count = self.rows(2_000_000, 500_000)
        columns = [(name, f"{kind} DEFAULT {name}") for name, kind in self.generators()]
        columns += [("bigserial", "bigserial"),
                    ("bigint, cache 1000", "bigint DEFAULT nextval('cached')"),
                    ("char(24), plpgsql", "char(24) DEFAULT generate_object_id()")]
        for number in range(self.rounds(3)):
            for name, definition in self.in_turn(columns, number):
                self.sql("DROP TABLE IF EXISTS t; CHECKPOINT")
                self.sql(f"CREATE TABLE t (id {definition} PRIMARY KEY, n integer)")
                before = self.value("SELECT pg_current_wal_insert_lsn()")
                self.timed("insert", name,
                           f"INSERT INTO t (n) SELECT generate_series(1, {count})")
                wal = self.value(
                    f"SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '{before}')")
                self.add("wal", name, float(wal) / count)
        self.sql("DROP TABLE t")
        self.facts["insert rows"] = count

    def pgbench(self, script, clients, seconds, extra=()):
        with tempfile.NamedTemporaryFile("w", suffix=".sql", delete=False) as file:
            file.write(script)
        command = ["pgbench", "-n", "-f", file.name, "-c", str(clients), "-j", "2",
                   "-T", str(seconds), *extra]
        environment = {**os.environ, "PGOPTIONS": "-c search_path=bench,public -c jit=off"}
        output = subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment).stdout
        os.unlink(file.name)
        return next(float(line.split("=")[1].split()[0])
                    for line in output.splitlines() if line.startswith("tps"))

    # Rows per second of eight sessions.
    def sessions(self):
        seconds = self.rows(5, 2)
        columns = [(name, f"{kind} DEFAULT {name}") for name, kind in self.generators()]
        columns.append(("bigserial", "bigserial"))
        for number in range(self.rows(3, 1)):
            for name, definition in self.in_turn(columns, number):
                for rows in (1, 1000):
                    self.sql("DROP TABLE IF EXISTS t")
                    self.sql(f"CREATE TABLE t (id {definition} PRIMARY KEY, n integer)")
                    script = f"INSERT INTO t (n) SELECT generate_series(1, {rows});"
                    if rows == 1:
                        script = "INSERT INTO t (n) VALUES (1);"
                    tps = self.pgbench(script, 8, seconds)
                    self.add(f"sessions, {rows} rows", name, tps * rows)
        self.sql("DROP TABLE t")

    # Rows per second of eight sessions whose keys are numbers of counters, beside other ids. A
    # client keeps its batch of numbers from one transaction to the next.
    def counters(self):
        seconds = self.rows(5, 2)
        self.sql("""
            SELECT counter_create('bench shards', 1000, 1000000000, 0),
                counter_create('bench batches of shards', 1000, 1000000000, 0);
            CREATE SEQUENCE digits""")
        defaults = {
            "gen_objectid()": "objectid DEFAULT gen_objectid()",
            "counter_next(), one shard": "bigint DEFAULT counter_next('bench')",
            "counter_next(), 1,000 shards": "bigint DEFAULT counter_next('bench shards')",
            "permute_digits() of a sequence":
                "bigint DEFAULT permute_digits(nextval('digits'), 12, 'key')",
        }
        batches = {
            "counter_take(), one shard": "bench batches",
            "counter_take(), 1,000 shards": "bench batches of shards",
        }
        for number in range(self.rows(3, 1)):
            for name in self.in_turn([*defaults, *batches], number):
                for rows in (1, 1000):
                    self.sql("DROP TABLE IF EXISTS t")
                    kind = defaults.get(name, "bigint")
                    self.sql(f"CREATE TABLE t (id {kind} PRIMARY KEY, n integer)")
                    script = f"INSERT INTO t (n) SELECT generate_series(1, {rows});"
                    if name in batches:
                        script = self.script_of_batches(batches[name], rows)
                    tps = self.pgbench(script, 8, seconds, ("-D", "left=0", "-D", "id=0"))
                    self.add(f"counters, {rows} rows", name, tps * rows)
        self.sql("DROP TABLE t; DROP SEQUENCE digits")
        self.sql("SELECT counter_drop(name) FROM (SELECT DISTINCT name FROM objectid_counter) AS c")

    def script_of_batches(self, counter, rows):
        if rows == 1000:
            return (f"INSERT INTO t (id) SELECT generate_series(lower(b), upper(b) - 1) "
                    f"FROM counter_take('{counter}', 1000) AS b;")
        return (f"\\if :left = 0\n"
                f"SELECT lower(counter_take('{counter}', 1000)) AS id \\gset\n"
                f"\\set left 1000\n"
                f"\\endif\n"
                f"INSERT INTO t (id) VALUES (:id);\n"
                f"\\set id :id + 1\n"
                f"\\set left :left - 1\n")

    # Seconds of every million, until the index no longer fits into shared_buffers.
    def scale(self):
        millions = self.rows(30, 3)
        columns = [("gen_objectid()", "objectid DEFAULT gen_objectid()"),
                   ("uuid_v7()", "uuid DEFAULT uuid_v7()"),
                   ("bigserial", "bigserial"),
                   ("gen_random_uuid()", "uuid DEFAULT gen_random_uuid()")]
        # The first table is filled for nothing: the server makes the files of its WAL, and the
        # others use them again.
        for name, definition in [("warm-up", columns[0][1]), *columns]:
            self.sql("DROP TABLE IF EXISTS t; CHECKPOINT")
            self.sql(f"CREATE TABLE t (id {definition} PRIMARY KEY, n integer)")
            for _ in range(millions):
                self.timed("scale", name,
                           "INSERT INTO t (n) SELECT generate_series(1, 1000000)")
        del self.results["scale"]["warm-up"]
        self.sql("DROP TABLE t; CHECKPOINT")

    # The same ids in every form, in order and in random order: a hundred per second of eight
    # processes, computed from a number so that no two runs differ. The uuids are of version 7.
    def ids(self):
        if self.value("SELECT to_regclass('bench.ids') IS NOT NULL"):
            return
        count = self.rows(5_000_000, 500_000)
        self.facts["ids"] = count
        self.sql("""
            CREATE FUNCTION object_id_of(i integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
                SELECT lpad(to_hex(1767225600 + i / 100), 8, '0') || left(md5((i % 8)::text), 10)
                    || lpad(to_hex(i / 8), 6, '0') $$;
            CREATE FUNCTION uuid_of(i integer) RETURNS text IMMUTABLE LANGUAGE sql AS $$
                SELECT lpad(to_hex(1767225600000 + i * 10::bigint), 12, '0') || '7'
                    || left(md5(i::text), 3) || '8' || right(md5(i::text), 15) $$""")
        self.sql(f"""
            CREATE TABLE ids AS SELECT object_id_of(i)::objectid AS o, uuid_of(i)::uuid AS u,
                    object_id_of(i) COLLATE "C" AS t, object_id_of(i)::char(24) AS c
                FROM generate_series(1, {count}) i""")
        for kind in ("o", "u", "t"):
            for order, by in (("random", "md5(o::text)"), ("ordered", kind)):
                table = f"{order}_{kind}"
                self.sql(f"CREATE TABLE {table} AS SELECT {kind} AS id FROM ids ORDER BY {by}",
                         f"VACUUM ANALYZE {table}")
        # A table for each text form alone: what stands before a column is not free to skip.
        for kind in ("o", "u"):
            self.sql(f"CREATE TABLE text_{kind} AS SELECT id::text AS id FROM random_{kind}",
                     f"VACUUM ANALYZE text_{kind}")

    NAMES = {"o": "objectid", "u": "uuid", "t": 'text COLLATE "C"'}

    def text(self):
        self.ids()
        count = self.facts["ids"]
        for _ in range(self.rounds(7)):
            for kind, target in (("o", "objectid"), ("u", "uuid")):
                self.timed("text in", f"loop {kind}",
                           f"SELECT count(id) FROM text_{kind}", 1e9 / count)
                self.timed("text in", self.NAMES[kind],
                           f"SELECT count(id::{target}) FROM text_{kind}", 1e9 / count)
                self.net_of("text in", self.NAMES[kind], f"loop {kind}")
                self.timed("text out", f"loop {kind}",
                           f"SELECT count(id) FROM random_{kind}", 1e9 / count)
                self.timed("text out", self.NAMES[kind],
                           f"SELECT count(id::text) FROM random_{kind}", 1e9 / count)
                self.net_of("text out", self.NAMES[kind], f"loop {kind}")
        directory = self.value("SHOW data_directory")
        for _ in range(self.rounds(3)):
            for form in ("text", "binary"):
                for kind in ("o", "u", "t"):
                    path = f"{directory}/bench.copy"
                    self.timed(f"copy out, {form}", self.NAMES[kind],
                               f"COPY random_{kind} TO '{path}' (FORMAT {form})")
                    self.sql(f"CREATE TEMP TABLE target (LIKE random_{kind})")
                    self.timed(f"copy in, {form}", self.NAMES[kind],
                               f"COPY target FROM '{path}' (FORMAT {form})")
                    self.sql("DROP TABLE target")

    def index(self):
        self.ids()
        for number in range(self.rounds(3)):
            for order in ("ordered", "random"):
                for kind in self.in_turn("out", number):
                    self.timed(f"create index, {order}", self.NAMES[kind],
                               f"CREATE INDEX bench_index ON {order}_{kind} (id)")
                    self.sql("DROP INDEX bench_index")
        for name, column in (("objectid", "o"), ("uuid", "u"), ("char(24)", "c"), ("text", "t"),
                             ("bytea", "o::bytea")):
            self.sql(f"CREATE TABLE sized AS SELECT {column} AS id, 1 AS n, "
                     f"(SELECT array_agg({column}) FROM (SELECT * FROM ids LIMIT 1000) AS first)"
                     f"[row_number() OVER () % 1000 + 1] AS reference FROM ids")
            for what, definition in (("primary key", "(id)"), ("(id, integer)", "(id, n)"),
                                     ("foreign key", "(reference)")):
                self.sql(f"CREATE INDEX bench_index ON sized {definition}")
                size = self.value("SELECT pg_relation_size('bench_index')")
                self.add(f"size, {what}", name, size)
                self.sql("DROP INDEX bench_index")
            self.sql("DROP TABLE sized")

    def query(self):
        self.ids()
        for number in range(self.rounds(3)):
            for kind in self.in_turn("out", number):
                name = self.NAMES[kind]
                table = f"random_{kind}"
                join = f"SELECT count(*) FROM {table} a JOIN {table} b USING (id)"
                self.timed("sort", name, f"""
                    SELECT count(*) FROM (SELECT id FROM {table} ORDER BY id OFFSET 0) s""")
                self.sql("SET enable_mergejoin = off")
                self.timed("hash join", name, join)
                self.sql("SET enable_mergejoin = on; SET enable_hashjoin = off")
                self.timed("merge join", name, join)
                self.sql("SET enable_hashjoin = on; SET enable_sort = off")
                self.timed("hash aggregate", name, f"""
                    SELECT count(*) FROM (SELECT id FROM {table} GROUP BY id OFFSET 0) s""")
                self.sql("SET enable_sort = on")
                self.timed("order by … limit", name,
                           f"SELECT id FROM {table} ORDER BY id LIMIT 100")
        for kind in ("o", "u", "t"):
            self.sql(f"CREATE INDEX ON random_{kind} (id)", f"VACUUM ANALYZE random_{kind}")
        number = f"(random() * {self.facts['ids'] - 1})::integer + 1"
        keys = {
            "o": f"object_id_of({number})::objectid",
            "u": f"uuid_of({number})::uuid",
            "t": f"object_id_of({number})",
        }
        for _ in range(self.rows(3, 1)):
            for kind, key in keys.items():
                script = f"SELECT count(*) FROM random_{kind} WHERE id = (SELECT {key});"
                tps = self.pgbench(script, 8, self.rows(10, 2), ("-M", "prepared"))
                self.add("point look-up", self.NAMES[kind], tps)
        ends = {kind: f"SELECT min(id), max(id) FROM random_{kind}" for kind in ("o", "u", "t")}
        if not self.has_aggregate("min", "uuid"):  # before PostgreSQL 18
            ends["u"] = ("SELECT (SELECT id FROM random_u ORDER BY id LIMIT 1), "
                         "(SELECT id FROM random_u ORDER BY id DESC LIMIT 1)")
        for number in range(self.rounds(9)):
            for kind in self.in_turn("out", number):
                self.timed("min, max by index", self.NAMES[kind], ends[kind])

    # GiST and GIN beside what btree_gist and btree_gin have for uuid: built at once, filled row by
    # row, and asked.
    def gist_gin(self):
        for contrib in ("btree_gist", "btree_gin"):
            if not self.has_extension(contrib):
                return
            self.sql(f"CREATE EXTENSION IF NOT EXISTS {contrib} SCHEMA public")
        self.ids()
        count = self.rows(500_000, 100_000)
        self.facts["gist rows"] = count
        kinds = ("o", "u")
        orders = ("ordered", "random")
        for kind in kinds:
            for order in orders:
                table = f"some_{order}_{kind}"
                self.sql(f"CREATE TABLE {table} AS SELECT id FROM {order}_{kind} LIMIT {count}",
                         f"VACUUM ANALYZE {table}")
        for number in range(self.rounds(5)):
            for method in ("gist", "gin"):
                for order in orders:
                    for kind in self.in_turn(kinds, number):
                        self.build_and_fill(method, order, kind, count // 5)

        # Only what uses the index.
        others = ("enable_seqscan", "enable_sort", "enable_hashjoin", "enable_mergejoin")
        self.sql("; ".join(f"SET {other} = off" for other in others))
        look_ups = count // 10
        for method in ("gist", "gin"):
            for kind in kinds:
                table = f"some_random_{kind}"
                self.sql(f"CREATE INDEX some_index_{kind} ON {table} USING {method} (id)",
                         f"VACUUM ANALYZE {table}")
            for number in range(self.rounds(7)):
                for kind in self.in_turn(kinds, number):
                    self.timed(f"{method}, point look-up", self.NAMES[kind], f"""
                        SELECT count(b.id)
                        FROM (SELECT id FROM some_ordered_{kind} LIMIT {look_ups}) a
                        CROSS JOIN LATERAL
                            (SELECT id FROM some_random_{kind} c WHERE c.id = a.id OFFSET 0) b""",
                               1e6 / look_ups)
            for kind in kinds:
                self.sql(f"DROP INDEX some_index_{kind}")
        self.sql("; ".join(f"RESET {other}" for other in others))

    # An index built at once, and one filled row by row.
    def build_and_fill(self, method, order, kind, rows):
        name = self.NAMES[kind]
        table = f"some_{order}_{kind}"
        size = "SELECT pg_relation_size('bench_index')"
        self.timed(f"{method}, create index, {order}", name,
                   f"CREATE INDEX bench_index ON {table} USING {method} (id)")
        self.add(f"{method}, size, {order}", name, self.value(size))
        self.sql("DROP INDEX bench_index")

        self.sql(f"CREATE TABLE filled (LIKE {table})",
                 f"CREATE INDEX bench_index ON filled USING {method} (id)")
        self.timed(f"{method}, insert, {order}", name,
                   f"INSERT INTO filled SELECT id FROM {table} LIMIT {rows}")
        self.add(f"{method}, size of filled, {order}", name, self.value(size))
        self.sql("DROP TABLE filled")

    # ejson_to_jsonb of a jsonb beside reading the same document's text as jsonb, for documents of
    # each style and of one type alone.
    def documents(self):
        count = self.rows(100_000, 20_000)
        self.facts["documents"] = count
        canonical_item = """{"sku": {"$oid": "4fb7650454d4847195c5ee9c"},
            "price": {"$numberDouble": "2.5"}, "amount": {"$numberInt": "3"}}"""
        relaxed_item = """{"sku": {"$oid": "4fb7650454d4847195c5ee9c"},
            "price": 2.5, "amount": 3}"""
        documents = {
            "canonical": f"""format('{{"_id": {{"$oid": "%s"}}, "note": "as usual",
                "placed": {{"$date": {{"$numberLong": "%s"}}}},
                "items": [{canonical_item}, {canonical_item}],
                "total": {{"$numberDecimal": "%s.50"}}, "n": {{"$numberInt": "%s"}}}}',
                object_id_of(i), 1564083316120 + i, i, i)""",
            "relaxed": f"""format('{{"_id": {{"$oid": "%s"}}, "note": "as usual",
                "placed": {{"$date": "2019-07-25T19:35:16.120Z"}},
                "items": [{relaxed_item}, {relaxed_item}],
                "total": {{"$numberDecimal": "%s.50"}}, "n": %s}}',
                object_id_of(i), i, i)""",
            "plain": """format('{"_id": "%s", "placed": "2019-07-25T19:35:16.120Z", "note":
                "as usual", "items": [{"price": 2.5}, {"price": 2.5}], "total": %s.50}',
                object_id_of(i), i)""",
        }
        values = {
            "$oid": "object_id_of(i * 40 + k)",
            "$numberInt": "(i * 40 + k)::text",
            "$numberDecimal": "(i * 40 + k)::text || '.50'",
            "$date": """to_char(timestamp '2019-01-01' + (i + k) * interval '1 s',
                'YYYY-MM-DD"T"HH24:MI:SS')""",
            "$uuid": "uuid_of(i * 40 + k)",
        }
        for key, value in values.items():
            documents[f"40 of {key}"] = f"""(SELECT jsonb_build_object('a', jsonb_agg(
                jsonb_build_object('{key}', {value})))::text FROM generate_series(1, 40) k)"""
        self.ids()
        for style, document in documents.items():
            rows = count if "of" not in style else count // 10
            self.sql("DROP TABLE IF EXISTS read")
            self.sql(f"""
                CREATE TABLE read AS SELECT document, document::jsonb AS parsed
                FROM (SELECT {document} AS document FROM generate_series(1, {rows}) i) AS made""")
            self.sql("VACUUM ANALYZE read")
            section = f"document, {style}"
            ways = {
                "text::jsonb": ("document", "document::jsonb"),
                "ejson_to_jsonb": ("parsed", "ejson_to_jsonb(parsed)"),
            }
            for number in range(self.rounds(7)):
                for name in self.in_turn(ways, number):
                    column, expression = ways[name]
                    loop = f"loop {column}"
                    self.timed(section, loop, f"SELECT count({column}) FROM read", 1e6 / rows)
                    self.timed(section, name, f"SELECT count({expression}) FROM read", 1e6 / rows)
                    self.net_of(section, name, loop)
        self.sql("DROP TABLE read")

    # A range of time that holds 1/1000 of the rows, written in four ways.
    def time_range(self):
        count = self.rows(10_000_000, 1_000_000)
        per_range = count // 1000
        self.facts["time rows"] = count
        self.sql(f"""
            CREATE TABLE timed AS
                SELECT gen_objectid(timestamptz '2026-01-01 UTC' + i * interval '1 second') AS id,
                    i AS n
                FROM generate_series(0, {count} - 1) i;
            ALTER TABLE timed ADD PRIMARY KEY (id)""")
        self.sql("VACUUM ANALYZE timed")

        def bound(row):
            instant = self.value(
                f"SELECT timestamptz '2026-01-01 UTC' + {row} * interval '1 second'")
            return f"timestamptz '{instant}'"

        low = bound(count // 2)
        high = bound(count // 2 + per_range - 1)
        # Not known before execution, as now() is.
        stable_low = f"(now() + ({low} - now()))"
        stable_high = f"(now() + ({high} - now()))"
        ways = {
            "id >= a AND id <= b": f"id >= {low} AND id <= {high}",
            "objectid_within(id, tstzrange(a, b))":
                f"objectid_within(id, tstzrange({low}, {high}, '[]'))",
            "by hand": f"id >= objectid_min({low}) AND id <= objectid_max({high})",
            "id >= a AND id <= b, stable": f"id >= {stable_low} AND id <= {stable_high}",
            "by hand, stable":
                f"id >= objectid_min({stable_low}) AND id <= objectid_max({stable_high})",
            "extracted time":
                f"objectid_timestamp(id) >= {low} AND objectid_timestamp(id) <= {high}",
        }

        def run(name, repetitions):
            query = f"SELECT count(n) FROM timed WHERE {ways[name]}"
            if self.value(query) != per_range:
                sys.exit(f"{name}: wrong count")
            start = time.perf_counter()
            for _ in range(repetitions):
                self.cursor.execute(query)
            return (time.perf_counter() - start) / repetitions

        for number in range(self.rounds(9)):
            for name in self.in_turn(ways, number):
                self.add("time range", name, run(name, 1 if name == "extracted time" else 50))
        # Where the planner finds the extracted time in an index, that is what it uses.
        self.timed("build", "expression index",
                   "CREATE INDEX by_time ON timed (objectid_timestamp(id))")
        self.sql("ANALYZE timed")
        for _ in range(self.rounds(9)):
            self.add("time range", "expression index", run("extracted time", 50))
        self.facts["expression index bytes"] = self.value("SELECT pg_relation_size('by_time')")
        self.facts["time primary key bytes"] = self.value("SELECT pg_relation_size('timed_pkey')")
        self.sql("DROP INDEX by_time; ALTER TABLE timed DROP CONSTRAINT timed_pkey")
        self.timed("build", "BRIN", "CREATE INDEX by_brin ON timed USING brin (id)")
        self.facts["BRIN bytes"] = self.value("SELECT pg_relation_size('by_brin')")
        for _ in range(self.rounds(9)):
            self.add("time range", "BRIN", run("id >= a AND id <= b", 20))
        self.sql("DROP TABLE timed")

    # What planning costs more than the form written by hand.
    def planning(self):
        self.sql("CREATE TABLE planned (id objectid PRIMARY KEY)")
        low, high = "timestamptz '2026-01-01'", "timestamptz '2026-02-01'"
        ways = {
            "operators": f"id >= {low} AND id < {high}",
            "by hand": f"id >= objectid_min({low}) AND id < objectid_min({high})",
        }
        for _ in range(self.rounds(9)):
            for name, condition in ways.items():
                start = time.perf_counter()
                for _ in range(2000):
                    self.cursor.execute(f"EXPLAIN SELECT 1 FROM planned WHERE {condition}")
                self.add("planning", name, (time.perf_counter() - start) / 2000 * 1e6)
        self.sql("DROP TABLE planned")

    # What it costs that all sessions share a generator, beside the limit of any (a reading of the
    # clock and twelve bytes) and a generator for each process, as back-filling has it.
    def sharing(self):
        functions = ["objectid_min(clock_timestamp())", "gen_objectid()", "uuid_v7()", "uuid_v6()"]
        if self.has_function("uuidv7"):
            functions.append("uuidv7()")
        for number in range(self.rounds(5)):
            for name in self.in_turn(functions, number):
                # Ten to a row, as the row itself costs more than an id.
                calls = ", ".join([f"count({name})"] * 10)
                script = f"SELECT {calls} FROM generate_series(1, 10000);"
                tps = self.pgbench(script, 2, self.rows(3, 1))
                self.add("sharing, two sessions, ids/s", name, 100_000 * tps)

        columns = [
            ("gen_objectid()", "objectid"),
            ("gen_objectid(clock_timestamp())", "objectid"),
            ("uuid_v7()", "uuid"),
        ]
        # The disk makes short commits scatter, hence more rounds of them.
        for rows, values, rounds in ((1, "VALUES (1)", 12),
                                     (1000, "SELECT generate_series(1, 1000)", 6)):
            section = f"sharing, {rows} rows"
            for number in range(self.rounds(rounds)):
                for name, kind in self.in_turn(columns, number):
                    self.sql("DROP TABLE IF EXISTS t; CHECKPOINT")
                    self.sql(f"CREATE TABLE t (id {kind} DEFAULT {name} PRIMARY KEY, n integer)")
                    tps = self.pgbench(f"INSERT INTO t (n) {values};", 8, self.rows(5, 3))
                    self.add(f"{section}, rows/s", name, rows * tps)
                    size = self.value("SELECT pg_relation_size('t_pkey')::float8 / count(*) FROM t")
                    self.add(f"{section}, bytes of index per row", name, float(size))
        self.sql("DROP TABLE t")

        # With the library loaded, the first id of a connection and the next one.
        for _ in range(self.rows(100, 30)):
            other = psycopg2.connect("")
            cursor = other.cursor()
            cursor.execute("SELECT objectid_min(now()), clock_timestamp(), octet_length('')")
            for name in ("first", "second"):
                start = time.perf_counter()
                cursor.execute("SELECT gen_objectid()")
                taken = time.perf_counter() - start
                self.add("sharing, µs of a connection's ids", name, taken * 1e6)
            other.close()

    # The same as planning() with 1,000 partitions, by times that are constants and by stable ones;
    # only the ratio counts.
    def partitions(self):
        count = self.rows(1000, 200)
        self.sql("CREATE TABLE parted (id objectid, n int) PARTITION BY RANGE (id)")
        first = "timestamptz '2026-01-01 UTC'"
        for day in range(count):
            self.sql(f"""
                CREATE TABLE parted_{day} PARTITION OF parted
                    FOR VALUES FROM (objectid_min({first} + {day} * interval '1 day'))
                    TO (objectid_min({first} + {day + 1} * interval '1 day'))""")
        self.sql("CREATE INDEX ON parted (id)", "ANALYZE parted")
        low, high = "timestamptz '2026-03-01'", "timestamptz '2026-03-05'"
        later = "now() + interval '3 days'"
        conditions = {
            "constants": {
                "operators": f"id >= {low} AND id < {high}",
                "by hand": f"id >= objectid_min({low}) AND id < objectid_min({high})",
            },
            "one stable time": {
                "operators": "id >= now()",
                "by hand": "id >= objectid_min(now())",
            },
            "two stable times": {
                "operators": f"id >= now() AND id < {later}",
                "by hand": f"id >= objectid_min(now()) AND id < objectid_min({later})",
            },
        }
        for what, ways in conditions.items():
            repetitions = 200 if what == "constants" else 3
            for number in range(self.rounds(9)):
                for name in self.in_turn(ways, number):
                    query = f"EXPLAIN SELECT 1 FROM parted WHERE {ways[name]}"
                    start = time.perf_counter()
                    for _ in range(repetitions):
                        self.cursor.execute(query)
                    taken = time.perf_counter() - start
                    self.add(f"planning partitions, {what}", name, taken / repetitions * 1e6)
        self.sql("DROP TABLE parted")

    # Ranges of a minute joined with the rows of their time, and those with a further table.
    def time_join(self):
        count = self.rows(1_000_000, 200_000)
        self.sql(f"""
            CREATE TABLE joined AS
                SELECT gen_objectid(timestamptz '2026-01-01 UTC' + i * interval '1 second') AS id,
                    i AS n
                FROM generate_series(0, {count} - 1) i;
            CREATE TABLE further AS SELECT n, n::text AS note FROM joined;
            CREATE TABLE minutes AS
                SELECT tstzrange(t, t + interval '1 minute') AS during
                FROM generate_series(timestamptz '2026-01-01 12:00 UTC',
                    '2026-01-02 UTC', '1 hour') t;
            ALTER TABLE joined ADD PRIMARY KEY (id);
            ALTER TABLE further ADD PRIMARY KEY (n)""")
        self.sql("VACUUM ANALYZE joined", "VACUUM ANALYZE further", "ANALYZE minutes")
        ways = {
            "objectid_within(id, during)": "objectid_within(id, during)",
            "by hand": "id >= objectid_min(lower(during)) AND id < objectid_min(upper(during))",
        }
        for number in range(self.rounds(9)):
            for name in self.in_turn(ways, number):
                self.timed("time join", name, f"""
                    SELECT count(note)
                    FROM minutes JOIN joined ON {ways[name]} JOIN further USING (n)""")
        self.sql("DROP TABLE joined, further, minutes")

    # The script in plain SQL, beside the extension and what people write themselves: ns per call,
    # and rows per second of eight sessions that commit each.
    def managed(self):
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(here, "../../doc/managed/objectid.sql")
        self.sql("DROP SCHEMA IF EXISTS managed CASCADE; CREATE SCHEMA managed")
        self.sql("SET search_path = managed")
        with open(path, encoding="utf-8") as script:
            self.sql(script.read())
        self.sql("SET search_path = bench, public")
        self.sql(GENERATE_OBJECT_ID_IN_SQL)
        columns = [("gen_random_uuid()", "uuid"),
                   ("managed.gen_objectid()", "managed.objectid"),
                   ("managed.uuid_v7()", "uuid"),
                   ("gen_objectid()", "objectid"),
                   ("generate_object_id()", "char(24)"),
                   ("object_id_of_transaction()", 'text COLLATE "C"'),
                   ("left(replace(gen_random_uuid()::text, '-', ''), 24)", 'text COLLATE "C"')]
        count = self.rows(50_000, 10_000)
        for number in range(self.rounds(7)):
            for name, _ in self.in_turn(columns, number):
                self.timed_calls("managed", "loop", "count(i)", count)
                self.timed_calls("managed", name, ", ".join([f"count({name})"] * 10), count)
                self.net_of("managed", name, "loop")
        for number in range(self.rows(5, 1)):
            for name, kind in self.in_turn(columns, number):
                self.sql("DROP TABLE IF EXISTS t; CHECKPOINT")
                self.sql(f"CREATE TABLE t (id {kind} DEFAULT {name} PRIMARY KEY, n integer)")
                tps = self.pgbench("INSERT INTO t (n) VALUES (1);", 8, self.rows(5, 2))
                self.add("managed, 1 row", name, tps)
        self.sql("DROP TABLE t; DROP SCHEMA managed CASCADE")

    # Resident memory of a session that grows by its first id.
    def memory(self):
        for name, _ in self.generators()[:3]:
            for _ in range(self.rounds(5)):
                other = psycopg2.connect("")
                other.autocommit = True
                cursor = other.cursor()
                cursor.execute("SELECT pg_backend_pid(), objectid_min(now()), clock_timestamp()")
                pid = cursor.fetchone()[0]

                def private_bytes():
                    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                        return sum(int(line.split()[1]) for line in file
                                   if line.startswith(("Private_Dirty",))) * 1024

                cursor.execute("SELECT objectid_max(now())")
                before = private_bytes()
                cursor.execute(f"SELECT {name}")
                self.add("memory", name, private_bytes() - before)
                other.close()

    # Following a table of many rows, with 100 idle and 12 writing sessions.
    def follow(self):
        count = self.rows(10_000_000, 1_000_000)
        self.facts["followed rows"] = count
        self.sql(f"""
            CREATE TABLE followed AS
                SELECT uuid_v7(timestamptz '2026-01-01 UTC' + i * interval '1 ms') AS id, i AS n
                FROM generate_series(0, {count} - 1) i;
            ALTER TABLE followed ADD PRIMARY KEY (id), ALTER id SET DEFAULT uuid_v7();
            CREATE TABLE followed_numbers (id bigint GENERATED ALWAYS AS IDENTITY, n int);
            INSERT INTO followed_numbers (n) SELECT generate_series(1, {count});
            ALTER TABLE followed_numbers ADD PRIMARY KEY (id)""")
        self.sql("VACUUM ANALYZE followed, followed_numbers")
        # The mark up to which the calls below read while others write.
        self.value("SELECT count(*) FROM rows_after(NULL::followed_numbers, 0, 1)")
        idle = [psycopg2.connect("") for _ in range(100)]
        writing = [psycopg2.connect("") for _ in range(12)]
        for connection in writing:
            connection.cursor().execute("""
                INSERT INTO bench.followed (n) VALUES (0);
                INSERT INTO bench.followed_numbers (n) VALUES (0)""")
        self.follow_in_steps(count)
        for connection in writing:
            connection.rollback()
        self.lag(writing[0])
        for connection in idle + writing:
            connection.close()
        for _ in range(self.rounds(3)):
            self.follow_writers()
        self.sql("DROP TABLE followed, followed_numbers")

    # The next 100 rows, from many places of the table.
    def follow_in_steps(self, count):
        ways = {
            "id > last": "SELECT * FROM followed WHERE id > '{0}' ORDER BY id LIMIT 100",
            "rows_after": "SELECT * FROM rows_after(NULL::followed, '{0}'::uuid, 100)",
        }
        ways_by_number = {
            "id > last": "SELECT * FROM followed_numbers WHERE id > {0} ORDER BY id LIMIT 100",
            "rows_after": "SELECT * FROM rows_after(NULL::followed_numbers, {0}, 100)",
        }
        calls = 1000
        for number in range(self.rounds(9)):
            self.timed("resolved_timestamp, us", "12 writers", f"""
                SELECT count(*) FROM (
                    SELECT resolved_timestamp('followed')
                    FROM generate_series(1, {calls}) OFFSET 0) s""", 1e6 / calls)
            numbers = range(number, count - 100, count // 500)
            ids = [self.value(f"""
                SELECT uuid_v7_min('2026-01-01 UTC'::timestamptz + {n} * interval '1 ms')""")
                   for n in numbers]
            self.step("100 rows, us", ways, number, ids)
            self.step("100 rows by number, us", ways_by_number, number, numbers)

    def step(self, section, ways, number, places):
        for name in self.in_turn(ways, number):
            start = time.perf_counter()
            for place in places:
                self.cursor.execute(ways[name].format(place))
                if len(self.cursor.fetchall()) != 100:
                    sys.exit(f"{name}: wrong count")
            taken = time.perf_counter() - start
            self.add(section, name, taken / len(places) * 1e6)

    # How old the newest row is that can be read, by the age of the oldest writer.
    def lag(self, writer):
        for age in (0, 0.01, 0.1, 1):
            for _ in range(self.rounds(5)):
                self.sql("INSERT INTO followed (n) VALUES (0)")
                writer.cursor().execute("INSERT INTO bench.followed (n) VALUES (0)")
                if age == 0:
                    writer.rollback()
                time.sleep(age)
                lag = "resolved_timestamp('followed') - clock_timestamp()"
                self.add("lag of the newest row, ms", f"{age * 1000:g}",
                         self.value(f"SELECT -extract(epoch FROM {lag})::float8 * 1000"))
                writer.rollback()

    # One reader beside 8 writers that commit 1,000 rows each time: how much it reads, and how much
    # of it before they stop.
    def follow_writers(self):
        last = self.value("SELECT uuid_v7_min(now())")
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write("INSERT INTO bench.followed (n) SELECT generate_series(1, 1000);")
            script.flush()
            command = ["pgbench", "-n", "-c", "8", "-j", "2", "-T", str(self.rows(10, 3)),
                       "-f", script.name]
            started = time.perf_counter()
            read = 0
            pgbench = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stopped = None
            while True:
                done = pgbench.poll() is not None
                if done and stopped is None:
                    stopped = time.perf_counter()
                    while_writing = read
                self.cursor.execute(
                    f"SELECT id FROM rows_after(NULL::followed, '{last}'::uuid, 10000)")
                rows = self.cursor.fetchall()
                read += len(rows)
                if rows:
                    last = rows[-1][0]
                elif done and time.perf_counter() - stopped > 0.1:
                    break
            written = self.value(f"SELECT count(*) FROM followed WHERE n > 0 AND id >= '{last}'")
        if written != 1:
            sys.exit(f"{written - 1} rows were not read")
        self.add("rows/s beside 8 writers", "rows_after", read / (stopped - started))
        self.add("part read when the writers stop", "rows_after", while_writing / read)


SECTIONS = ("generation", "insert", "sessions", "counters", "sharing", "text", "index", "gist_gin",
            "documents", "query", "time_range", "planning", "partitions", "time_join", "managed",
            "memory", "follow", "scale")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("result")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--skip", default="")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    if arguments.only and os.path.exists(arguments.result):
        with open(arguments.result, encoding="utf-8") as file:
            known = json.load(file)
        if known["quick"] == arguments.quick:
            bench.results, bench.facts = known["results"], known["facts"]
    bench.prepare()
    for section in (arguments.only or ",".join(SECTIONS)).split(","):
        if section in arguments.skip.split(","):
            continue
        start = time.perf_counter()
        before, bench.results = bench.results, {}
        getattr(bench, section)()
        bench.results = {**before, **bench.results}
        taken = time.perf_counter() - start
        version = bench.facts["server"].split()[0]
        print(f"{version}: {section} took {taken:.0f} s", file=sys.stderr, flush=True)
        with open(arguments.result, "w", encoding="utf-8") as file:
            json.dump({"quick": arguments.quick, "facts": bench.facts, "results": bench.results},
                      file, indent=1)


if __name__ == "__main__":
    main()
