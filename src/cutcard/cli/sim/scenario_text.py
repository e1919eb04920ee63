"""A run in the words of the command line, read into a scenario, a target and who does the work."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from cutcard.cli.odds.question_text import put_setting
from cutcard.cli.pairs import pairs
from cutcard.law import RATE, Refused, document, shorten
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds import MAIN
from cutcard.sim import MOST_DECKS, MOST_SEED, Device, Scenario, SimError, Target, Workforce

DEVICES: Final[tuple[Device, ...]] = ("cpu", "gpu", "cluster")
BASIC: Final = Scenario.strategy
STAND, GROW = "stand", "grow"
MOVING: Final = (STAND, GROW)
PAYTABLE: Final = "paytable"
USUAL_ROUNDS: Final = 10**7
MOST_ROUNDS: Final = 10**15
LEAST_ERROR: Final = Fraction(1, 10**7)
MOST_WORKERS: Final = 1024
MOST_BOXES: Final = 100
MOST_COUNT: Final = 1000
MOST_UNITS: Final = 1000
AS_PART: Final = "as a decimal or in percent, like 0.5 or 50%"

_NUMBER: Final = re.compile(
    r"([0-9]{1,20}|[0-9]{1,3}(?:[,_][0-9]{3}){1,6}|(?=\.[0-9]))(\.[0-9]{0,20})?([eE][+-]?[0-9]{1,3})?(%?)"
)


@dataclass(frozen=True)
class Words:
    """What was typed."""

    document: str = ""
    rounds: str | None = None
    seed: str | None = None
    device: str = "cpu"
    boxes: str | None = None
    wagers: Sequence[str] = ()
    penetration: str | None = None
    strategy: str = BASIC
    settings: Sequence[str] = ()
    variation: str | None = None
    decks: str | None = None
    workers: str | None = None
    until_error: str | None = None
    stakes: Sequence[str] = ()
    meters: Sequence[str] = ()
    moving: str | None = None
    scheduler: str | None = None
    fresh: bool = False

    def scenario(self) -> Scenario:
        """What is to be simulated."""
        if self.fresh and self.penetration is not None:
            raise SimError(
                "penetration: --fresh deals every round from a full shoe; give one of the two"
            )
        wagers, options = self._wagers(), self._options()
        settings = self._settings(wagers, options)
        return Scenario(
            self.document,
            variation=self.variation,
            options=options,
            wagers=wagers,
            stakes=self._stakes(),
            meters=self._meters(),
            settings=settings,
            growing=self._growing(settings),
            boxes=1 if self.boxes is None else _whole("boxes", self.boxes, least=1, most=MOST_BOXES),
            penetration=None if self.penetration is None else part("penetration", self.penetration),
            fresh=self.fresh,
            seed=1 if self.seed is None else seed_number(self.seed),
            strategy=self._strategy(),
        )

    def target(self) -> Target:
        """When to stop."""
        error = None if self.until_error is None else part("until-error", self.until_error)
        if error is not None and error < LEAST_ERROR:
            raise SimError(f"until-error: {shorten(str(self.until_error))}: at least 0.00001%")
        usual = USUAL_ROUNDS if error is None else MOST_ROUNDS
        rounds = usual if self.rounds is None else _rounds(self.rounds)
        return Target(rounds, error)

    def crew(self) -> Workforce:
        """Who does the work."""
        return Workforce(self._device(), self._workers(), self.scheduler)

    def _device(self) -> Device:
        for each in DEVICES:
            if self.device == each:
                return each
        raise SimError(f"device: {shorten(self.device)}: one of {', '.join(DEVICES)}")

    def _workers(self) -> int:
        if self.scheduler is not None and self.device != "cluster":
            raise SimError("scheduler: goes with --device cluster")
        if self.workers is None:
            return 1 if self.device == "gpu" else cores()
        if self.device == "gpu":
            raise SimError("workers: a GPU has its own; leave --workers out")
        if self.scheduler is not None:
            raise SimError("workers: the cluster at --scheduler has its own; leave --workers out")
        return _whole("workers", self.workers, least=1, most=MOST_WORKERS)

    def _strategy(self) -> str:
        is_meant = self.strategy.strip().lower() in ("", BASIC) and self.strategy != BASIC
        if is_meant and not (self.strategy and Path(self.strategy).exists()):
            raise SimError(f"strategy: {shorten(self.strategy)}: write {BASIC}, or the name of a file")
        return self.strategy

    def _options(self) -> dict[str, object]:
        from cutcard.terminal import typed

        try:
            laws = document(self.document).effective_options(self.variation)
        except Refused as refused:
            raise SimError(refused.refusal.message) from None
        named = pairs("set", self.settings, "OPTION=VALUE", SimError)
        found = {name: typed(laws[name], text) if name in laws else text for name, text in named.items()}
        if self.decks is not None:
            if "decks" in found:
                raise SimError("decks: given in --decks and in --set; give it once")
            found["decks"] = _whole("decks", self.decks, least=1, most=MOST_DECKS)
        return found

    def _settings(
        self, wagers: Mapping[str, str], options: dict[str, object]
    ) -> dict[str, dict[str, object]]:
        """Of --set, what is a setting of a side wager: WAGER.SETTING=VALUE; it is no option then."""
        found: dict[str, dict[str, object]] = {}
        known = document(self.document).wager_ids
        beside = [each for each in options if "." in each and each.partition(".")[0] in known]
        named = [each for each in options if each.partition(".")[0] in wagers or each in beside]
        for name in named:
            wager, _, setting = name.partition(".")
            value = options.pop(name)
            if setting == PAYTABLE:
                raise SimError(f"set: name the paytable with --wager {wager}={shorten(str(value))}")
            put_setting(found.setdefault(wager, {}), setting, str(value))
        return found

    def _growing(self, settings: Mapping[str, Mapping[str, object]]) -> bool:
        """Whether meters grow: as was said, else where a rate is given."""
        if self.moving is None:
            return any(_has_rate(each) for each in settings.values())
        if self.moving not in MOVING:
            raise SimError(f"meters: {shorten(self.moving)}: {' or '.join(MOVING)}")
        return self.moving == GROW

    def _wagers(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for each in self.wagers:
            name, equals, table = (part.strip() for part in each.partition("="))
            if not name or (equals and not table):
                raise SimError(f"wager: {shorten(each)}: write ID or ID=PAYTABLE")
            if name in found:
                raise SimError(f"wager: {shorten(name)} is given twice; name each wager once")
            found[name] = table
        return found

    def _stakes(self) -> dict[str, Cents]:
        written = [each if "=" in each else f"{MAIN}={each}" for each in self.stakes]
        named = pairs("stake", written, "DOLLARS or WAGER=DOLLARS", SimError)
        return {name: _money(f"stake: {shorten(name)}", value) for name, value in named.items()}

    def _meters(self) -> dict[str, Cents]:
        named = pairs("meter", self.meters, "NAME=AMOUNT", SimError)
        return {name: _money(f"meter: {shorten(name)}", value) for name, value in named.items()}


def _has_rate(settings: Mapping[str, object]) -> bool:
    named = settings.get("meters")
    inner = named.values() if isinstance(named, Mapping) else ()
    return RATE in settings or any(RATE in each for each in inner)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def round_number(written: str) -> int:
    """The number of a round to deal again."""
    return _whole("round", written, least=0, most=MOST_ROUNDS)


def seed_number(written: str) -> int:
    """What chance begins with."""
    return _whole("seed", written, least=0, most=MOST_SEED)


def session_rounds(written: str) -> int:
    """How many rounds a session has."""
    return _whole("session", written, least=1, most=MOST_ROUNDS)


def spread_of(written: str) -> dict[int, Fraction]:
    """The units that are bet from a count on: 1=2,2=4."""
    found: dict[int, Fraction] = {}
    named = pairs("spread", written.split(","), "COUNT=UNITS, like 1=2,2=4", SimError)
    for count, units in named.items():
        at = _number(count[1:] if count[0] in "+-" else count)
        if at is None or at != int(at) or at > MOST_COUNT:
            raise SimError(f"spread: {shorten(count)}: a whole count, like 2 or -1")
        bet = _number(units)
        if bet is None or bet > MOST_UNITS:
            raise SimError(f"spread: {shorten(units)}: units from 0 to {MOST_UNITS}")
        found[-int(at) if count[0] == "-" else int(at)] = bet
    return found


def _rounds(written: str) -> int:
    found = _number(written)
    if found is None or found != int(found) or found < 1:
        raise SimError(f"rounds: {shorten(written)}: a whole number from 1 on, like 1e9")
    if found > MOST_ROUNDS:
        raise SimError(f"rounds: {shorten(written)}: at most 1e15; a billion a second take eleven days")
    return int(found)


def _whole(what: str, written: str, *, least: int, most: int) -> int:
    found = _number(written)
    if found is None or found != int(found) or not least <= found <= most:
        raise SimError(f"{what}: {shorten(written)}: a whole number from {least} to {most}")
    return int(found)


def part(what: str, written: str) -> Fraction:
    """A part of one: 0.75, or 75%."""
    found = _number(written, percent=True)
    if found is None or not 0 < found <= 1:
        raise SimError(f"{what}: {shorten(written)}: more than 0 and at most 1, {AS_PART}")
    return found


def _number(written: str, *, percent: bool = False) -> Fraction | None:
    found = _NUMBER.fullmatch(written.strip())
    if found is None or (found[4] and not percent):
        return None
    value = Fraction(written.strip().rstrip("%").replace(",", "").replace("_", ""))
    return value / 100 if found[4] else value


def _money(what: str, written: str) -> Cents:
    try:
        found = cents(written)
    except MoneyError as problem:
        raise SimError(f"{what}: {problem}") from None
    if found <= 0:
        raise SimError(f"{what}: more than zero")
    return found
