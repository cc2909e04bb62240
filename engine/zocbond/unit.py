"""What a counter says: strengths, steps, morale, armour, formation. Shared by both games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import closest
from engine.files import Table
from engine.tables import Chart

MORALE = ("elite", "regular", "low")
DOTS = ("", "black", "red", "white")


@dataclass(frozen=True, slots=True)
class Face:
    """Attack, defence and movement allowance of one side of a counter."""

    attack: int
    defence: int
    move: int


@dataclass(frozen=True)
class Unit:
    """A counter."""

    id: str
    name: str
    side: str
    kind: str
    faces: tuple[Face, ...]
    mechanized: bool
    technical: bool
    infantry: bool
    tank: bool
    combat: bool
    free: bool
    """Stacks free: one such unit in a hex does not count."""
    morale: str
    formation: str
    corps: bool
    """A unit of corps troops: it may be attached from any hex (Holland '44)."""
    armour: int
    anti_tank: bool
    dot: str
    nation: str
    division: str
    size: str
    range: int
    bracketed: bool
    airborne: bool
    twin: str
    """The other half of a half-battalion (Holland '44)."""
    black_box: bool
    """A black box round the allowance: no extended movement (Stalingrad '42)."""

    @property
    def steps(self) -> int:
        """How many losses it can take."""
        return len(self.faces)


def _face(row: Table, key: str, default: Face | None = None) -> Face:
    numbers = row.need(key, list) if default is None or key in row else []
    if default is not None and not numbers:
        row.get(key, list, [])
        return default
    if len(numbers) != 3 or not all(type(n) is int and n >= 0 for n in numbers):
        raise row.problem(f"{numbers!r} are no strengths", key, "Write [attack, defence, move].")
    return Face(*numbers)


def reader(kinds: Chart) -> Callable[[Table, str], Unit]:
    """What reads a unit of a scenario; `kinds` says what each kind of unit is."""

    def read_unit(row: Table, side: str) -> Unit:
        kind = row.need("kind", str)
        if kind not in kinds.rows:
            raise row.problem(f"unknown kind '{kind}'", "kind", closest(kind, kinds.rows))
        traits = kinds.rows[kind]
        full = _face(row, "full")
        reduced = _face(row, "reduced", full)
        remnant = _face(row, "remnant", reduced)
        steps = row.get("steps", int, 2 if "reduced" in row else 1)
        morale = row.get("morale", str, "regular")
        if morale not in MORALE:
            raise row.problem(f"unknown morale '{morale}'", "morale", closest(morale, MORALE))
        dot = row.get("dot", str, "")
        if dot not in DOTS:
            raise row.problem(f"unknown dot '{dot}'", "dot", closest(dot, DOTS))
        if not 1 <= steps <= 4:
            raise row.problem(f"{steps} steps are impossible", "steps", "Write 1 to 4.")
        if "former" in row and steps != 4:
            raise row.problem("only a unit of four steps has a face between", "former")
        former = _face(row, "former", reduced)
        faces: tuple[Face, ...] = (full, reduced, remnant)[:steps]
        if steps == 4:
            faces = (full, former, reduced, remnant)
        name = row.need("id", str)
        return Unit(
            id=name,
            name=row.get("name", str, name),
            side=side,
            kind=kind,
            faces=faces,
            mechanized=row.get("mechanized", bool, bool(traits["mechanized"])),
            technical=bool(traits["technical"]),
            infantry=bool(traits["infantry"]),
            tank=bool(traits["tank"]) or dot in ("black", "red"),
            combat=bool(traits["combat"]),
            free=row.get("free", bool, bool(traits["free"])),
            morale=morale,
            formation=row.get("formation", str, ""),
            corps=row.get("corps", bool, False),
            armour=row.get("armour", int, 0),
            anti_tank=row.get("anti-tank", bool, kind in ("flak", "anti-tank")),
            dot=dot,
            nation=row.get("nation", str, ""),
            division=row.get("division", str, ""),
            size=row.get("size", str, ""),
            range=row.get("range", int, 0),
            bracketed=row.get("bracketed", bool, False),
            airborne=row.get("airborne", bool, kind in ("parachute", "glider", "airborne-supply")),
            twin=row.get("twin", str, ""),
            black_box=row.get("black-box", bool, False),
        )

    return read_unit
