"""Whatever is wrong with a request is a `RequestError` of one line that names what is wrong.

Every keyword of every public function is given every kind of value that it cannot take.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pytest

import cutcard
from cutcard import odds, sim
from cutcard.envs import VectorTable
from cutcard.results import Result

NAN, INF, HUGE = float("nan"), float("inf"), 10**400
LONG = "x" * 100_000

NO_TEXTS: Final[list[Any]] = [
    5,
    1.5,
    True,
    b"main",
    ["main"],
    {"a": 1},
    object(),
    NAN,
    HUGE,
    np.arange(3),
]
NO_NAMES: Final[list[Any]] = [*NO_TEXTS, "", "nowhere", "\n", "\x00", LONG, "md-blackjak", "../etc", "🂡"]
NO_WHOLES: Final[list[Any]] = [True, 1.5, NAN, INF, "six", "6", -1, HUGE, -HUGE, [1], {}, b"1", object()]
NO_NUMBERS: Final[list[Any]] = [True, NAN, INF, -INF, "a half", "", LONG, [0.5], {}, object(), HUGE]
NO_TABLES: Final[list[Any]] = [5, "text", b"text", True, [1, 2], object(), {1: 2}, {None: 1}, 1.5]
NO_TRUTHS: Final[list[Any]] = [2, "yes", [], {}, 0.0, object()]
NO_CARDS: Final[list[Any]] = [
    5,
    True,
    1.5,
    object(),
    "Zz",
    "8h 8",
    "88",
    LONG,
    ["8h", 5],
    [["8h"]],
    "🂡",
    {1: 2},
]
NO_MONEY: Final[list[Any]] = [True, NAN, INF, "lots", LONG, [1], object(), HUGE, 0.001]

PLAIN: Final = "md-blackjack"
SIDE: Final[dict[str, Any]] = {"wager": "match_the_dealer"}

OF_A_QUESTION: Final[dict[str, list[Any]]] = {
    "document": NO_NAMES,
    "decks": [*NO_WHOLES, 0],
    "soft_17": ["maybe", "", 17, True, None, NAN, ["hit"], LONG],
    "variation": NO_NAMES,
    "paytable": NO_NAMES,
    "seats": [*NO_WHOLES, 0],
    "stake": [*NO_MONEY, 0, -5],
    "meters": [*NO_TABLES, {"star": NAN}, {"star": "lots"}, {"nowhere": 5}],
    "removed": NO_CARDS,
    "settings": NO_TABLES,
    "options": [*NO_TABLES, {"decks": NAN}],
    "pays": [*NO_TABLES, {"any_20": 5}, {"nowhere": "1 to 1"}],
    "sof_17": ["hit"],
    "paytabel": ["A"],
}
FUNCTIONS: Final[dict[str, tuple[Callable[..., object], dict[str, Any], dict[str, list[Any]]]]] = {
    "edge": (odds.edge, {"document": PLAIN, **SIDE}, {**OF_A_QUESTION, "wager": NO_NAMES}),
    "wager": (odds.wager, {"document": PLAIN, **SIDE}, {**OF_A_QUESTION, "wager": NO_NAMES}),
    "removal_effects": (
        odds.removal_effects,
        {"document": PLAIN, **SIDE},
        {**OF_A_QUESTION, "wager": NO_NAMES},
    ),
    "hand": (
        odds.hand,
        {"document": PLAIN, "cards": "8h 8d", "up": "Tc"},
        {
            **OF_A_QUESTION,
            "cards": [*NO_CARDS, "", "8h", "Ah " * 30, "Th 9d 5c"],
            "up": [*NO_CARDS, "", "Tc 9c 8c"],
        },
    ),
    "chart": (odds.chart, {"document": PLAIN}, OF_A_QUESTION),
    "best_play": (odds.best_play, {"document": PLAIN}, OF_A_QUESTION),
    "strategy_value": (
        odds.strategy_value,
        {"document": PLAIN},
        {
            **OF_A_QUESTION,
            "strategy": [
                5,
                True,
                b"x",
                "",
                "nowhere.toml",
                "/",
                LONG,
                "\x00",
                ["basic"],
                lambda *_: "fold",
                lambda *_: [1],
            ],
        },
    ),
    "sweep": (
        odds.sweep,
        {"document": PLAIN, **SIDE, "over": {"decks": [2, 6]}},
        {
            **{name: bad for name, bad in OF_A_QUESTION.items() if name != "decks"},
            "wager": NO_NAMES,
            "over": [
                *NO_TABLES,
                {},
                None,
                {"decks": 6},
                {"decks": "6"},
                {"decks": []},
                {"deks": [1]},
                {"decks": [NAN]},
                {"decks": range(10**7)},
                {"over": [1]},
            ],
        },
    ),
    "what_if": (
        odds.what_if,
        {"document": PLAIN, "wager": "lucky_ladies"},
        {
            **OF_A_QUESTION,
            "wager": NO_NAMES,
            "pays": [*OF_A_QUESTION["pays"], {"any_20": "-1 to 1"}, {"any_20": "1 to 0"}],
        },
    ),
    "countability": (
        odds.countability,
        {"document": PLAIN, "wagers": ["match_the_dealer"]},
        {
            **{name: bad for name, bad in OF_A_QUESTION.items() if name != "paytable"},
            "wagers": [
                5,
                "lucky_ladies",
                True,
                ["nowhere"],
                [5],
                {"lucky_ladies": 5},
                {"lucky_ladies": "Z"},
                [],
                object(),
                {5: "A"},
            ],
            "penetration": [*NO_NUMBERS, 0, 1, -0.5, 2],
            "levels": [5, "1", [], [0], [True], [1.5], [HUGE], None, object()],
            "tags": [*NO_TABLES, {"2": 1}, {"rest": NAN}, {"Zz": 1, "rest": 0}, {"rest": True}],
        },
    ),
    "sessions": (
        odds.sessions,
        {"document": PLAIN, **SIDE},
        {
            **OF_A_QUESTION,
            "wager": NO_NAMES,
            "rounds": [*NO_WHOLES, 0, 10**9],
            "bankroll": [*NO_NUMBERS, 0, -5, 10**30],
        },
    ),
    "compare": (
        odds.compare,
        {"a": PLAIN, "b": PLAIN},
        {
            "a": [
                *NO_NAMES,
                {},
                {"document": 5},
                {"document": PLAIN, "optoins": {}},
                {"document": PLAIN, "options": 5},
                {"document": PLAIN, "wagers": 5},
                {"document": PLAIN, "wagers": {"main": 5}},
            ],
            "b": [None, {"document": PLAIN, "variation": 5}],
        },
    ),
    "sim.run": (
        sim.run,
        {"document": PLAIN, "rounds": 1000, "workers": 1},
        {
            "document": NO_NAMES,
            "rounds": [*NO_WHOLES, 0],
            "until_error": [*NO_NUMBERS, 0, -1, 2],
            "seed": NO_WHOLES,
            "boxes": [*NO_WHOLES, 0, 9],
            "wagers": [
                5,
                "lucky_ladies",
                True,
                ["nowhere"],
                [5],
                {"lucky_ladies": 5},
                {"lucky_ladies": "Z"},
                {5: "A"},
            ],
            "stakes": [*NO_TABLES, {"main": NAN}, {"main": -5}, {"nowhere": 5}, {"main": True}],
            "meters": [*NO_TABLES, {"nowhere": 5}],
            "settings": [*NO_TABLES, {"nowhere": {}}, {"main": 5}],
            "growing": [*NO_TRUTHS, True],
            "penetration": [*NO_NUMBERS, 0, -1, 2],
            "fresh": NO_TRUTHS,
            "strategy": [5, True, b"x", "nowhere.toml", "/", LONG, ["basic"], None],
            "variation": NO_NAMES,
            "device": [*NO_NAMES, "tpu"],
            "workers": [*NO_WHOLES, 0],
            "scheduler": NO_TEXTS,
            "count": [*NO_TEXTS, "nowhere", "", "2-6=lots", LONG],
            "by_depth": NO_TRUTHS,
            "session": NO_WHOLES,
            "compare": NO_TRUTHS,
            "progress": [5, "yes", True],
            "decks": [*NO_WHOLES, 0],
            "sof_17": ["hit"],
            "penetraton": [0.5],
        },
    ),
    "VectorTable": (
        VectorTable,
        {"copies": 1, "document": PLAIN},
        {
            **{
                name: bad
                for name, bad in OF_A_QUESTION.items()
                if name not in ("paytable", "meters", "removed")
            },
            "copies": [*NO_WHOLES, 0],
            "boxes": [*NO_WHOLES, 0, 8],
            "bets": [5, "1", [], [0], [NAN], [-1], [True], None, ["x"], [INF]],
            "penetration": [*NO_NUMBERS, 0, 1, -0.5],
            "counts": NO_TRUTHS,
            "seed": [1.5, "7", -1, True, [1.5], NAN],
        },
    ),
    "settle": (
        cutcard.settle,
        {},
        {
            "request": [
                None,
                5,
                "x",
                [],
                {},
                {"document": 5},
                {"document": PLAIN},
                {1: 2},
                {"document": PLAIN, "boxes": NAN, "cards": 5},
                {"document": PLAIN, "boxes": [5], "cards": [5]},
                object(),
            ]
        },
    ),
    "law.document": (cutcard.law.document, {}, {"name": [*NO_NAMES, None, "md-blackjack@9", "@"]}),
    "law.diff": (cutcard.law.diff, {"b": PLAIN}, {"a": [*NO_NAMES, None]}),
}


def wrong() -> Iterator[tuple[str, str]]:
    for function, (_, _, keywords) in FUNCTIONS.items():
        for keyword in keywords:
            yield function, keyword


@pytest.mark.parametrize(("function", "keyword"), [*wrong()])
def test_every_bad_value_of_every_keyword_is_one_line(function: str, keyword: str) -> None:
    call, good, keywords = FUNCTIONS[function]
    for bad in keywords[keyword]:
        with pytest.raises(cutcard.RequestError) as caught:
            call(**{**good, keyword: bad})
        message = str(caught.value)
        assert message, bad
        assert "\n" not in message
        assert len(message) < 700, message
        assert "Traceback" not in message
        assert " object at 0x" not in message or not isinstance(bad, str)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"sof_17": "hit"}, "soft_17"),
        ({"deck": 6}, "decks"),
        ({"paytabel": "A"}, "paytable"),
        ({"surender": True}, "surrender"),
        ({"variaton": "switch"}, "variation"),
    ],
)
def test_a_misspelt_keyword_brings_the_one_that_was_meant(written: dict[str, Any], meant: str) -> None:
    for call in (odds.edge, odds.chart, sim.run):
        if call is sim.run and meant == "paytable":
            continue
        with pytest.raises(cutcard.RequestError, match=f"did you mean {meant}"):
            call("house-rules", **written)


def test_a_refusal_by_law_carries_its_provision() -> None:
    cases: list[Callable[[], object]] = [
        lambda: odds.edge(PLAIN, decks=0),
        lambda: odds.wager(PLAIN, "match_the_dealer", decks=1),
        lambda: odds.hand(PLAIN, "8h 8d", "Tc", soft_17="maybe"),
        lambda: sim.run(PLAIN, rounds=1000, soft_17="maybe"),
        lambda: VectorTable(1, PLAIN, soft_17="maybe"),
        lambda: odds.compare(PLAIN, {"document": PLAIN, "options": {"soft_17": "maybe"}}),
        lambda: odds.countability(PLAIN, wagers=["lucky_ladies"], soft_17="maybe"),
        lambda: odds.sessions(PLAIN, soft_17="maybe"),
    ]
    for call in cases:
        with pytest.raises(cutcard.RequestError) as caught:
            call()
        assert caught.value.cite, caught.value


def test_what_numpy_holds_is_taken_for_what_it_is() -> None:
    plain = odds.edge(PLAIN, "match_the_dealer", decks=6).value
    assert odds.edge(PLAIN, "match_the_dealer", decks=np.int64(6)).value == plain
    grid = odds.sweep(PLAIN, "match_the_dealer", over={"decks": np.arange(5, 7)})
    assert [each["decks"] for each in grid.records()] == [5, 6]
    assert isinstance(grid, Result)


@pytest.mark.parametrize("edge", [NAN, INF, "x", None, True, [0.2], 5, HUGE, 0.9999999999999])
@pytest.mark.parametrize("row", ["any_20", "nowhere", 5, None])
def test_solving_for_nonsense_is_refused(edge: Any, row: Any) -> None:
    if row == "any_20" and edge == 0.9999999999999:
        edge = Fraction(1, 1)
    with pytest.raises(cutcard.RequestError):
        odds.what_if(PLAIN, "lucky_ladies").solve_for(edge=edge, row=row)


def test_a_round_that_is_not_there_is_not_replayed() -> None:
    run = sim.run(PLAIN, rounds=1000, seed=3, workers=1)
    for bad in [*NO_WHOLES, run.rounds, sys.maxsize]:
        with pytest.raises(cutcard.RequestError, match="round"):
            run.replay(bad)
