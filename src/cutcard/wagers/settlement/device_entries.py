"""What a device decided, as given with the round: spins, drawn cards, drawn boxes, bonus amounts.

Every entry must be used. One that is missing, left over or unreadable is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.cards import Card, CardError, card
from cutcard.law import Code, Refused, shown


class DeviceMissing(Refused):
    """A device has yet to show something: which one, and for which box (0: for the whole table).

    Where several people bet on that box, it is for the `player` named.
    """

    def __init__(self, device: str, box: int, message: str, cite: str, player: str = "") -> None:
        super().__init__(Code.DEVICE_MISSING, message, cite)
        self.device = device
        self.box = box
        self.player = player


def winner_named(drawn: Mapping[str, object], where: str) -> tuple[int, str]:
    """The box and the player that a draw among people on shared boxes names."""
    box, player = drawn.get("box"), drawn.get("player")
    is_box = isinstance(box, int) and not isinstance(box, bool)
    if drawn.keys() != {"box", "player"} or not is_box or not isinstance(player, str) or not player:
        raise Refused(Code.BAD_REQUEST, f"{where}: {shown(drawn)} is not a box and a player")
    assert isinstance(box, int)
    return box, player


class Queue:
    """The entries of one device, taken one by one in seat order."""

    def __init__(self, name: str, entries: tuple[object, ...]) -> None:
        self.name = name
        self._entries = entries
        self._taken = 0

    def take(self, box: int, cite: str, player: str = "") -> object:
        """The next entry; refused where none is left for this box, or this person on it."""
        if self._taken == len(self._entries):
            whose = f", {shown(player)[1:-1]}" if player else ""
            message = f"devices.{self.name}: no entry for box {box}{whose}"
            raise DeviceMissing(self.name, box, message, cite, player)
        self._taken += 1
        return self._entries[self._taken - 1]

    @property
    def place(self) -> str:
        """Where the entry just taken stands."""
        return f"devices.{self.name}[{self._taken - 1}]"

    def close(self) -> None:
        """Refuse what nobody took."""
        if self._taken < len(self._entries):
            given = len(self._entries)
            message = f"devices.{self.name}: {given} given, {self._taken} used in this round"
            raise Refused(Code.DEVICE_UNUSED, message)


class Devices:
    """The devices of a round by name; each is handed out once."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self._left = {name: entry for name, entry in given.items() if entry not in (None, [], ())}

    def queue(self, *names: str) -> Queue:
        """The entries given under the first of these names; none where no such device is given."""
        name = next((each for each in names if each in self._left), names[0])
        entry = self._left.pop(name, ())
        return Queue(name, tuple(entry) if isinstance(entry, list | tuple) else (entry,))

    def box(self, name: str) -> int | None:
        """A box number, or None where the device said nothing."""
        found = self._one(name)
        if found is None or (isinstance(found, int) and not isinstance(found, bool)):
            return found
        raise Refused(Code.BAD_REQUEST, f"devices.{name}: {shown(found)} is not a box number")

    def winner(self, name: str) -> tuple[int, str] | None:
        """The box drawn, and the player where several on it may be; None where nobody was."""
        drawn = self._left.get(name)
        drawn = drawn[0] if isinstance(drawn, list | tuple) and len(drawn) == 1 else drawn
        if not isinstance(drawn, dict):
            box = self.box(name)
            return None if box is None else (box, "")
        del self._left[name]
        return winner_named(drawn, f"devices.{name}")

    def card(self, name: str) -> Card | None:
        """A card, or None where the device said nothing."""
        found = self._one(name)
        if found is None:
            return None
        if not isinstance(found, str):
            raise Refused(Code.BAD_CARD, f"devices.{name}: {shown(found)} is not a card")
        try:
            return card(found)
        except CardError:
            raise Refused(Code.BAD_CARD, f"devices.{name}: {shown(found)} is not a card") from None

    def _one(self, name: str) -> object | None:
        """The single entry of a device, bare or as a list of one."""
        found = self._left.pop(name, None)
        return found[0] if isinstance(found, list | tuple) and len(found) == 1 else found

    def close(self) -> None:
        """Refuse a device that nothing in the round uses."""
        for name in self._left:
            message = f"devices.{shown(name)[1:-1]}: not used in this round"
            raise Refused(Code.DEVICE_UNUSED, message)
