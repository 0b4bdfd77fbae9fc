"""The files of destination vectors, and what they must have reached (asserted before writing)."""

from destination import (scripts_before, scripts_breaker, scripts_destination, scripts_guards,
                         scripts_health, scripts_inside)
from destination.coverage import SEEN
from destination.health_report import METRICS
from destination.random_rules import random_rules
from destination.random_states import random_point, random_state
from destination.sequence import Sequence
from destination.standing import WHYS
from destination.vector import answer
from destination.walks import walk
from reading import compact_json, parse_json
from source import Source

LARGEST_FILE = 400 * 1024
LARGEST_SET = 3_000_000
FEWEST_SEQUENCES = 600
FEWEST_EVENTS, MOST_EVENTS = 10, 60

SCRIPTS = {
    "breaker-edges": scripts_breaker.breaker_edges,
    "gate-edges": scripts_guards.gate_edges,
    "budget-edges": scripts_guards.budget_edges,
    "storm-edges": scripts_guards.storm_edges,
    "replay-edges": scripts_guards.replay_edges,
    "health-edges": scripts_health.health_edges,
    "destination-disabling": scripts_destination.disabling,
    "destination-before": scripts_before.of_before,
    "destination-replaying": scripts_destination.replaying,
    "destination-refusing": scripts_destination.refusing,
    "destination-late": scripts_destination.late_and_local,
    "destination-breaker": scripts_inside.breaker_inside,
    "destination-clocks": scripts_inside.clocks,
    "destination-extremes": scripts_inside.extremes,
    "destination-workers": scripts_destination.workers,
}
# How many walks from a new state, and how many from a stored one.
WALKS = {"breaker": (80, 40), "gate": (25, 15), "budget": (35, 15), "storm": (25, 20),
         "replay": (35, 15), "health": (25, 15), "destination": (60, 40)}

# Edge 8 wants a pass of the very generation of an open or isolated breaker. None is ever given
# out, but for 65536 generations or a forged pass; it stands in the unit tests instead.
BREAKER_EDGES = tuple(edge for edge in range(1, 23) if edge != 8)
EVERYWHERE = (
    *(("because", reason) for reason in ("disabled", "isolated", "open", "probing", "full",
                                         "budget", "pace", "replay")),
    *(("go", kind) for kind in ("first", "retry", "replay")),
    *(("clock", kind) for kind in ("forward", "long", "skew", "set back")),
    *(("slots passed", number) for number in range(6)),
    *(("halved for", name) for name in ("successes", "failures", "first", "retries", "second",
                                        "secondDelivered", "delivered", "attempts", "dead")),
    *(("saturated", name) for name in ("exhausted", "failures")),
    *(("wrapped", name) for name in ("generation", "place", "version")),
    *(("trip", how) for how in ("slid", "free")),
    *(("late", why) for why in ("time", "free", "generation")),
    ("gate", "a lease ran out"),
    *(("budget waits", why) for why in ("poll", "a second", "need")),
    *(("budget kept at", end) for end in ("0", "cap")),
    *(("storm level", level) for level in ("calm", "warning", "storm")),
    *(("warning", why) for why in ("deep", "growing")),
    *(("stretch", kind) for kind in (1000, "between", 10_000)),
    ("storm", "depth grew stale"),
    *(("replay", how) for how in ("slower", "faster", "slowest as the breaker opened")),
    *(("health", level) for level in ("alert", "watch", "healthy", "few")),
    *((metric, level) for metric in METRICS for level in ("off", "alert", "watch", "healthy")),
    *((metric, "few") for metric, one in METRICS.items() if one.is_rate),
    *(("disabled", why) for why in WHYS),
    *(("spared", why) for why in WHYS if why != "hand"),
    *(("tell", why) for why in ("nothing", *WHYS)),
    *(("enabled", when) for when in ("again", "serving")),
    *(("report", what) for what in ("local", "while disabled")),
)
FEWEST_EACH = 5


def destination_files():
    """File name to vectors as lines; asserts what they cover."""
    SEEN.clear()
    files, edges = {}, {"breaker": {}, "destination": {}}
    for stem, sequences in _all_sequences():
        before = dict(SEEN)
        lines = files.setdefault(f"{stem}.jsonl", [])
        for sequence in sequences:
            sequence.header["name"] = f"{stem}/{sequence.header['name']}"
            lines.append(_line(sequence))
        guard = stem.split("-")[0]
        for edge in BREAKER_EDGES if guard in edges else ():
            more = SEEN[("edge", edge)] - before.get(("edge", edge), 0)
            edges[guard][edge] = edges[guard].get(edge, 0) + more
    _assert_covered(edges)
    _assert_sizes(files)
    return files


def _all_sequences():
    for stem, script in SCRIPTS.items():
        yield stem, script()
    for guard, (new, stored) in WALKS.items():
        yield f"{guard}-walks", _walks(guard, "new", new)
        yield f"{guard}-stored", _walks(guard, "stored", stored)


def _walks(guard, kind, count):
    for index in range(count):
        source = Source(f"{guard} from {kind}", index)
        beginning = {"start": random_point(source)}
        if kind == "stored":
            beginning = {"state": random_state(guard, source)}
        sequence = Sequence(f"{kind}/{index}", guard, random_rules(guard, source), **beginning)
        long = source.chance(25)
        yield walk(sequence, source, source.between(30, 60) if long else source.between(12, 30))


def _line(sequence):
    """The vector as text; read back and answered again, it must come out the same."""
    vector = sequence.vector()
    text = compact_json(vector)
    assert FEWEST_EVENTS <= len(vector["events"]) <= MOST_EVENTS, vector["name"]
    again = dict(SEEN)
    assert answer(parse_json(text)) == {name: vector[name] for name in ("results", "after")}
    SEEN.clear()
    SEEN.update(again)
    return text


def _assert_covered(edges):
    for guard, counts in edges.items():
        rare = {edge: count for edge, count in counts.items() if count < FEWEST_EACH}
        assert not rare, f"{guard}: breaker edges taken too rarely: {rare}"
        assert set(counts) == set(BREAKER_EDGES), guard
    assert ("edge", 8) not in SEEN, "edge 8 can be reached after all: ask for it"
    rare = {what: SEEN[what] for what in EVERYWHERE if SEEN[what] < 2}
    assert not rare, f"too rarely: {rare}"


def _assert_sizes(files):
    lines = [line for of_file in files.values() for line in of_file]
    names = {parse_json(line)["name"] for line in lines}
    assert len(names) == len(lines) >= FEWEST_SEQUENCES, (len(names), len(lines))
    sizes = {name: sum(len(line) + 1 for line in of_file) for name, of_file in files.items()}
    assert max(sizes.values()) < LARGEST_FILE, sizes
    assert sum(sizes.values()) < LARGEST_SET, sum(sizes.values())
