"""The man page and the completion of commands, both made of the commands themselves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cli.support import invoke
from cutcard.cli.manual import described
from cutcard.cli.program import COMMANDS
from cutcard.law import document_ids

EVERY = list(described())


def test_every_command_is_described() -> None:
    assert {each.words[0] for each in EVERY} == set(COMMANDS)
    assert ("law", "diff") in [each.words for each in EVERY]
    assert all(each.help and each.examples for each in EVERY)


def test_the_man_page_has_every_command_and_its_options() -> None:
    page = invoke("manual").stdout
    for each in EVERY:
        heading = " ".join(("cutcard", *each.words)).replace("-", "\\-")
        assert f".SS {heading}" in page
        for name in each.long_options:
            assert name == "--help" or f"\\fB{name.replace('-', chr(92) + '-')}\\fR" in page
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww"], input=page.encode(), capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("s", ["serve", "settle", "sheet", "sim", "site", "sweep"]),
        ("law op", ["options"]),
        ("law --h", ["--help"]),
        ("odds md-p", ["md-players-edge-21", "md-pontoon-21"]),
        ("odds md-blackjack main --cha", ["--chart"]),
        ("sim replay --see", ["--seed"]),
    ],
)
def test_bash_completes(tmp_path: Path, typed: str, offered: list[str]) -> None:
    script = tmp_path / "completion"
    script.write_text(invoke("completion", "bash").stdout, "utf-8")
    words = " ".join(("cutcard", *typed.split()))
    ask = f"COMP_WORDS=({words}); COMP_CWORD={len(typed.split())}; _cutcard"
    shell = ["bash", "-c", f'. {script}; {ask}; printf "%s\\n" "${{COMPREPLY[@]}}"']
    assert subprocess.run(shell, capture_output=True, text=True, check=True).stdout.split() == offered


def test_zsh_and_fish_have_the_same_words() -> None:
    zsh, fish = invoke("completion", "zsh").stdout, invoke("completion", "fish").stdout
    assert zsh.startswith("#compdef cutcard\n")
    for name in (*COMMANDS, *document_ids()):
        assert name in zsh
        assert f"-a {name}" in fish
    assert "-n '__fish_seen_subcommand_from law; and __fish_seen_subcommand_from diff'" in fish


def test_another_shell_is_one_line() -> None:
    result = invoke("completion", "tcsh")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "one of bash, zsh, fish" in result.stderr
