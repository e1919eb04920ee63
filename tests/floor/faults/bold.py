"""Players who bet on whatever a live table offers and decide at random, by its rules."""

from __future__ import annotations

import random
from dataclasses import replace

from cutcard.floor.live.state import Live
from cutcard.shoe import By
from cutcard.table import awaits, commands
from cutcard.table.round import AwaitsBets
from cutcard.table.script.command_text import command_json, parse_by
from table.driver import Driver

Body = dict[str, object]


class _Found(Exception):  # noqa: N818 - it says what was found
    def __init__(self, command: commands.Command) -> None:
        self.command = command


class _Chooser(Driver):
    """Tells the command that it would give, and gives none."""

    def give(self, command: commands.Command) -> None:
        raise _Found(command)

    def next(self) -> commands.Command:
        have = {bet.player for bet in self.table.bets if "main" in bet.stakes}
        missing = [each for each in self.table.seated if each[1] not in have]
        if not isinstance(awaits(self.table), AwaitsBets):
            self.commands.clear()
        elif missing:
            self.table = replace(self.table, seated=(missing[0],))
        try:
            self.go_on()
        except _Found as found:
            return self.commands[-1] if self.commands else found.command
        return self.commands[-1]


def bold(live: Live, chance: random.Random) -> tuple[By, Body]:
    """Who comes next at a table, and what they do: never what the table would refuse."""
    told = command_json(_Chooser(live.table, chance).next())
    by, _ = told.pop("by"), told.pop("at", None)
    return parse_by(by), told
