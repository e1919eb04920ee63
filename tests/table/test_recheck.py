"""A record held against the rules: what follows from the state alone is figured again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cutcard.law.loader import DOCUMENTS, document
from cutcard.money import Cents
from cutcard.table import Settings, Table, evolve
from cutcard.table import events as e
from cutcard.table.recheck import differences, money_missing
from table.driver import Played, play_rounds, random_wagers

GAMES = [(name, variation) for name in DOCUMENTS for variation in (None, *document(name).variations)]
PLAYED = play_rounds("md-blackjack", None, {}, {"bonus_spin": "A"}, rounds=40, seed=2, boxes=2)


def before(played: Played, kind: type, at: int = 0) -> tuple[Table, object]:
    """The table before one of the events of a kind, and that event."""
    table = played.opening
    for event in played.events:
        if isinstance(event, kind):
            if at == 0:
                return table, event
            at -= 1
        table = evolve(table, event)
    raise AssertionError(kind)


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_whatever_is_dealt_stands_the_check(name: str, variation: str | None) -> None:
    for seed in range(3):
        played = play_rounds(
            name,
            variation,
            wagers=random_wagers(name, variation, random.Random(seed)),
            rounds=8,
            seed=seed,
            boxes=2 + seed,
            mishaps=5 * seed,
            settings=Settings(chores=("automatic", "manual")[seed % 2]),
        )
        table = played.opening
        for event in played.events:
            assert list(differences(table, event)) == []
            table = evolve(table, event)
            if isinstance(event, e.RoundEnded):
                assert money_missing(table) == ""


def test_money_is_counted_between_rounds_only() -> None:
    table, event = before(PLAYED, e.RoundEnded)
    assert money_missing(table) == ""
    after = evolve(table, event)
    assert money_missing(replace(after, house=Cents(after.house + 500))) == (
        "the money does not add up: 5.00 too much"
    )


def test_what_is_told_of_each_tampering() -> None:
    table, shown = before(PLAYED, e.HoleShown)
    assert isinstance(shown, e.HoleShown)
    other = next(card for card in table.shoe.law.pack if card is not shown.card)
    assert list(differences(table, e.HoleShown(other))) == [
        f"{other} is recorded as hole card; {shown.card} was dealt"
    ]
    table, collected = before(PLAYED, e.CardsCollected)
    assert isinstance(collected, e.CardsCollected)
    assert list(differences(table, e.CardsCollected(collected.cards[1:]))) == [
        "the cards collected are not those on the layout"
    ]
    assert list(differences(table, e.CardsCollected(collected.cards[::-1]))) == []
    table, _ = before(PLAYED, e.HoleShown)
    assert list(differences(table, e.RoundEnded(1))) == ["the round ends before its last settlement"]
    assert list(differences(PLAYED.opening, e.RoundEnded(1))) == []


def test_what_is_told_of_a_settlement() -> None:
    table, event = before(PLAYED, e.Settled)
    assert isinstance(event, e.Settled)
    told = list(differences(table, replace(event, meters={"star": Cents(100)}, spots=3)))
    assert told == ["meters: recorded star $1.00, it comes to none", "spots: recorded 3, it comes to 1"]
    (strange,) = differences(table, replace(event, moment="hand_x"))
    assert strange == "cannot be settled in this state"


def test_a_settlement_that_came_before_its_device() -> None:
    at = next(n for n, each in enumerate(PLAYED.events) if isinstance(each, e.DeviceSpoke))
    table = PLAYED.opening
    for event in PLAYED.events[:at]:
        table = evolve(table, event)
    last = next(each for each in PLAYED.events[at:] if isinstance(each, e.Settled))
    (told,) = differences(table, last)
    assert told.startswith("cannot be settled so: devices.bonus_spin")


def test_a_card_at_another_place_is_told() -> None:
    table, event = before(PLAYED, e.CardDealt, at=1)
    assert isinstance(event, e.CardDealt)
    assert list(differences(table, replace(event, box=1))) == [
        "a card is recorded at another place than where it is due: box 2, first card"
    ]


def test_a_hole_card_that_was_never_dealt_is_told() -> None:
    table, event = before(PLAYED, e.CardDealt)
    assert isinstance(event, e.CardDealt)
    assert list(differences(table, e.HoleShown(event.drawn))) == [
        f"{event.drawn} is recorded as hole card; none was dealt"
    ]


def test_a_round_is_dealt_for_the_bets_that_were_placed() -> None:
    table, event = before(PLAYED, e.RoundStarted)
    assert isinstance(event, e.RoundStarted)
    assert list(differences(table, event)) == []
    other = replace(event, bets=(replace(event.bets[0], player="mallory"), *event.bets[1:]))
    assert list(differences(table, other)) == ["the bets of the round are not those that were placed"]
    assert list(differences(table, replace(event, number=9))) == ["round 9 is recorded; it is round 1"]


def test_a_decision_of_somebody_else_is_told() -> None:
    table, event = before(PLAYED, e.Decided)
    assert isinstance(event, e.Decided)
    assert list(differences(table, replace(event, player="mallory"))) == [
        f"'mallory' is recorded to decide; box {event.box} is not theirs"
    ]
    assert list(differences(table, replace(event, do="rescue"))) == [
        f"box {event.box} is recorded to rescue; it may not"
    ]
