"""Rounds for surveillance: looked up, walked through, settled again, exported, printed, as evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from cutcard.floor.audit import (
    Booked,
    Compared,
    HitEvent,
    OneRound,
    Walk,
    WalkStep,
    before_round,
    chain_of_round,
    dealt,
    evidence_text,
    find_round,
    hit_events,
    owed,
    request_of,
    round_evidence,
    round_pages,
    settle_otherwise,
    shoes_revealed,
    walk,
)
from cutcard.floor.store import Head, ReadUnit, StoreError
from cutcard.law import Refused
from cutcard.money import Cents, dollars
from cutcard.reports import sheet
from cutcard.shoe import CardBurned, CardsShuffled
from cutcard.web.api import history
from cutcard.web.api.house import HouseFloor, HouseParts
from cutcard.web.server.errors import Problem
from cutcard.web.surveillance.models import (
    DealtCard,
    HitLine,
    MovedMoney,
    Otherwise,
    Settlement,
    WatchedRound,
    WatchedStep,
)
from cutcard.wording import record_sentence

FORMAT = 1
LATER = "shown once the shoe is over"


@dataclass(frozen=True)
class FoundRound:
    """A round that was looked up."""

    walk: Walk
    before: list[WalkStep]
    hits: list[HitEvent]
    digest: str
    """Of its last event; empty while it could betray what is hidden."""
    chain: tuple[str, tuple[str, ...]] | None
    """The digest before it and its lines as they are stored, under the same condition."""

    @property
    def shown(self) -> OneRound:
        """What the store has of it."""
        return self.walk.shown


def look_up_round(floor: HouseFloor, table: str, number: int) -> FoundRound:
    """A round; a `Problem` where there is none, or where its events cannot be read."""
    try:
        shown = find_round(floor.database, table, number)
        with floor.database.reading() as unit:
            walked = walk(unit, shown)
            assert walked.states
            hits = hit_events(unit, shown)
            is_known = _may_be_known(unit, floor, shown)
            digest, chain = (shown.digest, chain_of_round(unit, shown)) if is_known else ("", None)
            return FoundRound(walked, before_round(unit, shown), hits, digest, chain)
    except Refused as refused:
        raise Problem(404, "unknown_round", refused.refusal.message, where="round") from None
    except StoreError:
        raise
    except Exception:  # whatever somebody may have made of its events
        message = f"round {number}: its events are unreadable; `cutcard audit` says what was changed"
        raise Problem(409, "unreadable", message, where="round") from None


def _may_be_known(unit: ReadUnit, floor: HouseFloor, shown: OneRound) -> bool:
    """Whether the chain up to a round's end can no longer betray what a shoe hides."""
    head = unit.heads([shown.stream])[shown.stream]
    return bool(history.public_digest(floor, head)) or (shown.ended and shoes_revealed(unit, shown))


def watched_round(seen: FoundRound) -> WatchedRound:
    """The round in full, without what is still hidden."""
    shown, over = seen.shown, seen.shown.ended
    request = request_of(seen.walk) if over else {"boxes": [], "decisions": []}
    return WatchedRound(
        table=shown.table,
        round=shown.number,
        complete=over,
        document=shown.header.document,
        variation=shown.header.variation,
        submission=shown.header.digest,
        commitments=list(shown.commitments),
        digest=seen.digest,
        before=[_step(each) for each in seen.before],
        steps=[_step(each) for each in seen.walk.steps()],
        hits=[HitLine(**asdict(each)) for each in seen.hits],
        lines=[each.plain() for each in owed(seen.walk)] if over else [],
        cards=[DealtCard(card=each.card.text, place=each.place) for each in dealt(seen.walk)]
        if over
        else [],
        boxes=request["boxes"],
        decisions=request["decisions"],
    )


def _step(step: WalkStep) -> WatchedStep:
    return WatchedStep(
        version=step.version,
        at=step.at,
        by=step.by,
        key=step.key,
        event=step.event,
        words=record_sentence(step.words),
        rows=[record_sentence(row) for row in step.rows],
        cite=step.cite,
        view=step.view,
        moves=[_moved(each) for each in step.moves],
    )


def _moved(row: Booked) -> MovedMoney:
    return MovedMoney(
        id=row[0], debit=row[1], credit=row[2], amount=dollars(Cents(row[3])), why=row[4], cite=row[5]
    )


def check_over(seen: FoundRound, what: str) -> FoundRound:
    """Only of a round that is over."""
    if not seen.shown.ended:
        message = f"{what}: round {seen.shown.number} is still in play; try again when it is over"
        raise Problem(409, "in_play", message, where="round")
    return seen


def settle_again(seen: FoundRound, otherwise: Otherwise) -> Settlement:
    """What the round comes to with other cards, stakes or decisions."""
    changes = otherwise.model_dump(exclude_none=True)
    return _settlement(settle_otherwise(check_over(seen, "settle").walk, changes))


def _settlement(lines: list[Compared]) -> Settlement:
    paid = sum(each.paid.to_player for each in lines if each.paid is not None)
    due = sum(each.owed.to_player for each in lines if each.owed is not None)
    return Settlement(
        lines=[each.plain() for each in lines], paid=dollars(Cents(paid)), owed=dollars(Cents(due))
    )


def round_lines(seen: FoundRound) -> Iterator[str]:
    """The round as JSON lines, without line ends."""
    shown = seen.shown
    steps = seen.walk.steps()

    def line(**values: Any) -> str:
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    yield line(
        cutcard="round",
        format=FORMAT,
        table=shown.table,
        round=shown.number,
        complete=shown.ended,
        document=shown.header.document,
        variation=shown.header.variation,
        submission=shown.header.digest,
        commitments=list(shown.commitments),
        digest=seen.digest,
    )
    for each in steps:
        yield line(
            kind="event", version=each.version, at=each.at, by=each.by, key=each.key, event=each.event
        )
    for row in shown.movements:
        yield line(kind="movement", **_moved(row).model_dump())
    yield line(kind="end", event=len(steps), movement=len(shown.movements))


def round_paper(seen: FoundRound) -> bytes:
    """The round as a PDF; without what the shoe hides."""
    shown = check_over(seen, "paper").shown
    kept = [
        (stored if seen.digest else replace(stored, digest=LATER), event)
        for stored, event in zip(shown.stored, shown.events, strict=True)
        if not isinstance(event, CardBurned | CardsShuffled)
    ]
    published = replace(
        shown, stored=tuple(each for each, _ in kept), events=tuple(each for _, each in kept)
    )
    return sheet.sheet_pdf(round_pages(published))


def evidence_of(house: HouseParts, places: Sequence[tuple[str, int]], *, by: str, note: str) -> bytes:
    """Rounds as one file of evidence, with everybody who is named in them."""
    found = [check_over(look_up_round(house.floor, *place), "evidence") for place in places]
    database = house.floor.database
    heads = [Head(each.stream, each.version, each.digest) for each in history.stream_lines(house.floor)]
    rounds = [round_evidence(each.walk, each.hits, each.chain) for each in found]
    people = _people(house, found)
    at = house.people.clock()
    text = evidence_text(rounds, people, heads, database.keys, by=by, at=at, note=note)
    return text.encode()


def _people(house: HouseParts, found: Iterable[FoundRound]) -> list[dict[str, Any]]:
    """Everybody who acted in the rounds, as the house knows them, and as what they acted."""
    acted: dict[str, set[str]] = {}
    for each in found:
        for by in (*(stored.by for stored in each.shown.stored), *(hit.by for hit in each.hits)):
            role, _, name = by.partition(" ")
            if name:
                acted.setdefault(name, set()).add(role)
        for box in each.walk.last.boxes:
            acted.setdefault(box.bet.player, set()).add("player")
    known = {each.name: each for each in house.people.everybody()}
    return [
        {
            "name": name,
            "acted_as": sorted(roles),
            "role": str(known[name].role) if name in known else "",
            "state": known[name].state if name in known else "",
        }
        for name, roles in sorted(acted.items())
    ]
