"""Evidence: rounds with their money, their people and their place in the chain, in one signed file.

The file is JSON: `evidence`, its SHA-256 `digest`, and the house's `signature` over the digest's text.
Whoever has the house's public keys proves it without the house. Events carry their line as it is stored,
covered parts covered, so that the chain within a round can be computed again; but no line and no digest
is given while they could be used to try what a shoe in use hides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from cutcard.floor.audit.amounts_due import owed
from cutcard.floor.audit.one_round import Booked, HitEvent
from cutcard.floor.audit.walk import Walk
from cutcard.floor.keys import HouseKeys, PublicKeys
from cutcard.floor.store import Head, event_digest
from cutcard.money import dollars

FORMAT: Final = 1
KIND: Final = "evidence"
PARTS: Final = {"evidence", "digest", "signature"}
Plain = dict[str, Any]


class EvidenceProblem(Exception):  # noqa: N818 - it says what is wrong with the file
    """A file that is no evidence, or was changed: one line that says where."""


def round_evidence(
    walked: Walk, hits: Iterable[HitEvent], chain: tuple[str, tuple[str, ...]] | None
) -> Plain:
    """One round as evidence, with its chain where that may be known."""
    shown = walked.shown
    events = []
    for step in walked.steps():
        told = {"version": step.version, "at": step.at, "by": step.by, "key": step.key}
        told |= {"event": step.event, "words": step.words, "rows": step.rows, "cite": step.cite}
        events.append(told)
    if chain is not None:
        before = chain[0]
        for event, stored, line in zip(events, shown.stored, chain[1], strict=True):
            event |= {"line": line, "before": before, "digest": stored.digest}
            before = stored.digest
    header = shown.header
    return {
        "table": shown.table,
        "round": shown.number,
        "complete": shown.ended,
        "document": header.document,
        "variation": header.variation,
        "submission": header.digest,
        "commitments": list(shown.commitments),
        "stream": shown.stream,
        "events": events,
        "settled": [each.plain() for each in owed(walked)] if shown.ended else [],
        "money": [_moved(each) for each in shown.movements],
        "jackpots": [asdict(each) for each in hits],
        "chained": chain is not None,
    }


def _digest_of(before: str, stream: str, event: Mapping[str, Any]) -> str:
    fields = (event[name] for name in ("version", "at", "by", "key", "line"))
    return event_digest(before, stream, *fields)


def _moved(row: Booked) -> Plain:
    amount = {"debit": row[1], "credit": row[2], "amount": dollars(row[3])}
    return {"id": row[0], **amount, "why": row[4], "cite": row[5]}


def evidence_text(
    rounds: list[Plain],
    people: list[Plain],
    heads: Iterable[Head],
    keys: HouseKeys,
    *,
    by: str,
    at: int,
    note: str = "",
) -> str:
    """The file: signed where the house has keys, else with an empty signature."""
    evidence = {
        "cutcard": KIND,
        "format": FORMAT,
        "made_by": by,
        "made_at": at,
        "note": note,
        "rounds": rounds,
        "people": people,
        "heads": [asdict(each) for each in heads],
    }
    digest = _digest(evidence)
    signature = keys.sign(digest) if keys else ""
    whole = {"evidence": evidence, "digest": digest, "signature": signature}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _digest(evidence: Mapping[str, Any]) -> str:
    text = json.dumps(evidence, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ProvenEvidence:
    """What a file of evidence holds, once it is proven."""

    rounds: tuple[tuple[str, int], ...]
    """Table and number."""
    events: int
    linked: int
    """Events whose digest was computed again from their line."""
    made_by: str
    made_at: int
    digest: str
    key: str
    """The name of the key that signed it; empty where nobody did."""


def check_evidence(text: str, public: PublicKeys | None) -> ProvenEvidence:
    """Prove a file: its digest, its signature by one of the public keys, its chain.

    Without public keys the signature is not proven. An unsigned file proves nothing about where it
    is from, and is refused where there are keys.
    """
    whole = _parsed(text)
    evidence, digest, signature = whole["evidence"], str(whole["digest"]), str(whole["signature"])
    if _digest(evidence) != digest:
        raise EvidenceProblem("digest: is not that of the evidence: the file was changed")
    if public is not None:
        if not signature:
            raise EvidenceProblem("signature: the file is not signed: its house had no keys")
        if not public.is_signed(signature, digest):
            raise EvidenceProblem("signature: no key of the list made it")
    try:
        links = [_check_chain(each) for each in evidence["rounds"]]
        return ProvenEvidence(
            tuple((str(each["table"]), int(each["round"])) for each in evidence["rounds"]),
            sum(len(each["events"]) for each in evidence["rounds"]),
            sum(links),
            str(evidence["made_by"]),
            int(evidence["made_at"]),
            digest,
            signature.partition(".")[0],
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise EvidenceProblem(f"evidence: is not in format {FORMAT}") from None


def _parsed(text: str) -> Plain:
    try:
        whole = json.loads(text)
    except ValueError:
        whole = None
    is_ours = isinstance(whole, dict) and whole.keys() == PARTS and isinstance(whole["evidence"], dict)
    if not is_ours or whole["evidence"].get("cutcard") != KIND:
        raise EvidenceProblem("the file is no evidence of a house")
    if whole["evidence"].get("format") != FORMAT:
        raise EvidenceProblem(f"format: this program reads format {FORMAT}")
    found: Plain = whole
    return found


def _check_chain(round_: Mapping[str, Any]) -> int:
    """How many events of a round were computed again: all or none, each naming the one before it."""
    if not round_["chained"]:
        return 0
    before = round_["events"][0]["before"]
    for event in round_["events"]:
        place = f"{round_['table']} {round_['round']}: event {event['version']}"
        if event["before"] != before:
            raise EvidenceProblem(f"{place}: does not follow the event before it")
        before = event["digest"]
        if _digest_of(event["before"], str(round_["stream"]), event) != before:
            raise EvidenceProblem(f"{place}: its digest is not that of its line")
    return len(round_["events"])
