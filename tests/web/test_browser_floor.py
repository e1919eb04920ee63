"""The floor in a browser: a jackpot approved by two, a table opened from a submission and closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from web import jackpots
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, chromium, fits
from web.houses import GOOD, House, served

pytestmark = NEEDS_CHROMIUM
MINUTE = 60


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of its own, with plain cookies for a browser on this machine."""
    with served(tmp_path_factory.mktemp("floor"), secure_cookies=False) as found:
        yield found


@contextmanager
def opened(
    browser: Browser, house: House, name: str, path: str, size: str = "desktop"
) -> Iterator[Page]:
    """A page of somebody signed in; a fault of its scripts is a fault of the test."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=house.url, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    context.add_cookies([{"name": "cutcard", "value": house.token(name), "url": house.url}])
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        page.goto(path)
        yield page
        assert fits(page), "it scrolls sideways"
        assert wrong == []
    finally:
        context.close()


def prove(page: Page, house: House, name: str) -> None:
    """Prove again who one is, with the password and a new code."""
    page.locator("#prove").wait_for()
    page.fill("#prove input[name=password]", GOOD)
    page.fill("#prove input[name=code]", house.code(name))
    page.click("#prove button.main")


def approve(browser: Browser, house: House, size: str) -> None:
    """The dealer claims it, two supervisors verify it, and nobody does so twice."""
    jackpots.win(house)
    path, verify = "/floor/approvals", f"Verify {jackpots.AMOUNT}"
    with opened(browser, house, "flo", path, size) as floor:
        assert floor.get_by_role("button", name=verify).count() == 0
        expect(floor.locator("#hits")).to_contain_text("Waits for the dealer at the table to claim it.")
        assert floor.locator("#hits .playing-card").count() == 4
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
            "You verified it; another supervisor verifies it too."
        )
        assert grave(first) == []
        stale.get_by_role("button", name=verify).click()
        expect(stale.locator("#hits .said")).to_contain_text("sue")
        assert "bad" in (stale.locator("#hits .said").get_attribute("class") or "")
    with opened(browser, house, "sam", path, size) as second:
        second.get_by_role("button", name=verify).click()
        prove(second, house, "sam")
        expect(second.locator("#last")).to_contain_text("sue, sam")
        expect(second.locator("#hits")).to_contain_text("No payout waits.")
    assert house.floor.meter(jackpots.METER).hits == ()
    assert house.floor.live(jackpots.TABLE).books.chips("ann") > 2_000_000


def sign_in_again(house: House, *names: str) -> None:
    """Sessions whose proof is too old for a payout."""
    for each in names:
        house.token(each)
    house.clock.later(6 * MINUTE)


def test_a_jackpot_is_approved_by_two_people(browser: Browser, house: House) -> None:
    approve(browser, house, "desktop")


@pytest.mark.long
def test_a_jackpot_is_approved_on_a_phone(browser: Browser, house: House) -> None:
    approve(browser, house, "phone")
