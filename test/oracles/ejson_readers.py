# What Python's json_util makes of Extended JSON: for each line, the kind of the value and its text,
# as JSON, or an error.
# SPDX-License-Identifier: PostgreSQL
import datetime
import json
import sys

from bson import Code, DBRef, Decimal128, MaxKey, MinKey, ObjectId, Regex, Timestamp, json_util
from bson.binary import Binary, UuidRepresentation

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
OPTIONS = json_util.JSONOptions(
    tz_aware=True, tzinfo=datetime.timezone.utc, uuid_representation=UuidRepresentation.UNSPECIFIED)


def shown(value):
    if value is None:
        return ['null', '']
    if isinstance(value, bool):
        return ['bool', str(value)]
    if isinstance(value, Code):
        return ['javascript' if value.scope is None else 'javascriptWithScope', str(value)]
    if isinstance(value, str):
        return ['string', value]
    if isinstance(value, (int, float, Decimal128)):
        return ['number', str(value)]
    if isinstance(value, datetime.datetime):
        return ['date', str((value - EPOCH) // datetime.timedelta(milliseconds=1))]
    if isinstance(value, Timestamp):
        return ['timestamp', str(value.time)]
    if isinstance(value, ObjectId):
        return ['objectId', str(value)]
    if isinstance(value, (Binary, bytes)):
        return ['binData %d' % getattr(value, 'subtype', 0), value.hex()]
    if isinstance(value, Regex):
        text = json_util.dumps(value, json_options=json_util.CANONICAL_JSON_OPTIONS)
        return ['regex', '/%(pattern)s/%(options)s' % json.loads(text)['$regularExpression']]
    for kind, name in ((MinKey, 'minKey'), (MaxKey, 'maxKey'), (DBRef, 'DBRef')):
        if isinstance(value, kind):
            return [name, '']
    return ['object', '']


for line in sys.stdin:
    try:
        print(json.dumps(shown(json_util.loads('{"a": %s}' % line, json_options=OPTIONS)['a'])))
    except Exception as error:  # of any kind, as it has no own
        print(json.dumps(['error', str(error)]))
