"""What players look up at a table: odds, advice on a hand, the law behind a line, the shoe's proof."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from cutcard.client import (
    LawSaid,
    LawStatement,
    OddsAnswer,
    PaidRow,
    PaidWager,
    Paytables,
    ShoeProof,
    WheelStop,
)
from cutcard.fair import verify
from cutcard.floor.live import ENGINE, TABLE_STREAM, event_in, header_line, read_header
from cutcard.floor.people import Ask
from cutcard.floor.store import Database, ReadUnit, schema
from cutcard.law import Offer, Row, RuleSet, document, document_ids, is_document
from cutcard.money import Cents, MeterShare
from cutcard.odds import stops_of
from cutcard.rules import CARD_COUNTS, SEVEN, Game, Line
from cutcard.table import LawChanged, provisions_behind
from cutcard.table.record import Header, carrying, event_json, header_json, law_of_header, published
from cutcard.wagers import decided_by, paid_for
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import Caller, asks, house_of, threads_of
from cutcard.web.odds_desk.desk import NOW, Reply, desk_of
from cutcard.web.odds_desk.table_odds import Advice, QuickOdds, TableOdds, WagerEdge, takes_time
from cutcard.web.odds_desk.worker import Lane
from cutcard.web.server.errors import Problem
from cutcard.wording import outcome_label, price_name, wager_name

router: Final = APIRouter(prefix="/api", tags=["tables"])
Held = Annotated[str, Query(pattern=r"^[A2-9TJQK][cdhs]( [A2-9TJQK][cdhs]){0,20}$", examples=["Th 6d"])]
Cite = Annotated[str, Query(min_length=1, max_length=200)]
Name = Annotated[str, Query(pattern=r"^[A-Za-z0-9_.+ -]{0,80}$")]
Outcome = Annotated[str, Query(pattern=r"^[A-Za-z0-9_.,%$/+ -]{0,120}$")]
"""A row's name, or names; a wheel's are amounts."""


ALL: Final = 100
"""Per cent of a meter."""
Sees = Annotated[Caller, asks(Ask.SEE_TABLES)]


async def _header(request: Request, name: str) -> str:
    house = house_of(request)
    await check_table(request, name)
    return header_line(house.floor.live(name), carried=True)


def _reckoned(reply: Reply) -> OddsAnswer:
    if reply.state == "refused":
        raise Problem(429, "too_many_requests", reply.message, headers={"Retry-After": "5"})
    if reply.is_done:
        return OddsAnswer(answer={"state": "done", **reply.value})
    if reply.state == "none":
        return OddsAnswer(answer={"state": "none", "message": reply.message})
    known = {} if reply.value is None else {"known": reply.value}
    return OddsAnswer(answer={"state": "computing", "said": reply.message, **known})


@router.get("/tables/{name}/odds", dependencies=[asks(Ask.SEE_TABLES)])
async def odds(request: Request, name: TableName) -> OddsAnswer:
    """The edges and the chart of a table, from a fresh shoe.

    While exact ones are `computing`, `known` has what doubles say of the main wager, and others so far.
    """
    header = await _header(request, name)
    return _reckoned(desk_of(request).ask(TableOdds(header), first=QuickOdds(header)))


@router.get("/tables/{name}/odds/{wager}")
async def wager_odds(
    request: Request,
    who: Sees,
    name: TableName,
    wager: Annotated[str, Path(pattern=r"^[a-z0-9_]{1,60}$", examples=["match_super_bonus"])],
) -> OddsAnswer:
    """The edge of one wager of a table, and how often it wins."""
    header = await _header(request, name)
    offered = house_of(request).floor.live(name).table.rules.offers
    if wager not in offered:
        raise Problem(
            404, "unknown_wager", f"{wager}: not offered at {name}; choose from {', '.join(offered)}"
        )
    lane: Lane = "exact" if takes_time(offered[wager].law) else "quick"
    return _reckoned(desk_of(request).ask(WagerEdge(header, wager), by=who.session.digest, lane=lane))


@router.get("/tables/{name}/advice")
async def advice(
    request: Request,
    who: Sees,
    name: TableName,
    held: Held,
    up: Held,
    hands: Annotated[int, Query(ge=1, le=8)] = 1,
    doublings: Annotated[int, Query(ge=0, le=3)] = 0,
) -> OddsAnswer:
    """What each action is worth with cards that one sees; nothing of the table itself is looked at.

    `hands` of a split box, and how often this one was doubled.
    """
    job = Advice(await _header(request, name), held, up, hands, doublings)
    return _reckoned(desk_of(request).ask(job, urgency=NOW, by=who.session.digest, lane="quick"))


@router.get("/tables/{name}/paytables", dependencies=[asks(Ask.SEE_TABLES)])
async def paytables(request: Request, name: TableName) -> Paytables:
    """What every wager of a table pays: the prices in force there, in words."""
    await check_table(request, name)
    table = house_of(request).floor.live(name).table
    wagers = [
        PaidWager(
            wager=wager,
            title=wager_name(wager),
            cite=offer.paytable.cite,
            about=offer.law.about,
            rows=[paid_row(table.game, offer, row) for row in paid_for(table.rules, table.game, wager)],
            stops=_stops(table.rules, offer),
        )
        for wager, offer in table.rules.offers.items()
    ]
    return Paytables(table=name, document=table.rules.document.id, wagers=wagers)


def _stops(rules: RuleSet, offer: Offer) -> list[WheelStop]:
    """The stops of a wager's wheel with the weights that its operator filed; of others none."""
    if not decided_by(offer.law).is_wheel:
        return []
    stops, _ = stops_of(rules, offer)
    return [
        WheelStop(shows=shows, label=outcome_label(shows.partition("/")[0]), part=float(part))
        for shows, part in stops.items()
    ]


def paid_row(game: Game, offer: Offer, row: Row) -> PaidRow:
    """A row in words."""
    pays = price_name(str(row.pays))
    if isinstance(row.pays, MeterShare) and row.pays.meter.partition(".")[0] == offer.law.id:
        share = "" if row.pays.percent == ALL else f"{row.pays.percent}% of "
        pays = f"{share}the {row.pays.meter.partition('.')[2]} meter".replace("  ", " ")
    others = " (to the others)" if row.to == "others" else ""
    return PaidRow(
        name=f"{_named(game, offer, row)}{others}".strip(),
        pays=f"{pays} each" if row.each else pays,
        cite=row.cite,
    )


def _named(game: Game, offer: Offer, row: Row) -> str:
    """How somebody wins by a row, with what the table's own rules make of it.

    A wheel's rows are the symbols that it stops on, each named by what it pays whoever spins it.
    """
    if decided_by(offer.law).is_wheel:
        return f"Wheel: {outcome_label(row.outcome.partition('/')[0])}"
    longer = row.outcome == CARD_COUNTS[SEVEN] and game.long_21 == "seven_or_more"
    return outcome_label(row.outcome, game.premium_suit) + (" or longer" if longer else "")


@router.get("/law/{name}", dependencies=[asks(Ask.SEE_TABLES)])
async def law(
    name: Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}(@[A-Za-z0-9._-]{1,64})?$")],
    cite: Cite,
    wager: Name = "main",
    outcome: Outcome = "",
    won: bool = False,
) -> LawSaid:
    """What our law data says behind a line that cites this: its row, duties and readings."""
    if not is_document(name):
        known_ = ", ".join(document_ids())
        raise Problem(
            404, "unknown_document", f"{name}: not a document; choose from {known_}", where="name"
        )
    line = Line(0, None, wager, outcome, Cents(0), "", Cents(int(won)), cite)
    statements = [
        LawStatement(kind=each.kind, name=each.name, cite=each.cite, says=each.says)
        for each in provisions_behind(document(name), line)
    ]
    return LawSaid(document=name, cite=cite, said=statements)


async def _record(request: Request, name: str) -> tuple[str, list[str]] | None:
    house = house_of(request)
    await check_table(request, name)
    return await threads_of(request).run(shoe_record, house.floor.database, name)


@router.get("/tables/{name}/proof", dependencies=[asks(Ask.SEE_ROUNDS)])
async def proof(request: Request, name: TableName) -> ShoeProof:
    """What the shoe in play is committed to, and what the record of the last one proves."""
    record = await _record(request, name)
    shoe = house_of(request).floor.live(name).table.shoe
    now = [seal.commitment for side in shoe.sides for seal in side.pile.seals if side.pile.loaded]
    if record is None:
        return ShoeProof(table=name, commitments=now, revealed="", verdict="", events=0)
    verdict = await threads_of(request).run(record_verdict, record[1])
    return ShoeProof(
        table=name, commitments=now, revealed=record[0], verdict=verdict, events=len(record[1]) - 1
    )


@router.get("/tables/{name}/proof/record", dependencies=[asks(Ask.SEE_ROUNDS)], response_class=Response)
async def proof_record(request: Request, name: TableName) -> Response:
    """The record of the last shoe that is over, as `cutcard verify` reads it."""
    record = await _record(request, name)
    if record is None:
        raise Problem(
            404, "no_proof", f"{name}: no shoe has ended yet; its order is revealed at its end"
        )
    headers = {"Content-Disposition": f'attachment; filename="{name}-{record[0][:12]}.jsonl"'}
    body = "".join(f"{each}\n" for each in record[1])
    return Response(body, media_type="application/x-ndjson", headers=headers)


Plain = dict[str, Any]


def shoe_record(database: Database, table: str) -> tuple[str, list[str]] | None:
    """The commitment of the last shoe whose order was revealed, and its record; None before that."""
    stream, columns = TABLE_STREAM + table, schema.events.c
    with database.reading() as unit:
        if not unit.heads([stream]):
            return None
        named = select(columns.version, columns.line).where(columns.stream == stream)
        reveals = named.where(columns.line.like('{"event": "shoe_revealed"%'))
        last = unit.connection.execute(reveals.order_by(columns.version.desc()).limit(1)).first()
        if last is None:
            return None
        commitment = str(json.loads(last[1])["commitment"])
        commits = named.where(
            columns.line.like(f'%"commitment": "{commitment}"%'), columns.version < last[0]
        )
        first = unit.connection.execute(commits.order_by(columns.version).limit(1)).first()
        start = last[0] if first is None else first[0]
        header = header_json(_carrying(read_header(unit, stream, start)))
        events = list(_engine_events(unit, stream, start - 1, last[0]))
    return commitment, [json.dumps(each) for each in (header, *published(events))]


def _carrying(header: Header) -> Header:
    """A header with the law data of its digest; without, where they are lost."""
    law = law_of_header(header)
    return replace(header, carried=law.files.packed) if law.digest == header.law else header


def _engine_events(unit: ReadUnit, stream: str, after: int, upto: int) -> Iterator[Plain]:
    for stored in unit.read(stream, after, upto):
        event = event_in(stored.line)
        if isinstance(event, LawChanged):
            yield event_json(carrying(event))
        elif type(event) in ENGINE:
            yield json.loads(stored.line)


def record_verdict(lines: list[str]) -> str:
    """What `cutcard verify` says of a record, in its one line."""
    return verify(io.BytesIO("".join(f"{each}\n" for each in lines).encode())).describe()
