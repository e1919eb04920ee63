"""Names of wagers, their meters and the variations of a game."""

from __future__ import annotations

from functools import cache
from typing import Final

from cutcard.law import Document, WagerLaw, shelf
from cutcard.wording.text import title_case

FOR_DEALER: Final = {"kings_bounty_for_dealer": "For dealer"}
"""A stake that is no wager of its own but a second bet on one: what its betting area says."""


def wager_law(wager: str) -> WagerLaw | None:
    """A wager as the first document grants it that has one of this id; None where none has.

    Documents that grant a wager of the same id give it the same names.
    """
    return _granted(wager, shelf().every)


@cache
def _granted(wager: str, laws: tuple[Document, ...]) -> WagerLaw | None:
    return next((law.wager(wager) for law in laws if wager in law.wager_ids), None)


def wager_name(wager: str) -> str:
    """A wager's name: as its law says, or else the words of its id, as `hit_and_run` is Hit and Run."""
    law = wager_law(wager)
    return (law and law.name) or title_case(wager)


def wager_names() -> dict[str, str]:
    """Every wager of the documents -> its name."""
    return {wager: wager_name(wager) for wager in _wager_ids()}


def short_names() -> dict[str, str]:
    """What is printed in a betting area that is too small for the whole name."""
    laws = {wager: wager_law(wager) for wager in _wager_ids()}
    return {wager: law.short for wager, law in laws.items() if law and law.short} | FOR_DEALER


def _wager_ids() -> list[str]:
    return sorted({wager for law in shelf().every for wager in law.wager_ids})


def meter_name(meter: str) -> str:
    """A meter's name, without the link it is part of: `blazing_7s.mega@sevens` is Blazing 7s Mega."""
    wager, _, part = meter.partition("@")[0].partition(".")
    return f"{wager_name(wager)} {title_case(part)}" if part else wager_name(wager)


def variation_name(variation: str) -> str:
    """A variation's name: `multiple_action` is Multiple Action."""
    return title_case(variation)
