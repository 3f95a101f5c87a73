# What permute_digits gives, computed from the definitions of the papers instead of as the extension
# does it.
# SPDX-License-Identifier: PostgreSQL
#
# python3 permute_digits.py < lines of digits,number,key: the same lines with the place of the
# number. The key is hexadecimal, or #N for the stand-in for HMAC-SHA-256 of the unit tests.
import hashlib
import hmac
import itertools
import sys
from functools import lru_cache


def xor(numbers):
    total = 0
    for number in numbers:
        total ^= number
    return total


class Permutation:
    def __init__(self, digits, key):
        self.digits = digits
        self.numbers = 10**digits
        self.bits = (self.numbers - 1).bit_length()
        self.key = hmac.digest(key, b"permute_digits", "sha256")
        words = b"".join(self.prf(0, i, 0) for i in range(250))
        self.keys = [int.from_bytes(words[i : i + 8], "big") for i in range(0, len(words), 8)]

    # HMAC-SHA-256 of one byte of digits, one of the level, two of the block, eight of a number.
    def prf(self, level, block, number):
        message = bytes([self.digits, level]) + block.to_bytes(2, "big") + number.to_bytes(8, "big")
        return hmac.digest(self.key, message, hashlib.sha256)

    @lru_cache(maxsize=None)
    def block(self, level, block):
        """The keys of six rounds, all sums of them, and the leading bits of the sums in the order
        in which the keys bring them."""
        keys = [key % 2**level for key in self.keys[6 * block : 6 * block + 6]]
        leading = []
        for count in range(1, 7):
            with_or_without = [(0, key) for key in keys[:count]]
            sums = {xor(some) for some in itertools.product(*with_or_without)}
            bits = {number.bit_length() - 1 for number in sums - {0}}
            leading += bits - set(leading)
        return keys, sums, leading

    def swap_or_not(self, level, x):
        for block in range(32 + -(-6 * level // 5)):
            keys, sums, leading = self.block(level, block)
            bits = self.prf(level, block, min(x ^ number for number in sums))
            for i, key in enumerate(keys):
                # A pair has the number that its leading bits make when that is left out which is
                # the first of those of the key.
                of_key = [bit for bit in leading if key >> bit & 1]
                if not of_key:
                    continue
                first = of_key[0]
                of_pair = x ^ key if x >> first & 1 else x
                number = 0
                others = [bit for bit in leading if bit != first]
                for place, bit in enumerate(others):
                    number |= (of_pair >> bit & 1) << place
                byte = bits[4 * i + 3 - number // 8]
                if byte >> number % 8 & 1:
                    x ^= key
        return x

    def sometimes_recurse(self, level, x):
        x = self.swap_or_not(level, x)
        if level == 1 or x >= 2 ** (level - 1):
            return x
        return self.sometimes_recurse(level - 1, x)

    def __call__(self, x):
        x = self.sometimes_recurse(self.bits, x)
        return x if x < self.numbers else self(x)


class StandIn(Permutation):
    """With SplitMix64 over the words of the message."""

    def __init__(self, digits, key):
        self.seed = key
        super().__init__(digits, b"")

    def prf(self, level, block, number):
        state = self.seed
        head = bytes([self.digits, level]) + block.to_bytes(2, "big")
        result = []
        for word in [int.from_bytes(head, "big"), number, 0, 8, 16, 24]:
            state = (state + word + 0x9E3779B97F4A7C15) % 2**64
            state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) % 2**64
            state = ((state ^ state >> 27) * 0x94D049BB133111EB) % 2**64
            state ^= state >> 31
            result.append(state.to_bytes(8, "big"))
        return b"".join(result[2:])


@lru_cache(maxsize=None)
def permutation_of(digits, key):
    if key.startswith("#"):
        return StandIn(digits, int(key[1:]))
    return Permutation(digits, bytes.fromhex(key.removeprefix("\\x")))


for line in sys.stdin:
    digits, number, key = line.strip().split(",")
    print(digits, number, key, permutation_of(int(digits), key)(int(number)), sep=",")
