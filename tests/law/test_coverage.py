"""The checkout's own cases and tests: what they name is there, and what they must prove they prove."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cutcard.law import document, document_ids
from cutcard.law.proofs.coverage import Proof, check_ids, coverage, read_proofs
from cutcard.law.proofs.marks import read_tests

TESTS = Path(__file__).parents[1]


@cache
def proofs() -> tuple[Proof, ...]:
    return (*read_proofs(TESTS / "law"), *read_tests(TESTS))


def test_every_case_and_every_marked_test_names_what_there_is() -> None:
    check_ids([document(name) for name in document_ids()], proofs())
    assert {proof.kind for proof in proofs()} == {"case", "test"}


def test_no_two_proofs_go_by_one_name() -> None:
    names = [proof.where for proof in proofs()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", document_ids())
def test_nothing_is_unproven(name: str) -> None:
    found = coverage(document(name), proofs())
    assert not [each.id for each in found.unproven]
    assert not [each.id for each in found.waiting]


@pytest.mark.parametrize("name", document_ids())
def test_what_is_physical_stands_on_the_checklist(name: str) -> None:
    law = document(name)
    stands = coverage(law, proofs()).standing
    physical = [each.id for each in law.requirements.values() if each.tag == "physical"]
    assert {stands[each] for each in physical} <= {"checklist"}
    assert "checklist" not in {how for each, how in stands.items() if each not in physical}
