"""What the studio has computed: by the odds desk's process, beside play and after whoever is in a hand.

Every figure comes from the library as a notebook would ask for it: `cutcard.odds` and `cutcard.sim`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from cutcard import odds, sim
from cutcard.compute import cache, digest_of_code, report_progress
from cutcard.law import value_text
from cutcard.odds import OddsError
from cutcard.results import RequestError
from cutcard.web.studio.designs import MAIN, Design, usual_decks
from cutcard.web.studio.papers import par_sheet
from cutcard.wording import capitalized, outcome_label, price_label, value_label

Payload = dict[str, Any]
PENETRATIONS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
BLOCK_ROUNDS: Final = 2_000_000
"""A simulation grows by so many rounds; each block has a seed of its own, one more than the last."""
MOST_BLOCKS: Final = 500
MOST_SWEPT: Final = 12
SWEPT_BESIDE: Final = "penetration"


Points = Generator[Payload, None, Payload]
"""What is known so far, again and again, and then all of it."""


@dataclass(frozen=True, slots=True)
class StudioJob:
    """One question about a design."""

    study: str
    design: Design
    over: str = ""
    """The option that a sweep goes over."""
    block: int = 0
    """The last block of a simulation, from 0."""
    seed: int = 1
    fresh: bool = False
    """Whether every round of a simulation is dealt from a full shoe, as the exact figures are."""

    def work(self) -> Any:
        """Its result, step by step where there are some; what cannot be answered is an `OddsError`."""
        return _in_steps(self)


def _in_steps(job: StudioJob) -> Points:
    """The steps of a job; a request that cannot be answered is one line for whoever asked."""
    try:
        found = STUDIES[job.study](job)
        whole: Payload = (yield from found) if isinstance(found, Generator) else found
        return whole
    except OddsError:
        raise
    except RequestError as problem:
        raise OddsError(str(problem)) from None


def _figures(job: StudioJob) -> Points:
    """Edge, hit rate, deviation and every row; of the main game the edge, then the deviation."""
    design = job.design
    what = design.what_if()
    found: Payload = {
        "edge": what.value,
        "document_edge": what.base.value,
        "change": what.change,
        "method": what.method,
        "digest": what.digest,
        "cite": "; ".join(what.citations),
        "decks": usual_decks(design),
        "hit": None,
        "deviation": None,
        "rows": [],
        "favours": what.value < 0,
        "assumptions": list(what.assumptions),
        "law": dict(what.law),
    }
    if design.wager == MAIN:
        yield dict(found)
        return found | {"deviation": _main_deviation(design)}
    priced = what.wager()
    return found | {
        "hit": priced.hit_frequency,
        "deviation": priced.answer.standard_deviation,
        "rows": [_row(each) for each in priced.rows],
    }


def _main_deviation(design: Design) -> float | None:
    """Of the game as the document prices it; with prices of one's own a simulation shows it."""
    if design.pays:
        return None
    asked = design.asked()
    decks = asked.pop("decks", usual_decks(design))
    swept = odds.sweep(design.document, over={"decks": [decks]}, **asked)
    found = swept.records()[0]["standard_deviation"]
    return None if found is None else float(found)


def _row(row: odds.RowOdds) -> Payload:
    return {
        "outcome": row.outcome,
        "name": capitalized(outcome_label(row.outcome)),
        "pays": price_label(str(row.pays)),
        "probability": float(row.probability),
        "part": float(row.contribution),
        "cite": row.cite,
    }


def _decks(job: StudioJob) -> Points:
    """The edge by the number of decks that the document permits."""
    design = job.design
    permitted = odds.permitted_decks(design.law, design.wager_law, design.paytable)
    return (yield from _swept(design, "decks", permitted))


def _sweep(job: StudioJob) -> Points:
    """The edge over the values of one option; over the penetration what a counter can win."""
    if job.over == SWEPT_BESIDE:
        return _by_penetration(job.design)
    option = job.design.law.effective_options(job.design.variation or None).get(job.over)
    if option is None or not option.permitted:
        raise OddsError(f"over: {job.over} has no list of values to go through; choose another option")
    return (yield from _swept(job.design, job.over, option.permitted[:MOST_SWEPT]))


def _swept(design: Design, name: str, values: Any) -> Points:
    points: list[Payload] = []
    for done, value in enumerate(values):
        report_progress(f"{name} {value_text(value)}", done, len(values))
        point: Payload = {"at": value_label(value), "edge": None, "reason": ""}
        try:
            point["edge"] = design.what_if(**{name: value}).value
        except OddsError as problem:
            point["reason"] = str(problem)
        points.append(point)
        yield {"points": list(points), "of": len(values), "figure": "House edge"}
    return {"points": points, "of": len(values), "figure": "House edge"}


def _by_penetration(design: Design) -> Payload:
    what = design.what_if()
    points = [
        {"at": f"{each:.0%}", "edge": what.countability(penetration=each).value / 100, "reason": ""}
        for each in PENETRATIONS
    ]
    return {"points": points, "of": len(points), "figure": "A counter wins, of a unit a round"}


def _counts(job: StudioJob) -> Payload:
    """What a card counter can win, by the best count of each level."""
    found = job.design.what_if().countability()
    return {
        "penetration": found.penetration,
        "counts": [
            {
                "level": each.level,
                "tags": dict(each.tags),
                "correlation": each.correlation,
                "trigger": each.trigger,
                "units_per_100": each.units_per_100,
            }
            for each in found.counts
        ],
        "assumptions": list(found.assumptions),
    }


@lru_cache(maxsize=1)
def _code() -> str:
    return digest_of_code(sim.run.__module__)


def _block_name(job: StudioJob, block: int) -> str:
    law = job.design.law.digest
    return cache.digest("studio", law, job.design, job.seed, job.fresh, block, BLOCK_ROUNDS, _code())


def _simulation(job: StudioJob) -> Points:
    """A simulation to the end of a block: blocks that were played before are not played again."""
    first, totals = _furthest(job)
    for block in range(first, job.block + 1):
        report_progress("blocks of rounds", block, job.block + 1)
        totals = _added(totals, _played(job, block))
        cache.write(_block_name(job, block), totals)
        if block < job.block:
            yield _simulated(job, block, totals)
    assert totals is not None
    return _simulated(job, job.block, totals)


def _furthest(job: StudioJob) -> tuple[int, Payload | None]:
    """The block to go on with, and the sums of those before it, as far as they are kept."""
    for block in range(job.block, -1, -1):
        totals = cache.read(_block_name(job, block))
        if isinstance(totals, dict):
            return block + 1, totals
    return 0, None


def _played(job: StudioJob, block: int) -> sim.SimRun:
    design = job.design
    named: dict[str, Any] = dict(design.options)
    wagers = {} if design.wager == MAIN else {design.wager: design.paytable or None}
    settings = {design.wager: {"pays": dict(design.pays)}} if design.pays else None
    return sim.run(
        design.document,
        rounds=BLOCK_ROUNDS,
        seed=job.seed + block,
        wagers=wagers,
        settings=settings,
        fresh=job.fresh,
        variation=design.variation or None,
        workers=1,
        **named,
    )


def _added(before: Mapping[str, Any] | None, run: sim.SimRun) -> Payload:
    """The sums of all blocks so far: whole numbers, so that their order does not matter."""
    totals = run.simulated.outcome.totals
    if before is not None:
        totals = sim.Totals(tuple(before["columns"]), tuple(before["values"])).plus(totals.values)
    return {
        "columns": list(totals.columns),
        "values": list(totals.values),
        "strategy": run.simulated.plan.strategy.name,
        "assumptions": [str(each) for each in run.assumptions],
    }


def _simulated(job: StudioJob, block: int, kept: Mapping[str, Any]) -> Payload:
    totals = sim.Totals(tuple(kept["columns"]), tuple(kept["values"]))
    return {
        "rounds": totals.rounds,
        "blocks": block + 1,
        "block_rounds": BLOCK_ROUNDS,
        "seed": job.seed,
        "fresh": job.fresh,
        "strategy": kept["strategy"],
        "assumptions": list(kept["assumptions"]),
        "digest": totals.digest,
        "wagers": [
            {
                "wager": each.wager,
                "bets": each.bets,
                "edge": float(each.house_edge),
                "error": None if each.standard_error is None else float(each.standard_error),
                "hit": None if each.hit_frequency is None else float(each.hit_frequency),
                "deviation": None if each.standard_deviation is None else float(each.standard_deviation),
            }
            for each in sim.results(totals)
        ],
    }


def _sheet(job: StudioJob) -> Generator[None, None, Payload]:
    """The par sheet as a PDF, in letters and digits."""
    return {"pdf": b64encode((yield from par_sheet(job.design))).decode()}


STUDIES: Final[Mapping[str, Callable[[StudioJob], Any]]] = {
    "figures": _figures,
    "decks": _decks,
    "sweep": _sweep,
    "counts": _counts,
    "sheet": _sheet,
    "simulation": _simulation,
}
