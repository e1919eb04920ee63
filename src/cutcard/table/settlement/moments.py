"""What is due for settlement, and when: each wager at the moment that its document orders.

Nothing is paid here; `lines` computes the settlement of a wager once it is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from cutcard.cards import card, deck
from cutcard.law import Offer, RuleSet
from cutcard.money import NOTHING
from cutcard.rules import TWENTY_ONE, Hand, is_natural, is_open, main_outcome, may_be_blackjack, total
from cutcard.table.play.bets import FOR_DEALER, KINGS_BOUNTY
from cutcard.table.play.dealer_turn import for_dealer_on_dealer, has_first_cards, view_of
from cutcard.table.round import Box, Round, double_is_down
from cutcard.table.shared_boxes import people
from cutcard.values import but
from cutcard.wagers import Classifier, DecidedBy, Sees, View, classifier, decided_by

ACE: Final = card("As")
KING: Final = card("Ks")
INSURANCE: Final = "insurance"
ELECTION: Final = "election"
"""The moment after a player's own decision, or the card it asked for (Massachusetts §17(e))."""
THIRD_CARD: Final = "third_card"
"""The moment at which the dealer stands on two cards or has the third (§25(e))."""
BEFORE_BUTTON: Final = "before_button"
"""The moment before winners press the bonus button: every other wager is settled then (§20(f))."""
SIDE_MOMENTS: Final = ("first_cards", "check", ELECTION, THIRD_CARD, BEFORE_BUTTON, "end")


def due_at_once(r: Round) -> str:
    """The provision on a hand whose wager is settled as soon as it is decided; empty: none is."""
    for box, _, hand in _unsettled(r):
        if _is_due_at_once(r, box, hand) or (box.backers and _some_leave(box, hand)):
            return _at_once_by(r, box, hand)
    return ""


def _at_once_by(r: Round, box: Box, hand: Hand) -> str:
    """The provision that has a decided hand settled at once: its row's, or the one on busts."""
    if hand.busted:
        return r.game.cite("settle_bust")
    if hand.rescued:
        return r.rows["rescue"].cite
    gives_up = hand.surrendered or any(share.groups[0][0].surrendered for share in people(box))
    return r.rows["surrender" if gives_up else "even_money"].cite


def due_before_turns(r: Round) -> bool:
    """Whether a blackjack that nothing can beat is to be paid before the players' turns."""
    if r.game.settle_blackjack_v_low != "before_turns" or may_be_blackjack(r.up) or r.game.switch:
        return False
    return any(_is_unbeatable(r, hand) for _, _, hand in _unsettled(r))


def _is_unbeatable(r: Round, hand: Hand) -> bool:
    """A blackjack whose price no card of the dealer can change, not even a longer 21 (MA-A20)."""
    return hand.is_blackjack and not is_open(
        r.game, r.dealer[0], partial(main_outcome, r.game, r.rows, hand)
    )


def insurance_is_due(r: Round) -> bool:
    """Whether insurance wagers are decided and not settled."""
    return bool(_insurance_due(r))


def _insurance_due(r: Round) -> Mapping[str, frozenset[int]]:
    """Insurance by its name on each spot, with the boxes whose dealer's hand has its second card."""
    if r.game.dealer_hands == 1:
        decided = r.checked if r.game.dealer_checks else all(len(cards) > 1 for cards in r.dealer)
        boxes = _insured_on(r) if decided else frozenset()
        return {INSURANCE: boxes} if boxes else {}
    dealt = (spot for spot, cards in enumerate(r.dealer) if len(cards) > 1)
    return {insurance_on(spot): boxes for spot in dealt if (boxes := _insured_on(r, spot))}


def insurance_on(spot: int) -> str:
    """The name of the insurance against one of the dealer's hands, counted from 0."""
    return INSURANCE if spot == 0 else f"{INSURANCE}_{spot + 1}"


def _insured_on(r: Round, spot: int | None = None) -> frozenset[int]:
    """The boxes with an unsettled insurance on a spot; on any, where none is named."""
    name = insurance_on(spot or 0)
    return frozenset(
        box.bet.box
        for box in r.boxes
        if name not in box.settled
        and any(spot in (None, at) for share in people(box) for at, _ in share.insurance)
    )


def is_at_stake(r: Round, spot: int) -> bool:
    """Whether a main wager or an insurance waits for one of the dealer's hands."""
    return has_main(r, spot) or (r.game.dealer_hands > 1 and bool(_insured_on(r, spot)))


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
            name not in box.settled and _stakes_anybody(box, name) and has_first_cards(box)
            for box in r.boxes
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


def _is_due_at_once(r: Round, box: Box, hand: Hand) -> bool:
    if hand.surrendered == "at_once" or hand.even_money or hand.rescued:
        return not box.backers or _all_leave(box)
    if hand.total <= TWENTY_ONE or r.game.settle_bust != "at_once" or box.follows:
        return False
    if any(backer.surrendered for backer in box.backers):
        return False  # one that waits for the dealer's second card
    if double_is_down(r, box, hand):
        return False  # nobody has seen the card yet
    return r.game.busted_extras == "lost" or r.game.dealer_checks


def _leaves(share: Box) -> bool:
    """Whether one person's wager on a box's only hand is decided, whatever the others do."""
    hand = share.groups[0][0]
    return hand.surrendered == "at_once" or hand.even_money


def _all_leave(box: Box) -> bool:
    return all(_leaves(share) for share in people(box))


def _some_leave(box: Box, hand: Hand) -> bool:
    """Whether somebody, and not everybody, on a shared box is to be settled by themselves now."""
    return hand is box.groups[0][0] and bool(_leaving(box)) and not _all_leave(box)


def _leaving(box: Box) -> tuple[str, ...]:
    return tuple(
        share.bet.player
        for share in people(box)
        if _leaves(share) and any(share.groups[0][0].stakes) and not share.groups[0][0].settled
    )


def leaving(r: Round, moment: str) -> tuple[tuple[int, int, str], ...]:
    """Box, hand and person of the wagers settled at once while others on the box stay in (§13)."""
    if moment != "at_once":
        return ()
    return tuple(
        (box.bet.box, 1, player)
        for box in r.boxes
        if box.backers and not _all_leave(box)
        for player in _leaving(box)
    )


def hands_due(r: Round, moment: str) -> Iterator[tuple[int, int]]:
    """Boxes and hands whose main wager is settled at this moment, for good."""
    for box, number, hand in _unsettled(r):
        if (
            moment in ("end", BEFORE_BUTTON)
            or (moment == "at_once" and _is_due_at_once(r, box, hand))
            or (moment == "before_turns" and _is_unbeatable(r, hand))
        ):
            yield box.bet.box, number
    if moment == "turn":
        yield from _first_blackjack(r)


def _first_blackjack(r: Round) -> Iterator[tuple[int, int]]:
    order = r.boxes if r.game.turn_order == "clockwise_from_left" else r.boxes[::-1]
    for box in order:
        for number, hand in enumerate(box.hands(), 1):
            if hand.is_blackjack and not hand.settled and not hand.dead:
                yield box.bet.box, number
                return


def wagers_due(r: Round, moment: str) -> Mapping[str, frozenset[int]]:
    """Side wagers and insurance settled at this moment, each with its boxes."""
    if moment == "insurance":
        return _insurance_due(r)
    if moment not in SIDE_MOMENTS:
        return {}
    due = dict(_sides_due(r, moment))
    if moment in ("end", BEFORE_BUTTON):
        if r.game.dealer_hands == 1:
            due[INSURANCE] = _insured_on(r)
        else:
            due |= {insurance_on(spot): _insured_on(r, spot) for spot in range(r.game.dealer_hands)}
    return {name: boxes for name, boxes in due.items() if boxes}


def _stakes_anybody(box: Box, wager: str) -> bool:
    return wager in box.bet.stakes or any(wager in backer.bet.stakes for backer in box.backers)


def _sides_due(r: Round, moment: str) -> Mapping[str, frozenset[int]]:
    """Every offer but the main wager and insurance, with the boxes where it is due and unsettled."""
    due: dict[str, frozenset[int]] = {}
    if not r.has_sides:
        return due
    for name, offer in r.rules.offers.items():
        if name in r.spots or name in ("main", INSURANCE):
            continue
        beside = "" if offer.law.takes_stake or offer.law.needs is None else offer.law.needs.names[0]
        boxes = frozenset(
            box.bet.box
            for box in r.boxes
            if name not in box.settled
            and _stakes_anybody(box, beside or name)
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
    waits = for_dealer_on_dealer(r) and moment not in ("end", BEFORE_BUTTON)
    return frozenset(
        box.bet.box
        for box in r.boxes
        if FOR_DEALER not in box.settled
        and _stakes_anybody(box, FOR_DEALER)
        and not waits
        and _is_due(r, box, offer, moment)
    )


def _is_due(r: Round, box: Box, offer: Offer, moment: str) -> bool:
    if moment == "end":
        return True
    if moment == BEFORE_BUTTON:
        return not decided_by(offer.law).needs_house
    law = offer.law.settled
    if law is None or not has_first_cards(box):
        return False
    if moment in (ELECTION, THIRD_CARD):
        return _is_due_in_play(r, box, offer, moment)
    eyes = classifier(offer.law.classifier)
    if eyes.decided_by.needs_house and eyes.decided_by is not DecidedBy.BUTTON:
        return False
    if box.acted and eyes.reads_drawn:
        return False  # it waits for the election
    if moment == "check" and (r.blackjack_found or law.confirmed_only != "held"):
        # A blackjack due ends the round with all its wagers, and §29(g) waits for the end anyway.
        return False
    early = ("first_cards",) if moment == "first_cards" else ("first_cards", "check")
    if law.paid not in early and law.collected not in early:
        return False
    certain = is_certain(r, box, offer, checked=moment == "check")
    if certain is None:
        return False
    return law.paid in early or not certain


def _is_due_in_play(r: Round, box: Box, offer: Offer, moment: str) -> bool:
    """A wager share back until the box's election, or one on the dealer's third card."""
    eyes = classifier(offer.law.classifier)
    if moment == THIRD_CARD:
        return eyes.sees is Sees.THIRD_CARD
    assert offer.law.settled is not None
    if offer.law.settled.paid != "first_cards" or not eyes.reads_drawn or box.groups[0][0].dead:
        return False
    return is_certain(r, box, offer, checked=r.checked) is not None


def is_certain(r: Round, box: Box, offer: Offer, *, checked: bool) -> tuple[str, ...] | None:
    """What a wager sees, where no card of the dealer or of the box still to come can change it.

    A wager on the first cards may turn on a dealer's blackjack; that is settled by two probes, one
    with a blackjack and one without. After the check the answer is known.
    """
    eyes = classifier(offer.law.classifier)
    if eyes.sees > Sees.FIRST_CARDS and not eyes.second_card_by_blackjack:
        return None
    stake = box.bet.stakes.get(offer.law.id, NOTHING)
    view = but(view_of(r, box, (r.up,)), stake=stake)
    if eyes.reads_drawn and _may_draw(r, box) and _next_card_matters(r, eyes, view):
        return None
    if not may_be_blackjack(r.up):
        return eyes.classify(view)
    makes_it = next((r.up, card) for card in (KING, ACE) if is_natural((r.up, card)))
    with_blackjack = but(view, dealer_blackjack=True, dealer_total=total(makes_it), dealer=makes_it)
    if checked:
        return eyes.classify(with_blackjack if r.blackjack_found else view)
    outcomes = eyes.classify(view)
    return outcomes if outcomes == eyes.classify(with_blackjack) else None


def _may_draw(r: Round, box: Box) -> bool:
    """Whether a further card may come to the box's first hand, or a dead one might have had it."""
    first = box.groups[0][0]
    if box.frozen:
        return False
    if r.blackjack_found:  # nobody draws but for a wager on three cards
        waits = any(place.box == box.bet.box for place in (*r.owed, *r.late))
        return waits or box.bet.box not in r.third_cards_asked
    if box.was_split:
        return False
    return bool(first.dead) or bool(first.draws_owed) or not (first.is_over or first.doubled)


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
