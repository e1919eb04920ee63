"""Hands of every kind at the player's page, each a case of the law: split, doubled, rescued, insured."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from cutcard.law import document
from cutcard.table import as_json, settle
from law.cases import Case, all_cases
from web import at_the_page as at
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, fits, linked, resized
from web.houses import House
from web.rigged import Rig, open_for, stored

pytestmark = NEEDS_CHROMIUM
CHIPS: Final = 500
_numbers = count(1)

MARYLAND, MASSACHUSETTS, PONTOON = "md-blackjack", "ma-blackjack", "md-pontoon-21"
EDGE, PONTOON, BROCHURE = "md-players-edge-21", "md-pontoon-21", "players-edge-21-brochure"
SHORT: Final = [
    (MARYLAND, "Two additional splits, one of them of the second hand"),
    (EDGE, "After one redouble a rescue returns the last doubling"),
]
LONG: Final = [
    (MARYLAND, "Two eights are split, each with the original wager"),
    (MARYLAND, "Aces split again where the submission says so"),
    (MARYLAND, "Double on the first two cards of each split hand"),
    (MARYLAND, "A double of $10 on a wager of $25"),
    (MARYLAND, "Insurance, a split and a double put further wagers down after the first card"),
    (MARYLAND, "Insurance wins on a king in the hole"),
    (MARYLAND, "Insurance lost, hand won"),
    (MARYLAND, "Less than half"),
    (MARYLAND, "Half of $25 cannot be bet in five-dollar chips: $15 may"),
    (MARYLAND, "Each box insures its own wager, also where one player holds both"),
    (MARYLAND, "Even money is paid 1 to 1 at once, the dealer's blackjack notwithstanding"),
    (MARYLAND, "A side wager on the hole card lives on after even money"),
    (MARYLAND, "A surrendered hand stays surrendered although the dealer goes over"),
    (MARYLAND, "Insured and surrendered before the check, blackjack: insurance won, the wager lost"),
    (MARYLAND, "The dealer's late blackjack takes one wager of a split and doubled box"),
    (MARYLAND, "Surrender, double, split, draw and stand, each player in turn"),
    (
        MARYLAND,
        "A Super Match wager beside the two main wagers goes by the first four cards, switched or not",
    ),
    (MARYLAND, "After a switch each hand may be doubled, split, drawn to or left"),
    (MARYLAND, "Each of the two hands is insured on its own wager"),
    (MASSACHUSETTS, "Three splits make four hands, each with the original wager"),
    (
        MASSACHUSETTS,
        "A reader's blackjack: 7-7 with a sevens wager takes a third card, for that wager alone",
    ),
    (MASSACHUSETTS, "Even money is kept though the dealer has a blackjack"),
    (MASSACHUSETTS, "Half of fifteen cannot be bet, so insurance of ten is taken"),
    (MASSACHUSETTS, "A split two-card 21 against the dealer's longer 21 is a tie here, and lost"),
    (MASSACHUSETTS, "The text does not ask that a player's boxes lie side by side"),
    (EDGE, "Insurance, a split, a double and a redouble are wagers made after the first card"),
    (EDGE, "Three doublings: eight times the original wager"),
    (EDGE, "The table maximum also holds the third doubling down"),
    (EDGE, "A rescue takes back the double and gives up the original wager"),
    (EDGE, "A rescue declined is a double that plays on"),
    (EDGE, "A doubled split hand may be rescued"),
    (EDGE, "Boxes are played from the right, the hands of a split from the left"),
    (EDGE, "A fifth hand where five are allowed"),
    (EDGE, "The dealer may not draw against a surrendered, a rescued, a busted and a Blackjack hand"),
    (PONTOON, "A rescue of a double for less"),
    (PONTOON, "A rescue after a double on three cards"),
    (PONTOON, "A rescue of one of two split hands"),
    (PONTOON, "Surrender, double, split, stand or draw"),
    (PONTOON, "Insurance and surrender are settled separately"),
    (BROCHURE, "After three doublings: the last one back"),
    (BROCHURE, "Three splits make four hands"),
    (BROCHURE, "The winner's own other box gets none"),
]


def case_of(law: str, name: str) -> Case:
    (found,) = [each for each in all_cases() if each.document == law and each.content["name"] == name]
    return found


def of_one_player(request: dict[str, Any]) -> dict[str, Any]:
    """The round of a case in which one player has every box."""
    many = len(request["boxes"])
    options = dict(request.get("options", {}))
    if many > 1 and "adjacent_boxes" in document(request["document"]).options:
        options.setdefault("adjacent_boxes", max(each["box"] for each in request["boxes"]))
    boxes = [{**each, "player": "ann"} for each in request["boxes"]]
    return {**request, "options": options, "boxes": boxes}


@pytest.fixture(scope="module")
def page(browser: Browser, rigged: tuple[House, Rig]) -> Iterator[Page]:
    with linked(browser, rigged[0], "ann") as found:
        yield found


class Looks:
    """At every decision the felt and the tray are the true ones, and nothing scrolls sideways."""

    def __init__(self, house: House, table: str) -> None:
        self._house, self._table = house, table

    def __call__(self, page: Page) -> None:
        view = self._house.get("ann", f"/api/tables/{self._table}").json()
        assert page.get_attribute("#table", "data-version") == str(view["version"])
        assert page.evaluate(at.FELT) == at.felt_of(view)
        assert page.evaluate(at.TRAY) == at.tray_of(view, "ann")
        assert page.evaluate(at.IN_SIGHT)
        told = page.inner_text(".actions")
        for found in view["outlook"].values():
            assert not found.get("rescue") or f"{at.money(found['rescue'])} back" in told
            assert all(str(each["total"]) in told for each in found.get("switch", ()))
        assert fits(page)


def play(page: Page, rigged: tuple[House, Rig], case: Case, size: str) -> None:
    house, rig = rigged
    request, table = of_one_player(case.request()), f"case-{next(_numbers)}"
    answer: Any = as_json(settle(request))
    assert "refused" not in answer, answer
    open_for(house, rig, table, request)
    resized(page, size)
    stakes = {each["box"]: each["stakes"] for each in request["boxes"]}
    at.sit(page, table, *stakes, chips=str(CHIPS))
    at.bet(page, stakes)
    decisions = request.get("decisions", ())
    passed = at.decide(page, decisions, looks=Looks(house, table))
    assert sorted(at.results(page), key=str) == sorted(at.as_told(answer["settlements"]), key=str)
    lines: list[Any] = answer["settlements"]
    paid = {box: [each["net"] for each in lines if str(each["box"]) == box] for box in answer["net"]}
    assert page.evaluate(at.NETS) == {
        box: at.net_text(net, paid[box]) for box, net in answer["net"].items()
    }
    chips = sum((Decimal(each) for each in answer["net"].values()), Decimal(CHIPS))
    assert at.money(chips) == page.inner_text(".purse b")
    asked = 2 * len(stakes) + 1 + len(decisions) + passed
    assert stored(house, table, "ann") == ["done"] * asked
    assert fits(page)


def sized() -> Iterator[tuple[str, str, str]]:
    """The long cases, desktop and phone by turns."""
    for number, (law, name) in enumerate(LONG):
        yield law, name, ("desktop", "phone")[number % 2]


@pytest.mark.parametrize(("law", "name"), SHORT)
def test_a_case_of_the_law_is_played_at_the_page(
    page: Page, rigged: tuple[House, Rig], law: str, name: str
) -> None:
    play(page, rigged, case_of(law, name), "desktop")


@pytest.mark.long
@pytest.mark.parametrize(("law", "name", "size"), list(sized()))
def test_hands_of_every_kind_are_played_at_the_page(
    page: Page, rigged: tuple[House, Rig], law: str, name: str, size: str
) -> None:
    play(page, rigged, case_of(law, name), size)
    assert grave(page) == []


def test_what_the_chips_do_not_cover_is_not_bet_again_nor_on_another_box(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    """Sixteen against nineteen: $75 of $100 are lost."""
    house, rig = rigged
    boxes = [{"box": 1, "player": "ann", "stakes": {"main": "75.00"}}]
    asked = {"document": MARYLAND, "options": {"adjacent_boxes": 2}, "boxes": boxes}
    open_for(house, rig, "short", {**asked, "cards": ["Th", "9c", "6d", "Td"]})
    resized(page, "desktop")
    at.sit(page, "short", 1, chips="100")
    page.keyboard.press("3")
    page.wait_for_selector("[data-do=beside]:not(:disabled)")
    page.keyboard.press("3")
    page.keyboard.press("3")
    page.wait_for_selector("[data-do=beside]:disabled")
    before = at.rounds_of(page)
    page.keyboard.press("b")
    at.begun(page, before)
    page.keyboard.press("s")
    page.wait_for_selector(at.OVER)
    assert page.inner_text(".purse b") == "$25"
    page.wait_for_selector("[data-do=again]:not(:disabled)")
    posts = at.Posts(page)
    page.keyboard.press("a")
    page.wait_for_selector("[data-do=place_bet]:disabled:has-text('$75: more than your chips')")
    posts.stop()
    assert posts.sent == []


def test_who_decides_too_late_is_told_so_and_that_the_hand_stands(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    """The house stands for a player while their hit is under way; it is not told as a program is."""
    house, rig = rigged
    boxes = [{"box": 1, "player": "ann", "stakes": {"main": "75.00"}}]
    cards = ["Th", "9c", "6d", "Td"]
    open_for(house, rig, "late", {"document": MARYLAND, "boxes": boxes, "cards": cards})
    resized(page, "desktop")
    at.sit(page, "late", 1, chips="100")
    at.bet(page, {1: {"main": "75.00"}})

    def stand_first(route: Route) -> None:
        house.done("ann", "late", {"do": "stand", "box": 1})
        route.continue_()

    page.route("**/commands", stand_first, times=1)
    page.click("[data-do=hit]")
    expect(page.locator("#notice")).to_have_text(
        "Too late: the table had moved on. Your hand stands at 16."
    )


def test_the_felt_says_what_each_side_wager_came_to_and_last_bets_outlive_a_look_at_the_law(
    page: Page, rigged: tuple[House, Rig]
) -> None:
    """A queen for the player and one of another suit for the dealer: one match is paid 3 to 1."""
    house, rig = rigged
    stakes = {"main": "25.00", "match_super_bonus": "5.00"}
    boxes = [{"box": 1, "player": "ann", "stakes": stakes}]
    asked = {"document": PONTOON, "wagers": {"match_super_bonus": "6_decks"}, "boxes": boxes}
    open_for(house, rig, "matched", {**asked, "cards": ["Qh", "Qc", "9d", "7d"]})
    resized(page, "desktop")
    at.sit(page, "matched", 1, chips="100")
    at.bet(page, {1: stakes})
    place = page.locator(".box.own [data-area=match_super_bonus]")
    assert place.locator(".paid.won").inner_text() == "+$15"
    page.keyboard.press("s")
    page.wait_for_selector(at.OVER)
    assert (place.locator(".paid").inner_text(), place.locator(".stake").count()) == ("+$15", 0)
    assert "last round +$15. Add" in (place.get_attribute("aria-label") or "")
    page.wait_for_selector("[data-wager=match_super_bonus]:has-text('wins 1 in 6.5')")
    page.goto(f"/law/{PONTOON}")
    page.go_back()
    page.wait_for_selector("[data-do=again]:has-text('Same again: $30'):not(:disabled)")
    page.click(".box.own [data-area=main]")
    page.click(".box.own [data-area=match_super_bonus]")
    assert page.locator(".box.own .paid").count() == 0
    page.keyboard.press("c")
    assert page.locator(".box.own .stake.ready").count() == 1, "the side wager's chips alone are gone"
    page.keyboard.press("c")
    assert page.locator(".box.own .stake.ready").count() == 0
