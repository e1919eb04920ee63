"""A line that breaks in the middle of a hand: the page comes back to it, nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from cutcard.table import as_json, settle
from web import at_the_page as at
from web.browsing import NEEDS_CHROMIUM, resized, signed_in
from web.houses import House
from web.rigged import Rig, open_for, rigged_house, stored, welcome
from web.test_browser_hands import EDGE, MARYLAND, case_of, of_one_player
from web.wire import Wire, laid

pytestmark = [NEEDS_CHROMIUM, pytest.mark.long]
SPLIT: Final = (MARYLAND, "Two additional splits, one of them of the second hand")
REDOUBLED: Final = (EDGE, "Three doublings: eight times the original wager")
LIVE: Final = "#link-state:text-is('Live')"
_numbers = count(1)


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    with laid() as found:
        yield found


@pytest.fixture(scope="module")
def rigged(wire: Wire, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Rig]]:
    with rigged_house(tmp_path_factory.mktemp("broken"), beside=(wire.url,)) as found:
        wire.lead_to(found[0].url)
        welcome(found[0], "ann")
        yield found


@pytest.fixture
def page(browser: Browser, wire: Wire, rigged: tuple[House, Rig]) -> Iterator[Page]:
    link = rigged[0].people.link("ann", "sign_in")
    with signed_in(browser, wire.url, link) as found:
        yield found


class Hand:
    """A round of a case under way at a page, after its first decisions."""

    def __init__(self, page: Page, rigged: tuple[House, Rig], law: tuple[str, str], made: int) -> None:
        self.house, rig = rigged
        self.request = of_one_player(case_of(*law).request())
        self.table = f"broken-{next(_numbers)}"
        open_for(self.house, rig, self.table, self.request)
        (box,) = self.request["boxes"]
        at.sit(page, self.table, box["box"])
        at.bet(page, {box["box"]: box["stakes"]})
        self.left = list(self.request["decisions"])
        for _ in range(made):
            at.press(page, self.left.pop(0))
        self.next = self.left.pop(0)
        self.button = f".actions [data-do={self.next['do']}]:not(:disabled)"
        page.wait_for_selector(self.button)

    def is_true(self, page: Page) -> None:
        """The felt and the tray are those of the table, however the page came to them."""
        page.wait_for_selector(LIVE, timeout=60_000)
        page.wait_for_selector(".actions button:not(:disabled)", timeout=60_000)
        view: Any = self.house.get("ann", f"/api/tables/{self.table}").json()
        page.wait_for_selector(f"#table[data-version='{view['version']}']")
        assert page.evaluate(at.FELT) == at.felt_of(view)
        assert page.evaluate(at.TRAY) == at.tray_of(view, "ann")

    def ends_as_written(self, page: Page) -> None:
        """The rest is played; every command is in the store once, and the lines are the engine's."""
        passed = at.decide(page, self.left)
        answer: Any = as_json(settle(self.request))
        assert sorted(at.results(page), key=str) == sorted(at.as_told(answer["settlements"]), key=str)
        commands = 3 + len(self.request["decisions"]) + passed
        assert stored(self.house, self.table, "ann") == ["done"] * commands


def test_a_line_cut_in_the_middle_of_a_hand(page: Page, wire: Wire, rigged: tuple[House, Rig]) -> None:
    hand = Hand(page, rigged, SPLIT, made=2)
    wire.is_down = True
    wire.cut()
    page.wait_for_selector("text=Connecting again")
    page.click(hand.button)
    page.wait_for_timeout(600)
    assert page.query_selector(".actions button:not(:disabled)") is None, "it could be pressed twice"
    wire.is_down = False
    hand.is_true(page)
    hand.ends_as_written(page)


def test_an_answer_lost_on_its_way(page: Page, wire: Wire, rigged: tuple[House, Rig]) -> None:
    hand = Hand(page, rigged, REDOUBLED, made=1)
    posts = at.Posts(page)
    wire.loses_answers = True
    page.click(hand.button)
    page.wait_for_timeout(500)
    wire.loses_answers = False
    hand.is_true(page)
    assert len(posts.keys) > 1, "no answer was lost"
    assert len(set(posts.keys)) == 1
    posts.stop()
    hand.ends_as_written(page)


def test_a_reload_before_the_answer_came(page: Page, wire: Wire, rigged: tuple[House, Rig]) -> None:
    hand = Hand(page, rigged, SPLIT, made=1)
    wire.loses_answers = True
    page.click(hand.button)
    page.wait_for_function("sessionStorage.getItem('cutcard-pending') !== null")
    page.wait_for_timeout(200)
    wire.loses_answers = False
    page.reload()
    for _ in range(
        200
    ):  # to wait by a function would be to evaluate a text, which the page's policy forbids
        if page.evaluate("sessionStorage.getItem('cutcard-pending')") is None:
            break
        page.wait_for_timeout(50)
    hand.is_true(page)
    hand.ends_as_written(page)


def test_two_tabs_press_the_same_button(page: Page, rigged: tuple[House, Rig]) -> None:
    hand = Hand(page, rigged, SPLIT, made=2)
    other = page.context.new_page()
    other.goto(f"/tables/{hand.table}")
    other.wait_for_selector(hand.button)
    press = f"document.querySelector(`{hand.button}`).click()"
    other.evaluate(press)
    page.evaluate(press)
    for each in (page, other):
        hand.is_true(each)
    assert other.evaluate(at.FELT) == page.evaluate(at.FELT)
    hand.ends_as_written(page)
    other.wait_for_selector(at.OVER)
    assert at.results(other) == at.results(page)
    other.close()


def test_a_slow_phone_and_an_impatient_finger(page: Page, rigged: tuple[House, Rig]) -> None:
    resized(page, "phone")
    hand = Hand(page, rigged, REDOUBLED, made=0)
    slow = page.context.new_cdp_session(page)
    slow.send("Network.enable")
    line = {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
    slow.send("Network.emulateNetworkConditions", line)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    press = "(name) => { for (let n = 0; n < 3; n += 1) document.querySelector(name)?.click(); }"
    version = page.get_attribute("#table", "data-version")
    page.evaluate(press, hand.button)
    page.wait_for_selector(f"#table:not([data-version='{version}'])")
    hand.is_true(page)
    hand.ends_as_written(page)
