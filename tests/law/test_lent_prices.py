"""A wager that `house-rules` has from another document is settled as it is there, case by case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cutcard.law import document
from cutcard.law.files import LENT
from cutcard.law.option_values import NotPermitted, option_value
from cutcard.submission import Case
from cutcard.table import as_json, settle
from law.cases import all_cases

HOUSE = document("house-rules")
LENDERS = {
    path[-1].removesuffix(".toml"): path[1]
    for path in (name.split("/") for name in HOUSE.files.names)
    if path[0] == LENT
}
"""Wager -> the document that lends it."""


def staked(case: Case) -> set[str]:
    """The wagers of a round that is settled."""
    request = case.request()
    named = request.get("wagers", {})
    settings = {key for each in named.values() if isinstance(each, dict) for key in each}
    if settings & {"aggregate_cap", "buster_completion"}:
        return set()  # such settings bind a wager to the document that has them
    return {*named, *(wager for box in request.get("boxes", []) for wager in box["stakes"])}


def rounds() -> Iterator[tuple[str, Case]]:
    """Of each lent wager a case for every set of outcomes that its document's cases show."""
    seen = set()
    for case in all_cases():
        if "cards" not in case.content or "refused" in case.content or case.content.get("variation"):
            continue
        every = staked(case)
        for wager in sorted(every):
            shown = frozenset(
                line["outcome"]
                for line in case.content.get("lines", ())
                if line.get("wager") == wager and "outcome" in line
            )
            is_lent = LENDERS.get(wager) == case.document and every <= set(HOUSE.wager_ids)
            if is_lent and shown and (wager, shown) not in seen:
                seen.add((wager, shown))
                yield wager, case


def as_house_rules(case: Case) -> dict[str, Any]:
    """The round under house rules, with what its own document fixes or chooses where that is open."""
    request = case.request()
    beside = {
        key for each in request.get("wagers", {}).values() if isinstance(each, dict) for key in each
    }
    chosen = {name: law.default for name, law in document(case.document).options.items()}
    options: dict[str, Any] = {}
    for name, value in {**chosen, **request.get("options", {})}.items():
        law = HOUSE.options.get(name)
        if law is None or law.is_fixed or name in beside:
            continue
        written = list(value) if isinstance(value, tuple) else value
        try:
            option_value(law, written)
        except NotPermitted:
            continue
        options[name] = written
    return {**request, "document": HOUSE.id, "options": options}


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
        there = lines(as_json(settle(case.request())), wager)
        assert there
        assert lines(as_json(settle(as_house_rules(case))), wager) == there, case.id
