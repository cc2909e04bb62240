"""The board at the bench: terrain, hexsides, ways, places, tags and areas drawn by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine import hexes
from engine.drawing import Bank, Drawing, Gate, Name, Paint, Tag, Way
from engine.errors import Problem
from engine.format import ANY, Format, read_format
from engine.placeboard import PlaceBoard
from engine.workbench import Draw
from tutor.art.layout import Layout
from tutor.art.lines import RIVERS
from tutor.art.scene import layout_for
from tutor.art.views import Overlay
from tutor.pages.picker import NARROW, dropdown
from tutor.pages.workbench.mode import Mode
from tutor.table.parts import column, html, row, toggle
from tutor.table.swatches import Swatch, Swatches, ground_swatch

if TYPE_CHECKING:
    from tutor.pages.workbench import Bench

TERRAIN, SIDES, WAYS, PLACES, TAGS = "Terrain", "Sides", "Ways", "Places", "Marks"
GROUPS = {TERRAIN: "terrain", SIDES: "sides", WAYS: "links", PLACES: "places"}
NEAR = 0.44
"""So many hex radii from the middle of a side a drag along it may be."""
STEP = 0.12
"""So far apart, in hex radii, are the spots of a drag that are looked at."""
WATER = tuple(kind for kind in RIVERS if kind not in ("lake", "sea"))
"""Kinds of water of which one side has one."""
FREE = "…"
"""What stands for the part of a name that one types: corps-…"""


class Painting(Mode):
    """A palette of what a board can say, and a brush."""

    title = "Board"

    def __init__(self, page: Bench) -> None:
        super().__init__(page)
        self.brush = self.draw
        self.tool = widgets.ToggleButtons(options=[TERRAIN, SIDES, WAYS, PLACES, TAGS])
        page.on(self.tool, self._turned)
        self.swatches = Swatches(self._chosen)
        self.away = toggle("Take away", lambda _: page.refresh())
        self.name = widgets.Text(description="Name", style=NARROW, continuous_update=False)
        self.name.add_class("sr-broad")
        page.on(self.name, self._named)
        self.tag = dropdown("What", [("", "")])
        page.on(self.tag, self._asked)
        self.fields, self.tracing = row(), html(value=TRACING)
        self.widget = column(look="sr-mode")
        self.kinds: dict[str, str] = {}
        """What is drawn with each tool."""
        self.hex: str | None = None
        """The hex whose name is asked for."""
        self.start: str | None = None
        """Where a way begins that is drawn by clicks or keys."""
        self._wet: list[str] = []
        """What the brush has been over: hexes, or sides."""
        self._sides: list[tuple[str, int]] = []
        self._at: tuple[float, float] | None = None
        """Where the brush is while it draws."""
        self._near: tuple[str, int] | None = None
        """The side that the pointer is at."""

    # -- what is shown ----------------------------------------------------------------------------
    @property
    def form(self) -> Format:
        """The names that the game's boards may use."""
        return read_format(self.bench.rules.scenario.game)

    @property
    def shut(self) -> bool:
        """Whether this game's board is always the same."""
        return isinstance(self.lies_on, PlaceBoard)

    @property
    def kind(self) -> str:
        """What is drawn now."""
        return self.kinds.get(self.tool.value, "")

    def begin(self) -> None:
        self.kinds = {}
        self.put_down()
        form, board = self.form, self.lies_on
        for tool, group in GROUPS.items():
            names = list(_plain(form, group))
            used = board.terrain_at if tool == TERRAIN else ()
            first = [name for name in names if name not in used[:1]] or names
            self.kinds[tool] = next(iter(first), "")
        options = [(f"{what}: {name}", (what, name)) for what, name in self._taggable()]
        self.tag.options = options or [("", "")]

    def _taggable(self) -> Iterator[tuple[str, str]]:
        """The tags and areas that the board has or may have."""
        form, board = self.form, self.lies_on
        for group, what, there in (("tags", "Tag", board.tags), ("areas", "Area", board.areas)):
            yield from ((what, name) for name in there)
            yield from ((what, name) for name in _plain(form, group) if name not in there)
            for name in form.group(group).values():
                if name.family and name.name != ANY:
                    yield what, name.name.partition("*")[0].partition("[")[0] + FREE

    def refresh(self) -> None:
        tool = self.tool.value
        self.swatches.offer([] if self.shut else self._swatches(), self.kind)
        drawn = (self.tool, self.swatches, self.fields, self.tracing)
        self.widget.children = () if self.shut else drawn
        named = (self.name,) if tool == PLACES or (tool == TAGS and self._free) else ()
        self.fields.children = (*((self.tag,) if tool == TAGS else ()), *named, self.away)
        self.name.description = "Name" if tool == PLACES else "Its own name"

    def _swatches(self) -> list[Swatch]:
        tool = self.tool.value
        if tool == TAGS:
            return []
        labels, form, group = self.lies_on.labels, self.form, GROUPS[tool]
        bare = next(iter(form.group("terrain")))
        return [
            (name, name.replace("-", " "), ground_swatch(labels, group, name, bare))
            for name in _plain(form, group)
        ]

    @property
    def _free(self) -> bool:
        return self._tag()[1].endswith(FREE)

    def _tag(self) -> tuple[str, str]:
        return self.tag.value or ("", "")

    def told(self) -> str:
        if self.shut:
            return (
                "This game's board is always the same: its places, not hexes, stand in the rules. "
                "What stands on them is set under Counters and Settings."
            )
        if self.hex is not None and self.tool.value == PLACES:
            return f"Hex {self.hex}: choose a kind, type the name, press Enter."
        if self.start is not None:
            return f"From {self.start}: click where it goes on, Escape ends it."
        return HOW[self.tool.value]

    def about(self, hex: str) -> str:
        """All that the board says of a hex, in a line."""
        board = self.lies_on
        if hex not in board or self.shut:
            return ""
        told = [hex, board.terrain(hex).replace("-", " ")]
        if hex in board.place_in:
            place = board.place_in[hex]
            told.append(f"{place.name} ({place.kind.replace('-', ' ')})")
        names = hexes.directions(board.labels)
        for group, table in ((board.side_at, names), (board.link_at, names)):
            kinds: dict[str, list[str]] = {}
            for side in range(6):
                for kind in sorted(group[board.index[hex] * 6 + side]):
                    kinds.setdefault(kind, []).append(table[side])
            told += [f"{kind.replace('-', ' ')} {' '.join(at)}" for kind, at in kinds.items()]
        told += [tag for tag, members in board.tags.items() if hex in members]
        told += [f"area {area.name}" for area in board.areas_touching(hex)]
        return " · ".join(told)

    def marks(self) -> Iterator[Overlay]:
        tool, board = self.tool.value, self.lies_on
        if self.shut:
            return
        what, name = self._tag()
        if tool == TAGS and name and not self._free:
            area = board.areas.get(name) if what == "Area" else None
            there = area.touches if area is not None else sorted(board.tagged(name))
            yield Overlay("sight-area", tuple(there))
        if self.hex is not None and self.hex in board and tool == PLACES:
            yield Overlay("selected", (self.hex,))
        sides = tuple(self._sides) or ((self._near,) if self._near is not None else ())
        way = tuple(self._wet) if tool == WAYS else ()
        area_ = tuple(self._wet) if tool != WAYS else ()
        start = (self.start,) if self.start is not None and not way else ()
        if sides or way or area_ or start:
            yield Overlay("wet", hexes=area_ or start, sides=sides, path=way)

    # -- what is chosen ---------------------------------------------------------------------------
    def _turned(self) -> None:
        self.put_down()
        self.away.value = False
        self.page.refresh()

    def _chosen(self, kind: str) -> None:
        self.kinds[self.tool.value] = kind
        self.away.value = False
        if self.tool.value == PLACES and self.hex is not None and self.name.value.strip():
            self._name_it()
        self.page.refresh()

    def _asked(self) -> None:
        self.page.refresh()

    def _named(self) -> None:
        if self.tool.value == PLACES and self.hex is not None:
            self._name_it()

    def _name_it(self) -> None:
        assert self.hex is not None, "a hex is asked for"
        name, place = self.name.value.strip(), self.lies_on.place_in.get(self.hex)
        if name and (place is None or (place.name, place.kind) != (name, self.kind)):
            self._do(Name(self.hex, name, self.kind))

    # -- the brush --------------------------------------------------------------------------------
    def draw(self, what: str, x: float, y: float) -> None:
        """A press, a drag, its end."""
        if self.shut:
            return
        layout = layout_for(self.page.board.view, self.page.board.hex_size)
        if what == "down":
            self._wet, self._sides, self._at, self._near = [], [], (x, y), None
            self._touch(layout, x, y, first=True)
        elif what == "move" and self._at is not None:
            (left, top), self._at = self._at, (x, y)
            far = math.hypot(x - left, y - top)
            steps = max(1, math.ceil(far / (STEP * layout.size)))
            for n in range(1, steps + 1):
                self._touch(layout, left + (x - left) * n / steps, top + (y - top) * n / steps)
        elif what == "move":
            near = layout.side_at(x, y) if self.tool.value == SIDES else None
            if near == self._near:
                return
            self._near = near
        elif self._at is not None:
            self._at = None
            self._drawn()
            return
        self.page.show()

    def _touch(self, layout: Layout, x: float, y: float, first: bool = False) -> None:
        """The brush is at a spot."""
        hex, tool = layout.hex_at(x, y), self.tool.value
        if hex is None:
            return
        if tool == SIDES:
            side = layout.side_at(x, y, math.inf if first else NEAR)
            if side is not None and not self._has(self._sides, side):
                self._sides.append(side)
        elif tool == WAYS and self._wet and hex != self._wet[-1]:
            self._wet += self.lies_on.straight(self._wet[-1], hex)[1:]
        elif tool == PLACES:
            self._wet = [hex]
        elif hex not in self._wet:
            self._wet.append(hex)

    def _has(self, sides: list[tuple[str, int]], side: tuple[str, int]) -> bool:
        return side in sides or self._twin(side) in sides

    def _twin(self, side: tuple[str, int]) -> tuple[str, int] | None:
        """The same side as the hex beyond it names it."""
        board = self.lies_on
        other = board.neighbour_at[board.index[side[0]] * 6 + side[1]]
        return (board.hexes[other], hexes.opposite(side[1])) if other >= 0 else None

    def _drawn(self) -> None:
        """A stroke of the brush is over."""
        wet, sides, self._wet, self._sides = self._wet, self._sides, [], []
        tool = self.tool.value
        if tool == PLACES and wet:
            self._pick(wet[0])
        elif tool == WAYS and len(wet) == 1:
            self._on_way(wet[0])
        elif wet or sides:
            self._stroke(tool, tuple(wet), tuple(sides))
        self.page.refresh()

    def _do(self, *strokes: Drawing) -> None:
        self.page.do(Draw(strokes))

    def _stroke(self, tool: str, wet: tuple[str, ...], sides: tuple[tuple[str, int], ...]) -> None:
        away = self.away.value
        if tool == TERRAIN:
            bare = next(iter(self.form.group("terrain")))
            self._do(Paint(wet, bare if away else self.kind))
        elif tool == SIDES:
            self._do(*self._banks(sides, away))
        elif tool == WAYS:
            self.start = None
            self._do(*self._ways(wet, away))
        else:
            self._do(self._tagged(wet, away))

    def _banks(self, sides: tuple[tuple[str, int], ...], away: bool) -> list[Drawing]:
        """Water along sides, instead of other water; a click on what is there takes it away."""
        board, kind = self.lies_on, self.kind
        lying = {k for hex, side in sides for k in board.side_at[board.index[hex] * 6 + side]}
        if away:
            return [Bank(sides, one, False) for one in sorted(lying)]
        if len(sides) == 1 and kind in lying:
            return [Bank(sides, kind, False)]
        others = sorted(lying & set(WATER) - {kind}) if kind in WATER else []
        return [*(Bank(sides, one, False) for one in others), Bank(sides, kind)]

    def _ways(self, wet: tuple[str, ...], away: bool) -> list[Drawing]:
        if not away:
            return [Way(wet, self.kind)]
        lying = sorted({kind for a, b in pairwise(wet) for kind in self.lies_on.link(a, b)})
        return [Way(wet, kind, False) for kind in lying]

    def _tagged(self, wet: tuple[str, ...], away: bool) -> Drawing:
        what, name = self._tag()
        if name.endswith(FREE):
            own = self.name.value.strip()
            if not own:
                raise Problem("it has no name yet", remedy="Type its own name first.")
            name = name.removesuffix(FREE) + own
        board = self.lies_on
        if what == "Tag":
            gone = away or (len(wet) == 1 and wet[0] in board.tagged(name))
            return Tag(wet, name, not gone)
        area = board.areas.get(name)
        touched = area.touches if area is not None else ()
        gone = away or (len(wet) == 1 and wet[0] in touched)
        left = tuple(hex for hex in touched if hex not in wet)
        called = area.name if area is not None else name.rpartition("-")[2]
        return Gate(name, called, left if gone else (*left, *wet))

    def _pick(self, hex: str) -> None:
        """The hex whose name is asked for; what stands there is in the fields."""
        place = self.lies_on.place_in.get(hex)
        if self.away.value:
            self.hex = None
            if place is not None:
                self._do(Name(hex, ""))
            return
        typed = self.name.value.strip()
        before, self.hex = self.hex, hex
        if place is not None:
            self.kinds[PLACES] = place.kind
            self.name.value = place.name
        elif typed and (before is None or self._place_of(before) != typed):
            # a name that waits for its hex
            self._name_it()
        else:
            self.name.value = ""

    def _place_of(self, hex: str) -> str:
        place = self.lies_on.place_in.get(hex)
        return place.name if place is not None else ""

    def _on_way(self, hex: str) -> None:
        """A way from click to click."""
        if self.start is not None and self.start != hex:
            way = self.lies_on.straight(self.start, hex)
            self._do(*self._ways(way, self.away.value))
        self.start = hex if self.start != hex else None

    # -- keys -------------------------------------------------------------------------------------
    def pressed(self, key: str) -> None:
        """Enter draws at the cursor, 1 to 6 along its sides, clockwise from the first."""
        cursor = self.page.desk.pointer.cursor
        if self.shut or cursor is None:
            return
        if key in "123456" and self.tool.value == SIDES:
            self._sides = [(cursor, int(key) - 1)]
            self._drawn()
        elif key == "Enter" and self.tool.value != SIDES:
            self._wet = [cursor]
            self._drawn()
        elif key == "Delete":
            self.away.value = not self.away.value

    def put_down(self) -> None:
        self.hex = self.start = self._near = self._at = None
        self._wet, self._sides = [], []


HOW = {
    TERRAIN: "Click a hex, or drag over many. Keys: arrows and Enter.",
    SIDES: "Click beside a side, or drag along it; what is there goes when clicked again. "
    "Keys: arrows, then 1 to 6 for a side.",
    WAYS: "Drag from hex to hex, or click where it begins and where it goes on.",
    PLACES: "Click a hex, choose a kind, type its name and press Enter.",
    TAGS: "Click or drag over the hexes that bear a mark, or that an area touches.",
}
"""How one draws with each tool."""

TRACING = """<details class="sr-tracing"><summary>Trace from a picture of your own</summary>
<p class="sr-muted">It lies on the board like tracing paper and stays in this page: it is sent
nowhere and no file saves it.</p><div class="sr-tracing-fields">
<label>Picture <input type="file" accept="image/*"></label>
<label>Shows <input type="range" name="share" min="5" max="95" value="50"></label>
<label>Size % <input class="sr-field" type="number" name="size" min="5" value="100"></label>
<label>Right % <input class="sr-field" type="number" name="right" step="0.1" value="0"></label>
<label>Down % <input class="sr-field" type="number" name="down" step="0.1" value="0"></label>
<label><input type="checkbox" name="move"> Drag it, and size it by the wheel</label>
<button type="button" class="sr-button">Remove the picture</button></div></details>"""


def _plain(form: Format, group: str) -> Iterator[str]:
    """The names of a group that are whole."""
    return (name.name for name in form.group(group).values() if not name.family)
