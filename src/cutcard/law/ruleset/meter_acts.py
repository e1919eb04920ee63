"""What the house may do with a progressive meter beside stakes and wins, and the law behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cutcard.law.loader import DATA, DOCUMENTS, document
from cutcard.law.reader import TomlTable, read_toml


@dataclass(frozen=True, slots=True)
class Reason:
    """A listed reason for which a meter may be changed."""

    name: str
    about: str
    approvals: int
    """How many different people must agree."""


@dataclass(frozen=True, slots=True)
class MeterActs:
    """The reasons, and of each act the requirements behind it by document and by wager."""

    reasons: Mapping[str, Reason]
    requirements: Mapping[str, Mapping[str, tuple[str, ...]]]
    own: Mapping[str, Mapping[tuple[str, str], tuple[str, ...]]]
    """By document and wager."""


@cache
def meter_acts() -> MeterActs:
    """What `law/data/meters.toml` says."""
    reasons: dict[str, Reason] = {}
    acts: dict[str, dict[str, tuple[str, ...]]] = {}
    own: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {}
    with read_toml(DATA / "meters.toml") as table:
        listed, named = table.table("reasons"), table.table("acts")
        assert listed is not None
        assert named is not None
        with listed, named:
            for name, each in listed.named_tables():
                with each:
                    approvals = each.number("approvals") or 1
                    reasons[name] = Reason(name, each.text("about"), approvals)
            for name, each in named.named_tables():
                with each:
                    acts[name] = {law: each.items(law, str) for law in DOCUMENTS}
                    own[name] = _own(each)
    return MeterActs(reasons, acts, own)


def _own(act: TomlTable) -> dict[tuple[str, str], tuple[str, ...]]:
    """Of an act the requirements of single wagers, by document and wager."""
    wagers: dict[tuple[str, str], tuple[str, ...]] = {}
    laws = act.table("own")
    if laws is None:
        return wagers
    with laws:
        for law, named in laws.named_tables():
            with named:
                ids = [wager for wager in document(law).wager_ids if named.has(wager)]
                wagers |= {(law, wager): named.items(wager, str) for wager in ids}
    return wagers


@cache
def act_cite(name: str, law: str, wager: str = "") -> str:
    """The provisions of a document behind an act of the house with the meter of a wager."""
    acts = meter_acts()
    ids = acts.own[name].get((law, wager)) or acts.requirements[name][law]
    return "; ".join(dict.fromkeys(document(law).requirements[each].cite for each in ids))
