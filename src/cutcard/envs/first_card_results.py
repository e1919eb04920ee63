"""Side wagers that the cards dealt first decide, as tables for whoever deals rounds elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers import Chain, chains
from cutcard.law import RuleSet
from cutcard.money import Cents
from cutcard.rules import Game
from cutcard.sim import EARLY, OPEN, first_cards
from cutcard.table import game_of

Array = np.ndarray[Any, Any]
FURTHER_CARDS: Final = "cards beyond those dealt first decide it"
FROM_ELSEWHERE: Final = "a meter, a device or another box has a part in what it pays"


@dataclass(frozen=True)
class FirstCardResults:
    """What side wagers come to by a box's two cards, the up card and the dealer's second card."""

    wagers: tuple[str, ...]
    left_out: Mapping[str, str]
    """By wager that has no such table: why."""
    by_two: Array
    by_up: Array
    by_hole: Array
    nets: Array
    """By number and wager, in cents."""


def first_card_results(rules: RuleSet, stakes: Mapping[str, Cents]) -> FirstCardResults:
    """The tables of those of these wagers that have them."""
    game = game_of(rules)
    made = chains(rules, stakes)
    left_out = {each.wager: each.why for each in made.left_out}
    kept: list[Chain] = []
    for each in made.chains:
        if not set(each.fold.reads) <= set(EARLY) or not _is_dealt(each, game):
            left_out[each.wager] = FURTHER_CARDS
        elif any(r.shares or r.device or r.to_others or r.shared_cap is not None for r in each.results):
            left_out[each.wager] = FROM_ELSEWHERE
        elif each.wager in stakes:
            kept.append(each)
    starts = np.cumsum([0, *(len(each.results) for each in kept)], dtype=np.int32)
    nets = np.array([result.net for each in kept for result in each.results], dtype=np.int64)
    found = first_cards(kept, starts, [False] * len(kept))
    assert not (found.results == OPEN).any()
    return FirstCardResults(
        tuple(each.wager for each in kept),
        left_out,
        found.by_two,
        found.by_up,
        found.by_hole,
        nets[found.results],
    )


def _is_dealt(wager: Chain, game: Game) -> bool:
    """Whether every card that it reads is dealt before anybody plays, and it asks for no other."""
    demands = wager.demands
    asks = demands.third_card or demands.completion or demands.open is not None
    asks = asks or demands.own_third is not None
    return not asks and (
        game.has_hole_card or (demands.second_card is None and "hole" not in wager.fold.reads)
    )
