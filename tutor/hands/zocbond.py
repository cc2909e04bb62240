"""Holland '44 and Stalingrad '42 by pointing: counters, reach, attacks by groups, ZOCs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engine.action import Action
from engine.verdict import Reason
from engine.words import catalogue, show
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.hands import zb_looks
from tutor.hands.base import Kind, Proposal
from tutor.hands.zocbond_groups import Groups

SYMBOLS = {
    "tank": "armor",
    "armour": "armor",
    "armor": "armor",
    "parachute": "airborne",
    "glider": "airborne",
    "flak": "anti-tank",
    "gun": "artillery",
}
UNSEEN, MOST_BLIND = "unseen", "german"
"""Where hidden units are taken to be, and the side that knows least."""
NAMED = frozenset(
    f"s42.{kind}"
    for kind in (
        *("railheads", "transcaucasus", "mask-arrival", "move-in", "come-forth", "return"),
        *("withdraw", "owe", "gift", "prepare", "vasilevsky", "reroll", "pick-die"),
    )
)
"""Decisions of Stalingrad '42 whose few ways are all offered by name."""


class ZocBondHands(Groups):
    """Hands for the two games of the '4x family."""

    overlays = (
        ("bonds", "ZOC bonds"),
        ("zoc-enemy", "Enemy ZOC"),
        ("zoc-own", "Own ZOC"),
        ("supply", "Supply"),
        ("control", "Control"),
    )

    kinds = {
        "zb.move": Kind("move", unit=True, path=True),
        "zb.retreat": Kind("retreat", unit=True, path=True),
        "zb.advance": Kind("advance", unit=True, path=True),
        "h44.drop": Kind("drop", unit=True, hex=True),
        "h44.traffic": Kind("jam", hex=True),
    }

    @property
    def state(self) -> Any:
        """The state as the one knows it who looks; the boxes of masked armies are secret."""
        whole = self.game.state
        known = getattr(self.game.rules, "seen", None)
        if known is None or self.viewer is None:
            return whole
        return known(whole, self.viewer or MOST_BLIND)

    def secret(self) -> bool:
        """Whether there are masked armies on the table."""
        return bool(self.game.state.tracks.get("masks"))

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Every counter but those that the one who looks may not see."""
        for place, view in super().counters(chosen):
            if place != UNSEEN:
                yield place, view

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]
        """Normal, extended and tactical movement, while units move."""
        if self._kind() == "zb.move":
            return (
                ("normal", "Normal move"),
                ("extended", "Extended move"),
                ("tactical", "Tactical move"),
            )
        return ()

    def unit_name(self, unit: str) -> str:
        """The Allied 43 RA, the German Kerutt."""
        said = super().unit_name(unit)
        return f"Allied {said.removeprefix('Allies ')}" if said.startswith("Allies ") else said

    def place_name(self, place: str) -> str:
        """An entry area by its letter."""
        area = self.game.scenario.board.areas.get(place)
        return f"Area {area.name}" if area is not None else super().place_name(place)

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Type, size, name, attack-defence-move, and the steps that are left."""
        piece = self.game.scenario.pieces[unit]
        lost = self.game.state.lost.get(unit, 0)
        left = max(piece.steps - lost, 1)
        face = piece.faces[min(lost, piece.steps - 1)]
        return CounterView(
            id=unit,
            side=piece.side,
            palette=self.game.scenario.side(piece.side).palette,
            symbol=SYMBOLS.get(piece.kind, piece.kind),
            size=piece.size,
            name=piece.name,
            numbers=(f"{face.attack}-{face.defence}", str(face.move)),
            reduced=lost > 0,
            states=states,
            steps=left,
            dot=getattr(piece, "dot", ""),
        )

    def states(self, unit: str) -> set[str]:
        """The markers a unit bears, and whether it has moved."""
        found = set(self.game.state.marks.get(unit, ()))
        top = self.game.state.top if self.game.state.agenda else None
        if unit in getattr(top, "moved", ()):
            found.add("moved")
        return {"out-of-supply" if mark == "out" else mark for mark in found}

    def markers(self) -> Iterator[MarkerView]:
        """Bridges blown and safe, traffic jams."""
        tracks = self.game.state.tracks
        for kind, sign in (("blown", "X"), ("repairing", "R"), ("intact", "OK")):
            for bridge in tracks.get(kind) or ():
                yield MarkerView(bridge.partition("-")[0], kind, sign, "marker")
        for number, hex in sorted((tracks.get("traffic") or {}).items()):
            yield MarkerView(hex, "traffic", str(number), "marker")

    # ---------------------------------------------------------------- what may be done
    def _all(self) -> tuple[Action, ...]:
        """Every legal action, found once for each state; while units move, all but the moves."""
        cache = self.game.state.cache
        if "hands" not in cache:
            moving = self._kind() == "zb.move"
            cache["hands"] = tuple(self._beside_moves() if moving else self.game.choices())
        found: tuple[Action, ...] = cache["hands"]
        return found

    def _beside_moves(self) -> Iterator[Action]:
        """What else than moving a movement phase offers: asides, routs, automatic DS, the end."""
        rules: Any = self.game.rules
        state, phase = self.game.state, self.game.state.top
        for aside in phase.asides(rules).values():
            yield from aside.choices(rules, state, phase, None, None)
        mine = self._mine()
        for unit in mine:
            if self.game.explain(Action("rout", unit=unit)):
                yield Action("rout", unit=unit)
        seen: set[str] = set()
        for unit in mine:
            place = state.place(unit)
            near = self.game.scenario.board.neighbours(place) if place in rules.board else ()
            for target in near:
                if target not in seen and any(
                    self.owner(foe) != self.owner(unit) for foe in state.position.at(target)
                ):
                    seen.add(target)
                    shattering = phase.shattering(rules, state, target)
                    if shattering is not None:
                        yield shattering
        yield Action("end")

    def pickable(self) -> tuple[str, ...]:
        """While units move: those of the side, on the map or about to enter, that have not."""
        if self._kind() == "zb.move":
            top = self.game.state.top
            moved: frozenset[str] = getattr(top, "moved", frozenset())
            able = {a["unit"] for a in self._all() if "unit" in a}
            return tuple(unit for unit in self._mine() if unit not in moved or unit in able)
        if self._kind() in ("zb.combat", "zb.advance"):
            names = (unit for a in self._all() for unit in a.get("units", ()))
            return tuple(dict.fromkeys((*names, *super().pickable())))
        return super().pickable()

    def _mine(self) -> list[str]:
        decision, board = self.game.decision, self.game.scenario.board
        position = self.game.state.position
        places: set[str] = {*board.hexes, *board.areas}
        return [
            unit
            for unit in position.units()
            if decision and self.owner(unit) == decision.side and position.place(unit) in places
        ]

    def listed(self, everything: bool = False) -> list[Action]:
        """What needs no pointing; what one unit does while units move is offered with the unit."""
        kind = self._kind()
        if kind == "zb.move":
            return [a for a in self._all() if "path" not in a and not self._on_map(a)]
        if kind == "zb.combat":
            return [a for a in self._all() if a.kind != "attack"]
        if kind == "zb.advance":
            return [a for a in self._all() if "path" not in a]
        if kind == "h44.traffic":
            return [a for a in self._all() if everything or "hex" not in a]
        if kind in NAMED or kind == "zb.muster":
            return list(self._all())
        return super().listed(everything)

    def _on_map(self, action: Action) -> bool:
        """Whether an action is that of one unit that can be pointed at."""
        board = self.game.scenario.board
        if "unit" not in action:
            return False
        place = self.game.state.position.place(action["unit"])
        return place in board or place in board.areas

    def ways(self, unit: str) -> list[Action]:
        """While units move: what else the unit picked may do."""
        if self._kind() == "zb.move":
            return [a for a in self._all() if a.get("unit") == unit and "path" not in a]
        if self._kind() == "zb.advance":
            return []
        return super().ways(unit)

    def action_name(self, action: Action) -> str:
        """An end says what it ends."""
        if action.kind == "end":
            key = f"action.end-{self._kind().rpartition('.')[2]}"
            return catalogue().say(key if key in catalogue() else "action.enough")
        if "area" in action:
            action = action.replaced(area=action["area"].rpartition("-")[2])
        if action.get("to") in self.game.scenario.board.areas:
            action = action.replaced(to=f"area {action['to'].rpartition('-')[2]}")
        if action.get("hex") in self.game.scenario.board.areas:
            action = action.replaced(hex=f"area {action['hex'].rpartition('-')[2]}")
        for key in ("to", "box"):
            if str(action.get(key, "")).startswith("mask-"):
                action = action.replaced(**{key: f"box {action[key].rpartition('-')[2]}"})
        if "way" in action:
            action = action.replaced(way=action["way"][-1])
        if action.kind == "replace" and "area" in action:
            place = "in" if "hex" in action else "from"
            named = {"unit": self.unit_name(action["unit"])}
            named |= {key: action[key] for key in ("area", "hex") if key in action}
            return catalogue().say(f"action.replace-{place}", named.items())
        if action.kind == "stand" and "aid" in action:
            return catalogue().say("action.stand-aided", action.args)
        if action.kind == "disengage" and "units" in action:
            names = [self.unit_name(unit) for unit in action["units"]]
            return catalogue().say("action.s42.disengage-stack", {"units": names}.items())
        return super().action_name(action)

    # ---------------------------------------------------------------- moving and advancing
    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """While units move: the cheapest way, or the straight one that is refused with reasons."""
        if unit is None or self._kind() not in ("zb.move", "zb.advance"):
            return super().propose(unit, hex, mode)
        here = self.game.state.position.place(unit)
        if self._kind() == "zb.advance":
            for action in self._all():
                path = action.get("path", ())
                if path and path[-1] == hex and unit in action.get("units", ()):
                    return Proposal(action, path)
            way = self.straight(here, hex)
            return self._go(unit, way, mode) if len(way) > 1 else None
        if here not in self.game.scenario.board:
            return Proposal(self._in_by(unit, hex), (hex,))
        entry = self._reach(unit, mode).get(hex)
        way = tuple(entry["path"]) if entry else self.straight(here, hex)
        return self._go(unit, way, mode) if len(way) > 1 else None

    def extend(self, unit: str, path: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """One hex more on a path."""
        if self._kind() not in ("zb.move", "zb.advance"):
            return super().extend(unit, path, hex, mode)
        if path[0] not in self.game.scenario.board and self._kind() == "zb.move":
            return Proposal(self._in_by(unit, *path[1:], hex), (*path, hex))
        return self._go(unit, (*path, hex), mode)

    def _go(self, unit: str, way: tuple[str, ...], mode: str) -> Proposal:
        if self._kind() == "zb.advance":
            return Proposal(Action("advance", units=(unit,), path=way), way)
        named = mode if mode in ("extended", "tactical") else None
        return Proposal(Action("move", units=(unit,), path=way, mode=named), way)

    @staticmethod
    def _in_by(unit: str, *path: str) -> Action:
        return Action("enter", unit=unit, path=path)

    def _reach(self, unit: str, mode: str) -> dict[str, Any]:
        if self.game.state.position.place(unit) not in self.game.scenario.board:
            return {}
        found: dict[str, Any] = self.game.query("reach", unit=unit, mode=mode or "normal")
        return found

    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """The reach of the unit picked, with its cost; else what the decision names."""
        if self._kind() == "zb.combat":
            targets = dict.fromkeys(a["hex"] for a in self._attacks())
            yield Overlay("target", tuple(targets))
            return
        if self._kind() == "h44.traffic":
            yield Overlay("reach", {a["hex"]: "" for a in self._all() if "hex" in a})
            return
        if unit is None or self._kind() not in ("zb.move", "zb.advance"):
            yield from super().lit(unit, mode)
            return
        area = self.game.scenario.board.areas.get(self.game.state.position.place(unit))
        if self._kind() == "zb.advance":
            mine = [a for a in self._all() if unit in a.get("units", ()) and "path" in a]
            yield Overlay("target", tuple(dict.fromkeys(a["path"][-1] for a in mine)))
        elif area is not None:
            gates = (h for h in area.touches if self.game.explain(self._in_by(unit, h)))
            yield Overlay("target", tuple(gates))
        elif unit in self.pickable():
            start = self.game.state.position.place(unit)
            found = self._reach(unit, mode)
            costs = {
                hex: "" if mode == "tactical" else show(entry["cost"])
                for hex, entry in found.items()
                if hex != start
            }
            yield Overlay("reach-strategic" if mode == "extended" else "reach", costs)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Bonds, ZOCs, supply lines and control."""
        return zb_looks.overlay(self, key, unit)

    def causes(self, reasons: Iterable[Reason]) -> Iterator[Overlay]:
        """The bonds that a refusal speaks of."""
        return zb_looks.causes(self, reasons)
