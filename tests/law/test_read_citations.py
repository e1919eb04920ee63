"""Every citation that play brings up was read against the document; a new one fails until it is."""

from __future__ import annotations

import pytest

from cutcard.law import document as law_of
from law.citation_pairs import EVERYWHERE, collected, read_pairs, read_path, unread
from law.situations import ANY, UNREADABLE, Pair, any_wager, printed
from law.texts import ISSUED
from test_transcription import CITED_ALIKE

SAMPLE = range(3)
MANY = range(3, 120)
HOW = "read it against the document, mend it or add it to read_citations.tsv"


@pytest.mark.parametrize("document", ISSUED)
def test_every_citation_of_a_sample_of_play_was_read(document: str) -> None:
    assert unread(document, collected(document, SAMPLE), read_pairs(document)) == [], HOW


@pytest.mark.long
@pytest.mark.parametrize("document", ISSUED)
def test_every_citation_of_long_play_was_read(document: str) -> None:
    assert unread(document, collected(document, MANY), read_pairs(document)) == [], HOW


@pytest.mark.parametrize("document", ISSUED)
def test_every_grant_and_every_row_without_a_number_was_read(document: str) -> None:
    """Numbered rows are compared with the second transcription."""
    read = read_pairs(document)
    assert [pair for pair in of_print(document) if pair not in read] == [], HOW


@pytest.mark.parametrize("document", ISSUED)
def test_nothing_printed_is_recorded_that_is_not_there(document: str) -> None:
    there = {*of_print(document)}
    assert [
        pair for pair in read_pairs(document) if pair.kind in ("grant", "row") and pair not in there
    ] == []


def of_print(document: str) -> list[Pair]:
    return list(printed(law_of(document), rows=document not in CITED_ALIKE))


@pytest.mark.parametrize("document", ISSUED)
def test_only_what_cannot_be_read_is_refused_without_a_provision(document: str) -> None:
    bare = [pair for pair in read_pairs(document) if not pair.cite]
    codes = {pair.situation.partition(":")[0] for pair in bare if pair.kind == "refused"}
    assert codes <= {str(code) for code in UNREADABLE}
    assert [pair for pair in bare if pair.kind != "refused"] == []


@pytest.mark.parametrize("document", ISSUED)
def test_a_situation_has_one_citation_in_a_variation(document: str) -> None:
    """What has two lacks a word that tells when which of them holds."""
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for pair, games in read_pairs(document).items():
        if pair.kind == "row":  # the print repeats some, each with a place of its own
            continue
        places = seen.setdefault(pair[:2], {})
        assert games.isdisjoint(places), pair
        assert EVERYWHERE not in places, pair
        assert not (EVERYWHERE in games and places), pair
        places.update(dict.fromkeys(games, pair.cite))


@pytest.mark.parametrize("document", ISSUED)
def test_what_holds_for_any_wager_is_not_said_of_one(document: str) -> None:
    law = law_of(document)
    open_ones = {pair[:2] for pair in read_pairs(document) if ANY in pair.situation}
    named = {(pair.kind, any_wager(law, pair.situation)) for pair in read_pairs(document)} - open_ones
    ones = {
        (pair.kind, pair.situation)
        for pair in read_pairs(document)
        if ANY not in pair.situation and (pair.kind, any_wager(law, pair.situation)) in open_ones
    }
    assert named
    assert ones == set()


@pytest.mark.parametrize("document", ISSUED)
def test_the_pairs_are_in_order_and_stand_once(document: str) -> None:
    lines = read_path(document).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "kind\tsituation\tcite\tgames"
    assert lines[1:] == sorted(set(lines[1:]))
