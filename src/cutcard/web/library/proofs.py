"""Which cases and tests prove a requirement or show a reading; the pages say where none does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Final

from cutcard.law import LawError
from cutcard.law.proofs import Proof, our_proofs


@dataclass(frozen=True)
class Proofs:
    """What proves what, by the ids of requirements and readings."""

    known: bool = False
    many: int = 0
    by_id: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """An id, and where it is proven, as `file: name`."""

    @classmethod
    def among(cls, proofs: Iterable[Proof]) -> Proofs:
        """Of some cases and tests."""
        every, by_id = tuple(proofs), dict[str, list[str]]()
        for proof in every:
            for each in dict.fromkeys((*proof.proves, *proof.readings)):
                by_id.setdefault(each, []).append(proof.where)
        return cls(bool(every), len(every), {name: tuple(places) for name, places in by_id.items()})

    def of(self, name: str) -> tuple[str, ...]:
        """Where a requirement is proven, or a reading shown."""
        return self.by_id.get(name, ())


_READING: Final = Lock()


def proofs() -> Proofs:
    """Of this installation; read once, whoever asks first."""
    with _READING:
        return _read()


@cache
def _read() -> Proofs:
    try:
        return Proofs.among(our_proofs())
    except (LawError, OSError, ValueError):
        return Proofs()
