"""Tables kept by digest in the user's cache folder: making them takes seconds, reading them none.

They are named by the rules' own sources, the strategy's decisions, the stake and how they are packed; a
changed rule makes other tables. What is not whole is made anew.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import numpy as np

from cutcard.compute import cache as kept, digest_of_code
from cutcard.sim.plan import Plan
from cutcard.sim.strategy import game_name as naming
from cutcard.sim.tables.round_tables import Packing, RoundTables, Splitting

PARTS: Final = {"packing": Packing, "splitting": Splitting}


def name_of(plan: Plan, *more: object) -> str:
    """The digest of a plan's tables."""
    game, rows = naming.told(plan.game, plan.rows)
    made_by = digest_of_code(__name__)
    return kept.digest("sim", made_by, game, rows, plan.strategy.digest, plan.stakes["main"], *more)


def tables(name: str, make: Callable[[], RoundTables]) -> RoundTables:
    """The tables of that name, made where they were not kept."""
    told = kept.read(name)
    if isinstance(told, dict):
        try:
            return _again(told)
        except (KeyError, TypeError, ValueError, zlib.error):
            pass
    made = make()
    kept.write(name, _plain(made))
    return made


def _plain(made: RoundTables) -> dict[str, object]:
    found: dict[str, object] = {}
    for each in fields(made):
        value = getattr(made, each.name)
        if isinstance(value, np.ndarray):
            packed = base64.b64encode(zlib.compress(value.tobytes(), 1)).decode()
            found[each.name] = {"kind": value.dtype.str, "shape": list(value.shape), "packed": packed}
        else:
            found[each.name] = kept.plain(value)
    return found


def _again(told: dict[str, Any]) -> RoundTables:
    found: dict[str, Any] = {}
    for each in fields(RoundTables):
        value = told[each.name]
        if each.name in PARTS:
            found[each.name] = PARTS[each.name](**value)
        elif isinstance(value, dict):
            content = zlib.decompress(base64.b64decode(value["packed"]))
            found[each.name] = np.frombuffer(content, dtype=value["kind"]).reshape(value["shape"]).copy()
        else:
            found[each.name] = value
    return RoundTables(**found)
