"""What the tests share: one decision with a draw of one's own choice."""

from decision import decide_with
from delivery import Delivery
from outcome import read_outcome
from policy import read_policy

HALF = 2**31
TOP = 2**32 - 1
MINUTE = 60_000
HOUR = 3_600_000
CONSTANT = {"constant": {"delay": "1m"}}
DOUBLING = {"exponential": {"base": "1s", "factor": 2}}


def run(policy, outcome, r=0, attempts=0, dns=0, delay=0, created=0, now=0, wall=None, stretch=1000):
    """One decision with the draw r: (decision, delivery after)."""
    delivery = Delivery(attempts, dns, created, created, delay)
    return decide_with(
        read_policy(policy), delivery, read_outcome(outcome), now, wall, stretch, lambda: r
    )


def delay_of(policy, outcome, **rest):
    return run(policy, outcome, **rest)[0]["delay"]
