"""Every role tries every command of tables, meters and the cage, and every route, over real HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from pydantic import TypeAdapter

from cutcard.client.commands import MeterCommand, TableCommand
from cutcard.floor.live.commands import read_command
from cutcard.floor.meters import parse
from cutcard.floor.people import Ask, HouseRole, may_ask, may_command
from cutcard.floor.people.roles import CAGE_COMMANDS, METER_COMMANDS, TABLE_COMMANDS
from cutcard.shoe import By, Role
from web.houses import NAMES, House, new_key

ONE_OF_EACH = {role: name for name, role in reversed(NAMES.items())}
VALUES: dict[str, Any] = {
    "stakes": {"main": "10.00"},
    "dealer": "dee",
    "hands": "dealer",
    "box": 1,
    "chore": "settle",
    "wager": "main",
    "player": "ann",
    "what": "drawn_exposed",
    "kind": "closing",
    "amount": "1.00",
    "hit": "one.1.1",
    "initial": "1.00",
    "reset": "1.00",
    "rate": "0.01",
    "table": "one",
    "document": "md-blackjack",
    "meter": "star",
    "offer": "main",
    "why": "tried",
    "to": "other",
    "reason": "malfunction",
    **dict.fromkeys(("batch", "position", "behind", "counted", "spot", "hand"), 3),
    **dict.fromkeys(("side", "face", "instrument", "choice"), "some text"),
    **dict.fromkeys(("works", "consent"), False),
    **dict.fromkeys(("preshuffled", "face_down", "rises", "must_hit"), True),
    **dict.fromkeys(("for_dealer", "maximum", "threshold"), "2.50"),
    "card": "Qh",
    "cards": ["Qh", "9c"],
    "order": ["Tc", "Th"],
    "steps": ["riffle", "strip"],
    "reserve_rate": "0.02",
}
READS: dict[str, Ask] = {
    "/api/tables": Ask.SEE_TABLES,
    "/api/tables/one": Ask.SEE_TABLES,
    "/api/tables/one/rounds/1": Ask.SEE_ROUNDS,
    "/api/surveillance/rounds": Ask.SURVEIL,
    "/api/surveillance/rounds/one/1": Ask.SURVEIL,
    "/api/surveillance/rounds/one/1/lines": Ask.SURVEIL,
    "/api/surveillance/rounds/one/1/paper": Ask.SURVEIL,
    "/api/surveillance/chain": Ask.SURVEIL,
    "/api/meters": Ask.SEE_METERS,
    "/api/floor": Ask.RUN_FLOOR,
    "/api/floor/one": Ask.RUN_FLOOR,
    "/api/people": Ask.SEE_PEOPLE,
    "/api/audit/streams": Ask.AUDIT,
    "/api/audit/streams/table:one": Ask.AUDIT,
    "/api/audit/balances": Ask.AUDIT,
    "/api/audit/program": Ask.AUDIT,
}


MODELS: dict[str, dict[str, Any]] = {
    of: TypeAdapter(command).json_schema()["$defs"]
    for of, command in {"table": TableCommand, "meter": MeterCommand}.items()
}


def body(of: str, do: str) -> dict[str, Any]:
    """A command with something in every field that it needs."""
    for model in MODELS[of].values():
        said = model["properties"]["do"]
        if do in said.get("enum", [said.get("const")]):
            needed = {*model["required"], *model["properties"].keys() & {"player"}}
            return {each: do if each == "do" else VALUES[each] for each in needed}
    raise AssertionError(f"no model for {do}")


def whole(of: str, do: str) -> dict[str, Any]:
    """A command with something in every field that it has."""
    said = body(of, do)
    for model in MODELS[of].values():
        named = model["properties"]["do"]
        if do in named.get("enum", [named.get("const")]):
            return {**{each: VALUES[each] for each in model["properties"].keys() - {"do"}}, **said}
    raise AssertionError(f"no model for {do}")


@pytest.mark.parametrize(
    ("of", "do"),
    [
        *(("table", do) for do, roles in TABLE_COMMANDS.items() if roles),
        *(("meter", do) for do in METER_COMMANDS),
    ],
)
@pytest.mark.parametrize("said", [body, whole])
def test_what_the_api_reads_is_what_the_floor_reads(
    of: str, do: str, said: Callable[[str, str], dict[str, Any]]
) -> None:
    """The models are made of the engine's commands, and give them back, field by field."""
    asked = said(of, do)
    read = TypeAdapter(TableCommand if of == "table" else MeterCommand).validate_python(asked)
    by = By(Role.SUPERVISOR, "sue")
    assert read.body == asked
    assert read.by(by) == (read_command if of == "table" else parse)(asked, by)


def all_pairs() -> Iterator[tuple[HouseRole, str, str]]:
    people_ask = [do for do, roles in TABLE_COMMANDS.items() if roles]
    yield from ((role, "table", do) for role, do in product(HouseRole, people_ask))
    yield from ((role, "meter", do) for role, do in product(HouseRole, METER_COMMANDS))
    yield from ((role, "cage", do) for role, do in product(HouseRole, CAGE_COMMANDS))


def test_every_pair_of_role_and_command(house: House) -> None:
    """A role that may not ask is told so before anything else; one that may is answered by the house."""
    tried = refused = 0
    for role, of, do in all_pairs():
        if of == "table":
            path, said = "/api/tables/two/commands", body("table", do)
        elif of == "meter":
            path, said = "/api/meters/star@one/commands", body("meter", do)
        else:
            path, said = "/api/cage/commands", {"do": do, "player": "ann", "amount": "1.00"}
        before = house.floor.live("two").version
        answer = house.post(ONE_OF_EACH[role], path, {"key": new_key(), "command": said})
        tried += 1
        where = (role, of, do, answer.text)
        if not may_command(role, do, of):  # type: ignore[arg-type]
            refused += 1
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role"), where
            assert answer.json()["message"] == f"{do}: not permitted for a {role}", where
            assert house.floor.live("two").version == before, where
        else:
            assert answer.status_code in (200, 202, 403, 404, 409, 422), where
            if answer.status_code == 403:
                assert answer.json()["message"] != f"{do}: not permitted for a {role}", where
            assert answer.json().get("code") != "bad_request" or of == "meter", where
    assert (tried, refused) == (len(list(all_pairs())), refused)
    assert refused > 350


@pytest.mark.parametrize("do", [do for do, roles in TABLE_COMMANDS.items() if not roles])
@pytest.mark.parametrize("name", ["ann", "dee", "sue", "boss"])
def test_nobody_speaks_for_a_device(house: House, name: str, do: str) -> None:
    said = {"do": do, "device": "wheel", "shows": "1", "meter": "star", "amount": "9.00"}
    answer = house.ask(name, "two", said)
    assert (answer.status_code, answer.json()["where"]) == (422, "command.do")


def test_every_pair_of_role_and_address(house: House) -> None:
    for role, (path, ask) in product(HouseRole, READS.items()):
        answer = house.get(ONE_OF_EACH[role], path)
        if may_ask(role, ask):
            assert answer.status_code in (200, 404), (role, path, answer.text)
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role"), (role, path)
        stranger = house.client.get(path)
        assert (stranger.status_code, stranger.json()["code"]) == (401, "not_signed_in")
    changes = (
        ("/api/people", {"name": "eve", "role": "administrator"}),
        ("/api/people/ann", {"role": "dealer"}),
    )
    for role, (path, said) in product(set(HouseRole) - {HouseRole.ADMINISTRATOR}, changes):
        answer = house.post(ONE_OF_EACH[role], path, said)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role"), (role, path)


def test_what_the_house_fills_in_is_never_read(house: House) -> None:
    """Who, when, the order of a shuffle, what others confirmed or signed: refused from anybody."""
    forged = {
        "by": "dealer dee",
        "at": 0,
        "order": ["As"] * 52,
        "salt": "00",
        "commitment": "00",
        "confirmed": ["supervisor"],
        "signed": ["dealer dee", "floorperson flo"],
    }
    honest: dict[str, dict[str, Any]] = {
        "ann": {"do": "place_bet", "box": 1, "stakes": {"main": "10.00"}},
        "dee": {"do": "shuffle"},
        "flo": {"do": "count", "kind": "opening", "amount": "1.00"},
    }
    for name, said in honest.items():
        for key, value in forged.items():
            answer = house.ask(name, "two", {**said, key: value})
            assert answer.status_code == 422, (name, key)
            assert answer.json()["where"] == f"command.{key}"
