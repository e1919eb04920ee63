"""Drives real tables to every moment of a round and tries every act of the matrix there.

Everybody at the table does what is awaited, at random, from shoes that are rich in aces and tens, in
pairs, in sevens ...; before each step the acts that were not tried at this moment are tried, and what
the table answers is held against the document's matrix. After an act that the table took, the round
is played to its end, and every cent and every card must be where it belongs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cutcard import rules
from cutcard.cards import Card, card, cards
from cutcard.law import HandState, MatrixCell, MatrixRow, Moment, Refusal, Refused, RuleSet
from cutcard.rules import TWO_CARDS, Action, dealer_draws, may_be_blackjack
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Role,
    cards_to_shuffle,
    commitment_of,
    cut_limits,
    is_empty,
    usual_steps,
)
from cutcard.table import Settings, Table, awaits, awaits_in, commands as c, game_of, new_table, step
from cutcard.table.moments import act_of, hand_state, hand_to_act, moment_of
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.round_commands import due_before_card, has_card_out
from cutcard.table.round import AwaitsChore, AwaitsDecision, AwaitsFollowers, Round, double_is_down
from table.driver import Driver
from table.invariants import check_cards, check_money
from table.trouble import FLOOR, GUEST, STAKE

Hand = tuple[int, int]
THEMES: Final[tuple[Mapping[str, float], ...]] = (
    {},
    {"A": 6, "T": 3, "K": 3},
    {"8": 8, "A": 4, "3": 4},
    {"7": 40, "A": 30, "K": 30},
    {"2": 6, "3": 6, "4": 6},
    {"6": 5, "5": 5, "T": 2},
)
"""Which ranks come early in a shoe, and how much so."""


class Attempt(NamedTuple):
    """A command to try, what has to happen before it, and the hand that it is about."""

    command: c.Command
    before: tuple[c.Command, ...] = ()
    hand: Hand | None = None


class Walker(Driver):
    """Everybody at a table with a shoe that is rich in some ranks."""

    theme: Mapping[str, float] = THEMES[0]
    first: tuple[Card, ...] = ()
    """What is dealt first, whatever the theme."""

    def _scan(self, name: str | None = None) -> Card | None:
        if self.table.shoe.virtual or self.table.round is None or not self.first:
            return super()._scan(name)
        card, self.first = self.first[0], self.first[1:]
        return card

    def _act(self, wanted: Due) -> Act:
        shoe, by = self.table.shoe, By(sorted(wanted.roles)[0], wanted.who or self.dealer.name)
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


def _report(what: str, **fields: object) -> c.Report:
    return c.Report(FLOOR, what, **fields)  # type: ignore[arg-type]


def _cards(table: Table) -> tuple[Card, ...]:
    """The card that a physical table's reports must name."""
    if table.shoe.virtual:
        return ()
    left = Counter(table.shoe.law.pack)
    left.subtract(each for side in table.shoe.sides for each in (*side.out, *side.pile.rack))
    return (next(each for each, count in left.items() if count > 0),)


def hands_in(table: Table) -> list[Hand]:
    """Every hand of the round."""
    if table.round is None:
        return [(1, 1)]
    return [(b.bet.box, n) for b in table.round.boxes for n in range(1, b.number_of_hands + 1)]


def _boxes(table: Table, meant: Callable[[rules.Hand], bool] = lambda _: True) -> list[Hand]:
    """The boxes of the round, each by the hand that is to act there, or the first that is meant."""
    turn, r = hand_to_act(table), table.round
    if r is None:
        return [(1, 1)]
    hands = []
    for box in r.boxes:
        found = [n for n, hand in enumerate(box.hands(), 1) if meant(hand)]
        first = (box.bet.box, found[0] if found else 1)
        hands.append(turn if turn is not None and turn[0] == box.bet.box else first)
    return hands


# How each irregularity is reported.


def _plain(table: Table, act: str) -> Iterator[Attempt]:
    what = "reader_misused" if act in ("reader_shows", "reader_hides") else act
    named = (TEN,) if act == "ten_found" else _cards(table) if act in WITH_CARD else ()
    yield Attempt(_report(what, cards=named))


def _second(table: Table, act: str) -> Iterator[Attempt]:
    ten = act == "tens_found"
    one = _report("ten_found" if ten else "card_face_up", cards=(TEN,) if ten else _cards(table))
    yield Attempt(one, (one,))


def _of_side(table: Table, act: str) -> Iterator[Attempt]:
    for side in table.shoe.law.sides:
        yield Attempt(_report(act, side=side))


def _of_hand(table: Table, act: str) -> Iterator[Attempt]:
    what, choice = CHOICES.get(act, (act, ""))
    for hand in hands_in(table):
        yield Attempt(_report(what, box=hand[0], hand=hand[1], choice=choice), (), hand)


def _of_box(table: Table, act: str) -> Iterator[Attempt]:
    for hand in _boxes(table, lambda hand: hand.doubled):
        yield Attempt(_report(act, box=hand[0]), (), hand)


def _misdelivered(table: Table, act: str) -> Iterator[Attempt]:
    what, choice = CHOICES[act]
    yield Attempt(_report(what, cards=_cards(table), choice=choice))


def _let_out(table: Table, act: str) -> Iterator[Attempt]:
    wrong = _report("misdelivered", cards=_cards(table), choice="burn")
    for hand in _boxes(table, lambda hand: not hand.settled and not hand.dead):
        yield Attempt(_report(act, box=hand[0]), (wrong,), hand)


def _refused(table: Table, act: str) -> Iterator[Attempt]:
    before = moment_of(table) is Moment.DETERMINANT
    shown = () if before else (_report("drawn_exposed", cards=_cards(table)),)
    for hand in _boxes(table):
        yield Attempt(c.Report(_caller(table, hand[0]), act, box=hand[0]), shown, hand)


def _light(_: Table, act: str) -> Iterator[Attempt]:
    dark = _report("light_failed", box=1)
    if act == "light_failed":
        yield Attempt(dark)
    else:
        yield Attempt(_report("light_failed", box=1, choice="repaired"), (dark,))


def _repaired(table: Table, _: str) -> Iterator[Attempt]:
    broken = (_report("reader_failed"),) if table.reader_works else ()
    yield Attempt(_report("reader_failed", choice="repaired"), broken)


def attempts(table: Table, act: str) -> Iterator[Attempt]:
    """Every way to try an act now."""
    return WAYS.get(act, _procedures)(table, act)


TEN: Final = card("Tc")
WITH_CARD: Final = ("card_face_up", "drawn_exposed", "overdraw")
CHOICES: Final[Mapping[str, tuple[str, str]]] = {
    "hand_one_card": ("hand_one_card", "card"),
    "hand_one_card_dead": ("hand_one_card", "dead"),
    "missed_card": ("missed_card", "card"),
    "missed_card_dead": ("missed_card", "dead"),
    "irregular_double_void": ("irregular_double", "void"),
    "irregular_double_continue": ("irregular_double", "continue"),
    "misdelivered_next": ("misdelivered", "next"),
    "misdelivered_burn": ("misdelivered", "burn"),
}
WAYS: Final[Mapping[str, Callable[[Table, str], Iterator[Attempt]]]] = {
    **dict.fromkeys(("card_face_up", "ten_found", "drawn_unseen", "drawn_exposed", "overdraw"), _plain),
    **dict.fromkeys(("dealer_missed", "reader_shows", "reader_hides", "reader_failed"), _plain),
    **dict.fromkeys(("check_missed", "up_card_not_moved", "up_card_discarded"), _plain),
    **dict.fromkeys(("too_few_cards", "cover_card_out"), _plain),
    **dict.fromkeys(("cards_face_up", "tens_found"), _second),
    **dict.fromkeys(("hand_undealt", *CHOICES), _of_hand),
    **dict.fromkeys(("misdelivered_next", "misdelivered_burn"), _misdelivered),
    **dict.fromkeys(("light_failed", "light_failed_repaired"), _light),
    "wrong_side": _of_side,
    "double_card_up": _of_box,
    "players_let_out": _let_out,
    "exposed_refused": _refused,
    "reader_failed_repaired": _repaired,
}


# How each step of the ordinary course of a round is tried.

CHORES: Final = ("settle", "check_hole_card", "show_hole_card", "collect_cards")


def _caller(table: Table, box: int) -> By:
    name = f"player-{box}" if table.round is None else table.round.box_at(box).bet.player
    return By(Role.PLAYER, name)


def _procedures(table: Table, act: str) -> Iterator[Attempt]:
    one, dealer = By(Role.PLAYER, "player-1"), By(Role.DEALER, table.dealer or "dee")
    fixed: Mapping[str, c.Command] = {
        "open_table": c.OpenTable(dealer),
        "close_table": c.CloseTable(FLOOR),
        "change_dealer": c.ChangeDealer(FLOOR, "dan"),
        "sit": c.Sit(By(Role.PLAYER, "newcomer"), 0),
        "leave": c.Leave(one),
        "place_bet": c.PlaceBet(one, 1, dict.fromkeys(main_wagers(table.game), STAKE)),
        "take_back": c.TakeBack(one, 1),
        "start_round": c.StartRound(dealer),
        "permit_entry": c.PermitEntry(FLOOR, GUEST),
        "close_offers": c.CloseOffers(dealer),
    }
    if act in fixed:
        bet = (
            (fixed["place_bet"],) if act in ("take_back", "start_round") and not _has_bet(table) else ()
        )
        yield Attempt(fixed[act], bet)
    elif act in CHORES:
        yield Attempt(c.Perform(dealer, act))
    elif act == "deal_card":
        card = None if table.shoe.virtual else _cards(table)[0]
        yield Attempt(c.DealCard(dealer, card))
    elif act == "confirm":
        awaited = awaits(table)
        box, wager = "1", "main"
        if isinstance(awaited, AwaitsChore) and awaited.chore == "confirm_payout":
            box, wager = awaited.moment.split(" ", 1)
        yield Attempt(c.Confirm(FLOOR, int(box), wager))
    elif act == "follow":
        awaited = awaits(table)
        if isinstance(awaited, AwaitsFollowers):
            by = By(Role.PLAYER, awaited.players[0])
            yield Attempt(c.Follow(by, awaited.box, hand=awaited.hand))
        else:
            yield Attempt(c.Follow(By(Role.PLAYER, GUEST), 1))
    elif act == "decline":
        awaited = awaits(table)
        asked = hands_in(table)[0][0]
        if isinstance(awaited, AwaitsDecision):
            asked = next(iter(awaited.offers))
        yield Attempt(c.Decline(_caller(table, asked), asked))
    elif act in tuple(Action):
        for number, _ in _boxes(table):
            yield Attempt(c.Decide(_caller(table, number), number, Action(act)))
    else:
        raise AssertionError(f"no way to try {act}")


def _has_bet(table: Table) -> bool:
    return table.round is not None or any(bet.box == 1 and "main" in bet.stakes for bet in table.bets)


# What must be true for an act to have happened at all, besides the moment.


def _reader_was_wrong(table: Table, _: Attempt) -> bool:
    """The up card rules a blackjack out, and the hole card is not known."""
    r = table.round
    return r is None or not r.dealer[0] or not (may_be_blackjack(r.up) or r.hole_shown)


def _dealer_stands(table: Table, _: Attempt) -> bool:
    r = table.round
    if r is None or len(r.dealer[-1]) < TWO_CARDS:
        return False
    hidden = r.game.hole_card in ("card_reader", "face_down") and not r.hole_shown
    return not hidden and not dealer_draws(r.game, r.dealer[-1])


def _double_lies_down(table: Table, attempt: Attempt) -> bool:
    r = table.round
    if r is None or attempt.hand is None:
        return True
    box = r.box_at(attempt.hand[0])
    hands = [hand for hand in box.hands() if double_is_down(r, box, hand)]
    return any(not (hand.draws_owed or hand.dead or hand.settled) for hand in hands)


def _hand_is_built_on_up_card(table: Table, _: Attempt) -> bool:
    return table.round is None or table.round.spots_settled > 0


def _has_one_card(table: Table, attempt: Attempt) -> bool:
    if table.round is None or attempt.hand is None:
        return True
    return len(table.round.box_at(attempt.hand[0]).hand(attempt.hand[1]).cards) == 1


def _is_doubled(table: Table, attempt: Attempt) -> bool:
    if table.round is None or attempt.hand is None:
        return True
    return table.round.box_at(attempt.hand[0]).hand(attempt.hand[1]).doubled


def _cards_are_scanned(table: Table, _: Attempt) -> bool:
    return not table.shoe.virtual


def _reader_works(table: Table, _: Attempt) -> bool:
    return table.reader_works


def _has_lights(table: Table, _: Attempt) -> bool:
    return any(offer.law.meters for offer in table.rules.offers.values())


def _has_cards(table: Table, _: Attempt) -> bool:
    return not is_empty(table.shoe)


def _something_is_open(table: Table, attempt: Attempt) -> bool:
    """Whether a card can be delivered wrongly, and the box has a wager that is not decided."""
    r = table.round
    if r is None or attempt.hand is None or is_empty(table.shoe):
        return r is None
    box = r.box_at(attempt.hand[0])
    sides = {*box.bet.stakes} - {*r.spots} - box.settled
    undecided = any(not hand.settled and not hand.dead for hand in box.hands())
    return not box.out and (bool(sides) or undecided)


def _other_side_is_dealt_from(table: Table, attempt: Attempt) -> bool:
    assert isinstance(attempt.command, c.Report)
    return table.shoe.waiting is None and attempt.command.side != table.shoe.side.pile.name


def _nothing_to_shuffle(table: Table, _: Attempt) -> bool:
    return is_empty(table.shoe) and not has_card_out(table) and due_before_card(table) is None


TRUE_WHEN: Final[Mapping[str, Callable[[Table, Attempt], bool]]] = {
    "reader_shows": _reader_was_wrong,
    "reader_hides": _reader_was_wrong,
    "overdraw": _dealer_stands,
    "hand_one_card": _has_one_card,
    "hand_one_card_dead": _has_one_card,
    "up_card_not_moved": _hand_is_built_on_up_card,
    "up_card_discarded": _hand_is_built_on_up_card,
    "double_card_up": _double_lies_down,
    "irregular_double_void": _is_doubled,
    "irregular_double_continue": _is_doubled,
    "cover_card_out": _cards_are_scanned,
    "ten_found": _cards_are_scanned,
    "tens_found": _cards_are_scanned,
    "light_failed": _has_lights,
    "light_failed_repaired": _has_lights,
    "reader_failed": _reader_works,
    "card_face_up": _has_cards,
    "cards_face_up": _has_cards,
    "drawn_exposed": _has_cards,
    "exposed_refused": _has_cards,
    "misdelivered_next": _has_cards,
    "misdelivered_burn": _has_cards,
    "players_let_out": _something_is_open,
    "wrong_side": _other_side_is_dealt_from,
    "too_few_cards": _nothing_to_shuffle,
}
MAY: Final = frozenset({*Action, "decline", "follow", "confirm", "show_device", "leave", "deal_card"})
"""Acts that a moment allows and the rules of the hand may still forbid: some must be taken there."""


def holds_for(cell: MatrixCell, table: RuleSet) -> bool:
    """Whether a table is one of those that a cell is about."""
    feature = cell.where
    if feature is None:
        return True
    if feature.variation and table.variation != feature.variation:
        return False
    if feature.not_variation and table.variation == feature.not_variation:
        return False
    if feature.wagers and not any(each in table.offers for each in feature.wagers):
        return False
    return not feature.option or feature.admits(table.options.get(feature.option))


def cell_for(row: MatrixRow, column: Moment | HandState, table: RuleSet) -> MatrixCell:
    """What a row says of a moment, or of a hand's state, at a table with these rules."""
    apart = [each for each in row.cells(column) if each.where is not None and holds_for(each, table)]
    assert len(apart) <= 1, f"{row.act}: {column}: two statements for one table"
    return apart[0] if apart else next(each for each in row.cells(column) if each.where is None)


RARE: Final = (Moment.LATE_CARD, Moment.VOIDED)
"""Moments that only an irregularity brings about: everything is tried there too."""
Taken = tuple[str, Moment, HandState | None]
BEHIND: Final = {"cover_card_out": "cover_reached", "check_missed": "hole_card_checked"}
"""Irregularities that also rest on an option, of which a variation may have its own provision."""


class Walk:
    """A table at which everything is tried, and what the table did otherwise than the matrix says."""

    def __init__(
        self, ruleset: RuleSet, settings: Settings, acts: tuple[str, ...], *, times: int = 1
    ) -> None:
        self.rules, self.settings, self.acts, self.times = ruleset, settings, acts, times
        self.matrix = ruleset.document.matrix
        self.tried: Counter[tuple[str, Moment, HandState | None, bool]] = Counter()
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
                key = (act, moment, state)
                happens = TRUE_WHEN.get(act, _always)(table, attempt)
                if self.tried[*key, happens] < self.times and self._try(walker, attempt, key):
                    self.tried[*key, happens] += 1

    def _try(self, walker: Walker, attempt: Attempt, key: Taken) -> bool:
        """Try an act; whether it could be: what has to come first may make it another one."""
        table = walker.table
        for command in attempt.before:
            outcome = step(table, command)
            if isinstance(outcome, Refusal):
                self._judge(table, attempt, key, outcome)
                return True
            table = outcome[0]
        if key[0] == "reader_failed_repaired":
            # A broken reader may keep the next round from coming.
            key = (key[0], moment_of(table), key[2])
        reported = isinstance(attempt.command, c.Report)
        if moment_of(table) is not key[1] or (reported and act_of(table, attempt.command) != key[0]):
            return False
        written, outcome = repr(table.round), step(table, attempt.command)
        if isinstance(outcome, Refusal):
            assert repr(table.round) == written, f"{attempt.command} was refused and left its mark"
            self._judge(table, attempt, key, outcome)
            return True
        self.taken.add(key)
        self._judge(table, attempt, key, None)
        try:
            self._play_on(walker, outcome[0], key)
        except (AssertionError, Refused) as problem:
            self.problems[key] = f"taken, and then: {problem}"
        return True

    def _judge(self, table: Table, attempt: Attempt, key: Taken, refusal: Refusal | None) -> None:
        """Hold an answer of the table against the matrix."""
        act, moment, state = key
        row = self.matrix.rows[act]
        if moment in self.matrix.absent or state in self.matrix.absent:
            self.problems[key] = "the document has no such moment or hand"
            return
        cells = [cell_for(row, moment, self.rules)]
        if state is not None and row.hands:
            cells.append(cell_for(row, state, self.rules))
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
        """To the end of the round, with everything accounted for."""
        after = Walker(table, random.Random(f"{key} {walker.theme}"))
        after.theme = walker.theme
        for _ in range(MOST_STEPS):
            check_money(after.table)
            if after.table.round is None or after.table.is_closed:
                break
            if moment_of(after.table) in RARE:
                self._try_all(after)
            after.go_on()
        assert after.table.round is None, "the round never ends"
        check_cards(after.table)


MOST_STEPS: Final = 400
NEW_DEALER: Final = 0.3


def _state(r: Round, hand: Hand, turn: Hand | None) -> HandState | None:
    """How a hand stands; None where it is the one that is asked, or is due a card."""
    awaited = awaits_in(r)
    asked = isinstance(awaited, AwaitsDecision) and hand[0] in awaited.offers and awaited.hand is None
    return None if asked or hand == turn else hand_state(r, r.box_at(hand[0]), hand[1])


def _signature(table: Table, moment: Moment, turn: Hand | None) -> object:
    """All of a table that makes a difference to what may be reported."""
    r = table.round
    if r is None:
        return moment
    states = {
        (hand_state(r, box, number), (box.bet.box, number) == turn)
        for box in r.boxes
        for number in range(1, box.number_of_hands + 1)
    }
    of_dealer = (
        r.hole_shown,
        bool(r.dealer[0]) and may_be_blackjack(r.up),
        _dealer_stands(table, NOTHING),
    )
    found = frozenset(r.aside)
    return (
        moment,
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
