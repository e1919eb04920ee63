"""From the front door, as newcomers: a first hand, the rules, a design mended, a quiz, a place found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, fits, new_page

pytestmark = NEEDS_CHROMIUM
FIRST_HAND_SECONDS = 30
HAND_CLICKS = 60


@pytest.fixture
def door(browser: Browser, demo: tuple[str, dict[str, str]]) -> Iterator[Page]:
    """The demonstration as somebody new sees it."""
    with new_page(browser, demo[0]) as page:
        page.goto("/")
        yield page


@pytest.mark.parametrize("size", PHONE_LATER)
def test_the_door_says_what_this_is_and_who_has_a_link_uses_it(
    browser: Browser, demo: tuple[str, dict[str, str]], size: str
) -> None:
    with new_page(browser, demo[0], size) as page:
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Blackjack, dealt by the book")
        assert page.locator("[data-visit]").count() == 5
        assert fits(page)
        assert grave(page) == []
        page.get_by_text("I have a name or a link").click()
        expect(page.get_by_label("Password")).to_be_visible()
        page.goto(f"/enter#{demo[1]['dee' if size == 'phone' else 'flo']}")
        page.wait_for_url(re.compile("/(deal|floor)$"))


def test_a_first_hand_is_over_within_thirty_seconds(door: Page) -> None:
    """One press at the door, then only what the guide points at; every press by the keyboard."""
    began = time.monotonic()
    door.get_by_role("button", name="Play now").press("Enter")
    door.wait_for_url("**/tables/**")
    guide = door.get_by_role("complementary", name="Your first hand")
    expect(guide).to_contain_text("Press a chip")
    for _ in range(HAND_CLICKS):
        if "Done" in guide.inner_text():
            break
        for wanted in ("stand", "decline", "place_bet"):
            control = door.locator(f"#tray [data-do={wanted}]:not(:disabled)")
            if control.count():
                control.first.press("Enter")
                break
        else:
            if "Press a chip" in guide.inner_text():
                door.keyboard.press("2")
        door.wait_for_timeout(150)
    expect(guide).to_contain_text("That was a whole hand")
    assert time.monotonic() - began < FIRST_HAND_SECONDS
    assert grave(door) == []
    guide.get_by_role("link", name="How did I play?").click()
    expect(door.locator("#rounds li.card")).to_have_count(1)


def test_a_question_mark_shows_the_rules_with_their_provisions(door: Page) -> None:
    door.get_by_role("button", name="Play now").click()
    door.wait_for_url("**/tables/**")
    door.goto("/tables/maryland")
    door.keyboard.press("?")
    help_ = door.get_by_role("dialog", name="Help")
    expect(help_).to_contain_text("Blackjack pays 3 to 2")
    expect(help_.get_by_role("link", name="Ch.13 §A(2)(a)").first).to_be_visible()
    assert grave(door) == []
    help_.get_by_role("button", name="bust").first.click()
    expect(door.locator("#term-bust")).to_contain_text("above 21")
    door.keyboard.press("Escape")
    door.keyboard.press("Escape")
    expect(help_).to_have_count(0)


def test_any_place_is_found_by_its_letters(door: Page) -> None:
    door.get_by_role("button", name="Watch").click()
    door.wait_for_url("**/surveillance")
    door.keyboard.press("Control+k")
    find = door.get_by_role("combobox", name=re.compile("Find a page"))
    find.press_sequentially("ladies")
    expect(door.locator("#places [role=option]").first).to_contain_text("Lucky Ladies")
    assert grave(door) == []
    find.press("ArrowDown")
    find.press("ArrowUp")
    find.press("Enter")
    door.wait_for_url("**/odds/**")


def test_an_unlawful_paytable_is_recognised_and_mended(door: Page) -> None:
    door.get_by_role("button", name="Explore odds and law").click()
    door.wait_for_url("**/studio")
    verdict = door.locator("#verdict")
    expect(verdict).to_contain_text("May be offered", timeout=20_000)
    price = door.get_by_label("Any 20 pays")
    price.fill("5 to 1")
    expect(verdict).to_contain_text("May not be offered", timeout=20_000)
    expect(door.locator("#findings .violation")).to_contain_text("Ch.13 §A(4)(a)")
    expect(door.locator("#edge")).to_have_text("9.625%", timeout=60_000)
    assert "p.any_20=5+to+1" in door.url
    door.reload()
    expect(price).to_have_value("5 to 1")
    expect(door.locator("#change")).to_contain_text("17.639%", timeout=20_000)
    price.fill("none of your business")
    expect(door.get_by_role("alert")).to_contain_text("is not a price")
    door.get_by_role("button", name="As printed").click()
    expect(verdict).to_contain_text("May be offered")
    expect(door.locator("#edge")).to_have_text("17.639%", timeout=20_000)
    expect(door.locator("#problem")).to_be_hidden()
    assert grave(door) == []


def test_a_quiz_is_answered_by_keys_and_hides_what_is_right(door: Page) -> None:
    door.get_by_role("button", name=re.compile("^Deal")).click()
    door.wait_for_url("**/deal")
    door.goto("/school/quiz")
    door.get_by_role("button", name="Begin").press("Enter")
    expect(door.locator("#answers button").first).to_be_visible(timeout=30_000)
    assert door.locator(".is-right").count() == 0
    door.keyboard.press("1")
    expect(door.locator("#answers .is-right")).to_have_count(1)
    expect(door.locator("#mark a.cite")).to_be_visible()
    expect(door.locator("#right")).to_have_text(re.compile("[01] of 1"))
    assert grave(door) == []
    expect(door.get_by_role("button", name="Next question")).to_be_focused()


@pytest.mark.long
def test_a_drill_of_twenty_hands_is_finished_by_keys(door: Page) -> None:
    door.get_by_role("button", name="Explore odds and law").click()
    door.wait_for_url("**/studio")
    door.goto("/school/drill")
    expect(door.locator("#answers button").first).to_be_visible(timeout=120_000)
    expect(door.locator("#place")).to_have_text("Hand 1 of 20")
    for hand in range(20):
        key = door.locator("#answers button:not(:disabled)").first.get_attribute("data-key")
        door.keyboard.press(key or "h")
        expect(door.locator("#many")).to_have_text(str(hand + 1))
        assert hand or grave(door) == []
        door.keyboard.press("Space")
    expect(door.locator("#verdict")).to_contain_text(re.compile(r"\d+ of 20 right"))
    assert grave(door) == []
    expect(door.locator("#missed li").first).to_be_visible()
    door.keyboard.press("Enter")
    expect(door.locator("#place")).to_have_text("Hand 1 of 20")
    door.reload()
    expect(door.locator("#sums")).to_contain_text("20", timeout=120_000)
    door.locator("#only").select_option("Insurance")
    expect(door.locator("#asked")).to_have_text("Take insurance?")


@pytest.mark.long
def test_a_simulation_narrows_stops_and_is_shared(door: Page) -> None:
    door.get_by_role("button", name="Explore odds and law").click()
    door.wait_for_url("**/studio")
    door.locator("#run").click()
    state = door.locator("#sim-state")
    expect(state).to_contain_text("rounds: house edge", timeout=240_000)
    door.locator("#stop").click()
    expect(door.locator("#run")).to_have_text("Go on")
    shown = state.inner_text()
    door.reload()
    expect(state).to_have_text(shown, timeout=20_000)
