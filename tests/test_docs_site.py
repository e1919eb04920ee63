"""The documentation site: every page is on it, every link of it leads somewhere, nothing is fetched."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("site_build", ROOT / "docs" / "site" / "build.py")
assert SPEC is not None
assert SPEC.loader is not None
making = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(making)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    assert making.build(out) == []
    return out


def test_every_page_and_notebook_is_on_the_site(site: Path) -> None:
    built = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT).with_suffix(".html").as_posix()
        assert name.replace("README.html", "index.html") in built
    for notebook in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
        assert notebook.relative_to(ROOT).with_suffix(".html").as_posix() in built
    assert (site / "search" / "search_index.json").is_file()


def test_every_reader_has_a_place_in_the_head(site: Path) -> None:
    head = (site / "index.html").read_text("utf-8")
    for reader in ("Mathematician", "Regulator", "Operator", "Surveillance", "Dealer", "Researcher"):
        assert re.search(rf"{reader}", head)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('<a href="none.html">x</a>', "none.html: no such page"),
        ('<a href="#none">x</a>', "#none: no such place on that page"),
        ('<script src="https://cdn.example/x.js"></script>', "fetches https://cdn.example/x.js"),
        ('<a href="https://example.org">x</a>', ""),
        ('<a id="here"></a><a href="#here">x</a>', ""),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "page.html").write_text(content, "utf-8")
    problems = making.broken(tmp_path)
    assert problems == ([f"page.html: {told}"] if told else [])


def test_a_notebook_is_a_page_of_text_code_and_output(tmp_path: Path) -> None:
    notebook = tmp_path / "one.ipynb"
    code = {"cell_type": "code", "source": ["1 + 1"], "outputs": [{"data": {"text/plain": ["2"]}}]}
    text = {"cell_type": "markdown", "source": ["# One"]}
    notebook.write_text(json.dumps({"cells": [text, code]}), "utf-8")
    assert making.notebook_page(notebook) == "# One\n\n```python\n1 + 1\n```\n\n```text\n2\n```\n"
