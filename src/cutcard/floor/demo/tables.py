"""The tables of the demonstration, each a submission that its document allows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from cutcard.law.ruleset import RuleSet
from cutcard.submission import check


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table to set up: its name, what it is called, its rules, and the meters it shares."""

    name: str
    title: str
    about: str
    rules: RuleSet
    links: Mapping[str, str]


def demo_tables() -> list[DemoTable]:
    """Every table, in the order in which the lobby shows them."""
    folder = files("cutcard.floor.demo").joinpath("submissions")
    found = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    return [
        _table(each.name.removesuffix(".toml"), tomllib.loads(each.read_text(encoding="utf-8")))
        for each in sorted(found, key=lambda each: each.name)
    ]


def demo_titles() -> dict[str, tuple[str, str]]:
    """Table -> what it is called, and what makes it different in one line."""
    folder = files("cutcard.floor.demo").joinpath("submissions")
    found = {}
    for each in folder.iterdir():
        if each.name.endswith(".toml"):
            told = tomllib.loads(each.read_text(encoding="utf-8"))
            found[each.name.removesuffix(".toml")] = (str(told["title"]), str(told["about"]))
    return found


def _table(name: str, told: dict[str, object]) -> DemoTable:
    result = check(told["submission"], by_play=False)
    wrong = [each for each in result.findings if each.severity == "violation"]
    if result.rules is None or wrong:
        raise ValueError(f"{name}: {wrong[0].path}: {wrong[0].message}")
    links = told.get("links", {})
    assert isinstance(links, dict)
    return DemoTable(name, str(told["title"]), str(told["about"]), result.rules, links)
