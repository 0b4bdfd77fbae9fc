"""The clock step: what every call does with `now` before anything else (section 1)."""

from dataclasses import dataclass

from destination.coverage import note
from reading import LARGEST_LENGTH, clamp, saturated_point

POLL = 1000
SKEW = 60_000


@dataclass(frozen=True)
class Step:
    elapsed: int  # by this much the state is settled
    at: int  # what the state's `at` becomes
    now: int  # the effective now
    set_back: bool


def clock_step(at, now):
    if now >= at:
        note("clock", "long" if now - at > LARGEST_LENGTH else "forward")
        return Step(min(now - at, LARGEST_LENGTH), now, now, False)
    if at - SKEW <= now:
        note("clock", "skew")
        return Step(0, at, at, False)
    note("clock", "set back")
    return Step(0, now, now, True)


def rebased(at, was, is_now):
    """`at` in an epoch that has moved; nothing else in a state knows of the epoch."""
    return saturated_point(at + is_now - was)


def drawn(draw, low, high):
    """32 bits mapped to a window of lengths, as in step 8 of a decision."""
    low, high = (clamp(end, 0, LARGEST_LENGTH) for end in (low, high))
    return low + draw * (high - low + 1) // 2**32


def divided_up(number, by):
    return (number + by - 1) // by
