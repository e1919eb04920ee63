"""How a simulated player plays: the chart a person can learn, or a chart of one's own.

A strategy looks at what a chart can show: the total, whether it is soft, how many cards there are, a
pair, the doublings made and what the dealer shows. It never looks at suits, at other hands or at cards
gone by, so that hands it cannot tell apart may be tabulated as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypedDict

from cutcard.automata.hands import Choose
from cutcard.compute import cache, digest_of_code
from cutcard.law import RuleSet
from cutcard.odds import GameKey
from cutcard.rules import Game, prices
from cutcard.sim.problem import SimError
from cutcard.sim.strategy import game_name as naming
from cutcard.sim.strategy.book import StrategyBook
from cutcard.sim.strategy.book_text import BASIC, book_in, read_book, write_book
from cutcard.table import game_of

MOST_KEPT: Final = 64
_KEPT: dict[GameKey, Strategy] = {}


class StrategyNeeds(TypedDict):
    """What a chart must tell: by one of the dealer's cards or by two, and when cards are switched."""

    shown: int
    can_switch: bool


@dataclass(frozen=True)
class Strategy:
    """A way to play, and a name for all it decides."""

    name: str
    book: StrategyBook = field(repr=False)

    @property
    def digest(self) -> str:
        """The same for two strategies that decide alike."""
        return self.book.digest

    @property
    def choose(self) -> Choose:
        """What is done with a hand."""
        return self.book.choose


def basic(rules: RuleSet) -> Strategy:
    """The chart that a person can learn, derived from the best play from a full shoe."""
    key = _key(rules)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = _KEPT[key] = Strategy(BASIC, _kept(rules, key))
    return found


def is_known(rules: RuleSet) -> bool:
    """Whether that chart need not be made."""
    key = _key(rules)
    return key in _KEPT or isinstance(cache.read(_name(key)), str)


def _key(rules: RuleSet) -> GameKey:
    return GameKey(game_of(rules), prices(rules.main.paytable, rules.options))


def _name(key: GameKey) -> str:
    return cache.digest("basic", digest_of_code(__name__), *naming.told(key.game, key.rows))


def _kept(rules: RuleSet, key: GameKey) -> StrategyBook:
    """The chart as it was kept, which is the file that tells it; else as it is made now."""
    name = _name(key)
    found = cache.read(name)
    if isinstance(found, str):
        try:
            return book_in("kept", found.encode(), **_needs(key.game))[1]
        except SimError:
            pass
    from cutcard.sim.strategy.basic_book import basic_book

    book = basic_book(rules)
    cache.write(name, write_book(book, BASIC))
    return book


def from_file(path: str | Path, rules: RuleSet) -> Strategy:
    """A person's own strategy; one clear line with file and cell where it cannot be played by."""
    return Strategy(*read_book(path, **_needs(game_of(rules))))


def _needs(game: Game) -> StrategyNeeds:
    """What a chart for a game must tell."""
    return {"shown": 2 if game.hole_card == "face_up" else 1, "can_switch": game.switch}


def own_name(rules: RuleSet) -> str:
    """What a chart is called that is written to be changed: it is the basic one no longer."""
    return " ".join(("mine, from", rules.document.id, *filter(None, [rules.variation])))


def to_toml(strategy: Strategy) -> str:
    """The strategy as a file that `from_file` reads back."""
    return write_book(strategy.book, strategy.name)
