"""What a system of the house draws by itself beside a wager: a random winner, a card, a box.

A draw need not be made in a round, and may come at any time of it once the first cards lie. A table
whose settings say so asks for it before the last settlement; the answer may be that nothing was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.law import Offer
from cutcard.table.round import AwaitsDevice, Box, Round
from cutcard.table.settlement.moments import any_dead, goes_back
from cutcard.table.shared_boxes import people
from cutcard.wagers import CLASSIFIERS, DecidedBy, classifier, decided_by


def staked(r: Round) -> Iterator[tuple[str, Offer, list[Box]]]:
    """The wagers that devices decide and somebody in the round has, with the box as each holds it.

    A stake that goes back with a dead hand takes no part; one that its first cards have decided does,
    whatever became of the hand since.
    """
    for name, offer in r.rules.offers.items():
        if decided_by(offer.law).needs_house:
            beside = "" if offer.law.takes_stake or offer.law.needs is None else offer.law.needs.names[0]
            wager = beside or name
            shares = [share for box in r.boxes for share in people(box) if wager in share.bet.stakes]
            bettors = [share for share in shares if not goes_back(r, share, wager)]
            if bettors:
                yield name, offer, bettors


def drawn(r: Round) -> dict[str, tuple[Offer, list[Box]]]:
    """What may be drawn in the round, with the wager behind it and the box as each bettor holds it."""
    draws: dict[str, tuple[Offer, list[Box]]] = {}
    for name, offer, boxes in staked(r):
        eyes = classifier(offer.law.classifier)
        names = (name,) if eyes.decided_by is DecidedBy.RANDOM_WINNER else eyes.draws
        draws |= dict.fromkeys(names, (offer, boxes))
    return draws


def usable(r: Round) -> dict[str, object]:
    """What devices have shown, less the draws of or for those who are out since: nobody uses those."""
    if not r.devices or not any_dead(r.boxes):
        return dict(r.devices)
    may = drawn(r)
    idle = {name for eyes in CLASSIFIERS.values() for name in eyes.draws} - may.keys()
    shown = {name: entries for name, entries in r.devices.items() if name not in idle}
    for name, offer in r.rules.offers.items():
        entries = shown.get(name)
        if decided_by(offer.law) is DecidedBy.RANDOM_WINNER and isinstance(entries, tuple):
            bettors = may[name][1] if name in may else []
            shown[name] = tuple(each for each in entries if each is None or _is_among(bettors, each))
    return shown


def _is_among(bettors: list[Box], winner: object) -> bool:
    """Whether one of the bettors is the winner drawn: a box, or a box and a player."""
    box, player = (winner, "") if not isinstance(winner, dict) else (winner["box"], winner["player"])
    return any(each.bet.box == box and player in ("", each.bet.player) for each in bettors)


def draw_asked(r: Round) -> AwaitsDevice | None:
    """The next draw that the table asks its system for; None where it asks for none, or has all."""
    if not r.asks_for_draws or not r.has_sides:
        return None
    shown = usable(r)
    for device, (offer, _) in drawn(r).items():
        if not shown.get(device):
            message = f"devices.{device}: what the system draws in this round, if anything"
            return AwaitsDevice(device, message, draw_cite(r, offer))
    return None


HOW_OFTEN: Final = "bad_beat_bonuses"
"""The option that says in which rounds a card and a box are drawn."""


def draw_cite(r: Round, offer: Offer) -> str:
    """The provision behind a draw: of a card and a box what says how often, else the wager's own."""
    by_draws = decided_by(offer.law) is DecidedBy.CARDS_AND_DRAWS
    return r.game.cite(HOW_OFTEN) if by_draws else offer.law.cite
