"""Every page of every role in three themes at three sizes: axe-core finds nothing serious, keys work.

Beside it: a jackpot on the meter wall while it waits, and a second signer who comes through the door.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from cutcard.web.pages.site import SITE
from web import jackpots
from web.axe import grave
from web.browsing import COLOURS, NEEDS_CHROMIUM, fits, new_page
from web.houses import GOOD, NAMES, House

pytestmark = NEEDS_CHROMIUM
TABLE: Final = "sevens"
LOOKS: Final = ((1280, 860), (820, 1180), (320, 640))
"""A desk, a tablet, and the smallest phone."""
EXAMPLES: Final = {
    "/tables/{name}": "/tables/one",
    "/tables/{name}/deal": "/tables/two/deal",
    "/tables/{name}/rules": "/tables/one/rules",
    "/school/review/{name}": "/school/review/one",
    "/floor/tables/{name}": f"/floor/tables/{TABLE}",
    "/surveillance/rounds/{table}/{number}": f"/surveillance/rounds/{TABLE}/1",
    "/surveillance/tables/{table}": "/surveillance/tables/one",
    "/law/{name}": "/law/md-blackjack",
    "/law/{name}/moments": "/law/md-blackjack/moments",
    "/odds/readings/{name}": "/odds/readings/ma-blackjack",
    "/odds/sheets/{table}": "/odds/sheets/one",
    "/odds/{name}/{wager}": "/odds/md-blackjack/lucky_ladies",
}
"""An address of every page that needs more than its path."""
ELSEWHERE: Final = {
    "": ("/nowhere",),
    "ann": ("/floor",),
    "sue": ("/tables/none",),
    "eye": ("/law?q=even+money", "/law/diff?a=md-players-edge-21&b=md-pontoon-21"),
    "boss": ("/",),
}
"""Other looks of pages: turned away, sent elsewhere, not found, with words to search for."""


def paths_of(name: str) -> list[str]:
    """The pages that are looked at as somebody, who is the first that each is for; or as nobody."""
    firsts = {page: next((who for who in NAMES if NAMES[who] in page.roles), "") for page in SITE.pages}
    own = [EXAMPLES.get(page.path, page.path) for page, first in firsts.items() if first == name]
    return [*own, *ELSEWHERE.get(name, ())]


REACHED: Final = """() => {
    const meant = "a[href], button:not(:disabled), input:not(:disabled), select, summary";
    return [...document.querySelectorAll(meant)].filter((each) =>
        each.tabIndex < 0 && each.checkVisibility() && !each.closest("[hidden], dialog:not([open])"))
        .map((each) => each.outerHTML.slice(0, 120));
}"""


@pytest.fixture(scope="module")
def house(office: House) -> House:
    """A house with a jackpot that waits."""
    jackpots.win(office, TABLE)
    return office


def looking(browser: Browser, house: House, name: str, theme: str = "dark") -> Any:
    """A page of somebody, or of nobody, in a theme."""
    token = house.token(name) if name else ""
    return new_page(browser, house.url, token=token, **COLOURS[theme])


def test_the_wall_says_that_a_jackpot_waits_and_when_it_is_paid(browser: Browser, house: House) -> None:
    with looking(browser, house, "ann") as wall:
        wall.goto("/meters")
        hit = wall.locator(".jackpot.pending")
        expect(hit).to_have_count(1)
        expect(hit.locator(".won")).to_contain_text("PENDING")
        expect(hit).to_contain_text(f"{jackpots.AMOUNT} is locked")
        assert grave(wall) == []
        (won,) = house.floor.meter(f"mega-{TABLE}").hits
        for name, does in (("dee", "claim"), ("sue", "verify"), ("sam", "verify")):
            path = f"/api/tables/{TABLE}/commands"
            asked = {"key": f"wall-{name}-0001", "command": {"do": does, "hit": won.id}}
            answer = house.post(name, path, asked)
            assert answer.status_code == 200, answer.text
        expect(hit).to_have_count(0)
        expect(wall.locator("#last")).to_contain_text(jackpots.AMOUNT)
    jackpots.win(house, "again")


def test_a_second_signer_comes_with_a_password_and_signs_a_count(browser: Browser, house: House) -> None:
    with looking(browser, house, "flo") as floor:
        floor.goto("/floor/tables/two")
        floor.fill("form[data-do=count] input[name=amount]", "75,000.50")
        floor.locator("form[data-do=count] button").click()
        expect(floor.locator("#signing")).to_contain_text("Waiting for a second signature")
        with looking(browser, house, "") as other:
            other.goto("/floor/approvals")
            other.wait_for_url("**/enter")
            other.get_by_label("Name").fill("dee")
            other.get_by_label("Password").fill("not the right one")
            other.keyboard.press("Enter")
            expect(other.locator("#door-state")).to_contain_text("password")
            other.get_by_label("Password").fill(GOOD)
            other.get_by_label("Code").fill(house.code("dee"))
            other.keyboard.press("Enter")
            other.wait_for_url(f"{house.url}/deal")
            other.get_by_role("link", name="Approvals").click()
            waits = "Count, opening: $75,000.50 at Blackjack · two"
            expect(other.locator("#signing")).to_contain_text(waits)
            other.wait_for_load_state()  # with the script that sends what is signed
            other.get_by_role("button", name="Sign as dee").click()
            expect(other.locator("#signing")).to_contain_text("signed by flo and dee")
        expect(floor.locator("#day")).to_contain_text("Counted")
    assert house.floor.live("two").books.is_counted


@pytest.mark.long
@pytest.mark.parametrize("theme", COLOURS)
@pytest.mark.parametrize("name", ["", *NAMES])
def test_every_page_is_for_everybody(browser: Browser, house: House, name: str, theme: str) -> None:
    with looking(browser, house, name, theme) as page:
        for path in paths_of(name):
            page.goto(path)
            page.wait_for_timeout(400)
            for width, height in LOOKS:
                page.set_viewport_size({"width": width, "height": height})
                assert fits(page), (path, width)
                assert grave(page) == [], (path, width)
            assert page.evaluate(REACHED) == [], path
