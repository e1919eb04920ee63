"""The player's page over many rounds in one tab: what it holds does not grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from web.browsing import NEEDS_CHROMIUM, signed_in
from web.watching import Memory, play, remembered, risen, slope

pytestmark = [NEEDS_CHROMIUM, pytest.mark.long]
WARM: Final = 60
"""Rounds until every card was drawn and scripts are compiled."""
EVERY: Final = 6
ROUNDS: Final = 72
NODES_A_ROUND: Final = 2
LISTENERS_A_ROUND: Final = 0.5
BYTES_A_ROUND: Final = 4096
LEAK: Final = """window.kept = [];
new MutationObserver((all) => { for (const each of all) window.kept.push(...each.removedNodes); })
    .observe(document.getElementById("table"), {childList: true, subtree: true});
"""


@pytest.fixture(scope="module")
def page(browser: Browser, demo: tuple[str, dict[str, str]]) -> Iterator[Page]:
    """The player's page with everything that moves."""
    with signed_in(browser, demo[0], demo[1]["you"], reduced_motion="no-preference") as found:
        yield found


@pytest.fixture(scope="module")
def cdp(page: Page) -> CDPSession:
    found = page.context.new_cdp_session(page)
    found.send("Performance.enable")
    page.goto("/tables/maryland")
    page.get_by_role("button", name="Sit at box 2").click()
    page.click("[data-do=buy_in][data-at='1000']")
    page.wait_for_selector("[data-chip='25']:not(:disabled)")
    play(page, WARM)
    return found


def leaks(found: list[Memory]) -> list[str]:
    """What of it grows with the rounds."""
    heaps, nodes, listeners = ([float(each[at]) for each in found] for at in range(3))
    half = EVERY * (len(found) // 2)
    later = heaps[len(heaps) // 2 :]
    grows = {
        "heap": slope(later) / EVERY > BYTES_A_ROUND,
        "nodes": risen(nodes) / half > NODES_A_ROUND,
        "listeners": risen(listeners) / half > LISTENERS_A_ROUND,
    }
    return [name for name, does in grows.items() if does]


def test_rounds_leave_nothing_behind_in_the_tab(page: Page, cdp: CDPSession) -> None:
    found = list(remembered(page, cdp, ROUNDS, EVERY))
    assert leaks(found) == [], found


def test_a_page_that_keeps_what_it_took_off_the_felt_is_found_out(page: Page, cdp: CDPSession) -> None:
    page.evaluate(LEAK)
    found = list(remembered(page, cdp, ROUNDS, EVERY))
    assert "nodes" in leaks(found), found
