"""Every case, run: rounds through `settle`, submissions through `check`, options through the law."""

from __future__ import annotations

import pytest

from cutcard.submission import Case, fault_of
from law.cases import all_cases
from submission.unplayed import check

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    assert fault_of(case, check) == ""
