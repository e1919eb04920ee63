"""What a document contains: `cutcard law export`, `cutcard law options` and `cutcard law show`.

The printed rows of its paytables, its options (fixed values too), and all that rests on a provision.
"""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard import law, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DocumentId
from cutcard.law import Code, Refused
from cutcard.money import dollars

Plain = dict[str, object]


@examples("cutcard law export --json > law.json")
def export(as_json: AsJson = False) -> None:
    """List every printed row of every paytable, with its citation.

    Without --json the rows of each document are counted.
    """
    documents = law.documents()
    if as_json:
        terminal.print_json({"documents": [_document(document) for document in documents]})
    else:
        _print_counts(documents)


def _print_counts(documents: tuple[law.Document, ...]) -> None:
    rows = []
    for document in documents:
        wagers = [document.wager(name) for name in document.wager_ids]
        printed = [table.printed_rows for wager in wagers for table in wager.paytables]
        printed = [table for table in printed if table]
        counts = (len(wagers), len(printed), sum(map(len, printed)))
        rows.append((document.id, *map(str, counts), document.digest[:16]))
    columns = ("document", "wagers#", "paytables#", "printed rows#", "digest")
    terminal.print_table(terminal.console(), columns, rows)


def _document(document: law.Document) -> Plain:
    return {
        "id": document.id,
        "title": document.title,
        "issuer": document.issuer,
        "version": document.version,
        "digest": document.digest,
        "wagers": [_wager(document.wager(name)) for name in document.wager_ids],
    }


def _wager(wager: law.WagerLaw) -> Plain:
    return {
        "id": wager.id,
        "title": wager.title,
        "cite": wager.cite,
        "about": wager.about,
        "stake": None if wager.stake is None else _stake(wager.stake),
        "meters": [_meter(meter) for meter in wager.meters.values()],
        "paytables": [_paytable(table) for table in wager.paytables if table.printed_rows],
    }


def _stake(rule: law.StakeRule) -> Plain:
    plain: Plain = {"cite": rule.cite}
    if rule.permitted:
        plain["permitted"] = [dollars(amount) for amount in rule.permitted]
    if rule.minimum:
        plain["minimum"] = dollars(rule.minimum)
    if rule.at_most:
        plain["at_most"] = rule.at_most
        plain["at_most_cite"] = rule.at_most_cite
    if rule.none:
        plain["none"] = True
    return plain


def _meter(meter: law.MeterLaw) -> Plain:
    return {
        "name": meter.name,
        "rate_required": meter.rate_required,
        "rate_minimum": meter.rate_minimum or None,
        "rate_cite": meter.rate_cite or None,
        "sharing": meter.sharing,
        "sharing_option": meter.sharing_option or None,
        "shared_by": meter.shared_by,
        "sharing_cite": meter.sharing_cite,
        "floors": [_floor(floor) for floor in meter.floors],
    }


def _floor(floor: law.MeterFloor) -> Plain:
    plain: Plain = {"paytable": floor.paytable or None}
    for key in ("initial", "reset", "maximum"):
        if (amount := getattr(floor, key)) is not None:
            plain[key] = dollars(amount)
    for key in ("name", "rate", "exact"):
        if value := getattr(floor, key):
            plain[key] = value
    return {**plain, "cite": floor.cite}


def _paytable(table: law.Paytable) -> Plain:
    return {
        "id": table.id,
        "cite": table.cite,
        "decks": None if table.decks is None else _decks(table.decks),
        "at_least": table.at_least,
        "rows": [_row(row) for row in table.printed_rows],
    }


def _decks(rule: law.DeckRule) -> Plain:
    return {"permitted": list(rule.permitted)} if rule.permitted else {"minimum": rule.minimum}


def _row(row: law.Row) -> Plain:
    plain: Plain = {"outcome": row.outcome, "pays": str(row.pays), "cite": row.cite}
    if row.each:
        plain["each"] = True
    if row.extra:
        plain["extra"] = True
    if row.to != "player":
        plain["to"] = row.to
    if row.when:
        plain["when"] = {name: plain_value(value) for name, value in row.when}
    if row.reading:
        plain["reading"] = row.reading
    return plain


def plain_value(value: law.OptionValue) -> object:
    """An option's value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


@examples("cutcard law options md-blackjack --variation switch")
def options(
    document: DocumentId,
    variation: Annotated[
        str | None, typer.Option("--variation", metavar="NAME", help="As changed by this variation.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the options of a document: values, default, citation.

    A value that the document fixes is listed as fixed.
    """
    with terminal.refusing(as_json=as_json):
        book = law.document(document)
        listed = list(book.effective_options(variation).values())
    if as_json:
        plain = {"document": book.id, "variation": variation}
        terminal.print_json({**plain, "options": [_option(option) for option in listed]})
        return
    rows = [
        (
            option.name,
            format_value(permitted(option)),
            "" if option.is_fixed else law.default_text(option) or format_value(option.default),
            option.cite,
            option.reading,
            option.about,
        )
        for option in listed
    ]
    columns = ("option", "permitted", "default", "provision", "reading", "about")
    terminal.print_table(terminal.console(), columns, rows)


def _option(option: law.OptionLaw) -> Plain:
    return {
        "name": option.name,
        "permitted": permitted(option),
        "default": plain_value(option.default),
        "default_said": law.default_text(option) or None,
        "fixed": option.is_fixed,
        "required": option.required,
        "wager": option.wager or None,
        "cite": option.cite,
        "reading": option.reading or None,
        "about": option.about,
    }


def permitted(option: law.OptionLaw) -> object:
    """What an option takes: a list of values, or a text (`1 to 7`, `fixed: 52`)."""
    if option.is_fixed:
        return f"fixed: {law.value_text(option.default)}"
    if option.permitted:
        return [plain_value(value) for value in option.permitted]
    return law.choices(option)


def format_value(value: object) -> str:
    """A value, or a list of values, for people."""
    if isinstance(value, list | tuple):
        return ", ".join(map(format_value, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


@examples(
    'cutcard law show "Ch.13 §A(4)" --document md-blackjack',
    "cutcard law show MA-A19",
)
def show(
    citation: Annotated[
        str, typer.Argument(metavar="CITATION", help="A provision, or a requirement's or reading's id.")
    ],
    document: Annotated[
        str | None, typer.Option("--document", metavar="DOCUMENT", help="Search only this document.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show everything that rests on a provision.

    Rows, options, requirements and readings. Exit code 1 where there is nothing.
    """
    with terminal.refusing(as_json=as_json):
        if not citation.strip():
            raise Refused(Code.BAD_REQUEST, "law show: name a provision or an id (Ch.8 §A, MA-A19)")
        documents = [law.document(name) for name in ((document,) if document else law.document_ids())]
    cited = [value for each in documents for value in law.find(each, citation)]
    if as_json:
        terminal.print_json({"citation": citation, "found": [value.as_json() for value in cited]})
    if not cited:
        terminal.complain(f"nothing cites {law.shorten(citation)} in {document or 'any document'}")
        terminal.leave(terminal.NO)
    if not as_json:
        rows = [(value.document, value.cite, value.kind, value.name, value.says) for value in cited]
        columns = ("document", "provision", "kind", "name", "says")
        terminal.print_table(terminal.console(), columns, rows)
