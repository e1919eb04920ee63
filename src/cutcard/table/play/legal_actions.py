"""What a box may do now: offers as they stand, or every action the rules allow its hand."""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.rules import Action, double_amounts, legal_actions, why_not
from cutcard.table.await_kinds import AwaitsDecision
from cutcard.table.play.before_play import insurance_limit
from cutcard.table.play.turns import position
from cutcard.table.round import Round
from cutcard.table.round_steps import awaits_in
from cutcard.table.table import Table


def legal(table: Table, box: int) -> tuple[Action, ...]:
    """Every decision the table would take from a box now; none where it is not asked."""
    return () if table.round is None else legal_in(table.round, box)


def legal_in(r: Round, box: int) -> tuple[Action, ...]:
    """The same, of a round."""
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsDecision) or box not in awaited.offers:
        return ()
    if awaited.hand is None or awaited.is_offer:
        return awaited.offers[box]
    found = r.box(box)
    assert found is not None
    at = position(r, found, *found.find(awaited.hand))
    actions = legal_actions(r.game, at)
    late = why_not(r.game, Action.INSURE, at) is None and found.insured(0) is None
    return (*actions, Action.INSURE) if late else actions


def double_range(r: Round, box: int, number: int) -> tuple[Cents, Cents]:
    """The least and the greatest that a double may add to a hand."""
    found = r.box(box)
    assert found is not None
    group, place = found.find(number)
    least, most = double_amounts(r.game, found.groups[group][place])
    return Cents(least), Cents(most)


def most_insurance(r: Round, box: int) -> Cents:
    """The greatest insurance a box may take on its first spot."""
    found = r.box(box)
    assert found is not None
    return insurance_limit(r, found.groups[0][0].base[0])
