"""Every page is what its description says: for whom it is, what links to it, which files it brings."""

from __future__ import annotations

import re
from itertools import product

import httpx
import pytest

from cutcard.floor.people import HouseRole
from cutcard.web.pages.frame import LOBBY, Page
from cutcard.web.pages.site import SITE
from web.houses import NAMES, House
from web.test_browser_everywhere import EXAMPLES
from web.test_pages import cookie

ONE_OF_EACH = {role: name for name, role in reversed(NAMES.items())}
PLAIN = [page for page in SITE.pages if "{" not in page.path and page.roles]


def links(answer: httpx.Response) -> list[str]:
    (head,) = re.findall(r'<span class="ways">(.*?)</span>', answer.text)
    return re.findall(r'<a href="([^"]+)"', head)


@pytest.mark.parametrize("page", PLAIN, ids=lambda page: page.path)
def test_a_page_opens_for_those_whom_it_is_for(house: House, page: Page) -> None:
    for role in HouseRole:
        answer = house.client.get(page.path, headers=cookie(house, ONE_OF_EACH[role]))
        expected = 200 if role in page.roles else 303 if page.path == LOBBY else 403
        assert answer.status_code == expected, role
        if expected == 200:
            assert f"<title>{page.title} · Cutcard</title>" in answer.text
            for style in page.styles:
                assert f"/css/{style}.css" in answer.text
            assert f"/js/{page.script}.js" in answer.text
    stranger = house.client.get(page.path)
    assert (stranger.status_code, stranger.headers["location"]) == (303, "/enter")


def test_nobody_has_a_link_to_a_page_that_turns_them_away(house: House) -> None:
    for role in HouseRole:
        shown = links(house.client.get("/law", headers=cookie(house, ONE_OF_EACH[role])))
        assert shown == [page.path for page in SITE.links(role)]
        for path in shown:
            assert house.client.get(path, headers=cookie(house, ONE_OF_EACH[role])).status_code == 200


def test_links_come_in_their_order() -> None:
    assert [page.title for page in SITE.links(HouseRole.SUPERVISOR)] == [
        *("Lobby", "Deal", "Meters", "Floor", "Approvals", "Meter desk", "Controls"),
        *("Surveillance", "Odds", "Studio", "Law", "School"),
    ]
    assert [page.title for page in SITE.links(HouseRole.PLAYER)] == [
        *("Lobby", "Meters", "Odds", "Studio", "Law", "School")
    ]
    assert [page.title for page in SITE.links(HouseRole.ADMINISTRATOR)] == [
        *("People", "Controls", "Odds", "Studio", "Law", "School")
    ]


def test_no_two_pages_share_an_address_and_each_with_values_has_an_example() -> None:
    paths = [page.path for page in SITE.pages]
    assert len(set(paths)) == len(paths)
    assert {path for path in paths if "{" in path} == set(EXAMPLES)


def test_a_page_of_values_is_turned_away_by_its_description_too(house: House) -> None:
    paged = [page for page in SITE.pages if "{" in page.path]
    for page, role in product(paged, HouseRole):
        path = EXAMPLES[page.path].replace("sevens", "one")
        answer = house.client.get(path, headers=cookie(house, ONE_OF_EACH[role]))
        assert (answer.status_code == 403) == (role not in page.roles), (page.path, role)
