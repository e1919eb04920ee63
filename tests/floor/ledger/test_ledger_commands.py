"""Commands about chips and cash: what each comes to, and each reason for which it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.cards import cards
from cutcard.floor.ledger import Books, Command, booked, commands as m, decide, events
from cutcard.law.refusal import Code, Refused
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import By, Role
from cutcard.table import Table, commands, evolve, fold, game_of, step
from cutcard.table.events import BetPlaced, PlayerArrived
from cutcard.table.play.bets import Bet
from cutcard.table.table import scripted_table
from cutcard.values import but
from table.driver import rules_of

ANN, BOB = By(Role.PLAYER, "ann"), By(Role.PLAYER, "bob")
DEE, FAY, SUE = By(Role.DEALER, "dee"), By(Role.FLOORPERSON, "fay"), By(Role.SUPERVISOR, "sue")
BOTH = (DEE, FAY)
SIGNED = ("dealer dee", "floorperson fay")
BIG = 10**18


def table_with(bet: int = 0) -> Table:
    """A table where ann and bob are, and perhaps a bet of ann's."""
    rules = rules_of("md-pontoon-21")
    blank = but(scripted_table(rules, game_of(rules), cards("Kh 7s 9h Kd")), dealer="dee")
    happened: list[object] = [PlayerArrived("ann", 1), PlayerArrived("bob", 2)]
    if bet:
        happened.append(BetPlaced(Bet(1, "ann", {"main": Cents(bet)})))
    return fold(blank, happened)


TABLE = table_with()


def books_after(*happened: events.LedgerEvent) -> Books:
    books = Books.of("T1")
    for version, event in enumerate(happened, 1):
        books, _ = booked(books, event, TABLE, TABLE, f"table:T1:{version}")
    return books


FILLED = events.Filled(Cents(100_000), "floorperson fay", SIGNED)
OPENED = events.Counted("opening", Cents(100_000), Cents(100_000), SIGNED)
BOUGHT = events.BoughtIn("ann", Cents(5_000), "player ann")
NEW = Books.of("T1")
OPEN = books_after(FILLED, OPENED)
WITH_CHIPS = books_after(FILLED, OPENED, BOUGHT)
TIPPED = books_after(FILLED, OPENED, BOUGHT, events.Tipped("ann", Cents(300)))


@pytest.mark.parametrize(
    ("books", "command", "event"),
    [
        (OPEN, m.BuyIn(ANN, Cents(500)), events.BoughtIn("ann", Cents(500), "player ann")),
        (OPEN, m.BuyIn(DEE, Cents(500), "bob"), events.BoughtIn("bob", Cents(500), "dealer dee")),
        (WITH_CHIPS, m.CashOut(ANN), events.CashedOut("ann", Cents(5_000), "player ann")),
        (WITH_CHIPS, m.CashOut(FAY, Cents(1), "ann"), events.CashedOut("ann", Cents(1), str(FAY))),
        (WITH_CHIPS, m.Tip(ANN, Cents(5_000)), events.Tipped("ann", Cents(5_000))),
        (NEW, m.Fill(FAY, Cents(1), BOTH), events.Filled(Cents(1), str(FAY), SIGNED)),
        (
            OPEN,
            m.Fill(DEE, Cents(1), (SUE, DEE)),
            events.Filled(Cents(1), str(DEE), (str(SUE), str(DEE))),
        ),
        (OPEN, m.Credit(FAY, Cents(100_000), BOTH), events.Credited(Cents(100_000), str(FAY), SIGNED)),
        (
            NEW,
            m.Count(FAY, "opening", Cents(0), BOTH),
            events.Counted("opening", Cents(0), Cents(0), SIGNED),
        ),
        (
            OPEN,
            m.Count(SUE, "closing", Cents(99_000), (FAY, SUE)),
            events.Counted("closing", Cents(99_000), Cents(100_000), (str(FAY), str(SUE))),
        ),
        (
            WITH_CHIPS,
            m.TakeDrop(FAY, Cents(5_100), BOTH),
            events.Dropped(Cents(5_100), Cents(5_000), SIGNED),
        ),
        (WITH_CHIPS, m.TakeDrop(FAY, Cents(0), BOTH), events.Dropped(Cents(0), Cents(5_000), SIGNED)),
        (OPEN, m.TakeDrop(FAY, Cents(100), BOTH), events.Dropped(Cents(100), Cents(0), SIGNED)),
        (TIPPED, m.TakeTips(DEE, Cents(300), BOTH), events.TipsTaken(Cents(300), SIGNED)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_command_and_its_event(books: Books, command: Command, event: events.LedgerEvent) -> None:
    assert decide(books, TABLE, command) == (event,)


LEAVE_OUT = "leave the player out"
REFUSED: list[tuple[Books, Command, Code, str]] = [
    (NEW, m.BuyIn(ANN, Cents(500)), Code.TABLE_NOT_OPEN, "make the opening count first"),
    (OPEN, m.BuyIn(ANN, Cents(0)), Code.BAD_AMOUNT, "$0.00: the amount must be more than zero"),
    (OPEN, m.BuyIn(ANN, Cents(-5)), Code.BAD_AMOUNT, "$-0.05"),
    (OPEN, m.BuyIn(ANN, Cents(BIG)), Code.BAD_AMOUNT, "at once is not accepted"),
    (OPEN, m.BuyIn(ANN, Cents(True)), Code.BAD_AMOUNT, "true is not a number of cents"),
    (OPEN, m.BuyIn(ANN, 5.5), Code.BAD_AMOUNT, "5.5 is not a number"),  # type: ignore[arg-type]
    (OPEN, m.BuyIn(ANN, Cents(5), "bob"), Code.NOT_YOURS, LEAVE_OUT),
    (OPEN, m.BuyIn(DEE, Cents(5)), Code.BAD_REQUEST, "is not a player; name one"),
    (OPEN, m.BuyIn(DEE, Cents(5), "a\nb"), Code.BAD_REQUEST, "is not a player; name one"),
    (OPEN, m.BuyIn(DEE, Cents(5), "a" * 201), Code.BAD_REQUEST, "is not a player; name one"),
    (OPEN, m.BuyIn(By(Role.PLAYER, "eve"), Cents(5)), Code.NOT_YOURS, "sit down first"),
    (OPEN, m.BuyIn(By(Role.DEVICE), Cents(5), "ann"), Code.WRONG_ROLE, "ask the dealer"),
    (OPEN, m.CashOut(ANN), Code.BAD_AMOUNT, "ann has no chips here"),
    (WITH_CHIPS, m.CashOut(ANN, Cents(5_001)), Code.BAD_AMOUNT, "has $50.00 in chips here, not $50.01"),
    (WITH_CHIPS, m.CashOut(ANN, Cents(0)), Code.BAD_AMOUNT, "more than zero"),
    (WITH_CHIPS, m.CashOut(BOB, None, "ann"), Code.NOT_YOURS, "you may not move ann's chips"),
    (WITH_CHIPS, m.Tip(ANN, Cents(5_001)), Code.BAD_AMOUNT, "has $50.00 in chips"),
    (WITH_CHIPS, m.Tip(DEE, Cents(1)), Code.WRONG_ROLE, "only players may tip"),
    (WITH_CHIPS, m.Tip(BOB, Cents(1)), Code.BAD_AMOUNT, "bob has $0.00"),
    (OPEN, m.Fill(ANN, Cents(5), BOTH), Code.WRONG_ROLE, "ask a floorperson"),
    (OPEN, m.Fill(FAY, Cents(0), BOTH), Code.BAD_AMOUNT, "more than zero"),
    (OPEN, m.Fill(FAY, Cents(BIG), BOTH), Code.BAD_AMOUNT, "at once is not accepted"),
    (OPEN, m.Fill(FAY, Cents(5)), Code.WRONG_ROLE, "two different people must sign"),
    (OPEN, m.Fill(FAY, Cents(5), (FAY,)), Code.WRONG_ROLE, "two different people must sign"),
    (OPEN, m.Fill(FAY, Cents(5), (DEE, FAY, SUE)), Code.WRONG_ROLE, "two different people must sign"),
    (
        OPEN,
        m.Fill(FAY, Cents(5), (By(Role.DEALER, "fay"), FAY)),
        Code.WRONG_ROLE,
        "two different people must sign",
    ),
    (OPEN, m.Fill(FAY, Cents(5), (ANN, FAY)), Code.BAD_REQUEST, "each by role and name"),
    (OPEN, m.Fill(FAY, Cents(5), (By(Role.DEALER), FAY)), Code.BAD_REQUEST, "each by role and name"),
    (OPEN, m.Fill(SUE, Cents(5), BOTH), Code.WRONG_ROLE, "the person who requests it must sign it too"),
    (OPEN, m.Fill(FAY, Cents(5), (FAY, SUE)), Code.WRONG_ROLE, "the dealer and one person of the floor"),
    (
        OPEN,
        m.Fill(FAY, Cents(5), (By(Role.DEALER, "dan"), FAY)),
        Code.WRONG_ROLE,
        "dee deals here and must sign, not dan",
    ),
    (OPEN, m.Credit(FAY, Cents(100_001), BOTH), Code.BAD_AMOUNT, "holds $1000.00, not $1000.01"),
    (OPEN, m.Credit(FAY, Cents(-1), BOTH), Code.BAD_AMOUNT, "more than zero"),
    (OPEN, m.Count(FAY, "weekly", Cents(1), BOTH), Code.BAD_REQUEST, "choose opening or closing"),
    (OPEN, m.Count(FAY, "opening", Cents(1), BOTH), Code.NOT_DUE, "already counted"),
    (NEW, m.Count(FAY, "closing", Cents(1), BOTH), Code.NOT_DUE, "no closing count is due"),
    (NEW, m.Count(FAY, "opening", Cents(-1), BOTH), Code.BAD_AMOUNT, "a count cannot be negative"),
    (NEW, m.Count(FAY, "opening", Cents(BIG), BOTH), Code.BAD_AMOUNT, "at once is not accepted"),
    (
        NEW,
        m.Count(DEE, "opening", Cents(1), (DEE, By(Role.DEALER, "dan"))),
        Code.WRONG_ROLE,
        "floorperson or supervisor",
    ),
    (OPEN, m.TakeDrop(FAY, Cents(0), BOTH), Code.NOT_DUE, "it is empty"),
    (WITH_CHIPS, m.TakeDrop(ANN, Cents(5_000), BOTH), Code.WRONG_ROLE, "ask a floorperson"),
    (TIPPED, m.TakeTips(FAY, Cents(299), BOTH), Code.BAD_AMOUNT, "the books say $3.00, not $2.99"),
    (OPEN, m.TakeTips(FAY, Cents(0), BOTH), Code.BAD_AMOUNT, "more than zero"),
]


@pytest.mark.parametrize(("books", "command", "code", "says"), REFUSED)
def test_a_refusal_says_why_in_one_line(books: Books, command: Command, code: Code, says: str) -> None:
    with pytest.raises(Refused) as refused:
        decide(books, TABLE, command)
    found = refused.value.refusal
    assert found.code is code
    assert says in found.message
    assert "\n" not in found.message


def refusal_of(books: Books, table: Table, command: Command, **known: Any) -> tuple[Code, str, str]:
    with pytest.raises(Refused) as refused:
        decide(books, table, command, **known)
    found = refused.value.refusal
    return found.code, found.message, found.cite


def test_no_chips_leave_with_a_bet_on_the_table() -> None:
    table = table_with(bet=1_000)
    code, message, cite = refusal_of(WITH_CHIPS, table, m.CashOut(ANN))
    assert (code, cite) == (Code.BETS_CLOSED, table.cite("no_touch"))
    assert cite
    assert "wait until it is settled, or take it back" in message
    outcome = step(table, commands.StartRound(DEE))
    assert isinstance(outcome, tuple)
    assert refusal_of(WITH_CHIPS, outcome[0], m.CashOut(ANN))[0] is Code.BETS_CLOSED
    assert decide(WITH_CHIPS, outcome[0], m.Tip(ANN, Cents(100)))
    settled = step(outcome[0], commands.Decide(ANN, 1, Action.STAND))
    assert isinstance(settled, tuple)
    assert decide(WITH_CHIPS, settled[0], m.CashOut(ANN))


def finished_with_a_streak() -> tuple[Table, Books]:
    """Ann's main wager pushed and is back; her streak wager of $5.00 stays once the cards are gone."""
    rules = rules_of("ma-blackjack", None, {}, {"streak_2": "standard"})
    table = but(scripted_table(rules, game_of(rules), cards("Kh 7s 7h Kd")), dealer="dee")
    bet = Bet(1, "ann", {"main": Cents(1_000), "streak_2": Cents(500)})
    happened: list[object] = [PlayerArrived("ann", 1), BetPlaced(bet)]
    now = fold(table, happened)
    for command in (commands.StartRound(DEE), commands.Decide(ANN, 1, Action.STAND)):
        outcome = step(now, command)
        assert isinstance(outcome, tuple), outcome
        now, more = outcome
        happened += more
    books = WITH_CHIPS
    for version, event in enumerate(happened, 10):
        after = evolve(table, event)
        books, _ = booked(books, event, table, after, f"table:T1:{version}")
        table = after
    assert table.round is not None
    assert table.round.finished
    assert (books.layout, books.chips("ann")) == (0, 5_000)
    return table, books


def test_a_streak_that_stays_keeps_its_chips_at_the_table() -> None:
    table, books = finished_with_a_streak()
    assert refusal_of(books, table, m.CashOut(ANN))[0] is Code.BETS_CLOSED
    assert decide(books, table, m.Tip(ANN, Cents(4_500)))
    message = refusal_of(books, table, m.Tip(ANN, Cents(4_501)))[1]
    assert message == "tip: ann has $45.00 in chips here, not $45.01"


def test_nothing_is_counted_before_the_round_is_cleared() -> None:
    table, books = finished_with_a_streak()
    assert refusal_of(books, table, m.Count(FAY, "closing", Cents(1), BOTH))[0] is Code.BETS_CLOSED


def test_a_credit_asks_the_store_what_the_meters_took() -> None:
    command = m.Credit(FAY, Cents(99_001), BOTH)
    assert decide(OPEN, TABLE, command)
    message = refusal_of(OPEN, TABLE, command, known={"inventory:T1": 99_000})[1]
    assert message == "credit: the inventory holds $990.00, not $990.01"


def test_a_closed_table_sells_no_chips_and_takes_them_back() -> None:
    table = but(TABLE, is_closed=True)
    code, message, cite = refusal_of(OPEN, table, m.BuyIn(ANN, Cents(500)))
    assert (code, message) == (
        Code.TABLE_NOT_OPEN,
        "buy in: the table is closed; go to another one",
    )
    assert cite == "Ch.6 §D"
    assert decide(WITH_CHIPS, table, m.CashOut(ANN))
    assert decide(OPEN, table, m.Count(FAY, "closing", Cents(100_000), BOTH))


def test_nothing_is_counted_with_wagers_on_the_layout() -> None:
    table = table_with(bet=1_000)
    code, message, cite = refusal_of(OPEN, table, m.Count(FAY, "closing", Cents(1), BOTH))
    assert (code, cite) == (Code.BETS_CLOSED, table.cite("no_touch"))
    assert "return the bets first" in message


def test_a_wallet_that_is_known_must_hold_enough() -> None:
    command = m.BuyIn(ANN, Cents(5_000))
    assert decide(OPEN, TABLE, command, {"wallet:ann": 5_000})
    code, message, _ = refusal_of(OPEN, TABLE, command, known={"wallet:ann": 4_999})
    assert code is Code.BAD_AMOUNT
    told = "buy in: ann has $49.99 on deposit, not $50.00"
    assert message == f"{told}; the cage takes deposits: ask a floorperson"


def test_a_count_asks_the_store_what_the_meters_took() -> None:
    command = m.Count(FAY, "closing", Cents(99_000), BOTH)
    (event,) = decide(OPEN, TABLE, command, {"inventory:T1": 99_000})
    _, made = booked(OPEN, event, TABLE, TABLE, "table:T1:9")
    assert made == []
    (event,) = decide(OPEN, TABLE, command)
    _, made = booked(OPEN, event, TABLE, TABLE, "table:T1:9")
    assert [(each.debit, each.credit, each.cents) for each in made] == [("inventory:T1", "house", 1_000)]
    assert made[0].why == "short at the closing count"


@pytest.mark.parametrize("name", ["", "a:b", "a\nb", "x" * 201])
def test_books_need_a_table_that_can_be_named(name: str) -> None:
    with pytest.raises(Refused, match="is not a table name"):
        Books.of(name)


def test_a_player_may_be_called_anything() -> None:
    books, _ = booked(OPEN, events.BoughtIn("a:b c", Cents(5), "dealer dee"), TABLE, TABLE, "table:T1:9")
    assert books.players() == {"a:b c": 5}
    assert books.chips("a:b c") == 5
    assert books.chips("a") == 0
