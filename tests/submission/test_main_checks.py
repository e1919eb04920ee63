"""A check plays the main game: a table that favours the player at best play is warned of."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.support import SOURCE
from cutcard.cards import cards
from cutcard.law import Finding
from cutcard.odds import player_edges, registry
from cutcard.odds.composition import Composition
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.player_edges import TableEdges
from cutcard.odds.question import question
from cutcard.odds.switch.game import solve_switch
from cutcard.submission import check, check_together, odds_checks
from later import one_in
from odds.main_ways import with_options
from table.driver import rules_of
from table.setups import AMOUNTS, GAMES, NUMBERS, Game, game_id

MD, MA = "md-blackjack", "ma-blackjack"
STATED = {"adjacent_boxes": 7, "max_hands": 4, "max_hands_aces": 4}
BAD_BEAT = {"initial_amount": 5000, "reset_amount": 5000, "rate_of_progression": 0.1}


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "main_check_cache"))


def made(
    document: str = MD,
    variation: str | None = None,
    wagers: dict[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    stated = {"decks": 6, **(STATED if document == MD else {"double_card": "face_up"})}
    found = {"document": document, "operator": "X", "options": {**stated, **options}}
    return {**found, **({"variation": variation} if variation else {}), "wagers": wagers or {}}


def told(submission: dict[str, Any], name: str = "main") -> list[Finding]:
    return [each for each in check(submission).findings if each.path == f"wagers.{name}"]


class Table(NamedTuple):
    """A table, and whether it favours the player (figures published for the like of it)."""

    document: str
    variation: str | None
    options: dict[str, Any]
    favours: bool


TABLES = [
    Table(MD, None, {}, favours=False),
    Table(MD, None, {"decks": 1}, favours=True),
    Table(MD, None, {"decks": 1, "blackjack_pays": "6 to 5"}, favours=False),
    Table(MD, "no_hole_card", {}, favours=False),
    Table(MA, None, {}, favours=False),
    Table(MA, "six_to_five", {}, favours=False),
    Table("md-pontoon-21", None, {}, favours=False),
    pytest.param(Table(MD, "switch", {}, favours=True), marks=pytest.mark.long),
    pytest.param(
        Table(MD, "switch", {"switch_blackjack_pays": "1 to 1"}, favours=False), marks=pytest.mark.long
    ),
]


@pytest.mark.parametrize("table", TABLES, ids=lambda each: f"{each[0]} {each[1] or ''} {each[2]}")
def test_the_main_game_is_judged(table: Table) -> None:
    """Single deck with doubles on anything, split aces that draw and surrender favours the player, and
    so does Switch with blackjacks at 3 to 2; tables of six decks do not."""
    submission = made(table.document, table.variation, **table.options)
    found = check(submission)
    warned = [each for each in found.findings if each.path == "wagers.main"]
    assert [each.severity for each in warned] == ["warning"] * table.favours
    for each in warned:
        assert "with optimal play favours the player by" in each.message
        assert each.cite == "Ch.13 §A"
    assert found.rules is not None
    edge = TableEdges().edge(found.rules, "main")
    assert edge is not None
    assert (edge > 0) is table.favours
    assert all(f"by {edge * 100:.4g}% of the stake" in each.message for each in warned)


def test_the_edge_is_that_of_the_full_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MainGame, "exact_value", None)
    rules = check(made(decks=1), by_play=False).rules
    assert rules is not None
    whole = registry.answer(question(MD, "main", decks=1)).player_edge
    assert TableEdges().edge(rules, "main") == pytest.approx(float(whole), abs=1e-12)


def test_a_game_that_is_wrong_is_not_played() -> None:
    """What is merely left out stands at its default."""
    submission = made(decks=1)
    del submission["options"]["max_hands"]
    for options in ({"soft_17": "never"}, {"insurance": False}):
        assert not told({**submission, "options": {**submission["options"], **options}})
    assert not told({**submission, "variation": "sideways"})
    assert not check(submission).compliant
    assert [each.severity for each in told(submission)] == ["warning"]


def test_without_play_the_main_game_is_left_out() -> None:
    submission = made(decks=1)
    with_play, without = check(submission), check(submission, by_play=False)
    assert with_play.compliant
    assert without.compliant
    assert {each.path for each in with_play.findings} - {each.path for each in without.findings} == {
        "wagers.main"
    }
    together = check_together([submission, submission])
    assert [each.findings for each in together] == [with_play.findings] * 2


def always(edge: float) -> Callable[..., float]:
    return lambda _: edge


@pytest.mark.parametrize(
    ("document", "wager", "settings"),
    [(MA, "streak_2", {}), (MA, "insurance", None), (MD, "bad_beat", BAD_BEAT)],
)
def test_insurance_streaks_and_bad_beat_are_judged(
    document: str, wager: str, settings: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are none favours the player; were the analyser to say so, the check would too."""
    wagers = {} if settings is None else {wager: settings}
    monkeypatch.setattr("cutcard.odds.player_edges.main_edge", always(-0.01))
    monkeypatch.setattr(odds_checks, "_edges", TableEdges)
    submission = made(document, wagers=wagers)
    assert not told(submission, wager)
    monkeypatch.setenv("CUTCARD_CACHE", os.devnull)
    asked = []

    def generous(question: Any) -> Any:
        asked.append(question.offer.law.id)
        return type("Answer", (), {"player_edge": 0.25})

    monkeypatch.setattr(player_edges, "answer", generous)
    (warned,) = told(submission, wager)
    assert "favours the player by 25% of the stake" in warned.message
    assert wager in asked


def test_a_meter_high_enough_makes_bad_beat_favour_the_player() -> None:
    wagers = {"bad_beat": {**BAD_BEAT, "initial_amount": 10_000_000}}
    monkeyed = check(made(wagers=wagers))
    warned = [each for each in monkeyed.findings if each.path == "wagers.bad_beat"]
    assert any(
        "with its meters at their initial amounts favours the player" in each.message for each in warned
    )


# Once for all tables that play the same game.

SHOE = Composition.of(cards("Ac 2c 5d 6c 6d 7h 8c 8d 9c Jc Qd Kc Kd Kh Ks"))


@pytest.mark.parametrize("game", one_in(4, GAMES, whole=True), ids=game_id)
def test_idle_options_change_nothing(game: Game) -> None:
    """All that are called idle at once, each at some other value that a document permits."""
    rules = rules_of(*game)
    laws = rules.document.effective_options(rules.variation)
    other: dict[str, Any] = {}
    for name in player_edges.IDLE & laws.keys():
        values = [*AMOUNTS.get(name, ()), *NUMBERS.get(name, ()), *laws[name].permitted]
        others = [each for each in values if each != rules.options[name]]
        if others:
            other[name] = others[-1]
    assert {"boxes", "smallest_chip", "maximum_wager"} <= other.keys()
    solved = solve_switch if game[1] == "switch" else solve
    found = solved(with_options(rules, **other), SHOE).value
    assert found == pytest.approx(solved(rules, SHOE).value, abs=1e-13)
    assert player_edges.rules_key(with_options(rules, **other)) == player_edges.rules_key(rules)


def test_what_the_game_feels_is_told_apart() -> None:
    rules = rules_of(MD)
    felt = {"soft_17": "hit", "decks": 8, "blackjack_pays": "6 to 5", "max_hands": 2, "surrender": False}
    keys = {player_edges.rules_key(with_options(rules, **{name: value})) for name, value in felt.items()}
    assert len(keys | {player_edges.rules_key(rules)}) == len(felt) + 1
    alone = player_edges.game_alone(with_options(rules, soft_17="hit", boxes=1, wheel=("x",)))
    assert (alone.options["soft_17"], alone.options["boxes"]) == ("hit", 7)
    assert set(alone.offers) == {"main", "insurance"}


def test_more_hands_than_matter_are_not_played() -> None:
    """A submission may allow a thousand hands of a pair; the edge is that of a few, to what is told."""
    few, many = (
        check(made(decks=1, max_hands=hands, max_hands_aces=hands)).findings
        for hands in (player_edges.MOST_HANDS, 1000)
    )
    assert few == many
    rules = rules_of(MD, options={"decks": 1, "max_hands": 6, "max_hands_aces": 6})
    more = with_options(rules, max_hands=8, max_hands_aces=8)
    one_deck = Composition.full(1)
    assert 0 <= solve(more, one_deck).value - solve(rules, one_deck).value < 1e-5


def test_many_tables_of_one_game_are_played_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(odds_checks, "_edges", lambda edges=TableEdges(): edges)  # noqa: B008
    played = []

    def counting(asked: Any) -> float:
        played.append(asked)
        return 0.01

    monkeypatch.setattr("cutcard.odds.player_edges.main_edge", counting)
    for boxes in range(1, 8):
        assert told(made(boxes=boxes, adjacent_boxes=1, minimum_wager=5 * boxes))
    assert len(played) == 1
    assert told(made(soft_17="hit"))
    assert len(played) == 2


def test_a_check_that_is_kept_never_loads_the_compiler(tmp_path: Path) -> None:
    code = (
        "import sys; from cutcard.submission import check;"
        "check({'document': 'ma-blackjack', 'wagers': {'over_13': {}, 'streak_2': {}}});"
        "sys.exit('numba' in sys.modules)"
    )
    compiled = os.environ["NUMBA_CACHE_DIR"]
    kept = {"PYTHONPATH": SOURCE, "CUTCARD_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": compiled}
    run = [subprocess.run([sys.executable, "-c", code], env=kept, check=False) for _ in range(2)]
    assert [each.returncode for each in run] == [1, 0]
