"""What is turned away: a page with the way out for a browser, the one shape for everybody else."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from cutcard.web.pages import errors as error_pages
from cutcard.web.pages.errors import problem_text
from cutcard.web.server.errors import Problem
from cutcard.web.server.settings import Rate
from web.houses import House, served

PAGE = {"accept": "text/html,application/xhtml+xml"}


def looked(house: House, path: str, name: str = "ann") -> httpx.Response:
    return house.client.get(path, headers={**PAGE, "cookie": f"__Host-cutcard={house.token(name)}"})


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/nowhere", 404, "There is nothing at this address."),
        ("/tables/none", 404, "none: not a table of this floor"),
        (
            "/floor",
            403,
            "This page is for floorpersons and supervisors; you are signed in as ann, player.",
        ),
        ("/surveillance/rounds/one/1", 403, "you are signed in as ann, player."),
        ("/training?seed=-1", 422, "The address is unreadable"),
    ],
)
def test_a_person_gets_a_page(house: House, path: str, status: int, told: str) -> None:
    answer = looked(house, path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert told in answer.text
    assert 'href="/"' in answer.text
    assert "/api/" not in answer.text


def test_nobody_is_led_to_the_door(house: House) -> None:
    answer = house.client.get("/nowhere", headers=PAGE)
    assert answer.status_code == 404
    assert 'href="/enter"' in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/api/nowhere"])
def test_a_program_gets_the_one_shape(house: House, path: str) -> None:
    accepts = PAGE if path.startswith("/api/") else {"accept": "*/*"}
    answer = house.client.get(path, headers=accepts)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_too_many_looks_are_told_when_to_come_again(tmp_path: Path) -> None:
    with served(tmp_path, reads=Rate(1, 0.2)) as house:
        assert looked(house, "/law").status_code == 200
        answer = looked(house, "/law")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "6"
        assert "Too many requests; wait 6 s." in answer.text
        assert 'href="/law"' in answer.text


def test_a_line_without_what_is_for_programs() -> None:
    assert (
        problem_text(Problem(409, "x", "store: it does not answer; try again"))
        == "It does not answer; try again."
    )
    assert problem_text(Problem(404, "x", "a b: no such; GET /api/tables")) == "A b: no such."


def failing(house: House) -> None:
    """A route that is wrong, and a page of the same house."""

    async def broken() -> None:
        raise ZeroDivisionError("a secret of the program")

    house.app.add_api_route("/broken", broken, methods=["GET", "POST"])
    house.app.add_api_route("/api/broken", broken)


def test_a_fault_is_told_to_a_person_as_a_page_and_to_a_program_in_the_one_shape(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        failing(house)
        page = looked(house, "/broken")
        assert page.status_code == 500
        assert page.headers["content-type"].startswith("text/html")
        assert page.headers["cache-control"] == "no-store"
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert "<h1>Internal error</h1>" in page.text
        assert 'href="/broken">Try again' in page.text
        assert "<b>ann</b>" in page.text
        nobody = house.client.get("/broken", headers=PAGE)
        assert 'href="/enter"' in nobody.text
        asked = {
            "api": house.client.get("/api/broken", headers=PAGE),
            "program": house.client.get("/broken"),
            "sent": house.client.post("/broken", headers=PAGE, json={}),
        }
        for answer in asked.values():
            assert answer.status_code == 500
            assert answer.json()["code"] == "fault"
        for answer in (page, nobody, *asked.values()):
            assert "ZeroDivision" not in answer.text
            assert "secret" not in answer.text


def test_a_fault_that_breaks_the_page_too_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_page(*_: object, **__: object) -> None:
        raise ValueError

    with served(tmp_path) as house:
        failing(house)
        monkeypatch.setattr(error_pages, "render", no_page)
        answer = looked(house, "/broken")
        assert answer.status_code == 500
        assert answer.headers["content-type"].startswith("text/html")
        assert "<h1>Internal error</h1>" in answer.text
        assert house.client.get("/broken").json()["code"] == "fault"
