"""The record: its header, and a table rebuilt from what was kept."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from cutcard.cards import cards
from cutcard.law import document, document_ids
from cutcard.law.model import Row
from cutcard.law.refusal import Refusal
from cutcard.law.ruleset.resolution import resolve
from cutcard.money import Dollars, Odds
from cutcard.table import (
    Settings,
    awaits,
    evolve,
    game_of,
    new_table,
    parse_command,
    stacked_shoe,
    step,
)
from cutcard.table.record.codec import event_line
from cutcard.table.record.record import (
    RecordError,
    header_json,
    header_of,
    parse_header,
    read_events,
    read_record,
    rebuild,
    record_lines,
    record_notes,
    table_of,
    write_record,
)
from cutcard.table.record.text.record_text import read_record_text, render_record
from table.driver import Played, play_rounds, random_wagers, rules_of
from table.setups import GAMES

ROUND = play_rounds("md-blackjack", rounds=3, seed=1, boxes=2)
LINES = tuple(write_record(ROUND.opening, ROUND.events))


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
    for name in document_ids():
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
    with pytest.raises(RecordError, match="the digest does not match"):
        parse_header(tampered)


def under_other_law(plain: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A header as it would be had the law data been different, its digest made anew."""
    from cutcard.table.record import record

    made: dict[str, Any] = {**plain, **changes, "law": "0" * 64}
    setup: dict[str, Any] = {
        key: made[key] for key in (*record.KEYS[1:-2], record.STACKED) if key in made
    }
    return {**made, "digest": record._digest(made["law"], setup)}


def test_a_record_under_other_law_data_still_reads_and_says_so() -> None:
    plain = header_json(header_of(ROUND.opening))
    assert record_notes(parse_header(plain)) == ()
    strange = under_other_law(plain, options={**plain["options"], "colour_of_the_felt": "green"})
    (note,) = record_notes(parse_header(strange))
    assert "other law data" in note
    assert rebuild([json.dumps(strange), *LINES[1:]]) == ROUND.table


def test_a_document_that_is_gone_has_no_present_law_data() -> None:
    gone = under_other_law(header_json(header_of(ROUND.opening)), document="nj-blackjack")
    assert record_notes(parse_header(gone)) == ()


def header_without(key: str) -> dict[str, Any]:
    plain = header_json(header_of(ROUND.opening))
    return {name: value for name, value in plain.items() if name != key}


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ({}, "not the header"),
        ({"cutcard": 2}, "not the header"),
        ({"cutcard": True}, "not the header"),
        (header_without("document"), "document is missing"),
        (header_without("options"), "options is missing"),
        ({**header_without(""), "stake": 1}, "'stake': unknown key"),
        ({**header_without(""), "variation": 7}, "variation is missing or unreadable"),
        (under_other_law(header_without(""), document="nj-blackjack"), "no document 'nj-blackjack'"),
        (under_other_law(header_without(""), variation="pontoon"), "pontoon"),
        (under_other_law(header_without(""), settings={"speed": 9}), "settings.speed"),
        (under_other_law(header_without(""), settings={"virtual": 1}), "settings.virtual"),
        (under_other_law(header_without(""), settings={"chores": "lazy"}), "settings.chores"),
        ({**header_without(""), "shoe": 9}, "shoe is unreadable"),
        ({**header_without(""), "shoe": "9s"}, "the digest does not match"),
        (under_other_law(header_without(""), shoe="9s 1x"), "shoe: "),
        (under_other_law(header_without(""), shoe="9s " * 7), "shoe: cards[6]: 9s occurs more often"),
    ],
)
def test_a_wrong_header_is_told_at_line_one(header: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        rebuild([json.dumps(header), *LINES[1:]])
    assert caught.value.line == 1
    assert problem in str(caught.value)


def test_a_record_begins_with_a_table_at_which_nothing_has_happened() -> None:
    with pytest.raises(ValueError, match="must begin with a new table"):
        next(write_record(ROUND.table, ()))


# Rebuilding.


def tried(line: int, change: Callable[[str], str | None]) -> RecordError:
    changed = list(LINES)
    new = change(changed[line - 1])
    changed[line - 1 : line] = [] if new is None else [new]
    with pytest.raises(RecordError) as caught:
        rebuild(changed)
    return caught.value


def test_a_broken_record_says_where() -> None:
    where = next(n for n, line in enumerate(LINES, 1) if '"event": "card_dealt"' in line)
    error = tried(where, lambda line: line[:-3])
    assert (error.line, "not JSON" in error.problem) == (where, True)
    error = tried(where, lambda line: line.replace('"box": 1', '"box": 6'))
    assert (error.line, error.problem) == (where, "card_dealt: cannot follow the events before it")
    for wrong in ('"hand": 2', '"hand": 0', '"hand": -1'):
        error = tried(where, lambda line, wrong=wrong: line.replace('"hand": 1', wrong))  # type: ignore[misc]
        assert error.line == where
    started = next(n for n, line in enumerate(LINES, 1) if "round_started" in line)
    error = tried(started, lambda _: None)
    assert (error.line, error.problem) == (started, "card_dealt: cannot follow the events before it")
    with pytest.raises(RecordError, match="line 1: it is empty"):
        rebuild([])


def test_lines_may_come_from_a_file_with_any_line_ends() -> None:
    assert rebuild([line + "\r\n" for line in LINES]) == ROUND.table
    assert rebuild(record_lines("\ufeff" + "\n".join(LINES) + "\n")) == ROUND.table
    assert rebuild(record_lines("\n".join(LINES))) == ROUND.table


def same_at_every_event(played: Played) -> None:
    """Folding what was kept gives the very table, after each event and for whoever asks."""
    lines = list(write_record(played.opening, played.events))
    rebuilt, told = read_record(lines)
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
    table, kept = played.opening, list(write_record(played.opening, ()))
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


def test_a_stacked_shoe_is_in_the_record_of_its_table() -> None:
    rules = rules_of("md-blackjack", None, {}, {})
    manual = Settings(chores="manual")
    table = new_table(rules, game_of(rules), manual, shoe=stacked_shoe(rules, cards("9c 5d 8c Kd Kc")))
    kept = list(write_record(table, ()))
    for each in (
        {"by": "dealer dee", "do": "open_table"},
        {"by": "player ann", "do": "sit", "box": 1},
        {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "10"}},
        {"by": "dealer dee", "do": "start_round"},
        *({"by": "dealer dee", "do": "deal"} for _ in range(4)),
        {"by": "player ann", "do": "stand", "box": 1},
    ):
        outcome = step(table, parse_command(each))
        assert not isinstance(outcome, Refusal)
        table = outcome[0]
        kept += map(event_line, outcome[1])
        assert rebuild(kept) == table
    assert rebuild(kept).shoe.side.stack == cards("9c 5d 8c Kd Kc")
    header, events = read_events(kept)
    read, _ = read_record_text(render_record(events, header))
    assert read is not None
    assert (header.shoe, read.shoe) == ("9c 5d 8c Kd Kc", header.shoe)
    opening, _ = read_record(kept)
    assert "shoe" not in json.loads(next(write_record(opening, (), published=True)))


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
    assert rebuild(write_record(played.opening, played.events)) == played.table
