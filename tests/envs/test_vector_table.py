"""The environment against the table engine, to the cent, and against the exact edge."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard.cards import DECK_52
from cutcard.envs import EnvAction, VectorTable
from cutcard.envs.kernel import BET, NO_CARD, OFFER
from cutcard.envs.rule_tables import Flag
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
MA = {"document": "ma-blackjack"}
TABLES: list[dict[str, Any]] = [
    {"document": "md-blackjack"},
    {"document": "md-blackjack", "decks": 1, "soft_17": "hit", "boxes": 3},
    {"document": "md-blackjack", "variation": "no_hole_card", "boxes": 2},
    {"document": "md-pontoon-21", "boxes": 2},
    {"document": "md-players-edge-21"},
    {"document": "players-edge-21-brochure", "boxes": 2},
    {**MA, "boxes": 2},
    {**MA, "variation": "multiple_action", "boxes": 2},
    {**MA, "busted_extras": "returned"},
    {**MA, "variation": "hole_card_face_up"},
    {**MA, "variation": "six_to_five"},
    {"document": "house-rules", "surrender": True, "surrender_time": "early"},
    {"document": "house-rules", "double_cards": "any_number", "charlie": 5, "decks": 2, "boxes": 2},
    {
        "document": "md-blackjack",
        "boxes": 2,
        "wagers": {"lucky_ladies": "A", "match_the_dealer": None, "royal_match_21": None},
        "stakes": {"lucky_ladies": "5"},
    },
    {**MA, "wagers": ["over_13"], "boxes": 2},
    {"document": "md-players-edge-21", "wagers": ["match_up", "match_down"]},
]
UNIT = 100


def play_one(table: VectorTable, chance: np.random.Generator) -> tuple[dict[str, Any], list[float]]:
    """One round by random legal actions: as `settle` would be asked for it, and its rewards."""
    state, first = table.state, 0
    decisions: list[dict[str, Any]] = []
    boxes: list[dict[str, Any]] = []
    spots = int(table.rules.tables.flags[Flag.DEALER_HANDS])
    mains = ["main", *(f"main_{spot}" for spot in range(2, spots + 1))]
    while True:
        mask = table._mask[0]
        taken = int(chance.choice(np.flatnonzero(mask)))
        box, phase, before = int(state.box[0]) + 1, int(state.phase[0]), int(state.at[0])
        if phase == BET:
            first = before if box == 1 else first
            chosen = int(table.rules.tables.side_bets[taken - EnvAction.BET])
            sides = [name for at, name in enumerate(table.side_wagers) if chosen >> at & 1]
            stakes = {name: f"{table.side_stakes[name] * UNIT:.2f}" for name in sides}
            boxes.append({"box": box, "stakes": {**dict.fromkeys(mains, str(UNIT)), **stakes}})
        else:
            action = EnvAction(taken)
            # an offer is declined by saying nothing, and so is the double of a 21 after a split
            may = mask[EnvAction.HIT] or (mask[EnvAction.SPLIT] and phase != OFFER)
            declined = action is EnvAction.STAND and not may
            if action is EnvAction.INSURE:
                decisions += [
                    {"box": box, "do": "insure", "amount": str(UNIT // 2)}
                    | ({"spot": spot} if spots > 1 else {})
                    for spot in range(1, spots + 1)
                ]
            elif not declined:
                hand = {"hand": int(state.hand[0]) + 1} if phase != OFFER else {}
                decisions.append({"box": box, "do": WORDS[action], **hand})
        cards_before = state.shoe[0].copy()
        _, rewards, over, _, _ = table.step(np.array([taken]))
        if over[0]:
            dealt = [DECK_52[place].text for place in cards_before[first : int(state.ended_at[0])]]
            asked = {"boxes": boxes, "cards": dealt, "decisions": decisions}
            return asked, np.atleast_1d(rewards[0]).tolist()


def compare_rounds(settings: dict[str, Any], *, rounds: int, seed: int) -> None:
    """So many random rounds at a table, each settled again by the table engine."""
    known = ("document", "variation", "boxes", "wagers", "stakes")
    options = {name: value for name, value in settings.items() if name not in known}
    table = VectorTable(1, **{**settings, "seed": seed, "penetration": 0.5, "unit": UNIT})
    offers = dict(table.side_paytables)
    chance = np.random.default_rng(seed)
    for _ in range(rounds):
        asked, rewards = play_one(table, chance)
        request = {
            "document": settings["document"],
            "variation": settings.get("variation"),
            "options": options,
            "wagers": offers,
            **asked,
        }
        net = cutcard.settle(request).net
        found = [float(net[str(each["box"])]) for each in asked["boxes"]]
        assert found == pytest.approx([UNIT * won for won in rewards]), request


@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_rounds_equal_the_table_engine_to_the_cent(settings: dict[str, Any]) -> None:
    compare_rounds(settings, rounds=60, seed=5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_million_rounds_equal_the_table_engine_to_the_cent(seed: int) -> None:
    """Of every table 3,400 rounds a seed: a million and more in all."""
    for settings in TABLES:
        compare_rounds(settings, rounds=3_400, seed=1000 + seed)


@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        (["buster_blackjack"], "cards beyond"),
        (["super_4"], "not among the environments"),
        (["nowhere"], "nowhere"),
        ({"lucky_ladies": "Z"}, "Z"),
        ("lucky_ladies", "a list of wagers"),
        ([5], "not a text"),
    ],
)
def test_a_side_wager_that_cannot_be_looked_up_is_refused(wagers: Any, says: str) -> None:
    with pytest.raises(RequestError, match=says):
        VectorTable(1, "md-blackjack", wagers=wagers)


def test_a_bet_names_its_side_wagers() -> None:
    table = VectorTable(1, "md-blackjack", bets=(1, 5), wagers=["lucky_ladies", "match_the_dealer"])
    tables = table.rules.tables
    assert table.actions == EnvAction.BET + 8
    action = table.bet_action(1, ["match_the_dealer"])
    assert tables.bets[action - EnvAction.BET] == 5
    assert tables.side_bets[action - EnvAction.BET] == 2
    with pytest.raises(RequestError, match="did you mean lucky_ladies"):
        table.bet_action(0, ["lucky_lady"])
    with pytest.raises(RequestError, match="bet: 2 is not 0 to 1"):
        table.bet_action(2)


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
