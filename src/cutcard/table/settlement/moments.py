"""What is due for settlement, and when: each wager at the moment that its document orders.

Nothing is paid here; `lines` computes the settlement of a wager once it is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

from cutcard.cards import card, deck
from cutcard.law import Offer, RuleSet
from cutcard.money import NOTHING
from cutcard.rules import (
    TWENTY_ONE,
    Hand,
    is_charlie,
    is_natural,
    is_open,
    main_outcome,
    may_be_blackjack,
    total,
)
from cutcard.table.play.bets import FOR_DEALER, KINGS_BOUNTY
from cutcard.table.play.dealer_turn import (
    INSURANCE,
    busts_turned_up,
    extras_may_return,
    for_dealer_on_dealer,
    has_first_cards,
    insurance_on,
    insured_on,
    second_pair,
    view_of,
    with_final_hands,
    with_second_cards,
)
from cutcard.table.play.turns import blackjack_rule, in_order, pays_in_turn
from cutcard.table.round import Box, Round, double_is_down
from cutcard.table.shared_boxes import has_wager, people
from cutcard.values import but, latest_kept
from cutcard.wagers import (
    Classifier,
    DecidedBy,
    Sees,
    View,
    classifier,
    decided_by,
    priced_outcomes,
)

ACE: Final = card("As")
KING: Final = card("Ks")
AT_ONCE: Final = "at_once"
"""The moment at which something is decided before the dealer plays, and a dead hand's wagers go back."""
BEFORE_TURNS: Final = "before_turns"
"""The moment before any player's third card (§7(a))."""
TURN: Final = "turn"
"""The moment at which a box's turn comes: its blackjack is paid, and its wheel spun (Ch.7 §H)."""
SECOND_CARD: Final = "second_card"
"""The moment at which the dealer's second card is shown, before any further one (Ch.9 §C(2))."""
ELECTION: Final = "election"
"""The moment after a player's own decision, or the card it asked for (Massachusetts §17(e))."""
THIRD_CARD: Final = "third_card"
"""The moment at which the dealer stands on two cards or has the third (§25(e))."""
BEFORE_BUTTON: Final = "before_button"
"""The moment before winners press the bonus button: every other wager is settled then (§20(f))."""
BLACKJACK: Final = "settle_blackjack"
"""Begins the names of the options on when a blackjack is settled, one for each kind of up card."""
CHARLIE: Final = "charlie"
"""The option by which a hand wins at once, and is paid then."""
BEFORE_BUSTER: Final = "before_buster"
"""The moment before a dealer who stands draws for Buster alone: main wagers are settled (§27(f)(3))."""
ALL_MAINS: Final = ("end", BEFORE_BUTTON, BEFORE_BUSTER)
"""The moments at which every main wager still open is settled."""
AGAINST_ONE: Final = "hand_"
"""Begins the names of the moments at which one of the dealer's hands is settled, before the next."""
TOTALS: Final = range(TWENTY_ONE + 1)
SIDE_MOMENTS: Final = (
    *("first_cards", "check", AT_ONCE, TURN, ELECTION, SECOND_CARD, THIRD_CARD),
    *(BEFORE_BUTTON, "end"),
)


def settled_by(r: Round, hand: Hand) -> str:
    """The option that says when a hand's main wager is settled; empty: none, so it is at the end."""
    ended = _ended_by(hand, r.game.charlie)
    return blackjack_rule(r) if ended == BLACKJACK else ended


def _ended_by(hand: Hand, charlie: int) -> str:
    """The same, but for the up card that a blackjack stands against."""
    if hand.dead:
        return "settle_dead_hand"
    if hand.surrendered:
        return "settle_surrender" if hand.surrendered == "at_once" else "settle_held_surrender"
    if hand.rescued:
        return "settle_rescue"
    if hand.even_money:
        return "settle_even_money"
    if hand.busted:
        return "settle_bust"
    if charlie and is_charlie(hand, charlie):
        return CHARLIE
    return BLACKJACK if hand.is_blackjack else ""


def main_due(r: Round, moment: str) -> str:
    """The provision by which a main wager is settled at this moment before the end; empty: none is."""
    for box, number in _settled_early(r.boxes, r.game.charlie):
        for share in _due_to(r, box, number, moment):
            hand = share.hand(number)
            return hand.dead or r.game.cite(settled_by(r, hand))
    return ""


@latest_kept
def _settled_early(boxes: tuple[Box, ...], charlie: int) -> list[tuple[Box, int]]:
    """Boxes and numbers of unsettled hands that may be settled before the end, for anybody on it."""
    return [
        (box, number)
        for box in boxes
        for number, hand in enumerate(box.hands(), 1)
        if not hand.settled and (box.backers or _ended_by(hand, charlie))
    ]


def waits_for_dealer(r: Round) -> bool:
    """Whether only the dealer's cards decide what is left: no hand is settled early, none is dead."""
    return not _settled_early(r.boxes, r.game.charlie) and not any_dead(r.boxes)


def _due_to(r: Round, box: Box, number: int, moment: str) -> list[Box]:
    """Those on a box whose main wager on a hand is settled at this moment before the end."""
    staked = _staked_on(box, number)
    due = [share for share in staked if _is_main_due(r, share, share.hand(number), moment)]
    if len(due) < len(staked) and box.hand(number).busted and moment == AT_ONCE:
        return []  # with the one who surrendered it, and waits for the dealer's second card
    return due


def _staked_on(box: Box, number: int) -> list[Box]:
    """The box as each person holds it who has money on a hand."""
    if not box.backers:
        return [box]
    return [share for share in people(box) if any(share.hand(number).stakes)]


def _is_main_due(r: Round, share: Box, hand: Hand, moment: str) -> bool:
    option = settled_by(r, hand)
    if option == CHARLIE:  # a card that lies face down is seen at the end
        return moment == AT_ONCE and not double_is_down(r, share, hand)
    when = getattr(r.game, option) if option else "end"
    if when == "check":  # where nobody looked, or a blackjack is there to be shown: when that is seen
        when = AT_ONCE if r.checked and not r.blackjack_found else SECOND_CARD
    if when != moment:
        return False
    if option == "settle_bust":
        return _bust_is_final(r, share, hand)
    if option == "settle_blackjack_v_high" and moment == SECOND_CARD and side_wagers_due(r, THIRD_CARD):
        return False  # the wagers on a third card come before every other that may wait (§25(e))
    return not option.startswith(BLACKJACK) or _is_unbeatable(r, hand)


def _bust_is_final(r: Round, share: Box, hand: Hand) -> bool:
    """Whether a hand over 21 is seen to be lost, and nothing of its stake can come back."""
    if share.follows or double_is_down(r, share, hand):
        return False  # nobody has seen the card yet
    return not extras_may_return(r, hand)


def _is_unbeatable(r: Round, hand: Hand) -> bool:
    """A blackjack whose price no card of the dealer can change, not even a longer 21 (MA-A20)."""
    if may_be_blackjack(r.up) and (r.game.dealer_hands > 1 or is_natural(r.dealer[0])):
        return False  # a further hand may be a blackjack; this one is, and ends the round for all
    return not is_open(r.game, r.dealer[0], partial(main_outcome, r.game, r.rows, hand))


def insurance_is_due(r: Round) -> bool:
    """Whether insurance wagers are decided and not settled."""
    return bool(_insurance_due(r))


def _insurance_due(r: Round) -> Mapping[str, frozenset[int]]:
    """Insurance by its name on each spot, with the boxes whose dealer's hand has its second card."""
    if not any(box.insurance or box.backers for box in r.boxes):
        return {}
    if r.game.dealer_hands == 1:
        seen = r.checked and (r.hole_shown or not r.blackjack_found)  # the reader does not tell the suit
        decided = seen if r.game.dealer_checks else all(len(cards) > 1 for cards in r.dealer)
        dealt = list(range(len(r.spots))) if decided else []
    else:
        dealt = [spot for spot, cards in enumerate(r.dealer) if len(cards) > 1]
    return {insurance_on(spot): boxes for spot in dealt if (boxes := insured_on(r, spot))}


def is_at_stake(r: Round, spot: int) -> bool:
    """Whether a main wager or an insurance waits for one of the dealer's hands."""
    return has_main(r, spot) or (r.game.dealer_hands > 1 and bool(insured_on(r, spot)))


def has_main(r: Round, spot: int) -> bool:
    """Whether a main wager waits for one of the dealer's hands."""
    return any(
        not hand.settled
        and (hand.stakes[spot] or any(backer.stakes[at][spot] for backer in box.backers))
        for box in r.boxes
        for at, hand in enumerate(box.hands())
    )


def side_wagers_due(r: Round, moment: str) -> bool:
    """Whether a side wager is to be settled at this moment before the end."""
    return any(_sides_due(r, moment).values())


def button_cite(r: Round) -> str:
    """The provision that has every other wager settled before the bonus button goes round."""
    laws = (offer.law for offer in r.rules.offers.values() if decided_by(offer.law) is DecidedBy.BUTTON)
    return next(law.settled.cite for law in laws if law.settled is not None)


def button_waits(r: Round) -> bool:
    """Whether a winner of the bonus button has yet to see every other wager settled."""
    if not any(
        decided_by(offer.law) is DecidedBy.BUTTON
        and any(
            name not in box.settled and has_wager(box, name) and has_first_cards(box) for box in r.boxes
        )
        for name, offer in r.rules.offers.items()
    ):
        return False
    return any(True for _ in _unsettled(r)) or any(wagers_due(r, BEFORE_BUTTON).values())


def _unsettled(r: Round) -> Iterator[tuple[Box, int, Hand]]:
    for box in r.boxes:
        for number, hand in enumerate(box.hands(), 1):
            if not hand.settled:
                yield box, number, hand


def leaving(r: Round, moment: str) -> tuple[tuple[int, int, str], ...]:
    """Box, hand and person of the wagers settled now while others on the box stay in (§13)."""
    if moment not in (AT_ONCE, SECOND_CARD) or not any(box.backers for box in r.boxes):
        return ()
    return tuple(
        (box.bet.box, number, share.bet.player)
        for box, number, _ in _unsettled(r)
        if len(due := _due_to(r, box, number, moment)) < len(_staked_on(box, number))
        for share in due
    )


def hands_due(r: Round, moment: str) -> Iterator[tuple[int, int]]:
    """Boxes and hands whose main wager is settled at this moment, for good."""
    if moment == TURN:
        yield from _blackjacks_in_turn(r)
        return
    if moment in ALL_MAINS:
        yield from ((box.bet.box, number) for box, number, _ in _unsettled(r))
        return
    if moment.startswith(AGAINST_ONE):
        yield from busts_turned_up(r)
        return
    for box, number in _settled_early(r.boxes, r.game.charlie):
        due = _due_to(r, box, number, moment)
        if due and len(due) == len(_staked_on(box, number)):
            yield box.bet.box, number


def _blackjacks_in_turn(r: Round) -> Iterator[tuple[int, int]]:
    box = _turn_box(r)
    if box is not None:
        paid = (n for n, hand in enumerate(box.hands(), 1) if _is_paid_in_turn(r, hand))
        yield from ((box.bet.box, number) for number in islice(paid, 1))


def _is_paid_in_turn(r: Round, hand: Hand) -> bool:
    return hand.is_blackjack and not hand.dead and pays_in_turn(r, hand)


def _turn_box(r: Round) -> Box | None:
    """The first box in turn with a blackjack to be paid then, or a wheel to be spun for it."""
    for box in in_order(r):
        if any(_is_paid_in_turn(r, hand) for hand in box.hands()) or spins_in_turn(r, box):
            return box
    return None


def spins_in_turn(r: Round, box: Box) -> bool:
    """Whether a wheel is to be spun for a box when its turn comes (Ch.12 §D(7))."""
    if not r.has_sides or r.blackjack_found:
        return False
    return any(
        name not in box.settled and is_spun(r, box, offer) for name, offer in _wheels_in_turn(r).items()
    )


def _wheels_in_turn(r: Round) -> Mapping[str, Offer]:
    """Wheels spun in the players' turns; a house that spins from the right does so at the end."""
    if r.rules.options.get("spin_order") == "counterclockwise_from_right":
        return {}
    return {name: offer for name, offer in r.rules.offers.items() if offer.law.settled.paid == TURN}


def is_spun(r: Round, box: Box, offer: Offer) -> bool:
    """Whether the first cards of a box that has the wager turn its wheel."""
    stake = box.bet.stakes.get(offer.law.id)
    if stake is None or not has_first_cards(box) or box.groups[0][0].dead:
        return False
    eyes = classifier(offer.law.classifier)
    return bool(eyes.classify(but(view_of(r, box, (r.up,)), stake=stake)))


def spins_taken(r: Round, offer: Offer) -> int:
    """How many spins of a wheel have been settled, each in the turn of its box."""
    if offer.law.id not in _wheels_in_turn(r):
        return 0
    return sum(offer.law.id in box.settled and is_spun(r, box, offer) for box in r.boxes)


def wagers_due(r: Round, moment: str) -> Mapping[str, frozenset[int]]:
    """Side wagers and insurance settled at this moment, each with its boxes."""
    if moment == AT_ONCE and not any_dead(r.boxes):
        return {}
    if moment == "insurance":
        return _insurance_due(r)
    if moment not in SIDE_MOMENTS:
        return {}
    due = dict(_sides_due(r, moment))
    if moment in (AT_ONCE, "end", BEFORE_BUTTON):
        for spot in range(len(r.spots)):
            boxes = insured_on(r, spot)
            if moment == AT_ONCE:
                boxes = frozenset(each for each in boxes if insurance_back(r, r.box_at(each), spot))
            due[insurance_on(spot)] = boxes
    return {name: boxes for name, boxes in due.items() if boxes}


def wagers_back(r: Round) -> str:
    """The provision by which side wagers or insurance of a dead hand go back now; empty: none do."""
    for boxes in wagers_due(r, AT_ONCE).values():
        box = r.box_at(min(boxes))
        return box.out or next(hand.dead for hand in box.hands() if hand.dead)
    return ""


@latest_kept
def any_dead(boxes: tuple[Box, ...]) -> bool:
    """Whether a box, or a hand of one, is out of the round."""
    for box in boxes:
        if box.out:
            return True
        for hand in box.hands():
            if hand.dead:
                return True
    return False


def _sides_due(r: Round, moment: str) -> Mapping[str, frozenset[int]]:
    """Every offer but the main wager and insurance, with the boxes where it is due and unsettled."""
    due: dict[str, frozenset[int]] = {}
    if not r.has_sides:
        return due
    for name, offer in r.rules.offers.items():
        if name in r.spots or name in ("main", INSURANCE) or not _is_moment_of(offer, moment):
            continue
        beside = "" if offer.law.takes_stake or offer.law.needs is None else offer.law.needs.names[0]
        boxes = frozenset(
            box.bet.box
            for box in r.boxes
            if name not in box.settled
            and has_wager(box, beside or name)
            and _is_due(r, box, offer, moment)
        )
        if boxes:
            due[name] = boxes
    if KINGS_BOUNTY in r.rules.offers and (boxes := _for_dealer_due(r, moment)):
        due[FOR_DEALER] = boxes
    return due


def _for_dealer_due(r: Round, moment: str) -> frozenset[int]:
    """Boxes whose bet for the dealer is due: with the King's Bounty wager, or on the dealer's cards."""
    offer = r.rules.offers[KINGS_BOUNTY]
    if not _is_moment_of(offer, moment):
        return frozenset()
    waits = for_dealer_on_dealer(r) and moment not in ("end", BEFORE_BUTTON)
    return frozenset(
        box.bet.box
        for box in r.boxes
        if FOR_DEALER not in box.settled
        and has_wager(box, FOR_DEALER)
        and not waits
        and _is_due(r, box, offer, moment)
    )


def _is_moment_of(offer: Offer, moment: str) -> bool:
    """Whether a side wager is settled at this moment at all, at whatever box."""
    law = offer.law.settled
    if moment in ("end", AT_ONCE):
        return True
    if moment == BEFORE_BUTTON:
        return not decided_by(offer.law).needs_house
    if moment in (THIRD_CARD, TURN):
        return law.paid == moment
    if moment == SECOND_CARD:
        return law.held_until == "check"
    return "first_cards" in (law.collected, law.paid) and moment in ("first_cards", law.held_until)


def _is_due(r: Round, box: Box, offer: Offer, moment: str) -> bool:
    """Whether a side wager that this is a moment of is due at a box."""
    law = offer.law.settled
    if moment in ("end", BEFORE_BUTTON):
        return True
    if moment == AT_ONCE:
        return goes_back(r, box, offer.law.id)
    if not has_first_cards(box):
        return False
    if moment == THIRD_CARD:
        return True
    if moment == TURN:
        return box is _turn_box(r) and spins_in_turn(r, box)
    if moment == SECOND_CARD:  # where no check decided it, with the main wager (§24(e))
        # A blackjack seen then settles every main wager; winners share a maximum together (§24(h)).
        return (box.bet.box, 1) in hands_due(r, moment) and not is_natural(r.dealer[0])
    if moment == "check" and r.blackjack_found:
        return False  # a blackjack due ends the round with all its wagers
    if moment == "first_cards" and box.acted and law.held_until == ELECTION:
        return False
    certain = is_certain(r, box, offer)
    return certain is not None and (law.paid == "first_cards" or not certain)


def insurance_back(r: Round, box: Box, spot: int) -> str:
    """The provision by which an unsettled insurance is returned, undecided; empty where none does.

    It goes with the hand it insures: with every hand of the box, at Switch with its own (MD-A13).
    """
    if r.void or box.out:
        return r.void or box.out
    insured = box.groups[spot] if r.game.switch else box.hands()
    dies = _sides_die_in_play(r) and all(hand.dead for hand in insured)
    return insured[0].dead if dies else ""


def goes_back(r: Round, box: Box, wager: str) -> bool:
    """Whether an unsettled side wager is returned, undecided.

    All are in a void round, and those of a box that was never dealt. Of a box let out of the round all
    are that its first cards have not decided; of a hand that died in play, where the house reads it so
    and the box has no other hand. A wager on the total of a hand that will never be finished cannot be
    decided at all.
    """
    if r.void or not has_first_cards(box):
        return True
    offer = r.rules.offers[KINGS_BOUNTY if wager == FOR_DEALER else wager]
    if classifier(offer.law.classifier).reads_second_pair and second_pair(box) is None:
        return True
    first = box.groups[0][0]
    if not box.out and not first.dead:
        return False
    if _sides_die(r, box):
        if decided_by(offer.law) is DecidedBy.STREAK:
            return True
        return not _is_decided(r, box, offer)
    return _reads_total(classifier(offer.law.classifier), view_of(r, box, (r.up,)))


def _sides_die(r: Round, box: Box) -> bool:
    """Whether what the first cards of a box have not decided goes back with its dead hand."""
    return bool(box.out) or (_sides_die_in_play(r) and all(hand.dead for hand in box.hands()))


def _sides_die_in_play(r: Round) -> bool:
    """Whether the house reads it so that a hand that dies in play takes its other wagers with it."""
    return r.rules.options["dead_hand_side_wagers"] == "returned"


def is_certain(r: Round, box: Box, offer: Offer) -> tuple[str, ...] | None:
    """What a wager sees, where no card of the dealer or of the box still to come can change it.

    A wager on the first cards may turn on a dealer's blackjack; that is settled by two probes, one
    with a blackjack and one without. After the check the answer is known.
    """
    eyes = classifier(offer.law.classifier)
    if eyes.sees > Sees.SECOND_CARD and not eyes.second_card_by_blackjack:
        return None
    stake = box.bet.stakes.get(offer.law.id, NOTHING)
    view = but(view_of(r, box, (r.up,)), stake=stake)
    if eyes.reads_drawn and _may_draw(r, box) and _next_card_matters(r, eyes, view):
        return None
    if eyes.sees is Sees.SECOND_CARD and not eyes.second_card_by_blackjack:
        each = {_priced(offer, probe) for probe in with_second_cards(r, view)}
        return each.pop() if len(each) == 1 else None
    outcomes = _priced(offer, view)
    if not may_be_blackjack(r.up) or _is_seen_to_have_none(r):
        return outcomes
    with_blackjack = _with_blackjack(r, view)
    if r.checked:
        return _priced(offer, with_blackjack) if r.blackjack_found else outcomes
    return outcomes if outcomes == _priced(offer, with_blackjack) else None


def _is_seen_to_have_none(r: Round) -> bool:
    """Whether a hole card that lies face up makes no blackjack (§29(g))."""
    return r.game.hole_card == "face_up" and len(r.dealer[0]) > 1 and not is_natural(r.dealer[0])


def _is_decided(r: Round, box: Box, offer: Offer) -> bool:
    """Whether the cards received have decided a wager, however the dealer's hand ends.

    It is lost with every end, or won with every one, if not for the same: more cards could only have
    won it for more. Where the total of the dead hand counts nothing is decided.
    """
    if is_certain(r, box, offer) is not None:
        return True
    eyes = classifier(offer.law.classifier)
    view = but(view_of(r, box, (r.up,)), stake=box.bet.stakes.get(offer.law.id, NOTHING))
    ends = tuple(_ends(r, eyes, view))
    if any(_reads_total(eyes, each) for each in ends):
        return False
    won = {bool(_priced(offer, each)) for each in ends}
    return won == {True} or (won == {False} and not eyes.reads_drawn)


def _ends(r: Round, eyes: Classifier, view: View) -> Iterator[View]:
    """The view with every end of the dealer's hand that a wager may tell apart; none: not known."""
    late = may_be_blackjack(r.up) and not r.checked
    if eyes.sees is Sees.FIRST_CARDS or eyes.second_card_by_blackjack:
        yield view
    elif eyes.sees is Sees.SECOND_CARD:
        yield from with_second_cards(r, view)
        return
    elif eyes.sees is Sees.DRAWN_HAND:
        yield from with_final_hands(r, view)
    else:
        return
    if late:
        yield _with_blackjack(r, view)


def _reads_total(eyes: Classifier, view: View) -> bool:
    """Whether the total of the box's first hand counts for a wager."""
    return any(eyes.classify(but(view, final_total=points)) != eyes.classify(view) for points in TOTALS)


def _with_blackjack(r: Round, view: View) -> View:
    """The same against a dealer's blackjack, which this up card may have."""
    makes_it = next((r.up, card) for card in (KING, ACE) if is_natural((r.up, card)))
    return but(view, dealer_blackjack=True, dealer_total=total(makes_it), dealer=makes_it)


def _priced(offer: Offer, view: View) -> tuple[str, ...]:
    """What a wager sees of a view that its paytable has a row for."""
    eyes = classifier(offer.law.classifier)
    priced = priced_outcomes(eyes, offer.paytable)
    return tuple(each for each in eyes.classify(view) if each in priced)


def _may_draw(r: Round, box: Box) -> bool:
    """Whether a further card may come to the box's first hand; a dead one might have had it."""
    first = box.groups[0][0]
    if box.frozen:
        return False
    if r.blackjack_found:  # nobody draws but for a wager on three cards
        waits = any(place.box == box.bet.box for place in (*r.owed, *r.late))
        return waits or box.bet.box not in r.third_cards_asked
    if box.was_split:
        return False
    if first.dead:
        return _sides_die(r, box)
    return bool(first.draws_owed) or not (first.is_over or first.doubled)


_MATTERS: dict[tuple[object, ...], tuple[RuleSet, bool]] = {}
MOST_ANSWERS: Final = 4096


def _next_card_matters(r: Round, eyes: Classifier, view: View) -> bool:
    """Whether some card drawn next would change what the wager sees; the latest answers are kept."""
    key = (id(r.rules), eyes.name, view.first_two, view.drawn)
    known = _MATTERS.get(key)
    if known is not None and known[0] is r.rules:
        return known[1]
    now = eyes.classify(view)
    matters = any(
        eyes.classify(but(view, drawn=(*view.drawn, card))) != now for card in deck(r.game.deck_cards)
    )
    if len(_MATTERS) >= MOST_ANSWERS:
        _MATTERS.clear()
    _MATTERS[key] = r.rules, matters
    return matters
