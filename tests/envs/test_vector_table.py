"""The environment against the table engine, to the cent, and against the exact edge."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard.cards import DECK_52
from cutcard.envs import EnvAction, VectorTable
from cutcard.envs.kernel import BET, NO_CARD, OFFER
from cutcard.results import RequestError

WORDS = {
    EnvAction.STAND: "stand",
    EnvAction.HIT: "hit",
    EnvAction.DOUBLE: "double",
    EnvAction.SPLIT: "split",
    EnvAction.SURRENDER: "surrender",
    EnvAction.EVEN_MONEY: "even_money",
    EnvAction.INSURE: "insure",
    EnvAction.RESCUE: "rescue",
}
TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("md-blackjack", {}, 1),
    ("md-blackjack", {"decks": 1, "soft_17": "hit"}, 3),
    ("md-pontoon-21", {}, 2),
    ("md-players-edge-21", {}, 1),
    ("house-rules", {"surrender": True, "surrender_time": "early"}, 1),
    ("house-rules", {"double_cards": "any_number", "charlie": 5, "decks": 2}, 2),
]


def play_one(table: VectorTable, chance: np.random.Generator) -> tuple[dict[str, Any], list[float]]:
    """One round by random legal actions: as `settle` would be asked for it, and its rewards."""
    state, decisions, first = table.state, [], 0
    while True:
        mask = table._mask[0]
        action = EnvAction(min(int(chance.choice(np.flatnonzero(mask))), EnvAction.BET))
        box, phase, before = int(state.box[0]) + 1, int(state.phase[0]), int(state.at[0])
        if phase == BET:
            first = before
            taken = np.array([int(EnvAction.BET)])
        else:
            taken = np.array([int(action)])
            # an offer is declined by saying nothing, and so is the double of a 21 after a split
            declined = action is EnvAction.STAND and not mask[EnvAction.HIT]
            if not declined:
                amount = {"amount": "50"} if action is EnvAction.INSURE else {}
                decisions.append({"box": box, "do": WORDS[action], **amount})
        cards_before = state.shoe[0].copy()
        _, rewards, over, _, _ = table.step(taken)
        if over[0]:
            dealt = [DECK_52[place].text for place in cards_before[first : int(state.ended_at[0])]]
            return {"cards": dealt, "decisions": decisions}, np.atleast_1d(rewards[0]).tolist()


@pytest.mark.parametrize(("document", "options", "boxes"), TABLES)
def test_rounds_equal_the_table_engine_to_the_cent(
    document: str, options: dict[str, Any], boxes: int
) -> None:
    table = VectorTable(1, document, boxes=boxes, seed=5, penetration=0.5, **options)
    chance = np.random.default_rng(11)
    for _ in range(120):
        asked, rewards = play_one(table, chance)
        request = {
            "document": document,
            "options": options,
            "boxes": [{"box": box, "stakes": {"main": "100"}} for box in range(1, boxes + 1)],
            **asked,
        }
        net = cutcard.settle(request).net
        assert [float(net[str(box)]) for box in range(1, boxes + 1)] == pytest.approx(
            [100 * won for won in rewards]
        ), request


def test_the_best_play_comes_to_the_exact_edge() -> None:
    """A player who takes the action that the analyser values most, over a million rounds."""
    table = VectorTable(2048, "md-blackjack", decks=6, seed=3, penetration=0.05)
    solved = table.rules.game
    acts, top = solved.decisions.by_doublings, solved.decisions.top
    assert acts is not None
    hands = solved.evaluation.hands
    best = acts[0].copy()
    for (hand, _), taken in top.items():
        best[hands.place(hand)] = taken
    won, squares, rounds = 0.0, 0.0, 0
    state = table.state
    for _ in range(1500):
        i = np.arange(table.copies)
        h, phase = state.hand, state.phase
        place, split = state.place[i, 0, h], state.split[i, 0, h]
        up = np.where(state.up == NO_CARD, 0, table.rules.tables.value[np.minimum(state.up, 51)])
        wanted = np.where(split > 0, acts[0][place, up], best[place, up])
        pair = table.rules.tables.pair[place]
        again = (split > 0) & (pair >= 0) & table._mask[:, EnvAction.SPLIT]
        wanted = np.where(again, EnvAction.SPLIT, wanted)
        allowed = np.take_along_axis(table._mask, wanted[:, None], 1)[:, 0]
        wanted = np.where(allowed, wanted, np.where(table._mask[:, EnvAction.HIT], wanted == 2, 0))
        actions = np.where(phase == BET, EnvAction.BET, np.where(phase == OFFER, 0, wanted))
        _, rewards, over, _, _ = table.step(actions)
        won, squares, rounds = won + rewards.sum(), squares + (rewards**2).sum(), rounds + over.sum()
    error = (squares / rounds) ** 0.5 / rounds**0.5
    assert abs(won / rounds - solved.value) < 4 * error


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = (VectorTable(8, "md-blackjack", seed=4) for _ in range(2))
    assert (one.state.shoe == other.state.shoe).all()
    assert (one.state.shoe[0] != one.state.shoe[1]).any()
    other.reset(seed=5)
    assert (one.state.shoe != other.state.shoe).any()
    for size in np.bincount(one.state.shoe[0], minlength=52):
        assert size == 6


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"copies": 0}, "copies"),
        ({"bets": ()}, "bets"),
        ({"penetration": 2}, "penetration"),
        ({"boxes": 9}, "boxes"),
        ({"variation": "switch"}, "switch"),
        ({"sof_17": "hit"}, "soft_17"),
    ],
)
def test_a_wrong_table_is_refused_in_one_line(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RequestError, match=says):
        VectorTable(**{"copies": 1, "document": "md-blackjack", **options})
