"""Repeatable randomness for cases, the same under every version of Python."""

from reading import LARGEST_LENGTH, clamp
from splitmix import fnv1a64, splitmix64


class Source:
    """A counter run through SplitMix64; the name keeps different uses apart."""

    def __init__(self, name, seed=0):
        self.state = fnv1a64(name) ^ splitmix64(seed)

    def bits64(self):
        self.state = (self.state + 1) & (2**64 - 1)
        return splitmix64(splitmix64(self.state))

    def below(self, limit):
        return self.bits64() % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def chance(self, per_cent):
        return self.below(100) < per_cent

    def up_to(self, most, least=0):
        """A number of any magnitude, often at an edge: an end, a power of two, or one beside."""
        kind = self.below(4)
        if kind == 0:
            value = self.pick((least, least + 1, most - 1, most))
        elif kind == 1:
            value = 2 ** self.below(most.bit_length() + 1) + self.pick((-1, 0, 1))
        else:
            value = self.below(2 ** self.between(1, most.bit_length()))
        return clamp(value, least, most)

    def length(self, least=0, most=LARGEST_LENGTH):
        """A length, often one that a person would write."""
        if self.chance(50):
            unit = self.pick((1, 1000, 60_000, 3_600_000, 86_400_000))
            return clamp(self.between(1, 60) * unit, least, most)
        return self.up_to(most, least)

    def seed_text(self):
        """A seed or key with any number of digits."""
        return f"0x{self.bits64() >> 4 * self.below(16):x}"
