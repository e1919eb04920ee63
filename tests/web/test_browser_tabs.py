"""Many tabs of one browser: all of them live, over one connection to the house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from cutcard.table import Settings as TableSettings
from web.browsing import NEEDS_CHROMIUM, new_page
from web.houses import RULES, House, served

pytestmark = NEEDS_CHROMIUM
LIVE = "#link-state:text-is('Live')"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("tabs"), secure_cookies=False) as found:
        yield found


def tables(house: House, many: int) -> list[str]:
    """So many tables, open and with a free seat."""
    names = [f"tab-{number}" for number in range(many)]
    for name in names:
        if name not in house.floor.names:
            house.floor.add(name, RULES["maryland"], TableSettings(asks_for_draws=True))
            house.open(name)
    return names


def tabs(page: Page, names: list[str]) -> list[Page]:
    """A tab for each table, all of them live."""
    opened = [page, *(page.context.new_page() for _ in names[1:])]
    for tab, name in zip(opened, names, strict=True):
        tab.goto(f"/tables/{name}")
    for tab in opened:
        tab.wait_for_selector(LIVE)
        tab.wait_for_selector("#boxes .box")
    return opened


def readers(house: House) -> int:
    return sum(house.app.state.house.reading.values())


@pytest.mark.parametrize(
    ("many", "at"), [(8, 8), pytest.param(30, 20, marks=pytest.mark.long)], ids=["8 tabs", "30 tabs"]
)
def test_every_tab_is_live_over_one_connection(
    browser: Browser, house: House, many: int, at: int
) -> None:
    """A browser opens six connections to a house; the seventh tab used never to load."""
    names = tables(house, at)
    shown = [names[number % at] for number in range(many)]
    with new_page(browser, house.url, token=house.token("ann")) as page:
        opened = tabs(page, shown)
        assert readers(house) == 1
        for tab, name in zip(opened, shown, strict=True):
            version = house.done("bob", name, {"do": "sit", "box": 2})["version"]
            tab.wait_for_selector(f"#table[data-version='{version}']")
            house.done("bob", name, {"do": "leave"})
        for tab in opened[1:]:
            tab.close()
        is_seen = house.done("bob", shown[0], {"do": "sit", "box": 2})["version"]
        page.wait_for_selector(f"#table[data-version='{is_seen}']")
        house.done("bob", shown[0], {"do": "leave"})


def test_who_signs_in_anew_is_shown_nothing_of_who_was_there(browser: Browser, house: House) -> None:
    """Two sessions in one browser, one after the other, each with its own stream."""
    (name,) = tables(house, 1)
    house.seat(name, "ann", 1)
    with new_page(browser, house.url, token=house.token("ann")) as page:
        page.goto(f"/tables/{name}")
        page.wait_for_selector("text=You · box 1")
        page.context.add_cookies([{"name": "cutcard", "value": house.token("bob"), "url": house.url}])
        other = page.context.new_page()
        other.goto(f"/tables/{name}")
        other.wait_for_selector(LIVE)
        other.wait_for_selector(".box[data-box='1'] .name:text-is('ann')")
        assert page.inner_text(".box[data-box='1'] .name") == "You · box 1"
