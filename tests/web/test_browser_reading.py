"""What a round paid, read by whoever won or lost it: its lines, their provisions, the way back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from web import at_the_page as at
from web.browsing import NEEDS_CHROMIUM, linked, resized
from web.houses import RULES, House
from web.rigged import SETTINGS, Rig, open_for

pytestmark = NEEDS_CHROMIUM
MARYLAND: Final = "md-blackjack"
BROCHURE: Final = "players-edge-21-brochure"
PONTOON: Final = "md-pontoon-21"
_numbers = count(1)


@pytest.fixture
def page(browser: Browser, rigged: tuple[House, Rig]) -> Iterator[Page]:
    with linked(browser, rigged[0], "ann") as found:
        yield found


def table_of(rigged: tuple[House, Rig], law: str, cards: str, **more: Any) -> str:
    """An open table whose first cards are these."""
    name = f"read-{next(_numbers)}"
    boxes = [{"box": 1, "player": "ann", "stakes": {"main": "25"}}]
    open_for(*rigged, name, {"document": law, "cards": cards.split(), "boxes": boxes, **more})
    return name


def opened(page: Page) -> list[str]:
    return page.locator("#results details[open] summary").all_inner_texts()


def test_back_from_a_provision_the_last_round_is_told_though_another_is_played_meanwhile(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    resized(page, "desktop")
    table = table_of(rigged, MARYLAND, "Ks 7c Qh Td Ks 7c Qh Td")
    at.sit(page, table, 1)
    at.bet(page, {1: {"main": "25"}})
    at.decide(page, [{"do": "stand", "box": 1}])
    page.click("[data-do=why]")
    told, was_open = at.results(page), opened(page)
    assert len(told) == len(was_open) == 1
    page.click("#results details[open] a")
    page.wait_for_selector(".crumbs")
    rigged[0].done("ann", table, {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}})
    page.go_back()
    page.wait_for_selector(".actions button")
    page.wait_for_selector("#results details[open]")
    assert page.query_selector(at.OVER) is None, "the round that goes on is not over"
    assert (at.results(page), opened(page)) == (told, was_open)
    page.goto("/")
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#results details[open]")
    assert (at.results(page), opened(page)) == (told, was_open)
    at.decide(page, [{"do": "stand", "box": 1}])
    assert at.results(page)[0]["facts"]["Stake"] == "$10"
    assert opened(page) == [], "another round is not opened by itself"


def test_a_tab_that_saw_no_round_is_told_of_none(page: Page, rigged: tuple[House, Rig]) -> None:
    table = table_of(rigged, MARYLAND, "Ks 7c Qh Td Ks 7c Qh Td")
    house = rigged[0]
    house.seat(table, "ann", 1)
    house.play(table, "ann")
    house.done("ann", table, {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}})
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".actions button")
    page.wait_for_timeout(400)
    assert at.results(page) == []


def test_a_result_says_what_its_provision_was_cited_for_and_opens_that_price(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    resized(page, "desktop")
    request = {"wagers": {"match_up": "standard", "match_down": "standard"}}
    table = table_of(rigged, BROCHURE, "8s 7c 9h 8d", **request)
    at.sit(page, table, 1)
    at.bet(page, {1: {"main": "25", "match_up": "5", "match_down": "5"}})
    at.decide(page, [{"do": "stand", "box": 1}])
    page.locator("#results summary", has_text="Match Down").click()
    page.click("#results details[open] a")
    page.wait_for_selector(".crumbs")
    assert page.inner_text(".cause") == "Match Down · Unsuited match"
    meant = page.locator("tr.meant")
    assert meant.count() == 1
    for size in ("desktop", "phone"):
        resized(page, size)
        page.reload()
        expect(meant).to_be_in_viewport()
        expect(page.locator("#wager-match_down header")).to_be_in_viewport(ratio=1)
        expect(page.locator(".way-back")).to_be_in_viewport(ratio=1)
    cited = page.locator(".contents a:has(.cited)")
    assert "Match the Dealer prices" in cited.inner_text()
    assert page.get_by_role("link", name="Match the Dealer prices", exact=True).count() == 1
    assert page.locator("table:has(tr.meant)").get_attribute("id") == "paytable-match_down-standard"


def test_what_a_table_deals_is_not_written_under_the_dealers_cards(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    resized(page, "desktop")
    table = table_of(rigged, BROCHURE, "8s 2c 9h 2d 2h 2s 3d 3c 3h")
    at.sit(page, table, 1)
    at.bet(page, {1: {"main": "25"}})
    at.decide(page, [{"do": "stand", "box": 1}])
    beside = """() => {
        const words = document.querySelector(".felt-head p").getBoundingClientRect();
        const cards = [...document.querySelectorAll("#dealer .playing-card")];
        return cards.map((card) => card.getBoundingClientRect().left - words.right);
    }"""
    free = page.evaluate(beside)
    assert len(free) == 7, "the dealer has 2, 2, 2, 2, 3, 3 and 3"
    assert min(free) > 0


@pytest.mark.parametrize(
    ("cards", "before", "after", "state"),
    [
        ("Ks Ac Qh Qd", "Dealer 11", "Dealer blackjack", "blackjack"),
        ("Ks 7c Qh 8d 6s", "Dealer 7", "Dealer 21", ""),
        ("Ks 7c Qh 8d 7s", "Dealer 7", "Dealer 22 · bust", "busted"),
    ],
)
def test_the_dealers_blackjack_is_called_one_once_it_is_shown(
    page: Page, rigged: tuple[House, Rig], cards: str, before: str, after: str, state: str
) -> None:
    table = table_of(rigged, MARYLAND, cards)
    at.sit(page, table, 1)
    at.bet(page, {1: {"main": "25"}})
    assert page.inner_text("#dealer .total") == before
    view = rigged[0].get("ann", f"/api/tables/{table}").json()
    assert view["round"]["dealer"][0]["state"] == "", "what is face down is not told by a word either"
    at.decide(page, [] if state == "blackjack" else [{"do": "stand", "box": 1}])
    assert page.inner_text("#dealer .total") == after
    view = rigged[0].get("ann", f"/api/tables/{table}").json()
    assert view["last_round"]["dealer"][0]["state"] == state


@pytest.mark.parametrize("law", [BROCHURE, PONTOON])
def test_an_envy_bonus_is_told_by_what_it_is_paid_for(
    page: Page, rigged: tuple[House, Rig], law: str
) -> None:
    """There no card of the recipient's own is looked at: another hand's super bonus pays it."""
    table, house = table_of(rigged, law, "7h Kc 7d 7h 9c Kd 7h"), rigged[0]
    house.seat(table, "bob", 1)
    at.sit(page, table, 2)
    house.done("bob", table, {"do": "place_bet", "box": 1, "stakes": {"main": "5.00"}})
    at.chips_on(page, "10")
    page.click("[data-do=place_bet]")
    for _ in range(40):
        if page.query_selector(at.OVER):
            break
        may = house.get("bob", f"/api/tables/{table}").json()["awaits"].get("may", {})
        if "1" in may:
            house.done("bob", table, {"do": "hit" if "hit" in may["1"] else "decline", "box": 1})
        elif page.query_selector(".actions [data-do=stand]:not(:disabled)"):
            page.keyboard.press("s")
        elif page.query_selector(".actions [data-do=decline]:not(:disabled)"):
            page.keyboard.press("n")
        page.wait_for_timeout(200)
    (envy,) = [each for each in at.results(page) if each["title"].startswith("Envy")]
    assert envy["title"] == "Envy Bonus · Another player's super bonus"
    assert envy["amount"] == "+$50"
    page.locator("#results summary", has_text="Envy").click()
    page.wait_for_selector("#results details[open] .said p")
    assert "seven" not in page.inner_text("#results details[open]").lower()
    assert "another" in page.inner_text("#results details[open] .said").lower()


WATCHED: Final = """() => {
    window.told = [];
    const note = (what) => {
        const moving = [...document.querySelectorAll("#table .playing-card, #table .total")];
        const flying = moving.filter((each) => each.getAnimations().some((one) =>
            one.playState === "running")).length;
        window.told.push([what, flying]);
    };
    const now = document.getElementById("now");
    new MutationObserver(() => note(now.textContent)).observe(now, { childList: true, subtree: true });
    new MutationObserver((seen) => { if (seen.some((each) => each.addedNodes.length)) note("results"); })
        .observe(document.getElementById("results"), { childList: true });
    new MutationObserver(() => note("chips")).observe(
        document.querySelector(".purse b"), { childList: true, subtree: true });
}"""
"""Whatever is told, with how many cards and totals are still on their way then."""
HELD: Final = """() => {
    const animate = Element.prototype.animate;
    window.held = [];
    Element.prototype.animate = function (...said) {
        const found = animate.apply(this, said);
        found.pause();
        window.held.push(found);
        return found;
    };
}"""
LEFTS: Final = """() => [...document.querySelectorAll(".box.own .playing-card")].map((each) =>
    Math.round(each.getBoundingClientRect().left))"""


@pytest.fixture
def moving(browser: Browser, rigged: tuple[House, Rig]) -> Iterator[Page]:
    with linked(browser, rigged[0], "ann", reduced_motion="no-preference") as found:
        yield found


def test_cards_land_before_anything_is_told_that_follows_from_them(
    moving: Page, rigged: tuple[House, Rig]
) -> None:
    table = table_of(rigged, MARYLAND, "Ks 7c 5h 3d 2s 9h")
    at.sit(moving, table, 1)
    moving.evaluate(WATCHED)
    at.bet(moving, {1: {"main": "25"}})
    at.decide(moving, [{"do": "hit", "box": 1}, {"do": "stand", "box": 1}])
    told = moving.evaluate("window.told")
    assert {"Your turn", "results", "Place your bets"} <= {what for what, _ in told}
    assert [each for each in told if each[1]] == []
    assert moving.inner_text("#dealer .total") == "Dealer 19"


def test_cards_that_lie_slide_aside_for_another_and_never_jump(
    moving: Page, rigged: tuple[House, Rig]
) -> None:
    table = table_of(rigged, MARYLAND, "Ks 7c 5h Td 2s 9h")
    at.sit(moving, table, 1)
    at.bet(moving, {1: {"main": "25"}})
    before = moving.evaluate(LEFTS)
    moving.evaluate(HELD)
    moving.click(".actions [data-do=hit]")
    moving.wait_for_function("() => window.held.length > 2")
    during = moving.evaluate(LEFTS)[:2]
    moving.evaluate("window.held.forEach((each) => each.finish())")
    after = moving.evaluate(LEFTS)
    assert len(after) == 3
    assert all(abs(one - other) <= 1 for one, other in zip(during, before, strict=True))
    assert after[:2] != before, "they do make room"
    moving.wait_for_selector(".actions [data-do=stand]:not(:disabled)")


CUT: Final = """() => {
    const panel = document.querySelector(".pays");
    const { top, bottom } = panel.getBoundingClientRect();
    const range = document.createRange();
    return [...panel.querySelectorAll("b, span, a, p")].flatMap((each) => {
        range.selectNodeContents(each);
        return [...range.getClientRects()].filter((line) => {
            const middle = (line.top + line.bottom) / 2;
            return [top, bottom].some((edge) => Math.abs(middle - edge) < 6);
        }).map(() => each.textContent);
    });
}"""
"""What is cut in the middle of a line by an edge of the panel."""
PLACES: Final = """() => {
    const box = document.querySelector(".box.own").getBoundingClientRect();
    const tray = document.querySelector("#tray").getBoundingClientRect();
    return [box.top >= 0, box.bottom <= Math.min(tray.top, innerHeight), tray.bottom <= innerHeight];
}"""


@pytest.fixture(scope="module")
def demonstrated(rigged: tuple[House, Rig]) -> list[str]:
    """Tables as the demonstration files them, with their side wagers, where ann sits at box 2."""
    names = ["maryland", "pontoon"]
    rigged[0].tokens.pop("ann", None)  # each page signs in anew, and the oldest session ends
    for name in names:
        rigged[0].floor.add(name, RULES[name], SETTINGS)
        rigged[0].open(name)
        rigged[0].seat(name, "ann", 2)
    return names


def test_what_a_wager_pays_is_cut_in_no_line_and_shows_that_there_is_more(
    page: Page, demonstrated: list[str]
) -> None:
    resized(page, "desktop")
    longer = 0
    for name in demonstrated:
        page.goto(f"/tables/{name}")
        page.wait_for_selector("[data-chip='25']:not(:disabled)")
        for pill in page.query_selector_all("#tray [data-wager]"):
            wager = pill.get_attribute("data-wager")
            page.click(f"#tray [data-wager='{wager}']")
            page.wait_for_selector(".pays li")
            assert page.evaluate(CUT) == [], (name, wager)
            longer += page.eval_on_selector(".pays", "(it) => (it.scrollTop = 1e6, it.scrollTop > 0)")
            assert page.evaluate(CUT) == [], (name, wager)
    assert longer, "none of them is longer than its panel"


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (390, 844), (1280, 860)])
def test_the_own_box_and_the_tray_are_both_in_sight_while_one_bets(
    page: Page, demonstrated: list[str], width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/tables/{demonstrated[0]}")
    page.wait_for_selector("[data-chip='25']:not(:disabled)")
    page.wait_for_timeout(100)
    assert page.evaluate(PLACES) == [True, True, True]
    page.click(".box.own [data-area='lucky_ladies']")
    page.click("[data-chip='25']")
    assert page.inner_text(".box.own [data-area='lucky_ladies'] .stake b")
    assert page.evaluate(PLACES) == [True, True, True]
