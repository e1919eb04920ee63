"""A browser for tests: the system's Chromium, and people signed in by the links that a house printed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDS_CHROMIUM: Final = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine: install chromium"
)
SIZES: Final = {"desktop": (1280, 860), "phone": (390, 844)}
THEMES: Final = ("dark", "light")


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
def signed_in(
    browser: Browser, origin: str, link: str, size: str = "desktop", **context: Any
) -> Iterator[Page]:
    """A page of whoever holds a link; a fault of its scripts is a fault of the test."""
    width, height = SIZES[size]
    made = browser.new_context(
        base_url=origin,
        viewport={"width": width, "height": height},
        **{"reduced_motion": "reduce", **context},
    )
    wrong: list[str] = []
    page = made.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        page.goto(f"/enter#{link}")
        page.wait_for_url(lambda url: "/enter" not in url)
        yield page
    finally:
        made.close()
    assert wrong == []


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def resized(page: Page, size: str) -> None:
    """The page at another size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
