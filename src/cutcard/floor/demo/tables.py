"""The tables of the demonstration, each a submission that its document allows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cutcard.law import FIRST_WAGERS, Document, RuleSet, documents
from cutcard.submission import check


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table to set up: its name, what it is called, its rules, and the meters it shares.

    What makes it different is asked of its rules (`floor.described`), as of any table.
    """

    name: str
    title: str
    rules: RuleSet
    links: Mapping[str, str]
    operator: str
    manual: bool = False
    """Whether somebody deals it by hand."""
    scanned: bool = False
    """Whether its cards are those of a physical shoe."""


def demo_tables() -> list[DemoTable]:
    """Every table that deals by itself, in the order in which the lobby shows them."""
    return [demo_table(name) for name in _files("submissions")]


def demo_games() -> dict[tuple[str, str | None], str]:
    """Document and variation -> the table that deals it."""
    submissions = {name: file["submission"] for name, file in _files("submissions").items()}
    return {
        (str(each["document"]), each.get("variation")): name
        for name, each in submissions.items()
        if isinstance(each, dict)
    }


@cache
def demo_table(name: str) -> DemoTable:
    """One of the tables that deal by themselves."""
    return _table(name, _files("submissions")[name])


@dataclass(frozen=True, slots=True)
class DemoSubmission:
    """A submission as somebody would file it, and the meters that its table shares."""

    title: str
    submission: Mapping[str, object]
    links: Mapping[str, str]


@cache
def demo_submissions() -> Mapping[str, DemoSubmission]:
    """Table that deals by itself -> what was filed for it, to start another from."""
    submissions = {}
    for name, file in _files("submissions").items():
        filed, links = file["submission"], file.get("links", {})
        assert isinstance(filed, dict)
        assert isinstance(links, dict)
        submissions[name] = DemoSubmission(str(file["title"]), filed, links)
    return submissions


def pit_tables() -> list[DemoTable]:
    """Every table that somebody deals by hand."""
    return [_table(name, file, manual=True) for name, file in _files("pit").items()]


@cache
def demonstrated() -> Mapping[str, DemoTable]:
    """Every table of the demonstration, by its name."""
    return {each.name: each for each in (*demo_tables(), *pit_tables())}


def demo_titles() -> dict[str, str]:
    """Table that deals by itself -> what it is called."""
    return {name: str(file["title"]) for name, file in _files("submissions").items()}


def _files(folder: str) -> dict[str, dict[str, object]]:
    """What is written down of each table; those that deal by themselves have one of every document."""
    written = _written(folder)
    if folder != "submissions":
        return written
    shown = {
        str(each["document"])
        for file in written.values()
        if isinstance(each := file["submission"], dict)
    }
    others = [law for law in documents() if law.id not in shown]
    return {**written, **{law.id: _own_table(law) for law in others}}


def _own_table(law: Document) -> dict[str, object]:
    """A table of somebody's own document: every side wager, if all may stand together."""
    laws = [law.wager(name) for name in law.wager_ids if name not in FIRST_WAGERS]
    sides = {each.id: each.choosable[0].id for each in laws if each.takes_stake and each.choosable}
    filed: dict[str, object] = {"document": law.id, "operator": law.issuer, "wagers": sides}
    if any(each.severity == "violation" for each in check(filed, warns=False).findings):
        filed["wagers"] = {}
    return {"title": law.title, "submission": filed}


def _written(folder: str) -> dict[str, dict[str, object]]:
    entries = files("cutcard.floor.demo").joinpath(folder).iterdir()
    return {
        each.name.removesuffix(".toml"): tomllib.loads(each.read_text(encoding="utf-8"))
        for each in sorted(entries, key=lambda each: each.name)
        if each.name.endswith(".toml")
    }


def _table(name: str, file: dict[str, object], *, manual: bool = False) -> DemoTable:
    filed = file["submission"]
    assert isinstance(filed, dict)
    result = check(filed, warns=False)
    wrong = [each for each in result.findings if each.severity == "violation"]
    if result.rules is None or wrong:
        raise ValueError(f"{name}: {wrong[0].path}: {wrong[0].message}")
    links = file.get("links", {})
    assert isinstance(links, dict)
    title, scanned = str(file["title"]), bool(file.get("scanned"))
    operator = str(filed["operator"])
    return DemoTable(name, title, result.rules, links, operator, manual=manual, scanned=scanned)
