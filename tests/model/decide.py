#!/usr/bin/env python3
"""Answers one case a line: a vector without `decision` and `after` in, these two out."""

import sys

from case import answer_line
from reading import compact_json


def main():
    for line in sys.stdin.buffer:
        if line.strip():
            print(compact_json(answer_line(line.decode("utf-8", errors="replace"))))


if __name__ == "__main__":
    main()
