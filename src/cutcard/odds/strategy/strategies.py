"""A strategy as a simulated player plays it: the chart a person can learn, or a chart of one's own.

A strategy looks at what a chart can show: the total, whether it is soft, how many cards there are, a
pair, the doublings made and what the dealer shows. It never looks at suits, at other hands or at cards
gone by, so that hands it cannot tell apart may be tabulated as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cutcard.automata.hands import Choose, SeenHand, Split
from cutcard.cards import Card
from cutcard.compute import cache, digest_of_code
from cutcard.law import RuleSet
from cutcard.odds import strategy
from cutcard.odds.main.game_key import GameKey
from cutcard.odds.problem import OddsError
from cutcard.odds.sides.super_bonus import winning_deals
from cutcard.odds.strategy.book import StrategyBook
from cutcard.odds.strategy.book_text import BASIC, book_in, needs_of, read_book, write_book
from cutcard.rules import TWO_CARDS, Action, Game, Prices, prices
from cutcard.table import game_of

MOST_KEPT: Final = 64
_STRATEGIES: dict[GameKey, Strategy] = {}


@dataclass(frozen=True)
class Strategy:
    """A way to play, and a digest of its decisions."""

    name: str
    book: StrategyBook = field(repr=False)

    @property
    def digest(self) -> str:
        """Equal for two strategies that always decide the same."""
        return self.book.digest

    @property
    def choose(self) -> Choose:
        """What is done with a hand."""
        return self.book.choose


@dataclass(frozen=True)
class ForTheBonus(Strategy):
    """The basic chart, except with two cards that a third like them would make the super bonus.

    A chart of totals cannot play for it.
    """

    deals: tuple[tuple[Card, Card], ...] = ()
    """The card of which such a hand has two, and the dealer's up card."""

    @property
    def digest(self) -> str:
        """Of the chart and of the exceptions to it."""
        return cache.digest(
            "for the bonus", digest_of_code(__name__), self.book.digest, repr(self.deals)
        )

    @property
    def choose(self) -> Choose:
        """What is done with a hand."""
        return self._chosen

    def _chosen(self, seen: SeenHand) -> Action:
        is_first = len(seen.cards) == TWO_CARDS and seen.split is Split.NEVER and not seen.doublings
        if is_first and len({*seen.cards}) == 1 and (seen.cards[0], seen.shown[0]) in self.deals:
            return Action.HIT
        return self.book.choose(seen)


def basic(rules: RuleSet) -> Strategy:
    """The chart that a person can learn, derived from the best play from a full shoe."""
    key = _key(rules)
    if key not in _STRATEGIES:
        if len(_STRATEGIES) >= MOST_KEPT:
            _STRATEGIES.clear()
        _STRATEGIES[key] = Strategy(BASIC, _cached_book(rules, key))
    return _STRATEGIES[key]


def is_known(rules: RuleSet) -> bool:
    """Whether the basic chart is cached, in memory or on disk."""
    key = _key(rules)
    return key in _STRATEGIES or isinstance(cache.read(_name(key)), str)


def _key(rules: RuleSet) -> GameKey:
    return GameKey(game_of(rules), prices(rules.main.paytable, rules.options))


def _name(key: GameKey) -> str:
    return cache.digest("basic", digest_of_code(__name__), *game_facts(key.game, key.rows))


def game_facts(game: Game, rows: Prices) -> tuple[object, ...]:
    """Everything that the rules of play and the prices say, without their citations."""
    rules = repr({name: getattr(game, name) for name in game.__slots__ if name != "cites"})
    return rules, sorted((name, str(row.pays)) for name, row in rows.items())


def _cached_book(rules: RuleSet, key: GameKey) -> StrategyBook:
    """The chart from the cache, where it is kept as a strategy file; or derived now."""
    name = _name(key)
    text = cache.read(name)
    if isinstance(text, str):
        try:
            return book_in("kept", text.encode(), **needs_of(key.game))[1]
        except OddsError:
            pass
    try:
        book = strategy.basic_book(rules)
    except OddsError as problem:
        raise OddsError(f"strategy: {problem}") from None
    cache.write(name, write_book(book, BASIC))
    return book


def from_file(path: str | Path, rules: RuleSet) -> Strategy:
    """A person's own strategy; `OddsError` with file and cell where it cannot be played by."""
    return Strategy(*read_book(path, **needs_of(game_of(rules))))


def for_the_bonus(chart: Strategy, rules: RuleSet) -> Strategy:
    """The chart of a player who draws to two sevens of a suit against a seven, as `odds` assumes."""
    return ForTheBonus(chart.name, chart.book, winning_deals(rules))


def own_name(rules: RuleSet) -> str:
    """The name of a chart that is written out to be changed: it is not the basic one any more."""
    return " ".join(("mine, from", rules.document.id, *filter(None, [rules.variation])))


def to_toml(strategy: Strategy) -> str:
    """The strategy as a file that `from_file` reads back."""
    return write_book(strategy.book, strategy.name)
