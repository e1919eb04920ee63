"""Events as everybody may see them while the shoe is in play, one at a time as they happen.

The same as `table.published` says of a whole record so far; here nothing is looked at twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """What of the round on the table lies face down and has not been turned up."""

    hole: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def of(self, event: Plain) -> tuple[Published, Plain]:
        """An event without what nobody at the table has seen, and what is hidden from then on."""
        match event:
            case {"event": "cards_shuffled"}:
                return self, {**event, "order": "", "salt": ""}
            case {"event": "card_burned"}:
                return self, _without_card(event)
            case {"event": "card_dealt", "face": "down", "why": "hole", "drawn": drawn}:
                return Published((*self.hole, drawn), self.others), _without_card(event)
            case {"event": "card_dealt", "face": "down", "drawn": drawn}:
                return Published(self.hole, (*self.others, drawn)), _without_card(event)
            case {"event": "hole_shown"}:
                return Published((), self.others), event
            case {"event": "hand_cleared", "cards": cards}:
                return Published(self.hole, _less(self.others, cards.split(" "))), event
            case {"event": "cards_collected", "cards": cards} if self.hole or self.others:
                left = _less(tuple(cards.split(" ")), [*self.hole, *self.others])
                return self, {**event, "cards": " ".join(left)}
            case {"event": "round_ended"}:
                return Published(), event
            case _:
                return self, event


def _without_card(event: Plain) -> Plain:
    return {key: value for key, value in event.items() if key != "drawn"}


def _less(cards: tuple[str, ...], gone: list[str]) -> tuple[str, ...]:
    left = list(cards)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)
