"""A run for people: a table of its wagers, their rows, and what it all stands on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cutcard.cli.odds.tables import percent
from cutcard.cli.sim.meters import Grown, print_meters
from cutcard.law import told
from cutcard.sim import RowResult, WagerResult
from cutcard.terminal import output
from cutcard.wording import outcome_name, plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cutcard.sim import Simulated

SCALES: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
STANDING: Final = Grown()
SUSPICIOUS: Final = 4.0
"""Standard errors beyond which chance is hardly the reason."""


def count(number: float) -> str:
    """A great number in few characters."""
    for scale, letter in SCALES:
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.0f}"


def print_run(
    ran: Simulated,
    wagers: Sequence[WagerResult],
    notes: Sequence[str],
    to: Console,
    *,
    meters: Grown = STANDING,
    between: Callable[[Console], None],
) -> None:
    """The whole answer; what is printed `between` comes before what it all stands on."""
    rules = ran.table.rules
    law = rules.document
    at = f", {rules.variation}" if rules.variation else ""
    is_compared = any(each.exact is not None for each in wagers)
    columns = ["wager", "paytable", "bets#", "house edge#", "std. error#"]
    columns += ["full shoe#", "z#"] if is_compared else []
    columns += ["hits#", "std. deviation#"]
    rows = [_wager_row(each, ran, is_compared=is_compared) for each in wagers]
    output.print_table(to, columns, rows, title=f"{law.title} ({law.id}{at}), {_setting(ran)}")
    for each in wagers:
        _print_rows(each, to)
    print_meters(meters, to)
    between(to)
    output.print_facts(to, [*_rowed(wagers), *_facts(ran, notes)])


def _setting(ran: Simulated) -> str:
    decks, boxes = ran.table.rules.options["decks"], ran.scenario.boxes
    depth = ran.table.penetration
    dealt = "every round from a full shoe" if depth is None else f"dealt to {float(depth):.4g}"
    return (
        f"{plural(int(str(decks)), 'deck')}, {dealt}, {plural(boxes, 'box', 'boxes')}, "
        f"{ran.plan.strategy.name} strategy"
    )


def _wager_row(found: WagerResult, ran: Simulated, *, is_compared: bool) -> list[str | Text]:
    offer = ran.table.rules.offers.get(found.wager)
    error = "" if found.standard_error is None else percent(found.standard_error)
    row: list[str | Text] = [
        found.wager,
        "" if offer is None else offer.paytable.id,
        f"{found.bets:,}",
        percent(found.house_edge),
        error,
    ]
    if is_compared:
        row += ["" if found.exact is None else percent(found.exact), z_text(found.z)]
    return [*row, percent(found.hit_frequency), f"{found.standard_deviation:.4f}"]


def z_text(z: float | None) -> str | Text:
    """How many standard errors two figures are apart."""
    if z is None:
        return ""
    from rich.text import Text

    return Text(f"{z:+.2f}", style="bold red" if abs(z) > SUSPICIOUS else "")


def _print_rows(found: WagerResult, to: Console) -> None:
    if not found.rows:
        return
    is_compared = any(each.exact is not None for each in found.rows)
    columns = [found.wager, "count#", "frequency#", *(["exact#", "z#"] if is_compared else [])]
    output.print_table(to, columns, [list(_row(each, is_compared)) for each in found.rows])


def _row(row: RowResult, is_compared: bool) -> Iterator[str | Text]:
    yield outcome_name(row.outcome)
    yield f"{row.count:,}"
    yield f"{row.frequency:.8f}"
    if is_compared:
        yield "" if row.exact is None else f"{float(row.exact):.8f}"
        yield z_text(row.z)


def _rowed(wagers: Sequence[WagerResult]) -> Iterator[tuple[str, str]]:
    """Where the rows of some bets alone were counted: of how many."""
    for each in wagers:
        if each.rowed < each.bets:
            yield "Rows", f"those of {each.wager} were counted for {each.rowed:,} of its bets"


def _facts(ran: Simulated, notes: Sequence[str]) -> Iterator[tuple[str, str]]:
    totals, outcome = ran.outcome.totals, ran.outcome
    given = {name: ran.table.rules.options[name] for name in ran.scenario.options if name != "decks"}
    if given:
        yield "Options", ", ".join(f"{name} = {told(value)}" for name, value in given.items())
    ended = ", interrupted" if outcome.interrupted else ""
    yield "Rounds", f"{totals.rounds:,} in {totals.units:,} units of work{ended}"
    yield "Seed", str(ran.scenario.seed)
    many = "" if ran.crew.device == "gpu" else f", {ran.workers} at work"
    yield "Device", f"{ran.crew.device}{many}"
    speed = f"{count(ran.rounds_per_second)} rounds a second for {outcome.seconds:.2f} s"
    yield "Speed", f"{speed}, after {ran.build_seconds:.2f} s for its tables"
    yield "Digest", ran.plan.digest
    yield "Totals", totals.digest
    for note in notes:
        yield "Note", note
