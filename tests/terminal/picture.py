"""The picture of `cutcard play` that the README shows: a settled round, drawn as the program draws it.

    PYTHONPATH=src:tests python -m terminal.picture

writes docs/images/play.svg anew; a test says when that is due.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from cutcard.law import document, resolve
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import By, Role
from cutcard.table import commands
from cutcard.table.round import AwaitsDecision
from cutcard.terminal.drawing.screen import FELT, WholeScreen
from cutcard.terminal.game import house as play_house
from cutcard.terminal.game.driver import NAMES
from cutcard.terminal.game.house import TerminalHouse
from cutcard.terminal.game.player import Player, fixed_answer
from cutcard.terminal.game.results import show_results
from cutcard.terminal.game.seat import TerminalSeat
from cutcard.terminal.game.table_choice import title_of
from cutcard.terminal.prompt import Left
from terminal.stacked import stacked

FILE = Path(__file__).parents[2] / "docs" / "images" / "play.svg"
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
SIZE = (100, 31)
WAGERS = {"lucky_ladies": "A", "match_the_dealer": "6_decks"}
DEALT = "8h 9c 8c 8s 5d Kd 3h 9d Kc 7d"
PLAYED = [Action.SPLIT, Action.DOUBLE, Action.STAND]


class Leaves:
    """Whoever looks once and goes."""

    def key(self) -> str:
        raise Left


class Camera(WholeScreen):
    """A screen that keeps the lines it would draw."""

    seen: tuple[Text, ...] = ()

    @property
    def _size(self) -> tuple[int, int]:
        return SIZE

    def _draw(self, paint: Callable[[int, int], list[Text]], foot: Callable[[int], list[Text]]) -> None:
        width, height = SIZE
        below = foot(width)
        above = paint(width, height - len(below))
        empty = [Text()] * (height - len(below) - len(above))
        self.seen = (*above, *empty, *below)


def photographed() -> tuple[Text, ...]:
    """The screen after a round of a split and a double, with side wagers and a neighbour."""
    rules, _ = resolve(document("md-blackjack"), wagers=WAGERS)
    assert rules is not None
    camera = Camera(cast(Any, Leaves()), is_fast=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(play_house, "shuffle", stacked(DEALT))
        house = TerminalHouse(rules, asks_for_cut=False)
        seat = TerminalSeat(house, Player(Cents(100_000)), camera, title_of(rules))
        _round(seat)
        with pytest.raises(Left):
            show_results(seat)
    return camera.seen


def _round(seat: TerminalSeat) -> None:
    house, you, ada = seat.house, seat.player.by, By(Role.PLAYER, NAMES[0])
    house.watch = seat.watch
    house.open()
    house.do(commands.Sit(you, 1))
    house.do(commands.Sit(ada, seat.table.game.boxes))
    while house.chance():
        pass
    sides = dict.fromkeys(WAGERS, Cents(500))
    house.do(commands.PlaceBet(you, 1, {"main": Cents(1000), **sides}))
    house.do(commands.PlaceBet(ada, seat.table.game.boxes, {"main": Cents(1000)}))
    house.start_round()
    for act in PLAYED:
        house.do(commands.Decide(you, 1, act))
    while isinstance(awaited := house.awaits(), AwaitsDecision):
        house.do(fixed_answer(house.table, awaited, next(iter(awaited.offers))))


def svg() -> str:
    """The same as a picture, on the table's own green."""
    felt = Style.parse(FELT)
    assert felt.color is not None
    assert felt.bgcolor is not None
    theme = TerminalTheme(_triplet(felt.bgcolor), _triplet(felt.color), [(0, 0, 0)] * 8)
    to = Console(
        width=SIZE[0], record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for line in photographed():
        to.print(line, soft_wrap=True)
    drawn = to.export_svg(title="cutcard play md-blackjack", theme=theme)
    drawn = re.sub(
        r"\s*(<!--.*?-->|@font-face \{.*?\})", "", drawn, flags=re.DOTALL
    )  # nothing from afar
    return drawn.replace("Fira Code, monospace", FONTS).replace("arial", "sans-serif")


def _triplet(colour: Color) -> tuple[int, int, int]:
    return tuple(colour.get_truecolor())  # type: ignore[return-value]


def words(drawn: str) -> list[str]:
    """What stands in a picture, text by text, the empty ones left out."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    return [told for each in found if (told := " ".join(unescape(each).split()))]


if __name__ == "__main__":
    FILE.write_text(svg(), encoding="utf-8")
