"""A round step by step: the felt after each event, the event in words, who caused it, and its money.

Only the round itself is folded, so that one deep in a long history costs no more than the last. A round
in play is shown as the floor sees it, one that is over with all its cards; what a shoe still in use may
hide (its order, a burned card) is never shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from cutcard.floor.audit.one_round import Booked, OneRound
from cutcard.floor.live import ENGINE, Live, event_in, event_json, read_live
from cutcard.floor.store import ReadUnit
from cutcard.money import Cents, dollars
from cutcard.shoe import By, Role
from cutcard.table import (
    AwaitsDecision,
    MeterShown,
    Round,
    RoundStarted,
    Settled,
    awaits_in,
    evolve_round,
    new_round,
    round_view,
    settlement,
)
from cutcard.table.record import FaceDown, in_words
from cutcard.values import but
from cutcard.wording import event_sentence

Plain = dict[str, Any]
VIEWER: Final = By(Role.FLOORPERSON, "")
HIDING: Final = frozenset({"card_burned", "cards_shuffled"})
"""Events that stay hidden though their round is over: the shoe may be in use."""
METERS_BACK: Final = 2_000
"""How many events before a round are looked through for what its meters showed."""


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One event of a round."""

    version: int
    at: int
    by: str
    key: str
    event: Plain
    words: str
    rows: list[str]
    cite: str
    view: Plain
    """What of the view it changed."""
    moves: list[Booked]


@dataclass(frozen=True)
class Walk:
    """A round with the state before each of its events."""

    live: Live
    shown: OneRound
    meters: dict[str, Cents]
    resets: dict[str, Cents]

    @cached_property
    def states(self) -> list[Round | None]:
        """The round after each event; none before it is dealt."""
        states: list[Round | None] = []
        r: Round | None = None
        for event in self.shown.events:
            r = self._after(r, event)
            states.append(r)
        return states

    def _after(self, r: Round | None, event: object) -> Round | None:
        table = self.live.table
        if isinstance(event, RoundStarted):
            started = new_round(
                table.rules,
                table.game,
                event.bets,
                meters=self.meters,
                resets=self.resets,
                double_cards_down=event.double_cards_down,
            )
            return but(started, asks_for_draws=True) if table.settings.asks_for_draws else started
        if r is None:
            return None
        if isinstance(event, MeterShown) and event.linked:
            return but(r, meters={**r.meters, event.meter: event.amount})
        return evolve_round(r, event)

    @property
    def last(self) -> Round:
        """The round as it stands at its end."""
        round_ = self.states[-1]
        assert round_ is not None
        return round_

    def settlements(self) -> Iterator[tuple[Settled, Settled | None]]:
        """Every settlement as recorded, and as the rules make it; none where they cannot."""
        before: Round | None = None
        for event, after in zip(self.shown.events, self.states, strict=True):
            if isinstance(event, Settled) and before is not None:
                try:
                    yield event, settlement(before, event.moment)
                except Exception:  # a state that no rule was written for
                    yield event, None
            before = after

    def steps(self) -> list[WalkStep]:
        """Every event, as it may be shown."""
        down, before, steps = FaceDown(), Plain(), list[WalkStep]()
        for stored, event, r in zip(self.shown.stored, self.shown.events, self.states, strict=True):
            down, published = down.publish(event_json(event))
            hidden = published != event_json(event)
            if hidden and self.shown.ended and published["event"] not in HIDING:
                published, hidden = event_json(event), False
            view = self._view(r)
            changed = {key: value for key, value in view.items() if before.get(key) != value}
            before = view
            words, rows, cite = _words(event, published, hidden=hidden)
            at = f"{stored.stream}:{stored.version}:"
            moves = [each for each in self.shown.movements if each[0].startswith(at)]
            who = (stored.version, stored.at, stored.by, stored.key)
            steps.append(WalkStep(*who, published, words, rows, cite, changed, moves))
        return steps

    def _view(self, r: Round | None) -> Plain:
        """The felt, in the form of a table's view."""
        table = but(self.live.table, rounds=self.shown.number)
        started = next(each for each in self.shown.events if isinstance(each, RoundStarted))
        seen = but(r, hole_shown=True, finished=True) if r is not None and self.shown.ended else r
        return {
            "boxes": table.game.boxes,
            "rounds": self.shown.number,
            "seated": {str(bet.box): bet.player for bet in reversed(started.bets)},
            "bets": [],
            "meters": {} if r is None else {name: dollars(each) for name, each in r.meters.items()},
            "awaits": _awaited(r),
            "round": None if seen is None else round_view(table, seen, VIEWER),
            "last_round": None,
            "last_lines": [],
        }


def _awaited(r: Round | None) -> Plain:
    """Whose turn it is."""
    if r is None or r.finished:
        return {"kind": "card"}
    try:
        awaited = awaits_in(r)
    except Exception:  # a state that no rule was written for
        return {"kind": "card"}
    if not isinstance(awaited, AwaitsDecision):
        return {"kind": "card"}
    return {"kind": "decision", "hand": awaited.hand, "may": {str(box): [] for box in awaited.offers}}


def _words(event: object, published: Plain, *, hidden: bool) -> tuple[str, list[str], str]:
    """An event in words; where something of it is hidden, by what everybody saw."""
    if not hidden and type(event) in ENGINE:
        return in_words(event)
    return event_sentence(published), [], str(published.get("cite", ""))


def public_words(event: object) -> tuple[str, str]:
    """An event in words as everybody may know it, and its provision."""
    _, published = FaceDown().publish(event_json(event))
    words, _, cite = _words(event, published, hidden=published != event_json(event))
    return words, cite


def walk(unit: ReadUnit, shown: OneRound) -> Walk:
    """A round made ready to be walked through."""
    live = read_live(unit, shown.stream, shown.stored[0].version)
    meters, resets = _meters(unit, shown, set(live.links))
    return Walk(live, shown, meters, resets)


def _meters(
    unit: ReadUnit, shown: OneRound, wanted: set[str]
) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """What the meters of the table showed when the round began."""
    meters: dict[str, Cents] = {}
    resets: dict[str, Cents] = {}
    first = shown.stored[0].version
    before = unit.read(shown.stream, max(0, first - METERS_BACK), first - 1) if wanted else []
    for stored in reversed(before):
        if '"meter_shown"' not in stored.line[:30]:
            continue
        event = event_in(stored.line)
        if isinstance(event, MeterShown):
            meters.setdefault(event.meter, event.amount)
            if event.reset is not None:
                resets.setdefault(event.meter, event.reset)
        if wanted <= meters.keys() and wanted <= resets.keys():
            break
    return meters, resets


def before_round(unit: ReadUnit, shown: OneRound, most: int = 60) -> list[WalkStep]:
    """What came right before a round, since the one before: who bet what, and when."""
    first, steps = shown.stored[0].version, list[WalkStep]()
    for stored in unit.read(shown.stream, max(0, first - most - 1), first - 1):
        event = event_in(stored.line)
        _, published = FaceDown().publish(event_json(event))
        if published["event"] == "round_ended":
            steps = []
            continue
        words, rows, cite = _words(event, published, hidden=published != event_json(event))
        who = (stored.version, stored.at, stored.by, stored.key)
        steps.append(WalkStep(*who, published, words, rows, cite, {}, []))
    return steps
