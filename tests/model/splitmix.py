"""The derived draw: the same seed, key and attempt always give the same jitter."""

from reading import MASK_64


def derived_draw(seed, key, attempts_before):
    """32 bits from the seed, the key and `attempts` as stored before the outcome."""
    return splitmix64(splitmix64(splitmix64(seed) ^ key) ^ attempts_before) >> 32


def splitmix64(state):
    """The first 64-bit output of SplitMix64 started from `state`."""
    z = (state + 0x9E3779B97F4A7C15) & MASK_64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK_64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK_64
    return z ^ (z >> 31)


def fnv1a64(text):
    """The key of a text id: FNV-1a-64 of its UTF-8 bytes."""
    key = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        key = ((key ^ byte) * 0x100000001B3) & MASK_64
    return key
