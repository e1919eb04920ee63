"""The pages in a browser: somebody signs in by a link, sits down and plays a round of each game."""

from __future__ import annotations

import time
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from cutcard.floor.demo.tables import demo_titles
from web.at_the_page import begun, open_seat, rounds_of
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, fits, resized, signed_in

pytestmark = NEEDS_CHROMIUM
SHORT: Final = [("maryland", "desktop"), ("switch", "phone")]
LONG: Final = [
    (name, size) for name in sorted(demo_titles()) for size in SIZES if (name, size) not in SHORT
]
FACE_DOWN: Final = "a face-down card"
NOT_CHOSEN: Final = ("decline", "stand")


def asked_with(page: Page) -> list[str] | None:
    """The dealer's cards while something is asked, both at one moment."""
    found: list[str] | None = page.evaluate(
        """() => document.querySelector(".actions button") && [...document.querySelectorAll(
        "#dealer .playing-card")].map((each) => each.getAttribute("aria-label"))"""
    )
    return found


def sit_and_bet(page: Page, name: str) -> None:
    page.goto(f"/tables/{name}")
    page.get_by_role("button", name="Sit at box 2").click()
    page.get_by_role("button", name="Buy in $500").click()
    page.click("[data-chip='25']")
    before = rounds_of(page)
    page.click("[data-do=place_bet]")
    begun(page, before)


def play_out(page: Page) -> list[list[str]]:
    """Let offers pass and stand until the round is paid; what of the dealer's was seen meanwhile."""
    seen = []
    until = time.monotonic() + 30
    while not page.query_selector("#results[data-over] h2"):
        assert time.monotonic() < until, page.inner_text("#table")
        shown = asked_with(page)
        if shown is not None:
            seen.append(shown)
            choices = page.query_selector_all(".actions button:not(:disabled)")
            names = [each.get_attribute("data-do") for each in choices]
            wanted = next((each for each in NOT_CHOSEN if each in names), None)
            if wanted:
                page.keyboard.press({"decline": "n", "stand": "s"}[wanted])
        page.wait_for_timeout(60)
    return seen


def play_a_round(page: Page, name: str, size: str) -> None:
    resized(page, size)
    sit_and_bet(page, name)
    seen = play_out(page)
    if name in ("maryland", "massachusetts", "switch", "pontoon"):
        assert all(each[1:] == [FACE_DOWN] for each in seen), seen
    page.locator("#results summary").first.click()
    told = page.inner_text("#results details[open]")
    assert "$25" in told
    assert page.locator("#results details[open] dd").last.inner_text()
    assert fits(page), "it scrolls sideways"
    assert grave(page) == []
    open_seat(page)
    page.click("[data-do=cash_out]")
    page.wait_for_selector("text=Your chips $0")
    page.click("[data-do=leave]")
    page.get_by_role("button", name="Sit at box 2").wait_for()


@pytest.mark.parametrize(("name", "size"), SHORT)
def test_a_round_is_played_at_the_players_page(page: Page, name: str, size: str) -> None:
    play_a_round(page, name, size)


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), LONG)
def test_a_round_of_every_game_is_played(page: Page, name: str, size: str) -> None:
    play_a_round(page, name, size)


def test_a_command_that_was_not_answered_is_asked_again_under_its_key(page: Page) -> None:
    """The answer is lost on its way: the page asks again, and the house does it once."""
    keys: list[str] = []
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto("/tables/six-to-five")
    page.get_by_role("button", name="Sit at box 2").click()
    page.get_by_role("button", name="Buy in $500").wait_for()

    def note(request: Request) -> None:
        said = request.post_data_json if request.method == "POST" else None
        if said is not None:
            keys.append(said["key"])

    page.on("request", note)
    lost = 0

    def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        if lost == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/commands", lose)
    page.get_by_role("button", name="Buy in $500").click()
    page.wait_for_selector("text=Your chips $500")
    page.wait_for_selector("[data-do=cash_out]:not(:disabled)")
    assert page.evaluate("sessionStorage.getItem('cutcard-pending')") is None
    page.unroute("**/commands")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert "Your chips $500" in page.inner_text("#tray")


def test_a_spectator_sees_the_table_and_can_do_nothing(
    page: Page, demo: tuple[str, dict[str, str]]
) -> None:
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(base_url=page.url.partition("/tables")[0])
    other = context.new_page()
    other.goto(f"/enter#{demo[1]['vic']}")
    other.wait_for_url("**/surveillance")
    other.goto("/tables/maryland")
    other.wait_for_selector("text=You are watching this table.")
    assert other.locator(".box").count() == 7
    assert other.locator("#boxes button, #tray button").count() == 0
    other.click("#sign-out")
    other.wait_for_url("**/enter")
    other.goto("/tables/maryland")
    assert other.url.endswith("/enter")
    context.close()


@pytest.mark.parametrize(
    ("name", "way", "path"),
    [
        ("dee", "Deal", "/deal"),
        ("flo", "Floor", "/floor"),
        ("sue", "Floor", "/floor"),
        ("art", "Surveillance", "/surveillance"),
        ("max", "People", "/people"),
    ],
)
def test_whoever_signs_in_arrives_at_their_work(
    browser: Browser, demo: tuple[str, dict[str, str]], name: str, way: str, path: str
) -> None:
    with signed_in(browser, demo[0], demo[1][name]) as found:
        assert found.url == f"{demo[0]}{path}"
        assert found.inner_text("nav [aria-current]") == way
