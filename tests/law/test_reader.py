"""The strict reader and the parsers behind it: every key asked for, every leftover an error."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.law import parse
from cutcard.law.files import FolderFiles
from cutcard.law.model import DeckRule
from cutcard.law.reader import LawError, TomlTable
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.money import Cents


def table(text: str) -> TomlTable:
    return TomlTable(tomllib.loads(text), "file.toml", "")


def test_a_table_gives_each_key_by_type() -> None:
    with table('t = "x"\nf = true\nn = 3\na = "2.50"\nl = ["p", "q"]\nv = 1.5\n[s]\nk = 1') as read:
        assert read.text("t") == "x"
        assert read.flag("f") is True
        assert read.flag("g") is False
        assert read.number("n") == 3
        assert read.number("m") is None
        assert read.amount("a") == Cents(250)
        assert read.amount("b") is None
        assert read.items("l", str) == ("p", "q")
        assert read.items("j", str) == ()
        assert read.value("v") == 1.5
        assert read.value("w", "else") == "else"
        assert read.has("s")
        inner = read.table("s")
        assert inner is not None
        assert inner.number("k") == 1
        assert read.table("s") is None
        assert list(read.tables("none")) == []


@pytest.mark.parametrize(
    ("text", "ask", "message"),
    [
        ("t = 1", lambda t: t.text("t"), "file.toml: t: 1 is not of type str"),
        ('t = ""', lambda t: t.text("t"), "file.toml: t: empty"),
        ("", lambda t: t.text("t"), "file.toml: t: missing"),
        ("n = true", lambda t: t.number("n"), "file.toml: n: true is not of type int"),
        ('f = "yes"', lambda t: t.flag("f"), "file.toml: f: 'yes' is not of type bool"),
        ('a = "much"', lambda t: t.amount("a"), "file.toml: a: 'much' is not an amount"),
        ("l = [1]", lambda t: t.items("l", str), "file.toml: l: 1 is not of type str"),
        ("s = 1", lambda t: t.table("s"), "file.toml: s: 1 is not of type dict"),
        ("s = 1", lambda t: list(t.named_tables()), "file.toml: s: 1 is not of type dict"),
        ("[s]\nt = 1", lambda t: t.table("s").text("t"), "file.toml: s.t: 1 is not of type str"),
        ("[[s]]\nt = 1", lambda t: next(t.tables("s")).text("t"), "file.toml: s[0].t: 1 is no"),
    ],
)
def test_a_wrong_value_is_named(text: str, ask: Callable[[TomlTable], object], message: str) -> None:
    with pytest.raises(LawError) as error:
        ask(table(text))
    assert str(error.value).startswith(message)


def test_a_leftover_key_is_an_error_but_never_hides_another() -> None:
    with pytest.raises(LawError, match="extra: unknown key"), table("extra = 1"):
        pass
    with pytest.raises(ZeroDivisionError), table("extra = 1"):
        _ = 1 // 0
    with table("extra = 1") as read:
        assert read.rest() == {"extra": 1}


def test_a_file_is_named_by_its_place_in_the_document(tmp_path: Path) -> None:
    folder = tmp_path / "md-x" / "wagers"
    folder.mkdir(parents=True)
    (folder / "w.toml").write_text("a = [,", encoding="utf-8")
    (folder / "x.toml").write_bytes(b"\xff")
    files = FolderFiles(folder.parent)
    with pytest.raises(LawError, match=r"^md-x/wagers/w\.toml: .*line 1"):
        files.toml("wagers/w.toml")
    with pytest.raises(LawError, match=r"^md-x/absent\.toml: missing"):
        files.toml("absent.toml")
    with pytest.raises(LawError, match="UTF-8"):
        files.toml("wagers/x.toml")


ROW = '[[rows]]\noutcome = "win"\npays = "1 to 1"\ncite = "§1"\n'
WAGER = (
    'id = "w"\ntitle = "W"\ncite = "§1"\nabout = "a"\nclassifier = "pairs"\n'
    '[[paytables]]\nid = "A"\ncite = "§2"\n[[paytables.rows]]\noutcome = "pair"\n'
    'pays = "100% of w"\ncite = "§3"\n[meters.w]\nsharing_cite = "§4"\n'
    '[settled]\ncollected = "end"\npaid = "end"\ncite = "§4"\n'
)


def test_a_wager_with_everything() -> None:
    law = parse.wager(
        table(
            WAGER
            + '[stake]\nminimum = "1.00"\npermitted = ["1.00"]\ncite = "§5"\n'
            + '[needs]\nwagers = ["main"]\ncite = "§6"\n[decks]\nminimum = 4\ncite = "§7"\n'
            + '[needs_variation]\nvariation = "v"\ncite = "§8"\n'
            + '[cap]\nrows = ["pair"]\nminimum = "1.00"\ncite = "c"\nminimum_cite = "m"\n'
            + 'share_cite = "s"\n[[meters.w.floors]]\nreset = "5.00"\nname = "n"\ncite = "f"\n'
        ),
        "w",
    )
    assert law.takes_stake
    assert law.needs is not None
    assert law.needs_variation is not None
    assert law.needs_variation.names == ("v",)
    assert law.cap is not None
    assert law.cap.at_least_one_win_at == "maximum_wager"
    assert law.meters["w"].floors_for("A")[0].reset == Cents(500)
    assert law.choosable == law.paytables
    assert law.paytables[0].printed_rows == law.paytables[0].rows


@pytest.mark.parametrize(
    ("make", "text", "message"),
    [
        (lambda t: parse.wager(t, "v"), WAGER, "id: 'w' is not the file's name"),
        (lambda t: parse.wager(t, "w"), WAGER.replace("[meters.w]", "[meters.v]"), "'w' is paid"),
        (
            lambda t: parse.wager(t, "w"),
            'id = "w"\ntitle = "W"\ncite = "§1"\nabout = "a"\nclassifier = "pairs"\n'
            '[settled]\ncollected = "end"\npaid = "end"\ncite = "§4"',
            "paytables: a wager needs a paytable",
        ),
        (parse.paytable, 'id = "A"\ncite = "c"', "rows: a paytable needs rows"),
        (parse.paytable, 'id = "A"\ncite = "c"\n' + ROW * 2, "rows[1].outcome: 'win' is listed twice"),
        (parse.paytable, 'id = "A"\ncite = "c"\ndecks = {}\n' + ROW, "decks.permitted: give eith"),
        (parse.row, 'outcome = "w"\npays = "1:1"\ncite = "c"', "pays: '1:1' is not a price"),
        (parse.row, 'outcome = "w"\npays = "lose"\ncite = "c"\nto = "me"', "to: 'me' is not known"),
    ],
)
def test_a_wrong_wager_is_named(make: Callable[[TomlTable], object], text: str, message: str) -> None:
    with pytest.raises(LawError) as error:
        make(table(text))
    assert message in str(error.value)


def test_a_repeated_outcome_may_be_marked_or_be_in_force_at_another_value() -> None:
    marked = parse.paytable(table('id = "A"\ncite = "c"\n' + ROW + ROW + "repeats = true\n"))
    assert len(marked.rows) == 2
    other = parse.paytable(
        table('id = "A"\ncite = "c"\n' + ROW + ROW + "when = { soft_17 = 'hit', x = ['a'] }\n")
    )
    assert other.rows[1].when == (("soft_17", "hit"), ("x", ("a",)))


def test_deck_rules_say_what_they_admit() -> None:
    listed, least = DeckRule(permitted=(6, 8)), DeckRule(minimum=4)
    assert (listed.admits(6), listed.admits(7)) == (True, False)
    assert (least.admits(4), least.admits(3)) == (True, False)
    assert (str(listed), str(least)) == ("6 or 8", "at least 4")


def test_a_refusal_is_a_value_that_an_exception_carries() -> None:
    refused = Refused(Code.BAD_CARD, "no card", "§1")
    assert refused.refusal == Refusal(Code.BAD_CARD, "no card", "§1")
    assert str(refused) == "no card"
