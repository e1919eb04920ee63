"""`cutcard verify`: the cards of a record compared with the shuffles committed to in it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cutcard import fair, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.source import STANDARD_INPUT, source_name
from cutcard.law import Code, Refused
from cutcard.wording import plural

MOST_STACKS_LISTED = 40
_STYLES = {"proven": "bold green", "wrong": "bold red", "unproven": "yellow"}


@examples(
    "cutcard verify shoe.jsonl",
    "cutcard verify shoe.jsonl --json",
    "python -m cutcard.fair.verifier shoe.jsonl",
)
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record (JSON lines); - is standard input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check that every card was dealt as committed before the cut.

    For each shuffle the revealed order and salt must give the commitment, and the cards drawn must
    come off that order, cut where the record says; else the first wrong card is named, and the card
    that should have come. Exit code 1 where something is wrong or not proven yet (a shoe still in play).
    The check is the single file cutcard/fair/verifier.py, which runs without anything else of Cutcard.
    """
    verdict = _verdict(file, as_json=as_json)
    if as_json:
        terminal.print_json(_verdict_json(verdict))
    else:
        _print_verdict(verdict)
    if verdict.standing != "proven":
        terminal.leave(terminal.NO)


def _verdict(file: str, *, as_json: bool) -> fair.Verdict:
    name = source_name(file)
    with terminal.refusing(as_json=as_json):
        try:
            if file == STANDARD_INPUT:
                if sys.stdin is None:  # the caller closed it
                    raise Refused(Code.BAD_REQUEST, f"{name}: closed")
                return fair.verify(sys.stdin.buffer)
            with open(file, "rb") as record:
                return fair.verify(record)
        except OSError as error:
            problem = (error.strerror or "cannot be read").lower()
            raise Refused(Code.BAD_REQUEST, f"{name}: {problem}") from None
        except ValueError:  # a name that no file can have
            raise Refused(Code.BAD_REQUEST, f"{name}: no such file") from None
        except fair.Unreadable as error:
            raise Refused(Code.BAD_REQUEST, f"{name}: {error}{_hint(error, file)}") from None


def _hint(error: Exception, file: str) -> str:
    """What helps where no JSON is there at all: it may be a record in its readable form."""
    if not str(error).startswith("line 1, column 1: not JSON"):
        return ""
    return f"; `cutcard replay {file} --lines` makes JSON lines of a record in its readable form"


def _verdict_json(verdict: fair.Verdict) -> dict[str, object]:
    wrong = verdict.wrong
    return {
        "verdict": verdict.standing,
        "told": verdict.describe(),
        "document": verdict.document or None,
        "events": verdict.events,
        "wrong": None
        if wrong is None
        else {
            "event": wrong.event,
            "line": wrong.event + 1,
            "problem": wrong.problem,
            "recorded": wrong.recorded or None,
            "demanded": wrong.demanded or None,
        },
        "stacks": [
            {
                "commitment": stack.commitment or None,
                "standing": stack.standing,
                "shuffled_at_event": stack.shuffled_at,
                "batch": stack.batch,
                "side": stack.side,
                "made_of": describe_cards(stack) or None,
                "cuts": [position for _, position in stack.cuts],
                "drawn": len(stack.drawn),
            }
            for stack in verdict.stacks
        ],
    }


def _print_verdict(verdict: fair.Verdict) -> None:
    to = terminal.console()
    to.print(verdict.describe(), style=_STYLES[verdict.standing], soft_wrap=True)
    rows = [
        (
            str(stack.shuffled_at),
            stack.commitment[:16] or "none",
            " ".join(filter(None, (str(stack.batch), stack.side))),
            describe_cards(stack),
            ", ".join(str(position) for _, position in stack.cuts) or "not cut",
            str(len(stack.drawn)),
            stack.standing,
        )
        for stack in verdict.stacks[:MOST_STACKS_LISTED]
    ]
    columns = ("event", "commitment", "batch", "cards", "cut after", "drawn#", "standing")
    if rows:
        terminal.print_table(to, columns, rows)
    if len(verdict.stacks) > MOST_STACKS_LISTED:
        to.print(f"and {len(verdict.stacks) - MOST_STACKS_LISTED} more stacks (see them with --json)")


def describe_cards(stack: fair.Stack) -> str:
    """The cards of a revealed stack: whole decks, or the few that were shuffled during a round."""
    if not (stack.revealed_at and stack.order):
        return ""
    kinds = set(stack.order)
    copies = len(stack.order) // max(len(kinds), 1)
    is_whole = len(kinds) == 52 or (len(kinds) == 48 and not any(card[0] == "T" for card in kinds))
    if is_whole and all(stack.order.count(card) == copies for card in kinds):
        return f"{plural(copies, 'deck')} of {len(kinds)}"
    return f"{len(stack.order)} cards, not whole decks"
