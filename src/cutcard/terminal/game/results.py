"""After the round: every settlement line with its price and provision, and the reason behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Final

from rich.text import Text

from cutcard.law import Cited
from cutcard.rules import Line
from cutcard.table import Table, provisions_behind, spot_of
from cutcard.table.script import in_answer_order
from cutcard.terminal.drawing.screen import Key
from cutcard.terminal.drawing.sentences import line_wager_name, outcome_sentence, table_outcome_name
from cutcard.terminal.drawing.text import FAINT, GOLD, joined, money, result, wrapped
from cutcard.terminal.game.seat import LEAVE, TerminalSeat
from cutcard.terminal.output import provision
from cutcard.wording import paytable_label, price_name, wager_name

WIDE: Final = 90
FIXED: Final = 36
"""What box, hand, stake, result and the gaps take."""
COLUMNS: Final = (26, 29, 24)
"""How wide wager, outcome and price may be."""
HEADS: Final = ("Wager", "Outcome", "Price")
KEYS: Final = (
    Key("enter", "next round"),
    Key("c", "citations"),
    Key("?", "citations", is_shown=False),
    Key("v", "all lines"),
    LEAVE,
)


def show_results(seat: TerminalSeat) -> None:
    """The settled round, until the player goes on."""
    r = seat.table.in_play()
    every = in_answer_order(r)
    own = [line for line in every if _player(seat, line) == seat.player.by.name]

    def paint(width: int, height: int) -> list[Text]:
        below = [Text(), *_rows(seat.table, own, width), *_others(seat, every)]
        return seat.paint(below=below)(width, height)

    while True:
        answer = seat.screen.choose(paint, KEYS)
        if answer.key == "enter":
            return
        if answer.key == "q":
            seat.leave()
        elif answer.key == "v":
            page = partial(_rows, seat.table, every, is_page=True)
            seat.screen.read("Every line of the round", page)
        else:
            seat.screen.read("What was paid, and why", partial(explanation, seat.table, own))


def _player(seat: TerminalSeat, line: Line) -> str:
    box = seat.table.in_play().box(line.box)
    return line.player or ("" if box is None else box.bet.player)


def _rows(table: Table, lines: Sequence[Line], width: int, *, is_page: bool = False) -> list[Text]:
    """One row a line, and their sum; a narrow screen leaves the provisions to `c`, a page wraps them."""
    named = [(line_wager_name(table, line), _outcome(table, line), _price(line)) for line in lines]
    widths = [
        min(most, max(len(head), *(len(each[place]) for each in named)) if named else 0)
        for place, (most, head) in enumerate(zip(COLUMNS, HEADS, strict=True))
    ]
    widths[0] -= max(0, min(widths[0] - 8, sum(widths) + FIXED - width))
    rows = []
    for line, names in zip(lines, named, strict=True):
        row = _row(f"{line.box:>3}  {line.hand or '-':>4}", names, widths, money(line.stake))
        net = result(line.net)
        row.append(" " * max(0, 11 - net.cell_len)).append_text(net)
        cite = provision(line.cite)
        if row.cell_len + len(cite) + 2 <= width or (width >= WIDE and not is_page):
            rows.append(row.append(f"  {cite}", FAINT))
        else:
            rows += [row, Text(f"              {cite}", FAINT)] if is_page else [row]
    if rows:
        head = _row("Box  Hand", HEADS, widths, "Stake").append(f"{'Result':>11}")
        head.append("  Law" if width >= WIDE else "")
        rows.insert(0, Text(head.plain, FAINT))
    total = result(sum(line.net for line in lines))
    label = "All boxes together" if is_page else "This round"
    return [*rows, Text().append(f"   {label}: ", GOLD).append_text(total)]


def _row(place: str, names: Sequence[str], widths: Sequence[int], stake: str) -> Text:
    wager, came, price = (f"{n:<{w}.{w}}" for n, w in zip(names, widths, strict=True))
    return Text(f"   {place}  {wager}  {came} {stake:>9}  {price} ")


def _outcome(table: Table, line: Line) -> str:
    return table_outcome_name(table, line.outcome) + (
        f" ({money(line.returned)} to {line.paid_to})" if line.paid_to != "player" else ""
    )


def _price(line: Line) -> str:
    return "" if line.pays in ("push", "lose") else price_name(line.pays)


def _others(seat: TerminalSeat, lines: Sequence[Line]) -> list[Text]:
    """The neighbours' results."""
    nets: dict[str, int] = {}
    for line in lines:
        player = _player(seat, line)
        if player != seat.player.by.name:
            nets[player] = nets.get(player, 0) + line.net
    if not nets:
        return []
    results = [Text(f"{player} ").append_text(result(net)) for player, net in nets.items()]
    return [Text().append("   Others: ", FAINT).append_text(joined(results, ", "))]


def explanation(table: Table, lines: Sequence[Line], width: int) -> list[Text]:
    """For each settlement line its reason, its provision, what that says, and the reading taken.

    Lines of one kind with the same result stand together.
    """
    law = table.rules.document
    alike: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        alike.setdefault((spot_of(line)[0], line.outcome, line.cite), []).append(line)
    shown: list[Text] = []
    for same in alike.values():
        for why, of_one_kind in groupby(same, key=lambda line: outcome_sentence(table, line)):
            for line in of_one_kind:
                shown += wrapped(_headline(table, line), width, indent=1, style=GOLD)
            shown += wrapped(why, width, indent=3)
        statements = provisions_behind(law, same[0])
        cited = f"By {provision(same[0].cite)} of {law.id}{':' if statements else '.'}"
        shown += wrapped(cited, width, indent=3, style=FAINT)
        for statement in statements:
            style = "bold" if statement.kind == "reading" else ""
            shown += wrapped(_statement(table, statement), width, indent=5, style=style)
        shown.append(Text())
    return shown or [Text("Nothing was settled.")]


def _headline(table: Table, line: Line) -> str:
    hand = f", hand {line.hand}" if line.hand is not None else ""
    price = f", {_price(line)}" if _price(line) else ""
    net = result(line.net).plain
    name = f"{line_wager_name(table, line)}: {table_outcome_name(table, line.outcome)}"
    return f"Box {line.box}{hand}: {name}{price}: {net} on {money(line.stake)}"


def _statement(table: Table, cited: Cited) -> str:
    if cited.kind == "reading":
        return f"{cited.name}: {cited.says}"
    if cited.kind != "row":
        return f"{cited.says} [{cited.cite}; {cited.name}]"
    wager, _, paytable = cited.name.partition(" ")
    name = table_outcome_name(table, str(cited.facts["outcome"]))
    pays = price_name(str(cited.facts["pays"]))
    return f"paytable {wager_name(wager)} {paytable_label(paytable)}: {name}, {pays}"
