"""The player's seat: the house, the purse and the screen, and the table as it is seen from there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from cutcard.law import Refusal
from cutcard.money import Cents, MoneyError, cents
from cutcard.shoe import events as shoe_events
from cutcard.table import Table, events, evolve, view
from cutcard.terminal.drawing.picture import Scene
from cutcard.terminal.drawing.screen import Key, Paint, Screen
from cutcard.terminal.drawing.sentences import sentence
from cutcard.terminal.drawing.text import FAINT, GOLD, WARNING, money
from cutcard.terminal.game.house import Happened, TerminalHouse
from cutcard.terminal.game.player import Player
from cutcard.terminal.output import refusal_line
from cutcard.terminal.prompt import Left

LONGEST_STORY: Final = 24
CARD_SECONDS: Final = 0.22
PAUSE_SECONDS: Final = 0.5
PAUSES: Final = (events.HoleShown, events.Settled, events.HoleChecked, shoe_events.CardsShuffled)
LEAVE: Final = Key("q", "leave")
HELP: Final = Key("?", "help")


@dataclass(slots=True)
class TerminalSeat:
    """One person at one table."""

    house: TerminalHouse
    player: Player
    screen: Screen
    title: str
    record_name: str = ""
    wants_advice: bool = False
    revealed: str = ""
    """That a shoe is over, and how its cards are checked; shown until the next round."""
    story: deque[str] = field(default_factory=lambda: deque(maxlen=LONGEST_STORY))
    """The latest sentences on what happened."""

    @property
    def table(self) -> Table:
        """The table as it now is."""
        return self.house.table

    def paint(
        self,
        *,
        below: Sequence[Text] = (),
        table: Table | None = None,
        say: Sequence[Text] = (),
        has_story: bool = True,
    ) -> Paint:
        """The table as seen from here, for the screen to draw in its own size."""
        at = table or self.table
        side = at.shoe.side
        story = tuple(Text(line, FAINT) for line in self.story) if has_story else ()
        if self.revealed and at.round is None:
            story = (Text(self.revealed, GOLD), *story)
        scene = Scene(
            title=self.title,
            view=view(at, self.player.by),
            you=self.player.by.name,
            chips=self.player.chips(at),
            won=self.player.result(at),
            shoe=(side.at, side.cover, side.size),
            story=story,
            notes=tuple(say),
            below=tuple(below),
        )
        return scene.lines

    def watch(self, before: Table, happened: Happened) -> None:
        """Show what happens, event by event, as the table becomes what it is."""
        at = before
        for event in happened:
            at = evolve(at, event)
            if isinstance(event, events.RoundStarted | events.RoundEnded):
                self.story.clear()
                self.revealed = ""
            elif isinstance(event, shoe_events.ShoeRevealed):
                self._reveal(event)
            line = sentence(at, event, self.player.by.name)
            if line:
                self.say(line)
            if at.round is not None and isinstance(event, events.CardDealt | events.CardPlaced):
                self.screen.show(self.paint(table=at), CARD_SECONDS)
            elif isinstance(event, PAUSES) or (line and isinstance(event, events.DeviceSpoke)):
                self.screen.show(self.paint(table=at), PAUSE_SECONDS)

    def _reveal(self, shoe: shoe_events.ShoeRevealed) -> None:
        check = "with --record FILE, `cutcard verify FILE` checks every card of a visit"
        if self.record_name:
            check = f"when you leave, `cutcard verify {self.record_name}` checks every card"
        self.revealed = (
            f"The shoe is over. The order committed to as {shoe.commitment} is revealed, "
            f"with its salt {shoe.salt}; {check}."
        )
        self.screen.tell(self.revealed)

    def say(self, line: str) -> None:
        """A sentence to the player."""
        self.story.append(line)
        self.screen.tell(line)

    def refused(self, refusal: Refusal) -> str:
        """Why not, in one line with its provision."""
        return f"No: {refusal_line(refusal)}"

    def amount(self, written: str) -> Cents | str:
        """An amount as typed, or why it is none."""
        try:
            amount = cents(written)
        except MoneyError as problem:
            return f"No: {str(problem)[:80]}"
        return amount if amount >= 0 else "No: an amount of zero or more"

    def leave(self) -> None:
        """The player wants to go; a single key asks back."""
        r = self.table.round
        stands = "" if r is None or r.finished else " Your hands in play would stand."
        paint = self.paint(say=[Text(f"Leave the table?{stands}", WARNING)])
        if self.screen.is_sure(paint, "yes, leave", "no, stay"):
            raise Left

    def take_chips(self, least: int = 0) -> None:
        """As many chips again as the player began with, or as many as are needed."""
        amount = Cents(max(self.player.first, -(-least // 100_00) * 100_00))
        self.player.buy(amount)
        self.say(f"You buy {money(amount)} in chips.")
