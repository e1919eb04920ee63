"""Strict tables into the law's values: one function per kind of thing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from cutcard.law.findings import shown
from cutcard.law.model import (
    MOMENTS,
    SETTLED,
    Bar,
    CapLaw,
    CheckItem,
    DeckRule,
    Feature,
    LimitLaw,
    MeterActLaw,
    MeterFloor,
    MeterLaw,
    Needs,
    OptionLaw,
    OptionValue,
    Paytable,
    Provision,
    Reading,
    Requirement,
    Row,
    SettledLaw,
    StakeRule,
    TableWarning,
    WagerLaw,
)
from cutcard.law.reader import TomlTable
from cutcard.law.vocabulary.procedures import PROVISIONS
from cutcard.law.vocabulary.register import VOCABULARY, declared_faults
from cutcard.money import LOSE, Cents, Pays, cents, parse_pays

OPTION_KINDS = ("", "dollars", "cards", "suit", "list", "text", "wheel")
RECIPIENTS = ("player", "others", "dealer")
TAGS = ("engine", "procedure", "config", "physical")
PLACES = ("layout", "signs", "equipment", "cards", "people", "opening")
LONGEST_SHORT = 12
"""Letters of a wager's short name: what the smallest betting area has room for."""
_NO_PRICE: Pays = LOSE
"""What stands for a price that could not be read."""
MOST_DECKS = 100
"""More decks than any rule ties something to."""
BAR_KINDS = ("express", "consequence", "reading")


def decks(table: TomlTable, *, cited: bool) -> DeckRule:
    """Deck counts: `permitted` or `minimum`."""
    with table:
        rule = DeckRule(
            permitted=table.items("permitted", int),
            minimum=table.number("minimum") or 0,
            cite=table.text("cite") if cited else "",
        )
        if bool(rule.permitted) == bool(rule.minimum):
            table.report("permitted", "give either permitted or minimum")
        for count in (*rule.permitted, rule.minimum or 1):
            if not 1 <= count <= MOST_DECKS:
                key = "permitted" if rule.permitted else "minimum"
                table.report(key, f"{count} is not a number of decks", f"1 to {MOST_DECKS}")
    return rule


def row(table: TomlTable) -> Row:
    """One line of a paytable."""
    with table:
        when = table.table("when")
        return Row(
            outcome=table.text("outcome"),
            pays=table.parse("pays", parse_pays, table.text("pays"), _NO_PRICE),
            cite=table.text("cite"),
            each=table.flag("each"),
            extra=table.flag("extra"),
            to=table.one_of("to", RECIPIENTS, "player"),
            when=() if when is None else tuple(sorted(option_values(when).items())),
            printed=table.flag("printed", default=True),
            repeats=table.flag("repeats"),
            fixed=table.flag("fixed"),
            stake=table.amount("stake"),
            reading=table.text("reading", ""),
        )


def option_values(table: TomlTable) -> dict[str, OptionValue]:
    """A table of option names and values."""
    return {key: option_value(table, key, found) for key, found in table.rest().items()}


def option_value(table: TomlTable, key: str, found: object) -> OptionValue:
    """A boolean, an integer, a string, or a list of strings as a tuple."""
    if isinstance(found, bool | int | str):
        return found
    if isinstance(found, list) and all(isinstance(each, str) for each in found):
        return tuple(found)
    table.report(key, f"{shown(found)} is not an option value")
    return ""


def paytable(table: TomlTable) -> Paytable:
    """A paytable; a repeated outcome must be marked, or be in force at another option value."""
    with table:
        tied = table.table("decks")
        unlisted, warn = table.table("unlisted"), table.table("warn")
        rows = tuple(row(each) for each in table.tables("rows"))
        if not rows:
            table.report("rows", "a paytable needs rows")
        seen: set[object] = set()
        for index, each in enumerate(rows):
            identity = (each.outcome, each.when)
            if identity in seen and not each.repeats:
                table.report(f"rows[{index}].outcome", f"{each.outcome!r} is listed twice")
            seen.add(identity)
        return Paytable(
            id=table.text("id"),
            cite=table.text("cite"),
            rows=rows,
            decks=None if tied is None else decks(tied, cited=False),
            at_least=table.flag("at_least"),
            sample=table.flag("sample"),
            selected=table.flag("selected"),
            stake=table.amount("stake"),
            warn=None if warn is None else _table_warning(warn),
            unlisted={} if unlisted is None else unlisted.texts(),
        )


def _table_warning(table: TomlTable) -> TableWarning:
    with table:
        return TableWarning(
            decks=table.items("decks", int), says=table.text("says"), reading=table.text("reading")
        )


def _stake(table: TomlTable) -> StakeRule:
    with table:
        cite = table.text("cite")
        return StakeRule(
            cite=cite,
            permitted=tuple(
                table.parse("permitted", cents, each, Cents(0)) for each in table.items("permitted", str)
            ),
            minimum=table.amount("minimum") or Cents(0),
            at_most=table.text("at_most", ""),
            at_most_cite=table.text("at_most_cite", cite),
            none=table.flag("none"),
        )


def _limits(table: TomlTable) -> LimitLaw:
    with table:
        return LimitLaw(
            minimum_cite=table.text("minimum_cite", ""), maximum_cite=table.text("maximum_cite", "")
        )


def _needs(table: TomlTable) -> Needs:
    with table:
        return Needs(names=table.items("wagers", str), cite=table.text("cite"))


def _needs_variation(table: TomlTable) -> Needs:
    with table:
        return Needs(names=(table.text("variation"),), cite=table.text("cite"))


def _settled(table: TomlTable) -> SettledLaw:
    with table:
        paid = table.one_of("paid", SETTLED, "") or "end"
        return SettledLaw(
            collected=table.one_of("collected", SETTLED, paid),
            paid=paid,
            cite=table.text("cite"),
            collected_cite=table.text("collected_cite", ""),
            held_until=table.one_of("held_until", ("", *MOMENTS), ""),
            held_cite=table.text("held_cite", ""),
            confirmed_by=table.one_of("confirmed_by", ("", "floorperson", "supervisor"), ""),
            confirmed_from=table.amount("confirmed_from") or Cents(0),
            confirmed_always=table.text("confirmed_always", ""),
            confirmed_only=table.one_of("confirmed_only", ("", "meter", "held"), ""),
            confirmed_cite=table.text("confirmed_cite", ""),
            in_succession=table.flag("in_succession"),
        )


def _cap(table: TomlTable) -> CapLaw:
    with table:
        return CapLaw(
            rows=table.items("rows", str),
            minimum=table.amount("minimum") or Cents(0),
            at_least_one_win_at=table.one_of(
                "at_least_one_win_at", ("maximum_wager", "minimum_wager"), "maximum_wager"
            ),
            cite=table.text("cite"),
            minimum_cite=table.text("minimum_cite"),
            share_cite=table.text("share_cite"),
            option=table.text("option", ""),
        )


def _floor(table: TomlTable) -> MeterFloor:
    with table:
        return MeterFloor(
            cite=table.text("cite"),
            paytable=table.text("paytable", ""),
            name=table.text("name", ""),
            initial=table.amount("initial"),
            reset=table.amount("reset"),
            maximum=table.amount("maximum"),
            rate=table.text("rate", ""),
            exact=table.flag("exact"),
        )


def _meter(name: str, table: TomlTable) -> MeterLaw:
    with table:
        required = table.flag("rate_required")
        return MeterLaw(
            name=name,
            rate_required=required,
            rate_cite=table.text("rate_cite") if required else table.text("rate_cite", ""),
            rate_minimum=table.text("rate_minimum", ""),
            sharing=table.one_of("sharing", ("sequential", "equal_split"), "sequential"),
            sharing_option=table.text("sharing_option", ""),
            sharing_cite=table.text("sharing_cite"),
            shared_by=table.one_of("shared_by", ("hand", "player"), "hand"),
            floors=tuple(_floor(each) for each in table.tables("floors")),
        )


def _short_name(table: TomlTable) -> str:
    if not table.has("short"):
        return ""
    short = table.text("short")
    if len(short) > LONGEST_SHORT:
        table.report("short", f"{short!r} has more than {LONGEST_SHORT} letters")
    return short


def wager(table: TomlTable, name: str) -> WagerLaw:
    """A wager file."""
    with table:
        if (found := table.text("id")) != name:
            table.report("id", f"{found!r} is not the file's name")
        stake, limits, needs = table.table("stake"), table.table("limits"), table.table("needs")
        tied, cap, settled = table.table("decks"), table.table("cap"), table.table("settled")
        if settled is None:
            table.report("settled", "missing: a wager says when it is settled", ", ".join(SETTLED))
        variation, meters = table.table("needs_variation"), table.table("meters")
        law = WagerLaw(
            id=name,
            title=table.text("title"),
            cite=table.text("cite"),
            about=table.text("about"),
            classifier=table.text("classifier"),
            paytables=tuple(paytable(each) for each in table.tables("paytables")),
            settled=SettledLaw("end", "end", "") if settled is None else _settled(settled),
            name=table.text("name") if table.has("name") else "",
            short=_short_name(table),
            loses=table.text("loses", ""),
            readings=table.items("readings", str),
            stake=None if stake is None else _stake(stake),
            limits=LimitLaw() if limits is None else _limits(limits),
            paytable_of=table.text("paytable_of", ""),
            device_names=table.items("device_names", str),
            needs=None if needs is None else _needs(needs),
            needs_variation=None if variation is None else _needs_variation(variation),
            decks=None if tied is None else decks(tied, cited=True),
            cap=None if cap is None else _cap(cap),
            meters={}
            if meters is None
            else {key: _meter(key, each) for key, each in meters.named_tables()},
        )
        if not law.paytables:
            table.report("paytables", "a wager needs a paytable")
        for each in law.paytables:
            if missing := sorted(each.meters() - law.meters.keys()):
                table.report("meters", f"{missing[0]!r} is paid from but not described")
        return law


def option(name: str, table: TomlTable) -> OptionLaw:
    """A choice of the operator, or a fixed value: an option of the vocabulary, with values of it."""
    with table:
        is_fixed = table.has("fixed")
        key = "fixed" if is_fixed else "default"
        if not table.has(key):
            term = VOCABULARY.get(name)
            table.report("default", "give a default or a fixed value", term.possible if term else "")
        warn = table.table("warn")
        law = OptionLaw(
            name=name,
            about=table.text("about"),
            cite=table.text("cite"),
            kind=table.one_of("kind", OPTION_KINDS, ""),
            permitted=tuple(
                option_value(table, "permitted", each) for each in table.items("permitted", object)
            ),
            minimum=table.number("minimum"),
            maximum=table.number("maximum"),
            default=option_value(table, key, table.value(key, "")),
            is_fixed=is_fixed,
            reading=table.text("reading", ""),
            required=table.flag("required"),
            expected=table.flag("expected"),
            wager=table.text("wager", ""),
            warn={} if warn is None else warn.texts(),
        )
        if table.knows(key):
            for at, problem, possible in declared_faults(law, key):
                table.report(at, problem, possible)
        return law


def feature(name: str, table: TomlTable) -> Feature:
    """Something a table may have."""
    with table:
        return Feature(
            name=name,
            wagers=table.items("wagers", str),
            variation=table.text("variation", ""),
            not_variation=table.text("not_variation", ""),
            option=table.text("option", ""),
            values=tuple(option_value(table, "values", each) for each in table.items("values", object)),
            above=table.number("above"),
            below=table.number("below"),
        )


def bar(table: TomlTable, features: dict[str, Feature]) -> Bar:
    """Two features that may not stand together."""
    with table:
        between = table.items("between", str)
        if len(between) != 2 or any(each not in features for each in between):
            table.report("between", "name two features", ", ".join(features))
            between = ("", "")
        unless = table.table("unless")
        law = Bar(
            between=(between[0], between[1]),
            cites=table.items("cites", str),
            kind=table.one_of("kind", BAR_KINDS, "express"),
            reading=table.text("reading", ""),
            unless_option="" if unless is None else unless.text("option"),
            unless_value="" if unless is None else option_value(unless, "value", unless.value("value")),
        )
        if not law.cites:
            table.report("cites", "missing")
        return law


def requirement(name: str, table: TomlTable) -> Requirement:
    """A requirement."""
    with table:
        table.items("near", str)
        cite, says = table.text("cite"), table.text("says")
        law = Requirement(
            id=name,
            tag=table.one_of("tag", TAGS, ""),
            cite=cite,
            says=says,
            waits=table.text("waits", ""),
            same_as=table.text("same_as", ""),
            differs_from=table.text("differs_from", ""),
            checklist=tuple(_check_item(each, says, cite) for each in table.tables("checklist")),
        )
        if law.tag == "physical" and not law.checklist:
            message = f"a physical requirement is on it: write [[{name}.checklist]] with a place"
            table.report("checklist", message, ", ".join(PLACES))
        return law


def _check_item(table: TomlTable, says: str, cite: str) -> CheckItem:
    """A line of the checklist; it says what its requirement says, unless it has its own words."""
    with table:
        return CheckItem(
            place=table.one_of("place", PLACES, ""),
            check=table.text("check") if table.has("check") else says,
            cite=table.text("cite") if table.has("cite") else cite,
            applies=tuple(feature("", each) for each in table.tables("applies")),
            progressive=table.flag("progressive"),
            when=table.text("when") if table.has("when") else "",
        )


def provision(name: str, table: TomlTable) -> Provision:
    """What the text orders about a procedure or an irregularity: an effect that is implemented."""
    with table:
        return Provision(
            name=name,
            about=table.text("about"),
            effect=table.one_of("effect", PROVISIONS.get(name, ()), ""),
            cite=table.text("cite"),
            reading=table.text("reading", ""),
        )


def reading(name: str, table: TomlTable) -> Reading:
    """An ambiguity and the reading taken."""
    with table:
        return Reading(
            id=name,
            cite=table.text("cite"),
            problem=table.text("problem"),
            reading=table.text("reading"),
            options=table.items("options", str),
            waits=table.text("waits", ""),
        )


def meter_act(table: TomlTable) -> MeterActLaw:
    """An act of the house with a meter."""
    with table:
        own = table.table("own")
        return MeterActLaw(
            requirements=table.items("requirements", str),
            own={} if own is None else {wager: own.items(wager, str) for wager in own.keys},
        )


Part = TypeVar("Part")
_READING: Final = re.compile(r"[A-Z]{2}-A\d+")
"""How a reading is called."""


def as_in(law: WagerLaw, cite: str, document: str) -> WagerLaw:
    """A wager that another document grants, granted here under a provision of this one.

    What it pays and what it sees come along, and the stakes that its rows are for. What bound it to the
    other document does not: other stakes, the decks and variations it was permitted with, the tables of
    another wager that its own went with, its caps, the limits that the house may set there, the least
    amounts and rates of its meters, its readings.
    """
    is_by_stake = any(row.stake is not None for table in law.paytables for row in table.rows)
    stake = law.stake if law.stake is not None and (law.stake.none or is_by_stake) else None
    meters = {key: replace(each, rate_minimum="", floors=()) for key, each in law.meters.items()}
    own = {"stake": stake, "needs_variation": None, "decks": None, "cap": None, "readings": ()}
    lent = replace(law, **own, limits=LimitLaw(), meters=meters, paytable_of="")  # type: ignore[arg-type]
    return _recited(lent, cite, document)


def _recited(part: Part, cite: str, document: str) -> Part:
    """A part of the law with every citation put behind a provision of the document that grants it."""
    if isinstance(part, tuple):
        return tuple(_recited(each, cite, document) for each in part)  # type: ignore[return-value]
    if isinstance(part, Mapping):
        return {key: _recited(each, cite, document) for key, each in part.items()}  # type: ignore[return-value]
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name == "loses" or field.name.endswith("cite"):
            # The readings of the other document are not this one's.
            places = [each for each in value.split("; ") if not _READING.fullmatch(each)]
            recited = "; ".join((cite, *(f"{document} {each}" for each in places)))
            changed[field.name] = recited if value else ""
        elif field.name in ("reading", "warn"):
            changed[field.name] = "" if field.name == "reading" else None
        else:
            changed[field.name] = _recited(value, cite, document)
    return replace(part, **changed)
