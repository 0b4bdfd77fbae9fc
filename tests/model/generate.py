#!/usr/bin/env python3
"""Writes the golden vectors, or with --check compares them with the files there.

Every vector is answered by the model; the coverage promised in
`combinations.py` and `destination/files.py` is asserted before anything is
written.
"""

import argparse
import pathlib
import sys
from collections import Counter

import combinations
from building import aimed_vectors, vector
from custom_policies import policies_of_jitter, policies_of_pair
from destination.files import destination_files
from presets import PRESETS
from reading import compact_json
from themes import THEMES

LARGEST_FILE = 400 * 1024
LARGEST_SET = 6_500_000
FEWEST_VECTORS = 10_000


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=here.parent / "vectors")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    files = all_files()
    _assert_limits(files)
    folders = {arguments.out: files, arguments.out / "destination": destination_files()}
    for files in folders.values():
        _print_table(files)
    if arguments.check:
        same = [_same(files, folder) for folder, files in folders.items()]
        sys.exit(0 if all(same) else 1)
    for folder, files in folders.items():
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in files.items():
            (folder / name).write_bytes(_bytes(lines))


def all_files():
    """File name to vectors as lines."""
    files = {}
    presets, pairs = list(combinations.of_presets()), list(combinations.of_pairs())
    jitters = list(combinations.of_jitters())

    of_presets = _add_combinations(
        files, "preset", _preset_policies,
        combinations.wanted(presets, combinations.turn_with_preset),
    )
    of_pairs = _add_combinations(
        files, "pair", policies_of_pair,
        combinations.wanted(pairs, combinations.turn_with_pair),
    )
    of_jitters = _add_combinations(
        files, "jitter", policies_of_jitter,
        combinations.wanted(combinations.not_by_pairs(jitters), combinations.turn_with_jitter),
    )
    for (pair, *rest), count in of_pairs.items():
        of_jitters[(combinations.jitter_of(pair), *rest)] += count

    for kind, existing, turn_of, counts in (
        ("preset", presets, combinations.turn_with_preset, of_presets),
        ("pair", pairs, combinations.turn_with_pair, of_pairs),
        ("jitter", jitters, combinations.turn_with_jitter, of_jitters),
    ):
        _print_promise(kind, combinations.check(existing, turn_of, counts))
    for theme, cases in THEMES.items():
        files[f"{theme}.jsonl"] = [
            compact_json(vector({**case, "name": f"{theme}/{case['name']}"})) for case in cases()
        ]
    return files


def _add_combinations(files, prefix, policies_of, wanted):
    """Adds the vectors wanted and counts those that were made."""
    counts = Counter()
    for combination, count in wanted.items():
        lines = files.setdefault(f"{prefix}-{combination[0]}.jsonl", [])
        for made in aimed_vectors(combination, policies_of(combination), count):
            lines.append(compact_json(made))
            counts[combination] += 1
    return counts


def _preset_policies(combination):
    assert combination[0] in PRESETS
    return [combination[0]]


def _assert_limits(files):
    names = Counter(line[: line.index(',"policy"')] for lines in files.values() for line in lines)
    repeated = [name for name, count in names.items() if count > 1]
    assert not repeated, repeated
    assert len(names) >= FEWEST_VECTORS, len(names)
    sizes = {name: len(_bytes(lines)) for name, lines in files.items()}
    assert max(sizes.values()) < LARGEST_FILE, max(sizes.items(), key=lambda item: item[1])
    assert sum(sizes.values()) < LARGEST_SET, sum(sizes.values())


def _print_promise(kind, counts):
    """For each reason: how many combinations there are, and how many vectors the rarest has."""
    for reason in sorted({combination[3] for combination in counts}):
        of_reason = [count for one, count in counts.items() if one[3] == reason]
        print(f"{len(of_reason):6} combinations, each {min(of_reason)} or more: {kind}, {reason}")


def _print_table(files):
    for name, lines in files.items():
        print(f"{len(lines):6} {len(_bytes(lines)) / 1000:8.1f} kB  {name}")
    total = sum(len(_bytes(lines)) for lines in files.values())
    print(f"{sum(map(len, files.values())):6} {total / 1000:8.1f} kB  in all")


def _same(files, folder):
    same = True
    present = {path.name for path in folder.glob("*.jsonl")}
    for name in sorted(present - set(files)):
        print(f"{name}: not generated")
        same = False
    for name, lines in files.items():
        path = folder / name
        actual = path.read_bytes() if path.exists() else b""
        if actual != _bytes(lines):
            there = actual.decode("utf-8", errors="replace").split("\n")
            here = [*lines, ""]
            pairs = enumerate(zip([*there, None], [*here, None]), start=1)
            line = next((number for number, (one, other) in pairs if one != other), 1)
            print(f"{name}: differs from line {line} on")
            same = False
    return same


def _bytes(lines):
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


if __name__ == "__main__":
    main()
