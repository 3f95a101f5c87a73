# Writes the documents of exports.*.json as Python's bson does, in a style, or the events of
# changes.json: exports.py legacy|relaxed|canonical|changes
# SPDX-License-Identifier: PostgreSQL
import sys
from bson import Decimal128, Int64, ObjectId, Timestamp, json_util
from bson.binary import Binary, UuidRepresentation
from datetime import datetime, timedelta, timezone
from uuid import UUID

UUIDS = [
    UUID('c232ab00-9414-11ec-b3c8-9f6bdeced846'),
    UUID('00112233-4455-6677-8899-aabbccddeeff'),
]
NOTES = [
    'plain',
    'two\nlines\tand "quotes" \\',
    "}\n{ ObjectId(\"507f1f77bcf86cd799439011\") it's",
    'Gdańsk ☕',
]
DAY = datetime(2019, 7, 25, tzinfo=timezone.utc)
MILLISECONDS = [
    1356603642135, 1564083316000, 1564083316120, 0, -1, 4102444800000, 253402300799999,
    -2208988800001,
]


def documents():
    for i, ms in enumerate(MILLISECONDS):
        uuid = UUIDS[i % 2]
        items = [
            ObjectId('507f1f77bcf86cd799439011'),
            ObjectId('507f1f77bcf86cd7994390%02x' % i),
        ]
        yield {
            '_id': ObjectId('%024x' % (0x4f4ad93154d4847195c5ee00 + i)),
            'at': datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=ms),
            'moment': Timestamp(1412180887 + i, 7),
            'milliseconds': Int64(ms),
            'small': i,
            'large': Int64(9223372036854775807 - i),
            'ratio': i + 0.25,
            'price': Decimal128('12345678901234567.%d0' % i),
            'uuid': Binary(uuid.bytes, 4),
            'python': Binary.from_uuid(uuid, UuidRepresentation.PYTHON_LEGACY),
            'java': Binary.from_uuid(uuid, UuidRepresentation.JAVA_LEGACY),
            'csharp': Binary.from_uuid(uuid, UuidRepresentation.CSHARP_LEGACY),
            'items': items[: i % 3],
            'lines': [
                {
                    'sku': ObjectId('507f1f77bcf86cd7994390%02x' % n),
                    'amount': float(n + 1),
                    'price': Decimal128('%d.%d0' % (i, n)),
                    'packed': DAY + timedelta(milliseconds=n),
                }
                for n in range(i % 3)
            ],
            'label': Binary(bytes(range(i)), 0),
            'key': {'store': i, 'day': DAY},
            'note': NOTES[i % 4],
            'none': None,
        }


# A change stream with fullDocument: 'updateLookup'. In order: an order changes twice, one is
# inserted, another one is inserted and deleted, one is deleted, one is deleted and inserted again,
# one is gone before it was looked up, one is deleted that a delivery names, and a delivery loses
# the first of its two lines.
def changes():
    numbers = iter(range(1, 100))

    def event(operation, order, total=None):
        document = None
        if total is not None:
            placed = datetime.fromtimestamp(int(order[:8], 16), timezone.utc)
            document = {'_id': ObjectId(order), 'items': [], 'placed': placed, 'total': total}
        fields = {'_id': {'_data': '%04d' % next(numbers)}, 'operationType': operation}
        if operation != 'delete':
            fields['fullDocument'] = document
        fields['ns'] = {'db': 'shop', 'coll': 'orders'}
        fields['documentKey'] = {'_id': ObjectId(order)}
        return fields

    yield event('update', '5d3a0474e756916b49b2e9b0', 1.5)
    yield event('update', '5d3a0474e756916b49b2e9b0', 2.5)
    yield event('insert', '6ae68100e756916b49b2ea50', 3.5)
    yield event('insert', '6ae68101e756916b49b2ea51', 4.5)
    yield event('delete', '6ae68101e756916b49b2ea51')
    yield event('delete', '5d5ae202e756916b49b2e9b1')
    yield event('delete', '50dc20fa54d4847195c5eeae')
    yield event('insert', '50dc20fa54d4847195c5eeae', 5.5)
    yield event('update', '50e8b983c27a6b93baeb2576')
    yield event('delete', '50e8b983c27a6b93baeb2576')
    yield event('delete', '5d694c5de756916b49b2e9b2')
    key = Binary.from_uuid(UUIDS[1], UuidRepresentation.JAVA_LEGACY)
    yield {
        '_id': {'_data': '%04d' % next(numbers)},
        'operationType': 'update',
        'fullDocument': {
            '_id': key,
            'order': ObjectId('5d3a0474e756916b49b2e9b0'),
            'lines': [
                {
                    'item': ObjectId('4f7d656d54d4847195c5ee97'),
                    'amount': 3,
                    'price': Decimal128('8.05'),
                },
            ],
        },
        'ns': {'db': 'shop', 'coll': 'deliveries'},
        'documentKey': {'_id': key},
    }


WRITTEN = {
    'legacy': (documents, json_util.LEGACY_JSON_OPTIONS),
    'relaxed': (documents, json_util.RELAXED_JSON_OPTIONS),
    'canonical': (documents, json_util.CANONICAL_JSON_OPTIONS),
    'changes': (changes, json_util.CANONICAL_JSON_OPTIONS),
}
write, options = WRITTEN[sys.argv[1]]
for document in write():
    print(json_util.dumps(document, json_options=options))
