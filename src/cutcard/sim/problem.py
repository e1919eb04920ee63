"""What is wrong with a request to the simulator, in one line."""

from __future__ import annotations

from cutcard.results import RequestError


class SimError(RequestError, ValueError):
    """A run that cannot be: one clear line that says what is wrong, and a way out."""


class WorkersLostError(SimError):
    """All workers are gone, or a range of units is lost again and again."""
