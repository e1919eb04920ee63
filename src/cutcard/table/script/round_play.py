"""A whole round at a live table, every decision by a strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cutcard.law import Refusal, Refused
from cutcard.rules import Action, Hand
from cutcard.shoe import By, Role
from cutcard.table import commands
from cutcard.table.play.decide import awaits, step
from cutcard.table.round import AwaitsBets, AwaitsDecision
from cutcard.table.script.command_text import parse_command
from cutcard.table.script.scripted_round import in_play, passed
from cutcard.table.table import Table

ChooseAction = Callable[[Hand, tuple[Action, ...], Table], Action]
"""Takes the hand, what may be done with it and the table; returns what is done."""
ShuffleAct = Callable[[Table], commands.Command]
"""The act that shuffles the cards when the table asks for it, as `fair.shuffle_act`."""


def play_round(
    table: Table,
    choose: ChooseAction,
    *,
    stakes: Mapping[str, Mapping[str, str]],
    shuffle: ShuffleAct,
    dealer: str = "dealer",
) -> tuple[Table, tuple[object, ...]]:
    """The table after one round, and the events of it; offers are declined.

    `stakes` are the stakes of each box that bets, `{"1": {"main": "10"}}`; their players sit already.
    """
    heard: list[object] = []

    def do(command: commands.Command) -> None:
        nonlocal table
        outcome = step(table, command)
        if isinstance(outcome, Refusal):
            raise Refused(outcome.code, outcome.message, outcome.cite)
        table, more = outcome
        heard.extend(more)

    rounds, by = table.rounds, By(Role.DEALER, dealer)
    while table.rounds == rounds or table.round is not None:
        match awaits(table):
            case AwaitsBets():
                for number, amounts in stakes.items():
                    player = dict(table.people.seated)[int(number)]
                    said = {"by": f"player {player}", "do": "place_bet", "box": int(number)}
                    do(parse_command({**said, "stakes": dict(amounts)}))
                do(parse_command({"by": f"dealer {dealer}", "do": "start_round"}))
            case AwaitsDecision(is_offer=True) as awaited:
                do(passed(in_play(table), awaited, by=by))
            case AwaitsDecision(hand=place) as awaited:
                box_number = next(iter(awaited.offers))
                at = in_play(table).box_at(box_number)
                assert place is not None
                hand = list(at.hands())[place - 1]
                act = choose(hand, awaited.offers[box_number], table)
                do(commands.Decide(By(Role.PLAYER, at.bet.player), box_number, act))
            case _:
                do(shuffle(table))
    return table, tuple(heard)
