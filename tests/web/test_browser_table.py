"""The table's page as a player finds it: nothing is covered, nothing is taken from under the hand."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from cutcard.table import Settings as TableSettings
from web.at_the_page import OVER, rounds_of
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, fits, new_page
from web.houses import RULES, House, served

pytestmark = NEEDS_CHROMIUM
CROWDED = ("massachusetts", "switch", "pontoon", "multiple-action")
AT_ONCE_S = 5.0
READY = "[data-chip='25']:not(:disabled)"
COVERED = """() => {
  const rect = (name) => document.querySelector(name).getBoundingClientRect();
  return rect('.felt').bottom > rect('#tray').top + 1 || rect('#tray').bottom > innerHeight + 1;
}"""
SMALL = """() => [...document.querySelectorAll('body *')].filter((node) => {
  const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  return isText && node.getClientRects().length && !node.closest('svg')
    && parseFloat(getComputedStyle(node).fontSize) < 12;
}).map((node) => node.className)"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("table"), secure_cookies=False) as found:
        for name in CROWDED:
            found.floor.add(f"at-{name}", RULES[name], TableSettings(asks_for_draws=True))
            found.open(f"at-{name}")
            found.seat(f"at-{name}", "ann", 3)
        found.open("one")
        found.cage("deposit", "bob", "5000")
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, house: House) -> Iterator[Page]:
    with new_page(browser, house.url, token=house.token("ann")) as found:
        yield found


@pytest.mark.parametrize("name", CROWDED)
def test_the_tray_covers_no_felt_and_no_text_is_small(page: Page, name: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto(f"/tables/at-{name}")
    page.wait_for_selector(READY)
    assert not page.evaluate(COVERED)
    assert page.evaluate(SMALL) == []
    assert grave(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.querySelector('header').offsetHeight") <= 56
    assert page.evaluate(SMALL) == []
    assert fits(page)
    wagers = "[...document.querySelectorAll('#tray .row')].every((row) => row.scrollWidth <= innerWidth)"
    assert page.evaluate(wagers)


def test_a_phone_shows_three_prices_and_leads_to_the_others(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/tables/at-pontoon")
    page.wait_for_selector(READY)
    page.wait_for_selector(".pays-more a")
    assert page.locator(".pays li:not(.pays-more):visible").count() == 3
    href = page.get_attribute(".pays-more a", "href") or ""
    assert f'id="{href.partition("#")[2]}"' in page.request.get(href).text()


def test_hands_in_play_push_no_felt_behind_the_tray(browser: Browser, house: House) -> None:
    """Blackjack Switch used to stack the two hands of another's box, part of it under the tray."""
    house.seat("at-switch", "bob", 6)
    with new_page(browser, house.url, token=house.token("ann")) as page:
        page.goto("/tables/at-switch")
        page.wait_for_selector(READY)
        stakes = {"main": "10.00", "main_2": "10.00", "super_match": "5.00"}
        for name, box in (("bob", 6), ("ann", 3)):
            house.done(name, "at-switch", {"do": "place_bet", "box": box, "stakes": stakes})
        page.wait_for_function("() => document.querySelectorAll('.box .hand').length === 4")
        for width, height in ((1280, 860), (1920, 1080), (3840, 2160)):
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(COVERED), width


def test_what_may_not_lie_together_swaps_instead_of_being_refused(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto("/tables/at-massachusetts")
    page.wait_for_selector(READY)
    page.click("[data-wager=over_13]")
    page.click("[data-chip='5']")
    page.wait_for_selector(".box.own [data-area=over_13] .stake")
    page.click("[data-wager=under_13]")
    page.click("[data-chip='5']")
    page.wait_for_selector(".box.own [data-area=under_13] .stake")
    assert page.query_selector(".box.own [data-area=over_13] .stake") is None
    assert "Over 13 was taken off" in page.inner_text("#notice")


def focused(page: Page) -> str:
    found: str = page.evaluate(
        "document.activeElement.dataset.do ?? document.activeElement.dataset.chip ?? ''"
    )
    return found


def test_the_keyboard_stays_where_one_works(browser: Browser, house: House) -> None:
    """Sit and Buy in by keys alone: what comes next has the focus."""
    with new_page(browser, house.url, token=house.token("bob")) as page:
        page.goto("/tables/one")
        page.focus("[aria-label='Sit at box 4']")
        page.keyboard.press("Enter")
        page.wait_for_selector("#tray [data-do=buy_in]:not(:disabled)")
        page.wait_for_function("() => document.activeElement.dataset.do === 'buy_in'")
        page.keyboard.press("Enter")
        page.wait_for_selector(READY)
        page.wait_for_function("() => document.activeElement.dataset.chip !== undefined")
        assert focused(page) == "5"
        house.done("bob", "one", {"do": "leave"})


def test_chips_lie_from_the_press_on(browser: Browser, house: House) -> None:
    """A slow house: between the press and the answer the bet does not vanish from the felt."""
    with new_page(browser, house.url, token=house.token("bob")) as page:
        page.goto("/tables/one")
        page.click("[aria-label='Sit at box 4']")
        page.wait_for_selector(READY)
        held: list[Route] = []
        page.route("**/commands", lambda route: held.append(route))
        page.click("[data-chip='25']")
        page.click("[data-do=place_bet]")
        page.wait_for_timeout(300)
        assert held
        assert page.inner_text(".box[data-box='4'] .circle").strip() == "$25"
        assert page.inner_text("#tray").startswith("Your bet is down")
        held[0].fulfill(status=409, json={"code": "no", "message": "bets are closed", "cite": ""})
        page.wait_for_selector("#tray [data-do=place_bet]:not(:disabled)")
        assert page.inner_text("#tray [data-do=place_bet]").startswith("Bet $25"), "they lie ready again"
        page.unroute("**/commands")
        house.done("bob", "one", {"do": "leave"})


def test_nothing_moves_away_under_a_press(browser: Browser, house: House) -> None:
    """The table changes while a button is held down: what was pressed is sent."""
    with new_page(browser, house.url, token=house.token("bob")) as page:
        page.goto("/tables/one")
        page.click("[aria-label='Sit at box 4']")
        page.wait_for_selector("#tray [data-do=buy_in]:not(:disabled)")
        page.hover("#tray [data-do=buy_in]")
        page.mouse.down()
        house.done("bob", "one", {"do": "buy_in", "amount": "5"})
        page.wait_for_timeout(300)
        with page.expect_request("**/commands") as sent:
            page.mouse.up()
        assert (sent.value.post_data_json or {})["command"]["do"] == "buy_in"
        house.done("bob", "one", {"do": "leave"})


def test_who_does_not_care_which_box_takes_a_seat(browser: Browser, house: House) -> None:
    with new_page(browser, house.url, token=house.token("bob")) as page:
        page.goto("/tables/one")
        page.click("[data-do=sit]")
        own = page.locator(".box.own")
        expect(own).to_have_attribute("data-box", "4")
        expect(page.locator("[data-do=sit]")).to_have_count(0)
        house.done("bob", "one", {"do": "leave"})


def test_the_mute_is_in_sight_and_is_remembered(browser: Browser, house: House) -> None:
    with new_page(browser, house.url, token=house.token("bob")) as page:
        for width, height in ((1280, 860), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/tables/one")
            mute = page.locator("#sound")
            expect(mute).to_be_in_viewport(ratio=1)
            expect(mute).to_have_accessible_name("Sound off")
        mute.click()
        page.reload()
        expect(mute).to_have_accessible_name("Sound on")
        mute.click()


def test_who_plays_alone_waits_for_nobody_and_bets_again_by_itself(
    browser: Browser, house: House
) -> None:
    """No countdown before the bet, cards at once after it; the same bet again, until one stops."""
    with new_page(browser, house.url, token=house.token("bob")) as page:
        page.goto("/tables/one")
        page.click("[aria-label='Sit at box 4']")
        page.wait_for_selector("#tray button:not(:disabled)")
        if not page.query_selector(READY):
            page.click("[data-do=buy_in][data-at='500']")
        page.wait_for_selector(READY)
        assert page.inner_text("#clock") == ""
        page.click("[data-chip='25']")
        before = time.monotonic()
        page.click("[data-do=place_bet]")
        page.wait_for_selector(".box[data-box='4'] .playing-card")
        assert time.monotonic() - before < AT_ONCE_S
        over(page)
        page.click("[data-do=auto]")
        page.wait_for_selector("text=The same bet goes down for")
        rounds = rounds_of(page)
        page.wait_for_function(
            "(so) => Number(document.querySelector('#table').dataset.rounds) > so", arg=rounds
        )
        expect(page.locator("#tray .auto")).to_contain_text("9 more rounds")
        page.click("[data-do=stop_auto]")
        expect(page.locator("#tray .auto")).to_have_count(0)
        over(page)
        house.done("bob", "one", {"do": "leave"})


def over(page: Page) -> None:
    """Stands, and lets offers pass, to the end of the round."""
    while not page.query_selector(OVER):
        for wanted in ("decline", "stand"):
            control = page.query_selector(f".actions [data-do={wanted}]:not(:disabled)")
            if control:
                control.click()
        page.wait_for_timeout(60)
