"""How each irregularity, and each step of the ordinary course of a round, is tried at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from cutcard import rules
from cutcard.cards import Card, card
from cutcard.law import Moment
from cutcard.rules import TWO_CARDS, Action, dealer_draws, may_be_blackjack
from cutcard.shoe import By, Role, is_empty
from cutcard.table import Table, awaits, commands as c
from cutcard.table.moments import hand_to_act, moment_of
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.round_commands import due_before_card, has_card_out
from cutcard.table.round import (
    AwaitsChore,
    AwaitsDecision,
    AwaitsFollowers,
    double_is_down,
    is_seen_bust,
)
from law.matrix_house_acts import Attempt
from table.trouble import FLOOR, GUEST, STAKE

Hand = tuple[int, int]


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
    alone = act == "hand_undealt" and table.shoe.waiting is not None and len(hands_in(table)) == 1
    for hand in () if alone else hands_in(table):  # nobody else could have the determinant card
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
REPORT_WAYS: Final[Mapping[str, Callable[[Table, str], Iterator[Attempt]]]] = {
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


def procedures(table: Table, act: str) -> Iterator[Attempt]:
    one, dealer = By(Role.PLAYER, "player-1"), By(Role.DEALER, table.dealer or "dee")
    fixed: Mapping[str, c.Command] = {
        "place_bet": c.PlaceBet(one, 1, dict.fromkeys(main_wagers(table.game), STAKE)),
        "take_back": c.TakeBack(one, 1),
        "start_round": c.StartRound(dealer),
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


def dealer_stands(table: Table, _: Attempt) -> bool:
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
    decided = [hand.settled or hand.dead or is_seen_bust(r, box, hand) for hand in box.hands()]
    return not box.out and (bool(sides) or not all(decided))


def _other_side_is_dealt_from(table: Table, attempt: Attempt) -> bool:
    assert isinstance(attempt.command, c.Report)
    return table.shoe.waiting is None and attempt.command.side != table.shoe.side.pile.name


def _nothing_to_shuffle(table: Table, _: Attempt) -> bool:
    return is_empty(table.shoe) and not has_card_out(table) and due_before_card(table) is None


ROUND_TRUE_WHEN: Final[Mapping[str, Callable[[Table, Attempt], bool]]] = {
    "reader_shows": _reader_was_wrong,
    "reader_hides": _reader_was_wrong,
    "overdraw": dealer_stands,
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
