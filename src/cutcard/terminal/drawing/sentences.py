"""What happens at the table in short sentences, and how a settled wager came out, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.rules import TWENTY_ONE, TWO_CARDS, Action, Line, dealer_draws, total
from cutcard.shoe import events as shoe_events
from cutcard.table import NOTHING_DRAWN, Round, Table, events, spot_of
from cutcard.terminal.drawing.text import count, dealer_count, face, money
from cutcard.terminal.game.player import YOU
from cutcard.wording import (
    CARRIED_SENTENCES,
    INSURANCE_LOST,
    INSURANCE_WON,
    capitalized,
    decision_verb,
    main_outcome_sentence,
    outcome_name,
    wager_name,
)


def sentence(table: Table, event: object, you: str) -> str:
    """An event in words, with the table as it is after it; empty where the player need not know."""
    match event:
        case events.CardDealt(box=0) | events.CardPlaced(box=0):
            return _dealer_card(table, event)
        case (
            events.CardDealt(why="play") | events.CardPlaced(why="play") | events.CardDealt(why="third")
        ):
            return _players_card(table, event)
        case events.HoleShown(card):
            return f"The dealer turns up {face(card)}: {dealer_count(table.in_play().dealer[0])}."
        case events.HoleChecked(blackjack):
            return "The dealer has a blackjack." if blackjack else "The dealer checks: no blackjack."
        case events.Decided(box=box, do=do, player=player) if player != you:
            return f"{player} (box {box}) {decision_verb(do)}."
        case events.Decided():
            return _own_decision(table, event)
        case events.DeviceSpoke(device, shows) if shows != NOTHING_DRAWN:
            return f"{wager_name(device)} shows {shows}."
        case events.RoundVoided(cite=cite):
            return f"The round is void; every wager is returned [{cite}]."
        case events.BetAbandoned(player=player, amount=amount) if player == you:
            return f"A streak wager was abandoned: {money(amount)} lost."
        case events.LammerMoved(box, wins):
            return f"Box {box}: {wins} in a row." if wins else f"Box {box}: the streak is over."
        case _:
            return _of_the_shoe(event)


def _of_the_shoe(event: object) -> str:
    match event:
        case shoe_events.CardsShuffled(size=size, commitment=commitment):
            return f"{size} cards are shuffled. Commitment: {commitment}"
        case shoe_events.CardsCut(player=player, position=position):
            who = "You cut" if player == YOU else f"{player or 'The dealer'} cuts"
            return f"{who} after card {position}."
        case shoe_events.CardBurned():
            return "The dealer burns a card."
        case shoe_events.CoverSeen():
            return "The cover card is out: this shoe ends with the round."
        case shoe_events.DeterminantDrawn(drawn=drawn, deals_from=side):
            return f"The determinant card is {face(drawn)}: the round comes from the {side}."
        case _:
            return ""


def _own_decision(table: Table, event: events.Decided) -> str:
    """What you did, with what it cost, and where, if you have several boxes or hands."""
    r = table.in_play()
    action = Action(event.do)
    boxes = [box for box in r.boxes if box.bet.player == event.player]
    box = next(box for box in boxes if box.bet.box == event.box)
    where = [f"box {event.box}"] if len(boxes) > 1 else []
    is_of_hand = action not in (Action.INSURE, Action.SWITCH, Action.THIRD_CARD)
    hands = box.number_of_hands - (1 if action is Action.SPLIT else 0)
    if is_of_hand and hands > 1:
        where.append(f"hand {event.hand}")
    if action is Action.INSURE and (r.game.switch or r.game.dealer_hands > 1):
        where.append(f"{'hand' if r.game.switch else 'against dealer hand'} {event.index + 1}")
    cost = f" for {money(sum(event.amounts))}" if sum(event.amounts) else ""
    place = f"{', '.join(where)}: " if where else ""
    return capitalized(f"{place}you {decision_verb(action, you=True)}{cost}.")


def _dealer_card(table: Table, event: events.CardDealt | events.CardPlaced) -> str:
    if event.why in ("up", "hole") and (event.face == "down" or event.why == "up"):
        return ""
    card = event.drawn if isinstance(event, events.CardDealt) else event.card
    cards = table.in_play().dealer[event.hand - 1]
    if event.why == "hole" and table.game.hole_card == "face_up":
        return f"The dealer's second card is {face(card)}: {dealer_count(cards)}."
    extra = " for the Buster wager" if event.why == "buster" else ""
    who = f"The dealer, hand {event.hand}," if table.game.dealer_hands > 1 else "The dealer"
    return f"{who} draws {face(card)}{extra}: {dealer_count(cards)}."


def _players_card(table: Table, event: events.CardDealt | events.CardPlaced) -> str:
    box = table.in_play().box(event.box)
    if box is None or event.face == "down":
        return f"Box {event.box} gets a card face down."
    card = event.drawn if isinstance(event, events.CardDealt) else event.card
    if event.why == "third":
        return f"Box {event.box} gets {face(card)}."
    hand = f", hand {event.hand}" if box.number_of_hands > 1 else ""
    return f"Box {event.box}{hand} gets {face(card)}: {count(box.hand(event.hand).cards)}."


def table_outcome_name(table: Table, outcome: str) -> str:
    """An outcome's name at a table, which may have a premium suit."""
    return outcome_name(outcome, table.game.premium_suit)


def line_wager_name(table: Table, line: Line) -> str:
    """A line's wager; of several main wagers or insurances, which dealer's hand it faces."""
    wager, spot = spot_of(line)
    if table.game.dealer_hands > 1 and wager in ("main", "insurance"):
        return f"{wager_name(wager)} v dealer hand {spot + 1}"
    return wager_name(wager)


def outcome_sentence(table: Table, line: Line) -> str:
    """How a wager came out and why, in a sentence or two."""
    wager, spot = spot_of(line)
    if wager == "main":
        return _main(table, line, spot)
    if line.outcome in CARRIED_SENTENCES:
        return CARRIED_SENTENCES[line.outcome]
    if wager == "insurance":
        return INSURANCE_LOST if line.outcome == "lose" else INSURANCE_WON
    law = table.rules.document.wager(wager)
    if not line.returned:
        return f"{law.title}: {law.about} No paying outcome came up, so the stake is lost."
    return f"{law.title}: {law.about} Outcome: {table_outcome_name(table, line.outcome)}."


def _main(table: Table, line: Line, spot: int) -> str:
    r = table.in_play()
    player_cards, dealer_cards = _hand(r, line), _dealer(r, spot)
    player = str(total(player_cards))
    dealer = dealer_count(dealer_cards) if dealer_cards else "hand"
    if sentence := main_outcome_sentence(line.outcome, player=player, dealer=dealer):
        return sentence
    name = table_outcome_name(table, line.outcome)
    bonus = "" if line.outcome == "win" else f" It has a price of its own: {name}."
    if len(dealer_cards) < TWO_CARDS or dealer_draws(table.game, dealer_cards):
        return f"Your {player} wins whatever the dealer would have drawn.{bonus}"
    if total(dealer_cards) > TWENTY_ONE:
        return f"The dealer busted with {total(dealer_cards)}, so your {player} wins.{bonus}"
    if total(dealer_cards) == total(player_cards):
        return f"Your {player} wins against the dealer's {dealer} here.{bonus}"
    return f"Your {player} beats the dealer's {dealer}.{bonus}"


def _hand(r: Round, line: Line) -> Sequence[Card]:
    box = r.box(line.box)
    return () if box is None or line.hand is None else box.hand(line.hand).cards


def _dealer(r: Round, spot: int) -> Sequence[Card]:
    """The dealer's hand that a main wager faced; empty where it was never dealt."""
    if spot and r.game.dealer_hands > 1:
        return r.dealer[spot] if spot < len(r.dealer) else ()
    return r.main_dealer
