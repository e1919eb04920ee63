"""A player's own decisions at a table, read from the record of the last rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cutcard.floor.store import Database
from cutcard.shoe import By
from cutcard.web.api.replays import Past, last_rounds, steps
from cutcard.web.school.jobs import ReviewedDecision

Plain = dict[str, Any]
ROUNDS: Final = 20
PLAYED: Final = frozenset(
    {"stand", "hit", "double", "split", "surrender", "rescue", "insure", "even_money", "switch"}
)
DECLINED: Final = {"before_play": "decline", "switch": "keep"}
"""Offers that are decided by letting them pass, and how that is called."""
SWITCHES: Final = ("switch", "keep")


def own_decisions(
    database: Database, past: Past, table: str, by: By
) -> tuple[list[Plain], list[ReviewedDecision]]:
    """The player's last rounds, oldest first, and every decision of theirs in them."""
    played = [each for each in last_rounds(database, table, by, ROUNDS) if each.own and each.complete]
    rounds: list[Plain] = []
    decisions: list[ReviewedDecision] = []
    for each in reversed(played):
        rounds.append({"round": each.round, "net": each.net})
        replay = steps(database, past, table, each.round, by)
        if replay is not None:
            shown: Plain = {}
            for step in replay[0]:
                decisions += _taken(each.round, step.event, shown, by.name)
                shown |= step.view
    return rounds, decisions


def _taken(number: int, event: Plain, before: Plain, name: str) -> Iterator[ReviewedDecision]:
    """The decision that an event is, where it is one of the player's own that the charts know."""
    round_, did = before.get("round"), _did(event)
    if did is None or not round_:
        return
    box = next((each for each in round_["boxes"] if each["box"] == event["box"]), None)
    if box is None or box["player"] != name or event.get("player", "") not in ("", name):
        return
    hand = next((each for each in box["hands"] if each["hand"] == (event.get("hand") or 1)), None)
    up = next((card for hand in round_["dealer"] for card in hand["cards"] if card), None)
    cards = [] if hand is None else [card for card in hand["cards"] if card]
    if up is None or len(cards) < 2 or hand is None:
        return
    held, hands, doublings = " ".join(cards), len(box["hands"]), int(hand["doublings"])
    beside = _other_cards(box["hands"]) if did in SWITCHES else ""
    if did in SWITCHES and not beside:
        return
    yield ReviewedDecision(
        number, event["box"], hand["hand"], held, str(up), did, hands, doublings, beside
    )


def _other_cards(hands: list[Plain]) -> str:
    """The second hand's two cards, before anything was drawn; empty where they are not so."""
    if len(hands) != 2:
        return ""
    found = [card for card in hands[1]["cards"] if card]
    return " ".join(found) if len(found) == 2 else ""


def _did(event: Plain) -> str | None:
    """What an event decides; an offer before play may also be let pass."""
    if event.get("event") == "offer_declined":
        return DECLINED.get(str(event.get("offer")))
    does = event.get("do")
    return does if event.get("event") == "decided" and does in PLAYED else None
