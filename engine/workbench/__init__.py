"""The workbench: a position is changed stroke by stroke, judged, and played on from."""

from engine.workbench.bench import Workbench
from engine.workbench.fields import Field, said, typed
from engine.workbench.strokes import Bring, Data, Mark, Put, Say, Stroke, TakeOff

__all__ = [
    "Bring",
    "Data",
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
