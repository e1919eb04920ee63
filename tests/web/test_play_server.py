"""`cutcard play --server`: somebody with a link sits down at live tables, plays, and cashes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor.people import Limits
from cutcard.terminal.game.server import visit
from web.houses import served
from web.serve_process import serving


def test_rounds_are_played_and_chips_come_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'demo.db'}"
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        if prompt.startswith("Table"):
            return "pontoon"
        if "Bet (" in prompt:
            return "q" if sum("Bet (" in each for each in asked) > 3 else "25"
        return "no" if ", no?" in prompt else "s"

    with serving("--database", url, "--no-bots") as (origin, links):
        visit(f"{origin}/enter#{links['you']}", "", ask)
        told = capsys.readouterr().out
        assert "guest at pontoon, $10000.00 on deposit." in told
        assert told.count("Main: ") == 3
        assert "[" in told.split("Main: ")[1].split("\n")[0]
        assert "Dealer " in told
        assert told.endswith("Cashed out.\n")
        used = CliRunner().invoke(app, ["play", "--server", f"{origin}/enter#{links['you']}"])
        assert used.exit_code == 2
        assert used.output.startswith("cutcard: play: --server: link: unknown, used before or too old")


def test_the_end_of_input_in_a_round_stands_cashes_out_and_leaves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until a hand asks for a decision rounds are bet on; then no line comes any more."""

    def ask(prompt: str) -> str:
        if "Bet (" in prompt:
            return "25"
        raise EOFError

    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        house.seat("one", "bob", 1)
        visit(f"{house.url}/enter#{house.people.link('bob', 'sign_in')}", "one", ask)
        told = capsys.readouterr().out
        assert "has a bet" not in told
        assert "Main: " in told, "the round was played to its end"
        assert told.endswith("Cashed out.\n")
        live = house.floor.live("one")
        assert (live.table.round, dict(live.table.seated)) == (None, {})
        assert live.books.chips("bob") == 0


def test_the_end_of_input_before_anything_is_bought_leaves_the_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(_: str) -> str:
        raise EOFError

    with served(tmp_path, Limits(hashing=CHEAPEST, demonstration=True)) as house:
        house.open("one")
        visit(f"{house.url}/enter#{house.people.link('bob', 'sign_in')}", "one", ask)
        assert capsys.readouterr().out.endswith("Left.\n")
        assert dict(house.floor.live("one").table.seated) == {}


@pytest.mark.parametrize("server", ["maryland", "ftp://x"])
def test_what_is_no_house_is_one_line(server: str) -> None:
    done = CliRunner().invoke(app, ["play", "--server", server])
    assert done.exit_code == 2
    assert done.output.startswith("cutcard: play: --server")
    assert done.output.count("\n") == 1
