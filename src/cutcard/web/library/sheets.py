"""The par sheet of a table of this house, for the very rules that it deals.

The bytes are those that `cutcard sheet` writes for the submission that the table was set up from.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from cutcard import odds
from cutcard.compute import tell
from cutcard.floor.live import Live, live_of
from cutcard.odds import OddsError, boxes, table_question
from cutcard.reports import sheet
from cutcard.reports.sheet import Sheet, par_sheet

FILES: Final = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


@lru_cache(maxsize=16)
def _live(header: str) -> Live:
    return live_of(header)


def _sheet(header: str) -> Sheet:
    live = _live(header)
    return par_sheet(live.table.rules, operator=live.operator)


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Every answer that a table's par sheet is made of."""

    header: str

    def work(self) -> Generator[None, None, dict[str, Any]]:
        """Wager by wager; what has no odds is told by the sheet itself."""
        rules = _live(self.header).table.rules
        for done, (name, offer) in enumerate(rules.offers.items()):
            tell(offer.law.title, done, len(rules.offers))
            with suppress(OddsError):
                odds.answered(table_question(rules, name, seats=boxes(rules)))
            yield None
        made = _sheet(self.header)
        return {"digest": made.digest, "wagers": len(made.wagers)}


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The sheet as a file."""

    header: str
    kind: Literal["pdf", "html"]

    def work(self) -> bytes:
        """From answers that are kept by now."""
        made = sheet.pages(_sheet(self.header))
        if self.kind == "pdf":
            return sheet.sheet_pdf(made)
        return sheet.sheet_html(made).encode()
