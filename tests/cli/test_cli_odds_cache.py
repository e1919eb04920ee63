"""Answers kept by digest: found again, never trusted when broken, never fatal."""

from __future__ import annotations

import io
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cli.odds_support import odds
from cli.support import invoke
from cutcard.cli.printing import progress as odds_progress
from cutcard.compute import cache
from cutcard.compute.progress import report_progress
from cutcard.odds import registry
from cutcard.odds.catalogue import CatalogueRequest, listing
from cutcard.odds.question import question

INSURANCE = ("md-pontoon-21", "insurance")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def no_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(_: object) -> NoReturn:
        raise AssertionError("computed again")

    monkeypatch.setattr(registry, "answer", computed)


def kept_file(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_a_kept_answer_is_the_answer(folder: Path, request: pytest.FixtureRequest) -> None:
    first = odds(*INSURANCE)
    assert kept_file(folder).name == f"{first['digest']}.json"
    request.getfixturevalue("no_computing")
    assert odds(*INSURANCE) == first


def test_a_kept_list_is_the_list(request: pytest.FixtureRequest) -> None:
    wanted = [CatalogueRequest("md-pontoon-21", decks=8, by_play=False)]
    first = listing(wanted)
    request.getfixturevalue("no_computing")
    assert listing(wanted) == first


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not json",
        b"\xff\xfe",
        b"0" * 64 + b'\n{"answer": {}, "seconds": 1}',
    ],
    ids=["empty", "text", "bytes", "wrong mark"],
)
def test_a_broken_file_is_computed_anew(folder: Path, broken: bytes) -> None:
    first = odds(*INSURANCE)
    file = kept_file(folder)
    whole = file.read_bytes()
    file.write_bytes(broken)
    again = odds(*INSURANCE)
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert len(file.read_bytes()) >= len(whole) - 20


def test_a_changed_digit_is_noticed(folder: Path) -> None:
    first = odds(*INSURANCE)
    file = kept_file(folder)
    text = file.read_text()
    place = text.index("$fraction") + 14
    file.write_text(text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :])
    assert odds(*INSURANCE)["house_edge"] == first["house_edge"]


@pytest.mark.parametrize("kept", [5, {}, {"answer": {"rows": ()}}, {"answer": None, "seconds": 1}])
def test_something_else_under_the_digest(kept: object) -> None:
    first = odds(*INSURANCE)
    cache.write(first["digest"], kept)
    assert odds(*INSURANCE)["house_edge"] == first["house_edge"]


def test_a_folder_that_cannot_be_made(folder: Path) -> None:
    folder.write_text("a file in its place")
    assert odds(*INSURANCE)["method"] == "exact"


def test_a_file_that_cannot_be_put_in_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr("os.replace", refused)
    assert odds(*INSURANCE)["method"] == "exact"
    assert list(folder.iterdir()) == []


def test_what_was_not_asked_for_longest_goes_when_there_is_too_much(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [cache.digest("kept", number) for number in range(6)]
    for age, name in enumerate(reversed(names)):
        cache.write(name, {"number": "x" * 1000})
        os.utime(folder / f"{name}.json", (1_000_000 - age, 1_000_000 - age))
    for name in ("notes.txt", "0.json", ".begun.part"):
        (folder / name).write_text("y" * 1000)
        os.utime(folder / name, (1, 1))
    assert cache.read(names[0]) is not None  # the oldest until now
    monkeypatch.setattr(cache, "MOST_BYTES", 5000)
    cache.write("0" * 64, 1)
    assert len(list(folder.glob("*.json"))) == 8, "looked at once a program"
    cache._make_room.cache_clear()
    cache.write("1" * 64, 1)
    left = {each for each in names if (folder / f"{each}.json").exists()}
    assert left == {names[0], names[5], names[4], names[3]}
    assert (folder / "notes.txt").exists()
    assert (folder / "0.json").exists()
    assert not (folder / ".begun.part").exists()
    assert cache.read("0" * 64) == cache.read("1" * 64) == 1


def test_a_folder_that_cannot_be_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> NoReturn:
        raise PermissionError

    cache._make_room.cache_clear()
    monkeypatch.setattr("os.scandir", refused)
    assert odds(*INSURANCE)["method"] == "exact"


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUTCARD_CACHE")
    assert cache.folder().parts[-2:] == ("cutcard", "odds")


def digest(**asked: Any) -> str:
    return registry.digest_of(question("md-blackjack", "lucky_ladies", **asked))


def test_what_a_digest_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from cutcard.cards import cards
    from cutcard.money import Cents

    every = [
        digest(),
        digest(paytable="B"),
        digest(decks=8),
        digest(options={"soft_17": "hit"}),
        digest(variation="no_hole_card"),
        digest(removed=cards("7h")),
        digest(stake=Cents(500)),
        digest(seats=2),
        digest(settings={"minimum": 5}),
    ]
    monkeypatch.setattr(registry, "analyser_version", lambda: "another")
    every.append(digest())
    assert len(set(every)) == len(every)
    monkeypatch.undo()
    assert digest() == every[0]


def test_a_changed_law_is_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question("md-blackjack", "lucky_ladies")
    before = registry.digest_of(asked)
    monkeypatch.setitem(vars(asked.rules.document.files), "digest", "another")
    assert registry.digest_of(asked) != before


def test_plain_values_and_back() -> None:
    import numpy as np

    from cutcard.odds.sides.streaks import BoxResult, StreakStep

    value = {
        "fraction": Fraction(-7, 1326),
        "step": StreakStep(0, Fraction(1, 2), 0.25, 0.25),
        "result": BoxResult(1, 0, 1),
        1: [None, True, "text"],
        "numbers": np.array([1.5, 2.5]),
    }
    plain = cache.plain(value)
    cache.write("name", plain)
    assert cache.read("name") == plain
    assert plain["step"]["carried_on"] == Fraction(1, 2)
    assert plain["numbers"] == (1.5, 2.5)
    assert plain["1"] == (None, True, "text")
    with pytest.raises(TypeError, match="object has no plain form"):
        cache.plain(object())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_only_on_a_terminal_and_only_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    shown: dict[tuple[bool, float], str] = {}
    for stream in (Terminal(), io.StringIO()):
        for patience in (0.0, 5.0):
            monkeypatch.setattr(sys, "stderr", stream)
            monkeypatch.setattr(odds_progress, "PATIENCE_SECONDS", patience)
            before = len(stream.getvalue())
            with odds_progress.bar():
                threads_started(patience)
                report_progress("exact value", 1, 4)
            shown[stream.isatty(), patience] = stream.getvalue()[before:]
    assert "exact value" in shown[True, 0.0]
    assert "1/4" in shown[True, 0.0]
    assert [shown[True, 5.0], shown[False, 0.0], shown[False, 5.0]] == ["", "", ""]


def threads_started(patience: float) -> None:
    """Time for a bar without patience to appear."""
    import time

    time.sleep(0.3 if patience == 0 else 0)


def test_nothing_but_json_on_standard_output() -> None:
    result = invoke("odds", *INSURANCE, "--json")
    assert result.stdout.startswith("{")
    assert result.stderr == ""
