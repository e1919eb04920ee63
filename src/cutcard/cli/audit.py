"""`cutcard audit`: a house's store verified, balanced, replayed, exported; a round of it on paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from pathlib import Path

    from cutcard.floor.audit import Looked, Replayed
    from cutcard.floor.store import Database

EXAMPLES = """\b
Examples:
  cutcard audit --database sqlite:///house.db
  cutcard audit --database sqlite:///house.db --replay 1000
  cutcard audit --database postgresql://house@db/house --export house.jsonl
  cutcard audit --database sqlite:///house.db --table maryland --round 12 --out round.pdf
"""
MOST_ROUNDS: Final = 9
MOST_LISTED: Final = 40


def command(
    database: Annotated[
        str,
        typer.Option("--database", metavar="URL", help="The store: sqlite:///FILE or postgresql://..."),
    ],
    replayed: Annotated[
        str | None,
        typer.Option("--replay", metavar="N", help="Deal N random rounds again by the rules."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="N", help="Choose the same rounds as an earlier audit."),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Write the store as JSON lines: FILE.jsonl."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="The table of a round.")
    ] = None,
    round_: Annotated[
        str | None, typer.Option("--round", metavar="N", help="A round of it, for --out.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the round: FILE.pdf or FILE.html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """Check a house's store: every event unchanged, every account the sum of its movements.

    Every digest is computed again, and the ledger must balance to zero; what was changed is named with
    its event. With --replay random rounds are dealt again by the rules, from the cards and decisions in
    the store, and all movements of their tables are made again: they must come out the same. The house
    may be running meanwhile. Exit code 1 where something is wrong.
    """
    with output.refusing(as_json=as_json):
        rounds, chosen = _number("--replay", replayed), _seed(seed, replayed)
        if (table, round_, out) != (None, None, None):
            _one_round(database, table, round_, out, as_json=as_json)
            return
        target = None if export is None else _target(export)
        with _opened(database) as store:
            looked = _look(store)
            again = None if rounds is None or looked.broken else _replay(store, rounds, chosen)
            written = _export(store, target) if target is not None and not looked.broken else None
    _tell(store.name, looked, again, chosen, written, as_json=as_json)
    if looked.broken or (again is not None and again.differences):
        output.leave(output.NO)


def _number(option: str, written: str | None, least: int = 1) -> int | None:
    from cutcard.law import Code, Refused

    if written is None:
        return None
    if not (written.isascii() and written.isdigit() and len(written) <= MOST_ROUNDS):
        raise Refused(Code.BAD_REQUEST, f"{option} {written[:20]!r}: write a whole number")
    if int(written) < least:
        raise Refused(Code.BAD_REQUEST, f"{option} {written}: at least {least}")
    return int(written)


def _seed(written: str | None, replayed: str | None) -> int:
    import secrets

    from cutcard.law import Code, Refused

    if written is not None and replayed is None:
        raise Refused(Code.BAD_REQUEST, "--seed chooses rounds: it needs --replay")
    found = _number("--seed", written, least=0)
    return secrets.randbelow(10**MOST_ROUNDS) if found is None else found


def _target(name: str) -> Path:
    from cutcard.cli.printing.files import target

    return target(name, (".jsonl",), option="--export")[0]


@contextmanager
def _opened(url: str) -> Iterator[Database]:
    """The store, which must be there; what is wrong with it becomes one line."""
    from cutcard.floor.store import Database, StoreError
    from cutcard.law import Code, Refused

    try:
        store = Database.open(url, must_exist=True)
        try:
            yield store
        finally:
            store.close()
    except StoreError as problem:
        raise Refused(Code.BAD_REQUEST, f"--database {problem}") from None


def _look(store: Database) -> Looked:
    from cutcard.cli.printing.progress import bar
    from cutcard.compute import tell
    from cutcard.floor.audit import look

    with bar("verify"):
        return look(store, lambda done, of: tell("verify", done, of))


def _replay(store: Database, rounds: int, seed: int) -> Replayed:
    from cutcard.cli.printing.progress import bar
    from cutcard.compute import tell
    from cutcard.floor.audit import replay

    with bar("replay"):
        return replay(store, rounds, seed=seed, progress=lambda done, of: tell("replay", done, of))


def _export(store: Database, path: Path) -> Path:
    from cutcard.cli.printing.files import write_lines
    from cutcard.floor.store import export_lines

    write_lines(path, export_lines(store), option="--export")
    return path


def _one_round(
    url: str, table: str | None, written: str | None, out: str | None, *, as_json: bool
) -> None:
    from cutcard.cli.printing.files import target, write
    from cutcard.floor.audit import find_round, round_pages
    from cutcard.floor.store import Broken
    from cutcard.law import Code, Refused

    number = _number("--round", written)
    if table is None or number is None or out is None:
        raise Refused(Code.BAD_REQUEST, "--table, --round and --out go together")
    path, kind = target(out, (".pdf", ".html"))
    with _opened(url) as store:
        try:
            found = find_round(store, table, number)
            store.verify(found.stream)
        except Broken as problem:
            output.complain(f"{store.name}: {problem}")
            output.leave(output.NO)
    if kind == ".html":
        from cutcard.reports.sheet import sheet_html

        write(path, sheet_html(round_pages(found)))
    else:
        from cutcard.reports.sheet import sheet_pdf

        write(path, sheet_pdf(round_pages(found)))
    if as_json:
        told = {"written": str(path), "table": table, "round": number, "digest": found.digest}
        output.print_json(told)
    else:
        output.console().print(f"{path}: round {number} of table {table}, digest {found.digest}")


def _tell(
    name: str, looked: Looked, again: Replayed | None, seed: int, written: Path | None, *, as_json: bool
) -> None:
    if as_json:
        output.print_json(_contract(name, looked, again, seed, written))
        return
    to, held = output.console(), looked.held
    wrong = [str(each) for each in looked.broken]
    to.print(f"{name}: {held.streams:,} streams, {held.events:,} events", soft_wrap=True)
    if not wrong:
        to.print("verified: every digest matches", style="green")
        money = f"{held.movements:,} movements, {held.accounts:,} accounts"
        to.print(f"balanced: {money}, sum zero", style="green")
        to.print(f"indexed: {held.rounds:,} rounds, each as its events say", style="green")
    if again is not None:
        wrong += [each.told() for each in again.differences]
        done = f"{again.rounds:,} rounds of {again.tables:,} tables, {again.movements:,} movements"
        how = "identical" if not again.differences else f"{len(again.differences)} differences"
        style = "red" if again.differences else "green"
        to.print(f"replayed: {done} (seed {seed}): {how}", style=style, soft_wrap=True)
    for each in wrong[:MOST_LISTED]:
        to.print(f"wrong: {each}", style="bold red", soft_wrap=True)
    if len(wrong) > MOST_LISTED:
        to.print(f"and {len(wrong) - MOST_LISTED} more (see them with --json)")
    if written is not None:
        to.print(f"exported: {written}", soft_wrap=True)


def _contract(
    name: str, looked: Looked, again: Replayed | None, seed: int, written: Path | None
) -> dict[str, object]:
    from dataclasses import asdict

    found: dict[str, object] = {
        "database": name,
        "sound": not looked.broken and not (again and again.differences),
        **asdict(looked.held),
        "people": looked.people,
        "broken": [
            {"stream": each.stream, "version": each.version, "what": each.what} for each in looked.broken
        ],
        "replayed": None if again is None else {"seed": seed, **asdict(again)},
        "exported": None if written is None else str(written),
    }
    return found
