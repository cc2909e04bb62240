"""The workbench: a position is changed stroke by stroke, judged, and played on from."""

from engine.workbench.bench import Workbench
from engine.workbench.strokes import Bring, Mark, Put, Say, Stroke, TakeOff

__all__ = ["Bring", "Mark", "Put", "Say", "Stroke", "TakeOff", "Workbench"]
