"""The rules of five war games behind one small vocabulary.

game = engine.load("victory-awaits/river-line", chance=Seeded(7))
game.decision, game.choices(), game.explain(action), game.tally(action)
game.outlook(action), game.apply(action), game.undo(), game.query("reach", unit="21")
"""

from engine.catalogue import GAMES, load
from engine.chance import Scripted, Seeded, Typed
from engine.errors import Problem
from engine.game import Game, Illegal
from engine.values import Action
from engine.verdict import Decision, Event, Line, Reason, Tally, Verdict
from engine.version import __version__

__all__ = [
    "GAMES",
    "Action",
    "Decision",
    "Event",
    "Game",
    "Illegal",
    "Line",
    "Problem",
    "Reason",
    "Scripted",
    "Seeded",
    "Tally",
    "Typed",
    "Verdict",
    "__version__",
    "load",
]
