"""What an answer stands on, printed below it: its method, the law and the digest to cite it by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from cutcard import terminal

METHODS: Final = {
    "exact": "exact, by rationals",
    "markov": "a Markov chain over rounds",
    "limit": "converged, in floating point",
    "float": "floating point, rounding far below the digits shown",
    "dealt": "dealt by the table engine",
    "checked": "every choice against its document",
    "simulated": "simulated",
    "linear": "effects of removal, and a normal sum of them",
}


class CitedAnswer(Protocol):
    """An answer that says what it stands on: every result of the library, and what these are made of."""

    @property
    def method(self) -> str:
        """How it was found."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What it takes for granted."""

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on."""

    @property
    def digest(self) -> str:
        """One digest, one answer."""


def basis(answer: CitedAnswer, cite: str = "") -> Iterator[tuple[str, str]]:
    """The facts of any answer."""
    yield "Method", METHODS.get(answer.method, answer.method)
    yield from (("Assumed", assumption) for assumption in answer.assumptions)
    if cite:
        yield "Provision", terminal.provision(cite)
    yield from citation(answer)


def citation(answer: CitedAnswer) -> Iterator[tuple[str, str]]:
    """What to cite: the version of the law and its data, and the digest of the answer."""
    if law := answer.law:
        yield "Law", f"{law['document']}@{law['version']}, data {law['digest'][:SHORT]}"
    yield "Digest", answer.digest


SHORT: Final = 12
