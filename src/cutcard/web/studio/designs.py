"""A design: a wager of a document with prices and options of one's own, lawful or not."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cutcard import odds
from cutcard.law import Document, OptionValue, WagerLaw, document, value_text
from cutcard.submission import init

MAIN: Final = odds.MAIN
OPERATOR: Final = "A design of the studio"
Plain = dict[str, Any]
Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Design:
    """What is designed, as plain values that can be compared and sent to another process."""

    document: str
    wager: str = MAIN
    variation: str = ""
    paytable: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    pays: tuple[tuple[str, str], ...] = ()

    @property
    def law(self) -> Document:
        """Its document."""
        return document(self.document)

    @property
    def wager_law(self) -> WagerLaw:
        """Its wager as the document has it."""
        return self.law.wager(self.wager)

    def asked(self) -> Plain:
        """The keywords with which the odds are asked about it."""
        named: Plain = dict(self.options)
        if self.variation:
            named["variation"] = self.variation
        return named

    def what_if(self, **more: Any) -> odds.WhatIf:
        """The figures of it, beside those of the document."""
        asked = {**self.asked(), **more}
        return odds.what_if(
            self.document, self.wager, pays=dict(self.pays), paytable=self.paytable or None, **asked
        )

    def submission(self) -> Plain:
        """What an operator would file for it: the document's first submission with these choices."""
        filed = _first_submission(self.document)
        options = {**filed.get("options", {}), **dict(self.options)}
        offered: Plain = {}
        if self.wager != "insurance":
            own: Plain = {"paytable": self.paytable} if self.paytable else {}
            if self.pays:
                own["pays"] = dict(self.pays)
            if own or self.wager != MAIN:
                offered[self.wager] = own
        made: Plain = {"document": self.document, "operator": OPERATOR, "options": options}
        made["wagers"] = offered
        if self.variation:
            made["variation"] = self.variation
        return made


@cache
def _first_text(name: str) -> str:
    return json.dumps(tomllib.loads(init(name)), default=str)


def _first_submission(name: str) -> Plain:
    filed: Plain = json.loads(_first_text(name))
    return filed


def permitted_value(law: Document, variation: str, name: str, written: str) -> OptionValue:
    """An option's value from a form: one of those permitted, else a number, a word, yes or no."""
    laws = law.effective_options(variation or None)
    option = laws.get(name)
    if option is not None:
        for value in (*option.permitted, option.default):
            if value_text(value) == written:
                return value
    return _read(written)


def _read(written: str) -> OptionValue:
    if written in ("true", "false"):
        return written == "true"
    return int(written) if written.isascii() and written.isdigit() else written


def usual_decks(design: Design) -> int:
    """The decks that a design has: those it names, else the document's usual ones."""
    named = dict(design.options).get("decks")
    if isinstance(named, int):
        return named
    permitted = odds.permitted_decks(design.law, design.wager_law, design.paytable)
    usual = design.law.options["decks"].default
    if isinstance(usual, int) and usual in permitted:
        return usual
    return permitted[-1] if permitted else 0


def of_form(given: Mapping[str, str]) -> Design:
    """A design from an address: `o.decks=6`, `p.any_20=5 to 1`; a name that is not there is left out."""
    name = given.get("document", "")
    law = document(name)
    wager = given.get("wager", MAIN)
    variation = given.get("variation", "")
    options = {
        key.removeprefix("o."): permitted_value(law, variation, key.removeprefix("o."), value)
        for key, value in given.items()
        if key.startswith("o.") and value
    }
    pays = {
        key.removeprefix("p."): value for key, value in given.items() if key.startswith("p.") and value
    }
    return Design(
        name,
        wager,
        variation,
        given.get("paytable", ""),
        tuple(sorted(options.items())),
        tuple(pays.items()),
    )
