"""Holland '44 and Stalingrad '42 by pointing: counters, reach, attacks by groups, ZOCs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from engine.game import Prospect
from engine.values import Action
from engine.verdict import Reason
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.games.pointer import PLANNED, RARE, SMALL
from tutor.games.zocbond import beside, ground, looks
from tutor.games.zocbond.groups import NAMES
from tutor.games.zocbond.stacks import Stacks
from tutor.games.zocbond.words import BOX, Words, named_in

SYMBOLS = {
    "tank": "armor",
    "armour": "armor",
    "armor": "armor",
    "parachute": "airborne",
    "glider": "airborne",
    "flak": "anti-aircraft",
    "gun": "artillery",
    "artillery-division": "artillery",
    "tank-destroyer": "anti-tank",
    "panzergrenadier": "mechanized",
    "nkvd": "security",
    "flotilla": "marine",
    "bridge": "pontoon",
    "commander": "leader",
    "army-hq": "hq",
    "front-hq": "hq",
    "soviet-hq": "hq",
    "supply-point": "supply",
    "airborne-supply": "supply",
    "unknown": "?",
    "reserve-army": "?",
}
"""Branches whose symbol has another name."""
CUP = "unknown-pool"
"""What unknown units turn out to be is drawn from here; nobody looks into it."""
UNSEEN, MOST_BLIND = "unseen", "german"
"""Where hidden units are taken to be, and the side that knows least."""
POINTED = ("h44.drop", "h44.traffic", "zb.march", "h44.slip")
"""Decisions of one game that are answered by pointing; all the others by name, if they are few."""
CROWDS = frozenset({"mask", "army-in", "army-out", "rail", "sea", "shift-unknown"})
"""What is done in many places, each with a button of its own."""
SELDOM = ("rout", "exit")
"""What is seldom wanted and ends badly."""
PLENTY = 24
"""So many buttons are enough: where there are more, units and hexes are pointed at."""


class ZocBondHands(Stacks, Words):
    """Hands for the two games of the '4x family.

    Their pointing differs in two things: stacks go as one and part on the way (`stacks`), and a
    group is put together with guns, aircraft and a lead (`groups`). What is done in a phase besides
    moving and attacking is sorted by whether somebody in hand does it.
    """

    overlays = (
        ("bonds", "ZOC bonds"),
        ("zoc-enemy", "Enemy ZOC"),
        ("zoc-own", "Own ZOC"),
        ("supply", "Supply"),
        ("control", "Control"),
    )

    ways_to_go = {
        "zb.move": (
            ("normal", "Normal move"),
            ("extended", "Extended move"),
            ("tactical", "Tactical move"),
        )
    }

    @property
    def state(self) -> Any:
        """The state as the one knows it who looks; the boxes of masked armies are secret."""
        whole = self.game.state
        if self.viewer is None:
            return whole
        return self.game.rules.seen(whole, self.viewer or MOST_BLIND)

    def secret(self, side: str | None = None) -> bool:
        """Whether there are masked armies on the table."""
        return side != MOST_BLIND and bool(self.game.query("track", of="masks"))

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Every counter but those that the one who looks may not see."""
        for place, view in super().counters(chosen):
            if place not in (UNSEEN, CUP):
                yield place, view

    def foreseen(self, action: Action) -> Sequence[Prospect]:
        """The end of a phase may run on through supply and weather into the next turn."""
        return () if action.kind == "end" else super().foreseen(action)

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Type, size, name, attack-defence-move, and the steps that are left."""
        piece = self.game.scenario.pieces[unit]
        lost = self.game.state.lost.get(unit, 0)
        left = max(piece.steps - lost, 1)
        face = piece.faces[min(lost, piece.steps - 1)]
        defence = f"({face.defence})" if face.bracketed else str(face.defence)
        return CounterView(
            id=unit,
            side=piece.side,
            palette=piece.palette or self.game.scenario.side(piece.side).palette,
            symbol=SYMBOLS.get(piece.kind, piece.kind),
            size=self.due(unit, "stamp") or piece.size,
            name=piece.name,
            numbers=(f"{face.attack}-{defence}", str(face.move)),
            reduced=lost > 0,
            states=states,
            steps=left,
            dot=face.dot,
        )

    def states(self, unit: str) -> set[str]:
        """The markers a unit bears, and whether it has moved."""
        found = set(self.game.state.marks.get(unit, ()))
        if unit in self.ask("moved"):
            found.add("moved")
        return {"out-of-supply" if mark == "out" else mark for mark in found}

    def markers(self) -> Iterator[MarkerView]:
        """What lies on the map: works, bridges, jams, railheads; a star on what is worth points."""
        now = self.ask("standing")
        for hex, worth in now.worth.items() if now is not None else ():
            yield MarkerView(hex, "objective", str(worth))
        yield from ground.markers(self)

    # ---------------------------------------------------------------- what may be done

    def _pickable(self) -> tuple[str, ...]:
        """Of those that might move, whoever has something left to do that is not rare."""
        found = super()._pickable()
        return tuple(filter(self._able, found)) if self.kind == "zb.move" else found

    def _able(self, unit: str) -> bool:
        first = self.game.first(unit=unit)
        if first is None or first.kind not in SELDOM:
            return first is not None
        return any(action.kind not in SELDOM for action in self._beside(unit))

    def manner(self, action: Action) -> str:
        """A rout of its own will, and whoever leaves the map, is rare; one of many places or boxes
        is small; who takes part in a group is looked at before."""
        if action.kind in NAMES:
            return PLANNED if action.kind != "attack" else ""
        return RARE if action.kind in SELDOM else SMALL if action.kind in CROWDS else ""

    def listed(self, everything: bool = False) -> list[Action]:
        """What needs no pointing; what a unit may do besides moving is offered with the unit."""
        kind, every = self.kind, self._all()
        if kind in ("zb.move", "zb.combat"):
            return [a for a in every if "path" not in a and not self._with_unit(a)]
        if kind == "zb.advance":
            return self._one_a_target(a for a in every if "path" not in a)
        if kind == "h44.traffic":
            return [a for a in every if everything or "hex" not in a]
        if kind in (*POINTED, "zb.retreat"):
            return super().listed(everything)
        if len(every) > PLENTY and not everything:
            return [a for a in every if not {"unit", "hex", "path"} & dict(a.args).keys()]
        # Whoever is in hand comes first: his counter was clicked to name him.
        return sorted(every, key=lambda action: action.get("unit") != self.pointer.unit)

    @staticmethod
    def _one_a_target(actions: Iterable[Action]) -> list[Action]:
        """Breakthroughs that go against one hex are one button, which opens their plan."""
        found: dict[object, Action] = {}
        for action in actions:
            found.setdefault(action["hex"] if action.kind == "breakthrough" else action, action)
        return list(found.values())

    def _with_unit(self, action: Action) -> bool:
        """Whether an action is that of units that can be pointed at; a plan begins with its hex."""
        board, place = self.game.scenario.board, self.game.state.position.place
        seats = [place(unit) for unit in self.doers(action)]
        return action.kind not in NAMES and any(
            seat in board or seat in board.areas or seat.startswith(BOX) for seat in seats
        )

    def ways(self, unit: str) -> list[Action]:
        """What else than going somewhere the unit picked may do."""
        if self.kind in ("zb.move", "zb.combat"):
            mine = (a for a in self._beside(unit) if unit in self.doers(a))
            plain = (self._along(a) for a in mine if "path" not in a or a.kind == "pass-area")
            return self._sorted(a for a in plain if a.kind not in NAMES)
        if self.kind == "zb.advance":
            return []
        if self.kind in (*POINTED, "zb.retreat"):
            return super().ways(unit)
        board, every = self.game.scenario.board, self._all()
        mine = (a for a in every if unit in self.doers(a))
        return [a for a in mine if a.get("hex") not in board] if len(every) > PLENTY else []

    @staticmethod
    def _sorted(actions: Iterable[Action]) -> list[Action]:
        """Kind by kind, place by place."""
        found = list(actions)
        kinds = list(dict.fromkeys(action.kind for action in found))
        where = ("to", "area", "hex", "army", "way")
        return sorted(
            found, key=lambda a: (kinds.index(a.kind), *(str(a.get(name, "")) for name in where))
        )

    def _along(self, action: Action) -> Action:
        """Who is in hand with a unit that leaves the map leaves as well, if he can."""
        if (
            action.kind != "pass-area"
            or not self.pointer.mates
            or action.get("unit") != self.pointer.unit
        ):
            return action
        stack = action.replaced(mates=self.pointer.mates)
        return stack if self.game.explain(stack) else action

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """What the plan against a hex comes to; how the ways to stand fast compare."""
        if target is not None:
            return beside.plan_html(self, target, members)
        if self.kind == "zb.advance":
            return beside.advance_html(self)
        return beside.stand_html(self) if self.kind in beside.STANDING else ""

    def invitation(self, count: int) -> str:
        """How to begin, decision by decision."""
        said = named_in("begin", self.kind.removeprefix("zb."), "", who=self.who(count))
        return said or super().invitation(count)

    def key_html(self) -> str:
        """How to read counters and results."""
        return beside.key_html(self)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Bonds, ZOCs, supply lines and control."""
        yield from super().overlay(key, unit)
        yield from looks.overlay(self, key, unit)

    def causes(self, reasons: Iterable[Reason]) -> Iterator[Overlay]:
        """The bonds that a refusal speaks of."""
        return looks.causes(self, reasons)
