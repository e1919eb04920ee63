"""What a main wager can come to at a table: the rules' own settlement asked about every kind of hand.

Nothing is listed by name here. Hands of every kind that has a price, played in every way that the
rules of play allow, are settled against every end of the dealer's hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.cards import Card, card, cards
from cutcard.money import Cents
from cutcard.rules import Action, Game, Hand, Position, possible_finals, prices, settle_box, why_not
from cutcard.table import Table

STAKE: Final = Cents(1000)
ACE, SIX = card("Ac"), card("6c")
PAIR: Final = "8c 8d"
ELEVEN: Final = "6c 5d"
DEALT: Final = (
    "Th 7s", "Th 9s", "Ah Ks", "Th 5s Kd", "Th 5s 6d", "6h 7s 8d", "6c 7c 8c", "6d 7d 8d", "6h 7h 8h",
    "6s 7s 8s", "7h 7s 7d", "7c 7c 7c", "7d 7d 7d", "7h 7h 7h", "7s 7s 7s", "5h 4s 4d 5c 3c",
    "5h 4s 2d 2c 3c 5d", "3h 3s 2d 2c 3c 5d 3d",
)  # fmt: skip


def possible_outcomes(table: Table) -> frozenset[str]:
    """The names of the main wager's rows that a hand can come to by the rules of play chosen."""
    game, rules = table.game, table.rules
    rows = prices(rules.offers["main"].paytable, rules.options)
    ends = possible_finals(game, (ACE,))
    return frozenset(
        line.outcome
        for hand in _hands(game)
        for end in ends
        for line in settle_box(game, rows, [(1, hand)], end, box=1)
    )


def _hand(dealt: str | tuple[Card, ...]) -> Hand:
    return Hand(cards(dealt) if isinstance(dealt, str) else dealt, (STAKE,), (STAKE,))


def _may(game: Game, action: Action, hand: Hand, up: Card, **how: bool) -> bool:
    return why_not(game, action, Position(hand, up, **how)) is None


def _hands(game: Game) -> Iterator[Hand]:
    dealt = [_hand(each) for each in DEALT]
    yield from dealt
    if game.designated_blackjack_cards:
        yield _hand(tuple(map(card, game.designated_blackjack_cards)))
    if _may(game, Action.SPLIT, _hand(PAIR), SIX):
        yield from (hand.but(from_split=True) for hand in dealt)
    natural = _hand("Ah Ks")
    if _may(game, Action.SWITCH, natural, SIX, can_switch=True):
        yield natural.but(switched=True)
    if _may(game, Action.EVEN_MONEY, natural, ACE):
        yield natural.but(even_money=True)
    if _may(game, Action.SURRENDER, dealt[0], SIX):
        yield dealt[0].but(surrendered="at_once")
    if _may(game, Action.SURRENDER, dealt[0], ACE):
        yield dealt[0].but(surrendered="held")
    yield from _doubled(game, _hand(ELEVEN))


def _doubled(game: Game, hand: Hand) -> Iterator[Hand]:
    """A hand doubled as often as may be, each time kept or rescued."""
    is_again = False
    while _may(game, Action.DOUBLE, hand, SIX, just_doubled=is_again):
        added = (*hand.added, hand.stake)
        hand = hand.but(stakes=(Cents(2 * hand.stake),), added=added)
        is_again = True
        yield hand
        if _may(game, Action.RESCUE, hand, SIX, just_doubled=True):
            yield hand.but(rescued=True)
