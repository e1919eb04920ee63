"""The price of readings on their page: reading by reading, as far as they are known."""

from __future__ import annotations

import html

import pytest

from cutcard.law import document
from cutcard.odds.readings import ReadingEdge
from cutcard.web.library.jobs import LibraryJob
from cutcard.web.library.reading_prices import TAKEN, prices
from cutcard.web.odds_desk.desk import OddsDesk
from web.houses import House

MD = document("md-blackjack")
ROW = ReadingEdge("md-blackjack", "MD-A07", "Ch.11 §D", "max_hands", wager="main", decks=6)


def rows() -> list[ReadingEdge]:
    two = {"value": 2, "player_edge": -0.002, "difference": 0.001}
    four = {"value": 4, "player_edge": -0.001, "difference": 0.0, "is_default": True}
    barred = {"value": 5, "note": "max_hands: five_hands need a_larger_table"}
    none = {
        "reading": "MD-A04",
        "option": "surrender_asked",
        "wager": "",
        "note": "no effect on the odds",
    }
    return [made(**each) for each in (two, four, barred, none)]


def made(**said: object) -> ReadingEdge:
    return ReadingEdge(**{**vars(ROW), **said})


def test_a_reading_is_told_by_wager_and_choice() -> None:
    found = prices(MD, rows())
    (reading,) = found.priced
    (option,) = reading.options
    assert (reading.reading.id, option.says, option.choices) == (
        "MD-A07",
        "Maximum hands after splits",
        ("2", "4", "5"),
    )
    (felt,) = option.wagers
    told = [(each.edge, each.change) if each else None for each in felt.prices]
    assert told == [("0.200%", "+0.100%"), ("0.100%", TAKEN), None]
    assert felt.notes == ("five hands need a larger table",)
    assert felt.beside == "6 decks"
    (without,) = found.unpriced
    assert without.options == (("MD-A04", "When surrender is offered"),)


@pytest.mark.parametrize("many", [0, 2, 4])
def test_the_page_shows_what_is_priced_by_now(house: House, many: int) -> None:
    desk, house.app.state.desk = house.app.state.desk, OddsDesk(works=False)
    try:
        job = LibraryJob("readings", "md-blackjack")
        house.app.state.desk.ask(job)
        house.app.state.desk._standing[job].part = tuple(rows()[:many])
        headers = {"cookie": f"__Host-cutcard={house.token('ann')}"}
        page = house.client.get("/odds/readings/md-blackjack", headers=headers)
        told = html.unescape(page.text)
        assert 'data-computing="true"' in told
        assert ("0.200%" in told) == (many > 0)
        assert ("Without a price" in told) == (many > 3)
    finally:
        house.app.state.desk.close()
        house.app.state.desk = desk
