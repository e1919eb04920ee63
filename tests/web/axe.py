"""axe-core over a page: what keeps people out who use a keyboard, a screen reader or large type."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

GRAVE: Final = ("serious", "critical")
RUN: Final = """() => {
    const where = document.querySelector("dialog[open]") ?? document;
    return axe.run(where, {resultTypes: ["violations"]}).then((found) => found.violations);
}"""
"""What an open dialog covers cannot be reached, and is not looked at."""


def grave(page: Page) -> list[str]:
    """Every serious or critical violation: its rule, where it is, and what is wrong."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN)
    return [
        f"{each['id']}: {node['html'][:120]}: {node['failureSummary'].splitlines()[-1].strip()}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
