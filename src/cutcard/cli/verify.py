"""`cutcard verify`: a record of play held against the shuffles committed to in it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.terminal import output
from cutcard.wording import plural

if TYPE_CHECKING:
    from cutcard.fair import Stack, Verdict

EXAMPLES = """\b
Examples:
  cutcard verify shoe.jsonl
  cutcard verify shoe.jsonl --json
  python -m cutcard.fair.verifier shoe.jsonl
"""

MOST_STACKS_LISTED = 40
_STYLES = {"proven": "bold green", "wrong": "bold red", "unproven": "yellow"}


def command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record (JSON lines); - is standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """Check that every card was dealt as committed before the cut.

    For each shuffle the revealed order and salt must give the commitment, and the cards drawn must
    come off that order, cut where the record says; else the first wrong card is named, and the card
    that should have come. Exit code 1 where something is wrong or not proven yet (a shoe still in play).
    The check is the single file cutcard/fair/verifier.py, which runs without anything else of Cutcard.
    """
    verdict = _verdict(file, as_json=as_json)
    if as_json:
        output.print_json(_contract(verdict))
    else:
        _print_verdict(verdict)
    if verdict.standing != "proven":
        output.leave(output.NO)


def _verdict(file: str, *, as_json: bool) -> Verdict:
    from cutcard.fair import Unreadable, verify
    from cutcard.law import Code, Refused

    name = "standard input" if file == "-" else file
    with output.refusing(as_json=as_json):
        try:
            if file == "-":
                if sys.stdin is None:  # the caller closed it
                    raise Refused(Code.BAD_REQUEST, f"{name}: closed")
                return verify(sys.stdin.buffer)
            with open(file, "rb") as record:
                return verify(record)
        except OSError as error:
            problem = (error.strerror or "cannot be read").lower()
            raise Refused(Code.BAD_REQUEST, f"{name}: {problem}") from None
        except ValueError:  # a name that no file can have
            raise Refused(Code.BAD_REQUEST, f"{name}: no such file") from None
        except Unreadable as error:
            raise Refused(Code.BAD_REQUEST, f"{name}: {error}{_in_words(error, file)}") from None


def _in_words(error: Exception, file: str) -> str:
    """What helps where no JSON was found at all: it may be a record in its readable form."""
    if not str(error).startswith("line 1, column 1: not JSON"):
        return ""
    return f"; a record in words becomes JSON lines by `cutcard replay {file} --lines`"


def _contract(verdict: Verdict) -> dict[str, object]:
    wrong = verdict.wrong
    return {
        "verdict": verdict.standing,
        "told": verdict.told(),
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
                "commitment": each.commitment or None,
                "standing": each.standing,
                "shuffled_at_event": each.shuffled_at,
                "batch": each.batch,
                "side": each.side,
                "made_of": made_of(each) or None,
                "cuts": [position for _, position in each.cuts],
                "drawn": len(each.drawn),
            }
            for each in verdict.stacks
        ],
    }


def _print_verdict(verdict: Verdict) -> None:
    to = output.console()
    to.print(verdict.told(), style=_STYLES[verdict.standing], soft_wrap=True)
    rows = [
        (
            str(each.shuffled_at),
            each.commitment[:16] or "none",
            " ".join(filter(None, (str(each.batch), each.side))),
            made_of(each),
            ", ".join(str(position) for _, position in each.cuts) or "not cut",
            str(len(each.drawn)),
            each.standing,
        )
        for each in verdict.stacks[:MOST_STACKS_LISTED]
    ]
    columns = ("event", "commitment", "batch", "cards", "cut after", "drawn#", "standing")
    if rows:
        output.print_table(to, columns, rows)
    if len(verdict.stacks) > MOST_STACKS_LISTED:
        to.print(f"and {len(verdict.stacks) - MOST_STACKS_LISTED} more stacks (see them with --json)")


def made_of(stack: Stack) -> str:
    """The cards of a revealed stack: whole decks, or the few that were shuffled during a round."""
    if not (stack.revealed_at and stack.order):
        return ""
    kinds = set(stack.order)
    copies = len(stack.order) // max(len(kinds), 1)
    whole = len(kinds) == 52 or (len(kinds) == 48 and not any(each[0] == "T" for each in kinds))
    if whole and all(stack.order.count(each) == copies for each in kinds):
        return f"{plural(copies, 'deck')} of {len(kinds)}"
    return f"{len(stack.order)} cards, not whole decks"
