"""What must be done with the cards before a round may begin: one question, `due`.

`automatic` is the act of an automatic dealer who does what is due.
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import DECK_52
from cutcard.law import Code, Refused
from cutcard.shoe.acts import (
    CREW,
    DEALERS,
    DEALERS_OR_DEVICES,
    FLOOR,
    PLAYERS,
    Act,
    By,
    Chore,
    Due,
    Role,
    TablePeople,
)
from cutcard.shoe.deal import full_size, is_empty
from cutcard.shoe.shuffle import cards_to_refill, least_behind, next_cutter, offered_first, usual_steps
from cutcard.shoe.state import Batch, Pile, Shoe, Side

HOUR: Final = 3600


def due(shoe: Shoe, people: TablePeople, at: int = 0) -> Due | None:
    """What must come next before a round may be dealt; None where a round may begin.

    While a round is dealt nothing is due but the rest of a refill that was begun, and the burn of a
    dealer who takes over.
    """
    if shoe.desk.endless:
        return None
    if any(side.pile.refilling for side in shoe.sides):
        return refill_due(shoe, people)
    if is_mid_round(shoe):
        burn = _burning(shoe) if shoe.desk.new_dealer and not is_empty(shoe) else None
        return burn if burn is not None and burn.why == "dealer" else None
    return (
        _old_cards(shoe, at)
        or _reader(shoe)
        or _opening(shoe, people)
        or _ending(shoe)
        or _preparing(shoe, people)
        or _storing(shoe)
        or _burning(shoe)
    )


def is_mid_round(shoe: Shoe) -> bool:
    """Whether cards of the shoe lie on the layout, or a determinant card has called the round."""
    return any(side.out for side in shoe.sides) or (shoe.law.is_double and shoe.prepared)


def cards_dealt(side: Side) -> int:
    """How many cards but burned ones have left a side since it was loaded."""
    return side.at - side.pile.burned


def check_ready(shoe: Shoe, people: TablePeople, at: int = 0) -> None:
    """Refuse a new round while something else must be done first."""
    wanted = due(shoe, people, at)
    if wanted is not None:
        raise not_yet("a round", wanted)


def not_yet(what: str, wanted: Due) -> Refused:
    """The refusal of something that must wait for something else."""
    code = Code.CARDS_TOO_OLD if wanted.why == "age" else Code.NOT_DUE
    batch = f" of batch {wanted.batch}" if wanted.batch else ""
    return Refused(code, f"{what} must wait: {wanted.chore} is due{batch}", wanted.cite)


def opening_draw(shoe: Shoe) -> Due | None:
    """What is drawn once wagers are locked, before the first card: a double shoe's determinant card."""
    if not shoe.law.is_double or shoe.prepared or shoe.desk.endless:
        return None
    return Due(Chore.DRAW_DETERMINANT, DEALERS, cite=shoe.law.cite("determinant"))


def refill_due(shoe: Shoe, people: TablePeople) -> Due | None:
    """What must be done before an empty shoe can go on with its round; None where nothing can."""
    law = shoe.law
    if shoe.desk.endless:  # a stacked shoe has the cards it was given and no others
        return None
    begun = (side.pile for side in shoe.sides if side.pile.refilling)
    pile = next(begun, shoe.side.pile)
    if not pile.refilling:
        # One card would be burned and leave nothing to deal.
        if not (is_mid_round(shoe) and is_empty(shoe)) or len(cards_to_refill(shoe)) <= 1:
            return None
        by_hand = shoe.method == "manual" or law.too_few_cards_by_hand
        if not by_hand and (broken := _broken_shuffler(shoe)) is not None:
            return broken
        roles = DEALERS if by_hand else DEALERS_OR_DEVICES
        cite = law.cite("too_few_cards")
        return Due(Chore.SHUFFLE, roles, "", cite, pile.batch, pile.name, "refill")
    if not pile.loaded:
        return _cut(shoe, people, pile) or _load(shoe, pile)
    return Due(Chore.BURN, DEALERS, "", law.cite("too_few_cards_burn"), pile.batch, pile.name, "refill")


def _old_cards(shoe: Shoe, at: int) -> Due | None:
    limit = shoe.law.card_age_hours * HOUR
    for batch in shoe.desk.batches:
        if limit and batch.done and at - batch.received_at >= limit:
            cite = shoe.law.cite("card_age_hours")
            return Due(Chore.RECEIVE_CARDS, CREW, "", cite, batch.number, why="age")
    return None


def _reader(shoe: Shoe) -> Due | None:
    law, reader = shoe.law, shoe.desk.reader
    if law.reader_inspection == "none" or reader == "works":
        return None
    cite = law.cite("reader_malfunction" if reader == "fails" else "reader_inspection")
    return Due(Chore.INSPECT_READER, FLOOR, "", cite)


def _opening(shoe: Shoe, people: TablePeople) -> Due | None:
    for batch in shoe.desk.batches:
        if Chore.STACK not in batch.done:
            return _inspection(shoe, batch) or _display(shoe, people, batch)
    return None


def _inspection(shoe: Shoe, batch: Batch) -> Due | None:
    """From the receipt of the cards to the floorperson's word that they are whole."""
    law, done, number = shoe.law, batch.done, batch.number
    verified = law.opening_inspection == "dealer_and_floorperson"
    for chore, roles, option, wanted in (
        (Chore.RECEIVE_CARDS, CREW, "opening_inspection", True),
        (Chore.INSPECT_CARDS, DEALERS, "opening_inspection", True),
        (Chore.REMOVE_TENS, CREW, "tens_removed", law.tens_removed),
        (Chore.VERIFY_INSPECTION, FLOOR, "opening_inspection", verified),
    ):
        if wanted and chore not in done:
            return Due(chore, roles, "", law.cite(option), number)
    return None


def _display(shoe: Shoe, people: TablePeople, batch: Batch) -> Due:
    """From the spread to the stack, at an opening or when an idle table resumes."""
    law, done, number = shoe.law, batch.done, batch.number
    by_hand = shoe.shuffled_by_hand
    cite = law.cite(_resumed(shoe) if batch.idle else "opening_view")
    # A text that has idle cards turned up for a player says so of the look at them as well.
    shown = law.cite("idle_turned_up") if batch.idle and law.idle_turned_up else cite
    if Chore.SPREAD not in done:
        option = "idle_spread" if batch.idle else "opening_spread"
        stored = shoe.method == "two_batch" and not by_hand
        if batch.idle and stored and any(s.pile.batch == number for s in shoe.sides):
            option = "stored_batch_spread"
        return Due(Chore.SPREAD, DEALERS, "", law.cite(option), number)
    if Chore.VIEW_CARDS not in done:
        if batch.idle and batch.face == "down" and law.idle_turned_up and people.arrived:
            return Due(Chore.TURN_UP, DEALERS, "", law.cite("idle_turned_up"), number)
        first = people.arrived[0] if people.arrived else ""
        return Due(Chore.VIEW_CARDS, PLAYERS | DEALERS, first, shown, number)
    if Chore.TURN_DOWN not in done and batch.face == "up":
        return Due(Chore.TURN_DOWN, DEALERS, "", shown, number)
    if Chore.WASH not in done and (by_hand or (law.opening_wash == "always" and not batch.idle)):
        wash = cite if batch.idle else law.cite("opening_wash")
        return Due(Chore.WASH, DEALERS, "", wash, number)
    return Due(Chore.STACK, DEALERS, "", cite, number)


def _resumed(shoe: Shoe) -> str:
    """The provision on making the cards of an idle table ready again."""
    return "idle_by_hand" if shoe.shuffled_by_hand else "idle_with_shuffler"


def _ending(shoe: Shoe) -> Due | None:
    for side in shoe.sides:
        pile = side.pile
        over = pile.ends and cards_dealt(side) > pile.ends_past
        if pile.loaded and (over or _runs_out(shoe, side)):
            cite = shoe.law.cite("side_collected" if shoe.law.is_double else "shoe_collected")
            return Due(Chore.END_SHOE, DEALERS, "", cite, pile.batch, pile.name)
    return None


def _runs_out(shoe: Shoe, side: Side) -> bool:
    if shoe.method == "continuous":
        return False
    # A stack that was never cut came from a continuous shuffler that is out of order now.
    uncut = Chore.CUT not in shoe.batch(side.pile.batch).done
    return uncut or side.at >= side.size or (shoe.law.deals_one_round and cards_dealt(side) > 0)


def _preparing(shoe: Shoe, people: TablePeople) -> Due | None:
    """Shuffle, cut, cover card and load, for each side that has no cards in it."""
    for side in shoe.sides:
        pile = side.pile
        batch = shoe.batch(pile.batch)
        if Chore.SHUFFLE not in batch.done:
            return _shuffle(shoe, batch, pile.name)
        if pile.loaded:
            used = cards_dealt(side) > 0 or side.at >= side.size
            if shoe.method == "continuous" and (used or shoe.desk.shuffler != "works"):
                return _shuffle(shoe, batch, pile.name)
            continue
        return _cut(shoe, people, pile) or _cover(shoe, batch) or _load(shoe, pile)
    return None


def _shuffle(shoe: Shoe, batch: Batch, side: str = "") -> Due:
    broken = _broken_shuffler(shoe)
    if broken is not None:
        return broken
    roles = DEALERS if shoe.method == "manual" else DEALERS_OR_DEVICES
    why = "shuffler_jam" if batch.jammed else _resumed(shoe) if batch.idle else "shuffle_due"
    return Due(Chore.SHUFFLE, roles, "", shoe.law.cite(why), batch.number, side)


def _broken_shuffler(shoe: Shoe) -> Due | None:
    """What must be done with a shuffler out of order before cards are shuffled in another way."""
    if shoe.desk.shuffler == "works" or shoe.method == "manual":
        return None
    if shoe.law.shuffler_compulsory:
        return Due(Chore.REPAIR_SHUFFLER, FLOOR, "", shoe.law.cite("shuffler_compulsory"))
    return Due(Chore.COVER_SHUFFLER, CREW, "", shoe.law.cite("shuffler_out_of_order"))


def _cut(shoe: Shoe, people: TablePeople, pile: Pile) -> Due | None:
    batch, law = shoe.batch(pile.batch), shoe.law
    if shoe.method == "continuous" or Chore.CUT in batch.done:
        return None
    was_offered = bool(batch.offered) and people.has(batch.offered)
    player = batch.offered if was_offered else next_cutter(shoe, people, batch)
    if not player:
        return Due(Chore.CUT, DEALERS, "", law.cite("cut_by_dealer"), batch.number)
    first, _, option = offered_first(people, pile)
    cite = law.cite(option)
    if batch.recut:
        cite = law.cite("recut_cutter")
    elif player != first:  # who refused, or whose place it was and who is gone
        cite = law.cite(f"{option}_refused", "cut_refused_rotates")
    if was_offered:
        return Due(Chore.ACCEPT_CUT, PLAYERS, player, cite, batch.number)
    offered_by = law.cite("cut_offered")
    return Due(Chore.OFFER_CUT, DEALERS, player, cite, batch.number, role_cite=offered_by)


def _cover(shoe: Shoe, batch: Batch) -> Due | None:
    """The cover card in the stack, and the one under a pack in the hand, in the document's order."""
    law = shoe.law
    covers = [(Chore.PLACE_COVER, "cover_from_back")]
    if shoe.method == "continuous" or law.deals_one_round:
        covers = []
    if law.base_cover == "after_cover_card":
        covers.append((Chore.COVER_BASE, "base_cover"))
    elif law.base_cover == "before_cover_card":
        covers.insert(0, (Chore.COVER_BASE, "base_cover"))
    for chore, option in covers:
        if chore not in batch.done:
            return Due(chore, DEALERS, "", law.cite(option), batch.number)
    return None


def _load(shoe: Shoe, pile: Pile) -> Due:
    by_device = shoe.law.shuffler_loads_shoe and shoe.method != "manual"
    roles = DEALERS_OR_DEVICES if by_device else DEALERS
    return Due(Chore.LOAD, roles, "", shoe.law.cite("shoe_loaded"), pile.batch, pile.name)


def _storing(shoe: Shoe) -> Due | None:
    """The batch out of play is shuffled and kept in the device."""
    if shoe.method != "two_batch":
        return None
    in_play = {side.pile.batch for side in shoe.sides}
    for batch in shoe.desk.batches:
        if batch.number not in in_play and Chore.SHUFFLE not in batch.done:
            return _shuffle(shoe, batch)
    return None


def burns_no_card(shoe: Shoe) -> bool:
    """Whether what is said of a continuous shuffler lifts the burn as well; not that of a refill."""
    return shoe.method == "continuous" and shoe.law.continuous_lifts == "cut_cover_idle_and_burn"


def _burning(shoe: Shoe) -> Due | None:
    law, pile = shoe.law, shoe.side.pile
    if law.is_double or burns_no_card(shoe):
        return None
    why = ""
    if law.burn_per_shoe and Chore.BURN not in shoe.batch(pile.batch).done:
        why = "shoe"
    elif law.burn_per_dealer and shoe.desk.new_dealer and not is_empty(shoe):  # else first a refill
        why = "dealer"
    elif law.burn_each_round and law.in_hand and not shoe.prepared:
        why = "round"
    if not why:
        return None
    option = {"shoe": "burn_per_shoe", "dealer": "burn_per_dealer", "round": "burn_each_round"}[why]
    return Due(Chore.BURN, DEALERS, "", law.cite(option), pile.batch, pile.name, why)


def automatic(shoe: Shoe, _people: TablePeople, wanted: Due, at: int = 0) -> Act | None:
    """The act that does a due chore in the usual way.

    None where it takes something from outside: the order and salt of a virtual shuffle, the scan of
    a card at a physical table, a player to look the cards over, the repair of a broken reader. A
    player offered the cut who does not take it declines; the dealer cuts in the middle.
    """
    if _comes_from_outside(shoe, wanted):
        return None
    by = _by(wanted)
    batch, side, why = wanted.batch, wanted.side, wanted.why
    match wanted.chore:
        case Chore.SHUFFLE:
            by_hand = wanted.roles == {Role.DEALER}
            steps = usual_steps(shoe, shoe.batch(batch)) if by_hand else ()
            return Act(Chore.SHUFFLE, by, at, batch, side, steps=steps, why=why)
        case Chore.DRAW_DETERMINANT:
            return Act(wanted.chore, by, at, side=_fuller_side(shoe))
        case Chore.VIEW_CARDS | Chore.OFFER_CUT:
            return Act(wanted.chore, by, at, batch, player=wanted.who)
        case Chore.ACCEPT_CUT:
            return Act(Chore.REFUSE_CUT, by, at, batch)
        case Chore.REMOVE_TENS:
            tens = tuple(card for card in DECK_52 if card.rank == "T") * shoe.law.decks
            return Act(wanted.chore, by, at, batch, order=tens)
        case Chore.CUT:
            return Act(wanted.chore, by, at, batch, position=shoe.batch(batch).size // 2)
        case Chore.PLACE_COVER:
            behind = least_behind(shoe.law, shoe.batch(batch).size)
            return Act(wanted.chore, by, at, batch, behind=behind)
        case Chore.END_SHOE:
            return Act(wanted.chore, by, at, batch, side, counted=full_size(shoe, batch))
        case _:
            return Act(wanted.chore, by, at, batch, side, why=why)


def _comes_from_outside(shoe: Shoe, wanted: Due) -> bool:
    match wanted.chore:
        case Chore.SHUFFLE:
            return shoe.virtual
        case Chore.BURN | Chore.DRAW_DETERMINANT:
            return not shoe.virtual
        case Chore.VIEW_CARDS:
            return not wanted.who
        case Chore.INSPECT_READER:  # nobody but a floorperson finds a broken one repaired
            return shoe.desk.reader == "fails"
    return False


def _by(wanted: Due) -> By:
    for role in Role:  # the lowest who may
        if role in CREW & wanted.roles:
            return By(role)
    return By(Role.PLAYER, wanted.who)


def _fuller_side(shoe: Shoe) -> str:
    left, right = shoe.sides
    return "left" if left.size - left.at >= right.size - right.at else "right"
