"""A run by which a round is dealt again: in the file of its answer, or kept here by its seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cutcard.cli.sim.answers import scenario_json, scenario_of, whole
from cutcard.cli.sim.scenario_text import MOST_ROUNDS
from cutcard.compute import cache
from cutcard.sim import BASIC, SimError

if TYPE_CHECKING:
    from cutcard.sim import Scenario, Simulated


@dataclass(frozen=True)
class Made:
    """A run that was made: what it was of, how many rounds it has, the digest of its plan."""

    where: str
    scenario: Scenario
    rounds: int
    digest: str

    @classmethod
    def of(cls, told: object, where: str) -> Made:
        """As an answer tells it; `SimError` where it is none."""
        scenario = scenario_of(told, where)
        assert isinstance(told, Mapping)
        # units are taken whole, so a run has some rounds more than may be asked for
        rounds = whole(f"{where}: rounds", told.get("rounds"), least=1, most=2 * MOST_ROUNDS)
        digest = told.get("digest")
        if not isinstance(digest, str) or not digest:
            raise SimError(f"{where}: digest: missing; make the run again with `cutcard sim --json`")
        return cls(where, scenario, rounds, digest)

    def check(self, number: int) -> None:
        """`SimError` where the run has no such round, or would be another run today."""
        if number >= self.rounds:
            raise SimError(
                f"round: {number}: the run has rounds 0 to {self.rounds - 1}; "
                "name the DOCUMENT and its options to go on from there"
            )
        from cutcard.sim import planned

        if planned(self.scenario)[1].digest != self.digest:
            raise SimError(
                f"{self.where}: digest: its scenario makes another run now (the strategy's file, the "
                "law or the program changed, or the file did); make the run again with `cutcard sim`"
            )


def keep(ran: Simulated) -> None:
    """Keep a run as the newest of its seed; a strategy's file by its full path."""
    asked, rounds = ran.scenario, ran.outcome.totals.rounds
    if not rounds:
        return
    if asked.strategy != BASIC:
        asked = replace(asked, strategy=str(Path(asked.strategy).absolute()))
    told = {"rounds": rounds, "digest": ran.plan.digest, "scenario": scenario_json(asked)}
    cache.write(_name(asked.seed), json.dumps(told))


def newest(seed: int) -> Made:
    """The newest run with a seed that was made here; `SimError` where none is kept."""
    found = cache.read(_name(seed))
    if not isinstance(found, str):
        raise SimError(
            f"replay: no run with seed {seed} is kept on this machine; "
            "name the DOCUMENT, or the answer of the run with --run FILE"
        )
    return Made.of(json.loads(found), f"the run kept with seed {seed}")


def _name(seed: int) -> str:
    return cache.digest("newest run", seed)
