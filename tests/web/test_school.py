"""The school: a quiz that hides its answers, its certificate, the lesson of a chart, a review."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard import odds
from cutcard.floor.live import header_line
from cutcard.floor.training import PASS_PERCENT, quiz, training_games
from cutcard.web.school.jobs import ChartLesson, ReviewedDecision, SessionReview
from web.houses import House

GAME = {"document": "md-blackjack", "variation": "", "seed": 1}


@pytest.mark.parametrize("game", training_games(), ids=str)
def test_every_question_has_one_right_answer_and_a_provision(game: tuple[str, str | None]) -> None:
    found = quiz(*game, 3)
    assert found == quiz(*game, 3)
    assert len(found) == 12
    for each in found:
        assert len(set(each.choices)) == len(each.choices) >= 2
        assert 0 <= each.right < len(each.choices)
        assert each.cite
        assert each.chapter


def test_the_questions_hide_their_answers(house: House) -> None:
    shown = house.get("dee", "/api/school/quiz", **GAME).json()["questions"]
    assert all(set(each) == {"kind", "asks", "facts", "choices"} for each in shown)
    assert {each["kind"] for each in shown} == {
        "What does this pay",
        "What comes next",
        "What is done now",
    }


def test_an_answer_is_marked_with_what_is_right(house: House) -> None:
    first = quiz("md-blackjack", None, 1)[0]
    for choice in range(len(first.choices)):
        mark = house.post("dee", "/api/school/quiz/answer", {**GAME, "at": 0, "choice": choice}).json()
        assert mark == {
            "right": choice == first.right, "answer": first.right,
            "cite": first.cite, "chapter": first.chapter,
        }  # fmt: skip


def paper(*, wrong: int) -> dict[str, Any]:
    rights = [each.right for each in quiz("md-blackjack", None, 1)]
    return {**GAME, "choices": [-1] * wrong + rights[wrong:], "seconds": 75}


def test_a_certificate_is_given_to_who_passed_alone(house: House) -> None:
    passed = house.post("dee", "/api/school/quiz/certificate", paper(wrong=2))
    assert (passed.status_code, passed.headers["content-type"]) == (200, "application/pdf")
    assert passed.content.startswith(b"%PDF-")
    failed = house.post("dee", "/api/school/quiz/certificate", paper(wrong=3))
    assert (failed.status_code, failed.json()["code"]) == (409, "not_passed")
    assert f"{PASS_PERCENT}%" in failed.json()["message"]
    short = {**paper(wrong=0), "choices": [0]}
    assert house.post("dee", "/api/school/quiz/certificate", short).status_code == 422


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/school/quiz?document=nowhere", 404),
        ("/api/school/quiz?document=md-blackjack&variation=nothing", 404),
        ("/api/school/quiz?document=md-blackjack&seed=-1", 422),
        ("/api/school/chart?document=nowhere", 404),
        ("/api/school/review/nothing", 404),
    ],
)
def test_what_is_asked_wrongly_is_refused(house: House, path: str, status: int) -> None:
    assert house.client.get(path, headers=house.headers("dee")).status_code == status


def test_the_lesson_is_the_exact_chart_with_what_each_action_is_worth() -> None:
    lesson = ChartLesson("md-blackjack").work()
    chart = odds.chart("md-blackjack")
    assert lesson["edge"] == chart.value
    hard = next(each for each in lesson["sections"] if each["title"] == "Hard")
    sixteen = next(row for row in hard["rows"] if row["hand"] == "16")
    worth = lesson["values"]["6-T"]["T"]
    at = lesson["columns"].index("T")
    assert worth[{"R": "surrender", "H": "hit", "S": "stand"}[sixteen["codes"][at][0]]] == max(
        worth.values()
    )


def test_a_round_is_looked_at_again(house: House) -> None:
    """Every decision of one's own is found, and nobody else's."""
    number = house.play("one", "ann")
    mine = house.get("ann", "/api/school/review/one").json()
    assert mine["rounds"][-1]["round"] == number
    assert house.get("bob", "/api/school/review/one").json()["rounds"] == []


def test_a_decision_costs_what_it_gave_away(house: House) -> None:
    header = header_line(house.floor.live("one"), carried=True)
    taken = [ReviewedDecision(1, 1, 1, "Th Ts", "6d", did, 1, 0) for did in ("stand", "hit")]
    *_, found = SessionReview(header, tuple(taken)).work()
    assert (found[0]["best"], found[0]["cost"]) == ("stand", 0)
    assert found[1]["cost"] > 1
