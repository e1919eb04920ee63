"""The coach at the player's page speaks of the hand that was played, and its best action by the odds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from cutcard.floor.live.state import header_line
from cutcard.web.odds_desk.table_odds import Advice
from web import at_the_page as at
from web.browsing import NEEDS_CHROMIUM, linked
from web.houses import House
from web.rigged import Rig, open_for
from web.test_browser_hands import EDGE, MARYLAND, case_of, of_one_player

pytestmark = [NEEDS_CHROMIUM, pytest.mark.long]
SPOKEN = "#coach:text-matches('was (the best|better|as good)')"
DOUBLED = {"decline": "Keeping the double", "double": "Doubling again", "rescue": "A rescue"}
CASES = [
    (MARYLAND, "Two additional splits, one of them of the second hand"),
    (MARYLAND, "Double on the first two cards of each split hand"),
    (EDGE, "After one redouble a rescue returns the last doubling"),
    (EDGE, "A doubled split hand may be rescued"),
]


@pytest.fixture(scope="module")
def page(browser: Browser, rigged: tuple[House, Rig]) -> Iterator[Page]:
    with linked(browser, rigged[0], "ann") as found:
        yield found


def by_the_odds(house: House, table: str, do: str) -> str:
    """What the coach has to say of an action now, by the odds of the table's rules."""
    view = house.get("ann", f"/api/tables/{table}").json()
    (box,) = view["round"]["boxes"]
    (hand,) = [each for each in box["hands"] if each["hand"] == view["awaits"]["hand"]]
    up, hands = view["round"]["dealer"][0]["cards"][0], len(box["hands"]) if hand["from_split"] else 1
    held, may = " ".join(hand["cards"]), [*view["awaits"]["may"]["1"], "decline"]
    found = Advice(header_line(house.floor.live(table)), held, up, hands, hand["doublings"]).work()
    (best, *_) = [each["action"] for each in found["values"] if each["action"] in may]
    if "split" in may and found.get("splits_on"):
        best = "split"
    names = DOUBLED if hand["doubled"] else {}
    which = f" Hand {hand['hand']}:" if hands > 1 else ""
    said = "the best play" if best == do else "better"
    return f"Coach:{which} {names.get(best, best.capitalize())} was {said}."


def solved(house: House, table: str) -> None:
    """The house has worked the table's game out: what the coach says then comes at once."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        told = house.get("ann", f"/api/tables/{table}/advice", held="8c 3d", up="7c").json()["answer"]
        if told["state"] == "done":
            return
        time.sleep(0.3)
    raise AssertionError(told)


@pytest.mark.parametrize(("law", "name"), CASES)
def test_the_coach_speaks_of_the_right_hand_and_its_best_action(
    page: Page, rigged: tuple[House, Rig], law: str, name: str
) -> None:
    house, rig = rigged
    request, table = of_one_player(case_of(law, name).request()), f"coached-{CASES.index((law, name))}"
    open_for(house, rig, table, request)
    solved(house, table)
    at.sit(page, table, 1)
    page.check("#coach-on")
    at.bet(page, {1: request["boxes"][0]["stakes"]})
    spoke = 0
    for decision in request["decisions"]:
        page.wait_for_selector(f".actions [data-do={decision['do']}]:not(:disabled)")
        wanted = by_the_odds(house, table, decision["do"])
        at.press(page, decision)
        page.wait_for_selector(SPOKEN, timeout=60_000)
        assert page.inner_text("#coach").startswith(wanted)
        spoke += 1
    assert spoke == len(request["decisions"])
    page.wait_for_selector(at.OVER)
    page.uncheck("#coach-on")


def coached(page: Page, rigged: tuple[House, Rig], table: str, request: dict[str, Any]) -> list[str]:
    """What the coach says of each decision of a round."""
    house, rig = rigged
    open_for(house, rig, table, request)
    solved(house, table)
    at.sit(page, table, 1)
    page.check("#coach-on")
    at.bet(page, {1: request["boxes"][0]["stakes"]})
    said = []
    for decision in request["decisions"]:
        page.wait_for_selector(f".actions [data-do={decision['do']}]:not(:disabled)")
        at.press(page, decision)
        page.wait_for_selector(SPOKEN, timeout=60_000)
        said.append(page.inner_text("#coach"))
    at.decide(page, [])
    page.uncheck("#coach-on")
    return said


def test_a_double_for_less_is_priced_in_proportion(page: Page, rigged: tuple[House, Rig]) -> None:
    request = of_one_player(case_of(MARYLAND, "A double of $10 on a wager of $25").request())
    (said,) = coached(page, rigged, "for-less", request)
    values = Advice(header_line(rigged[0].floor.live("for-less")), "6c 5h", "7c").work()["values"]
    assert values[0]["action"] == "double"
    cost = values[0]["value"] * (1 - 35 / 50)
    assert said == (
        "Coach: The whole double was better. "
        f"Doubling for $10 costs ${cost * 25:.2f} on average, {cost * 100:.1f}% of the bet."
    )


@pytest.mark.parametrize("most", ["40.00", "15.00"])
def test_a_cost_is_of_the_first_stake_and_a_limit_that_cuts_is_said(
    page: Page, rigged: tuple[House, Rig], most: str
) -> None:
    """The second double of three puts $20 down, the third $40: at most $15 cuts both."""
    table = f"cut-{most.removesuffix('.00')}"
    case = case_of(EDGE, "Three doublings: eight times the original wager")
    request = of_one_player(case.request())
    request["options"] = {**request["options"], "maximum_wager": most}
    said = coached(page, rigged, table, {**request, "decisions": request["decisions"][:2]})
    header = header_line(rigged[0].floor.live(table))
    values = Advice(header, "2c 3h 2d", "9d", doublings=1).work()["values"]
    by = {each["action"]: each["value"] for each in values}
    assert values[0]["action"] == "rescue"
    if_uncut = "" if most == "40.00" else ", leaving the table limit aside"
    cost = by["rescue"] - by["double"]
    assert said[1] == (
        f"Coach: A rescue was better{if_uncut}. "
        f"Doubling again costs ${cost * 10:.2f} on average, {cost * 100:.1f}% of the bet."
    )
