"""`cutcard serve`: the house, over HTTP."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    import socket

    from cutcard.web import BotSeat, Opened, Running

EXAMPLES = """\b
Examples:
  cutcard serve
  cutcard serve --port 9000 --no-bots
  cutcard serve --live --database postgresql+psycopg://cutcard@localhost/floor --workers 2 \\
    --origin https://floor.example
"""

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql+psycopg://...; default: your own file.",
    ),
]
Workers = Annotated[str, typer.Option("--workers", metavar="N", help="Processes (PostgreSQL).")]
Host = Annotated[str, typer.Option("--host", help="The address to listen on.")]
Port = Annotated[str, typer.Option("--port", metavar="N", help="The port; 0 picks a free one.")]
Origin = Annotated[
    list[str] | None,
    typer.Option("--origin", metavar="URL", help="The address of the house in a browser."),
]
Live = Annotated[
    bool, typer.Option("--live", help="A real floor: no demonstration, no bots, passwords and codes.")
]
Proxy = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy", metavar="ADDRESS", help="A trusted reverse proxy (its X-Forwarded-For is believed)."
    ),
]
Log = Annotated[
    Path | None,
    typer.Option(
        "--log", metavar="FILE", help="The log file; a live floor logs to standard error without it."
    ),
]
Bots = Annotated[bool, typer.Option("--bots/--no-bots", help="Bot players and bot staff.")]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked for, checked."""

    running: Running
    workers: int
    bots: bool
    origin: str
    log: Path | None = None


def command(
    database: Database = None,
    workers: Workers = "1",
    host: Host = "127.0.0.1",
    port: Port = "8021",
    origin: Origin = None,
    proxy: Proxy = None,
    log: Log = None,
    live: Live = False,
    bots: Bots = True,
) -> None:
    """Run a house: tables, money, meters and people over HTTP.

    Without --live it is a demonstration casino with play money: a table of every document and variation,
    an automatic dealer, bots to play with, and a sign-in link for every role. Its store is kept in your
    data folder and continues where it stopped. With --live the store is a real floor's: a link for the
    administrator is printed once, and the administrator adds everybody else.
    """
    many, number = _number("--workers", workers, 1, 64), _number("--port", port, 0, 65535)
    proxies = _addresses(proxy)
    url = database or default_url("live" if live else "demo")
    if log is not None and many > 1:
        _wrong("--log: several processes log to standard error; redirect that to a file")
    if many > 1 and url.startswith("sqlite"):
        _wrong("--workers: several processes need PostgreSQL; give --database postgresql+psycopg://")
    logged = _log(log, url, live=live)
    sock = _listening(host, number)
    at = f"http://{host}:{sock.getsockname()[1]}"
    from cutcard.floor.live import SelfTestFailed  # a second: what is wrong was said before
    from cutcard.floor.store import StoreError

    try:
        asked = _asked(url, at, origin, many, live=live, bots=bots)
        trusted = replace(asked.running, proxies=proxies, metrics_token=_metrics_token())
        _serve(replace(asked, running=trusted, log=logged), sock)
    except (StoreError, SelfTestFailed) as problem:
        _wrong(f"--database: {problem}")


def _listening(host: str, port: int) -> socket.socket:
    from cutcard.web import listening

    try:
        return listening(host, port)
    except OSError as problem:
        _wrong(f"--host, --port: {host}:{port} cannot be listened on: {problem.strerror or problem}")


def _log(wanted: Path | None, url: str, *, live: bool) -> Path | None:
    """Lead the log of this process to where it was asked; a demonstration's is beside its store."""
    import logging

    from cutcard.web import RollingLog, configure_logs

    # What the command line hands over may be its words alone.
    path, store = wanted and Path(wanted), Path(url.removeprefix("sqlite:///"))
    if wanted is None and not live and url.startswith("sqlite:///") and store.parent.is_dir():
        path = store.with_name(f"{store.name}.log")
    if path is not None and url.startswith("sqlite:///") and path.absolute() == store.absolute():
        _wrong(f"--log: {path} is the store itself; name another file")
    if path is None:
        configure_logs(least=logging.INFO if live else logging.WARNING)
        return None
    try:
        configure_logs(RollingLog(path))
    except OSError as problem:
        _wrong(f"--log: {path} cannot be written: {problem.strerror}")
    return path


def _metrics_token() -> str:
    """A secret, so it is not told on the command line, which everybody on a machine can read."""
    return os.environ.get("CUTCARD_METRICS_TOKEN", "")


def _addresses(said: list[str] | None) -> tuple[str, ...]:
    """Addresses of proxies."""
    import ipaddress

    for each in said or ():
        try:
            everybody = not ipaddress.ip_network(each).prefixlen
        except ValueError:
            _wrong(f"--proxy: {each[:40]!r}: must be an address such as 10.0.0.7, or a network")
        if everybody:
            _wrong(f"--proxy: {each}: that would trust everybody; name the proxy")
    return tuple(said or ())


def _number(option: str, said: str, least: int, most: int) -> int:
    if not (said.isascii() and said.isdigit() and least <= int(said[:9]) <= most):
        _wrong(f"{option}: {said[:40]!r}: must be a whole number from {least} to {most}")
    return int(said)


def _wrong(message: str) -> NoReturn:
    output.complain(f"serve: {message}")
    output.leave(output.WRONG)


def _asked(
    url: str, at: str, origin: list[str] | None, workers: int, *, live: bool, bots: bool
) -> _Asked:
    from cutcard.web import Running

    here = dict.fromkeys((at, at.replace("127.0.0.1", "localhost")))
    said = [each.rstrip("/") for each in origin or ()]
    running = Running(url, (*here, *said), demonstration=not live, shared=workers > 1)
    return _Asked(running, workers, bots and not live, said[0] if said else at)


def default_url(name: str) -> str:
    """A store in the person's own data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("cutcard")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{Path(folder) / f'{name}.db'}"


def _serve(asked: _Asked, sock: socket.socket) -> None:
    from cutcard.web import opened, run, serve

    house = opened(asked.running)
    if asked.workers > 1:
        _serve_all(asked, sock, house)
        return

    async def beside(house: Opened) -> None:
        await _beside(asked, house)

    run(serve(asked.running, sock, house=house, beside=beside))


def _serve_all(asked: _Asked, sock: socket.socket, house: Opened) -> None:
    """Several processes: what the store lacks is set up before they begin."""
    from cutcard.web import (
        bot_seats,
        links,
        once_ready,
        run,
        seated_bots,
        serve_all,
        set_up_alone,
        staff_links,
    )

    bots: Callable[[], None] | None = None
    if asked.running.demonstration:
        run(set_up_alone(house))
        found = links(house.people, asked.origin)
        if asked.bots:
            bots = partial(_play, asked, bot_seats(house), staff_links(house.people))
        else:
            bots = partial(_leave, asked, seated_bots(house))
    else:
        _tell_administrator(asked, house)
    house.floor.database.close()

    def told() -> None:
        if asked.running.demonstration:
            _tell(asked, found)
        else:
            typer.echo(f"  The floor is open with {asked.workers} processes: {asked.origin}")
        if bots is not None:
            bots()

    at = asked.running.origins[0]
    serve_all(asked.running, sock, asked.workers, told=lambda: once_ready(at, told))


def _play(asked: _Asked, seats: list[BotSeat], staff: dict[str, str]) -> None:
    from cutcard.web import play_all, run

    run(play_all(asked.running.origins[0], seats, staff))


def _leave(asked: _Asked, seats: list[BotSeat]) -> None:
    from cutcard.web import leave_all, run

    run(leave_all(asked.running.origins[0], seats))


async def _beside(asked: _Asked, house: Opened) -> None:
    """Once the house takes traffic: say where to go, and let the bots in."""
    if not asked.running.demonstration:
        _tell_administrator(asked, house)
        typer.echo(f"  The floor is open: {asked.origin}")
        return
    from cutcard.web import links, set_up, written_down

    await set_up(house)
    _tell(asked, links(house.people, asked.origin))
    with written_down("bots"):
        await _bots(asked, house)


async def _bots(asked: _Asked, house: Opened) -> None:
    """They play until the house closes, or leave where they are not wanted."""
    from cutcard.web import bot_seats, leave_all, play_all, seated_bots, staff_links

    if asked.bots:
        await play_all(asked.running.origins[0], bot_seats(house), staff_links(house.people))
    else:
        await leave_all(asked.running.origins[0], seated_bots(house))


def _tell(asked: _Asked, found: dict[str, str]) -> None:
    from cutcard.web import CREW, GUEST

    lines = [
        "",
        f"  The demonstration casino is open: {asked.origin}",
        "  PLAY MONEY. Each link signs one person in, once:",
        "",
        *(
            f"    {'you' if name == GUEST else name:<5} {link}   {CREW[name]}"
            for name, link in found.items()
        ),
        "",
        *([] if asked.log is None else [f"  Events and refusals are logged to {asked.log}"]),
        "  Ctrl-C closes it; the next start continues where it stopped.",
        "",
    ]
    typer.echo("\n".join(lines))


def _tell_administrator(asked: _Asked, house: Opened) -> None:
    from cutcard.floor.people import HouseRole

    everybody = house.people.everybody()
    if not any(each.role is HouseRole.ADMINISTRATOR for each in everybody):
        house.people.add("admin", HouseRole.ADMINISTRATOR)
        token = house.people.link("admin", "enrol")
        opened = f"{asked.origin}/enrol#{token}"
        typer.echo(f"  The administrator `admin` enrols once, within a day: open {opened}")
