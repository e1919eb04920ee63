"""A missing case is a failing test: one per printed row, per refusal code, per reading."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cutcard.law import Document, document, document_ids
from cutcard.law.proofs.coverage import read_proofs
from cutcard.law.proofs.marks import read_tests
from cutcard.law.refusal import Code
from cutcard.table import as_json, settle
from law.cases import all_cases
from law.sessions import all_sessions

FOLDER = Path(__file__).parent


@cache
def readings_shown() -> frozenset[str]:
    proofs = (*read_proofs(FOLDER), *read_tests(FOLDER.parent))
    return frozenset(reading for proof in proofs for reading in proof.readings)


def parts(cite: str) -> frozenset[str]:
    return frozenset(cite.split("; "))


@cache
def expected_lines() -> frozenset[tuple[str, str, frozenset[str]]]:
    """Document, wager and citations of every settlement line that some case names outright."""
    found = set()
    for case in all_cases():
        if "lines" not in case.content or "refused" in case.content:
            continue
        answer: Any = as_json(settle(case.request()))
        for wanted in case.content["lines"]:
            for line in answer.get("settlements", []):
                if all(line.get(key) == value for key, value in wanted.items()):
                    found.add((case.document, line["wager"], parts(line["cite"])))
    return frozenset(found)


def is_lent(law: Document, wager: str) -> bool:
    """Whether a wager's rows are another document's, whose cases pay them."""
    return b"as_in = " in law.files.read(f"wagers/{wager}.toml")


@pytest.mark.parametrize("name", document_ids())
def test_every_printed_row_is_paid_by_a_case(name: str) -> None:
    law = document(name)
    missing = [
        f"{wager} {table.id}: {row.outcome} ({row.cite})"
        for wager in law.wager_ids
        if not is_lent(law, wager)
        for table in law.wager(wager).paytables
        for row in table.printed_rows
        if not row.repeats
        and not any(
            d == name and w.startswith(wager) and parts(row.cite) <= cites
            for d, w, cites in expected_lines()
        )
    ]
    assert not missing, f"{len(missing)} rows without a case: {missing}"


def test_every_refusal_code_has_a_case() -> None:
    seen = {case.content.get("refused", {}).get("code") for case in all_cases()}
    for case in all_cases():
        seen |= {finding.get("code") for finding in case.content.get("findings", [])}
    for session in all_sessions():
        seen |= {step.get("refused", {}).get("code") for step in session.content["steps"]}
    assert not {str(code) for code in Code} - seen


@pytest.mark.parametrize("name", document_ids())
def test_every_reading_has_a_case_or_a_word_why_none_can_show_it(name: str) -> None:
    shown = readings_shown()
    missing = [r.id for r in document(name).readings.values() if r.id not in shown and not r.waits]
    assert not missing, missing


@pytest.mark.parametrize("name", document_ids())
def test_every_named_option_of_a_reading_is_shown_at_each_value(name: str) -> None:
    law = document(name)
    used: dict[str, set[object]] = {}
    for case in all_cases():
        if case.document != name:
            continue
        content = case.content
        given = dict(content.get("options", {})) | dict(content.get("submission", {}).get("options", {}))
        for offered in content.get("wagers", {}).values():
            given |= offered if isinstance(offered, dict) else {}
        for option, value in given.items():
            used.setdefault(option, set()).add(str(value))
        if "option" in content:
            used.setdefault(content["option"], set()).update(
                str(v) for v in content.get("permitted", [])
            )
    missing = [
        f"{option} = {value}"
        for reading in law.readings.values()
        if not reading.waits
        for option in reading.options
        if not law.options[option].is_fixed and not law.options[option].kind
        for value in law.options[option].permitted
        if value != law.options[option].default and str(value) not in used.get(option, set())
    ]
    assert not missing, missing
