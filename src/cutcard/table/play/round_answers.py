"""Answers to what a round awaits, judged by the rules: decisions, offers, chores, devices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from cutcard.cards import CardError, card
from cutcard.law import Code, Offer, Refusal, Refused, shown
from cutcard.rules import Action, Position, is_natural, why_not
from cutcard.table import events
from cutcard.table.folds.round import NOTHING_DRAWN, entry_of, evolve_round
from cutcard.table.play.before_play import (
    OF_WHOLE_BOX,
    decide_before_play,
    require_no_more,
    too_little_to_insure,
)
from cutcard.table.play.draws import HOW_OFTEN, draw_cite, drawn, staked, usable
from cutcard.table.play.turns import cite_of, decide_in_turn, out_of_turn
from cutcard.table.round import (
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    Box,
    Decision,
    Round,
    RoundAwaits,
)
from cutcard.table.settlement.lines import settlement
from cutcard.table.settlement.moments import TURN, side_wagers_due
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import winner_named

BEFORE_PLAY = "before_play"
"""The offers that are made to all boxes at once."""
THIRD_CARD = "third_card"
"""The offer of a third card to two sevens."""


def decided(r: Round, awaited: RoundAwaits | None, decision: Decision) -> events.Decided:
    """A decision, where it is awaited and the rules allow it."""
    if not isinstance(awaited, AwaitsDecision):
        raise out_of_turn(r, decision, "no decision is awaited", awaited)
    if awaited.hand is not None:
        return decide_in_turn(r, decision, awaited)
    if decision.do not in awaited.offers.get(decision.box, ()):
        raise _not_offered(r, awaited, decision)
    box = r.box_at(decision.box)
    if decision.do in OF_WHOLE_BOX:
        require_no_more(r, decision)
        return events.Decided(decision.box, 1, str(decision.do), box.bet.player)
    return decide_before_play(r, box, decision)


def _not_offered(r: Round, awaited: AwaitsDecision, decision: Decision) -> Refused:
    """Why a box may not do something before play: what is never its to do, else what is not its turn."""
    box = r.box(decision.box)
    alive = box is not None and not all(hand.dead for hand in box.hands())
    if box is not None and alive and offer_named(awaited) == BEFORE_PLAY:
        if (too_little := too_little_to_insure(r, box, decision)) is not None:
            return too_little
        refusal = why_not(r.game, decision.do, Position(box.groups[0][0], r.up))
        if refusal is not None:
            message = f"box {decision.box}: {decision.do}: {refusal.message}"
            return Refused(refusal.code, message, refusal.cite)
        if decision.do in (Action.INSURE, Action.EVEN_MONEY):
            message = f"box {decision.box}: {decision.do}: it was taken, or let pass"
            option = "insurance" if decision.do is Action.INSURE else str(decision.do)
            return Refused(Code.OUT_OF_TURN, message, r.game.cite(option))
    return out_of_turn(r, decision, f"{_kinds(awaited)} is offered now", awaited)


class ActionRefusals(Mapping[Action, Refusal]):
    """Why a box may not do what it is not offered, worked out when somebody asks."""

    def __init__(self, r: Round, awaited: AwaitsDecision, box: int) -> None:
        self._asked = r, awaited, box

    @cached_property
    def _refused(self) -> dict[Action, Refusal]:
        r, awaited, box = self._asked
        refusals: dict[Action, Refusal] = {}
        for action in Action:
            if action not in awaited.offers[box]:
                try:
                    decided(r, awaited, Decision(box, action))
                except Refused as refused:
                    refusals[action] = refused.refusal
        return refusals

    def __getitem__(self, action: Action) -> Refusal:
        return self._refused[action]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._refused)

    def __len__(self) -> int:
        return len(self._refused)


def with_reasons(r: Round, awaited: AwaitsDecision) -> AwaitsDecision:
    """The decision awaited, with the reason for each action that is not allowed."""
    refused = {box: ActionRefusals(r, awaited, box) for box in awaited.offers}
    return AwaitsDecision(awaited.offers, awaited.is_offer, awaited.hand, refused)


def _kinds(awaited: AwaitsDecision) -> str:
    return ", ".join(dict.fromkeys(str(kind) for each in awaited.offers.values() for kind in each))


def declined(r: Round, awaited: RoundAwaits | None, box: int) -> events.OfferDeclined:
    """An offer that one box lets pass."""
    if not isinstance(awaited, AwaitsDecision) or not awaited.is_offer or box not in awaited.offers:
        message = f"box {box}: nothing is offered that it could decline"
        raise Refused(Code.OUT_OF_TURN, message, cite_of(r, awaited))
    return events.OfferDeclined(box, offer_named(awaited), awaited.hand or 0)


def offer_named(awaited: AwaitsDecision) -> str:
    """Which kind of offer it is, as `OfferDeclined` names it."""
    if awaited.hand is not None:
        return "hand"
    kinds = {kind for each in awaited.offers.values() for kind in each}
    if kinds == {Action.SWITCH}:
        return "switch"
    return THIRD_CARD if kinds == {Action.THIRD_CARD} else BEFORE_PLAY


def takes_offer(awaited: AwaitsDecision, decision: Decision) -> bool:
    """Whether the next decision given ahead takes an offer; one that it does not take passes.

    Who stands names the hand: else it is meant for the next one that has to decide.
    """
    named = decision.hand == awaited.hand
    if awaited.hand is not None and not named and (decision.hand or decision.do is Action.STAND):
        return False
    return decision.do in awaited.offers.get(decision.box, ())


def closed(r: Round, awaited: RoundAwaits | None) -> events.OffersClosed:
    """The end of the offers before play; one made to a single box is its own to let pass."""
    if not isinstance(awaited, AwaitsDecision) or awaited.hand is not None:
        raise Refused(Code.NOT_AWAITED, "no offers are open", cite_of(r, awaited))
    if offer_named(awaited) != BEFORE_PLAY:
        box = next(iter(awaited.offers))
        message = f"box {box}: {_kinds(awaited)} is offered to it alone; its player accepts or declines"
        raise Refused(Code.NOT_AWAITED, message, cite_of(r, awaited))
    return events.OffersClosed()


def chore_done(r: Round, awaited: AwaitsChore) -> events.HoleChecked | events.HoleShown | events.Settled:
    """The event that a dealer's chore within the round makes."""
    if awaited.chore == "check_hole_card":
        return events.HoleChecked(is_natural(r.dealer[0]))
    if awaited.chore == "show_hole_card":
        return events.HoleShown(r.dealer[0][1])
    return settlement(r, awaited.moment)


def device_spoke(r: Round, awaited: RoundAwaits | None, device: str, shows: str) -> events.DeviceSpoke:
    """What a device showed; refused where no wager in the round asks for it, or not for that."""
    spoke = events.DeviceSpoke(device, shows)
    draws = drawn(r)
    if device in draws:
        _check_draw(r, draws[device], spoke)
        return spoke
    if not isinstance(awaited, AwaitsDevice) or awaited.device != device:
        known = (*draws, *_awaitable(r))
        when = "now" if device in known else f"in this round, which has {', '.join(known) or 'none'}"
        message = f"devices.{shown(device)[1:-1]}: not awaited {when}"
        raise Refused(Code.NOT_AWAITED, message, cite_of(r, awaited))
    if shows == NOTHING_DRAWN:
        raise Refused(Code.BAD_REQUEST, f"devices.{device}: it must show something", awaited.cite)
    try:
        settlement(evolve_round(r, spoke), TURN if side_wagers_due(r, TURN) else "end")
    except Refused as refused:
        more_to_come = refused.refusal.code is Code.DEVICE_MISSING
        if not more_to_come or refused.refusal.message.startswith(f"devices.{device}["):
            raise  # what was shown, by its place among the entries, is what is wrong
    return spoke


def _awaitable(r: Round) -> Iterator[str]:
    return (name for name, offer, _ in staked(r) if decided_by(offer.law).is_called_device)


def _check_draw(r: Round, wager: tuple[Offer, list[Box]], spoke: events.DeviceSpoke) -> None:
    offer, bettors = wager
    where, shows = f"devices.{spoke.device}", entry_of(spoke.shows)
    if usable(r).get(spoke.device) or r.finished:
        raise Refused(Code.NOT_AWAITED, f"{where}: drawn once a round", draw_cite(r, offer))
    if spoke.shows == NOTHING_DRAWN:
        every_round = r.rules.options.get(HOW_OFTEN) == "every_round"
        if decided_by(offer.law) is DecidedBy.CARDS_AND_DRAWS and every_round:
            raise Refused(Code.BAD_REQUEST, f"{where}: drawn in every round", r.game.cite(HOW_OFTEN))
        return
    if spoke.device == "magic_card":
        try:
            card(spoke.shows)
        except CardError as problem:
            raise Refused(Code.BAD_CARD, f"{where}: {problem}") from None
        return
    is_winner, player = decided_by(offer.law) is DecidedBy.RANDOM_WINNER, ""
    if is_winner and isinstance(shows, dict):
        shows, player = winner_named(shows, where)
    if not isinstance(shows, int) or not 1 <= shows <= r.game.boxes:
        message = f"{where}: {shown(shows)} is not a box; the table has boxes 1 to {r.game.boxes}"
        raise Refused(Code.BAD_REQUEST, message, r.game.cite("boxes"))
    if not is_winner:
        return
    here = [each.bet.player for each in bettors if each.bet.box == shows]
    if not here or (player and player not in here):
        whose = f" of {shown(player)[1:-1]}" if player else ""
        raise Refused(Code.NEEDS_WAGER, f"{where}: box {shows} has no such stake{whose}", offer.law.cite)
    if len(here) > 1 and not player:
        message = f"{where}: box {shows}: {', '.join(here)} take part; the player must be named"
        raise Refused(Code.BAD_REQUEST, message, offer.law.cite)
    if unknown := offer.paytable.meters() - r.meters.keys():
        message = f"{where}: the meter {min(unknown)} shows no amount to win"
        raise Refused(Code.METER_MISSING, message, offer.law.cite)
