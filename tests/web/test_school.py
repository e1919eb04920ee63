"""The school: a quiz that hides its answers, its certificate, the lesson of a chart, a review."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cutcard import odds
from cutcard.floor.live.state import header_line, new_live
from cutcard.floor.training import PASS_PERCENT, quiz, training_games
from cutcard.floor.training.quiz import chapter_of
from cutcard.law import document, resolve
from cutcard.odds import shoe
from cutcard.odds.switch import switch_choice, switch_choices
from cutcard.table import Settings
from cutcard.web.odds_desk.table_odds import _switch
from cutcard.web.school.jobs import ChartLesson, ReviewedDecision, SessionReview
from cutcard.web.school.review import _taken
from web.houses import RULES, House

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


@pytest.mark.parametrize("game", training_games(), ids=str)
def test_what_a_question_shows_says_what_is_right(game: tuple[str, str | None]) -> None:
    """A played hand lies there, a wager is that of one hand, and no question answers another."""
    law = document(game[0])
    chapters = {"readings", *(each.cite.lower() for each in law.divisions)}
    for seed in range(1, 6):
        found = quiz(*game, seed)
        stories = [each.facts[-1] for each in found if "irregularity" in each.kind or "now" in each.kind]
        assert len(set(stories)) == len(stories)
        for each in found:
            assert any(name.startswith(each.chapter.lower()) for name in chapters), each.cite
            hands = [fact for fact in each.facts if fact.startswith("Box")]
            if each.kind == "What comes next":
                assert all(re.search(r"plays its hand: .*[♠♥♦♣], \d+", fact) for fact in hands)
                if each.choices[each.right] == "Settle the decided hand":
                    assert each.facts[-1].startswith("Box")
            if each.kind == "What does this pay" and each.asks.startswith("Main"):
                assert len(hands) == 1


def test_a_reading_counts_for_the_chapter_that_it_reads() -> None:
    law = document("md-blackjack")
    assert chapter_of(law, "MD-A03") == "Ch.7"
    assert chapter_of(law, "MD-A02; Ch.12 §B(9)") == "Ch.12"
    assert chapter_of(law, "Ch.13 §A(5)(a)(ii)") == "Ch.13"


def test_the_questions_hide_their_answers(house: House) -> None:
    shown = house.get("dee", "/api/school/quiz", **GAME).json()["questions"]
    assert all(set(each) == {"kind", "asks", "facts", "choices"} for each in shown)
    assert {each["kind"] for each in shown} == {
        "What does this pay",
        "What comes next",
        "What is done now",
        "Which irregularity is this",
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


def asked(document: str, variation: str = "") -> dict[str, Any]:
    return ChartLesson(document, variation).work()


def check_questions(lesson: dict[str, Any]) -> None:
    """Each question is asked once, offers what is right, and what is right is worth the most or nearly:
    a chart looks at totals, and its values at the cards themselves."""
    every = lesson["questions"]
    assert len({each["id"] for each in every}) == len(every)
    for each in every:
        assert each["right"] in each["acts"], each
        if each["worth"]:
            assert max(each["worth"].values()) - each["worth"][each["right"]] < 0.06, each
    assert set(lesson["topics"]) == {topic for each in every for topic in each["topics"]}


def test_the_lesson_is_the_exact_chart_with_what_each_action_is_worth() -> None:
    lesson = asked("md-blackjack")
    chart = odds.chart("md-blackjack")
    assert lesson["edge"] == chart.value
    check_questions(lesson)
    assert {"Hard", "Soft", "Pairs", "Doubles", "Surrender", "Insurance"} == set(lesson["topics"])
    by_id = {each["id"]: each for each in lesson["questions"]}
    sixteen = by_id["Hard 16 T"]
    hard = dict(dict(chart.chart.sections)["Hard"])
    code = hard["16"][chart.chart.columns.index("T")]
    assert sixteen["right"] == {"R": "surrender", "H": "hit", "S": "stand"}[code[0]]
    assert sixteen["right"] == max(sixteen["worth"], key=sixteen["worth"].__getitem__)
    assert "Surrender" in sixteen["topics"]
    taken, refused = by_id["Insurance 28 of 78 A"], by_id["Insurance 22 of 78 A"]
    assert (taken["right"], refused["right"]) == ("insure", "decline")
    assert taken["worth"]["insure"] == pytest.approx((28 / 78 * 3 - 1) / 2, abs=1e-6)


@pytest.mark.long
def test_a_game_with_rescue_asks_about_doubled_hands_and_many_cards() -> None:
    lesson = asked("players-edge-21-brochure")
    check_questions(lesson)
    assert {"After a double", "Rescue", "Redouble", "Many cards"} <= set(lesson["topics"])
    doubled = next(each for each in lesson["questions"] if each["right"] == "rescue")
    assert doubled["doublings"] == len(doubled["hands"][0]) - 2
    assert doubled["worth"]["rescue"] == max(doubled["worth"].values())


@pytest.mark.long
def test_switch_asks_whether_to_switch() -> None:
    lesson = asked("md-blackjack", "switch")
    check_questions(lesson)
    switches = [each for each in lesson["questions"] if each["topics"] == ["Switch"]]
    assert {each["right"] for each in switches} == {"switch", "keep"}
    assert all(len(each["hands"]) == 2 for each in switches)


@pytest.mark.long
def test_against_two_cards_in_sight_the_dealer_shows_two() -> None:
    lesson = asked("ma-blackjack", "hole_card_face_up")
    check_questions(lesson)
    assert all(len(each["up"]) == 2 for each in lesson["questions"] if "Insurance" not in each["topics"])


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


def test_insurance_has_its_cost(house: House) -> None:
    header = header_line(house.floor.live("one"), carried=True)
    taken = ReviewedDecision(1, 1, 1, "Th Ts", "Ad", "insure", 1, 0)
    *_, found = SessionReview(header, (taken,)).work()
    assert found[0]["best"] == "decline"
    assert 0.03 < found[0]["cost"] < 0.06


def test_even_money_is_priced_where_the_table_offers_it() -> None:
    rules, _ = resolve(document("md-blackjack"), options={"decks": 6, "even_money": True})
    assert rules is not None
    header = header_line(new_live("one", rules, Settings(), created=0), carried=True)
    taken = [ReviewedDecision(1, 1, 1, "As Kd", "Ad", did, 1, 0) for did in ("even_money", "decline")]
    *_, (even, declined) = SessionReview(header, tuple(taken)).work()
    left, tens = 6 * 52 - 3, 6 * 16 - 1
    waits = 1.5 * (1 - tens / left)
    assert even["values"] == [
        {"action": "decline", "value": pytest.approx(waits, abs=1e-6)},
        {"action": "even_money", "value": 1.0},
    ]
    assert (even["best"], even["cost"]) == ("decline", pytest.approx(waits - 1, abs=1e-6))
    assert declined["cost"] == 0


def test_an_offer_that_is_let_pass_is_a_decision() -> None:
    hand = {"hand": 1, "cards": ["Ts", "9d"], "doublings": 0}
    box = {"box": 1, "player": "ann", "hands": [hand]}
    before = {"round": {"boxes": [box], "dealer": [{"cards": ["Ad", None]}]}}
    event = {"event": "offer_declined", "box": 1, "offer": "before_play"}
    (found,) = _taken(7, event, before, "ann")
    assert (found.round, found.hand, found.held, found.up, found.did) == (7, 1, "Ts 9d", "Ad", "decline")
    assert [*_taken(7, event, before, "bob")] == []
    assert [*_taken(7, {**event, "offer": "third_card"}, before, "ann")] == []


def test_a_switch_is_decided_over_two_hands_of_two_cards() -> None:
    hands = [
        {"hand": 1, "cards": ["Ts", "5d"], "doublings": 0},
        {"hand": 2, "cards": ["6h", "Td"], "doublings": 0},
    ]
    box = {"box": 1, "player": "ann", "hands": hands}
    before = {"round": {"boxes": [box], "dealer": [{"cards": ["7d", None]}]}}
    event = {"event": "decided", "do": "switch", "box": 1, "hand": 1, "player": ""}
    (found,) = _taken(7, event, before, "ann")
    assert (found.held, found.beside, found.did) == ("Ts 5d", "6h Td", "switch")
    kept = {"event": "offer_declined", "box": 1, "offer": "switch"}
    (found,) = _taken(7, kept, before, "ann")
    assert (found.beside, found.did) == ("6h Td", "keep")


@pytest.mark.long
def test_a_switch_is_priced() -> None:
    """T-5 and 6-T against a 7 become T-T and 6-5: nobody keeps them as they lie."""
    header = header_line(new_live("one", RULES["switch"], Settings(), created=0), carried=True)
    taken = [
        ReviewedDecision(1, 1, 1, "Ts 5d", "7d", did, 2, 0, beside="6h Td") for did in ("switch", "keep")
    ]
    *_, (switched, kept) = SessionReview(header, tuple(taken)).work()
    assert (switched["best"], switched["cost"]) == ("switch", 0)
    assert 0.5 < kept["cost"] < 2
    for each in switch_choices(RULES["switch"], shoe(RULES["switch"]), many=20):
        assert switch_choice(_switch(header), each.first, each.second, each.up) == each


LESSON: dict[str, Any] = {
    "cutcard": "lesson",
    "format": 1,
    "title": "A loser paid",
    "document": "md-blackjack",
    "variation": None,
    "shoe": "Ts 9h Kd 7c 9d 8h",
    "boxes": [{"box": 1, "player": "ann", "stakes": {"main": "10.00"}, "plays": ["stand"]}],
    "wrong": [{"line": 0, "does": "push", "amount": "0.00"}],
}


def test_a_lesson_is_dealt_from_its_shoe_and_marked(house: House) -> None:
    shown = house.post("dee", "/api/training/lesson", LESSON).json()
    (line,) = shown["truth"]["pays"]
    assert (line["does"], line["amount"]) == ("pay", "10.00")
    assert (shown["exercise"]["pays"][0]["does"], line["cite"] != "") == ("push", True)
    assert [kind for kind, _, _ in line["errors"]]
    right = {"at": 0, "said": "wrong", "does": "pay", "amount": "10.00"}
    marked = house.post("dee", "/api/training/lesson/answer", {"lesson": LESSON, "pays": [right]}).json()
    assert (marked["points"], marked["most"]) == (2, 2)
    missed = house.post("dee", "/api/training/lesson/answer", {"lesson": LESSON}).json()
    assert (missed["points"], missed["pays"][0]["right"]) == (0, False)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"shoe": "Ts " * 9}, "shoe: Ts is in it too often"),
        ({"shoe": "zz"}, "shoe: 'zz' is not a card"),
        ({"boxes": []}, "boxes: must be a list of 1 to 7 boxes"),
        ({"boxes": [{"box": 1, "stakes": {"main": "0.50"}}]}, "box 1: main"),
        ({"boxes": [{"box": 1, "stakes": {"main": "10.00"}, "plays": ["fold"]}]}, "no decision"),
        ({"wrong": [{"line": 0, "does": "pay", "amount": "10.00"}]}, "that is what is right"),
        ({"wrong": [{"line": 9, "does": "pay"}]}, "wrong: line 9"),
        ({"swapped": 0}, "swapped: line 0"),
        ({"steps_swapped": 99}, "steps_swapped: step 99"),
        ({"format": 2}, "format: this house reads format 1"),
        ({"cutcard": "other"}, "lesson: the file is no lesson"),
        ({"colour": "red"}, "colour: no such key"),
        ({"document": "nowhere"}, "training: no exercises for nowhere"),
    ],
)
def test_a_lesson_that_is_none_is_refused_in_one_line(
    house: House, change: dict[str, Any], says: str
) -> None:
    answer = house.post("dee", "/api/training/lesson", {**LESSON, **change})
    assert answer.status_code == 422, answer.text
    assert says in answer.json()["message"]
    assert "\n" not in answer.json()["message"]
