"""Every event as a line of the record, and what is no such line."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.law.refusal import Refusal
from cutcard.money import cents
from cutcard.shoe import Act, By, Due, Role, events as shoe_events
from cutcard.table import commands as c, events as e, evolve, step
from cutcard.table.record.codec import EVENTS, Malformed, event_in, event_json, event_line, event_of
from table.any_event import ANY_EVENT, numbers_unsaid
from table.driver import play_rounds

folds = importlib.import_module(
    "cutcard.table.folds.table"
)  # the room's own name for it is the function
ROUND = play_rounds("md-blackjack", rounds=3, seed=1, boxes=2)


@settings(max_examples=600, deadline=None)
@given(ANY_EVENT)
def test_every_event_survives_its_line(event: object) -> None:
    line = event_line(event)
    assert event_in(line) == event
    assert line.isprintable()
    assert type(event_in(line)) is type(event)


def test_a_number_that_is_left_out_is_none() -> None:
    """A record leaves out what is at its default, so a default must never become another."""
    assert numbers_unsaid((*EVENTS.values(), *vars(c).values(), Act, Due)) == {}


def test_every_event_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == len(set(EVENTS.values())) > 75
    assert EVENTS["dealer_changed"] is e.DealerChanged
    assert {*folds._FOLDS, *folds._NO_EFFECT} <= set(EVENTS.values())
    assert set(get_args(shoe_events.Event)) <= set(EVENTS.values())


def test_how_an_event_reads() -> None:
    dealt = ROUND.events[[type(each) for each in ROUND.events].index(e.CardDealt)]
    assert isinstance(dealt, e.CardDealt)
    assert event_json(dealt) == {
        "event": "card_dealt",
        "drawn": dealt.drawn.text,
        "box": 1,
        "hand": 1,
        "why": "first",
    }
    shown = e.MeterShown("star", cents("37.50"))
    assert event_line(shown) == '{"event": "meter_shown", "meter": "star", "amount": "37.50"}'


def test_every_card_off_the_shoe_is_called_drawn() -> None:
    """Whoever checks a shoe without this program follows `drawn` alone."""
    takers = [name for name, made in EVENTS.items() if "drawn" in made.__dataclass_fields__]  # type: ignore[attr-defined]
    assert set(takers) == {
        "card_burned",
        "card_dealt",
        "card_exposed",
        "card_set_aside",
        "determinant_drawn",
    }
    for each in ROUND.events:
        if "drawn" in type(each).__dataclass_fields__:  # type: ignore[attr-defined]
            assert "drawn" in event_json(each)


DEALT = {"event": "card_dealt", "drawn": "Qh", "box": 1, "hand": 1, "why": "first"}
DEEP = '{"event": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "not JSON: expecting value"),
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("7", "not a JSON object"),
        ("null", "not a JSON object"),
        ("{}", "the event is not named"),
        ('{"event": "card_eaten"}', "'card_eaten' is not an event"),
        ('{"event": 7}', "7 is not an event"),
        ('{"event": ["card_dealt"]}', "is not an event"),
        ('{"event": "player_left", "player": "ann", "player": "bob"}', "player is there twice"),
        ('{"event": "player_left"}', "player_left: player is missing"),
        ('{"event": "player_left", "player": null}', "player: must be a text"),
        ('{"event": "player_left", "player": "ann", "mood": 1}', "mood: unknown key"),
        ('{"event": "round_ended", "number": NaN}', "NaN: not a number of a record"),
        ('{"event": "round_ended", "number": 1.0}', "1.0: not a number of a record"),
        ('{"event": "round_ended", "number": 1e9}', "1e9: not a number of a record"),
        ('{"event": "round_ended", "number": Infinity}', "Infinity: not a number of a record"),
        ('{"event": "round_ended", "number": true}', "must be a whole number"),
        ('{"event": "round_ended", "number": "1"}', "must be a whole number"),
        ('{"event": "round_ended", "number": 1' + "0" * 5000 + "}", "a number with thousands of digits"),
        ('{"event": "round_ended", "number": 1' + "0" * 16 + "}", "must be a whole number"),
        ('{"event": "hole_shown", "card": "10h"}', "card: must be a card"),
        ('{"event": "hole_shown", "card": "qh"}', "card: must be a card"),
        ('{"event": "hole_shown", "card": ["Qh"]}', "card: must be a card"),
        ('{"event": "cards_collected", "cards": "Qh  9c"}', "cards: '' is not a card"),
        ('{"event": "cards_collected", "cards": ["Qh"]}', "cards: must be cards"),
        ('{"event": "hole_checked", "blackjack": 1}', "must be true or false"),
        ('{"event": "meter_shown", "meter": "m", "amount": 5}', "amount: must be dollars"),
        ('{"event": "meter_shown", "meter": "m", "amount": "5"}', "amount: must be dollars"),
        ('{"event": "meter_shown", "meter": "m", "amount": "05.00"}', "amount: must be dollars"),
        ('{"event": "meter_shown", "meter": "m", "amount": "-0.00"}', "amount: must be dollars"),
        ('{"event": "meter_shown", "meter": "m", "amount": "٥.00"}', "amount: must be dollars"),
        (
            '{"event": "bet_placed", "bet": {"box": 1, "player": "a", "stakes": {"main": "1"}}}',
            "bet_placed: bet: stakes.main: must be dollars",
        ),
        (
            '{"event": "round_started", "number": 1, "bets": [{"box": 1, "player": "a"}, 7]}',
            "bets[1]: must be an object",
        ),
        ('{"event": "round_started", "number": 1, "bets": {}}', "bets: must be a list"),
        (
            '{"event": "deal_changed", "owed": [[1, 1, "x"]], "why": "", "cite": ""}',
            "owed[0]: must be a list of 4",
        ),
        (
            '{"event": "command_refused", "by": "", "what": "", "refusal": {"code": "x"}}',
            "'x' is not a code",
        ),
        (DEEP, "nested too deeply"),
        ('{"event": "player_left", "player": "' + "a" * 1_000_001 + '"}', "longer than 1,000,000"),
    ],
)
def test_a_line_that_is_no_event_is_told_in_one_line(line: str, problem: str) -> None:
    with pytest.raises(Malformed) as caught:
        event_in(line)
    message = str(caught.value)
    assert problem in message
    assert "\n" not in message
    assert len(message) < 400


@settings(max_examples=300, deadline=None)
@given(
    ANY_EVENT.map(event_json),
    st.data(),
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.lists(st.integers(), max_size=2),
)
def test_a_changed_value_is_read_or_refused_and_never_bent(
    plain: dict[str, Any], data: st.DataObject, value: object
) -> None:
    """What is read says the same again: nothing is guessed, rounded or left out."""
    key = data.draw(st.sampled_from(sorted(plain)))
    changed = json.loads(json.dumps({**plain, key: value}))
    try:
        event = event_of(changed)
    except Malformed:
        return
    again = event_json(event)
    assert {**changed, **again} == changed | {k: v for k, v in again.items() if k in changed}


def test_names_in_all_scripts_stay_on_one_line() -> None:
    for name in ("Zoë", "李", "a\nb", "\u2028", "\ud800", 'say "x"', "\\", "\x00"):
        line = event_line(e.PlayerLeft(name))
        assert "\n" not in line
        line.encode("utf-8")
        assert event_in(line) == e.PlayerLeft(name)


def test_a_refusal_is_part_of_the_record() -> None:
    table = ROUND.table
    refused = step(table, c.StartRound(By(Role.PLAYER, "ann")))
    assert isinstance(refused, Refusal)
    event = e.CommandRefused(refused, "player ann", "StartRound")
    assert event_in(event_line(event)) == event
    assert replace(evolve(table, event), version=table.version) == table
