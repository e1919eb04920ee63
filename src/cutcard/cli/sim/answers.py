"""A run as plain values, ready for JSON, and a scenario read back from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from cutcard.cli.odds.answers import exact
from cutcard.cli.sim import meters as sim_meters
from cutcard.cli.sim.meters import Grown
from cutcard.cli.sim.scenario_text import MOST_BOXES, part
from cutcard.law import shorten
from cutcard.money import Cents, MoneyError, cents, dollars
from cutcard.sim import MOST_SEED, RowResult, Scenario, SimError, Simulated, WagerResult

STANDING: Final = Grown()
_RATIO: Final = re.compile(r"([0-9]{1,1200})/([0-9]{1,1200})")


def answer(
    ran: Simulated, wagers: Sequence[WagerResult], notes: Sequence[str], *, meters: Grown = STANDING
) -> dict[str, object]:
    """A run as the contract has it; with what its meters came to where they grow."""
    totals, outcome = ran.outcome.totals, ran.outcome
    penetration = ran.table.penetration
    return {
        "document": ran.scenario.document,
        "variation": ran.scenario.variation,
        "options": options(ran),
        "seed": ran.scenario.seed,
        "rounds": totals.rounds,
        "units": totals.units,
        "boxes": ran.scenario.boxes,
        "penetration": None if penetration is None else float(penetration),
        "meters": {name: dollars(amount) for name, amount in ran.table.meters.items()},
        "strategy": ran.plan.strategy.name,
        "device": ran.crew.device,
        "workers": ran.workers,
        "digest": ran.plan.digest,
        "totals_digest": totals.digest,
        "rounds_per_second": round(ran.rounds_per_second, 1),
        "seconds": round(outcome.seconds, 6),
        "build_seconds": round(ran.build_seconds, 6),
        "interrupted": outcome.interrupted,
        "stopped_by": stopped_by(ran),
        "wagers": {each.wager: _wager(each, ran) | _long_run(meters, each.wager) for each in wagers},
        **({"meters_at_hit": sim_meters.answer(meters)} if meters.meters else {}),
        "notes": list(notes),
        "scenario": scenario_json(ran.scenario),
    }


def _long_run(meters: Grown, wager: str) -> dict[str, object]:
    found = sim_meters.long_run(meters, wager)
    return {} if found is None else {"long_run": found}


def options(ran: Simulated) -> dict[str, object]:
    """The decks and what else was chosen."""
    rules = ran.table.rules
    chosen = {name: rules.options[name] for name in ran.scenario.options}
    return {"decks": rules.options["decks"], **chosen}


def stopped_by(ran: Simulated) -> str:
    """What ended a run: its rounds, its error, or somebody."""
    if ran.outcome.interrupted:
        return "interrupt"
    return "error" if ran.outcome.by_error else "rounds"


def _wager(found: WagerResult, ran: Simulated) -> dict[str, object]:
    stake = ran.table.stakes.get(found.wager)
    offer = ran.table.rules.offers.get(found.wager)
    return {
        "paytable": None if offer is None else offer.paytable.id,
        "stake": None if stake is None else dollars(stake),
        "rounds": found.rounds,
        "bets": found.bets,
        "house_edge": found.house_edge,
        "player_edge": -found.house_edge,
        "standard_error": found.standard_error,
        "hit_frequency": found.hit_frequency,
        "standard_deviation": found.standard_deviation,
        "exact_house_edge": None if found.exact is None else exact(found.exact),
        "z": found.z,
        "row_bets": found.rowed,
        "rows": [_row(each) for each in found.rows],
    }


def _row(row: RowResult) -> dict[str, object]:
    return {
        "outcome": row.outcome,
        "count": row.count,
        "frequency": row.frequency,
        "probability": None if row.exact is None else exact(row.exact),
        "z": row.z,
    }


def scenario_json(asked: Scenario) -> dict[str, object]:
    """A scenario as plain values."""
    return {
        "document": asked.document,
        "variation": asked.variation,
        "options": dict(asked.options),
        "wagers": dict(asked.wagers),
        "stakes": {name: dollars(stake) for name, stake in asked.stakes.items()},
        "meters": {name: dollars(amount) for name, amount in asked.meters.items()},
        "settings": {name: dict(settings) for name, settings in asked.settings.items()},
        "growing": asked.growing,
        "boxes": asked.boxes,
        "penetration": None if asked.penetration is None else str(asked.penetration),
        "fresh": asked.fresh,
        "seed": asked.seed,
        "strategy": asked.strategy,
    }


def scenario_of(found: object, file: str) -> Scenario:
    """The scenario in the answer of a run; `SimError` where there is none."""
    try:
        told: Any = found["scenario"] if isinstance(found, Mapping) else None
        depth, fresh = told["penetration"], bool(told["fresh"])
        if fresh and depth is not None:
            raise SimError(
                f"{file}: penetration: every round is from a full shoe; leave out one of the two"
            )
        return Scenario(
            document=str(told["document"]),
            variation=None if told["variation"] is None else str(told["variation"]),
            options=dict(told["options"]),
            wagers={str(name): str(table) for name, table in told["wagers"].items()},
            stakes=_amounts(f"{file}: stake", told["stakes"]),
            meters=_amounts(f"{file}: meter", told["meters"]),
            settings={str(name): dict(each) for name, each in told.get("settings", {}).items()},
            growing=bool(told.get("growing", False)),
            boxes=whole(f"{file}: boxes", told["boxes"], least=1, most=MOST_BOXES),
            penetration=None if depth is None else _depth(f"{file}: penetration", str(depth)),
            fresh=fresh,
            seed=whole(f"{file}: seed", told["seed"], least=0, most=MOST_SEED),
            strategy=str(told["strategy"]),
        )
    except SimError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError, MoneyError):
        raise SimError(f"{file}: not the answer of `cutcard sim --json`") from None


def whole(what: str, found: object, *, least: int, most: int) -> int:
    """A whole number of an answer; refused as the command line would refuse it."""
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise SimError(f"{what}: {_shown(found)}: a whole number from {least} to {most}")
    return found


def _shown(found: object) -> str:
    is_long = isinstance(found, int) and found.bit_length() > MOST_SEED.bit_length() + 1
    return "more digits than that" if is_long else shorten(str(found))


def _amounts(what: str, told: Mapping[str, Any]) -> dict[str, Cents]:
    found = {str(name): cents(amount) for name, amount in told.items()}
    for name, amount in found.items():
        if amount <= 0:
            raise SimError(f"{what}: {shorten(name)}: more than zero")
    return found


def _depth(what: str, written: str) -> Fraction:
    """A part of one, as a ratio or as it may be typed."""
    ratio = _RATIO.fullmatch(written)
    if ratio is None:
        return part(what, written)
    found = Fraction(int(ratio[1]), int(ratio[2]))
    if not 0 < found <= 1:
        raise SimError(f"{what}: {shorten(written)}: more than 0 and at most 1")
    return found
