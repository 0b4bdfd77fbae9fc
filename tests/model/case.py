"""One case: a policy, a delivery, an outcome and the clocks, read strictly from JSON."""

from decision import decide
from delivery import read_delivery
from outcome import read_outcome
from policy import read_policy
from reading import Refused, fields, hex64, parse_json, point, whole

REQUIRED = ("policy", "delivery", "outcome", "now", "seed", "key")
OPTIONAL = ("name", "wall", "stretch", "decision", "after")  # the last two are not looked at


def answer_line(line):
    """The answer to one line: {"decision", "after"} or {"error"}."""
    try:
        return answer(parse_json(line))
    except Refused as refusal:
        return {"error": {"field": refusal.field, "message": refusal.message}}


def answer(case):
    """The same for a case already parsed; raises Refused."""
    fields(case, "", REQUIRED, OPTIONAL)
    decision, after = decide(
        read_policy(case["policy"]),
        read_delivery(case["delivery"]),
        read_outcome(case["outcome"]),
        now=point(case["now"], "now"),
        wall=point(case["wall"], "wall") if "wall" in case else None,
        stretch=whole(case.get("stretch", 1000), "stretch", 1000, 10000),
        seed=hex64(case["seed"], "seed"),
        key=hex64(case["key"], "key"),
    )
    return {"decision": decision, "after": after.as_json()}
