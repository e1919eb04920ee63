"""The odds of live tables for the floor: computed one at a time in a thread of their own, and kept."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from cutcard.floor.live import Live
from cutcard.floor.pit import Edge
from cutcard.law.ruleset import RuleSet

log = structlog.get_logger("cutcard.web")
MOST_KEPT: Final = 5_000
Edges = Mapping[str, Edge]
_Key = tuple[str, int, str]


class Odds:
    """Every wager's edge and spread by table; none while it is computed."""

    def __init__(self) -> None:
        """No thread is started before somebody asks."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self._known: dict[_Key, Edge] = {}
        self._asked: set[_Key] = set()
        self._lock = threading.Lock()

    def of(self, live: Live, wagers: Iterable[str]) -> Edges | None:
        """These wagers of a table; None while any is computed, which begins with the first look."""
        keys = {each: (live.name, live.created, each) for each in wagers}
        with self._lock:
            for name, key in keys.items():
                if key not in self._asked and len(self._asked) < MOST_KEPT:
                    self._asked.add(key)
                    self._pool.submit(self._compute, key, live.table.rules, name)
            if all(key in self._known for key in keys.values()):
                return {name: self._known[key] for name, key in keys.items()}
        return None

    def _compute(self, key: _Key, rules: RuleSet, wager: str) -> None:
        found = _edge(rules, wager)
        with self._lock:
            self._known[key] = found

    def close(self) -> None:
        """What has not begun is not computed any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _edge(rules: RuleSet, wager: str) -> Edge:
    from cutcard.odds.cache import answered
    from cutcard.odds.problem import OddsError
    from cutcard.odds.sheet import table_question

    if wager not in rules.offers or not rules.offers[wager].law.takes_stake:
        return Edge(problem="it takes no stake of its own")
    try:
        answer = answered(table_question(rules, wager)).answer
    except OddsError as problem:
        return Edge(problem=str(problem))
    except Exception as problem:
        log.error("odds", wager=wager, problem=repr(problem))
        return Edge(problem="its odds could not be computed; the log says why")
    spread = answer.standard_deviation
    if spread is None:
        return Edge(problem="how far its results spread is not known")
    return Edge(float(answer.house_edge), float(spread))
