"""What `cutcard site` writes: a page for each wager, for the options, readings and provisions, and one
that checks the record of a shoe in the browser.

Every address is made of ids that stand in the law data: a document, a wager, a paytable and its outcome,
an option, a reading, a provision as printed. So it is the same in the next publication, of any version.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader

from cutcard import __version__, odds
from cutcard.compute import report_progress
from cutcard.law import (
    Cited,
    Document,
    Paytable,
    WagerLaw,
    choices,
    default_text,
    everything,
    value_text,
)
from cutcard.odds import OddsError
from cutcard.results import RequestError
from cutcard.web.library.proofs import Proofs, proofs
from cutcard.wording import wager_name

WEB: Final = Path(__file__).parents[1]
SCRIPTS: Final = ("explorer.js", "verifier.js", "verify_page.js")
PAGES: Final = Environment(
    loader=FileSystemLoader(WEB / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
PERCENT: Final = 100
SMALL_CHANCE: Final = 0.001


def anchor(*names: str) -> str:
    """The part of an address that names a thing: what is printed, less what no address can have."""
    return "-".join(re.sub(r"[^A-Za-z0-9.§()_]+", "-", name).strip("-") for name in names)


@dataclass(frozen=True)
class PaytableOdds:
    """The odds of one paytable as a page shows them, or why there are none."""

    edge: str = ""
    hits: str = ""
    method: str = ""
    digest: str = ""
    assumptions: tuple[str, ...] = ()
    chances: Mapping[str, str] = field(default_factory=dict)
    """An outcome's chance."""
    why_none: str = ""


def chance_text(chance: float) -> str:
    """A chance in percent, and as one in N where it is small."""
    if not 0 < chance < SMALL_CHANCE:
        return f"{chance * PERCENT:.4f}%"
    return f"1 in {1 / chance:,.0f}"


def table_odds(document: Document, wager: WagerLaw, table: Paytable) -> PaytableOdds:
    """The exact odds of a paytable at the document's usual decks, or the first it may be dealt from."""
    try:
        found = odds.wager(document, wager.id, paytable=table.id)
    except (OddsError, RequestError) as problem:
        return PaytableOdds(why_none=str(problem))
    chances: dict[str, float] = {}
    for row in found.rows:
        chances[row.outcome] = chances.get(row.outcome, 0.0) + float(row.probability)
    return PaytableOdds(
        edge=f"{found.value * PERCENT:.4f}%",
        hits="" if found.hit_frequency is None else chance_text(found.hit_frequency),
        method=found.method,
        digest=found.digest,
        assumptions=found.assumptions,
        chances={name: chance_text(chance) for name, chance in chances.items()},
    )


@dataclass(frozen=True)
class Entry:
    """Something with an address: what it is, what it says, and where it stands."""

    kind: str
    name: str
    says: str
    cite: str
    address: str
    """Within the document's folder."""
    proofs: tuple[str, ...] = ()


def entries(document: Document, known: Proofs) -> Iterator[Entry]:
    """Everything of a document that cites a provision, with its address."""
    for each in everything(document):
        where = _address(each)
        if where:
            yield Entry(each.kind, each.name, each.says, each.cite, where, known.of(each.name))


def _address(each: Cited) -> str:
    match each.kind:
        case "row":
            table, outcome = str(each.facts["paytable"]), str(each.facts["outcome"])
            return f"{each.facts['wager']}.html#{anchor(table, outcome)}"
        case "paytable":
            wager, _, table = each.name.partition(" ")
            return f"{wager}.html#{anchor(table)}"
        case "wager" | "stake" | "needs" | "decks" | "cap":
            return f"{each.name}.html"
        case "option":
            return f"options.html#{anchor(each.name)}"
        case "reading" | "requirement":
            return f"{each.kind}s.html#{anchor(each.name)}"
    return f"provisions.html#{anchor(each.cite)}"


class Publication:
    """The pages of some documents, written into a folder."""

    def __init__(self, folder: Path, *, with_odds: bool = True) -> None:
        """Nothing is written yet."""
        self._folder = folder
        self._with_odds = with_odds
        self._proofs = proofs()
        self._search: list[tuple[str, str, str, str]] = []

    def write(self, documents: Sequence[Document]) -> int:
        """Write every page; how many there are."""
        self._folder.mkdir(parents=True, exist_ok=True)
        wagers = [(law, name) for law in documents for name in law.wager_ids]
        written = 0
        for done, (law, name) in enumerate(wagers):
            report_progress("wagers", done, len(wagers))
            self._page(law, f"{name}.html", "wager", **self._wager(law, law.wager(name)))
            written += 1
        for law in documents:
            written += self._lists(law)
        self._write(
            "index.html", "documents", {"documents": documents, "title": "Rules of twenty-one"}, ""
        )
        listed = json.dumps(self._search, ensure_ascii=False, separators=(",", ":"))
        (self._folder / "search.json").write_text(listed, "utf-8")
        self._write("verify.html", "verify", {"title": "Check a shoe"}, "")
        for name in SCRIPTS:
            shutil.copyfile(WEB / "static" / "js" / name, self._folder / name)
        return written + 2

    def _wager(self, law: Document, wager: WagerLaw) -> dict[str, Any]:
        """What the page of a wager shows."""
        none = PaytableOdds(why_none="not computed for this publication")
        tables = [
            (table, table_odds(law, wager, table) if self._with_odds else none)
            for table in wager.paytables
        ]
        return {"wager": wager, "tables": tables, "title": wager_name(wager.id)}

    def _lists(self, law: Document) -> int:
        """The pages of a document that list things; how many."""
        listed = list(entries(law, self._proofs))
        for each in listed:
            self._search.append(
                (law.id, f"{each.kind} {each.name}", f"{each.says} {each.cite}", each.address)
            )
        by_kind: dict[str, list[Entry]] = {"reading": [], "requirement": []}
        by_cite: dict[str, list[Entry]] = {}
        for each in listed:
            by_kind.setdefault(each.kind, []).append(each)
            by_cite.setdefault(each.cite, []).append(each)
        options = [
            (
                each,
                choices(each),
                "" if each.is_fixed else default_text(each) or value_text(each.default),
            )
            for each in law.options.values()
        ]
        names = {name: wager_name(name) for name in law.wager_ids}
        self._page(law, "index.html", "document", title=law.title, names=names)
        self._page(law, "options.html", "options", title="Options", options=options)
        self._page(law, "readings.html", "readings", title="Readings", readings=law.readings)
        requirements = by_kind["requirement"]
        self._page(law, "requirements.html", "requirements", title="Requirements", entries=requirements)
        self._page(law, "provisions.html", "provisions", title="Provisions", by_cite=by_cite)
        return 5

    def _page(self, law: Document, name: str, kind: str, **shown: Any) -> None:
        (self._folder / law.id).mkdir(exist_ok=True)
        of = {"law": law, "known": self._proofs}
        self._write(f"{law.id}/{name}", kind, {**of, **shown}, "../")

    def _write(self, name: str, kind: str, shown: Mapping[str, Any], root: str) -> None:
        helpers: dict[str, Callable[..., str] | str] = {"anchor": anchor, "version": __version__}
        text = PAGES.get_template("explorer.html").render(kind=kind, root=root, **helpers, **shown)
        (self._folder / name).write_text(text, "utf-8")
