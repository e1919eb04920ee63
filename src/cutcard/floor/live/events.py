"""What stands in a live table's stream beside its own events and those of its money."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.money import Cents


@dataclass(frozen=True, slots=True)
class JackpotHeld:
    """A win off a meter is locked: what the settlement pays for it comes from there."""

    meter: str
    """As the table calls it."""
    house_meter: str
    hit: str
    cents: Cents
    cite: str = ""


@dataclass(frozen=True, slots=True)
class DealingChanged:
    """From now on a dealer deals the table by hand, or the house by itself."""

    hands: str
    """"dealer" or "house"."""
    by: str
