"""What the '4x games are asked: who can be put together against a hex, what lies on the map, how
a scenario stands."""

from __future__ import annotations

import pytest

from engine import load
from engine.game import Game
from engine.values import Action
from engine.words import catalogue
from tests.engine.zocbond.field import field, unit
from tests.marks import rules

GAMES = ("holland44", "stalingrad42")
FOE = [unit("x", "0504", full=[1, 1, 4], steps=1)]


def before(phase: str, game: str, **more: object) -> Game:
    """Two strong units beside a weak one, a third far off."""
    strong = {"full": [6, 6, 6], **more}
    mine = [unit("a", "0505", **strong), unit("b", "0604", **strong), unit("c", "0909", **strong)]
    return field(game, mine, FOE, phase=phase)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("phase", "kind"), [("combat", "attack"), ("movement", "auto-ds")])
def test_the_largest_band_against_a_hex_is_legal(game: str, phase: str, kind: str) -> None:
    played = before(phase, game)
    band = played.query("band", hex="0504")
    assert (band.kind, set(band["units"])) == (kind, {"a", "b"})
    assert played.explain(band)
    assert played.query("band", hex="0101") is None


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_legal_the_band_is_whoever_is_near(game: str) -> None:
    played = field(game, [unit("a", "0505")], [unit("x", "0504")], phase="movement")
    band = played.query("band", hex="0504")
    assert band == Action("auto-ds", hex="0504", units=("a",))
    assert not played.explain(band)


@rules("holland44", "10.2.1")
def test_a_lead_is_offered_to_those_who_have_one_of_its_formation() -> None:
    mine = [unit("a", "0505", formation="gds"), unit("b", "0505", formation="43")]
    played = field("holland44", mine, [unit("x", "0504")], phase="combat")
    leads = [who for role, who in played.query("company", hex="0504") if role == "lead"]
    assert set(leads) == {"gds", "43"}
    some = played.query("company", hex="0504", among=("b",), lead="")
    assert [who for role, who in some if role == "lead"] == ["43"]
    assert not [role for role, _ in some if role == "attached"]
    both = played.query("company", hex="0504", among=("a", "b"), lead="gds")
    assert ("attached", "b") in both
    assert ("attached", "a") not in both


def test_a_bridge_lies_in_both_of_its_hexes_and_everything_has_words() -> None:
    for name in ("holland44/drills/five-bridges", "stalingrad42/summer-drive"):
        found = list(load(name).query("lying"))
        assert found
        assert {thing.key for thing in found} <= catalogue().entries.keys()
    bridges = load("holland44/drills/five-bridges").query("lying")
    ends = {thing.key: len(thing.hexes) for thing in bridges if "touches" not in thing.key}
    assert set(ends.values()) == {2}


@pytest.mark.parametrize(
    "name", ["holland44/the-pocket", "stalingrad42/steppe-ride", "victory-awaits/river-line"]
)
def test_a_scenario_of_several_turns_says_how_it_stands(name: str) -> None:
    played = load(name)
    now = played.query("standing")
    words = catalogue()
    for said in (now.said, *now.aims):
        assert "<" not in words.say(said.key, said.params)
    assert now.sums
    assert load(f"{name.partition('/')[0]}/drills/{DRILLS[name]}").query("standing") is None


DRILLS = {
    "holland44/the-pocket": "bonds-line",
    "stalingrad42/steppe-ride": "bonds-line",
    "victory-awaits/river-line": "first-cup",
}
