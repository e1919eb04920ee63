"""Several rounds of a table and all between them, on paper: who did what, and when."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cutcard.floor.audit.one_round import (
    OneRound,
    acts_of,
    find_round,
    money_of,
    time_of,
)
from cutcard.floor.store import Database, Stored, name_in
from cutcard.law import Code, Refused
from cutcard.reports.sheet import Block, Facts, Grid, Heading, Pages, Prose
from cutcard.table import events
from cutcard.table.record import NAMES, law_of_header
from cutcard.wording import spaced

MOST_ROUNDS: Final = 50
UNUSUAL: Final = frozenset(
    NAMES[each]
    for each in (
        *(events.CardSetAside, events.CardExposed, events.CardRefused, events.CardMissed),
        *(events.DealChanged, events.HandDead, events.RoundVoided, events.CheckSkipped),
        *(events.SideMistaken, events.IrregularityNoted, events.ReaderFailed, events.LightFailed),
        *(events.BetAbandoned, events.EntryPermitted, events.DealerChanged, events.LawChanged),
        events.CommandRefused,
    )
)
"""Events that a reader should not miss."""


@dataclass(frozen=True, slots=True)
class Incident:
    """Rounds of a table, in order, and every event from the first one's start to the last one's end."""

    rounds: tuple[OneRound, ...]
    stored: tuple[Stored, ...]

    @property
    def digest(self) -> str:
        """One digest of all its events."""
        return sha256("".join(f"{each.digest}\n" for each in self.stored).encode()).hexdigest()


def find_incident(database: Database, table: str, first: int, last: int) -> Incident:
    """The rounds of a table from one to another; refused where one is missing."""
    if not 0 <= last - first < MOST_ROUNDS:
        message = f"rounds {first}-{last}: name at most {MOST_ROUNDS}, the first of them first"
        raise Refused(Code.BAD_REQUEST, message)
    rounds = tuple(find_round(database, table, number) for number in range(first, last + 1))
    begun, ended = rounds[0].stored[0].version, rounds[-1].stored[-1].version
    with database.reading() as unit:
        stored = tuple(unit.read(rounds[0].stream, begun - 1, ended))
    return Incident(rounds, stored)


def incident_pages(shown: Incident) -> Pages:
    """The report as pages."""
    first, last = shown.rounds[0], shown.rounds[-1]
    header = first.header
    game = " ".join(filter(None, (law_of_header(header).name, header.variation)))
    title = f"Rounds {first.number} to {last.number} at table {first.table}"
    people = Counter(each.by for each in shown.stored if each.by)
    rows, marked = [], []
    for place, each in enumerate(shown.stored):
        name = name_in(each.line)
        rows.append((str(each.version), time_of(each.at), each.by, spaced(name)))
        if name in UNUSUAL:
            marked.append(place)
    blocks: list[Block] = [
        Facts(
            (
                ("rules", f"{game}, submission {header.digest}"),
                ("from", f"{time_of(shown.stored[0].at)}, event {shown.stored[0].version}"),
                ("to", f"{time_of(shown.stored[-1].at)}, event {shown.stored[-1].version}"),
                ("people", ", ".join(f"{who} ({many})" for who, many in people.most_common())),
                ("unusual", str(len(marked))),
                ("chained by", shown.stored[-1].digest),
            ),
            exact=("chained by",),
        ),
        Heading("Who did what, and when"),
        Grid(("event #", "time", "by", "what"), tuple(rows), widest=3, marked=tuple(marked)),
    ]
    for round_ in shown.rounds:
        blocks += [Heading(f"Round {round_.number}"), Prose(tuple(acts_of(round_))), *money_of(round_)]
    return Pages(title, f"{game}; {len(rows)} events, each as it is stored", game, title, tuple(blocks))
