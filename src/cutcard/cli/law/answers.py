"""The law as plain values for `cutcard law`: documents, options and readings, ready for JSON."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.law import (
    DOCUMENTS,
    DeckRule,
    Document,
    MeterFloor,
    MeterLaw,
    OptionLaw,
    OptionValue,
    Paytable,
    Reading,
    Row,
    StakeRule,
    WagerLaw,
    choices,
    default_said,
    document,
    told,
)
from cutcard.money import dollars

Answer = dict[str, object]


def export() -> Answer:
    """Every printed row of every table of every document, in the contract's structure."""
    return {"documents": [_document(document(name)) for name in DOCUMENTS]}


def _document(law: Document) -> Answer:
    return {
        "id": law.id,
        "title": law.title,
        "issuer": law.issuer,
        "version": law.version,
        "digest": law.digest,
        "wagers": [_wager(law.wager(name)) for name in law.wager_ids],
    }


def _wager(law: WagerLaw) -> Answer:
    return {
        "id": law.id,
        "title": law.title,
        "cite": law.cite,
        "about": law.about,
        "stake": None if law.stake is None else _stake(law.stake),
        "meters": [_meter(each) for each in law.meters.values()],
        "paytables": [_paytable(each) for each in law.paytables if each.printed_rows],
    }


def _stake(rule: StakeRule) -> Answer:
    found: Answer = {"cite": rule.cite}
    if rule.permitted:
        found["permitted"] = [dollars(each) for each in rule.permitted]
    if rule.minimum:
        found["minimum"] = dollars(rule.minimum)
    if rule.at_most:
        found["at_most"] = rule.at_most
    if rule.none:
        found["none"] = True
    return found


def _meter(law: MeterLaw) -> Answer:
    return {
        "name": law.name,
        "rate_required": law.rate_required,
        "rate_minimum": law.rate_minimum or None,
        "rate_cite": law.rate_cite or None,
        "sharing": law.sharing,
        "sharing_option": law.sharing_option or None,
        "sharing_cite": law.sharing_cite,
        "floors": [_floor(each) for each in law.floors],
    }


def _floor(law: MeterFloor) -> Answer:
    found: Answer = {"paytable": law.paytable or None}
    for key in ("initial", "reset", "maximum"):
        if (amount := getattr(law, key)) is not None:
            found[key] = dollars(amount)
    for key in ("name", "rate", "exact"):
        if value := getattr(law, key):
            found[key] = value
    return {**found, "cite": law.cite}


def _decks(rule: DeckRule | None) -> Answer | None:
    if rule is None:
        return None
    return {"permitted": list(rule.permitted)} if rule.permitted else {"minimum": rule.minimum}


def _paytable(law: Paytable) -> Answer:
    return {
        "id": law.id,
        "cite": law.cite,
        "decks": _decks(law.decks),
        "at_least": law.at_least,
        "rows": [_row(each) for each in law.printed_rows],
    }


def _row(law: Row) -> Answer:
    found: Answer = {"outcome": law.outcome, "pays": str(law.pays), "cite": law.cite}
    if law.each:
        found["each"] = True
    if law.extra:
        found["extra"] = True
    if law.to != "player":
        found["to"] = law.to
    if law.when:
        found["when"] = {name: plain(value) for name, value in law.when}
    if law.reading:
        found["reading"] = law.reading
    return found


def plain(value: OptionValue) -> object:
    """An option's value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def permitted(law: OptionLaw) -> object:
    """What an option takes: a list, or words (`1 to 7`, `fixed: 52`)."""
    if law.is_fixed:
        return f"fixed: {told(law.default)}"
    if law.permitted:
        return [plain(each) for each in law.permitted]
    return choices(law)


def option(law: OptionLaw) -> Answer:
    """One option as `law options` lists it."""
    return {
        "name": law.name,
        "permitted": permitted(law),
        "default": plain(law.default),
        "default_said": default_said(law) or None,
        "fixed": law.is_fixed,
        "required": law.required,
        "wager": law.wager or None,
        "cite": law.cite,
        "reading": law.reading or None,
        "about": law.about,
    }


def options(law: Document, variation: str | None) -> Answer:
    """Every option of a document, as a variation leaves it."""
    return {
        "document": law.id,
        "variation": variation,
        "options": [option(each) for each in law.effective_options(variation).values()],
    }


def find_option(law: Document, name: str) -> OptionLaw | None:
    """An option of a document, or of one of its variations."""
    tables = (law.options, *(each.options for each in law.variations.values()))
    return next((table[name] for table in tables if name in table), None)


def lender(law: Document, reading: str) -> Document:
    """The document a reading belongs to; another one for a reading that is shared."""
    if reading in law.readings:
        return law
    return next(each for each in map(document, DOCUMENTS) if reading in each.readings)


def readings_of(law: Document) -> Iterator[tuple[str, Reading]]:
    """A document's readings, its own and the ones it shares, each with the document it is of."""
    for each in law.readings.values():
        yield law.id, each
    for name in law.shared_readings:
        owner = lender(law, name)
        yield owner.id, owner.readings[name]


def reading(law: Document, owner: str, found: Reading) -> Answer:
    """One reading with the options that offer the others, their values as the document has them."""
    listed: list[Answer] = []
    for name in found.options:
        each = find_option(law, name) or find_option(document(owner), name)
        if each is not None:
            listed.append(
                {
                    "name": name,
                    "permitted": permitted(each),
                    "default": plain(each.default),
                    "cite": each.cite,
                }
            )
    return {
        "id": found.id,
        "document": owner,
        "cite": found.cite,
        "problem": found.problem,
        "reading": found.reading,
        "options": listed,
    }


def readings(name: str | None) -> Answer:
    """The readings of one document (with those it shares), or every document's own."""
    if name is not None:
        law = document(name)
        pairs = [(law, owner, each) for owner, each in readings_of(law)]
    else:
        every = [document(each) for each in DOCUMENTS]
        pairs = [(law, law.id, each) for law in every for each in law.readings.values()]
    return {
        "document": name,
        "readings": [reading(law, owner, each) for law, owner, each in pairs],
    }
