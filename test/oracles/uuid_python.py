# What Python makes of times, and of ids: one line per fact, fields separated by tabs.
# SPDX-License-Identifier: PostgreSQL
#
# python3 uuid_python.py make COUNT: kind, id, argument, time. Of the module uuid: v1, and v6 and v7
#                                    where it has them. In the layouts of the 2021 draft, from exact
#                                    fractions: draft01_v7, draft01_v8.
# python3 uuid_python.py read:       for each id of standard input its version, the ticks of a v1,
#                                    sequence and node of a v1 or v6, the ms of a v7, the
#                                    microseconds of a draft v7
import fractions
import math
import secrets
import sys
import uuid

HAS_V6_AND_V7 = hasattr(uuid, "uuid7")


def from_fields(version, head, tail):
    """The value with these 60 bits around the version and these 62 after the variant."""
    return uuid.UUID(int=(head >> 12) << 80 | version << 76 | (head & 0xFFF) << 64 | 2 << 62 | tail)


def tails(bits, i):
    """Bits that follow the time: all zero, all one, then random ones."""
    return [0, (1 << bits) - 1][i] if i < 2 else secrets.randbits(bits)


def make_v1(i):
    ticks = [0, 2**60 - 1][i] if i < 2 else secrets.randbits(60)
    sequence = (secrets.randbits(6), secrets.randbits(8))
    node = secrets.randbits(48)
    fields = (ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48, *sequence, node)
    made = uuid.UUID(fields=fields, version=1)
    assert made.time == ticks and made.variant == uuid.RFC_4122
    yield "v1", made, "", ticks


def make_v6_and_v7():
    """Made by the module for now; only the newest versions of Python have them."""
    six, seven = uuid.uuid6(), uuid.uuid7()
    yield "v6", six, "", six.time
    yield "v7", seven, "", seven.time


def make_draft01_v7(i):
    """Section 4.4: binary places of a second, rounded up: every reader finds the value again."""
    for precision, unit, places in ("ms", 10**3, 12), ("us", 10**6, 24), ("ns", 10**9, 38):
        seconds = [0, 2**36 - 1][i] if i < 2 else secrets.randbits(36)
        count = [0, unit - 1][i] if i < 2 else secrets.randbelow(unit)
        fraction = math.ceil(fractions.Fraction(count, unit) * 2**places)
        subsec = fraction << (86 - places) | tails(86 - places, i)
        made = from_fields(7, seconds << 24 | subsec >> 62, subsec & (2**62 - 1))
        if unit <= 10**6:
            time = seconds * unit + count
        else:
            time = seconds * 10**6 + count // 10**3
        yield "draft01_v7", made, precision, time


def make_draft01_v8(i):
    """Section 4.5: the source's bits from the left.

    Ticks or nanoseconds are given as microseconds, rounded down.
    """
    ticks, nanoseconds = fractions.Fraction(1, 10), fractions.Fraction(1, 1000)
    for width, unit in (32, 1), (48, 1), (60, ticks), (64, nanoseconds):
        source = [0, 2**width - 1][i] if i < 2 else secrets.randbits(width)
        if width == 64:
            head = source >> 4
            source = head << 4
        else:
            head = source << (60 - width) | tails(12 if width <= 48 else 0, i)
        yield "draft01_v8", from_fields(8, head, tails(62, i)), width, math.floor(source * unit)


def read(line):
    value = uuid.UUID(line)
    assert str(value) == line and value.bytes == bytes.fromhex(line.replace("-", ""))
    rfc = value.variant == uuid.RFC_4122
    version = value.version if rfc else None
    bits = value.int
    seconds = bits >> 92
    subsec = (bits >> 80 & 0xFFF) << 74 | (bits >> 64 & 0xFFF) << 62 | (bits & 2**62 - 1)
    microseconds = seconds * 10**6 + math.floor(fractions.Fraction(subsec, 2**86) * 10**6)
    return (value, version,
            value.time if version == 1 else None,
            value.clock_seq << 48 | value.node if version in (1, 6) else None,
            bits >> 80 if version == 7 else None,
            microseconds if version == 7 else None)


if sys.argv[1] == "make":
    for i in range(int(sys.argv[2])):
        facts = [*make_v1(i), *make_draft01_v7(i), *make_draft01_v8(i)]
        if HAS_V6_AND_V7:
            facts += make_v6_and_v7()
        for fact in facts:
            print(*fact, sep="\t")
else:
    for line in sys.stdin:
        print(*(r"\N" if field is None else field for field in read(line.strip())), sep="\t")
