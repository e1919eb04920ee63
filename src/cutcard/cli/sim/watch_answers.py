"""What a run watched as plain values, ready for JSON."""

from __future__ import annotations

from typing import Any

from cutcard.cards import DECK_52
from cutcard.money import Cents, dollars
from cutcard.sim import DEPTHS, Bin, ByCount, CardCount, Play, Sessions, Watched


def answer(found: Watched) -> dict[str, Any]:
    """The fields that were asked for."""
    told: dict[str, Any] = {}
    if found.count is not None:
        told["by_count"] = {
            "count": _count(found.count),
            "wagers": {each.wager: _by_count(each) for each in found.by_count},
        }
    if found.insurance is not None:
        told["by_count"]["insurance"] = _by_count(found.insurance)
    if found.by_depth:
        told["by_depth"] = {
            each.wager: [
                {"from": one.at / DEPTHS, "to": (one.at + 1) / DEPTHS, **_bin(one)} for one in each.bins
            ]
            for each in found.by_depth
        }
    if found.sessions is not None:
        told["sessions"] = _sessions(found.sessions)
    return told


def _count(count: CardCount) -> dict[str, Any]:
    return {
        "name": count.name,
        "tags": {card.text: float(tag) for card, tag in zip(DECK_52, count.tags, strict=True)},
        "pivot": float(count.pivot),
        "true": count.is_true,
        "bin": count.step,
    }


def _by_count(found: ByCount) -> dict[str, Any]:
    told: dict[str, Any] = {
        "bins": [{"count": each.at, **_bin(each)} for each in found.bins],
        "favourable": _play(found.favourable),
    }
    if found.spread is not None:
        told["spread"] = _play(found.spread)
    return told


def _bin(found: Bin) -> dict[str, Any]:
    return {
        "rounds": found.rounds,
        "share": found.share,
        "house_edge": -found.player_edge,
        "player_edge": found.player_edge,
        "standard_error": found.standard_error,
    }


def _play(found: Play) -> dict[str, Any]:
    return {
        "share": found.share,
        "average_bet": found.average_bet,
        "units_per_100_rounds": found.per_100,
        "standard_error": found.per_100_error,
        "standard_deviation_per_100_rounds": found.per_100_deviation,
        "counts": list(found.counts),
    }


def _sessions(found: Sessions) -> dict[str, Any]:
    return {
        "rounds": found.rounds,
        "sessions": found.many,
        "mean": _money(found.mean),
        "standard_deviation": _money(found.deviation),
        "ahead": found.ahead,
        "level": found.level,
        "behind": max(0.0, 1 - found.ahead - found.level),
        "percentiles": {str(percent): _money(at) for percent, at in found.percentiles.items()},
        "worst": _money(found.worst),
        "best": _money(found.best),
        "told_apart_by": _money(found.width),
        "histogram": [
            {"from": _money(low), "to": _money(high), "sessions": many} for low, high, many in found.bins
        ],
    }


def _money(amount: float) -> str:
    return dollars(Cents(round(amount)))
