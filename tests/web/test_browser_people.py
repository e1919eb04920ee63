"""The administrator in a browser: somebody is added, enrols by the link, is disabled, is let in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cutcard.floor.people import HouseRole
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, fits, new_page
from web.houses import GOOD, House

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(params=PHONE_LATER)
def page(request: pytest.FixtureRequest, browser: Browser, office: House) -> Iterator[Page]:
    """A browser in which nobody is signed in."""
    with new_page(browser, office.url, request.param) as made:
        made.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=office.url)
        yield made


def sign_in(page: Page, house: House, name: str) -> None:
    page.goto("/enter")
    page.fill("[name=name]", name)
    page.fill("[name=password]", GOOD)
    page.fill("[name=code]", house.code(name))
    page.click("button.main")


def signed_by_another(browser: Browser, office: House, name: str) -> str:
    """The second administrator signs on the same page; the word that only they are shown."""
    with new_page(browser, office.url, "desktop") as page:
        sign_in(page, office, "bess")
        page.wait_for_url("**/people")
        expect(page.locator("#signing")).to_contain_text(f"Add {name} as dealer")
        page.get_by_role("button", name="Sign as bess").click()
        expect(page.locator("#link-title")).to_have_text(f"A word for {name}")
        assert grave(page) == []
        return page.input_value("#link-text")


def test_an_administrator_adds_somebody_who_enrols_by_the_link(
    page: Page, browser: Browser, office: House
) -> None:
    name = f"pia{page.viewport_size['width'] if page.viewport_size else 0}"
    sign_in(page, office, "boss")
    page.wait_for_url("**/people")
    page.fill("form[data-path] [name=name]", "Ann!")
    page.keyboard.press("Enter")
    expect(page.locator("#add-said")).to_contain_text("Lowercase letters, digits")
    assert page.get_attribute("form[data-path] [name=name]", "aria-invalid") == "true"
    page.fill("form[data-path] [name=name]", "ann")
    page.select_option("form[data-path] [name=role]", "dealer")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#add-said")).to_contain_text("the name is taken")
    expect(page.locator("form[data-path] [name=name]")).to_be_focused()
    page.fill("form[data-path] [name=name]", name)
    office.clock.later(6 * 60)
    page.get_by_role("button", name="Add").click()
    page.fill("#prove input[name=password]", "not the password")
    page.fill("#prove input[name=code]", office.code("boss"))
    page.click("#prove button.main")
    expect(page.locator("#prove-said")).not_to_be_empty()
    assert grave(page) == []
    page.fill("#prove input[name=password]", GOOD)
    page.fill("#prove input[name=code]", office.code("boss"))
    page.click("#prove button.main")
    expect(page.locator("#link")).to_be_focused()
    expect(page.locator("#link-about")).to_contain_text("void without the word")
    assert page.locator(f"#person-{name}").count() == 0
    word = signed_by_another(browser, office, name)
    link = page.input_value("#link-text")
    assert link.startswith(f"{office.url}/enrol#")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#link-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link
    assert fits(page)
    assert grave(page) == []
    page.get_by_role("button", name="Done").click()
    assert link.split("#")[1] not in page.content()
    other = browser.new_page()
    other.goto(link)
    other.fill("[name=password]", GOOD)
    other.fill("[name=again]", GOOD)
    other.click("text=Set the password")
    expect(other.locator("#enrol-state")).to_contain_text("without its word")
    other.fill("[name=word]", word)
    other.click("text=Set the password")
    expect(other.locator("#enrol-state")).to_contain_text(f"Welcome, {name}. You are a dealer")
    other.close()
    page.reload()
    expect(page.locator(f"#person-{name}")).to_contain_text("Enrolled")


def test_somebody_is_disabled_let_in_again_and_given_another_role(page: Page, office: House) -> None:
    session = office.people.sign_in("bob", GOOD).token
    sign_in(page, office, "boss")
    page.wait_for_url("**/people")
    bob = page.locator("#person-bob")
    bob.get_by_role("button", name="Disable bob").focus()
    page.keyboard.press("Enter")
    expect(bob.locator(".said")).to_contain_text("every session has ended")
    expect(bob.get_by_role("button", name="Enable bob")).to_be_focused()
    assert office.people.session(session) is None
    assert bob.get_by_role("button", name="New link").count() == 0
    page.keyboard.press("Enter")
    expect(bob).to_contain_text("Enrolled")
    change = bob.get_by_role("button", name="Change the role of bob")
    assert change.count() == 0, "there is nothing to change before another role is chosen"
    bob.get_by_label("Role of bob").select_option("auditor")
    change.click()
    expect(bob.locator(".said")).to_contain_text("waiting for another person")
    office.people.change_role("bob", HouseRole.AUDITOR, by="boss")
    bob.get_by_label("Role of bob").select_option("auditor")
    change.click()
    expect(bob.locator(".said")).to_contain_text("is already auditor")
    office.people.change_role("bob", HouseRole.PLAYER, by="boss")
    assert "bad" in (bob.locator(".said").get_attribute("class") or "")
    page.route("**/api/people/bob", lambda route: route.abort())
    bob.get_by_role("button", name="New link for bob").click()
    expect(bob.locator(".said")).to_contain_text("cannot be reached")
    assert grave(page) == []


def test_of_two_links_opened_in_one_window_the_second_counts(page: Page, office: House) -> None:
    size = page.viewport_size["width"] if page.viewport_size else 0
    for name in (f"uma{size}", f"val{size}"):
        office.people.add(name, HouseRole.AUDITOR)
        page.goto(f"/enrol#{office.people.link(name, 'enrol')}")
        expect(page).to_have_url(f"{office.url}/enrol")
    for field in ("password", "again"):
        page.fill(f"[name={field}]", GOOD)
    page.click("button.main")
    expect(page.locator("#enrol-state")).to_contain_text(f"Welcome, val{size}. You are an auditor")
