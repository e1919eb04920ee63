"""What two documents differ in, as a result that shows itself."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from cutcard.law.differences.change import CHANGE_KINDS, LawChange
from cutcard.law.loader import Document
from cutcard.results import Drawing, Record, Result


@dataclass(frozen=True, repr=False)
class LawDiff(Result, Sequence[LawChange]):
    """Everything that differs from one document to another: a sequence of its changes."""

    a: Document
    b: Document
    changes: tuple[LawChange, ...]

    def __len__(self) -> int:
        return len(self.changes)

    @overload
    def __getitem__(self, index: int) -> LawChange: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[LawChange, ...]: ...
    def __getitem__(self, index: int | slice) -> LawChange | tuple[LawChange, ...]:
        return self.changes[index]

    @property
    def digest(self) -> str:
        """Of both documents' data."""
        return hashlib.sha256(f"diff\n{self.a.digest}\n{self.b.digest}".encode()).hexdigest()

    @property
    def law(self) -> Mapping[str, str]:
        """The law data of the first; those of the second stand in `to_dict`."""
        return self.a.names

    @property
    def method(self) -> str:
        """The data were compared."""
        return "compared"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """How things of the two documents are matched."""
        return (
            "Things are matched by what they are, not by their ids; a changed citation alone is a "
            "change only between versions of one document.",
        )

    @property
    def citations(self) -> tuple[str, ...]:
        """The provisions on either side."""
        cites = (cite for each in self.changes for cite in (each.cite_before, each.cite_after))
        return tuple(dict.fromkeys(cite for cite in cites if cite))

    def to_dict(self) -> dict[str, Any]:
        """The changes, as `cutcard law diff --no-edges --json` prints them."""
        no_edges = {"edge_before": None, "edge_after": None}
        return {
            "from": side_json(self.a),
            "to": side_json(self.b),
            "changes": [{**each.as_json(), **no_edges} for each in self.changes],
            "method": self.method,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each change; what is not a text or a number as a text."""
        return [
            {
                name: value if value is None or isinstance(value, str) else str(value)
                for name, value in each.as_json().items()
            }
            for each in self.changes
        ]

    def headline(self) -> list[str]:
        """How many changes there are of each kind."""
        named = f"{self.a.name} to {self.b.name}"
        if not self.changes:
            return [f"{named}: nothing differs"]
        counts = Counter(each.kind for each in self.changes)
        kinds = ", ".join(f"{counts[kind]} {kind}" for kind in CHANGE_KINDS if counts[kind])
        return [f"{named}: {len(self.changes)} changes ({kinds})"]

    def drawing(self) -> Drawing:
        """How many changes there are of each kind."""
        counts = Counter(each.kind for each in self.changes)
        bars = [{"kind": kind, "changes": counts[kind]} for kind in CHANGE_KINDS if counts[kind]]
        return Drawing("bars", bars, "changes", "kind", x_title="Changes")


def side_json(document: Document) -> dict[str, object]:
    """One of the two documents, as JSON names it."""
    effective = document.effective_from
    return {
        **document.names,
        "title": document.title,
        "effective_from": None if effective is None else effective.isoformat(),
    }
