"""`cutcard people`: who may sign in at a house, for whoever keeps its store."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from cutcard import terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, KeysFile, StoreUrl, read_keys
from cutcard.floor import live, people, store
from cutcard.law import Code, Refused
from cutcard.wording import join_words

PersonName = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")]
RoleOption = Annotated[
    str,
    typer.Option(
        "--role",
        help=f"{join_words(tuple(people.HouseRole), 'or')}.",
    ),
]
LinkOrigin = Annotated[
    str,
    typer.Option(
        "--origin",
        metavar="URL",
        help="The address of the house in a browser, for printing the whole link.",
    ),
]


@examples(
    "cutcard people list --database postgresql+psycopg://cutcard@localhost/floor",
    "cutcard people list --database sqlite:///house.db --json",
)
def list_people(database: StoreUrl, keys: KeysFile = "", as_json: AsJson = False) -> None:
    """List everybody whom the house knows.

    With their role, state, second factor and failed sign-ins.
    """
    with _open_people(database, keys, as_json=as_json) as house:
        persons = house.everybody()
    if as_json:
        terminal.print_json({"people": [_person_json(person) for person in persons]})
        return
    rows = [
        (
            person.name,
            str(person.role),
            person.state,
            "yes" if person.secret else "",
            str(person.failures or ""),
        )
        for person in persons
    ]
    columns = ("name", "role", "state", "second factor", "failed sign-ins#")
    terminal.print_table(terminal.console(), columns, rows)


@examples("cutcard people add dee --role dealer --database sqlite:///house.db")
def add(
    name: PersonName,
    database: StoreUrl,
    role: RoleOption,
    origin: LinkOrigin = "",
    keys: KeysFile = "",
    as_json: AsJson = False,
) -> None:
    """Add a person, and print a link to enrol by.

    The link is shown this once, and works once, for a day.
    """
    with terminal.refusing(as_json=as_json):
        if role not in list(people.HouseRole):
            message = f"--role {role[:40]!r}: write {', '.join(people.HouseRole)}"
            raise Refused(Code.BAD_REQUEST, message)
        address = _house_address(origin)
        with _open_people(database, keys, as_json=as_json) as house:
            person = house.add(name, people.HouseRole(role))
            token = house.link(name, "enrol")
    _print_link(person, token, address, as_json=as_json)


@examples("cutcard people link dee --database sqlite:///house.db")
def link(
    name: PersonName,
    database: StoreUrl,
    origin: LinkOrigin = "",
    keys: KeysFile = "",
    as_json: AsJson = False,
) -> None:
    """Print a new link to enrol by: for a lost password or second factor.

    Older links are void. When it is used there is a new password, staff get a new second factor, and
    every session of the person ends.
    """
    with terminal.refusing(as_json=as_json):
        address = _house_address(origin)
    with _open_people(database, keys, as_json=as_json) as house:
        token = house.link(name, "enrol")
        person = house.person(name)
    assert person is not None
    _print_link(person, token, address, as_json=as_json)


@examples("cutcard people disable dee --database sqlite:///house.db")
def disable(name: PersonName, database: StoreUrl, keys: KeysFile = "", as_json: AsJson = False) -> None:
    """End a person's sessions and allow no more.

    Sessions end everywhere at once.
    """
    with _open_people(database, keys, as_json=as_json) as house:
        person = house.bar(name, by=people.HOUSE)
    _print_person(person, as_json=as_json)


@examples("cutcard people enable dee --database sqlite:///house.db")
def enable(name: PersonName, database: StoreUrl, keys: KeysFile = "", as_json: AsJson = False) -> None:
    """Allow a person to sign in again.

    After `disable`, or after too many sign-ins that failed.
    """
    with _open_people(database, keys, as_json=as_json) as house:
        person = house.readmit(name, by=people.HOUSE)
    _print_person(person, as_json=as_json)


@contextmanager
def _open_people(url: str, keys: str, *, as_json: bool) -> Iterator[people.PeopleOfHouse]:
    """The people of a store that has been served; a problem or a refusal becomes one line."""
    with terminal.refusing(as_json=as_json):
        try:
            database = store.Database.open(url, must_exist=True, keys=read_keys("people", keys))
            try:
                with database.reading() as unit:
                    if not unit.heads([live.KIND_STREAM]):
                        message = f"{database.name}: never opened; start `cutcard serve` first"
                        raise store.StoreError(message)
                yield people.PeopleOfHouse(database, people.Limits(), lambda: int(time.time() * 1000))
            finally:
                database.close()
        except store.StoreError as problem:
            raise Refused(Code.BAD_REQUEST, f"--database {problem}") from None
        except people.PeopleRefused as refused:
            raise Refused(Code.BAD_REQUEST, refused.message) from None


def _house_address(origin: str) -> str:
    """The house's address without a slash at its end; empty where none was given."""
    address = origin.rstrip("/")
    try:
        parts = urlsplit(address)
        is_bare = address == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc
        is_address = bool(parts.hostname) and (parts.port or 1) and is_bare
    except ValueError:
        is_address = False
    if address and not (is_address and parts.scheme in ("http", "https")):
        message = f"--origin {origin[:60]!r}: an address such as https://floor.example is needed"
        raise Refused(Code.BAD_REQUEST, message)
    return address


def _person_json(person: people.Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "role": str(person.role),
        "state": person.state,
        "second_factor": bool(person.secret),
        "failures": person.failures,
        "locked_until": person.locked_until,
    }


def _print_person(person: people.Person, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json(_person_json(person))
    else:
        typer.echo(f"{person.name}: {person.role}, {person.state}")


def _print_link(person: people.Person, token: str, origin: str, *, as_json: bool) -> None:
    address = f"{origin}/enrol#{token}"
    if as_json:
        terminal.print_json({**_person_json(person), "link": token, "address": address})
        return
    where = (
        "by opening the link" if origin else "by opening, at the house's address (--origin names it),"
    )
    typer.echo(f"{person.name}: {person.role}, {person.state}; enrols once, within a day, {where}")
    typer.echo(f"  {address}")
