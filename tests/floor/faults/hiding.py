"""The same table to everybody's eyes, with everything exchanged that nobody may see.

Whoever is told the same of both tables has learned nothing of what lies hidden.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from cutcard.cards import DECK_52, Card
from cutcard.floor.live.state import Live
from cutcard.floor.live.view import ANYBODY
from cutcard.rules.hand import Hand, total
from cutcard.shoe import By, Shoe
from cutcard.shoe.state import Seal, Side
from cutcard.table.round import Box, Round
from cutcard.table.view import dealer_shown, hand_shown

Plain = dict[str, Any]
NATURAL = 21


def exchanged(live: Live, viewer: By, chance: random.Random) -> Live:
    """The table with another order of the shoe, other salts, and other cards where they lie hidden."""
    table = live.table
    shoe = _shoe(table.shoe, chance)
    r = None if table.round is None else _round(table.round, viewer, chance)
    return replace(live, table=replace(table, shoe=shoe, round=r))


def _mixed(cards: tuple[Card, ...], chance: random.Random) -> tuple[Card, ...]:
    return tuple(chance.sample(cards, len(cards)))


def _seal(seal: Seal, chance: random.Random) -> Seal:
    return Seal(seal.commitment, _mixed(seal.order, chance), chance.randbytes(32).hex())


def _shoe(shoe: Shoe, chance: random.Random) -> Shoe:
    batches = tuple(
        replace(
            each,
            stack=_mixed(each.stack, chance),
            seal=None if each.seal is None else _seal(each.seal, chance),
        )
        for each in shoe.desk.batches
    )
    burned = None if shoe.desk.last_burned is None else chance.choice(DECK_52)
    desk = replace(shoe.desk, batches=batches, last_burned=burned)
    return shoe._replace(sides=tuple(_side(each, chance) for each in shoe.sides), desk=desk)


def _side(side: Side, chance: random.Random) -> Side:
    pile = side.pile
    seals = tuple(_seal(each, chance) for each in pile.seals)
    left = _mixed(side.stack[side.at :], chance)
    stack = (*_mixed(side.stack[: side.at], chance), *left)
    return side._replace(stack=stack, pile=replace(pile, rack=_mixed(pile.rack, chance), seals=seals))


def _round(r: Round, viewer: By, chance: random.Random) -> Round:
    hands = [_other(cards, _dealer(r, index), chance) for index, cards in enumerate(r.dealer)]
    boxes = tuple(_box(r, each, viewer, chance) for each in r.boxes)
    return replace(r, dealer=tuple(hands), boxes=boxes)


def _box(r: Round, box: Box, viewer: By, chance: random.Random) -> Box:
    def changed(hand: Hand) -> Hand:
        return replace(hand, cards=_other(hand.cards, _hand(r, box, hand, viewer), chance))

    return replace(box, groups=tuple(tuple(changed(hand) for hand in group) for group in box.groups))


def _dealer(r: Round, index: int) -> list[Card | None]:
    """What is seen of the dealer's cards, at most: a hole card is not before it is shown."""
    seen = dealer_shown(r, index)
    if not index and not r.hole_shown and r.game.hole_card in ("face_down", "card_reader"):
        seen[1:2] = [None] * len(seen[1:2])
    return seen


def _hand(r: Round, box: Box, hand: Hand, viewer: By) -> list[Card | None]:
    """What is seen of a hand, at most: a pack dealt from the hand shows others nothing at first."""
    seen = hand_shown(r, box, hand, viewer)
    own = viewer.name == box.bet.player
    plain = not (hand.doubled or hand.from_split or hand.surrendered or hand.even_money or hand.settled)
    if r.game.deals_face_down and plain and not own and not r.hole_shown and not r.finished:
        seen[:2] = [None] * len(seen[:2])
    return seen


def _other(cards: tuple[Card, ...], seen: list[Card | None], chance: random.Random) -> tuple[Card, ...]:
    """Other cards where none is seen; a natural stays one, and nobody is over 21 who was not."""
    if None not in seen:
        return cards
    for _ in range(1_000):
        made = tuple(chance.choice(DECK_52) if each is None else each for each in seen)
        same = (total(made) > NATURAL) is (total(cards) > NATURAL)
        if same and (total(made) == NATURAL) is (total(cards) == NATURAL) and made != cards:
            return made
    raise AssertionError(f"no other cards for {cards}")


def retold(event: Plain, live: Live, chance: random.Random) -> Plain:
    """A stored event with other cards wherever they still lie hidden after it, and other secrets."""
    match event:
        case {"event": "cards_shuffled", "order": order}:
            mixed = " ".join(chance.sample(order.split(" "), len(order.split(" "))))
            return {**event, "order": mixed, "salt": chance.randbytes(32).hex()}
        case {"event": "card_burned"}:
            return {**event, "drawn": chance.choice(DECK_52).text}
        case {"event": "card_dealt", "face": "down"} if _lies_down(event, live):
            return {**event, "drawn": chance.choice(DECK_52).text}
    return event


def _lies_down(event: Plain, live: Live) -> bool:
    r = live.table.round
    if r is None:
        return False
    if event.get("why") == "hole":
        return None in dealer_shown(r)
    box = r.box(int(event["box"]))
    return box is not None and any(None in hand_shown(r, box, each, ANYBODY) for each in box.hands())


def secrets_of(live: Live) -> list[str]:
    """Texts that nobody may be told: the salts, and the next cards in a row."""
    found = []
    for side in live.table.shoe.sides:
        found += [seal.salt for seal in side.pile.seals if side.pile.loaded]
        coming = [card.text for card in side.stack[side.at : side.at + 6]]
        if len(coming) == 6:
            found += [" ".join(coming), '", "'.join(coming), '","'.join(coming)]
    found += [each.seal.salt for each in live.table.shoe.desk.batches if each.seal is not None]
    return [each for each in found if each]
