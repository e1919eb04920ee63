"""`cutcard play`: a table in the terminal, dealt by the automatic dealer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cutcard.law import Finding, RuleSet
    from cutcard.money import Cents
    from cutcard.terminal import Screen

EXAMPLES = """\b
Examples:
  cutcard play
  cutcard play md-pontoon-21 --wager bonus_spin_progressive=A --seats 3
  cutcard play md-blackjack --variation switch --set soft_17=hit --chips 500
  cutcard play --server 'http://127.0.0.1:8021/enter#TOKEN' --table maryland
  cutcard play ma-blackjack --record visit.jsonl && cutcard verify visit.jsonl
"""

MOST_CHIPS = 100_000_000_00


DocumentId = Annotated[
    str | None, typer.Argument(metavar="DOCUMENT", help="The game; left out, a list to choose from.")
]
Variation = Annotated[
    str | None, typer.Option("--variation", metavar="NAME", help="A variation of the game.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="An option of the table (`law options`)."),
]
Wagers = Annotated[
    list[str] | None,
    typer.Option("--wager", metavar="ID[=PAYTABLE]", help="A side wager on offer."),
]
Submission = Annotated[
    str | None,
    typer.Option("--submission", metavar="FILE", help="The table of a rules submission."),
]
Chips = Annotated[str, typer.Option("--chips", metavar="DOLLARS", help="Chips to begin with.")]
Seats = Annotated[str, typer.Option("--seats", metavar="N", help="People at the table, including you.")]
Cut = Annotated[bool, typer.Option("--cut/--no-cut", help="Whether you cut the cards.")]
Advice = Annotated[bool, typer.Option("--advice", help="Estimate every decision automatically.")]
Record = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Record everything that happens, for `verify`."),
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Print lines instead of drawing a table (the default in a pipe).")
]
Server = Annotated[
    str | None,
    typer.Option(
        "--server", metavar="URL", help="Play at a live table: a house's address, or a sign-in link."
    ),
]
AtTable = Annotated[str, typer.Option("--table", metavar="NAME", help="Which table, with --server.")]
Fast = Annotated[bool, typer.Option("--fast", help="Deal without pauses.")]


def command(
    document: DocumentId = None,
    variation: Variation = None,
    settings: Settings = None,
    wagers: Wagers = None,
    submission: Submission = None,
    chips: Chips = "1000",
    seats: Seats = "1",
    cut: Cut = True,
    advice: Advice = False,
    record: Record = None,
    plain: Plain = False,
    fast: Fast = False,
    server: Server = None,
    at: AtTable = "",
) -> None:
    """Play at a table in the terminal, against the automatic dealer, by the law of a document.

    The cards are shuffled with the operating system's random source, and the house commits to their
    order before you cut; it is revealed when the shoe is over. The screen shows the keys: h hit, s
    stand, d double, p split, r surrender, i insurance; a estimates each action by dealing the round many
    times, c shows the provision behind a payout. You sit alone at your boxes: where a document lets
    several people bet on one box (shared_box_players), nobody joins yours here. Neighbours hit below 17
    and stand on 17 or more. Meters start at their minimum amounts and grow by their rate of progression, or
    by a twentieth of each stake; wheels use the house's weights, or else every printed symbol is equally
    likely.
    """
    if server is not None:
        _at_server(server, at)
        return
    from contextlib import ExitStack

    from cutcard.terminal import screen

    money, people = _chips(chips), _seats(seats)
    rules = None
    if document is not None or submission is not None:
        rules = _rules(document, variation, settings or [], wagers or [], submission)
    elif variation or settings or wagers:
        _wrong("name a DOCUMENT for --variation, --set and --wager")
    file = None if record is None else _record(record)
    with ExitStack() as stack:
        if file is not None:
            stack.enter_context(file)
        with ExitStack() as drawn:
            shown = screen(drawn, is_plain=plain, is_fast=fast)
            visit = Visit(money, people, cut, advice, file, record or "")
            told = _played(rules, shown, visit)
    for line in told:
        output.console().print(line, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Visit:
    """How somebody comes to a table."""

    chips: Cents
    seats: int
    cut: bool
    advice: bool
    record: TextIO | None
    record_name: str


def _played(rules: RuleSet | None, shown: Screen, visit: Visit) -> list[object]:
    """A visit to the table, chosen first where the options did not; what is to be told after it."""
    from cutcard.terminal import House, Left, Player, Seat, choose_table, play, title_of

    try:
        rules = rules or choose_table(shown)
    except (Left, KeyboardInterrupt):
        return ["Left without playing."]
    house = House(rules, asks_for_cut=visit.cut, record=visit.record)
    seat = Seat(
        house,
        Player(visit.chips),
        shown,
        title_of(rules),
        record_name=visit.record_name,
        wants_advice=visit.advice,
    )
    return list(play(seat, neighbours=visit.seats - 1).lines(visit.record_name))


def _record(name: str) -> TextIO:
    """A new file for the record; one that is there already is not written over."""
    if name == "-":
        _wrong("--record -: name a file (--record visit.jsonl); standard output shows the table")
    try:
        return open(name, "x", encoding="utf-8")
    except (OSError, ValueError) as problem:
        told = problem.strerror if isinstance(problem, OSError) else ""
        _wrong(f"--record {name}: {(told or 'cannot be written').lower()}")


def _at_server(server: str, table: str) -> None:
    """A seat at a live table."""
    from cutcard.client import HouseRefused, Unreachable
    from cutcard.terminal import visit

    if not server.startswith(("http://", "https://")):
        _wrong(f"--server {server}: must be an address, like http://127.0.0.1:8021")
    try:
        visit(server, table)
    except (HouseRefused, Unreachable) as problem:
        _wrong(f"--server: {problem}")


def _wrong(message: str) -> NoReturn:
    output.complain(f"play: {message}")
    output.leave(output.WRONG)


def _chips(written: str) -> Cents:
    from cutcard.money import MoneyError, cents

    try:
        found = cents(written)
    except MoneyError as problem:
        _wrong(f"--chips: {problem}")
    if not 0 < found <= MOST_CHIPS:
        _wrong(f"--chips: {written}: must be more than zero and at most a hundred million dollars")
    return found


def _seats(written: str) -> int:
    from cutcard.terminal import number

    found = number(written)
    if found is None or not 1 <= found <= 8:
        _wrong(f"--seats: {written[:40]!r}: 1 to 8 people")
    return found


def _rules(
    document: str | None,
    variation: str | None,
    settings: Sequence[str],
    wagers: Sequence[str],
    submission: str | None,
) -> RuleSet:
    """The rules the options ask for; all that forbids them is told at once."""
    if submission is not None:
        if variation or settings or wagers:
            _wrong("--submission sets everything; leave out --variation, --set and --wager")
        return _submitted(submission, document)
    assert document is not None
    from cutcard import law
    from cutcard.terminal import TableChoices, read_settings, read_wagers

    with output.refusing(as_json=False):
        found = law.document(document)
    options = read_settings(found, variation, settings)
    wanted = TableChoices(found, variation, options, read_wagers(wagers))
    rules, wrong = wanted.resolve()
    if rules is None or wrong:
        _forbidden(wrong, document)
    return rules


def _submitted(file: str, document: str | None) -> RuleSet:
    from cutcard.cli.source import read
    from cutcard.submission import check

    with output.refusing(as_json=False):
        found = check(read(file), by_play=False)
    if found.rules is None or not found.compliant:
        _forbidden([each for each in found.findings if each.severity == "violation"])
    if document not in (None, found.rules.document.id):
        _wrong(f"{file} is a submission under {found.rules.document.id}, not {document}")
    return found.rules


def _example(document: str, found: Finding) -> str:
    """The right form of a wager whose paytable was not well said."""
    from cutcard import law

    place, _, rest = found.path.partition(".")
    name, _, key = rest.partition(".")
    if place != "wagers" or key != "paytable":
        return ""
    tables = law.document(document).wager(name).choosable
    return f"; for example --wager {name}={tables[0].id}" if tables else ""


def _forbidden(wrong: Sequence[Finding], document: str = "") -> NoReturn:
    """Tell all that forbids a table; `document`: where the options of the command describe it."""
    for each in wrong:
        cite = f" [{output.provision(each.cite)}]" if each.cite else ""
        example = _example(document, each) if document else ""
        output.complain(f"{each.path}: {each.message}{cite}{example}")
    output.leave(output.WRONG)
