"""Rounds over the API: a list of one's own, and each step as the viewer saw it."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.floor.store import Database
from cutcard.shoe import By, Role
from cutcard.web.api.replays import Past, steps
from web.houses import House


@pytest.fixture(scope="module")
def rounds(house: House) -> int:
    """Two rounds of ann's are over."""
    house.play("one", "ann")
    return house.play("one", "ann")


def _steps(house: House, name: str, number: int) -> list[dict[str, Any]]:
    answer = house.get(name, f"/api/tables/one/rounds/{number}/steps")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["complete"]
    found: list[dict[str, Any]] = told["steps"]
    return found


def test_the_last_rounds_are_ones_own_and_tell_what_they_came_to(house: House, rounds: int) -> None:
    told = house.get("ann", "/api/tables/one/rounds").json()["rounds"]
    assert [each["round"] for each in told] == list(range(rounds, 0, -1))
    view = house.get("ann", "/api/tables/one").json()
    assert told[0]["net"] == f"{sum(float(each['net']) for each in view['last_lines']):.2f}"
    assert told[0]["lines"] == view["last_lines"]
    assert told[0]["boxes"] == [1]
    assert house.get("bob", "/api/tables/one/rounds").json()["rounds"] == []
    seen = house.get("eye", "/api/tables/one/rounds", last=1).json()["rounds"]
    assert [(each["round"], each["own"], each["lines"]) for each in seen] == [(rounds, False, [])]
    assert house.get("ann", "/api/tables/one/rounds", before=rounds).json()["rounds"] == told[1:]


def test_a_step_tells_what_changed_and_the_last_shows_the_round_as_it_lay(
    house: House, rounds: int
) -> None:
    found = _steps(house, "ann", rounds)
    view: dict[str, Any] = {}
    for each in found:
        view |= each["view"]
    now = house.get("ann", "/api/tables/one").json()
    assert view["round"] == now["last_round"]
    assert found[0]["event"]["event"] == "round_started"
    assert found[-1]["event"]["event"] == "round_ended"
    settled = next(each for each in found if each["event"]["event"] == "settled")
    assert settled["rows"]
    assert "boxes" in found[0]["view"]
    assert "boxes" not in found[1]["view"]


def test_a_face_down_card_is_in_no_step_before_it_is_shown(house: House, rounds: int) -> None:
    found = _steps(house, "eye", rounds)
    hole = next(at for at, each in enumerate(found) if each["event"].get("why") == "hole")
    shown = next(
        (at for at, each in enumerate(found) if each["event"]["event"] == "hole_shown"), len(found)
    )
    assert found[hole]["words"] == "dealer: a card, face down"
    assert "drawn" not in found[hole]["event"]
    for each in found[hole:shown]:
        round_ = each["view"].get("round")
        assert round_ is None or round_["dealer"][0]["cards"][1] is None


def test_a_round_is_the_same_from_whatever_state_it_is_folded(house: House, rounds: int) -> None:
    database: Database = house.floor.database
    viewer = By(Role.PLAYER, "ann")
    fresh = steps(database, Past(), "one", 1, viewer)
    held = Past()
    steps(database, held, "one", rounds, viewer)
    held.note(house.floor.live("one"))
    assert steps(database, held, "one", 1, viewer) == fresh
    assert steps(database, held, "one", rounds, viewer) == steps(database, Past(), "one", rounds, viewer)


@pytest.mark.parametrize(
    ("name", "path", "status", "code"),
    [
        ("ann", "/api/tables/one/rounds/999/steps", 404, "unknown_round"),
        ("ann", "/api/tables/none/rounds/1/steps", 404, "unknown_table"),
        ("ann", "/api/tables/one/rounds/0/steps", 422, "bad_request"),
        ("ann", "/api/tables/one/rounds?last=51", 422, "bad_request"),
        ("boss", "/api/tables/one/rounds", 403, "wrong_role"),
        ("boss", "/api/tables/one/rounds/1/steps", 403, "wrong_role"),
    ],
)
def test_what_is_no_round_is_refused_in_one_line(
    house: House, name: str, path: str, status: int, code: str
) -> None:
    answer = house.client.get(path, headers=house.headers(name))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "\n" not in answer.json()["message"]
