"""Exercises: what is planted is always wrong, all else always right, and points as they should be."""

from __future__ import annotations

import pytest

from cutcard.floor.console.payments import Does
from cutcard.floor.training import Marked, TraineeAnswer, exercise, mark_answers, training_games
from cutcard.floor.training.exercise import KINDS, Planted, planted, truth
from cutcard.law import document, document_ids
from cutcard.law.refusal import Refused
from cutcard.money import dollars
from cutcard.table.settlement.lines import in_paying_order, settlement

GAMES = sorted(training_games(), key=str)
MARYLAND = ("md-blackjack", None)
MANY = 300


def made(game: tuple[str, str | None], seed: int) -> Planted:
    return planted(*game, seed)


def right_answer(found: Planted) -> tuple[dict[int, TraineeAnswer], dict[int, TraineeAnswer]]:
    """What somebody answers who knows it all."""
    pays = {at: TraineeAnswer("order") for at in found.lines_swapped}
    for at in found.wrong:
        does, cents = truth(found.lines[at])
        pays[at] = TraineeAnswer("wrong", does, dollars(cents))
    return {at: TraineeAnswer("order") for at in found.acts_swapped}, pays


def mark(game: tuple[str, str | None], seed: int, steps: object, pays: object) -> Marked:
    return mark_answers(*game, seed, steps=steps, pays=pays)  # type: ignore[arg-type]


def test_there_are_exercises_of_every_document_and_variation() -> None:
    known = {(name, each) for name in document_ids() for each in (None, *document(name).variations)}
    assert set(GAMES) == known


def check(game: tuple[str, str | None], seed: int) -> None:
    found = made(game, seed)
    shown = exercise(*game, seed)
    assert found.wrong or found.lines_swapped or found.acts_swapped
    assert shown.round["lines"] == []
    assert len(shown.pays) == len(found.lines) == len(found.of.lines)
    for at, (told, line) in enumerate(zip(shown.pays, found.lines, strict=True)):
        does, cents = truth(line)
        right = told.does == does and told.amount == (dollars(cents) if does != "push" else "0.00")
        assert right is (at not in found.wrong), (game, seed, at)
    assert (found.acts == found.of.acts) is not bool(found.acts_swapped)
    assert [each.text for each in shown.steps] == [each.text for each in found.acts]
    assert (found.lines == found.of.lines) is not bool(found.lines_swapped)
    steps, pays = right_answer(found)
    best = mark(game, seed, steps, pays)
    most = 2 * len(found.wrong) + bool(found.lines_swapped) + bool(found.acts_swapped)
    assert best.points == best.most == most
    assert all(each.right for each in (*best.steps, *best.pays))
    assert all(each.cite for each in best.pays)
    assert mark(game, seed, {}, {}).points == 0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_planted_is_wrong_and_the_rest_is_right(game: tuple[str, str | None]) -> None:
    for seed in range(2):
        check(game, seed)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_same_of_many_seeds(game: tuple[str, str | None]) -> None:
    for seed in range(MANY):
        check(game, seed)


def test_a_swap_is_one_that_the_table_itself_would_put_back() -> None:
    swapped = 0
    for seed in range(12):
        found = made(MARYLAND, seed)
        if not found.lines_swapped:
            continue
        swapped += 1
        start = 0
        for moment, lines in found.of.settled:
            told = list(found.lines[start : start + len(lines)])
            start += len(lines)
            assert in_paying_order(found.of.round, lines, moment) == list(lines)
            if told != list(lines):
                assert in_paying_order(found.of.round, told, moment) == list(lines)
    assert swapped


def test_the_truth_is_the_tables_own_settlement() -> None:
    found = made(MARYLAND, 5)
    assert set(found.of.lines) == set(found.of.round.lines)
    assert found.of.round.finished
    assert settlement(found.of.round, "end").final


def test_the_same_seed_gives_the_same_exercise_and_another_gives_another() -> None:
    assert exercise("md-pontoon-21", None, 7) == exercise("md-pontoon-21", None, 7)
    assert exercise("md-pontoon-21", None, 7).round != exercise("md-pontoon-21", None, 8).round


def test_every_kind_of_error_comes_up() -> None:
    kinds = set()
    for seed in range(25):
        found = made(MARYLAND, seed)
        kinds |= {each.kind for each in found.wrong.values()}
        kinds |= {"order"} if found.lines_swapped else set()
    assert kinds == set(KINDS)


def test_a_false_alarm_costs_a_point_and_none_is_below_nothing() -> None:
    found = made(MARYLAND, 1)
    steps, pays = right_answer(found)
    clean = [at for at in range(len(found.lines)) if at not in pays]
    best = mark(MARYLAND, 1, steps, pays)
    alarmed = mark(MARYLAND, 1, steps, {**pays, clean[0]: TraineeAnswer("wrong", "take", "1")})
    assert alarmed.points == best.points - 1
    assert not alarmed.pays[clean[0]].right
    assert mark(MARYLAND, 1, {}, dict.fromkeys(clean, TraineeAnswer("order"))).points == 0


def test_an_error_found_but_put_right_wrongly_is_half_of_it() -> None:
    seed = next(each for each in range(40) if made(MARYLAND, each).wrong)
    found = made(MARYLAND, seed)
    at = next(iter(found.wrong))
    steps, pays = right_answer(found)
    does: Does = "pay" if truth(found.lines[at])[0] != "pay" else "take"
    half = mark(MARYLAND, seed, steps, {**pays, at: TraineeAnswer("wrong", does, "3.33")})
    assert half.points == half.most - 1
    assert not half.pays[at].right


@pytest.mark.parametrize(
    ("game", "seed", "told"),
    [
        (("xx", None), 1, "no exercises for xx"),
        (("md-blackjack", "x"), 1, "no exercises"),
        (MARYLAND, -1, "seed"),
    ],
)
def test_what_is_no_exercise_is_refused(game: tuple[str, str | None], seed: int, told: str) -> None:
    with pytest.raises(Refused, match=told):
        exercise(*game, seed)
