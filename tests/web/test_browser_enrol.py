"""Staff enrol in a browser: their second factor is a QR code that cameras can read, and goes nowhere."""

from __future__ import annotations

import base64
import io
import logging
import time
from typing import Any, Final

import pytest
import segno
from playwright.sync_api import Browser, Page, Request, expect

from cutcard.floor.people import HouseRole, credentials
from cutcard.web.server import logs
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, THEMES, fits
from web.houses import GOOD, House

pytestmark = NEEDS_CHROMIUM
QUIET: Final = 4
"""Light modules that a QR code needs around it (ISO/IEC 18004)."""
SMALLEST: Final = 4
"""Pixels of a module below which a telephone's camera begins to fail."""
PIXELS: Final = """async ([png, side]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const at = (place) => Math.floor((place + .5) * image.width / side);
  const one = (row, column) => [...canvas.getImageData(at(column), at(row), 1, 1).data.slice(0, 3)];
  const line = [...Array(side).keys()];
  return line.map((row) => line.map((column) => one(row, column)));
}"""


def enrolled(page: Page, house: House, name: str, role: HouseRole) -> list[Request]:
    """Somebody new, who has chosen a password; every request of the page on the way."""
    asked: list[Request] = []
    page.on("request", lambda each: asked.append(each))
    house.people.add(name, role)
    page.goto(f"{house.url}/enrol#{house.people.link(name, 'enrol')}")
    for field in ("password", "again"):
        page.fill(f"[name={field}]", GOOD)
    page.click("button.main")
    expect(page.locator("#enrol-state")).to_contain_text(f"Welcome, {name}")
    return asked


def shown(page: Page, browser: Browser, side: int) -> list[list[list[int]]]:
    """The colour in the middle of each module, as it is on the screen."""
    png = base64.b64encode(page.locator(".qr").screenshot()).decode()
    reader = browser.new_page()
    found: list[list[list[int]]] = reader.evaluate(PIXELS, [png, side])
    reader.close()
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_a_camera_finds_the_second_factor_on_the_screen(
    browser: Browser, office: House, size: str, theme: Any
) -> None:
    """What is seen is the code of this very address, black on white, with its quiet zone."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    name = f"{size}-{theme}-of-a-long-name-xx"[:32]
    enrolled(page, office, name, HouseRole.DEALER)
    secret = page.locator(".secret").inner_text().replace(" ", "")
    found = office.people.person(name)
    assert found is not None
    assert found.secret == secret
    wanted = segno.make_qr(credentials.authenticator_address(secret, name), error="m")
    rows = [[bool(each) for each in row] for row in wanted.matrix_iter(border=QUIET)]
    seen = shown(page, browser, len(rows))
    assert [[each == [0, 0, 0] for each in row] for row in seen] == rows
    assert all(each in ([0, 0, 0], [255, 255, 255]) for row in seen for each in row)
    box = page.locator(".qr").bounding_box()
    assert box is not None
    assert box["width"] == box["height"] >= SMALLEST * len(rows)
    assert fits(page)
    assert grave(page) == []
    page.close()


def test_the_secret_is_in_no_address_no_log_and_no_cache(browser: Browser, office: House) -> None:
    written = io.StringIO()
    logs.configure_logs(written, least=logging.DEBUG)
    try:
        page = browser.new_page()
        asked = enrolled(page, office, "quiet-one", HouseRole.SUPERVISOR)
        until = time.monotonic() + 10  # a request is logged after its answer has gone out
        while "/api/enrolment" not in written.getvalue() and time.monotonic() < until:
            page.wait_for_timeout(20)
    finally:
        logs.configure_logs(io.StringIO())
    secret = page.locator(".secret").inner_text().replace(" ", "")
    assert secret not in written.getvalue()
    assert "/api/enrolment" in written.getvalue(), "the log was looked at"
    assert all(secret not in each.url and secret not in (each.post_data or "") for each in asked)
    assert all(each.url.startswith(office.url) for each in asked), (
        "the picture is of the office's making"
    )
    answer = next(each for each in asked if each.url.endswith("/api/enrolment")).response()
    assert answer is not None
    assert answer.headers["cache-control"] == "no-store"
    assert secret not in str(page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
    page.reload()
    assert secret not in page.content()
    assert page.locator(".qr").count() == 0
    page.close()


def test_a_player_has_no_second_factor_and_no_picture(browser: Browser, office: House) -> None:
    page = browser.new_page()
    enrolled(page, office, "plain-player", HouseRole.PLAYER)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.locator(".qr, .secret").count() == 0
    page.close()
