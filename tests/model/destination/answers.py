"""What an admission that is refused says, and what a call leaves behind (section 1)."""

from dataclasses import dataclass
from typing import Optional

from destination.clock import drawn
from destination.coverage import note
from reading import saturated_point

# What becomes of the state after a call.
QUERY = "query"  # unchanged
REFUSED = "refused"  # unchanged, but for a clock that was set back
CHANGED = "changed"  # settled, also where nothing else was changed


@dataclass(frozen=True)
class Refusal:
    """Why not, and the window of delays after which to ask again; no window: hold."""

    because: str
    window: Optional[tuple] = None

    def as_json(self, now, draw):
        note("because", self.because)
        if self.window is None:
            return {"hold": self.because}
        delay = drawn(draw, *self.window)
        assert delay > 0, self
        return {"wait": {"until": saturated_point(now + delay), "because": self.because}}
