"""From the front door, as newcomers: a first hand, the rules, a design mended, a quiz, a place found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, fits, new_page

pytestmark = NEEDS_CHROMIUM
FIRST_HAND_SECONDS = 30
LONGEST_SECONDS = 120
TABS = 60


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
        assert page.locator("[data-visit]").count() == 6
        assert fits(page)
        assert grave(page) == []
        page.get_by_text("I have a name or a link").click()
        expect(page.get_by_label("Password")).to_be_visible()
        page.goto(f"/enter#{demo[1]['dee' if size == 'phone' else 'flo']}")
        page.wait_for_url(re.compile("/(deal|floor)$"))


def test_a_first_hand_is_played_to_its_end_by_what_the_guide_says(door: Page) -> None:
    first_hand(door, LONGEST_SECONDS)


@pytest.mark.long
def test_a_first_hand_is_over_within_thirty_seconds(door: Page) -> None:
    """A machine with other work is slower than that, so the figure has a test of its own."""
    first_hand(door, FIRST_HAND_SECONDS)


def first_hand(door: Page, seconds: float) -> None:
    """One press at the door, then only what the guide points at; every press by the keyboard."""
    began = time.monotonic()
    door.get_by_role("button", name="Play now").press("Enter")
    door.wait_for_url("**/tables/**")
    guide = door.get_by_role("complementary", name="Your first hand")
    expect(guide).to_contain_text("Press a chip")
    while "Done" not in guide.inner_text():
        assert time.monotonic() - began < seconds, guide.inner_text()
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
    assert grave(door) == []
    guide.get_by_role("link", name="How did I play?").click()
    expect(door.locator("#rounds li.card")).to_have_count(1)


def test_bet_stays_where_it_is_when_chips_are_put_down(door: Page) -> None:
    """What comes beside it, to clear or to play another box, moves nothing under the pointer."""
    door.get_by_role("button", name="Play now").click()
    door.wait_for_url("**/tables/**")
    bet = door.locator("#tray [data-do=place_bet]")
    before = bet.bounding_box()
    door.locator("[data-chip='5']").click()
    expect(bet).to_have_text(re.compile("Bet \\$5"))
    expect(door.locator("#tray [data-do=clear]")).to_be_visible()
    after = bet.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["y"]) == (before["x"], before["y"])


def test_whoever_sits_out_is_guided_to_the_next_round_and_hears_why_the_box_is_free(
    browser: Browser, demo: tuple[str, dict[str, str]], door: Page
) -> None:
    door.get_by_role("button", name="Play now").click()
    door.wait_for_url("**/tables/**")
    table = door.url.partition("?")[0]
    with new_page(browser, demo[0]) as other:
        other.goto("/")
        other.get_by_role("button", name="Learn").click()
        other.wait_for_url("**/school")
        other.goto(table)
        other.get_by_role("button", name="Take a seat").click()
        other.locator("[data-do=buy_in]").first.click()
        rounds = 0
        while door.locator("#tray [data-do=sit]").count() == 0:
            if rounds == 1 and other.locator("#tray [data-do=stand]:not(:disabled)").count():
                guide = door.get_by_role("complementary", name="Your first hand")
                expect(guide).to_contain_text("goes on without you")
            for wanted in ("stand", "decline", "again", "place_bet"):
                control = other.locator(f"#tray [data-do={wanted}]:not(:disabled)")
                if control.count():
                    control.first.click()
                    rounds += wanted in {"again", "place_bet"}
                    break
            else:
                chip = other.locator("[data-chip='5']:not(:disabled)")
                if chip.count():
                    chip.click()
            other.wait_for_timeout(100)
    expect(door.locator("#tray")).to_contain_text("Your box was freed")
    expect(door.locator("#tray")).to_contain_text("$500 in chips are still yours")


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
    expect(price).to_have_attribute("aria-invalid", "true")
    expect(door.locator("#edge")).to_have_text("9.625%", timeout=60_000)
    assert "p.any_20=5+to+1" in door.url
    door.reload()
    expect(price).to_have_value("5 to 1")
    expect(door.locator("#change")).to_contain_text("17.639%", timeout=20_000)
    price.fill("none of your business")
    expect(door.get_by_role("alert")).to_contain_text("is not a price")
    door.get_by_role("button", name="Printed: 4 to 1").press("Enter")
    expect(price).to_have_value("4 to 1")
    expect(price).not_to_have_attribute("aria-invalid", "true")
    expect(verdict).to_contain_text("May be offered")
    expect(door.locator("#edge")).to_have_text("17.639%", timeout=20_000)
    expect(door.locator("#problem")).to_be_hidden()
    assert grave(door) == []


def test_a_paytable_is_mended_by_keys_alone(door: Page) -> None:
    """From the door, with Tab, Enter and letters: the field is found, broken, and taken back."""
    reach(door, "button", re.compile("^Explore"))
    door.keyboard.press("Enter")
    door.wait_for_url("**/studio")
    expect(door.locator("#verdict")).to_contain_text("May be offered", timeout=20_000)
    reach(door, "textbox", "Any 20 pays")
    door.keyboard.press("Control+a")
    door.keyboard.type("5 to 1")
    expect(door.locator("#verdict")).to_contain_text("May not be offered", timeout=20_000)
    door.keyboard.press("Tab")
    expect(door.get_by_role("button", name="Printed: 4 to 1")).to_be_focused()
    door.keyboard.press("Enter")
    expect(door.get_by_label("Any 20 pays")).to_be_focused()
    expect(door.locator("#verdict")).to_contain_text("✓ May be offered", timeout=20_000)


def reach(page: Page, role: Any, name: str | re.Pattern[str]) -> None:
    """Press Tab until this control has the keyboard."""
    wanted = page.get_by_role(role, name=name).element_handle()
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(each) => document.activeElement === each", wanted):
            return
    raise AssertionError(f"{name} is not reached by Tab")


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
    expect(door.locator("#mark")).to_contain_text(re.compile("Right|Not so: ."))
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
    forget = door.locator("#forget")
    forget.click()
    expect(forget).to_contain_text("Press again")
    expect(door.locator("#sums")).to_contain_text("20")
    forget.click()
    expect(forget).to_be_hidden()


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
