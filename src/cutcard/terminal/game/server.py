"""`cutcard play --server`: a seat at a live table, line by line, through nothing but the API.

The address may be a sign-in link as a house prints it; otherwise name, password and code are asked for.
"""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import typer

from cutcard.client import Client, HouseRefused, calls
from cutcard.wording import outcome_name, wager_name

Plain = dict[str, Any]
Ask = Callable[[str], str]
STAKE: Final = "10"
BUY_IN: Final = "500"
MOST_BOXES: Final = 8
SHORT: Final = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender"}
HELP: Final = "an amount, with WAGER=AMOUNT for side wagers; Enter bets 10; q leaves"


class Leaving(Exception):  # noqa: N818 - it says what the player does
    """The player leaves."""


def origin_of(server: str) -> tuple[str, str]:
    """A house's address, and the token of the link where it is one."""
    parts = urlsplit(server)
    return f"{parts.scheme}://{parts.netloc}", parts.fragment


def visit(server: str, table: str, ask: Ask = input) -> None:
    """Sign in, sit down, play until the player leaves; what was won is cashed out."""
    origin, link = origin_of(server)
    with Client(origin) as house:
        if link:
            began = house.sign_in_by_link(link)
        else:
            began = house.sign_in(ask("Name: "), getpass.getpass(), ask("Code (staff only): "))
        name = table or _chosen(house, ask)
        typer.echo(f"{began.name} at {name}, ${began.wallet} on deposit.")
        seat = ServerSeat(house, began.name, name, ask)
        try:
            seat.play()
            return
        except (Leaving, EOFError, KeyboardInterrupt):
            pass
        try:
            seat.leave()
        except KeyboardInterrupt:
            typer.echo("  You are still at the table, with your chips: come back to cash out.")


def _chosen(house: Client, ask: Ask) -> str:
    tables = [each for each in house.do(calls.tables()).tables if each.open]
    for number, each in enumerate(tables, 1):
        variation = f", {each.variation}" if each.variation else ""
        typer.echo(f"  {number:>2}  {each.name:<18} {each.document}{variation}, {each.players} playing")
    while True:
        answer = ask("Table: ").strip()
        if answer.isdigit() and 0 < int(answer) <= len(tables):
            return tables[int(answer) - 1].name
        if any(each.name == answer for each in tables):
            return answer
        typer.echo("Give a number or a name from the list.")


class ServerSeat:
    """One player at one live table."""

    def __init__(self, house: Client, player: str, table: str, ask: Ask) -> None:
        self._house = house
        self._player = player
        self._table = table
        self._ask = ask
        self._halted = ""
        self._reported = 0
        """The last round whose result was printed."""
        self._shown: object = None
        self._until = 0
        """The version that this player's last command led to; older views are out of date."""

    def play(self) -> None:
        """Follow the table, and answer whenever it waits for this player."""
        for event in self._house.follow(self._table, views=True):
            view = event.data
            if event.version < self._until:
                continue
            if self._player not in view["seated"].values():
                if self._sit(view):
                    continue
                typer.echo("Every box is taken; try another table.")
                return
            self._print(view)
            command = self._wanted(view)
            if command is not None:
                self._do(command)

    def _sit(self, view: Plain) -> bool:
        taken = {int(box) for box in view["seated"]}
        free = (box for box in range(1, MOST_BOXES + 1) if box not in taken)
        return any(self._do({"do": "sit", "box": box}) for box in free)

    def _do(self, command: Mapping[str, Any]) -> bool:
        try:
            self._until = self._house.submit(self._table, command).version
        except HouseRefused as refused:
            cite = f" [{refused.cite}]" if refused.cite else ""
            typer.echo(f"  {refused.message}{cite}")
            return False
        return True

    def _wanted(self, view: Plain) -> Plain | None:
        awaits = view["awaits"]
        own = [int(box) for box, who in view["seated"].items() if who == self._player]
        if awaits["kind"] == "bets":
            placed = [bet for bet in view["bets"] if bet["player"] == self._player]
            if any("main" in bet["stakes"] for bet in placed):
                return None
            return self._bet(view, own[0], placed)
        if awaits["kind"] == "decision":
            for box in own:
                if str(box) in awaits["may"]:
                    return self._decision(view, box)
        return None

    def _bet(self, view: Plain, box: int, placed: list[Plain]) -> Plain:
        chips = view["chips"].get(self._player, "0.00")
        beside = f"; side wagers: {', '.join(view['side_wagers'])}" if view["side_wagers"] else ""
        answer = self._ask(f"${chips} in chips. Bet ({HELP}{beside}): ").strip()
        if answer == "q":
            raise Leaving
        if float(chips) == 0:
            self._do({"do": "buy_in", "amount": BUY_IN})
        stakes: dict[str, str] = {}
        for bet in placed:
            stakes |= bet["stakes"]
        for word in answer.split() or [STAKE]:
            wager, equals, amount = word.partition("=")
            if equals:
                stakes[wager] = amount.lstrip("$")
            else:
                stakes |= dict.fromkeys(view["main_wagers"], word.lstrip("$"))
        return {"do": "place_bet", "box": box, "stakes": stakes}

    def _decision(self, view: Plain, box: int) -> Plain:
        awaits = view["awaits"]
        may: list[str] = awaits["may"][str(box)]
        is_offer = awaits["offer"] and "stand" not in may
        words = [*may, "no"] if is_offer else may
        while True:
            answer = self._ask(f"Box {box}: {', '.join(words)}? ").strip().lower()
            if answer == "q":
                raise Leaving
            if is_offer and answer in ("", "n", "no"):
                return {"do": "decline", "box": box}
            do, _, amount = SHORT.get(answer, answer).partition(" ")
            if do in may:
                return {"do": do, "box": box, **({"amount": amount} if amount else {})}
            typer.echo("  Choose one of those; q leaves.")

    def _print(self, view: Plain) -> None:
        """The cards as they lie, and the result of a round that is over."""
        says = "" if view["halted"] is None else str(view["halted"]["says"])
        if says and says != self._halted:
            typer.echo(f"  {says}.")
        self._halted = says
        r = view["round"]
        if r is not None:
            lines = [f"Dealer {_cards(each)}" for each in r["dealer"]]
            for box in r["boxes"]:
                mine = " *" if box["player"] == self._player else ""
                lines += [f"  box {box['box']}{mine}: {_cards(hand)}" for hand in box["hands"]]
            if lines != self._shown:
                self._shown = lines
                typer.echo("\n".join(lines))
            return
        if view["rounds"] > self._reported:
            self._reported = view["rounds"]
            boxes = {int(box) for box, who in view["seated"].items() if who == self._player}
            for line in view["last_lines"]:
                if line["box"] in boxes:
                    name = f"{wager_name(line['wager'])}: {outcome_name(line['outcome'])}"
                    typer.echo(f"  {name}, {line['net']} [{line['cite']}]")

    def leave(self) -> None:
        """Play a round in play to its end by standing, as `cutcard play` does; then go and cash out."""
        typer.echo("")
        has_chips = True
        for event in self._house.follow(self._table, views=True):
            view = event.data
            if event.version < self._until:
                continue
            self._print(view)
            if not self._is_in_round(view):
                # Bets that lie on the layout come back with whoever leaves.
                bets = any(each["player"] == self._player for each in view["bets"])
                has_chips = bets or float(view["chips"].get(self._player, "0.00")) > 0
                if self._player not in view["seated"].values() or self._do({"do": "leave"}):
                    break
            command = self._standing(view)
            if command is not None:
                self._do(command)
        if not has_chips:
            typer.echo("Left.")
        elif self._do({"do": "cash_out"}):
            typer.echo("Cashed out.")

    def _is_in_round(self, view: Plain) -> bool:
        r = view["round"]
        return r is not None and any(each["player"] == self._player for each in r["boxes"])

    def _standing(self, view: Plain) -> Plain | None:
        """What ends one's part in a round soonest: no offer is taken, and every hand stands."""
        awaits = view["awaits"]
        if awaits["kind"] != "decision":
            return None
        for box, who in view["seated"].items():
            if who == self._player and box in awaits["may"]:
                stands = "stand" in awaits["may"][box] and not awaits["offer"]
                return {"do": "stand" if stands else "decline", "box": int(box)}
        return None


def _cards(hand: Plain) -> str:
    shown = " ".join(card or "??" for card in hand["cards"])
    total = hand.get("total")
    return f"{shown}  ({total})" if total is not None else shown
