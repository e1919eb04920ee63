"""A settled round for people: the hands, the settlement lines with their provisions, the net."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from cutcard.cards import Card
from cutcard.money import dollars
from cutcard.rules import TWENTY_ONE, Hand, Line, is_natural, is_soft, total
from cutcard.table import Round
from cutcard.table.script import SettledRound
from cutcard.terminal import card_text, print_table, provision
from cutcard.wording import outcome_name

WIDE: Final = 120


def signed(amount: int) -> Text:
    """A gain or a loss with its sign and colour."""
    style = "green" if amount > 0 else "red" if amount < 0 else ""
    return Text(("+" if amount > 0 else "") + dollars(amount), style=style)


def points(cards: Sequence[Card]) -> str:
    """A hand's count: `soft 17`, `24 (bust)`."""
    count = total(cards)
    if count > TWENTY_ONE:
        return f"{count} (bust)"
    return f"soft {count}" if is_soft(cards) else str(count)


def remarks(hand: Hand) -> str:
    """What happened to a hand besides its cards."""
    states = {
        "blackjack": hand.is_blackjack,
        "split": hand.from_split,
        "switched": hand.switched,
        "doubled": hand.doubled,
        "rescued": hand.rescued,
        "surrendered": bool(hand.surrendered),
        "even money": hand.even_money,
    }
    return ", ".join(name for name, is_so in states.items() if is_so)


def _hand_rows(r: Round, to: Console) -> Iterator[tuple[str | Text, ...]]:
    for number, cards in enumerate(r.dealer, start=1):
        name = f"dealer, hand {number}" if len(r.dealer) > 1 else "dealer"
        remark = "blackjack" if is_natural(cards) else ""
        yield name, card_text(cards, to), points(cards), "", remark
    for box in r.boxes:
        several = box.number_of_hands > 1
        for group in range(len(box.groups)):
            for number, hand in box.numbered(group):
                name = f"box {box.bet.box}" + (f", hand {number}" if several else "")
                stake = dollars(sum(hand.stakes))
                yield name, card_text(hand.cards, to), points(hand.cards), stake, remarks(hand)


def _outcome(line: Line) -> str:
    outcome = outcome_name(line.outcome)
    if line.paid_to == "player":
        return outcome
    return f"{outcome} ({dollars(line.returned)} to {line.paid_to})"


def _money(line: Line) -> tuple[str | Text, ...]:
    return dollars(line.stake), line.pays, dollars(line.to_player), signed(line.net)


def _print_lines(lines: Sequence[Line], to: Console) -> None:
    """One row per line; on a narrow terminal its outcome and provision stand below the wager."""
    money = ("stake$", "pays", "returned$", "net$")
    placed = [(str(line.box), "" if line.hand is None else str(line.hand)) for line in lines]
    rows: list[tuple[str | Text, ...]]
    if to.width >= WIDE:
        columns: tuple[str, ...] = ("box", "hand", "wager", "outcome", *money, "provision")
        rows = [
            (*place, line.wager, _outcome(line), *_money(line), provision(line.cite))
            for place, line in zip(placed, lines, strict=True)
        ]
    else:
        columns = ("box", "hand", "wager, outcome, provision", *money)
        rows = [
            (*place, Text(f"{line.wager}\n  {_outcome(line)}\n  {provision(line.cite)}"), *_money(line))
            for place, line in zip(placed, lines, strict=True)
        ]
    print_table(to, columns, rows)


def print_settled(answer: SettledRound, to: Console) -> None:
    """Print the whole settlement of one round."""
    law = answer.round.rules.document
    variation = answer.round.rules.variation
    title = f"{law.title} ({law.id}{f', {variation}' if variation else ''})"
    print_table(to, ("", "cards", "count", "stake$", ""), _hand_rows(answer.round, to), title=title)
    _print_lines(answer.lines, to)
    if answer.meters:
        rows = ((name, dollars(amount)) for name, amount in answer.meters.items())
        print_table(to, ("meter", "shows$"), rows)
    net = {box.bet.box: 0 for box in answer.round.boxes}
    for line in answer.lines:
        net[line.box] += line.net
    totals = Text("Net: ")
    for index, (box, amount) in enumerate(net.items()):
        totals.append(", " if index else "").append(f"box {box} ").append_text(signed(amount))
    to.print(totals)
