"""What the house may do with a progressive meter beside stakes and wins, and the law behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cutcard.law.loader import Document
from cutcard.law.reader import parse_toml
from cutcard.law.shelves import DATA


@dataclass(frozen=True, slots=True)
class Reason:
    """A listed reason for which a meter may be changed."""

    name: str
    about: str
    approvals: int
    """How many different people must agree."""


@cache
def meter_reasons() -> Mapping[str, Reason]:
    """What `law/data/meters.toml` says."""
    reasons: dict[str, Reason] = {}
    with parse_toml((DATA / "meters.toml").read_bytes(), "meters.toml") as table:
        listed = table.table("reasons")
        assert listed is not None
        with listed:
            for name, each in listed.named_tables():
                with each:
                    reasons[name] = Reason(name, each.text("about"), each.number("approvals") or 1)
    return reasons


def act_cite(name: str, law: Document, wager: str = "") -> str:
    """The provisions of a document behind an act of the house with the meter of a wager."""
    act = law.meter_acts.get(name)
    ids = () if act is None else act.own.get(wager) or act.requirements
    return "; ".join(dict.fromkeys(law.requirements[each].cite for each in ids))
