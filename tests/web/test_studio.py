"""The studio: a design priced, checked, swept, counted and simulated as a notebook would; bad input."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Generator
from typing import Any

import pytest

from cutcard import odds, sim
from cutcard.odds import OddsError
from cutcard.reports import sheet
from cutcard.submission import init
from cutcard.web.studio import jobs
from cutcard.web.studio.designs import Design
from cutcard.web.studio.jobs import StudioJob
from cutcard.web.studio.papers import PERMITTED, letter
from web.houses import House

LADIES = {"document": "md-blackjack", "wager": "lucky_ladies", "paytable": "A"}
DESIGN = Design("md-blackjack", "lucky_ladies", paytable="A")
DEARER = Design("md-blackjack", "lucky_ladies", paytable="A", pays=(("any_20", "5 to 1"),))


def result(job: StudioJob) -> tuple[list[Any], Any]:
    """What a job gives on its way, and its end."""
    found, parts = job.work(), []
    if not isinstance(found, Generator):
        return [], found
    while True:
        try:
            parts.append(next(found))
        except StopIteration as end:
            return parts, end.value


def test_figures_are_those_of_the_library() -> None:
    _, printed = result(StudioJob("figures", DESIGN))
    asked = odds.wager("md-blackjack", "lucky_ladies", paytable="A")
    assert printed["edge"] == asked.value == printed["document_edge"]
    assert (printed["change"], printed["hit"]) == (0, asked.hit_frequency)
    assert printed["deviation"] == asked.answer.standard_deviation
    assert sum(row["part"] for row in printed["rows"]) == pytest.approx(-asked.value)


def test_another_price_moves_edge_hit_rate_stays_and_the_row_says_so() -> None:
    _, printed = result(StudioJob("figures", DESIGN))
    _, dearer = result(StudioJob("figures", DEARER))
    what = odds.what_if("md-blackjack", "lucky_ladies", paytable="A", pays={"any_20": "5 to 1"})
    assert dearer["edge"] == what.value < printed["edge"]
    assert dearer["hit"] == printed["hit"]
    (row,) = (each for each in dearer["rows"] if each["outcome"] == "any_20")
    assert row["pays"] == "5 to 1"
    assert dearer["change"] == pytest.approx(-row["probability"])


def test_a_sweep_over_decks_grows_point_by_point() -> None:
    parts, whole = result(StudioJob("decks", DEARER))
    assert [len(each["points"]) for each in parts] == list(range(1, len(whole["points"]) + 1))
    at_six = next(each for each in whole["points"] if each["at"] == "6")
    wanted = odds.what_if(
        "md-blackjack", "lucky_ladies", pays={"any_20": "5 to 1"}, paytable="A", decks=6
    )
    assert at_six["edge"] == wanted.value


def test_a_dearer_wager_is_counted_better() -> None:
    _, printed = result(StudioJob("counts", DESIGN))
    _, dearer = result(StudioJob("counts", DEARER))
    best = [max(each["units_per_100"] for each in found["counts"]) for found in (printed, dearer)]
    assert best[0] == odds.countability("md-blackjack", wagers={"lucky_ladies": "A"}).value
    assert best[1] > best[0]


def test_a_simulation_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Blocks add up to what their seeds give, and none is played twice."""
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(jobs, "BLOCK_ROUNDS", 20_000)
    played: list[int] = []
    really = sim.run

    def counted(*args: Any, **named: Any) -> Any:
        played.append(named["seed"])
        return really(*args, **named)

    monkeypatch.setattr(sim, "run", counted)
    parts, third = result(StudioJob("simulation", DESIGN, block=2, seed=5))
    assert ([each["blocks"] for each in parts], third["blocks"], played) == ([1, 2], 3, [5, 6, 7])
    assert result(StudioJob("simulation", DESIGN, block=2, seed=5))[1] == third
    _, fourth = result(StudioJob("simulation", DESIGN, block=3, seed=5))
    assert played == [5, 6, 7, 8]
    assert fourth["rounds"] > third["rounds"]
    errors = [each["wagers"][-1]["error"] for each in (third, fourth)]
    assert errors[1] < errors[0]
    wagers = {"lucky_ladies": "A"}
    alone = [
        really("md-blackjack", rounds=20_000, seed=5 + at, wagers=wagers, workers=1) for at in range(4)
    ]
    assert fourth["rounds"] == sum(each.rounds for each in alone)


@pytest.mark.parametrize(
    ("study", "design", "message"),
    [
        (
            "figures",
            Design("md-blackjack", "lucky_ladies", pays=(("any_20", "bananas"),)),
            "not a price",
        ),
        ("figures", Design("md-blackjack", "lucky_ladies", pays=(("none", "1 to 1"),)), "no row 'none'"),
        ("figures", Design("md-blackjack", options=(("nothing", "x"),)), "nothing"),
        ("sweep", DESIGN, "has no list of values"),
        ("simulation", DEARER, "exact"),
        ("sheet", DEARER, "the document does not permit this design"),
    ],
)
def test_what_cannot_be_computed_is_one_line(study: str, design: Design, message: str) -> None:
    with pytest.raises(OddsError, match=message) as caught:
        result(StudioJob(study, design))
    assert "\n" not in str(caught.value)


def test_an_unlawful_price_is_named_with_its_provision_and_mended(house: House) -> None:
    asked = {**LADIES, "pays": {"any_20": "5 to 1"}}
    answer = house.post("ann", "/api/studio/check", asked).json()["check"]
    (broken,) = (each for each in answer["findings"] if each["severity"] == "violation")
    assert not answer["compliant"]
    assert broken["cite"].startswith("Ch.13 §A(4)")
    mended = house.post("ann", "/api/studio/check", LADIES).json()
    assert mended["check"]["compliant"]
    assert mended["submission"]["wagers"] == {"lucky_ladies": {"paytable": "A"}}


def test_a_letter_names_what_is_broken_and_where_it_is_written(house: House) -> None:
    broken, mended = letter(DEARER, "2026-11-19"), letter(DESIGN, "2026-11-19")
    (found,) = (each for each in broken.blocks if isinstance(each, sheet.Grid))
    assert [row[0] for row in found.rows] == ["Not permitted"]
    assert found.rows[0][-1].startswith("Ch.13 §A(4)")
    assert broken.title == "May not be offered"
    facts, verdict = mended.blocks[:2]
    assert isinstance(facts, sheet.Facts)
    assert ("Wager", "Lucky Ladies, paytable A") in facts.rows
    assert verdict == sheet.Prose((PERMITTED,))
    answer = house.post("ann", "/api/studio/letter", {**LADIES, "pays": {"any_20": "5 to 1"}})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_a_lawful_design_has_a_par_sheet() -> None:
    design = Design("md-blackjack", "match_the_dealer")
    parts, whole = result(StudioJob("sheet", design))
    assert len(parts) >= 2
    assert b64decode(whole["pdf"]).startswith(b"%PDF")


def test_a_file_of_a_submission_is_read_in_both_forms(house: House) -> None:
    answer = house.post("ann", "/api/studio/submission", {"text": init("md-blackjack")}).json()
    assert answer["check"]["law"]["document"] == answer["submission"]["document"] == "md-blackjack"
    plain = house.post("ann", "/api/studio/submission", {"text": '{"document": "ma-blackjack"}'}).json()
    assert plain["submission"] == {"document": "ma-blackjack"}
    assert plain["check"]["findings"]


@pytest.mark.parametrize("text", ["{", "a = ", "[" * 9000, '{"a":' * 9000, "\x00", "[[x"])
def test_a_file_that_is_none_is_one_line(house: House, text: str) -> None:
    answer = house.post("ann", "/api/studio/submission", {"text": text})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["message"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"design": {"document": "nowhere"}}, 404),
        ({"design": {"document": "md-blackjack", "wager": "nothing"}}, 404),
        ({"design": {"document": "md-blackjack", "variation": "nothing"}}, 404),
        ({"design": LADIES, "block": 500, "study": "simulation"}, 422),
        ({"design": LADIES, "seed": -1}, 422),
        ({"design": LADIES, "study": "everything"}, 422),
        ({"design": {**LADIES, "pays": {"any_20": "1" * 41}}}, 422),
        ({"design": {**LADIES, "options": {f"option_{at}": 1 for at in range(81)}}}, 422),
    ],
)
def test_what_is_asked_wrongly_is_refused(house: House, body: dict[str, Any], status: int) -> None:
    assert house.post("ann", "/api/studio/study", body).status_code == status


def test_one_asker_has_so_many_questions_and_others_still_theirs(house: House) -> None:
    """More than a few of one person wait for none of another's; nothing of it is computed here."""
    states = [
        house.post("bob", "/api/studio/study", {"design": LADIES, "study": "simulation", "seed": seed})
        for seed in range(17)
    ]
    assert [each.status_code for each in states[-2:]] == [200, 429]
    other = house.post("ann", "/api/studio/study", {"design": LADIES})
    assert other.json()["answer"]["state"] == "computing"


def test_the_page_shows_every_row_once_and_the_options_that_matter(house: House) -> None:
    ann = house.headers("ann")
    page = house.client.get("/studio?document=md-blackjack&wager=main", headers=ann)
    assert page.text.count('data-pays="win"') == 1
    assert 'data-pays="blackjack"' not in page.text
    assert 'data-option="soft_17"' in page.text
    strange = "/studio?document=nowhere&wager=%00&paytable=" + "x" * 200
    assert house.client.get(strange, headers=ann).status_code == 200
