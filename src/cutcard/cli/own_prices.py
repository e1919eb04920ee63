"""`--pays`: an operator's own prices as options or files have them, as settings of wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from cutcard.cli import source
from cutcard.law import Refused, shorten

PaysOption = Annotated[
    list[str] | None,
    typer.Option(
        "--pays",
        metavar="WAGER.OUTCOME=PRICE|FILE",
        help="A price of one's own, where the document takes them: lucky_ladies.any_20=5 to 1, "
        "or a file with a table of prices, or a list `rows`, for each wager.",
    ),
]


def read_pays(texts: Sequence[str], error: type[Exception]) -> dict[str, dict[str, object]]:
    """By wager: its `pays` or `rows`, as a submission has them; what is wrong is raised as `error`."""
    settings: dict[str, dict[str, object]] = {}
    for text in texts:
        name, equals, price = (part.strip() for part in text.partition("="))
        wager, _, outcome = name.partition(".")
        if not equals:
            for of, own in _from_file(text, error).items():
                settings.setdefault(of, {}).update(own)
        elif not (wager and outcome and price):
            raise error(f"pays: {shorten(text)}: write WAGER.OUTCOME=PRICE, or the name of a file")
        else:
            pays = settings.setdefault(wager, {}).setdefault("pays", {})
            if not isinstance(pays, dict) or outcome in pays:
                raise error(f"pays: {shorten(name)} is given twice")
            pays[outcome] = price
    return settings


def _from_file(file: str, error: type[Exception]) -> dict[str, dict[str, object]]:
    """A file's prices: `[lucky_ladies]` with `any_20 = "5 to 1"`, or with `rows = [{...}]`."""
    try:
        content = source.read(file)
    except Refused as refused:
        raise error(f"pays: {refused.refusal.message}") from None
    if not isinstance(content, Mapping):
        raise error(f"pays: {file}: write a table of prices for each wager")
    settings: dict[str, dict[str, object]] = {}
    for wager, own in content.items():
        if not isinstance(own, Mapping):
            raise error(f"pays: {file}: {shorten(str(wager))}: write a table of prices, or rows")
        prices = {outcome: price for outcome, price in own.items() if outcome != "rows"}
        settings[str(wager)] = {"rows": own["rows"]} if "rows" in own else {}
        if prices:
            settings[str(wager)]["pays"] = prices
    return settings
