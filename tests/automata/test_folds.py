"""Folds, what they are made of, and the flat arrays that a kernel walks."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import njit

from automata.chain_rounds import play, setting, shoe_of
from cutcard.automata.wagers import folds
from cutcard.automata.wagers.chains import Chains, chains
from cutcard.automata.wagers.classifier_answers import sight
from cutcard.automata.wagers.finished_round import DOMAINS, INPUTS, NotRecordedError
from cutcard.automata.wagers.folds import NO_CARD, Axis, fold, renumbered
from cutcard.cards import DECK_52
from cutcard.money import NOTHING, Cents
from cutcard.rules.game import Game
from cutcard.wagers.view import Classifier, Sees, View
from odds.asked import MA, MD, PE, PO
from table.driver import rules_of

CARDS = np.arange(NO_CARD)


def any_record(rng: random.Random) -> dict[str, int]:
    return {name: rng.randrange(domain) for name, domain in DOMAINS.items()}


def test_a_fold_tells_what_the_array_says() -> None:
    rng = np.random.default_rng(1)
    for sizes in [(3,), (4, 5), (2, 3, 4), (3, 2, 2, 3)]:
        values = rng.integers(0, 3, sizes)
        axes = [Axis(name, np.arange(size)) for name, size in zip(INPUTS, sizes, strict=False)]
        made = fold(values, axes)
        for cell in product(*map(range, sizes)):
            assert made.of(dict(zip(INPUTS, cell, strict=False))) == values[cell]


def test_a_fold_reads_only_what_matters() -> None:
    values = np.zeros((4, 5, 3), dtype=np.int64)
    values[:, 2:, :] = 7
    made = fold(
        values, [Axis("hole", np.arange(4)), Axis("up", np.arange(5)), Axis("first", np.arange(3))]
    )
    assert made.reads == ("up",)
    assert [made.of({"up": each}) for each in range(5)] == [0, 0, 7, 7, 7]
    nothing = fold(np.full((4, 5), 3), [Axis("hole", np.arange(4)), Axis("up", np.arange(5))])
    assert len(nothing.stages) == 1
    assert nothing.of({"up": 51}) == 3


def _equal_cards(cards: tuple[int, ...]) -> int:
    """How many different cards, and whether all are of one suit: ranks and suits both matter."""
    return len(set(cards)) * 2 + (len({each // 13 for each in cards}) == 1)


def test_cards_are_read_twice_where_that_is_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = (NO_CARD,) * 3
    values = np.array([_equal_cards(cards) for cards in product(range(NO_CARD), repeat=3)]).reshape(
        shape
    )
    values = np.concatenate([values, np.full((NO_CARD, NO_CARD, 1), 9)], axis=2)
    axes = [Axis("first", CARDS), Axis("second", CARDS), Axis("hole", np.arange(NO_CARD + 1))]
    parted = fold(values, axes)
    monkeypatch.setattr(folds, "MOST_BYTES", 1 << 30)
    plain = fold(values, axes)
    assert len(plain.stages) == 3
    assert len(parted.stages) == 6
    assert parted.size < plain.size
    rng = random.Random(3)
    for _ in range(3000):
        few = rng.choices(range(NO_CARD), k=4)  # so that some are the same
        record = {
            "first": rng.choice(few),
            "second": rng.choice(few),
            "hole": rng.choice([*few, NO_CARD]),
        }
        asked = tuple(record.values())
        told = 9 if record["hole"] == NO_CARD else _equal_cards(asked)
        assert plain.of(record) == parted.of(record) == told


def test_a_fold_numbered_anew_is_the_fold_of_the_new_numbers() -> None:
    rng = np.random.default_rng(2)
    values = rng.integers(0, 6, (5, 4, 3))
    names = ("up", "first", "final_total")
    axes = [Axis(name, np.arange(size)) for name, size in zip(names, values.shape, strict=True)]
    for numbers in ([0, 0, 1, 1, 2, 2], [3, 3, 3, 3, 3, 3], [5, 4, 3, 2, 1, 0]):
        made = renumbered(fold(values, axes), np.array(numbers))
        for cell in product(*map(range, values.shape)):
            record = {**dict.fromkeys(INPUTS, 0), **dict(zip(names, cell, strict=True))}
            assert made.of(record) == numbers[values[cell]]


def seen_by(classify: Callable[[View], tuple[str, ...]], sees: Sees) -> Any:
    rules = rules_of(MD)
    eyes = Classifier(f"test {random.random()}", ("a", "b"), sees, classify)
    return sight(eyes, Game.of(rules.options, {}), options={}, stake=NOTHING)


@pytest.mark.parametrize(
    ("classify", "sees"),
    [
        (lambda view: ("a",) if view.second is None else (), Sees.FIRST_CARDS),
        (lambda view: ("a",) if len(view.dealer) > 2 else (), Sees.SECOND_CARD),
        (lambda view: ("a",) if view.dealer_total > 2 else (), Sees.SECOND_CARD),
        (lambda view: ("a",) if view.dealer[:4] else (), Sees.THIRD_CARD),
        (lambda view: ("a",) if view.second and view.second.is_ace else (), Sees.DRAWN_HAND),
        (lambda view: ("a",) if view.drawn else (), Sees.FIRST_CARDS),
    ],
)
def test_a_classifier_that_sees_more_than_it_says_is_refused(
    classify: Callable[[View], tuple[str, ...]], sees: Sees
) -> None:
    with pytest.raises(NotRecordedError):
        seen_by(classify, sees)


def test_a_classifier_that_counts_more_cards_than_a_record_keeps_is_refused() -> None:
    with pytest.raises(ArithmeticError, match="from a shorter hand"):
        seen_by(lambda view: ("a",) if len(view.dealer) > 10 else (), Sees.DRAWN_HAND)


def test_the_name_of_a_card_drawn_is_looked_at_only_where_there_is_one() -> None:
    def classify(view: View) -> tuple[str, ...]:
        drawn = str(view.options.get("magic_card", "Kd"))
        hit = any(each.text == drawn for each in view.first_two)
        return ("a",) if hit and view.dealer_busted else ()

    seen = seen_by(classify, Sees.DRAWN_HAND)
    assert {axis.reads for axis in seen.axes} == {"first", "second", "dealer_total"}
    assert seen.values.size == 8


@njit
def walk(
    table: Any, inputs: Any, offsets: Any, domains: Any, first: int, last: int, record: Any
) -> int:  # pragma: no cover - compiled
    w = 0
    for stage in range(first, last):
        w = table[offsets[stage] + w * domains[stage] + record[inputs[stage]]]
    return w


def made_for(document: str, *wagers: str) -> Chains:
    """The chains of wagers, each named with its paytable, five dollars on every one."""
    named = (each.partition(" ") for each in wagers)
    asked = {name: {"paytable": table} if table else {} for name, _, table in named}
    rules = rules_of(document, wagers=asked)
    return chains(rules, dict.fromkeys(["main", "insurance", *asked], Cents(500)))


def test_a_kernel_walks_the_flat_arrays_to_the_same_results() -> None:
    made = made_for(MD, "lucky_ladies A", "match_the_dealer 6_decks", "buster_blackjack A", "bad_beat")
    assert made.chains[0].wager == "insurance"
    rng = random.Random(4)
    records = [any_record(rng) for _ in range(500)]
    rows = np.array([[record[name] for name in INPUTS] for record in records], dtype=np.int64)
    arrays = (made.table, made.stage_input, made.stage_offset, made.stage_domain)
    by_wager = {each.wager: each for each in made.chains}
    for (wager, tells), number in made.numbers.items():
        span = (int(made.first_stage[number]), int(made.first_stage[number + 1]))
        walked = [walk(*arrays, *span, row) for row in rows]
        fold = by_wager[wager].folds()[tells]
        assert walked == [fold.of(each) for each in records]
        if tells == "result":
            assert made.chains[number].wager == wager
            assert walked == [by_wager[wager].fold.of(each) for each in records]
    for number, chain in enumerate(made.chains):
        nets = made.net[made.first_result[number] : made.first_result[number + 1]]
        assert nets.tolist() == [result.net for result in chain.results]


def test_what_no_chain_can_tell_is_named_with_its_reason() -> None:
    made = made_for(MA, "streak_2", "super_4_progressive 1", "must_hit 1", "over_13")
    assert [each.wager for each in made.left_out] == ["must_hit", "streak_2"]
    assert all(each.why for each in made.left_out)
    assert [each.wager for each in made_for(PE).left_out] == ["super_bonus", "envy_bonus"]
    assert [each.wager for each in made_for(PO).left_out] == ["super_bonus", "envy_bonus"]
    assert not made_for(MD).left_out


def test_the_digest_names_tables_and_prices() -> None:
    rules = rules_of(MD, wagers={"kk": {}, "qq": {}})
    main = {"main": Cents(500)}
    both = main | {"kk": Cents(500), "qq": Cents(500)}
    digests = [chains(rules, stakes).digest for stakes in (both, main | {"kk": Cents(500)}, main)]
    assert chains(rules, both).digest == digests[0]
    assert len({*digests, chains(rules, {**both, "kk": Cents(100)}).digest}) == 4


def test_draws_beside_a_chain_are_named_with_what_they_pay() -> None:
    at = setting(MD, "bad_beat", stake=Cents(200))
    prices = {row.outcome: row.pays for row in at.asked.offer.paytable.rows if row.extra}
    assert set(at.chain.beside) == set(prices) == {"magic_card", "lucky_player"}
    played = play(at, shoe_of(at, random.Random(1)), random.Random(1))
    assert not {line.outcome for line in played.lines("bad_beat")} & set(prices)


def test_the_numbers_of_cards_are_those_of_the_deck() -> None:
    at = setting(MD, "pair")
    number = {each.text: place for place, each in enumerate(DECK_52)}
    record = dict.fromkeys(INPUTS, 0)
    told = {}
    for text in ("Kd Kd", "Kd Kc", "Kd Qd"):
        first, second = text.split()
        dealt = {**record, "first": number[first], "second": number[second]}
        told[text] = at.chain.results[at.chain.fold.of(dealt)]
    assert [each.outcomes for each in told.values()] == [("suited_pair",), ("pair",), ("lose",)]
