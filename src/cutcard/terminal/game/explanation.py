"""What is behind a payout: how the wager came to it, and what the provision cited says in our words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from cutcard.law import Cited
from cutcard.rules import Line
from cutcard.table import Table, said_by, spot_of
from cutcard.terminal.drawing.settlement import (
    line_wager_name,
    outcome_sentence,
    table_outcome_name,
)
from cutcard.terminal.drawing.text import FAINT, GOLD, money, wrapped
from cutcard.terminal.output import provision
from cutcard.wording import paytable_label, price_name, wager_name


def behind(table: Table, lines: Sequence[Line], width: int) -> list[Text]:
    """For each settlement line why it came so, its provision, what that says, and the reading taken.

    Lines of one kind that came to the same are told of together.
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
        said_here = said_by(law, same[0])
        cited = f"By {provision(same[0].cite)} of {law.id}{':' if said_here else '.'}"
        shown += wrapped(cited, width, indent=3, style=FAINT)
        for said in said_here:
            style = "bold" if said.kind == "reading" else ""
            shown += wrapped(_said(table, said), width, indent=5, style=style)
        shown.append(Text())
    return shown or [Text("Nothing was settled.")]


def _headline(table: Table, line: Line) -> str:
    hand = f", hand {line.hand}" if line.hand is not None else ""
    price = "" if line.pays in ("push", "lose") else f", {price_name(line.pays)}"
    net = ("+" if line.net > 0 else "") + money(line.net)
    name = f"{line_wager_name(table, line)}: {table_outcome_name(table, line.outcome)}"
    return f"Box {line.box}{hand}: {name}{price}: {net} on {money(line.stake)}"


def _said(table: Table, said: Cited) -> str:
    if said.kind == "row":
        name = table_outcome_name(table, str(said.facts["outcome"]))
        pays = price_name(str(said.facts["pays"]))
        return f"paytable {_paytable_name(said.name)}: {name}, {pays}"
    if said.kind == "reading":
        return f"{said.name}: {said.says}"
    return f"{said.says} [{said.cite}; {said.name}]"


def _paytable_name(written: str) -> str:
    """A paytable as the law data cites it, the wager before its id."""
    wager, _, paytable = written.partition(" ")
    return f"{wager_name(wager)} {paytable_label(paytable)}"
