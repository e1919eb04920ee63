"""Every notebook of the documentation runs from its first cell to its last.

Its code runs in this process: a kernel for each would take longer to start than most cells take to run,
and shows nothing that is not shown here. What a cell ends with must be able to show itself. The agent
trains for a minute and more, so it waits for the long run.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from later import all_but

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
EXPECTED = {
    "edge-of-a-rule",
    "designing-a-side-wager",
    "break-even-of-a-progressive",
    "is-this-side-wager-countable",
    "training-an-agent",
    "what-a-reading-is-worth",
}


def cells(name: str, kind: str) -> list[str]:
    book = json.loads((NOTEBOOKS / name).read_text("utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == kind]


def run_cell(code: str, names: dict[str, Any]) -> object:
    """Run a cell; the value of its last line, where that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_all_notebooks_are_there() -> None:
    assert {name.removesuffix(".ipynb") for name in NAMES} == EXPECTED


@pytest.mark.parametrize("name", all_but({"training-an-agent.ipynb"}, NAMES))
def test_a_notebook_runs_and_shows_what_it_finds(name: str) -> None:
    names: dict[str, Any] = {}
    shown = 0
    for code in cells(name, "code"):
        value = run_cell(code, names)
        if value is not None:
            page = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
            assert page
            shown += 1
    assert shown >= 2
    assert cells(name, "markdown")[0].startswith("# ")
