"""The hole card, the order of the shoe and its salt: nowhere in a player's browser before their time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from cutcard.floor.demo import demo_tables
from cutcard.floor.live import Live, view as viewing
from floor.faults.hiding import secrets_of
from web import at_the_page as at
from web.browsing import NEEDS_CHROMIUM, chromium, signed_in
from web.houses import House
from web.rigged import SETTINGS, rigged_house, stored, welcome
from web.secrets_held import Hidden, check, hidden_at, memory, tells
from web.wire import Wire, laid

pytestmark = [NEEDS_CHROMIUM, pytest.mark.long]
GAMES: Final = (
    "maryland",
    "massachusetts",
    "switch",
    "pontoon",
    "players-edge",
    "hand-dealt",
    "six-to-five",
)
EACH: Final = 5
MOST: Final = 25
WHOLE_STRINGS: Final = "--js-flags=--heap-snapshot-string-limit=1000000"
RULES: Final = {each.name: each.rules for each in demo_tables()}


@pytest.fixture(scope="module")
def candid() -> Iterator[Browser]:
    """A browser whose memory can be read whole."""
    with chromium(WHOLE_STRINGS) as found:
        yield found


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    with laid() as found:
        yield found


@pytest.fixture(scope="module")
def house(wire: Wire, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("hidden")
    with rigged_house(folder, beside=(wire.url,)) as (found, _):
        wire.lead_to(found.url)
        welcome(found, "ann")
        yield found


@pytest.fixture
def page(candid: Browser, wire: Wire, house: House) -> Iterator[Page]:
    with signed_in(candid, wire.url, house.people.link("ann", "sign_in")) as found:
        yield found


def seated(page: Page, house: House, game: str, name: str) -> None:
    house.floor.add(name, RULES[game], SETTINGS)
    house.open(name)
    at.sit(page, name, 1, chips="1000")


def a_round(page: Page, wire: Wire, house: House, table: str) -> tuple[Page, Hidden | None, int]:
    """A round begun at a page of its own, whose memory knows of none before it, and what is hidden.

    None where nothing is, or where a card like it may be seen.
    """
    fresh = page.context.new_page()
    page.close()
    fresh.goto(f"/tables/{table}")
    fresh.wait_for_selector("[data-chip='5']:not(:disabled)")
    since = wire.length
    at.bet(fresh, {1: {"main": "5"}})
    found = hidden_at(house.floor.live(table))
    return fresh, found if found is not None and found.is_alone else None, since


def over(page: Page) -> None:
    while not page.query_selector(at.OVER):
        for each in ("n", "s"):
            page.keyboard.press(each)
        page.wait_for_timeout(30)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_is_nowhere_in_the_browser(
    page: Page, wire: Wire, house: House, game: str
) -> None:
    seated(page, house, game, game)
    looked = 0
    for _ in range(MOST):
        page, hidden, since = a_round(page, wire, house, game)
        if hidden is not None:
            check(page, wire, since, hidden)
            looked += 1
        over(page)
        if hidden is not None and _was_shown(house.floor.live(game)):
            assert tells(wire.came(since), hidden.hole), "not even its event tells it"
        if looked == EACH:
            break
    assert looked == EACH
    assert set(stored(house, game, "ann")) == {"done"}


def _was_shown(live: Live) -> bool:
    return live.ended is not None and live.ended.hole_shown


def leaking(page: Page, wire: Wire, house: House, name: str) -> tuple[Page, Hidden, int]:
    seated(page, house, "maryland", name)
    for _ in range(MOST):
        page, hidden, since = a_round(page, wire, house, name)
        if hidden is not None:
            return page, hidden, since
        over(page)
    raise AssertionError("no hidden card to leak")


def test_a_view_that_leaks_the_hole_card_is_found(
    page: Page, wire: Wire, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys.modules["cutcard.table.view"], "dealer_shown", lambda r, index=0: list(r.dealer[index])
    )
    page, hidden, since = leaking(page, wire, house, "leaks-a-card")
    with pytest.raises(AssertionError, match="what the house sent: the hole card"):
        check(page, wire, since, hidden)
    assert tells(page.content(), hidden.hole)
    assert tells(memory(page), hidden.hole)


def test_a_view_that_leaks_the_shoe_is_found(
    page: Page, wire: Wire, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = viewing.live_view

    def leaky(live: Any, viewer: Any, now: int) -> Any:
        return {**whole(live, viewer, now), "more": secrets_of(live)}

    monkeypatch.setattr("cutcard.floor.live.floor.live_view", leaky)
    page, hidden, since = leaking(page, wire, house, "leaks-a-shoe")
    salt = hidden.texts[0]
    with pytest.raises(AssertionError, match=f"what the house sent: {salt[:20]} is in it"):
        check(page, wire, since, hidden)
    assert salt in memory(page)


def test_a_card_that_only_a_script_remembers_is_found(page: Page, wire: Wire, house: House) -> None:
    page, hidden, since = leaking(page, wire, house, "remembers")
    check(page, wire, since, hidden)
    page.evaluate("([rank, suit]) => { globalThis.kept = { card: rank + suit }; }", list(hidden.hole))
    with pytest.raises(AssertionError, match="the memory of its scripts: the hole card"):
        check(page, wire, since, hidden)
