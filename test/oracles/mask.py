# What mask_uuid_v7 and mask_objectid give, computed from the definition in doc/guarantees.md.
# SPDX-License-Identifier: PostgreSQL
#
# python3 mask.py < lines of id,key: the same lines with the mask of the id, which is a UUID or an
# objectid. The key is hexadecimal.
import hmac
import sys


def permuted(bits, key):
    n = len(bits)
    left, right = int(bits[: n // 2], 2), int(bits[n // 2 :], 2)
    for i in range(10):
        message = b"objectid mask" + bytes([n, i]) + right.to_bytes(8, "big")
        digest = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
        left, right = right, left ^ digest >> 256 - n // 2
    return f"{left << n // 2 | right:0{n}b}"


def mask(id, key):
    if len(id) == 24:
        return f"{int(permuted(f'{int(id, 16):096b}', key), 2):024x}"
    bits = f"{int(id.replace('-', ''), 16):0128b}"
    bits = permuted(bits[:48] + bits[52:64] + bits[66:], key)
    digits = f"{int(bits[:48] + '0100' + bits[48:60] + '10' + bits[60:], 2):032x}"
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


for line in sys.stdin:
    id, key = line.strip().split(",")
    print(id, key, mask(id, bytes.fromhex(key.removeprefix("\\x"))), sep=",")
