"""What came back: classes and exceptions, limits of hints, and the RateLimit fields."""

from building import new_case
from outcome import CLASSES, ERRORS
from reading import LARGEST_LENGTH

PLAIN = {"backoff": {"constant": {"delay": "1m"}}, "jitter": "none", "hints": {"jitter": 0}}


def classes():
    """Every border of the table, exceptions to it, and the caller's own word."""
    statuses = (0, 1, 99, 100, 199, 200, 201, 299, 300, 301, 399, 400, 407, 408, 409, 410, 411,
                428, 429, 430, 499, 500, 503, 599, 600, 999, 65534, 65535)
    for status in statuses:
        yield new_case(f"table/{status}", PLAIN, {"status": status})
    for error in ERRORS:
        yield new_case(f"table/{error}", PLAIN, {"error": error})
    exceptions = {"404": "transient", "400-499": "gone", "500-599": "throttled", "503": "permanent",
                  "0-65": "delivered", "65535": "gone", "tls": "permanent", "local": "throttled"}
    policy = {**PLAIN, "classes": exceptions}
    for status in (0, 65, 66, 399, 400, 404, 408, 410, 429, 499, 500, 502, 503, 504, 599, 600,
                   65534, 65535):
        yield new_case(f"exceptions/{status}", policy, {"status": status})
    for error in ERRORS:
        yield new_case(f"exceptions/{error}", policy, {"error": error})
    whole = {**PLAIN, "classes": {"0-65535": "throttled", "200": "delivered"}}
    for status in (0, 200, 201, 404, 65535):
        yield new_case(f"whole-range/{status}", whole, {"status": status, "rateLimitReset": "5"})
    side_by_side = {**PLAIN, "classes": {"500-501": "gone", "502-503": "permanent", "504-505": "throttled"}}
    for status in (499, 500, 501, 502, 503, 504, 505, 506):
        yield new_case(f"side-by-side/{status}", side_by_side, {"status": status})
    every_error = {**PLAIN, "classes": {error: "throttled" for error in ERRORS}}
    for error in ERRORS:
        yield new_case(f"errors-throttled/{error}", every_error, {"error": error})
    for its_class in CLASSES:
        for name, outcome in (("200", {"status": 200}), ("410", {"status": 410}), ("404", {"status": 404}),
                              ("local", {"error": "local"}), ("dns", {"error": "dns"}),
                              ("invalid", {"error": "invalid"})):
            yield new_case(f"caller/{its_class}/{name}", policy, {**outcome, "class": its_class},
                           attempts=1, dns=1)
    for its_class in ("transient", "throttled"):
        for hint in (0, 1, 90_000):
            yield new_case(f"local/{its_class}/hint-{hint}", PLAIN,
                           {"error": "local", "class": its_class, "hint": hint}, attempts=2)


def hint_limits():
    """How long a hint is believed, its jitter, ties with backoff, and which of several wins."""
    for longest in (1, 4_999, 5_000, 5_001, LARGEST_LENGTH):
        for jitter in (0, 1, 1000):
            policy = {**PLAIN, "hints": {"longest": longest, "jitter": jitter}}
            yield new_case(f"longest/{longest}/jitter-{jitter}", policy, {"status": 503, "hint": 5_000},
                           seed="0x3", key="0x1")
    endless = {**PLAIN, "hints": {"longest": LARGEST_LENGTH, "jitter": 1000}}
    for name, outcome in {
        "hint": {"status": 503, "hint": LARGEST_LENGTH},
        "half": {"status": 503, "hint": 2**31},
        "half-less-one": {"status": 503, "hint": 2**31 - 1},
        "seconds-below": {"status": 503, "retryAfter": "4294967"},
        "seconds-above": {"status": 503, "retryAfter": "4294968"},
        "seconds-2-64": {"status": 503, "retryAfter": "18446744073709551616"},
        "seconds-2-64-in-ms": {"status": 503, "retryAfter": "18446744073709552"},
        "seconds-endless": {"status": 503, "retryAfter": "9" * 400},
        "seconds-leading-zeros": {"status": 503, "retryAfter": "0" * 400 + "7"},
        "reset-endless": {"status": 429, "rateLimitReset": "9" * 30},
        "rate-limit-15-digits": {"status": 429, "rateLimit": "a;r=0;t=999999999999999"},
    }.items():
        for seed in ("0x0", "0x1"):
            yield new_case(f"saturated/{name}/{seed}", endless, outcome, seed=seed)
    at_least = {**PLAIN, "hints": {"mode": "atLeast", "jitter": 0}}
    for hint in (0, 1, 59_999, 60_000, 60_001):
        for name, outcome in (("503", {"status": 503}), ("429", {"status": 429}),
                              ("timeout", {"error": "timeout"}), ("local", {"error": "local"})):
            yield new_case(f"at-least/{name}/{hint}", at_least, {**outcome, "hint": hint})
    drawn = {**at_least, "jitter": "full", "hints": {"mode": "atLeast"}}
    for number in range(8):
        yield new_case(f"at-least/same-draw/{number}", drawn, {"status": 503, "hint": 20_000},
                       key=f"0x{number}")
    immediate = {"backoff": {"schedule": {"delays": [0]}}, "jitter": "none", "hints": {"mode": "atLeast"}}
    yield new_case("at-least/immediate/no-hint", immediate, {"status": 503})
    yield new_case("at-least/immediate/1-ms", immediate, {"status": 503, "hint": 1})
    yield from _several()


def _several():
    """Of several hints: the caller's, then Retry-After, then the three fields in their order."""
    every = {"hint": 1_234, "retryAfter": "2", "rateLimit": "a;r=0;t=3", "rateLimitReset": "4",
             "xRateLimitReset": "5"}
    names = tuple(every)
    for count in range(len(names)):
        fields = {name: every[name] for name in names[count:]}
        for status in (429, 503):
            yield new_case(f"first-of/{names[count]}/{status}", PLAIN, {"status": status, **fields})
    for name, value in (("zero", "0"), ("bad", "x"), ("empty", ""), ("blank", " \t")):
        for at in range(1, len(names)):
            fields = {n: (value if names.index(n) == at else every[n]) for n in names[at:]}
            yield new_case(f"{name}/{names[at]}", PLAIN, {"status": 429, **fields})
    for text in (" 9", "9 ", "\t9\t ", "\n9", "9\r", "9\u00a0", "٩", "+9", "-9", "9.5", "0x9", "1_0", "9,9"):
        for field in ("retryAfter", "rateLimitReset", "xRateLimitReset"):
            yield new_case(f"text/{field}/{text!a}", PLAIN, {"status": 429, field: text})
    for text in ("999999999", "1000000000", "1000000001", "0999999999", "00000000000000009"):
        for name, rest in (("none", {}), ("wall", {"wall": 999_999_940_000})):
            yield new_case(f"x-reset/{text}/{name}", PLAIN, {"status": 429, "xRateLimitReset": text}, **rest)
        yield new_case(f"x-reset/{text}/date", PLAIN,
                       {"status": 429, "xRateLimitReset": text, "date": "Sun, 09 Sep 2001 01:46:00 GMT"},
                       wall=5)
    yield new_case("x-reset/endless", PLAIN, {"status": 429, "xRateLimitReset": "9" * 40}, wall=0)
    yield new_case("x-reset/endless/no-wall", PLAIN, {"status": 429, "xRateLimitReset": "9" * 40})


def rate_limit():
    """Structured fields: what counts, and the one wrong character that voids all of it."""
    good = (
        '"default";r=0;t=9', 'default;r=0;t=9', '*a:b/c;r=0;t=9', '0;r=0;t=9', '-1.5;r=0;t=9',
        '?1;r=0;t=9', ':aGk=:;r=0;t=9', '::;r=0;t=9', '"";r=0;t=9', '"a\\"b\\\\";r=0;t=9',
        '"a,b;r=5";r=0;t=9', 'a;r=0;t=9,b', 'a;r=0;t=9 , b;r=0;t=3', 'a;r=0;t=3\t,\tb;r=0;t=9',
        'a;r=1;t=99,b;r=0;t=9', 'a;r=0;t=99;t=9', 'a;r=5;r=0;t=9', 'a;  r=0;   t=9', 'a;r=-0;t=9',
        'a;r=000;t=0009', 'a;t=9;r=0', 'a;r=0;t=9;pk=:Zm9v:;w=1.125;x;y=?0;z=tok/en;*q="s"',
        'a;r=0;t=9;a_-.*1=2', 'a;r=0;t=999999999999999', ' \ta;r=0;t=9\t ', 'a;r=0;t=9,a;r=0;t=8.5',
        "A!#$%&'*+-.^_`|~1;r=0;t=9", 'a;r=0;t=9,a;t=99', '000000000000001;r=0;t=9',
        '999999999999.999;r=0;t=9', '"~ ";r=0;t=9', 'a;r=0;t=9;x=-999999999999.999',
        'a;r=0;t=9;x=-000000000000001',
    )
    void = (
        '', ' ', ',', 'a;r=0;t=9,', 'a;r=0;t=9, ', ',a;r=0;t=9', 'a;r=0;t=9,,b', 'a;r=0;t=9;',
        'a;r=0;t=9 ;x', 'a ;r=0;t=9', 'a;\tr=0;t=9', 'a;r =0;t=9', 'a;r= 0;t=9', 'a;R=0;t=9',
        'a;1r=0;r=0;t=9', 'a;-r=0;r=0;t=9', '(a);r=0;t=9', '(a b);r=0;t=9', 'a;r=0;t=9, (b)',
        '"a;r=0;t=9', '"a\\b";r=0;t=9', '"a\\', '"\u00e9";r=0;t=9', '"\t";r=0;t=9', '"\u007f";r=0;t=9',
        'a;r=0;t=9;x=9.', 'a;r=0;t=9;x=.9', 'a;r=0;t=9;x=9.1234', 'a;r=0;t=9;x=1234567890123.1',
        'a;r=0;t=9;x=-', 'a;r=0;t=9;x=--9', 'a;r=0;t=9;x=+9', 'a;r=0;t=9;x=-.9', 'a;r=0;t=+9',
        'a;r=0;t=1234567890123456', 'a;r=0;t=9;x=0000000000000001', 'a;r=0;t=9;x=1.2.3',
        'a;r=0;t=9;x=?2', 'a;r=0;t=9;x=?', 'a;r=0;t=9;x=:a b:', 'a;r=0;t=9;x=:aGk', 'a;r=0;t=9;x=:a-_:',
        'a;r=0;t=9;x=', 'a;r=0;t=9 b', 'a;r=0;t=9\nb', 'a b;r=0;t=9', '@a;r=0;t=9', 'a=b;r=0;t=9',
        'limit=10, remaining=0, reset=9', 'a;r=0;t=9, b;r=', 'a;r=0;t=9, @', 'a;r=0;t=9;x=(b)',
    )
    uncounted = (
        'a', 'a;r=0', 'a;t=9', 'a;r=1;t=9', 'a;r=-1;t=9', 'a;r=0.0;t=9', 'a;r="0";t=9', 'a;r=?0;t=9',
        'a;r=x;t=9', 'a;r;t=9', 'a;r=0;t', 'a;r=0;t=9.0', 'a;r=0;t="9"', 'a;r=0;t=-9', 'a;r=0;t=0',
        'a;r=0;t=-0', 'a;r=0;r=1;t=9', 'a;r=0;t=9;t=0', 'a;r=0;t=9;t', 'a;r=0,b;t=9', '0', '"r=0;t=9"',
    )
    for kind, texts in (("good", good), ("void", void), ("uncounted", uncounted)):
        for text in texts:
            # A later field shows the difference between nothing and a hint.
            yield new_case(f"{kind}/{text!a}", PLAIN,
                           {"status": 429, "rateLimit": text, "rateLimitReset": "77"})


THEMES = {"classes": classes, "hint-limits": hint_limits, "rate-limit": rate_limit}
