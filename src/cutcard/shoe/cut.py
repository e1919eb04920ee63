"""The cut and the cover card: who is offered the cut, and where either may go."""

from __future__ import annotations

from typing import Final

from cutcard.law import Code, Refused
from cutcard.shoe.law import ShoeLaw
from cutcard.shoe.people import TablePeople
from cutcard.shoe.state import Batch, Pile, Shoe

TEN_CARDS: Final = 10


def offered_first(people: TablePeople, pile: Pile) -> tuple[str, int, str]:
    """Who is offered the cut first, from which box the offer goes on, and the option that says so."""
    right = max((box for box, _ in people.seated), default=0)
    if pile.opening and people.arrived:
        first = people.arrived[0]
        return first, people.box_of(first) or right, "cut_at_opening"
    if pile.cover_on > 0:
        return people.player_at(pile.cover_on), pile.cover_on, "cut_after_cover"
    reason = "cut_after_dealer_cover" if pile.cover_on == 0 else "cut_after_order"
    return people.player_at(right), right, reason


def cut_order(shoe: Shoe, people: TablePeople, pile: Pile) -> tuple[str, ...]:
    """Each player once, in the order in which the cut is offered."""
    first, start, _ = offered_first(people, pile)
    boxes = sorted(people.seated)
    if shoe.law.cut_refused_rotates == "clockwise":
        turn = [each for each in boxes if each[0] >= start] + [each for each in boxes if each[0] < start]
    else:
        boxes.reverse()
        turn = [each for each in boxes if each[0] <= start] + [each for each in boxes if each[0] > start]
    names = dict.fromkeys([first, *(player for _, player in turn)])
    return tuple(name for name in names if name)


def next_cutter(shoe: Shoe, people: TablePeople, batch: Batch) -> str:
    """The player to be offered the cut next; empty where it is the dealer's."""
    pile = next(side.pile for side in shoe.sides if side.pile.batch == batch.number)
    order = cut_order(shoe, people, pile)
    if batch.recut:
        after = order[order.index(batch.cutter) + 1 :] if batch.cutter in order else ()
        again = (batch.cutter,) if batch.recut == "last" and batch.cutter in order else ()
        order = again + after
    return next((player for player in order if player not in batch.refused), "")


def cut_limits(law: ShoeLaw, size: int) -> tuple[int, int]:
    """The least and the greatest number of cards that may lie on top of the cut.

    A stack too small for the distance is cut as near its middle as the distance drives it (MA-A41).
    """
    least = TEN_CARDS if law.cut_from_ends == "10_cards" else law.deck_cards
    least = min(1 if law.has_own_procedure else least, size // 2)
    return least, size - least


def check_cut(law: ShoeLaw, size: int, position: int) -> None:
    """Refuse a cut too near an end of the stack."""
    least, most = cut_limits(law, size)
    if not least <= position <= most:
        message = f"a cut after {position} of {size} cards; it must be after {least} to {most}"
        raise Refused(Code.CUT_NOT_PERMITTED, message, law.cite("cut_from_ends"))


def least_behind(law: ShoeLaw, size: int) -> int:
    """How many cards must lie behind the cover card at least."""
    if law.has_own_procedure:
        return 0
    part, whole = law.cover_fraction
    return -(-size * part // whole)


def check_cover(law: ShoeLaw, size: int, behind: int) -> None:
    """Refuse a cover card too near the back of the stack."""
    least = least_behind(law, size)
    if not least <= behind <= size:
        message = f"{behind} cards behind the cover card of {size}; there must be {least} to {size}"
        raise Refused(Code.COVER_NOT_PERMITTED, message, law.cite("cover_from_back"))
