"""What the README and the pages of docs show is true: the output, the Python, the spelling of commands.

Run this file with --update to write the present output into the pages.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.support import invoke

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
CODE = re.compile(r"```\w*\n.*?```|(?:^ {4,}\S.*\n)+", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(cutcard [^`]+)`")
SHELL = {"&&", "||", "|", ">", ";"}
WIDTH = "124"


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def pages_with(pattern: re.Pattern[str]) -> list[Path]:
    return [page for page in PAGES if pattern.search(text(page))]


# Output

ANY_DIGEST = re.compile(r"(?<=Digest:)( +)[0-9a-f]{64}")


def output(command: str) -> str:
    words = shlex.split(command)
    program = [sys.executable, "-m", "cutcard"] if words[0] == "cutcard" else words[:1]
    ran = subprocess.run(
        [*program, *words[1:]],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": WIDTH, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
        encoding="utf-8",
    )
    return "\n".join(line.rstrip() for line in ran.stdout.splitlines()).strip("\n")


def commands_in(block: str) -> list[str]:
    return re.findall(r"^\$ (.*)$", block, re.MULTILINE)


def rendered(page: str) -> str:
    def block(match: re.Match[str]) -> str:
        shown = "\n\n".join(f"$ {command}\n{output(command)}" for command in commands_in(match[1]))
        new = f"```console\n{shown}\n```"
        # an answer's digest covers the code, so it changes with every change of it
        return match[0] if ANY_DIGEST.sub("", new) == ANY_DIGEST.sub("", match[0]) else new

    return CONSOLE.sub(block, page)


@pytest.mark.parametrize("page", pages_with(CONSOLE), ids=name)
def test_the_examples_print_what_the_page_says(page: Path) -> None:
    assert rendered(text(page)) == text(page)


def test_no_question_has_lost_its_example() -> None:
    shown = {
        command
        for page in PAGES
        for block in CONSOLE.findall(text(page))
        for command in commands_in(block)
    }
    asked = {" ".join(command.split()[:2]) for command in shown}
    assert len(shown) >= 9
    assert {"cutcard settle", "cutcard check", "cutcard law", "cutcard odds"} <= asked


# Python


@pytest.mark.parametrize("page", pages_with(PYTHON), ids=name)
def test_the_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in PYTHON.findall(text(page)):
        exec(compile(example, name(page), "exec"), {})


def test_the_library_has_its_examples() -> None:
    assert len(PYTHON.findall(text(ROOT / "docs" / "library.md"))) == 6


def imports_in(page: Path) -> Iterator[str]:
    """Every import from the package that the code of a page shows, a name each."""
    shown = re.compile(r"^ *(from cutcard\S* import (?:\([^)]*\)|.*)|import cutcard.*)$", re.MULTILINE)
    for block in CODE.findall(text(page)):
        for line in shown.findall(block):
            node = ast.parse(line).body[0]
            if isinstance(node, ast.ImportFrom):
                yield from (f"from {node.module} import {each.name}" for each in node.names)
            elif isinstance(node, ast.Import):
                yield from (f"import {each.name}" for each in node.names)


def fails(line: str) -> bool:
    try:
        exec(line, {})
    except ImportError:
        return True
    return False


def test_every_import_that_a_page_shows_works() -> None:
    shown = {(name(page), line) for page in PAGES for line in imports_in(page)}
    assert ("docs/library.md", "from cutcard.table import step") in shown
    assert [(page, line) for page, line in sorted(shown) if fails(line)] == []


# Commands


def command_lines(page: Path) -> Iterator[str]:
    """Every `cutcard ...` of a page: in its examples, on lines of code, and in running text."""
    written = text(page)
    for block in CODE.findall(written):
        for line in block.replace("\\\n", " ").splitlines():
            yield from re.findall(r"^(?: *|\$ )(cutcard .*)$", line)
    yield from INLINE.findall(CODE.sub("\n", written).replace("\n", " "))


def calls(line: str) -> Iterator[list[str]]:
    """The words of each program on a line, without the shell's own."""
    words: list[str] = []
    for word in [*shlex.split(line, comments=True), ";"]:
        if word not in SHELL:
            words.append(word)
            continue
        if words[:1] == ["cutcard"]:
            yield words[1:]
        words = []


def shown_calls() -> list[tuple[str, ...]]:
    lines = {(name(page), line) for page in PAGES for line in command_lines(page)}
    return sorted({(page, *words) for page, line in lines for words in calls(line)})


def test_every_command_that_a_page_shows_is_spelled_right() -> None:
    """With --help after it a command does nothing, but unknown commands and options are refused."""
    shown = shown_calls()
    assert len(shown) > 60
    assert ("README.md", "play", "md-pontoon-21") in shown
    wrong = [" ".join(each) for each in shown if invoke(*each[1:], "--help").exit_code != 0]
    assert wrong == []


if __name__ == "__main__" and "--update" in sys.argv:
    for found in pages_with(CONSOLE):
        found.write_text(rendered(text(found)), encoding="utf-8")
