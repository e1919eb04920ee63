"""The meters' desk in a browser: a meter is stopped, given a hidden meter, started, left, ended."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, opened
from web.houses import GOOD, RULES, House, new_key

pytestmark = NEEDS_CHROMIUM
DESK = "/floor/meters"
STAKES = {"main": "10.00", "super_4": "5.00"}


def act(card: Locator, what: str) -> Locator:
    """One of a meter's acts, unfolded."""
    found = card.locator("details").filter(has=card.page.locator("summary", has_text=what)).first
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def figure(card: Locator, name: str) -> Locator:
    return card.locator(".figures div").filter(has_text=name).locator("dd")


def hidden_reset_meter(card: Locator) -> None:
    """A live meter's terms stay; stopped, it is refused what no document lets; the rest is asked for."""
    expect(act(card, "Terms")).to_contain_text("it is live and cannot change; stop it first")
    assert act(card, "Terms").locator("form").count() == 0
    act(card, "Stop").get_by_role("button").click()
    expect(card.locator(".meter-state")).to_have_text("Not live")
    terms = act(card, "Terms")
    terms.get_by_label("Rate to the hidden reset meter").fill("2")
    terms.get_by_role("button").click()
    expect(terms.locator(".said")).to_contain_text("not a rate of progression")
    terms.get_by_label("Rate to the hidden reset meter").fill("0.1")
    for filed in ("Initial amount", "Reset amount", "Contribution rate"):
        assert terms.get_by_label(filed).get_attribute("readonly") is not None
    expect(terms.locator("label", has_text="Reset amount")).to_contain_text("as filed by")
    assert terms.get_by_label("Must hit").count() == 0, "its document says so, not the desk"
    terms.get_by_label("Maximum, empty for none").fill("$1")
    terms.get_by_role("button").click()
    expect(terms.locator(".said")).to_contain_text("must be below the maximum $1")
    expect(terms.locator(".said")).to_contain_text("Ch.")
    terms.get_by_label("Maximum, empty for none").fill("$60,000")
    terms.get_by_role("button").click()
    expect(terms.locator(".said")).to_contain_text("Requested")
    expect(figure(card, "Hidden reset meter")).to_have_text("none")


def sign(browser: Browser, house: House, name: str, size: str) -> None:
    """Another supervisor signs what waits."""
    with opened(browser, house, name, "/floor/approvals", size) as page:
        page.get_by_role("button", name=f"Sign as {name}").click()
        expect(page.locator("#signing")).to_contain_text(f"and {name}.")


@pytest.mark.parametrize("size", PHONE_LATER)
def test_a_meter_is_given_a_hidden_reset_meter_that_players_never_see(
    browser: Browser, office: House, size: str
) -> None:
    table, meter = f"own-{size}", f"super-{size}"
    office.floor.add(table, RULES["maryland"], links={"super_4": meter})
    office.open(table)
    office.seat(table, "ann", 1)
    with opened(browser, office, "sue", DESK, size) as desk:
        card = desk.locator(f"#meter-{meter}")
        hidden_reset_meter(card)
        sign(browser, office, "sam", size)
        expect(figure(card, "Hidden reset meter")).to_have_text("0.1")
        expect(figure(card, "Maximum")).to_have_text("$60,000.00")
        act(card, "Start").get_by_role("button").click()
        expect(card.locator(".meter-state")).to_have_text("Live")
        office.done("ann", table, {"do": "place_bet", "box": 1, "stakes": STAKES})
        desk.reload()
        expect(figure(card, "Hidden reserve")).to_have_text("$0.50")
        expect(figure(card, "Resets to")).to_have_text("$10,000.50")
        act(card, "Stop")
        assert grave(desk) == []
    with opened(browser, office, "ann", "/meters", size) as wall:
        assert "eserve" not in wall.content()
        assert "10,000.50" not in wall.content()
    with opened(browser, office, "eye", DESK, size) as watched:
        expect(figure(watched.locator(f"#meter-{meter}"), "Hidden reserve")).to_have_text("$0.50")
        assert watched.locator("form[data-do]").count() == 0


def prove(page: Page, house: House, name: str) -> None:
    page.fill("#prove input[name=password]", GOOD)
    page.fill("#prove input[name=code]", house.code(name))
    page.click("#prove button.main")


@pytest.mark.parametrize("size", PHONE_LATER)
def test_a_table_parts_and_its_meter_ends_on_another(browser: Browser, office: House, size: str) -> None:
    table, meter, other = f"part-{size}", f"ends-{size}", f"takes-{size}"
    office.floor.add(table, RULES["maryland"], links={"super_4": meter})
    office.floor.add(f"next-{size}", RULES["maryland"], links={"super_4": other})
    before = office.floor.meter(other).shown + office.floor.meter(meter).shown
    with opened(browser, office, "sue", DESK, size) as desk:
        card = desk.locator(f"#meter-{meter}")
        act(card, "Unlink a table").get_by_role("button").click()
        expect(card).to_contain_text("no table plays for it")
        act(card, "Relink a table").get_by_role("button").click()
        expect(card).not_to_contain_text("no table plays for it")
        assert card.get_by_text("Relink a table").count() == 0
        assert office.floor.meter(meter).member(table) is not None
        act(card, "Unlink a table").get_by_role("button").click()
        expect(act(card, "Relink a table")).to_contain_text("at its filed rate")
        expect(act(card, "Retire the meter")).to_contain_text("stop it first")
        act(card, "Stop").get_by_role("button").click()
        ending = act(card, "Retire the meter")
        ending.get_by_label("Meter that receives its amount").select_option(other)
        ending.get_by_label("Explanation").fill("the table is gone")
        office.token("sam")
        office.clock.later(6 * 60)
        ending.get_by_role("button").click()
        prove(desk, office, "sue")
        expect(ending.locator(".said")).to_contain_text("Requested")
        with opened(browser, office, "sam", "/floor/approvals", size) as second:
            second.get_by_role("button", name="Sign as sam").click()
            prove(second, office, "sam")
            expect(second.locator("#signing")).to_contain_text("and sam.")
        expect(card).to_contain_text("Retired; its amount moved to")
        assert card.locator("details").count() == 0
        assert grave(desk) == []
    assert office.floor.meter(other).shown == before
    assert office.floor.meter(meter).shown == 0


@pytest.mark.parametrize("size", PHONE_LATER)
def test_players_are_told_why_no_round_begins_while_the_meter_is_stopped(
    browser: Browser, office: House, size: str
) -> None:
    table, meter = f"halts-{size}", f"halting-{size}"
    office.floor.add(table, RULES["maryland"], links={"super_4": meter})
    office.open(table)
    for box, name in enumerate(("ann", "bob"), 1):
        office.seat(table, name, box)
    office.done("ann", table, {"do": "place_bet", "box": 1, "stakes": STAKES})
    with opened(browser, office, "ann", f"/tables/{table}", size) as page:
        expect(page.locator("#now")).to_have_text("Place your bets")
        for do, told in (("stop", "No round can begin"), ("start", "Place your bets")):
            asked = {"key": new_key(), "command": {"do": do}}
            assert office.post("sue", f"/api/meters/{meter}/commands", asked).status_code == 200
            expect(page.locator("#now")).to_contain_text(told)
        assert grave(page) == []


def test_a_correction_is_asked_at_the_desk_and_approved_by_another(
    browser: Browser, office: House
) -> None:
    meter = "corrected"
    office.floor.add("corrected", RULES["maryland"], links={"super_4": meter})
    before = office.floor.meter(meter).shown
    with opened(browser, office, "sue", DESK, "desktop") as desk:
        asking = act(desk.locator(f"#meter-{meter}"), "Correct the amount shown")
        asking.get_by_label("Amount in dollars").fill("12.50")
        asking.get_by_label("Increase the meter").check()
        asking.get_by_label("Explanation").fill("power lost")
        office.clock.later(6 * 60)
        asking.get_by_role("button").click()
        prove(desk, office, "sue")
        expect(desk.locator(f"#meter-{meter}")).to_contain_text("a change is pending")
        desk.goto("/floor/approvals")
        expect(desk.locator("#meters")).to_contain_text("You requested it.")
        assert desk.get_by_role("button", name="Approve the change").count() == 0
    office.token("sam")
    office.prove("sam")
    with opened(browser, office, "sam", "/floor/approvals", "desktop") as second:
        expect(second.locator("#meters")).to_contain_text("raise by $12.50, malfunction: power lost")
        second.get_by_role("button", name="Approve the change").click()
        expect(second.locator("#meters")).to_contain_text("No meter change is pending.")
    assert office.floor.meter(meter).shown == before + 1250
