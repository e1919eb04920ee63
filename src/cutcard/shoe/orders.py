"""What may be done with the cards though nothing asks for it: orders and requests.

Each has two halves: whether it may be done now and by whom (so that a table can offer it), and what
it brings about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.shoe import events as e
from cutcard.shoe.acts import Act, Chore, Due
from cutcard.shoe.equipment import EQUIPMENT
from cutcard.shoe.law import SIDES
from cutcard.shoe.people import CREW, DEALERS, FLOOR, PLAYERS, SUPERVISORS, TablePeople
from cutcard.shoe.permits import (
    Events,
    Order,
    barred,
    between_rounds,
    draw,
    is_in,
    named_batch,
    not_now,
    revealed,
)
from cutcard.shoe.procedure import due, is_mid_round, not_yet, opening_draw
from cutcard.shoe.shuffle import check_shuffle, shuffled
from cutcard.shoe.state import Batch, Pile, Shoe

# New cards for old.


def _may_receive(shoe: Shoe, people: TablePeople, at: int) -> Due:
    between_rounds(shoe, Chore.RECEIVE_CARDS, "card_age_hours")
    wanted = due(shoe, people, at)
    if wanted is not None and wanted.chore is Chore.RECEIVE_CARDS:
        return wanted
    return Due(Chore.RECEIVE_CARDS, CREW, "", shoe.law.cite("opening_inspection"))


def _receive(shoe: Shoe, act: Act, wanted: Due) -> Events:
    old = named_batch(shoe, act, wanted)
    gone = _gone(shoe, old, wanted.why or "changed") if old.done else ()
    received = e.CardsReceived(old.number, act.at, act.preshuffled)
    if not act.preshuffled:
        return (*gone, received)
    if shoe.law.preshuffled_cards is False:
        raise barred(shoe, "cards do not come preshuffled to this table", "preshuffled_cards")
    new = Batch(old.number)
    check_shuffle(shoe, new, act, cards=shoe.law.pack)
    known = (shuffled(new, act, size=len(shoe.law.pack)),) if shoe.virtual else ()
    return (*gone, received, *known)


def _gone(shoe: Shoe, batch: Batch, why: str) -> Events:
    """A batch leaves the table; what was committed about it is revealed."""
    seals = [seal for side in shoe.sides if is_in(side, batch) for seal in side.pile.seals]
    return (e.CardsWithdrawn(batch.number, why), *revealed([*seals, batch.seal]))


def _may_withdraw(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    between_rounds(shoe, Chore.WITHDRAW_CARDS, "card_age_hours")
    return Due(Chore.WITHDRAW_CARDS, FLOOR, "", shoe.law.cite("opening_inspection"))


def _withdraw(shoe: Shoe, act: Act, wanted: Due) -> Events:
    return _gone(shoe, named_batch(shoe, act, wanted), act.why)


# The cut, again.


def _may_recut(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    law = shoe.law
    roles = SUPERVISORS if law.recut_by == "supervisor" else FLOOR
    for side in shoe.sides:
        batch = shoe.batch(side.pile.batch)
        untouched = law.recut_until == "dealt" and not side.at
        if Chore.CUT in batch.done and (not side.pile.loaded or untouched):
            return Due(Chore.ORDER_RECUT, roles, "", law.cite("recut_by"), batch.number)
    raise not_now(shoe, "no stack is cut and waiting", "recut_until")


def _recut(shoe: Shoe, act: Act, wanted: Due) -> Events:
    if act.why not in ("last", "next"):
        message = "state who cuts again: the last cutter or the next person entitled"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("recut_cutter"))
    return (e.RecutOrdered(wanted.batch, str(act.by), act.why),)


# Burned cards.


def _may_excuse_burn(shoe: Shoe, people: TablePeople, at: int) -> Due:
    if shoe.law.burn_excused_by == "nobody":
        raise barred(shoe, "nobody may excuse a new dealer from burning a card", "burn_excused_by")
    wanted = due(shoe, people, at)
    if wanted is None or wanted.why != "dealer":
        raise not_now(shoe, "no new dealer is to burn a card", "burn_excused_by")
    return Due(Chore.EXCUSE_BURN, FLOOR, "", shoe.law.cite("burn_excused_by"))


def _excuse_burn(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.BurnExcused(str(act.by)),)


def _may_show_burn(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.law.burn_shown != "on_request":
        raise barred(shoe, "a burned card is not shown", "burn_shown")
    if shoe.desk.last_burned is None:
        raise not_now(shoe, "no card has been burned", "burn_shown")
    return Due(Chore.SHOW_BURN, PLAYERS, "", shoe.law.cite("burn_shown"))


def _show_burn(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    card = shoe.desk.last_burned
    return () if card is None else (e.BurnShown(act.by.name, card),)


# The double shoe.


def _may_determine(shoe: Shoe, people: TablePeople, at: int) -> Due:
    wanted = due(shoe, people, at)
    if wanted is not None:
        raise not_yet(str(Chore.DRAW_DETERMINANT), wanted)
    found = None if is_mid_round(shoe) else opening_draw(shoe)
    if found is None:
        raise not_now(shoe, "no determinant card is to be drawn", "determinant")
    return found


def _determine(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    if act.side not in SIDES:
        message = f"draw the determinant card from the left or the right, not {act.side[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("determinant"))
    side = shoe.sides[shoe.side_named(act.side)]
    seen, drawn = draw(shoe, side, act.card)
    red_side = shoe.law.determinant_red_side
    other = SIDES[1 - SIDES.index(red_side)]
    return (*seen, e.DeterminantDrawn(drawn, act.side, red_side if drawn.red else other))


# Reshuffles and idle tables.


def _with_cards_between_rounds(shoe: Shoe, chore: Chore, provision: str) -> None:
    between_rounds(shoe, chore, provision)
    if not any(side.pile.loaded for side in shoe.sides):
        raise not_now(shoe, "no cards are in the shoe", provision)


def _may_reshuffle(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    law = shoe.law
    if shoe.method == "continuous":
        raise barred(shoe, "a continuous shuffler reshuffles by itself", "continuous_lifts")
    if not law.reshuffle_any_round:
        raise barred(shoe, "no reshuffle may be called at this table", "reshuffle_any_round")
    _with_cards_between_rounds(shoe, Chore.ORDER_RESHUFFLE, "reshuffle_any_round")
    return Due(Chore.ORDER_RESHUFFLE, FLOOR, "", law.cite("reshuffle_any_round"))


def _reshuffle(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    if act.side and act.side not in shoe.law.sides:
        message = f"the shoe has no side {act.side[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("shoe"))
    return (e.ReshuffleOrdered(str(act.by), act.why, act.side),)


def _may_spread_idle(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    law = shoe.law
    if shoe.method == "continuous" and law.continuous_lifts != "cut_and_cover":
        raise barred(shoe, "the cards stay in a continuous shuffler", "continuous_lifts")
    _with_cards_between_rounds(shoe, Chore.SPREAD_IDLE, "idle_spread")
    return Due(Chore.SPREAD_IDLE, DEALERS, "", law.cite("idle_spread"))


def _spread_idle(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    if act.face not in ("up", "down"):
        message = f"spread the cards face up or down, not {act.face[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("idle_spread"))
    if shoe.law.idle_spread == "face_down" and act.face == "up" and not act.player:
        raise barred(shoe, "the cards lie face down unless a player asks", "idle_spread")
    found: list[e.Event] = []
    for pile in (side.pile for side in shoe.sides if side.pile.loaded):
        asked = act.player if act.face == "up" else ""
        then = after(shoe, pile)
        found.append(e.CardsSpreadIdle(pile.batch, pile.name, act.face, asked, then))
        found.extend(revealed(pile.seals))
    return tuple(found)


def after(shoe: Shoe, pile: Pile) -> int:
    """The batch that goes into a side next."""
    return shoe.law.other_batch(pile.batch) if shoe.method == "two_batch" else pile.batch


def _may_request_spread(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    cite = shoe.law.cite("stored_batch_spread")
    for side in shoe.sides:
        batch = shoe.batch(side.pile.batch)
        other = shoe.batch(shoe.law.other_batch(batch.number))
        waits = Chore.SHUFFLE in batch.done and Chore.CUT not in batch.done
        if waits and other.idle and other is not batch and not side.pile.loaded:
            return Due(Chore.REQUEST_SPREAD, PLAYERS, "", cite, batch.number)
    raise not_now(shoe, "no batch has just come out of the shuffler", "stored_batch_spread")


def _request_spread(shoe: Shoe, act: Act, wanted: Due) -> Events:
    batch = shoe.batch(wanted.batch)
    return (e.SpreadRequested(batch.number, act.by.name), *revealed([batch.seal]))


ORDERS: Final[Mapping[Chore, Order]] = {
    **EQUIPMENT,
    Chore.RECEIVE_CARDS: Order(_may_receive, _receive),
    Chore.WITHDRAW_CARDS: Order(_may_withdraw, _withdraw),
    Chore.ORDER_RECUT: Order(_may_recut, _recut),
    Chore.EXCUSE_BURN: Order(_may_excuse_burn, _excuse_burn),
    Chore.SHOW_BURN: Order(_may_show_burn, _show_burn),
    Chore.DRAW_DETERMINANT: Order(_may_determine, _determine),
    Chore.ORDER_RESHUFFLE: Order(_may_reshuffle, _reshuffle),
    Chore.SPREAD_IDLE: Order(_may_spread_idle, _spread_idle),
    Chore.REQUEST_SPREAD: Order(_may_request_spread, _request_spread),
}
