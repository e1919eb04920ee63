"""How fast the simulator is on one core, beside other simulators where there are any.

    CUTCARD_PEERS=path/to/folder python bench/sim_speed.py

The main wager alone by basic strategy from a shoe of six decks, the dealer standing on soft 17, as
`bench/peer_sim.md` tells; the document fixes that split aces may draw and be split again, so that our
rounds take a few cards more. Processor time, everyone in turns, best of several: `ours / peer` must be
at least its limit. Ours are units in the midst of a run, some of them counted by rows; with all rows and
with other kernels it is told too. Side wagers are five that first cards decide, for which there is a
limit; beside it stand five of which one is decided by the dealer's hand. Several boxes are told in
box-rounds, a box played to its end: five of them bare, with side wagers and with a count, each of which
must keep half the speed, and one whose wagers follow both hands to their ends. Exit code 1 when a limit
is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace

from cutcard.odds.strategy import count_of
from cutcard.sim.plan import WatchRequest
from cutcard.sim.runs.engine import Engine
from sim_peers import NoPeersError, peers
from sim_tables import BOTH_HANDS, SIDES, WITH_BUSTER, plan, rate, verdict

TIMES = 3
PEERS = {"blackjacks-cpp-pgo-1": 5.0, "hhoppe-cpu-1": 8.0}
"""The fastest native one of a box to a dealer, and the fastest for both kinds of devices."""
WITH_SIDES = 1 / 3
"""Of the speed without side wagers."""
HALF = 1 / 2
"""Of the speed of five bare boxes: with side wagers, and with a count."""
FIVE = "five boxes"
LATER = 1 << 20
"""A unit that is not among the first of a run, all of whose rows are counted."""
ONCE = "--build"

Work = Callable[[], int]


def of(engine: Engine, units: int, first: int = LATER) -> Work:
    """Units as a run plays them, in box-rounds."""
    return lambda: int(engine.run(first, units)[1]) * engine.plan.boxes


def ours() -> dict[str, Work]:
    """What is measured of ours, by name."""
    bare, five = Engine(plan()), plan(boxes=5)
    counted = replace(five, watch=WatchRequest(count_of("hilo")))
    return {
        "ours": of(bare, 4096),
        "with all rows": of(bare, 4096, 0),
        "each round from a full shoe": of(Engine(plan(depth=None)), 1024),
        FIVE: of(Engine(five), 256),
        f"{FIVE}, five side wagers": of(Engine(plan(boxes=5, sides=SIDES)), 256),
        f"{FIVE}, a count": of(Engine(counted), 256),
        "five, followed to their ends": of(Engine(plan(sides=BOTH_HANDS)), 256),
        "five side wagers": of(Engine(plan(sides=SIDES)), 2048),
        "five, each round a full shoe": of(Engine(plan(sides=SIDES, depth=None)), 512),
        "five, one on the dealer": of(Engine(plan(sides=WITH_BUSTER)), 1024),
    }


def their_rates() -> dict[str, float]:
    """Each peer's, measured now; none where there is no peer."""
    try:
        return {peer.name: peer.rounds_per_second for peer in peers(tuple(PEERS))}
    except NoPeersError:
        return {}


def measured() -> dict[str, float]:
    """The best rates of all, taken in turns."""
    works = ours()
    for work in works.values():
        work()  # compiles
    best: dict[str, float] = {}
    for _ in range(TIMES):
        found = {name: rate(work) for name, work in works.items()} | their_rates()
        best = {name: max(each, best.get(name, 0.0)) for name, each in found.items()}
    return best


def build() -> None:
    """Print the seconds until a plan's first unit is played."""
    start = time.process_time()
    Engine(plan()).run(0, 1)
    print(time.process_time() - start)


def print_builds() -> None:
    """The same in two new interpreters, the first of which finds no cache of ours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CUTCARD_CACHE": folder}
        environment["PYTHONPATH"] = os.pathsep.join(sys.path[1:])
        for name in ("cold", "once more"):
            done = subprocess.run(
                [sys.executable, __file__, ONCE], env=environment, check=True, stdout=-1, text=True
            )
            print(f"strategy, tables and the first unit, {name}: {float(done.stdout):.2f} s")


def main() -> int:
    """Print rates and ratios; 1 when a limit is missed."""
    best = measured()
    for name, each in best.items():
        print(f"{name:30} {each / 1e6:8.2f} M box-rounds/s")
    ratios = [
        (f"ours / {name}", (best["ours"], best[name]), limit)
        for name, limit in PEERS.items()
        if name in best
    ]
    if not ratios:
        print("CUTCARD_PEERS: no peer")
    ratios.append(("five side wagers / none", (best["five side wagers"], best["ours"]), WITH_SIDES))
    for name in ("five side wagers", "a count"):
        ratios.append((f"{FIVE}, {name} / bare", (best[f"{FIVE}, {name}"], best[FIVE]), HALF))
    print(f"five, one on the dealer / none: {best['five, one on the dealer'] / best['ours']:.2f}")
    lines = [verdict(*each) for each in ratios]
    print("\n".join(line for line, _ in lines))
    print_builds()
    return 0 if all(good for _, good in lines) else 1


if __name__ == "__main__":
    if ONCE in sys.argv:
        build()
    else:
        sys.exit(main())
