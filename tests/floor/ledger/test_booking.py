"""Where the money of single events goes."""

from __future__ import annotations

import pytest

from cutcard.cards import cards
from cutcard.floor.ledger import Books, OutOfBalance, booked, events
from cutcard.floor.store import Movement
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.rules.main import Line
from cutcard.shoe import By, Role
from cutcard.table import Table, commands, evolve, game_of, step
from cutcard.table.events import (
    BetAbandoned,
    BetPlaced,
    BetRemoved,
    CardsCollected,
    Followed,
    RoundStarted,
    Settled,
)
from cutcard.table.play.bets import Bet
from cutcard.table.table import scripted_table
from cutcard.values import but
from floor.ledger.ledger_support import short
from table.driver import rules_of

ANN = By(Role.PLAYER, "ann")
PONTOON = "md-pontoon-21"
EDGE = "md-players-edge-21"


def dealt(document: str, shoe: str, stakes: dict[str, int], *does: Action) -> tuple[Table, list[object]]:
    """A table with a bet of ann's on box 1, and all that then happened."""
    rules = rules_of(document)
    table = scripted_table(rules, game_of(rules), cards(shoe))
    bet = BetPlaced(Bet(1, "ann", {name: Cents(cents) for name, cents in stakes.items()}))
    happened: list[object] = [bet]
    now = evolve(table, bet)
    todo: list[commands.Command] = [commands.StartRound(By(Role.DEALER))]
    todo += [commands.Decide(ANN, 1, do) for do in does]
    for command in todo:
        outcome = step(now, command)
        assert isinstance(outcome, tuple), outcome
        now, more = outcome
        happened += more
    return table, happened


def book(table: Table, happened: list[object]) -> tuple[Books, list[Movement]]:
    books, made = Books.of("T1"), []
    for version, event in enumerate(happened, 1):
        after = evolve(table, event)
        books, moved = booked(books, event, table, after, f"table:T1:{version}")
        table = after
        made += moved
    return books, made


def told(made: list[Movement]) -> list[tuple[str, str, int]]:
    return [(each.debit, each.credit, each.cents) for each in made]


@pytest.mark.parametrize(("document", "cite"), [(PONTOON, "Ch.7 §S"), (EDGE, "Ch.7 §T")])
@pytest.mark.proves("PO-081", "PE-082")
def test_winnings_come_out_of_the_inventory(document: str, cite: str) -> None:
    books, made = book(*dealt(document, "Kh 7s 9h Kd", {"main": 1000}, Action.STAND))
    assert told(made) == [
        ("chips:T1:ann", "layout:T1", 1000),
        ("layout:T1", "chips:T1:ann", 1000),
        ("inventory:T1", "chips:T1:ann", 1000),
    ]
    assert cite in made[-1].cite
    assert books.players() == {"ann": 1000}
    assert books.inventory == -1000


@pytest.mark.parametrize(("document", "cite"), [(PONTOON, "Ch.7 §S"), (EDGE, "Ch.7 §T")])
@pytest.mark.proves("PO-081", "PE-082")
def test_a_losing_wager_goes_into_the_inventory_whole(document: str, cite: str) -> None:
    books, made = book(*dealt(document, "Kh Ks 8h Kd", {"main": 1000}, Action.STAND))
    assert told(made)[1:] == [("layout:T1", "inventory:T1", 1000)]
    assert cite in made[-1].cite
    assert (books.inventory, short(books)) == (1000, {"ann": 1000})


def test_ids_are_the_place_of_the_event_and_a_number() -> None:
    _, made = book(*dealt(PONTOON, "Kh 7s 9h Kd", {"main": 1000}, Action.STAND))
    assert made[0].id == "table:T1:1:1"
    assert [each.id.rpartition(":")[2] for each in made[1:]] == ["1", "2"]
    assert len({each.id for each in made}) == len(made)


def test_a_bet_that_is_changed_moves_the_difference() -> None:
    rules = rules_of(PONTOON)
    table = scripted_table(rules, game_of(rules), ())
    bets: list[object] = [
        BetPlaced(Bet(1, "ann", {"main": Cents(cents)})) for cents in (500, 2000, 700, 700)
    ]
    _, made = book(table, bets)
    assert told(made) == [
        ("chips:T1:ann", "layout:T1", 500),
        ("chips:T1:ann", "layout:T1", 1500),
        ("layout:T1", "chips:T1:ann", 1300),
    ]


def test_a_bet_taken_back_and_a_streak_left_behind() -> None:
    rules = rules_of("ma-blackjack", None, {}, {"streak_2": "standard"})
    table = scripted_table(rules, game_of(rules), ())
    main = Bet(1, "ann", {"main": Cents(1000)})
    streak = Bet(2, "bob", {"streak_2": Cents(500)}, 1, ("streak_2",))
    _, made = book(
        table,
        [
            BetPlaced(main),
            BetPlaced(streak),
            BetRemoved("ann", 1),
            BetAbandoned("bob", 2, Cents(500), "§22(f)"),
        ],
    )
    assert told(made)[2:] == [
        ("layout:T1", "chips:T1:ann", 1000),
        ("layout:T1", "inventory:T1", 500),
    ]
    assert made[-1].cite == "§22(f)"


def test_what_comes_to_nothing_moves_nothing() -> None:
    rules = rules_of("ma-blackjack", None, {"shared_box_players": 2})
    table = scripted_table(rules, game_of(rules), ())
    round_of_two = RoundStarted(
        1, (Bet(1, "ann", {"main": Cents(1000)}), Bet(1, "bob", {"main": Cents(2000)}))
    )
    started = evolve(table, round_of_two)
    line = Line(1, None, "main", "lose", Cents(0), "lose", Cents(0), "§3")
    for event in (
        Followed(1, "bob", 1, Cents(0)),
        Settled("turn", (line,), {}),
        Settled("turn", (), {}),
    ):
        books = Books.of("T1")
        assert booked(books, event, started, evolve(started, event), "table:T1:2") == (books, [])


def test_a_double_is_held_on_the_layout_and_a_surrender_gives_half_back() -> None:
    _, made = book(*dealt("md-blackjack", "5h 6s 6h Kd Kc Kh", {"main": 1000}, Action.DOUBLE))
    assert told(made)[1] == ("chips:T1:ann", "layout:T1", 1000)
    _, made = book(*dealt(PONTOON, "Kh Ks 6h 9d", {"main": 1000}, Action.SURRENDER))
    assert told(made)[1:] == [
        ("layout:T1", "chips:T1:ann", 500),
        ("layout:T1", "inventory:T1", 500),
    ]


def test_cards_move_no_money() -> None:
    rules = rules_of(PONTOON)
    table = scripted_table(rules, game_of(rules), ())
    books = Books.of("T1")
    assert booked(books, CardsCollected(()), table, table, "table:T1:1") == (books, [])


def test_an_unknown_event_is_no_free_one() -> None:
    rules = rules_of(PONTOON)
    table = scripted_table(rules, game_of(rules), ())
    with pytest.raises(TypeError, match="str: no event"):
        booked(Books.of("T1"), "an event", table, table, "table:T1:1")


def test_books_that_the_table_denies_are_not_written() -> None:
    table, happened = dealt(PONTOON, "Kh 7s 9h Kd", {"main": 1000}, Action.STAND)
    bet = happened[0]
    with pytest.raises(OutOfBalance, match="chips:T1:ann"):
        booked(Books.of("T1"), bet, table, table, "table:T1:1")
    for event in happened:
        before, table = table, evolve(table, event)
        if type(event).__name__ == "Settled":
            wrong = but(table, house=Cents(table.house + 1))
            with pytest.raises(OutOfBalance, match="house"):
                booked(Books.of("T1"), event, before, wrong, "table:T1:9")


@pytest.mark.parametrize("cents", [0, -1])
def test_a_stake_of_less_than_nothing_is_not_written(cents: int) -> None:
    rules = rules_of(PONTOON)
    table = evolve(
        scripted_table(rules, game_of(rules), ()),
        RoundStarted(1, (Bet(1, "ann", {"main": Cents(1000)}),)),
    )
    line = Line(1, 1, "main", "win", Cents(cents), "1 to 1", Cents(-5), "Ch.7")
    event = Settled("end", (line,), {})
    with pytest.raises(OutOfBalance, match="a movement of"):
        booked(Books.of("T1"), event, table, evolve(table, event), "table:T1:2")


def test_chips_and_cash() -> None:
    rules = rules_of(PONTOON)
    table = scripted_table(rules, game_of(rules), ())
    signed = ("dealer dee", "floorperson fay")
    happened: list[events.LedgerEvent] = [
        events.Filled(Cents(50_000), "floorperson fay", signed),
        events.Counted("opening", Cents(50_000), Cents(50_000), signed),
        events.BoughtIn("ann", Cents(10_000), "player ann"),
        events.Tipped("ann", Cents(100)),
        events.CashedOut("ann", Cents(9_900), "player ann"),
        events.Credited(Cents(5_000), "floorperson fay", signed),
        events.Dropped(Cents(9_000), Cents(10_000), signed),
        events.TipsTaken(Cents(100), signed),
        events.Counted("closing", Cents(35_500), Cents(35_000), signed),
    ]
    books, made = Books.of("T1"), []
    for version, event in enumerate(happened, 1):
        books, moved = booked(books, event, table, table, f"table:T1:{version}")
        made += moved
    assert told(made) == [
        ("cage", "inventory:T1", 50_000),
        ("wallet:ann", "drop:T1", 10_000),
        ("inventory:T1", "chips:T1:ann", 10_000),
        ("chips:T1:ann", "tips:T1", 100),
        ("chips:T1:ann", "cage", 9_900),
        ("cage", "wallet:ann", 9_900),
        ("inventory:T1", "cage", 5_000),
        ("drop:T1", "house", 1_000),
        ("drop:T1", "cage", 9_000),
        ("tips:T1", "cage", 100),
        ("house", "inventory:T1", 500),
    ]
    assert [each.why for each in made if "house" in (each.debit, each.credit)] == [
        "short at the drop count",
        "over at the closing count",
    ]
    assert (books.inventory, books.drop, books.tips, books.layout) == (35_500, 0, 0, 0)
    assert books.players() == {}
    assert books.count == happened[-1]
