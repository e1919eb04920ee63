"""The page of the studio: the fields of a design, which its script keeps in the address."""

from __future__ import annotations

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
from cutcard.odds import MAIN, permitted_decks
from cutcard.web.library.jobs import by_play
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
        "rows": list(dict.fromkeys((row.outcome, str(row.pays), row.cite) for row in table.rows)),
        "decks": permitted_decks(law, wager, table.id),
        "options": _options(law, wager, variation),
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


def _options(law: Document, wager: WagerLaw, variation: str) -> list[OptionLaw]:
    """The options that matter to a wager: of the main game all that have values to choose from."""
    if not by_play(wager):
        return []
    laws = law.effective_options(variation or None).values()
    return [
        each
        for each in laws
        if not each.is_fixed
        and not each.kind
        and not each.wager
        and len(each.permitted) > 1
        and each.name != "decks"
    ]
