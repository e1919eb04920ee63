"""A record checked against the rules: what the present engine does in the same state.

Folding asks no rule; here settlements are computed again, and for every event there must be a command
that brings it: whatever is recorded otherwise, left out, or out of order is reported. A record made
under other law data may differ for that reason alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from cutcard.law import Code, Refusal, Refused
from cutcard.money import dollars
from cutcard.rules import Line, is_natural
from cutcard.shoe import (
    CardBurned,
    CardsShuffled,
    DeterminantDrawn,
    ShoeLoaded,
    commitment_of,
    is_empty,
    peek,
)
from cutcard.table import events
from cutcard.table.play.decide import legal_in, step
from cutcard.table.play.round_commands import on_layout
from cutcard.table.record.codec import NAMES
from cutcard.table.record.retrace import commands_behind
from cutcard.table.record.text.settlement_text import line_row
from cutcard.table.record.text.tally import Tally, signed
from cutcard.table.round import AwaitsCard, AwaitsChore, Round, RoundAwaits
from cutcard.table.round_steps import awaits_in
from cutcard.table.settlement.lines import settlement
from cutcard.table.table import Table
from cutcard.values import but

_NO_HANDS = Tally()
UNCAUSED = (events.CommandRefused, events.LawChanged)
"""Events that no command of the table brings: what was refused, and what the house did to it."""


class Recheck:
    """The events of a record, each checked against the table before it.

    An event comes of a command, alone or with others. The command is found again, and what else it
    brings must follow.
    """

    def __init__(self, record: Sequence[object]) -> None:
        self._coming = [each for each in record if not isinstance(each, UNCAUSED)]
        self._at = 0
        self._expected: list[object] = []
        self._undone = ""
        """What was reported last; it is not reported again with each event right after it."""
        self._is_other_stack = False
        """A card of this shoe was another than its order has: so will be many more."""

    def next(self, table: Table, event: object) -> list[str]:
        """How the next event differs from what the rules say of the table before it."""
        if isinstance(event, UNCAUSED):
            return []
        assert event is self._coming[self._at], "events must be given in order"
        if isinstance(event, ShoeLoaded):
            self._is_other_stack = False
        problems = list(self._retraced(table, event))
        self._at += 1
        return list(differences(table, event)) or problems

    def _retraced(self, table: Table, event: object) -> Iterator[str]:
        name = NAMES[type(event)]
        kinds = {type(each) for each in self._expected}
        if self._expected and event != self._expected[0] and type(event) not in kinds:
            yield f"{name}: {NAMES[type(self._expected[0])]} is missing before it"
            self._expected = []  # and this one begins something new
        if not self._expected:
            caused = self._caused(table)
            if isinstance(caused, str):
                undone = caused.partition(" must wait: ")[2] or caused
                if undone != self._undone:
                    yield f"{name}: {caused}"
                self._undone = undone
                return
            self._expected = list(caused)
        self._undone = ""
        if event == self._expected[0]:
            del self._expected[0]
        elif problem := self._resumed(event):
            yield f"{name}: {problem}"

    def _resumed(self, event: object) -> str:
        """What is wrong where an event comes otherwise than expected, or what should come before it."""
        kinds = [type(each) for each in self._expected]
        at = kinds.index(type(event))
        wanted, missing = self._expected[at], [NAMES[kind] for kind in kinds[:at]]
        del self._expected[: at + 1]
        if missing:
            return f"{' and '.join(missing)} is missing before it"
        return self._fields(event, wanted)

    def _fields(self, event: object, wanted: object) -> str:
        """Which fields are recorded otherwise; a wrong order of the cards is reported once a shoe."""
        problems = []
        for each in fields(event):  # type: ignore[arg-type]
            recorded, due = getattr(event, each.name), getattr(wanted, each.name)
            if recorded == due or (each.name == "drawn" and self._is_other_stack):
                continue
            self._is_other_stack |= each.name == "drawn"
            problems.append(f"{each.name}: {_value(recorded)} is recorded, it should be {_value(due)}")
        return "; ".join(problems)

    def _caused(self, table: Table) -> tuple[object, ...] | str:
        """The events of the command that is behind the next one, or why there is none."""
        coming = self._coming[self._at : self._at + MOST_TOGETHER]
        best: tuple[int, tuple[object, ...]] = (-1, ())
        why = "nothing at the table causes it"
        manual = but(table, settings=replace(table.settings, chores="manual"))
        refused = False
        for command in commands_behind(table, coming):
            try:
                outcome = step(manual, command)
            except Exception:  # a state that a tampered event made and no rule was written for
                continue
            if isinstance(outcome, Refusal):
                why = why if refused else _why(table, outcome)
                refused = True
                continue
            caused = outcome[1]
            if not any(type(each) is type(coming[0]) for each in caused):
                continue
            pairs = enumerate(zip(caused, coming, strict=False))
            alike = next((n for n, (one, other) in pairs if one != other), None)
            if alike is None:
                return caused
            if alike > best[0]:
                best = alike, caused
        return best[1] or why


MOST_TOGETHER = 200
"""More events than any command brings by itself."""
LONGEST_VALUE = 80


def _why(table: Table, refusal: Refusal) -> str:
    message = refusal.message
    if refusal.code is Code.NOT_AWAITED and table.round is not None:
        awaited = _awaited(table.round)
        message += f": {awaited.chore} is due" if isinstance(awaited, AwaitsChore) else ""
    return f"{message} [{refusal.cite}]" if refusal.cite else message


def _value(value: object) -> str:
    written = str(value)
    return written if len(written) <= LONGEST_VALUE else f"{written[: LONGEST_VALUE - 3]}..."


def differences(table: Table, event: object) -> Iterator[str]:
    """How an event differs from what the rules say of the table before it."""
    r = table.round
    if isinstance(event, events.RoundStarted):
        yield from _started(table, event)
    if r is None:
        return
    match event:
        case events.Settled():
            yield from _settled(r, event)
        case events.CardDealt() | events.CardPlaced():
            yield from _dealt(r, event)
        case events.HoleChecked(blackjack) if blackjack is not is_natural(r.dealer[0]):
            yield f"blackjack: {_yes(blackjack)} is recorded; the cards say {_yes(not blackjack)}"
        case events.HoleShown(card) if (card,) != r.dealer[0][1:2]:
            dealt = r.dealer[0][1] if len(r.dealer[0]) > 1 else "none"
            yield f"{card} is recorded as hole card; {dealt} was dealt"
        case events.CardsCollected(cards) if Counter(cards) != Counter(on_layout(r)):
            yield "the cards collected are not those on the layout"
        case events.Decided():
            yield from _decided(r, event)
        case events.RoundEnded() if not r.finished:
            yield "the round ends before its last settlement"
        case events.RoundEnded(number) if number != table.rounds:
            yield f"round {number} is recorded to end; it is round {table.rounds}"


def _started(table: Table, event: events.RoundStarted) -> Iterator[str]:
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


def _dealt(r: Round, event: events.CardDealt | events.CardPlaced) -> Iterator[str]:
    """A card goes where the next one is due."""
    awaited = _awaited(r)
    if not isinstance(awaited, AwaitsCard):
        yield "a card is recorded; none is due"
        return
    place = awaited.place
    if (event.box, event.hand, event.why, event.face) != (place.box, place.hand, place.why, place.face):
        yield f"a card is recorded at another place than where it is due: {awaited.to}"


def _decided(r: Round, event: events.Decided) -> Iterator[str]:
    """A decision is one that the box may take now, by somebody on it."""
    box = r.box(event.box)
    people = () if box is None else (box.bet.player, *(each.bet.player for each in box.backers))
    calls = event.player in people[:1] or not people
    if calls and event.do not in (legal_in(r, event.box) if _awaited(r) is not None else ()):
        yield f"box {event.box} is recorded to {event.do}; it may not"
    if event.player not in people:
        yield f"{event.player!r} is recorded to decide; box {event.box} is not theirs"


def unlike_the_shuffle(table: Table, event: object) -> str:
    """How an event is not as the cards were shuffled; empty where it is, or nobody can know."""
    if isinstance(event, CardsShuffled) and event.commitment:
        if commitment_of(event.order, event.salt) != event.commitment:
            return "the commitment does not match this order and salt"
        return ""
    recorded, shoe = getattr(event, "drawn", None), table.shoe
    if recorded is None or not shoe.virtual:
        return ""
    if isinstance(event, CardBurned | DeterminantDrawn):
        side = shoe.sides[shoe.side_named(event.side)]
        left = side.stack[side.at : side.at + 1]
    else:
        left = () if is_empty(shoe) else (peek(shoe),)
    if left == (recorded,):
        return ""
    return f"{recorded} is recorded; " + (
        f"the shuffled order has {left[0]}" if left else "no card is left"
    )


def money_missing(table: Table) -> str:
    """Between rounds all money adds up to zero; empty where it does, or a round is dealt."""
    if table.round is not None:
        return ""
    staked = sum(sum(bet.stakes.values()) for bet in table.bets)
    total = table.house + table.tokes + sum(table.purses.values()) + staked
    if not total:
        return ""
    return f"the money does not add up: ${dollars(abs(total))} too {'much' if total > 0 else 'little'}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _settled(r: Round, event: events.Settled) -> Iterator[str]:
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
    differing = list(_lines(event.lines, wanted.lines))
    yield from differing
    if not differing and event.lines != wanted.lines:
        yield "the lines are not in the order in which the dealer collects and pays"
    for name in ("meters", "done", "hands", "spots", "final", "left"):
        recorded, due = getattr(event, name), getattr(wanted, name)
        if recorded != due:
            yield f"{name}: recorded {_plain(recorded)}, it should be {_plain(due)}"


def _plain(value: object) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{name} {signed(amount).lstrip('+')}" for name, amount in value.items()) or "none"


def _lines(recorded: tuple[Line, ...], due: tuple[Line, ...]) -> Iterator[str]:
    """Lines that are on one side only, a changed one reported once."""
    extra = list((Counter(recorded) - Counter(due)).elements())
    missing = list((Counter(due) - Counter(recorded)).elements())
    for line in extra:
        same = next((each for each in missing if _place(each) == _place(line)), None)
        if same is None:
            yield f"recorded: {line_row(line, _NO_HANDS)}; no such line is due"
        else:
            missing.remove(same)
            yield f"recorded: {line_row(line, _NO_HANDS)}; it should be: {line_row(same, _NO_HANDS)}"
    for line in missing:
        yield f"not recorded: {line_row(line, _NO_HANDS)}"


def _place(line: Line) -> tuple[object, ...]:
    return line.box, line.hand, line.wager, line.player, line.paid_to
