"""Chapters 10 to 15: losses, determined defence, retreat, advance, breakthrough combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.game import Course
from engine.stalingrad42.modifiers import CITIES
from engine.stalingrad42.movement import GERMAN, GUNS, SOVIET, WET
from engine.verdict import Reason
from engine.zocbond.advance import Advance
from engine.zocbond.battle import Battle, defenders
from engine.zocbond.ground import barred_hex, bridged, road, water
from engine.zocbond.hooks import Hooks
from engine.zocbond.losses import ATTACKER
from engine.zocbond.results import Result
from engine.zocbond.retreat import Way, friends
from engine.zocbond.state import FIRED, OUT, State
from engine.zocbond.supply import supplied_at
from engine.zocbond.zones import combat_units, enemy, zoc


class AftermathRules(Hooks):
    """What a Stalingrad '42 battle leads to."""

    # ---------------------------------------------------------------- losses
    def loss_pool(self: Any, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
        """Units that lent strength; bracketed ones last, Germans before allies (10.2, 20.5.2)."""
        units = list(battle.units) if role == ATTACKER else list(defenders(self, s, battle))
        plain = [u for u in units if not self.units[u].bracketed] or units
        fresh = [
            u
            for u in plain
            if self.units[u].nation in ("", "german")
            and self.units[u].side == GERMAN
            and not s.lost.get(u, 0)
        ]
        if fresh:
            plain = [
                u
                for u in plain
                if self.units[u].nation in ("", "german")
                or not (s.lost.get(u, 0) and self.left(s, u) == 1)
            ]
        return tuple(plain)

    # ---------------------------------------------------------------- standing
    def may_lead(self: Any, s: State, battle: Battle, unit: str) -> bool:
        """Any combat unit in good order but artillery support and trains (11.2.3)."""
        return bool(super().may_lead(s, battle, unit)) and self.units[unit].kind not in GUNS  # type: ignore[misc]

    def stand_bars(
        self: Any, s: State, battle: Battle, result: Result, desperate: bool
    ) -> Iterator[Reason]:
        """Not one step back (11.1.2) and the colours of the table (11.2.2)."""
        victory = battle.hex in self.board.tagged("victory")
        if result.colour == "?" and not victory and not desperate:
            yield Reason.of("11.2.2", "s42.stand.colour", hexes=(battle.hex,))
        if enemy(self, battle.side) != SOVIET or s.turn >= 8 or desperate:
            return
        nkvd = any(self.units[u].kind == "nkvd" for u in combat_units(self, s, SOVIET, battle.hex))
        doubled = any(share.doubled for share in self.defence_shares(s, battle))
        shifted = any(self.ground_shifts(s, battle))
        if not (nkvd or doubled or shifted):
            yield Reason.of("11.1.2", "s42.stand.step-back", hexes=(battle.hex,))

    def stand_column(self: Any, s: State, hex: str, lead: str) -> str:
        """City, Clear/Desert without village or fortification, Other (11.2.1)."""
        column = str(self.ground.terrain.value(self.terrain_of(s, hex), "stand"))
        strong = self.ground.village(hex) or self.fortified(s, hex, self.units[lead].side)
        return "other" if column == "clear" and strong else column

    def stand_morale(self: Any, s: State, battle: Battle, lead: str) -> int:
        """Elite +1, low -1; Germans in cities and fortifications count as elite (11.2.4)."""
        piece = self.units[lead]
        german = piece.side == GERMAN and piece.nation in ("", "german")
        strong = self.board.terrain(battle.hex) in CITIES or self.fortified(
            s, battle.hex, piece.side
        )
        if german and strong:
            return 1
        return {"elite": 1, "low": -1}.get(piece.morale, 0)

    def stand_aids(self: Any, s: State, battle: Battle, lead: str) -> list[str]:
        """One ready artillery support unit in range, or an aircraft (11.3, 18.3.2)."""
        aids = [
            gun
            for gun, piece in self.units.items()
            if piece.side == self.units[lead].side
            and piece.kind in GUNS
            and s.place(gun) in self.board
            and not any(self.gun_trouble(s, gun, (lead,)))
        ]
        if self.units[lead].side == GERMAN and s.tracks.get("air", 0):
            aids.append("aircraft")
        return aids

    def spend_aid(self: Any, s: State, battle: Battle, aid: str, course: Course) -> State:
        """It goes to its used side (11.3)."""
        course.tell("11.3", "zb.guns.spent", unit=self.unit_name(aid))
        if aid == "aircraft":
            return s.track(air=s.tracks.get("air", 0) - 1)
        return s.mark((aid,), FIRED)

    def city_level(self, s: State, hex: str) -> int:
        """The City Battle marker of a hex (11.6.2)."""
        return int(s.tracks.get("city-battles", {}).get(hex, 0))

    def partial(
        self: Any, s: State, battle: Battle, outcome: str, desperate: bool, last: str
    ) -> str:
        """A partial success: city battle, or fighting withdrawal (11.6)."""
        if outcome != "P":
            return outcome
        terrain = self.board.terrain(battle.hex)
        most = {"large-city": 2, "small-city": 1}.get(terrain, 0)
        if self.city_level(s, battle.hex) < most:
            return "C"
        if desperate and last == "P":
            return "S-after-P"
        return "W"

    def held_on(
        self: Any, s: State, battle: Battle, outcome: str, units: Sequence[str], course: Course
    ) -> State:
        """A limited advance when the last step fell (11.4.2); city markers (11.6.2)."""
        if outcome == "C":
            level = self.city_level(s, battle.hex) + 1
            course.tell("11.6.2", "s42.city-battle", hexes=(battle.hex,), level=level)
            s = s.track(**{"city-battles": {**s.tracks.get("city-battles", {}), battle.hex: level}})
        if not isinstance(s.top, Advance):
            return s
        if units:
            return s.pop()
        return s.instead(replace(s.top, length=1, exploits=False, limited=True))

    # ---------------------------------------------------------------- retreat
    def retreat_barriers(self: Any, s: State, unit: str, here: str, there: str) -> Iterator[str]:
        """Impassable ground, the Volga, an unbridged major river that is not frozen (12.2)."""
        piece = self.units[unit]
        if (self.barred_between(here, there) or barred_hex(self, s, piece, there)) and not road(
            self, s, here, there
        ):
            yield "zb.retreat.impassable"
        kind = water(self, here, there)
        if kind == "volga":
            yield "s42.retreat.volga"
        if (
            kind == "major-river"
            and not bridged(self, s, here, there)
            and not self.winter(s)
            and not self.pontoon(s, piece.side, here, there)
        ):
            yield "zb.retreat.water"

    def retreat_rank(
        self: Any, s: State, unit: str, path: Sequence[str], length: int, watched: frozenset[str]
    ) -> tuple[int, ...]:
        """Priorities 2 and 3 of 12.1.3: the full distance, then supply."""
        if path[-1] not in self.board:
            return (0, 0)
        away = self.board.distance(path[0], path[-1])
        cut = not supplied_at(self, s, unit, path[-1])
        return (away < length, cut)

    def short_ways(self: Any, s: State, unit: str, length: int, found: list[Any]) -> list[Any]:
        """To live: one hex farther out of a ZOC (12.2), or shorter for steps (12.1.3)."""
        if any(not way.deaths for way in found):
            return []
        from engine.zocbond.retreat import _paths, deaths

        side, start = self.units[unit].side, s.place(unit)
        ways = []
        for path in _paths(self, s, side, start, length + 1):
            size = len(path) - 1
            if size == length + 1:
                short = tuple(deaths(self, s, unit, path[:-1]))
                if all(d.key == "zb.retreat.ends-in-zoc" for d in short):
                    kills = tuple(deaths(self, s, unit, path))
                    rank = self.retreat_rank(s, unit, path, length, frozenset())
                    ways.append(Way(path, kills, (bool(kills), *rank)))
            elif size < length and path[-1] in self.board and friends(self, s, unit, path[-1]):
                missing = length - size
                if self.left(s, unit) > missing:
                    kills = tuple(deaths(self, s, unit, path))
                    ways.append(Way(path, kills, (bool(kills), 0, 0), missing))
        return ways

    # ---------------------------------------------------------------- advance
    def advancers(self: Any, s: State, battle: Battle) -> tuple[str, ...]:
        """Those who attacked, and non-combat units stacked with them (14.1)."""
        seats = {s.place(u) for u in battle.units}
        riders = [
            u
            for seat in seats
            for u in s.position.at(seat)
            if seat in self.board and not self.units[u].combat and self.units[u].side == battle.side
        ]
        return (*battle.units, *riders)

    def advance_most(self: Any, s: State, phase: Any, unit: str, path: Sequence[str] = ()) -> int:
        """The result, the unit's speed, the weather and supply (14.2, 16.4, 23.2)."""
        piece, length = self.units[unit], int(phase.length)
        if piece.mechanized and not (piece.kind == "soviet-hq" and self.face(s, unit).move == 3):
            speed = self.charts["speed"].value("mechanized", "hexes")
        elif piece.kind == "cavalry":
            speed = self.charts["speed"].value("cavalry", "hexes")
        else:
            speed = self.charts["speed"].value("other", "hexes")
        weather = s.tracks.get("weather")
        if not phase.limited and length > 1:
            if weather in WET:
                length = (length + 1) // 2
            elif weather == "snow":
                length = max(1, length - 1)
        if s.has(unit, OUT):
            length = min(length, 2)
        return min(length, int(speed))

    def advance_zoc(
        self: Any, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Stop in an enemy ZOC, except in a hex just cleared (14.4.2, 15.2.6)."""
        here, there = path[number - 1], path[number]
        if number == 1 and not phase.used(unit):
            return
        watched = zoc(self, s, enemy(self, self.units[unit].side))
        if here in watched and here not in phase.cleared() and there != phase.follow:
            yield Reason.of("14.4.2", "s42.advance.zoc", hexes=(here,), units=(unit,), hex=here)

    def advance_ground(
        self: Any, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Major rivers only in the first hex, attacked over; swamps and mountains stop (14.5)."""
        here, there = path[number - 1], path[number]
        piece = self.units[unit]

        def no(key: str) -> Reason:
            return Reason.of(
                "14.5", key, hexes=(here, there), units=(unit,), unit=piece.name, hex=there
            )

        by_road = road(self, s, here, there)
        if barred_hex(self, s, piece, there) and not by_road:
            yield no("s42.advance.closed")
        if self.barred_between(here, there):
            yield no("s42.advance.closed")
        if (
            number > 1
            and self.terrain_of(s, here) in ("swamp", "mountain")
            and not road(self, s, path[number - 2], here)
        ):
            yield no("s42.advance.stops")
        kind = water(self, here, there)
        if kind == "alpine" and (piece.kind != "mountain" or self.winter(s)) and not by_road:
            yield no("s42.advance.closed")
        if kind not in ("major-river", "volga") or bridged(self, s, here, there):
            return
        if kind == "major-river" and (self.winter(s) or self.pontoon(s, piece.side, here, there)):
            return
        if number > 1 or phase.used(unit) or there != phase.battle.hex:
            yield no("s42.advance.river")

    def stops_advance(self: Any, s: State, phase: Any, unit: str, path: Sequence[str]) -> bool:
        """A swamp or mountain off the road ends it (14.5)."""
        heavy = self.terrain_of(s, path[-1]) in ("swamp", "mountain")
        return heavy and not road(self, s, path[-2], path[-1])

    def breakthrough_reasons(self: Any, s: State, phase: Any, battle: Battle) -> Iterator[Reason]:
        """Only hexes the group may advance into; no artillery; Germans carry aircraft (15.2.9)."""
        for unit in battle.units:
            seat = s.place(unit)
            yield from self.advance_ground(s, phase, unit, (seat, battle.hex), 1)
        if battle.air and not phase.battle.air:
            yield Reason.of("15.2.9", "s42.breakthrough.air")
