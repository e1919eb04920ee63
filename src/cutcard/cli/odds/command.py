"""`cutcard odds`: the exact odds of a wager, of a whole document, and of every action with a hand."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.cli.command import UNNAMED, DocumentGroup, PlainCommand, UnnamedCommand
from cutcard.cli.odds.options import Json, asking
from cutcard.terminal import output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cutcard.cli.odds.question_text import Words

EXAMPLES = """\b
Examples:
  cutcard odds md-blackjack lucky_ladies --paytable A --decks 6
  cutcard odds md-blackjack main --set soft_17=hit --chart
  cutcard odds md-blackjack blazing_7s --meter mega=100000 --json
  cutcard odds md-pontoon-21
  cutcard odds hand md-blackjack --cards "8h 8d" --up Tc
"""
HAND_EXAMPLES = """\b
Examples:
  cutcard odds hand md-blackjack --cards "8h 8d" --up Tc
  cutcard odds hand md-blackjack --cards "Tc 6d" --up Ts --decks 1 --removed "9c 5d" --json
"""

app = typer.Typer(
    cls=DocumentGroup,
    help="Exact odds: of a wager, of every wager of a document, of every action with a hand.",
    rich_markup_mode=None,
)

Chart = Annotated[bool, typer.Option("--chart", help="Draw the strategy (main).")]


@app.callback()
def _root() -> None:
    """Exact odds: of a wager, of every wager of a document, of every action with a hand."""


@app.command(UNNAMED, cls=UnnamedCommand, epilog=EXAMPLES, hidden=True)
@asking("document", options="wager paytable decks settings variation meters removed stake seats")
def command(words: Words, as_json: Json = False, chart: Chart = False) -> None:
    """The odds of a wager from a full shoe: edge, chances of every row, method, assumptions.

    DOCUMENT alone lists every wager with every paytable and permitted number of decks (--decks, --set
    and --variation apply). Without --paytable the first that fits the decks is taken. `cutcard odds
    hand --help` is about one hand. Answers are kept in the user's cache folder, or where CUTCARD_CACHE
    says.
    """
    with _asking():
        if words.wager is None:
            _print_listing(words, as_json=as_json, chart=chart)
        else:
            _print_answer(words, as_json=as_json, chart=chart)


@app.command("hand", cls=PlainCommand, epilog=HAND_EXAMPLES)
@asking("document", options="decks settings variation removed")
def hand(
    words: Words,
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help='The hand: "8h 8d".')],
    up: Annotated[
        str,
        typer.Option(
            "--up", metavar="CARD", help="The dealer's up card (two cards, where both are face up)."
        ),
    ],
    as_json: Json = False,
) -> None:
    """What every action with a hand is worth, per unit of the first stake, with optimal play after it.

    The shoe is the full one without the hand, what the dealer shows and the cards removed.
    """
    with _asking():
        from cutcard.cli.odds import hand as odds_hand

        found = odds_hand.answer(words, cards=cards, up=up)
        if as_json:
            output.print_json(found)
        else:
            odds_hand.print_answer(found, output.console())


@contextmanager
def _asking() -> Iterator[None]:
    """A question that makes no sense, or a figure that is not proven, becomes one line of complaint."""
    from cutcard.odds import OddsError, UnprovenError

    try:
        yield
    except UnprovenError as problem:
        output.complain(str(problem))
        output.leave(output.NO)
    except OddsError as problem:
        output.complain(str(problem))
        output.leave(output.WRONG)


def _print_answer(words: Words, *, as_json: bool, chart: bool) -> None:
    from cutcard.cli.odds import answers as odds_answers
    from cutcard.cli.printing.progress import bar
    from cutcard.odds import answered

    asked = words.question()
    if chart:
        words.check_chart()
    for note in words.unused():
        output.complain(f"note: {note}")
    with bar():
        timed = answered(asked)
    found = odds_answers.answer(timed.answer, seconds=timed.seconds)
    if as_json:
        output.print_json(found)
        return
    from cutcard.cli.odds import tables as odds_tables

    to = output.console()
    odds_tables.print_answer(timed.answer, to)
    if chart:
        from cutcard.cli.odds.chart import print_chart

        print_chart(timed.answer, asked, to)


def _print_listing(words: Words, *, as_json: bool, chart: bool) -> None:
    from cutcard.cli.printing.progress import bar
    from cutcard.odds import UNPROVEN, WORKERS, listing

    wanted = words.listed(chart=chart)
    with bar():
        (entries,) = listing([wanted], workers=WORKERS)
    if as_json:
        from cutcard.cli.odds import answers as odds_answers

        output.print_json(odds_answers.listing(wanted, entries))
    else:
        from cutcard.cli.odds import tables as odds_tables

        odds_tables.print_listing(wanted, entries, output.console())
    if any(each.unanswered is not None and each.unanswered.method == UNPROVEN for each in entries):
        output.leave(output.NO)
