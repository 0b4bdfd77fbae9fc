"""What is stored of a delivery between two tries, and what can be asked of it."""

from dataclasses import dataclass, replace

from reading import clamp, fields, join, length, point, saturated_point, whole

MOST_ATTEMPTS = 2**32 - 1
MOST_DNS = 255


@dataclass(frozen=True)
class Delivery:
    attempts: int
    dns: int
    created_at: int
    next_at: int
    delay: int

    def wait(self, now):
        """Never longer than was decided, even if the clock was set back."""
        return clamp(self.next_at - now, 0, self.delay)

    def due(self, now):
        return self.wait(now) == 0

    def expired(self, now, window):
        return window is not None and now > self.created_at + window

    def rebase(self, was, now_is):
        """Shifts both points, for a device whose clock began again."""
        shift = now_is - was
        return replace(
            self,
            created_at=saturated_point(self.created_at + shift),
            next_at=saturated_point(self.next_at + shift),
        )

    def counted(self, error):
        """The same delivery after one more try; a local outcome was no try."""
        if error == "local":
            return self
        dns = min(self.dns + 1, MOST_DNS) if error == "dns" else self.dns
        return replace(self, attempts=min(self.attempts + 1, MOST_ATTEMPTS), dns=dns)

    def as_json(self):
        return {
            "v": 1,
            "attempts": self.attempts,
            "dns": self.dns,
            "createdAt": self.created_at,
            "nextAt": self.next_at,
            "delay": self.delay,
        }


def new_delivery(now):
    """A delivery not tried yet; a restarted one is the same."""
    now = saturated_point(now)
    return Delivery(attempts=0, dns=0, created_at=now, next_at=now, delay=0)


def read_delivery(value, path="delivery"):
    fields(value, path, required=("v", "attempts", "dns", "createdAt", "nextAt", "delay"))
    whole(value["v"], join(path, "v"), 1, 1)
    return Delivery(
        attempts=whole(value["attempts"], join(path, "attempts"), 0, MOST_ATTEMPTS),
        dns=whole(value["dns"], join(path, "dns"), 0, MOST_DNS),
        created_at=point(value["createdAt"], join(path, "createdAt")),
        next_at=point(value["nextAt"], join(path, "nextAt")),
        delay=length(value["delay"], join(path, "delay")),
    )
