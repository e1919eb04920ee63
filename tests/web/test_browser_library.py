"""The library and the meter wall in a browser: what is cited is in sight, and figures come in."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, THEMES, fits, resized

pytestmark = NEEDS_CHROMIUM


def test_a_citation_opens_in_sight_and_the_search_finds_it(page: Page) -> None:
    page.goto("/law/md-blackjack?cite=MD-A12")
    expect(page.locator("#MD-A12")).to_be_in_viewport()
    page.goto("/law/md-blackjack?cite=Ch.13 §A(4)(a)(i)")
    row = page.locator("tr.meant").first
    expect(row).to_be_in_viewport()
    assert "1000 to 1" in row.inner_text()
    page.goto("/law")
    page.fill("#q", "even money ace")
    page.keyboard.press("Enter")
    page.locator("a.hit", has_text="MD-A12").first.click()
    expect(page.locator("#MD-A12")).to_be_in_viewport()
    assert grave(page) == []
    resized(page, "phone")
    assert fits(page)
    resized(page, "desktop")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_two_documents_are_compared_and_a_provision_opened(page: Page, size: str) -> None:
    resized(page, size)
    page.goto("/law/diff")
    page.select_option("select[name=a]", "md-players-edge-21@undated")
    page.select_option("select[name=b]", "md-pontoon-21@undated")
    page.get_by_role("button", name="Compare").click()
    row = page.locator("#options-soft_17-fixed")
    expect(row).to_contain_text("stand (fixed)")
    expect(row).to_contain_text("alone", timeout=120_000)
    assert fits(page)
    assert grave(page) == []
    row.locator("a.cite").last.click()
    expect(page).to_have_url(re.compile(r"/law/md-pontoon-21\?part="))
    resized(page, "desktop")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_price_far_down_a_wagers_paytables_is_seen_with_the_wagers_name(page: Page, size: str) -> None:
    resized(page, size)
    page.goto("/law/md-blackjack?cite=Ch.13 §O(6)(b)&wager=buster_blackjack&outcome=bust_in_seven")
    expect(page.locator("#paytable-buster_blackjack-F tr.meant")).to_be_in_viewport()
    expect(page.locator("#wager-buster_blackjack header b")).to_be_in_viewport(ratio=1)
    resized(page, "desktop")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_brochures_headings_and_outcomes_are_not_squeezed(page: Page, size: str) -> None:
    resized(page, size)
    page.goto("/law/players-edge-21-brochure?cite=Brochure: MATCH THE DEALER PAYOUTS, No Match")
    expect(page.locator("tr.meant").first).to_be_in_viewport()
    listed = page.locator(".contents a b").all_inner_texts()
    assert len(set(listed)) == len(listed), "two divisions look the same"
    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".contents a b").evaluate_all(cut) == 0
    least = "(all) => Math.min(...all.map((each) => each.clientWidth))"
    assert page.locator("details[open] .paytable tbody th").evaluate_all(least) >= 100
    assert fits(page)
    resized(page, "desktop")


def test_paytables_beside_each_other_do_not_run_into_each_other(page: Page) -> None:
    page.goto("/law/md-pontoon-21?cite=Ch.12 §D(3)(f)&wager=bonus_spin_progressive&outcome=$165")
    expect(page.locator("#paytable-bonus_spin_progressive-C tr.meant")).to_be_in_viewport()
    places = page.locator("details[open] .paytable").evaluate_all(
        "(all) => all.map((each) => { const { left, right, top } = each.getBoundingClientRect();"
        " return [top, left, right]; })"
    )
    pairs = [(one, two) for one, two in pairwise(sorted(places)) if one[0] == two[0]]
    assert pairs
    assert all(one[2] <= two[1] for one, two in pairs)


def test_odds_come_in_by_themselves(page: Page) -> None:
    page.goto("/odds/md-blackjack/lucky_ladies")
    page.wait_for_selector(".plot .line", timeout=60_000)
    assert "17.639%" in page.inner_text(".big")
    page.wait_for_selector("[data-computing]", state="detached", timeout=60_000)
    assert grave(page) == []
    page.select_option("select[name=decks]", "2")
    page.wait_for_url("**decks=2")
    page.wait_for_selector("text=24.939%", timeout=60_000)
    resized(page, "phone")
    assert fits(page)
    resized(page, "desktop")


def test_the_wall_rolls_without_moving_anything(page: Page) -> None:
    page.goto("/meters")
    first = page.locator(".jackpot .shows").first
    where = first.bounding_box()
    fresh = page.content().replace("$10,000.00", "$10,000.35")
    fresh = fresh.replace('data-sign="0">0</span></span></p>', 'data-sign="5">5</span></span></p>')
    page.route("**/meters", lambda route: route.fulfill(body=fresh, content_type="text/html"))
    expect(first).to_have_attribute("aria-label", "$10,000.35", timeout=5000)
    assert first.bounding_box() == where
    page.unroute("**/meters")
    expect(first).to_have_attribute("aria-label", "$10,000.00", timeout=5000)
    assert grave(page) == []
    page.keyboard.press("f")
    page.wait_for_selector(".wall-page:fullscreen")
    page.keyboard.press("f")
    page.wait_for_selector(".wall-page:not(:fullscreen)")


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_every_page_of_the_library_is_for_everybody(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    paths = ("/law", "/law/ma-blackjack", "/law/ma-blackjack?part=3", "/law?q=surrender", "/meters")
    for path in (*paths, "/odds", "/odds/ma-blackjack/over_13", "/odds/sheets/maryland"):
        page.goto(path)
        for size in ("phone", "desktop"):
            resized(page, size)
            assert fits(page), (path, size)
            assert grave(page) == [], (path, size)
