"""Streak wagers between rounds: the lammers, and the wagers that stay on the layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.rules import Line
from cutcard.table import events
from cutcard.table.play.bets import Bet
from cutcard.table.round import Round
from cutcard.table.table import Table
from cutcard.wagers import STAYS, wins_after

STREAK = "streak_"


def lammers(
    table: Table, r: Round, lines: Sequence[Line], *, at_least: int = 1
) -> Iterator[events.LammerMoved]:
    """The markers of boxes with so many streak wagers, from the far right, as the lines say."""
    if not r.has_sides:
        return
    shown = dict(table.streaks)
    for bet in reversed(tuple(_bets(r))):
        found = _lines_of(r, bet, lines)
        if len(found) >= at_least:
            shown[bet.box] = _wins(bet, found)
    for box in sorted(shown, reverse=True):
        if shown[box] != table.streaks.get(box, 0):
            yield events.LammerMoved(box, shown[box])


def riding(r: Round) -> Iterator[events.BetPlaced]:
    """The streak wagers that a round has not decided, each person's own."""
    if not r.has_sides:
        return
    for bet in _bets(r):
        found = _lines_of(r, bet, r.lines)
        rides = {each.wager: each.stake for each in found if each.outcome in STAYS}
        if rides:
            left = Bet(bet.box, bet.player, rides, _wins(bet, found), tuple(rides))
            yield events.BetPlaced(left)


def _bets(r: Round) -> Iterator[Bet]:
    """Every bet of the round: on each box the caller's, then those of the others."""
    for box in r.boxes:
        yield box.bet
        for backer in box.backers:
            yield backer.bet


def _lines_of(r: Round, bet: Bet, lines: Sequence[Line]) -> list[Line]:
    """What became of one person's streak wagers."""
    box = r.box(bet.box)
    assert box is not None
    return [
        line
        for line in lines
        if line.box == bet.box
        and line.wager.startswith(STREAK)
        and (line.player or box.bet.player) == bet.player
    ]


def _wins(bet: Bet, lines: Sequence[Line]) -> int:
    """The consecutive wins after the round, as its streak lines say."""
    return wins_after(bet.streak, {line.outcome for line in lines})
