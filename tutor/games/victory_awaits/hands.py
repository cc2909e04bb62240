"""A Victory Awaits by pointing: its counters, its moves, its overlays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from engine.game import Prospect
from engine.values import Action
from engine.words import catalogue, show
from tutor import panels
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.games.plain import Hands

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
    """Hands for A Victory Awaits: how it looks and what it says; pointing is plain."""

    closed = ("ava.choose", "ava.hold", "ava.deal", "ava.judge")
    overlays = (
        ("zoc-enemy", "Enemy ZOC"),
        ("zoc-own", "Own ZOC"),
        ("communication", "Communication"),
        ("control", "Control"),
        ("range", "Command range"),
    )

    ways_to_go = {"ava.move": (("normal", "Normal move"), ("strategic", "Strategic move"))}

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

    def unit_text(self, unit: str) -> str:
        """The figures of a unit, and what bars its line of communication (3.3)."""
        said = super().unit_text(unit)
        rules: Any = self.game.rules
        traces = any(rules.setup.sources.values()) and self.where(unit) in rules.board
        if not traces or self.game.query("communication", unit=unit).exists:
            return said
        return f"{said}, {catalogue().say('ava.line.cut')}"

    def states(self, unit: str) -> set[str]:
        """Active until it has moved."""
        top = self.ask("acting")
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
        for hex in sorted(self.ask("stand_fast")):
            yield MarkerView(hex, "stand-fast", "", "marker")
        for unit in rules.fortresses:
            hex = self.game.state.position.place(unit)
            if hex in board:
                level = rules.face(self.game.state, unit).defence
                yield MarkerView(hex, "fortress", f"+{level}", self._palette(self.owner(unit)))
        for hex, side in sorted(self.ask("taken").items()):
            yield MarkerView(hex, "control", "", self._palette(side))
        for side, hexes in setup.sources.items():
            if side != "moscow":
                for hex in sorted(hexes - board.tagged(f"{side}-source")):
                    yield MarkerView(hex, "source", "", self._palette(side))

    def invitation(self, count: int) -> str:
        """In combat one begins with the enemy."""
        if self.kind == "ava.combat":
            return (
                "Click a ringed enemy hex to plan an attack: nothing is declared before you press "
                "Attack."
            )
        return super().invitation(count)

    def foreseen(self, action: Action) -> Sequence[Prospect]:
        """Not what may come out of a cup while chits in it were chosen or dealt in secret (6.1)."""
        rules: Any = self.game.rules
        state = self.game.state
        kept = set(state.hand) - set(rules.setup.interrupts)  # 18.1: under Zhukov
        hidden = state.resting or kept or any(state.cups.values()) or self.ask("queue")["waiting"]
        found = super().foreseen(action)
        told = (event.key for prospect in found for event in prospect.events)
        return () if hidden and any(key in OUT_OF_THE_CUP for key in told) else found

    def aside(self) -> str:
        """The controller's queue, as all can see it (19.4); what a team plays at once (20.2)."""
        queue = self.ask("queue")
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
        owed = self.owed
        if owed is None or owed.kind != "ava.judge":
            return ""
        game, chit = self.game.scenario.game, dict(owed.params)
        return panels.info_html(game, "ava.queue.face-down", owed.rule, **chit)

    def _standing(self) -> tuple[Any, ...]:
        """The attacks that are declared and not yet fought (10.2)."""
        return getattr(self.ask("acting"), "standing", ())

    def action_name(self, action: Action) -> str:
        """Once an attack stands, the end of combat has other words: the focus stays on a button
        that goes on saying the same."""
        if (action.kind, self.kind) == ("end", "ava.combat") and self._standing():
            return catalogue().say("action.ava.fight")
        return super().action_name(action)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """ZOCs, lines of communication, control, command range."""
        yield from super().overlay(key, unit)
        if key == "communication":
            yield from self._communication(unit)
        elif key == "range":
            head = unit if unit and self.game.rules.units[unit].hq else None  # type: ignore[attr-defined]
            if head is None and self.owed is not None:
                head = getattr(self.game.state.top, "hq", None)
            for each in [head] if head else self._heads():
                if self.game.state.position.place(each) in self.game.scenario.board:
                    hexes = tuple(self.ask("range", hq=each))
                    yield Overlay("range", hexes, palette=self._palette(self.owner(each)))

    def _heads(self) -> list[str]:
        """The headquarters of the side that decides, or of the first."""
        side = self.mover or self.game.scenario.sides[0].id
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
            found = self.ask("communication", unit=each)
            palette = self._palette(self.owner(each))
            if found.exists:
                yield Overlay("trace", path=found.path, palette=palette)
            else:
                yield Overlay("denied", (self.game.state.position.place(each),))
