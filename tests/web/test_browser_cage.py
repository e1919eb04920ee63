"""The cage in a browser: money is brought, refused for a stranger, and taken away after a proof."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from cutcard.floor.people import HouseRole
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, SIZES, opened
from web.houses import GOOD, House

pytestmark = NEEDS_CHROMIUM
TRIES = 6
"""How often the page asks by itself before it says that the house cannot be reached."""


@pytest.fixture(scope="module")
def house(office: House) -> House:
    """A house with a player of each size who has nothing yet."""
    for size in SIZES:
        office.enrol(f"pat-{size}", HouseRole.PLAYER)
    return office


def wallet(house: House, name: str) -> str:
    return str(house.get(name, "/api/me").json()["wallet"])


def acknowledge(house: House, player: str) -> None:
    """The player says, in a session of their own, that it is right."""
    (wanted,) = [
        each for each in house.get(player, "/api/signing").json()["wanted"] if each["state"] == "waiting"
    ]
    assert house.post(player, f"/api/signing/{wanted['number']}", None).status_code == 200


def ask(page: Page, player: str, amount: str, button: str) -> None:
    page.get_by_label("Player").fill(player)
    page.get_by_label("Dollars").fill(amount)
    page.get_by_role("button", name=button).click()


def refused(page: Page, house: House, pat: str) -> None:
    """Nothing is moved by what cannot be; the field it is about is marked and has the focus."""
    for player, amount, field, told in (
        ("", "5", "Player", "Enter the name that the player"),
        (pat, "", "Dollars", "Enter the amount in dollars"),
        ("nobody", "5", "Player", "no player of this house has this name"),
        ("dee", "5", "Player", "no player of this house has this name"),
        (pat, "0", "Dollars", "more than zero"),
        (pat, "a few", "Dollars", "in figures"),
        (pat, "1.005", "Dollars", "in figures"),
    ):
        ask(page, player, amount, "Deposit")
        expect(page.locator("#cage-said")).to_contain_text(told)
        expect(page.get_by_label(field)).to_be_focused()
        expect(page.get_by_label(field)).to_have_attribute("aria-invalid", "true")
    assert wallet(house, pat) == "0.00"


@pytest.mark.parametrize("size", PHONE_LATER)
def test_money_is_brought_to_the_cage_and_taken_away(browser: Browser, house: House, size: str) -> None:
    pat, proof = f"pat-{size}", "#prove"
    with opened(browser, house, "flo", "/floor", size) as page:
        page.get_by_role("link", name="Cage").click()
        refused(page, house, pat)
        page.get_by_label("Player").fill(pat)
        page.get_by_label("Dollars").fill("$1,250.50")
        page.keyboard.press("Enter")
        expect(page.locator("#cage-said")).to_have_text(f"Requested: waiting for {pat}.")
        expect(page.locator("#signing")).to_contain_text(f"Waiting for {pat} to acknowledge it")
        assert wallet(house, pat) == "0.00"
        with opened(browser, house, pat, "/", size) as players:
            expect(players.locator("#signing")).to_contain_text(f"Deposit $1,250.50, {pat}")
            assert grave(players) == []
            players.get_by_role("button", name="It is right").click()
            expect(players.locator("#notice")).to_have_text("Signed.")
        expect(page.locator(f"#held-{pat}")).to_have_text("$1,250.50")
        assert wallet(house, pat) == "1250.50"
        house.clock.later(6 * 60)
        ask(page, pat, "250.50", "Withdraw")
        expect(page.locator(proof)).to_be_visible()
        assert wallet(house, pat) == "1250.50"
        assert grave(page) == []
        page.click("#prove-not")
        expect(page.locator("#cage-said.bad")).to_contain_text("confirm your identity")
        assert wallet(house, pat) == "1250.50"
        page.get_by_role("button", name="Withdraw").click()
        page.fill(f"{proof} input[name=password]", GOOD)
        page.fill(f"{proof} input[name=code]", house.code("flo"))
        page.click(f"{proof} button.main")
        expect(page.locator("#cage-said")).to_contain_text(f"Requested: waiting for {pat}.")
        acknowledge(house, pat)
        assert wallet(house, pat) == "1000.00"
        ask(page, pat, "1000.01", "Withdraw")
        expect(page.locator("#cage-said.bad")).to_contain_text(f"{pat} has $1000.00 on deposit")
        page.reload()
        expect(page.locator(f"#held-{pat}")).to_have_text("$1,000.00")
        assert grave(page) == []


def test_pressed_again_after_an_answer_was_lost_the_money_moves_once(
    browser: Browser, house: House
) -> None:
    house.enrol("rae", HouseRole.PLAYER)
    with opened(browser, house, "flo", "/floor/cage") as page:
        keys: list[str] = []

        def lost(route: Route) -> None:
            """The house does it each time; its answer never comes before the seventh."""
            keys.append(json.loads(route.request.post_data or "")["key"])
            answer = route.fetch()
            if len(keys) <= TRIES:
                route.abort()
            else:
                route.fulfill(response=answer)

        page.add_init_script("const later = setTimeout; setTimeout = (done) => later(done, 0)")
        page.reload()
        page.route("**/api/cage/commands", lost)
        ask(page, "rae", "40", "Deposit")
        expect(page.locator("#cage-said")).to_contain_text("cannot be reached")
        assert len(keys) == TRIES
        page.get_by_role("button", name="Deposit").click()
        expect(page.locator("#cage-said")).to_contain_text("Requested: waiting for rae.")
        acknowledge(house, "rae")
        assert len(set(keys)) == 1
        assert wallet(house, "rae") == "40.00"


def test_what_others_move_is_seen_without_loading_the_page_again(browser: Browser, house: House) -> None:
    with opened(browser, house, "flo", "/floor/cage") as page:
        page.get_by_label("Player").fill("vi")
        page.get_by_label("Dollars").fill("12")
        house.enrol("vic", HouseRole.PLAYER)
        expect(page.locator("#held-vic")).to_have_text("$0.00")
        assert page.locator('#cage-players option[value="vic"]').count() == 1
        house.token("sue")
        house.prove("sue")
        assert house.cage("deposit", "vic", "75.50", by="sue").status_code == 200
        expect(page.locator("#held-vic")).to_have_text("$75.50")
        assert page.get_by_label("Player").input_value() == "vi", "what somebody types stays"
        assert page.get_by_label("Dollars").input_value() == "12"


def test_the_cage_is_for_who_may_move_money(house: House) -> None:
    for name in ("flo", "sue", "ann", "dee", "aud", "boss"):
        cookie = {"cookie": f"cutcard={house.token(name)}"}
        status = 200 if name in ("flo", "sue") else 403
        assert house.client.get("/floor/cage", headers=cookie).status_code == status, name


def test_a_player_without_money_is_told_of_the_cage(browser: Browser, house: House) -> None:
    house.enrol("quinn", HouseRole.PLAYER)
    house.open("one")
    house.done("quinn", "one", {"do": "sit", "box": 1})
    with opened(browser, house, "quinn", "/tables/one") as page:
        expect(page.locator("#tray")).to_contain_text("The cage takes deposits: ask a floorperson.")
        page.get_by_role("button", name="Buy in $100").click()
        expect(page.locator("#notice")).to_contain_text("quinn has $0.00 on deposit")
        expect(page.locator("#notice")).to_contain_text("the cage takes deposits")
