"""Tables of rounds in the user's cache folder: making them takes seconds, reading them none.

They are named by the code that makes them, the strategy's decisions, the stake and how they are packed;
a changed rule makes other tables. What cannot be read is made again.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import numpy as np

from cutcard.compute import cache, digest_of_code
from cutcard.odds.strategy import game_facts
from cutcard.sim.plan import Plan
from cutcard.sim.tables.round_tables import Packing, RoundTables, Splitting

PARTS: Final = {"packing": Packing, "splitting": Splitting}


def name_of(plan: Plan, *more: object) -> str:
    """The digest of a plan's tables."""
    game, rows = game_facts(plan.game, plan.rows)
    made_by = digest_of_code(__name__)
    return cache.digest("sim", made_by, game, rows, plan.strategy.digest, plan.stakes["main"], *more)


def tables(name: str, make: Callable[[], RoundTables]) -> RoundTables:
    """The tables of that name, from the cache or made now."""
    plain = cache.read(name)
    if isinstance(plain, dict):
        try:
            return _from_plain(plain)
        except (KeyError, TypeError, ValueError, zlib.error):
            pass
    fresh = make()
    cache.write(name, _to_plain(fresh))
    return fresh


def _to_plain(round_tables: RoundTables) -> dict[str, object]:
    plain: dict[str, object] = {}
    for each in fields(round_tables):
        value = getattr(round_tables, each.name)
        if isinstance(value, np.ndarray):
            packed = base64.b64encode(zlib.compress(value.tobytes(), 1)).decode()
            plain[each.name] = {"kind": value.dtype.str, "shape": list(value.shape), "packed": packed}
        else:
            plain[each.name] = cache.plain(value)
    return plain


def _from_plain(plain: dict[str, Any]) -> RoundTables:
    values: dict[str, Any] = {}
    for each in fields(RoundTables):
        value = plain[each.name]
        if each.name in PARTS:
            values[each.name] = PARTS[each.name](**value)
        elif isinstance(value, dict):
            content = zlib.decompress(base64.b64decode(value["packed"]))
            values[each.name] = (
                np.frombuffer(content, dtype=value["kind"]).reshape(value["shape"]).copy()
            )
        else:
            values[each.name] = value
    return RoundTables(**values)
