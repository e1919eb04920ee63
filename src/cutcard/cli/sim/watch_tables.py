"""What a run watched, for people: tables by count and by depth, and how sessions came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cutcard.reports import figures
from cutcard.sim import DEPTHS, Bin, ByCount, ByDepth, CardCount, Play, Sessions, Watched
from cutcard.terminal import output

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

ABREAST: Final = 3
"""Wagers side by side in a table."""
RARE: Final = 1e-4
"""Counts that come less often than so are left out for people."""
CENTS: Final = 100


def print_watched(found: Watched, to: Console) -> None:
    """All of it."""
    if found.count is not None:
        _print_by_count(found.count, found.by_count, found.insurance, to)
    if found.by_depth:
        _print_by_depth(found.by_depth, to)
    if found.sessions is not None:
        _print_sessions(found.sessions, to)


def _abreast(many: int) -> Iterator[slice]:
    for first in range(0, many, ABREAST):
        yield slice(first, first + ABREAST)


def _print_by_count(
    count: CardCount, wagers: Sequence[ByCount], insurance: ByCount | None, to: Console
) -> None:
    kind = "true count" if count.is_true else "running count"
    shown = [each.at for each in wagers[0].bins if each.share >= RARE]
    for part in _abreast(len(wagers)):
        some = wagers[part]
        columns = [kind, "rounds#", *(f"{each.wager}: player's edge#" for each in some)]
        rows = [_bin_row(_signed(at), at, [each.bins for each in some]) for at in shown]
        output.print_table(to, columns, rows, title=f"By the count: {count.name}")
    if insurance is not None:
        columns = [f"{kind} when asked", "asked#", "insurance: player's edge#"]
        shown = [each.at for each in insurance.bins if each.share >= RARE]
        rows = [_bin_row(_signed(at), at, [insurance.bins]) for at in shown]
        output.print_table(to, columns, rows)
        wagers = [*wagers, insurance]
    columns = ["bets by the count", "rounds bet on#", "average bet#", "won per 100 rounds#", "counts"]
    output.print_table(to, columns, _plays(wagers, count.step))


def _bin_row(name: str, at: int, wagers: Iterable[Sequence[Bin]]) -> list[str | Text]:
    from rich.text import Text

    row: list[str | Text] = []
    for bins in wagers:
        one = next((each for each in bins if each.at == at), None)
        if one is None:
            row.append("")
            continue
        if not row:
            row.append(figures.percent(one.share, 3))
        error = one.standard_error
        told = figures.percent(one.player_edge, 3)
        told += "" if error is None else f" ± {figures.percent(error, 3)}"
        sure = error is not None and one.player_edge > 2 * error
        row.append(Text(told, style="bold red" if sure else ""))
    return [name, *row]


def _plays(wagers: Iterable[ByCount], step: int) -> Iterator[list[str]]:
    for each in wagers:
        yield [f"{each.wager}, 1 unit where favoured", *_play(each.favourable, step)]
        if each.spread is not None:
            yield [f"{each.wager}, by the spread", *_play(each.spread, step)]


def _play(found: Play, step: int) -> list[str]:
    return [
        figures.percent(found.share, 2),
        f"{found.average_bet:.3f}",
        f"{figures.decimal(found.per_100, 3)} ± {found.per_100_error:.3f}",
        _runs(found.counts, step),
    ]


def _runs(counts: Sequence[int], step: int) -> str:
    """Counts that follow each other as one."""
    if not counts:
        return "none"
    parts: list[list[int]] = []
    for each in counts:
        if parts and each - parts[-1][-1] == step:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(
        _signed(part[0]) if len(part) == 1 else f"{_signed(part[0])} to {_signed(part[-1])}"
        for part in parts
    )


def _signed(count: int) -> str:
    return f"{count:+d}" if count else "0"


def _print_by_depth(wagers: Sequence[ByDepth], to: Console) -> None:
    for part in _abreast(len(wagers)):
        some = wagers[part]
        columns = ["shoe dealt", "rounds#", *(f"{each.wager}: house edge#" for each in some)]
        rows = [
            _depth_row(one.at, [{each.at: each for each in wager.bins} for wager in some])
            for one in some[0].bins
        ]
        output.print_table(to, columns, rows, title="By the depth of the shoe at the round's start")


def _depth_row(at: int, wagers: Sequence[Mapping[int, Bin]]) -> list[str]:
    row = [f"{100 * at // DEPTHS}-{100 * (at + 1) // DEPTHS}%", figures.percent(wagers[0][at].share, 2)]
    for bins in wagers:
        error = bins[at].standard_error
        told = figures.percent(-bins[at].player_edge, 3)
        row.append(told if error is None else f"{told} ± {figures.percent(error, 3)}")
    return row


def _print_sessions(found: Sessions, to: Console) -> None:
    low, high = found.tails
    rows = [
        ["worst", _money(found.worst) + (" or worse" if low else "")],
        *([f"{percent}%", _money(at)] for percent, at in found.percentiles.items()),
        ["best", _money(found.best) + (" or better" if high else "")],
    ]
    output.print_table(to, ["sessions", "result$"], rows)
    output.print_facts(to, _session_facts(found))


def _session_facts(found: Sessions) -> Iterator[tuple[str, str]]:
    yield "Sessions", f"{found.many:,} of {found.rounds:,} rounds each"
    yield "Ahead", figures.percent(found.ahead, 2)
    yield "Level", figures.percent(found.level, 2)
    yield "Mean", f"{_money(found.mean)}, standard deviation {_money(found.deviation)}"
    yield "Told apart by", _money(found.width)


def _money(amount: float) -> str:
    return figures.amount(amount / CENTS)
