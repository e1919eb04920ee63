"""`cutcard serve`: the house, over HTTP.

Wrong options are refused before the house is loaded, which takes a second.
"""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from cutcard import web
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import KeysFile, read_keys, refuse
from cutcard.floor import audit, keys, live, people, store

SQLITE = "sqlite:///"
ADMINISTRATORS = 2


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of `cutcard serve`."""

    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="sqlite:///FILE or postgresql+psycopg://...; default: your own file.",
        ),
    ] = None
    workers: Annotated[str, typer.Option("--workers", metavar="N", help="Processes (PostgreSQL).")] = "1"
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1"
    port: Annotated[str, typer.Option("--port", metavar="N", help="The port; 0 picks a free one.")] = (
        "8021"
    )
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="The address of the house in a browser."),
    ] = None
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="A proxy that is trusted to say for whom it asks."
        ),
    ] = None
    log: Annotated[
        str | None,
        typer.Option(
            "--log", metavar="FILE", help="The log file; a live floor logs to standard error without it."
        ),
    ] = None
    keys: KeysFile = ""
    anchors: Annotated[
        list[str] | None,
        typer.Option(
            "--anchors",
            metavar="PLACE",
            help="Anchor the ends of all streams every minute: a file, or a database's URL.",
        ),
    ] = None
    manifest: Annotated[
        str,
        typer.Option(
            "--manifest",
            metavar="FILE",
            help="Open only where every file of the program is as in this signed manifest.",
        ),
    ] = ""
    manifest_keys: Annotated[
        str,
        typer.Option(
            "--manifest-keys", metavar="FILE", help="The public keys of whoever signed the manifest."
        ),
    ] = ""
    is_live: Annotated[
        bool,
        typer.Option("--live", help="A real floor: no demonstration, no bots, passwords and codes."),
    ] = False
    has_bots: Annotated[bool, typer.Option("--bots/--no-bots", help="Bot players and bot staff.")] = True
    odds_ahead: Annotated[
        bool,
        typer.Option(
            "--odds-ahead/--no-odds-ahead", help="Compute the odds of all tables in the background."
        ),
    ] = True


@dataclass(frozen=True, slots=True)
class _Service:
    """What is served, once the options are checked."""

    running: web.Running
    workers: int
    has_bots: bool
    origin: str
    log: Path | None


@examples(
    "cutcard serve",
    "cutcard serve --port 9000 --no-bots",
    "cutcard serve --live --database postgresql+psycopg://cutcard@localhost/floor --workers 2 \\\n"
    "    --origin https://floor.example",
)
def serve(options: ServeOptions) -> None:
    """Run a house: tables, money, meters and people over HTTP.

    Without --live it is a demonstration casino with play money: a table of every document and variation,
    an automatic dealer, bots to play with, and a sign-in link for every role. Its store is kept in your
    data folder and continues where it stopped. With --live the store is a real floor's: links for two
    administrators are printed once, and they add everybody else.
    """
    workers = _number("--workers", options.workers, 1, 64)
    port = _number("--port", options.port, 0, 65535)
    _check_proxies(options.proxies or ())
    url = options.database or default_url("live" if options.is_live else "demo")
    if options.log is not None and workers > 1:
        refuse("serve", "--log: several processes log to standard error; redirect that to a file")
    if workers > 1 and url.startswith("sqlite"):
        refuse(
            "serve",
            "--workers: several processes need PostgreSQL; give --database postgresql+psycopg://",
        )
    if bool(options.manifest) != bool(options.manifest_keys):
        refuse("serve", "--manifest and --manifest-keys go together")
    _check_anchors(options)
    log = _set_up_log(options, url)
    sock = _listen(options.host, port)
    try:
        _open_house(_service(options, url, workers, sock, log), sock)
    except (store.StoreError, live.SelfTestFailed) as problem:
        refuse("serve", f"--database: {problem}")


def _service(
    options: ServeOptions, url: str, workers: int, sock: socket.socket, log: Path | None
) -> _Service:
    here = f"http://{options.host}:{sock.getsockname()[1]}"
    origins = [origin.rstrip("/") for origin in options.origins or ()]
    running = web.Running(
        url,
        (*dict.fromkeys((here, here.replace("127.0.0.1", "localhost"))), *origins),
        demonstration=not options.is_live,
        shared=workers > 1,
        proxies=tuple(options.proxies or ()),
        # A secret, so it is no option: everybody on a machine can read its command lines.
        metrics_token=os.environ.get("CUTCARD_METRICS_TOKEN", ""),
        odds_ahead=options.odds_ahead,
        keys=options.keys,
        manifest=options.manifest,
        manifest_keys=options.manifest_keys,
        anchors=tuple(options.anchors or ()),
    )
    has_bots = options.has_bots and not options.is_live
    return _Service(running, workers, has_bots, origins[0] if origins else here, log)


def _listen(host: str, port: int) -> socket.socket:
    try:
        return web.listening(host, port)
    except OSError as problem:
        refuse(
            "serve",
            f"--host, --port: {host}:{port} cannot be listened on: {problem.strerror or problem}",
        )


def _set_up_log(options: ServeOptions, url: str) -> Path | None:
    """Send the log of this process to its file, by default for a demonstration one beside its store."""
    path = Path(options.log) if options.log else None
    store_file = Path(url.removeprefix(SQLITE))
    if path is None and not options.is_live and url.startswith(SQLITE) and store_file.parent.is_dir():
        path = store_file.with_name(f"{store_file.name}.log")
    if path is not None and url.startswith(SQLITE) and path.absolute() == store_file.absolute():
        refuse("serve", f"--log: {path} is the store itself; name another file")
    if path is None:
        web.configure_logs(least=logging.INFO if options.is_live else logging.WARNING)
        return None
    try:
        web.configure_logs(web.RollingLog(path))
    except OSError as problem:
        refuse("serve", f"--log: {path} cannot be written: {problem.strerror}")
    return path


def _check_proxies(addresses: list[str] | tuple[str, ...]) -> None:
    """Refuse what is no address of a proxy, and a network that holds every address."""
    for address in addresses:
        try:
            is_everybody = not ipaddress.ip_network(address).prefixlen
        except ValueError:
            refuse(
                "serve", f"--proxy: {address[:40]!r}: must be an address such as 10.0.0.7, or a network"
            )
        if is_everybody:
            refuse(
                "serve",
                f"--proxy: {address}: everybody would be believed about where they are; name the proxy",
            )


def _check_anchors(options: ServeOptions) -> None:
    """Refuse keys that cannot be read, and anchors that could not be signed or written."""
    held = read_keys("serve", options.keys)
    for place in options.anchors or ():
        if "://" not in place and not Path(place).absolute().parent.is_dir():
            refuse("serve", f"--anchors: {place}: directory not found")
        try:
            audit.AnchorLog(audit.anchor_place(place), held)
        except (store.StoreError, keys.KeysProblem) as problem:
            refuse("serve", f"--anchors: {problem}")


def _number(option: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        refuse("serve", f"{option}: {text[:40]!r}: must be a whole number from {least} to {most}")
    return int(text)


def default_url(name: str) -> str:
    """The URL of a store in the person's own data folder."""
    folder = user_data_path("cutcard")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"{SQLITE}{Path(folder) / f'{name}.db'}"


def _open_house(service: _Service, sock: socket.socket) -> None:
    house = web.opened(service.running)
    if service.workers > 1:
        _serve_with_workers(service, sock, house)
    else:
        beside = partial(_when_open, service)
        web.run(web.serve(service.running, sock, house=house, beside=beside))


def _serve_with_workers(service: _Service, sock: socket.socket, house: web.Opened) -> None:
    """Serve with several processes: what the store lacks is set up before they begin."""
    at = service.running.origins[0]
    bots: Callable[[], None] | None = None
    links: dict[str, str] = {}
    if service.running.demonstration:
        web.run(web.set_up_alone(house))
        links = web.links(house.people, service.origin)
        if service.has_bots:
            seats, staff = web.bot_seats(house), web.staff_links(house.people)
            bots = partial(_run_bots, at, seats, staff)
        else:
            bots = partial(_remove_bots, at, web.seated_bots(house))
    else:
        _print_administrator_link(service, house)
    house.floor.database.close()

    def announce() -> None:
        if service.running.demonstration:
            _print_links(service, links)
        else:
            typer.echo(f"  The floor is open with {service.workers} processes: {service.origin}")
        if bots is not None:
            bots()

    web.serve_all(
        service.running, sock, service.workers, on_started=lambda: web.once_ready(at, announce)
    )


def _run_bots(at: str, seats: list[web.BotSeat], staff: dict[str, str]) -> None:
    web.run(web.play_all(at, seats, staff))


def _remove_bots(at: str, seats: list[web.BotSeat]) -> None:
    web.run(web.leave_all(at, seats))


async def _when_open(service: _Service, house: web.Opened) -> None:
    """Once the house takes traffic: say where to go; let the bots play until it closes, or leave."""
    for each in house.floor.stopped.values():
        typer.echo(f"cutcard: table {each.name} is stopped: {each.why}", err=True)
    if not service.running.demonstration:
        _print_administrator_link(service, house)
        typer.echo(f"  The floor is open: {service.origin}")
        return
    await web.set_up(house)
    _print_links(service, web.links(house.people, service.origin))
    at = service.running.origins[0]
    with web.written_down("bots"):
        if service.has_bots:
            await web.play_all(at, web.bot_seats(house), web.staff_links(house.people))
        else:
            await web.leave_all(at, web.seated_bots(house))


def _print_links(service: _Service, links: dict[str, str]) -> None:
    log = f"  What happens, and what is refused, is written to {service.log}"
    lines = [
        "",
        f"  The demonstration casino is open: {service.origin}",
        "  PLAY MONEY. Each link signs one person in, once:",
        "",
        *(
            f"    {'you' if name == web.GUEST else name:<5} {link}   {web.CREW[name]}"
            for name, link in links.items()
        ),
        "",
        *([] if service.log is None else [log]),
        "  Ctrl-C closes it; the next start continues where it stopped.",
        "",
    ]
    typer.echo("\n".join(lines))


def _print_administrator_link(service: _Service, house: web.Opened) -> None:
    """Where the house has fewer than two administrators: add them, and print the links to enrol by.

    New staff need two of them, so that nobody alone makes a supervisor.
    """
    administrator = people.HouseRole.ADMINISTRATOR
    known = house.people.everybody()
    missing = ADMINISTRATORS - sum(each.role is administrator for each in known)
    free = [each for each in ("admin", "admin-2", "admin-3") if each not in {one.name for one in known}]
    for name in free[: max(0, missing)]:
        house.people.add(name, administrator)
        token = house.people.link(name, "enrol")
        address = f"{service.origin}/enrol#{token}"
        typer.echo(f"  The administrator `{name}` enrols once, within a day: open {address}")
