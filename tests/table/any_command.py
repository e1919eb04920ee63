"""Commands of every kind, sensible or not: wrong roles, strangers, boxes that are not there."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from cutcard.cards import DECK_52
from cutcard.law import document as law_of
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import commands as c
from cutcard.table.play.irregularities import CASES

NAMES = ("player-1", "player-2", "player-3", "guest", "stranger", "")
AMOUNTS = (-1000, -1, 0, 1, 99, 100, 250, 500, 1000, 2000, 10**7, 10**14)
CHORES = ("check_hole_card", "show_hole_card", "settle", "collect_cards", "confirm_payout", "dance")
CHOICES = ("", "card", "dead", "next", "burn", "void", "continue", "repaired", "perhaps")
SHOWS = ("", "2", "9", "7h", "Xx", "$25", "25.00", "jackpot", '{"hot_spot": 1, "symbol": "$1000"}', "{")
STEPS = ("plug", "riffle", "turn", "strip", "cut", "?")

by = st.builds(By, st.sampled_from(list(Role)), st.sampled_from(NAMES))
at = st.sampled_from((0, 0, 0, 60, 100_000))
boxes = st.integers(-1, 9)
hands = st.integers(-1, 5)
cards = st.sampled_from(DECK_52)
amounts = st.sampled_from(AMOUNTS).map(Cents)
sides = st.sampled_from(("", "left", "right", "middle"))

acts = st.builds(
    Act,
    do=st.sampled_from(list(Chore)),
    by=by,
    at=at,
    batch=st.integers(-1, 5),
    side=sides,
    face=st.sampled_from(("", "up", "down", "sideways")),
    position=st.integers(-1, 450),
    behind=st.integers(-1, 450),
    counted=st.sampled_from((0, 52, 104, 288, 312)),
    order=st.sampled_from(((), DECK_52, DECK_52 * 6)),
    salt=st.sampled_from(("", "ab")),
    commitment=st.sampled_from(("", "ab")),
    steps=st.lists(st.sampled_from(STEPS), max_size=7).map(tuple),
    card=st.none() | cards,
    player=st.sampled_from(NAMES),
    why=st.sampled_from(("", "last", "next", "jam", "out_of_order", "refill", "age")),
    works=st.booleans(),
    preshuffled=st.booleans(),
)


@cache
def any_command(document: str) -> st.SearchStrategy[Any]:
    """Any command to a table of a document."""
    wagers = [*law_of(document).wager_ids, "main_2", "main_3", "roulette"]
    meters = [
        name for wager in law_of(document).wager_ids for name in law_of(document).wager(wager).meters
    ]
    reports = [*sorted(CASES), *law_of(document).provisions, "earthquake"]
    stakes = st.dictionaries(st.sampled_from(["main", "main", *wagers]), amounts, max_size=4)
    players = st.sampled_from(NAMES)
    return st.one_of(
        st.builds(c.OpenTable, by, at),
        st.builds(c.CloseTable, by.filter(lambda each: each.role is Role.PLAYER), at),
        st.builds(c.ChangeDealer, by, players, at),
        st.builds(c.Sit, by, boxes, at),
        st.builds(c.Leave, by, at),
        st.builds(
            c.PlaceBet,
            by,
            boxes,
            stakes,
            st.sampled_from(("chips", "plaques", "coupon", "verbal", "cash", "")),
            st.sampled_from(((), ("dealer",), ("dealer", "supervisor"))),
            st.booleans(),
            amounts,
            at,
        ),
        st.builds(c.TakeBack, by, boxes, at),
        st.builds(c.StartRound, by, at),
        st.builds(c.DealCard, by, st.none() | cards, at),
        st.builds(
            c.Decide,
            by,
            boxes,
            st.sampled_from(list(Action)),
            st.none() | amounts,
            st.none() | hands,
            st.none() | hands,
            st.booleans(),
            at,
        ),
        st.builds(c.Decline, by, boxes, at),
        st.builds(c.Follow, by, boxes, amounts, hands, at),
        st.builds(c.CloseOffers, by, at),
        st.builds(c.Perform, by, st.sampled_from(CHORES), at),
        st.builds(
            c.ShowDevice,
            by,
            st.sampled_from([*wagers, "magic_card", "lucky_player", "roulette"]),
            st.sampled_from(SHOWS),
            at,
        ),
        st.builds(
            c.ShowMeter,
            by,
            st.sampled_from([*meters, "clock"]),
            amounts,
            st.none() | amounts,
            at,
            st.booleans(),
        ),
        st.builds(c.Confirm, by, boxes, st.sampled_from(wagers), at),
        st.builds(c.PermitEntry, by, players, at),
        st.builds(
            c.Report,
            by,
            st.sampled_from(reports),
            boxes,
            hands,
            st.lists(cards, max_size=2).map(tuple),
            sides,
            st.sampled_from(CHOICES),
            at,
        ),
        acts,
    )
