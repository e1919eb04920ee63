"""An act becomes events, or is refused with the provision that forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.shoe import events as e
from cutcard.shoe.acts import Act, Chore, Due, TablePeople
from cutcard.shoe.deal import full_size
from cutcard.shoe.orders import (
    ORDERS,
    Events,
    after,
    barred,
    check_cut_at_all,
    check_role,
    draw,
    is_in,
    revealed,
)
from cutcard.shoe.procedure import burns_no_card, due, not_yet, refill_due
from cutcard.shoe.shuffle import (
    cards_to_shuffle,
    check_cover,
    check_cut,
    check_shuffle,
    check_steps,
    shuffled,
)
from cutcard.shoe.state import Shoe

Handler = Callable[[Shoe, Act, Due], Events]


def decide(shoe: Shoe, people: TablePeople, act: Act) -> Events:
    """What an act brings about; raises Refused where it may not be done so, or not now."""
    if shoe.desk.endless:
        message = f"{act.do}: a stacked shoe is dealt as it is; nothing else is done with it"
        raise Refused(Code.NOT_DUE, message, shoe.law.cite("shoe"))
    order = ORDERS.get(act.do)
    if order is not None:
        wanted = order.may(shoe, people, act.at)
        check_role(act.by, wanted)
        return order.brings(shoe, act, wanted)
    wanted = _wanted(shoe, people, act)
    check_role(act.by, wanted)
    return _CHORES[act.do][0](shoe, act, wanted)


def optional(shoe: Shoe, people: TablePeople, at: int = 0) -> tuple[Due, ...]:
    """What may be done now and need not be, and by whom."""
    if shoe.desk.endless:
        return ()
    possible: list[Due] = []
    wanted = due(shoe, people, at)
    if wanted is not None and wanted.chore is Chore.ACCEPT_CUT:
        possible.append(Due(Chore.REFUSE_CUT, wanted.roles, wanted.who, wanted.cite, wanted.batch))
    for order in ORDERS.values():
        try:
            may = order.may(shoe, people, at)
        except Refused:
            continue
        if may != wanted:
            possible.append(may)
    return tuple(possible)


def _wanted(shoe: Shoe, people: TablePeople, act: Act) -> Due:
    """The chore that is due, if this act is it."""
    if act.do in CUT_AND_COVER:
        check_cut_at_all(shoe)
    refill = act.do is Chore.SHUFFLE and act.why == "refill"
    wanted = refill_due(shoe, people) if refill else due(shoe, people, act.at)
    if wanted is None:
        if act.do is Chore.BURN and burns_no_card(shoe):
            raise barred(shoe, "no card of a continuous shuffler is burned", "continuous_lifts")
        if refill:
            message = "the rack has too few cards to finish the round with, or the shoe is not empty"
            raise Refused(Code.SHOE_EMPTY, message, shoe.law.cite("too_few_cards"))
        raise Refused(Code.NOT_DUE, f"{act.do} is not due", shoe.law.cite(_CHORES[act.do][1]))
    chore = Chore.ACCEPT_CUT if act.do is Chore.REFUSE_CUT else act.do
    if chore is not wanted.chore or act.batch not in (0, wanted.batch):
        raise not_yet(str(act.do), wanted)
    return wanted


def _batch(event: Callable[[int], e.Event]) -> Handler:
    """A chore whose event names only the batch."""
    return lambda _shoe, _act, wanted: (event(wanted.batch),)


def _batch_by(event: Callable[[int, str], e.Event]) -> Handler:
    """A chore whose event names the batch and who did it."""
    return lambda _shoe, act, wanted: (event(wanted.batch, str(act.by)),)


def _refuse_cut(_shoe: Shoe, _act: Act, wanted: Due) -> Events:
    return (e.CutRefused(wanted.batch, wanted.who),)


def _remove_tens(shoe: Shoe, act: Act, wanted: Due) -> Events:
    most = max(Counter(act.order).values(), default=0)
    if any(each.rank != "T" for each in act.order) or most > shoe.law.decks:
        message = "order: only the tens of the decks received are removed"
        raise Refused(Code.BAD_CARD, message, wanted.cite)
    return (e.TensRemoved(wanted.batch, act.order, str(act.by)),)


def _spread(_: Shoe, act: Act, wanted: Due) -> Events:
    if act.face not in ("", "up"):
        raise Refused(Code.ACTION_NOT_PERMITTED, "face: the cards are spread up", wanted.cite)
    return (e.CardsSpread(wanted.batch, "up"),)


def _view(_: Shoe, act: Act, wanted: Due) -> Events:
    if not wanted.who:
        raise Refused(Code.NOT_DUE, "no player has come to the table yet", wanted.cite)
    if act.player not in ("", wanted.who):
        message = f"player: the cards are shown to {wanted.who}, who came first"
        raise Refused(Code.OUT_OF_TURN, message, wanted.cite)
    return (e.CardsViewed(wanted.batch, wanted.who),)


def _shuffle(shoe: Shoe, act: Act, wanted: Due) -> Events:
    batch = shoe.batch(wanted.batch)
    refill = wanted.why == "refill"
    cards = cards_to_shuffle(shoe, wanted)
    check_shuffle(shoe, batch, act, cards=cards)
    if shoe.method == "manual" or (refill and shoe.law.too_few_cards_by_hand):
        check_steps(shoe, batch, act.steps)
    event = shuffled(batch, act, size=len(cards), why=wanted.why)
    pile = next((side.pile for side in shoe.sides if is_in(side, batch)), None)
    if refill or pile is None:
        return (event,)
    # A continuous shuffler: the old order has served, the new one is in the shoe at once.
    loaded = e.ShoeLoaded(batch.number, pile.name, str(act.by))
    return (*revealed(pile.seals), event, loaded)


def _offer_cut(_shoe: Shoe, act: Act, wanted: Due) -> Events:
    if act.player not in ("", wanted.who):
        message = f"player: the cut is offered to {wanted.who}, not to {act.player[:40]}"
        raise Refused(Code.OUT_OF_TURN, message, wanted.cite)
    return (e.CutOffered(wanted.batch, wanted.who),)


def _cut(shoe: Shoe, act: Act, wanted: Due) -> Events:
    check_cut(shoe.law, shoe.batch(wanted.batch).size, act.position)
    return (e.CardsCut(wanted.batch, str(act.by), wanted.who, act.position),)


def _place_cover(shoe: Shoe, act: Act, wanted: Due) -> Events:
    check_cover(shoe.law, shoe.batch(wanted.batch).size, act.behind)
    return (e.CoverPlaced(wanted.batch, act.behind),)


def _load(_: Shoe, act: Act, wanted: Due) -> Events:
    return (e.ShoeLoaded(wanted.batch, wanted.side, str(act.by)),)


def _burn(shoe: Shoe, act: Act, wanted: Due) -> Events:
    side = shoe.sides[shoe.side_named(wanted.side)]
    seen, drawn = draw(shoe, side, act.card)
    return (*seen, e.CardBurned(drawn, wanted.side, wanted.why))


def _end_shoe(shoe: Shoe, act: Act, wanted: Due) -> Events:
    side = shoe.sides[shoe.side_named(wanted.side)]
    pile, full = side.pile, full_size(shoe, wanted.batch)
    if act.counted != full:
        message = f"counted: {act.counted} cards into the rack; batch {pile.batch} has {full}"
        raise Refused(Code.CARDS_MISSING, message, wanted.cite)
    left = side.size - side.at
    ended = e.ShoeEnded(pile.batch, pile.name, left, act.counted, after(shoe, pile))
    return (ended, *revealed(pile.seals))


CUT_AND_COVER: Final = frozenset(
    {Chore.OFFER_CUT, Chore.ACCEPT_CUT, Chore.REFUSE_CUT, Chore.CUT, Chore.PLACE_COVER}
)
"""What is not done with the cards of a continuous shuffler."""
_CHORES: Final[Mapping[Chore, tuple[Handler, str]]] = {
    Chore.INSPECT_CARDS: (_batch_by(e.CardsInspected), "opening_inspection"),
    Chore.REMOVE_TENS: (_remove_tens, "tens_removed"),
    Chore.VERIFY_INSPECTION: (_batch_by(e.InspectionVerified), "opening_inspection"),
    Chore.SPREAD: (_spread, "opening_spread"),
    Chore.TURN_UP: (_batch(e.CardsTurnedUp), "idle_turned_up"),
    Chore.VIEW_CARDS: (_view, "opening_view"),
    Chore.TURN_DOWN: (_batch(e.CardsTurnedDown), "opening_view"),
    Chore.WASH: (_batch(e.CardsWashed), "opening_wash"),
    Chore.STACK: (_batch(e.CardsStacked), "opening_view"),
    Chore.SHUFFLE: (_shuffle, "shuffle_due"),
    Chore.OFFER_CUT: (_offer_cut, "cut_offered"),
    Chore.ACCEPT_CUT: (_cut, "cut_offered"),
    Chore.REFUSE_CUT: (_refuse_cut, "cut_offered"),
    Chore.CUT: (_cut, "cut_by_dealer"),
    Chore.PLACE_COVER: (_place_cover, "cover_from_back"),
    Chore.COVER_BASE: (_batch(e.BaseCovered), "base_cover"),
    Chore.LOAD: (_load, "shoe_loaded"),
    Chore.BURN: (_burn, "burn_per_shoe"),
    Chore.END_SHOE: (_end_shoe, "shoe_collected"),
}
"""How each chore is done, and the option whose provision refuses it while it is not due."""
