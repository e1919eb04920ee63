"""Where suits matter to the main game: contexts of a two-card hand, with exact chances.

A few games pay three cards by their suit, or one blackjack apart. The player sees the suits of the
hand and of the dealer's card, so a hand of given values is one of several contexts: all of a suit or
not, the dealer's card of that suit or not. By values alone the game is solved once; contexts only
say how often the third card completes the bonus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Final

from cutcard.automata.hands import NATURAL, RANK_OF, Cards, Suited, with_card
from cutcard.cards import SUITS, card, cards
from cutcard.odds.composition import Composition
from cutcard.odds.main.rules import BONUS_HANDS, TWO_TENS, MainRules

ONE: Final = Fraction(1)
NO_VALUE: Final = -1


@dataclass(frozen=True, slots=True)
class Context:
    """One way the suits of a two-card hand and the dealer's start can lie."""

    chance: tuple[Fraction, ...]
    """By start: how often, the values being given."""
    third: int = NO_VALUE
    """The value that completes a bonus."""
    share: tuple[Fraction, ...] = ()
    """By start: of the cards of that value, the part that completes it in the suit."""
    suited: Suited = Suited.MIXED
    """What the completed hand is; for a designated blackjack, what the hand itself is."""
    suit: str = ""
    """The suit of a hand that is all of one."""
    matches: int = 0
    """How many of the dealer's cards are of the third card's rank and of the suit."""
    is_pair: bool = True
    """Whether two cards of one value may be split; not where they must be of one rank and are not."""


def contexts(rules: MainRules, shoe: Composition, hand: Cards) -> tuple[Context, ...]:
    """The contexts of a two-card hand; a single one where suits do not matter."""
    plain = Context((ONE,) * len(rules.starts))
    if hand == NATURAL:
        return _designated(rules, shoe, plain)
    if hand == TWO_TENS and rules.game.split_by == "rank":
        return _tens(rules, shoe)
    for bonus in BONUS_HANDS:
        missing = [value for value in range(len(hand)) if bonus[value] > hand[value]]
        if len(missing) == 1 and with_card(hand, missing[0]) == bonus and _pays_by_suit(rules, bonus):
            return _by_suit(rules, shoe, hand, missing[0])
    return (plain,)


def ten_ranks(shoe: Composition) -> list[int]:
    """How many cards of each ten-valued rank there are."""
    return [sum(shoe.count(card(rank + suit)) for suit in SUITS) for rank in "TJQK"]


def _tens(rules: MainRules, shoe: Composition) -> tuple[Context, ...]:
    """Two tens that are a pair, and two that are not."""
    tens, starts = shoe.by_value[-1], len(rules.starts)
    ways = sum(perm(many, 2) for many in ten_ranks(shoe))
    chance = Fraction(ways, perm(tens, 2)) if tens > 1 else ONE
    return Context((chance,) * starts), Context((1 - chance,) * starts, is_pair=False)


def _pays_by_suit(rules: MainRules, bonus: Cards) -> bool:
    kinds = [rules.kind(bonus, suited) for suited in (Suited.MIXED, Suited.ONE_SUIT, Suited.PREMIUM)]
    return any(
        (by[:, kinds[0]] != by[:, kind]).any() for by in rules.prices.stands for kind in kinds[1:]
    )


def _designated(rules: MainRules, shoe: Composition, plain: Context) -> tuple[Context, ...]:
    named = cards(rules.game.designated_blackjack_cards)
    if "designated_blackjack" not in rules.rows or len(named) != 2:
        return (plain,)
    ways = shoe.count(named[0]) * shoe.count(named[1])
    naturals = prod(left for left, many in zip(shoe.by_value, NATURAL, strict=True) if many)
    chance = Fraction(ways, max(naturals, 1))
    starts = len(rules.starts)
    return (
        Context((chance,) * starts, suited=Suited.DESIGNATED),
        Context((1 - chance,) * starts),
    )


def _by_suit(rules: MainRules, shoe: Composition, hand: Cards, third: int) -> tuple[Context, ...]:
    found: list[Context] = []
    rest = [ONE] * len(rules.starts)
    for suit in SUITS:
        suited = Suited.PREMIUM if suit == rules.game.premium_suit else Suited.ONE_SUIT
        by_matches: dict[int, tuple[list[Fraction], list[Fraction]]] = {}
        for place, start in enumerate(rules.starts):
            for matches, chance, share in _of_suit(shoe, hand, suit, third, start):
                none = ([Fraction(0)] * len(rest), [Fraction(0)] * len(rest))
                chances, shares = by_matches.setdefault(matches, none)
                chances[place], shares[place] = chance, share
                rest[place] -= chance
        found += (
            Context(tuple(chances), third, tuple(shares), suited, suit, matches)
            for matches, (chances, shares) in by_matches.items()
        )
    return (*found, Context(tuple(rest)))


def _of_suit(
    shoe: Composition, hand: Cards, suit: str, third: int, start: Cards
) -> Iterator[tuple[int, Fraction, Fraction]]:
    """The hand all of a suit: how many of the dealer's cards match the third; chance; share left."""
    chance = ONE
    for value, many in enumerate(hand):
        of_suit = shoe.count(card(RANK_OF[value] + suit))
        of_value = shoe.by_value[value]
        if many:
            chance *= Fraction(perm(of_suit, many), perm(of_value, many)) if of_value >= many else 0
    if not chance:
        return
    here = shoe.count(card(RANK_OF[third] + suit)) - hand[third]
    others = shoe.by_value[third] - shoe.count(card(RANK_OF[third] + suit))
    shown = start[third]
    for lie in product((True, False), repeat=shown):
        matches = sum(lie)
        if shown == 2 and lie == (False, True):
            continue  # the same two cards in the other order; counted twice below
        times = 2 if shown == 2 and matches == 1 else 1
        ways = times * perm(here, matches) * perm(others, shown - matches)
        if not ways:
            continue
        left, of_third = here - matches, here + others - shown
        share = Fraction(left, of_third) if of_third > 0 else Fraction(0)
        yield matches, chance * Fraction(ways, perm(here + others, shown)), share
