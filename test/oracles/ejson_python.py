# Writes random documents as Python's bson does: ejson_python.py SEED COUNT. Each line has,
# separated by tabs, the driver whose order of bytes the UUIDs of subtype 3 have; the document in
# canonical, relaxed and legacy Extended JSON; the plain JSON that all three are to become; and the
# path, type and plain value of each value, in canonical and in other Extended JSON, where a plain
# number does not say its type.
# SPDX-License-Identifier: PostgreSQL
import datetime
import decimal
import json
import random
import re
import sys
import unicodedata
import uuid

from bson import Code, DBRef, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from bson import json_util
from bson.binary import Binary, UuidRepresentation

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
REPRESENTATIONS = {
    'python': UuidRepresentation.PYTHON_LEGACY,
    'java': UuidRepresentation.JAVA_LEGACY,
    'csharp': UuidRepresentation.CSHARP_LEGACY,
}
OPTIONS = [
    json_util.CANONICAL_JSON_OPTIONS,
    json_util.RELAXED_JSON_OPTIONS,
    json_util.LEGACY_JSON_OPTIONS,
]


class Plain:
    """A number as it is to be written."""

    def __init__(self, text):
        self.text = text


def plain_json(value):
    if isinstance(value, Plain):
        return value.text
    if isinstance(value, dict):
        pairs = (json.dumps(key) + ': ' + plain_json(inner) for key, inner in value.items())
        return '{' + ', '.join(pairs) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(map(plain_json, value)) + ']'
    return json.dumps(value)


def some_bytes(count):
    return bytes(random.randrange(256) for _ in range(count))


def some_text():
    letters = 'abc $."\\/\n\té☕\U0001f600{}[]:0*@\ufeff\u00a0\u200b\x7f\U000e0041'
    return ''.join(random.choice(letters) for _ in range(random.randrange(12)))


def some_date():
    # Python's times end with the year 9999
    ms = random.choice([
        random.randrange(-62135596800000, 253402300800000),
        random.randrange(2000000000000),
        random.randrange(-5, 5),
        253402300799999,
    ])
    time = EPOCH + datetime.timedelta(milliseconds=ms)
    text = time.strftime('%m-%dT%H:%M:%S')
    fraction = '.%03d' % (ms % 1000) if ms % 1000 else ''
    return time, '%04d-%s%s+00:00' % (time.year, text, fraction.rstrip('0'))


def some_decimal():
    digits = str(random.randrange(10 ** random.randrange(1, 35)))
    exponent = random.choice([0, -2, random.randrange(-40, 40), random.randrange(-6176, 6100)])
    number = Decimal128(random.choice(['', '-']) + digits + 'E%d' % exponent)
    return number, Plain(format(number.to_decimal(), 'f'))


def some_binary():
    subtype = random.choice([0, 1, 2, 5, 6, 7, 0x80, 0xff])
    value = some_bytes(random.randrange(20))
    return Binary(value, subtype), '\\x' + value.hex()


def some_scalar(driver):
    """A value of BSON, and what becomes of it."""
    kind = random.randrange(18)
    if kind == 0:
        id_ = ObjectId(some_bytes(12))
        return id_, str(id_)
    if kind == 1:
        number = random.randrange(-2 ** 31, 2 ** 31)
        return number, number
    if kind == 2:
        number = random.choice([random.randrange(-2 ** 63, 2 ** 63), 2 ** 53 + 1])
        return Int64(number), number
    if kind == 3:
        number = random.choice([random.uniform(-1, 1) * 10 ** random.randrange(-300, 300), 5.0])
        return number, Plain(format(decimal.Decimal(repr(number)), 'f'))
    if kind == 4:
        name = random.choice(['NaN', 'Infinity', '-Infinity'])
        return Decimal128(name), name
    if kind == 5:
        return some_decimal()
    if kind == 6:
        return some_date()
    if kind == 7:
        seconds = random.randrange(2 ** 32)
        time = EPOCH + datetime.timedelta(seconds=seconds)
        ordinal = random.randrange(2 ** 32)
        return Timestamp(seconds, ordinal), time.strftime('%Y-%m-%dT%H:%M:%S+00:00')
    if kind == 8:
        id_ = uuid.UUID(bytes=some_bytes(16))
        return Binary.from_uuid(id_, REPRESENTATIONS[driver]), str(id_)
    if kind == 9:
        id_ = uuid.UUID(bytes=some_bytes(16))
        return Binary.from_uuid(id_, UuidRepresentation.STANDARD), str(id_)
    if kind == 10:
        return some_binary()
    if kind == 11:
        pattern = some_text()
        options = ''.join(sorted(random.sample('imsx', random.randrange(5))))
        return Regex(pattern, options), '/%s/%s' % (pattern, options)
    if kind == 12:
        code = some_text()
        return Code(code), code
    if kind == 13:
        code = some_text()
        value, plain = some_document(driver, 1)
        return Code(code, value), {'$code': code, '$scope': plain}
    if kind == 14:
        id_ = ObjectId(some_bytes(12))
        return DBRef('c', id_, 'd'), {'$ref': 'c', '$id': str(id_), '$db': 'd'}
    if kind == 15:
        return random.choice([(MinKey(), {'$minKey': 1}), (MaxKey(), {'$maxKey': 1})])
    if kind == 16:
        return random.choice([(True, True), (False, False), (None, None)])
    text = some_text()
    return text, text


def some_value(driver, depth):
    kind = random.randrange(4) if depth > 0 else 3
    if kind == 0:
        return some_document(driver, depth)
    if kind == 1:
        pairs = [some_value(driver, depth - 1) for _ in range(random.randrange(5))]
        return [value for value, _ in pairs], [plain for _, plain in pairs]
    return some_scalar(driver)


def some_document(driver, depth):
    document = {}
    plain = {}
    for _ in range(random.randrange(6)):
        key = 'k' + some_text()
        document[key], plain[key] = some_value(driver, depth - 1)
    return document, plain


NAMES = {
    bool: 'bool', type(None): 'null', str: 'string', ObjectId: 'objectId', Int64: 'long',
    int: 'int', float: 'double', Decimal128: 'decimal', datetime.datetime: 'date',
    Timestamp: 'timestamp', Regex: 'regex', MinKey: 'minKey', MaxKey: 'maxKey', DBRef: 'DBRef',
    dict: 'object', list: 'array',
}


def type_name(value, is_canonical):
    if isinstance(value, Binary):
        return 'binData %d' % value.subtype
    if isinstance(value, Code):
        return 'javascript' if value.scope is None else 'javascriptWithScope'
    if type(value) in (Int64, float) and not is_canonical:
        number = decimal.Decimal(repr(value) if isinstance(value, float) else int(value))
        if number.as_tuple().exponent < 0 or not -2 ** 63 <= number < 2 ** 63:
            return 'double'
        return 'int' if -2 ** 31 <= number < 2 ** 31 else 'long'
    return NAMES[type(value)]


def seen(character):
    is_invisible = unicodedata.category(character) in ('Cc', 'Cf', 'Zs', 'Zl', 'Zp')
    if character == '\x7f':
        return '\\u007f'
    if character in '"\\' or (is_invisible and character != ' '):
        return json.dumps(character)[1:-1]
    return character


def step(key):
    if re.fullmatch('[A-Za-z_][A-Za-z_0-9]*', key):
        return '.' + key
    return '."' + ''.join(map(seen, key)) + '"'


def fields(document, plain, is_canonical, path='$'):
    """Of a document as it was made, and as it is to become."""
    pairs = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in pairs:
        name = path + (step(key) if isinstance(document, dict) else '[*]')
        inner = None
        if isinstance(value, (dict, list)):
            inner = value
        elif isinstance(value, Code) and value.scope is not None:
            inner = {'$code': str(value), '$scope': value.scope}
        elif isinstance(value, DBRef):
            inner = value.as_doc()
        yield [name, type_name(value, is_canonical), plain[key] if inner is None else len(inner)]
        if inner is not None:
            yield from fields(inner, plain[key], is_canonical, name)


random.seed(int(sys.argv[1]))
decimal.getcontext().prec = 7000
for _ in range(int(sys.argv[2])):
    name = random.choice(list(REPRESENTATIONS))
    made, expected = some_document(name, 4)
    texts = [json_util.dumps(made, json_options=options) for options in OPTIONS]
    listed = [plain_json(list(fields(made, expected, is_canonical)))
              for is_canonical in (True, False)]
    print(name, *texts, plain_json(expected), *listed, sep='\t')
