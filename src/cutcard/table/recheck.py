"""A record held against the rules: what the present engine makes of the same state.

Folding asks no rule; here the settlements are figured again, and whatever is recorded otherwise is
told. A record made under other law data may differ for that reason alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cutcard.law.refusal import Refused
from cutcard.money import dollars
from cutcard.rules.hand import is_natural
from cutcard.rules.lines import Line
from cutcard.table.awaits import AwaitsCard, RoundAwaits
from cutcard.table.events import (
    CardDealt,
    CardPlaced,
    CardsCollected,
    Decided,
    HoleChecked,
    HoleShown,
    RoundEnded,
    RoundStarted,
    Settled,
)
from cutcard.table.legal import legal_in
from cutcard.table.playing import on_layout
from cutcard.table.round import Round
from cutcard.table.settle import settlement
from cutcard.table.settled_text import line_row
from cutcard.table.steps import awaits_in
from cutcard.table.table import Table
from cutcard.table.tally import Tally

_NO_HANDS = Tally()
CHECKED = (
    Settled,
    CardDealt,
    CardPlaced,
    HoleChecked,
    HoleShown,
    CardsCollected,
    Decided,
    RoundEnded,
)
"""The events that follow from the state alone."""


def differences(table: Table, event: object) -> Iterator[str]:
    """How an event differs from what the rules make of the table before it."""
    r = table.round
    if isinstance(event, RoundStarted):
        yield from _started(table, event)
    if r is None or not isinstance(event, CHECKED):
        return
    match event:
        case Settled():
            yield from _settled(r, event)
        case CardDealt() | CardPlaced():
            yield from _dealt(r, event)
        case HoleChecked(blackjack) if blackjack is not is_natural(r.dealer[0]):
            yield f"blackjack: {_yes(blackjack)} is recorded; the cards say {_yes(not blackjack)}"
        case HoleShown(card) if (card,) != r.dealer[0][1:2]:
            dealt = r.dealer[0][1] if len(r.dealer[0]) > 1 else "none"
            yield f"{card} is recorded as hole card; {dealt} was dealt"
        case CardsCollected(cards) if Counter(cards) != Counter(on_layout(r)):
            yield "the cards collected are not those on the layout"
        case Decided():
            yield from _decided(r, event)
        case RoundEnded() if not r.finished:
            yield "the round ends before its last settlement"
        case RoundEnded(number) if number != table.rounds:
            yield f"round {number} is recorded to end; it is round {table.rounds}"


def _started(table: Table, event: RoundStarted) -> Iterator[str]:
    """A round is dealt for the bets that lie there, every one that has a main wager."""
    if event.number != table.rounds + 1:
        yield f"round {event.number} is recorded; it is round {table.rounds + 1}"
    lying = [bet for bet in table.bets if "main" in bet.stakes]
    if len(lying) != len(event.bets) or any(bet not in lying for bet in event.bets):
        yield "the bets of the round are not those that were placed"


def _awaited(r: Round) -> RoundAwaits | None:
    try:
        return awaits_in(r)
    except Exception:  # a state that a tampered event made and no rule was written for
        return None


def _dealt(r: Round, event: CardDealt | CardPlaced) -> Iterator[str]:
    """A card goes where the next one is due."""
    awaited = _awaited(r)
    if not isinstance(awaited, AwaitsCard):
        yield "a card is recorded; none is due"
        return
    place = awaited.place
    if (event.box, event.hand, event.why, event.face) != (place.box, place.hand, place.why, place.face):
        yield f"a card is recorded at another place than where it is due: {awaited.to}"


def _decided(r: Round, event: Decided) -> Iterator[str]:
    """A decision is one that the box may take now, by somebody on it."""
    if event.do not in (legal_in(r, event.box) if _awaited(r) is not None else ()):
        yield f"box {event.box} is recorded to {event.do}; it may not"
    if event.player not in _people_on(r, event.box):
        yield f"{event.player!r} is recorded to decide; box {event.box} is not theirs"


def _people_on(r: Round, number: int) -> tuple[str, ...]:
    box = r.box(number)
    return () if box is None else (box.bet.player, *(each.bet.player for each in box.backers))


def money_missing(table: Table) -> str:
    """Between rounds all money adds up to nothing; empty where it does, or a round is dealt."""
    if table.round is not None:
        return ""
    staked = sum(sum(bet.stakes.values()) for bet in table.bets)
    total = table.house + sum(table.purses.values()) + staked
    return f"the money does not add up: {dollars(total)} too much" if total else ""


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _settled(r: Round, event: Settled) -> Iterator[str]:
    try:
        wanted = settlement(r, event.moment)
    except Refused as refused:
        yield f"cannot be settled so: {refused.refusal.message}"
        return
    except Exception:  # a state that a tampered event made and no rule was written for
        yield "cannot be settled in this state"
        return
    if event == wanted:
        return
    told = list(_lines(event.lines, wanted.lines))
    yield from told
    if not told and event.lines != wanted.lines:
        yield "the lines are not in the order in which the dealer collects and pays"
    for name in ("meters", "done", "hands", "spots", "final"):
        recorded, figured = getattr(event, name), getattr(wanted, name)
        if recorded != figured:
            yield f"{name}: recorded {_shown(recorded)}, it comes to {_shown(figured)}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} ${dollars(amount)}" for name, amount in value.items()) or "none"
    return str(value)


def _lines(recorded: tuple[Line, ...], figured: tuple[Line, ...]) -> Iterator[str]:
    """Lines that are on one side only, a changed one told once."""
    extra = list((Counter(recorded) - Counter(figured)).elements())
    missing = list((Counter(figured) - Counter(recorded)).elements())
    for line in extra:
        same = next((each for each in missing if _place(each) == _place(line)), None)
        if same is None:
            yield f"recorded: {line_row(line, _NO_HANDS)}; nothing of the kind is due"
        else:
            missing.remove(same)
            yield f"recorded: {line_row(line, _NO_HANDS)}; it comes to: {line_row(same, _NO_HANDS)}"
    for line in missing:
        yield f"not recorded: {line_row(line, _NO_HANDS)}"


def _place(line: Line) -> tuple[object, ...]:
    return line.box, line.hand, line.wager, line.player, line.paid_to
