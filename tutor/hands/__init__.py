"""Hands: how each game's decisions are taken by pointing at a board."""

from __future__ import annotations

from engine.game import Game
from tutor.hands.base import Hands
from tutor.hands.conflict_of_heroes import ConflictOfHeroesHands
from tutor.hands.pavlovs_house import PavlovsHouseHands
from tutor.hands.values import Proposal
from tutor.hands.victory_awaits import VictoryAwaitsHands
from tutor.hands.zocbond import ZocBondHands

_BY_GAME: dict[str, type[Hands]] = {
    "victory-awaits": VictoryAwaitsHands,
    "conflict-of-heroes": ConflictOfHeroesHands,
    "holland44": ZocBondHands,
    "stalingrad42": ZocBondHands,
    "pavlovs-house": PavlovsHouseHands,
}


def hands_for(game: Game) -> Hands:
    """The hands for a game; games without their own get the plain ones."""
    return _BY_GAME.get(game.scenario.game, Hands)(game)


__all__ = ["Hands", "Proposal", "hands_for"]
