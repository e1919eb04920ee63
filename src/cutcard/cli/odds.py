"""`cutcard odds`: the exact odds of a wager, of a whole document, and of every action with a hand."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.cli import output
from cutcard.cli.command import PlainCommand, PlainGroup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cutcard.cli.odds_words import Words

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
OF_A_WAGER = "DOCUMENT"
"""The command that is meant where none is named; nobody types its name."""


class OddsGroup(PlainGroup):
    """`odds hand ...` is a command of its own; anything else begins with a document."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, the command that is meant in front of them."""
        if not args or args[0] not in self.commands:
            args = [OF_A_WAGER, *args]
        return super().parse_args(ctx, args)


class OfAWager(PlainCommand):
    """The command without a name."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """As it is typed."""
        formatter.write_usage(ctx.parent.command_path, " ".join(self.collect_usage_pieces(ctx)))


app = typer.Typer(
    cls=OddsGroup,
    help="Exact odds: of a wager, of every wager of a document, of every action with a hand.",
    rich_markup_mode=None,
)

Document = Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")]
Wager = Annotated[
    str | None,
    typer.Argument(metavar="WAGER", help="A wager's id; left out, every wager is listed."),
]
Paytable = Annotated[
    str | None,
    typer.Option("--paytable", metavar="ID", help="Left out, the first that fits the decks."),
]
Decks = Annotated[str | None, typer.Option("--decks", metavar="N", help="How many decks.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="A choice of the house (`law options`), or a setting of the wager as a submission has it "
        "(rate_of_progression=0.05).",
    ),
]
Variation = Annotated[
    str | None, typer.Option("--variation", metavar="NAME", help="A variation of the game.")
]
Meters = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=AMOUNT", help="What a meter shows, in dollars."),
]
Removed = Annotated[
    str | None, typer.Option("--removed", metavar="CARDS", help='Cards out of the shoe: "7h 7d".')
]
Stake = Annotated[str | None, typer.Option("--stake", metavar="X", help="The stake in dollars.")]
Seats = Annotated[
    str | None, typer.Option("--seats", metavar="N", help="Players with the wager, you among them.")
]
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Chart = Annotated[bool, typer.Option("--chart", help="Draw the strategy (main).")]


@app.callback()
def _root() -> None:
    """Exact odds: of a wager, of every wager of a document, of every action with a hand."""


@app.command(OF_A_WAGER, cls=OfAWager, epilog=EXAMPLES, hidden=True)
def command(
    document: Document,
    wager: Wager = None,
    paytable: Paytable = None,
    decks: Decks = None,
    settings: Settings = None,
    variation: Variation = None,
    meters: Meters = None,
    removed: Removed = None,
    stake: Stake = None,
    seats: Seats = None,
    as_json: Json = False,
    chart: Chart = False,
) -> None:
    """The odds of a wager from a full shoe: edge, chances of every row, method, assumptions.

    DOCUMENT alone lists every wager with every paytable and permitted number of decks (--decks, --set
    and --variation apply). `cutcard odds hand --help` is about one hand. Answers are kept in the
    user's cache folder, or where CUTCARD_CACHE says.
    """
    from cutcard.cli.odds_words import Words

    words = Words(
        document=document,
        wager=wager,
        paytable=paytable,
        decks=decks,
        settings=settings or (),
        variation=variation,
        meters=meters or (),
        removed=removed,
        stake=stake,
        seats=seats,
    )
    with _asking():
        if wager is None:
            _print_listing(words, as_json=as_json, chart=chart)
        else:
            _print_answer(words, as_json=as_json, chart=chart)


@app.command("hand", cls=PlainCommand, epilog=HAND_EXAMPLES)
def hand(
    document: Document,
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help='The hand: "8h 8d".')],
    up: Annotated[
        str, typer.Option("--up", metavar="CARD", help="What the dealer shows (two, where both are).")
    ],
    decks: Decks = None,
    settings: Settings = None,
    variation: Variation = None,
    removed: Removed = None,
    as_json: Json = False,
) -> None:
    """What every action with a hand is worth, per unit of the first stake, played best from there on.

    The shoe is the full one without the hand, what the dealer shows and the cards removed.
    """
    from cutcard.cli.odds_words import Words

    words = Words(
        document=document,
        decks=decks,
        settings=settings or (),
        variation=variation,
        removed=removed,
    )
    with _asking():
        from cutcard.cli import odds_hand

        found = odds_hand.answer(words, cards=cards, up=up)
        if as_json:
            output.print_json(found)
        else:
            odds_hand.print_answer(found, output.console())


@contextmanager
def _asking() -> Iterator[None]:
    """A question that makes no sense becomes the one line of complaint."""
    from cutcard.odds.problem import OddsError

    try:
        yield
    except OddsError as problem:
        output.complain(str(problem))
        output.leave(output.WRONG)


def _print_answer(words: Words, *, as_json: bool, chart: bool) -> None:
    from cutcard.cli import odds_answers
    from cutcard.cli.odds_progress import bar
    from cutcard.odds.cache import answered

    asked = words.question()
    if chart:
        words.check_chart()
    with bar():
        timed = answered(asked)
    found = odds_answers.answer(timed.answer, seconds=timed.seconds)
    if as_json:
        output.print_json(found)
        return
    from cutcard.cli import odds_tables

    to = output.console()
    odds_tables.print_answer(timed.answer, to)
    if chart:
        from cutcard.cli.odds_chart import print_chart

        print_chart(timed.answer, asked, to)


def _print_listing(words: Words, *, as_json: bool, chart: bool) -> None:
    from cutcard.cli.odds_progress import bar
    from cutcard.odds.listing import WORKERS, listing

    wanted = words.listed(chart=chart)
    with bar():
        (entries,) = listing([wanted], workers=WORKERS)
    if as_json:
        from cutcard.cli import odds_answers

        output.print_json(odds_answers.listing(wanted, entries))
        return
    from cutcard.cli import odds_tables

    odds_tables.print_listing(wanted, entries, output.console())
