"""Cards leaving the shoe and coming to the rack: what a round does, card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from cutcard.cards import Card
from cutcard.law import Code, Refused
from cutcard.shoe.state import Batch, Pile, Shoe, Side
from cutcard.values import but

_made = tuple.__new__


def peek(shoe: Shoe) -> Card:
    """The next card of a virtual shoe; a determinant that waits as first card comes first."""
    if shoe.waiting is not None:
        return shoe.waiting
    side = shoe.sides[shoe.using]
    return side.stack[side.at]


def cover_is_next(shoe: Shoe) -> bool:
    """Whether the cover card lies before the next card; a physical one is reported when it comes."""
    side = shoe.sides[shoe.using]
    return side.at == side.cover and shoe.waiting is None


def is_empty(shoe: Shoe) -> bool:
    """Whether no card is left to deal on the side in use."""
    side = shoe.sides[shoe.using]
    return side.at >= side.size and shoe.waiting is None


def cards_left(shoe: Shoe) -> int:
    """How many cards the side in use still holds."""
    side = shoe.sides[shoe.using]
    return side.size - side.at


def take(shoe: Shoe, card: Card) -> Shoe:
    """A card left the shoe for the layout."""
    law, sides, using, waiting, _, desk = shoe
    if waiting is not None:  # it has left the shoe already, as determinant
        return Shoe(law, sides, using, None, False, desk)
    stack, size, at, cover, out, pile = sides[using]
    # Tuples made directly: this runs for every card, and the named constructor costs as much again.
    side = _made(Side, (stack, size, at + 1, cover, (*out, card), pile))
    changed = (side,) if len(sides) == 1 else with_side(sides, using, side)
    return _made(Shoe, (law, changed, using, None, False, desk))


def with_side(sides: tuple[Side, ...], index: int, side: Side) -> tuple[Side, ...]:
    """The sides with one of them changed."""
    return (*sides[:index], side, *sides[index + 1 :])


def changed_pile(shoe: Shoe, index: int, pile: Pile) -> Shoe:
    """The shoe with another pile around one side."""
    side = shoe.sides[index]._replace(pile=pile)
    return shoe._replace(sides=with_side(shoe.sides, index, side))


def discard(shoe: Shoe, cards: tuple[Card, ...], *, segregated: bool = False) -> Shoe:
    """Cards went from the layout to the rack, in order, or to a double shoe's segregated area."""
    if len(shoe.sides) == 1:
        return _laid_by(shoe, 0, cards, segregated=segregated)
    own, other = _by_side(shoe, cards)
    shoe = _laid_by(shoe, shoe.using, own, segregated=segregated)
    return _laid_by(shoe, 1 - shoe.using, other, segregated=segregated)


def _by_side(shoe: Shoe, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards of the side in use and of the other, as the colour of their backs would tell them."""
    lying = Counter(shoe.side.out)
    own: list[Card] = []
    other: list[Card] = []
    for each in cards:
        (own if lying[each] > 0 else other).append(each)
        lying[each] -= 1
    return tuple(own), tuple(other)


def _laid_by(shoe: Shoe, index: int, cards: tuple[Card, ...], *, segregated: bool) -> Shoe:
    if not cards:
        return shoe
    side = shoe.sides[index]
    pile = side.pile
    if segregated:
        pile = but(pile, segregated=pile.segregated + cards)
    else:
        pile = but(pile, rack=pile.rack + cards)
    out = () if len(cards) == len(side.out) else without(side.out, cards)
    moved = Side(side.stack, side.size, side.at, side.cover, out, pile)
    changed = (moved,) if len(shoe.sides) == 1 else with_side(shoe.sides, index, moved)
    return Shoe(shoe.law, changed, shoe.using, shoe.waiting, shoe.prepared, shoe.desk)


def without(lying: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards with some of them gone, one for one; one that does not lie there is a bug."""
    left = list(lying)
    for each in cards:
        left.remove(each)
    return tuple(left)


def remove(shoe: Shoe, card: Card) -> Shoe:
    """A card on the layout was taken out of play for good: torn up, or not of this game."""
    index = shoe.using if card in shoe.side.out else (1 - shoe.using) % len(shoe.sides)
    side = shoe.sides[index]
    out = without(side.out, (card,))
    shoe = shoe._replace(sides=with_side(shoe.sides, index, side._replace(out=out)))
    if shoe.desk.endless:
        return shoe
    if card not in shoe.law.pack:  # it was one too many in the stack
        side = shoe.sides[index]._replace(size=side.size + 1)
        return shoe._replace(sides=with_side(shoe.sides, index, side))
    batch = shoe.batch(side.pile.batch)
    return with_batch(shoe, replace(batch, removed=(*batch.removed, card)))


def with_batch(shoe: Shoe, batch: Batch) -> Shoe:
    """The shoe with one batch changed."""
    batches = shoe.desk.batches
    at = batch.number - 1
    changed = (*batches[:at], batch, *batches[at + 1 :])
    return shoe._replace(desk=replace(shoe.desk, batches=changed))


def deal_from(shoe: Shoe, side: str) -> Shoe:
    """Cards come from a side of a double shoe from here on."""
    return shoe._replace(using=shoe.side_named(side))


def of_no_round(shoe: Shoe) -> Shoe:
    """The card that just left the side in use was of no round: it counts as a burned one."""
    pile = shoe.side.pile
    return changed_pile(shoe, shoe.using, replace(pile, burned=pile.burned + 1))


def full_size(shoe: Shoe, batch: int) -> int:
    """How many cards a batch has."""
    return len(shoe.law.pack) - len(shoe.batch(batch).removed)


def check_scan(shoe: Shoe, card: Card) -> None:
    """Refuse a scanned card that cannot come from this shoe."""
    law = shoe.law
    if card not in law.pack:
        message = f"card: {card.text} is not in a deck of {law.deck_cards}"
        raise Refused(Code.CARD_NOT_IN_DECK, message, law.cite("deck_cards"))
    if shoe.desk.endless:
        return
    side = shoe.side
    seen = (*side.out, *side.pile.rack, *side.pile.segregated, *shoe.batch(side.pile.batch).removed)
    copies = law.pack.count(card)
    if seen.count(card) >= copies:
        message = f"card: {card.text} has already come {copies} times; the decks hold no more"
        raise Refused(Code.TOO_MANY_OF_A_CARD, message, law.cite("decks"))
