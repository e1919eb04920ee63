"""What a run is asked to watch, read from its options; and what it saw, told, printed and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cutcard.cli.printing import files as writing
from cutcard.cli.sim.scenario_text import session_rounds, spread_of
from cutcard.sim import SimError, Spread, Watched, WatchRequest, count_of, watched

if TYPE_CHECKING:
    from rich.console import Console

    from cutcard.sim import Simulated

PLOT: Final = "--plot"


@dataclass(frozen=True)
class Seen:
    """What is to be watched, and where a picture of it goes."""

    watch: WatchRequest | None = None
    spread: Spread | None = None
    picture: Path | None = None

    @classmethod
    def of(
        cls,
        count: str | None,
        spread: str | None,
        *,
        by_depth: bool,
        session: str | None,
        plot: str | None,
        growing: bool = False,
    ) -> Seen:
        """From the options; refused before any work."""
        if spread is not None and count is None:
            raise SimError("spread: goes with --count, by which the bets are made")
        if plot is not None and count is None and not (by_depth or growing) and session is None:
            raise SimError("plot: nothing to draw; use --count, --by-depth, --session or --meters grow")
        watch = WatchRequest(
            None if count is None else count_of(count),
            by_depth=by_depth,
            session=0 if session is None else session_rounds(session),
        )
        return cls(
            None if watch == WatchRequest() else watch,
            None if spread is None else spread_of(spread),
            None if plot is None else writing.target(plot, (".svg",), option=PLOT)[0],
        )

    def drawn(self, ran: Simulated) -> Told:
        """What a run saw, its picture drawn where one was asked for."""
        if ran.watching is None:
            return Told(None)
        found = watched(ran.outcome.totals, ran.watching, self.spread)
        if self.picture is not None:
            from cutcard.reports import picture

            writing.write(self.picture, picture(found, ran.plan, ran.outcome.totals.rounds), option=PLOT)
        return Told(found)


@dataclass(frozen=True)
class Told:
    """What a run saw."""

    found: Watched | None

    def answer(self) -> dict[str, Any]:
        """Fields of the JSON answer; none where nothing was watched."""
        if self.found is None:
            return {}
        from cutcard.cli.sim.watch_answers import answer

        return answer(self.found)

    def print_to(self, to: Console) -> None:
        """For people."""
        if self.found is not None:
            from cutcard.cli.sim.watch_tables import print_watched

            print_watched(self.found, to)
