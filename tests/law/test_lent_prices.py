"""A wager that `house-rules` has from another document is settled as it is there, case by case."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from cutcard.law import document
from cutcard.law.option_values import NotPermitted, option_value
from cutcard.submission import Case
from cutcard.table import as_json, settle
from law.cases import all_cases

HOUSE = document("house-rules")
FILES = {
    name.split("/")[1].removesuffix(".toml"): tomllib.loads(HOUSE.files.read(name).decode("utf-8"))
    for name in HOUSE.files.names
    if name.startswith("wagers/")
}
LENDERS = {wager: each["as_in"] for wager, each in FILES.items() if "as_in" in each}
"""Wager -> the document that lends it."""
THERE = {wager: each.get("wager", wager) for wager, each in FILES.items() if wager in LENDERS}
"""Wager -> its id in that document."""


def here(document: str, wager: str) -> str:
    """The id that a document's wager has under house rules; as it is where it has none."""
    lent = (own for own, of in LENDERS.items() if of == document and THERE[own] == wager)
    return next(lent, wager)


BESIDE = {"trilux_bonus": "A"}
"""Wagers that another document lends than the one beside whose wager they stand: a table of theirs."""

ALONE = {"must_hit"}
"""Wagers that stand only beside what lends them."""


def staked(case: Case) -> set[str]:
    """The wagers of a round that is settled."""
    request = case.request()
    named = request.get("wagers", {})
    settings = {key for each in named.values() if isinstance(each, dict) for key in each}
    if settings & {"aggregate_cap", "buster_completion", "star_option"}:
        return set()  # such settings bind a wager to the document that has them
    return {*named, *(wager for box in request.get("boxes", []) for wager in box["stakes"])}


def rounds() -> Iterator[tuple[str, Case]]:
    """Of each lent wager a case for every set of outcomes that its document's cases show."""
    seen = set()
    for case in all_cases():
        if "cards" not in case.content or "refused" in case.content or case.content.get("variation"):
            continue
        every = {here(case.document, wager) for wager in staked(case)}
        for wager in sorted(every):
            shown = frozenset(
                line["outcome"]
                for line in case.content.get("lines", ())
                if line.get("wager") == THERE.get(wager) and "outcome" in line
            )
            is_lent = LENDERS.get(wager) == case.document and every <= set(HOUSE.wager_ids)
            is_lent &= not any(
                LENDERS.get(each, case.document) != case.document for each in every & ALONE
            )
            if is_lent and shown and (wager, shown) not in seen:
                seen.add((wager, shown))
                yield wager, case


def as_house_rules(case: Case) -> dict[str, Any]:
    """The round under house rules, with what its own document fixes or chooses where that is open."""
    request = case.request()
    wagers = {here(case.document, wager): each for wager, each in request.get("wagers", {}).items()}
    for wager, table in BESIDE.items():
        if wager in wagers and LENDERS[wager] != case.document:
            wagers[wager] = table
    boxes = [
        {**box, "stakes": {here(case.document, wager): of for wager, of in box["stakes"].items()}}
        for box in request["boxes"]
    ]
    settings = {
        key: of for each in wagers.values() if isinstance(each, dict) for key, of in each.items()
    }
    moved = {key for key in settings if key in HOUSE.options and not HOUSE.options[key].wager}
    wagers = {
        wager: {key: of for key, of in each.items() if key not in moved}
        if isinstance(each, dict)
        else each
        for wager, each in wagers.items()
    }
    chosen = {name: law.default for name, law in document(case.document).options.items()}
    options: dict[str, Any] = {}
    stated = {**chosen, **request.get("options", {}), **{key: settings[key] for key in moved}}
    for name, value in stated.items():
        law = HOUSE.options.get(name)
        if law is None or law.is_fixed or (name in settings and name not in moved):
            continue
        written = list(value) if isinstance(value, tuple) else value
        try:
            option_value(law, written)
        except NotPermitted:
            continue
        options[name] = written
    return {**request, "document": HOUSE.id, "options": options, "wagers": wagers, "boxes": boxes}


def lines(answer: Any, wager: str) -> list[dict[str, str]]:
    assert "settlements" in answer, answer
    keys = ("box", "outcome", "pays", "stake", "returned", "net")
    return [{key: e[key] for key in keys} for e in answer["settlements"] if e["wager"] == wager]


ROUNDS = tuple(rounds())


@pytest.mark.parametrize("wager", sorted(LENDERS))
def test_a_lent_wager_is_settled_as_in_its_own_document(wager: str) -> None:
    cases = [case for name, case in ROUNDS if name == wager]
    assert cases
    for case in cases:
        there = lines(as_json(settle(case.request())), THERE[wager])
        assert there
        assert lines(as_json(settle(as_house_rules(case))), wager) == there, case.id
