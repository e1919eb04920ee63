"""What a device of the house may show, and when: nothing that the settlement could not use."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.cards import CardError, card
from cutcard.law import Code, Offer, Refused, shown
from cutcard.table.await_kinds import AwaitsDevice
from cutcard.table.events import DeviceSpoke
from cutcard.table.folds.round import NOTHING_DRAWN, entry_of, evolve_round
from cutcard.table.play.draws import drawn, staked
from cutcard.table.round import Box, Round
from cutcard.table.round_steps import awaits_in
from cutcard.table.settlement.lines import settlement
from cutcard.wagers import DecidedBy, decided_by

OFTEN = "bad_beat_bonuses"


def device_spoke(r: Round, device: str, shows: str) -> DeviceSpoke:
    """What a device showed; refused where no wager in the round asks for it, or not for that."""
    spoke = DeviceSpoke(device, shows)
    draws = drawn(r)
    if device in draws:
        _check_draw(r, draws[device], spoke)
        return spoke
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsDevice) or awaited.device != device:
        known = ", ".join((*draws, *_awaitable(r))) or "none"
        message = f"devices.{shown(device)[1:-1]}: not awaited; the round has {known}"
        raise Refused(Code.NOT_AWAITED, message, r.game.cite("settlement_procedure"))
    if shows == NOTHING_DRAWN:
        raise Refused(Code.BAD_REQUEST, f"devices.{device}: it must show something", awaited.cite)
    try:
        settlement(evolve_round(r, spoke), "end")
    except Refused as refused:
        more_to_come = refused.refusal.code is Code.DEVICE_MISSING
        if not more_to_come or refused.refusal.message.startswith(f"devices.{device}["):
            raise  # what was shown, by its place among the entries, is what is wrong
    return spoke


def _awaitable(r: Round) -> Iterator[str]:
    for name, offer, _ in staked(r):
        if decided_by(offer.law).is_called_device:
            yield name


def _check_draw(r: Round, behind: tuple[Offer, list[Box]], spoke: DeviceSpoke) -> None:
    offer, boxes = behind
    where, shows = f"devices.{spoke.device}", entry_of(spoke.shows)
    if spoke.device in r.devices or r.finished:
        raise Refused(Code.NOT_AWAITED, f"{where}: drawn once a round", offer.law.cite)
    if spoke.shows == NOTHING_DRAWN:
        if (
            decided_by(offer.law) is DecidedBy.CARDS_AND_DRAWS
            and r.rules.options.get(OFTEN) == "every_round"
        ):
            raise Refused(Code.BAD_REQUEST, f"{where}: drawn in every round", r.game.cite(OFTEN))
        return
    if spoke.device == "magic_card":
        try:
            card(spoke.shows)
        except CardError as problem:
            raise Refused(Code.BAD_CARD, f"{where}: {problem}") from None
        return
    if not isinstance(shows, int) or not 1 <= shows <= r.game.boxes:
        message = f"{where}: {shown(shows)} is not a box; the table has boxes 1 to {r.game.boxes}"
        raise Refused(Code.BAD_REQUEST, message, r.game.cite("boxes"))
    if decided_by(offer.law) is not DecidedBy.RANDOM_WINNER:
        return
    if shows not in [box.bet.box for box in boxes]:
        raise Refused(Code.NEEDS_WAGER, f"{where}: box {shows} has no such stake", offer.law.cite)
    if unknown := offer.paytable.meters() - r.meters.keys():
        message = f"{where}: the meter {min(unknown)} shows no amount to win"
        raise Refused(Code.METER_MISSING, message, offer.law.cite)
