"""A connection to a SQLite file: one statement a line in, what came of it a line out.

In:  {"sql": "UPDATE … WHERE version = $old", "values": {"old": 7, "state": {"hex": "01ff"}}}
Out: {"rows": [[…]], "changed": 1}; bytes are {"hex": "…"} here too.
"""

import json
import sqlite3
import sys


def main(path):
    # Every statement by itself, unless BEGIN is said; whoever finds the file locked waits.
    connection = sqlite3.connect(path, timeout=300, isolation_level=None)
    # The rows need not survive a power cut.
    connection.execute("PRAGMA synchronous = OFF")
    for line in sys.stdin:
        asked = json.loads(line)
        values = {name: from_json(value) for name, value in asked["values"].items()}
        done = connection.execute(asked["sql"], values)
        rows = [[to_json(value) for value in row] for row in done.fetchall()]
        print(json.dumps({"rows": rows, "changed": max(done.rowcount, 0)}), flush=True)


def from_json(value):
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def to_json(value):
    return {"hex": value.hex()} if isinstance(value, bytes) else value


if __name__ == "__main__":
    main(sys.argv[1])
