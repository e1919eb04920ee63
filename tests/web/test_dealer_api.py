"""The console and the exercises over the API: whose they are, what they say, and what is refused."""

from __future__ import annotations

import pytest

from web.houses import House

MARYLAND = {"document": "md-blackjack", "seed": 3}


def test_the_console_opens_and_deals_a_table(house: House) -> None:
    path = "/api/tables/two/console"
    counted = house.get("dee", path).json()
    assert counted["now"]["text"] == "Count the chips in the tray"
    assert counted["main"]["signed"]
    house.open("two")
    waits = house.get("dee", path).json()
    assert waits["now"]["text"] == "Inspect the card reader"
    assert waits["main"] is None
    assert waits["now"]["cite"] == "Ch.2 §K"
    main = house.get("flo", path).json()["main"]
    house.done("flo", "two", main["command"], expected=waits["version"])
    told = house.get("dee", path).json()
    assert told["now"]["text"] == "Receive the cards"
    house.done("dee", "two", told["main"]["command"])


def test_irregularities_are_told_with_their_provisions(house: House) -> None:
    found = house.get("sue", "/api/tables/one/irregularities").json()
    by_name = {each["what"]: each for each in found}
    assert by_name["drawn_exposed"]["cite"]
    assert by_name["drawn_exposed"]["why"] == "no round is being dealt"
    assert [bool(each["ways"]) for each in found] == sorted(
        (bool(each["ways"]) for each in found), reverse=True
    )


@pytest.mark.parametrize("name", ["ann", "eye", "aud", "boss"])
@pytest.mark.parametrize("path", ["console", "irregularities"])
def test_the_console_is_the_crews(house: House, name: str, path: str) -> None:
    assert house.get(name, f"/api/tables/one/{path}").status_code == 403


def test_there_is_no_console_of_no_table(house: House) -> None:
    answer = house.get("dee", "/api/tables/none/console")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")


def test_an_exercise_is_shown_and_marked(house: House) -> None:
    shown = house.get("ann", "/api/training/exercise", **MARYLAND).json()
    assert shown["round"]["lines"] == []
    assert "cite" not in str(shown)
    answer = house.post("dee", "/api/training/answer", MARYLAND).json()
    assert answer["points"] == 0
    assert len(answer["pays"]) == len(shown["pays"])
    right = [
        {"at": at, "said": "wrong", "does": each["does"], "amount": each["amount"]}
        for at, each in enumerate(answer["pays"])
        if each["error"] and each["most"] == 2
    ]
    order = [
        {"at": at, "said": "order"}
        for at, each in enumerate(answer["pays"])
        if each["error"] == "Out of order"
    ]
    steps = [{"at": at, "said": "order"} for at, each in enumerate(answer["steps"]) if each["error"]]
    best = house.post(
        "dee", "/api/training/answer", {**MARYLAND, "pays": [*right, *order], "steps": steps}
    ).json()
    assert best["points"] == best["most"] > 0


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"document": "md-blackjack", "seed": -1}, 422),
        ({"document": "md-blackjack", "seed": 2**31}, 422),
        ({"document": "xx"}, 404),
        ({"document": "md-blackjack", "variation": "nonsense"}, 404),
        ({}, 422),
    ],
)
def test_what_is_no_exercise_is_one_line(house: House, said: dict[str, object], status: int) -> None:
    answer = house.get("dee", "/api/training/exercise", **said)
    assert answer.status_code == status
    assert "\n" not in answer.json()["message"]
    posted = house.post("dee", "/api/training/answer", {"seed": 1, **said})
    assert posted.status_code == status


def test_who_sees_no_tables_has_no_exercises(house: House) -> None:
    assert house.get("boss", "/api/training/exercise", **MARYLAND).status_code == 403
    assert house.post("boss", "/api/training/answer", MARYLAND).status_code == 403
