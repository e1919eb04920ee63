"""The record: every event as a line, the header, and a table rebuilt from what was kept."""

from __future__ import annotations

import importlib
import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cutcard.cards import text
from cutcard.fair.verify import verify
from cutcard.law.loader import DOCUMENTS, document
from cutcard.law.model import Row
from cutcard.law.refusal import Refusal
from cutcard.law.ruleset import resolve
from cutcard.money import Dollars, Odds, cents
from cutcard.shoe import By, Role
from cutcard.shoe import events as shoe_events
from cutcard.shoe.events import ShoeEnded
from cutcard.table import Settings, awaits, evolve, game_of, new_table, step
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.awaits import AwaitsDecision
from cutcard.table.codec import EVENTS, event_in, event_json, event_line, event_of, plain_of
from cutcard.table.plain_values import Malformed
from cutcard.table.record import (
    RecordError,
    header_json,
    header_of,
    lines_of,
    notes,
    parse_header,
    read,
    rebuild,
    table_of,
    write,
)
from table.any_event import ANY_EVENT
from table.driver import DEALER, Driver, Played, play_rounds, random_wagers, rules_of

folds = importlib.import_module("cutcard.table.evolve")  # the room's own name for it is the function
GAMES = [(name, variation) for name in DOCUMENTS for variation in (None, *document(name).variations)]
ROUND = play_rounds("md-blackjack", rounds=3, seed=1, boxes=2)
LINES = tuple(write(ROUND.opening, ROUND.events))


def verdict(lines: list[str]) -> str:
    return verify(io.BytesIO("\n".join(lines).encode())).standing


# Events as lines.


@settings(max_examples=600, deadline=None)
@given(ANY_EVENT)
def test_every_event_survives_its_line(event: object) -> None:
    line = event_line(event)
    assert event_in(line) == event
    assert line.isprintable()
    assert type(event_in(line)) is type(event)


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
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "no JSON object"),
        ("7", "no JSON object"),
        ("null", "no JSON object"),
        ("{}", "no event is named"),
        ('{"event": "card_eaten"}', "'card_eaten' is no event"),
        ('{"event": 7}', "7 is no event"),
        ('{"event": ["card_dealt"]}', "is no event"),
        ('{"event": "player_left", "player": "ann", "player": "bob"}', "player stands there twice"),
        ('{"event": "player_left"}', "player_left: player is missing"),
        ('{"event": "player_left", "player": null}', "player: a text is needed"),
        ('{"event": "player_left", "player": "ann", "mood": 1}', "mood: unknown key"),
        ('{"event": "round_ended", "number": NaN}', "NaN: no such number"),
        ('{"event": "round_ended", "number": 1.0}', "1.0: no such number"),
        ('{"event": "round_ended", "number": 1e9}', "1e9: no such number"),
        ('{"event": "round_ended", "number": Infinity}', "Infinity: no such number"),
        ('{"event": "round_ended", "number": true}', "a whole number is needed"),
        ('{"event": "round_ended", "number": "1"}', "a whole number is needed"),
        ('{"event": "round_ended", "number": 1' + "0" * 5000 + "}", "a number of thousands of digits"),
        ('{"event": "round_ended", "number": 1' + "0" * 16 + "}", "a whole number is needed"),
        ('{"event": "hole_shown", "card": "10h"}', "card: a card is needed"),
        ('{"event": "hole_shown", "card": "qh"}', "card: a card is needed"),
        ('{"event": "hole_shown", "card": ["Qh"]}', "card: a card is needed"),
        ('{"event": "cards_collected", "cards": "Qh  9c"}', "cards: '' is no card"),
        ('{"event": "cards_collected", "cards": ["Qh"]}', "cards: cards are needed"),
        ('{"event": "hole_checked", "blackjack": 1}', "true or false is needed"),
        ('{"event": "meter_shown", "meter": "m", "amount": 5}', "amount: dollars are needed"),
        ('{"event": "meter_shown", "meter": "m", "amount": "5"}', "amount: dollars are needed"),
        ('{"event": "meter_shown", "meter": "m", "amount": "05.00"}', "amount: dollars are needed"),
        ('{"event": "meter_shown", "meter": "m", "amount": "-0.00"}', "amount: dollars are needed"),
        ('{"event": "meter_shown", "meter": "m", "amount": "٥.00"}', "amount: dollars are needed"),
        (
            '{"event": "bet_placed", "bet": {"box": 1, "player": "a", "stakes": {"main": "1"}}}',
            "bet_placed: bet: stakes.main: dollars are needed",
        ),
        (
            '{"event": "round_started", "number": 1, "bets": [{"box": 1, "player": "a"}, 7]}',
            "bets[1]: an object is needed",
        ),
        ('{"event": "round_started", "number": 1, "bets": {}}', "bets: a list is needed"),
        (
            '{"event": "deal_changed", "owed": [[1, 1, "x"]], "why": "", "cite": ""}',
            "owed[0]: a list of 4 is needed",
        ),
        (
            '{"event": "command_refused", "by": "", "what": "", "refusal": {"code": "x"}}',
            "'x' is no code",
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


# The header.


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_the_header_makes_the_same_table_again(name: str, variation: str | None) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        wagers = random_wagers(name, variation, rng)
        rules = rules_of(name, variation, {}, wagers)
        how = Settings(chores="manual", virtual=bool(seed % 2), reader_shows=True)
        table = new_table(rules, game_of(rules), how)
        header = parse_header(json.loads(json.dumps(header_json(header_of(table)))))
        again = table_of(header)
        assert again == table
        assert (again.rules, again.game) == (table.rules, table.game)


def test_what_an_operator_set_is_in_the_header() -> None:
    wagers = {
        "lucky_ladies": {"paytable": "A", "minimum": "5", "maximum": "50"},
        "super_4": {"paytable": "A", "rate_of_progression": "0.255"},
    }
    rules = rules_of("md-blackjack", None, {"decks": 8, "minimum_wager": "15"}, wagers)
    table = new_table(rules, game_of(rules))
    header = header_of(table)
    assert header.options["decks"] == 8
    assert header.wagers["lucky_ladies"] == {"paytable": "A", "minimum": "5.00", "maximum": "50.00"}
    assert table_of(header).rules == rules


def raised(row: Row) -> str:
    """A price a little above the printed one."""
    match row.pays:
        case Odds(win, per, returns_stake):
            return f"{win + per} {'to' if returns_stake else 'for'} {per}"
        case Dollars(amount):
            return f"${amount // 100 + 1}"
    return str(row.pays)


def test_every_wager_and_every_set_of_amounts_comes_back() -> None:
    """Each wager alone with each of its paytables, raised prices and printed sets of meters."""
    done = sets = prices = 0
    for name in DOCUMENTS:
        law = document(name)
        for wager in law.wager_ids:
            for table in law.wager(wager).choosable:
                named = {
                    floor.name
                    for meter in law.wager(wager).meters.values()
                    for floor in meter.floors_for(table.id)
                    if floor.name
                }
                settings: list[dict[str, object]] = [{}, {"minimum": "5", "maximum": "500"}]
                settings += [{"configuration": each} for each in sorted(named)]
                settings += [{"pays": {row.outcome: raised(row)}} for row in table.rows]
                for more in settings:
                    rules, findings = resolve(law, wagers={wager: {"paytable": table.id, **more}})
                    if rules is None or any(each.severity == "violation" for each in findings):
                        continue
                    again = table_of(header_of(new_table(rules, game_of(rules))))
                    assert again.rules == rules, (name, wager, table.id, more)
                    done += 1
                    sets += "configuration" in more
                    prices += "pays" in more
    assert done > 150
    assert (sets > 2, prices > 0) == (True, True)


def test_the_digest_is_of_the_law_data_and_of_the_setup() -> None:
    plain = header_json(header_of(ROUND.opening))
    assert plain["law"] == document("md-blackjack").digest
    other = rules_of("md-blackjack", None, {"soft_17": "hit"})
    changed = header_json(header_of(new_table(other, game_of(other))))
    assert (changed["law"], changed["digest"] != plain["digest"]) == (plain["law"], True)
    tampered = {**plain, "options": {**plain["options"], "decks": 8}}
    with pytest.raises(RecordError, match="the digest is not that"):
        parse_header(tampered)


def under_other_law(plain: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A header as it would be had the law data been different, its digest made anew."""
    from cutcard.table import record

    made = {**plain, **changes, "law": "0" * 64}
    setup = {key: made[key] for key in record.KEYS[1:-2]}
    return {**made, "digest": record._digest(made["law"], setup)}


def test_a_record_under_other_law_data_still_reads_and_says_so() -> None:
    plain = header_json(header_of(ROUND.opening))
    assert notes(parse_header(plain)) == ()
    strange = under_other_law(plain, options={**plain["options"], "colour_of_the_felt": "green"})
    (note,) = notes(parse_header(strange))
    assert "other law data" in note
    assert rebuild([json.dumps(strange), *LINES[1:]]) == ROUND.table


def test_a_document_that_is_gone_has_no_present_law_data() -> None:
    gone = under_other_law(header_json(header_of(ROUND.opening)), document="nj-blackjack")
    assert notes(parse_header(gone)) == ()


def header_without(key: str) -> dict[str, Any]:
    plain = header_json(header_of(ROUND.opening))
    return {name: value for name, value in plain.items() if name != key}


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ({}, "no header"),
        ({"cutcard": 2}, "no header"),
        ({"cutcard": True}, "no header"),
        (header_without("document"), "document is missing"),
        (header_without("options"), "options is missing"),
        ({**header_without(""), "stake": 1}, "'stake': unknown key"),
        ({**header_without(""), "variation": 7}, "variation is missing or cannot be read"),
        (under_other_law(header_without(""), document="nj-blackjack"), "no document 'nj-blackjack'"),
        (under_other_law(header_without(""), variation="pontoon"), "pontoon"),
        (under_other_law(header_without(""), settings={"speed": 9}), "settings.speed"),
        (under_other_law(header_without(""), settings={"virtual": 1}), "settings.virtual"),
        (under_other_law(header_without(""), settings={"chores": "lazy"}), "settings.chores"),
    ],
)
def test_a_wrong_header_is_told_at_line_one(header: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        rebuild([json.dumps(header), *LINES[1:]])
    assert caught.value.line == 1
    assert problem in str(caught.value)


def test_a_record_begins_with_a_table_at_which_nothing_has_happened() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        next(write(ROUND.table, ()))


# Rebuilding.


def tried(line: int, change: Callable[[str], str | None]) -> RecordError:
    changed = list(LINES)
    new = change(changed[line - 1])
    changed[line - 1 : line] = [] if new is None else [new]
    with pytest.raises(RecordError) as caught:
        rebuild(changed)
    return caught.value


def test_a_broken_record_says_where() -> None:
    where = next(n for n, line in enumerate(LINES, 1) if "card_dealt" in line)
    error = tried(where, lambda line: line[:-3])
    assert (error.line, "no JSON" in error.problem) == (where, True)
    error = tried(where, lambda line: line.replace('"box": 1', '"box": 6'))
    assert (error.line, error.problem) == (where, "card_dealt: cannot follow what came before it")
    for wrong in ('"hand": 2', '"hand": 0', '"hand": -1'):
        error = tried(where, lambda line, wrong=wrong: line.replace('"hand": 1', wrong))  # type: ignore[misc]
        assert error.line == where
    started = next(n for n, line in enumerate(LINES, 1) if "round_started" in line)
    error = tried(started, lambda _: None)
    assert (error.line, error.problem) == (started, "card_dealt: cannot follow what came before it")
    with pytest.raises(RecordError, match="line 1: nothing in it"):
        rebuild([])


def test_lines_may_come_from_a_file_with_any_line_ends() -> None:
    assert rebuild([line + "\r\n" for line in LINES]) == ROUND.table
    assert rebuild(lines_of("\ufeff" + "\n".join(LINES) + "\n")) == ROUND.table
    assert rebuild(lines_of("\n".join(LINES))) == ROUND.table


def same_at_every_event(played: Played) -> None:
    """Folding what was kept gives the very table, after each event and for whoever asks."""
    lines = list(write(played.opening, played.events))
    rebuilt, told = read(lines)
    table = played.opening
    assert rebuilt == table
    for event, kept in zip(played.events, told, strict=True):
        table, rebuilt = evolve(table, event), evolve(rebuilt, kept)
        assert rebuilt == table
        assert rebuilt.game == table.game
    assert rebuilt == played.table


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_a_table_killed_after_any_event_is_rebuilt_from_its_record(
    name: str, variation: str | None
) -> None:
    for seed in range(3):
        wagers = random_wagers(name, variation, random.Random(seed))
        how = Settings(chores=("automatic", "manual", "automatic")[seed], virtual=seed != 1)
        same_at_every_event(
            play_rounds(
                name,
                variation,
                wagers=wagers,
                rounds=12,
                seed=seed,
                boxes=1 + 2 * seed,
                settings=how,
                mishaps=10 * (seed == 2),
            )
        )


@pytest.mark.long
@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_a_thousand_rounds_killed_after_any_event(name: str, variation: str | None) -> None:
    for seed in range(10):
        wagers = random_wagers(name, variation, random.Random(seed))
        same_at_every_event(
            play_rounds(
                name,
                variation,
                wagers=wagers,
                rounds=100,
                seed=seed,
                boxes=1 + seed % 7,
                mishaps=seed % 3 * 6,
                settings=Settings(chores=("automatic", "manual")[seed % 2], virtual=seed % 4 != 3),
            )
        )


def test_a_rebuilt_table_goes_on_as_if_nothing_had_been() -> None:
    """Killed after any command, the table awaits the same and comes to the same end."""
    played = play_rounds("ma-blackjack", rounds=2, seed=3, boxes=2, settings=Settings(chores="manual"))
    table, kept = played.opening, list(write(played.opening, ()))
    for done, command in enumerate(played.commands):
        again = rebuild(kept)
        assert awaits(again) == awaits(table)
        if done % 7 == 0:
            for later in played.commands[done:]:
                outcome = step(again, later)
                assert not isinstance(outcome, Refusal)
                again = outcome[0]
            assert again == played.table
        outcome = step(table, command)
        assert not isinstance(outcome, Refusal)
        table = outcome[0]
        kept += map(event_line, outcome[1])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(1, 7), st.booleans())
def test_any_session_is_rebuilt(
    game: tuple[str, str | None], seed: int, boxes: int, is_manual: bool
) -> None:
    name, variation = game
    played = play_rounds(
        name,
        variation,
        rounds=4,
        seed=seed,
        boxes=boxes,
        settings=Settings(chores="manual" if is_manual else "automatic"),
    )
    assert rebuild(write(played.opening, played.events)) == played.table


# The published form, and whoever checks it.


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_real_play_verifies(name: str, variation: str | None) -> None:
    played = play_rounds(name, variation, rounds=70, seed=5, boxes=5)
    over = max(at for at, each in enumerate(played.events) if type(each).__name__ == "ShoeRevealed")
    done = played.events[: over + 1]
    for published in (False, True):
        lines = list(write(played.opening, done, published=published))
        assert verdict(lines) == "proven"
        dealt = next(n for n, line in enumerate(lines) if '"card_dealt"' in line)
        plain = plain_of(lines[dealt])
        plain["drawn"] = "2c" if plain["drawn"] != "2c" else "3c"
        assert verdict([*lines[:dealt], json.dumps(plain), *lines[dealt + 1 :]]) == "wrong"


def test_what_nobody_has_seen_is_not_published() -> None:
    """Cut anywhere: no order, no salt, no burned card and no hole card that was not shown."""
    played = play_rounds("md-blackjack", rounds=12, seed=2, boxes=5, mishaps=15)
    for cut in range(0, len(played.events), 7):
        lines = list(write(played.opening, played.events[:cut], published=True))
        plain = [plain_of(line) for line in lines[1:]]
        told = {each["commitment"] for each in plain if each["event"] == "shoe_revealed"}
        shown = sum(each["event"] == "hole_shown" for each in plain)
        open_holes = sum(each.get("why") == "hole" and "drawn" in each for each in plain)
        assert open_holes == shown
        for each in plain:
            if each["event"] == "cards_shuffled":
                assert (each["order"], each["salt"]) == ("", "")
            if each["event"] == "card_burned" and not told:
                assert "drawn" not in each


def test_a_void_round_keeps_its_hole_card_hidden() -> None:
    """It was never shown, so it is missing among the cards collected too."""
    rules = rules_of("md-players-edge-21")
    driver = Driver(new_table(rules, game_of(rules)), random.Random(3))
    opening = driver.table
    driver.open(2)
    while not isinstance(awaits(driver.table), AwaitsDecision):
        driver.go_on()
    driver.give(c.Report(DEALER, "card_face_up"))
    driver.give(c.Report(DEALER, "card_face_up"))
    hole = next(each for each in driver.events if isinstance(each, e.CardDealt) and each.why == "hole")
    (collected,) = (each for each in driver.events if isinstance(each, e.CardsCollected))
    left = list(collected.cards)
    left.remove(hole.drawn)
    so_far = driver.events[: driver.events.index(collected) + 1]
    plain = [plain_of(line) for line in write(opening, so_far, published=True)]
    assert next(each for each in plain if each.get("why") == "hole").keys() & {"drawn"} == set()
    (told,) = (each for each in plain if each.get("event") == "cards_collected")
    assert told["cards"] == text(left)
    over = [plain_of(line) for line in write(opening, driver.events, published=True)]
    assert next(each for each in over if each.get("why") == "hole")["drawn"] == hole.drawn.text


def test_a_scanned_burn_card_is_published_when_its_shoe_has_ended() -> None:
    """Nobody committed to a physical shoe: it is over when its cards go to the rack."""
    played = play_rounds("md-blackjack", rounds=60, seed=5, boxes=5, settings=Settings(virtual=False))
    ended = next(at for at, each in enumerate(played.events) if isinstance(each, ShoeEnded))
    for events, is_told in ((played.events[:ended], False), (played.events[: ended + 1], True)):
        plain = [plain_of(line) for line in write(played.opening, events, published=True)]
        burned = next(each for each in plain if each.get("event") == "card_burned")
        assert ("drawn" in burned) is is_told


def test_a_published_record_reads_once_its_shoe_is_over() -> None:
    played = play_rounds("md-blackjack", rounds=60, seed=5, boxes=5)
    over = max(at for at, each in enumerate(played.events) if type(each).__name__ == "ShoeRevealed")
    lines = list(write(played.opening, played.events[: over + 1], published=True))
    again = rebuild(lines)
    assert again.house == rebuild(list(write(played.opening, played.events[: over + 1]))).house
    with pytest.raises(RecordError, match="card_burned: drawn is missing"):
        rebuild(list(write(played.opening, played.events, published=True)))


def test_a_refusal_is_part_of_the_record() -> None:
    table = ROUND.table
    refused = step(table, c.StartRound(By(Role.PLAYER, "ann")))
    assert isinstance(refused, Refusal)
    event = e.CommandRefused(refused, "player ann", "StartRound")
    assert event_in(event_line(event)) == event
    assert replace(evolve(table, event), version=table.version) == table
