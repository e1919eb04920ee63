"""The cases and tests of the five documents, wherever this program is: a checkout has them in `tests`, an
installed program carries the case files, and of the Python tests which of them prove what."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from cutcard.law.proofs.coverage import Proof, read_proofs
from cutcard.law.proofs.marks import read_tests

CARRIED: Final = Path(__file__).parent / "carried_cases"
CHECKOUT: Final = Path(__file__).parents[4] / "tests"
CASES: Final = "law"
TESTS: Final = "tests.json"


def our_proofs(carried: Path = CARRIED, checkout: Path = CHECKOUT) -> tuple[Proof, ...]:
    """Every case and test that proves something; none where neither folder is."""
    if not carried.is_dir():
        return (*read_proofs(checkout / CASES), *read_tests(checkout))
    tests = json.loads((carried / TESTS).read_text(encoding="utf-8"))
    return (*read_proofs(carried / CASES), *map(_proof, tests))


def our_cases() -> Path:
    """The folder of our case files."""
    return (CARRIED if CARRIED.is_dir() else CHECKOUT) / CASES


def carry(tests: Path, to: Path) -> None:
    """Put into a folder what an installed program carries of a folder of tests."""
    for path in _case_files(tests / CASES):
        target = to / CASES / path.relative_to(tests / CASES)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    listed = [asdict(each) for each in read_tests(tests)]
    (to / TESTS).write_text(json.dumps(listed, ensure_ascii=False, indent=0), encoding="utf-8")


def _case_files(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*/**/*.toml"))


def _proof(listed: dict[str, object]) -> Proof:
    named = {key: tuple(value) if isinstance(value, list) else value for key, value in listed.items()}
    return Proof(**named)  # type: ignore[arg-type]
