"""Stacks among the choices: bounded, legal, and offered only to who asks for everything."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.zocbond.field import SIDES, attack, field, unit
from tests.marks import rules

GAMES = tuple(SIDES)


def together(game, **asked):
    """The choices that name more than one unit as movers."""
    named = (a for a in game.choices(**asked) if a.kind in ("move", "advance", "enter"))
    return [a for a in named if len(a.get("units", ())) > 1 or "mates" in a]


@rules("holland44", "8.1")
@rules("stalingrad42", "5.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_stack_is_offered_every_hex_and_two_stops_on_the_way(game):
    own = [unit("a", "0606"), unit("b", "0606", full=[4, 4, 2]), unit("c", "0909")]
    played = field(game, own, [unit("x", "0102")])
    found = together(played)
    assert all(a["units"] == ("a", "b") and played.explain(a) for a in found)
    stops = [a for a in found if "leave" in a or "pause" in a]
    assert len(stops) == 2
    ends = [a["path"][-1] for a in found if a not in stops]
    assert len(ends) == len(set(ends))
    reach = played.query("reach", unit="b", mates=("a",))
    assert {hex for hex in reach if hex != "0606"} <= set(ends)
    assert not together(played, unit="a")
    assert not together(played, hex="0605")
    left = next(a for a in stops if "leave" in a)
    played.apply(left)
    assert played.query("place", unit="b") == left["path"][-1]
    assert played.decision.kind == "zb.march"


@rules("holland44", "15.1")
@rules("stalingrad42", "14.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_stack_advances_as_one(game):
    own = [unit("a", "0606", full=[20, 4, 4]), unit("b", "0606", full=[20, 4, 4])]
    lead = {"holland44": {"formation": "f"}, "stalingrad42": {}}[game]
    own = [{**row, **lead} for row in own]
    played = field(game, own, [unit("x", "0605", full=[1, 1, 4])], phase="combat", dice=[6])
    played.apply(attack("0605", "a", "b"))
    while played.decision.kind != "zb.advance":
        played.apply(played.choices()[0])
    found = together(played)
    assert {a["units"] for a in found} == {("a", "b")}
    played.apply(next(a for a in found if a["path"] == ("0606", "0605")))
    assert [played.query("place", unit=u) for u in "ab"] == ["0605", "0605"]


@rules("holland44", "8.1", "19.1", "19.3.1")
def test_two_come_in_together_and_a_stack_leaves_the_map():
    area = {"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}
    waiting = [unit(u, "0101", box="allied-N") for u in "de"]
    for row in waiting:
        del row["hex"]
    own = [unit("a", "0511"), unit("b", "0511"), *waiting]
    played = field("holland44", own, [unit("x", "0102")], areas=[area])
    entries = {a["path"] for a in together(played) if a.kind == "enter"}
    assert entries == {("0512",), ("0612",)}
    out = next(a for a in played.choices() if a.kind == "pass-area" and "mates" in a)
    assert out["mates"] == ("b",)
    played.apply(out)
    assert [played.query("place", unit=u) for u in "ab"] == ["allied-N", "allied-N"]
    played.apply(Action("enter", unit="d", mates=("e",), path=("0512",)))
    assert played.query("place", unit="e") == "0512"
