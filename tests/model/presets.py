"""The named policies, as they would be written in JSON."""


def _schedule(*delays, then="stop"):
    return {"schedule": {"delays": list(delays), "then": then}}


def _exponential(base, factor=2):
    return {"exponential": {"base": base, "factor": factor}}


PRESETS = {
    "stormSafe": {
        "backoff": _exponential("30s"),
        "jitter": "full",
        "maxDelay": "1h",
        "maxAttempts": 5,
    },
    "getHook": {
        "backoff": _schedule("30s", "2m", "10m", "1h"),
        "jitter": {"proportional": 200},
    },
    "hookMesh": {
        "backoff": _schedule(
            "5s", "25s", "125s", "625s", "3125s", "15625s", "6h", then="repeatLast"
        ),
        "jitter": {"proportional": 250},
        "maxAttempts": None,
        "window": "48h",
    },
    "webhookStream": {
        "backoff": _schedule("10s", "30s", "2m", "10m", "30m", "2h", "8h", "24h"),
        "jitter": {"proportional": 200},
    },
    "workerJournal": {
        "backoff": _exponential("100ms"),
        "jitter": "full",
        "maxDelay": "2s",
        "maxAttempts": 5,
    },
    "slack": {
        "backoff": _schedule(0, "1m", "5m"),
        "jitter": "none",
    },
    "svix": {
        "backoff": _schedule("5s", "5m", "30m", "2h", "5h", "10h", "10h"),
        "jitter": {"proportional": 200},
    },
    "standardWebhooks": {
        "backoff": _schedule("5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "24h"),
        "jitter": {"proportional": 100},
    },
    "hook0": {
        "backoff": _schedule("3s", "10s", "3m", "30m", "1h", "3h", "5h", *["10h"] * 17),
        "jitter": {"additive": {"perMille": 100, "min": "2s", "max": "15m"}},
        "hints": {"longest": "10h", "mode": "atLeast"},
    },
    "outpost": {
        "backoff": _exponential("30s"),
        "jitter": "none",
        "maxDelay": "15360s",
        "maxAttempts": 11,
    },
    "convoy": {
        "backoff": {"constant": {"delay": "100s"}},
        "jitter": "none",
        "maxAttempts": 10,
    },
    "convoyExponential": {
        "backoff": _exponential("100s"),
        "jitter": {"additive": {"perMille": 0, "min": "4999ms", "max": "4999ms"}},
        "maxDelay": "2h",
        "maxAttempts": 10,
    },
    "gitHub": {
        "backoff": {"constant": {"delay": "1m"}},
        "jitter": "none",
        "maxAttempts": 1,
    },
    "square": {
        "backoff": _schedule(
            "1m", "2m", "4m", "8m", "16m", "32m", "60m", "2h", "4h", "8h", "8h"
        ),
        "jitter": "none",
    },
    "kit": {
        "backoff": _schedule("30s", "2m", "15m", "1h", "4h", "12h", "24h"),
        "jitter": "none",
    },
    "brevo": {
        "backoff": _schedule("10m", "1h", "2h", "8h"),
        "jitter": "none",
    },
    "wix": {
        "backoff": _schedule(
            "1m", "10m", "1h", "2h", "2h", "2h", "4h", "4h", "4h", "8h", "8h", "12h"
        ),
        "jitter": "none",
    },
}
