"""The game: what the table awaits is asked of the player, done by a neighbour, or left to chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from cutcard.law import Refused
from cutcard.money import Cents
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import AwaitsBets, AwaitsChore, AwaitsDecision, Closed, commands, main_wagers
from cutcard.terminal.drawing.text import money, result
from cutcard.terminal.game.bets import make_bets
from cutcard.terminal.game.house import COLLECT, TerminalHouse, nobody
from cutcard.terminal.game.player import YOU, fixed_answer, usual_bet
from cutcard.terminal.game.results import show_results
from cutcard.terminal.game.seat import TerminalSeat
from cutcard.terminal.game.turns import ask_cut, ask_decision
from cutcard.terminal.output import refusal_line
from cutcard.terminal.prompt import Left
from cutcard.wording import plural

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil")


@dataclass(frozen=True, slots=True)
class Summary:
    """How a visit to the table came out."""

    rounds: int
    result: Cents
    chips: Cents
    stood: bool
    """Whether a round in play was finished by standing."""
    stuck: str
    """Why the table could not go on; empty where it could."""
    shoes: tuple[str, ...]

    def lines(self, record_name: str) -> list[Text]:
        """For the terminal that is left."""
        played = Text(f"You played {plural(self.rounds, 'round')}: ").append_text(result(self.result))
        lines = [played.append(f", {money(self.chips)} in chips.")]
        if self.stood:
            lines.append(Text("You left in the middle of a round; your hands stood."))
        if self.stuck:
            lines.append(Text(f"The table could not continue: {self.stuck}", "yellow"))
        for each in self.shoes:
            lines.append(Text(f"Shoe revealed: the order committed to as {each}"))
        if record_name:
            lines.append(Text(f"Recorded; check every card with: cutcard verify {record_name}"))
        elif self.shoes:
            lines.append(
                Text("--record FILE saves a visit; cutcard verify FILE checks every card of it.")
            )
        return lines


def play(seat: TerminalSeat, *, neighbours: int) -> Summary:
    """Rounds until the player leaves; a round in play is then finished, and every shoe revealed."""
    house, player = seat.house, seat.player
    stood, stuck = False, ""
    try:
        house.watch = seat.watch
        house.open()
        _sit(seat, neighbours)
        while _next(seat):
            pass
    except (Left, KeyboardInterrupt):
        pass
    except Refused as refused:
        stuck = refusal_line(refused.refusal)
    house.watch = nobody
    try:
        stood = _finish(house)
    except Refused as refused:
        stuck = refusal_line(refused.refusal)
    table = house.table
    return Summary(
        table.rounds, player.result(table), player.chips(table), stood, stuck, tuple(house.shoes)
    )


def _sit(seat: TerminalSeat, neighbours: int) -> None:
    """The player takes the first box from the dealer's left, the neighbours the last ones."""
    boxes = seat.table.game.boxes
    seat.house.do(commands.Sit(seat.player.by, seat.player.chosen))
    for place, name in enumerate(NAMES[: min(neighbours, boxes - 1)]):
        seat.house.do(commands.Sit(By(Role.PLAYER, name), boxes - place))


def _next(seat: TerminalSeat) -> bool:
    """One step of the game; false where the table is closed."""
    house = seat.house
    if house.chance():
        return True
    match house.awaits():
        case AwaitsChore(chore=Chore.ACCEPT_CUT, who=who):
            _cut(seat, who)
        case AwaitsChore(chore=chore) if chore == COLLECT:
            show_results(seat)
            house.collect()
        case AwaitsBets():
            make_bets(seat)
            _neighbours_bet(house)
            try:
                house.start_round()
            except Refused as refused:
                seat.say(seat.refused(refused.refusal))
        case AwaitsDecision() as awaited:
            _decide(seat, awaited)
        case Closed():
            return False
        case other:
            raise AssertionError(other)
    return True


def _cut(seat: TerminalSeat, who: str) -> None:
    if who == YOU:
        ask_cut(seat)
    else:
        seat.house.do(Act(Chore.REFUSE_CUT, By(Role.PLAYER, who)))


def _neighbours_bet(house: TerminalHouse) -> None:
    table = house.table
    stake = usual_bet(table.game)
    for box, player in table.seated:
        if player != YOU:
            stakes = dict.fromkeys(main_wagers(table.game), stake)
            house.do(commands.PlaceBet(By(Role.PLAYER, player), box, stakes))


def _decide(seat: TerminalSeat, awaited: AwaitsDecision) -> None:
    """The neighbours answer offers first, so that the player's boxes are asked last."""
    table = seat.table
    for box in awaited.offers:
        if table.in_play().box_at(box).bet.player != YOU:
            seat.house.do(fixed_answer(table, awaited, box))
            return
    ask_decision(seat, awaited, next(iter(awaited.offers)))


def _finish(house: TerminalHouse) -> bool:
    """A round in play is finished by standing; then the cards leave and the table closes."""
    stood = False
    while (r := house.table.round) is not None:
        if house.chance():
            continue
        if r.finished:
            house.collect()
            continue
        awaited = house.awaits()
        assert isinstance(awaited, AwaitsDecision), awaited
        stood = True
        house.do(fixed_answer(house.table, awaited, next(iter(awaited.offers)), stands=True))
    if house.table.is_open and not house.table.is_closed:
        house.close()
    return stood
