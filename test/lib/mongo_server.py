"""A server for mongo_fdw: PORT.

It answers `aggregate` from the two documents of every collection, comparing as MongoDB does.
SPDX-License-Identifier: PostgreSQL
"""
import socketserver
import struct
import sys

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


def answer(command):
    if "aggregate" not in command:
        return dict(HELLO, ok=1.0)
    documents = DOCUMENTS
    for stage in command["pipeline"]:
        condition = stage["$match"]["$expr"]
        documents = [document for document in documents if holds(document, condition)]
    cursor = {"firstBatch": documents, "id": bson.Int64(0), "ns": "db.collection"}
    return {"cursor": cursor, "ok": 1.0}


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
            reply += bson.encode(answer(command))
            header = struct.pack("<iiii", 16 + len(reply), 1, request, reply_operation)
            self.wfile.write(header + reply)


socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer.daemon_threads = True
with socketserver.ThreadingTCPServer(("127.0.0.1", int(sys.argv[1])), Handler) as server:
    print("ready", flush=True)
    server.serve_forever()
