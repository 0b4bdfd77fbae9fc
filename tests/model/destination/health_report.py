"""The health report: six metrics, each held against two thresholds (section 8)."""

from dataclasses import dataclass
from operator import gt, le, lt

from destination.coverage import note
from destination.numbers import u32
from reading import Refused, fields, join

FEWEST = 20


@dataclass(frozen=True)
class Metric:
    is_rate: bool
    healthy: callable  # value, threshold: on the healthy side
    alert: callable  # value, threshold: beyond


METRICS = {
    "retryRate": Metric(True, lt, gt),
    "deadRate": Metric(True, lt, gt),
    "meanAttempts": Metric(True, le, gt),
    "secondSuccess": Metric(True, gt, lt),
    "waiting": Metric(False, lt, gt),
    "overdue": Metric(False, lt, gt),
}
PRESETS = {  # (healthy, alert)
    "getHook": {
        "retryRate": (50, 100),
        "deadRate": (5, 10),
        "meanAttempts": (1300, 2000),
        "secondSuccess": (800, 600),
        "waiting": None,
        "overdue": (10, 100),
    },
    "hookMesh": {
        "retryRate": (50, 100),
        "deadRate": None,
        "meanAttempts": (2000, 3000),
        "secondSuccess": None,
        "waiting": (100, 1000),
        "overdue": None,
    },
}


def read_thresholds(value, path):
    if isinstance(value, str):
        if value not in PRESETS:
            raise Refused(path, f"must be one of {', '.join(PRESETS)}, or an object")
        return PRESETS[value]
    fields(value, path, optional=tuple(METRICS))
    return {name: _read_pair(value.get(name), join(path, name), name) for name in METRICS}


def _read_pair(value, path, name):
    if value is None:
        return None
    fields(value, path, ("healthy", "alert"))
    healthy, alert = (u32(value[side], join(path, side)) for side in ("healthy", "alert"))
    wrong = healthy < alert if name == "secondSuccess" else healthy > alert
    if wrong:
        raise Refused(path, "has its healthy and alert thresholds the wrong way round")
    return healthy, alert


def health_report(health, waiting, overdue, thresholds):
    total = health.window.total
    parts = {
        "retryRate": (total("second"), total("first")),
        "deadRate": (total("dead"), total("dead") + total("delivered")),
        "meanAttempts": (total("attempts"), total("delivered")),
        "secondSuccess": (total("secondDelivered"), total("second")),
        "waiting": (waiting, 1),
        "overdue": (overdue, 1),
    }
    report = {name: _measured(name, *parts[name], thresholds[name]) for name in METRICS}
    levels = {measured["level"] for measured in report.values()}
    worst = next((level for level in ("alert", "watch", "healthy") if level in levels), "few")
    note("health", worst)
    return {"level": worst, **report}


def _measured(name, part, whole, thresholds):
    times = 1000 if METRICS[name].is_rate else 1
    level = _level(METRICS[name], times * part, whole, thresholds)
    note(name, level)
    return {"value": times * part // whole if whole else None, "level": level}


def _level(metric, scaled, whole, thresholds):
    if thresholds is None:
        return "off"
    if metric.is_rate and whole < FEWEST:
        return "few"
    healthy, alert = thresholds
    if metric.alert(scaled, alert * whole):
        return "alert"
    if metric.healthy(scaled, healthy * whole):
        return "healthy"
    return "watch"
