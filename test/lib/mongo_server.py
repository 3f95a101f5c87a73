"""Servers that speak MongoDB's protocol, far enough for mongo_fdw and for change streams

mongo_server.py PORT answers mongo_fdw.
SPDX-License-Identifier: PostgreSQL
"""
import os
import random
import socket
import socketserver
import struct
import sys
import time
from threading import Thread

import bson

DOCUMENTS = [
    {"_id": bson.ObjectId("507f1f77bcf86cd799439011"), "name": "Ada", "total": 1},
    {"_id": bson.ObjectId("6955b9000000000000000000"), "name": "Grace", "total": 2},
]
OP_REPLY = 1
OP_MSG = 2013

HELLO = {
    "isWritablePrimary": True,
    "minWireVersion": 0,
    "maxWireVersion": 21,
    "maxBsonObjectSize": 1 << 24,
    "maxMessageSizeBytes": 48000000,
    "maxWriteBatchSize": 100000,
}


def holds(document, condition):
    """$and, $eq and $ne of a field and a constant. Values of different types are never equal."""
    [(operator, operands)] = condition.items()
    if operator == "$and":
        return all(holds(document, operand) for operand in operands)
    field, constant = operands
    value = document[field.removeprefix("$")]
    equal = type(value) is type(constant) and value == constant
    if operator == "$eq":
        return equal
    if operator == "$ne":
        return not equal
    raise ValueError(f"unknown operator {operator}")


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        while header := self.rfile.read(16):
            length, request, _, operation = struct.unpack("<iiii", header)
            body = self.rfile.read(length - 16)
            if operation == OP_MSG:  # flags, the kind of a section, its document
                start = 5
                reply_operation = OP_MSG
                reply = struct.pack("<iB", 0, 0)
            else:  # OP_QUERY, with which a client greets: flags, name, two numbers, a document
                start = body.index(b"\0", 4) + 9
                reply_operation = OP_REPLY
                reply = struct.pack("<iqii", 8, 0, 0, 1)
            [size] = struct.unpack_from("<i", body, start)
            command = bson.decode(body[start:start + size])
            reply += bson.encode(self.server.answer(command))
            header = struct.pack("<iiii", 16 + len(reply), 1, request, reply_operation)
            self.wfile.write(header + reply)


class Collections(socketserver.ThreadingTCPServer):
    """For mongo_fdw: it answers `aggregate` from the two documents of every collection, comparing
    as MongoDB does."""
    allow_reuse_address = True
    daemon_threads = True

    def answer(self, command):
        if "aggregate" not in command:
            return dict(HELLO, ok=1.0)
        documents = DOCUMENTS
        for stage in command["pipeline"]:
            condition = stage["$match"]["$expr"]
            documents = [document for document in documents if holds(document, condition)]
        cursor = {"firstBatch": documents, "id": bson.Int64(0), "ns": "db.collection"}
        return {"cursor": cursor, "ok": 1.0}


def failure(code, name, message, *labels):
    return {"ok": 0.0, "code": code, "codeName": name, "errmsg": message, "errorLabels": labels}


class ChangeStreams(socketserver.ThreadingUnixStreamServer):
    """A replica set of one member, on a socket. The database has changes, and a lock; it writes
    when a client asks what has changed, and tells the event of a change.

    A token is the number of a change, or the number before which all have been told and `ff`.
    """
    daemon_threads = True

    def __init__(self, path, database, seed):
        super().__init__(path, Handler)
        self.database = database
        self.random = random.Random(seed)
        self.places = {}  # of cursors
        self.failures = []  # that getMore gives next
        self.first_kept = 0
        self.connections = []
        Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self):
        request = super().get_request()
        self.connections.append(request[0])
        return request

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], OSError):  # the other end may go at any time
            super().handle_error(request, address)

    def hang_up(self):
        while self.connections:
            try:
                self.connections.pop().shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has gone

    def stop(self):
        self.shutdown()
        self.server_close()
        os.unlink(self.server_address)
        self.hang_up()

    def answer(self, command):
        with self.database.lock:
            if "getMore" in command:
                return self.more(command["getMore"])
            if "aggregate" in command and "$changeStream" in command["pipeline"][0]:
                return self.watch(**command["pipeline"][0]["$changeStream"])
        version = {"version": "7.0.0", "setName": "rs0", "logicalSessionTimeoutMinutes": 30}
        return {**HELLO, **version, "ok": 1.0}

    def watch(self, fullDocument, resumeAfter=None):
        place = len(self.database.changes)
        if resumeAfter is not None:
            token = resumeAfter["_data"]
            place = int(token[:8], 16)
            if token == f"{place:08x}":
                place += 1
        if place < self.first_kept:
            return failure(
                286, "ChangeStreamHistoryLost", "the resume point may no longer be in the oplog",
                "NonResumableChangeStreamError")
        cursor = len(self.places) + 1
        self.places[cursor] = place
        return self.batch(cursor, "firstBatch", 0)

    def more(self, cursor):
        if self.failures:
            return self.failures.pop()
        if cursor not in self.places:
            return failure(43, "CursorNotFound", f"cursor id {cursor} not found")
        self.database.write(self.random.randrange(1, 100))
        if self.places[cursor] == len(self.database.changes):
            time.sleep(0.1)  # MongoDB waits a second for a change
        return self.batch(cursor, "nextBatch", self.random.randrange(1, 100))

    def batch(self, cursor, name, count):
        place = self.places[cursor]
        end = min(place + count, len(self.database.changes))
        self.places[cursor] = end
        batch = [self.database.event(n, f"{n:08x}") for n in range(place, end)]
        return {
            "cursor": {
                name: batch, "postBatchResumeToken": {"_data": f"{end:08x}ff"},
                "id": bson.Int64(cursor), "ns": "shop.$cmd.aggregate",
            },
            "ok": 1.0,
        }


if __name__ == "__main__":
    with Collections(("127.0.0.1", int(sys.argv[1])), Handler) as server:
        print("ready", flush=True)
        server.serve_forever()
