"""Passkeys, with Chromium's virtual authenticator: made, used, removed, and what nobody gets in by."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cutcard.floor.keys import HouseKeys
from cutcard.floor.people import HouseRole
from web.browsing import NEEDS_CHROMIUM
from web.houses import GOOD, House, served

pytestmark = NEEDS_CHROMIUM
KEYS = HouseKeys({"k1": b"\x01" * 32})
COUNTS = "signCount"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("passkeys"), keys=KEYS) as found:
        yield found


@pytest.fixture
def place(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


def at(house: House) -> str:
    """Where a browser finds the house: a passkey needs a name of a host, and no number."""
    return house.url.replace("127.0.0.1", "localhost")


def device(page: Page) -> tuple[Any, str]:
    """A device that makes passkeys, and is sure of its owner."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def sign_in(page: Page, house: House, name: str) -> None:
    page.goto(f"{at(house)}/enter")
    page.fill("[name=name]", name)
    page.fill("[name=password]", GOOD)
    page.fill("[name=code]", house.code(name))
    page.click("button.main")
    expect(page.locator(".who")).to_contain_text(name)


def add(page: Page, house: House) -> None:
    page.goto(f"{at(house)}/passkeys")
    page.click("#passkeys-add")
    expect(page.locator("[data-passkey]")).to_have_count(1)
    house.clock.later(1)


def answer(page: Page, house: House) -> dict[str, Any]:
    """What the device answers to a question of the house, caught on its way."""
    page.goto(f"{at(house)}/enter")
    script = "async () => (await import('/static/js/passkeys.js')).answer()"
    source = page.locator("script[src$='/enter.js']").get_attribute("src")
    assert source is not None
    folder = source.rpartition("/")[0]
    found: dict[str, Any] = page.evaluate(script.replace("/static/js", folder))
    return found


def test_a_passkey_signs_in_and_proves_and_is_removed(house: House, place: BrowserContext) -> None:
    house.enrol("pia", HouseRole.SUPERVISOR)
    page = place.new_page()
    device(page)
    sign_in(page, house, "pia")
    add(page, house)
    page.click("#sign-out")
    page.wait_for_url("**/enter")
    page.click("#door-passkey")
    expect(page.locator(".who")).to_contain_text("pia")
    house.clock.later(6 * 60)  # the proof is old by now
    page.goto(f"{at(house)}/passkeys")
    page.click("[data-passkey]")
    page.click("#prove-passkey")
    expect(page.locator("[data-passkey]")).to_have_count(0)
    page.click("#sign-out")
    page.wait_for_url("**/enter")
    page.click("#door-passkey")
    expect(page.locator("#door-state")).to_contain_text("passkey refused")
    assert house.people.verify() > 0, "the stream of people accounts for every passkey"


def changed(credential: dict[str, Any], **client: Any) -> dict[str, Any]:
    """The same answer, whose device is said to have seen something else."""
    told = json.loads(json.dumps(credential))
    packed = told["response"]["clientDataJSON"]
    seen = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))) | client
    told["response"]["clientDataJSON"] = base64.urlsafe_b64encode(json.dumps(seen).encode()).decode()
    return dict(told)


def test_nobody_gets_in_by_an_answer_used_before_too_late_or_elsewhere(
    house: House, place: BrowserContext
) -> None:
    house.enrol("pam", HouseRole.SUPERVISOR)
    page = place.new_page()
    session, authenticator = device(page)
    sign_in(page, house, "pam")
    add(page, house)
    page.click("#sign-out")
    page.wait_for_url("**/enter")

    def status(credential: dict[str, Any]) -> int:
        body = {"passkey": credential}
        answered = house.client.post(f"{at(house)}/api/session", json=body)
        house.client.cookies.clear()
        return answered.status_code

    good = answer(page, house)
    assert status(good) == 201
    assert status(good) == 401, "an answer is taken once"
    house.clock.later(1)
    assert status(changed(answer(page, house), origin="https://floor.example.evil")) == 401
    late = answer(page, house)
    house.clock.later(3 * 60)
    assert status(late) == 401
    own = answer(page, house)
    packed = base64.urlsafe_b64encode(b"\x07" * 40).rstrip(b"=").decode()
    assert status(changed(own, challenge=packed)) == 401, "a question that the house never asked"
    assert status({}) == 401
    assert status({"response": {"clientDataJSON": 7}}) == 401
    session.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    assert page.evaluate("async () => 1") == 1
    house.people.bar("pam", by="house")
    assert status(own) == 401, "whoever is disabled has no passkey either"


def test_a_house_without_keys_offers_none(tmp_path: Path) -> None:
    with served(tmp_path) as bare:
        assert "door-passkey" not in bare.client.get("/enter").text
        refused = bare.client.post("/api/passkeys/question", json={})
        assert (refused.status_code, refused.json()["code"]) == (409, "no_passkeys")


def test_a_passkey_is_added_only_after_a_fresh_proof(house: House) -> None:
    house.clock.later(20 * 60)
    house.token("sam")
    house.clock.later(10 * 60)
    refused = house.post("sam", "/api/passkeys/new", {})
    assert refused.json()["code"] == "proof_needed"
