#!/usr/bin/env python3
"""Answers one destination vector a line: `results` and `after` come out, or the refusal."""

import sys

from destination.vector import answer_line
from reading import compact_json


def main():
    for line in sys.stdin.buffer:
        if line.strip():
            print(compact_json(answer_line(line.decode("utf-8", errors="replace"))))


if __name__ == "__main__":
    main()
