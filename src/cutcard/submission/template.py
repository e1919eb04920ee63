"""A first submission: every choice with its permitted values and citation, compliant as it stands."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Final

from cutcard.law import (
    AMOUNTS,
    RATE,
    RESET_METER_RATE,
    Document,
    MeterFloor,
    MeterLaw,
    OptionLaw,
    OptionValue,
    Paytable,
    WagerLaw,
    choices,
    decks_said,
    document,
    relevant,
)
from cutcard.money import dollars

WIDTH: Final = 98
EXAMPLE_RATE: Final = "0.10"


def init(document_id: str) -> str:
    """A commented TOML submission for a document, with every default written out."""
    law = document(document_id)
    lines = [
        *_prose(f"Rules submission: {law.title} ({law.issuer}), version {law.version}."),
        *_prose(
            "A line that begins with # and no space is a setting not in use: remove the # to use it."
        ),
        "",
        f"document = {_value(document_id if '@' in document_id else law.id)}",
        'operator = "Your casino"',
        *_variations(law),
        "",
        "[options]",
    ]
    for name, option in law.options.items():
        if not option.is_fixed and not _is_optional(option, law):
            lines += ["", *_option_prose(option), f"{name} = {_value(option.default)}"]
    for name in law.wager_ids:
        lines += ["", *_wager(law.wager(name), law)]
    return "\n".join(lines) + "\n"


def _prose(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _value(value: OptionValue) -> str:
    """A value in TOML's writing, which for these is JSON's."""
    return json.dumps(value, ensure_ascii=False)


def _variations(law: Document) -> Iterator[str]:
    for each in law.variations.values():
        yield from _prose(f"{each.title}: {each.about} ({each.cite})")
        yield f"#variation = {_value(each.id)}"


def _is_optional(option: OptionLaw, of: Document) -> bool:
    """Whether it matters only where a wager is offered; a payout beside the main wager always is."""
    if not option.wager:
        return False
    law = of.wager(option.wager)
    return law.takes_stake or law.needs is not None


def _option_prose(law: OptionLaw) -> list[str]:
    must = " To be stated." if law.required else ""
    reading = f" Reading {law.reading}." if law.reading and law.reading != law.cite else ""
    return _prose(f"{law.about} Choose {choices(law)}.{must} ({law.cite}){reading}")


def _wager(law: WagerLaw, of: Document) -> Iterator[str]:
    table = _table(law, of)
    yield from _prose(f"{law.title}: {law.about} ({law.cite})")
    yield from _conditions(law)
    yield f"#[wagers.{law.id}]"
    yield from _paytables(law)
    yield f"#paytable = {_value(table.id)}"
    if law.stake is not None and law.stake.permitted:
        listed = " or ".join(dollars(each) for each in law.stake.permitted)
        yield from _prose(f"stake may be set to {listed}. ({law.stake.cite})")
    if law.cap is not None:
        least = f"at least {dollars(law.cap.minimum)} ({law.cap.minimum_cite})"
        yield from _prose(f"aggregate_cap may be set ({law.cap.cite}), {least}.")
    for name, option in of.options.items():
        if option.wager == law.id and not option.is_fixed and _is_optional(option, of):
            yield from _option_prose(option)
            yield f"#{name} = {_value(option.default)}"
    yield from _meters(law, table)


def _table(law: WagerLaw, of: Document) -> Paytable:
    """The first paytable that fits the default number of decks, else the first of all."""
    decks = of.options["decks"].default
    tables = law.choosable or law.paytables
    fits = (
        table
        for table in tables
        if table.decks is None or (isinstance(decks, int) and table.decks.admits(decks))
    )
    return next(fits, tables[0])


def _conditions(law: WagerLaw) -> Iterator[str]:
    others = [name for name in (law.needs.names if law.needs else ()) if name != "main"]
    if law.needs is not None and others:
        yield from _prose(f"Needs {', '.join(others)}. ({law.needs.cite})")
    if law.needs_variation is not None:
        names = " or ".join(law.needs_variation.names)
        yield from _prose(f"Only at {names}. ({law.needs_variation.cite})")
    if law.decks is not None:
        yield from _prose(f"With {decks_said(law.decks)}. ({law.decks.cite})")


def _paytables(law: WagerLaw) -> list[str]:
    listed = [
        f"{table.id} ({table.cite}{f'; {decks_said(table.decks)}' if table.decks else ''})"
        for table in law.choosable or law.paytables
    ]
    return _prose(f"Paytables: {', '.join(listed)}.")


def _meters(law: WagerLaw, table: Paytable) -> Iterator[str]:
    laws = relevant(law, table)
    for meter in laws:
        floors = meter.floors_for(table.id)
        if len(laws) > 1 and not (floors and floors[0].exact):
            yield f"#[wagers.{law.id}.meters.{meter.name.removeprefix(f'{law.id}.')}]"
        yield from _meter(meter, floors)


def _meter(law: MeterLaw, floors: tuple[MeterFloor, ...]) -> Iterator[str]:
    if law.rate_required:
        yield from _prose(f"The rate of progression, a fraction of the stake. ({law.rate_cite})")
        yield f"#{RATE} = {law.rate_minimum or EXAMPLE_RATE}"
    if law.rate_minimum:
        yield from _prose(f"It may be divided with a hidden reset meter. ({law.rate_cite})")
        yield f"#{RESET_METER_RATE} = {EXAMPLE_RATE}"
    if not floors:
        yield from _prose(f"The document sets no amounts for {law.name}. ({law.rate_cite})")
    for index, floor in enumerate(floors):
        named = f" {floor.name}" if floor.name else ""
        kind = "Fixed" if floor.exact else "At least"
        amounts = {key: getattr(floor, key) for key in AMOUNTS}
        listed = ", ".join(f"{key} {dollars(each)}" for key, each in amounts.items() if each is not None)
        yield from _prose(f"{kind}{named}: {law.name} {listed}. ({floor.cite})")
        if index == 0 and not floor.exact:
            for key, each in amounts.items():
                if each is not None:
                    yield f"#{key}_amount = {dollars(each)}"
