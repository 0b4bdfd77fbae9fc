"""The destination by script: who refuses first, what disables, tells, replays, and who is late."""

from destination.random_states import random_state
from destination.sequence import Sequence
from destination.standing import WHYS
from source import Source

SMALL = {
    "breaker": {"consecutive": 3, "rate": None, "cooldown": 1000, "maxCooldown": 8000,
                "probeLease": 2000, "window": 10_000},
    "gate": {"max": 4, "lease": "5s"},
    "budget": {"cap": 3000, "floor": 100, "cost": 1000, "refund": 500},
    "storm": {"window": 10_000, "ratio": 1, "minimum": 3},
    "replay": {"start": 4, "slowest": 2, "fastest": 12},
    "health": {"window": 40_000},
    "disable": {"exhausted": 3, "failing": "20s", "failures": 4},
}
UNBROKEN = {**SMALL, "breaker": {"consecutive": None, "rate": 1000, "minimum": 32767}}
STATUSES = {"delivered": 200, "transient": 500, "throttled": 429, "permanent": 404, "gone": 410}


def report(sequence, permit, its_class, ended="no", attempts=1, error=None):
    outcome = {"error": error} if error else {"status": STATUSES[its_class]}
    return sequence.do("report", permit=permit, outcome=outcome, attempts=attempts, ended=ended,
                       **{"class": its_class})


def tried(sequence, kind, its_class, ended="no", attempts=1, error=None):
    permit = sequence.admit(kind=kind)
    return report(sequence.later(20), permit, its_class, ended, attempts, error)


def _filled(sequence, least=10):
    while len(sequence.events) < least:
        sequence.later(700).do("status")
        sequence.do("admit", kind=("first", "retry", "replay")[len(sequence.events) % 3])
    return sequence


def disabling():
    for error in (None, "tls", "invalid", "local"):
        for on in (True, False):
            rules = {**UNBROKEN, "disable": {"gone": on}}
            sequence = Sequence(f"gone/{error}/{on}", "destination", rules)
            tried(sequence, "first", "transient")
            tried(sequence, "retry", "gone", "gone", 2, error)
            for call in ("tell", "tell", "status"):
                sequence.do(call)
            yield _filled(sequence)
    for reason in ("attempts", "window", "dns", "permanent"):
        for most in (1, 3, None):
            rules = {**UNBROKEN, "disable": {"exhausted": most, "failing": None}}
            sequence = Sequence(f"exhausted/{reason}/{most}", "destination", rules)
            for index in range(4):
                if sequence.do("admit", kind="first").get("go"):
                    report(sequence, len(sequence.events) - 1, "transient", reason, 5,
                           "local" if index == 1 else None)
                sequence.later(9_000)
            sequence.do("tell")
            sequence.do("enable")
            tried(sequence, "first", "transient", reason, 5)
            yield _filled(sequence)
    for pause in (4_999, 5_000, 6_666, 6_667):
        for last in ("transient", "throttled", "permanent", "delivered"):
            sequence = Sequence(f"failing/{pause}/{last}", "destination", UNBROKEN)
            for its_class in ("delivered", "transient", "transient", "transient", last, "transient"):
                if sequence.later(pause).do("admit", kind="first").get("go"):
                    report(sequence, len(sequence.events) - 1, its_class)
            sequence.do("tell")
            yield _filled(sequence)
    sequence = Sequence("failing/invalid-does-not-count", "destination",
                        {**UNBROKEN, "disable": {"failing": 1, "failures": 2}})
    for error in ("invalid", "invalid", "dns", "invalid", "invalid", "timeout"):
        tried(sequence, "first", "permanent" if error == "invalid" else "transient", error=error)
    yield sequence
    sequence = Sequence("by-hand", "destination", SMALL)
    given = [sequence.admit(kind=kind) for kind in ("first", "retry")]
    for call in ("disable", "tell", "disable", "status"):
        sequence.later(10).do(call)
    sequence.do("admit", kind="first")
    report(sequence, given[0], "delivered", "delivered")
    report(sequence, given[1], "gone", "gone")
    for call in ("status", "tell", "enable", "status", "enable", "tell"):
        sequence.do(call)
    yield sequence
    sequence = Sequence("by-hand/after-gone", "destination", SMALL)
    tried(sequence, "first", "gone", "gone")
    for call in ("disable", "status", "tell", "disable", "tell", "status"):
        sequence.later(10).do(call)
    yield _filled(sequence)
    for why in WHYS:
        for told in (False, True):
            state = {**random_state("destination", Source(f"told {why} {told}")), "at": 0,
                     "version": 2**32 - 2,
                     "standing": {"disabled": {"since": 2**32 - 5, "why": why, "told": told}}}
            sequence = Sequence(f"tell/{why}/{told}", "destination", SMALL, state=state)
            for pause in (9, -5, -60_001, 0, 3, -70_000):
                sequence.later(pause).do("tell")
                sequence.do("admit", kind="first")
            sequence.do("enable")
            yield sequence


def replaying():
    for its_class in STATUSES:
        for kind in ("first", "replay"):
            sequence = Sequence(f"ramp/{its_class}/{kind}", "destination",
                                {**UNBROKEN, "disable": {"gone": False}})
            sequence.do("admit", kind="replay")
            sequence.do("replay")
            for _ in range(7):
                tried(sequence, kind, its_class)
                sequence.later(sequence.run.state.replay.running.left)
            sequence.do("status")
            sequence.do("stopReplay")
            sequence.do("admit", kind="replay")
            yield sequence
    for cause in ("gone", "exhausted"):
        sequence = Sequence(f"enable-after/{cause}", "destination",
                            {**SMALL, "disable": {"exhausted": 1}})
        tried(sequence, "first", "gone" if cause == "gone" else "transient",
              "gone" if cause == "gone" else "attempts")
        sequence.do("admit", kind="replay")
        sequence.do("tell")
        sequence.later(86_400_000).do("enable")
        for index in range(8):
            if "go" in sequence.later(1000 * index).do("admit", kind="replay"):
                report(sequence, len(sequence.events) - 1, "delivered", "delivered", 6)
        sequence.do("status")
        yield sequence
    sequence = Sequence("the-breaker-opens", "destination", {**SMALL, "disable": {}})
    sequence.do("replay")
    given = [sequence.later(15_000).admit(kind="replay")]
    report(sequence, given[0], "transient")
    given = [sequence.later(30_000).admit(kind="replay"),
             sequence.later(1).admit(kind="first"), sequence.admit(kind="first")]
    for permit in given:
        report(sequence, permit, "transient")
        sequence.do("status")
    sequence.do("admit", kind="replay")
    tried(sequence.later(30_000), "replay", "delivered", "delivered")
    yield _filled(sequence, 20)


def refusing():
    """Which guard answers when several would refuse, and that none of them has given anything."""
    full = {"phase": 0, "left": [9] * 16, "generations": [3] * 16}
    for standing in ("serving", "disabled"):
        for breaker in ("closed", "open", "ripe", "probing", "isolated"):
            for gate in ("free", "full"):
                sequence = Sequence(f"{standing}/{breaker}/{gate}", "destination", SMALL,
                                    state=_state(standing, breaker, full if gate == "full" else None))
                sequence.do("status")
                for kind in ("first", "retry", "replay", "retry"):
                    sequence.later(3).do("admit", kind=kind)
                sequence.do("replay")
                for kind in ("replay", "replay", "first"):
                    sequence.do("admit", kind=kind)
                for permit in tuple(sequence.run.permits):
                    report(sequence, permit, "delivered", "delivered")
                yield _filled(sequence)


def _state(standing, breaker, gate):
    new = Sequence("new", "destination", SMALL).run.state.as_json()
    states = {
        "closed": new["breaker"]["state"],
        "open": {"open": {"left": 6000, "cooldown": 6000}},
        "ripe": {"open": {"left": 3, "cooldown": 2000}},
        "probing": {"halfOpen": {"probes": [2000, 0, 0, 0], "successes": 0, "cooldown": 2000}},
        "isolated": "isolated",
    }
    disabled = {"disabled": {"since": 0, "why": "hand", "told": True}}
    return {**new, "standing": new["standing"] if standing == "serving" else disabled,
            "breaker": {"generation": 5, "base": 1000, "state": states[breaker]},
            "gate": gate or new["gate"], "budget": {"tokens": 999_400}}


def late_and_local():
    for after in (4999, 5000, 5020, 5039, 5040, 5041, 60_000):
        sequence = Sequence(f"late/{after}", "destination", SMALL, start=10**12)
        given = [sequence.later(7).admit(kind=kind) for kind in ("first", "retry", "first")]
        report(sequence.later(after - 7), given[1], "transient", attempts=2)
        report(sequence, given[1], "transient", attempts=2)
        report(sequence.later(3), given[0], "delivered", "delivered")
        sequence.do("status")
        report(sequence.later(-60_001), given[2], "transient")
        report(sequence, given[0], "transient")
        yield _filled(sequence)
    for kind in ("first", "retry", "replay"):
        for own in ("ignore", "failure", "success"):
            rules = {**SMALL, "breaker": {**SMALL["breaker"], "own": own}}
            sequence = Sequence(f"local/{kind}/{own}", "destination", rules)
            sequence.do("replay")
            for ended in ("no", "attempts", "window"):
                tried(sequence, kind, "transient", ended, 3, "local")
                sequence.later(20_000)
            sequence.do("admit", kind=kind)
            sequence.do("health", waiting=0, overdue=0, thresholds="getHook")
            yield _filled(sequence)
    for cooldown in (1000, 1999, 2000, 2001):
        sequence = Sequence(f"probe-given-up/{cooldown}", "destination", SMALL)
        for _ in range(3):
            tried(sequence, "first", "transient")
        probe = sequence.later(2000).admit(kind="first")
        sequence.do("admit", kind="first")
        report(sequence.later(cooldown), probe, "delivered", "delivered")
        report(sequence, probe, "delivered", "delivered")
        sequence.do("isolate")
        sequence.do("admit", kind="retry")
        sequence.do("reset")
        yield _filled(sequence)


def workers():
    """Three workers whose clocks differ, each with attempts under way, on one row."""
    for skew in (0, 1, 900, 20_000, 59_999):
        for turn in range(3):
            source = Source(f"workers {skew}", turn)
            sequence = Sequence(f"skew-{skew}/{turn}", "destination", SMALL, start=5 * 10**9)
            true_now, of_worker = sequence.now, {0: [], 1: [], 2: []}
            for _ in range(36):
                true_now += source.below(600)
                worker = source.below(3)
                sequence.now = true_now + worker * skew // 2
                if of_worker[worker] and source.chance(50):
                    permit = of_worker[worker].pop(source.below(len(of_worker[worker])))
                    its_class = "delivered" if source.chance(55) else "transient"
                    report(sequence, permit, its_class, "no" if its_class == "transient" else its_class,
                           source.between(1, 3))
                    if source.chance(15):
                        report(sequence, permit, its_class)  # not known whether it was written
                elif "go" in sequence.do("admit", kind=source.pick(("first", "first", "retry"))):
                    if source.chance(90):  # else the worker dies
                        of_worker[worker].append(len(sequence.events) - 1)
            yield sequence
