"""Every case, run: rounds through `settle`, submissions through `check`, options through the law."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.law import document
from cutcard.table import as_json, settle
from law.cases import Case, all_cases
from submission.unplayed import check

CASES = all_cases()


def matches(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(found.get(key) == value for key, value in wanted.items())


def check_round(case: Case) -> None:
    wanted, answer = case.content, as_json(settle(case.request()))
    if "refused" in wanted:
        assert "refused" in answer, answer
        assert matches(answer["refused"], wanted["refused"]), answer["refused"]  # type: ignore[arg-type]
        return
    assert "refused" not in answer, answer["refused"]
    expects = wanted.keys() & {"lines", "net", "hands", "dealer", "meters_after", "absent"}
    assert expects, "a case must expect something"
    lines: Any = answer["settlements"]
    for line in wanted.get("lines", []):
        hits = [found for found in lines if matches(found, line)]
        assert len(hits) == 1, f"{line} matched {len(hits)} of {lines}"
    for hand in wanted.get("hands", []):
        assert any(matches(found, hand) for found in answer["hands"]), answer["hands"]  # type: ignore[attr-defined]
    for wager in wanted.get("absent", []):
        assert all(line["wager"] != wager for line in lines), lines
    if "net" in wanted:
        assert answer["net"] == wanted["net"], lines
    if "meters_after" in wanted:
        assert matches(answer["meters"], wanted["meters_after"]), answer["meters"]  # type: ignore[arg-type]
    if "dealer" in wanted:
        dealt: Any = answer["dealer"]
        pairs = (
            zip(dealt, wanted["dealer"], strict=True)
            if isinstance(dealt, list)
            else [(dealt, wanted["dealer"])]
        )
        assert all(matches(found, each) for found, each in pairs), dealt


def check_submission(case: Case) -> None:
    result = check(case.submission())
    findings = [
        {
            "severity": f.severity,
            "code": str(f.code),
            "path": f.path,
            "message": f.message,
            "cite": f.cite,
        }
        for f in result.findings
    ]
    if "compliant" in case.content:
        assert result.compliant is case.content["compliant"], findings
    for wanted in case.content.get("findings", []):
        assert any(matches(found, wanted) for found in findings), (wanted, findings)
    assert case.content.keys() & {"compliant", "findings"}, "a case must expect something"


def check_option(case: Case) -> None:
    wanted = case.content
    law = document(case.document).effective_options(wanted.get("variation"))[wanted["option"]]
    facts = {
        "permitted": list(law.permitted),
        "minimum": law.minimum,
        "maximum": law.maximum,
        "default": None if law.is_fixed else law.default,
        "fixed": law.default if law.is_fixed else None,
        "cite": law.cite,
    }
    for key, value in facts.items():
        if key in wanted:
            got = list(value) if isinstance(value, tuple) else value
            assert got == wanted[key], (key, got)
    assert wanted.keys() & facts.keys() - {"cite"}, "a case must expect something"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    if "submission" in case.content:
        check_submission(case)
    elif "option" in case.content:
        check_option(case)
    else:
        check_round(case)
