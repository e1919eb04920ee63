"""The table: commands in, events or a cited refusal out, and a fold that any replay repeats.

`awaits` is the one answer to "what now?", `view` an allow-list of what a viewer may see, and `settle`
the same engine on a scripted round. Nothing here knows a clock or a random source.
"""

from cutcard.table.awaits import (
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Closed,
)
from cutcard.table.folds.table import evolve, fold
from cutcard.table.play.decide import awaits, decide, step, steps
from cutcard.table.round import Decision, Round
from cutcard.table.script.answer import as_json
from cutcard.table.script.command_text import parse_command
from cutcard.table.script.scripted_round import SettledRound, settle
from cutcard.table.table import Settings, Table, game_of, new_table
from cutcard.table.view import view

__all__ = [
    "AwaitsBets",
    "AwaitsCard",
    "AwaitsChore",
    "AwaitsDecision",
    "AwaitsDevice",
    "AwaitsFollowers",
    "Closed",
    "Decision",
    "Round",
    "Settings",
    "Settled",
    "Table",
    "as_json",
    "awaits",
    "decide",
    "evolve",
    "fold",
    "game_of",
    "new_table",
    "parse_command",
    "settle",
    "step",
    "steps",
    "view",
]
