"""What an offer would leave a player with, told beside it: they could reckon it themselves."""

from __future__ import annotations

from typing import Any

from cutcard.money import Cents, dollars
from cutcard.rules import is_soft, rescue_returns, total
from cutcard.table import Box, Round, switched_cards

Plain = dict[str, Any]


def outlook(r: Round, box: Box, hand: int, may: list[str]) -> Plain:
    """Of a rescue what it hands back, of a switch the two hands' totals after it."""
    found: Plain = {}
    if "rescue" in may:
        group, place = box.find(hand)
        doubled = box.groups[group][place]
        back = sum(rescue_returns(r.game, doubled, spot) for spot in range(len(doubled.stakes)))
        found["rescue"] = dollars(Cents(back))
    if "switch" in may:
        found["switch"] = [
            {"total": total(cards), "soft": is_soft(cards)} for cards in switched_cards(box)
        ]
    return found
