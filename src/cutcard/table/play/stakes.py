"""Which stakes a wager takes at a table: asked of the very check that judges a bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cutcard.law import Refused, RuleSet
from cutcard.money import Cents
from cutcard.rules import Game
from cutcard.table.play.bets import Bet, check_bets, main_wagers

TRIED: Final = tuple(
    Cents(each) for each in (50, 100, 200, 250, 500, 1000, 1500, 2000, 2500, 5000, 10000, 50000, 100000)
)
"""Stakes that are tried; what chips make up."""
FEW: Final = 2
GREAT: Final = Cents(100_000)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The least and the most that a wager takes, where there is a limit; or the few stakes it takes."""

    least: Cents
    most: Cents | None
    only: tuple[Cents, ...] = ()


def side_stakes(rules: RuleSet, game: Game) -> Mapping[str, Stakes]:
    """What every side wager takes beside a main wager of the table's greatest."""
    return _cached(_Asked(rules, game))


def mains_apart(rules: RuleSet, game: Game) -> bool:
    """Whether the main wagers of one box may be of different amounts."""
    return _apart(_Asked(rules, game))


class _Asked:
    """Rules by their identity: they are frozen, and long to compare."""

    def __init__(self, rules: RuleSet, game: Game) -> None:
        self.rules = rules
        self.game = game

    def __hash__(self) -> int:
        return hash((id(self.rules), id(self.game)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.rules is other.rules and self.game is other.game


@lru_cache(maxsize=256)
def _cached(asked: _Asked) -> Mapping[str, Stakes]:
    rules, game = asked.rules, asked.game
    first = {*main_wagers(game), "insurance"}
    found = {}
    for name, offer in rules.offers.items():
        if offer.law.takes_stake and name not in first:
            taken = [each for each in TRIED if _takes(rules, game, name, each)]
            if taken:
                most = taken[-1] if taken[-1] < TRIED[-1] else None
                found[name] = Stakes(taken[0], most, tuple(taken) if len(taken) <= FEW else ())
    return found


def _takes(rules: RuleSet, game: Game, wager: str, stake: Cents) -> bool:
    main = game.maximum_wager or GREAT
    needs = rules.document.wager(wager).needs
    beside = [each for each in (needs.names if needs else ()) if each in rules.offers]
    stakes = {**dict.fromkeys(beside, stake), **dict.fromkeys(main_wagers(game), main), wager: stake}
    try:
        check_bets(rules, game, [Bet(1, "", stakes)])
    except Refused:
        return False
    return True


@lru_cache(maxsize=256)
def _apart(asked: _Asked) -> bool:
    first, *more = main_wagers(asked.game)
    least = asked.game.minimum_wager or TRIED[0]
    most = asked.game.maximum_wager or GREAT
    bet = Bet(1, "", {first: most, **dict.fromkeys(more, least)})
    try:
        check_bets(asked.rules, asked.game, [bet])
    except Refused:
        return False
    return bool(more) and least < most
