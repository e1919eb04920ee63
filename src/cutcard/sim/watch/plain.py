"""What a run watched, in plain values: the fields of the JSON answer that were asked for."""

from __future__ import annotations

from typing import Any

from cutcard.cards import DECK_52
from cutcard.money import Cents, dollars
from cutcard.odds import Risk
from cutcard.odds.strategy import CardCount
from cutcard.sim.watch.layout import DEPTHS
from cutcard.sim.watch.results import Bin, ByCount, Play, Sessions, Watched


def watched_json(watched: Watched) -> dict[str, Any]:
    """Edges by count and by depth, and how sessions came out."""
    plain: dict[str, Any] = {}
    if watched.count is not None:
        plain["by_count"] = {
            "count": _count_json(watched.count),
            "wagers": {each.wager: _by_count_json(each) for each in watched.by_count},
        }
    if watched.insurance is not None:
        plain["by_count"]["insurance"] = _by_count_json(watched.insurance)
    if watched.by_depth:
        plain["by_depth"] = {
            wager.wager: [
                {"from": bin_.at / DEPTHS, "to": (bin_.at + 1) / DEPTHS, **_bin_json(bin_)}
                for bin_ in wager.bins
            ]
            for wager in watched.by_depth
        }
        plain["by_penetration"] = {
            wager.wager: [
                {"penetration": (bin_.at + 1) / DEPTHS, **_bin_json(bin_)} for bin_ in wager.penetrations
            ]
            for wager in watched.by_depth
        }
    if watched.sessions is not None:
        plain["sessions"] = _sessions_json(watched.sessions)
    return plain


def _count_json(count: CardCount) -> dict[str, Any]:
    return {
        "name": count.name,
        "tags": {card.text: float(tag) for card, tag in zip(DECK_52, count.tags, strict=True)},
        "pivot": float(count.pivot),
        "true": count.is_true,
        "bin": count.step,
    }


def _by_count_json(wager: ByCount) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "bins": [{"count": bin_.at, **_bin_json(bin_)} for bin_ in wager.bins],
        "favourable": _play_json(wager.favourable),
    }
    if wager.spread is not None:
        plain["spread"] = _play_json(wager.spread)
    return plain


def _bin_json(bin_: Bin) -> dict[str, Any]:
    return {
        "rounds": bin_.rounds,
        "share": bin_.share,
        "house_edge": -bin_.player_edge,
        "player_edge": bin_.player_edge,
        "standard_error": bin_.standard_error,
    }


def _play_json(play: Play) -> dict[str, Any]:
    return {
        "share": play.share,
        "average_bet": play.average_bet,
        "units_per_100_rounds": play.per_100,
        "standard_error": play.per_100_error,
        "standard_deviation_per_100_rounds": play.per_100_deviation,
        "counts": list(play.counts),
        "risk": None if play.risk is None else _risk_json(play.risk),
    }


def _risk_json(risk: Risk) -> dict[str, Any]:
    return {
        "n0": risk.n0,
        "desirability_index": risk.desirability,
        "bankroll": {f"{ruin:g}": units for ruin, units in risk.bankrolls.items()},
    }


def _sessions_json(sessions: Sessions) -> dict[str, Any]:
    return {
        "rounds": sessions.rounds,
        "sessions": sessions.many,
        "mean": _dollars(sessions.mean),
        "standard_deviation": _dollars(sessions.deviation),
        "ahead": sessions.ahead,
        "level": sessions.level,
        "behind": max(0.0, 1 - sessions.ahead - sessions.level),
        "percentiles": {str(part): _dollars(at) for part, at in sessions.percentiles.items()},
        "worst": _dollars(sessions.worst),
        "best": _dollars(sessions.best),
        "told_apart_by": _dollars(sessions.width),
        "histogram": [
            {"from": _dollars(low), "to": _dollars(high), "sessions": many}
            for low, high, many in sessions.bins
        ],
    }


def _dollars(amount: float) -> str:
    return dollars(Cents(round(amount)))
