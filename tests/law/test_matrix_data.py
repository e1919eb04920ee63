"""What the data of a matrix may not say (`moments.toml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from cutcard.law.matrix import Matrix, Sources, parse_matrix
from cutcard.law.moments import CardStep, Moment
from cutcard.law.reader import LawError, parse_toml

SOURCES: Final = Sources({}, {"burn_per_shoe": "Ch.7 §B(3)"}, {"MD-A88"})
ALL: Final = '{ moments = ["all"], is = "impossible", says = "Never." }'
STEPS: Final = '{ steps = ["every_step"], is = "impossible", says = "Never." }'


def parsed(tmp_path: Path, *cells: str, head: str = "", kind: str = "cards") -> Matrix:
    file = tmp_path / "moments.toml"
    row = f'[burn]\nkind = "{kind}"\noption = "burn_per_shoe"\nabout = "A burn."\n'
    row += f"cells = [{', '.join(cells)}]\n"
    file.write_text(f"{head}\n{row}", encoding="utf-8")
    return parse_matrix(parse_toml(file.read_bytes(), "moments.toml"), SOURCES)


def test_a_row_and_a_cell_have_their_citations(tmp_path: Path) -> None:
    row = parsed(tmp_path, ALL, STEPS.replace("says", 'cite = "x", says')).rows["burn"]
    assert (row.cite, row.cells(Moment.BETS)[0].cite) == ("Ch.7 §B(3)", "Ch.7 §B(3)")
    assert row.cells(CardStep.BURN)[0].cite == "x"


@pytest.mark.parametrize(
    ("cells", "head", "kind", "problem"),
    [
        ((ALL,), "", "weather", "'weather' is not one of irregularity"),
        (('{ moments = ["bets"], is = "impossible", says = "No." }',), "", "cards", "is not stated"),
        ((ALL, ALL), "", "cards", "is stated twice"),
        ((ALL, STEPS, STEPS), "", "cards", "is stated twice"),
        ((ALL, '{ steps = ["burn"], is = "impossible", says = "No." }'), "", "cards", "is not stated"),
        ((ALL.replace('"all"', '"noon"'),), "", "cards", "'noon' is not one of"),
        ((ALL.replace("is =", 'except = ["wash"], is ='),), "", "cards", "wash is not among"),
        ((ALL.replace("is =", 'option = "x", is ='),), "", "cards", "'x' is not in options.toml"),
        ((ALL,), '[no_acts]\nburn = "No."', "cards", "burn has a row"),
        ((ALL.replace("impossible", "silent"),), "", "cards", "reading"),
        ((ALL.replace("impossible", "ordered"),), "", "cards", "an ordered cell"),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, cells: tuple[str, ...], head: str, kind: str, problem: str
) -> None:
    with pytest.raises(LawError, match=problem):
        parsed(tmp_path, *cells, head=head, kind=kind)
