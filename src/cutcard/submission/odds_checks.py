"""What only the analyser can tell of a submission: edges that the law bounds, and the player's edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final

from cutcard import odds
from cutcard.law import (
    BONUS_EDGE,
    Code,
    Finding,
    Offer,
    OptionLaw,
    RuleSet,
    WagerLaw,
    is_permitted_edge,
)
from cutcard.money import Cents, dollars
from cutcard.results import MissingLibraryError
from cutcard.wagers import (
    DecidedBy,
    Sees,
    classifier,
    decided_by,
    depends_on_play,
    is_classifier,
)

AWARDS: Final = "bonus_button_awards"
OPTIONS: Final = "options."
DECKS: Final = "options.decks"
OF_THE_GAME: Final = ("options", "variation")
"""Where a submission tells how the main game is played."""
MAIN: Final = "main"
ROUNDING: Final = 1e-12
"""No edge that is computed in floating point is told from zero below this."""


@cache
def _edges() -> odds.TableEdges:
    return odds.TableEdges()


def odds_findings(
    rules: RuleSet, found: Iterable[Finding], *, by_play: bool = True, warns: bool = True
) -> tuple[Finding, ...]:
    """All findings about a table: those made before, and what the odds of its wagers add.

    A wager that is already found wrong, or a table whose decks are, is not looked at; nor, where an
    option of the table is wrong (not merely left out), what is decided by more than the first cards. A
    warning that the law data gave without computing is replaced by the computed one. Without `by_play`
    the main game is left out, and the wagers that its play decides; without `warns` every edge that
    the law does not bound.
    """
    before = list(found)
    wrong = [each.path for each in before if each.severity == "violation"]
    if DECKS in wrong:
        return tuple(before)
    spoilt = [each.path for each in before if _spoils_the_game(each)]
    laws = rules.document.effective_options(rules.variation)
    for name, offer in rules.offers.items():
        place = f"wagers.{name}"
        if any(path == place or path.startswith(f"{place}.") for path in wrong):
            continue
        if depends_on_play(offer.law) and not by_play:
            continue
        if any(_decides(laws.get(path.removeprefix(OPTIONS)), offer.law) for path in spoilt):
            continue
        bounded = tuple(_bonus_findings(rules, name))
        before += bounded
        try:
            warning = _player_edge(rules, name) if warns and not bounded else None
        except MissingLibraryError as missing:
            before.append(_not_computed(rules, name, missing))
            continue
        if warning is not None:
            earlier = [each for each in before if _says_the_same(each, warning)]
            cite = earlier[0].cite if earlier else warning.cite
            before = [each for each in before if each not in earlier]
            before.append(Finding("warning", warning.code, warning.path, warning.message, cite))
    return tuple(before)


def _spoils_the_game(found: Finding) -> bool:
    """Whether it leaves open which main game is played; what is left out stands at its default."""
    is_wrong = found.severity == "violation" and found.code != Code.CHOICE_MISSING
    return is_wrong and found.path.startswith(OF_THE_GAME)


def _decides(option: OptionLaw | None, law: WagerLaw) -> bool:
    """Whether an option that is wrong may move the odds of a wager: its own does, and of the table's
    those of the play, which the first cards do not look at; None is the variation."""
    if option is not None and option.wager:
        return option.wager == law.id
    known = classifier(law.classifier) if is_classifier(law.classifier) else None
    if known is None or known.decided_by is not DecidedBy.CARDS:
        return True
    return not known.sees <= Sees.SECOND_CARD


def _says_the_same(earlier: Finding, warning: Finding) -> bool:
    return (earlier.severity, earlier.code, earlier.path) == ("warning", warning.code, warning.path)


def _player_edge(rules: RuleSet, name: str) -> Finding | None:
    """A warning where the wager as offered favours the player."""
    edge = _edges().edge(rules, name)
    if edge is None or edge <= ROUNDING:
        return None
    offer = rules.offers[name]
    how = " with its meters at their initial amounts" if offer.paytable.meters() else ""
    how = " with optimal play" if offer.law.classifier == MAIN else how
    message = f"{name}: paytable {offer.paytable.id} with {rules.option('decks')} decks{how} "
    cite = offer.paytable.cite or offer.law.cite
    return Finding(
        "warning",
        Code.OPTION_NOT_PERMITTED,
        f"wagers.{name}",
        f"{message}favours the player by {_percent(edge)} of the stake",
        cite,
    )


def _not_computed(rules: RuleSet, name: str, missing: MissingLibraryError) -> Finding:
    """A note that a wager's edge is not known here; nothing that the law bounds ever needs it."""
    message = f"{name}: whether it favours the player was not computed: {missing}"
    cite = rules.offers[name].law.cite
    return Finding("note", Code.OPTION_NOT_PERMITTED, f"wagers.{name}", message, cite)


def _percent(edge: Fraction | float) -> str:
    return f"{float(edge) * 100:.4g}%"


def stakes_taken(offer: Offer) -> tuple[Cents, ...]:
    """The stakes a table takes: the one it sets, else all that the document permits."""
    set_here = offer.settings.get("stake")
    if isinstance(set_here, int):
        return (Cents(set_here),)
    return () if offer.law.stake is None else offer.law.stake.permitted


def bonus_edges(rules: RuleSet, name: str) -> Mapping[Cents, Fraction]:
    """The exact house advantage of a filed blackjack bonus by denomination; none where none is filed."""
    offer = rules.offers[name]
    if decided_by(offer.law) is not DecidedBy.BUTTON or not rules.options.get(AWARDS):
        return {}
    found = {stake: _edges().edge_at(rules, name, stake) for stake in stakes_taken(offer)}
    return {stake: -Fraction(edge) for stake, edge in found.items() if edge is not None}


def _bonus_findings(rules: RuleSet, name: str) -> Iterator[Finding]:
    """The house advantage of the blackjack bonus, at every denomination the table takes."""
    edges = bonus_edges(rules, name)
    laws, path = rules.document.effective_options(rules.variation), f"wagers.{name}.{AWARDS}"
    for stake in stakes_taken(rules.offers[name]) if edges else ():
        if stake not in edges:
            message = f"these awards cannot be paid at ${dollars(stake)}: set the stake they are for"
            yield Finding("warning", Code.OPTION_NOT_PERMITTED, path, message, laws[AWARDS].cite)
            continue
        edge, law = edges[stake], laws[BONUS_EDGE]
        if not is_permitted_edge(law, edge):
            message = (
                f"at ${dollars(stake)} the awards leave a house advantage of {_percent(edge)}, "
                f"not {law.default} percent"
            )
            yield Finding("violation", Code.OPTION_NOT_PERMITTED, path, message, law.cite)


def unequal_bonus(
    rules: RuleSet,
    operator: str,
    number: int,
    seen: dict[tuple[object, ...], tuple[int, Fraction]],
) -> Iterator[Finding]:
    """Where a denomination of the blackjack bonus has another house advantage than at an earlier table.

    `seen` holds the first table of each operator and denomination, and is added to.
    """
    for name in rules.offers:
        for stake, edge in bonus_edges(rules, name).items():
            first, other = seen.setdefault((operator, rules.document.id, name, stake), (number, edge))
            if other != edge:
                law = rules.document.effective_options(rules.variation)[BONUS_EDGE]
                message = (
                    f"at ${dollars(stake)} the house advantage is {_percent(edge)}, but "
                    f"{_percent(other)} in submission {first}: it is the same in all games"
                )
                path = f"wagers.{name}.{AWARDS}"
                yield Finding("violation", Code.BARRED_TOGETHER, path, message, law.cite)
