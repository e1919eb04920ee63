"""The search for a round: how long it takes is said, on a bar or in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cutcard.cli.printing import files as writing
from cutcard.cli.printing.progress import format_span
from cutcard.cli.sim.progress import SearchProgress
from cutcard.compute.progress import listening


class Clock:
    """Says what it is set to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_long_search_is_said_once_where_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    search = SearchProgress(clock)
    heard: list[tuple[str, int, int]] = []
    with listening(lambda *told: heard.append(told)):
        search(10**6, 10**15)
        clock.now = 2.0
        search(21 * 10**6, 10**15)
        search(31 * 10**6, 10**15)
    assert heard[0] == ("rounds before it", 10**6, 10**15)
    assert heard[1] == ("rounds before it, about 3 years to go", 21 * 10**6, 10**15)
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "cutcard: note: 1,000,000,000,000,000 rounds are dealt before it, about 3 years; Ctrl-C ends it"
    ]


def test_a_short_search_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    search = SearchProgress(clock)
    search(10**6, 10**8)
    clock.now = 2.0
    search(10**7, 10**8)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1.0, "a second"),
        (90.0, "90 seconds"),
        (150.0, "2 minutes"),
        (7_200.0, "2 hours"),
        (86_400.0 * 11, "11 days"),
        (86_400.0 * 365.25 * 2_000, "2,000 years"),
    ],
)
def test_a_span_of_time_is_told_in_one_unit(seconds: float, told: str) -> None:
    assert format_span(seconds) == told


def test_a_file_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    real, link = tmp_path / "kept" / "real.csv", tmp_path / "link.csv"
    real.write_text("before")
    link.symlink_to(Path("kept") / "real.csv")
    writing.write(link, "after")
    assert link.is_symlink()
    assert real.read_text() == "after"
    assert os.listdir(tmp_path / "kept") == ["real.csv"]


def test_a_link_to_a_file_not_there_yet_makes_it(tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to("real.csv")
    writing.write(link, "new")
    assert (tmp_path / "real.csv").read_text() == "new"
