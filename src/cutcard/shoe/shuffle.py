"""The shuffle, the cut and the cover card: what each must be, and who is offered the cut.

A shuffle is of the right cards, its commitment holds, and by hand it has the document's steps.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Final

from cutcard.cards import Card, text
from cutcard.law import Code, Refused
from cutcard.shoe.acts import Act, Due, TablePeople
from cutcard.shoe.deal import without
from cutcard.shoe.events import CardsShuffled
from cutcard.shoe.law import ShoeLaw
from cutcard.shoe.state import Batch, Pile, Shoe

PLUG, RIFFLE, STRIP, CUT = "plug", "riffle", "strip", "cut"


def commitment_of(order: Iterable[Card], salt: str) -> str:
    """SHA-256 over the salt and the cards' texts, in hexadecimal."""
    return hashlib.sha256(f"{salt}:{text(order)}".encode()).hexdigest()


def cards_to_refill(shoe: Shoe) -> tuple[Card, ...]:
    """What can be shuffled to finish a round: the rack, and the same side's segregated cards."""
    return shoe.side.pile.rack + shoe.side.pile.segregated


def cards_to_shuffle(shoe: Shoe, wanted: Due) -> tuple[Card, ...]:
    """The cards that a due shuffle is of, in no order that matters."""
    if wanted.why == "refill":
        return cards_to_refill(shoe)
    return without(shoe.law.pack, shoe.batch(wanted.batch).removed)


def check_shuffle(shoe: Shoe, batch: Batch, act: Act, *, cards: tuple[Card, ...]) -> None:
    """Refuse a shuffle of other cards, or one whose commitment does not hold."""
    cite = shoe.law.cite("shuffle_due")
    if not shoe.virtual:
        if act.order or act.salt or act.commitment:
            message = "order: a physical table does not know that of its cards"
            raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
        return
    if Counter(act.order) != Counter(cards):
        message = f"order: {len(act.order)} cards are not the {len(cards)} of batch {batch.number}"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    if act.commitment != commitment_of(act.order, act.salt):
        message = "commitment: it does not match this order and salt"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)


def check_steps(shoe: Shoe, batch: Batch, steps: tuple[str, ...]) -> None:
    """Refuse a shuffle by hand without the document's steps; a virtual one need not have any."""
    law = shoe.law
    if not law.shuffle_steps or law.has_own_procedure or (shoe.virtual and not steps):
        return
    cite = law.cite("shuffle_steps")
    for each in steps:
        if each not in law.shuffle_steps:
            message = (
                f"steps: {each[:20]!r} is none of a shuffle; they are {', '.join(law.shuffle_steps)}"
            )
            raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    # Only what a shoe left unused can be plugged into the rack.
    wanted = [each for each in law.shuffle_steps if each != PLUG or batch.unused]
    if missing := [each for each in wanted if each not in steps]:
        message = f"steps: the shuffle has no {' and no '.join(missing)}"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    if steps[-1] != CUT:
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, "steps: the cut is the last of a shuffle", cite)
    riffles = steps[: steps.index(STRIP)].count(RIFFLE)
    if riffles < law.riffles_before_strip:
        message = f"steps: {riffles} riffles before the strip; there must be {law.riffles_before_strip}"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, law.cite("riffles_before_strip"))


def usual_steps(shoe: Shoe, batch: Batch) -> tuple[str, ...]:
    """The steps of a shuffle by hand as an automatic dealer records them."""
    law = shoe.law
    if not law.shuffle_steps:
        return ()
    plug = (PLUG,) if batch.unused else ()
    rest = tuple(each for each in law.shuffle_steps if each not in (PLUG, RIFFLE))
    return (*plug, *(RIFFLE,) * max(law.riffles_before_strip, 1), *rest)


def shuffled(batch: Batch, act: Act, *, size: int, why: str = "") -> CardsShuffled:
    """The event of a shuffle that has been checked."""
    return CardsShuffled(
        batch=batch.number,
        size=size,
        commitment=act.commitment,
        order=act.order,
        salt=act.salt,
        steps=act.steps,
        by=str(act.by),
        why=why,
    )


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
        if batch.cutter in order:
            order = order[order.index(batch.cutter) + (batch.recut == "next") :]
        elif not batch.cutter:  # the dealer cut; of a player who has left the others come next
            order = ()
    return next((player for player in order if player not in batch.refused), "")


def cut_limits(law: ShoeLaw, size: int) -> tuple[int, int]:
    """The least and the greatest number of cards that may lie on top of the cut.

    A stack too small for the distance is cut as near its middle as the distance drives it (MA-A41).
    """
    least: int = TEN_CARDS if law.cut_from_ends == "10_cards" else law.deck_cards
    least = min(1 if law.has_own_procedure else least, size // 2)
    return least, size - least


def check_cut(law: ShoeLaw, size: int, position: int) -> None:
    """Refuse a cut too near an end of the stack."""
    least, most = cut_limits(law, size)
    if not least <= position <= most:
        message = f"position: a cut after {position} of {size} cards; it must be after {least} to {most}"
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
        message = (
            f"behind: {behind} cards behind the cover card of {size}; there must be {least} to {size}"
        )
        raise Refused(Code.COVER_NOT_PERMITTED, message, law.cite("cover_from_back"))
