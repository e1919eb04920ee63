"""A rules submission as fields: what the law data leaves to the operator, filled in from a start.

Nothing is decided here: every field has its path in the submission, where the check's findings find it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from cutcard.cards import SUIT_NAMES
from cutcard.floor.demo import demo_submissions
from cutcard.law import (
    LIMITS,
    METER_KEYS,
    METER_RATES,
    Document,
    OptionLaw,
    WagerLaw,
    document,
    document_ids,
)
from cutcard.submission import init
from cutcard.web.pages.frame import document_title
from cutcard.wording import option_label, paytable_label, value_label

Plain = dict[str, Any]
Kind = Literal["choice", "number", "dollars", "text", "list"]
BLANK: Final = "blank-"
FIRST: Final = "maryland"
"""What a page starts from where nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class FormEntry:
    """One field: where its value goes, how it is entered, and what the document says of it."""

    path: str
    label: str
    kind: Kind
    value: str = ""
    """As entered; of a choice the JSON of its value; empty where it is left out."""
    choices: tuple[tuple[str, str], ...] = ()
    """Of a choice: the JSON of each value, and what it is called."""
    about: str = ""
    cite: str = ""
    default: str = ""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager that may be offered, and its settings."""

    id: str
    title: str
    about: str
    cite: str
    offered: bool
    entries: tuple[FormEntry, ...]
    meters: tuple[tuple[str, str], ...]
    """Its meters, and the shared meter that each plays for."""


@dataclass(frozen=True, slots=True)
class Submission:
    """All that a page shows of a submission."""

    start: str
    document: str
    named: str
    operator: str
    first: tuple[FormEntry, ...]
    more: tuple[FormEntry, ...]
    wagers: tuple[Wager, ...]


def starts() -> list[tuple[str, str]]:
    """What a submission may be started from, and what that is called."""
    examples = [(name, each.title) for name, each in demo_submissions().items()]
    blanks = [(BLANK + each, f"{document_title(each)}: its defaults") for each in document_ids()]
    return [*examples, *blanks]


@cache
def _filed(start: str) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    if start.startswith(BLANK):
        return tomllib.loads(init(start.removeprefix(BLANK))), {}
    demo = demo_submissions()[start]
    return demo.submission, demo.links


def form(start: str) -> Submission:
    """The fields of a submission, filled in as the start has them; `start` is one of `starts`."""
    filed, links = _filed(start)
    law = document(str(filed["document"]))
    given: Mapping[str, Any] = filed.get("options", {})
    laws = _options(law, filed.get("variation"))
    entries = [_entry(f"options.{name}", each, given.get(name)) for name, each in laws.items()]
    given_paths = {f"options.{name}" for name in given}
    wanted = {f"options.{name}" for name, each in laws.items() if each.required or each.expected}
    first = [each for each in entries if each.path in given_paths | wanted]
    variation = _variation(law, filed.get("variation"))
    return Submission(
        start=start,
        document=law.id,
        named=document_title(law.id),
        operator=str(filed.get("operator", "")),
        first=(*variation, *first),
        more=tuple(each for each in entries if each not in first),
        wagers=tuple(_wagers(law, filed.get("wagers", {}), links)),
    )


def _options(law: Document, variation: str | None) -> dict[str, OptionLaw]:
    """Every option that the operator chooses, of any variation; those of this one first."""
    options = dict(law.effective_options(variation))
    for other in (None, *law.variations):
        for name, each in law.effective_options(other).items():
            if name not in options or options[name].is_fixed:
                options[name] = each
    return {name: each for name, each in options.items() if not each.is_fixed and not each.wager}


def _variation(law: Document, chosen: str | None) -> Iterator[FormEntry]:
    if law.variations:
        about = "; ".join(f"{each.title} ({each.cite})" for each in law.variations.values())
        choices = tuple((_json(each.id), each.title) for each in law.variations.values())
        value = "" if chosen is None else _json(chosen)
        yield FormEntry("variation", "Variation", "choice", value, choices, about, default="none")


def _entry(path: str, law: OptionLaw, value: Any) -> FormEntry:
    kind, choices = _kind(law)
    default = dict(choices).get(_json(law.default)) or value_label(law.default)
    return FormEntry(
        path=path,
        label=option_label(law.name),
        kind=kind,
        value=_written(value, kind),
        choices=choices,
        about=law.about,
        cite=law.cite,
        default=default,
    )


def _kind(law: OptionLaw) -> tuple[Kind, tuple[tuple[str, str], ...]]:
    if law.kind == "dollars":
        return "dollars", ()
    if law.kind == "suit":
        return "choice", tuple((_json(each), words.title()) for each, words in SUIT_NAMES.items())
    if law.kind in ("list", "cards", "wheel"):
        return "list", ()
    if law.kind == "text":
        return "text", ()
    if law.permitted:
        return "choice", tuple((_json(each), value_label(each)) for each in law.permitted)
    return "number", ()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _written(value: Any, kind: Kind) -> str:
    if value is None:
        return ""
    if kind == "choice":
        return _json(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={weight}" for name, weight in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _wagers(law: Document, given: Mapping[str, Any], links: Mapping[str, str]) -> Iterator[Wager]:
    """The wagers beside the main one; those that the start offers first."""
    laws = [law.wager(name) for name in law.wager_ids if name not in ("main", "insurance")]
    for each in sorted(laws, key=lambda wager: wager.id not in given):
        filed = given.get(each.id)
        settings = filed if isinstance(filed, Mapping) else {} if filed is None else {"paytable": filed}
        yield Wager(
            id=each.id,
            title=each.title,
            about=each.about,
            cite=each.cite,
            offered=each.id in given,
            entries=tuple(_settings(law, each, settings)),
            meters=tuple((meter, links.get(meter, "")) for meter in each.meters),
        )


def _settings(law: Document, wager: WagerLaw, given: Mapping[str, Any]) -> Iterator[FormEntry]:
    place = f"wagers.{wager.id}"
    tables = dict.fromkeys(each.id for each in wager.choosable or wager.paytables)
    choices = tuple((_json(each), paytable_label(each)) for each in tables)
    chosen = given.get("paytable", next(iter(tables), ""))
    yield FormEntry(
        f"{place}.paytable", "Paytable", "choice", _json(str(chosen)), choices, cite=wager.cite
    )
    keys = [*(LIMITS if wager.takes_stake else ()), *(METER_KEYS if wager.meters else ())]
    for key in keys:
        kind: Kind = "number" if key in METER_RATES else "dollars"
        yield FormEntry(f"{place}.{key}", option_label(key), kind, _written(given.get(key), kind))
    for name, each in law.options.items():
        if each.wager == wager.id and not each.is_fixed:
            yield _entry(f"{place}.{name}", each, given.get(name))
    own = {name: each for name, each in given.items() if name not in law.options}
    for path, value in _nested(own):
        kind = "number" if path.endswith(METER_RATES) else "text"
        yield FormEntry(f"{place}.{path}", option_label(path), kind, _written(value, kind))


def _nested(given: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Settings of one meter among several: `meters.mega.reset_amount`."""
    for key, value in given.items():
        if isinstance(value, Mapping):
            yield from _nested(value, f"{before}{key}.")
        elif before:
            yield before + key, value
