"""The README's examples print what the README says.

Run this file with --update to write the present output into the README.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
WIDTH = "124"


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


def played(block: str) -> str:
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    return "\n\n".join(f"$ {command}\n{output(command)}" for command in commands) + "\n"


def rendered(text: str) -> str:
    return BLOCK.sub(lambda found: f"```console\n{played(found[1])}```", text)


def test_the_examples_print_what_the_readme_says() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) >= 4
    assert rendered(text) == text


def test_the_library_examples_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})


if __name__ == "__main__" and "--update" in sys.argv:
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")
