"""What `cutcard replay` prints: acts in colour, one after the other, and a table at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer
from rich.text import Text

from cutcard import terminal
from cutcard.wording import chore_title, outcome_name, uncapitalized

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: Final = (
    (r"^Round [0-9]+|^Record of .*|^Options of the table$", "bold cyan"),
    (r" \[[^\[\]]*\]$", "dim"),
    (r" \([^()]*\)", "yellow"),
    (r"\+\$[0-9.]*[1-9][0-9.]*", "green"),
    (r"-\$[0-9.]+", "red"),
    (r"\b[A2-9TJQK][dh]\b", "red"),
    (r"\b[A2-9TJQK][cs]\b", "bold"),
    (r"^ *(?:box [0-9]+|dealer)(?: hand [0-9]+)?", "bold"),
)
KEYS: Final = "any key: next   r: to the end of the round   q: leave"


def coloured(line: str) -> Text:
    """A line of the readable form, its cards, money and citations marked."""
    text = Text(terminal.one_line(line))
    for pattern, style in _STYLES:
        text.highlight_regex(pattern, style)
    return text


def print_acts(acts: Iterable[list[str]], to: Console, *, waits: bool) -> None:
    """Acts one after the other; waiting for a key after each where somebody steps through."""
    if waits:
        to.print(KEYS, style="dim")
    to_the_end, is_first = False, True
    for lines in acts:
        for line in lines:
            if line or not is_first:
                to.print(coloured(line), soft_wrap=True)
        is_first = False
        ends = lines[0].lstrip().startswith("round ") if lines else False
        if waits and (ends or not to_the_end):
            key = _key()
            if key == "q":
                return
            to_the_end = key == "r"


def _key() -> str:
    try:
        return typer.getchar().lower()
    except (EOFError, KeyboardInterrupt):
        return "q"


def print_view(seen: Mapping[str, Any], last: Sequence[str], to: Console) -> None:
    """A table as one viewer sees it, and what happened last."""
    variation = f", {seen['variation']}" if seen["variation"] else ""
    to.print(Text(f"{seen['document']}{variation}, after event {seen['version']}", style="bold cyan"))
    for line in last:
        to.print(coloured(line), soft_wrap=True)
    in_round = seen["round"]
    facts = [
        ("dealer", seen["dealer_name"] or "nobody"),
        ("players", ", ".join(seen["players"]) or "nobody"),
        ("shoe", _shoe(seen["shoe"])),
        ("meters", _amounts(seen["meters"]) or "none"),
        ("money", _amounts(seen["money"])),
        ("awaits", _awaits(seen["awaits"])),
    ]
    if in_round is None:
        facts.insert(2, ("rounds dealt", str(seen["rounds"])))
        terminal.print_facts(to, facts)
        _print_bets(seen["bets"], to)
        return
    terminal.print_facts(to, facts)
    _print_round(in_round, to)


def _shoe(shoe: Mapping[str, Any]) -> str:
    left = "cards left unknown" if shoe["left"] is None else f"{shoe['left']} cards left"
    committed = ", ".join(each[:16] for each in shoe["commitments"])
    return f"{left}, {shoe['rack']} in the rack" + (f", committed {committed}" if committed else "")


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {_money(amount)}" for name, amount in amounts.items())


def _money(amount: str) -> str:
    return f"-${amount[1:]}" if amount.startswith("-") else f"${amount}"


def _awaits(awaited: Mapping[str, Any]) -> str:
    match awaited["kind"]:
        case "decision":
            may = "; ".join(f"box {box}: {', '.join(do)}" for box, do in awaited["may"].items())
            return f"a decision ({may})"
        case "chore":
            cite = f" [{awaited['cite']}]" if awaited["cite"] else ""
            chore = uncapitalized(chore_title(awaited["chore"]))
            return f"{chore}, by {' or '.join(awaited['roles'])}{cite}"
        case "card":
            return f"a card: {awaited['to']}"
        case "device":
            return f"a device: {awaited['message']}"
        case "followers":
            return f"{', '.join(awaited['players'])}, to follow box {awaited['box']}"
        case "bets":
            return "bets"
    return "nothing: the table is closed"


def _print_bets(bets: Sequence[Mapping[str, Any]], to: Console) -> None:
    rows = [(str(bet["box"]), bet["player"], _amounts(bet["stakes"])) for bet in bets]
    if rows:
        terminal.print_table(to, ("box", "player", "bets"), rows)


def _print_round(seen: Mapping[str, Any], to: Console) -> None:
    rows: list[tuple[str | Text, ...]] = []
    for index, hand in enumerate(seen["dealer"], 1):
        name = "dealer" if len(seen["dealer"]) == 1 else f"dealer {index}"
        rows.append((name, "", _cards(hand["cards"]), _total(hand), "", ""))
    for box in seen["boxes"]:
        for hand in box["hands"]:
            place = f"{box['box']}.{hand['hand']}" if len(box["hands"]) > 1 else str(box["box"])
            staked = " + ".join(f"${stake}" for stake in hand["stakes"])
            rows.append(
                (place, box["player"], _cards(hand["cards"]), _total(hand), staked, hand["state"])
            )
    columns = ("box", "player", "cards", "total#", "main wager$", "")
    terminal.print_table(to, columns, rows, title=f"Round {seen['number']}")
    for line in seen["lines"]:
        came = f"box {line['box']} {line['wager']} {outcome_name(line['outcome'])}"
        paid = f"returned ${line['returned']} on ${line['stake']}"
        to.print(coloured(f"{came}: {paid} [{line['cite']}]"), soft_wrap=True)


def _cards(cards: Sequence[str | None]) -> Text:
    return coloured(" ".join("??" if each is None else each for each in cards))


def _total(hand: Mapping[str, Any]) -> str:
    if hand["total"] is None:
        return ""
    return f"soft {hand['total']}" if hand.get("soft") else str(hand["total"])
