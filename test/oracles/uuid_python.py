# What Python makes of times, and of ids: one line per fact, fields separated by tabs.
# SPDX-License-Identifier: PostgreSQL
#
# python3 uuid_python.py make COUNT SEED: kind, id, argument, time. Of the module uuid: v1, and v6
#                                         and v7 where it has them. In the layouts of the 2021
#                                         draft, from exact fractions: draft01_v7, draft01_v8.
# python3 uuid_python.py read:            for each id of standard input its version, the ticks of a
#                                         v1, sequence and node of a v1 or v6, the ms of a v7, the
#                                         microseconds of a draft v7
import fractions
import math
import random
import sys
import uuid

HAS_V6_AND_V7 = hasattr(uuid, "uuid7")


def from_fields(version, head, tail):
    """The value with these 60 bits around the version and these 62 after the variant."""
    before_variant = (head >> 12) << 16 | version << 12 | head & 0xFFF
    from_variant = 2 << 62 | tail
    return uuid.UUID(int=before_variant << 64 | from_variant)


def number_below(count, i):
    """The least number, the greatest one, then random ones."""
    if i == 0:
        return 0
    if i == 1:
        return count - 1
    return random.randrange(count)


def some_bits(width, i):
    """All zero, all one, then random ones."""
    return number_below(2**width, i)


def make_v1(i):
    ticks = some_bits(60, i)
    sequence = (random.getrandbits(6), random.getrandbits(8))
    node = random.getrandbits(48)
    fields = (ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48, *sequence, node)
    made = uuid.UUID(fields=fields, version=1)
    assert made.time == ticks and made.variant == uuid.RFC_4122
    yield "v1", made, "", ticks


def make_v6_and_v7():
    """Made by the module for now, not from the seed; only the newest versions of Python do."""
    v6 = uuid.uuid6()
    v7 = uuid.uuid7()
    yield "v6", v6, "", v6.time
    yield "v7", v7, "", v7.time


def make_draft01_v7(i):
    """Section 4.4: binary places of a second, rounded up: every reader finds the value again."""
    for precision, unit, places in ("ms", 10**3, 12), ("us", 10**6, 24), ("ns", 10**9, 38):
        seconds = some_bits(36, i)
        count = number_below(unit, i)
        fraction = math.ceil(fractions.Fraction(count, unit) * 2**places)
        subsec = fraction << (86 - places) | some_bits(86 - places, i)
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
    tick = fractions.Fraction(1, 10)
    nanosecond = fractions.Fraction(1, 1000)
    for width, unit in (32, 1), (48, 1), (60, tick), (64, nanosecond):
        source = some_bits(width, i)
        if width == 64:
            head = source >> 4
            source = head << 4
        elif width == 60:
            head = source
        else:
            head = source << (60 - width) | some_bits(12, i)
        made = from_fields(8, head, some_bits(62, i))
        yield "draft01_v8", made, width, math.floor(source * unit)


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
    random.seed(int(sys.argv[3]))
    for i in range(int(sys.argv[2])):
        facts = [*make_v1(i), *make_draft01_v7(i), *make_draft01_v8(i)]
        if HAS_V6_AND_V7:
            facts += make_v6_and_v7()
        for fact in facts:
            print(*fact, sep="\t")
else:
    for line in sys.stdin:
        print(*(r"\N" if field is None else field for field in read(line.strip())), sep="\t")
