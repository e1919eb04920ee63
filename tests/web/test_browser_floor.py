"""The floor in a browser: a jackpot approved by two, a table opened from a submission and closed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from web import jackpots
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, opened
from web.houses import GOOD, House

pytestmark = NEEDS_CHROMIUM
MINUTE = 60


def prove(page: Page, house: House, name: str) -> None:
    """Prove again who one is, with the password and a new code."""
    page.locator("#prove").wait_for()
    page.fill("#prove input[name=password]", GOOD)
    page.fill("#prove input[name=code]", house.code(name))
    page.click("#prove button.main")


def approve(browser: Browser, house: House, size: str) -> None:
    """The dealer claims it, two supervisors verify it, and nobody does so twice."""
    table = f"sevens-{size}"
    jackpots.win(house, table)
    path, verify = "/floor/approvals", f"Verify {jackpots.AMOUNT}"
    with opened(browser, house, "flo", path, size) as floor:
        assert floor.get_by_role("button", name=verify).count() == 0
        expect(floor.locator("#hits")).to_contain_text(
            "Waiting for the dealer at the table to claim it."
        )
        assert floor.locator("#hits .playing-card").count() == 4
        assert "No meter has hit yet" not in floor.inner_text("main"), "one has, beside these words"
        expect(floor.locator("#hits .sum")).to_contain_text(
            "$20,000.50 − $5 stake not returned = $19,995.50"
        )
        expect(floor.locator("#hits .sum .cite")).to_have_text("MD-A72")
    with opened(browser, house, "dee", path, size) as dealer:
        dealer.get_by_role("button", name=f"Claim {jackpots.AMOUNT}").click()
        expect(dealer.locator("#hits")).to_contain_text("Claimed by dee")
    sign_in_again(house, "sue", "sam")
    with opened(browser, house, "sue", path, size) as first:
        stale = first.context.new_page()
        stale.goto(path)
        stale.route(f"**{path}", lambda route: route.abort())
        first.get_by_role("button", name=verify).click()
        prove(first, house, "sue")
        expect(first.locator("#hits")).to_contain_text("Verified by sue")
        expect(first.locator("#hits")).to_contain_text(
            "You verified it; another supervisor must verify it too."
        )
        assert grave(first) == []
        stale.get_by_role("button", name=verify).click()
        expect(stale.locator("#hits .said")).to_contain_text("sue")
        assert "bad" in (stale.locator("#hits .said").get_attribute("class") or "")
    with opened(browser, house, "sam", path, size) as second:
        second.get_by_role("button", name=verify).click()
        prove(second, house, "sam")
        expect(second.locator("#last")).to_contain_text(f"Blackjack · {table}, 1")
        expect(second.locator("#last")).to_contain_text("sue, sam")
        expect(second.locator("#hits")).to_contain_text("No payout is pending.")
    assert house.floor.meter(f"mega-{table}").hits == ()
    assert house.floor.live(table).books.chips("ann") > 2_000_000


def sign_in_again(house: House, *names: str) -> None:
    """Sessions whose proof is too old for a payout."""
    for each in names:
        house.token(each)
    house.clock.later(6 * MINUTE)


def test_a_jackpot_is_approved_by_two_people(browser: Browser, office: House) -> None:
    approve(browser, office, "desktop")


@pytest.mark.long
def test_a_jackpot_is_approved_on_a_phone(browser: Browser, office: House) -> None:
    approve(browser, office, "phone")


def sign(browser: Browser, house: House, name: str, size: str) -> None:
    """Somebody signs what waits, on a page of their own."""
    with opened(browser, house, name, "/floor/approvals", size) as page:
        page.get_by_role("button", name=f"Sign as {name}").click()
        expect(page.locator("#signing")).to_contain_text(f"and {name}.")


def counted(page: Page, amount: str) -> None:
    page.fill("form[data-do=count] input[name=amount]", amount)
    page.locator("form[data-do=count] button").click()
    expect(page.locator("#signing")).to_contain_text("Waiting for a second signature")


def open_and_close(browser: Browser, house: House, size: str) -> None:
    name = f"lounge-{size}"
    with opened(browser, house, "flo", "/floor/open?from=maryland", size) as page:
        expect(page.locator("#verdict")).to_contain_text("Compliant", timeout=20_000)
        hands = page.locator("[data-path='options.max_hands']")
        hands.fill("1")
        field = page.locator("[data-field='options.max_hands']")
        expect(field.locator(".violation")).to_contain_text("Not permitted", timeout=20_000)
        assert field.locator(".violation .cite").inner_text().startswith("Ch.")
        assert hands.get_attribute("aria-invalid") == "true"
        expect(page.locator("#set-up")).to_be_disabled()
        hands.fill("4")
        expect(page.locator("#verdict")).to_contain_text("Compliant", timeout=20_000)
        assert field.locator(".violation").count() == 0
        page.fill("#table-name", "the lounge")
        page.click("#set-up")
        expect(page.locator("#said-name")).to_contain_text("letters, digits and hyphens")
        assert hands.input_value() == "4", "nothing is lost on an error"
        page.fill("#table-name", name)
        page.click("#set-up")
        page.wait_for_url(f"**/floor/tables/{name}")
        counted(page, "50,000")
        sign(browser, house, "dee", size)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator("#day")).to_contain_text("Open")
        house.seat(name, "ann", 1)
        house.play(name, "ann")
        page.get_by_text("Close the table").click()
        page.get_by_role("button", name="Close it").click()
        expect(page.locator("#day")).to_contain_text("Closed")
        page.locator("form[data-do=count]").wait_for()
        by_books = page.input_value("form[data-do=count] input[name=amount]")
        counted(page, by_books)
        sign(browser, house, "sue", size)
        expect(page.locator("#due")).not_to_contain_text("Closing count")
        assert grave(page) == []
    assert not house.floor.live(name).books.is_counted


def test_a_table_is_opened_from_a_submission_and_closed(browser: Browser, office: House) -> None:
    open_and_close(browser, office, "desktop")


@pytest.mark.long
def test_a_table_is_opened_and_closed_on_a_phone(browser: Browser, office: House) -> None:
    open_and_close(browser, office, "phone")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(browser: Browser, office: House, size: str) -> None:
    table = f"axe-{size}"
    jackpots.win(office, table)
    for path in ("/floor", f"/floor/tables/{table}", "/floor/approvals", "/floor/open"):
        with opened(browser, office, "sue", path, size) as page:
            page.wait_for_timeout(200)
            assert grave(page) == [], path


def test_the_par_sheet_is_a_step_from_the_table_and_from_the_floor(
    browser: Browser, office: House
) -> None:
    with opened(browser, office, "ann", "/tables/one", "phone") as page:
        page.get_by_role("button", name="Odds of this table").click()
        page.locator("#odds").get_by_role("link", name="par sheet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Par sheet: Blackjack · one")
    with opened(browser, office, "flo", "/floor/tables/one") as page:
        page.get_by_role("link", name="Par sheet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Par sheet: Blackjack · one")


def test_a_finding_is_told_in_words_and_its_path_stays_at_hand(browser: Browser, office: House) -> None:
    with opened(browser, office, "flo", "/floor/open?from=maryland", "phone") as page:
        expect(page.locator("#verdict")).to_contain_text("Compliant", timeout=20_000)
        assert page.input_value("[data-path=operator]") == "", "a live floor files in its own name"
        page.locator("[data-path='options.decks']").fill("8")
        found = page.locator("#found button", has_text="Match the Dealer").first
        expect(found).to_be_visible(timeout=20_000)
        assert (found.get_attribute("title") or "").startswith("wagers.match_the_dealer")
        assert not re.search(r"\b(wagers|options)\.|[a-z]_[a-z]", page.inner_text("#open"))
        found.click()
        assert page.evaluate("document.activeElement.closest('[data-wager]').dataset.wager") == (
            "match_the_dealer"
        )


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_is_due_leads_to_a_table_where_it_is(browser: Browser, office: House, size: str) -> None:
    with opened(browser, office, "flo", "/floor", size) as page:
        tile = page.locator(".tile", has_text="due now")
        assert int(tile.locator("b").inner_text()) > 0
        row = page.locator(".pit-row.sought")
        assert row.count() == 0
        tile.click()
        expect(row).to_be_in_viewport()
        assert row.locator(".pit-due .pill.wants").count() > 0
        none = page.locator(".tile", has_text="outliers")
        assert none.locator("b").inner_text() == "0"
        assert none.evaluate("(each) => each.tagName") == "DIV", "it looks as if it led somewhere"
