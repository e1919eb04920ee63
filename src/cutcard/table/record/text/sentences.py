"""The words for every event, one sentence each, or one for each way it can be.

Of several sentences for one event the first that fits tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.rules import Action
from cutcard.shoe import events as s
from cutcard.table import events as e
from cutcard.table.record.text.phrases import Sentence
from cutcard.wording import decision_verb

UP, DOWN = "up", "down"
_CARD_WORDS: Final = (
    ("first", UP, "{where} first card: "),
    ("second", UP, "{where} second card: "),
    ("third", UP, "{where} third card: "),
    ("play", UP, "{where} draws "),
    ("first", DOWN, "{where} first card, face down: "),
    ("second", DOWN, "{where} second card, face down: "),
    ("play", DOWN, "{where} draws, face down: "),
    ("up", UP, "{dealer} up card: "),
    ("hole", UP, "{dealer} second card: "),
    ("hole", DOWN, "{dealer} hole card, face down: "),
    ("dealer_third", UP, "{dealer} third card: "),
    ("draw", UP, "{dealer} draws "),
    ("buster", UP, "{dealer} draws for the Buster wager: "),
)


def _dealt() -> list[Sentence]:
    made = []
    for why, face, words in _CARD_WORDS:
        made.append(Sentence(e.CardDealt, f"{words}{{drawn}}", why=why, face=face))
        made.append(Sentence(e.CardPlaced, f"{words}{{card}}, which waited", why=why, face=face))
    return made


def _decided(do: Action, more: str = "", **fixed: object) -> Sentence:
    return Sentence(e.Decided, f"{{where}} {decision_verb(do)}{more}", do=str(do), **fixed)


_PLAY: Final = [
    *_dealt(),
    _decided(Action.STAND),
    _decided(Action.HIT),
    _decided(Action.DOUBLE, " for {amounts}"),
    _decided(Action.SPLIT, " for {amounts}"),
    _decided(Action.SURRENDER, ", held until the dealer's second card", held=True),
    _decided(Action.SURRENDER, held=False),
    _decided(Action.INSURE, " for {amounts}", index=0),
    _decided(Action.INSURE, " spot {index} for {amounts}"),
    _decided(Action.EVEN_MONEY),
    _decided(Action.SWITCH),
    _decided(Action.RESCUE),
    _decided(Action.THIRD_CARD),
    Sentence(e.Followed, "backer {player} stays on {where}", amount=0),
    Sentence(e.Followed, "backer {player} puts {amount} more on {where}"),
    Sentence(
        e.OfferDeclined,
        "box {box} lets the offers before play pass",
        offer="before_play",
        hand=0,
    ),
    Sentence(e.OfferDeclined, "box {box} takes no third card", offer="third_card", hand=0),
    Sentence(e.OfferDeclined, "box {box} does not switch", offer="switch", hand=0),
    Sentence(e.OfferDeclined, "{where} leaves it at that", offer="hand"),
    Sentence(e.OffersClosed, "offers before play are closed"),
    Sentence(e.HoleChecked, "dealer checks the hole card: blackjack", blackjack=True),
    Sentence(e.HoleChecked, "dealer checks the hole card: no blackjack", blackjack=False),
    Sentence(e.HoleShown, "dealer shows hole card {card}"),
    Sentence(e.DeviceSpoke, "device {device} shows {shows}"),
    Sentence(e.JackpotConfirmed, "box {box} {wager} payout confirmed by {by}"),
    Sentence(e.LammerMoved, "box {box} streak lammer moves to {wins}"),
    Sentence(e.HandCleared, "{where} cleared: {cards}"),
    Sentence(e.CardsCollected, "cards collected: {cards}"),
    Sentence(e.RoundEnded, "round {number} ends"),
]

_PEOPLE: Final = [
    Sentence(e.PlayerArrived, "player {player} arrives", box=0),
    Sentence(e.PlayerArrived, "player {player} sits at box {box}"),
    Sentence(e.PlayerLeft, "player {player} leaves"),
    Sentence(e.BetRemoved, "player {player} takes back the bet on box {box}"),
    Sentence(e.BetAbandoned, "player {player} leaves {amount} behind on box {box}"),
    Sentence(e.BetAcknowledged, "box {box} device takes notice of {wagers}"),
    Sentence(e.MeterShown, "linked meter {meter} shows {amount}, resets to {reset}", linked=True),
    Sentence(e.MeterShown, "linked meter {meter} shows {amount}", linked=True),
    Sentence(e.MeterShown, "meter {meter} shows {amount}, resets to {reset}", linked=False),
    Sentence(e.MeterShown, "meter {meter} shows {amount}", linked=False),
    Sentence(e.EntryPermitted, "player {player} may bet again before the shuffle, says {by}"),
    Sentence(e.DealerChanged, "dealer {dealer} takes over"),
    Sentence(e.TableOpened, "table opens at {at} with dealer {dealer}"),
    Sentence(e.TableClosed, "table closes at {at}, says {by}"),
    Sentence(e.DownDoublesOffered, "player {player} asks for double cards face down"),
]

_IRREGULAR: Final = [
    Sentence(e.CardSetAside, "card {drawn} set aside: {why}", to="rack"),
    Sentence(e.CardSetAside, "card {drawn} torn up: {why}", to="torn"),
    Sentence(e.CardSetAside, "card {drawn} segregated: {why}", to="segregated"),
    Sentence(e.CardExposed, "card {drawn} exposed: {why}"),
    Sentence(e.CardRefused, "box {box} refuses the exposed card"),
    Sentence(e.WaitingDiscarded, "waiting card {card} goes to the rack"),
    Sentence(e.DealChanged, "deal goes on in another order: {why}"),
    Sentence(e.CardMissed, "{where} missed a card and gets it later"),
    Sentence(e.HandDead, "box {box} is dead: {why}", hand=0),
    Sentence(e.HandDead, "{where} is dead: {why}"),
    Sentence(e.RoundVoided, "round is void: {why}"),
    Sentence(e.CheckSkipped, "hole card is not checked: {why}"),
    Sentence(e.SideMistaken, "round comes from the {side} side by mistake and stands"),
    Sentence(e.IrregularityNoted, "irregularity {what}", by="", box=0),
    Sentence(e.IrregularityNoted, "irregularity {what}, says {by}", box=0),
    Sentence(e.IrregularityNoted, "irregularity at box {box}: {what}, says {by}"),
    Sentence(e.ReaderFailed, "card reader fails, play goes on without", goes_on=True),
    Sentence(e.ReaderFailed, "card reader fails, play stops", goes_on=False),
    Sentence(e.ReaderRepaired, "card reader repaired by {by}"),
    Sentence(e.LightFailed, "light of box {box} fails"),
    Sentence(e.LightRepaired, "light of box {box} repaired"),
]

_CARDS: Final = [
    Sentence(s.GamingDayBegan, "gaming day begins at {at}"),
    Sentence(s.ReaderInspected, "card reader inspected by {by} at {at}: works", works=True),
    Sentence(s.ReaderInspected, "card reader inspected by {by} at {at}: fails", works=False),
    Sentence(s.CardsReceived, "batch {batch} received at {at}, shuffled before", preshuffled=True),
    Sentence(s.CardsReceived, "batch {batch} received at {at}", preshuffled=False),
    Sentence(s.CardsInspected, "batch {batch} inspected by {by}"),
    Sentence(s.TensRemoved, "batch {batch} tens removed by {by}", "cards"),
    Sentence(s.InspectionVerified, "batch {batch} inspection verified by {by}"),
    Sentence(s.CardsSpread, "batch {batch} spread face {face}"),
    Sentence(s.CardsTurnedUp, "batch {batch} turned face up"),
    Sentence(s.CardsViewed, "batch {batch} viewed by player {player}"),
    Sentence(s.CardsTurnedDown, "batch {batch} turned face down"),
    Sentence(s.CardsWashed, "batch {batch} washed"),
    Sentence(s.CardsStacked, "batch {batch} stacked"),
    Sentence(
        s.CardsShuffled,
        "batch {batch} shuffled by {by}, {size} cards, to finish the round",
        "commitment order salt steps",
        why="refill",
    ),
    Sentence(
        s.CardsShuffled,
        "batch {batch} shuffled by {by}, {size} cards",
        "commitment order salt steps",
    ),
    Sentence(s.CutOffered, "batch {batch} cut offered to player {player}"),
    Sentence(s.CutRefused, "batch {batch} cut refused by player {player}"),
    Sentence(s.CardsCut, "batch {batch} cut at {position} by {by}", player=""),
    Sentence(s.CardsCut, "batch {batch} cut at {position} by {by}, for {player}"),
    Sentence(s.RecutOrdered, "batch {batch} recut ordered by {by}, for the {who} cutter"),
    Sentence(s.CoverPlaced, "batch {batch} cover card placed, {behind} cards behind it"),
    Sentence(s.BaseCovered, "batch {batch} laid on a cover card"),
    Sentence(s.ShoeLoaded, "batch {batch} loaded by {by}", side=""),
    Sentence(s.ShoeLoaded, "batch {batch} loaded on the {side} by {by}"),
    Sentence(s.CardBurned, "card {drawn} burned, one a {why}", side=""),
    Sentence(s.CardBurned, "card {drawn} burned from the {side}, one a {why}"),
    Sentence(s.BurnExcused, "burn excused by {by}"),
    Sentence(s.BurnShown, "burned card {card} shown to player {player}"),
    Sentence(s.DeterminantDrawn, "determinant card {drawn} from the {side} deals from the {deals_from}"),
    Sentence(s.CoverSeen, "cover card comes out at the dealer's cards", on=0),
    Sentence(s.CoverSeen, "cover card comes out at box {on}"),
    Sentence(s.ReshuffleOrdered, "reshuffle ordered by {by}: {why}"),
    Sentence(
        s.ShoeEnded,
        "batch {batch} shoe ends, {left} cards left, {counted} counted, batch {then} next",
        side="",
    ),
    Sentence(
        s.ShoeEnded,
        "batch {batch} shoe ends on the {side}, {left} cards left, {counted} counted, batch {then} next",
    ),
    Sentence(s.ShoeRevealed, "order revealed", "commitment order salt"),
    Sentence(s.CardsSpreadIdle, "batch {batch} spread idle face {face}, batch {then} next"),
    Sentence(s.SpreadRequested, "batch {batch} spread asked for by player {player}"),
    Sentence(s.ShufflerFailed, "shuffler fails: {kind}", batch=0),
    Sentence(s.ShufflerFailed, "shuffler fails with batch {batch}: {kind}"),
    Sentence(s.ShufflerCovered, "shuffler covered by {by}"),
    Sentence(s.ShufflerRepaired, "shuffler repaired by {by}"),
    Sentence(s.CardsWithdrawn, "batch {batch} withdrawn: {why}"),
]


def _by_class(sentences: list[Sentence]) -> dict[type, list[Sentence]]:
    found: dict[type, list[Sentence]] = {}
    for each in sentences:
        found.setdefault(each.made, []).append(each)
    return found


def _by_word(sentences: list[Sentence]) -> dict[str, list[Sentence]]:
    found: dict[str, list[Sentence]] = {}
    for each in sentences:
        found.setdefault(each.first_word, []).append(each)
    return found


_ALL: Final = [*_PLAY, *_PEOPLE, *_IRREGULAR, *_CARDS]
TELLING: Final[Mapping[type, list[Sentence]]] = _by_class(_ALL)
READING: Final[Mapping[str, list[Sentence]]] = _by_word(_ALL)
