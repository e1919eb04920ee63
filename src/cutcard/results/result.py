"""The parts that every result has."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from cutcard.results.frames import Record, frame
from cutcard.results.picture import Drawing, draw
from cutcard.results.problem import RequestError

MOST_SHOWN: Final = 24
"""Rows of a table in a notebook."""
SHORT_DIGEST: Final = 12


class Result(ABC):
    """An answer that says what it stands on and shows itself.

    A kind of result gives `to_dict`, `records` (the rows of its frame) and `headline` (the few lines
    that it is printed as); where there is something to see, `drawing`.
    """

    @property
    @abstractmethod
    def digest(self) -> str:
        """SHA-256 of the law, of everything asked and of the code: one digest, one answer."""

    @property
    @abstractmethod
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""

    @property
    @abstractmethod
    def method(self) -> str:
        """How it was found: `exact`, `float`, `markov`, `simulated` and so on."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What it takes for granted, a sentence each."""
        return ()

    @property
    def citations(self) -> tuple[str, ...]:
        """The provisions behind it."""
        return ()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The whole answer in plain values, as `--json` prints it."""

    @abstractmethod
    def records(self) -> Sequence[Record]:
        """The rows of the frame."""

    @abstractmethod
    def headline(self) -> Sequence[str]:
        """What it comes to, in a line or a few."""

    def drawing(self) -> Drawing | None:
        """What its plot shows; None where there is nothing to see."""
        return None

    def _basis(self) -> dict[str, Any]:
        """What an answer in plain values says of itself."""
        return {
            "method": self.method,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """The whole answer as a JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_frame(self, *, backend: str | None = None) -> Any:
        """Its rows as a data frame: of pandas or polars, whichever is there, or of the one named."""
        return frame(self.records(), backend=backend)

    def plot(self) -> Any:
        """Its picture as an altair chart."""
        drawing = self.drawing()
        if drawing is None or not drawing.records:
            raise RequestError(f"plot: {type(self).__name__} has nothing to draw")
        return draw(drawing)

    def __repr__(self) -> str:
        return "\n".join([*self.headline(), self._stands_on()])

    def _stands_on(self) -> str:
        law = self.law
        named = f"{law['document']}@{law['version']}, " if law else ""
        return f"({named}{self.method}, {self.digest[:SHORT_DIGEST]})"

    def _repr_html_(self) -> str:
        """The result as a notebook shows it: what it comes to, its rows, what it stands on."""
        head = "<br>".join(map(escape, self.headline()))
        records = list(self.records())
        names = list(dict.fromkeys(name for record in records for name in record))
        cells = "".join(
            "<tr>" + "".join(f"<td>{_cell(record.get(name))}</td>" for name in names) + "</tr>"
            for record in records[:MOST_SHOWN]
        )
        more = len(records) - MOST_SHOWN
        after = f"<p>and {more} more rows: <code>.to_frame()</code></p>" if more > 0 else ""
        titles = "".join(f"<th>{escape(str(name))}</th>" for name in names)
        assumed = "".join(f"<li>{escape(each)}</li>" for each in self.assumptions)
        folded = (
            f"<details><summary>Assumptions</summary><ul>{assumed}</ul></details>" if assumed else ""
        )
        rows = f"<table><thead><tr>{titles}</tr></thead><tbody>{cells}</tbody></table>" if names else ""
        return (
            f"<div><p><b>{head}</b></p>{rows}{after}{folded}"
            f"<p><small>{escape(self._stands_on())}</small></p></div>"
        )


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))
