"""The design of the pages: text can be read in every theme, and a reader chooses among them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from web.axe import grave
from web.browsing import COLOURS, NEEDS_CHROMIUM, fits, new_page
from web.houses import House
from web.test_pages import cookie

pytestmark = NEEDS_CHROMIUM
LEAST_CONTRAST = 4.5
PAGE_COLOUR = "getComputedStyle(document.body).backgroundColor"
PAIRS = """[...document.querySelectorAll("[data-pair]")].map((cell) =>
    [cell.dataset.pair, parseFloat(cell.textContent)])"""


@pytest.fixture
def page(browser: Browser, office: House) -> Iterator[Page]:
    with new_page(browser, office.url, token=office.token("ann")) as found:
        found.goto("/design")
        yield found


@pytest.mark.parametrize("theme", ["", "light", "dark", "contrast"])
def test_every_pair_of_colours_can_be_read(page: Page, theme: str) -> None:
    page.select_option("#theme", theme)
    pairs = dict(page.evaluate(PAIRS))
    assert len(pairs) > 20
    assert {pair: found for pair, found in pairs.items() if found < LEAST_CONTRAST} == {}
    assert grave(page) == []
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert fits(page), width


def test_a_theme_is_kept_and_sent_with_every_page(page: Page) -> None:
    automatic = page.evaluate(PAGE_COLOUR)
    page.get_by_role("combobox", name="Colours").select_option("High contrast")
    chosen = page.evaluate(PAGE_COLOUR)
    assert chosen != automatic
    page.goto("/law")
    assert page.evaluate(PAGE_COLOUR) == chosen
    expect(page.get_by_role("combobox", name="Colours")).to_have_value("contrast")
    page.select_option("#theme", "")
    page.goto("/odds")
    assert page.evaluate(PAGE_COLOUR) == automatic


@pytest.mark.parametrize(("theme", "sent"), [("dark", "dark"), ("contrast", "contrast"), ('x"><b', "")])
def test_only_a_theme_that_there_is_comes_back(house: House, theme: str, sent: str) -> None:
    headers = {"cookie": f"{cookie(house, 'ann')['cookie']}; cutcard-theme={theme}"}
    text = house.client.get("/law", headers=headers).text
    assert re.findall(r'data-theme="(.*?)"', text) == ([sent] if sent else [])


@pytest.mark.parametrize("theme", COLOURS)
def test_what_the_system_asks_for_counts_until_one_chooses(
    browser: Browser, office: House, theme: str
) -> None:
    wanted = {"dark": "rgb(14, 20, 19)", "light": "rgb(244, 242, 236)", "contrast": "rgb(255, 255, 255)"}
    with new_page(browser, office.url, **COLOURS[theme]) as page:
        page.goto("/enter")
        assert page.evaluate(PAGE_COLOUR) == wanted[theme]


def test_the_motions_are_those_of_a_table(page: Page) -> None:
    page.get_by_role("button", name="Deal a round").click()
    expect(page.locator("#table .hand")).to_have_count(3)
    expect(page.get_by_label("a face-down card")).to_have_count(2)
    page.get_by_role("button", name="Settle it").click()
    expect(page.locator(".box.own .net")).to_have_text("+$20")
    expect(page.locator(".box.own .paid")).to_have_text("−$5")
    page.get_by_role("button", name="Turn a wheel").click()
    expect(page.locator(".wheel figcaption b")).to_have_text("$100")
    page.get_by_role("button", name="A jackpot waits").click()
    expect(page.locator(".jackpot-state")).to_contain_text("PENDING")
    page.get_by_role("button", name="A jackpot is paid").click()
    expect(page.locator(".jackpot-state")).to_contain_text("PAID to you")
