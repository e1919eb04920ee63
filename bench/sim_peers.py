"""Other simulators' speeds on one core, measured now, for a bench to set beside ours.

    CUTCARD_PEERS=path/to/folder python bench/sim_peers.py

The folder is the reader's own: it holds an executable `peers.sh` that runs whatever simulators stand
built there and prints a JSON object a line, as `bench/peer_sim.md` tells. Nothing of theirs is kept or
built here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "peers.sh"


class NoPeersError(Exception):
    """`CUTCARD_PEERS` names no folder with a program to run, or that program printed no peer."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One simulator's best run; a round is one box played to its end."""

    name: str
    rounds: int
    cpu_seconds: float
    note: str

    @property
    def rounds_per_second(self) -> float:
        """Rounds for each second of processor time."""
        return self.rounds / self.cpu_seconds


def peer_of(line: str) -> Peer:
    """A line of the program's answer; its own rate must be what its own numbers give."""
    told = json.loads(line)
    peer = Peer(str(told["peer"]), int(told["rounds"]), float(told["cpu_seconds"]), str(told["note"]))
    if peer.rounds <= 0 or peer.cpu_seconds <= 0:
        raise ValueError(f"{peer.name}: nothing was played")
    stated = float(told["rounds_per_second"])
    if abs(stated / peer.rounds_per_second - 1) > 0.01:
        raise ValueError(
            f"{peer.name}: {stated:,.0f} a second is not {peer.rounds} / {peer.cpu_seconds}"
        )
    return peer


def peers(names: Sequence[str] = ()) -> list[Peer]:
    """The peers of those names, or all; fastest first."""
    folder = os.environ.get("CUTCARD_PEERS")
    if not folder:
        raise NoPeersError("CUTCARD_PEERS: no peer")
    program = Path(folder) / PROGRAM
    if not os.access(program, os.X_OK):
        raise NoPeersError(f"CUTCARD_PEERS: {program} cannot be run")
    done = subprocess.run([str(program), *names], stdout=subprocess.PIPE, text=True, check=True)
    found = [peer_of(line) for line in done.stdout.splitlines() if line.strip()]
    if not found:
        raise NoPeersError(f"CUTCARD_PEERS: {program} printed no peer")
    return sorted(found, key=lambda peer: -peer.rounds_per_second)


def main() -> int:
    """Print each peer's speed; 0 also where there is none to run."""
    try:
        found = peers(sys.argv[1:])
    except NoPeersError as why:
        print(why)
        return 0
    for peer in found:
        print(f"{peer.name:24} {peer.rounds_per_second / 1e6:8.2f} M rounds/s  {peer.note}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
