"""What a counter says: strengths, steps, morale, armour, formation. Shared by both games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import closest
from engine.files import Table
from engine.tables import Chart
from engine.values import replace

MORALE = ("elite", "regular", "low")
DOTS = ("", "black", "red", "white")


@dataclass(frozen=True, slots=True)
class Face:
    """What one side of a counter says."""

    attack: int
    defence: int
    move: int
    morale: str = "regular"
    dot: str = ""
    bracketed: bool = False
    black_box: bool = False
    """A black box round the allowance: no extended movement (Stalingrad '42)."""


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
    airborne: bool
    twin: str
    """The other half of a half-battalion (Holland '44)."""
    turn: int
    """The turn in which it comes, 0 if it is there (Holland '44)."""
    area: str
    """The entry area by which it comes (Holland '44)."""
    code: str
    """The code of its drop zone (Holland '44)."""
    sector: str
    """The corps in whose sector it stays (Holland '44)."""
    palette: str
    """The colours of its counter, where they are not its side's."""

    @property
    def steps(self) -> int:
        """How many losses it can take."""
        return len(self.faces)


def _strengths(row: Table, key: str) -> list[int]:
    numbers = row.need(key, list)
    if len(numbers) != 3 or not all(type(n) is int and n >= 0 for n in numbers):
        raise row.problem(f"{numbers!r} are no strengths", key, "Write [attack, defence, move].")
    return numbers


def _plain(row: Table, key: str, face: Face) -> Face:
    """A side of which only the strengths differ: `[3, 4, 4]`."""
    attack, defence, move = _strengths(row, key)
    return replace(face, attack=attack, defence=defence, move=move)


def _face(row: Table, key: str, before: Face) -> Face:
    """The reduced side of a counter or its remnant: `[3, 4, 4]`, or a table with what else differs
    from the side before: `{ strengths = [3, 4, 4], morale = "low", dot = "" }`."""
    if key not in row:
        row.get(key, list, [])
        return before
    if not isinstance(row.data.get(key), dict):
        return _plain(row, key, before)
    table = row.table(key)
    face = _told(table, _plain(table, "strengths", before))
    table.finish()
    return face


def _told(row: Table, face: Face) -> Face:
    """The quality, dot and boxes that a table gives, the others as they were."""
    morale, dot = row.get("morale", str, face.morale), row.get("dot", str, face.dot)
    if morale not in MORALE:
        raise row.problem(f"unknown morale '{morale}'", "morale", closest(morale, MORALE))
    if dot not in DOTS:
        raise row.problem(f"unknown dot '{dot}'", "dot", closest(dot, DOTS))
    return replace(
        face,
        morale=morale,
        dot=dot,
        bracketed=row.get("bracketed", bool, face.bracketed),
        black_box=row.get("black-box", bool, face.black_box),
    )


def reader(kinds: Chart) -> Callable[[Table, str], Unit]:
    """What reads a unit of a scenario; `kinds` says what each kind of unit is."""

    def read_unit(row: Table, side: str) -> Unit:
        kind = row.need("kind", str)
        if kind not in kinds.rows:
            raise row.problem(f"unknown kind '{kind}'", "kind", closest(kind, kinds.rows))
        traits = kinds.rows[kind]
        full = _told(row, _plain(row, "full", Face(0, 0, 0)))
        reduced = _face(row, "reduced", full)
        remnant = _face(row, "remnant", reduced)
        steps = row.get("steps", int, 2 if "reduced" in row else 1)
        if not 1 <= steps <= 4:
            raise row.problem(f"{steps} steps are impossible", "steps", "Write 1 to 4.")
        if "former" in row and steps != 4:
            raise row.problem("only a unit of four steps has a face between", "former")
        former = _plain(row, "former", full) if "former" in row else reduced
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
            mechanized=bool(traits["mechanized"]),
            technical=bool(traits["technical"]),
            infantry=bool(traits["infantry"]),
            tank=bool(traits["tank"]) or full.dot in ("black", "red"),
            combat=bool(traits["combat"]),
            free=row.get("free", bool, bool(traits["free"])),
            morale=full.morale,
            formation=row.get("formation", str, ""),
            corps=row.get("corps", bool, False),
            armour=row.get("armour", int, 0),
            anti_tank=row.get("anti-tank", bool, kind in ("flak", "anti-tank")),
            dot=full.dot,
            nation=row.get("nation", str, ""),
            division=row.get("division", str, ""),
            size=row.get("size", str, ""),
            range=row.get("range", int, 0),
            airborne=row.get("airborne", bool, kind in ("parachute", "glider", "airborne-supply")),
            twin=row.get("twin", str, ""),
            turn=row.get("turn", int, 0),
            area=row.get("area", str, ""),
            code=row.get("code", str, ""),
            sector=row.get("sector", str, ""),
            palette=row.get("palette", str, ""),
        )

    return read_unit
