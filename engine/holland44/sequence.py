"""Chapters 3, 4 and 26: the turn, the weather, victory."""

from __future__ import annotations

from fractions import Fraction

from engine.agenda import Phase
from engine.holland44.airborne import Drops
from engine.holland44.board.bridges import Bridges
from engine.holland44.board.crossings import Spans
from engine.holland44.board.traffic import Traffic
from engine.holland44.moving.areas import Arrivals, HandOver
from engine.holland44.moving.detachments import used_again
from engine.holland44.setting import ALLIED, GERMAN, TURN_OVER, Setting, records
from engine.holland44.supply.replacements import Rearm
from engine.values import replace
from engine.verdict import Cited, Course, Ending, Line, Standing, Tally, enforces
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import held
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import Supply
from engine.zocbond.turn import LastLook, Phases, player_phases
from engine.zocbond.turn import opening as begin


def victory_hexes(g: Setting) -> list[str]:
    """City hexes and named places (26.5.1)."""
    named, terrain = g.board.tagged("victory"), g.board.terrain
    return [hex for hex in g.board.hexes if hex in named or terrain(hex) == "city"]


def allied_points(g: Setting, s: State) -> Tally:
    """A point a city hex, named place and supplied unit over the Lower Rhine (26.5.1)."""
    lines: list[Line] = []
    for hex in victory_hexes(g):
        if s.control.get(hex) == ALLIED:
            place = g.board.place_in.get(hex)
            name = place.name if place else hex
            lines.append(Line.of("26.5.1", "h44.points.city", 1, hex=hex, name=name))
    for unit, piece in g.units.items():
        if piece.side != ALLIED or piece.airborne or piece.size == "detachment":
            continue
        if s.place(unit) in g.exits and g.in_supply(s, unit):
            lines.append(Line.of("26.5.1", "h44.points.north", 1, unit=piece.name))
    return Tally.adding("h44.points.allied", lines)


def german_points(g: Setting, s: State) -> Tally:
    """A point for each three-step Allied unit destroyed, half for others (26.5.2)."""
    lines: list[Line] = []
    for unit in s.position.at(destroyed(ALLIED)):
        piece = g.units[unit]
        if piece.size == "detachment" or piece.kind == "airborne-supply":
            continue
        value = 1 if piece.steps >= 3 else Fraction(1, 2)
        lines.append(Line.of("26.5.2", "h44.points.destroyed", value, unit=piece.name))
    return Tally.adding("h44.points.german", lines)


WAAL_STEPS = 4
"""Steps north of the Waal that win the short scenario (S1.3)."""


def beyond_waal(g: Setting, s: State) -> Tally:
    """Steps of ground units north of the Waal (S1.3)."""
    lines = [
        Line.of("S1.3", "h44.points.waal", g.left(s, unit), unit=piece.name)
        for unit, piece in g.units.items()
        if piece.side == ALLIED and not piece.airborne and s.place(unit) in g.waal
    ]
    return Tally.adding("h44.points.beyond", lines)


def standing(g: Setting, s: State) -> Standing | None:
    """How it stands, and how it is won (26.4, S1.3); nothing in a drill about one turn."""
    if g.last_turn <= g.turn:
        return None
    if g.goal == "waal":
        crossed = beyond_waal(g, s)
        said, aim = (
            Cited.of("S1.3", f"h44.standing.{key}", steps=crossed.total, need=WAAL_STEPS)
            for key in ("waal", "waal-aim")
        )
        return Standing(g.last_turn, said, (aim,), (crossed,))
    ours, theirs = allied_points(g, s), german_points(g, s)
    said = Cited.of("26.4", "h44.standing.points", allied=ours.total, german=theirs.total)
    aim = Cited.of("26.4", f"h44.standing.{'rhine' if g.exits else 'points'}-aim")
    worth = dict.fromkeys(victory_hexes(g), 1) if g.goal == "points" else {}
    return Standing(g.last_turn, said, (aim,), (ours, theirs), worth)


def automatic(g: Setting, s: State) -> str | None:
    """An automatic victory in the victory phase (26.2 from turn 2 on, 26.3)."""
    ours = int(allied_points(g, s).total)
    north = [u for u, p in g.units.items() if p.side == ALLIED and s.place(u) in g.exits]
    if ours >= 10 and any(not g.units[unit].airborne for unit in north):
        return ALLIED
    driven_out = s.turn > 1 and g.exits and not north
    return GERMAN if german_points(g, s).total >= 12 or driven_out else None


def opening(g: Setting, phase: str, side: str) -> Phases:
    """The phases a position begins with."""
    whole, other = player_phases(side), Movement(g.other[side])
    more: dict[str, Phases] = {
        "movement-and-on": (*whole, other),
        "combat-and-on": (*whole[1:], other),
        "supply": (Spans(), Supply(side), Movement(side)),
        "bridges": (Bridges(side), Movement(side)),
        "rearm": (Rearm(side), Movement(side)),
        "drops": (Drops(), Movement(side)),
        "traffic": (Traffic(), other),
        "begin": (Begin(side), Arrivals(side), Movement(side), Combat(side)),
        "hand-over": (HandOver(), Movement(side)),
    }
    return begin(g, phase, side, GameTurn(), more)


class GameTurn(Phase):
    """One turn: weather, the Allied and the German player turn, the victory check (3)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        course.tell("3", "zb.turn", turn=s.turn, last=g.last_turn)
        s = _weather(g, s, course)
        hand_over = (HandOver(),) if s.turn == TURN_OVER else ()
        return s.instead(
            *hand_over,
            *player_turn(g, ALLIED, s.turn),
            *player_turn(g, GERMAN, s.turn),
            VictoryCheck(),
        )


@enforces("3", "23.1.1", "S1.1", "S2.1")
def player_turn(g: Setting, side: str, turn: int) -> tuple[Phase, ...]:
    """The phases of a player turn; the first Allied one begins in the air (3, 23.1.1)."""
    drops = (Drops(),) if side == ALLIED else ()
    *earlier, supply = player_phases(side)
    spans = (Spans(),) if side == ALLIED else ()
    traffic = (Traffic(),) if side == GERMAN else ()
    works: tuple[Phase, ...] = (Rearm(side), Bridges(side))
    if turn == 1 and side == ALLIED:
        works = ()  # the scenarios open in the air (S1.1, S2.1)
    return (Begin(side), *works, *drops, Arrivals(side), *earlier, *spans, supply, *traffic)


class Begin(Phase):
    """The begin of a player turn: where units are, ferries empty (9.5.3, 8.5.6)."""

    side: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        began = {unit: s.place(unit) for unit in s.position.units()}
        s = orders.rouse(g, used_again(g, s), g.fighters(ALLIED), held(g, s, ALLIED))
        if self.side == ALLIED:
            s = s.keep(replace(records(s), stragglers_new={}, returned=()))
        now = replace(
            records(s),
            began=began,
            ferried={},
            ferriers={},
            laid=(),
            sped=(),
            assaults=(),
            replacements=(),
            marked=(),
            passed=(),
            spared=(),
            went=(),
            gave_up=(),
        )
        return s.pop().keep(now)


@enforces("4.2")
def _weather(g: Setting, s: State, course: Course) -> State:
    """Rolled in the morning for morning and afternoon by the table (4.3), clear in turn 1 (4.1,
    4.2); it says how many aircraft fly (4.4)."""
    phase = s.turn % 3
    weather = records(s).weather
    if s.turn > 1 and phase == 0:
        more = {3: -1, 4: -1, 6: 2, 7: 2}.get(s.turn, 0)
        faces = []
        for name in ("am", "pm"):
            die = max(1, min(6, course.chance.roll(f"weather {name}") + more))
            faces.append(str(g.charts["weather"].value(str(die), name)))
        weather = (faces[0], faces[1])
        course.tell("4.1", "h44.weather", am=faces[0], pm=faces[1])
    now = "overcast" if g.night(s) else weather[0 if phase == 0 else 1]
    air = int(g.charts["sky"].value(now, "air"))
    return s.keep(replace(records(s), weather=weather, sky=now, air=air))


class VictoryCheck(LastLook[Setting]):
    """The victory phase (26.1)."""

    def winner(self, g: Setting, s: State) -> str | None:
        """Automatic victories, where points are what counts (26.2, 26.3)."""
        return automatic(g, s) if g.goal == "points" else None

    def rule(self) -> tuple[str, str]:
        return "26.1", "h44.victory.automatic"

    def next(self) -> Phase:
        return GameTurn()


@enforces("S2.3")
def outcome(g: Setting, s: State) -> Ending:
    """Automatic, or by points; a tie is German (26.2 to 26.4, S2.3)."""
    if g.goal == "waal":
        crossed = beyond_waal(g, s)
        reached = int(crossed.total) >= WAAL_STEPS
        return Ending(ALLIED if reached else GERMAN, "S1.3", "h44.victory.waal", crossed)
    winner = s.records.winner
    ours, theirs = allied_points(g, s), german_points(g, s)
    if winner is None:
        winner = ALLIED if ours.total > theirs.total else GERMAN
        return Ending(winner, "26.4", "h44.victory.points", ours)
    return Ending(winner, "26.3" if winner == ALLIED else "26.2", "h44.victory.automatic", ours)
