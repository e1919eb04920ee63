"""`cutcard play --server`: somebody with a link sits down at live tables, plays, and cashes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.cli.play_server import visit
from web.test_serve import serving


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
        assert "you at pontoon, $10000.00 with the house." in told
        assert told.count("main: ") == 3
        assert "[" in told.split("main: ")[1].split("\n")[0]
        assert "Dealer " in told
        assert told.endswith("Cashed out.\n")
        used = CliRunner().invoke(app, ["play", "--server", f"{origin}/enter#{links['you']}"])
        assert used.exit_code == 2
        assert used.output.startswith("cutcard: play: --server: link: unknown, used before or too old")


@pytest.mark.parametrize("server", ["maryland", "ftp://x"])
def test_what_is_no_house_is_one_line(server: str) -> None:
    done = CliRunner().invoke(app, ["play", "--server", server])
    assert done.exit_code == 2
    assert done.output.startswith("cutcard: play: --server")
    assert done.output.count("\n") == 1
