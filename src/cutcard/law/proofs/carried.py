"""The cases and tests of the five documents, wherever this program is.

A checkout has them in `tests`. An installed program carries the case files, and of the Python tests
which of them prove what, in one archive.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final, Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cutcard.law.proofs.coverage import Proof, case_files, proofs_in, read_proofs
from cutcard.law.proofs.marks import read_tests

CARRIED: Final = Path(__file__).parent / "cases.zip"
CHECKOUT: Final = Path(__file__).parents[4] / "tests"
CASES: Final = "law"
TESTS: Final = "tests.json"


def our_proofs(carried: Path = CARRIED, checkout: Path = CHECKOUT) -> tuple[Proof, ...]:
    """Every case and test that proves something; none where neither place is."""
    if not carried.is_file():
        return (*read_proofs(checkout / CASES), *read_tests(checkout))
    with ZipFile(carried) as archive:
        texts = {name: archive.read(name).decode("utf-8") for name in archive.namelist()}
    tests = json.loads(texts.pop(TESTS))
    by_case = (proof for name, text in texts.items() for proof in proofs_in(name, text))
    return (*by_case, *(_proof(**listed) for listed in tests))


def carry(tests: Path, archive: Path) -> None:
    """Put what an installed program carries of a folder of tests into an archive."""
    folder = tests / CASES
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in case_files(folder)}
    texts[TESTS] = json.dumps([asdict(each) for each in read_tests(tests)], ensure_ascii=False)
    with ZipFile(archive, "w") as made:
        for name, text in texts.items():
            made.writestr(ZipInfo(name), text, ZIP_DEFLATED, 9)


def _proof(
    *, file: str, name: str, proves: list[str], readings: list[str], kind: Literal["test"]
) -> Proof:
    return Proof(file, name, tuple(proves), tuple(readings), kind)
