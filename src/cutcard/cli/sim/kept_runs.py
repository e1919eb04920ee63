"""Runs to deal a round of again: in the file of an answer, or kept on this machine by the seed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from cutcard import sim
from cutcard.cli.sim import numbers
from cutcard.cli.sim.scenario_options import BASIC, MOST_BOXES
from cutcard.compute import cache
from cutcard.law import shorten
from cutcard.money import Cents, MoneyError, cents, dollars

_RATIO: Final = re.compile(r"([0-9]{1,1200})/([0-9]{1,1200})")


@dataclass(frozen=True)
class KeptRun:
    """A run that was made: its scenario, how many rounds it has, the digest of its plan."""

    where: str
    scenario: sim.Scenario
    rounds: int
    digest: str

    @classmethod
    def from_json(cls, answer: object, where: str) -> KeptRun:
        """From the JSON answer of a run; `SimError` where it is none."""
        scenario = scenario_from_json(answer, where)
        assert isinstance(answer, Mapping)
        # units are taken whole, so a run has some rounds more than may be asked for
        most = 2 * numbers.MOST_ROUNDS
        rounds = _whole(f"{where}: rounds", answer.get("rounds"), least=1, most=most)
        digest = answer.get("digest")
        if not isinstance(digest, str) or not digest:
            raise sim.SimError(f"{where}: digest: missing; make the run again with `cutcard sim --json`")
        return cls(where, scenario, rounds, digest)

    def check(self, number: int) -> None:
        """`SimError` where the run has no such round, or would be another run today."""
        if number >= self.rounds:
            raise sim.SimError(
                f"round: {number}: the run has rounds 0 to {self.rounds - 1}; "
                "name the DOCUMENT and its options to go on from there"
            )
        if sim.planned(self.scenario)[1].digest != self.digest:
            raise sim.SimError(
                f"{self.where}: digest: its scenario makes another run now (the strategy's file, the "
                "law or the program changed, or the file did); make the run again with `cutcard sim`"
            )


def keep_run(run: sim.Simulated) -> None:
    """Keep a run as the newest of its seed; a strategy's file by its full path."""
    scenario, rounds = run.scenario, run.outcome.totals.rounds
    if not rounds:
        return
    if scenario.strategy != BASIC:
        scenario = replace(scenario, strategy=str(Path(scenario.strategy).absolute()))
    plain = {"rounds": rounds, "digest": run.plan.digest, "scenario": scenario_json(scenario)}
    cache.write(_name(scenario.seed), json.dumps(plain))


def newest_run(seed: int) -> KeptRun:
    """The newest run with a seed that was made here; `SimError` where none is kept."""
    content = cache.read(_name(seed))
    if not isinstance(content, str):
        raise sim.SimError(
            f"replay: no run with seed {seed} is kept on this machine; "
            "name the DOCUMENT, or the answer of the run with --run FILE"
        )
    return KeptRun.from_json(json.loads(content), f"the run kept with seed {seed}")


def _name(seed: int) -> str:
    return cache.digest("newest run", seed)


def scenario_json(scenario: sim.Scenario) -> dict[str, object]:
    """A scenario as plain values."""
    return {
        "document": scenario.document,
        "variation": scenario.variation,
        "options": dict(scenario.options),
        "wagers": dict(scenario.wagers),
        "stakes": {name: dollars(stake) for name, stake in scenario.stakes.items()},
        "meters": {name: dollars(amount) for name, amount in scenario.meters.items()},
        "settings": {name: dict(settings) for name, settings in scenario.settings.items()},
        "growing": scenario.growing,
        "boxes": scenario.boxes,
        "penetration": None if scenario.penetration is None else str(scenario.penetration),
        "fresh": scenario.fresh,
        "seed": scenario.seed,
        "strategy": scenario.strategy,
    }


def scenario_from_json(answer: object, file: str) -> sim.Scenario:
    """The scenario in the JSON answer of a run; `SimError` where there is none."""
    try:
        plain: Any = answer["scenario"] if isinstance(answer, Mapping) else None
        depth, fresh = plain["penetration"], bool(plain["fresh"])
        if fresh and depth is not None:
            message = f"{file}: penetration: every round is from a full shoe; leave out one of the two"
            raise sim.SimError(message)
        return sim.Scenario(
            document=str(plain["document"]),
            variation=None if plain["variation"] is None else str(plain["variation"]),
            options=dict(plain["options"]),
            wagers={str(name): str(table) for name, table in plain["wagers"].items()},
            stakes=_amounts(f"{file}: stake", plain["stakes"]),
            meters=_amounts(f"{file}: meter", plain["meters"]),
            settings={str(name): dict(value) for name, value in plain.get("settings", {}).items()},
            growing=bool(plain.get("growing", False)),
            boxes=_whole(f"{file}: boxes", plain["boxes"], least=1, most=MOST_BOXES),
            penetration=None if depth is None else _depth(f"{file}: penetration", str(depth)),
            fresh=fresh,
            seed=_whole(f"{file}: seed", plain["seed"], least=0, most=sim.MOST_SEED),
            strategy=str(plain["strategy"]),
        )
    except sim.SimError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError, MoneyError):
        raise sim.SimError(f"{file}: not the answer of `cutcard sim --json`") from None


def _whole(what: str, value: object, *, least: int, most: int) -> int:
    """A whole number of an answer; refused as the command line would refuse it."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        is_long = isinstance(value, int) and value.bit_length() > sim.MOST_SEED.bit_length() + 1
        shown = "more digits than that" if is_long else shorten(str(value))
        raise sim.SimError(f"{what}: {shown}: must be a whole number from {least} to {most}")
    return value


def _amounts(what: str, amounts: Mapping[str, Any]) -> dict[str, Cents]:
    read = {str(name): cents(amount) for name, amount in amounts.items()}
    for name, amount in read.items():
        if amount <= 0:
            raise sim.SimError(f"{what}: {shorten(name)}: more than zero")
    return read


def _depth(what: str, text: str) -> Fraction:
    """A part of one, as a ratio or as it may be typed."""
    ratio = _RATIO.fullmatch(text)
    if ratio is None:
        return numbers.part_of_one(what, text)
    depth = Fraction(int(ratio[1]), int(ratio[2]))
    if not 0 < depth <= 1:
        raise sim.SimError(f"{what}: {shorten(text)}: more than 0 and at most 1")
    return depth
