"""The workbench: positions and boards are changed stroke by stroke, judged, and played on from."""

from engine.workbench.bench import Workbench
from engine.workbench.fields import Field, said, typed
from engine.workbench.painting import Bank, Gate, Name, Paint, Tag, Together, Way
from engine.workbench.strokes import Bring, Data, Mark, Put, Say, Stroke, TakeOff

__all__ = [
    "Bank",
    "Bring",
    "Data",
    "Field",
    "Gate",
    "Mark",
    "Name",
    "Paint",
    "Put",
    "Say",
    "Stroke",
    "Tag",
    "TakeOff",
    "Together",
    "Way",
    "Workbench",
    "said",
    "typed",
]
