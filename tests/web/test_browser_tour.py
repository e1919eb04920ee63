"""The tour's jackpot: dealt by hand to a bot, claimed, verified, paid, and found under surveillance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.browsing import NEEDS_CHROMIUM, signed_in
from web.serve_process import serving
from web.test_browser_dealer import settled

pytestmark = NEEDS_CHROMIUM
SEVEN, OTHERS = "7h", ("9c", "Td", "8s", "Jc", "6d", "Qs", "5c", "Kd")
MOST = 200


def card(now: str, others: Iterator[str]) -> str:
    """A seven of hearts for box 7's first two cards and the dealer's up card; else anything."""
    is_meant = now.startswith("Box 7, ") or now == "The dealer's first card"
    return SEVEN if is_meant else next(others)


def deal(page: Page, until: str) -> None:
    """Press Enter through whatever comes, as the tour says, until the console says this."""
    others = cycle(OTHERS)
    for _ in range(MOST):
        settled(page)
        now = page.inner_text("#next")
        if until in now:
            return
        if now.startswith("No more bets?") and "2 of 2" not in now:
            page.wait_for_timeout(200)
        elif page.is_enabled("#do"):
            if page.is_visible("#scan"):
                page.keyboard.type(card(now, others))
            page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    raise AssertionError(f"{until!r} never comes: {page.inner_text('#next')}")


@pytest.mark.long
def test_a_jackpot_goes_from_the_dealer_over_the_floor_to_surveillance(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        serving("--database", f"sqlite:///{tmp_path / 'demo.db'}") as (origin, links),
        signed_in(browser, origin, links["dee"]) as dee,
    ):
        dee.click("nav >> text=Deal")
        dee.click("text=Scanner pit")
        deal(dee, "payout to be confirmed")
        expect(dee.locator("#next-about")).to_contain_text("A jackpot of $5,0")
        dee.keyboard.press("Enter")
        dee.wait_for_url("**/floor/approvals", wait_until="load")
        dee.get_by_role("button", name="Claim $5,0").click()
        expect(dee.locator("#hits")).to_contain_text("Claimed by dee")
        with signed_in(browser, origin, links["sue"]) as sue:
            sue.goto("/floor/approvals")
            sue.get_by_role("button", name="Verify $5,0").click()
            expect(sue.locator("#hits")).to_contain_text("Verified: the dealer pays it")
        dee.click("#hits >> text=Scanner pit")
        expect(dee.locator(".pay-line .sum").first).to_contain_text("stake not returned = $")
        deal(dee, "ets")
        with signed_in(browser, origin, links["vic"]) as vic:
            vic.click("nav >> text=Surveillance")
            vic.check("text=With a jackpot")
            vic.get_by_role("button", name="Search").click()
            vic.click("text=Scanner pit · 1")
            expect(vic.locator("#verdict")).to_contain_text("✓ Paid correctly")
            for words in ("Claimed", "dealer dee", "Verified", "supervisor sue", "Paid"):
                expect(vic.locator("#hits")).to_contain_text(words)
