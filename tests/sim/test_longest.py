"""How many cards a round can take at most: never fewer than some round takes."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from cutcard.cards import DECK_52
from cutcard.sim.runs.engine import Engine
from cutcard.sim.tables.round_tables import RoundTables, longest
from sim.engine_cases import Dealt

ACES = [place for place, card in enumerate(DECK_52) if card.is_ace]
OTHERS = [place for place, card in enumerate(DECK_52) if not card.is_ace]
STATES = 9


@pytest.fixture(scope="module")
def made() -> RoundTables:
    return Engine(Dealt("ma-blackjack").plan()).tables


def machine(made: RoundTables, steps: list[list[int]]) -> RoundTables:
    """Of two letters, aces and all others; state 0 is the start and the end."""
    letters = np.array([not card.is_ace for card in DECK_52], dtype=np.uint8)
    return replace(made, letters=2, step=np.array(steps, dtype=np.uint32).ravel() * 2, letter_of=letters)


def taken(steps: list[list[int]], left: tuple[int, int], state: int = 0) -> int:
    """The most cards of a round, each letter there so many times."""
    found = 0
    for letter, after in enumerate(steps[state]):
        if left[letter]:
            fewer = (left[0] - (letter == 0), left[1] - (letter == 1))
            found = max(found, 1 + (taken(steps, fewer, after) if after else 0))
    return found


def test_no_round_takes_more_cards(made: RoundTables) -> None:
    rng, exact = random.Random(5), 0
    for _ in range(300):
        steps = [
            [rng.choice([0, *range(at + 1, STATES), *range(at + 1, STATES)]) for _ in range(2)]
            for at in range(STATES)
        ]
        aces, others = rng.randrange(4), rng.randrange(4, STATES)
        shoe = np.array([*ACES[:aces], *OTHERS[:others]])
        most = longest(machine(made, steps), shoe)
        assert taken(steps, (aces, others)) <= most <= taken(steps, (STATES, STATES))
        exact += taken(steps, (aces, others)) == most
    assert exact > 200


def test_a_shoe_of_few_aces_bounds_a_round_of_many(made: RoundTables) -> None:
    steps = [[at + 1 if at < STATES - 1 else 0, 0] for at in range(STATES)]
    for aces in range(4):
        shoe = np.array([*ACES[:aces], *OTHERS])
        assert longest(machine(made, steps), shoe) == aces + 1
