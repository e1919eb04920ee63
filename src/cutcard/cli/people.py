"""`cutcard people`: who may sign in at a house, for whoever keeps its store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.cli.command import PlainCommand, PlainGroup
from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.floor.people import People, Person

EXAMPLES = """\b
Examples:
  cutcard people list --database postgresql+psycopg://cutcard@localhost/floor
  cutcard people add dee --role dealer --database sqlite:///house.db
  cutcard people link dee --database sqlite:///house.db --origin https://floor.example
"""

app = typer.Typer(
    cls=PlainGroup,
    help="Who may sign in at a house: add, link, disable and enable people.",
    no_args_is_help=False,
    rich_markup_mode=None,
    epilog=EXAMPLES,
)

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The store: sqlite:///FILE or postgresql://...")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")]
Origin = Annotated[
    str,
    typer.Option(
        "--origin",
        metavar="URL",
        help="The address of the house in a browser, for printing the whole link.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("list", cls=PlainCommand, epilog=EXAMPLES)
def everybody(database: Database, as_json: Json = False) -> None:
    """List everybody: role, state, second factor, failed sign-ins."""
    with _people(database, as_json=as_json) as people:
        found = [_line(each) for each in people.everybody()]
    if as_json:
        output.print_json({"people": found})
        return
    rows = [
        (
            each["name"],
            each["role"],
            each["state"],
            "yes" if each["second_factor"] else "",
            str(each["failures"] or ""),
        )
        for each in found
    ]
    columns = ("name", "role", "state", "second factor", "failed sign-ins#")
    output.print_table(output.console(), columns, rows)


@app.command(
    "add",
    cls=PlainCommand,
    epilog="\b\nExample:\n  cutcard people add dee --role dealer --database sqlite:///house.db",
)
def add(
    name: Name,
    database: Database,
    role: Annotated[
        str,
        typer.Option(
            "--role",
            help="player, dealer, floorperson, supervisor, surveillance, auditor or administrator.",
        ),
    ],
    origin: Origin = "",
    as_json: Json = False,
) -> None:
    """Add a person and print an enrolment link: it is shown once and works once, for a day."""
    from cutcard.floor.people import HouseRole
    from cutcard.law import Code, Refused

    with output.refusing(as_json=as_json):
        if role not in list(HouseRole):
            raise Refused(Code.BAD_REQUEST, f"--role {role[:40]!r}: write {', '.join(HouseRole)}")
        at = _origin(origin)
        with _people(database, as_json=as_json) as people:
            person = people.add(name, HouseRole(role))
            token = people.link(name, "enrol")
    _tell_link(person, token, at, as_json=as_json)


@app.command(
    "link",
    cls=PlainCommand,
    epilog="\b\nExample:\n  cutcard people link dee --database sqlite:///house.db",
)
def link(name: Name, database: Database, origin: Origin = "", as_json: Json = False) -> None:
    """Print a new enrolment link, for somebody who lost the password or the second factor.

    Older links count no more. When it is used there is a new password, staff get a new second factor,
    and every session of the person ends.
    """
    with output.refusing(as_json=as_json):
        at = _origin(origin)
    with _people(database, as_json=as_json) as people:
        token = people.link(name, "enrol")
        person = people.person(name)
    assert person is not None
    _tell_link(person, token, at, as_json=as_json)


@app.command(
    "disable",
    cls=PlainCommand,
    epilog="\b\nExample:\n  cutcard people disable dee --database sqlite:///house.db",
)
def disable(name: Name, database: Database, as_json: Json = False) -> None:
    """Disable sign-in for a person; their sessions end within half a minute everywhere."""
    from cutcard.floor.people import HOUSE

    with _people(database, as_json=as_json) as people:
        person = people.bar(name, by=HOUSE)
    _tell(person, as_json=as_json)


@app.command(
    "enable",
    cls=PlainCommand,
    epilog="\b\nExample:\n  cutcard people enable dee --database sqlite:///house.db",
)
def enable(name: Name, database: Database, as_json: Json = False) -> None:
    """Enable sign-in again, after `disable` or after too many failures."""
    from cutcard.floor.people import HOUSE

    with _people(database, as_json=as_json) as people:
        person = people.readmit(name, by=HOUSE)
    _tell(person, as_json=as_json)


@contextmanager
def _people(url: str, *, as_json: bool) -> Iterator[People]:
    """The people of a store that has been served; what is refused becomes one line."""
    import time

    from cutcard.floor.live import KIND_STREAM
    from cutcard.floor.people import Limits, People, PeopleRefused
    from cutcard.floor.store import Database, StoreError
    from cutcard.law import Code, Refused

    with output.refusing(as_json=as_json):
        try:
            store = Database.open(url, must_exist=True)
            try:
                with store.reading() as unit:
                    if not unit.heads([KIND_STREAM]):
                        raise StoreError(f"{store.name}: never opened; start `cutcard serve` first")
                yield People(store, Limits(), lambda: int(time.time() * 1000))
            finally:
                store.close()
        except StoreError as problem:
            raise Refused(Code.BAD_REQUEST, f"--database {problem}") from None
        except PeopleRefused as refused:
            raise Refused(Code.BAD_REQUEST, refused.message) from None


def _line(person: Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "role": str(person.role),
        "state": person.state,
        "second_factor": bool(person.secret),
        "failures": person.failures,
        "locked_until": person.locked_until,
    }


def _tell(person: Person, *, as_json: bool) -> None:
    if as_json:
        output.print_json(_line(person))
    else:
        typer.echo(f"{person.name}: {person.role}, {person.state}")


def _origin(said: str) -> str:
    """The house's address as said; empty where nobody said it."""
    from urllib.parse import urlsplit

    from cutcard.law import Code, Refused

    at = said.rstrip("/")
    try:
        parts = urlsplit(at)
        right = bool(parts.hostname) and (parts.port or 1) and at == f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        right = False
    if at and not (right and parts.scheme in ("http", "https") and "@" not in parts.netloc):
        message = f"--origin {said[:60]!r}: must be an address such as https://floor.example"
        raise Refused(Code.BAD_REQUEST, message)
    return at


def _tell_link(person: Person, token: str, origin: str, *, as_json: bool) -> None:
    address = f"{origin}/enrol#{token}"
    if as_json:
        output.print_json({**_line(person), "link": token, "address": address})
        return
    where = (
        "by opening the link" if origin else "by opening, at the house's address (--origin names it),"
    )
    typer.echo(f"{person.name}: {person.role}, {person.state}; enrols once, within a day, {where}")
    typer.echo(f"  {address}")
