"""The options that say what is simulated, for a run and for a round dealt again; read as a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from cutcard import sim, terminal
from cutcard.cli.odds.question_options import MAIN, put_setting, read_pairs
from cutcard.cli.options import DecksOption, VariationOption
from cutcard.cli.own_prices import PaysOption, read_pays
from cutcard.cli.sim import numbers
from cutcard.law import RATE, Refused, document, shorten
from cutcard.money import Cents

BASIC: Final = "basic"
GROW: Final = "grow"
MOVING: Final = ("stand", GROW)
MOST_BOXES: Final = 100

SimSetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="An option of the table (`law options`), or a setting of a side wager as a submission "
        "has it (super_4.rate_of_progression=0.05).",
    ),
]


@dataclass(frozen=True, kw_only=True)
class ScenarioOptions:
    """What is simulated as it was typed, but for the document."""

    boxes: Annotated[
        str | None,
        typer.Option(
            "--boxes",
            metavar="N",
            help="Boxes in play, all the same (default 1); at Switch two hands each.",
        ),
    ] = None
    wagers: Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="ID[=PAYTABLE]", help="A side wager on every box."),
    ] = None
    penetration: Annotated[
        str | None,
        typer.Option(
            "--penetration",
            metavar="PART",
            help="How much of the shoe is dealt: 0.75 (default: as much as the law permits).",
        ),
    ] = None
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            metavar="basic|FILE",
            help="How the boxes play: the chart, or one of your own.",
            show_default=False,
        ),
    ] = BASIC
    settings: SimSetOption = None
    variation: VariationOption = None
    decks: DecksOption = None
    stakes: Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="[WAGER=]DOLLARS",
            help="Stake of each box (default $10, and the stake each side wager takes).",
        ),
    ] = None
    meters: Annotated[
        list[str] | None,
        typer.Option(
            "--meter",
            metavar="NAME=AMOUNT",
            help="What a meter shows in every round, or starts at (default: its minimum).",
        ),
    ] = None
    moving: Annotated[
        str | None,
        typer.Option(
            "--meters",
            metavar="stand|grow",
            help="Whether meters grow with stakes and are paid out (default: where a rate is set).",
        ),
    ] = None
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The seed of chance (else 1).")
    ] = None
    own_prices: PaysOption = None
    fresh: Annotated[bool, typer.Option("--fresh", help="Deal every round from a full shoe.")] = False

    def scenario(self, document_id: str) -> sim.Scenario:
        """What is to be simulated under a document."""
        if self.fresh and self.penetration is not None:
            message = "penetration: --fresh deals every round from a full shoe; give one of the two"
            raise sim.SimError(message)
        wagers, options = self._wagers(), self._options(document_id)
        settings = _take_settings(document_id, wagers, options)
        for name, own in read_pays(self.own_prices or (), sim.SimError).items():
            settings.setdefault(name, {}).update(own)
        depth = self.penetration
        return sim.Scenario(
            document_id,
            variation=self.variation,
            options=options,
            wagers=wagers,
            stakes=self._stakes(),
            meters=_amounts("meter", self.meters or [], "NAME=AMOUNT"),
            settings=settings,
            growing=self._growing(settings),
            boxes=_boxes(self.boxes),
            penetration=None if depth is None else numbers.part_of_one("penetration", depth),
            fresh=self.fresh,
            seed=read_seed("1" if self.seed is None else self.seed),
            strategy=self._strategy(),
        )

    def _strategy(self) -> str:
        is_meant = self.strategy.strip().lower() in ("", BASIC) and self.strategy != BASIC
        if is_meant and not (self.strategy and Path(self.strategy).exists()):
            message = f"strategy: {shorten(self.strategy)}: write {BASIC}, or the name of a file"
            raise sim.SimError(message)
        return self.strategy

    def _options(self, document_id: str) -> dict[str, object]:
        try:
            laws = document(document_id).effective_options(self.variation)
        except Refused as refused:
            raise sim.SimError(refused.refusal.message) from None
        pairs = read_pairs("set", self.settings or (), "OPTION=VALUE", sim.SimError)
        options = {
            name: terminal.parse_option(laws[name], text) if name in laws else text
            for name, text in pairs.items()
        }
        if self.decks is not None:
            if "decks" in options:
                raise sim.SimError("decks: given in --decks and in --set; give it once")
            options["decks"] = numbers.whole("decks", self.decks, least=1, most=sim.MOST_DECKS)
        return options

    def _growing(self, settings: Mapping[str, Mapping[str, object]]) -> bool:
        """Whether meters grow: as --meters says, else where a rate is given."""
        if self.moving is None:
            return any(_has_rate(each) for each in settings.values())
        if self.moving not in MOVING:
            raise sim.SimError(f"meters: {shorten(self.moving)}: {' or '.join(MOVING)}")
        return self.moving == GROW

    def _wagers(self) -> dict[str, str]:
        wagers: dict[str, str] = {}
        for text in self.wagers or ():
            name, equals, table = (part.strip() for part in text.partition("="))
            if not name or (equals and not table):
                raise sim.SimError(f"wager: {shorten(text)}: write ID or ID=PAYTABLE")
            if name in wagers:
                raise sim.SimError(f"wager: {shorten(name)} is given twice; name each wager once")
            wagers[name] = table
        return wagers

    def _stakes(self) -> dict[str, Cents]:
        named = [text if "=" in text else f"{MAIN}={text}" for text in self.stakes or ()]
        return _amounts("stake", named, "DOLLARS or WAGER=DOLLARS")


def _boxes(text: str | None) -> int:
    return 1 if text is None else numbers.whole("boxes", text, least=1, most=MOST_BOXES)


def read_seed(text: str) -> int:
    """The seed of a run."""
    return numbers.whole("seed", text, least=0, most=sim.MOST_SEED)


def _amounts(what: str, texts: list[str], shape: str) -> dict[str, Cents]:
    pairs = read_pairs(what, texts, shape, sim.SimError)
    return {name: numbers.money(f"{what}: {shorten(name)}", value) for name, value in pairs.items()}


def _take_settings(
    document_id: str, wagers: Mapping[str, str], options: dict[str, object]
) -> dict[str, dict[str, object]]:
    """Take the settings of side wagers, WAGER.SETTING=VALUE, out of the options of --set."""
    settings: dict[str, dict[str, object]] = {}
    known = document(document_id).wager_ids
    for name in list(options):
        wager, dot, setting = name.partition(".")
        if wager not in wagers and not (dot and wager in known):
            continue
        value = str(options.pop(name))
        if setting == "paytable":
            raise sim.SimError(f"set: name the paytable with --wager {wager}={shorten(value)}")
        put_setting(settings.setdefault(wager, {}), setting, value)
    return settings


def _has_rate(settings: Mapping[str, object]) -> bool:
    meters = settings.get("meters")
    inner = meters.values() if isinstance(meters, Mapping) else ()
    return RATE in settings or any(RATE in each for each in inner)
