"""Several boxes of one player: where they may sit, and what a view tells them to stake."""

from __future__ import annotations

from pathlib import Path

from web.houses import House, served


def _view(house: House, name: str) -> dict[str, object]:
    found: dict[str, object] = house.get(name, "/api/tables/one").json()
    return found


def test_a_round_waits_for_both_boxes_of_a_player_and_offers_only_boxes_beside_them(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as house:
        house.open("one")
        assert _view(house, "ann")["may_sit"] == [1, 2, 3, 4, 5, 6, 7]
        house.seat("one", "ann", 3)
        assert _view(house, "ann")["may_sit"] == [2, 4]
        assert _view(house, "bob")["may_sit"] == [1, 2, 4, 5, 6, 7]
        assert _view(house, "dee")["may_sit"] == []
        house.done("ann", "one", {"do": "sit", "box": 4})
        house.done("ann", "one", {"do": "place_bet", "box": 3, "stakes": {"main": "10.00"}})
        assert _view(house, "ann")["round"] is None
        house.done("ann", "one", {"do": "place_bet", "box": 4, "stakes": {"main": "20.00"}})
        view = house.get("ann", "/api/tables/one").json()
        assert view["rounds"] == 1
        for _ in range(20):
            awaited = view["awaits"]
            if awaited["kind"] != "decision":
                break
            for box, may in awaited["may"].items():
                told = view["amounts"][box]
                full = "10.00" if box == "3" else "20.00"
                assert ("double" not in may) or told["double"][1] == full
                assert ("insure" not in may) or told["insure"][1] == f"{float(full) / 2:.2f}"
                assert house.get("bob", "/api/tables/one").json()["amounts"] == {}
            box = next(iter(awaited["may"]))
            act = "decline" if awaited["offer"] else "stand"
            house.done("ann", "one", {"do": act, "box": int(box)})
            view = house.get("ann", "/api/tables/one").json()
        assert view["awaits"]["kind"] == "bets"
        assert view["stakes"]["lucky_ladies"]["only"] == []
