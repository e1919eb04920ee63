"""The verifier by itself: it shares nothing, and a copy of its file runs anywhere."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cutcard.fair.verifier
from fair.records import (
    dealt,
    revealed,
    whole,
    written,
)

VERIFIER = Path(cutcard.fair.verifier.__file__)
SHUFFLE = VERIFIER.with_name("shuffle.py")


def functions(path: Path) -> dict[str, str]:
    """Every function by name, with its body as text without names of its own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.dump(ast.Module(node.body, [])) for node in found}


def test_the_verifier_stands_alone() -> None:
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {each.name.split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add((node.module or "").split(".")[0])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("__import__", "exec", "eval", "compile")
    assert imported <= set(sys.stdlib_module_names), imported
    assert not imported & {"importlib", "random", "secrets", "socket", "subprocess", "urllib"}


def test_the_verifier_shares_nothing_with_the_shuffle() -> None:
    ours, theirs = functions(VERIFIER), functions(SHUFFLE)
    assert not ours.keys() & theirs.keys()
    assert not set(ours.values()) & set(theirs.values())
    assert "fair.verifier" not in SHUFFLE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("record", "code", "told"),
    [
        (written(whole()), 0, "proven: 8 cards"),
        (written(whole()[:6]), 1, "not proven: 2 cards"),
        (written([*whole()[:5], *dealt("Kc"), revealed()]), 1, "wrong: event 6 (line 7): Kc"),
        (b"nonsense", 2, "line 1, column 1: not JSON"),
    ],
)
def test_a_copy_of_the_file_runs_anywhere(record: bytes, code: int, told: str, tmp_path: Path) -> None:
    """Copied out of the project and run with no path to it, without site packages."""
    shutil.copy(VERIFIER, tmp_path / "check_it.py")
    file = tmp_path / "record.jsonl"
    file.write_bytes(record)
    for arguments, typed in (([str(file)], b""), (["-"], record)):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(tmp_path / "check_it.py"), *arguments],
            input=typed,
            capture_output=True,
            check=False,
        )
        assert done.returncode == code
        said = done.stderr if code == 2 else done.stdout
        assert told in said.decode()
        assert said.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--help"], ["missing\n"], ["\0"], ["/"]])
def test_a_wrong_call_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cutcard.fair.verifier.main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_it_prints_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.jsonl"
    for events, code, told in ((whole(), 0, "proven: 8 cards off 1"), (whole()[:6], 1, "not proven: ")):
        file.write_bytes(written(events))
        assert cutcard.fair.verifier.main([str(file)]) == code
        assert capsys.readouterr().out.startswith(told)


def test_it_runs_as_a_module_without_typer(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(written(whole()))
    source = str(VERIFIER.parents[2])
    code = (
        "import runpy, sys\n"
        f"sys.path.insert(0, {source!r})\n"
        "sys.modules['typer'] = sys.modules['rich'] = None\n"
        f"sys.argv = ['verify', {str(file)!r}]\n"
        "runpy.run_module('cutcard.fair.verifier', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("proven: ")
