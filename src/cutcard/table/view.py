"""What one viewer may see of a table: an allow-list. What may not be seen is absent, not blanked.

A face-down card is `null` in its place; nobody's view holds the order of the shoe, a burned card, or
a hole card before it is shown, the dealer's and surveillance's least of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard import shoe as cards
from cutcard.cards import Card
from cutcard.law import shelf
from cutcard.money import dollars
from cutcard.rules import TWO_CARDS, DealerHand, Hand, Line, is_soft, total
from cutcard.shoe import By, Role
from cutcard.table.play.bets import Bet
from cutcard.table.play.decide import awaits, legal
from cutcard.table.round import (
    Awaits,
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Box,
    Closed,
    Round,
    double_is_unseen,
    has_double_card,
)
from cutcard.table.script.scripted_round import line_values
from cutcard.table.table import Table

View = Mapping[str, object]


def law_view(table: Table) -> View:
    """The law that a table plays by; `reference` is the name that means these very data."""
    law = table.rules.document
    return {**law.names, "reference": shelf().reference(law)}


def view(table: Table, viewer: By, at: int = 0) -> View:
    """The table as one viewer sees it, in plain JSON values."""
    awaited = awaits(table, at)
    return {
        "document": table.rules.document.id,
        "law": law_view(table),
        "variation": table.rules.variation,
        "version": table.version,
        "open": table.is_open and not table.is_closed,
        "dealer_name": table.dealer,
        "seated": {str(box): player for box, player in table.seated},
        "players": list(table.arrived),
        "bets": [_bet(bet) for bet in table.bets],
        "round": None if table.round is None else round_view(table, table.round, viewer),
        "rounds": table.rounds,
        "last_lines": [line_view(line) for line in table.last_lines],
        "meters": {name: dollars(amount) for name, amount in table.meters.items()},
        "lammers": {str(box): wins for box, wins in table.streaks.items() if wins},
        "shoe": _shoe(table),
        "awaits": awaits_view(table, awaited, viewer),
        "money": _money(table, viewer),
    }


def _bet(bet: Bet) -> dict[str, object]:
    stakes = {name: dollars(stake) for name, stake in bet.stakes.items()}
    return {"box": bet.box, "player": bet.player, "stakes": stakes}


def _shoe(table: Table) -> View:
    shoe = table.shoe
    return {
        "left": cards.cards_left(shoe) if shoe.virtual else None,
        "rack": sum(len(side.pile.rack) for side in shoe.sides),
        "commitments": [
            seal.commitment for side in shoe.sides for seal in side.pile.seals if side.pile.loaded
        ],
    }


def _money(table: Table, viewer: By) -> View:
    if viewer.role is Role.PLAYER:
        own = table.purses.get(viewer.name)
        return {} if own is None else {viewer.name: dollars(own)}
    tokes = {"tokes": dollars(table.tokes)} if table.tokes else {}
    purses = {name: dollars(own) for name, own in table.purses.items()}
    return {**purses, "house": dollars(table.house), **tokes}


def round_view(table: Table, r: Round, viewer: By) -> View:
    """A round as one viewer sees it."""
    return {
        "number": table.rounds,
        "dealer": [_dealer(r, index) for index in range(len(r.dealer))],
        "boxes": [_box(r, box, viewer) for box in r.boxes],
        "waiting": [card.text for card in r.waiting],
        "lines": [line_view(line) for line in r.lines],
        "void": r.void,
    }


def _dealer(r: Round, index: int) -> View:
    shown = dealer_shown(r, index)
    seen = [card for card in shown if card is not None]
    return {
        "cards": [None if card is None else card.text for card in shown],
        "total": total(seen) if seen else None,
        "state": _dealer_state(seen) if len(seen) == len(shown) else "",
    }


def _dealer_state(cards: Sequence[Card]) -> str:
    hand = DealerHand.of(cards)
    return "blackjack" if hand.blackjack else "busted" if hand.busted else ""


def dealer_shown(r: Round, index: int = 0) -> list[Card | None]:
    """The dealer's cards as they lie: the hole card face down until it is shown."""
    shown: list[Card | None] = list(r.dealer[index])
    hidden = r.game.hole_card in ("card_reader", "face_down") and not r.hole_shown
    if index == 0 and hidden and len(shown) >= TWO_CARDS:
        shown[1] = None
    return shown


def _box(r: Round, box: Box, viewer: By) -> View:
    return {
        **_bet(box.bet),
        "insurance": {str(spot): dollars(stake) for spot, stake in box.insurance},
        "hands": [_hand(r, box, number, hand, viewer) for number, hand in enumerate(box.hands(), 1)],
        "backers": [
            {"player": each.bet.player, "stakes": [list(map(dollars, hand)) for hand in each.stakes]}
            for each in box.backers
        ],
    }


def _hand(r: Round, box: Box, number: int, hand: Hand, viewer: By) -> View:
    shown = hand_shown(r, box, hand, viewer)
    known = [card for card in shown if card is not None]
    all_seen = len(known) == len(shown)
    return {
        "hand": number,
        "cards": [None if card is None else card.text for card in shown],
        "total": total(known) if all_seen and known else None,
        "soft": is_soft(known) if all_seen and known else None,
        "stakes": [dollars(stake) for stake in hand.stakes],
        "doubled": hand.doubled,
        "doublings": len(hand.added),
        "from_split": hand.from_split,
        "state": _state(hand) if all_seen else "",
    }


def hand_shown(r: Round, box: Box, hand: Hand, viewer: By) -> list[Card | None]:
    """A hand's cards as one viewer sees them.

    A pack dealt from the hand leaves the first two face down for all but their own player, until a
    surrender, double or split turns them up or the hands are settled. A double card dealt face down
    is seen by nobody before the settlement, save where a mistake showed it.
    """
    over = hand.settled or r.finished
    shown: list[Card | None] = list(hand.cards)
    if double_is_unseen(r, box, hand) and has_double_card(hand) and not over:
        shown[-1] = None
    is_down = r.game.deals_face_down and not over and not is_turned_up(r, hand)
    if is_down and not _is_own(box, viewer):
        shown[:TWO_CARDS] = [None] * len(shown[:TWO_CARDS])
    return shown


def is_turned_up(r: Round, hand: Hand) -> bool:
    """Whether the dealer turned a player's own two cards over."""
    if hand.from_split or hand.even_money or (r.hole_shown and not r.owed):
        return True
    provision = r.rules.document.provisions.get("turns_up_on")
    kinds = "" if provision is None else provision.effect
    return bool((hand.doubled and "double" in kinds) or (hand.surrendered and "surrender" in kinds))


def _is_own(box: Box, viewer: By) -> bool:
    """Whether a viewer is a player with money on the box."""
    players = (box.bet.player, *(each.bet.player for each in box.backers))
    return viewer.role is Role.PLAYER and viewer.name in players


def _state(hand: Hand) -> str:
    for name, holds in (
        ("dead", hand.dead),
        ("surrendered", hand.surrendered),
        ("rescued", hand.rescued),
        ("even_money", hand.even_money),
        ("busted", hand.busted),
        ("blackjack", hand.is_blackjack),
        ("stood", hand.stood),
    ):
        if holds:
            return name
    return ""


def line_view(line: Line) -> View:
    """A settlement line in plain values, with whose it is where people share the box."""
    values = line_values(line)
    return {**values, "player": line.player} if line.player else values


def awaits_view(table: Table, awaited: Awaits, viewer: By | None = None) -> View:
    """What is awaited, in plain values; only its own player sees what a face-down hand may do."""
    match awaited:
        case AwaitsCard(place):
            return {"kind": "card", "to": place.text, "box": place.box, "hand": place.hand}
        case AwaitsDecision(offers, is_offer, hand):
            may = {str(box): _may(table, box, hand or 1, viewer) for box in offers}
            return {"kind": "decision", "offer": is_offer, "hand": hand, "may": may}
        case AwaitsFollowers(box, hand, players, to):
            who = list(players)
            return {"kind": "followers", "box": box, "hand": hand, "players": who, "to": to}
        case AwaitsChore(chore, roles, cite, moment, who):
            by = {"roles": sorted(roles), "cite": cite}
            return {"kind": "chore", "chore": chore, **by, "moment": moment, "who": who}
        case AwaitsDevice(device, message, cite, box, player):
            whose = {"box": box or None, **({"player": player} if player else {})}
            said = {"device": device, **whose, "message": message, "cite": cite}
            return {"kind": "device", **said}
        case AwaitsBets(may_start):
            return {"kind": "bets", "may_start": may_start}
        case Closed():
            return {"kind": "closed"}


def _may(table: Table, number: int, hand: int, viewer: By | None) -> list[str]:
    r = table.round
    if viewer is not None and r is not None and r.game.deals_face_down:
        box = r.box_at(number)
        if not _is_own(box, viewer) and not is_turned_up(r, box.hand(hand)):
            return []
    return [str(action) for action in legal(table, number)]
