"""The chores of a dealer, done by the table itself."""

from __future__ import annotations

from cutcard.cards import DECK_52
from cutcard.shoe.acts import Act, Chore, Due
from cutcard.shoe.cut import least_behind
from cutcard.shoe.deal import full_size
from cutcard.shoe.people import CREW, By, Role, TablePeople
from cutcard.shoe.shuffle import usual_steps
from cutcard.shoe.state import Shoe


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
