"""What a run is asked to watch, read from its options; and what it saw: JSON, tables, picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from cutcard import odds, reports, sim, terminal
from cutcard.cli import printing
from cutcard.cli.odds.question_options import read_pairs
from cutcard.cli.sim import numbers
from cutcard.law import shorten
from cutcard.odds.strategy import CardCount, count_of

if TYPE_CHECKING:
    from rich.console import Console

PLOT: Final = "--plot"
MOST_COUNT: Final = 1000
MOST_UNITS: Final = 1000
ABREAST: Final = 3
"""Wagers side by side in a table."""
RARE: Final = 1e-4
"""Counts rarer than this are left out of the tables."""
CENTS: Final = 100


@dataclass(frozen=True)
class WatchOptions:
    """What is to be watched, how a counter bets, and where a picture of it goes."""

    request: sim.WatchRequest | None = None
    spread: sim.Spread | None = None
    picture: Path | None = None

    @classmethod
    def read(
        cls,
        *,
        count: str | None,
        spread: str | None,
        by_depth: bool,
        session: str | None,
        sharp: bool,
        plot: str | None,
        growing: bool,
    ) -> WatchOptions:
        """From the options; refused before any work."""
        if spread is not None and count is None:
            raise sim.SimError("spread: goes with --count, by which the bets are made")
        if plot is not None and count is None and not (by_depth or growing) and session is None:
            message = "plot: nothing to draw; use --count, --by-depth, --session or --meters grow"
            raise sim.SimError(message)
        request = sim.WatchRequest(
            None if count is None else count_of(count),
            by_depth=by_depth,
            session=0 if session is None else _session_rounds(session),
            known=sharp,
        )
        return cls(
            None if request == sim.WatchRequest() else request,
            None if spread is None else _read_spread(spread),
            None if plot is None else printing.target(plot, (".svg",), option=PLOT)[0],
        )

    def report(self, run: sim.Simulated) -> WatchReport:
        """What a run saw; the picture is drawn where one was asked for."""
        if run.watching is None:
            return WatchReport(None)
        totals = run.outcome.totals
        watched = sim.watched(totals, run.watching, self.spread)
        if self.picture is not None:
            picture = reports.picture(watched, run.plan, totals.rounds)
            printing.write(self.picture, picture, option=PLOT)
        return WatchReport(watched)


def _session_rounds(text: str) -> int:
    return numbers.whole("session", text, least=1, most=numbers.MOST_ROUNDS)


def _read_spread(text: str) -> dict[int, Fraction]:
    """The units that are bet from each count on: 1=2,2=4."""
    spread: dict[int, Fraction] = {}
    pairs = read_pairs("spread", text.split(","), "COUNT=UNITS, like 1=2,2=4", sim.SimError)
    for count, units in pairs.items():
        at = numbers.number(count[1:] if count[0] in "+-" else count)
        if at is None or at != int(at) or at > MOST_COUNT:
            raise sim.SimError(f"spread: {shorten(count)}: a whole count, like 2 or -1")
        bet = numbers.number(units)
        if bet is None or bet > MOST_UNITS:
            raise sim.SimError(f"spread: {shorten(units)}: units from 0 to {MOST_UNITS}")
        spread[-int(at) if count[0] == "-" else int(at)] = bet
    return spread


@dataclass(frozen=True)
class WatchReport:
    """What a run saw; None where nothing was watched."""

    watched: sim.Watched | None

    def as_json(self) -> dict[str, Any]:
        """The fields of the JSON answer that were asked for."""
        return {} if self.watched is None else sim.watched_json(self.watched)

    def print_tables(self, to: Console) -> None:
        """Print tables by count and by depth, and how sessions came out."""
        watched = self.watched
        if watched is None:
            return
        if watched.count is not None:
            _print_by_count(watched.count, watched.by_count, watched.insurance, to)
        if watched.by_depth:
            _print_by_depth(watched.by_depth, to)
        if watched.sessions is not None:
            _print_sessions(watched.sessions, to)


# Tables


def _print_by_count(
    count: CardCount, wagers: Sequence[sim.ByCount], insurance: sim.ByCount | None, to: Console
) -> None:
    kind = "true count" if count.is_true else "running count"
    shown = [bin_.at for bin_ in wagers[0].bins if bin_.share >= RARE]
    for part in _abreast(len(wagers)):
        some = wagers[part]
        columns = [kind, "rounds#", *(f"{wager.wager}: player's edge#" for wager in some)]
        rows = [_bin_row(_signed(at), at, [wager.bins for wager in some]) for at in shown]
        terminal.print_table(to, columns, rows, title=f"By the count: {count.name}")
    if insurance is not None:
        columns = [f"{kind} when asked", "asked#", "insurance: player's edge#"]
        shown = [bin_.at for bin_ in insurance.bins if bin_.share >= RARE]
        rows = [_bin_row(_signed(at), at, [insurance.bins]) for at in shown]
        terminal.print_table(to, columns, rows)
        wagers = [*wagers, insurance]
    columns = ["bets by the count", "rounds bet on#", "average bet#", "won per 100 rounds#", "counts"]
    terminal.print_table(to, columns, _play_rows(wagers, count.step))
    _print_risks(wagers, to)


def _print_risks(wagers: Iterable[sim.ByCount], to: Console) -> None:
    """What each winning way to bet asks of a bankroll."""
    plays = [
        (f"{wager.wager}, {how}", play.risk)
        for wager in wagers
        for how, play in (("1 unit where favoured", wager.favourable), ("by the spread", wager.spread))
        if play is not None
    ]
    rows = [
        [name, f"{risk.n0:,.0f}", f"{risk.desirability:.2f}"]
        + [f"{units:,.0f}" for units in risk.bankrolls.values()]
        for name, risk in plays
        if risk is not None
    ]
    if rows:
        ruins = [f"units lost {reports.percent(ruin, 1)}#" for ruin in odds.RISKS]
        columns = ["bankroll", "N0, rounds#", "desirability#", *ruins]
        terminal.print_table(to, columns, rows)


def _abreast(many: int) -> Iterator[slice]:
    for first in range(0, many, ABREAST):
        yield slice(first, first + ABREAST)


def _bin_row(name: str, at: int, wagers: Iterable[Sequence[sim.Bin]]) -> list[str | Text]:
    row: list[str | Text] = []
    for bins in wagers:
        bin_ = next((each for each in bins if each.at == at), None)
        if bin_ is None:
            row.append("")
            continue
        if not row:
            row.append(reports.percent(bin_.share, 3))
        edge, error = bin_.player_edge, bin_.standard_error
        is_sure = error is not None and edge > 2 * error
        row.append(Text(_with_error(edge, error), style="bold red" if is_sure else ""))
    return [name, *row]


def _with_error(edge: float, error: float | None) -> str:
    text = reports.percent(edge, 3)
    return text if error is None else f"{text} ± {reports.percent(error, 3)}"


def _play_rows(wagers: Iterable[sim.ByCount], step: int) -> Iterator[list[str]]:
    for wager in wagers:
        yield [f"{wager.wager}, 1 unit where favoured", *_play_cells(wager.favourable, step)]
        if wager.spread is not None:
            yield [f"{wager.wager}, by the spread", *_play_cells(wager.spread, step)]


def _play_cells(play: sim.Play, step: int) -> list[str]:
    return [
        reports.percent(play.share, 2),
        f"{play.average_bet:.3f}",
        f"{reports.figures.decimal(play.per_100, 3)} ± {play.per_100_error:.3f}",
        _ranges(play.counts, step),
    ]


def _ranges(counts: Sequence[int], step: int) -> str:
    """Counts, those that follow each other as a range: -1, +2 to +5."""
    if not counts:
        return "none"
    ranges: list[list[int]] = []
    for count in counts:
        if ranges and count - ranges[-1][-1] == step:
            ranges[-1].append(count)
        else:
            ranges.append([count])
    return ", ".join(
        _signed(part[0]) if len(part) == 1 else f"{_signed(part[0])} to {_signed(part[-1])}"
        for part in ranges
    )


def _signed(count: int) -> str:
    return f"{count:+d}" if count else "0"


def _print_by_depth(wagers: Sequence[sim.ByDepth], to: Console) -> None:
    """By tenths of the shoe, and up to a cover card at the end of each."""
    for part in _abreast(len(wagers)):
        some = wagers[part]
        edges = [f"{wager.wager}: house edge#" for wager in some]
        rows = [
            _depth_row(_tenth(each[0].at), each) for each in zip(*(w.bins for w in some), strict=True)
        ]
        title = "By the depth of the shoe at the round's start"
        terminal.print_table(to, ["shoe dealt", "rounds#", *edges], rows, title=title)
        deeper = zip(*(wager.penetrations for wager in some), strict=True)
        rows = [_depth_row(f"{100 * (each[0].at + 1) // sim.DEPTHS}%", each) for each in deeper]
        title = "With the cover card at a part of the shoe, from the same rounds"
        terminal.print_table(to, ["cover card at", "rounds#", *edges], rows, title=title)


def _tenth(at: int) -> str:
    return f"{100 * at // sim.DEPTHS}-{100 * (at + 1) // sim.DEPTHS}%"


def _depth_row(part: str, wagers: Sequence[sim.Bin]) -> list[str]:
    edges = [_with_error(-bin_.player_edge, bin_.standard_error) for bin_ in wagers]
    return [part, reports.percent(wagers[0].share, 2), *edges]


def _print_sessions(sessions: sim.Sessions, to: Console) -> None:
    low, high = sessions.tails
    rows = [
        ["worst", _amount(sessions.worst) + (" or worse" if low else "")],
        *([f"{part}%", _amount(at)] for part, at in sessions.percentiles.items()),
        ["best", _amount(sessions.best) + (" or better" if high else "")],
    ]
    terminal.print_table(to, ["sessions", "result$"], rows)
    deviation = _amount(sessions.deviation)
    facts = [
        ("Sessions", f"{sessions.many:,} of {sessions.rounds:,} rounds each"),
        ("Ahead", reports.percent(sessions.ahead, 2)),
        ("Level", reports.percent(sessions.level, 2)),
        ("Mean", f"{_amount(sessions.mean)}, standard deviation {deviation}"),
        ("Resolution", _amount(sessions.width)),
    ]
    terminal.print_facts(to, facts)


def _amount(cents: float) -> str:
    return reports.figures.amount(cents / CENTS)
