"""A missing golden is a failing test: one per irregularity, refusal code, variation and moment.

Goldens are the cases of scripted rounds (`tests/law/<document>/*.toml`) and the sessions at a live
table (`tests/law/<document>/table/*.toml`); what counts is what they say outright, not what happens
on the way. Every printed row of every wager has its case by `tests/law/test_demands.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from cutcard.law import document, document_ids
from cutcard.law.refusal import Code
from cutcard.table.play.irregularities import CASES
from law.cases import all_cases
from law.sessions import SessionCase, all_sessions
from law.texts import ISSUED
from table.invariants import MOMENTS

PROCEDURES = frozenset(
    {
        *("bets_close", "progressive_lock", "no_touch", "bet_instruments", "verbal_wager"),
        *("mid_shoe_bar", "collect_cards", "peek", "no_card_touch", "inventory", "optional_first"),
        *("turns_up_on", "same_at_all_tables"),
        *("blazing_7s_lock", "must_hit_lock", "super_4_progressive_lock"),
        *("settle_hand_1", "settle_hand_2"),
        *("follow_double", "follow_split", "own_insurance"),
    }
)
"""The provisions of the law data that tell how the game is dealt; all others are irregularities."""

TAKEN_OVER = "BR-A01"

Step = dict[str, Any]


@cache
def sessions() -> tuple[SessionCase, ...]:
    return tuple(all_sessions())


def steps(session: SessionCase) -> list[Step]:
    found: list[Step] = session.content["steps"]
    return found


def expected(session: SessionCase) -> Iterator[dict[str, Any]]:
    for step in steps(session):
        yield from step.get("expect", [])


def reports(session: SessionCase) -> list[Step]:
    """The irregularities that a session reports and the table takes."""
    return [
        each
        for each in steps(session)
        if each.get("do") == "report" and "refused" not in each
        for _ in range(each.get("times", 1))
    ]


def irregularities_in(session: SessionCase) -> set[str]:
    """Every irregularity that a session shows, by its name in the law data."""
    found = {each.get(key, "") for each in expected(session) for key in ("why", "what")}
    reported = [each["what"] for each in reports(session)]
    found |= set(reported)
    events = {each["event"] for each in expected(session)}
    shows = session.content.get("table", {}).get("reader_shows", False)
    for name, holds in (
        ("cards_face_up", reported.count("card_face_up") > 1),
        ("tens_found", reported.count("ten_found") > 1),
        ("missed_card_dead", any(_is(each, "missed_card", "dead") for each in reports(session))),
        ("hand_one_card_dead", any(_is(each, "hand_one_card", "dead") for each in reports(session))),
        ("exposed_outside_play", any(_is_exposed_by_reading(each) for each in expected(session))),
        ("exposed_unused", "waiting_discarded" in events),
        ("cover_card_out", "cover_seen" in events),
        ("too_few_cards", "refill" in found),
        ("reader_shows", "reader_misused" in reported and shows),
        ("reader_hides", "reader_misused" in reported and not shows),
    ):
        if holds:
            found.add(name)
    return found


def _is(report: Step, what: str, choice: str) -> bool:
    return (report["what"], report.get("choice", "")) == (what, choice)


def _is_exposed_by_reading(event: dict[str, Any]) -> bool:
    """Whether a card is seen where the text does not speak of it."""
    return event["event"] == "card_exposed" and "-A" in event.get("cite", "")


def irregularities_of(name: str) -> set[str]:
    """Every irregularity that a document itself knows.

    What the brochure takes over from its sister document cites only the reading that says so, and is
    shown by the sister's sessions.
    """
    law = document(name)
    own = {each for each, provision in law.provisions.items() if provision.cite != TAKEN_OVER}
    return own - PROCEDURES


def moments_in(session: SessionCase) -> set[str]:
    """The moments of settlement that a session names."""
    found = {each.get("moment", "") for each in expected(session) if each["event"] == "settled"}
    for step in steps(session):
        awaited = step.get("awaits", {})
        if awaited.get("chore") == "settle" or awaited.get("moment") in MOMENTS:
            found.add(awaited.get("moment", ""))
    return found - {""}


def moments_of(name: str) -> set[str]:
    """The moments at which a document settles insurance and the side wagers."""
    law = document(name)
    others = [law.wager(wager).settled for wager in law.wager_ids if wager != "insurance"]
    found = {moment for each in others if each is not None for moment in (each.collected, each.paid)}
    return found | {"insurance"}


@pytest.mark.parametrize("name", ISSUED)
def test_every_irregularity_has_a_session(name: str) -> None:
    shown: set[str] = set()
    for session in sessions():
        if session.document == name:
            shown |= irregularities_in(session)
    missing = irregularities_of(name) - shown
    assert not missing, f"{len(missing)} irregularities of {name} without a session: {sorted(missing)}"


def test_every_reportable_irregularity_is_in_some_law() -> None:
    """What the engine handles is what the documents know, and nothing else."""
    known = set().union(*(irregularities_of(name) for name in document_ids()))
    assert not CASES.keys() - known


def test_every_refusal_code_has_a_case_or_session() -> None:
    shown = {case.content.get("refused", {}).get("code") for case in all_cases()}
    for case in all_cases():
        shown |= {finding.get("code") for finding in case.content.get("findings", [])}
    for session in sessions():
        shown |= {step["refused"]["code"] for step in steps(session) if "refused" in step}
    missing = {str(code) for code in Code} - shown
    assert not missing, sorted(missing)


def test_every_variation_has_a_case_and_a_session() -> None:
    cases = {(case.document, case.content.get("variation") or None) for case in all_cases()}
    live = {
        (each.document, each.content.get("table", {}).get("variation") or None) for each in sessions()
    }
    wanted = {
        (name, variation) for name in document_ids() for variation in (None, *document(name).variations)
    }
    missing = {"case": sorted(wanted - cases, key=str), "session": sorted(wanted - live, key=str)}
    assert not any(missing.values()), missing


def test_every_moment_of_settlement_has_a_session() -> None:
    shown: set[str] = set().union(*map(moments_in, sessions()))
    assert shown <= set(MOMENTS), f"no moments: {sorted(shown - set(MOMENTS))}"
    assert set(MOMENTS) <= shown, f"without a session: {sorted(set(MOMENTS) - shown)}"


@pytest.mark.parametrize("name", [name for name in ISSUED if "brochure" not in name])
def test_every_moment_that_a_document_orders_has_a_session_of_its_own(name: str) -> None:
    shown: set[str] = set()
    for session in sessions():
        if session.document == name:
            shown |= moments_in(session)
    missing = moments_of(name) - shown
    assert not missing, f"moments of {name} without a session: {sorted(missing)}"
