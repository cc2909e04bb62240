"""What a firefight looks like to one pair of eyes: counters, markers, lines of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tutor.art.views import CounterView, Figures, MarkerView, Overlay
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.words import say
from tutor.games.plain import Hands

TURN, SETUP, CALL = "coh.turn", "coh.setup", "coh.call"
ESCAPE = "coh.close-call"
"""Out from under the shells, facing any way (8.3 close call)."""
AWAY, GONE, UNSEEN = "away", "lost", "unseen"
"""Where units are that are not on the map: they wait, they are destroyed, nobody knows."""
PLANE = "plane"
BLANK, WAITING = "hidden-somewhere", "coming-in"
AHEAD = 6
"""How far the arc of a bunker is drawn."""
DAMAGED = "gun-damaged-"
LOST = "×"
SYMBOLS = {
    "sniper": "sniper",
    "mortar": "mortar",
    "engineer": "engineer",
    "apc": "mechanized",
    "truck": "truck",
    "open-top": "self-propelled",
    "gun": "anti-tank",
    PLANE: "air",
    "tracked": "armor",
}
"""What a counter shows, by the first trait that a unit has, or by its kind."""


class CohView(Hands):
    """What a firefight looks like to one pair of eyes."""

    overlays = (("arc", "Arc and range"), ("sight", "Sight line"), ("field", "Field of view"))

    @property
    def rules(self) -> Any:
        """The rules of this firefight."""
        return self.game.rules

    @property
    def state(self) -> Any:
        """The state without what the one who looks may not know."""
        whole = self.game.state
        if self.viewer is None:
            return whole
        return self._once(("seen", self.viewer), self.rules.seen, whole, self.viewer)

    def ask(self, question: str, **args: Any) -> Any:
        """A question about the state as the one who looks knows it."""
        key = (question, self.viewer, *args.items())
        if self.viewer is None:
            return self._once(key, self.game.judge, question, **args)
        return self._once(key, self.game.query, question, viewer=self.viewer, **args)

    def limit(self, of: str) -> int:
        """A number of the rules: the most CAP on one roll, the AP of an activation."""
        return int(self.ask("limits")[of])

    def on_board(self, place: str | None) -> bool:
        """Whether a place is a hex of the map."""
        return place in self.game.scenario.board

    def hostile(self, unit: str) -> bool:
        """Whether a unit is an enemy's of the one whose screen it is."""
        return bool(self.ask("hostile", a=self.owner(unit), b=self.side))

    def foes(self, hex: str) -> list[str]:
        """Enemies of the one who looks that he sees in a hex."""
        s = self.state
        return [u for u in s.position.at(hex) if self.hostile(u) and not s.of(u).hidden]

    @property
    def side(self) -> str:
        """Whose screen it is: the one who looks, or the one who decides."""
        return self.viewer or self.mover or ""

    def secret(self, side: str | None = None) -> bool:
        """Whether anything lies face down, or is about to."""
        zones = self.rules.setup.zones if self.kind == SETUP else ()
        hidden = any(zone.hidden and side in (None, zone.side) for zone in zones)
        return hidden or self.game.judge("face_down", side=side)

    # ---------------------------------------------------------------- counters
    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Units on the map and those coming in; blank ones for what the other side hides."""
        s = self.state
        for place in s.position.places():
            # whoever is picked lies on top of its stack
            found = sorted(s.position.at(place), key=lambda one: one in chosen)
            for number, unit in enumerate(found, start=1):
                if place == UNSEEN:
                    side = self.game.scenario.side(self.owner(unit))
                    yield BLANK, CounterView(f"unseen-{number}", side.id, side.palette, name="?")
                elif place != GONE and (place != AWAY or self._coming(unit)):
                    states = self.states(unit) | ({"selected"} if unit in chosen else set())
                    shown = WAITING if place == AWAY else place
                    yield shown, self.counter(unit, frozenset(states))

    def _coming(self, unit: str) -> bool:
        """Whether a unit off the map may come in, or is about to be set up (1.0, 5.1)."""
        mine = self.owner(unit) == self.side
        return self.rules.waits(self.state, unit) or (mine and unit in super().pickable())

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """The figures as they stand, the facing, and what has befallen the unit."""
        piece, counter = self.rules.units[unit], self.state.of(unit)
        now, out = self.ask("figures", unit=unit), self.gun_out(unit)
        kinds = (SYMBOLS[name] for name in SYMBOLS if piece.has(name) or piece.kind == name)
        signs = {
            "turret": piece.has("turret"),
            "open-top": piece.has("open-top"),
            "flak": piece.has("anti-aircraft"),
            "impulses": piece.impulses,
        }
        return CounterView(
            id=unit,
            side=piece.side,
            palette=self._palette(piece.side),
            symbol=next(kinds, "machine-gun" if piece.white else "infantry"),
            name=piece.name,
            states=states,
            facing=None if counter.carrier else counter.facing,
            figures=Figures(
                fire=str(now["fire"]),
                move=str(piece.impulses or now["move"]),
                red_fire=LOST if out == "red" else str(now["red"]),
                blue_fire=LOST if out == "blue" else str(now["blue"]),
                range=(f"{piece.minimum}-" if piece.minimum else "") + str(now["range"]),
                front=str(now["front"]),
                flank=str(now["flank"]),
                blue=frozenset(n for n in ("front", "flank") if getattr(piece, n).colour == "blue"),
                white=piece.white,
                foot=piece.foot,
                band=self._band(unit),
                tag=unit,
                signs=frozenset(sign for sign, borne in signs.items() if borne),
            ),
        )

    def gun_out(self, unit: str) -> str:
        """The colour for which a gun is damaged, and "" where none is known to be (15.2)."""
        damaged = str(self.state.of(unit).hit or "")
        return damaged.removeprefix(DAMAGED) if damaged.startswith(DAMAGED) else ""

    def _band(self, unit: str) -> str:
        """What has befallen a unit, across its counter; a marker face down is only a hit (7.4)."""
        counter = self.state.of(unit)
        if counter.hit:
            told = "GUN OUT" if self.gun_out(unit) else str(counter.hit).removeprefix("crew-")
            return "HIT" if counter.hit == "?" else told.upper()
        if counter.carrier or counter.bogged:
            return "ABOARD" if counter.carrier else "STUCK"
        if self.rules.units[unit].kind == PLANE:
            return "DAMAGED" if counter.damaged else words.metres(counter.altitude).upper()
        return ""

    def states(self, unit: str) -> set[str]:
        """Fresh, active or spent; dug in; a hidden unit of one's own is a ghost."""
        counter = self.state.of(unit)
        found = {
            "spent": counter.spent,
            "active": unit in self.state.active[self.rules.units[unit].side],
            "ghost": counter.hidden,
            "dug-in": counter.dug,
            "inside": counter.inside,
        }
        return {name for name, so in found.items() if so}

    def _palette(self, side: str) -> str:
        return self.game.scenario.side(side).palette

    def markers(self) -> Iterator[MarkerView]:
        """What hexes are worth, who holds them, smoke and works."""
        s, rules = self.state, self.rules
        for hex, worth in rules.setup.hex_points.items():
            yield MarkerView(hex, "goal", str(worth))
        for hex, holder in sorted(rules.control(s).items()):
            if holder in rules.sides:
                yield MarkerView(hex, "control", "", self._palette(holder))
        for hex in sorted(s.smoke):
            yield MarkerView(hex, "smoke", f"+{s.smoke_in(hex)}")
        for hex in dict.fromkeys(s.position.place(u) for u, c in s.counters.items() if c.dug):
            if self.on_board(hex):
                yield MarkerView(hex, "foxhole")
        for work in s.works:
            text = str(work.strength) if work.kind == "mine" else ""
            yield MarkerView(work.hex, work.kind, text, work.colour or "marker", work.facing)

    # ---------------------------------------------------------------- names
    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        known = self.rules.units
        return str(known[unit].title) if unit in known else words.unknown(unit)

    def place_name(self, place: str) -> str:
        """Off the map a unit waits at its edge."""
        return "reserve" if place == AWAY else super().place_name(place)

    def owner(self, unit: str) -> str:
        """Whose a unit is; nobody's where there is no such unit."""
        piece = self.game.scenario.pieces.get(unit)
        return piece.side if piece is not None else self.side

    # ---------------------------------------------------------------- over the map
    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Arc and range, a sight line, a field of view: of who is in hand, or from the cursor."""
        here = self.where(unit) if unit is not None else self.pointer.cursor
        if key == "sight":
            yield from self._sight()
        elif here is None or not self.on_board(here):
            return
        elif key == "field":
            yield Overlay("field", (here, *self.ask("field", hex=here)))
            if not self.state.position.at(here):
                yield Overlay("selected", (here,))
        elif unit is not None:
            yield from self._ranges(unit)

    def _ranges(self, unit: str) -> Iterator[Overlay]:
        """The hexes in the arc within range, and those at long range, twice as far (6.1, 7.61)."""
        found = self.ask("ranges", unit=unit)
        reach = found["range"]
        titles = {"far": f"long range {2 * reach}, firepower -2", "near": f"range {reach}"}
        for key, title in titles.items():
            if found[key]:
                yield Overlay("range", tuple(found[key]), text=title)

    def glow(self, hex: str) -> tuple[Overlay, ...]:
        """The arc of a bunker, as long as it is pointed at (18.2 bunker)."""
        distance = self.game.scenario.board.distance
        arc = tuple(h for h in self.ask("bunker", hex=hex) if distance(hex, h) <= AHEAD)
        return (Overlay("range", arc, text="the arc of the bunker"),) if arc else ()

    def switched(self, key: str, on: bool) -> str:
        """A sight line begins anew, and says where."""
        if key == "sight":
            self.pointer.ends = ()
        return self.sight_text() if on and key == "sight" else ""

    def _sight(self) -> Iterator[Overlay]:
        """The line between two hexes, and what is in its way."""
        a, b = self.pointer.ends[:1], self.pointer.ends[-1:]
        if len(self.pointer.ends) == 1:
            yield Overlay("selected", a)
        if a == b:
            return
        board, (one, other) = self.game.scenario.board, (*a, *b)
        blocked = tuple(dict.fromkeys(self.ask("blockers", a=one, b=other)))
        sides = tuple(
            (left, board.direction(left, right) or 0)
            for left, right in self._edges(one, other)
            if left in blocked and right in blocked
        )
        yield Overlay("sight", path=(one, other), text="blocked" if blocked else "clear")
        if blocked:
            yield Overlay("cause", blocked, sides=sides)

    def _edges(self, a: str, b: str) -> list[tuple[str, str]]:
        """The sides of hexes along which a line runs (6.0)."""
        return [side for side in self.rules.ground.way(a, b) if len(side) == 2]

    def sight_text(self) -> str:
        """A sight line in words: from where to where, what hides them, which edges it follows."""
        ends = self.pointer.ends
        if len(ends) < 2:
            return say("coh.sight.to", a=ends[0]) if ends else say("coh.sight.from")
        a, b = ends
        if a == b:
            return say("coh.sight.same", a=a)
        solid, smoke = self.ask("in_the_way", a=a, b=b)
        parts = [" and ".join(say(one.key, **dict(one.params)) for one in solid)] if solid else []
        if smoke:
            parts.append(say("coh.sight.smoke", hexes=" and ".join(smoke)))
        edges = [
            say("coh.sight.edge", sides=" and ".join(h or "the edge of the map" for h in side))
            for side in self._edges(a, b)
        ]
        tail = say("coh.sight.edges", edges=edges) if edges else ""
        key, away = "blocked" if parts else "clear", self.game.scenario.board.distance(a, b)
        return say(f"coh.sight.{key}", a=a, b=b, parts="; ".join(parts), away=away, tail=tail)
