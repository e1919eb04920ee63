"""`cutcard api`: settle, check, odds and law over HTTP, without sign-in and without state."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard import web
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import refuse

MOST_PORT = 65535


@examples(
    "cutcard api",
    "cutcard api --host 0.0.0.0 --port 8022",
    "curl --data @round.json http://127.0.0.1:8022/v1/settle",
    "curl 'http://127.0.0.1:8022/v1/odds/md-blackjack/lucky_ladies?paytable=A&decks=6'",
)
def api(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        str, typer.Option("--port", metavar="N", help="The port; 0 picks a free one.")
    ] = "8022",
) -> None:
    """Answer settle, check, odds and law over HTTP, without sign-in.

    Each answer is what the command prints with --json. A request may bring 64 KiB and take 20 seconds.
    The address itself shows what there is to ask, /openapi.json describes it for programs.
    """
    if not (port.isascii() and port.isdigit() and int(port[:9]) <= MOST_PORT):
        refuse("api", f"--port: {port[:40]!r}: must be a whole number from 0 to {MOST_PORT}")
    try:
        listener = web.listening(host, int(port))
    except OSError as problem:
        refuse(
            "api", f"--host, --port: {host}:{port} cannot be listened on: {problem.strerror or problem}"
        )
    typer.echo(f"  Settle, check, odds and law: http://{host}:{listener.getsockname()[1]}")
    web.run(web.serve_service(listener))
