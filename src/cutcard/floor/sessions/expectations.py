"""What a step of a session expects of the table, and how it is compared."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from cutcard.cards import Card
from cutcard.floor.ledger import codec
from cutcard.floor.sessions.fault import SessionFault
from cutcard.floor.store import Movement
from cutcard.money import MoneyError, cents, dollars
from cutcard.shoe import By, Role
from cutcard.table import Table, awaits, awaits_view, line_view, view
from cutcard.table.record import NAMES, snake_case
from cutcard.table.script import parse_by

EXPECTATIONS: Final = frozenset(
    {
        *("expect", "never", "refused", "awaits", "view", "hidden", "shown"),
        *("lines", "absent", "net", "purse", "balances", "moves"),
    }
)
FACE_DOWN: Final = "??"
CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def name_of(event: object) -> str:
    """An event's name as a case writes it."""
    return snake_case(type(event).__name__)


def listed_events(happened: Sequence[object]) -> str:
    """Events as a fault lists them."""
    return "; ".join(f"{name_of(each)} {_short(each)}" for each in happened) or "none"


def _short(event: Any) -> str:
    said = {each.name: getattr(event, each.name) for each in fields(event)}
    return ", ".join(f"{key}={_brief(value)}" for key, value in said.items())


def _brief(value: object) -> str:
    if isinstance(value, tuple) and len(value) > 12 and isinstance(value[0], Card):
        return f"<{len(value)} cards>"
    return repr(value)


# Matching.


def same(found: Any, wanted: Any) -> bool:
    """Whether a value is what a case wrote: tables on the keys given, lists entry by entry."""
    if isinstance(wanted, dict):
        return _same_table(found, wanted)
    if isinstance(wanted, list):
        listed = sorted(found) if isinstance(found, frozenset) else found
        return (
            isinstance(listed, list | tuple)
            and len(listed) == len(wanted)
            and all(same(one, other) for one, other in zip(listed, wanted, strict=True))
        )
    if isinstance(found, list | tuple) and isinstance(wanted, str):
        return same(found, wanted.split(" ") if wanted else [])
    if found is None:
        return bool(wanted == FACE_DOWN)
    if isinstance(found, Card):
        return bool(found.text == wanted)
    if isinstance(found, int) and not isinstance(found, bool) and isinstance(wanted, str):
        try:
            return bool(found == cents(wanted))
        except MoneyError:
            return False
    return type(found) is not bool and found == wanted if type(wanted) is not bool else found is wanted


def _same_table(found: Any, wanted: Mapping[str, Any]) -> bool:
    if is_dataclass(found):
        known = {each.name for each in fields(found)}
        unknown = wanted.keys() - known
        if unknown:
            raise SessionFault(f"{name_of(found)} has no {sorted(unknown)}; it has {sorted(known)}")
        return all(same(getattr(found, key), each) for key, each in wanted.items())
    if not isinstance(found, Mapping):
        return False
    by_text = {str(key): each for key, each in found.items()}
    return all(key in by_text and same(by_text[key], each) for key, each in wanted.items())


def is_event(event: object, wanted: Mapping[str, Any]) -> bool:
    """Whether an event is the one that a case describes."""
    if "event" not in wanted:
        raise SessionFault(f"{wanted}: an event has its name under event")
    if name_of(event) != wanted["event"]:
        return False
    return same(event, {key: each for key, each in wanted.items() if key != "event"})


EVENT_NAMES: Final = frozenset((*NAMES.values(), *codec.names.values()))


def _known(wanted: Mapping[str, Any]) -> None:
    if wanted.get("event") not in EVENT_NAMES:
        raise SessionFault(f"{wanted}: no such event")


# What a step expects.


def check_step(table: Table, at: int, happened: Sequence[object], wanted: Mapping[str, Any]) -> None:
    """Compare a table and what has just happened at it with what a step expects."""
    _check_events(happened, wanted)
    if "awaits" in wanted:
        awaited = awaits_view(table, awaits(table, at))
        if not same(awaited, wanted["awaits"]):
            raise SessionFault(f"it awaits {awaited}")
    for each in _listed(wanted.get("view", [])):
        _check_view(table, at, each)
    for each in _listed(wanted.get("hidden", [])):
        for viewer in _viewers(table, each):
            found = _cards_seen(table, viewer, at) & set(each["cards"].split())
            if found:
                raise SessionFault(f"{viewer} sees {sorted(found)}")
    for each in _listed(wanted.get("shown", [])):
        for viewer in _viewers(table, each):
            missing = set(each["cards"].split()) - _cards_seen(table, viewer, at)
            if missing:
                raise SessionFault(f"{viewer} does not see {sorted(missing)}")
    _check_money(table, wanted)


def _check_events(happened: Sequence[object], wanted: Mapping[str, Any]) -> None:
    left = list(happened)
    for each in wanted.get("expect", []):
        _known(each)
        while left and not is_event(left[0], each):
            left.pop(0)
        if not left:
            raise SessionFault(f"no event {each}, or not in this order, among {listed_events(happened)}")
        left.pop(0)
    for each in wanted.get("never", []):
        _known(each)
        hits = [event for event in happened if is_event(event, each)]
        if hits:
            raise SessionFault(f"there must be no {each}; there is {listed_events(hits)}")


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _check_view(table: Table, at: int, wanted: Mapping[str, Any]) -> None:
    paths = {key: each for key, each in wanted.items() if key != "viewer"}
    if not paths:
        raise SessionFault("view expects nothing")
    for viewer in _viewers(table, wanted):
        seen = view(table, viewer, at)
        for key, each in paths.items():
            if key not in seen:
                raise SessionFault(f"a view has no {key}; it has {sorted(seen)}")
            if not same(seen[key], each):
                raise SessionFault(f"{viewer} sees {key}: {seen[key]}")


def _viewers(table: Table, wanted: Mapping[str, Any]) -> list[By]:
    if "viewer" not in wanted:
        raise SessionFault(f"{wanted}: whose view? viewer = 'player ann', or 'all'")
    if wanted["viewer"] != "all":
        return [parse_by(wanted["viewer"])]
    others = [By(role, "somebody") for role in Role]
    return [*others, *(By(Role.PLAYER, name) for name in table.arrived)]


def _cards_seen(table: Table, viewer: By, at: int) -> set[str]:
    return set(CARD.findall(json.dumps(view(table, viewer, at))))


def _check_money(table: Table, wanted: Mapping[str, Any]) -> None:
    lines = table.last_lines if table.round is None else table.round.lines
    seen = [line_view(line) for line in lines]
    for each in wanted.get("lines", []):
        hits = [found for found in seen if same(found, each)]
        if len(hits) != 1:
            raise SessionFault(f"{each} matched {len(hits)} of {seen}")
    for wager in wanted.get("absent", []):
        if not all(found["wager"] != wager for found in seen):
            raise SessionFault(seen)
    if "net" in wanted:
        net: Counter[int] = Counter()
        for line in lines:
            net[line.box] += line.net
        found = {str(box): dollars(amount) for box, amount in net.items()}
        if found != wanted["net"]:
            raise SessionFault(f"net {found}: {seen}")
    for player, amount in wanted.get("purse", {}).items():
        if player not in table.purses:
            raise SessionFault(f"{player} has staked nothing")
        if dollars(table.purses[player]) != amount:
            raise SessionFault(f"purses: {dict(table.purses)}")


OF_TABLE: Final = ("layout", "inventory", "drop", "tips")


def _account(said: str) -> str:
    """An account as a case calls it: the table's is called T1, and its meters are its own."""
    kind, _, name = said.partition(" ")
    if kind in OF_TABLE:
        return f"{kind}:T1"
    return {"chips": f"chips:T1:{name}", "meter": f"meter:{name}@T1"}.get(kind, said.replace(" ", ":"))


def check_moves(
    accounts: Mapping[str, int], moved: Sequence[Movement], wanted: Mapping[str, Any]
) -> None:
    """Compare what lies on the accounts, and what a step has moved, with what the step expects."""
    for said, amount in wanted.get("balances", {}).items():
        held = accounts.get(_account(said), 0)
        if held != cents(amount):
            raise SessionFault(f"{said} holds {dollars(held)}")
    left = list(moved)
    for each in wanted.get("moves", []):
        while left and not _is_move(left[0], each):
            left.pop(0)
        if not left:
            raise SessionFault(f"no movement {each}, or not in this order, among {moved}")
        left.pop(0)


def _is_move(found: Movement, wanted: Mapping[str, Any]) -> bool:
    unknown = wanted.keys() - {"from", "to", "cents", "why", "cite"}
    if unknown:
        raise SessionFault(f"a movement has no {sorted(unknown)}")
    return (
        found.debit == _account(wanted.get("from", found.debit))
        and found.credit == _account(wanted.get("to", found.credit))
        and found.cents == cents(wanted.get("cents", dollars(found.cents)))
        and found.why == wanted.get("why", found.why)
        and found.cite == wanted.get("cite", found.cite)
    )
