"""The program as a whole: help, version, usage errors, pipes, terminals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cutcard
from cli.support import LUCKY, SOURCE, in_bash, invoke, program
from cutcard.cli import main
from cutcard.cli.lazy_group import Lazy, LazyGroup, load
from cutcard.cli.program import COMMANDS
from cutcard.law import shelves, shorten


def commands(group: LazyGroup, *above: str) -> Iterator[tuple[tuple[str, ...], Lazy | LazyGroup]]:
    """Every group and command below a group, by the words that call it."""
    for name, entry in group.table.items():
        yield (*above, name), entry
        if isinstance(entry, LazyGroup):
            yield from commands(entry, *above, name)


LISTED = dict(commands(LazyGroup(COMMANDS)))


@pytest.mark.parametrize("command", [(), *LISTED], ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    result = invoke(*command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert "cutcard " in result.stdout


@pytest.mark.parametrize("command", [(), ("law",)], ids=["cutcard", "cutcard law"])
def test_no_command_shows_the_help(command: tuple[str, ...]) -> None:
    result = invoke(*command)
    assert result.exit_code == 0
    assert "Commands:" in result.stdout


def test_version() -> None:
    assert invoke("--version").stdout == f"cutcard {cutcard.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nonsense"], "nonsense"),
        (["settle", "--nonsense"], "--nonsense"),
        (["law", "options"], "DOCUMENT"),
        (["settle", "one", "two"], "two"),
        (["law", "show", "Ch.1", "--document"], "--document"),
        (["odds", "md-blackjack", "main", "--decks", "6", "--decks", "8"], "--decks is given twice"),
        (
            ["plot", "decks", "ma-blackjack", "sevens", "--out", "a", "--out", "b"],
            "--out is given twice",
        ),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    captured = capsys.readouterr()
    assert left.value.code == 2
    assert captured.out == ""
    assert captured.err.startswith("cutcard: ")
    assert captured.err.count("\n") == 1
    assert told in captured.err


def test_done_is_exit_0(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("cutcard ")


def test_wrong_law_data_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(shelves, "_in_use", [])
    monkeypatch.setattr(shelves, "DATA", tmp_path)
    with pytest.raises(SystemExit) as left:
        main(["law", "options", "md-blackjack"])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("cutcard: law data: ")


def test_a_bug_stays_a_bug(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text("{}")

    def broken(_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("cutcard.settle", broken)
    with pytest.raises(ZeroDivisionError):
        main(["settle", str(file)])


LIGHT = ("cutcard", "cutcard.cli", "cutcard.cli.lazy_group", "cutcard.cli.program", "cutcard.law",
         "cutcard.results", "cutcard.terminal", "cutcard.terminal.output")  # fmt: skip
"""What help and version load: a door stands open, but no file behind the law's."""


def loaded(*arguments: str, typed: bytes = b"") -> set[str]:
    """The modules that a command loads."""
    code = (
        "import sys, cutcard.cli\n"
        f"try:\n    cutcard.cli.main({list(arguments)})\n"
        "finally:\n    print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=typed,
        env={"PYTHONPATH": SOURCE},
        capture_output=True,
        check=True,
    )
    return set(done.stderr.decode().split())


@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("law", "--help"), ("people", "--help")], ids=" ".join
)
def test_help_and_version_load_no_room(arguments: tuple[str, ...]) -> None:
    modules = loaded(*arguments)
    assert {name for name in modules if name.partition(".")[0] == "cutcard"} == {*LIGHT}
    assert not {"rich", "pydantic", "numpy", "platformdirs"} & modules


@pytest.mark.parametrize(
    "arguments",
    [
        ("settle", "-", "--json"),
        ("settle", "-"),
        ("law", "export", "--json"),
        ("law", "options", "md-blackjack"),
        ("sim", "--help"),
        ("odds", "hand", "--help"),
        ("people", "add", "--help"),
        ("audit", "--help"),
    ],
    ids=" ".join,
)
def test_a_command_loads_what_it_uses(arguments: tuple[str, ...]) -> None:
    modules = loaded(*arguments, typed=json.dumps(LUCKY).encode())
    assert not {"numba", "numpy", "sqlalchemy", "pydantic", "altair", "typst", "fastapi"} & modules


def test_a_line_of_help_is_the_first_paragraph_of_the_command() -> None:
    """It stands in the table of commands too, from which help is printed without importing them."""
    assert len(LISTED) > 30
    for words, entry in LISTED.items():
        help_ = str(entry.help)
        assert len(words[-1]) + len(help_) < 76, "fits in eighty columns"
        if isinstance(entry, Lazy):
            assert load(words[-1], entry).help.partition("\n\n")[0] == help_


def test_settle_as_json_needs_neither_rich_nor_pydantic() -> None:
    modules = loaded("settle", "-", "--json", typed=json.dumps(LUCKY).encode())
    assert not {"rich", "pydantic"} & modules


def test_the_real_program_settles_from_standard_input() -> None:
    done = program("settle", "-", "--json", typed=json.dumps(LUCKY).encode())
    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["net"] == {"1": "1025.00"}


def test_json_is_utf_8_on_any_terminal() -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = program("settle", "-", "--json", typed=json.dumps(LUCKY).encode(), environment=ascii_only)
    assert done.returncode == 0
    assert "Ch.13 §A(4)(a)(ii)" in done.stdout.decode("utf-8")


def test_an_ascii_terminal_shows_tables_all_the_same() -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = program("settle", "-", typed=json.dumps(LUCKY).encode(), environment=ascii_only)
    assert done.returncode == 0
    assert b"Ch.13 \\xa7A(1)" in done.stdout


def test_colour_only_where_it_is_wanted() -> None:
    typed = json.dumps(LUCKY).encode()
    plain = program("settle", "-", typed=typed)
    forced = program("settle", "-", typed=typed, environment={"FORCE_COLOR": "1"})
    refused = program("settle", "-", typed=typed, environment={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert b"\x1b[" not in plain.stdout
    assert b"\x1b[31m" in forced.stdout
    assert b"\x1b[31m" not in refused.stdout


def test_a_closed_pipe_is_no_error() -> None:
    done = in_bash("law export --json | head -c 100 >/dev/null")
    assert done.stderr == ""


FULL = "cutcard: standard output: no space left on device\n"
LONG = "x" * 300


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("settle - --json <&-", 2, "cutcard: standard input: closed\n"),
        ("settle --interactive <&-", 0, ""),
        ("law options md-blackjack --json >&-", 0, ""),
        ("law options md-blackjack >&-", 0, ""),
        ("settle missing >&- 2>&-", 2, ""),
        ("law export --json >/dev/full", 2, FULL),
        ("law options md-blackjack >/dev/full", 2, FULL),
        ("law readings | head -c 1; exit ${PIPESTATUS[0]}", 0, ""),
        (f"law lint {LONG}", 2, f"cutcard: {shorten(LONG)}: file name too long\n"),
    ],
)
def test_streams_that_are_closed_or_full(line: str, code: int, told: str) -> None:
    done = in_bash(line)
    assert (done.returncode, done.stderr) == (code, told)


def test_a_terminal_of_twenty_columns_loses_nothing() -> None:
    typed = json.dumps(LUCKY).encode()
    done = program("settle", "-", typed=typed, environment={"COLUMNS": "20"})
    for each in (b"lucky", b"returned", b"Ch.13"):
        assert each in done.stdout
