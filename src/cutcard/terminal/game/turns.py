"""Decisions at the table: the cut, insurance and the other offers, and the player's own turn."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from cutcard.law import Refused
from cutcard.money import Cents
from cutcard.rules import Action
from cutcard.shoe import Act, Chore, cut_limits, due
from cutcard.table import AwaitsDecision, Box, commands, double_range, insurance_limit, legal
from cutcard.terminal.drawing.screen import Key, KeyAnswer
from cutcard.terminal.drawing.text import FAINT, GOLD, count, dealer_count, money, short, wrapped
from cutcard.terminal.game.advice import Estimates, estimate
from cutcard.terminal.game.rules import table_rules
from cutcard.terminal.game.seat import HELP, LEAVE, TerminalSeat
from cutcard.wording import decision_name

KEYS: Final = {
    Action.HIT: "h",
    Action.STAND: "s",
    Action.DOUBLE: "d",
    Action.SPLIT: "p",
    Action.SURRENDER: "r",
    Action.INSURE: "i",
    Action.EVEN_MONEY: "e",
    Action.SWITCH: "w",
    Action.RESCUE: "x",
    Action.THIRD_CARD: "t",
}
ACTIONS: Final = {key: action for action, key in KEYS.items()}
DECLINE: Final = Key("n", "no, continue")
ADVICE: Final = Key("a", "advice")


def ask_cut(seat: TerminalSeat) -> None:
    """The player cuts, or leaves it to the dealer."""
    shoe = seat.table.shoe
    wanted = due(shoe, seat.table.people, seat.house.at)
    assert wanted is not None
    size = shoe.batch(wanted.batch).size
    least, most = cut_limits(shoe.law, size)
    seal = shoe.batch(wanted.batch).seal
    below = wrapped(
        f"Cut the cards where you like: after how many of the {size}, {least} to {most} "
        f"[{wanted.cite}]. Their order is revealed when the shoe is over.",
        80,
        indent=3,
    )
    if seat.screen.is_drawn and seal is not None:
        committed = Text("   The cards are shuffled, and their order is committed to:", GOLD)
        below = [Text(), committed, *wrapped(seal.commitment, 67, indent=3), Text(), *below]
    keys = (Key("enter", "let the dealer cut"), Key("c", "cut", takes_text=True), LEAVE)
    note = ""
    while True:
        paint = seat.paint(below=below, has_story=False)
        answer = seat.screen.choose(paint, keys, note=note, amounts_for="c")
        if answer.key == "enter":
            seat.house.do(Act(Chore.REFUSE_CUT, seat.player.by, batch=wanted.batch))
            return
        if answer.key == "q":
            seat.leave()
            continue
        typed = answer.text or seat.screen.type_in(paint, "After how many cards?")
        place = typed or ""
        if not place.isascii() or not place.isdigit() or len(place) > 4:
            note = f"No: a whole number, {least} to {most}"
            continue
        try:
            seat.house.do(Act(Chore.ACCEPT_CUT, seat.player.by, batch=wanted.batch, position=int(place)))
            return
        except Refused as refused:
            note = seat.refused(refused.refusal)


def ask_decision(seat: TerminalSeat, awaited: AwaitsDecision, number: int) -> None:
    """One decision for one of the player's boxes."""
    box, note = seat.table.in_play().box_at(number), ""
    say = advice_lines(_advice(seat, awaited, box)) if seat.wants_advice else []
    while True:
        question = Text(_question(seat, awaited, box), "bold")
        keys = _keys(seat, awaited, box)
        answer = seat.screen.choose(seat.paint(say=[*say, question]), keys, note=note)
        note, say = "", []
        match answer.key:
            case "q":
                seat.leave()
            case "?":
                seat.screen.read("The rules at this table", lambda width: table_rules(seat.table, width))
            case "a":
                say = advice_lines(_advice(seat, awaited, box))
            case "$":
                seat.take_chips()
            case _:
                note = _decided(seat, awaited, box, answer)
                if not note:
                    return


def _question(seat: TerminalSeat, awaited: AwaitsDecision, box: Box) -> str:
    r = seat.table.in_play()
    seen = r.dealer[0] if r.game.hole_card == "face_up" else r.dealer[0][:1]
    against = f"against the dealer's {dealer_count(seen)}"
    several = f", hand {awaited.hand}" if awaited.hand and box.number_of_hands > 1 else ""
    where = f"Box {box.bet.box}{several}"
    if awaited.hand is None:
        offered = ", ".join(decision_name(each) for each in legal(seat.table, box.bet.box))
        return f"{where}: {offered}?"
    cards = box.hand(awaited.hand).cards
    if awaited.is_offer:
        offered = " or ".join(_name(awaited, box, each) for each in legal(seat.table, box.bet.box))
        return f"{where}: {count(cards)} {against}. You may {offered}."
    return f"{where}: {count(cards)} {against}."


def _keys(seat: TerminalSeat, awaited: AwaitsDecision, box: Box) -> list[Key]:
    keys = []
    for action in sorted(legal(seat.table, box.bet.box), key=list(KEYS).index):
        takes = action in (Action.DOUBLE, Action.INSURE)
        keys.append(Key(KEYS[action], _label(seat, awaited, box, action), takes_text=takes))
    if awaited.is_offer and "s" not in (each.key for each in keys):
        keys += [DECLINE, Key("enter", "", is_shown=False)]
    more = Key("$", "more chips", is_shown=seat.player.chips(seat.table) < seat.player.first // 10)
    return [*keys, ADVICE, more, HELP, LEAVE]


def _name(awaited: AwaitsDecision, box: Box, action: Action) -> str:
    """An action in words; a doubled hand is redoubled."""
    if action is Action.DOUBLE and awaited.hand is not None:
        return "redouble" if box.hand(awaited.hand).doubled else "double"
    return decision_name(action)


def _label(seat: TerminalSeat, awaited: AwaitsDecision, box: Box, action: Action) -> str:
    r = seat.table.in_play()
    name = _name(awaited, box, action)
    if action is Action.DOUBLE:
        least, most = double_range(r, box.bet.box, awaited.hand or 1)
        spots = len([stake for stake in box.groups[0][0].stakes if stake])
        times = f" ×{spots}" if spots > 1 else ""
        return f"{name} {short(most)}{times}{' (D: less)' if least < most else ''}"
    if action is Action.INSURE:
        spot, limit = insurable(seat, box)
        where = f" on hand {spot + 1}" if r.game.switch else ""
        if r.game.dealer_hands > 1:
            where = f" v dealer hand {spot + 1}"
        return f"insurance {short(limit)}{where} (I: less)"
    if action is Action.SPLIT:
        return f"split {short(needed(seat, awaited, box, action, None))}"
    return name


def insurable(seat: TerminalSeat, box: Box) -> tuple[int, Cents]:
    """The next spot (at Switch: hand) that may be insured, and for how much at the most."""
    r = seat.table.in_play()
    stakes = [g[0].base[0] for g in box.groups] if r.game.switch else list(box.groups[0][0].base)
    for spot, stake in enumerate(stakes):
        if stake and box.insured(spot) is None:
            return spot, insurance_limit(r, stake)
    return 0, Cents(0)


def needed(
    seat: TerminalSeat, awaited: AwaitsDecision, box: Box, action: Action, amount: Cents | None
) -> Cents:
    """The chips that an action takes."""
    r = seat.table.in_play()
    if action is Action.INSURE:
        return insurable(seat, box)[1] if amount is None else amount
    if awaited.hand is None or action not in (Action.DOUBLE, Action.SPLIT):
        return Cents(0)
    hand = box.hand(awaited.hand)
    if action is Action.SPLIT:
        return Cents(sum(hand.base))
    spots = sum(1 for stake in hand.stakes if stake)
    most = double_range(r, box.bet.box, awaited.hand)[1]
    return Cents(spots * (most if amount is None else amount))


def _command(
    seat: TerminalSeat, awaited: AwaitsDecision, box: Box, action: Action, amount: Cents | None
) -> commands.Command:
    spot = hand = None
    if action is Action.INSURE:
        place = insurable(seat, box)[0] + 1
        spot, hand = (None, place) if seat.table.game.switch else (place, None)
    elif awaited.hand is not None:
        hand = awaited.hand
    return commands.Decide(seat.player.by, box.bet.box, action, amount, spot, hand)


def _decided(seat: TerminalSeat, awaited: AwaitsDecision, box: Box, answer: KeyAnswer) -> str:
    """Carry a decision out; a note where it may not be, or the chips do not reach."""
    if answer.key in ("n", "enter"):
        seat.house.do(commands.Decline(seat.player.by, box.bet.box))
        return ""
    action = ACTIONS[answer.key]
    amount: Cents | None = None
    if answer.text and action in (Action.DOUBLE, Action.INSURE):
        typed = seat.amount(answer.text)
        if isinstance(typed, str):
            return typed
        amount = typed
    takes = needed(seat, awaited, box, action, amount)
    if takes > seat.player.chips(seat.table):
        return f"No: that needs {money(takes)} in chips; $ buys more"
    try:
        seat.house.do(_command(seat, awaited, box, action, amount))
    except Refused as refused:
        return seat.refused(refused.refusal)
    return ""


def _advice(seat: TerminalSeat, awaited: AwaitsDecision, box: Box) -> Estimates:
    choices = [
        (_name(awaited, box, action), _command(seat, awaited, box, action, None))
        for action in legal(seat.table, box.bet.box)
    ]
    if awaited.is_offer and Action.STAND not in awaited.offers[box.bet.box]:
        choices.append(("continue without", commands.Decline(seat.player.by, box.bet.box)))
    return estimate(seat.table, seat.player.by, box.bet.box, choices, burned=tuple(seat.house.burned))


def advice_lines(estimates: Estimates) -> list[Text]:
    """The estimates, the best first, and what they are."""
    if not estimates.actions:
        return [Text("Too few cards are left for an estimate.", FAINT)]
    shown = [
        f"{each.action} {_signed(each.average)} ±${each.error / 100:.2f}" for each in estimates.actions
    ]
    return [
        Text("Average result without side wagers: " + "; ".join(shown), GOLD),
        Text(estimates.about, FAINT),
    ]


def _signed(amount: float) -> str:
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}${abs(amount) / 100:.2f}"
