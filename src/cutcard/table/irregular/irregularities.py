"""When something goes wrong: every irregularity of the documents, with what they order then.

Each has its name, its effect and its citation in the law data (`provisions.toml`); a document that
does not know one refuses it. How each is handled stands by what it is about: the cards, the hands, the
devices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.table import commands
from cutcard.table.irregular import cards, devices, hands
from cutcard.table.play.bet_commands import Happened
from cutcard.table.table import Table

Case = Callable[[Table, commands.Report], Happened]


def report(table: Table, command: commands.Report) -> Happened:
    """An irregularity, handled as the document orders."""
    case = CASES.get(command.what)
    if case is None or not table.effect(command.what):
        message = f"{command.what!r}: not an irregularity of {table.rules.document.id}"
        raise Refused(Code.UNKNOWN_IRREGULARITY, message)
    if len(command.cards) > 1:
        raise Refused(Code.BAD_REQUEST, f"{command.what}: one card at a time, each with its own report")
    yield from case(table, command)


CASES: Final[Mapping[str, Case]] = {
    "card_face_up": cards.face_up,
    "ten_found": cards.ten_found,
    "drawn_unseen": cards.drawn_unseen,
    "drawn_exposed": cards.drawn_exposed,
    "exposed_refused": cards.exposed_refused,
    "overdraw": cards.overdraw,
    "dealer_missed": hands.dealer_missed,
    "hand_undealt": hands.hand_undealt,
    "hand_one_card": hands.hand_one_card,
    "missed_card": hands.missed_card,
    "wrong_side": cards.wrong_side,
    "reader_misused": devices.reader_misused,
    "reader_failed": devices.reader_failed,
    "check_missed": devices.check_missed,
    "misdelivered": cards.misdelivered,
    "players_let_out": hands.players_let_out,
    "up_card_not_moved": hands.multiple_action,
    "up_card_discarded": hands.multiple_action,
    "light_failed": devices.light_failed,
    "double_card_up": hands.double_card_up,
    "irregular_double": hands.irregular_double,
    "cover_card_out": cards.cover_card_out,
    "too_few_cards": cards.too_few_cards,
}
