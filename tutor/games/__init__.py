"""Hands: how each game's decisions are taken by pointing at a board."""

from __future__ import annotations

from engine.game import Game
from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands
from tutor.games.pavlovs_house.hands import PavlovsHouseHands
from tutor.games.plain import Hands
from tutor.games.pointer import Pointer
from tutor.games.victory_awaits.hands import VictoryAwaitsHands
from tutor.games.zocbond.hands import ZocBondHands

_BY_GAME: dict[str, type[Hands]] = {
    "victory-awaits": VictoryAwaitsHands,
    "conflict-of-heroes": ConflictOfHeroesHands,
    "holland44": ZocBondHands,
    "stalingrad42": ZocBondHands,
    "pavlovs-house": PavlovsHouseHands,
}


def hands_for(game: Game, pointer: Pointer | None = None) -> Hands:
    """The hands for a game; games without their own get the plain ones."""
    return _BY_GAME.get(game.scenario.game, Hands)(game, pointer)


__all__ = ["Hands", "hands_for"]
