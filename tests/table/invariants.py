"""What must hold at any table at any moment, worked out from the state and not by the engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cutcard.cards import DECK_52, Card
from cutcard.law.refusal import Code, Refusal
from cutcard.rules.hand import TWENTY_ONE, is_natural, total
from cutcard.shoe import By, Role
from cutcard.shoe.state import Seal, Shoe
from cutcard.table import Table, view
from cutcard.table.round import Box, Round
from cutcard.values import but
from shoe.setups import census

Down = frozenset[tuple[int, int]]
"""Where a card lies face down by the events so far: (0, 1) the hole card, else a box's doubled hand."""
HOLE = (0, 1)
MOMENTS = (
    *("first_cards", "at_once", "insurance", "check", "before_turns", "election", "turn"),
    *("second_card", "third_card", "hand_1", "hand_2", "before_buster", "before_button", "end"),
)
"""Every moment at which wagers are settled."""
UNREADABLE = frozenset(list(Code)[: list(Code).index(Code.CARD_NOT_IN_DECK)])
"""The codes of requests that cannot be read: no provision is behind such a refusal."""


# A refusal.


def check_refusal(table: Table, refusal: Refusal) -> None:
    """It says why in one line, and which provision says so."""
    assert refusal.code in Code
    assert refusal.message
    assert "\n" not in refusal.message
    unknown = refusal.code is Code.UNKNOWN_IRREGULARITY and "not an irregularity of" in refusal.message
    if refusal.code not in UNREADABLE and not unknown:
        assert refusal.cite, (table.rules.document.id, refusal)


def check_unchanged(table: Table, written: str, command: object) -> None:
    """A refused command leaves the table as it was written down before, to the last mapping in it."""
    assert repr(table) == written, f"{command} was refused and left its mark"


# Money.


def on_layout(table: Table) -> int:
    """Every cent that lies on the layout: bets, and in a round whatever is not settled yet."""
    lying: int = sum(sum(bet.stakes.values()) for bet in table.bets)
    if table.round is not None:
        lying += sum(_on_box(table.round, box) for box in table.round.boxes)
    return lying


def _on_box(r: Round, box: Box) -> int:
    hands = list(box.hands())
    lying = 0
    for hand in hands:
        lying += 0 if hand.settled else sum(hand.stakes[r.spots_settled :])
    for spot, stake in box.insurance:
        name = "insurance" if spot == 0 else f"insurance_{spot + 1}"
        lying += 0 if name in box.settled else stake
    for backer in box.backers:
        for spot, stake in backer.insurance:
            name = "insurance" if spot == 0 else f"insurance_{spot + 1}"
            lying += 0 if name in box.settled else stake
        for hand, stakes in zip(hands, backer.stakes, strict=True):
            lying += 0 if hand.settled else sum(stakes[r.spots_settled :])
    for bet in (box.bet, *(each.bet for each in box.backers)):
        sides = ((name, stake) for name, stake in bet.stakes.items() if name not in r.spots)
        lying += sum(stake for name, stake in sides if name not in box.settled)
    return 0 if r.finished else lying


def check_money(table: Table) -> None:
    """No cent is made or lost: the house, the players and the layout hold what was brought."""
    found = table.house + table.tokes + sum(table.purses.values()) + on_layout(table)
    assert found == 0, f"{found} cents out of nothing"


# Cards.


def check_cards(table: Table) -> None:
    """No card is lost, and none comes twice."""
    shoe = table.shoe
    if shoe.virtual:
        received = sum(1 for batch in shoe.desk.batches if batch.done)
        assert census(shoe) == Counter(shoe.law.pack * received)
    for side in shoe.sides:
        assert 0 <= side.at <= side.size
        if side.pile.loaded:
            whole = side.size - side.at + len(side.out) + len(side.pile.rack) + len(side.pile.segregated)
            removed = shoe.batch(side.pile.batch).removed
            assert whole + len(removed) == len(shoe.law.pack)
    _check_layout(table)


def _check_layout(table: Table) -> None:
    """What has left the shoe is what lies on the layout."""
    out = Counter(card for side in table.shoe.sides for card in side.out)
    lying: Counter[Card] = Counter(() if table.shoe.waiting is None else (table.shoe.waiting,))
    if table.round is not None:
        lying.update(_lying(table.round))
    collected = table.round is not None and table.round.finished and not out
    assert out == lying or collected, (out, lying)


def _lying(r: Round) -> Iterator[Card]:
    yield from r.waiting
    for box in r.boxes:
        for hand in box.hands():
            yield from () if hand.cleared else hand.cards
        if r.blackjack_found:  # a third card beside two sevens belongs to no hand
            yield from box.drawn
    yield from r.dealer[0][:1]
    for further in r.dealer[r.hands_collected :]:  # multiple action: all hands share the up card
        yield from further[1:]


# What nobody may see.


def viewers(table: Table) -> list[By]:
    """Everybody who could look: somebody who only watches, the house, and each player by name."""
    watching = (By(Role.PLAYER, "somebody"), By(Role.DEALER, "dee"), By(Role.SUPERVISOR, "sue"))
    return [*watching, *(By(Role.PLAYER, who) for who in table.arrived)]


def check_hidden(table: Table, rng: random.Random, down: Down) -> None:
    """No view tells a card that nobody turned up: it is null in its place, and any other card there
    would make the very same view."""
    seen = {str(each): view(table, each) for each in viewers(table)}
    assert json.dumps(list(seen.values()))
    if table.round is not None:
        _check_places(table.round, seen, down)
    for told, other in _other_worlds(table, rng, down):
        for each in viewers(table):
            if each.name not in told:
                assert view(other, each) == seen[str(each)], each


def _check_places(r: Round, seen: Mapping[str, Mapping[str, Any]], down: Down) -> None:
    for each in seen.values():
        shown = each["round"]
        if HOLE in down:
            assert shown["dealer"][0]["cards"][1] is None
        for box, lies in zip(r.boxes, shown["boxes"], strict=True):
            for number, found in enumerate(lies["hands"], 1):
                if (box.bet.box, number) in down:
                    assert found["cards"][-1] is None


def _other_worlds(table: Table, rng: random.Random, down: Down) -> Iterator[tuple[Sequence[str], Table]]:
    """Tables that differ in hidden cards alone, each with the players who may know those cards."""
    r = table.round
    yield (), other_world(table, rng, down)
    if r is None or not r.game.deals_face_down:
        return
    for box in r.boxes:
        if (other := _other_first_cards(r, box, rng)) is not None:
            holders = [box.bet.player, *(each.bet.player for each in box.backers)]
            yield holders, but(table, round=r.with_box(other))


def other_world(table: Table, rng: random.Random, down: Down) -> Table:
    """The table with other cards wherever nobody can see them: in the shoe, in the hole, on doubles."""
    shoe = _other_order(table.shoe, rng)
    r = table.round
    if r is None:
        return but(table, shoe=shoe)
    for box in r.boxes:
        changed = box
        for number, hand in enumerate(box.hands(), 1):
            if (box.bet.box, number) in down:
                card = rng.choice(DECK_52)
                shoe = _swapped(shoe, hand.cards[-1], card)
                changed = changed.with_hand(number, hand.but(cards=(*hand.cards[:-1], card)))
        r = r.with_box(changed)
    if HOLE in down:
        before = r.dealer[0][1]
        r = _other_hole(r, rng)
        shoe = _swapped(shoe, before, r.dealer[0][1])
    return but(table, shoe=shoe, round=r)


def _swapped(shoe: Shoe, before: Card, now: Card) -> Shoe:
    """The shoe with another card of those that have left it."""
    sides = list(shoe.sides)
    for at, side in enumerate(sides):
        if before in side.out:
            index = side.out.index(before)
            out = (*side.out[:index], now, *side.out[index + 1 :])
            sides[at] = side._replace(out=out)
            break
    return shoe._replace(sides=tuple(sides))


def _other_order(shoe: Shoe, rng: random.Random) -> Shoe:
    """The same shoe with its cards to come in another order, and another card burned last."""

    def mixed(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(rng.sample(cards, len(cards)))

    def resealed(seal: Seal | None) -> Seal | None:
        return None if seal is None else Seal(seal.commitment, mixed(seal.order), "another salt")

    sides = []
    for side in shoe.sides:
        seals = tuple(each for seal in side.pile.seals if (each := resealed(seal)) is not None)
        pile = replace(side.pile, seals=seals, rack=mixed(side.pile.rack))
        sides.append(
            side._replace(stack=side.stack[: side.at] + mixed(side.stack[side.at :]), pile=pile)
        )
    batches = tuple(
        replace(each, stack=mixed(each.stack), seal=resealed(each.seal)) for each in shoe.desk.batches
    )
    burned = None if shoe.desk.last_burned is None else rng.choice(DECK_52)
    desk = replace(shoe.desk, batches=batches, last_burned=burned)
    return shoe._replace(sides=tuple(sides), desk=desk)


def _other_hole(r: Round, rng: random.Random) -> Round:
    """Another hole card; once the reader was used all know whether it makes a blackjack."""
    up, old, *rest = r.dealer[0]
    fits = [
        card
        for card in DECK_52
        if card is not old and (not r.checked or is_natural((up, card)) == is_natural((up, old)))
    ]
    return but(r, dealer=((up, rng.choice(fits), *rest), *r.dealer[1:]))


def _other_first_cards(r: Round, box: Box, rng: random.Random) -> Box | None:
    """Other cards in a player's hands, where the play so far does not tell them (no 21, no wager on
    the cards themselves) and the dealer has not turned them up."""
    hand = box.groups[0][0]
    turned = r.hole_shown or hand.doubled or hand.from_split or hand.surrendered or hand.even_money
    told = hand.settled or hand.dead or r.finished or r.void or box.was_split
    sides = [name for name in box.bet.stakes if name not in r.spots]
    if turned or told or sides or len(hand.cards) < 2 or hand.total >= TWENTY_ONE:
        return None
    for _ in range(20):
        first = (rng.choice(DECK_52), rng.choice(DECK_52))
        cards = (*first, *hand.cards[2:])
        if total(cards) < TWENTY_ONE:
            return but(box.with_hand(1, hand.but(cards=cards)), initial=(first, *box.initial[1:]))
    return None
