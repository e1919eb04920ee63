"""The bet: what lies on which box, with the paytables at hand and every refusal cited."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from cutcard.law import Offer, Refusal
from cutcard.money import Cents
from cutcard.rules import Game
from cutcard.table import commands, main_wagers, step
from cutcard.terminal.drawing.screen import Key, KeyAnswer, Paint
from cutcard.terminal.drawing.text import FAINT, GOLD, WARNING, money, wrapped
from cutcard.terminal.game.player import side_stakes, usual_bet, with_prizes
from cutcard.terminal.game.rules import paytables
from cutcard.terminal.game.seat import HELP, LEAVE, TerminalSeat
from cutcard.wording import paytable_label, price_name

SIDE_KEYS: Final = "abcdefghijklnoprsuvwxyz"
"""Keys of side wagers; m is the main wager, t shows the paytables, q leaves the table."""
NAME_WIDTH: Final = 38
ROOM_ABOVE: Final = 12
"""Lines that the rest of the betting screen takes."""

HELP_TEXT: Final = (
    "Type an amount to change your main wager, then press Enter to deal. Enter alone repeats "
    "the bet shown.",
    "A side wager's key puts its usual stake on the box, or takes it off again; with Shift (or, line by "
    "line, as `a 2.50`) you choose the amount.",
    "t shows what every wager on offer pays, with its provision; $ buys more chips.",
    "+ adds a box beside yours, - gives up the chosen one, . chooses the next; a document may limit how "
    "many boxes one person plays. Nobody else bets on your boxes in this terminal, even where a "
    "document lets several people share one.",
    "The result above counts wagers as yours until they are settled. You may leave at any time: your "
    "hands in play then stand.",
)


def side_offers(seat: TerminalSeat) -> list[Offer]:
    """The side wagers on offer that take a stake."""
    offers = seat.table.rules.offers
    return [o for name, o in offers.items() if name not in ("main", "insurance") and o.law.takes_stake]


def make_bets(seat: TerminalSeat) -> None:
    """Ask until the bets lie on the layout as the law and the chips allow."""
    _begin(seat)
    note = ""
    while True:
        answer = seat.screen.choose(_paint(seat), _keys(seat), note=note, amounts_for="m")
        note = _answered(seat, answer)
        if answer.key == "enter" and not note:
            return


def _begin(seat: TerminalSeat) -> None:
    """The bets of the last round, with what must stay on the layout."""
    bets = seat.player.bets
    if not bets:
        bets[seat.player.chosen] = {"main": usual_bet(seat.table.game)}
    for box, stakes in bets.items():
        for name in [name for name in stakes if name.startswith("streak_")]:
            del stakes[name]  # decided, or riding on the layout
        stakes.update(_riding(seat, box))


def _riding(seat: TerminalSeat, box: int) -> dict[str, Cents]:
    for bet in seat.table.bets:
        if bet.box == box and bet.player == seat.player.by.name:
            return {name: bet.stakes[name] for name in bet.riding}
    return {}


def _keys(seat: TerminalSeat) -> list[Key]:
    game, player = seat.table.game, seat.player
    keys = [Key("enter", "deal"), Key("m", "main wager", takes_text=True)]
    offers = side_offers(seat)
    for letter, offer in zip(SIDE_KEYS, offers, strict=False):
        keys.append(Key(letter, offer.law.title, takes_text=True, is_shown=len(offers) == 1))
    if len(offers) > 1:
        last = SIDE_KEYS[min(len(offers), len(SIDE_KEYS)) - 1]
        keys.append(Key(f"a-{last}", "side wagers", is_legend=True))
    keys.append(Key("t", "paytables"))
    if game.adjacent_boxes > 1:
        keys.append(Key("+", "one more box"))
    if len(player.bets) > 1:
        keys += [Key("-", "one fewer box"), Key(".", "next box")]
    return [*keys, Key("$", "more chips"), HELP, LEAVE]


def _paint(seat: TerminalSeat) -> Paint:
    def paint(width: int, height: int) -> list[Text]:
        return seat.paint(below=_lines(seat, width, height))(width, height)

    return paint


def _lines(seat: TerminalSeat, width: int, height: int) -> list[Text]:
    player, game = seat.player, seat.table.game
    lines = [Text(), Text().append("   Your bet", GOLD).append(f"   {_limits(seat)}", FAINT)]
    spots = len(main_wagers(game))
    for box, stakes in player.bets.items():
        chosen = box == player.chosen
        mark = "▶ " if chosen and len(player.bets) > 1 else "  "
        line = Text().append(f"   {mark}", GOLD).append(f"Box {box}", "bold")
        line.append(f"   main {money(stakes['main'])}{f' ×{spots}' if spots > 1 else ''}", "bold")
        if spots > 1:
            line.append(f", one {_each(game)}", FAINT)
        sides = sum(stake for name, stake in stakes.items() if name != "main")
        if sides:
            line.append(f"   side wagers {money(sides)}")
        lines.append(line)
    lines += _side_lines(seat, width, height)
    total = player.staked(game)
    if total > player.chips(seat.table):
        lines.append(Text(f"     That is {money(total)}, more than your chips: $ buys more.", WARNING))
    return lines


def _each(game: Game) -> str:
    """What each of several main wagers is on."""
    return "against each of the dealer's hands" if game.dealer_hands > 1 else "on each of your hands"


def _limits(seat: TerminalSeat) -> str:
    game = seat.table.game
    least, most = game.minimum_wager, game.maximum_wager
    if least is None and most is None:
        return "the house set no limits"
    limits = [f"from {money(least)}" if least else "", f"up to {money(most)}" if most else ""]
    return "main wagers " + " ".join(each for each in limits if each)


def _side_lines(seat: TerminalSeat, width: int, height: int) -> list[Text]:
    """The side wagers with their stakes; in two columns, without prices, where one is too long."""
    offers = side_offers(seat)
    stakes = seat.player.bets[seat.player.chosen]
    columns = 2 if height and len(offers) + ROOM_ABOVE > height else 1
    names = NAME_WIDTH if columns == 1 else max(8, width // 2 - 20)
    lines = []
    for letter, offer in zip(SIDE_KEYS, offers, strict=False):
        stake = stakes.get(offer.law.id)
        table = f" ({paytable_label(offer.paytable.id)})" if len(offer.law.choosable) > 1 else ""
        named = offer.law.title + table
        line = Text().append(f"     {letter} ", GOLD)
        line.append(f"{named:<{names}.{names}} ", "bold" if stake else "")
        line.append(f"{money(stake) if stake else '-':>9}  ", "bold" if stake else FAINT)
        lines.append(line.append(_best(offer), FAINT) if columns == 1 else line)
    if columns == 1:
        return lines
    half = -(-len(lines) // 2)
    right = [*lines[half:], Text()]
    return [left.append_text(right[place][3:]) for place, left in enumerate(lines[:half])]


def _best(offer: Offer) -> str:
    """What a paytable pays at the most and at the least, as printed."""
    paid = [
        price_name(str(row.pays)) for row in offer.paytable.rows if row.to == "player" and not row.extra
    ]
    return paid[0] if len(paid) == 1 else f"{paid[0]} … {paid[-1]}" if paid else ""


def _answered(seat: TerminalSeat, answer: KeyAnswer) -> str:
    """Do what was asked; a note where it could not be done."""
    player = seat.player
    match answer.key:
        case "enter":
            return _place(seat)
        case "m":
            return _change(seat, "main", answer.text)
        case "t":
            seat.screen.read("What the wagers pay", lambda width: paytables(seat.table, width))
        case "+":
            return _one_more_box(seat)
        case "-":
            _one_box_less(seat)
        case ".":
            boxes = [*player.bets, *player.bets]
            player.chosen = boxes[boxes.index(player.chosen) + 1]
        case "$":
            seat.take_chips()
        case "?":
            seat.screen.read("Betting", _help)
        case "q":
            seat.leave()
        case letter if len(letter) == 1 and letter in SIDE_KEYS:
            return _side(seat, letter, answer.text)
    return ""


def _help(width: int) -> list[Text]:
    return [line for text in HELP_TEXT for line in [*wrapped(text, width, indent=3), Text()]]


def _change(seat: TerminalSeat, wager: str, written: str) -> str:
    if not written:
        typed = seat.screen.type_in(_paint(seat), "How much?")
        if not typed:
            return ""
        written = typed
    amount = seat.amount(written)
    if isinstance(amount, str):
        return amount
    stakes = seat.player.bets[seat.player.chosen]
    before = dict(stakes)
    if amount:
        stakes[wager] = amount
    elif wager == "main":
        return "No: a box needs a main wager; - gives up a box"
    else:
        stakes.pop(wager, None)
    return _judged(seat, before)


def _judged(seat: TerminalSeat, before: dict[str, Cents]) -> str:
    """Take a change back where the table would refuse the bet, and say why."""
    box = seat.player.chosen
    refusal = seat.house.try_out(seat.player.command(seat.table.game, box))
    note = _without_prize(seat) if refusal is None else seat.refused(refusal)
    if note:
        seat.player.bets[box] = before
    return note


def _without_prize(seat: TerminalSeat) -> str:
    """Refuse a stake for which the wheel has no printed prizes: it could not win."""
    rules = seat.table.rules
    for name, stake in seat.player.bets[seat.player.chosen].items():
        offer = rules.offers.get(name)
        stakes = () if offer is None else with_prizes(rules, offer)
        if offer is not None and stakes and stake not in stakes:
            amounts = " or ".join(money(each) for each in stakes)
            return f"No: {offer.law.title} has prizes for {amounts} here [{offer.paytable.cite}]"
    return ""


def _side(seat: TerminalSeat, letter: str, written: str) -> str:
    offers = side_offers(seat)
    place = SIDE_KEYS.index(letter)
    if place >= len(offers):
        return ""
    offer = offers[place]
    stakes = seat.player.bets[seat.player.chosen]
    if written:
        return _change(seat, offer.law.id, written)
    before = dict(stakes)
    if offer.law.id in stakes:
        del stakes[offer.law.id]
    else:
        stakes[offer.law.id] = side_stakes(seat.table.rules, offer, stakes["main"])[0]
    return _judged(seat, before)


def _one_more_box(seat: TerminalSeat) -> str:
    player, taken = seat.player, {box for box, _ in seat.table.seated}
    free = [box for box in range(1, seat.table.game.boxes + 1) if box not in taken | {*player.bets}]
    beside = [box for box in free if box - 1 in player.bets or box + 1 in player.bets]
    if not beside:
        return "No: no box beside yours is free"
    before, chosen = dict(player.bets), player.chosen
    player.bets[beside[0]] = {"main": player.bets[chosen]["main"]}
    player.bets = dict(sorted(player.bets.items()))
    refusal = _refusal_of_all(seat)
    if refusal:
        player.bets = before
        return refusal
    player.chosen = beside[0]
    return ""


def _one_box_less(seat: TerminalSeat) -> None:
    player = seat.player
    if len(player.bets) > 1 and not _riding(seat, player.chosen):
        del player.bets[player.chosen]
        player.chosen = next(iter(player.bets))


def _refusal_of_all(seat: TerminalSeat) -> str:
    """Why the boxes together may not be bet on, placed one after the other; empty where they may."""
    table = seat.table
    for box in seat.player.bets:
        outcome = step(table, seat.player.command(table.game, box))
        if isinstance(outcome, Refusal):
            return seat.refused(outcome)
        table = outcome[0]
    return ""


def _place(seat: TerminalSeat) -> str:
    """Put the bets on the layout and start the round; a note where that may not be."""
    player, game = seat.player, seat.table.game
    riding = sum(sum(_riding(seat, box).values()) for box in player.bets)
    if player.staked(game) - riding > player.chips(seat.table):
        return "No: your chips do not cover that; $ buys more"
    if refusal := _refusal_of_all(seat):
        return refusal
    for bet in seat.table.bets:
        if bet.player == player.by.name and bet.box not in player.bets and not bet.riding:
            seat.house.do(commands.TakeBack(player.by, bet.box))
    for box in player.bets:
        seat.house.do(player.command(game, box))
    return ""
