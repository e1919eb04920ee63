"""Drives real tables to every moment of a round and tries every act of the matrix there.

Everybody at the table does what is awaited, at random, from shoes that are rich in aces and tens, in
pairs, in sevens ...; before each step the acts that were not tried at this moment are tried, and what
the table answers is held against the document's matrix. After an act that the table took, the round
is played to its end, and every cent and every card must be where it belongs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cutcard.cards import Card, cards
from cutcard.law import (
    CardStep,
    Code,
    HandState,
    MatrixCell,
    MatrixRow,
    Moment,
    Refusal,
    Refused,
    RuleSet,
)
from cutcard.rules import Action, may_be_blackjack
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    cards_to_shuffle,
    commitment_of,
    cut_limits,
    is_empty,
    usual_steps,
)
from cutcard.table import Settings, Table, awaits, awaits_in, commands as c, game_of, new_table, step
from cutcard.table.moments import act_of, card_step, hand_state, hand_to_act, moment_of
from cutcard.table.round import (
    AwaitsBets,
    AwaitsDecision,
    Round,
)
from law.matrix_house_acts import BETWEEN_ROUNDS, HOUSE_TRUE_WHEN, HOUSE_WAYS, Attempt
from law.matrix_round_acts import REPORT_WAYS, ROUND_TRUE_WHEN, Hand, dealer_stands, procedures
from table.driver import Driver
from table.invariants import check_cards, check_money
from table.trouble import FLOOR

THEMES: Final[tuple[Mapping[str, float], ...]] = (
    {},
    {"A": 6, "T": 3, "K": 3},
    {"8": 8, "A": 4, "3": 4},
    {"7": 40, "A": 30, "K": 30},
    {"2": 6, "3": 6, "4": 6},
    {"6": 5, "5": 5, "T": 2},
)
"""Which ranks come early in a shoe, and how much so."""


class Walker(Driver):
    """Everybody at a table with a shoe that is rich in some ranks."""

    theme: Mapping[str, float] = THEMES[0]
    first: tuple[Card, ...] = ()
    """What is dealt first, whatever the theme."""
    idled: bool = False
    """Whether the house has done something between two rounds."""

    def _scan(self, name: str | None = None) -> Card | None:
        if self.table.shoe.virtual or self.table.round is None or not self.first:
            return super()._scan(name)
        card, self.first = self.first[0], self.first[1:]
        return card

    def _act(self, wanted: Due) -> Act:
        shoe, by = self.table.shoe, By(sorted(wanted.roles)[0], wanted.who or self.dealer.name)
        if wanted.chore is Chore.ACCEPT_CUT and self.rng.random() < REFUSES_CUT:
            return Act(Chore.REFUSE_CUT, by, batch=wanted.batch)
        if wanted.chore in (Chore.ACCEPT_CUT, Chore.CUT):
            cut = cut_limits(shoe.law, shoe.batch(wanted.batch).size)[0]
            return Act(wanted.chore, by, batch=wanted.batch, position=cut)
        if wanted.chore is not Chore.SHUFFLE or not shoe.virtual:
            return super()._act(wanted)
        order = sorted(cards_to_shuffle(shoe, wanted), key=self._place)
        for each in self.first:
            order.remove(each)
        burned = 0 if shoe.law.is_double else 1
        order = [*order[:burned], *self.first, *order[burned:]]
        cut = cut_limits(shoe.law, len(order))[0]
        order = order[len(order) - cut :] + order[: len(order) - cut]  # the cut brings the first back
        steps = usual_steps(shoe, shoe.batch(wanted.batch))
        seal = commitment_of(order, "walk")
        named = {"batch": wanted.batch, "side": wanted.side, "why": wanted.why, "steps": steps}
        return Act(Chore.SHUFFLE, by, order=tuple(order), salt="walk", commitment=seal, **named)  # type: ignore[arg-type]

    def _place(self, card: Card) -> float:
        return float(1 - self.rng.random() ** (1 / self.theme.get(card.rank, 1)))


def attempts(table: Table, act: str) -> Iterator[Attempt]:
    """Every way to try an act now."""
    return (REPORT_WAYS.get(act) or HOUSE_WAYS.get(act, procedures))(table, act)


TRUE_WHEN: Final = {**ROUND_TRUE_WHEN, **HOUSE_TRUE_WHEN}
"""What must be true for an act to have happened at all, besides the moment."""
MAY: Final = frozenset(
    {*Action, "decline", "follow", "confirm", "show_device", "show_draw", "join_box", "deal_card"}
)
"""Acts that a moment allows and the rules of the hand may still forbid: some must be taken there."""


def holds_for(cell: MatrixCell, table: Table) -> bool:
    """Whether a table is one of those that a cell is about; a shuffler that is put aside is none."""
    feature, rules = cell.where, table.rules
    if feature is None:
        return True
    if feature.variation and rules.variation != feature.variation:
        return False
    if feature.not_variation and rules.variation == feature.not_variation:
        return False
    if feature.wagers and not any(each in rules.offers for each in feature.wagers):
        return False
    in_use = table.shoe.method if feature.option == "shuffler" else rules.options.get(feature.option)
    return not feature.option or feature.admits(in_use)


def cell_for(row: MatrixRow, column: Moment | HandState | CardStep, table: Table) -> MatrixCell:
    """What a row says of a moment, a hand's state or a step, at a table as it is."""
    apart = [each for each in row.cells(column) if each.where is not None and holds_for(each, table)]
    assert len(apart) <= 1, f"{row.act}: {column}: two statements for one table"
    return apart[0] if apart else next(each for each in row.cells(column) if each.where is None)


RARE: Final = (Moment.LATE_CARD, Moment.VOIDED)
"""Moments that only an irregularity brings about: everything is tried there too."""


class Taken(NamedTuple):
    """An act and where it was tried."""

    act: str
    moment: Moment
    state: HandState | None = None
    """How the hand stands that it is about."""
    step: CardStep | None = None
    """What was due with the cards, for acts to which that makes a difference."""


BEHIND: Final = {"cover_card_out": "cover_reached", "check_missed": "hole_card_checked"}
"""Irregularities that also rest on an option, of which a variation may have its own provision."""


class Walk:
    """A table at which everything is tried, and what the table did otherwise than the matrix says."""

    def __init__(
        self, ruleset: RuleSet, settings: Settings, acts: tuple[str, ...], *, house_plays: int = 1
    ) -> None:
        self.rules, self.settings, self.acts = ruleset, settings, acts
        self.house_plays = house_plays
        """Of so many acts of the house that were taken, one is played on from."""
        self.house_acts = 0
        self.matrix = ruleset.document.matrix
        self.tried: set[tuple[Taken, bool, bool]] = set()
        self.signatures: set[object] = set()
        self.taken: set[Taken] = set()
        self.problems: dict[Taken, str] = {}

    def rounds(self, rounds: int, *, boxes: int, seed: int, first: str = "") -> None:
        """So many rounds from every kind of shoe."""
        for at, theme in enumerate(THEMES):
            table = new_table(self.rules, game_of(self.rules), self.settings)
            walker = Walker(table, random.Random(f"{seed} {at}"))
            walker.theme, walker.first = theme, cards(first)
            self._try_all(walker)
            walker.open(boxes)
            while walker.table.rounds < rounds or walker.table.round is not None:
                self._try_all(walker)
                if not walker.idled and walker.table.rounds and moment_of(walker.table) is Moment.BETS:
                    walker.idled = True
                    if walker.tried(BETWEEN_ROUNDS[at](walker.table)):
                        continue
                if walker.table.round is not None and walker.table.round.nothing_dealt:
                    self._new_dealer(walker)
                walker.go_on()

    def _new_dealer(self, walker: Walker) -> None:
        """Another dealer sometimes comes between the last bet and the first card."""
        if walker.rng.random() < NEW_DEALER:
            walker.give(c.ChangeDealer(FLOOR, "dan" if walker.table.dealer == "dee" else "dee"))
            self._try_all(walker)

    def _try_all(self, walker: Walker) -> None:
        table = walker.table
        moment, turn = moment_of(table), hand_to_act(table)
        if (signature := _signature(table, moment, turn)) in self.signatures:
            return
        self.signatures.add(signature)
        for act in self.acts:
            for attempt in attempts(table, act):
                state = None
                if attempt.hand is not None and table.round is not None:
                    state = _state(table.round, attempt.hand, turn)
                key = Taken(act, moment, state, _step_of(table, act))
                happens = TRUE_WHEN.get(act, _always)(table, attempt)
                once = key, happens, bool(attempt.before)
                if once not in self.tried and self._try(walker, attempt, key):
                    self.tried.add(once)

    def _try(self, walker: Walker, attempt: Attempt, key: Taken) -> bool:
        """Try an act; whether it could be: what comes first may make it another one, or move it."""
        table, asked_at = walker.table, key.moment
        for command in attempt.before:
            outcome = step(table, command)
            if isinstance(outcome, Refusal):
                self._judge(table, attempt, key, outcome)
                return True
            table = outcome[0]
        if key.act in ELSEWHERE:
            key = key._replace(moment=moment_of(table), step=_step_of(table, key.act))
        reported = isinstance(attempt.command, c.Report)
        if moment_of(table) is not key.moment or (
            reported and act_of(table, attempt.command) != key.act
        ):
            return False
        written, outcome = repr(table.round), step(table, attempt.command)
        if isinstance(outcome, Refusal):
            assert repr(table.round) == written, f"{attempt.command} was refused and left its mark"
            self._judge(table, attempt, key, outcome)
            return key.moment is asked_at
        self.taken.add(key)
        self._judge(table, attempt, key, None)
        if key.act in HOUSE_WAYS:
            self.house_acts += 1
            if self.house_acts % self.house_plays:
                return key.moment is asked_at
        try:
            self._play_on(walker, outcome[0], key)
        except (AssertionError, Refused) as problem:
            self.problems[key] = f"taken, and then: {problem}"
        return key.moment is asked_at

    def _judge(self, table: Table, attempt: Attempt, key: Taken, refusal: Refusal | None) -> None:
        """Hold an answer of the table against the matrix."""
        act, moment, state, due = key
        if {moment, state, due} & self.matrix.absent.keys():
            self.problems[key] = "the document has no such moment, hand or step"
            return
        if act in self.matrix.no_acts:
            if refusal is None:
                self.problems[key] = f"not in the document, and taken: {attempt.command}"
            elif not refusal.cite and refusal.code is not Code.UNKNOWN_IRREGULARITY:
                self.problems[key] = f"not in the document, and refused by nothing: {refusal}"
            return
        row = self.matrix.rows[act]
        cells = [cell_for(row, moment, table)]
        if state is not None and row.hands:
            cells.append(cell_for(row, state, table))
        if due is not None and row.steps:
            cells.append(cell_for(row, due, table))
        because = [each for each in cells if each.stance == "impossible"]
        happens = TRUE_WHEN.get(act, _always)(table, attempt)
        if because or not happens:
            cites = {each.cite for each in because or cells}
            cites.update(*(self._cites_of(each) for each in (attempt.command, *attempt.before)))
            self._judge_impossible(attempt, key, refusal, cites)
        elif refusal is not None and act not in MAY:
            self.problems[key] = f"{cells[0].stance}, and refused: {refusal.message} ({refusal.cite})"

    def _cites_of(self, command: c.Command) -> Iterator[str]:
        """The provision of the irregularity reported, and that of the table's own option behind it."""
        what = command.what if isinstance(command, c.Report) else ""
        provision = self.rules.document.provisions.get(what)
        if provision is not None:
            yield provision.cite
        if what in BEHIND:
            yield self.rules.document.effective_options(self.rules.variation)[BEHIND[what]].cite

    def _judge_impossible(
        self, attempt: Attempt, key: Taken, refusal: Refusal | None, cites: set[str]
    ) -> None:
        if refusal is None:
            self.problems[key] = f"impossible, and taken: {attempt.command}"
        elif not refusal.cite or (isinstance(attempt.command, c.Report) and refusal.cite not in cites):
            self.problems[key] = (
                f"refused by {refusal.cite or 'nothing'}, not {sorted(cites)}: {refusal}"
            )

    def _play_on(self, walker: Walker, table: Table, key: Taken) -> None:
        """To the end of the round, or to the next bets, with everything accounted for."""
        after = Walker(table, random.Random(f"{key} {walker.theme}"))
        after.theme = walker.theme
        for _ in range(MOST_STEPS):
            check_money(after.table)
            if _is_over(after.table, key):
                break
            if moment_of(after.table) in RARE:
                self._try_all(after)
            after.go_on()
        assert _is_over(after.table, key), "the round never ends, or the cards are never ready"
        check_cards(after.table)


def _is_over(table: Table, key: Taken) -> bool:
    """Whether nothing is to be played on after an act: the next bets are awaited, or nobody is there."""
    if table.round is not None:
        return False
    gone = not table.is_open or table.is_closed or not table.arrived
    return gone or key.act not in HOUSE_WAYS or isinstance(awaits(table), AwaitsBets)


ELSEWHERE: Final = (
    *("reader_failed_repaired", "cover_shuffler", "repair_shuffler", "excuse_burn", "burn"),
    "shuffle_rack",
)
"""Acts of which what has to come first may change the moment: a broken reader, a new dealer ..."""
MOST_STEPS: Final = 400
NEW_DEALER: Final = 0.3
REFUSES_CUT: Final = 0.4


def _state(r: Round, hand: Hand, turn: Hand | None) -> HandState | None:
    """How a hand stands; None where it is the one that is asked, or is due a card."""
    awaited = awaits_in(r)
    asked = isinstance(awaited, AwaitsDecision) and hand[0] in awaited.offers and awaited.hand is None
    return None if asked or hand == turn else hand_state(r, r.box_at(hand[0]), hand[1])


def _step_of(table: Table, act: str) -> CardStep | None:
    return card_step(table) if act in HOUSE_WAYS else None


def _signature(table: Table, moment: Moment, turn: Hand | None) -> object:
    """All of a table that makes a difference to what may be reported."""
    r = table.round
    if r is None:
        shoe = table.shoe
        idle = any(each.idle for each in shoe.desk.batches)
        return (
            moment,
            card_step(table),
            shoe.side.pile.loaded,
            bool(table.bets),
            idle,
            shoe.desk.shuffler,
        )
    states = {
        (hand_state(r, box, number), (box.bet.box, number) == turn)
        for box in r.boxes
        for number in range(1, box.number_of_hands + 1)
    }
    of_dealer = (
        r.hole_shown,
        bool(r.dealer[0]) and may_be_blackjack(r.up),
        dealer_stands(table, NOTHING),
    )
    found = frozenset(r.aside)
    return (
        moment,
        card_step(table),
        frozenset(states),
        of_dealer,
        bool(r.waiting),
        is_empty(table.shoe),
        r.spots_settled,
        found,
    )


NOTHING: Final = Attempt(c.OpenTable(FLOOR))


def _always(_: Table, __: Attempt) -> bool:
    return True
