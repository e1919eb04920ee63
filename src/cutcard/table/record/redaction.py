"""The form of a record that everybody may see while its shoe is still in play.

Nothing that proves the deal is lost: commitments, cuts and every card that was seen stay, and once a
shoe is over and its order revealed every card is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

Plain = dict[str, Any]

OVER: Final = ("shoe_ended", "cards_spread_idle", "cards_withdrawn", "cards_shuffled")
"""What ends a shoe to whose order nobody had committed."""


def published(record: Iterable[Plain]) -> Iterator[Plain]:
    """The events without what nobody at the table has seen."""
    events = list(record)
    unseen = _unseen(events)
    gone: list[str] = []
    for at, each in enumerate(events):
        match each["event"]:
            case "cards_shuffled":
                yield {**each, "order": "", "salt": ""}
            case "cards_collected" if gone:
                yield {**each, "cards": _without(each["cards"], gone)}
                gone = []
            case _ if at in unseen:
                if each["event"] == "card_dealt":
                    gone.append(each["drawn"])
                yield {key: value for key, value in each.items() if key != "drawn"}
            case _:
                yield each


def _without(cards: str, gone: list[str]) -> str:
    left = cards.split(" ")
    for each in gone:
        if each in left:
            left.remove(each)
    return " ".join(left)


def _unseen(events: list[Plain]) -> set[int]:
    """The events that drew a card which nobody has seen and no revealed order tells."""
    stacks = _stacks(events)
    shown = _turned_up(events)
    return {
        at
        for at, each in enumerate(events)
        if at in stacks and (each["event"] == "card_burned" or at not in shown)
    }


def _stacks(events: list[Plain]) -> set[int]:
    """The events that drew a card off a stack still in play, face down."""
    told = {each["commitment"] for each in events if each["event"] == "shoe_revealed"}
    committed: dict[int, str] = {}
    loaded: dict[str, int] = {}
    drawn: dict[int, list[int]] = {}
    secret: set[int] = set()
    for at, each in enumerate(events):
        name, batch = each["event"], each.get("batch", 0)
        if name in OVER:
            drawn.pop(batch, None)
        if name == "cards_shuffled":
            committed[batch] = each["commitment"]
        elif name == "shoe_loaded":
            loaded[each["side"]] = batch
        elif name == "card_burned" or (name == "card_dealt" and each.get("face") == "down"):
            batch = loaded.get(each.get("side", ""), 0)
            if not committed.get(batch):
                drawn.setdefault(batch, []).append(at)
            elif committed[batch] not in told:
                secret.add(at)
    return secret.union(*drawn.values())


def _turned_up(events: list[Plain]) -> set[int]:
    """The face-down cards that were turned up since: the hole card, a settled hand, all at the end."""
    shown: set[int] = set()
    hole: list[int] = []
    others: list[int] = []
    for at, each in enumerate(events):
        match each:
            case {"event": "card_dealt", "face": "down", "why": why}:
                (hole if why == "hole" else others).append(at)
            case {"event": "hole_shown"}:
                shown.update(hole)
            case {"event": "hand_cleared", "cards": cards}:
                lying = cards.split(" ")
                shown.update(each for each in others if events[each]["drawn"] in lying)
            case {"event": "round_ended"}:
                shown.update(others)
                hole, others = [], []
    return shown
