"""The pages' own files, read once, at addresses that change when they do.

Two are made here: the vocabulary, and the colours of charts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.responses import Response

from cutcard.cards import SUIT_NAMES
from cutcard.law import documents
from cutcard.reports import chart_codes, colours
from cutcard.rules import Action
from cutcard.web.server.errors import Problem
from cutcard.wording import (
    CHORES,
    COMMANDS,
    HAND_STATES,
    IRREGULARITIES,
    OFFERS,
    OPTIONS,
    OUTCOMES,
    SMALL_WORDS,
    capitalized,
    chore_title,
    decision_label,
    outcome_label,
    short_names,
    spaced,
    wager_names,
)

TYPES: Final[Mapping[str, str]] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
router: Final = APIRouter(include_in_schema=False)
WORKER_PATH: Final = "js/stream_worker.js"
WORKER_POLICY: Final = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""What the worker may do that follows tables for all tabs: it goes by the policy of its own file."""
FOREVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Assets:
    """Every file by its path, and a digest of them all: another digest is another address."""

    digest: str
    contents: Mapping[str, bytes]

    @classmethod
    def read(cls) -> Assets:
        """The files of this release."""
        own = dict(_all(files("cutcard.web").joinpath("static"), ""))
        made = {WORDS_PATH: words_module(), CHART_PATH: chart_sheet()}
        contents = dict(sorted({**own, **made}.items()))
        whole = hashlib.sha256()
        for path, content in contents.items():
            whole.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
        return cls(whole.hexdigest()[:16], contents)

    def address(self, path: str) -> str:
        """Where a page finds a file; a path that is none is a fault of the page."""
        assert path in self.contents, path
        return f"/static/{self.digest}/{path}"

    def type_of(self, path: str) -> str:
        """A file's media type."""
        return TYPES[path.rpartition(".")[2]]


def _all(folder: Traversable, under: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        path = f"{under}{each.name}"
        if each.is_dir():
            yield from _all(each, f"{path}/")
        elif path.rpartition(".")[2] in TYPES:
            yield path, each.read_bytes()


@cache
def assets() -> Assets:
    """The files of the pages."""
    return Assets.read()


@router.get("/static/{digest}/{path:path}")
async def asset(digest: str, path: Annotated[str, Path(max_length=100)]) -> Response:
    """A file of the pages: kept by browsers for good, for its address changes when it does."""
    release = assets()
    if digest != release.digest or path not in release.contents:
        raise Problem(404, "not_found", "static: not a file of this release; reload the page")
    headers = {"Cache-Control": FOREVER}
    if path == WORKER_PATH:
        headers["Content-Security-Policy"] = WORKER_POLICY
    return Response(release.contents[path], headers=headers, media_type=release.type_of(path))


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The mark of the house."""
    headers = {"Cache-Control": "max-age=86400"}
    return Response(assets().contents["mark.svg"], headers=headers, media_type=TYPES["svg"])


WORDS_PATH: Final = "js/named.js"
CHART_PATH: Final = "css/chart.css"
DECLINE: Final = "decline"


def chart_sheet() -> bytes:
    """The colours of strategy charts as a style sheet: the same as in every picture and on paper."""
    rules = []
    for code in chart_codes():
        paper, ink = colours(code)
        rules.append(f".code-{code} {{ background: {paper}; color: {ink}; }}")
    return "\n".join(rules).encode()


def words_module() -> bytes:
    """The constants that `words.js` and the pages import.

    `PLAIN` has every outcome, option, command and irregularity whose label is not just its id in words.
    """
    constants = {
        "NAMED": wager_names(),
        "SHORT": short_names(),
        "PLAIN": {**OPTIONS, **IRREGULARITIES, **COMMANDS, **_outcomes()},
        "CHORES": {chore: chore_title(chore) for chore in CHORES},
        "SMALL": sorted(SMALL_WORDS),
        "BUTTONS": {str(each): decision_label(each) for each in (*Action, DECLINE)},
        "OFFERS": {str(decision): question for decision, question in OFFERS.items()},
        "HAND_STATES": dict(HAND_STATES),
        "SUIT_NAMES": SUIT_NAMES,
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join(lines).encode()


def _outcomes() -> dict[str, str]:
    """The labels of all outcomes that a paytable has, and of those that a settlement alone knows."""
    laws = documents()
    paytables = [
        table for law in laws for wager in law.wager_ids for table in law.wager(wager).paytables
    ]
    outcomes = {*OUTCOMES, *(row.outcome for table in paytables for row in table.rows)}
    return {
        outcome: outcome_label(outcome)
        for outcome in sorted(outcomes)
        if outcome_label(outcome) != capitalized(spaced(outcome))
    }
