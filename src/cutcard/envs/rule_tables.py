"""The rules of a table as the arrays that the environment's kernel looks up.

Everything is taken from the tables that the analyser plays by: hands by their values, what each may do,
and what it comes to against each end of the dealer's hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.hands import (
    ALL_POINTS,
    BLACKJACK_END,
    BUST_END,
    ENDS,
    Split,
    Suited,
    drawing_table,
    points_of,
)
from cutcard.cards import DECK_52, SUITS
from cutcard.envs.side_wagers import SideTables
from cutcard.odds import MainGame, Question, check_shoe, insurance_prices, solve
from cutcard.results import RequestError
from cutcard.rules import TWENTY_ONE

Array = np.ndarray[Any, Any]


class EnvAction(IntEnum):
    """What an agent may do; from `BET` on, the bets in their order."""

    STAND = 0
    """Also: decline an offer, leave a doubled hand as it is."""
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    EVEN_MONEY = 5
    INSURE = 6
    RESCUE = 7
    BET = 8


MIXED: Final = len(SUITS)
"""Of a hand's suit: its cards are of several."""
MOST_CARDS: Final = 23


class RuleTables(NamedTuple):
    """The arrays of one table's rules."""

    child: Array
    """By hand and value: the hand with one more card; negative where it busts."""
    card_count: Array
    kind: Array
    """By hand and suit of all its cards (the last: mixed)."""
    points: Array
    """By hand: its total, and whether it is soft."""
    pair: Array
    """By hand: the value of which it is a pair, else -1."""
    may: Array
    """By split, kind: hit, double."""
    may_doubled: Array
    """By doublings, kind: double again, rescue."""
    may_surrender: Array
    stands: Array
    """By split, doublings, kind and end: the net in parts of the stake."""
    bust: Array
    rescue: Array
    at_blackjack: Array
    surrender: Array
    early_surrender: Array
    even_money: Array
    most_hands: Array
    """By value."""
    draws: Array
    """By points, ace and cards: whether the dealer draws."""
    end: Array
    """By points and ace: the dealer's end."""
    value: Array
    """By card: the place of its value."""
    rank: Array
    suit: Array
    tag: Array
    """By card: its tag in the hi-lo count."""
    early: Array
    """By the up card's value: whether a surrender comes before the dealer's check."""
    insurance: Array
    """What insurance pays to one: on a blackjack, and on one of a suit."""
    bets: Array
    """By bet that may be chosen: the units on each main wager."""
    side_bets: Array
    """By bet: the side wagers beside it, a bit each."""
    side_by_two: Array
    """By a box's two cards, flat: a number for them."""
    side_by_up: Array
    """By that number and the up card: a number for the three."""
    side_by_hole: Array
    """By that number and the dealer's second card (the last: none): the number of what all come to."""
    side_nets: Array
    """By that number and side wager: its net in units."""
    flags: Array
    """By `Flag`."""
    shoe: Array
    """The cards of the full shoe."""


class Flag(IntEnum):
    """The places of a table's flags."""

    SCALE = 0
    CHECKS = 1
    SPARES = 2
    SURRENDER = 3
    EVEN_MONEY = 4
    INSURANCE = 5
    HOLE_DEALT = 6
    BY_RANK = 7
    RETURNS_EXTRAS = 8
    CAP_BY_STAKE = 9
    CUT = 10
    OWED = 11
    SHOWS_HOLE = 12
    NATURAL = 13
    DEALER_HANDS = 14
    FROM_LAST = 15


@dataclass(frozen=True)
class EnvRules:
    """A table's rules for an environment: the arrays, and the solved game behind them."""

    question: Question
    game: MainGame
    tables: RuleTables

    @property
    def actions(self) -> int:
        """How many actions there are, the bets included."""
        return EnvAction.BET + len(self.tables.bets)


def env_rules(
    question: Question, sides: SideTables, *, bets: tuple[float, ...], penetration: float
) -> EnvRules:
    """The arrays of the rules that a question names, and of the side wagers beside it."""
    options = question.rules.options
    if options.get("switch") is True:
        raise RequestError("variation: switch is not among the environments")
    check_shoe(question)
    solved = solve(question.rules, question.composition)
    if solved.main.game.designated_blackjack_cards:
        raise RequestError("optional_payouts: a designated blackjack is not among the environments")
    return EnvRules(question, solved, _tables(question, solved, sides, bets, penetration))


def _tables(
    question: Question,
    game: MainGame,
    sides: SideTables,
    bets: tuple[float, ...],
    penetration: float,
) -> RuleTables:
    main, hands = game.main, game.evaluation.hands
    prices = main.prices
    shoe = np.array(
        [place for place, each in enumerate(DECK_52) for _ in range(question.composition.count(each))],
        dtype=np.uint8,
    )
    insured = _is_insured(question)
    flags = _flags(question, game, int(penetration * shoe.size))
    return RuleTables(
        child=hands.child.astype(np.int32),
        card_count=hands.count.astype(np.int32),
        kind=_kinds(game),
        points=_points(hands.cards),
        pair=np.array([_pair(row) for row in hands.cards.tolist()], dtype=np.int32),
        may=np.array(main.may, dtype=np.bool_),
        may_doubled=main.may_doubled.astype(np.bool_),
        may_surrender=main.may_surrender.astype(np.bool_),
        stands=np.array(prices.stands, dtype=np.int64),
        bust=np.array(prices.bust, dtype=np.int64),
        rescue=np.array(prices.rescue, dtype=np.int64),
        at_blackjack=prices.at_blackjack.astype(np.int64),
        surrender=prices.surrender.astype(np.int64),
        early_surrender=prices.early_surrender.astype(np.int64),
        even_money=prices.even_money.astype(np.int64),
        most_hands=np.array([main.most_hands(value) for value in range(10)], dtype=np.int32),
        draws=_draws(game),
        end=_ends(),
        value=np.array([each.value - 1 for each in DECK_52], dtype=np.int32),
        rank=np.array(["A23456789TJQK".index(each.rank) for each in DECK_52], dtype=np.int32),
        suit=np.array([SUITS.index(each.suit) for each in DECK_52], dtype=np.int32),
        tag=np.array([1 if 2 <= each.value <= 6 else -(each.value in (1, 10)) for each in DECK_52]),
        early=_early(game),
        insurance=_insurance(question) if insured else np.zeros(2),
        bets=np.repeat(np.array(bets, dtype=np.float64), sides.subsets),
        side_bets=np.tile(np.arange(sides.subsets, dtype=np.int32), len(bets)),
        side_by_two=sides.by_two,
        side_by_up=sides.by_up,
        side_by_hole=sides.by_hole,
        side_nets=sides.nets,
        flags=flags,
        shoe=shoe,
    )


def _is_insured(question: Question) -> bool:
    offered = "insurance" in question.rules.offers
    return offered and question.rules.options.get("insurance") is not False


def _flags(question: Question, game: MainGame, cut: int) -> Array:
    """The flags of a table whose cover card has so many cards before it."""
    main, hands = game.main, game.evaluation.hands
    prices, rules = main.prices, main.game
    flags = np.zeros(len(Flag), dtype=np.int64)
    flags[Flag.SCALE], flags[Flag.CHECKS], flags[Flag.SPARES] = main.scale, main.checks, main.spares
    flags[Flag.SURRENDER], flags[Flag.EVEN_MONEY] = rules.surrender, rules.even_money
    flags[Flag.INSURANCE], flags[Flag.HOLE_DEALT] = _is_insured(question), rules.hole_card != "none"
    flags[Flag.BY_RANK] = rules.split_by == "rank"
    flags[Flag.RETURNS_EXTRAS] = rules.busted_extras == "returned"
    flags[Flag.CAP_BY_STAKE] = rules.original_loss_cap == "stake"
    flags[Flag.CUT] = cut
    flags[Flag.OWED], flags[Flag.SHOWS_HOLE] = int(prices.owed), rules.hole_card == "face_up"
    flags[Flag.NATURAL] = hands.place((1, *(0,) * 8, 1))
    flags[Flag.DEALER_HANDS] = rules.dealer_hands
    flags[Flag.FROM_LAST] = rules.turn_order == "counterclockwise_from_right"
    return flags


def _kinds(game: MainGame) -> Array:
    """By hand and suit: the kind; where three cards make a bonus by their suit, its own."""
    main, hands = game.main, game.evaluation.hands
    found = np.repeat(hands.kind[:, None], MIXED + 1, axis=1).astype(np.int32)
    for kind, place in main.table.place.items():
        if kind.suited not in (Suited.ONE_SUIT, Suited.PREMIUM):
            continue
        for hand, row in enumerate(hands.cards.tolist()):
            if (
                sum(row) == 3
                and main.table.place.get(type(kind)(_seen(game, hand), kind.suited)) == place
            ):
                for at, suit in enumerate(SUITS):
                    is_premium = suit == main.game.premium_suit
                    if is_premium == (kind.suited is Suited.PREMIUM):
                        found[hand, at] = place
    return found


def _seen(game: MainGame, hand: int) -> Any:
    """What the rules see of a hand of mixed suits."""
    return game.main.table.kinds[int(game.evaluation.hands.kind[hand])].seen


def _points(cards: Array) -> Array:
    found = np.zeros((len(cards), 2), dtype=np.int32)
    for place, row in enumerate(cards.tolist()):
        hard = points_of(tuple(row))
        is_soft = row[0] > 0 and hard + 10 <= TWENTY_ONE
        found[place] = hard + 10 * is_soft, is_soft
    return found


def _pair(row: list[int]) -> int:
    return row.index(2) if sum(row) == 2 and 2 in row else -1


def _draws(game: MainGame) -> Array:
    found = np.zeros((ALL_POINTS + 1, 2, MOST_CARDS), dtype=np.bool_)
    for points, has_ace, count in drawing_table(game.main.game):
        found[points, int(has_ace), count] = True
    return found


def _ends() -> Array:
    """By points with aces at one, and ace: the end of a hand that is no blackjack."""
    totals = {end.total: place for place, end in enumerate(ENDS) if place != BLACKJACK_END}
    found = np.full((ALL_POINTS + 1, 2), BUST_END, dtype=np.int32)
    for points in range(ALL_POINTS + 1):
        for has_ace in (0, 1):
            total = points + 10 if has_ace and points + 10 <= TWENTY_ONE else points
            if total <= TWENTY_ONE + 1 and total in totals:
                found[points, has_ace] = totals[total]
    return found


def _early(game: MainGame) -> Array:
    """By the up card's value."""
    found = np.zeros(10, dtype=np.bool_)
    for place, start in enumerate(game.main.starts):
        if sum(start) == 1:
            found[start.index(1)] = game.main.early[place]
    return found


def _insurance(question: Question) -> Array:
    return np.array([pays.win / pays.per for pays in insurance_prices(question)])


SPLITS: Final = len(Split)
