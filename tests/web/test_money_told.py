"""Whether the money is real: said on every page of a demonstration, and on none of a live floor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2.profiles import CHEAPEST
from playwright.sync_api import Browser, expect

from cutcard.floor.people import Limits
from web.browsing import NEEDS_CHROMIUM
from web.houses import NAMES, House, served
from web.test_browser_everywhere import TABLE, looking, paths_of

KINDS = {"live": False, "demonstration": True}
LABEL = '<span class="play-money">Play money</span>'
ADDRESSES = [(name, path.replace(TABLE, "one")) for name in ("", *NAMES) for path in paths_of(name)]
ADDRESSES += [("eye", "/law/none")]


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of either kind, with a round to look at."""
    with of_kind(tmp_path_factory.mktemp("money"), request.param) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        found.play("one", "ann")
        yield found


def of_kind(folder: Path, kind: str) -> Any:
    limits = Limits(hashing=CHEAPEST, demonstration=KINDS[kind])
    return served(folder, limits, secure_cookies=False)


@pytest.mark.parametrize(("name", "path"), ADDRESSES)
def test_a_page_says_play_money_where_it_is(house: House, name: str, path: str) -> None:
    headers = {"accept": "text/html"} | ({"cookie": f"cutcard={house.token(name)}"} if name else {})
    answer = house.client.get(path, headers=headers, follow_redirects=True)
    assert answer.headers["content-type"].startswith("text/html"), (path, answer.status_code)
    is_play = house.people.limits.demonstration
    assert answer.text.count(LABEL) == int(is_play)
    assert f'data-money="{"play" if is_play else "real"}"' in answer.text
    if not is_play:
        assert "play money" not in answer.text.lower()


@NEEDS_CHROMIUM
def test_a_seat_is_offered_with_the_truth_about_its_chips(browser: Browser, house: House) -> None:
    with looking(browser, house, "bob") as page:
        page.goto("/tables/one")
        tray = page.locator("#tray")
        expect(tray).to_contain_text("Choose a free box on the felt to sit down.")
        said = "play money" in tray.inner_text().lower()
        assert said is house.people.limits.demonstration
