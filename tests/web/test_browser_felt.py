"""The betting areas of the felt in a browser: bets are made in them, and nothing moves for it."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page

from web import at_the_page as at
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, fits, resized
from web.test_browser_player import leave, play_out

pytestmark = NEEDS_CHROMIUM
PLACES: Final = """() => [...document.querySelectorAll(".box, .box [data-area]")].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [each.dataset.area ?? "", ...[left, top, width, height].map(Math.round)];
})"""
LYING: Final = """(box) => Object.fromEntries(
    [...document.querySelectorAll(`.box[data-box="${box}"] [data-area]:has(.stake)`)].map((each) =>
        [each.dataset.area, each.querySelector(".stake b").textContent]))"""

PRESSED: Final = """() => [...document.querySelectorAll(".actions button")].every((each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
})"""
"""Whether everything that one may do is on the screen."""
MOVES: Final = """() => {
    const animate = Element.prototype.animate;
    window.moves = [];
    Element.prototype.animate = function (frames, told) {
        const seat = this.closest(".box")?.dataset.box ?? this.closest("#dealer")?.id;
        window.moves.push([this.getAttribute("class"), seat, told.delay ?? 0, told.duration]);
        return animate.call(this, frames, told);
    };
}"""


def area(page: Page, wager: str, box: int = 2) -> Locator:
    return page.locator(f".box[data-box='{box}'] [data-area='{wager}']")


def test_chips_are_put_on_the_areas_of_ones_own_box_and_nothing_moves(page: Page, other: Page) -> None:
    resized(page, "desktop")
    at.sit(page, "maryland", 2)
    at.sit(other, "maryland", 3)
    assert other.inner_text(".box[data-box='2'] .name") == "guest", "nobody else is called you"
    assert page.inner_text(".box[data-box='3'] .name") == "ann"
    before = page.evaluate(PLACES)
    page.click("[data-chip='25']")
    area(page, "main").click()
    page.get_by_role("button", name="Lucky Ladies, box 2: empty. Add $25").click()
    assert page.evaluate(LYING, 2) == {"main": "$50", "lucky_ladies": "$25"}
    assert page.get_attribute("#tray [data-wager='lucky_ladies']", "aria-pressed") == "true"
    pays = page.get_by_role("region", name="What Lucky Ladies pays")
    assert "Any 20" in pays.inner_text()
    href = pays.locator(".pays-head a").get_attribute("href") or ""
    assert href.startswith("/law/md-blackjack?cite=Ch.13+")
    assert area(page, "main", 3).evaluate("(each) => each.tagName") == "DIV"
    assert page.evaluate(PLACES) == before
    assert grave(page) == []
    page.click("[data-do=place_bet]")
    other.wait_for_selector(".box[data-box='2'] [data-area='lucky_ladies'].filled")
    assert other.evaluate(LYING, 2) == {"main": "$50", "lucky_ladies": "$25"}
    assert "Lucky Ladies" in area(other, "lucky_ladies").inner_text().replace("\n", " ")
    page.wait_for_selector("text=Your bet is down")
    assert page.evaluate(PLACES) == before
    assert page.locator("#boxes button[data-area]").count() == 0
    area(page, "lucky_ladies").click()  # what is down is a plain place now, and a touch does nothing
    page.keyboard.press("t")
    page.wait_for_selector("text=Your chips $500")
    page.goto(href)
    page.click(".way-back")
    page.wait_for_selector("text=Your chips $500")
    assert page.evaluate(LYING, 2) == {}
    leave(page)
    leave(other)


def test_an_area_is_bet_on_from_the_keyboard_and_keeps_the_focus(page: Page) -> None:
    at.sit(page, "pontoon", 2)
    wager = "bonus_spin_progressive"
    area(page, "main").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.dataset.area") == wager
    assert page.evaluate(LYING, 2) == {"main": "$10", wager: "$5"}, "it takes one stake only"
    page.keyboard.press("b")
    at.begun(page, 0)
    play_out(page)
    leave(page)


def test_multiple_action_takes_three_amounts_and_one_touch_makes_them_the_same(page: Page) -> None:
    at.sit(page, "multiple-action", 2)
    posts = at.Posts(page)
    page.click("[data-chip='25']")
    assert page.evaluate(LYING, 2) == {"main": "$25", "main_2": "$25", "main_3": "$25"}
    page.click("[data-do=clear]")
    area(page, "main").click()
    assert page.is_disabled("[data-do=place_bet]"), "two of the three must be there"
    page.click("#tray [data-wager='main_2']")
    page.click("[data-chip='5']")
    assert "Bet $30" in page.inner_text("#tray")
    page.click("[data-do=even]")
    assert page.evaluate(LYING, 2) == {"main": "$25", "main_2": "$25", "main_3": "$25"}
    area(page, "main_3").click()
    page.click("[data-do=place_bet]")
    at.begun(page, 0)
    (bet,) = [each["command"]["stakes"] for each in posts.sent if each["command"]["do"] == "place_bet"]
    assert bet == {"main": "25.00", "main_2": "25.00", "main_3": "30.00"}
    posts.stop()
    play_out(page)
    leave(page)


def test_main_wagers_of_switch_stay_equal_wherever_the_chip_is_put(page: Page) -> None:
    resized(page, "phone")
    at.sit(page, "switch", 2)
    area(page, "main_2").click()
    area(page, "main").click()
    area(page, "super_match").click()
    assert page.evaluate(LYING, 2) == {"main": "$10", "main_2": "$10", "super_match": "$5"}
    assert fits(page)
    assert grave(page) == []
    page.click("[data-do=clear]:has-text('Clear Super Match')")
    assert page.evaluate(LYING, 2) == {"main": "$10", "main_2": "$10"}
    page.click("[data-do=clear]")
    leave(page)


def test_the_felt_says_what_its_table_pays_and_does(page: Page) -> None:
    for size, seen in (("desktop", "svg.inscribed"), ("phone", "ul.printed")):
        resized(page, size)
        page.goto("/tables/switch")
        assert page.locator(seen).is_visible()
        told = page.inner_text(seen) if seen.startswith("ul") else page.text_content(seen) or ""
        for each in ("Blackjack pays 6 to 5", "hits soft 17", "Dealer's 22 is a push"):
            assert each in told


def to_a_turn(page: Page) -> None:
    """A hand to play, the offers let pass; another round where the first was over at once."""
    while not page.query_selector(".actions [data-do=stand]:not(:disabled)"):
        if page.query_selector(".actions [data-do=decline]:not(:disabled)"):
            page.keyboard.press("n")
        elif page.query_selector("[data-chip='25']:not(:disabled)"):
            before = at.rounds_of(page)
            page.keyboard.press("3")
            page.keyboard.press("b")
            at.begun(page, before)
        page.wait_for_timeout(40)


def test_a_phone_on_its_side_keeps_the_hand_and_the_buttons_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    for table in ("multiple-action", "maryland"):
        at.sit(page, table, 1)
        to_a_turn(page)
        assert page.evaluate(at.IN_SIGHT)
        assert page.evaluate(PRESSED)
        assert fits(page)
        assert re.fullmatch(r"\d+ s", page.inner_text("#clock")), "so long the dealer waits"
        play_out(page)
        leave(page)


def test_a_total_is_told_when_its_cards_lie(page: Page) -> None:
    resized(page, "desktop")
    at.sit(page, "maryland", 1)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(MOVES)
    to_a_turn(page)
    moves = page.evaluate("window.moves")
    page.emulate_media(reduced_motion="reduce")
    for seat in ("1", "dealer"):
        lies = max(delay + took for name, at_, delay, took in moves if at_ == seat and "card" in name)
        told = [delay for name, at_, delay, _ in moves if at_ == seat and name == "total"]
        assert told
        assert min(told) > 0
        assert max(told) >= lies
    play_out(page)
    leave(page)
