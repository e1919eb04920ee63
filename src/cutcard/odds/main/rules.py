"""The main game of one table, tabulated for the analyser: prices, permissions, the dealer's ends.

Asked of the rules once (`automata`), and kept as numbers: prices as integers over one denominator, so
that the same table serves floating point and exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from math import lcm
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import (
    BLACKJACK_END,
    BUST_END,
    ENDS,
    NATURAL,
    ByEnd,
    Cards,
    HandResult,
    HandTable,
    Kind,
    Split,
    Suited,
    cards_of,
    counted,
    finished_hands,
    kind_of,
    other_suit,
    starts,
    suited_hand,
    tabulate,
)
from cutcard.cards import SUITS, Card, cards
from cutcard.law import RuleSet
from cutcard.odds.main.game_key import GameKey as GameKey
from cutcard.odds.main.hands import all_hands, dealer_tree
from cutcard.odds.main.kernels.dealer import NONE, TreeOps
from cutcard.odds.problem import OddsError
from cutcard.rules import TWENTY_ONE, Game, Prices, prices, surrender_is_early
from cutcard.table import game_of

Array = np.ndarray[Any, Any]

SIX_SEVEN_EIGHT: Final[Cards] = counted(cards("6c 7d 8h"))
THREE_SEVENS: Final[Cards] = counted(cards("7c 7d 7h"))
BONUS_HANDS: Final = (SIX_SEVEN_EIGHT, THREE_SEVENS)
TWO_TENS: Final[Cards] = counted(cards("Kc Kd"))
TWENTY_TWO_END: Final = next(i for i, end in enumerate(ENDS) if end.total == TWENTY_ONE + 1)


@dataclass(frozen=True)
class Amounts:
    """A number for each way a hand can end: prices, or what else is to be averaged over the play."""

    stands: tuple[Array, ...]
    """By split: by doublings, kind and the dealer's end."""
    at_blackjack: Array
    """A two-card hand that a dealer blackjack meets before it acts, by kind."""
    bust: tuple[Array, ...]
    """By split: by doublings and the dealer's end."""
    rescue: tuple[Array, ...]
    surrender: Array
    early_surrender: Array
    even_money: Array
    owed: Any
    """What a dealer blackjack takes from a split box that has not lost its first wager yet."""

    def map(self, change: Callable[..., Array], *others: Amounts) -> Amounts:
        """The same with a function applied to all of it (and to other amounts beside it)."""

        def each(name: str) -> Any:
            values = [getattr(one, name) for one in (self, *others)]
            if isinstance(values[0], tuple):
                return tuple(change(*parts) for parts in zip(*values, strict=True))
            return change(*values)

        return Amounts(**{one.name: each(one.name) for one in fields(self)})

    def ends(self, split: Split) -> Array:
        """Those of hands in play: by doublings, kind and end; the last kinds are a bust and a rescue."""
        ended = (self.stands[split], self.bust[split][:, None], self.rescue[split][:, None])
        return np.concatenate(ended, axis=1)

    def times(self, other: Amounts) -> float:
        """The sum of the products with other amounts."""
        return sum(
            float(np.sum(one * another))
            for name in (each.name for each in fields(self))
            for one, another in zip(_parts(self, name), _parts(other, name), strict=True)
        )


def _parts(amounts: Amounts, name: str) -> tuple[Array, ...]:
    found = getattr(amounts, name)
    return found if isinstance(found, tuple) else (found,)


@dataclass(frozen=True)
class MainRules:
    """A table's main game as numbers."""

    game: Game
    rows: Prices
    table: HandTable
    tree: TreeOps
    starts: tuple[Cards, ...]
    """What the player sees of the dealer's hand: one card, or two where the hole card lies face up."""
    scale: int
    """The denominator of all prices."""
    prices: Amounts
    """Nets as integers over the scale."""
    alone: Amounts
    """The same, but a dealer blackjack takes its part of a split hand as if there were no other: what a
    hand is played by after a split where a blackjack is not known before."""
    outcomes: Amounts
    """The number of the outcome's name, by the same places."""
    names: tuple[str, ...]
    """The outcomes' names."""
    may: tuple[Array, ...]
    """By split: hit and double by kind."""
    may_doubled: Array
    """By doublings and kind: double again, rescue."""
    may_surrender: Array
    early: Array
    """By start: whether a surrender returns half of the wager even from a blackjack."""
    after_doubling: Array
    """By doublings made and hand: whether the last doubling's card can have made it; all before one."""

    @property
    def checks(self) -> bool:
        """Whether a dealer blackjack is known before the players act."""
        return self.game.dealer_checks

    @property
    def spares(self) -> bool:
        """Whether a dealer blackjack comes after play and takes the first wager of a split box alone."""
        return self.game.blackjack_spares_extras

    def most_hands(self, value: int) -> int:
        """How many hands a pair of a value may become."""
        return self.game.max_hands_aces if value == 0 else self.game.max_hands

    def kind(self, hand: Cards, suited: Suited = Suited.MIXED) -> int:
        """The place of a hand's kind in the tables."""
        return self.table.place[kind_of(hand, suited)]


def main_rules(rules: RuleSet) -> MainRules:
    """The main game of a rule set."""
    return rules_of_game(GameKey(game_of(rules), prices(rules.main.paytable, rules.options)))


def _check_solvable(game: Game) -> None:
    """Refuse what is not worked out: an early surrender to a hole card in view, splits without end."""
    if game.surrender and game.surrender_time != "late" and game.hole_card == "face_up":
        raise OddsError("surrender_time: an early surrender is not worked out against two cards in view")
    if game.max_hands > MOST_HANDS:
        raise OddsError(
            f"max_hands: {game.max_hands}: splits are worked out to {MOST_HANDS} hands, beyond which "
            f"nothing changes that could be seen; say {MOST_HANDS} or less"
        )


@lru_cache(maxsize=64)
def rules_of_game(key: GameKey) -> MainRules:
    """The main game of a table by its rules and prices; made once for each."""
    game, rows = key.game, key.rows
    _check_solvable(game)
    table = tabulate(game, rows, (*all_hands().kinds, *_suited_kinds(game)))
    shown = 2 if game.hole_card == "face_up" else 1
    seen = starts(shown)
    results = _results(table)
    scale = lcm(*{result.net.denominator for result in results})
    names = tuple(sorted({result.outcome for result in results} | {OWED}))

    def net(result: HandResult) -> int:
        return int(result.net * scale)

    prices = _amounts(game, table, net, owed=-scale, none=0)
    outcomes = _amounts(
        game, table, lambda result: names.index(result.outcome), owed=names.index(OWED), none=-1
    )
    tells_22 = any(
        (by[:, :, TWENTY_TWO_END] != by[:, :, BUST_END]).any()
        for amounts in (prices, outcomes)
        for by in amounts.stands
    )
    may = tuple(
        np.array(list(zip(table.may_hit[split], table.may_double[split], strict=True)))
        for split in Split
    )
    may_doubled = np.array(
        [
            list(zip(again, saved, strict=True))
            for again, saved in zip(table.may_redouble, table.may_rescue, strict=True)
        ]
    )
    return MainRules(
        game=game,
        rows=rows,
        table=table,
        tree=dealer_tree(finished_hands(game, shown), tells_22),
        starts=seen,
        scale=scale,
        prices=prices,
        alone=_amounts(game, table, net, owed=0, none=None) if game.blackjack_spares_extras else prices,
        outcomes=outcomes,
        names=names,
        may=may,
        may_doubled=may_doubled,
        may_surrender=np.array(table.may_surrender),
        early=np.array([surrender_is_early(game, cards_of(start)[0]) for start in seen]),
        after_doubling=_after_doubling(may, may_doubled),
    )


def _after_doubling(may: tuple[Array, ...], may_doubled: Array) -> Array:
    hands = all_hands()
    found = np.zeros((may_doubled.shape[0], hands.keys.size), dtype=np.bool_)
    found[0] = True
    doubles = np.any([each[hands.kind, 1] for each in may], axis=0)
    for made in range(1, found.shape[0]):
        made_hands = hands.child[doubles]
        found[made, made_hands[made_hands != NONE]] = True
        doubles = found[made] & may_doubled[made, hands.kind, 0]
    return found


MOST_HANDS: Final = 8
"""Of a box, after splits."""
OWED: Final = "dealer_blackjack"
"""The outcome of a split box that has its first wager taken by a dealer blackjack."""


def _results(table: HandTable) -> set[HandResult]:
    rows = {id(kind): kind for by in table.stands for made in by for kind in made}
    rows |= {id(made): made for by in (*table.bust, *table.rescue) for made in by}
    return {
        result
        for row in (*rows.values(), table.surrender, table.early_surrender, table.even_money)
        for result in row
    }


def _amounts(
    game: Game, table: HandTable, number: Callable[[HandResult], int], *, owed: int, none: int | None
) -> Amounts:
    """A number for each result; `none` where a dealer blackjack is not a hand's own affair."""
    known: dict[int, list[int]] = {}

    def numbers_of(row: ByEnd) -> list[int]:
        """Many kinds share one row of results, which is looked at once."""
        if id(row) not in known:
            known[id(row)] = [number(result) for result in row]
        return known[id(row)]

    def array(rows: Any) -> Array:
        return np.array(rows, dtype=np.int64)

    stands = [array([[numbers_of(kind) for kind in made] for made in by]) for by in table.stands]
    at_blackjack = stands[Split.NEVER][0, :, BLACKJACK_END].copy()
    bust = [array([numbers_of(made) for made in by]) for by in table.bust]
    rescue = [array([numbers_of(made) for made in by]) for by in table.rescue]
    surrender = array(numbers_of(table.surrender))
    if none is not None and (game.dealer_checks or game.blackjack_spares_extras):
        # known before play, or taken from a split box as a whole: never from a hand in play, and never
        # from one that its number of cards has won
        won = np.array([0 < game.charlie <= kind.seen.card_count for kind in table.kinds])
        for split in Split if game.dealer_checks else (Split.PAIR, Split.ACES):
            stands[split][:, game.dealer_checks | ~won, BLACKJACK_END] = none
            rescue[split][:, BLACKJACK_END] = none
            if game.dealer_checks or game.busted_extras == "returned":
                bust[split][:, BLACKJACK_END] = none
        if game.dealer_checks:
            surrender[BLACKJACK_END] = none
    return Amounts(
        stands=tuple(stands),
        at_blackjack=at_blackjack,
        bust=tuple(bust),
        rescue=tuple(rescue),
        surrender=surrender,
        early_surrender=array(numbers_of(table.early_surrender)),
        even_money=array(numbers_of(table.even_money)),
        owed=array(owed),
    )


def _suited_kinds(game: Game) -> list[tuple[Kind, tuple[Card, ...]]]:
    """The hands that pay by their suits, and the blackjack that is priced apart."""
    found: list[tuple[Kind, tuple[Card, ...]]] = []
    for hand in BONUS_HANDS:
        found.append((kind_of(hand, Suited.ONE_SUIT), suited_hand(hand, other_suit(game))))
        premium = game.premium_suit if game.premium_suit in SUITS else other_suit(game)
        found.append((kind_of(hand, Suited.PREMIUM), suited_hand(hand, premium)))
    designated = cards(game.designated_blackjack_cards)
    if counted(designated) == NATURAL:
        found.append((kind_of(NATURAL, Suited.DESIGNATED), designated))
    return found
