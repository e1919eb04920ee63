"""What a round's events are: an answer to what it awaits, judged by the rules."""

from __future__ import annotations

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.rules import Action, is_natural
from cutcard.table.await_kinds import AwaitsCard, AwaitsChore, AwaitsDecision, RoundAwaits
from cutcard.table.events import (
    CardDealt,
    CardPlaced,
    Decided,
    HoleChecked,
    HoleShown,
    OfferDeclined,
    OffersClosed,
    RoundEvent,
)
from cutcard.table.play.before_play import decide_before_play
from cutcard.table.play.turns import decide_in_turn, out_of_turn
from cutcard.table.round import Decision, Round
from cutcard.table.settlement.lines import settlement

BEFORE_PLAY = "before_play"
"""The offers that are made to all boxes at once."""
CHORES = ("check_hole_card", "show_hole_card", "settle")


def card_dealt(awaited: AwaitsCard, card: Card, side: str = "") -> CardDealt:
    """The awaited card, off the shoe and at its place."""
    place = awaited.place
    return CardDealt(card, place.box, place.hand, place.why, place.face, side)


def card_placed(awaited: AwaitsCard, card: Card) -> CardPlaced:
    """A card that had left the shoe in error, used as the next one."""
    place = awaited.place
    return CardPlaced(card, place.box, place.hand, place.why, place.face)


def decided(r: Round, awaited: RoundAwaits | None, decision: Decision) -> Decided:
    """A decision, where it is awaited and the rules allow it."""
    if not isinstance(awaited, AwaitsDecision):
        raise out_of_turn(r, decision, "no decision is awaited")
    if awaited.hand is not None:
        return decide_in_turn(r, decision, awaited)
    if decision.do not in awaited.offers.get(decision.box, ()):
        raise out_of_turn(r, decision, f"{_kinds(awaited)} is offered now")
    box = r.box(decision.box)
    assert box is not None
    if decision.do in (Action.SWITCH, Action.THIRD_CARD):
        return Decided(decision.box, 1, str(decision.do), box.bet.player)
    return decide_before_play(r, box, decision)


def _kinds(awaited: AwaitsDecision) -> str:
    kinds = {str(kind): None for each in awaited.offers.values() for kind in each}
    return ", ".join(kinds)


def declined(r: Round, awaited: RoundAwaits | None, box: int) -> OfferDeclined:
    """An offer that one box lets pass."""
    if not isinstance(awaited, AwaitsDecision) or not awaited.is_offer or box not in awaited.offers:
        message = f"box {box}: nothing is offered that it could decline"
        raise Refused(Code.OUT_OF_TURN, message, r.game.cite("turn_order"))
    return OfferDeclined(box, offer_named(awaited), awaited.hand or 0)


def offer_named(awaited: AwaitsDecision) -> str:
    """Which kind of offer it is, as `OfferDeclined` names it."""
    if awaited.hand is not None:
        return "hand"
    kinds = {kind for each in awaited.offers.values() for kind in each}
    if kinds == {Action.SWITCH}:
        return "switch"
    return "third_card" if kinds == {Action.THIRD_CARD} else BEFORE_PLAY


def passed(awaited: AwaitsDecision) -> OfferDeclined | OffersClosed:
    """An offer that everybody lets pass."""
    if offer_named(awaited) == BEFORE_PLAY:
        return OffersClosed()
    return OfferDeclined(next(iter(awaited.offers)), offer_named(awaited), awaited.hand or 0)


def closed(r: Round, awaited: RoundAwaits | None) -> OffersClosed:
    """The end of the offers before play; one made to a single box is its own to let pass."""
    if not isinstance(awaited, AwaitsDecision) or awaited.hand is not None:
        raise Refused(Code.NOT_AWAITED, "no offers are open", r.game.cite("insurance"))
    if offer_named(awaited) != BEFORE_PLAY:
        box = next(iter(awaited.offers))
        message = f"box {box}: {_kinds(awaited)} is offered to it alone; its player accepts or declines"
        raise Refused(Code.NOT_AWAITED, message, r.game.cite(_kinds(awaited), "turn_order"))
    return OffersClosed()


def chore_done(r: Round, awaited: AwaitsChore) -> RoundEvent:
    """The event that a dealer's chore within the round makes."""
    if awaited.chore == "check_hole_card":
        return HoleChecked(is_natural(r.dealer[0]))
    if awaited.chore == "show_hole_card":
        return HoleShown(r.dealer[0][1])
    return settlement(r, awaited.moment)
