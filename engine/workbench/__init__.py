"""The workbench: positions and boards are changed stroke by stroke, judged, and played on from."""

from engine.workbench.bench import Workbench
from engine.workbench.fields import Field, said, typed
from engine.workbench.strokes import Bring, Data, Draw, Mark, Put, Say, Stroke, TakeOff

__all__ = [
    "Bring",
    "Data",
    "Draw",
    "Field",
    "Mark",
    "Put",
    "Say",
    "Stroke",
    "TakeOff",
    "Workbench",
    "said",
    "typed",
]
