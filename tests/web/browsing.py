"""A browser for tests: the system's Chromium, and pages of people who are signed in to a house."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from web.houses import House

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDS_CHROMIUM: Final = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine: install chromium"
)
SIZES: Final = {"desktop": (1280, 860), "phone": (390, 844)}
PHONE_LATER: Final = ("desktop", pytest.param("phone", marks=pytest.mark.long))
"""For what is the same work at both sizes: on a phone among the long runs."""
THEMES: Final = ("dark", "light")
COLOURS: Final[dict[str, dict[str, str]]] = {
    **{theme: {"color_scheme": theme} for theme in THEMES},
    "contrast": {"contrast": "more"},
}
"""What a system asks a page for, by the name of the theme."""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """One browser, with more arguments than the usual, closed at the end."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *more])
        try:
            yield found
        finally:
            found.close()


@contextmanager
def new_page(
    browser: Browser, origin: str, size: str = "desktop", *, token: str = "", **context: Any
) -> Iterator[Page]:
    """A page of nobody, or of whoever's token it is; a fault of its scripts is a fault of the test."""
    width, height = SIZES[size]
    made = browser.new_context(
        base_url=origin,
        viewport={"width": width, "height": height},
        **{"reduced_motion": "reduce", **context},
    )
    if token:
        made.add_cookies([{"name": "cutcard", "value": token, "url": origin}])
    wrong: list[str] = []
    page = made.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        yield page
    finally:
        made.close()
    assert wrong == []


@contextmanager
def signed_in(
    browser: Browser, origin: str, link: str, size: str = "desktop", **context: Any
) -> Iterator[Page]:
    """A page of whoever holds a link."""
    with new_page(browser, origin, size, **context) as page:
        page.goto(f"/enter#{link}")
        page.wait_for_url(lambda url: "/enter" not in url)
        yield page


def linked(browser: Browser, house: House, name: str, size: str = "desktop", **context: Any) -> Any:
    """A page of somebody for whom the house makes a link."""
    return signed_in(browser, house.url, house.people.link(name, "sign_in"), size, **context)


@contextmanager
def opened(
    browser: Browser, house: House, name: str, path: str, size: str = "desktop"
) -> Iterator[Page]:
    """A page of the house as somebody sees it, which does not scroll sideways when all is done."""
    with new_page(browser, house.url, size, token=house.token(name)) as page:
        page.goto(path)
        yield page
        assert fits(page), "it scrolls sideways"


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def resized(page: Page, size: str) -> None:
    """The page at another size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
