"""`cutcard audit`: a house's store verified, balanced, replayed, exported; a round of it on paper."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from cutcard import terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, KeysFile, StoreUrl, read_keys
from cutcard.compute import report_progress
from cutcard.floor import audit as floor_audit, store
from cutcard.floor.keys import KeysProblem, PublicKeys
from cutcard.law import Code, Refused
from cutcard.reports import sheet

MOST_DIGITS: Final = 9
MOST_LISTED: Final = 40


@dataclass(frozen=True, kw_only=True)
class AuditOptions:
    """The options of `cutcard audit`."""

    database: StoreUrl
    replayed: Annotated[
        str | None,
        typer.Option("--replay", metavar="N", help="Deal so many random rounds again by the rules."),
    ] = None
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="N", help="Choose the same rounds as an earlier audit."),
    ] = None
    export: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Write the store as JSON lines: FILE.jsonl."),
    ] = None
    table: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="The table of a round.")
    ] = None
    round_: Annotated[
        str | None,
        typer.Option("--round", metavar="N", help="A round of it, or several as 12-15, for --out."),
    ] = None
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the round: FILE.pdf or FILE.html."),
    ] = None
    anchors: Annotated[
        str | None,
        typer.Option(
            "--anchors",
            metavar="PLACE",
            help="Hold the store against these anchors: a file, or a database's URL.",
        ),
    ] = None
    keys: KeysFile = ""
    public: Annotated[
        str | None,
        typer.Option(
            "--public",
            metavar="FILE",
            help="The public keys: with --anchors, for whoever has no others.",
        ),
    ] = None
    show_heads: Annotated[
        bool, typer.Option("--heads", help="Print the end of every stream, not their digest alone.")
    ] = False
    as_json: AsJson = False


@examples(
    "cutcard audit --database sqlite:///house.db",
    "cutcard audit --database sqlite:///house.db --replay 1000",
    "cutcard audit --database sqlite:///house.db --keys house.keys --anchors house.anchors",
    "cutcard audit --database sqlite:///house.db --anchors house.anchors --public house.public",
    "cutcard audit --database postgresql://house@db/house --export house.jsonl",
    "cutcard audit --database sqlite:///house.db --table maryland --round 12 --out round.pdf",
    "cutcard audit --database sqlite:///house.db --table maryland --round 12-15 --out incident.pdf",
)
def audit(options: AuditOptions) -> None:
    """Verify a house's store: its events and its ledger.

    Every digest is computed again, and the ledger must balance to zero; what was changed is named with
    its event. With --replay random rounds are dealt again by the rules, from the cards and decisions in
    the store, and all movements of their tables are made again: they must come out the same. The house
    may be running meanwhile. Exit code 1 where something is wrong.
    """
    with terminal.refusing(as_json=options.as_json):
        rounds, seed = _number("--replay", options.replayed), _seed(options)
        if (options.table, options.round_, options.out) != (None, None, None):
            _write_round(options)
            return
        path = None if options.export is None else _export_path(options.export)
        with _open_store(options) as database:
            verified = _verify(database)
            is_sound = not verified.broken
            replayed = _replay(database, rounds, seed) if rounds is not None and is_sound else None
            exported = path if path is not None and is_sound else None
            anchored = _anchored(database, options)
            if exported is not None:
                lines = store.export_lines(database)
                printing.write_lines(exported, lines, option="--export", mode=printing.PRIVATE)
    report = AuditReport(
        database.name, verified, replayed, seed, exported, anchored, shows_heads=options.show_heads
    )
    if options.as_json:
        terminal.print_json(report.as_json())
    else:
        report.print_text()
    if not report.is_sound:
        terminal.leave(terminal.NO)


def _anchored(database: store.Database, options: AuditOptions) -> floor_audit.Anchored | None:
    """The store held against its anchors, where they are named."""
    if options.anchors is None:
        if options.public is not None:
            raise Refused(Code.BAD_REQUEST, "--public proves anchors: it needs --anchors")
        return None
    try:
        if options.public is None and not database.keys:
            raise KeysProblem("to prove them, the house's keys (--keys) or the public ones are needed")
        public = (
            database.keys.public if options.public is None else PublicKeys.read(Path(options.public))
        )
        place = floor_audit.anchor_place(options.anchors)
        if isinstance(place, floor_audit.AnchorFile) and not Path(options.anchors).exists():
            raise KeysProblem(f"{options.anchors}: file not found")
        return floor_audit.check_anchors(database, place, public)
    except (store.StoreError, KeysProblem) as problem:
        raise Refused(Code.BAD_REQUEST, f"--anchors {problem}") from None


def _number(option: str, text: str | None, least: int = 1) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Refused(Code.BAD_REQUEST, f"{option} {text[:20]!r}: write a whole number")
    if int(text) < least:
        raise Refused(Code.BAD_REQUEST, f"{option} {text}: at least {least}")
    return int(text)


def _seed(options: AuditOptions) -> int:
    """The seed that chooses the rounds to replay: the one given, else a random one."""
    if options.seed is not None and options.replayed is None:
        raise Refused(Code.BAD_REQUEST, "--seed chooses rounds: it needs --replay")
    seed = _number("--seed", options.seed, least=0)
    return secrets.randbelow(10**MOST_DIGITS) if seed is None else seed


def _export_path(name: str) -> Path:
    return printing.target(name, (".jsonl",), option="--export")[0]


@contextmanager
def _open_store(options: AuditOptions) -> Iterator[store.Database]:
    """The store, which must exist; a problem with it is refused in one line."""
    held = read_keys("audit", options.keys)
    try:
        database = store.Database.open(options.database, must_exist=True, keys=held)
        try:
            yield database
        finally:
            database.close()
    except store.StoreError as problem:
        raise Refused(Code.BAD_REQUEST, f"--database {problem}") from None


def _verify(database: store.Database) -> floor_audit.StoreAudit:
    with printing.bar("verify"):
        return floor_audit.audit_store(database, lambda done, of: report_progress("verify", done, of))


def _replay(database: store.Database, rounds: int, seed: int) -> floor_audit.Replayed:
    with printing.bar("replay"):
        return floor_audit.replay(
            database, rounds, seed=seed, progress=lambda done, of: report_progress("replay", done, of)
        )


def _write_round(options: AuditOptions) -> None:
    """Write one round, or an incident of several, as a PDF or HTML file."""
    first, dash, last = (options.round_ or "").partition("-")
    number, until = _number("--round", first or None), _number("--round", last if dash else None)
    if options.table is None or number is None or options.out is None:
        raise Refused(Code.BAD_REQUEST, "--table, --round and --out go together")
    path, kind = printing.target(options.out, (".pdf", ".html"))
    with _open_store(options) as database:
        try:
            if until is None:
                round_ = floor_audit.find_round(database, options.table, number)
                pages, digest = floor_audit.round_pages(round_), round_.digest
            else:
                incident = floor_audit.find_incident(database, options.table, number, until)
                pages, digest = floor_audit.incident_pages(incident), incident.digest
            database.verify(f"table:{options.table}")
        except store.Broken as problem:
            terminal.complain(f"{database.name}: {problem}")
            terminal.leave(terminal.NO)
    printing.write(path, sheet.sheet_html(pages) if kind == ".html" else sheet.sheet_pdf(pages))
    if options.as_json:
        place = {"table": options.table, "round": number}
        place |= {} if until is None else {"until": until}
        terminal.print_json({"written": str(path), **place, "digest": digest})
    else:
        what = f"round {number}" if until is None else f"rounds {number} to {until}"
        terminal.console().print(f"{path}: {what} of table {options.table}, digest {digest}")


@dataclass(frozen=True)
class AuditReport:
    """What an audit found."""

    store_name: str
    verified: floor_audit.StoreAudit
    replayed: floor_audit.Replayed | None
    seed: int
    exported: Path | None
    anchored: floor_audit.Anchored | None = None
    shows_heads: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken, and what was to be replayed was and came out the same."""
        again = self.replayed
        differs = again is not None and bool(again.differences or again.without_code)
        is_anchored = self.anchored is None or not self.anchored.broken
        return not self.verified.broken and not differs and is_anchored

    @property
    def last_anchor(self) -> str:
        """When the last anchor was made."""
        last = 0 if self.anchored is None else self.anchored.last_at
        return datetime.fromtimestamp(last // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

    @property
    def digest(self) -> str:
        """One digest of the ends of all streams: to be kept where the house cannot write."""
        ends = [f"{each.stream}\n{each.version}\n{each.digest}\n" for each in self.verified.heads]
        return sha256("".join(ends).encode()).hexdigest()

    def as_json(self) -> dict[str, object]:
        """The report as the command answers in JSON."""
        again = self.replayed
        return {
            "database": self.store_name,
            "sound": self.is_sound,
            **asdict(self.verified.counts),
            "people": self.verified.people,
            "adopted": [
                {"document": law.name, "law": law.law, "data": law.data, "at": law.at}
                for law in self.verified.adopted
            ],
            "broken": [
                {"stream": broken.stream, "version": broken.version, "what": broken.what}
                for broken in self.verified.broken
            ],
            "seals": self.verified.seals,
            "digest": self.digest,
            "heads": {each.stream: [each.version, each.digest] for each in self.verified.heads},
            "anchored": None
            if self.anchored is None
            else {
                "anchors": self.anchored.anchors,
                "heads": self.anchored.heads,
                "last_at": self.anchored.last_at,
                "broken": [str(each) for each in self.anchored.broken],
            },
            "replayed": None if again is None else {"seed": self.seed, **asdict(again)},
            "exported": None if self.exported is None else str(self.exported),
        }

    def _print_anchors(self, to: Console) -> list[str]:
        """The ends of streams and what anchors say of them; returns what is wrong."""
        if self.shows_heads:
            for head in self.verified.heads:
                to.print(f"head: {head.stream} {head.version} {head.digest}", soft_wrap=True)
        if self.anchored is None:
            return []
        if not self.anchored.broken:
            counted = f"{self.anchored.anchors:,} anchors of {self.anchored.heads:,} ends"
            to.print(f"anchored: {counted}, each still true, up to {self.last_anchor}", style="green")
        return [str(each) for each in self.anchored.broken]

    def print_text(self) -> None:
        """The report for people."""
        to, counts = terminal.console(), self.verified.counts
        wrong = [str(broken) for broken in self.verified.broken]
        to.print(
            f"{self.store_name}: {counts.streams:,} streams, {counts.events:,} events", soft_wrap=True
        )
        if not wrong:
            sealed = {
                "": "",
                "checked": ", every stream's end is sealed",
                "unchecked": " (seals not checked: give --keys)",
            }[self.verified.seals]
            to.print(f"verified: every digest matches{sealed}", style="green")
            money = f"{counts.movements:,} movements, {counts.accounts:,} accounts"
            to.print(f"balanced: {money}, sum zero", style="green")
            to.print(f"indexed: {counts.rounds:,} rounds, each as its events say", style="green")
            to.print(f"law: {counts.laws:,} carried, each by its digest", style="green")
            to.print(f"digest of all streams: {self.digest}", soft_wrap=True)
        wrong += self._print_anchors(to)
        for law in self.verified.adopted:
            line = (
                f"adopted: {law.name} ({law.data[:12]}) for the data of {law.law[:12]}, which are lost"
            )
            to.print(line, style="yellow", soft_wrap=True)
        if (again := self.replayed) is not None:
            wrong += [difference.text() for difference in again.differences]
            done = f"{again.rounds:,} rounds of {again.tables:,} tables, {again.movements:,} movements"
            result = f"{len(again.differences)} differences" if again.differences else "identical"
            style = "red" if again.differences else "green"
            to.print(f"replayed: {done} (seed {self.seed}): {result}", style=style, soft_wrap=True)
            for stream, why in again.without_code.items():
                to.print(f"not replayed: {stream}: {why}", style="yellow", soft_wrap=True)
            if again.unjudged:
                lost = f"{again.unjudged} differences under adopted law data, in rounds from before"
                to.print(f"not judged: {lost}", style="yellow", soft_wrap=True)
        for line in wrong[:MOST_LISTED]:
            to.print(f"wrong: {line}", style="bold red", soft_wrap=True)
        if len(wrong) > MOST_LISTED:
            to.print(f"and {len(wrong) - MOST_LISTED} more (see them with --json)")
        if self.exported is not None:
            to.print(f"exported: {self.exported}", soft_wrap=True)
