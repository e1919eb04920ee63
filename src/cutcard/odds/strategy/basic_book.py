"""The chart that a person can learn, made a book to play by; it is derived from the best play.

It solves the main game, which takes the analyser's compiled loops; `strategies` keeps what comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cutcard.automata.hands import NO_CARDS, VALUES, total_of, with_card
from cutcard.law import RuleSet
from cutcard.odds.charts.chart import BLACKJACK, MOST_COUNTED, ChartTables
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import solve
from cutcard.odds.main.kernels.play import DOUBLE, RESCUE
from cutcard.odds.strategy.book import (
    COUNTS,
    DOUBLED_HARD,
    DOUBLED_SOFT,
    HARD_TOTALS,
    SOFT_TOTALS,
    STANDS,
    Cell,
    Row,
    StrategyBook,
    Wanted,
    most_doublings,
    worth_in_parts,
)
from cutcard.odds.switch.chart import switch_learned
from cutcard.odds.switch.game import solve_switch
from cutcard.rules import TWENTY_ONE, Action
from cutcard.table import game_of


def basic_book(rules: RuleSet) -> StrategyBook:
    """The chart of a rule set's main game."""
    game = game_of(rules)
    full = Composition.full(game.decks, game.deck_cards)
    if not game.switch:
        return _book(ChartTables(solve(rules, full)))
    chart, worth = switch_learned(solve_switch(rules, full))
    return replace(_book(chart), worth=worth_in_parts(worth))


def _book(chart: ChartTables) -> StrategyBook:
    columns = [place for place, label in enumerate(chart.columns) if label != BLACKJACK]

    def rows(totals: range, *, is_soft: bool) -> dict[int, Row]:
        by_total = {
            points: tuple(_cell(chart, points, is_soft, column) for column in columns)
            for points in totals
            if points < TWENTY_ONE
        }
        return by_total | {TWENTY_ONE: (STANDS,) * len(columns)}

    return StrategyBook(
        tuple(chart.columns[place] for place in columns),
        rows(HARD_TOTALS, is_soft=False),
        rows(SOFT_TOTALS, is_soft=True),
        {
            value: tuple(_pair(chart, value, column) for column in columns)
            for value in range(len(VALUES))
        },
        _doubled(chart, columns),
    )


def _cell(chart: ChartTables, points: int, is_soft: bool, column: int, *, gives_up: bool = True) -> Cell:
    """What the chart wants of a total, by the number of cards; of one it never saw, what fewer do."""
    cell: list[Wanted] = []
    for count in COUNTS:
        key = (points, is_soft, min(count, MOST_COUNTED) if chart.counts_cards else 0)
        if key not in chart.hit:
            cell.append(cell[-1])
            continue
        wanted = (Action.HIT,) if chart.hit[key][column] else ()
        if key in chart.double and chart.double[key][column]:
            wanted = (Action.DOUBLE, *wanted)
        cell.append(wanted)
    given_up = chart.surrender.get((points, is_soft))
    if gives_up and given_up is not None and given_up[column]:
        cell[0] = (Action.SURRENDER, *cell[0])
    return tuple(cell)


def _pair(chart: ChartTables, value: int, column: int) -> Cell:
    points, is_soft = total_of(with_card(NO_CARDS, value, 2))
    if value not in chart.pair:
        return _with_two(_cell(chart, points, is_soft, column)[0])
    act = chart.pair[value][column]
    if act == ActionCode.SPLIT:
        return _with_two((Action.SPLIT,))
    wanted = _cell(chart, points, is_soft, column, gives_up=False)[0]
    return _with_two((Action.SURRENDER, *wanted) if act == ActionCode.SURRENDER else wanted)


def _with_two(wanted: Wanted) -> Cell:
    """A pair's cell: it has two cards, whatever they would want with more."""
    later = tuple(each for each in wanted if each not in (Action.SURRENDER, Action.SPLIT))
    return (wanted, *(later,) * (len(COUNTS) - 1))


def _doubled(chart: ChartTables, columns: Sequence[int]) -> dict[tuple[int, bool, int], Row]:
    """Rows that do not just leave the hand; what a game does not let double again is as before."""
    rows: dict[tuple[int, bool, int], Row] = {}
    most = max((doublings for doublings, _, _ in chart.doubled), default=1)
    for doublings in range(1, most_doublings() + 1):
        for totals, is_soft in ((DOUBLED_HARD, False), (DOUBLED_SOFT, True)):
            for points in totals:
                acts = chart.doubled.get((min(doublings, most), points, is_soft))
                if acts is None:
                    continue
                row = tuple(_after_double(int(acts[column])) for column in columns)
                if set(row) != {STANDS}:
                    rows[doublings, is_soft, points] = row
    return rows


def _after_double(act: int) -> Cell:
    wanted: Wanted = ()
    if act == DOUBLE:
        wanted = (Action.DOUBLE,)
    elif act == RESCUE:
        wanted = (Action.RESCUE,)
    return (wanted,) * len(COUNTS)
