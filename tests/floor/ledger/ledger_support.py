"""Small parts that the tests of the ledger share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from cutcard.floor.ledger import Books, Command, from_meters
from cutcard.law import RuleSet
from cutcard.money import Cents, dollars
from cutcard.table import Settled
from cutcard.table.record import snake_case


def short(books: Books) -> dict[str, Cents]:
    """Who has bet more chips than they have, and how many are missing."""
    return {name: Cents(-held) for name, held in books.players().items() if held < 0}


def command_json(command: Command) -> dict[str, object]:
    """A command as plain values, which `parse` reads back; who asks is not in it."""
    plain: dict[str, object] = {"do": snake_case(type(command).__name__)}
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name == "by" or value == each.default:
            continue
        if each.name == "amount":
            plain["amount"] = dollars(value)
        elif each.name == "signed":
            plain["signed"] = [str(who) for who in value]
        else:
            plain[each.name] = value
    return plain


def paid_by_meters(rules: RuleSet, event: Settled) -> Mapping[str, int]:
    """Meter -> what a settlement takes off it."""
    found: dict[str, int] = {}
    for meter, cents in from_meters(rules, event.lines).values():
        found[meter] = found.get(meter, 0) + cents
    return found
