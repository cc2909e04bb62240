"""Sections 7.3, 7.4 and 15.2: hit markers and what they do, two cups of them, destroyed units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.conflict_of_heroes.counters.state import GONE, Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE, Counter
from engine.values import replace
from engine.verdict import Course, Line, enforces

HITS = {
    "stunned": "7.4 stunned",
    "unnerved": "7.4 unnerved",
    "killed": "7.4 killed",
    "panicked": "7.4 panicked",
    "pinned": "7.4 pinned",
    "suppressed": "7.4 suppressed",
    "cowering": "7.4 cowering",
    "destroyed": "15.2 destroyed",
    "gun-damaged-red": "15.2 gun damaged",
    "gun-damaged-blue": "15.2 gun damaged",
    "immobilized": "15.2 immobilized",
    "light-damage": "15.2 light damage",
    "crew-panicked": "15.2 panicked",
    "crew-stunned": "15.2 stunned",
    "crew-suppressed": "15.2 suppressed",
}
"""The section of each hit marker."""
UNKNOWN = "?"
"""A marker or card that lies face down (7.4, 8.0)."""


def lost(g: Setting, s: State, unit: str) -> str:
    """The ability that a unit's hit marker takes: all, fire, move, a colour, or none."""
    return str(marker(g, s, unit).get("lost", ""))


@enforces("8.3 iron will")
def marker(g: Setting, s: State, unit: str) -> Mapping[str, int | str]:
    """The row of a unit's hit marker; empty without one (7.4, 15.2)."""
    hit = s.of(unit).hit
    if hit is None or hit == UNKNOWN:
        return {}
    chart = g.charts["infantry-hits"]
    row = chart.rows[hit] if hit in chart.rows else g.charts["vehicle-hits"].rows[hit]
    if s.of(unit).iron:
        # 8.3 iron will: only movement still suffers
        stuck = "move" if row["lost"] in ("all", "move") else ""
        return {"move": row["move"], "lost": stuck, "rally": row["rally"]}
    return row


def hit_rule(g: Setting, s: State, unit: str) -> str:
    """The section of a unit's hit marker; berserk and unknown ones have none of their own."""
    return HITS.get(s.of(unit).hit or "", "7.4")


def change(g: Setting, s: State, unit: str, column: str) -> int:
    """What a hit marker adds to one figure, or takes from it (7.4)."""
    return int(marker(g, s, unit).get(column, 0))


def changed(g: Setting, s: State, unit: str, column: str) -> Iterator[Line]:
    """The same as a line of a tally; none where the marker is silent."""
    value = change(g, s, unit, column)
    if value:
        yield Line.of(hit_rule(g, s, unit), "coh.line.hit", value, hit=s.of(unit).hit)


CUPS = ("infantry", "vehicle")
MARKED = "coh.hit.marked"
"""What is on a marker: its owner hears of it, nobody else (7.4)."""
DESTROYED_BY = 4
"""An attack value so much over the defence value destroys (7.0)."""


def full_cups(g: Setting) -> Mapping[str, tuple[str, ...]]:
    """Both cups as the rulebook counts them (7.4, 15.2)."""
    return {
        cup: tuple(
            name
            for name, row in g.charts[f"{cup}-hits"].rows.items()
            for _ in range(int(row["count"]))
        )
        for cup in CUPS
    }


def cup_of(g: Setting, unit: str) -> str:
    """The cup that a unit draws from: vehicles have their own (7.4)."""
    return "vehicle" if g.units[unit].vehicle else "infantry"


def hits_of(margin: int) -> int:
    """How many hits an attack makes, by attack value less defence value (7.0)."""
    return 0 if margin < 0 else 2 if margin >= DESTROYED_BY else 1


def put_back(g: Setting, s: State, unit: str) -> State:
    """A unit's marker goes back into its cup (7.4)."""
    hit = s.of(unit).hit
    if hit is None:
        return s
    s = s.changed(unit, hit=None, shown=False)
    if hit == UNKNOWN:  # a masked state has it in the cup already
        return s
    cup = cup_of(g, unit)
    order = list(g.charts[f"{cup}-hits"].rows)
    if not g.charts[f"{cup}-hits"].rows[hit]["count"]:
        return s
    held = tuple(sorted((*s.cups[cup], hit), key=order.index))
    return replace(s, cups={**s.cups, cup: held})


def show(g: Setting, s: State, unit: str) -> State:
    """A hit marker is shown because what it changes is made use of (7.4)."""
    return s if s.of(unit).hit is None else s.changed(unit, shown=True)


def suffer(g: Setting, s: State, unit: str, count: int, course: Course, by: str = "") -> State:
    """One hit or two on a unit (7.0, 7.3, 7.4)."""
    if count <= 0 or s.position.place(unit) == GONE:
        return s
    plane, cup = g.units[unit].kind == PLANE, cup_of(g, unit)
    hurt = s.of(unit).damaged if plane else s.of(unit).hit is not None or not s.cups[cup]
    if count > 1 or hurt:
        return destroy(g, s, unit, course, by=by)
    if plane:
        g.tell(course, unit, "20.0", "coh.hit.plane")
        return s.changed(unit, damaged=True)
    drawn = course.chance.draw(f"coh.{cup}-hits", s.cups[cup])
    g.tell(course, unit, "7.4", "coh.hit.drawn")
    if g.charts[f"{cup}-hits"].rows[drawn]["lost"] == "dead":
        rule = "7.4 killed" if cup == "infantry" else "15.2 destroyed"
        return destroy(g, s, unit, course, rule, by)
    if drawn.endswith("panicked") and g.units[unit].has("high-morale"):
        g.tell(course, unit, "8.3 high morale", "coh.hit.shrugged")
        return s
    left = list(s.cups[cup])
    left.remove(drawn)
    s = replace(s, cups={**s.cups, cup: tuple(left)})
    g.tell(course, unit, "7.4", MARKED, hit=drawn)
    return s.changed(unit, hit=drawn, hidden=False, shown=False)


def destroy(
    g: Setting, s: State, unit: str, course: Course, rule: str = "7.3", by: str = ""
) -> State:
    """A unit leaves the map: points for the enemy who did it, a CAP for its owner (2.4, 7.3)."""
    piece, hex = g.units[unit], s.position.place(unit)
    g.tell(course, unit, rule, "coh.destroyed", (hex,), hex=hex)
    if s.of(unit).hit is not None:
        g.tell(course, unit, "7.4", "coh.hit.lost", hit=s.of(unit).hit)
    s = put_back(g, s, unit)
    s = leave(g, s, unit, GONE)
    side = piece.side
    foe = by if by and hostile(by, side) else g.enemies(side)[0]
    s = replace(s, losses={**s.losses, side: s.losses[side] + 1}).scored(foe, piece.points)
    limit = g.setup.cap[side] - s.losses[side]
    if s.cap[side] == limit + 1:
        s = s.with_cap(side, limit)
    return s


def let_go(g: Setting, s: State, cargo: str) -> State:
    """A cargo is on its own again; a stuck vehicle is free only out of the swamp (14.1, 17.1)."""
    counter, hex = s.of(cargo), s.position.place(cargo)
    soft = hex in g.board and bool(g.ground.of(hex)["bog"])
    return s.changed(cargo, carrier=None, bogged=counter.bogged and (soft or counter.mired))


def leave(g: Setting, s: State, unit: str, box: str) -> State:
    """A unit goes off the map; whatever it carried stays (17.1), its pool may end (9.0)."""
    side = g.units[unit].side
    for other, counter in s.counters.items():
        if counter.carrier == unit:
            s = let_go(g, s, other)
    blank, old = Counter(spent=True), s.of(unit)
    if box != GONE:
        # a plane that comes back is as hurt, and as loaded, as it was (20.0, 20.4)
        blank = replace(blank, damaged=old.damaged, bombs=old.bombs)
    s = replace(s.at(unit, box), counters={**s.counters, unit: blank})
    return s.without(side, (unit,)) if unit in s.active[side] else s
