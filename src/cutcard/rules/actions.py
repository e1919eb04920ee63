"""What a player may do with a hand, and which provision forbids the rest.

`why_not` is the one statement; `legal_actions` is everything that it does not refuse. `simple_play` is
one fixed way to play for bots, neighbours and exercises; no strategy table is written down here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cutcard.cards import Card
from cutcard.law import Code, Refusal
from cutcard.rules.dealer import checks_for_blackjack, surrender_precedes_check
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, TWO_CARDS, Hand, is_charlie


class Action(StrEnum):
    """Everything a player can decide."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    EVEN_MONEY = "even_money"
    SWITCH = "switch"
    RESCUE = "rescue"
    THIRD_CARD = "third_card"


@dataclass(frozen=True, slots=True)
class Position:
    """A hand at the moment of decision, with what the rules ask about its surroundings."""

    hand: Hand
    up: Card
    hands_in_box: int = 1
    acted: bool = False
    """Whether the box has taken any playing decision yet."""
    just_doubled: bool = False
    can_switch: bool = False
    in_play: bool = False
    """Whether the players' turns have begun, after insurance and the dealer's check."""


def _no(message: str, cite: str) -> Refusal:
    return Refusal(Code.ACTION_NOT_PERMITTED, message, cite)


DOUBLE_TOTALS: Final[Mapping[str, tuple[int, ...]]] = {
    "9_10_11": (9, 10, 11),
    "10_11": (10, 11),
    "9": (9,),
    "11": (11,),
}
"""The totals on which a hand may be doubled, by the value of `double_totals`; else any may be."""


def _stand(game: Game, at: Position) -> Refusal | None:
    if not at.just_doubled:
        return None
    return _no("a doubled hand stands", game.cite("double_draws", "double_cards"))


def _hit(game: Game, at: Position) -> Refusal | None:
    if at.just_doubled:
        return _no("a doubled hand takes one card only", game.cite("double_draws", "double_cards"))
    if at.hand.total >= TWENTY_ONE:
        return _no(f"a hand of {at.hand.total} may not draw", game.cite("draw_on_21", "double_on_21"))
    if at.hand.aces_split and not game.split_aces_draw:
        return _no("split aces take one card each", game.cite("split_aces_draw"))
    return _charlie(game, at)


def _charlie(game: Game, at: Position) -> Refusal | None:
    """A hand that has won by its number of cards takes no further decision."""
    if not is_charlie(at.hand, game.charlie):
        return None
    return _no(f"a hand of {game.charlie} cards has won", game.cite("charlie"))


def _double(game: Game, at: Position) -> Refusal | None:
    hand = at.hand
    if (won := _charlie(game, at)) is not None:
        return won
    if at.just_doubled:
        return _redouble(game, at)
    if hand.card_count > TWO_CARDS and game.double_cards == "first_two":
        return _no("only the first two cards may be doubled", game.cite("double_cards"))
    if hand.is_blackjack or (hand.total == TWENTY_ONE and not game.double_on_21):
        return _no("no double on a blackjack or on 21", game.cite("double_on_21"))
    if hand.from_split and not game.double_after_split:
        return _no("no double after a split", game.cite("double_after_split"))
    if hand.aces_split and not game.split_aces_draw:
        return _no("split aces take one card each", game.cite("split_aces_draw"))
    totals = DOUBLE_TOTALS.get(game.double_totals)
    if totals is not None and hand.total not in totals:
        *others, last = map(str, totals)
        counts = f"{', '.join(others)} or {last}" if others else last
        return _no(f"a double needs a count of {counts}, not {hand.total}", game.cite("double_totals"))
    return None


def _redouble(game: Game, at: Position) -> Refusal | None:
    if not game.redouble:
        return _no("a doubled hand may not be doubled again here", game.cite("redouble"))
    if at.hand.doublings >= game.most_doublings:
        return _no(
            f"a hand may be doubled {game.most_doublings} times at most", game.cite("most_doublings")
        )
    if at.hand.total > TWENTY_ONE or (at.hand.total == TWENTY_ONE and not game.double_on_21):
        return _no(f"no double on {at.hand.total}", game.cite("double_on_21"))
    return None


def is_pair(game: Game, hand: Hand) -> bool:
    """Two cards that may be split: of one value, or of one rank where the operator says so."""
    if hand.card_count != TWO_CARDS:
        return False
    one, two = hand.two_cards
    return one.rank == two.rank if game.split_by == "rank" else one.value == two.value


def _split(game: Game, at: Position) -> Refusal | None:
    if not is_pair(game, at.hand) or at.just_doubled:
        return _no(f"only two cards of one {game.split_by} may be split", game.cite("split_by"))
    are_aces = at.hand.two_cards[0].is_ace
    option = "max_hands_aces" if are_aces else "max_hands"
    most = game.max_hands_aces if are_aces else game.max_hands
    if at.hands_in_box >= most:
        return _no(f"a box holds at most {most} such hands", game.cite(option))
    return None


def _surrender(game: Game, at: Position) -> Refusal | None:
    if not game.surrender:
        return _no("surrender is not offered", game.cite("surrender"))
    if at.acted or at.hand.from_split or at.hand.card_count != TWO_CARDS:
        return _no(
            "surrender must come before any other decision on the hand",
            game.cite("surrender_first", "surrender"),
        )
    before_check = surrender_precedes_check(game, at.up) and checks_for_blackjack(game, at.up)
    if at.in_play and before_check:
        option = "surrender_asked" if game.surrender_time == "late" else "surrender_time"
        return _no("surrender was asked before the dealer's check", game.cite(option))
    return None


def _switch(game: Game, at: Position) -> Refusal | None:
    if not game.switch:
        return _no("cards may be switched only at a Blackjack Switch table", game.cite("switch"))
    if not at.can_switch:
        return _no("a switch may come once, before any other decision", game.cite("switch"))
    return None


def _rescue(game: Game, at: Position) -> Refusal | None:
    if not game.rescue:
        return _no("a double may not be rescued here", game.cite("rescue"))
    if not at.just_doubled:
        return _no("a rescue must follow a double down at once", game.cite("rescue"))
    if at.hand.total > TWENTY_ONE:
        return _no("a hand over 21 may not be rescued", game.cite("rescue"))
    if at.hand.doublings > 1 and game.rescue_after_redouble == "not_allowed":
        return _no("no rescue after a redouble", game.cite("rescue_after_redouble"))
    return _charlie(game, at)


def _insure(game: Game, at: Position) -> Refusal | None:
    if not game.insurance:
        return _no("insurance is not available", game.cite("insurance"))
    if not at.up.is_ace:
        return _no("insurance is offered only against an ace", game.cite("insurance"))
    asked_late = game.insurance_asked == "before_own_decision" and not game.dealer_checks
    if at.acted or (at.in_play and not asked_late):
        return _no(
            "insurance closes before play", game.cite("insurance_closes", "insurance_asked", "insurance")
        )
    return None


def _even_money(game: Game, at: Position) -> Refusal | None:
    if not game.even_money:
        return _no("even money is not offered", game.cite("even_money"))
    if not at.up.is_ace or not at.hand.is_blackjack or at.acted or at.in_play:
        return _no("even money is for a blackjack against an ace", game.cite("even_money"))
    return None


def _third_card(game: Game, at: Position) -> Refusal | None:  # noqa: ARG001 - one shape for all
    return _no(
        "a third card is offered only to 7-7 with a sevens wager, on a dealer blackjack",
        game.cite("third_card", "turn_order"),
    )


_RULES: Final[dict[Action, Callable[[Game, Position], Refusal | None]]] = {
    Action.STAND: _stand,
    Action.HIT: _hit,
    Action.DOUBLE: _double,
    Action.SPLIT: _split,
    Action.SURRENDER: _surrender,
    Action.INSURE: _insure,
    Action.EVEN_MONEY: _even_money,
    Action.SWITCH: _switch,
    Action.RESCUE: _rescue,
    Action.THIRD_CARD: _third_card,
}


def why_not(game: Game, action: Action, at: Position) -> Refusal | None:
    """Why an action may not be taken here, with its provision; None when it may."""
    return _RULES[action](game, at)


PLAYING: Final = (
    Action.STAND,
    Action.HIT,
    Action.DOUBLE,
    Action.SPLIT,
    Action.SURRENDER,
    Action.SWITCH,
    Action.RESCUE,
)


def legal_actions(game: Game, at: Position) -> tuple[Action, ...]:
    """Every playing action the rules allow at this point."""
    return tuple(each for each in PLAYING if why_not(game, each, at) is None)


def full_double(hand: Hand, spot: int = 0) -> int:
    """What a double adds in full: the original wager, to a doubled hand the existing one, in cents."""
    return hand.stakes[spot] if hand.doubled else hand.base[spot]


def double_amounts(game: Game, hand: Hand, spot: int = 0) -> tuple[int, int]:
    """The least and the greatest additional wager of a double on one spot, in cents."""
    full = full_double(hand, spot)
    if game.double_for_less == "allowed" and not hand.doubled:
        return 1, full
    limit = full if game.maximum_wager is None else min(full, game.maximum_wager)
    return limit, limit


STANDS_FROM: Final = 17
SIMPLE_PLAY: Final = f"hit below {STANDS_FROM}, stand on {STANDS_FROM} or more, take no offer"


def simple_play(total: int) -> Action:
    """Hit below 17, otherwise stand."""
    return Action.HIT if total < STANDS_FROM else Action.STAND
