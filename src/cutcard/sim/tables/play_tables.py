"""The rules of play that the kernels look up: the dealer's hand, the decision to switch, streaks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import (
    VALUES,
    Cards,
    Choose,
    SeenHand,
    cards_of,
    counted,
    points_of,
    total_of,
    with_card,
)
from cutcard.automata.rounds import RoundMachine, box_results
from cutcard.automata.wagers import UNDECIDED, Chains, Streaks
from cutcard.cards import DECK_52
from cutcard.compute import cache, digest_of_code
from cutcard.rules import (
    LARGEST_BUST,
    Action,
    Game,
    Prices,
    completes_for_buster,
    dealer_draws,
    third_card_due,
    total,
)
from cutcard.sim.tables.round_tables import RoundTables

Array = np.ndarray[Any, Any]

LOOKS: Final = 2 * (LARGEST_BUST + 1)
"""Twice the points with every ace at one, and one more where there is an ace."""
POINTS: Final = np.array([card.value for card in DECK_52], dtype=np.int32)
ACES: Final = np.array([card.is_ace for card in DECK_52], dtype=np.int32)
"""By place in the deck: what a card adds to a look."""

BY_VALUE: Final = tuple(next(card for card in DECK_52 if card.value == value) for value in VALUES)
"""A card of each value."""
PAIRS: Final = tuple(combinations_with_replacement(BY_VALUE, 2))
THIRD_CARD_UNDER: Final = min(total(pair) for pair in PAIRS if not third_card_due(pair))
"""The total of two cards from which on no third card is due to a wager on it."""
SWITCH_CARDS: Final = 5
"""Two of each hand, and the dealer's."""
VALUES_EACH: Final = len(VALUES)
WORD: Final = 62
"""Bits used of each word of the table: whole numbers without a sign."""
MAY_SWITCH: Final = frozenset({Action.SWITCH})


def dealer_table(game: Game) -> tuple[Array, Array, Array]:
    """By look: the total, whether the dealer draws, and whether the hand is completed for Buster.

    Every hand that either rule can come to is followed once from its first two cards.
    """
    totals, draws, completes = (np.zeros(LOOKS, dtype=np.int32) for _ in range(3))
    to_do: list[Cards] = [counted(pair) for pair in PAIRS]
    seen: set[int] = set()
    for hand in to_do:
        look = 2 * points_of(hand) + (hand[0] > 0)
        if look in seen:
            continue
        seen.add(look)
        cards = cards_of(hand)
        totals[look] = total_of(hand)[0]
        draws[look], completes[look] = dealer_draws(game, cards), completes_for_buster(game, cards)
        if draws[look] or completes[look]:
            to_do += [with_card(hand, place) for place in range(len(VALUES))]
    return totals, draws, completes


def kept_switch_table(choose: Choose, digest: str) -> Array:
    """The switch table of a strategy with this digest, from the cache where it is there."""
    name = cache.digest("switch table", digest_of_code(__name__), digest)
    words = cache.read(name)
    many = -(-(VALUES_EACH**SWITCH_CARDS) // WORD)
    if isinstance(words, list) and len(words) == many and {type(word) for word in words} == {int}:
        return np.array(words, dtype=np.int64)
    table = switch_table(choose)
    cache.write(name, table.tolist())
    return table


def switch_table(choose: Choose) -> Array:
    """By the values of one hand's two cards, the other's two and the up card: whether they are switched.

    Bits side by side in words, the up card's value running fastest.
    """
    does = (
        choose(SeenHand((one, two, three, four), (up,), MAY_SWITCH)) is Action.SWITCH
        for one, two, three, four, up in product(BY_VALUE, repeat=SWITCH_CARDS)
    )
    bits = np.fromiter(does, dtype=np.int64)
    words = np.pad(bits, (0, -len(bits) % WORD)).reshape(-1, WORD)
    return np.asarray(words @ (1 << np.arange(WORD)))


def with_counts(tables: RoundTables, machine: RoundMachine, game: Game, rows: Prices) -> RoundTables:
    """The tables of a round with how a box's hands count for a streak."""
    results = box_results(machine, game, rows)
    return replace(
        tables, hand_counts=results.by_hand, hand_kinds=results.kinds, late_counts=results.late
    )


def streak_results(chains: Chains, streaks: Streaks) -> Array:
    """What rounds decide, by state, kind and wager; results are numbered after those of the chains."""
    decided, first = streaks.decided.copy(), int(chains.first_result[-1])
    for place, each in enumerate(streaks.wagers):
        column = decided[..., place]
        column[column != UNDECIDED] += first
        first += len(each.results)
    return decided
