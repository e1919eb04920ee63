"""The page of the studio: the fields of a design, which its script keeps in the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from starlette.requests import Request

from cutcard.floor.people import Ask, may_ask
from cutcard.law import (
    Document,
    OptionLaw,
    Paytable,
    WagerLaw,
    document,
    document_ids,
    is_document,
    value_text,
)
from cutcard.money import Odds
from cutcard.odds import MAIN, permitted_decks
from cutcard.web.library.jobs import by_play, choosable
from cutcard.web.pages.frame import Context, document_title, viewer
from cutcard.web.studio.jobs import BLOCK_ROUNDS, MOST_BLOCKS

FIRST: Final = ("md-blackjack", "lucky_ladies")
TERMS: Final = (
    *("house edge", "hit rate", "standard deviation", "countable", "penetration"),
    *("confidence interval", "paytable"),
)


async def studio(request: Request) -> Context:
    """A document, a wager and a paytable to start from; what is not named is the usual one."""
    given = {key: value[:100] for key, value in list(request.query_params.items())[:120]}
    law = document(given["document"]) if is_document(given.get("document", "")) else document(FIRST[0])
    usual = FIRST[1] if law.id == FIRST[0] and "wager" not in given else MAIN
    wager = law.wager(given["wager"] if given.get("wager") in law.wager_ids else usual)
    variation = given.get("variation", "") if given.get("variation") in law.variations else ""
    tables = _paytables(wager)
    table = next((each for each in tables if each.id == given.get("paytable")), tables[0])
    return {
        "law": law,
        "wager": wager,
        "variation": variation,
        "table": table,
        "tables": tables,
        "documents": [(name, document_title(name)) for name in document_ids()],
        "rows": list(_rows(wager, table)),
        "decks": permitted_decks(law, wager, table.id),
        **_options(law, wager, variation),
        "value_text": value_text,
        "may_open": may_ask(viewer(request).role, Ask.SET_UP_TABLES),
        "block_rounds": BLOCK_ROUNDS,
        "most_blocks": MOST_BLOCKS,
        "terms": TERMS,
    }


def _paytables(wager: WagerLaw) -> list[Paytable]:
    """Those that an operator may choose, else all of the document; each once."""
    tables: dict[str, Any] = {}
    for each in wager.choosable or wager.paytables:
        tables.setdefault(each.id, each)
    return list(tables.values())


def _rows(wager: WagerLaw, table: Paytable) -> Iterator[tuple[str, str, str]]:
    """The prices that may be changed: outcome, price, provision; each outcome once.

    Of the main game those of a hand that wins: a price that an option chooses is chosen there.
    """
    many = Counter(row.outcome for row in table.rows)
    for outcome, pays, cite in dict.fromkeys((row.outcome, row.pays, row.cite) for row in table.rows):
        is_won = isinstance(pays, Odds) and pays.win > 0
        if wager.id != MAIN or (is_won and many[outcome] == 1):
            yield outcome, str(pays), cite


def _options(law: Document, wager: WagerLaw, variation: str) -> dict[str, list[OptionLaw]]:
    """The options that players ask about first, and the others that have values to choose from."""
    if not by_play(wager):
        return {"first": [], "more": []}
    first = choosable(law, variation)
    laws = law.effective_options(variation or None).values()
    open_ = [each for each in laws if not (each.is_fixed or each.kind or each.wager)]
    more = [each for each in open_ if len(each.permitted) > 1 and each.name != "decks"]
    return {"first": first, "more": [each for each in more if each not in first]}
