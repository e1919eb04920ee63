"""A table in words: its game, what makes it differ from others, what is inscribed on its layout.

Every word is asked of the table's own rules, prices and meters, whoever set it up and whatever it is
named. What sets the game apart comes first, then what every player asks about, then its side wagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass
from typing import Final, Literal

from cutcard.cards import DECK_52, cards
from cutcard.law import Offer, RuleSet
from cutcard.money import dollars
from cutcard.rules import CARD_COUNTS, DEALER_STANDS, Game, dealer_draws, priced, prices
from cutcard.wagers.settlement import growths
from cutcard.wording.options import value_label
from cutcard.wording.text import capitalized, with_short_dollars
from cutcard.wording.wagers import wager_name

Dealing = Literal["automatic", "by_hand", "scanned"]
"""Whether the house deals, a dealer deals by hand, or a dealer scans the cards of a physical shoe."""
DEALING: Final = {"by_hand": "a dealer deals by hand", "scanned": "a dealer scans a physical shoe"}
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
HOLE_CARDS: Final = {
    "none": "no hole card",
    "face_down": "the hole card is not checked",
    "face_up": "both dealer cards face up",
}
"""The hole card, where it is not the usual one that is checked for a blackjack."""
SURRENDERS: Final = {
    "late": "surrender",
    "early": "early surrender",
    "early_not_ace": "early surrender except against an ace",
}
MOST_SIDE_WAGERS: Final = 2
"""Side wagers that are named; pages list all of them beside the line."""
NOT_SIDE_WAGERS: Final = frozenset({"main", "insurance"})


def game_title(rules: RuleSet) -> str:
    """What the game is called: by its variation, else by its document."""
    law = rules.document
    return law.title if rules.variation is None else law.variations[rules.variation].title


def table_summary(
    rules: RuleSet,
    game: Game,
    *,
    dealing: Dealing,
    linked_meters: AbstractSet[str],
    on_felt: bool = False,
) -> str:
    """What makes a table different, in one line; on its own felt without what is inscribed there."""
    groups = (
        [
            *([DEALING[dealing]] if dealing in DEALING else []),
            *_unusual(game, on_felt=on_felt),
            *_long_21s(rules, game),
        ],
        [*_asked_first(rules, game, on_felt=on_felt)],
        [*_side_wagers(rules, linked_meters, on_felt=on_felt)],
    )
    return capitalized(" · ".join(", ".join(group) for group in groups if group))


def _unusual(game: Game, *, on_felt: bool) -> Iterator[str]:
    if game.switch:
        yield "two hands whose second cards may be switched"
    if game.dealer_hands > 1:
        yield f"one hand against {_number(game.dealer_hands)} dealer hands"
    if game.hole_card in HOLE_CARDS:
        yield HOLE_CARDS[game.hole_card]
    if game.deals_face_down:
        yield "dealt from the hand, face down"
    if game.deck_cards < len(DECK_52):
        yield "no tens"
    if not on_felt:
        yield from _ties(game)
        if game.charlie:
            yield f"{_number(game.charlie)} cards win at once"
    yield from _doubles(game)


def _ties(game: Game) -> Iterator[str]:
    aside = " except for blackjacks"
    if game.dealer_22_pushes:
        yield f"a dealer's 22 pushes{aside if dealt_blackjack_beats_22(game) else ''}"
    if game.ties == "lose":
        yield f"ties lose{aside if game.blackjack_v_blackjack != 'lose' else ''}"
    if game.tie_at_21 == "win":
        yield "21 wins ties"


def _doubles(game: Game) -> Iterator[str]:
    is_late = game.double_cards != "first_two"
    if is_late or game.redouble:
        kinds = [*(["late"] if is_late else []), *(["repeated"] if game.redouble else [])]
        yield f"{' and '.join(kinds)} doubles"
    if game.double_totals != "any":
        yield f"doubles only on {value_label(game.double_totals)}"
    if game.rescue:
        yield "rescue"


def _long_21s(rules: RuleSet, game: Game) -> Iterator[str]:
    if any(name in prices(rules.main.paytable, rules.options) for name in CARD_COUNTS.values()):
        yield "bonuses for long 21s" + (", after splits too" if game.bonus_after_split else "")


def _asked_first(rules: RuleSet, game: Game, *, on_felt: bool) -> Iterator[str]:
    yield f"{_number(game.decks)} deck{'' if game.decks == 1 else 's'}"
    if not on_felt:
        blackjack = priced(game, prices(rules.main.paytable, rules.options), "blackjack")
        yield f"blackjack pays {blackjack.pays}"
        yield "dealer hits soft 17" if dealer_draws(game, SOFT_17) else "dealer stands on all 17s"
    yield SURRENDERS[game.surrender_time] if game.surrender else "no surrender"


def _side_wagers(rules: RuleSet, linked_meters: AbstractSet[str], *, on_felt: bool) -> Iterator[str]:
    """Those for a linked meter first, then for one of the table's own; a felt shows what it has."""
    offers = [
        offer
        for name, offer in rules.offers.items()
        if name not in NOT_SIDE_WAGERS and offer.law.takes_stake
    ]
    offers.sort(key=lambda offer: (not _is_linked(offer, linked_meters), not growths(offer)))
    for offer in offers[:MOST_SIDE_WAGERS]:
        if _is_linked(offer, linked_meters):
            yield f"linked {wager_name(offer.law.id)}"
        elif not on_felt:
            yield wager_name(offer.law.id)


def _is_linked(offer: Offer, linked_meters: AbstractSet[str]) -> bool:
    return any(growth.name in linked_meters for growth in growths(offer))


def _number(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


SOFT_17: Final = tuple(cards("As 6d"))
INSURANCE: Final = {"dealer_blackjack": "", "dealer_blackjack_suited": "suited "}


@dataclass(frozen=True, slots=True)
class Inscription:
    """A line of the layout, and the provision behind it."""

    text: str
    cite: str


def inscriptions(rules: RuleSet, game: Game) -> tuple[Inscription, ...]:
    """Everything printed on the felt, the price of a blackjack first.

    The documents want the price of a blackjack and of insurance there: Maryland Ch.2 §B(3),
    Massachusetts §7(d).
    """
    return tuple(_inscriptions(rules, game))


def _inscriptions(rules: RuleSet, game: Game) -> Iterator[Inscription]:
    rows = prices(rules.main.paytable, rules.options)
    blackjack = priced(game, rows, "blackjack")
    yield Inscription(f"Blackjack pays {blackjack.pays}", blackjack.cite)
    on_17 = "hits soft 17" if dealer_draws(game, SOFT_17) else "stands on all 17s"
    yield Inscription(f"Dealer draws to {DEALER_STANDS - 1} and {on_17}", game.cite("soft_17"))
    if game.insurance and "insurance" in rules.offers:
        yield _insurance(rules)
    yield from _inscribed_ties(game)
    if game.charlie:
        cards_won = f"{capitalized(_number(game.charlie))} cards of 21 or less win at once"
        yield Inscription(cards_won, game.cite("charlie"))
    if not game.bonus_after_double and any(name in rows for name in CARD_COUNTS.values()):
        yield Inscription("No bonus payouts on doubled hands", game.cite("bonus_after_double"))
    if game.payout_limit is not None:
        limit = with_short_dollars(f"${dollars(game.payout_limit)}")
        yield Inscription(f"Maximum payout {limit} a hand", game.cite("payout_limit"))


def _inscribed_ties(game: Game) -> Iterator[Inscription]:
    """What happens on a tie, with every hand that is an exception."""
    if game.dealer_22_pushes:
        beaten = ", except against a blackjack" if dealt_blackjack_beats_22(game) else ""
        yield Inscription(f"Dealer's 22 is a push{beaten}", game.cite("dealer_22_pushes"))
    if game.ties == "lose":
        spared = ""
        if game.blackjack_v_blackjack == "push":
            spared = ", except between blackjacks"
        elif game.blackjack_v_blackjack == "win":
            loses = game.hole_card == "face_up" and game.face_up_blackjack_v_21 == "lose"
            spared = ", except between blackjacks" if loses else ", except against a blackjack"
        yield Inscription(f"Dealer wins ties{spared}", game.cite("ties"))
    if game.tie_at_21 == "win":
        pushes = "" if game.split_two_card_21 == "win" else ", except with two cards after a split"
        yield Inscription(f"Player's 21 wins ties{pushes}", game.cite("tie_at_21"))


def dealt_blackjack_beats_22(game: Game) -> bool:
    """Whether a blackjack that was dealt wins against the 22 that other hands push with."""
    return not game.switch or game.switch_natural_v_22 == "win"


def _insurance(rules: RuleSet) -> Inscription:
    paytable = rules.offers["insurance"].paytable
    rows = {row.outcome: row for row in paytable.rows}
    pays = [f"{word}{rows[name].pays}" for name, word in INSURANCE.items() if name in rows]
    cites = dict.fromkeys(rows[name].cite for name in INSURANCE if name in rows)
    return Inscription(f"Insurance pays {', '.join(pays)}", "; ".join(cites))
