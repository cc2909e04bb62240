"""Chapters 11 to 16: losses, standing fast, retreat, disorder, advance, breakthrough."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import Course
from engine.holland44.movement import ALLIED
from engine.verdict import Reason
from engine.zocbond.advance import Advance
from engine.zocbond.battle import Battle, defenders
from engine.zocbond.ground import BARS, barred_hex, bridged, hex_price, road, water
from engine.zocbond.hooks import Hooks
from engine.zocbond.losses import ATTACKER, alive
from engine.zocbond.results import Result
from engine.zocbond.retreat import Way, disrupt, doomed, friends, overstacks
from engine.zocbond.state import ENGAGED, FIRED, OUT, State
from engine.zocbond.supply import supplied_at
from engine.zocbond.zones import combat_units, eased, enemy, held, watchers


class AftermathRules(Hooks):
    """What a Holland '44 battle leads to."""

    # ---------------------------------------------------------------- losses
    def loss_pool(self: Any, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
        """Attacker: lead formation that can advance, elite where the shift was used (11.2)."""
        if role == ATTACKER:
            around = self._around(battle, s) | {s.place(u) for u in battle.units if battle.halts}
            lead = [u for u in self.leading(s, battle) if s.place(u) in around]
            if self.elite_majority(s, lead) and code in ("A1", "A1/ENG", "A1/DR", "A1/D1"):
                lead = [u for u in lead if self.units[u].morale == "elite"] or lead
            able = [u for u in lead if self.could_enter(s, u, battle.hex)]
            return tuple(able or lead)
        units = [u for u in defenders(self, s, battle) if not s.has(u, FIRED)]
        fighters = [u for u in units if self.units[u].kind != "airborne-supply"]
        return tuple(fighters or units or defenders(self, s, battle))

    def _around(self: Any, battle: Battle, s: State) -> set[str]:
        return {*self.board.neighbours(battle.hex), *self.areas_at(s, battle.hex)}

    def could_enter(self: Any, s: State, unit: str, hex: str) -> bool:
        """Whether a unit could advance into the defenders' hex (11.2)."""
        seat = s.place(unit)
        if seat not in self.board:
            return True
        piece = self.units[unit]
        if road(self, s, seat, hex):
            return True
        kind = water(self, seat, hex)
        return hex_price(self, s, piece, hex) != BARS and not (kind and piece.technical)

    def shrugs_off(self: Any, s: State, battle: Battle, result: Result) -> bool:
        """A recon unit alone ignores the loss of D1 and DS (23.7)."""
        units = combat_units(self, s, enemy(self, battle.side), battle.hex)
        return (
            result.code in ("D1", "DS") and len(units) == 1 and self.units[units[0]].kind == "recon"
        )

    def engage(self: Any, s: State, units: Sequence[str], course: Course) -> State:
        """Engaged unless in disorder (11.5.1, 11.5.2); recovery ends it (11.5.3, 14.4.3)."""
        fresh = [u for u in units if s.good(u)]
        for unit in fresh:
            course.tell("11.5.1", "h44.engaged", units=(unit,), unit=self.unit_name(unit))
        return s.mark(fresh, ENGAGED)

    # ---------------------------------------------------------------- standing
    def may_lead(self: Any, s: State, battle: Battle, unit: str) -> bool:
        """Not artillery, not airborne supply, in good order (12.1.2, 13.5, 14.1.1, 17.2)."""
        return bool(super().may_lead(s, battle, unit)) and self.units[unit].kind not in (  # type: ignore[misc]
            "artillery",
            "airborne-supply",
        )

    def desperate(
        self: Any, s: State, battle: Battle, result: Result, units: Sequence[str]
    ) -> bool:
        """All face destruction, or an overstacked hex, by retreating (12.4)."""
        if doomed(self, s, units, result.retreat, result.most):
            return True
        from engine.zocbond.retreat import ways

        return bool(units) and all(
            all(
                overstacks(self, s, unit, way.path[-1])
                for way in ways(self, s, unit, result.retreat, result.most)
            )
            for unit in units
        )

    def attack_spent(self: Any, s: State, battle: Battle, result: Result) -> bool:
        """The last step of the lead formation fell in A1/DR or A1/D1 (12.6)."""
        lead = self.leading(s, battle)
        return result.code in ("A1/DR", "A1/D1") and not any(alive(self, s, u) for u in lead)

    def stand_column(self: Any, s: State, hex: str, lead: str) -> str:
        """City, Clear/Polder, Other; technical units in swamp use Clear/Polder (12.1.3)."""
        terrain = self.board.terrain(hex)
        if terrain == "swamp" and self.units[lead].technical:
            return "clear"
        return str(self.ground.terrain.value(terrain, "stand"))

    def stand_morale(self: Any, s: State, battle: Battle, lead: str) -> int:
        """+1 elite, -1 low quality (12.2)."""
        return {"elite": 1, "low": -1}.get(self.units[lead].morale, 0)

    def stand_aids(self: Any, s: State, battle: Battle, lead: str) -> list[str]:
        """One ready gun of the defender's formation in range (17.6.3)."""
        return [
            gun
            for gun, piece in self.units.items()
            if piece.side == self.units[lead].side
            and piece.kind == "artillery"
            and not any(self.gun_trouble(s, gun, battle.hex))
            and (piece.corps or self.units[lead].formation in piece.formation.split("+"))
        ]

    def spend_aid(self: Any, s: State, battle: Battle, aid: str, course: Course) -> State:
        """The gun is flipped (17.1)."""
        course.tell("17.1", "zb.guns.spent", units=(aid,), unit=self.unit_name(aid))
        return s.mark((aid,), FIRED)

    def held_on(
        self: Any, s: State, battle: Battle, outcome: str, units: Sequence[str], course: Course
    ) -> State:
        """No advance, even when the last step fell; survivors are engaged (12.3)."""
        if isinstance(s.top, Advance):
            s = s.pop()
        left = combat_units(self, s, enemy(self, battle.side), battle.hex)
        return self.engage(s, left, course)  # type: ignore[no-any-return]

    # ---------------------------------------------------------------- retreat
    def retreat_barriers(self: Any, s: State, unit: str, here: str, there: str) -> Iterator[str]:
        """Large rivers and canals without a bridge kill; small ones kill technical units (13.2)."""
        piece = self.units[unit]
        if bridged(self, s, here, there):
            return
        kind = water(self, here, there)
        if kind in ("large-river", "canal"):
            yield "zb.retreat.water"
        elif kind is not None and piece.technical:
            yield "zb.retreat.impassable"
        if barred_hex(self, s, piece, there) or (
            piece.technical and self.leaves_barred(s, (unit,), here)
        ):
            yield "zb.retreat.impassable"

    def retreat_rank(
        self: Any, s: State, unit: str, path: Sequence[str], length: int, watched: frozenset[str]
    ) -> tuple[int, ...]:
        """Priorities 2 to 6 of 13.1.3: two hexes away, no ZOC, no contact, supply, stacking.

        Each unit of a stack finds its own way (13.1.2); one into a friendly area leaves the map
        for a while (19.5); a crowded hex is the last resort and allowed (13.1.4).
        """
        if path[-1] not in self.board:
            return (0, 0, 0, 0, 0)
        side = self.units[unit].side
        near = self.board.distance(path[0], path[-1]) < 2
        through = any(hex in watched for hex in path[1:])
        contact = any(self.in_contact(s, unit, hex) for hex in path[1:])
        cut = not supplied_at(self, s, unit, path[-1])
        over = overstacks(self, s, unit, path[-1])
        assert side, "a unit has a side"
        return (near, through, contact, cut, over)

    def in_contact(self: Any, s: State, unit: str, hex: str) -> bool:
        """A friendly unit there touches the enemy, not counting over unbridged rivers (13.1.3)."""
        side = self.units[unit].side
        if not [u for u in combat_units(self, s, side, hex) if u != unit]:
            return False
        foes = held(self, s, self.other[side])
        return any(
            near in foes and (water(self, hex, near) is None or bridged(self, s, hex, near))
            for near in self.board.neighbours(hex)
        )

    def short_ways(self: Any, s: State, unit: str, length: int, found: list[Any]) -> list[Any]:
        """One hex only, for a step: into cover or a friend's hex, out of enemy ZOCs (13.3)."""
        if length < 2 or self.left(s, unit) < 2:
            return []
        ways = []
        start = s.place(unit)
        leaving = frozenset(
            u for u in s.position.at(start) if self.units[u].side == self.units[unit].side
        )
        watched = eased(self, s, self.units[unit].side, leaving | self.retreated_units(s))
        from engine.zocbond.retreat import deaths

        for there in self.board.neighbours(start):
            cover = self.board.terrain(there) in ("city", "town", "woods", "polder-woods")
            cover = cover or self.ground.village(there)
            if not cover and not friends(self, s, unit, there):
                continue
            if there in watched:
                continue
            kills = tuple(deaths(self, s, unit, (start, there)))
            ways.append(Way((start, there), kills, (bool(kills), 0, 0, 0, 0, 0), 1))
        return ways

    def disorder(self: Any, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
        """Two hexes or more disrupt; one hex does not (13.1.1, 13.3)."""
        return disrupt(self, s, unit, course, routs) if gone >= 2 or routs else s

    def on_disorder(self, s: State, unit: str) -> State:
        """The marker replaces the engaged one (11.5.2)."""
        return s.unmark((unit,), ENGAGED)

    # ---------------------------------------------------------------- advance
    def advancers(self: Any, s: State, battle: Battle) -> tuple[str, ...]:
        """All but artillery; over a large river only infantry with the engineer (15.1, 9.5.3)."""
        units = [u for u in battle.units if self.units[u].kind != "artillery"]
        if battle.crossing and battle.crossing not in units:
            units.append(battle.crossing)
        return tuple(units)

    def advance_most(self: Any, s: State, phase: Any, unit: str, path: Sequence[str] = ()) -> int:
        """Hexes of the result in any direction, one more by road for mechanized units (15.2, 15.3).

        It is in full also when nobody went back two hexes (13.4), and breakthrough combat adds
        nothing to it (16.3.3).
        """
        bonus = phase.length and not phase.limited and self.units[unit].mechanized
        bonus = bonus and not s.has(unit, OUT) and unit not in phase.strayed
        steps = list(itertools.pairwise(path))
        if steps:
            bonus = bonus and all(a in self.board and road(self, s, a, b) for a, b in steps)
        return int(phase.length) + bool(bonus)

    def on_bonus(self: Any, s: State, phase: Any, unit: str, path: Sequence[str]) -> bool:
        """Whether the path needs the road bonus."""
        return bool(phase.used(unit) + phase.price(self, s, unit, path) > phase.length)

    def advance_end(
        self: Any, s: State, phase: Any, unit: str, path: Sequence[str]
    ) -> Iterator[Reason]:
        """The road bonus ends in a hex without a friend that counts (15.4)."""
        if not self.on_bonus(s, phase, unit, path):
            return
        others = [
            u
            for u in combat_units(self, s, self.units[unit].side, path[-1])
            if u != unit and self.free_group(s, u, [u]) is None
        ]
        if others:
            yield Reason.of("15.4", "h44.advance.bonus-alone", hexes=(path[-1],), units=others)

    def advance_zoc(
        self: Any, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """From ZOC to ZOC of one unit only into the vacated hex or a friend's (15.5.2)."""
        here, there = path[number - 1], path[number]
        if here not in self.board or there in phase.cleared():
            return
        side = self.units[unit].side
        foe = self.other[side]
        if combat_units(self, s, side, there):
            return
        same = set(watchers(self, s, here, foe)) & set(watchers(self, s, there, foe))
        if same:
            yield Reason.of(
                "15.5.2", "h44.advance.zoc", hexes=(here, there), units=tuple(same), hex=there
            )

    def advance_ground(
        self: Any, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Rivers in the first hex only, canals and large rivers where attacked over (15.6)."""
        here, there = path[number - 1], path[number]
        piece = self.units[unit]

        def no(key: str) -> Reason:
            return Reason.of(
                "15.6", key, hexes=(here, there), units=(unit,), unit=piece.name, hex=there
            )

        yield from self.step_bars(s, (unit,), here, there)
        first = number == 1 and not phase.used(unit)
        kind = water(self, here, there)
        if (
            number > 1
            and self.ground.trait(here, "swamp")
            and not road(self, s, path[number - 2], here)
        ):
            yield no("h44.advance.swamp-stops")
        if (
            number > 1
            and here in s.tracks.get("traffic", {}).values()
            and piece.side == ALLIED
            and piece.mechanized
        ):
            yield Reason.of("24.2", "h44.advance.traffic", hexes=(here,), unit=piece.name)
        if bridged(self, s, here, there):
            return
        if barred_hex(self, s, piece, there) or self.leaves_barred(s, (unit,), here):
            yield no("h44.advance.road-only")
        if kind is None:
            return
        if piece.technical:
            yield no("h44.advance.water-technical")
        elif not first:
            yield no("h44.advance.first-hex")
        elif (kind != "minor-river" and not self.board.adjacent(here, phase.battle.hex)) or (
            kind == "canal" and kind != water(self, here, phase.battle.hex)
        ):
            yield no("h44.advance.attacked-over")
        elif kind == "large-river" and there != phase.battle.hex:
            yield Reason.of("9.5.3", "h44.advance.vacated-first", hexes=(there,), unit=piece.name)
        elif kind == "large-river" and not self._with_engineer(s, phase.battle, unit):
            yield Reason.of("9.5.3", "h44.advance.engineer", units=(unit,), unit=piece.name)

    def _with_engineer(self: Any, s: State, battle: Battle, unit: str) -> bool:
        return bool(battle.crossing) and self.units[unit].infantry

    def stops_advance(self: Any, s: State, phase: Any, unit: str, path: Sequence[str]) -> bool:
        """A swamp off the road, or a traffic marker, ends the advance (15.6, 24.2)."""
        if self.ground.trait(path[-1], "swamp") and not road(self, s, path[-2], path[-1]):
            return True
        traffic = path[-1] in s.tracks.get("traffic", {}).values()
        piece = self.units[unit]
        return traffic and piece.side == ALLIED and bool(piece.mechanized)

    def joins_group(self: Any, s: State, phase: Any, units: Sequence[str]) -> bool:
        """The group picks up units of the same attack on its way (16.2)."""
        return any(unit in phase.group for unit in units)

    def breakthrough_reasons(self: Any, s: State, phase: Any, battle: Battle) -> Iterator[Reason]:
        """One combat only (16.3.2), also against units that retreated (16.4); 16.3.4, 16.3.5."""
        seat = s.place(battle.units[0])
        mates = combat_units(self, s, battle.side, seat)
        strangers = [u for u in mates if u not in phase.battle.units]
        if strangers:
            yield Reason.of("16.3.5", "h44.breakthrough.jam", hexes=(seat,), units=strangers)
        if water(self, seat, battle.hex) and not bridged(self, s, seat, battle.hex):
            yield Reason.of("16.3.5", "h44.breakthrough.water", hexes=(seat, battle.hex))
        if battle.guns or battle.air:
            yield Reason.of("16.3.5", "zb.breakthrough.support")
        counting = [u for u in battle.units if self.free_group(s, u, [u]) is None]
        price = phase.breakthrough_price(self, battle.units)
        over = [u for u in counting if phase.used(u) + price > phase.length]
        if over and len(counting) > 1:
            yield Reason.of("16.3.4", "h44.breakthrough.bonus", units=battle.units)
        if over and not all(self._all_by_road(s, phase, u) for u in over):
            yield Reason.of("16.3.4", "h44.breakthrough.no-bonus", units=over)

    def _all_by_road(self: Any, s: State, phase: Any, unit: str) -> bool:
        return unit not in phase.strayed

    def strays(self: Any, s: State, path: Sequence[str]) -> bool:
        """Whether a path leaves the road (15.2)."""
        return not all(a in self.board and road(self, s, a, b) for a, b in itertools.pairwise(path))
