"""A submission described as JSON Schema (2020-12), made from the law data and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cutcard.law import (
    LIMITS,
    METER_KEYS,
    METER_RATES,
    SET_KEYS,
    Document,
    OptionLaw,
    OptionValue,
    WagerLaw,
    document,
    documents,
)

Schema = dict[str, object]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DOLLARS: Final = r"^\$?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]{1,2}0*)?$"
CARD: Final = "^([A23456789TJQKatjqk]|10)[cdhsCDHS]$"
PRICE: Final = r"^([0-9]+(\.[0-9]+)? (to|for) [0-9]+|\$[0-9]+(\.[0-9]{2})?)$"


def schema(document_id: str | None = None) -> Schema:
    """The schema of one document's submissions, or of any document's."""
    if document_id is None:
        found: Schema = {"oneOf": [_submission(law) for law in documents()]}
        return {"$schema": DIALECT, "title": "A rules submission", **found}
    return {"$schema": DIALECT, **_submission(document(document_id))}


def _submission(law: Document) -> Schema:
    choices = (None, *law.variations)
    names = dict.fromkeys(name for choice in choices for name in law.effective_options(choice))
    changed = _changed(law)
    options = _object({name: {} if name in changed else _option(law.options[name]) for name in names})
    always = [name for name, each in law.options.items() if _must(each) and name not in changed]
    needs_options = bool(always)
    if always:
        options["required"] = always
    found: Schema = {
        "title": f"A rules submission under {law.title}, {law.issuer}",
        "type": "object",
        "additionalProperties": False,
        "required": ["document", *(["options"] if needs_options else [])],
        "properties": {
            "document": {"const": law.id},
            "operator": {"type": "string", "description": "Whose submission this is."},
            "variation": _variation(law),
            "options": options,
            "wagers": _wagers(law),
        },
    }
    if changed:
        found["allOf"] = [_when(choice, changed, law) for choice in choices]
    return found


def _changed(law: Document) -> set[str]:
    return {name for each in law.variations.values() for name in each.options}


def _must(law: OptionLaw) -> bool:
    return law.required and not law.is_fixed and not law.wager


def _variation(law: Document) -> Schema:
    if not law.variations:
        return {"type": "null", "description": "This document has no variations."}
    listed = "; ".join(f"{each.id}: {each.title} ({each.cite})" for each in law.variations.values())
    return {"enum": [None, *law.variations], "default": None, "description": listed}


def _when(choice: str | None, changed: Iterable[str], law: Document) -> Schema:
    """The options that variations change, as they are under one of them (or under none)."""
    effective = law.effective_options(choice)
    then: Schema = {
        "required": [n for n in sorted(changed) if n in effective and _must(effective[n])],
        "properties": {
            name: _option(effective[name]) if name in effective else False for name in sorted(changed)
        },
    }
    asked: Schema = {"properties": {"variation": {"const": choice}}}
    if choice is not None:
        asked["required"] = ["variation"]
    return {"if": asked, "then": {"properties": {"options": then}}}


def _option(law: OptionLaw) -> Schema:
    default = _plain(law.default)
    about = f"{law.about} ({law.cite})"
    if law.is_fixed:
        return {"description": f"Fixed: {about}", "const": default}
    return {"description": about, "default": default, **_values(law)}


def _plain(value: OptionValue) -> object:
    return list(value) if isinstance(value, tuple) else value


def _values(law: OptionLaw) -> Schema:
    match law.kind:
        case "dollars":
            free = [law.default, *law.permitted] if law.default == "none" else [*law.permitted]
            return {"anyOf": [{"enum": free}, *_dollars()]} if free else {"anyOf": _dollars()}
        case "cards":
            return {"type": "array", "uniqueItems": True, "items": _text(CARD)}
        case "suit":
            return {"enum": ["c", "d", "h", "s"]}
        case "list":
            items = {"enum": [*law.permitted]}
            return {"type": "array", "uniqueItems": True, "items": items}
        case "text":
            return {"type": "string"}
        case "wheel":
            weight = {"type": "integer", "minimum": 0}
            stops = {"type": "array", "items": _text("^.*=[0-9]+$")}
            return {"anyOf": [{"type": "object", "additionalProperties": weight}, stops]}
    if law.permitted:
        return {"enum": [_plain(each) for each in law.permitted]}
    bounds = {"minimum": law.minimum, "maximum": law.maximum}
    return {"type": "integer", **{key: each for key, each in bounds.items() if each is not None}}


def _text(pattern: str) -> Schema:
    return {"type": "string", "pattern": pattern}


def _object(properties: Mapping[str, object]) -> Schema:
    """A table with these keys and no others."""
    return {"type": "object", "additionalProperties": False, "properties": dict(properties)}


def _dollars() -> list[Schema]:
    return [{"type": "number", "minimum": 0}, _text(DOLLARS)]


def _amount(about: str) -> Schema:
    return {"description": about, "anyOf": _dollars()}


def _wagers(law: Document) -> Schema:
    wagers = {name: _wager(law.wager(name), law) for name in law.wager_ids}
    return _object(wagers)


def _wager(law: WagerLaw, of: Document) -> Schema:
    ids = list(dict.fromkeys(table.id for table in law.choosable or law.paytables))
    tables: list[object] = [*ids, *(int(each) for each in ids if each.isdigit())]
    settings: dict[str, object] = {
        "paytable": {"enum": tables, "description": f"The paytable in force ({law.cite})."}
    }
    if law.takes_stake:
        for key in LIMITS:
            cite = f" ({law.stake.cite})" if law.stake is not None else ""
            settings[key] = _amount(f"The {key} of this wager{cite}.")
    if law.cap is not None:
        settings["aggregate_cap"] = _amount(
            f"The most that all winners of a round share ({law.cap.cite}); "
            f"at least ${law.cap.minimum // 100} ({law.cap.minimum_cite})."
        )
    settings |= _prices(law) | _meters(law)
    for name, option in of.options.items():
        if option.wager == law.id:
            settings[name] = {} if name in _changed(of) else _option(option)
    return {
        "title": law.title,
        "description": f"{law.about} ({law.cite})",
        "anyOf": [{"type": "null"}, {"enum": [*tables, ""]}, _object(settings)],
    }


def _prices(law: WagerLaw) -> dict[str, object]:
    raised = [table for table in law.paytables if table.at_least or table.sample]
    if not raised:
        return {}
    rows = {row.outcome: row for table in raised for row in table.rows}
    properties = {
        name: {"description": f"{row.pays} as printed ({row.cite}).", **_text(PRICE)}
        for name, row in rows.items()
    }
    rule = "instead of the printed samples" if raised[0].sample else "no less than the printed ones"
    about = f"Prices {rule} ({raised[0].cite})."
    return {"pays": {"description": about, **_object(properties)}}


def _meters(law: WagerLaw) -> dict[str, object]:
    if not law.meters:
        return {}
    sets = dict.fromkeys(
        floor.name for meter in law.meters.values() for floor in meter.floors if floor.name
    )
    found: dict[str, object] = dict(_meter_keys())
    named = {name.removeprefix(f"{law.id}."): _object(_meter_keys()) for name in law.meters}
    found["meters"] = _object(named)
    if sets:
        about = f"Which set of amounts is in force: {', '.join(sets)}."
        found |= {key: {"type": ["string", "integer"], "description": about} for key in SET_KEYS}
    return found


def _meter_keys() -> Mapping[str, object]:
    rate = {
        "description": "A fraction of the stake: 0.7 is 70 percent.",
        "anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, _text(r"^(0(\.[0-9]+)?|1)$")],
    }
    amounts = {key: _amount(f"The {key.replace('_', ' ')}.") for key in METER_KEYS}
    return amounts | dict.fromkeys(METER_RATES, rate)
