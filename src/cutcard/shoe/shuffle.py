"""What a shuffle must be: the right cards, a commitment that holds, the steps of a shuffle by hand."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from cutcard.cards import Card, text
from cutcard.law import Code, Refused
from cutcard.shoe.acts import Act, Due
from cutcard.shoe.deal import without
from cutcard.shoe.events import CardsShuffled
from cutcard.shoe.state import Batch, Shoe

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
            message = "a physical table does not know the order of its cards"
            raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
        return
    if Counter(act.order) != Counter(cards):
        message = f"the {len(act.order)} cards shuffled are not the {len(cards)} of batch {batch.number}"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    if act.commitment != commitment_of(act.order, act.salt):
        message = "the commitment does not match this order and salt"
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
                f"{each[:20]!r} is not a step of a shuffle; the steps are {', '.join(law.shuffle_steps)}"
            )
            raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    # Only what a shoe left unused can be plugged into the rack.
    wanted = [each for each in law.shuffle_steps if each != PLUG or batch.unused]
    if missing := [each for each in wanted if each not in steps]:
        message = f"the shuffle has no {' and no '.join(missing)}"
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, message, cite)
    if steps[-1] != CUT:
        raise Refused(Code.SHUFFLE_NOT_PERMITTED, "the cut is the last step of a shuffle", cite)
    riffles = steps[: steps.index(STRIP)].count(RIFFLE)
    if riffles < law.riffles_before_strip:
        message = f"{riffles} riffles before the strip; there must be {law.riffles_before_strip}"
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
