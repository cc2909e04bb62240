"""A Victory Awaits by pointing: its counters, its moves, its overlays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape
from typing import Any

from engine.action import Action
from engine.game import Prospect
from engine.words import catalogue, show
from tutor import panels
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.hands.base import Hands
from tutor.hands.values import Kind, Proposal

PLENTY = 60
"""Movement points enough to cross any board: for finding the way that a unit cannot afford."""

OUT_OF_THE_CUP = (
    "ava.chit.drawn",
    "ava.team.drawn",
    "ava.queue.turned-up",
    "ava.queue.waits",
    "ava.queue.looks",
)
"""What a draw is told by."""

SIZES = {"army-hq": "XXXX", "panzer-group-hq": "XXXX"}


class VictoryAwaitsHands(Hands):
    """Hands for A Victory Awaits."""

    closed = ("ava.choose", "ava.hold", "ava.deal", "ava.judge")
    overlays = (
        ("zoc-enemy", "Enemy ZOC"),
        ("zoc-own", "Own ZOC"),
        ("communication", "Communication"),
        ("control", "Control"),
        ("range", "Command range"),
    )

    kinds = {
        "ava.move": Kind("move", unit=True, path=True),
        "ava.march": Kind("move", unit=True, path=True),
        "ava.retreat": Kind("retreat", unit=True, path=True),
        "ava.pursue": Kind("pursue", unit=True, path=True),
        "ava.arrive": Kind("arrive", unit=True, hex=True),
        "ava.setup": Kind("place", unit=True, hex=True),
        "ava.build": Kind("build", hex=True),
        "ava.stand-down": Kind("stand-down", hex=True),
        "ava.resolve": Kind("resolve", hex=True),
    }

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]
        """Normal and strategic movement, while units move."""
        if self._kind() == "ava.move":
            return (("normal", "Normal move"), ("strategic", "Strategic move"))
        return ()

    def _kind(self) -> str:
        decision = self.game.decision
        return decision.kind if decision else ""

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Every unit; a fortress on the map is a marker in the corner of its hex."""
        rules: Any = self.game.rules
        for place, counter in super().counters(chosen):
            if place not in self.game.scenario.board or not rules.units[counter.id].fortress:
                yield place, counter

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Type, size, name, attack-defence-move as the unit stands."""
        rules: Any = self.game.rules
        state = self.game.state
        piece = rules.units[unit]
        face = rules.face(state, unit)
        strength = (
            str(face.attack) if face.attack == face.defence else f"{face.attack}-{face.defence}"
        )
        palette = piece.nation if piece.nation != "german" else "german"
        return CounterView(
            id=unit,
            side=piece.side,
            palette=palette,
            symbol=piece.type.replace("army-hq", "hq-army").replace("panzer-group-hq", "hq-panzer"),
            size=SIZES.get(piece.type, "XX"),
            name=piece.name,
            numbers=(strength, str(face.move)),
            reduced=unit in state.reduced,
            states=states,
            steps=piece.steps - (unit in state.reduced),
        )

    def states(self, unit: str) -> set[str]:
        """Active until it has moved."""
        top = self.game.query("acting")
        active = getattr(top, "active", ())
        if unit not in active:
            return set()
        return {"moved"} if unit in getattr(top, "moved", ()) else {"active"}

    def markers(self) -> Iterator[MarkerView]:
        """What counts (16.0), fortress levels (14.1), and what has changed hands (3.4)."""
        rules: Any = self.game.rules
        setup, board = rules.setup, self.game.scenario.board
        for hex in (*setup.goal.hexes, *setup.goal.breakthrough):
            yield MarkerView(hex, "goal", "", "marker")
        for hex in sorted(self.game.query("stand_fast")):
            yield MarkerView(hex, "stand-fast", "", "marker")
        for unit in rules.fortresses:
            hex = self.game.state.position.place(unit)
            if hex in board:
                level = rules.face(self.game.state, unit).defence
                yield MarkerView(hex, "fortress", f"+{level}", self._palette(self.owner(unit)))
        for hex, side in sorted(self.game.query("taken").items()):
            yield MarkerView(hex, "control", "", self._palette(side))
        for side, hexes in setup.sources.items():
            if side != "moscow":
                for hex in sorted(hexes - board.tagged(f"{side}-source")):
                    yield MarkerView(hex, "source", "", self._palette(side))

    def pickable(self) -> tuple[str, ...]:
        """While units move: those that may still move."""
        if self._kind() == "ava.combat":
            targets = self.game.query("targets").values()
            return tuple(dict.fromkeys(unit for units in targets for unit in units))
        if self._kind() != "ava.move":
            return super().pickable()
        top = self.game.query("acting")
        board, position = self.game.scenario.board, self.game.state.position
        able = (unit for unit in top.active if unit not in top.moved)
        return tuple(unit for unit in able if position.place(unit) in board)

    def listed(self, everything: bool = False) -> list[Action]:
        """While units move or fight: the end of the segment."""
        if self._kind() in ("ava.move", "ava.combat", "ava.march"):
            return [Action("end"), *self._controller()]
        return super().listed(everything)

    def may_tell(self, prospects: Iterable[Prospect]) -> bool:
        """Not what may come out of a cup while chits in it were chosen or dealt in secret (6.1)."""
        rules: Any = self.game.rules
        state = self.game.state
        kept = set(state.hand) - set(rules.setup.interrupts)  # 18.1: under Zhukov
        hidden = state.resting or kept or any(state.cups.values())
        if not hidden and not self.game.query("queue")["waiting"]:
            return True
        return not any(e.key in OUT_OF_THE_CUP for p in prospects for e in p.events)

    def aside(self) -> str:
        """The controller's queue, as all can see it (19.4); what a team plays at once (20.2)."""
        queue = self.game.query("queue")
        if not (queue["running"] or queue["waiting"]):
            return self._declared()
        running = [f"{show(queue['players'][chit])} {chit}" for chit in queue["running"]]
        params: dict[str, object] = {"running": running or "nothing"}
        if not queue["drawn_ahead"]:
            return catalogue().say("ava.queue.abreast", params.items())
        params["waiting"] = len(queue["waiting"])
        params["left"] = queue["left"]
        return catalogue().say("ava.queue.table", params.items())

    def _declared(self) -> str:
        """The attacks declared so far, while there are several (10.2)."""
        said = [
            f"{attack.hex} ({', '.join(sorted(self.unit_name(unit) for unit in attack.units))})"
            for attack in self._standing()
        ]
        return catalogue().say("ava.attack.standing", {"attacks": said}.items()) if said else ""

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The chit that the controller looks at, for his eyes (19.4)."""
        owed = self.game.decision
        if owed is None or owed.kind != "ava.judge":
            return ""
        told = escape(catalogue().say("ava.queue.face-down", owed.params))
        chip = panels.rule_chip(self.game.scenario.game, owed.rule)
        return f'<div class="sr-notice sr-info">{told} {chip}</div>'

    def _standing(self) -> tuple[Any, ...]:
        """The attacks that are declared and not yet fought (10.2)."""
        return getattr(self.game.query("acting"), "standing", ())

    def action_name(self, action: Action) -> str:
        """Outside the segments of movement and combat an end is only enough of something."""
        if action.kind == "end" and self._kind() not in ("ava.move", "ava.combat"):
            named = {"ava.setup": "action.set-up", "ava.pursue": "action.stay"}
            return catalogue().say(named.get(self._kind(), "action.enough"))
        if action.kind == "end" and self._standing():
            return catalogue().say("action.ava.fight")
        return super().action_name(action)

    def _controller(self) -> Iterator[Action]:
        """What the controller of many players may do while they play (19.4)."""
        queue = self.game.query("queue")
        if queue["running"]:
            if queue["left"] and queue["drawn_ahead"]:
                yield Action("draw")
            for chit in queue["running"]:
                if chit != queue["focus"]:
                    yield Action("turn-to", chit=chit)

    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """A move by the cheapest way; where there is none, the way that fails soonest told."""
        if self._kind() != "ava.move" or unit is None:
            return super().propose(unit, hex, mode)
        here = self.game.state.position.place(unit)
        if here not in self.game.scenario.board or hex == here:
            return None
        way = self._way(unit, here, hex, mode)
        return self.extend(unit, way[:-1], way[-1], mode)

    def group(self, hex: str) -> tuple[str, ...] | None:
        """In combat: all who can attack a hex; nobody where there is nothing to attack."""
        if self._kind() != "ava.combat":
            return None
        return tuple(self.game.query("targets").get(hex, ()))

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """An attack (10.1)."""
        return Action("attack", hex=hex, units=units)

    def group_name(self) -> str:
        """The button that attacks."""
        return "Attack"

    def _way(self, unit: str, here: str, hex: str, mode: str) -> tuple[str, ...]:
        board = self.game.scenario.board
        within = self.game.query("reach", unit=unit, mode=mode or "normal")
        if hex in within:
            return tuple(within[hex]["path"])
        if board.adjacent(here, hex):
            return here, hex
        beyond = self.game.query("reach", unit=unit, mode=mode or "normal", points=PLENTY)
        if hex in beyond:
            return tuple(beyond[hex]["path"])
        near = [beyond[n] for n in board.neighbours(hex) if n in beyond]
        if near:
            best = min(near, key=lambda entry: (entry["cost"], entry["path"]))
            return (*best["path"], hex)
        return self.straight(here, hex)

    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """The reach of the unit picked, with the cost of every hex."""
        if self._kind() == "ava.combat":
            yield Overlay("target", tuple(self.game.query("targets")))
            return
        if self._kind() != "ava.move":
            yield from super().lit(unit, mode)
            return
        if unit is None or unit not in self.pickable():
            return
        found = self.game.query("reach", unit=unit, mode=mode or "normal")
        start = self.game.state.position.place(unit)
        costs = {
            hex: show(entry["cost"])
            for hex, entry in found.items()
            if entry["stop"] and hex != start
        }
        yield Overlay("reach-strategic" if mode == "strategic" else "reach", costs)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """ZOCs, lines of communication, control, command range."""
        decision = self.game.decision
        mine = decision.side if decision else self.game.scenario.sides[0].id
        others = [side.id for side in self.game.scenario.sides if side.id != mine]
        if key in ("zoc-own", "zoc-enemy"):
            for side in [mine] if key == "zoc-own" else others:
                hexes = tuple(sorted(self.game.query("zoc", side=side)))
                yield Overlay("zoc", hexes, palette=self._palette(side))
        elif key == "communication":
            yield from self._communication(unit)
        elif key == "control":
            held = self.game.query("control")
            for party in self.game.scenario.sides:
                hexes = tuple(hex for hex, owner in held.items() if owner == party.id)
                yield Overlay("control", hexes, palette=party.palette)
        elif key == "range":
            head = unit if unit and self.game.rules.units[unit].hq else None  # type: ignore[attr-defined]
            if head is None and self.game.decision is not None:
                head = getattr(self.game.state.top, "hq", None)
            for each in [head] if head else self._heads(mine):
                if self.game.state.position.place(each) in self.game.scenario.board:
                    hexes = tuple(self.game.query("range", hq=each))
                    yield Overlay("range", hexes, palette=self._palette(self.owner(each)))

    def _heads(self, side: str) -> list[str]:
        """The headquarters of a side."""
        rules: Any = self.game.rules
        units = self.game.state.position.units()
        return [unit for unit in units if rules.units[unit].hq and self.owner(unit) == side]

    def _palette(self, side: str) -> str:
        return self.game.scenario.side(side).palette

    def _communication(self, unit: str | None) -> Iterator[Overlay]:
        board = self.game.scenario.board
        units = [unit] if unit else list(self.game.state.position.units())
        for each in units:
            if self.game.state.position.place(each) not in board:
                continue
            found = self.game.query("communication", unit=each)
            palette = self._palette(self.owner(each))
            if found.exists:
                yield Overlay("trace", path=found.path, palette=palette)
            else:
                yield Overlay("denied", (self.game.state.position.place(each),))
