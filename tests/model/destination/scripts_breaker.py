"""The breaker by script: every edge from every side, limits met exactly and missed by one."""

from destination.numbers import U8, U16
from destination.sequence import Sequence

QUICK = {"consecutive": 2, "rate": None, "cooldown": 1000, "maxCooldown": 9000, "factor": 3,
         "spread": 0, "probes": 1, "probeLease": 500, "window": 10_000}


def closed(successes=0, failures=0, consecutive=0, phase=0, base=0, generation=0):
    return {"v": 1, "at": 0, "generation": generation, "base": base,
            "state": {"closed": {"phase": phase, "successes": [successes, 0, 0, 0, 0],
                                 "failures": [failures, 0, 0, 0, 0], "consecutive": consecutive}}}


def half_open(probes, successes=0, cooldown=1000, base=1000, generation=7):
    return {"v": 1, "at": 0, "generation": generation, "base": base,
            "state": {"halfOpen": {"probes": probes, "successes": successes,
                                   "cooldown": cooldown}}}


def _try(sequence, weight):
    sequence.do("result", permit=sequence.admit(), weight=weight)
    return sequence


def _filled(sequence, least=10):
    """Asks on, a second apart, until there are enough events to be a sequence."""
    while len(sequence.events) < least:
        sequence.later(1000).do("admit")
    return sequence


def breaker_edges():
    yield from _trips()
    yield from _probing()
    yield from _by_hand_and_late()
    yield from _stored()
    yield from _clocks()


def _trips():
    for spread in (0, 500, 1000):
        rules = {**QUICK, "spread": spread, "probeLease": 60_000}
        sequence = Sequence(f"cooldown-grows/spread-{spread}", "breaker", rules, start=1_000_000)
        _try(_try(sequence, "failure"), "failure")
        for _ in range(6):
            left = sequence.run.state.guard.state.left
            sequence.do("admit")
            sequence.later(left - 1).do("admit")
            _try(sequence.later(1), "failure")
        yield sequence
    for rate, minimum in ((1, 1), (500, 4), (667, 3), (1000, 6), (333, 9)):
        rules = {**QUICK, "consecutive": None, "rate": rate, "minimum": minimum}
        sequence = Sequence(f"rate-{rate}-of-{minimum}", "breaker", rules)
        for index in range(24):
            if sequence.run.state.guard.state.name == "closed":
                _try(sequence.later(10), ("success", "success", "failure", "failure")[index % 4])
        yield _filled(sequence)
    sequence = Sequence("both-rules-at-once", "breaker", {"minimum": 3, "consecutive": 3})
    for weight in ("failure", "ignore", "failure", "failure"):
        _try(sequence, weight)
    yield _filled(sequence)
    sequence = Sequence("older-slots-count-until-they-fall-off", "breaker",
                        {**QUICK, "consecutive": None, "rate": 500, "minimum": 3})
    for pause in (0, 2000, 2000, 4001, 1999, 1, 7999, 2001, 9000, 999, 1):
        _try(sequence.later(pause), "failure" if len(sequence.events) % 3 else "success")
        if sequence.run.state.guard.state.name != "closed":
            sequence.do("reset")
    yield sequence


def _probing():
    for probes in (1, 2, 3, 4):
        for needed in (1, 2, 3):
            rules = {**QUICK, "probes": probes, "successesToClose": needed, "spread": 300}
            state = half_open([0, 0, 0, 0])
            sequence = Sequence(f"{probes}-probes/{needed}-to-close", "breaker", rules, state=state)
            given = [sequence.admit() for _ in range(probes)]
            sequence.do("admit")
            sequence.later(499).do("result", permit=given[0], weight="ignore")
            sequence.do("result", permit=given[0], weight="failure")  # its lease is 0 by now
            given[0] = sequence.admit()
            sequence.do("admit")
            for permit in given[1:]:
                sequence.do("result", permit=permit, weight="success")
            while sequence.run.state.guard.state.name == "halfOpen":
                sequence.do("result", permit=given[0], weight="success")
                if sequence.run.state.guard.state.name == "halfOpen":
                    given[0] = sequence.admit()
            sequence.later(10).do("result", permit=given[-1], weight="failure")
            yield _filled(sequence)
    for late in (499, 500, 501, 1000):
        state = half_open([0, 0, 0, 0])
        sequence = Sequence(f"probe-reports-after-{late}", "breaker", QUICK, state=state)
        first = sequence.admit()
        sequence.later(late).do("result", permit=first, weight="success")
        sequence.do("admit")
        sequence.do("result", permit=first, weight="failure")
        yield _filled(sequence)
    sequence = Sequence("one-of-many-probes-fails", "breaker", {**QUICK, "probes": 4},
                        state=half_open([0, 0, 0, 0]))
    given = [sequence.admit() for _ in range(4)]
    sequence.do("result", permit=given[2], weight="failure")
    for permit in given:
        sequence.do("result", permit=permit, weight="success")
    yield _filled(sequence)


def _by_hand_and_late():
    beginnings = {"closed": closed(3, 1, 1, 5, 777), "open": {**closed(), "base": 4000, "state":
                  {"open": {"left": 4000, "cooldown": 4000}}},
                  "half-open": half_open([0, 100, 0, 0]), "isolated": {**closed(), "state": "isolated"}}
    for name, state in beginnings.items():
        for calls in (("isolate", "reset"), ("reset", "isolate"), ("isolate", "isolate", "reset")):
            sequence = Sequence(f"{'-'.join(calls)}/from-{name}", "breaker",
                                {**QUICK, "probes": 2}, state=state)
            sequence.do("admit")
            for call in calls:
                sequence.later(5).do(call)
                sequence.do("admit")
            for permit in tuple(sequence.run.permits):
                sequence.do("result", permit=permit, weight="failure")
            yield _filled(sequence)
    sequence = Sequence("results-of-an-older-generation", "breaker", QUICK)
    given = [sequence.admit() for _ in range(5)]
    for weight, permit in zip(("failure", "failure", "success", "failure", "ignore"), given):
        sequence.later(1).do("result", permit=permit, weight=weight)
    probe = sequence.later(1000).admit()
    sequence.do("result", permit=given[4], weight="failure")
    sequence.do("result", permit=probe, weight="success")
    sequence.do("result", permit=given[3], weight="failure")
    sequence.do("result", permit=probe, weight="failure")
    yield sequence


def _stored():
    for generation in (U16 - 1, U16):
        sequence = Sequence(f"generation-{generation}-wraps", "breaker", QUICK,
                            state=closed(generation=generation))
        for _ in range(3):
            _try(_try(sequence, "failure"), "failure").do("reset")
        yield sequence
    for consecutive in (U16 - 1, U16):
        rules = {**QUICK, "consecutive": None, "rate": 1000, "minimum": 100}
        sequence = Sequence(f"consecutive-{consecutive}-saturates", "breaker", rules,
                            state=closed(1, 0, consecutive))
        for _ in range(6):
            _try(sequence, "failure")
        yield sequence
    rules = {**QUICK, "consecutive": U16}
    sequence = Sequence("the-largest-consecutive", "breaker", rules, state=closed(0, 0, U16 - 2))
    yield _filled(_try(_try(sequence, "failure"), "failure"))
    for field in ("successes", "failures"):
        rules = {**QUICK, "consecutive": None, "rate": 900, "minimum": 32767}
        state = closed(**{field: U16 - 1})
        state["state"]["closed"]["failures"][3] = 9
        state["state"]["closed"]["successes"][1] = U16
        sequence = Sequence(f"{field}-halved", "breaker", rules, state=state)
        for weight in ("success", "failure") * 4:
            _try(sequence.later(3), weight)
        yield sequence
    for successes in (253, 254, U8):
        rules = {**QUICK, "successesToClose": 255, "probes": 4}
        sequence = Sequence(f"{successes}-successes-of-255", "breaker", rules,
                            state=half_open([0, 0, 0, 0], successes))
        given = [sequence.admit() for _ in range(4)]
        for permit in given:
            sequence.do("result", permit=permit, weight="success")
        yield _filled(sequence)
    longest = 2**32 - 1
    yield _filled(Sequence("open-for-ever", "breaker", QUICK, state={
        **closed(), "base": longest, "state": {"open": {"left": longest, "cooldown": longest}}}), 14)
    sequence = Sequence("leases-for-ever", "breaker", {**QUICK, "spread": 1000},
                        state=half_open([longest] * 4, 200, longest, longest))
    sequence.do("admit")
    sequence.later(499).do("admit")
    sequence.later(1).do("admit")
    yield _filled(sequence)
    sequence = Sequence("a-phase-of-many-slots", "breaker", QUICK,
                        state=closed(5, 5, 1, phase=6001, base=5000))
    for _ in range(5):
        _try(sequence, "failure").do("reset")
    yield sequence


def _clocks():
    for pause in (1999, 2000, 9999, 10_000, 2**32 - 1, 2**32, 10**12):
        sequence = Sequence(f"well-for-{pause}", "breaker", QUICK,
                            state=closed(2, 1, 0, base=3000))
        _try(sequence, "success")
        _try(_try(sequence.later(pause), "failure"), "failure")
        yield _filled(sequence)
    for back in (1, 59_999, 60_000, 60_001, 10**12):
        for name, state in (("open", {**closed(), "at": 5, "state":
                                      {"open": {"left": 4000, "cooldown": 4000}}}),
                            ("half-open", half_open([0, 0, 0, 0])), ("closed", closed())):
            sequence = Sequence(f"back-by-{back}/{name}", "breaker",
                                {**QUICK, "maxCooldown": 5000, "probes": 2}, state=state)
            sequence.later(100).do("admit")
            sequence.later(-back).do("admit")
            for permit in tuple(sequence.run.permits):
                sequence.later(1).do("result", permit=permit, weight="failure")
            sequence.later(back).do("admit")
            yield _filled(sequence)
    for start in (-(2**53 - 1), 2**53 - 1, 2**53 - 1400):
        sequence = Sequence(f"from-{start}", "breaker", QUICK, start=start)
        _try(_try(sequence, "failure"), "failure").do("admit")
        for _ in range(3):
            sequence.later(700).do("admit")
        for permit in tuple(sequence.run.permits):
            sequence.do("result", permit=permit, weight="success")
        yield _filled(sequence)
