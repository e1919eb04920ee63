"""Every printed row, transcribed twice: the law data against an independent reading of the documents.

The second transcription (tests/law/transcription/*.tsv) was made from the documents alone. Rows are
compared by wager, paytable and price, in printed order, and by citation where both number the row.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from cutcard.law import document
from law.texts import ISSUED

SECOND = Path(__file__).parent / "law" / "transcription"
PRINTED_ROWS = {
    "md-blackjack": 363,
    "ma-blackjack": 281,
    "md-players-edge-21": 77,
    "players-edge-21-brochure": 34,
    "md-pontoon-21": 87,
}
CITED_ALIKE = ("md-blackjack", "md-players-edge-21", "md-pontoon-21")


def first(name: str) -> list[tuple[str, str, str, str]]:
    law = document(name)
    return [
        (wager, table.id, row.cite, str(row.pays))
        for wager in law.wager_ids
        for table in law.wager(wager).paytables
        for row in table.printed_rows
    ]


def second(name: str) -> list[tuple[str, str, str, str]]:
    with (SECOND / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [(r["wager"], r["paytable"], r["cite"], r["pays"]) for r in rows]


@pytest.mark.parametrize("name", ISSUED)
def test_two_transcriptions_agree_on_every_price(name: str) -> None:
    ours = Counter((wager, table, pays) for wager, table, _, pays in first(name))
    theirs = Counter((wager, table, pays) for wager, table, _, pays in second(name))
    assert ours - theirs == Counter()
    assert theirs - ours == Counter()


@pytest.mark.parametrize("name", CITED_ALIKE)
def test_two_transcriptions_agree_on_every_numbered_citation(name: str) -> None:
    assert Counter(first(name)) == Counter(second(name))


@pytest.mark.parametrize("name", ISSUED)
def test_number_of_printed_rows(name: str) -> None:
    assert len(first(name)) == PRINTED_ROWS[name], "count the rows of the document, then PRINTED_ROWS"
