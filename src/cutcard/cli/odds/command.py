"""`cutcard odds`: the exact odds of a wager, or of every wager of a document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from cutcard import odds, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.answer import listing_json, print_answer, print_chart, print_listing
from cutcard.cli.odds.question_options import MAIN, QuestionOptions
from cutcard.cli.options import AsJson
from cutcard.cli.printing.figures import percent
from cutcard.wording import plural

MOST_COSTS: Final = 40
"""Deviations that are printed."""


@dataclass(frozen=True, kw_only=True)
class OddsOptions(QuestionOptions):
    """The options of `cutcard odds`."""

    as_json: AsJson = False
    chart: Annotated[bool, typer.Option("--chart", help="Draw the strategy (main).")] = False
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="FILE",
            help="Value a strategy of your own (main): what it is worth, what each deviation costs.",
        ),
    ] = None


@examples(
    "cutcard odds md-blackjack lucky_ladies --paytable A --decks 6",
    "cutcard odds md-blackjack main --set soft_17=hit --chart",
    "cutcard odds md-blackjack blazing_7s --meter mega=100000 --json",
    "cutcard odds md-pontoon-21",
    "cutcard odds house-rules main --set double_totals=10_11 --after-split fixed",
    "cutcard sim chart md-blackjack > mine.toml && cutcard odds md-blackjack main --strategy mine.toml",
    'cutcard odds hand md-blackjack --cards "8h 8d" --up Tc',
)
def print_odds(options: OddsOptions) -> None:
    """The odds of a wager from a full shoe: edge, chances of every row, method, assumptions.

    DOCUMENT alone lists every wager with every paytable and permitted number of decks (--decks, --set
    and --variation apply). Without --paytable the first that fits the decks is taken. `cutcard odds
    hand --help` is about one hand. Answers are kept in the user's cache folder, or where CUTCARD_CACHE
    says.
    """
    with odds_errors():
        if options.wager is None:
            _answer_listing(options)
        else:
            _answer_question(options)


@contextmanager
def odds_errors() -> Iterator[None]:
    """A context in which a wrong question is one line and exit code 2, an unproven figure code 1."""
    try:
        yield
    except odds.UnprovenError as problem:
        terminal.complain(str(problem))
        terminal.leave(terminal.NO)
    except odds.OddsError as problem:
        terminal.complain(str(problem))
        terminal.leave(terminal.WRONG)


def _answer_question(options: OddsOptions) -> None:
    question = options.question()
    if options.chart:
        options.check_chart()
    for note in options.unused():
        terminal.complain(f"note: {note}")
    if options.strategy is not None:
        _answer_strategy(options)
        return
    with printing.bar():
        priced = odds.wager_of(question)
    if options.as_json:
        terminal.print_json(priced.to_dict())
        return
    to = terminal.console()
    print_answer(priced.answer, to, seats=question.seats)
    if options.chart:
        print_chart(priced.answer, question, to)


def _answer_strategy(options: OddsOptions) -> None:
    """The exact value of a strategy file beside that of the best play."""
    assert options.strategy is not None
    if options.wager != MAIN:
        raise odds.OddsError(f"strategy: {options.wager} takes no decisions; only {MAIN} has a strategy")
    with printing.bar():
        valued = odds.strategy_value(options.document, options.strategy, **options.keywords())
        answer = valued.to_dict()
    if options.as_json:
        terminal.print_json(answer)
        return
    to = terminal.console()
    to.print(terminal.one_line(f"{valued.name}: {options.document}"), style="bold")
    rows = [
        (each.hand, each.up, each.action, each.best, percent(each.cost))
        for each in valued.costs[:MOST_COSTS]
    ]
    terminal.print_table(to, ("hand", "up", "does", "best", "costs#"), rows)
    more = len(valued.costs) - MOST_COSTS
    facts = [
        ("Value", percent(valued.value, sign=True)),
        ("Best", percent(valued.best, sign=True)),
        ("Cost", percent(valued.cost)),
        *([("More", f"{more} smaller deviations; --json lists them")] if more > 0 else []),
        *(("Assumed", assumption) for assumption in valued.assumptions),
        ("Digest", valued.digest),
    ]
    terminal.print_facts(to, facts)


def _answer_listing(options: OddsOptions) -> None:
    wanted = options.listing(chart=options.chart)
    left = 0
    with printing.bar():
        try:
            (entries,) = odds.listing([wanted], workers=odds.WORKERS)
        except odds.ListingInterrupted as cut:
            (entries,), left = cut.lists, cut.left
    if options.as_json:
        terminal.print_json({**listing_json(wanted, entries), "interrupted": bool(left)})
    else:
        print_listing(wanted, entries, terminal.console())
    if left:
        if not options.as_json:
            note = f"Interrupted: {plural(left, 'line')} left out. The same command goes on from here."
            terminal.console().print(note)
        terminal.leave(terminal.INTERRUPTED)
    missing = [entry.unanswered for entry in entries if entry.unanswered is not None]
    if any(reason.method == odds.UNPROVEN for reason in missing):
        terminal.leave(terminal.NO)
