#!/usr/bin/env python3
"""Prints random destination vectors without results, one a line, for comparing two implementations.

Nine in ten are valid: every guard, rules and stored states of all sizes, clocks
that jump. Each of the others breaks one rule, so that both sides must name the
same field.
"""

import argparse

from destination.broken import break_one_rule
from destination.random_rules import random_rules
from destination.random_states import random_point, random_state
from destination.sequence import Sequence
from destination.vector import GUARDS
from destination.walks import walk
from reading import compact_json
from source import Source


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    source = Source("random destinations", arguments.seed)
    for index in range(arguments.count):
        print(compact_json(random_vector(source, f"random/{arguments.seed}/{index}")))


def random_vector(source, name):
    guard = source.pick((*GUARDS, "destination", "destination", "breaker"))
    beginning = {"start": random_point(source)}
    if source.chance(40):
        beginning = {"state": random_state(guard, source)}
    sequence = Sequence(name, guard, random_rules(guard, source), **beginning,
                        seed=source.seed_text(), key=source.seed_text())
    walk(sequence, source, source.between(1, 60))
    question = sequence.question()
    return break_one_rule(question, source) if source.chance(10) else question


if __name__ == "__main__":
    main()
