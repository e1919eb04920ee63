"""What may be done with the cards though nothing asks for it: orders and requests.

Each has two halves: whether it may be done now and by whom (so that a table can offer it), and what
it brings about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.shoe import events as e
from cutcard.shoe.acts import (
    CREW,
    DEALERS,
    DEALERS_OR_DEVICES,
    FLOOR,
    PLAYERS,
    SUPERVISORS,
    Act,
    By,
    Chore,
    Due,
    Role,
    TablePeople,
)
from cutcard.shoe.deal import check_scan
from cutcard.shoe.law import SIDES
from cutcard.shoe.procedure import due, is_mid_round, not_yet, opening_draw
from cutcard.shoe.shuffle import check_shuffle, shuffled
from cutcard.shoe.state import Batch, Pile, Seal, Shoe, Side

Events = tuple[e.Event, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """An act that nothing requires: `may` says by whom, or raises Refused; `brings`, what follows."""

    may: Callable[[Shoe, TablePeople, int], Due]
    brings: Callable[[Shoe, Act, Due], Events]


def check_role(by: By, wanted: Due) -> None:
    """Refuse an act that is not this role's, or is another player's."""
    if by.role not in wanted.roles:
        allowed = " or ".join(sorted(wanted.roles))
        message = f"{wanted.chore} is to be done by a {allowed}, not by a {by.role}"
        raise Refused(Code.WRONG_ROLE, message, wanted.role_cite or wanted.cite)
    if by.role is Role.PLAYER and wanted.who and by.name != wanted.who:
        message = f"{wanted.chore} is to be done by {wanted.who}, not by {by.name or 'another player'}"
        raise Refused(Code.OUT_OF_TURN, message, wanted.cite)


def revealed(seals: Iterable[Seal | None]) -> Events:
    """The orders behind commitments that have served."""
    return tuple(
        e.ShoeRevealed(seal.commitment, seal.order, seal.salt) for seal in seals if seal is not None
    )


def draw(shoe: Shoe, side: Side, card: Card | None) -> tuple[Events, Card]:
    """The next card of a side, as the table knows it or as it was scanned; a cover card before it."""
    name = side.pile.name
    seen: Events = (e.CoverSeen(0, name),) if side.at == side.cover else ()
    if shoe.virtual:
        if card is not None:  # whether a guess is right or wrong must not show
            message = f"card: this table draws its own; name none, not {card}"
            raise Refused(Code.BAD_CARD, message, shoe.law.cite("shoe_loaded"))
        return seen, side.stack[side.at]
    if card is None:
        raise Refused(Code.BAD_CARD, "card: scan the one drawn", shoe.law.cite("shoe_loaded"))
    check_scan(shoe._replace(using=shoe.side_named(name)), card)
    return seen, card


def barred(shoe: Shoe, message: str, *options: str) -> Refused:
    """The refusal of what the document does not permit at all."""
    return Refused(Code.ACTION_NOT_PERMITTED, message, shoe.law.cite(*options))


def not_now(shoe: Shoe, message: str, *options: str) -> Refused:
    """The refusal of what is permitted, but not at this moment."""
    return Refused(Code.NOT_DUE, message, shoe.law.cite(*options))


def between_rounds(shoe: Shoe, chore: Chore, *options: str) -> None:
    """Refuse during a round."""
    if is_mid_round(shoe):
        raise not_now(shoe, f"{chore} must wait for the end of the round", *options)


def named_batch(shoe: Shoe, act: Act, wanted: Due) -> Batch:
    """The batch an act names, or the one that is due, or the only one."""
    number = act.batch or wanted.batch or (1 if len(shoe.desk.batches) == 1 else 0)
    if not 1 <= number <= len(shoe.desk.batches):
        message = f"{act.do}: batch: one of 1 to {len(shoe.desk.batches)}, not {act.batch}"
        raise Refused(Code.BAD_REQUEST, message)
    return shoe.batch(number)


def _names_who(event: Callable[[str], e.Event]) -> Callable[[Shoe, Act, Due], Events]:
    """What follows an order whose event says only who gave it."""
    return lambda _shoe, act, _wanted: (event(str(act.by)),)


def is_in(side: Side, batch: Batch) -> bool:
    """Whether a side is dealt from a batch, or about to be again."""
    pile = side.pile
    return pile.batch == batch.number and (pile.loaded or pile.refilling)


# New cards for old.


def _may_receive(shoe: Shoe, people: TablePeople, at: int) -> Due:
    between_rounds(shoe, Chore.RECEIVE_CARDS, "opening_inspection")
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
    return Due(Chore.WITHDRAW_CARDS, FLOOR, "", shoe.law.cite("card_age_hours"))


def _withdraw(shoe: Shoe, act: Act, wanted: Due) -> Events:
    batch = named_batch(shoe, act, wanted)
    if not batch.done:
        raise not_now(shoe, f"batch {batch.number} has not come to the table", "card_age_hours")
    return _gone(shoe, batch, act.why)


# The cut, again.


def check_cut_at_all(shoe: Shoe) -> None:
    """Refuse a cut, or a cover card, for cards that a continuous shuffler keeps shuffling."""
    if shoe.method == "continuous":
        message = "the cards of a continuous shuffler are not cut, and have no cover card"
        raise barred(shoe, message, "continuous_lifts")


def _may_recut(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    check_cut_at_all(shoe)
    law = shoe.law
    roles = SUPERVISORS if law.recut_by == "supervisor" else FLOOR
    for side in shoe.sides:
        batch = shoe.batch(side.pile.batch)
        # Once a round's first card is out, cards have been dealt; what refills the shoe is cut anew.
        untouched = law.recut_until == "dealt" and not side.at and not is_mid_round(shoe)
        if Chore.CUT in batch.done and (not side.pile.loaded or untouched):
            return Due(Chore.ORDER_RECUT, roles, "", law.cite("recut_by"), batch.number)
    raise not_now(shoe, "no stack is cut and waiting", "recut_until")


def _recut(shoe: Shoe, act: Act, wanted: Due) -> Events:
    if act.why not in ("last", "next"):
        message = f"{act.do}: why: last or next, the person who cuts again, not {act.why[:20]!r}"
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
    draw_due = None if is_mid_round(shoe) else opening_draw(shoe)
    if draw_due is None:
        raise not_now(shoe, "no determinant card is to be drawn", "determinant")
    return draw_due


def _determine(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    if act.side not in SIDES:
        message = f"{act.do}: side: left or right, not {act.side[:20]!r}"
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
        message = f"{act.do}: side: the shoe has no {act.side[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("shoe"))
    return (e.ReshuffleOrdered(str(act.by), act.why, act.side),)


def _may_spread_idle(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    _check_idle_cards_out(shoe)
    _with_cards_between_rounds(shoe, Chore.SPREAD_IDLE, "idle_spread")
    return Due(Chore.SPREAD_IDLE, DEALERS, "", shoe.law.cite("idle_spread"))


def _check_idle_cards_out(shoe: Shoe) -> None:
    if shoe.method == "continuous" and shoe.law.continuous_lifts != "cut_and_cover":
        raise barred(shoe, "the cards stay in a continuous shuffler", "continuous_lifts")


def _spread_idle(shoe: Shoe, act: Act, _wanted: Due) -> Events:
    if act.face not in ("up", "down"):
        message = f"{act.do}: face: up or down, not {act.face[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("idle_spread"))
    if shoe.law.idle_spread == "face_down" and act.face == "up" and not act.player:
        raise barred(shoe, "the cards lie face down unless a player asks", "idle_spread")
    events: list[e.Event] = []
    for pile in (side.pile for side in shoe.sides if side.pile.loaded):
        player = act.player if act.face == "up" else ""
        then = pile.batch if shoe.shuffled_by_hand else after(shoe, pile)
        events.append(e.CardsSpreadIdle(pile.batch, pile.name, act.face, player, then))
        events.extend(revealed(pile.seals))
    return tuple(events)


def after(shoe: Shoe, pile: Pile) -> int:
    """The batch that goes into a side next."""
    return shoe.law.other_batch(pile.batch) if shoe.method == "two_batch" else pile.batch


def _may_request_spread(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    _check_idle_cards_out(shoe)
    for batch in shoe.desk.batches:
        lies_down = batch.idle and batch.face == "down" and Chore.VIEW_CARDS not in batch.done
        if lies_down and shoe.law.idle_spread == "face_down":
            return Due(Chore.REQUEST_SPREAD, PLAYERS, "", shoe.law.cite("idle_spread"), batch.number)
    cite = shoe.law.cite("stored_batch_spread")
    for side in shoe.sides:
        batch = shoe.batch(side.pile.batch)
        other = shoe.batch(shoe.law.other_batch(batch.number))
        waits = Chore.SHUFFLE in batch.done and Chore.CUT not in batch.done
        if waits and other.idle and other is not batch and not side.pile.loaded:
            return Due(Chore.REQUEST_SPREAD, PLAYERS, "", cite, batch.number)
    if shoe.method == "two_batch":
        raise not_now(shoe, "no batch has just come out of the shuffler", "stored_batch_spread")
    raise not_now(shoe, "no cards lie spread face down", "idle_spread")


def _request_spread(shoe: Shoe, act: Act, wanted: Due) -> Events:
    batch = shoe.batch(wanted.batch)
    return (e.SpreadRequested(batch.number, act.by.name), *revealed([batch.seal]))


# The equipment: the gaming day, the card reader, the shuffler.


def _check_inspected(shoe: Shoe) -> None:
    """Refuse what belongs to a daily inspection where the document has none."""
    if shoe.law.reader_inspection == "none":
        raise barred(shoe, "no inspection of a card reader is asked for", "reader_inspection")


def _may_begin_day(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    _check_inspected(shoe)
    return Due(Chore.BEGIN_GAMING_DAY, FLOOR, "", shoe.law.cite("reader_inspection"))


def _begin_day(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.GamingDayBegan(act.at),)


def _may_inspect_reader(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    _check_inspected(shoe)
    option = "reader_malfunction" if shoe.desk.reader == "fails" else "reader_inspection"
    return Due(Chore.INSPECT_READER, FLOOR, "", shoe.law.cite(option))


def _inspect_reader(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.ReaderInspected(str(act.by), act.at, act.works),)


def _may_report_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.law.shuffler == "manual":
        raise not_now(shoe, "the table has no shuffler", "shuffler")
    if shoe.desk.shuffler != "works":
        raise not_now(shoe, "the shuffler is already out of order", "shuffler_out_of_order")
    roles = DEALERS_OR_DEVICES | FLOOR
    return Due(Chore.REPORT_SHUFFLER, roles, "", _failures(shoe))


def _failures(shoe: Shoe) -> str:
    """The provisions on what may become of a shuffler."""
    options = ("shuffler_jam", "shuffler_out_of_order")
    return "; ".join(dict.fromkeys(shoe.law.cite(each) for each in options))


def _report_shuffler(shoe: Shoe, act: Act, wanted: Due) -> Events:
    if act.why == "out_of_order":
        return (e.ShufflerFailed("out_of_order"),)
    if act.why != "jam":
        message = f"{act.do}: why: jam or out_of_order, not {act.why[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, _failures(shoe))
    batch = named_batch(shoe, act, wanted)
    if any(is_in(side, batch) for side in shoe.sides):  # the other batch is shuffled while one is dealt
        between_rounds(shoe, Chore.REPORT_SHUFFLER, "shuffler_jam")
    if Chore.STACK not in batch.done or Chore.CUT in batch.done:
        raise not_now(shoe, f"batch {batch.number} is not in the shuffler", "shuffler_jam")
    return (e.ShufflerFailed("jam", batch.number), *revealed([batch.seal]))


def _may_cover_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.law.shuffler_out_of_order == "none":
        raise barred(shoe, "nothing is said of covering a shuffler", "shuffler_out_of_order")
    if shoe.desk.shuffler != "failed":
        raise not_now(shoe, "the shuffler is not out of order", "shuffler_out_of_order")
    cite = shoe.law.cite("shuffler_out_of_order")
    return Due(Chore.COVER_SHUFFLER, CREW, "", cite)


def _may_repair_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.desk.shuffler == "works":
        raise not_now(shoe, "the shuffler works", "shuffler_out_of_order")
    cite = shoe.law.cite("shuffler_out_of_order")
    return Due(Chore.REPAIR_SHUFFLER, FLOOR, "", cite)


ORDERS: Final[Mapping[Chore, Order]] = {
    Chore.BEGIN_GAMING_DAY: Order(_may_begin_day, _begin_day),
    Chore.INSPECT_READER: Order(_may_inspect_reader, _inspect_reader),
    Chore.REPORT_SHUFFLER: Order(_may_report_shuffler, _report_shuffler),
    Chore.COVER_SHUFFLER: Order(_may_cover_shuffler, _names_who(e.ShufflerCovered)),
    Chore.REPAIR_SHUFFLER: Order(_may_repair_shuffler, _names_who(e.ShufflerRepaired)),
    Chore.RECEIVE_CARDS: Order(_may_receive, _receive),
    Chore.WITHDRAW_CARDS: Order(_may_withdraw, _withdraw),
    Chore.ORDER_RECUT: Order(_may_recut, _recut),
    Chore.EXCUSE_BURN: Order(_may_excuse_burn, _names_who(e.BurnExcused)),
    Chore.SHOW_BURN: Order(_may_show_burn, _show_burn),
    Chore.DRAW_DETERMINANT: Order(_may_determine, _determine),
    Chore.ORDER_RESHUFFLE: Order(_may_reshuffle, _reshuffle),
    Chore.SPREAD_IDLE: Order(_may_spread_idle, _spread_idle),
    Chore.REQUEST_SPREAD: Order(_may_request_spread, _request_spread),
}
