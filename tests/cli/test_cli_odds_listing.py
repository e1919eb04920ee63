"""`cutcard odds DOCUMENT`: every wager, paytable and permitted number of decks, without gaps."""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from cli.odds_support import exact, odds
from cli.support import invoke
from cutcard import terminal
from cutcard.compute import progress
from cutcard.law import WagerLaw, document, document_ids
from cutcard.odds import catalogue as listing, registry
from cutcard.odds.catalogue import CatalogueEntry, CatalogueQuestion, CatalogueRequest
from cutcard.odds.question import permitted_decks
from cutcard.wagers import depends_on_play
from odds.asked import questions

PONTOON = "md-pontoon-21"
SMALL = "md-players-edge-21"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("odds")


@pytest.fixture(autouse=True)
def sides_only(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, and as though the main game had no method: it takes too long here."""

    def unplayed(law: WagerLaw) -> registry.Method | None:
        return None if depends_on_play(law) else registry.METHODS.get(law.classifier)

    monkeypatch.setenv("CUTCARD_CACHE", str(kept))
    monkeypatch.setattr(registry, "method_of", unplayed)
    monkeypatch.setattr(listing, "WORKERS", 1)


def lines(document_id: str) -> Iterator[tuple[str, str, int]]:
    law_book = document(document_id)
    for wager in law_book.wager_ids:
        law = law_book.wager(wager)
        for table in law.paytables:
            for decks in permitted_decks(law_book, law, table.id):
                yield wager, table.id, decks


def test_no_gaps() -> None:
    found = odds(PONTOON)
    assert found["document"] == PONTOON
    listed = [(each["wager"], each["paytable"], each["options"]["decks"]) for each in found["answers"]]
    assert listed == list(dict.fromkeys(lines(PONTOON)))
    for each in found["answers"]:
        if each["wager"] != "main":  # which has no method here
            assert all(each[name] for name in ("cite", "method", "assumptions", "digest"))
        if each["reason"] is None:
            assert sum(exact(row["probability"]) for row in each["rows"]) == 1
        else:
            assert "\n" not in each["reason"]
            assert each["house_edge"] is None


def test_every_entry_has_the_same_keys() -> None:
    answers = odds(PONTOON)["answers"]
    assert len({frozenset(each) for each in answers}) == 1


def test_a_wheel_that_nobody_filed_has_a_reason() -> None:
    own = [each for each in odds(PONTOON)["answers"] if "Community" not in each["paytable"]]
    reasons = {each["wager"]: each["reason"] for each in own}
    assert "reading PO-A14" in reasons["bonus_spin_progressive"]
    assert "reading PO-A14" in reasons["bonus_spin_xtreme_progressive"]
    assert reasons["insurance"] is None


def test_what_is_known_without_what_is_filed() -> None:
    """How often two cards call for a spin, and at what return of a spin the edge would be zero."""
    by_table = {
        (each["wager"], each["paytable"]): each for each in odds(PONTOON, "--decks", "8")["answers"]
    }
    spin = by_table["bonus_spin_progressive", "A"]
    wheel = ("--set", "wheel=$50=3,$20=1")
    filed = odds(PONTOON, "bonus_spin_progressive", "--paytable", "A", "--decks", "8", *wheel)
    assert spin["method"] == "unfiled"
    assert spin["more"]["spin_chance"] == filed["more"]["spin_chance"]
    chance = exact(spin["more"]["spin_chance"])
    assert exact(spin["more"]["return_at_zero_edge"]) == 1 / chance
    lost = sum(exact(row["probability"]) for row in filed["rows"] if exact(row["net"]) == -1)
    assert lost == 1 - chance, "whoever has no spin loses the stake"
    beside = by_table["bonus_spin_progressive", "A Community Pay"]
    assert beside["method"] == "beside"
    assert "other players" in beside["reason"]
    assert beside["digest"] != spin["digest"]
    assert beside["cite"] != spin["cite"]


def test_an_entry_is_what_the_single_question_answers() -> None:
    entry = next(
        each for each in odds(PONTOON, "--decks", "8")["answers"] if each["wager"] == "insurance"
    )
    assert odds(PONTOON, "insurance", "--decks", "8") == entry


def test_one_number_of_decks_and_one_way_to_play() -> None:
    found = odds(PONTOON, "--decks", "8", "--set", "wheel=$50=3,$20=1")["answers"]
    assert {each["options"]["decks"] for each in found} == {8}
    by_table = {(each["wager"], each["paytable"]): each for each in found}
    assert by_table["bonus_spin_progressive", "A"]["reason"] is None
    assert "may not be offered with 8 decks" in by_table["match_super_bonus", "6_decks"]["reason"]


def test_what_a_variation_bars_has_a_reason() -> None:
    found = listing.entry(
        CatalogueRequest("md-blackjack", "no_hole_card"), CatalogueQuestion("super_match", "6_decks", 6)
    )
    assert found.answer is None
    assert "switch" in found.reason


def test_for_people() -> None:
    told = invoke("odds", PONTOON).stdout
    assert "house edge in percent by number of decks" in told
    assert "No figure (-):" in told
    assert "reading PO-A14" in told
    assert "match_super_bonus" in told


def test_what_favours_the_player_is_said() -> None:
    told = invoke("odds", SMALL).stdout
    listed = told.partition("Favour the player:")[2].partition("No figure")[0]
    favourable = {
        (each["wager"], each["paytable"], each["options"]["decks"])
        for each in odds(SMALL)["answers"]
        if each["favours_player"]
    }
    assert favourable
    assert all(f"{wager} {table}:" in listed for wager, table, _ in favourable)
    assert "super_bonus" not in listed  # it takes no stake
    assert "Favour the player" not in invoke("odds", PONTOON).stdout


def test_questions_and_lines_agree() -> None:
    asked = [(each.offer.law.id, each.offer.paytable.id, each.decks) for each in questions(SMALL)]
    assert asked == [
        (each.wager, each.paytable, each.decks)
        for each in listing.lines_of(CatalogueRequest(SMALL))
        if isinstance(each, CatalogueQuestion)
    ]


def test_progress_is_told() -> None:
    heard: list[tuple[str, int, int]] = []
    with progress.listening(lambda *told: heard.append(told)):
        listing.listing([CatalogueRequest(SMALL, decks=8, by_play=False)])
    progress.report_progress("nobody listens")
    assert heard[-1][1] == heard[-1][2] > 0
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)


def test_other_processes_answer_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [CatalogueRequest(PONTOON, by_play=False)]
    alone = listing.listing(wanted)
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(listing, "MANY_LINES", 1)
    shared = listing.listing(wanted, workers=2)
    assert [untimed(each) for each in shared[0]] == [untimed(each) for each in alone[0]]


def untimed(entry: CatalogueEntry) -> Mapping[str, object]:
    return {name: value for name, value in vars(entry).items() if name != "seconds"}


def test_a_worker_that_dies_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(*_: object) -> Iterator[tuple[int, list[CatalogueEntry]]]:
        raise BrokenProcessPool
        yield

    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(listing, "MANY_LINES", 1)
    monkeypatch.setattr(listing, "_run_in_processes", dead)
    (entries,) = listing.listing([CatalogueRequest(PONTOON, decks=8, by_play=False)], workers=2)
    assert any(each.answer for each in entries)


def test_a_worker_ends_at_the_keyboards_word() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        listing._interruptible()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)


def test_whoever_stops_listening_stops_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(listing, "MANY_LINES", 1)

    def enough(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), progress.listening(enough):
        listing.listing([CatalogueRequest("ma-blackjack", by_play=False)], workers=2)
    assert multiprocessing.active_children() == []


@pytest.mark.long
def test_all_documents_by_two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    requests = [CatalogueRequest(name, by_play=False) for name in document_ids()]
    found = listing.listing(requests, workers=2)
    for name, entries in zip(document_ids(), found, strict=True):
        for each in entries:
            assert (each.answer is None) == bool(each.reason), (name, each.wager)
            if each.answer is not None:
                assert sum(row.probability for row in each.answer.rows) == 1


def test_interrupted_it_prints_what_it_has_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    whole = {(each["wager"], each["paytable"]) for each in odds(SMALL, "--decks", "6")["answers"]}
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "other"))

    def interrupted(_: str, done: int, of: int) -> None:
        if done > of // 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(listing, "report_progress", interrupted)
        result = invoke("odds", SMALL, "--decks", "6", "--json")
    assert result.exit_code == terminal.INTERRUPTED
    found = json.loads(result.stdout)
    assert found["interrupted"] is True
    some = {(each["wager"], each["paytable"]) for each in found["answers"]}
    assert some
    assert some < whole
    again = odds(SMALL, "--decks", "6")
    assert again["interrupted"] is False
    assert {(each["wager"], each["paytable"]) for each in again["answers"]} == whole
