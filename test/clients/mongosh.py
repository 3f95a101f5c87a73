# MongoDB's own shell records the changes of a database, as in doc/migrate-from-mongodb.md
# SPDX-License-Identifier: PostgreSQL
# needs: npm python3-bson python3-pymongo
#
# Documents change as long as the shell asks what has changed. It is killed again and again, then
# loses its connections and the server. With what it has recorded, the tables become what the
# documents are.
#
# mongosh.json has the newest shell and the oldest one that starts on Node 20, with npm's saslprep
# instead of one that npm does not have.
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from threading import Lock

from bson import json_util

from checks import check, done

top = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.append(os.path.join(top, "test/lib"))
from mongo_server import ChangeStreams, failure  # noqa: E402

PATIENCE = 300  # seconds, on a busy machine
UNTIL_TOLD = 10**9  # writes


def shop_orders():
    """But for the two that do not fit."""
    program = os.path.join(top, "test/data/shop.py")
    lines = output_of([sys.executable, program, "orders", "1000", "canonical"]).splitlines()
    return [json.loads(line) for n, line in enumerate(lines) if n not in (42, 45)]


def output_of(command, **options):
    options = {"check": True, "text": True, "stdout": subprocess.PIPE, **options}
    return subprocess.run(command, **options).stdout.strip()


class Shop:
    """A collection in canonical Extended JSON, its changes, and what was told of each."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lock = Lock()
        self.templates = shop_orders()
        self.keys = 0
        self.orders = {}
        self.changes = []
        self.told = {}
        for _ in range(300):
            self.insert()
        self.changes.clear()
        self.writes_left = UNTIL_TOLD

    def order(self, key):
        n = self.random.randrange(len(self.templates))
        order = {
            **self.templates[n],
            "_id": {"$oid": f"{key:024x}"},
            "visits": {"$numberLong": str(2**53 + n)},
            "weight": {"$numberDouble": str(n / 4)},
        }
        if self.random.random() < 0.02:  # the recorder writes a megabyte at once
            order["note"] = "\u2028\"☕\n" * 40000
        return order

    def insert(self):
        self.keys += 1
        self.orders[self.keys] = self.order(self.keys)
        self.changes.append(("insert", self.keys, self.orders[self.keys]))

    def write(self, count):
        for _ in range(min(count, self.writes_left)):
            self.writes_left -= 1
            operation = self.random.choice(("insert", "update", "update", "delete"))
            if operation == "insert":
                self.insert()
                continue
            key = self.random.choice(list(self.orders))
            if operation == "update":
                self.orders[key] = self.order(key)
            else:
                del self.orders[key]
            self.changes.append((operation, key, None))

    def event(self, n, token):
        operation, key, order = self.changes[n]
        event = {
            "_id": {"_data": token},
            "operationType": operation,
            "clusterTime": {"$timestamp": {"t": 1700000000 + n, "i": 1}},
            "wallTime": {"$date": {"$numberLong": str(1700000000000 + n)}},
            "ns": {"db": "shop", "coll": "orders"},
            "documentKey": {"_id": {"$oid": f"{key:024x}"}},
        }
        if operation == "insert":
            event["fullDocument"] = order
        if operation == "update":  # MongoDB looks it up when it is asked
            event["fullDocument"] = self.orders.get(key)
        self.told.setdefault(n, []).append(event)
        return json_util.loads(json.dumps(event), json_options=json_util.CANONICAL_JSON_OPTIONS)


def as_recorded(value):
    """Of a document, which the shell reads as JavaScript: a double that is whole becomes an int."""
    if isinstance(value, list):
        return [as_recorded(element) for element in value]
    if not isinstance(value, dict):
        return value
    if "$numberDouble" in value:
        double = float(value["$numberDouble"])
        return {"$numberInt": str(int(double))} if double.is_integer() else value
    return {key: as_recorded(element) for key, element in value.items()}


def number(event):
    return int(event["_id"]["_data"], 16)


class Recorder:
    """A shell that runs the script in a folder."""

    def __init__(self, module, folder, socket):
        self.folder = folder
        self.program = os.path.join(os.environ["NODE_PATH"], module, "bin/mongosh.js")
        # The shell itself waits no longer for localhost.
        self.uri = f"mongodb://{socket.replace('/', '%2F')}/shop?serverSelectionTimeoutMS=2000"
        os.makedirs(self.path(".mongodb/mongosh"))
        with open(self.path(".mongodb/mongosh/config"), "w") as config:
            config.write('{"enableTelemetry": false}')
        self.process = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def version(self):
        return output_of(["node", self.program, "--version"])

    def start(self):
        script = os.path.join(top, "doc/migration/record_changes.js")
        with open(self.path("output"), "w") as output:
            self.process = subprocess.Popen(
                ["node", self.program, "--quiet", self.uri, script],
                cwd=self.folder, env={**os.environ, "HOME": self.folder},
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def failed(self):
        """How it ended by itself."""
        status = self.process.wait(PATIENCE)
        with open(self.path("output")) as output:
            return status, output.read()

    def reaches(self, condition):
        """Whether it does not end before."""
        limit = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None:
                print(f"# the shell has ended: {self.failed()}")
                return False
            if time.monotonic() > limit:
                raise TimeoutError(f"nothing happens in {self.folder}")
            time.sleep(0.02)
        return True

    def token(self):
        try:
            with open(self.path("changes.token")) as file:
                return json.load(file)["from"]["resumeAfter"]["_data"]
        except FileNotFoundError:
            return None

    def files(self):
        contents = []
        for name in ("changes.json", "changes.token"):
            with open(self.path(name)) as file:
                contents.append(file.read())
        return contents

    def take_events(self, taken):
        """Moves the file away. What is incomplete at its end is deleted."""
        with open(self.path("changes.json"), newline="\n") as file:
            lines = [line for line in file if line.endswith("\n")]
        os.unlink(self.path("changes.json"))
        with open(taken, "w") as file:
            file.writelines(lines)
        return [json.loads(line) for line in lines]


def psql(statements, database):
    command = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", database]
    return output_of(command, input="SET client_min_messages = error;\n" + statements)


def staged(collection, path):
    return rf"""
TRUNCATE migration.staging;
ALTER TABLE migration.staging ALTER collection SET DEFAULT '{collection}';
\copy migration.staging (source) FROM '{path}' (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')
"""


def exported(shop, path):
    with shop.lock, open(path, "w") as file:
        file.writelines(json.dumps(order) + "\n" for order in shop.orders.values())
    return staged("orders", path)


MAKE_TABLES = r"""
SELECT count(*) FROM migration.propose('orders', 'java') \g /dev/null
BEGIN;
\o /dev/null
SELECT migration.statements('orders') \gexec
\o
COMMIT;
"""
REFRESH = r"""
SELECT count(*) FROM migration.stage_changes() \g /dev/null
SELECT * FROM migration.misfits('orders');
BEGIN;
\o /dev/null
SELECT migration.refresh('orders') \gexec
\o
COMMIT;
"""
CHECK = "SELECT * FROM migration.check('orders');"


class Move:
    """One shell, and a database of PostgreSQL's."""

    def __init__(self, module, folder, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.folder = folder
        self.shop = Shop(seed)
        self.server = None
        self.start_server()
        self.recorder = Recorder(module, folder, self.server.server_address)
        self.version = self.recorder.version()
        database = f"move_{self.version.replace('.', '_')}"
        psql(f"CREATE DATABASE {database} OWNER mover", "postgres")
        psql("CREATE EXTENSION objectid", database)
        self.owner = f"dbname={database} user=mover"
        psql("CREATE EXTENSION objectid_migration", self.owner)

    def start_server(self):
        self.server = ChangeStreams(os.path.join(self.folder, "mongodb.sock"), self.shop, self.seed)

    def check(self, name, *results):
        check(f"{self.version}: {name}", *results)

    def changed(self, least, most):
        """A condition: that so many changes have come."""
        goal = len(self.shop.changes) + self.random.randrange(least, most)
        return lambda: len(self.shop.changes) >= goal

    def all_recorded(self):
        end = len(self.shop.changes)
        return self.shop.writes_left == 0 and self.recorder.token() == f"{end:08x}ff"

    def run(self):
        with open(os.path.join(top, "doc/migrate-from-mongodb.md")) as page:
            self.check("the page names the version", self.version in page.read())
        self.export()
        self.kill_again_and_again()
        self.lose_connections()
        self.lose_server()

    def export(self):
        self.recorder.start()
        self.check("begins", self.recorder.reaches(self.recorder.token))
        loaded = exported(self.shop, os.path.join(self.folder, "orders.json"))
        self.check("all documents arrive", psql(loaded + MAKE_TABLES + CHECK, self.owner), "")

    def kill_again_and_again(self):
        for _ in range(5):
            self.recorder.reaches(self.changed(1, 300))
            time.sleep(self.random.random() / 10)
            self.recorder.stop(signal.SIGKILL)
            self.recorder.start()
        self.shop.writes_left = 50
        self.check("killed: goes on", self.recorder.reaches(self.all_recorded))
        numbers = self.apply_changes("killed")
        # The shell has dropped one, before there was a token.
        self.check("killed: the first and the last", [numbers[0], numbers[-1]],
                   [1, len(self.shop.changes) - 1])
        self.check("killed: each change is recorded once, in order",
                   [pair for pair in zip(numbers, numbers[1:]) if pair[1] != pair[0] + 1], [])

    def lose_connections(self):
        begin = len(self.shop.changes)
        self.shop.writes_left = UNTIL_TOLD
        self.recorder.start()
        label = "ResumableChangeStreamError"
        for error in (failure(43, "CursorNotFound", "cursor id 1 not found"),
                      failure(11600, "InterruptedAtShutdown", "shut down", label)):
            self.recorder.reaches(self.changed(1, 300))
            self.server.failures.append(error)
            self.recorder.reaches(lambda: not self.server.failures)
            self.check(f"{error['codeName']}: goes on",
                       self.recorder.reaches(self.changed(100, 300)))
        losses = [self.hang_up, self.restart_server] * 2
        self.random.shuffle(losses)
        ends = []
        for lose in losses:
            self.recorder.reaches(self.changed(1, 300))
            time.sleep(self.random.random() / 10)
            lose()
            if not self.recorder.reaches(self.changed(100, 300)):
                ends.append(self.recorder.failed())
                self.recorder.start()
        print(f"# {self.version}: ended with {len(ends)} of {len(losses)} losses: {ends}")
        self.check("connections lost: goes on, or ends with an error",
                   [end for end in ends if end[0] != 1 or "Error" not in end[1]], [])
        self.shop.writes_left = 50
        self.recorder.reaches(self.all_recorded)
        numbers = self.apply_changes("connections lost")
        self.check("connections lost: the first and the last", [numbers[0], numbers[-1]],
                   [begin, len(self.shop.changes) - 1])
        self.check("connections lost: no change is missing",
                   [pair for pair in zip(numbers, numbers[1:]) if pair[1] > pair[0] + 1], [])

    def hang_up(self):
        self.server.hang_up()

    def restart_server(self):
        self.server.stop()
        self.start_server()

    def lose_server(self):
        self.shop.writes_left = 50
        self.recorder.start()
        self.recorder.reaches(self.all_recorded)
        self.server.stop()
        status, output = self.recorder.failed()
        self.check("server lost: ends with an error", [status, "Error" in output], [1, True])
        self.start_server()
        self.server.first_kept = len(self.shop.changes) + 1
        before = self.recorder.files()
        self.recorder.start()
        status, output = self.recorder.failed()
        self.check("history lost: ends with the server's error",
                   [status, "the resume point may no longer be in the oplog" in output], [1, True])
        self.check("history lost: leaves what there is", self.recorder.files() == before)

    def apply_changes(self, name):
        """Stops the recorder, and applies what it has recorded, of which it gives the numbers."""
        self.recorder.stop()
        path = os.path.join(self.folder, "taken.json")
        events = self.recorder.take_events(path)
        told = self.shop.told
        self.check(f"{name}: each is recorded as it was told", [
            event for event in events if event not in map(as_recorded, told[number(event)])
        ], [])
        applied = psql(staged("$changes", path) + REFRESH, self.owner)
        self.check(f"{name}: none is a misfit", applied, "")
        loaded = exported(self.shop, os.path.join(self.folder, "orders.json"))
        self.check(f"{name}: the tables are what the documents are",
                   psql(loaded + CHECK, self.owner), "")
        return [number(event) for event in events]


seed = int(os.environ.get("OBJECTID_SEED") or random.randrange(2**31))
print(f"# OBJECTID_SEED={seed}")
psql("CREATE ROLE mover LOGIN", "postgres")
for module in ("mongosh", "mongosh-oldest"):
    with tempfile.TemporaryDirectory() as folder:
        move = Move(module, folder, seed)
        try:
            move.run()
        finally:
            move.recorder.stop(signal.SIGKILL)
done()
