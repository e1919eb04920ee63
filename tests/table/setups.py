"""Tables to play at: every document and variation, with options and wagers drawn from the law data."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cutcard.law import document as law_of, document_ids
from cutcard.law.model import OptionLaw
from cutcard.law.ruleset.resolution import resolve
from cutcard.table import Settings
from table.driver import random_wagers

Game = tuple[str, str | None]

GAMES: tuple[Game, ...] = tuple(
    (name, variation) for name in document_ids() for variation in (None, *law_of(name).variations)
)
"""Every document without a variation, and each of its variations."""

AMOUNTS: Mapping[str, tuple[object, ...]] = {
    "smallest_chip": ("0.25", "0.50", "1.00", "2.50"),
    "minimum_wager": ("5.00", "10.00"),
    "maximum_wager": ("10.00", "25.00", "1000.00"),
    "payout_limit": ("20.00", "5000.00"),
    "progressive_stake": ("1.00", "5.00"),
    "super4_stake": ("1.00", "5.00"),
    "monster_match_stake": ("1.00", "5.00"),
}
"""Something to try for the options that are amounts."""
NUMBERS: Mapping[str, tuple[object, ...]] = {
    "decks": (1, 2, 6, 8),
    "boxes": (2, 5, 7),
    "adjacent_boxes": (1, 2, 7),
    "max_hands": (2, 3, 4, 6),
    "max_hands_aces": (2, 3, 4),
    "match_max_multiple": (1, 5),
}
"""The same for those that are whole numbers."""


NOT_TRIED = frozenset({"xtreme_stakes"})
"""A $1 stake may be filed without a prize table for it (PO-A18): no spin for one can be settled."""


class Setup(NamedTuple):
    """How a table is set up; `resolve` finds no violation in it."""

    options: Mapping[str, object]
    wagers: Mapping[str, object]


def game_id(game: Game) -> str:
    """A game as tests and files name it."""
    name, variation = game
    return name if variation is None else f"{name}-{variation}"


def _values(option: OptionLaw) -> tuple[object, ...]:
    if option.kind == "list":
        return tuple([each] for each in option.permitted)
    if option.kind == "suit":
        return tuple("cdhs")
    if option.kind:
        return AMOUNTS.get(option.name, ())
    return option.permitted or NUMBERS.get(option.name, ())


def chances_by_name(rng: random.Random, names: Iterable[str]) -> dict[str, random.Random]:
    """Names in a random order, each with chances of its own."""
    drawn = rng.getrandbits(64)
    chances = {name: random.Random(f"{drawn} {name}") for name in names}
    return dict(sorted(chances.items(), key=lambda each: (each[1].random(), each[0])))


def random_options(game: Game, rng: random.Random, *, most: int = 8) -> dict[str, object]:
    """Some open options of a game at values that may stand together.

    Every option has chances of its own, by its name: one that is added, or is no longer open, changes
    neither the place nor the value of another.
    """
    name, variation = game
    laws = law_of(name).effective_options(variation)
    chances = chances_by_name(
        rng, (each for each, law in laws.items() if not law.is_fixed and each not in NOT_TRIED)
    )
    asked: dict[str, object] = {}
    for option in chances:
        values = _values(laws[option])
        if not values or len(asked) == most:
            continue
        tried = {**asked, option: chances[option].choice(values)}
        if _may_stand(game, tried):
            asked = tried
    return asked


def _may_stand(game: Game, options: Mapping[str, object]) -> bool:
    _, findings = resolve(law_of(game[0]), variation=game[1], options=options)
    return not any(each.severity == "violation" for each in findings)


def random_setup(game: Game, rng: random.Random, *, options: int = 8, wagers: int = 4) -> Setup:
    """A table of a game with some options changed and some side wagers on offer."""
    asked = random_options(game, rng, most=options)
    return Setup(asked, random_wagers(*game, rng, most=wagers, options=asked))


def all_settings() -> Iterator[Settings]:
    """Automatic and manual tables, with cards of their own and with scanned ones."""
    for chores in ("automatic", "manual"):
        for virtual in (True, False):
            yield Settings(chores=chores, virtual=virtual)
    yield Settings(asks_for_cut=True, asks_for_draws=True, reader_shows=True)
    yield Settings(collects=False)
    yield Settings(confirms=False, holds_jackpots=True)
