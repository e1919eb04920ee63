"""`cutcard replay`: a record of a table, step by step, with the provision behind every payout."""

from __future__ import annotations

import sys
from typing import Annotated, Final, NoReturn

import typer

from cutcard import shoe, table, terminal, wagers
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.replay import printer
from cutcard.cli.replay.record import LoadedRecord, load
from cutcard.cli.source import read_bytes, source_name
from cutcard.law import Code, Refusal, Refused

MOST_BYTES: Final = 200_000_000


@examples(
    "cutcard replay shoe.jsonl",
    "cutcard replay shoe.jsonl --round 12 --step",
    "cutcard replay shoe.jsonl --at 57",
    "cutcard replay shoe.jsonl --check",
    "cutcard replay shoe.jsonl > shoe.txt && cutcard replay shoe.txt --lines > again.jsonl",
)
def replay(
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
        typer.Option("--check", help="Check every event by the present rules; list what differs."),
    ] = False,
    lines: Annotated[bool, typer.Option("--lines", help="Write the record as JSON lines.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a record of a table as it happened, with citations.

    Every bet, card, decision and payout is there, and every event is folded on the way; a record that
    is broken is refused with the line that is wrong (exit code 2), and a card that is not as shuffled is
    noted. With --check every event is checked by the present rules at the table as it then stood: what
    is recorded otherwise, left out or out of its order is listed, and every settlement is computed again
    (exit code 1). What is printed to a file is the readable form of the record, which `replay` reads as
    well as JSON lines; a terminal is spared the options of the table at its end.

    --at shows the table as surveillance saw it, without cards that lay face down. With --step any key
    continues, r goes to the end of the round, q leaves.
    """
    if sum((at is not None, check, lines, round_ is not None and not as_json)) > 1:
        _refuse("--at, --check, --lines and --round do not go together", as_json=as_json)
    number, version = _number("--round", round_, as_json), _number("--at", at, as_json)
    record = _load(file, as_json=as_json)
    for note in record.notes:
        terminal.complain(f"note: {note}")
    if version is not None:
        _show_table(record, version, as_json=as_json)
    elif check:
        _check(record, as_json=as_json)
    elif lines:
        for line in record.lines():
            typer.echo(line)
    else:
        _show(record, number, step=step, as_json=as_json)


def _refuse(message: str, *, as_json: bool) -> NoReturn:
    terminal.refuse(Refusal(Code.BAD_REQUEST, f"replay: {message}"), as_json=as_json)


def _number(option: str, text: str | None, as_json: bool) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        _refuse(f"{option} needs a whole number, not {text[:20]!r}", as_json=as_json)
    return int(text)


def _load(file: str, *, as_json: bool) -> LoadedRecord:
    with terminal.refusing(as_json=as_json):
        content = read_bytes(file, MOST_BYTES)
        try:
            return load(content.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            problem = f"line {line}: not UTF-8"
        except ValueError as error:  # a RecordError
            problem = str(error)
        raise Refused(Code.BAD_REQUEST, f"{source_name(file)}: {problem}")


def _show_table(record: LoadedRecord, version: int, *, as_json: bool) -> None:
    if version > len(record.events):
        _refuse(f"--at {version}: the record has {len(record.events)} events", as_json=as_json)
    view = table.view(record.table_at(version), shoe.By(shoe.Role.SUPERVISOR))
    if as_json:
        terminal.print_json(dict(view))
    else:
        printer.print_view(view, record.acts_before(version), terminal.console())


def _check(record: LoadedRecord, *, as_json: bool) -> None:
    laws = (offer.law for offer in record.opening.rules.offers.values())
    if missing := wagers.missing_code(laws):
        _refuse(missing, as_json=as_json)
    result = record.check()
    if as_json:
        terminal.print_json(result.as_json())
    else:
        to = terminal.console()
        for difference in result.differences:
            to.print(f"line {difference.line}: {difference.problem}", style="red", soft_wrap=True)
        style = "bold red" if result.differences else "bold green"
        to.print(result.summary(), style=style, soft_wrap=True)
    if result.differences:
        terminal.leave(terminal.NO)


def _show(record: LoadedRecord, number: int | None, *, step: bool, as_json: bool) -> None:
    numbers = record.round_numbers()
    if number is not None and number not in numbers:
        has = f"rounds {numbers[0]} to {numbers[-1]}" if numbers else "no round"
        _refuse(f"--round {number}: the record has {has}", as_json=as_json)
    if as_json:
        terminal.print_json(record.as_json(number))
        return
    is_seen = sys.stdout.isatty()
    waits = step and is_seen and sys.stdin is not None and sys.stdin.isatty()
    acts = record.acts(number, with_options=not is_seen)
    printer.print_acts(acts, terminal.console(), waits=waits)
