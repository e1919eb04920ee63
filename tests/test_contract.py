"""What other programs import from rooms is at their doors."""

from __future__ import annotations

import importlib

import pytest

AT_THE_DOOR = {
    "cutcard": "settle check law odds sim table money cards fair submission RequestError Result"
    " SettledResult",
    "cutcard.odds": "edge wager hand chart best_play removal_effects sweep strategy_value countability"
    " what_if sessions compare EdgeResult PricedWager HandOdds StrategyChart BestPlay RemovalEffects"
    " Sweep SweepPoint StrategyValue Countability WhatIf SessionOdds RuleComparison",
    "cutcard.reports": "draw",
    "cutcard.sim": "run sweep SimRun SimSweep ReplayedRound",
    "cutcard.envs": "TableEnv VectorTable pettingzoo_table EnvAction",
    "cutcard.table": "new_table play_round game_of step awaits view parse_command stacked_shoe Settings"
    " rebuild"
    " write_record",
    "cutcard.law": "Refusal Refused document documents diff LawDiff resolve law_from",
    "cutcard.money": "Cents dollars",
    "cutcard.shoe": "By Role",
    "cutcard.fair": "Shuffled commitment shuffle_act",
    "cutcard.submission": "check",
    "cutcard.floor.meters": "Member Secret Terms Win commands commitment_to contribution decide evolve"
    " hit_in new_meter",
    "cutcard.client": "Client",
}


@pytest.mark.parametrize("room", AT_THE_DOOR)
def test_names_that_other_programs_import(room: str) -> None:
    door = importlib.import_module(room)
    if room == "cutcard.envs":
        pytest.importorskip("gymnasium", reason="of the extra `envs`")
        pytest.importorskip("pettingzoo", reason="of the extra `envs`")
    missing = [name for name in AT_THE_DOOR[room].split() if not hasattr(door, name)]
    assert missing == []
    rooms = {"commands", "law", "odds", "sim", "table", "money", "cards", "fair", "submission"}
    assert all(callable(getattr(door, name)) or name in rooms for name in AT_THE_DOOR[room].split())
