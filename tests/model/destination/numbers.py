"""The number types of stored states, and readers for lists and rules with defaults."""

from reading import LARGEST_LENGTH, Refused, fields, join, length, whole

U8 = 2**8 - 1
U16 = 2**16 - 1
U32 = 2**32 - 1
SHORTEST_WINDOW = 1000


def u8(value, path):
    return whole(value, path, 0, U8)


def u16(value, path):
    return whole(value, path, 0, U16)


def u32(value, path):
    return whole(value, path, 0, U32)


def list_of(value, path, size, read):
    """A list of exactly so many values; a bad one is named by its index."""
    if not isinstance(value, list) or len(value) != size:
        raise Refused(path, f"must be a list of {size} numbers")
    return [read(entry, join(path, str(index))) for index, entry in enumerate(value)]


def boolean(value, path):
    if not isinstance(value, bool):
        raise Refused(path, "must be true or false")
    return value


def from_to(low, high):
    return lambda value, path: whole(value, path, low, high)


def lengths_from(low):
    return lambda value, path: length(value, path, at_least=low)


def or_null(read):
    return lambda value, path: None if value is None else read(value, path)


WINDOW = lengths_from(SHORTEST_WINDOW)
PER_MILLE_OR_NONE = from_to(0, 1000)
ANY_LENGTH = lengths_from(0)
LENGTH_ABOVE_0 = lengths_from(1)
U32_ABOVE_0 = from_to(1, LARGEST_LENGTH)


def read_rules(value, path, table):
    """Rules by a table of name to (reader, default); every one may be left out."""
    if not isinstance(value, dict):
        raise Refused(path or "rules", "must be an object")
    fields(value, path, optional=tuple(table))
    return {
        name: read(value[name], join(path, name)) if name in value else default
        for name, (read, default) in table.items()
    }
