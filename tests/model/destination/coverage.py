"""Counts what has happened inside the model, so that the vectors can be shown to reach it.

The counting changes nothing: a note is a name, and nobody but the generator reads it.
"""

from collections import Counter

SEEN = Counter()


def note(what, which):
    SEEN[(what, which)] += 1
