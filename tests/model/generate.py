#!/usr/bin/env python3
"""Writes the golden vectors, or with --check compares them with the files there.

Every vector is answered by the model; the coverage promised in
`combinations.py` is asserted before anything is written.
"""

import argparse
import pathlib
import sys
from collections import Counter

import combinations
from building import aimed_vector, vector
from custom_policies import policies_for
from presets import PRESETS
from reading import compact_json
from themes import THEMES

LARGEST_FILE = 400 * 1024
LARGEST_SET = 4_000_000
FEWEST_VECTORS = 2_000


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=here.parent / "vectors")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    files = all_files()
    _print_table(files)
    _assert_limits(files)
    if arguments.check:
        sys.exit(0 if _same(files, arguments.out) else 1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        (arguments.out / name).write_bytes(_bytes(lines))


def all_files():
    """File name to vectors as lines."""
    files = {}
    _add_combinations(
        files, "preset", list(combinations.of_presets()),
        combinations.rides_along_with_preset, _preset_policies,
    )
    _add_combinations(
        files, "pair", list(combinations.of_pairs()),
        combinations.rides_along_with_pair, policies_for,
    )
    for theme, cases in THEMES.items():
        files[f"{theme}.jsonl"] = [
            compact_json(vector({**case, "name": f"{theme}/{case['name']}"})) for case in cases()
        ]
    return files


def _add_combinations(files, prefix, existing, rides_along, policies_of):
    counts = Counter()
    for combination, count in combinations.wanted(existing, rides_along).items():
        lines = files.setdefault(f"{prefix}-{combination[0]}.jsonl", [])
        for number in range(1, count + 1):
            lines.append(compact_json(aimed_vector(combination, policies_of(combination), number)))
            counts[combination] += 1
    combinations.check(existing, rides_along, counts)


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
