"""The one place that has a person's word for a name: of a wager, an outcome, a command, an event.

Names of the data (`super_4`, `place_bet`, `queen_of_hearts_pair`) are for programs; no page shows them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.law import DOCUMENTS, document

SMALL: Final = frozenset({"the", "a", "and", "of", "to", "for", "in", "or", "with"})
PROPER: Final[Mapping[str, str]] = {
    "a_2": "A-2",
    "blazing_7s": "Blazing 7s",
    "jj": "JJ",
    "kings_bounty": "King's Bounty",
    "kk": "KK",
    "nineteen_plus": "19 Plus",
    "qq": "QQ",
    "trilux_bonus": "TriLux Bonus",
    "trilux_super_3": "TriLux Super 3",
    "twenty_one_plus_3_progressive": "21+3 Progressive",
    "twenty_one_plus_three": "21+3",
}
"""Names that their words alone would get wrong."""
SHORT: Final[Mapping[str, str]] = {
    "bet_the_set_21": "Bet the Set",
    "blackjack_bonus": "BJ Bonus",
    "bonus_spin_progressive": "Bonus Spin",
    "bonus_spin_xtreme_progressive": "Xtreme Spin",
    "buster_blackjack": "Buster",
    "buster_blackjack_free_bonus": "Free Bonus",
    "buster_free_bonus": "Free Bonus",
    "kings_bounty": "Bounty",
    "kings_bounty_for_dealer": "For dealer",
    "lucky_ladies_progressive": "Ladies Prog.",
    "match_super_bonus": "Match Bonus",
    "match_the_dealer": "Match Dealer",
    "monster_match_progressive": "Monster",
    "optional_bonus": "Third Card",
    "progressive_blackjack": "Progressive",
    "royal_match_21": "Royal Match",
    "super_4_progressive": "Super 4",
    "three_card_poker": "3 Card Poker",
    "trilux_bonus": "TriLux",
    "trilux_super_3": "Super 3",
    "twenty_one_plus_3_progressive": "21+3 Prog.",
    "twenty_point_bonus": "20 Points",
    "upcard_luck_21": "Upcard Luck",
}
"""What stands in a betting area, where the whole name is too long for one."""
PLAIN: Final[Mapping[str, str]] = {
    "9_10_11": "9, 10 or 11",
    "ace_king_suited": "Ace and king suited",
    "blackjack_v_21": "Blackjack against 21",
    "blackjack_v_blackjack": "Blackjack against blackjack",
    "card_age_hours": "Hours before cards are changed",
    "dealer_21_in_five": "Dealer's 21 in five cards",
    "dealer_21_in_four": "Dealer's 21 in four cards",
    "dealer_21_in_seven_or_more": "Dealer's 21 in seven or more cards",
    "dealer_21_in_six": "Dealer's 21 in six cards",
    "dealer_21_in_three": "Dealer's 21 in three cards",
    "deck_cards": "Cards in a deck",
    "even_money": "Even money",
    "five_card_21": "Five-card 21",
    "five_card_21_v_21": "Five-card 21 against 21",
    "lose": "Lost",
    "max_hands": "Most hands after splits",
    "max_hands_aces": "Most hands after splits of aces",
    "maximum_wager": "Greatest main wager",
    "minimum_wager": "Least main wager",
    "multiple_decks": "Several decks",
    "place_bet": "Bet",
    "seven_card_21": "Seven-card 21",
    "six_card_21": "Six-card 21",
    "six_seven_eight": "Six, seven and eight",
    "six_seven_eight_mixed": "Six, seven and eight, mixed",
    "six_seven_eight_premium": "Six, seven and eight of the premium suit",
    "six_seven_eight_suited": "Six, seven and eight, suited",
    "soft_17": "Dealer's soft 17",
    "three_sevens_premium": "Three sevens of the premium suit",
    "super_bonus_of_another": "Super bonus of another's hand",
    "suited_queens_jacks_or_tens": "Suited queens, jacks or tens",
    "super4_envy": "Super 4 envy",
    "super4_sharing": "Super 4 sharing",
    "super4_stake": "Super 4 stake",
    "switched_21_v_21_or_22": "Switched 21 against 21 or 22",
    "switched_21_v_blackjack": "Switched 21 against blackjack",
    "take_back": "Take a bet back",
    "take_drop": "Take the drop box",
    "take_tips": "Empty the dealers' box",
    "total_18_19_or_20": "Total of 18, 19 or 20",
    "total_9_10_or_11": "Total of 9, 10 or 11",
    "wager_25_or_more": "Wager of $25 or more",
    "wager_under_25": "Wager under $25",
    "win": "Won",
}
"""The same of outcomes, choices, commands and events."""
IRREGULARITIES: Final[Mapping[str, str]] = {
    "card_face_up": "A card lies face up in the shoe",
    "ten_found": "A ten in a shoe without tens",
    "drawn_unseen": "A card drawn too early, not seen",
    "drawn_exposed": "A card drawn too early, and seen",
    "exposed_refused": "A player refuses the exposed card",
    "overdraw": "The dealer drew on a standing hand",
    "dealer_missed": "The dealer's own card was left out",
    "hand_undealt": "A hand was passed over in the deal",
    "hand_one_card": "A hand got one card only",
    "missed_card": "A card asked for was not dealt",
    "wrong_side": "Dealt from the wrong side",
    "reader_misused": "The reader was used without need",
    "reader_failed": "The card reader fails",
    "check_missed": "The check of the hole card was left out",
    "misdelivered": "A card at the wrong place",
    "players_let_out": "A player is let out of the round",
    "up_card_not_moved": "The up card was not moved",
    "up_card_discarded": "The up card was picked up",
    "light_failed": "The light of a box fails",
    "double_card_up": "A double card dealt face up",
    "irregular_double": "Something wrong with a double",
    "cover_card_out": "The cover card came out",
    "too_few_cards": "No card is left",
}
BUTTONS: Final[Mapping[str, str]] = {
    "decline": "No, thanks",
    "switch": "Switch second cards",
}
"""A player's decision -> its button, where the decision's own name says too little."""
OFFERS: Final[Mapping[str, str]] = {
    "insure": "Insurance?",
    "even_money": "Even money for your blackjack?",
    "switch": "Switch your second cards?",
    "surrender": "Surrender half?",
    "third_card": "A third card?",
    "double": "Double again?",
    "rescue": "Rescue the double?",
}
"""What the dealer offers -> the question."""
HAND_STATES: Final[Mapping[str, str]] = {
    "busted": "bust",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "even_money": "even money",
    "dead": "dead",
}
"""The state of a hand -> what stands beside its cards; a state without a word is seen from the cards."""
KEPT: Final[Mapping[str, str]] = {
    "engine": "kept by the program",
    "config": "kept by the submission",
    "procedure": "kept by people",
    "physical": "kept by the table itself",
}
"""What a requirement is about -> who sees that it is kept."""
KEPT_HOW: Final[Mapping[str, str]] = {
    "engine": "The table does it by itself, and refuses whatever goes against it.",
    "config": "What a house files for a table is held against it; a table that breaks it does not open.",
    "procedure": "People at the table do it; the program asks for it, and writes down who did it when.",
    "physical": "It is about things: the layout, the cards, the equipment. People look at them.",
}
STANDS: Final[Mapping[str, tuple[str, str]]] = {
    "proven": ("proven", "A case or a test, named under the rule, fails where the program breaks it."),
    "waiting": ("waits", "Nothing can prove it yet; below the rule stands what it waits for."),
    "checklist": (
        "looked at when a table opens",
        "No program can see it: it is on the list that people go through before a table opens.",
    ),
    "unproven": ("unproven", "Nothing proves it: a gap."),
}
"""How a requirement stands -> the word for it, and what that means."""
_NAME: Final = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+(?:\.[a-z0-9_]+)*(?:@[a-z0-9-]+)?\b")
_PLACE: Final = re.compile(r"\b(?:wagers|options|meters)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*\b")
_VALUE: Final = re.compile(r"\b([a-z0-9_]+) = ([a-z]+)\b")
_DOLLARS: Final = re.compile(r"([+-]?)\$(\d+)(?:\.(\d\d))?\b")
_SHOWS: Final = re.compile(r'^device (\S+) shows (".*")$')
_CHOSEN: Final = {"true": "yes", "false": "no"}
_CARD: Final = re.compile(r"\b([A2-9TJQK])([cdhs])\b")
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SAID: Final = (
    (re.compile(r"^table opens at \d+ with dealer (?:\"\"|(\S+))$"), r"table opens, dealer \1"),
    (re.compile(r"\b(received|inspected by [a-z]+(?: \S+)?) at \d+"), r"\1"),
    (re.compile(r"\bplayer (?=\S)"), ""),
    (re.compile(r"^settle "), "settled "),
    (re.compile(r" lose: "), " lost: "),
    (re.compile(r" (\d+) x "), r" \1 × "),
    (re.compile(r", dealer $"), ""),
)


@cache
def named() -> dict[str, str]:
    """Every wager of the five documents -> what people call it."""
    ids = sorted({name for law in DOCUMENTS for name in document(law).wager_ids})
    return {name: PROPER.get(name) or _titled(name) for name in ids}


def worded(name: str) -> str:
    """A proper name: `lucky_ladies` is Lucky Ladies, `mega@sevens` is Mega."""
    wager, _, rest = name.partition("@")[0].partition(".")
    words = named().get(wager) or _titled(wager)
    return f"{words} {_titled(rest)}" if rest else words


def shortly(name: str) -> str:
    """The same in a dozen letters: what a betting area is inscribed with."""
    wager, _, rest = name.partition("@")[0].partition(".")
    words = SHORT.get(wager) or worded(wager)
    return f"{words} {_titled(rest)}" if rest else words


def _titled(name: str) -> str:
    words = re.split(r"[._-]", name)
    return " ".join(
        each if at and each in SMALL else each[:1].upper() + each[1:] for at, each in enumerate(words)
    )


def plainly(name: str) -> str:
    """What happened, or what is chosen, as a sentence begins: `suited_pair` is Suited pair."""
    if " " in name:
        words = spoken(name)
    else:
        words = PLAIN.get(name) or IRREGULARITIES.get(name) or re.sub(r"[._]", " ", name)
    return words[:1].upper() + words[1:]


def spoken(sentence: str) -> str:
    """A line of the record as a person would say it: names in words, dollars as they are written."""
    shows = _SHOWS.match(sentence)
    if shows:
        sentence = f"{shows[1]} shows {_shown(shows[2])}"
    for found, said in _SAID:
        sentence = found.sub(said, sentence)
    sentence = _CARD.sub(_card, sentence)
    return _DOLLARS.sub(_dollars, _NAME.sub(_in_sentence, sentence))


def readable(prose: str) -> str:
    """Prose in which nothing but names for programs is put in words: "As" begins a sentence there."""
    return _NAME.sub(_in_sentence, prose)


def placed(path: str) -> str:
    """A place in a submission: `wagers.lucky_ladies.paytable` is Lucky Ladies, paytable."""
    room, _, rest = path.partition(".")
    if room == "wagers" and rest:
        wager, *parts = rest.split(".")
        return ", ".join((worded(wager), *(_lower(plainly(each)) for each in parts if each != "meters")))
    return plainly(rest if room == "options" and rest else path)


def found_words(message: str) -> str:
    """What a check found as a person reads it, with the places that it names in words."""
    return readable(_VALUE.sub(_valued, _PLACE.sub(_placed, message)))


def _valued(found: re.Match[str]) -> str:
    """An option with its value, both as people say them: `chosen_suit = d` is diamonds."""
    name, value = found[1], found[2]
    words = SUIT_NAMES[value] if value in SUIT_NAMES and name in _suits() else _CHOSEN.get(value, value)
    return f"{name} = {words}"


@cache
def _suits() -> frozenset[str]:
    """The options of the five documents that are a suit."""
    laws = [document(each).options for each in DOCUMENTS]
    return frozenset(name for law in laws for name, each in law.items() if each.kind == "suit")


def chosen(text: str) -> str:
    """What may be chosen, as people say it: `true or before_check` is yes or before check."""
    said = re.sub(r"\b(true|false)\b", lambda found: _CHOSEN[found[0]], spoken(text))
    return "yes or no" if said == "no or yes" else said


MONEY: Final[Mapping[str, str]] = {
    "bought_in": "{player} buys chips for ${cents}",
    "cashed_out": "{player} cashes ${cents} in",
    "tipped": "{player} tips ${cents}",
    "filled": "fill of ${cents}",
    "credited": "credit of ${cents}",
    "counted": "{kind} count: ${cents}",
    "dropped": "drop box taken: ${cents}",
    "tips_taken": "dealers' box emptied: ${cents}",
    "jackpot_held": "jackpot {meter}: ${cents} held until it is verified",
    "dealing_changed": "from now on the {hands} deals",
}
"""What happens beside the cards."""


def event_words(told: Mapping[str, object]) -> str:
    """An event that has no line in the record of a table; only its public parts are told."""
    name = str(told["event"])
    if name == "card_dealt":
        return f"box {told['box']}: a card, face down" if told["box"] else "dealer: a card, face down"
    signed = told.get("signed")
    both = f", signed by {' and '.join(map(str, signed))}" if isinstance(signed, list) and signed else ""
    return MONEY[name].format(**told) + both if name in MONEY else plainly(name)


def _card(found: re.Match[str]) -> str:
    return f"{'10' if found[1] == 'T' else found[1]}{_SUITS[found[2]]}"


def _in_sentence(found: re.Match[str]) -> str:
    own = found[0].partition("@")[0]
    if own.partition(".")[0] in named():
        return worded(own)
    return _lower(plainly(own))


def _placed(found: re.Match[str]) -> str:
    is_wager = found[0].startswith("wagers.")
    return placed(found[0]) if is_wager else _lower(placed(found[0].removeprefix("meters.")))


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _dollars(found: re.Match[str]) -> str:
    sign, whole, part = found[1].replace("-", "−"), f"{int(found[2]):,}", found[3]
    return f"{sign}${whole}.{part}" if part and part != "00" else f"{sign}${whole}"


def _shown(quoted: str) -> str:
    """What a device showed, read where it is data."""
    try:
        told = json.loads(quoted)
        held = json.loads(told) if str(told).startswith("{") else told
    except ValueError:
        return quoted
    if isinstance(held, dict):
        return ", ".join(f"{str(key).replace('_', ' ')} {value}" for key, value in held.items())
    return str(held)
