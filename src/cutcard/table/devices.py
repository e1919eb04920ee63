"""What a device of the house may show, and when: nothing that the settlement could not use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.cards import CardError, card
from cutcard.law.findings import shown
from cutcard.law.offers import Offer
from cutcard.law.refusal import Code, Refused
from cutcard.table.awaits import AwaitsDevice
from cutcard.table.events import DeviceSpoke
from cutcard.table.fold import entry_of, evolve_round
from cutcard.table.moments import DEVICE_CLASSIFIERS
from cutcard.table.round import Box, Round
from cutcard.table.settle import settlement
from cutcard.table.steps import awaits_in

DRAWN: Final = {"bad_beat": ("magic_card", "lucky_player")}
"""What a system draws by itself beside a wager, in any round and at any time of it (MD-A53)."""
WINNER: Final = "random_winner"


def device_spoke(r: Round, device: str, shows: str) -> DeviceSpoke:
    """What a device showed; refused where no wager in the round asks for it, or not for that."""
    spoke = DeviceSpoke(device, shows)
    drawn = _drawn(r)
    if device in drawn:
        _check_draw(r, drawn[device], spoke)
        return spoke
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsDevice) or awaited.device != device:
        known = ", ".join((*drawn, *_awaitable(r))) or "none"
        message = f"devices.{shown(device)[1:-1]}: not awaited; the round has {known}"
        raise Refused(Code.NOT_AWAITED, message, r.game.cite("settlement_procedure"))
    try:
        settlement(evolve_round(r, spoke), "end")
    except Refused as refused:
        more_to_come = refused.refusal.code is Code.DEVICE_MISSING
        if not more_to_come or refused.refusal.message.startswith(f"devices.{device}["):
            raise  # what was shown, by its place among the entries, is what is wrong
    return spoke


def _staked(r: Round) -> Iterator[tuple[str, Offer, list[Box]]]:
    """The wagers that devices decide and somebody in the round has, with those boxes."""
    for name, offer in r.rules.offers.items():
        if offer.law.classifier in DEVICE_CLASSIFIERS:
            beside = "" if offer.law.takes_stake or offer.law.needs is None else offer.law.needs.names[0]
            boxes = [box for box in r.boxes if (beside or name) in box.bet.stakes and _is_alive(box)]
            if boxes:
                yield name, offer, boxes


def _is_alive(box: Box) -> bool:
    return not box.groups[0][0].dead


def _awaitable(r: Round) -> Iterator[str]:
    for name, offer, _ in _staked(r):
        if offer.law.classifier != WINNER and offer.law.classifier not in DRAWN:
            yield name


def _drawn(r: Round) -> dict[str, tuple[Offer, list[Box]]]:
    """What may be drawn at any time of the round, with the wager behind it and its boxes."""
    found: dict[str, tuple[Offer, list[Box]]] = {}
    for name, offer, boxes in _staked(r):
        names = (name,) if offer.law.classifier == WINNER else DRAWN.get(offer.law.classifier, ())
        found |= dict.fromkeys(names, (offer, boxes))
    return found


def _check_draw(r: Round, behind: tuple[Offer, list[Box]], spoke: DeviceSpoke) -> None:
    offer, boxes = behind
    where, shows = f"devices.{spoke.device}", entry_of(spoke.shows)
    if spoke.device in r.devices or r.finished:
        raise Refused(Code.NOT_AWAITED, f"{where}: drawn once a round", offer.law.cite)
    if spoke.device == "magic_card":
        try:
            card(spoke.shows)
        except CardError as problem:
            raise Refused(Code.BAD_CARD, f"{where}: {problem}") from None
        return
    if not isinstance(shows, int) or not 1 <= shows <= r.game.boxes:
        message = f"{where}: {shown(shows)} is no box; the table has boxes 1 to {r.game.boxes}"
        raise Refused(Code.BAD_REQUEST, message, r.game.cite("boxes"))
    if offer.law.classifier == WINNER and shows not in [box.bet.box for box in boxes]:
        raise Refused(Code.NEEDS_WAGER, f"{where}: box {shows} has no such stake", offer.law.cite)
