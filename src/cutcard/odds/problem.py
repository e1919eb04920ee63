"""What is wrong with a question about odds, in one line."""

from __future__ import annotations

from cutcard.results import RequestError


class OddsError(RequestError, ValueError):
    """A question that cannot be answered: one clear line that says what is wrong, and where."""


class UnfiledError(OddsError):
    """A device whose stops, awards or rate nobody filed: without them no return is stated."""


class UnprovenError(OddsError):
    """A figure that did not pass its own proof: a fault of the analyser, and no figure is given."""
