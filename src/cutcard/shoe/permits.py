"""What orders have in common: who may give them, and how they are turned away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.shoe import events as e
from cutcard.shoe.acts import Act, Chore, Due
from cutcard.shoe.deal import check_scan
from cutcard.shoe.people import By, Role, TablePeople
from cutcard.shoe.procedure import is_mid_round
from cutcard.shoe.state import Batch, Seal, Shoe, Side

Events = tuple[e.Event, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """An act that is free to be done: `may` raises Refused or says who may, `brings` what follows."""

    may: Callable[[Shoe, TablePeople, int], Due]
    brings: Callable[[Shoe, Act, Due], Events]


def check_role(by: By, wanted: Due) -> None:
    """Refuse an act that is not this role's, or is another player's."""
    if by.role not in wanted.roles:
        allowed = " or ".join(sorted(wanted.roles))
        message = f"{wanted.chore} is to be done by a {allowed}, not by a {by.role}"
        raise Refused(Code.WRONG_ROLE, message, wanted.cite)
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
        if card is not None:  # right or wrong, a guess must not be told from one another
            message = f"{card}: this table draws its own cards; name none"
            raise Refused(Code.BAD_CARD, message, shoe.law.cite("shoe_loaded"))
        return seen, side.stack[side.at]
    if card is None:
        raise Refused(Code.BAD_CARD, "scan the card drawn", shoe.law.cite("shoe_loaded"))
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
        message = f"there is no batch {act.batch}; choose 1 to {len(shoe.desk.batches)}"
        raise Refused(Code.BAD_REQUEST, message)
    return shoe.batch(number)


def is_in(side: Side, batch: Batch) -> bool:
    """Whether a side is dealt from a batch, or about to be again."""
    pile = side.pile
    return pile.batch == batch.number and (pile.loaded or pile.refilling)
