"""The hub: every reader gets each update once and in order, whether taken at once or waited for."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.floor.live.hub import MOST_WAITING, Hub, TooSlow, Update


def update(version: int) -> Update:
    return Update(version, b"{}")


def test_what_is_taken_at_once_does_not_come_again() -> None:
    async def run() -> None:
        hub, taken, willing = Hub(), list[int](), True

        def at_once(each: Update) -> bool:
            if willing:
                taken.append(each.version)
            return willing

        with hub.joined("t") as reader:
            reader.seen = 2
            coming = asyncio.ensure_future(reader.next(at_once))
            await asyncio.sleep(0)
            for version in (2, 3, 4):
                hub.publish("t", update(version))
            assert taken == [3, 4]
            willing = False
            hub.publish("t", update(5))
            willing = True
            hub.publish("t", update(6))
            assert (await coming).version == 5
            assert (await reader.next(at_once)).version == 6, "behind, so that it keeps its place"
            assert taken == [3, 4]
            coming = asyncio.ensure_future(reader.next(at_once))
            await asyncio.sleep(0)
            hub.publish("t", update(7))
            assert taken == [3, 4, 7]
            coming.cancel()

    asyncio.run(run())


def test_nobody_who_does_not_wait_is_handed_anything_at_once() -> None:
    async def run() -> None:
        hub, taken = Hub(), list[int]()

        def at_once(each: Update) -> bool:
            taken.append(each.version)
            return True

        with hub.joined("t") as reader:
            hub.publish("t", update(1))
            assert (await reader.next(at_once)).version == 1
            hub.publish("t", update(2))
            assert taken == []
            assert (await reader.next()).version == 2

    asyncio.run(run())


def test_who_lets_too_many_wait_is_let_go() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.joined("t") as reader:
            for version in range(MOST_WAITING + 1):
                hub.publish("t", update(version))
            with pytest.raises(TooSlow):
                await reader.next()

    asyncio.run(run())
