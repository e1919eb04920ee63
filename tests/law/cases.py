"""Reads the case files and turns each case into a request, a submission or a look at the law."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent
ROUND_KEYS = ("variation", "options", "wagers", "meters", "resets", "devices", "boxes", "decisions")
CASE_KEYS = {
    *ROUND_KEYS,
    *("name", "proves", "readings", "document", "cards", "stakes", "play", "net", "lines", "hands"),
    *("dealer", "meters_after", "absent", "refused", "submission", "compliant", "findings"),
    *("option", "permitted", "minimum", "maximum", "default", "fixed", "cite"),
}


@dataclass(frozen=True)
class Case:
    """One case and where it stands."""

    file: str
    document: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.document}/{self.file}: {self.content['name']}"

    def request(self) -> dict[str, Any]:
        found = {k: self.content[k] for k in ROUND_KEYS if k in self.content}
        found["document"] = self.content.get("document", self.document)
        found["cards"] = self.content["cards"].split()
        if "stakes" in self.content:
            found["boxes"] = [{"box": 1, "stakes": self.content["stakes"]}]
        if "play" in self.content:
            found["decisions"] = list(decisions(self.content["play"]))
        return found

    def submission(self) -> dict[str, Any]:
        return {
            "document": self.document,
            "operator": "Example Casino",
            **self.content["submission"],
        }


def decisions(play: str) -> Iterator[dict[str, Any]]:
    """`2:double=10` -> box 2 doubles for ten dollars; without a box it is box 1."""
    for word in play.split():
        box, _, act = word.rpartition(":")
        do, _, amount = act.partition("=")
        yield {"box": int(box or 1), "do": do} | ({"amount": amount} if amount else {})


@cache
def all_cases() -> list[Case]:
    """Every case of every document, in file order."""
    found = []
    for path in sorted(CASES.glob("*/*.toml")):
        for content in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            unknown = content.keys() - CASE_KEYS
            assert not unknown, f"{path}: {content.get('name')}: unknown {unknown}"
            found.append(Case(path.name, path.parent.name, content))
    return found
