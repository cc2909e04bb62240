"""Chapters 19, 23 and 24: dates, weather, benchmarks; what counts besides the victory hexes: Baku,
deductions, Elbrus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.stalingrad42.board.places import letter
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Names, replace
from engine.verdict import Course, Line, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import Passage, State
from engine.zocbond.board.unit import Unit
from engine.zocbond.supply.lines import road_net, within

MUD_TURNS = range(20, 27)
"""Rain in these turns leaves mud in the next one (23.3.2)."""
BAKU, DIVISIONS = 3, 10
"""Points for Baku, and five divisions counted in halves (24.1.2)."""
SMALL = ("garrison", "battalion", "regiment", "brigade", "II", "III", "X")
"""Sizes below a division, in words or as printed."""
FRONT = "XYZ"


@enforces("19.4")
def returns_in(turn: int) -> int:
    """A non-combat unit comes back two turns after it left (19.4)."""
    return turn + 2


def season(turn: int) -> str:
    """The column of the weather table: summer, September, mud, winter (23.1)."""
    if turn < 17:
        return "summer"
    if turn < 21:
        return "september"
    return "mud" if turn < 28 else "winter"


def sky_roll(g: Setting, turn: int, die: int, before: str) -> str:
    """What the table says; 1 is added after rain or snow where it has a star (23.1)."""
    column = season(turn)
    stormy = before in ("rain", "snow") and column in ("mud", "winter")
    return str(g.charts["weather"].value(str(min(7, die + stormy)), column))


@enforces("23.3.1")
def weather_roll(g: Setting, turn: int, die: int, before: str) -> str:
    """The weather: under a dry sky there is mud the turn after rain, until winter (23.3.1,
    23.3.2)."""
    sky = sky_roll(g, turn, die, before)
    muddy = before == "rain" and turn - 1 in MUD_TURNS and sky in ("clear", "overcast")
    return "mud" if muddy else sky


def mud_marker(g: Setting, rains: Sequence[int]) -> int | None:
    """The turn whose box holds the mud marker after rain in some turns: where a dry sky brings mud
    (23.3.2)."""
    turn = max(rains, default=0) + 1
    return turn if weather_roll(g, turn, 6, "rain" if rains else "") == "mud" else None


@enforces("23.3.3")
def sky_of(s: State) -> str:
    """The sky over the mud, or the weather itself (23.3.3)."""
    weather = records(s).weather
    return records(s).sky if weather == "mud" else weather


def benchmark(g: Setting, points: int, mark: int) -> str | None:
    """Automatic victory: six over or under the benchmark of the turn (24.2)."""
    margin = g.figure("automatic-margin")
    if points >= mark + margin:
        return "german"
    if points <= mark - margin:
        return "soviet"
    return None


def winter(s: State) -> bool:
    """From turn 28 (23.4)."""
    return s.turn >= 28


def supplied_hex(g: Setting, s: State, side: str, hex: str) -> bool:
    """Whether a supply line runs to a hex (24.1.1)."""
    roads = road_net(g, s, side, g.sources(s, side))
    return not roads.isdisjoint(within(g, s, side, hex, g.line_limit(s)))


def of_germany(piece: Unit) -> bool:
    """Whether a unit is Germany's own, and not of her allies (20.5)."""
    return piece.side == GERMAN and piece.nation in ("", GERMAN)


def halves(g: Setting, s: State, unit: str) -> int:
    """What a unit counts towards Baku, in half divisions (24.1.2)."""
    piece, lost = g.units[unit], s.lost.get(unit, 0)
    if piece.side != GERMAN or not piece.combat or piece.free or piece.size in SMALL:
        return 0
    ally = not of_germany(piece)
    if unit in records(s).remnants or (lost and ally):
        return 0
    return 1 if ally or lost else 2


def areas_g(g: Setting) -> list[str]:
    """Area G of either side, on the way to Baku."""
    return [a for a in g.board.areas if letter(a) == "G"]


def area_g(g: Setting) -> str | None:
    """The area on the way to Baku."""
    return next(iter(areas_g(g)), None)


def enough(g: Setting, s: State, units: Names) -> bool:
    """Five divisions, one of them of tanks (24.1.2)."""
    panzers = any(g.units[u].kind == "tank" and halves(g, s, u) for u in units)
    return panzers and sum(halves(g, s, u) for u in units) >= DIVISIONS


def road_to_g(g: Setting, s: State) -> bool:
    """Whether a road line runs from area G to a German source (24.1.2)."""
    area = area_g(g)
    if area is None:
        return False
    roads = road_net(g, s, GERMAN, g.sources(s, GERMAN))
    return any(gate in roads for gate in g.board.areas[area].touches)


def note_exits(g: Setting, s: State, course: Course) -> State:
    """Five divisions that left in one movement phase win Baku (24.1.2)."""
    area = area_g(g)
    gone = [u for u in records(s).exited if area is not None and s.place(u) == area]
    if gone and enough(g, s, gone) and not records(s).baku:
        course.tell("24.1.2", "s42.points.baku-won", units=tuple(gone))
        s = s.keep(replace(records(s), baku=True))
    return s


def keep_baku(g: Setting, s: State) -> State:
    """Who does not keep five divisions there has to send five again (24.1.2)."""
    area = area_g(g)
    if area is None or not records(s).baku or enough(g, s, s.position.at(area)):
        return s
    return s.keep(replace(records(s), baku=False))


def baku_lines(g: Setting, s: State) -> Iterator[Line]:
    """3 points, kept while five divisions stay there with a road behind them (24.1.2)."""
    area = area_g(g)
    if area is None or not records(s).baku:
        return
    if enough(g, s, s.position.at(area)) and road_to_g(g, s):
        yield Line.of("24.1.2", "s42.points.baku", BAKU)


def deductions(g: Setting, s: State) -> Iterator[Line]:
    """Soviet units of any kind beside X, Y or Z, and in cities west of the start line (24.1.4)."""
    ours = {
        place
        for place in s.position.places()
        if place in g.board and any(g.units[u].side == SOVIET for u in s.position.at(place))
    }
    for area in g.board.areas.values():
        front = area.id.startswith(GERMAN) and letter(area.id) in FRONT
        if front and any(hex in ours for hex in area.touches):
            yield Line.of("24.1.4", "s42.points.area", -3, area=area.name)
    for hex in sorted(g.board.tagged("west") & ours):
        worth = {"large-city": -3, "small-city": -1}.get(g.board.terrain(hex))
        if worth:
            yield Line.of("24.1.4", "s42.points.city", worth, hex=hex)


def elbrus(g: Setting, s: State) -> Iterator[Line]:
    """A point for the mountain, for automatic victory only and not in the last turn (24.3)."""
    if records(s).elbrus and s.turn < g.last_turn:
        yield Line.of("24.3", "s42.points.elbrus", 1)


def climb(g: Setting, s: State, passage: Passage, course: Course) -> State:
    """German mountain troops on Mount Elbrus (24.3)."""
    top = g.board.tagged("elbrus")
    if records(s).elbrus or not top or passage.path[-1] not in top:
        return s
    if any(g.units[u].kind == "mountain" for u in passage.units):
        course.tell("24.3", "s42.points.climbed", units=passage.units)
        return s.keep(replace(records(s), elbrus=True))
    return s


def baku_held(g: Setting, s: State) -> bool:
    """Whether a German unit is in area G (24.1.3)."""
    return any(g.units[u].side == GERMAN for area in areas_g(g) for u in s.position.at(area))


def all_in_g(g: Setting, s: State) -> list[str]:
    """The Germans in area G."""
    return [u for a in areas_g(g) for u in s.position.at(a) if g.units[u].side == GERMAN]


def g_isolated(g: Setting, s: State) -> bool:
    """Whether not even an endless line joins area G to a German source (24.1.2, 16.5.1)."""
    goal = g.sources(s, GERMAN)
    gates = [hex for area in areas_g(g) for hex in g.board.areas[area].touches]
    return all(goal.isdisjoint(within(g, s, GERMAN, gate, None)) for gate in gates)


def cut_in_g(g: Setting, s: State) -> Iterator[str]:
    """Germans in area G without a road behind them (24.1.2)."""
    if not road_to_g(g, s):
        yield from all_in_g(g, s)


class VictoryChapter(Chapter[Setting]):
    """What units do for the end of the game."""

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        return climb(g, s, passage, course) if passage.side == GERMAN else s

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        return note_exits(g, s, course) if side == GERMAN else s
