"""The budget: retries are paid for, and first attempts and time bring the money (section 5).

Rules are in thousandths of a token, the state in millionths.
"""

from dataclasses import dataclass

from destination.answers import Refusal
from destination.clock import POLL, divided_up
from destination.coverage import note
from destination.numbers import from_to, read_rules, u32
from reading import Refused, clamp, fields, join

FIELDS = ("tokens",)
NAMES = ("cap", "floor", "deposit", "cost", "reserve", "refund", "success", "failure", "timeout")
PRESETS = {
    "default": (100_000, 1000, 200, 1000, 0, 1000, 0, 0, 0),
    "aws": (500_000, 1000, 0, 5000, 0, 5000, 1000, 0, 5000),
    "grpc": (10_000, 100, 0, 0, 5000, 100, 100, 1000, 0),
    "finagle": (100_000, 10_000, 200, 1000, 0, 0, 0, 0, 0),
}


@dataclass(frozen=True)
class BudgetRules:
    cap: int
    floor: int
    deposit: int
    cost: int
    reserve: int
    refund: int
    success: int
    failure: int
    timeout: int


def read_budget_rules(value, path=""):
    if isinstance(value, str):
        if value not in PRESETS:
            raise Refused(path or "rules", f"must be one of {', '.join(PRESETS)}, or an object")
        return BudgetRules(*PRESETS[value])
    most = {"cap": 4_000_000, "reserve": 3_999_999}
    rules = BudgetRules(**read_rules(value, path, {
        name: (from_to(1 if name == "cap" else 0, most.get(name, 1_000_000)), default)
        for name, default in zip(NAMES, PRESETS["default"])
    }))
    if rules.reserve >= rules.cap:
        raise Refused(join(path, "reserve"), "must be less than cap")
    if rules.reserve + rules.cost > rules.cap:
        raise Refused(join(path, "reserve"), "must leave room for cost within cap")
    return rules


class Budget:
    def __init__(self, rules):
        self.tokens = rules.cap * 1000

    def settle(self, rules, elapsed):
        self.tokens = min(rules.cap * 1000, self.tokens + elapsed * rules.floor)

    def refusal(self, rules):
        reserve, cost = rules.reserve * 1000, rules.cost * 1000
        if self.tokens > reserve and self.tokens >= reserve + cost:
            return None
        need = max(reserve + 1, reserve + cost) - self.tokens
        if rules.floor == 0:
            wait = 10 * POLL
        else:
            wait = max(POLL, divided_up(need, rules.floor))
        note("budget waits", "poll" if rules.floor == 0 else "a second" if wait == POLL else "need")
        return Refusal("budget", (wait, 2 * wait))

    def take(self, rules):
        self.tokens -= rules.cost * 1000

    def result(self, rules, kind, delivered, failed, timeout):
        if kind == "first":
            self._add(rules, rules.deposit)
        if delivered:
            self._add(rules, rules.success if kind == "first" else rules.refund)
        if failed:
            self._add(rules, -rules.failure)
        if timeout:
            self._add(rules, -rules.timeout)

    def give_back(self, rules):
        self._add(rules, rules.cost)

    def _add(self, rules, milli_tokens):
        wanted = self.tokens + milli_tokens * 1000
        self.tokens = clamp(wanted, 0, rules.cap * 1000)
        if wanted != self.tokens:
            note("budget kept at", "cap" if self.tokens else "0")

    def as_json(self):
        return {"tokens": self.tokens}


def read_budget(value, path, rules):
    fields(value, path, FIELDS)
    budget = Budget(rules)
    budget.tokens = u32(value["tokens"], join(path, "tokens"))
    return budget
