"""What a firefight looks like to one pair of eyes: counters, markers, names."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tutor.art.views import CounterView, Figures, MarkerView, Overlay
from tutor.games.conflict_of_heroes import beside, legend, looks, wording
from tutor.games.plain import Hands

SETUP = "coh.setup"
AWAY, GONE, UNSEEN = "away", "lost", "unseen"
"""Where units are that are not on the map: they wait, they are destroyed, nobody knows."""
PLANE = "plane"
BLANK = "hidden-somewhere"
WAITING = "coming-in"


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

    def hostile(self, unit: str) -> bool:
        """Whether a unit is an enemy's of the one whose screen it is."""
        return bool(self.ask("hostile", a=self.owner(unit), b=self.side))

    @property
    def side(self) -> str:
        """Whose screen it is: the one who looks, or the one who decides."""
        if self.viewer:
            return self.viewer
        return self.mover or ""

    def secret(self) -> bool:
        """Whether anything lies face down: a hidden unit, a hit, a card, a target, a mine."""
        s = self.game.state
        counters = s.counters.values()
        if self.kind == SETUP and any(zone.hidden for zone in self.rules.setup.zones):
            return True
        return (
            any(c.hidden or (c.hit is not None and not c.shown) for c in counters)
            or any(s.hands.values())
            or any(s.goals.values())
            or any(s.aimed.values())
            or any(work.hidden for work in s.works)
        )

    # ---------------------------------------------------------------- counters
    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Units on the map and those coming in; blank ones for what the other side hides."""
        s = self.state
        unseen = 0
        for place in s.position.places():
            # whoever is picked lies on top of its stack
            for unit in sorted(s.position.at(place), key=lambda one: one in chosen):
                if place == UNSEEN:
                    unseen += 1
                    yield BLANK, self._blank(unit, unseen)
                elif place != GONE and (place != AWAY or self._coming(unit)):
                    states = self.states(unit) | ({"selected"} if unit in chosen else set())
                    shown = WAITING if place == AWAY else place
                    yield shown, self.counter(unit, frozenset(states))

    def _coming(self, unit: str) -> bool:
        """Whether a unit off the map may come in, or is about to be set up (1.0, 5.1)."""
        mine = self.owner(unit) == self.side
        return self.rules.waits(self.state, unit) or (mine and unit in super().pickable())

    def _blank(self, unit: str, number: int) -> CounterView:
        side = self.game.scenario.side(self.owner(unit))
        return CounterView(f"unseen-{number}", side.id, side.palette, name="?")

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """The figures as they stand, the facing, and what has befallen the unit."""
        piece, counter = self.rules.units[unit], self.state.of(unit)
        now = self.ask("figures", unit=unit)
        low = f"{piece.minimum}-" if piece.minimum else ""
        out = looks.gun_out(counter)
        blue = {name for name in ("front", "flank") if getattr(piece, name).colour == "blue"}
        return CounterView(
            id=unit,
            side=piece.side,
            palette=self.game.scenario.side(piece.side).palette,
            symbol=looks.symbol_of(piece),
            name=piece.name,
            states=states,
            facing=None if counter.carrier else counter.facing,
            figures=Figures(
                fire=str(now["fire"]),
                move=str(piece.impulses or now["move"]),
                red_fire=looks.LOST if out == "red" else str(now["red"]),
                blue_fire=looks.LOST if out == "blue" else str(now["blue"]),
                range=f"{low}{now['range']}",
                front=str(now["front"]),
                flank=str(now["flank"]),
                blue=frozenset(blue),
                white=piece.white,
                foot=piece.foot,
                band=looks.band_of(piece, counter),
                tag=unit,
                signs=looks.signs_of(piece),
            ),
        )

    def states(self, unit: str) -> set[str]:
        """Fresh, active or spent; dug in; a hidden unit of one's own is a ghost."""
        s = self.state
        counter = s.of(unit)
        found = {"spent"} if counter.spent else set()
        if unit in s.active[self.rules.units[unit].side]:
            found.add("active")
        if counter.hidden:
            found.add("ghost")
        if counter.dug:
            found.add("dug-in")
        if counter.inside:
            found.add("inside")
        return found

    def markers(self) -> Iterator[MarkerView]:
        """What hexes are worth, who holds them, smoke and works."""
        s, rules = self.state, self.rules
        for hex, worth in rules.setup.hex_points.items():
            yield MarkerView(hex, "goal", str(worth))
        for hex, holder in sorted(rules.control(s).items()):
            if holder in rules.sides:
                yield MarkerView(hex, "control", "", self.game.scenario.side(holder).palette)
        for hex in sorted(s.smoke):
            yield MarkerView(hex, "smoke", f"+{s.smoke_in(hex)}")
        for hex in dict.fromkeys(s.position.place(u) for u, c in s.counters.items() if c.dug):
            if hex in self.game.scenario.board:
                yield MarkerView(hex, "foxhole")
        for work in s.works:
            text = str(work.strength) if work.kind == "mine" else ""
            yield MarkerView(work.hex, work.kind, text, work.colour or "marker", work.facing)

    def about(self, hex: str) -> str:
        """What has been built or laid in a hex does, and smoke."""
        return legend.about_html(self, hex)

    def glow(self, hex: str) -> tuple[Overlay, ...]:
        """The arc of a bunker, as long as it is pointed at (18.2 bunker)."""
        return looks.bunker_arc(self, hex)

    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        if unit not in self.rules.units:
            return wording.unknown(unit)
        title: str = self.rules.units[unit].title
        return title

    def place_name(self, place: str) -> str:
        """Off the map a unit waits at its edge."""
        return "reserve" if place == AWAY else super().place_name(place)

    def unit_text(self, unit: str) -> str:
        """Figures and condition in words."""
        return beside.unit_text(self, unit)

    def describe(self, hex: str) -> str:
        """The ground, what it gives, and who stands there."""
        return beside.describe(self, hex)

    def owner(self, unit: str) -> str:
        """Whose a unit is; nobody's where there is no such unit."""
        piece = self.game.scenario.pieces.get(unit)
        return piece.side if piece is not None else self.side
