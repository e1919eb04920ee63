"""A table killed after any event and rebuilt from its record is the same table.

Whole sessions are played at random, with every command that a table takes and with some that it
refuses. After every single event the record written so far, as text, is what is left of the table:
the text of that event is read back and folded onto the table rebuilt so far, which must then be the
live one. At some events the table is rebuilt from the first line, and must not only look the same but
go on the same: asked to do what the live one did next, it makes the same events.
"""

from __future__ import annotations

import random

import pytest

from cutcard.law.refusal import Refusal
from cutcard.shoe import By, Role
from cutcard.table import Settings, Table, awaits, evolve, step, view
from cutcard.table.events import RoundEnded
from cutcard.table.record.codec import event_in
from cutcard.table.record.record import follow_event, read_record, rebuild, write_record
from later import one_in
from table.driver import Played, play_rounds
from table.setups import GAMES, Game, all_settings, game_id, random_setup

ROUNDS, MANY = 250, 6_000
"""At least so many random rounds of every game are rebuilt at every event."""
IN_A_SESSION = 25
SETTINGS = tuple(all_settings())


def session(game: Game, seed: int, rounds: int) -> Played:
    """A random session: its setup, its people and its mishaps follow from the seed."""
    rng = random.Random(f"{game_id(game)} {seed}")
    setup = random_setup(game, rng)
    return play_rounds(
        *game,
        options=setup.options,
        wagers=setup.wagers,
        rounds=rounds,
        seed=seed,
        boxes=rng.choice((1, 1, 2, 3)),
        settings=rng.choice((Settings(), *SETTINGS)),
        mishaps=rng.choice((0, 0, 2, 10)),
    )


def assert_same(live: Table, rebuilt: Table, where: object) -> None:
    """Equal in all that happened, and in the rules that an event can change."""
    assert rebuilt == live, where
    assert rebuilt.game == live.game, where
    if live.round is not None and rebuilt.round is not None:
        assert rebuilt.round.game == live.round.game, where
        assert rebuilt.round.rows == live.round.rows, where


def check_every_event(played: Played, rng: random.Random, *, samples: int) -> int:
    """Rebuild a session's table after every event of it; how many rounds that were."""
    lines = list(write_record(played.opening, played.events))
    assert len(lines) == len(played.events) + 1
    rebuilt, read_back = read_record(lines)
    live = played.opening
    assert_same(live, rebuilt, "the header")
    assert rebuilt.rules == live.rules
    rounds = 0
    sampled = set(rng.sample(range(len(played.events)), min(samples, len(played.events))))
    for at, (event, again) in enumerate(zip(played.events, read_back, strict=True)):
        assert again == event, at
        live = evolve(live, event)
        rebuilt = follow_event(rebuilt, again, at + 2)
        assert_same(live, rebuilt, (at, event))
        rounds += isinstance(event, RoundEnded)
        if at in sampled:
            check_from_the_start(live, lines[: at + 2])
    assert_same(played.table, rebuilt, "the end")
    return rounds


def check_from_the_start(live: Table, lines: list[str]) -> None:
    """A record that breaks off here, read whole: the same table to everybody who asks it."""
    found = rebuild(lines)
    assert_same(live, found, len(lines))
    assert awaits(found) == awaits(live)
    for viewer in (By(Role.PLAYER, "player-1"), By(Role.DEALER), By(Role.SUPERVISOR, "sue")):
        assert view(found, viewer) == view(live, viewer)


def check_goes_on(played: Played, rng: random.Random, *, samples: int) -> None:
    """A table rebuilt between two commands answers the next one with the same events."""
    sampled = set(rng.sample(range(len(played.commands)), min(samples, len(played.commands))))
    lines = list(write_record(played.opening, played.events))
    live, done = played.opening, 0
    for at, command in enumerate(played.commands):
        while _is_refusal(played, done):
            live = evolve(live, played.events[done])
            done += 1
        outcome = step(live, command)
        assert not isinstance(outcome, Refusal)
        if at in sampled:
            assert step(rebuild(lines[: done + 1]), command) == outcome, command
        live = outcome[0]
        done += len(outcome[1])


def _is_refusal(played: Played, at: int) -> bool:
    return at < len(played.events) and type(played.events[at]).__name__ == "CommandRefused"


def rebuild_rounds(game: Game, first: int, rounds: int) -> None:
    """So many random rounds of a game, rebuilt at every event."""
    done, seed = 0, first
    while done < rounds:
        rng = random.Random(seed)
        played = session(game, seed, IN_A_SESSION)
        done += check_every_event(played, rng, samples=2)
        if seed % 5 == 0:
            check_goes_on(played, rng, samples=3)
        seed += 1


@pytest.mark.parametrize("game", one_in(4, GAMES, whole=True), ids=game_id)
def test_a_table_rebuilt_after_any_event_is_the_same_table(game: Game) -> None:
    rebuild_rounds(game, 0, ROUNDS)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_many_more_rounds(game: Game) -> None:
    rebuild_rounds(game, ROUNDS, MANY)


def test_the_comparison_can_fail() -> None:
    played = session(GAMES[0], 0, 2)
    lines = list(write_record(played.opening, played.events))
    whole = rebuild(lines)
    with pytest.raises(AssertionError):
        assert_same(whole, rebuild(lines[:-1]), "one event short")
    at = next(at for at, line in enumerate(lines) if '"card_dealt"' in line)
    card = event_in(lines[at]).drawn.text  # type: ignore[attr-defined]
    other = "2c" if card != "2c" else "3c"
    forged = [*lines[:at], lines[at].replace(card, other), *lines[at + 1 : at + 2]]
    with pytest.raises(AssertionError):
        assert_same(rebuild(lines[: at + 2]), rebuild(forged), "another card")
