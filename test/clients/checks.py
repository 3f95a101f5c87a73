# What every Python client is asked, and what its answer must be.
# SPDX-License-Identifier: PostgreSQL
import os
import sys
from datetime import datetime, timezone

from bson import ObjectId

A = ObjectId("507f1f77bcf86cd799439011")  # of 2012-10-17
B = ObjectId("6ae68100ffffffffffffffff")  # of 2026-11-01
TIME = datetime(2020, 1, 1, tzinfo=timezone.utc)  # between the two
MALFORMED = "507f1f77bcf86cd79943901"

client = os.path.splitext(os.path.basename(sys.argv[0]))[0]
failed = False


def check(name, answer, expected=True):
    global failed
    ok = answer == expected
    failed = failed or not ok
    print(f"{'ok' if ok else 'not ok'} - {client}: {name}")
    if not ok:
        print(f"# {answer!r}, and not {expected!r}")


def refused(name, errors, call, *arguments):
    """The call must end with one of the errors of the client."""
    try:
        answer = call(*arguments)
    except errors as error:
        check(f"{name}: {type(error).__name__}", True)
    else:
        check(name, answer, errors)


def skip(name, reason):
    print(f"ok - {client}: {name} # SKIP {reason}")


def done():
    sys.exit(failed)
