"""One version: the package, its metadata, the changelog, the citation file and the git tag agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import cutcard

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_package_takes_its_version_from_one_place() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in settings["project"]
    assert settings["project"]["dynamic"] == ["version"]
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "cutcard.__version__"}
    source = (ROOT / "src" / "cutcard" / "__init__.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(.*)"$', source, re.MULTILINE) == [cutcard.__version__]


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    first, *others = re.findall(r"^## (.*)$", changelog(), re.MULTILINE)
    headings = others if first == "Unreleased" else [first, *others]  # what the next version brings
    dated = HEADING.findall(changelog())
    assert len(dated) == len(headings), "every entry is headed: ## 1.2.3 - 2026-11-16"
    assert dated[0][0] == cutcard.__version__
    versions = [tuple(map(int, version.split("."))) for version, _ in dated]
    assert versions == sorted(set(versions), reverse=True)
    dates = [date for _, date in dated]
    assert dates == sorted(dates, reverse=True)


def test_entries_are_sorted_by_kind() -> None:
    kinds = re.findall(r"^### (.*)$", changelog(), re.MULTILINE)
    assert kinds
    assert set(kinds) <= KINDS
    for entry in re.split(r"^## ", changelog(), flags=re.MULTILINE)[1:]:
        assert re.search(r"^### \w+\n- ", entry, re.MULTILINE), entry.splitlines()[0]


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [cutcard.__version__]
    newest = HEADING.findall(changelog())[0][1]
    assert re.findall(r"^date-released: (.*)$", citation, re.MULTILINE) == [newest]


def test_the_tag_of_this_version_is_in_the_history() -> None:
    tag = f"v{cutcard.__version__}"
    if shutil.which("git") is None or git("rev-parse", "--verify", f"refs/tags/{tag}").returncode != 0:
        pytest.skip(f"this checkout has no tag {tag}: cloned without tags, or not yet released")
    assert git("merge-base", "--is-ancestor", tag, "HEAD").returncode == 0, f"{tag} is not behind HEAD"
