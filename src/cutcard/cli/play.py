"""`cutcard play`: a table in the terminal, dealt by the automatic dealer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from typing import Annotated, Final, NoReturn, TextIO

import typer

from cutcard import client, law, submission as submissions, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import VariationOption, refuse
from cutcard.cli.source import read
from cutcard.money import Cents, MoneyError, cents

MOST_CHIPS: Final = Cents(100_000_000_00)


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of `cutcard play`."""

    document: Annotated[
        str | None,
        typer.Argument(metavar="DOCUMENT", help="The game; left out, a list to choose from."),
    ] = None
    variation: VariationOption = None
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="An option of the table (`law options`)."),
    ] = None
    wagers: Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="ID[=PAYTABLE]", help="A side wager on offer."),
    ] = None
    submission: Annotated[
        str | None,
        typer.Option("--submission", metavar="FILE", help="The table of a rules submission."),
    ] = None
    chips: Annotated[str, typer.Option("--chips", metavar="DOLLARS", help="Chips to begin with.")] = (
        "1000"
    )
    seats: Annotated[
        str, typer.Option("--seats", metavar="N", help="People at the table, including you.")
    ] = "1"
    cut: Annotated[bool, typer.Option("--cut/--no-cut", help="Whether you cut the cards.")] = True
    advice: Annotated[bool, typer.Option("--advice", help="Estimate every decision automatically.")] = (
        False
    )
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Record everything that happens, for `verify`."),
    ] = None
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Print lines instead of drawing a table (the default in a pipe)."),
    ] = False
    fast: Annotated[bool, typer.Option("--fast", help="Deal without pauses.")] = False
    server: Annotated[
        str | None,
        typer.Option(
            "--server", metavar="URL", help="Play at a live table: a house's address, or a sign-in link."
        ),
    ] = None
    table: Annotated[
        str, typer.Option("--table", metavar="NAME", help="Which table, with --server.")
    ] = ""


@examples(
    "cutcard play",
    "cutcard play md-pontoon-21 --wager bonus_spin_progressive=A --seats 3",
    "cutcard play md-blackjack --variation switch --set soft_17=hit --chips 500",
    "cutcard play --server 'http://127.0.0.1:8021/enter#TOKEN' --table maryland",
    "cutcard play ma-blackjack --record visit.jsonl && cutcard verify visit.jsonl",
)
def play(options: PlayOptions) -> None:
    """Play at a table in the terminal, against an automatic dealer.

    The cards are shuffled by the operating system's chance and their order is committed to before you
    cut; it is revealed when the shoe is over. Keys are shown with what they do: h hit, s stand, d
    double, p split, r surrender, i insurance; a estimates each action by dealing the round many times,
    c shows the provision behind a payout. You sit alone at your boxes: where a document lets several
    people bet on one box (shared_box_players), nobody joins yours here. Neighbours hit below 17 and
    stand on 17 or more. Meters begin at their least amounts and grow by their rate of progression, else
    by a twentieth of each stake; wheels turn by the house's weights, else every printed symbol is as
    likely as any other.
    """
    if options.server is not None:
        _play_at_server(options.server, options.table)
        return
    chips, people = _chips(options.chips), _people(options.seats)
    rules = _rules(options)
    file = None if options.record is None else _open_record(options.record)
    with nullcontext() if file is None else file, ExitStack() as stack:
        screen = terminal.screen(stack, is_plain=options.plain, is_fast=options.fast)
        try:
            rules = rules or terminal.choose_table(screen)
        except (terminal.Left, KeyboardInterrupt):
            lines: Sequence[object] = ["Left without playing."]
        else:
            seat = terminal.TerminalSeat(
                terminal.TerminalHouse(rules, asks_for_cut=options.cut, record=file),
                terminal.Player(chips),
                screen,
                terminal.title_of(rules),
                record_name=options.record or "",
                wants_advice=options.advice,
            )
            lines = terminal.play(seat, neighbours=people - 1).lines(seat.record_name)
    for line in lines:
        terminal.console().print(line, soft_wrap=True)


def _open_record(name: str) -> TextIO:
    """A new file for the record; one that exists already is not overwritten."""
    if name == "-":
        refuse("play", "--record -: name a file (--record visit.jsonl); standard output shows the table")
    try:
        return open(name, "x", encoding="utf-8")
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else ""
        refuse("play", f"--record {name}: {(reason or 'cannot be written').lower()}")


def _play_at_server(server: str, table: str) -> None:
    if not server.startswith(("http://", "https://")):
        refuse("play", f"--server {server}: must be an address, like http://127.0.0.1:8021")
    try:
        terminal.visit(server, table)
    except (client.HouseRefused, client.Unreachable) as problem:
        refuse("play", f"--server: {problem}")


def _chips(text: str) -> Cents:
    try:
        amount = cents(text)
    except MoneyError as problem:
        refuse("play", f"--chips: {problem}")
    if not 0 < amount <= MOST_CHIPS:
        refuse("play", f"--chips: {text}: more than zero, and at most a hundred million dollars")
    return amount


def _people(text: str) -> int:
    number = terminal.number(text)
    if number is None or not 1 <= number <= 8:
        refuse("play", f"--seats: {text[:40]!r}: 1 to 8 people")
    return number


def _rules(options: PlayOptions) -> law.RuleSet | None:
    """The rules that the options ask for; all that forbids them is listed. None: no table is named."""
    choices = options.variation or options.settings or options.wagers
    if options.submission is not None:
        if choices:
            refuse("play", "--submission sets everything; leave out --variation, --set and --wager")
        return _submitted_rules(options.submission, options.document)
    if options.document is None:
        if choices:
            refuse("play", "name a DOCUMENT for --variation, --set and --wager")
        return None
    with terminal.refusing(as_json=False):
        document = law.document(options.document)
    wanted = terminal.TableChoices(
        document,
        options.variation,
        terminal.read_settings(document, options.variation, options.settings or ()),
        terminal.read_wagers(options.wagers or ()),
    )
    rules, wrong = wanted.resolve()
    if rules is None or wrong:
        _forbid(wrong, document)
    return rules


def _submitted_rules(file: str, document: str | None) -> law.RuleSet:
    """The rules of a compliant submission."""
    with terminal.refusing(as_json=False):
        result = submissions.check(read(file), warns=False)
    if result.rules is None or not result.compliant:
        _forbid([finding for finding in result.findings if finding.severity == "violation"])
    if document not in (None, result.rules.document.id):
        refuse("play", f"{file} is a submission under {result.rules.document.id}, not {document}")
    return result.rules


def _forbid(wrong: Sequence[law.Finding], document: law.Document | None = None) -> NoReturn:
    """List all that forbids a table; `document`: where the options of the command describe it."""
    for finding in wrong:
        cite = f" [{terminal.provision(finding.cite)}]" if finding.cite else ""
        example = "" if document is None else _example(document, finding)
        terminal.complain(f"{finding.path}: {finding.message}{cite}{example}")
    terminal.leave(terminal.WRONG)


def _example(document: law.Document, finding: law.Finding) -> str:
    """The right form of a wager whose paytable is wrong or missing."""
    place, _, rest = finding.path.partition(".")
    name, _, key = rest.partition(".")
    if place != "wagers" or key != "paytable":
        return ""
    tables = document.wager(name).choosable
    return f"; for example --wager {name}={tables[0].id}" if tables else ""
