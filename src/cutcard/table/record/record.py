"""The record of a table: a header line, then every event as a line of JSON.

    {"cutcard": 1, "document": "md-blackjack", ..., "digest": "9f0c..."}
    {"event": "table_opened", "dealer": "dee", "at": 0}
    {"event": "card_dealt", "drawn": "Qh", "box": 1, "hand": 1, "why": "first"}

The header says how the table was set up, in full, as an operator would submit it: every option and
every wager, so that `resolve` makes the same rule set of it also where a default has changed since; the
cards of a stacked shoe too, which no event brings. It pins the digest of the law data and of that setup,
and carries the law data themselves (`carried`): a record is read by its own law, whatever is installed.
One that was written before records carried their law is read by the data of its digest where they are
known, else by those installed; `record_notes` says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, Final, cast, get_args

from cutcard.cards import CardError, cards, text
from cutcard.law import (
    LIMITS,
    RATE,
    Document,
    LawError,
    MeterSetting,
    Offer,
    Refused,
    RuleSet,
    document as law_of,
    resolve,
    shelf,
    shown,
)
from cutcard.money import dollars
from cutcard.shoe import events as shoe_events
from cutcard.table.events import CardDealt, CardMissed, CardPlaced, Decided, LawChanged
from cutcard.table.folds.table import evolve
from cutcard.table.record.codec import Malformed, Plain, event_in, event_json, line_of, plain_of
from cutcard.table.record.redaction import published as hidden_until_revealed
from cutcard.table.round import DEALER
from cutcard.table.table import Settings, Table, game_of, new_table, stacked_shoe
from cutcard.values import but

FORM: Final = 1
MARK: Final = "cutcard"
KEYS: Final = (MARK, "document", "variation", "options", "wagers", "settings", "law", "digest")
CARRIED: Final = "carried"
"""The key of the law data themselves, which a header may have beside the others."""
STACKED: Final = "shoe"
"""The key of the cards of a stacked shoe, which no event brings to the table."""


class RecordError(ValueError):
    """A record that cannot be read, or does not follow: the line it is at, and what is wrong."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Header:
    """How a table was set up, and under which law data."""

    document: str
    variation: str | None
    options: Mapping[str, object]
    wagers: Mapping[str, object]
    settings: Mapping[str, object]
    law: str
    """The digest of the document's law data."""
    digest: str
    """The digest of the law data together with the setup."""
    shoe: str = ""
    """The cards that a shoe was stacked with, in their order."""
    carried: str = field(default="", repr=False, compare=False)
    """The law data, packed; empty where something else carries them, as a store does."""


def header_of(table: Table, *, carried: bool = False, published: bool = False) -> Header:
    """The header of a table's record; with its law data where they are to be carried.

    A stacked shoe is part of the setup, but of none that is published: its cards are still to come.
    """
    rules = table.rules
    settings = {
        each.name: value
        for each in fields(Settings)
        if (value := getattr(table.settings, each.name)) != each.default
    }
    setup: dict[str, Any] = {
        "document": rules.document.id,
        "variation": rules.variation,
        "options": options_of(rules),
        "wagers": wagers_of(rules),
        "settings": settings,
    }
    if table.shoe.desk.endless and not published and (stack := text(table.shoe.side.stack)):
        setup[STACKED] = stack
    law = rules.document.digest
    packed = rules.document.files.packed if carried else ""
    return Header(**setup, law=law, digest=_digest(law, setup), carried=packed)


def _digest(law: str, setup: Mapping[str, object]) -> str:
    canonical = json.dumps(setup, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{law}\n{canonical}".encode()).hexdigest()


def header_json(header: Header) -> Plain:
    """A header as plain values."""
    plain: Plain = {MARK: FORM, **{key: getattr(header, key) for key in KEYS if key != MARK}}
    return plain | {key: each for key in (STACKED, CARRIED) if (each := getattr(header, key))}


def parse_header(plain: object, line: int = 1) -> Header:
    """A header from plain values; whatever is wrong with it is a `RecordError`."""
    if not isinstance(plain, Mapping) or plain.get(MARK) is not FORM:
        raise RecordError(line, f'not the header of a record, {{"{MARK}": {FORM}, ...}}')
    for key in plain:
        if key not in (*KEYS, STACKED, CARRIED):
            raise RecordError(line, f"header: {shown(key)}: unknown key")
    values: dict[str, Any] = {}
    for key in KEYS[1:]:
        value = plain.get(key, MISSING)
        kind: type = Mapping if key in ("options", "wagers", "settings") else str
        if value is MISSING or not (isinstance(value, kind) or (key == "variation" and value is None)):
            raise RecordError(line, f"header: {key} is missing or unreadable")
        values[key] = value
    setup = {key: values[key] for key in KEYS[1:-2]}
    for key in (STACKED, CARRIED):
        values[key] = plain.get(key, "")
        if not isinstance(values[key], str):
            raise RecordError(line, f"header: {key} is unreadable")
    if values[STACKED]:
        setup[STACKED] = values[STACKED]
    header = Header(**values)
    if _digest(header.law, setup) != header.digest:
        raise RecordError(line, "header: the digest does not match this law data and setup")
    return header


def record_notes(header: Header) -> tuple[str, ...]:
    """What a reader should know about the law data behind a record; empty where it is today's."""
    try:
        present = law_of(header.document).digest
    except Refused:
        return ()
    if present == header.law:
        return ()
    other = f"made under other law data of {header.document} ({header.law[:12]}, now {present[:12]}): "
    own = header.carried or shelf().pinned(header.law) is not None
    return (other + ("it is read by its own" if own else "it shows what happened then"),)


def law_of_header(header: Header, line: int = 1) -> Document:
    """The document that a record is read by: what it carries, else the data of its digest.

    A record that carries none, of data that nobody has any more, is read by those installed.
    """
    if not header.carried:
        try:
            return shelf().pinned(header.law) or law_of(header.document)
        except Refused as refused:
            raise RecordError(line, f"header: {refused.refusal.message}") from None
    try:
        document = shelf().carry(header.carried)
    except LawError as problem:
        raise RecordError(line, f"header: {problem}") from None
    if (document.digest, document.id) != (header.law, header.document):
        message = f"header: {CARRIED}: these are not the law data of the digest"
        raise RecordError(line, message)
    return document


def table_of(header: Header, line: int = 1) -> Table:
    """The table as it stood before the first event."""
    rules = _rules(header, line)
    permitted = {each.name: each for each in fields(Settings)}
    for key, value in header.settings.items():
        each = permitted.get(key)
        if each is None or type(value) is not type(each.default):
            raise RecordError(line, f"header: settings.{key}: {shown(value)} is unreadable")
    settings = Settings(**cast(Any, header.settings))
    if settings.chores not in ("automatic", "manual"):
        raise RecordError(line, f"header: settings.chores: {shown(settings.chores)} is unreadable")
    try:
        shoe = stacked_shoe(rules, cards(header.shoe)) if header.shoe else None
    except (CardError, Refused) as problem:
        raise RecordError(line, f"header: {STACKED}: {problem}") from None
    return new_table(rules, game_of(rules), settings, shoe=shoe)


def _rules(header: Header, line: int) -> RuleSet:
    """The rule set of a header. Under other law data it is the nearest that can be made of it."""
    document = law_of_header(header, line)
    rules, findings = resolve(
        document, variation=header.variation, options=header.options, wagers=header.wagers
    )
    wrong = next((each for each in findings if each.severity == "violation"), None)
    if rules is None or (
        header.law == document.digest
        and (options_of(rules), wagers_of(rules)) != (header.options, header.wagers)
    ):
        problem = "other than it says" if wrong is None else f"{wrong.path}: {wrong.message}"
        raise RecordError(line, f"header: {problem}")
    return rules


def under_law(table: Table, event: LawChanged, line: int = 1) -> Table:
    """A table under the law that it was moved to; the cards in the shoe stay where they are."""
    new = table_of(setup_in(event, line), line)
    return but(table, rules=new.rules, game=new.game, shoe=table.shoe._replace(law=new.shoe.law))


def setup_in(event: LawChanged, line: int = 1) -> Header:
    """How a table was set up under the law that it was moved to."""
    try:
        return parse_header(plain_of(event.setup), line)
    except Malformed as problem:
        raise RecordError(line, f"law_changed: setup: {problem}") from None


def carrying(event: object) -> object:
    """An event for a record that travels alone: a change of law carries the law data."""
    if not isinstance(event, LawChanged):
        return event
    header = setup_in(event)
    law = law_of_header(header)
    if law.digest != header.law:
        return event
    return replace(event, setup=line_of(header_json(replace(header, carried=law.files.packed))))


def write_record(opening: Table, events: Iterable[object], *, published: bool = False) -> Iterator[str]:
    """The lines of a record, without line ends.

    `published` is the form for everybody: the order and salt of a shuffle are left to the event that
    reveals them, and a card that nobody has seen stays hidden while its shoe is in play.
    """
    if opening.version or opening.is_open:
        raise ValueError("a record must begin with a new table")
    yield line_of(header_json(header_of(opening, carried=True, published=published)))
    plain = map(event_json, map(carrying, events))
    for each in hidden_until_revealed(plain) if published else plain:
        yield line_of(each)


def record_lines(text: str) -> Iterator[str]:
    """The lines of a record held in one text; the last one may lack its line end."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return iter(lines)


def read_record(lines: Iterable[str]) -> tuple[Table, Iterator[object]]:
    """The table before the first event, and the events as they are read off the lines."""
    header, events = read_events(lines)
    return table_of(header), events


def read_events(lines: Iterable[str]) -> tuple[Header, Iterator[object]]:
    """The header, and the events as they are read off the lines; no law data is needed."""
    left = iter(lines)
    first = next(left, None)
    if first is None:
        raise RecordError(1, "it is empty")
    try:
        header = parse_header(plain_of(first.rstrip("\r\n").removeprefix("\ufeff")))
    except Malformed as problem:
        raise RecordError(1, str(problem)) from None
    return header, _events(left)


def _events(lines: Iterator[str]) -> Iterator[object]:
    for number, line in enumerate(lines, 2):
        try:
            yield event_in(line)
        except Malformed as problem:
            raise RecordError(number, str(problem)) from None


def rebuild(lines: Iterable[str]) -> Table:
    """The table after the last event of a record."""
    table, events = read_record(lines)
    for number, event in enumerate(events, 2):
        table = follow_event(table, event, number)
    return table


def follow_event(table: Table, event: object, line: int) -> Table:
    """The table after an event; a `RecordError` where the event cannot follow what came before."""
    try:
        if type(event) in AT_A_HAND and not _is_there(table, event):
            raise LookupError
        if type(event) in WITH_A_BATCH and not _has_batch(table, event):
            raise LookupError
        if isinstance(event, LawChanged):
            return _moved(table, event, line)
        return evolve(table, event)
    except RecordError:
        raise
    except Exception:  # the fold asks no rule: what cannot have happened fails in any way it likes
        name = event_json(event)["event"]
        raise RecordError(line, f"{name}: cannot follow the events before it") from None


def _moved(table: Table, event: LawChanged, line: int) -> Table:
    if table.round is not None:
        raise LookupError
    return but(under_law(table, event, line), version=table.version + 1)


AT_A_HAND: Final = frozenset({CardDealt, CardPlaced, Decided, CardMissed})
WITH_A_BATCH: Final = frozenset(
    made
    for made in get_args(shoe_events.Event)
    if any(each.name == "batch" and each.default is MISSING for each in fields(made))
)


def _is_there(table: Table, event: Any) -> bool:
    """Whether the hand that an event names is on the table, or is the dealer's."""
    r = table.round
    if r is None or event.hand < 1:
        return False
    if event.box == DEALER:
        return True
    box = r.box(event.box)
    return box is not None and event.hand <= box.number_of_hands


def _has_batch(table: Table, event: Any) -> bool:
    """Whether a batch that an event names is one of the table's, and is cut or covered within it."""
    desk = table.shoe.desk
    if not 1 <= event.batch <= len(desk.batches):
        return False
    size = table.shoe.batch(event.batch).size
    if isinstance(event, shoe_events.CardsCut):
        return 0 <= event.position <= size
    return not isinstance(event, shoe_events.CoverPlaced) or 0 <= event.behind <= size


MOST_DIGITS: Final = 60
CAP: Final = "aggregate_cap"


def options_of(rules: RuleSet) -> dict[str, object]:
    """Every option that the law data have, with its value in plain values."""
    laws = rules.document.effective_options(rules.variation)
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in rules.options.items()
        if not laws[name].stands_in
    }


def wagers_of(rules: RuleSet) -> dict[str, object]:
    """Every wager on offer with its paytable and what the operator set, in plain values."""
    return {name: _wager(offer) for name, offer in rules.offers.items()}


def _wager(offer: Offer) -> dict[str, object]:
    plain: dict[str, object] = {"paytable": offer.paytable.id}
    for key in (*LIMITS, CAP):
        amount = offer.settings.get(key)
        if isinstance(amount, int):
            plain[key] = dollars(amount)
    if prices := _prices(offer):
        plain["pays"] = prices
    meters = offer.settings.get("meters")
    if isinstance(meters, Mapping) and meters:
        if amounts := {name: each for name, law in meters.items() if (each := _meter(law))}:
            plain["meters"] = amounts
        if configuration := _configuration(offer, meters):
            plain["configuration"] = configuration
    return plain


def _prices(offer: Offer) -> dict[str, str]:
    """The prices that the operator raised."""
    printed = next(
        table.rows
        for table in offer.law.paytables
        if (table.id, table.cite) == (offer.paytable.id, offer.paytable.cite)
    )
    return {
        row.outcome: str(row.pays)
        for row, before in zip(offer.paytable.rows, printed, strict=True)
        if row.pays != before.pays
    }


def _meter(setting: MeterSetting) -> dict[str, str]:
    amounts = {
        f"{key}_amount": dollars(amount)
        for key in ("initial", "reset", "maximum")
        if (amount := getattr(setting, key)) is not None
    }
    return amounts if setting.rate is None else {RATE: _decimal(setting.rate), **amounts}


def _decimal(rate: Fraction) -> str:
    """A rate in decimals, as it was written once."""
    with localcontext() as context:
        context.prec = MOST_DIGITS
        return f"{Decimal(rate.numerator) / Decimal(rate.denominator):f}"


def _configuration(offer: Offer, meters: Mapping[str, MeterSetting]) -> str:
    """The printed set of exact amounts that the meters run by; empty where there is none."""
    for name, setting in meters.items():
        for floor in offer.law.meters[name].floors_for(offer.paytable.id):
            exact = (floor.initial, floor.reset, floor.maximum)
            if floor.name and floor.exact and exact == (setting.initial, setting.reset, setting.maximum):
                return floor.name
    return ""
