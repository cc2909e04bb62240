"""Chapters 15 and 16: advance after combat and breakthrough combat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from engine.holland44.moving.movement import mounted, off_road_barred
from engine.holland44.setting import ALLIED, Setting, records
from engine.verdict import Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import bridged, road, water
from engine.zocbond.board.stacking import counted, over
from engine.zocbond.board.state import OUT, State
from engine.zocbond.board.zones import combat_units, watchers


def advancers(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """All but artillery; over a large river only infantry with the engineer (15.1, 9.5.3)."""
    units = [u for u in battle.units if g.units[u].kind != "artillery"]
    return tuple(dict.fromkeys((*units, *battle.crossing)))


def advance_most(g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str] = ()) -> int:
    """Hexes of the result in any direction, one more by road for mechanized units (15.2, 15.3).

    It is in full also when nobody went back two hexes (13.4), and breakthrough combat adds
    nothing to it (16.3.3).
    """
    bonus = phase.length and not phase.limited and mounted(g, s, unit)
    bonus = bonus and not s.has(unit, OUT) and unit not in phase.strayed
    bonus = bonus and not g.strays(s, path)
    return phase.length + bool(bonus)


def on_bonus(g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str]) -> bool:
    """Whether the path needs the road bonus."""
    return phase.used(unit) + phase.price(g, s, unit, path) > phase.length


def strays(g: Setting, s: State, path: Sequence[str]) -> bool:
    """Whether a path leaves the road (15.2)."""
    return not all(
        a in g.board and b in g.board and road(g, s, a, b) for a, b in itertools.pairwise(path)
    )


class AdvanceChapter(Chapter[Setting]):
    """How a Holland '44 attack is followed up."""

    def advance_end(
        self,
        g: Setting,
        s: State,
        phase: Advance,
        unit: str,
        path: Sequence[str],
        group: Sequence[str],
    ) -> Iterator[Reason]:
        """The road bonus ends in a hex without a friend that counts (15.4); 16.2."""
        if unit in phase.group and phase.others_first(s, phase.group):
            yield Reason.of("16.2", "h44.breakthrough.order", units=(unit,))
        if not g.on_bonus(s, phase, unit, path):
            return
        there = dict.fromkeys((*combat_units(g, s, g.units[unit].side, path[-1]), *group))
        crowd = [*(u for u in there if u != unit), unit]
        others = [u for u in counted(g, s, crowd) if u != unit]
        if others:
            yield Reason.of("15.4", "h44.advance.bonus-alone", hexes=(path[-1],), units=others)

    def advance_crowd(
        self, g: Setting, s: State, units: Sequence[str], hex: str
    ) -> Iterator[Reason]:
        """The stacking limit holds where an advance ends (15.1)."""
        if hex not in g.board:
            return
        side = g.units[units[0]].side
        if over(g, s, side, hex, units) > over(g, s, side, hex):
            yield Reason.of("15.1", "h44.advance.crowd", hexes=(hex,), units=units, hex=hex)

    def advance_zoc(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """From ZOC to ZOC of one unit only into the vacated hex or a friend's (15.5.2)."""
        here, there = path[number - 1], path[number]
        if here not in g.board or there in phase.cleared():
            return
        side = g.units[unit].side
        foe = g.other[side]
        if combat_units(g, s, side, there):
            return
        same = set(watchers(g, s, here, foe)) & set(watchers(g, s, there, foe))
        if same:
            yield Reason.of(
                "15.5.2", "h44.advance.zoc", hexes=(here, there), units=tuple(same), hex=there
            )

    def advance_ground(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Rivers in the first hex only, canals and large rivers where attacked over (15.6)."""
        here, there = path[number - 1], path[number]
        piece = g.units[unit]

        def no(key: str) -> Reason:
            return Reason.of(
                "15.6", key, hexes=(here, there), units=(unit,), unit=piece.name, hex=there
            )

        yield from g.all_of(Chapter.step_bars, s, (unit,), here, there)
        first = number == 1 and not phase.used(unit)
        kind = water(g, here, there)
        if number > 1 and g.ground.trait(here, "swamp") and not road(g, s, path[number - 2], here):
            yield no("h44.advance.swamp-stops")
        if (
            number > 1
            and here in records(s).traffic.values()
            and piece.side == ALLIED
            and mounted(g, s, unit)
        ):
            yield Reason.of("24.2", "h44.advance.traffic", hexes=(here,), unit=piece.name)
        if off_road_barred(g, s, unit, here, there):
            yield no("h44.advance.road-only")
        if kind is None or bridged(g, s, here, there):
            return
        if piece.technical:
            yield no("h44.advance.water-technical")
        elif not first:
            yield no("h44.advance.first-hex")
        elif (kind != "minor-river" and not g.board.adjacent(here, phase.battle.hex)) or (
            kind == "canal" and kind != water(g, here, phase.battle.hex)
        ):
            yield no("h44.advance.attacked-over")
        elif kind == "large-river" and there != phase.battle.hex:
            yield Reason.of("9.5.3", "h44.advance.vacated-first", hexes=(there,), unit=piece.name)
        elif kind == "large-river" and not phase.battle.crossing:
            yield Reason.of("9.5.3", "h44.advance.engineer", units=(unit,), unit=piece.name)

    def stops_advance(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str]
    ) -> bool:
        """A swamp off the road, a traffic marker, an entry area end the advance.

        So say 15.6, 24.2 and 19.3.1.
        """
        if path[-1] not in g.board:
            return True
        if g.ground.trait(path[-1], "swamp") and not road(g, s, path[-2], path[-1]):
            return True
        traffic = path[-1] in records(s).traffic.values()
        return traffic and g.units[unit].side == ALLIED and mounted(g, s, unit)

    def joins_group(self, g: Setting, s: State, phase: Advance, units: Sequence[str]) -> bool:
        """The group picks up units of the same attack on its way (16.2)."""
        return any(unit in phase.group for unit in units)

    def breakthrough_reasons(
        self, g: Setting, s: State, phase: Advance, battle: Battle
    ) -> Iterator[Reason]:
        """One combat only (16.3.2), also against units that retreated (16.4); 16.3.4, 16.3.5."""
        seat = s.place(battle.units[0])
        mates = combat_units(g, s, battle.side, seat)
        first = phase.battle
        took_part = (*first.units, *first.guns, *first.crossing)
        strangers = [u for u in mates if u not in took_part]
        if strangers:
            yield Reason.of("16.3.5", "h44.breakthrough.jam", hexes=(seat,), units=strangers)
        if water(g, seat, battle.hex) and not bridged(g, s, seat, battle.hex):
            yield Reason.of("16.3.5", "h44.breakthrough.water", hexes=(seat, battle.hex))
        if phase.others_first(s, battle.units):
            yield Reason.of("16.2", "h44.breakthrough.order", units=battle.units)
        everybody = dict.fromkeys((*battle.units, *mates))
        counting = [u for u in counted(g, s, everybody) if u in battle.units]
        price = phase.breakthrough_price(g, battle.units)
        over = [u for u in counting if phase.used(u) + price > phase.length]
        if over and len(counting) > 1:
            yield Reason.of("16.3.4", "h44.breakthrough.bonus", units=battle.units)
        if over and any(u in phase.strayed for u in over):
            yield Reason.of("16.3.4", "h44.breakthrough.no-bonus", units=over)
