"""`cutcard replay`: a record of a table, step by step, with the provision behind every payout."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.cli.replay.record import Loaded

EXAMPLES = """\b
Examples:
  cutcard replay shoe.jsonl
  cutcard replay shoe.jsonl --round 12 --step
  cutcard replay shoe.jsonl --at 57
  cutcard replay shoe.jsonl --check
  cutcard replay shoe.jsonl > shoe.txt && cutcard replay shoe.txt --lines > again.jsonl
"""

MOST_BYTES: Final = 200_000_000


def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A record, as JSON lines or in the readable form; - is standard input."
        ),
    ],
    round_: Annotated[
        str | None, typer.Option("--round", metavar="N", help="Show one round only.")
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="In a terminal, wait for a key after each step.")
    ] = False,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="VERSION", help="Show the table after this many events."),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Check every event against the present rules and list differences."
        ),
    ] = False,
    lines: Annotated[bool, typer.Option("--lines", help="Write the record as JSON lines.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """Show a record of a table as it happened: every bet, card, decision and payout, with citations.

    Every event is replayed; a broken record is refused with the line that is wrong (exit code 2), and a
    card that does not match the shuffle is noted. With --check every event is checked against the
    present rules at the table as it then stood: what differs, is missing or is out of order is listed,
    and every settlement is computed again (exit code 1). What is printed to a file is the readable form
    of the record, which `replay` reads as well as JSON lines; a terminal does not get the options of the
    table at its end.

    --at shows the table as surveillance saw it, without cards that lay face down. With --step any key
    continues, r goes to the end of the round, q leaves.
    """
    from cutcard.cli.replay import record as replay_record

    if sum((at is not None, check, lines, round_ is not None and not as_json)) > 1:
        _refuse("--at, --check, --lines and --round do not go together", as_json=as_json)
    wanted = {"--round": _number("--round", round_, as_json), "--at": _number("--at", at, as_json)}
    loaded = _loaded(file, as_json=as_json)
    for note in loaded.notes:
        output.complain(f"note: {note}")
    if wanted["--at"] is not None:
        _show_at(loaded, wanted["--at"], as_json=as_json)
    elif check:
        _check(loaded, as_json=as_json)
    elif lines:
        for line in replay_record.lines(loaded):
            typer.echo(line)
    else:
        _show(loaded, wanted["--round"], step=step, as_json=as_json)


def _refuse(message: str, *, as_json: bool) -> NoReturn:
    from cutcard.law import Code, Refusal

    output.refuse(Refusal(Code.BAD_REQUEST, f"replay: {message}"), as_json=as_json)


def _number(option: str, written: str | None, as_json: bool) -> int | None:
    if written is None:
        return None
    if not (written.isascii() and written.isdigit() and len(written) <= 9):
        _refuse(f"{option} needs a whole number, not {written[:20]!r}", as_json=as_json)
    return int(written)


def _loaded(file: str, *, as_json: bool) -> Loaded:
    from cutcard.cli.replay.record import load
    from cutcard.law import Code, Refused

    name = "standard input" if file == "-" else file
    with output.refusing(as_json=as_json):
        try:
            return load(_content(file).decode("utf-8"))
        except OSError as error:
            problem = (error.strerror or "cannot be read").lower()
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            problem = f"line {line}: not UTF-8"
        except ValueError as error:  # a RecordError, or a file that cannot be had
            problem = str(error)
        raise Refused(Code.BAD_REQUEST, f"{name}: {problem}")


def _content(file: str) -> bytes:
    if file != "-":
        try:
            with open(file, "rb") as record:
                found = record.read(MOST_BYTES + 1)
        except ValueError:
            raise ValueError("no such file") from None
    elif sys.stdin is None:
        raise ValueError("closed")
    else:
        found = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES // 1_000_000} MB")
    return found


def _show_at(loaded: Loaded, version: int, *, as_json: bool) -> None:
    from cutcard.cli.replay.record import table_at
    from cutcard.cli.replay.table import print_view
    from cutcard.shoe import By, Role
    from cutcard.table import view

    if version > len(loaded.events):
        _refuse(f"--at {version}: the record has {len(loaded.events)} events", as_json=as_json)
    seen = view(table_at(loaded, version), By(Role.SUPERVISOR))
    if as_json:
        output.print_json(dict(seen))
    else:
        print_view(seen, loaded.acts_before(version), output.console())


def _check(loaded: Loaded, *, as_json: bool) -> None:
    from cutcard.cli.replay.record import check

    told = check(loaded)
    if as_json:
        output.print_json(told.as_json())
    else:
        to = output.console()
        for each in told.differences:
            to.print(f"line {each.line}: {each.problem}", style="red", soft_wrap=True)
        style = "bold red" if told.differences else "bold green"
        to.print(told.told(), style=style, soft_wrap=True)
    if told.differences:
        output.leave(output.NO)


def _show(loaded: Loaded, number: int | None, *, step: bool, as_json: bool) -> None:
    from cutcard.cli.replay import record as replay_record, table as replay_table

    numbers = loaded.round_numbers()
    if number is not None and number not in numbers:
        has = f"rounds {numbers[0]} to {numbers[-1]}" if numbers else "no round"
        _refuse(f"--round {number}: the record has {has}", as_json=as_json)
    if as_json:
        output.print_json(replay_record.as_json(loaded, number))
        return
    is_seen = sys.stdout.isatty()
    waits = step and is_seen and sys.stdin is not None and sys.stdin.isatty()
    shown = replay_record.acts(loaded, number, with_options=not is_seen)
    replay_table.print_acts(shown, output.console(), waits=waits)
