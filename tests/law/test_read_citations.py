"""Every citation that play brings up was read against the document; a new one fails until it is."""

from __future__ import annotations

import pytest

from law.citation_pairs import UNREADABLE, collected, read_pairs, read_path, unread
from law.texts import ISSUED

SAMPLE = range(4)
MANY = range(4, 120)
HOW = "read it against the document, mend it or add it to read_citations.tsv"


@pytest.mark.parametrize("document", ISSUED)
def test_every_citation_of_a_sample_of_play_was_read(document: str) -> None:
    assert unread(collected(document, SAMPLE), read_pairs(document)) == [], HOW


@pytest.mark.long
@pytest.mark.parametrize("document", ISSUED)
def test_every_citation_of_long_play_was_read(document: str) -> None:
    assert unread(collected(document, MANY), read_pairs(document)) == [], HOW


@pytest.mark.parametrize("document", ISSUED)
def test_only_what_cannot_be_read_is_refused_without_a_provision(document: str) -> None:
    bare = [pair for pair in read_pairs(document) if not pair.cite]
    codes = {pair.situation.partition(":")[0] for pair in bare if pair.kind == "refused"}
    assert codes <= {str(code) for code in UNREADABLE}
    assert [pair for pair in bare if pair.kind != "refused"] == []


@pytest.mark.parametrize("document", ISSUED)
def test_the_pairs_are_in_order_and_stand_once(document: str) -> None:
    lines = read_path(document).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "kind\tsituation\tcite\tgames"
    assert lines[1:] == sorted(set(lines[1:]))
