"""Questions of Practice that only Conflict of Heroes has: found, right, and wrong by a rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.conflict_of_heroes.practice import PRACTICE
from engine.game import Game
from engine.practice.kinds import kinds_of
from engine.practice.kinds.kind import Kind, Seen
from engine.practice.mining import played
from engine.practice.question import NotGood, Question
from engine.values import Action
from engine.words import catalogue
from tests.engine.conflict_of_heroes.field import FAR, G, S, do, fight
from tests.engine.conflict_of_heroes.positions import made
from tests.marks import rules

SHIPPED = ("trenches", "ridge", "from-the-air", "drills/16-jam", "drills/18-works", "armour")
ENOUGH = 12
"""Questions of a kind that are worked out again."""


def positions() -> Iterator[Game]:
    """Positions of all sorts: made up, and out of games of bots."""
    for seed in range(6):
        yield made(seed)
    for name in SHIPPED:
        line = played(f"conflict-of-heroes/{name}", "1", "random")
        yield from (line.at(ply) for ply in (0, len(line.actions) // 2))


def posed(kind: Kind, games: list[Game]) -> Iterator[tuple[Game, dict[str, Any], Question]]:
    """Good questions of a kind."""
    random = Random(kind.name)
    for game in games:
        if game.decision is None:
            continue
        for args in kind.mine(Seen(game, random), random):
            try:
                yield game, dict(args), kind.pose(game, args)
            except NotGood:
                continue


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """The positions in which questions are looked for."""
    return list(positions())


@pytest.mark.parametrize("kind", PRACTICE, ids=lambda kind: kind.name)
def test_every_kind_is_found_and_holds_when_worked_out_again(kind: Kind, games) -> None:
    known, words = games[0].scenario.game, catalogue()
    assert kinds_of(known)[kind.name] is kind
    found = 0
    for game, args, question in posed(kind, games):
        assert list(kind.again(game, args, question)) == []
        assert kind.pose(game, args).fingerprint == question.fingerprint
        said = words.say(question.about.key, question.about.params)
        assert "<" not in said
        assert said != question.about.key
        found += 1
        if found == ENOUGH:
            break
    assert found > 0


def ask(game: Game, kind: str, **args: Any) -> tuple[set[str], dict[str, set[str]]]:
    """What is right, and what would be without each rule."""
    question = kinds_of("conflict-of-heroes")[kind].pose(game, args)
    return set(question.right), {rule: set(w) for rule, w in question.without.items()}


@rules("conflict-of-heroes", "7.2", "18.1")
def test_the_defence_value_forgets_the_foxhole_or_takes_the_wrong_side() -> None:
    right, off = ask(fight([G], [S]), "defence", unit="G", target="S", suppose="dug")
    assert right == {"13"}
    assert off == {"7.2": {"12"}, "18.1": {"12"}}


@rules("conflict-of-heroes", "7.4 unnerved", "7.4 pinned")
def test_what_a_marker_leaves_is_told_from_what_an_unhurt_unit_may_do() -> None:
    game = fight([G], [S])
    unhurt = {"fire", "move", "turn", "hide", "support"}
    right, off = ask(game, "marker-does", unit="G", hit="pinned")
    assert right == {"fire", "rally", "support"}
    assert off["7.4 pinned"] == unhurt
    right, off = ask(game, "marker-does", unit="G", hit="unnerved")
    assert right == unhurt - {"hide"} | {"rally"}
    assert off["7.4 unnerved"] == unhurt


@rules("conflict-of-heroes", "15.2 light damage", "7.51")
def test_what_is_never_rallied_is_told_from_a_number() -> None:
    game = fight(["pz3h T G4 S", "german-rifles R G4 S"], [FAR])
    assert ask(game, "rally-need", unit="T", hit="light-damage") == (
        {"never"},
        {"15.2 light damage": {"7"}},
    )
    right, off = ask(game, "rally-need", unit="R", hit="cowering")
    assert off["7.4 cowering"] == {str(int(*right) - 1)}
    assert "7.51" in off


@rules("conflict-of-heroes", "9.13", "9.2")
def test_a_group_pays_once() -> None:
    game = fight([G, "german-rifles H G4 S"], [FAR])
    right, off = ask(game, "group-price", do="rally", units=["G", "H"])
    assert right == {"5"}
    assert off == {"9.13": {"10"}, "9.2": {"10"}}


@rules("conflict-of-heroes", "2.2 use cap", "2.2 opportunity action")
def test_how_a_unit_stands_hangs_on_how_it_was_paid() -> None:
    game = fight([G], [S])
    turn = Action("turn", unit="G", facing="N", pay="cap").to_json()
    right, off = ask(game, "stands", action=turn, unit="G")
    assert right == {"fresh"}
    assert off["2.2 use cap"] == {"spent"}
    turn = Action("turn", unit="G", facing="N", pay="opportunity").to_json()
    right, off = ask(game, "stands", action=turn, unit="G")
    assert right == {"spent"}
    assert off["2.2 opportunity action"] == {"fresh"}


@rules("conflict-of-heroes", "8.2 demolition charge", "8.2 magnetic mine")
def test_weapons_are_told_apart_by_their_reach_and_their_targets() -> None:
    right, off = ask(fight([G], [S]), "weapons", unit="G", seat="G6", hex="G7")
    assert right == {"extra-grenades", "flamethrower", "molotov-cocktail"}
    assert off["8.2 magnetic mine"] == right | {"magnetic-mine"}
    assert off["8.2 demolition charge"] == right | {"demolition-charge"}


@rules("conflict-of-heroes", "10.3")
def test_who_looks_for_a_sniper_can_reckon_with_the_die() -> None:
    game = fight([G], ["soviet-sniper N G7 N hidden"], [1, 1], turn="soviet")
    do(game, "fire", unit="N", hex="G4", pay="cap")
    do(game, "roll", target="G", cap=0)
    assert game.decision
    assert game.decision.kind == "coh.detect"
    ways = game.outlook(Action("roll", cap=1))
    assert sum(way.probability for way in ways) == 1
