"""What happens at the table, in short sentences as it happens."""

from __future__ import annotations

from cutcard.rules import Action
from cutcard.shoe import events as shoe_events
from cutcard.table import NOTHING_DRAWN, Table, events
from cutcard.terminal.drawing.text import count, dealer_count, face, money
from cutcard.terminal.game.player import YOU
from cutcard.wording import capitalized, decision_verb, wager_name


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
            assert table.round is not None
            return f"The dealer turns up {face(card)}: {dealer_count(table.round.dealer[0])}."
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
    assert table.round is not None
    if event.why in ("up", "hole") and (event.face == "down" or event.why == "up"):
        return ""
    card = event.drawn if isinstance(event, events.CardDealt) else event.card
    cards = table.round.dealer[event.hand - 1]
    if event.why == "hole" and table.game.hole_card == "face_up":
        return f"The dealer's second card is {face(card)}: {dealer_count(cards)}."
    extra = " for the Buster wager" if event.why == "buster" else ""
    who = f"The dealer, hand {event.hand}," if table.game.dealer_hands > 1 else "The dealer"
    return f"{who} draws {face(card)}{extra}: {dealer_count(cards)}."


def _players_card(table: Table, event: events.CardDealt | events.CardPlaced) -> str:
    assert table.round is not None
    box = table.round.box(event.box)
    if box is None or event.face == "down":
        return f"Box {event.box} gets a card face down."
    card = event.drawn if isinstance(event, events.CardDealt) else event.card
    if event.why == "third":
        return f"Box {event.box} gets {face(card)}."
    group, place = box.find(event.hand)
    hand = f", hand {event.hand}" if box.number_of_hands > 1 else ""
    return f"Box {event.box}{hand} gets {face(card)}: {count(box.groups[group][place].cards)}."
