"""The pit: a day added up from stored events, the band of its wagers, what is due, two signatures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.floor.demo import demo_tables
from cutcard.floor.live import Live
from cutcard.floor.live.state import new_live
from cutcard.floor.pit import Band, Day, Edge, WagerTotals, band, procedures
from cutcard.floor.pit.signatures import SIGNED, SignatureDesk
from cutcard.floor.store import Database
from cutcard.law.refusal import Refused
from cutcard.shoe import By, Role
from cutcard.table import Settings, commands as c

DEE, FLO = By(Role.DEALER, "dee"), By(Role.FLOORPERSON, "flo")
START = 1_700_000_000_000
COUNT = {"do": "count", "kind": "opening", "amount": "1000.00"}


def line(event: str, **said: object) -> str:
    return json.dumps({"event": event, **said})


def bets(*stakes: dict[str, str]) -> str:
    found = [{"box": box, "player": "ann", "stakes": each} for box, each in enumerate(stakes, 1)]
    return line("round_started", number=1, bets=found)


def settled(*lines: tuple[str, str, str]) -> str:
    found = [{"wager": wager, "stake": stake, "returned": back} for wager, stake, back in lines]
    return line("settled", moment="end", lines=found)


def seen(*lines: str) -> Day:
    day = Day(mains=("main", "main_2"))
    for number, each in enumerate(lines):
        day.see(each, START + number)
    return day


def test_a_day_begins_with_its_opening_count_and_adds_rounds_by_wager() -> None:
    day = seen(
        line("bought_in", player="ann", cents="7.00", by="dealer dee"),
        line("counted", kind="opening", cents="1000.00", expected="0.00", signed=[]),
        line("bought_in", player="ann", cents="200.00", by="dealer dee"),
        line("filled", cents="50.00", by="", signed=[]),
        line("credited", cents="20.00", by="", signed=[]),
        bets({"main": "10.00", "main_2": "10.00"}, {"main": "5.00", "star": "1.00"}),
        settled(("main", "20.00", "40.00"), ("main_2", "10.00", "0.00"), ("star", "1.00", "0.00")),
        settled(("main", "5.00", "12.50"), ("insurance", "5.00", "0.00")),
        line("card_dealt", drawn="As"),
        line("round_ended", number=1),
    )
    assert (day.since, day.rounds, day.drop, day.fills, day.credits) == (START + 1, 1, 20000, 5000, 2000)
    assert day.wagers["main"] == WagerTotals(
        handle=2500, squares=2500**2, rounds=1, won=-2000 + 1000 - 750
    )
    assert day.wagers["star"] == WagerTotals(handle=100, squares=100**2, rounds=1, won=100)
    assert day.wagers["insurance"] == WagerTotals(handle=500, squares=500**2, rounds=1, won=500)
    assert (day.handle, day.won) == (3100, -1750 + 100 + 500)


def test_a_voided_round_counts_for_no_wager() -> None:
    day = seen(bets({"main": "10.00"}), line("round_voided", cite="§1"), line("round_ended", number=1))
    assert (day.rounds, day.wagers) == (1, {})


def test_the_band_is_the_edges_and_spreads_of_what_was_staked() -> None:
    wagers = {
        "main": WagerTotals(handle=100_000, squares=40_000_000, rounds=250, won=-90_000),
        "star": WagerTotals(handle=1_000, squares=10_000, rounds=10, won=1_000),
        "free": WagerTotals(handle=0, squares=0, rounds=0, won=-500),
    }
    edges = {"main": Edge(0.01, 1.2), "star": Edge(0.2, 5.0), "free": Edge(problem="no stake")}
    found = band(wagers, edges)
    half = 1.959963984540054 * (1.44 * 40_000_000 + 25 * 10_000) ** 0.5
    assert found == Band(1200, round(1200 - half), round(1200 + half), -89_000, 101_000, 250, ("free",))
    assert found.is_outlier
    assert not found.is_inside
    few = band({"main": WagerTotals(1000, 1_000_000, 1, 50_000)}, edges)
    assert few is not None
    assert not few.is_inside
    assert not few.is_outlier, "after one round nothing is an outlier"
    assert band({"free": wagers["free"]}, edges) is None
    assert band(wagers, {}) is None


def table(name: str, chores: str = "manual") -> Live:
    rules = {each.name: each.rules for each in demo_tables()}[name]
    settings = Settings(chores="automatic" if chores == "automatic" else "manual")
    return new_live(name, rules, settings, created=START)


def due(live: Live, now: int = START) -> dict[str, str]:
    return {each.what: each.due for each in procedures(live, now)}


def after(live: Live, *commands: c.Command) -> Live:
    from cutcard.law.refusal import Refusal
    from cutcard.table import decide

    for each in commands:
        happened = decide(live.table, each)
        assert not isinstance(happened, Refusal), happened
        for event in happened:
            live, _ = live.after(event, START)
    return live


def test_counts_the_reader_and_the_cards_fall_due() -> None:
    fresh = table("maryland")
    assert due(fresh) == {"opening_count": "now", "open_table": "now", "inspect_reader": "later"}
    opened = after(fresh, c.OpenTable(DEE))
    assert due(opened)["inspect_reader"] == "now"
    running = after(table("maryland", "automatic"), c.OpenTable(DEE))
    assert due(running)["inspect_reader"] == "done"
    assert due(running)["receive_cards"] == "later"
    told = {each.what: each for each in procedures(running, START + 24 * 3_600_000)}
    assert told["receive_cards"].due == "now"
    assert told["receive_cards"].cite == "Ch.3 §D"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[SignatureDesk]:
    database = Database.open(f"sqlite:///{tmp_path / 'house.db'}")
    database.migrate()
    yield SignatureDesk(database, lambda: START, 300_000)
    database.close()


def test_one_asks_and_another_signs_once(desk: SignatureDesk) -> None:
    made = desk.ask("one", "dee", "key-1", COUNT)
    assert desk.ask("one", "dee", "key-1", COUNT) == made, "the same key asks once"
    with pytest.raises(Refused, match="dee requested it; somebody else must sign it"):
        desk.sign(made.number, "dee")
    assert desk.sign(made.number, "flo").signed_by == "flo"
    with pytest.raises(Refused, match="it is signed by flo; there is nothing left to sign"):
        desk.sign(made.number, "flo")
    desk.answered(made.number, "flo", "")
    assert [(each.state, each.signed_by) for each in desk.lately()] == [("done", "flo")]


def test_what_is_withdrawn_or_too_old_or_no_such_command_is_not_signed(desk: SignatureDesk) -> None:
    made = desk.ask("one", "dee", "key-1", COUNT)
    with pytest.raises(Refused, match="dee, who requested it, can withdraw it"):
        desk.withdraw(made.number, "flo")
    desk.withdraw(made.number, "dee")
    with pytest.raises(Refused, match="it is withdrawn"):
        desk.sign(made.number, "flo")
    with pytest.raises(Refused, match="requested too long ago, or never"):
        desk.sign(99, "flo")
    with pytest.raises(Refused, match="one signature is enough"):
        desk.ask("one", "dee", "key-2", {"do": "open_table"})
    assert {"count", "fill", "credit", "take_drop", "take_tips", "change_law"} == SIGNED


def test_nothing_old_is_signed(tmp_path: Path) -> None:
    database, now = Database.open(f"sqlite:///{tmp_path / 'house.db'}"), [START]
    database.migrate()
    desk = SignatureDesk(database, lambda: now[0], 300_000)
    made = desk.ask("one", "dee", "key-1", COUNT)
    now[0] += 300_000
    assert desk.lately() == []
    with pytest.raises(Refused, match="requested too long ago"):
        desk.sign(made.number, "flo")
    database.close()


def test_one_asker_pushes_nobody_off_the_desk(desk: SignatureDesk) -> None:
    first = desk.ask("one", "flo", "key-0", COUNT)
    for each in range(300):  # asked and taken back, far more often than anybody looks
        desk.withdraw(desk.ask("one", "dee", f"key-{each}", COUNT).number, "dee")
    for each in range(16):
        desk.ask("one", "dee", f"more-{each}", COUNT)
    with pytest.raises(Refused, match="16 of your requests are waiting"):
        desk.ask("one", "dee", "one-more", COUNT)
    assert desk.sign(first.number, "sue").state == "signed"


def test_a_player_acknowledges_and_another_signs(desk: SignatureDesk) -> None:
    money = {"do": "withdraw", "player": "pat", "amount": "20000"}
    made = desk.ask("cage", "flo", "key-1", money, of="cage", player="pat")
    assert made.waits_for == ["pat", "another"]
    assert desk.sign(made.number, "sue").state == "waiting"
    with pytest.raises(Refused, match="it waits for pat, not for sam"):
        desk.sign(made.number, "sam")
    assert desk.sign(made.number, "pat").state == "signed"
