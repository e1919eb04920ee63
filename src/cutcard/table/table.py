"""One table as a value: its rules, its cards, its people, its money, and the round on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from cutcard.cards import Card, first_excess
from cutcard.law import Code, Refused, RuleSet, shown
from cutcard.money import Cents
from cutcard.rules import Game, Line
from cutcard.shoe import Shoe, ShoeLaw, TablePeople, new_shoe, ready_shoe
from cutcard.table.play.bets import Bet
from cutcard.table.round import Box, Round
from cutcard.values import but, cached_by_identity

Chores = Literal["automatic", "manual"]
CUT: Final = frozenset({"accept_cut", "refuse_cut"})


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run; nothing here changes what a wager is paid."""

    chores: Chores = "automatic"
    """Whether the dealer's and the floor's acts come by themselves or are awaited one by one."""
    virtual: bool = True
    """Whether the cards are the table's own, or those of a physical shoe that a dealer scans."""
    asks_for_cut: bool = False
    """Whether an automatic table waits for the players to cut, or has its dealer cut."""
    asks_for_draws: bool = False
    """Whether a round waits at its end for what a system may draw, and need not: a random winner."""
    collects: bool = True
    """Whether an automatic table clears the layout by itself, or leaves the round to be looked at."""
    confirms: bool = True
    """Whether an automatic table confirms payouts by itself, or waits for somebody entitled to."""
    holds_jackpots: bool = False
    """Whether every share of a meter waits to be confirmed, also where the text names nobody for it."""
    reader_shows: bool = False
    """Whether the card reader in use could let a player learn the hole card when misused."""


@dataclass(frozen=True)
class Table:
    """A table at some moment."""

    rules: RuleSet = field(repr=False, compare=False)
    game: Game = field(repr=False, compare=False)
    settings: Settings
    shoe: Shoe
    is_open: bool = False
    is_closed: bool = False
    dealer: str = ""
    seated: tuple[tuple[int, str], ...] = ()
    """Box and player, the lowest box first."""
    arrived: tuple[str, ...] = ()
    playing: tuple[tuple[int, str], ...] = ()
    """Box and caller of the round on the table, or of the last one, the lowest box first."""
    bets: tuple[Bet, ...] = ()
    """What lies on the layout before the first card."""
    round: Round | None = None
    rounds: int = 0
    last_lines: tuple[Line, ...] = ()
    """The settlement lines of the last round."""
    meters: Mapping[str, Cents] = field(default_factory=dict)
    resets: Mapping[str, Cents] = field(default_factory=dict)
    devices: Mapping[str, object] = field(default_factory=dict)
    """What devices will show in the next round, where that is known beforehand: a scripted round."""
    streaks: Mapping[int, int] = field(default_factory=dict)
    """Box -> consecutive wins that its lammer shows."""
    entitled: tuple[str, ...] | None = None
    """Who has bet on every round since the shuffle; None before the first of them."""
    permitted: tuple[str, ...] = ()
    """Who may bet again although they sat out."""
    reader_works: bool = True
    dark: frozenset[int] = frozenset()
    """Boxes whose progressive light does not work."""
    confirmed: frozenset[tuple[int, str, str]] = frozenset()
    """Payouts validated by somebody entitled: box, wager, and the backer if it is not the caller's."""
    down_doubles: bool = False
    """Whether a player's request has brought face-down double cards to this table (§10(c))."""
    house: Cents = Cents(0)
    """What the table has won, less what it has paid."""
    purses: Mapping[str, Cents] = field(default_factory=dict)
    """Player -> what came back less what was staked, since the table opened."""
    tokes: Cents = Cents(0)
    """What players' bets for the dealer have won: the dealers', no player's and not the house's."""
    version: int = 0
    """How many events have been folded."""

    @property
    def people(self) -> TablePeople:
        """Who is there, as the shoe asks it."""
        taken = {box for box, _ in self.seated}
        standing = [each for each in self.playing if each[0] not in taken and each[1] in self.arrived]
        seated = tuple(sorted((*self.seated, *standing))) if standing else self.seated
        return TablePeople(seated, self.arrived, self.dealer)

    @property
    def is_scripted(self) -> bool:
        """Whether it deals one scripted round: no dealer has opened it, and its shoe just ends."""
        return self.shoe.desk.endless and not self.dealer

    @property
    def stopped(self) -> bool:
        """Whether no card is dealt until the card reader is repaired or replaced."""
        return not self.reader_works and self.effect("reader_failed") == "stop"

    @property
    def hole_card_without_reader(self) -> str:
        """How the dealer's second card is dealt without a reader: face down, where the game knows that.

        At the 6 to 5 variation a card face down goes with a reader alone (Massachusetts §6A(f), (h)).
        """
        law = self.rules.document.effective_options(self.rules.variation)["hole_card"]
        return "face_down" if "face_down" in law.permitted else "none"

    def cite(self, name: str) -> str:
        """The provision on a procedure or irregularity; empty where the document has none."""
        provision = self.rules.document.provisions.get(name)
        return "" if provision is None else provision.cite

    def effect(self, name: str) -> str:
        """What the document orders in that case."""
        provision = self.rules.document.provisions.get(name)
        return "" if provision is None else provision.effect

    def in_play(self, what: str = "") -> Round:
        """The round on the table; without one refused, an irregularity of rounds by its provision."""
        if self.round is None:
            cite = self.cite(what) or self.game.cite("deal_order")
            raise Refused(Code.NO_ROUND, "no round is being dealt", cite)
        return self.round

    def box(self, number: int) -> Box:
        """A box of the round; refused where it has none."""
        box = self.in_play().box(number)
        if box is None:
            message = f"box {number} is not in this round"
            raise Refused(Code.OUT_OF_TURN, message, self.rules.main.law.cite)
        return box


def game_of(rules: RuleSet) -> Game:
    """A rule set's options as the rules of play see them."""
    return Game.of(rules.options, rules.option_cites())


def new_table(
    rules: RuleSet, game: Game, settings: Settings | None = None, *, shoe: Shoe | None = None
) -> Table:
    """A table that has not been opened: without cards, or with a shoe stacked for it."""
    settings = settings or Settings()
    return Table(rules, game, settings, shoe or new_shoe(ShoeLaw.of(rules), virtual=settings.virtual))


def stacked_shoe(rules: RuleSet, order: Iterable[Card]) -> Shoe:
    """A shoe for a test or a lesson: it deals these cards in this order and no others.

    It is loaded, has one side, neither cover card nor burn, and needs no handling; where its cards end,
    the round can only be voided (`too_few_cards`). `new_table` takes it as `shoe`, and a record has it.
    """
    stack = tuple(order)
    for index, each in enumerate(stack):
        if not isinstance(each, Card):  # the text of one, say
            message = f"cards[{index}]: {shown(each)} is no Card; cutcard.cards.cards reads text"
            raise Refused(Code.BAD_CARD, message)
    if not stack:
        message = "cards: none is given; a stacked shoe deals those that it is given"
        raise Refused(Code.BAD_REQUEST, message)
    check_cards(game_of(rules), stack)
    return ready_shoe(shoe_law(rules), stack)


def check_cards(game: Game, dealt: tuple[Card, ...]) -> None:
    """Refuse a card that the decks do not hold, or not so often."""
    for index, each in enumerate(dealt):
        if each.rank == "T" and game.deck_cards == 48:
            message = f"cards[{index}]: {each}: the decks have no tens"
            raise Refused(Code.CARD_NOT_IN_DECK, message, game.cite("deck_cards"))
    if excess := first_excess(dealt, decks=game.decks):
        index, each = excess
        message = f"cards[{index}]: {each} occurs more often than in {game.decks} deck(s)"
        raise Refused(Code.TOO_MANY_OF_A_CARD, message, game.cite("decks"))


def scripted_table(rules: RuleSet, game: Game, order: tuple[Card, ...]) -> Table:
    """An open automatic table whose shoe holds these cards and no others: for one scripted round."""
    return but(_blank(rules, game), shoe=ready_shoe(shoe_law(rules), order))


@cached_by_identity
def _blank(rules: RuleSet, game: Game) -> Table:
    settings = Settings(chores="automatic", collects=False)
    return Table(rules, game, settings, ready_shoe(shoe_law(rules), ()), is_open=True)


@cached_by_identity
def shoe_law(rules: RuleSet) -> ShoeLaw:
    """The shoe's view of a rule set."""
    return ShoeLaw.of(rules)
