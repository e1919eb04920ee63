"""The loader: five documents, each file read when asked for, and every mistake named by file and key."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.law import Code, Document, FolderFiles, LawError, Refused, document, document_ids
from cutcard.law.loader import did_you_mean, shorten
from cutcard.law.shelves import DATA


def touch_everything(law: Document) -> None:
    for name in law.wager_ids:
        law.wager(name)
    assert law.divisions
    assert law.options
    assert law.requirements
    assert law.provisions
    assert law.meter_acts is not None
    assert law.matrix.rows or not law.files.has("moments.toml")
    assert law.readings or law.issuer == "Cutcard"
    assert set(law.features) >= {name for bar in law.bars for name in bar.between}
    assert len(law.digest) == 64
    for variation in law.variations:
        assert law.effective_options(variation)


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    """A document's folder, copied to where a test may spoil it."""

    def made(name: str) -> Path:
        return Path(shutil.copytree(DATA / name, tmp_path / "data" / name))

    return made


@pytest.mark.parametrize("name", document_ids())
def test_every_file_of_every_document_loads(name: str) -> None:
    law = document(name)
    touch_everything(law)
    assert law.id == name
    assert law.title
    assert law.issuer
    assert law.version
    assert law.game
    assert law.name == f"{name}@{law.version}"
    assert repr(law) == f"Document({law.name!r}, digest={law.digest[:12]!r})"
    assert document(name) is law
    assert law.wager_ids[:2] == ("main", "insurance")
    assert len(set(law.wager_ids)) == len(law.wager_ids)
    assert law.wager("main") is law.wager("main")


@pytest.mark.parametrize("name", document_ids())
def test_every_reading_that_is_named_is_there(name: str) -> None:
    law = document(name)
    known = {*law.readings, *law.shared_readings}
    named = {each.reading for each in law.options.values()}
    named |= {bar.reading for bar in law.bars}
    for wager in law.wager_ids:
        named |= set(law.wager(wager).readings)
        named |= {row.reading for table in law.wager(wager).paytables for row in table.rows}
    assert named - {""} <= known


def test_readings_shared_with_another_document_are_real() -> None:
    shared = document("md-pontoon-21").shared_readings
    assert len(shared) == 36
    assert set(shared) <= set(document("md-players-edge-21").readings)
    assert document("md-blackjack").shared_readings == ()


def test_an_unknown_document_is_refused_with_the_five_there_are() -> None:
    with pytest.raises(Refused) as refused:
        document("nj-blackjack" * 20)
    assert refused.value.refusal.code is Code.UNKNOWN_DOCUMENT
    assert all(name in refused.value.refusal.message for name in document_ids())
    assert len(refused.value.refusal.message) < 250


def test_an_unknown_wager_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Refused, match="did you mean lucky_ladies") as refused:
        document("md-blackjack").wager("luckyladies")
    assert refused.value.refusal.code is Code.UNKNOWN_WAGER
    with pytest.raises(Refused):
        document("md-blackjack").wager("../options")


def test_a_variation_lays_its_options_over_the_document() -> None:
    law = document("md-blackjack")
    plain, dealt = law.effective_options(None), law.effective_options("hand_dealt")
    assert plain is law.options
    assert plain["decks"].minimum == 1
    assert dealt["decks"].permitted == (1, 2)
    assert dealt["decks"].about == plain["decks"].about
    assert dealt["soft_17"] is plain["soft_17"]
    assert law.effective_options("hand_dealt") is dealt


def test_an_unknown_variation_is_refused() -> None:
    with pytest.raises(Refused, match="it has: switch, hand_dealt, no_hole_card"):
        document("md-blackjack").effective_options("face_up")
    with pytest.raises(Refused, match="it has: none") as refused:
        document("md-pontoon-21").effective_options("switch")
    assert refused.value.refusal.code is Code.UNKNOWN_VARIATION


def test_nothing_is_read_before_it_is_asked_for(copy: Callable[[str], Path]) -> None:
    folder = copy("md-pontoon-21")
    for path in folder.glob("*.toml"):
        if path.name != "document.toml":
            path.unlink()
    (folder / "wagers" / "envy_bonus.toml").write_text("half a file =", encoding="utf-8")
    law = Document(FolderFiles(folder))
    assert law.wager("main").id == "main"
    assert law.variations == {}
    assert law.bars == ()
    assert law.features == {}
    with pytest.raises(LawError, match=r"md-pontoon-21/options\.toml"):
        _ = law.options


def test_a_wager_file_that_the_document_does_not_list(copy: Callable[[str], Path]) -> None:
    folder = copy("md-pontoon-21")
    (folder / "wagers" / "envy_bonus.toml").rename(folder / "wagers" / "envy.toml")
    with pytest.raises(
        LawError, match=r"document\.toml: wagers: 'envy_bonus' is listed, and there is no"
    ):
        _ = Document(FolderFiles(folder)).wager_ids


def test_the_digest_changes_with_any_byte_and_with_any_name(copy: Callable[[str], Path]) -> None:
    folder = copy("md-pontoon-21")
    assert Document(FolderFiles(folder)).digest == document("md-pontoon-21").digest
    with (folder / "readings.toml").open("a") as stream:
        stream.write("\n")
    changed = Document(FolderFiles(folder)).digest
    assert changed != document("md-pontoon-21").digest
    (folder / "wagers" / "envy_bonus.toml").rename(folder / "wagers" / "envy.toml")
    assert Document(FolderFiles(folder)).digest not in (changed, document("md-pontoon-21").digest)


def test_main_and_insurance_must_be_there(copy: Callable[[str], Path]) -> None:
    folder = copy("md-pontoon-21")
    (folder / "wagers" / "insurance.toml").unlink()
    with pytest.raises(LawError, match=r"wagers/insurance\.toml: missing"):
        _ = Document(FolderFiles(folder)).wager_ids


HEAD = 'about = "a"\ncite = "§1"\n'
TWO = '[[bars]]\nbetween = ["a", "b"]\n'
FEATURES = '[features.a]\nwagers = ["main"]\n[features.b]\nvariation = "switch"\n'

SPOILED = [
    # file, what is replaced ("" appends), by what, what the message says
    ("document.toml", 'id = "md-blackjack"', 'id = "md-blackjac"', "id: 'md-blackjac' is not the"),
    ("document.toml", 'title = "Blackjack"\n', "", "title: missing"),
    ("document.toml", 'version = "1.15"', "version = 1.15", "version: 1.15 is not of type str"),
    ("document.toml", 'cite = "Ch.1"', 'kite = "Ch.1"', r"divisions[0].cite: missing"),
    ("options.toml", "", "[decks", "options.toml: "),
    ("options.toml", "", '\n[decks]\nabout = "twice"', "options.toml: "),
    ("options.toml", "", f"\n[extra]\n{HEAD}default = 1", "extra: no rule reads an option of this name"),
    ("options.toml", "", f"\n[extra]\n{HEAD}", "extra.default: give a default or a fixed"),
    ("options.toml", "", f"\n[third_card]\n{HEAD}fixed = true\nfixt = 2", "card.fixt: unknown key"),
    ("options.toml", "", '\n[extra]\nabout = "a"\nfixed = 1', "extra.cite: missing"),
    ("options.toml", "", f"\n[extra]\n{HEAD}fixed = 1.5", "extra.fixed: 1.5 is not an option value"),
    ("options.toml", "", f'\n[extra]\n{HEAD}kind = "word"\ndefault = 1', "extra.kind: 'word' is no"),
    ("options.toml", "", f'\n[third_card]\n{HEAD}fixed = true\nwager = "no"', "wager: 'no' is n"),
    ("options.toml", "", "\n[extra]\nabout = ''\nfixed = 1", "extra.about: empty"),
    ("variations.toml", "", '\n[x]\ntitle = "X"\ncite = "§1"', "x.about: missing"),
    ("variations.toml", "", '\n[switch.options.new]\nfixed = 1\ncite = "c"', "new.about: missing"),
    ("variations.toml", "", "\n[switch.options.decks]\nfixed = 2", "switch.options.decks.cite: mis"),
    (
        "variations.toml",
        "",
        '\n[switch.options.decks]\nfixed = 2\ncite = "c"\nwager = "no"',
        "switch.options.decks.wager: 'no' is not a wager",
    ),
    ("bars.toml", None, '[features.a]\nwagers = ["no"]', "features.a.wagers: 'no' is not a wager"),
    ("bars.toml", None, '[features.a]\nvariation = "no"', "features.a.variation: 'no' is not a v"),
    ("bars.toml", None, '[features.a]\nnot_variation = "no"', "features.a.not_variation: 'no'"),
    ("bars.toml", None, '[features.a]\noption = "no"\nabove = 1', "features.a.option: 'no' is no"),
    ("bars.toml", None, '[features.a]\noption = "decks"', "features.a.option: an option goes"),
    ("bars.toml", None, "[features.a]\nabove = 1", "features.a.option: an option goes with"),
    ("bars.toml", None, '[features.a]\nnot_variation = "switch"', "features.a: name wagers, a"),
    ("bars.toml", None, TWO + 'cites = ["§1"]', r"bars[0].between: name two features"),
    ("bars.toml", None, TWO + FEATURES, r"bars[0].cites: missing"),
    (
        "bars.toml",
        None,
        TWO + 'cites = ["§1"]\nunless = { option = "no", value = 1 }\n' + FEATURES,
        r"bars[0].unless.option: 'no' is not an option",
    ),
    ("requirements.toml", "", '\n[R1]\ntag = "joke"\ncite = "c"\nsays = "s"', "R1.tag: 'joke' is"),
    ("readings.toml", "", '\n[A1]\ncite = "c"\nproblem = "p"', "A1.reading: missing"),
    ("readings.toml", "", '\n[A1]\ncite = "c"\nproblem = "half', "readings.toml: "),
    ("wagers/pair.toml", 'id = "pair"', 'id = "pairs"', "id: 'pairs' is not the file's name"),
    ("wagers/kk.toml", 'name = "KK"', 'name = ""', "name: empty"),
    ("wagers/kk.toml", 'name = "KK"', 'short = "Two diamond kings"', "has more than 12 letters"),
    ("wagers/pair.toml", 'id = "pair"', 'id = "pair"\npaytable_of = "no"', "'no' is not a wager"),
    ("wagers/royal_match_21.toml", "_capped", "_cap", "cap.option: 'crown_treasure_cap' is not an"),
    ("wagers/pair.toml", 'pays = "', 'pays = "about ', "is not a price"),
    ("wagers/pair.toml", 'cite = "', 'source = "', "cite: missing"),
    ("wagers/super_4.toml", 'meters."super_4.star"', 'meters."super_4.sun"', "'super_4.star' is"),
    ("wagers/super_4.toml", 'paytable = "D"', 'paytable = "Z"', "'Z' is not a paytable here"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), SPOILED)
def test_a_mistake_is_named_by_file_and_key(
    copy: Callable[[str], Path], file: str, old: str | None, new: str, message: str
) -> None:
    folder = copy("md-blackjack")
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old is None or old in text
    appended = new if old is None else f"{text}\n{new}"
    path.write_text(text.replace(old, new) if old else appended, encoding="utf-8")
    with pytest.raises(LawError) as error:
        touch_everything(Document(FolderFiles(folder)))
    assert str(error.value).startswith(f"md-blackjack/{file}: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_half_a_file_is_an_error(copy: Callable[[str], Path]) -> None:
    folder = copy("md-blackjack")
    for path in sorted(folder.rglob("*.toml")):
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2 + 3] + b"\xff[")
        with pytest.raises(LawError, match=path.name):
            touch_everything(Document(FolderFiles(folder)))
        path.write_bytes(whole)
    touch_everything(Document(FolderFiles(folder)))


def test_a_variation_may_bring_an_option_that_the_document_has_not(copy: Callable[[str], Path]) -> None:
    folder = copy("md-blackjack")
    with (folder / "variations.toml").open("a", encoding="utf-8") as stream:
        stream.write(f"\n[switch.options.match_max_multiple]\n{HEAD}fixed = 1\n")
    with (folder / "bars.toml").open("a", encoding="utf-8") as stream:
        stream.write('\n[features.own]\noption = "match_max_multiple"\nabove = 0\n')
    law = Document(FolderFiles(folder))
    assert "own" in law.features
    assert law.effective_options("switch")["match_max_multiple"].default == 1
    assert "match_max_multiple" not in law.effective_options(None)


def test_names_are_shown_short_and_on_one_line() -> None:
    assert shorten("a\nb") == r"'a\nb'"
    assert len(shorten("x" * 1000)) < 70
    assert did_you_mean("x" * 1000, ["x"]) == ""
    assert did_you_mean("Decks", ["decks"]) == "; did you mean decks?"
    assert did_you_mean("quite else", ["decks"]) == ""
