"""Counters at the bench: taken off, put on, moved, and made of the types that the game has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from engine.values import replace
from engine.workbench import Bring, Data, Put, TakeOff
from tutor.art.views import Overlay
from tutor.desk import Desk
from tutor.desk.clicks import following
from tutor.pages.choosing import offer
from tutor.pages.picker import dropdown
from tutor.pages.workbench.mode import Mode
from tutor.table.parts import button, column, row
from tutor.table.swatches import Swatch, Swatches, counter_swatch

if TYPE_CHECKING:
    from tutor.pages.workbench import Bench


class Counters(Mode):
    """Counters moved by hand, and a palette of those that can be put on."""

    title = "Counters"

    def __init__(self, page: Bench) -> None:
        super().__init__(page)
        self.unit: str | None = None
        """The counter in hand."""
        self.fresh: Bring | None = None
        """A counter that is to be put on, with no place as yet."""
        self.off = page.on(button("Take it off", "Off the table (Delete)"), self.take_off)
        self.box = dropdown("Into", [("", "")])
        self.into = page.on(button("Put it there", "Beside the map"), self._into)
        told = "Its name, figures, steps, markers and whatever else can be said of it"
        self.values = page.on(button("Its values", told), self._values)
        self.with_hand = row()
        self.side = dropdown("New", [("", "")])
        page.on(self.side, self._other_side)
        self.types = Swatches(self._of_type)
        self.palette = dropdown("Or", [("", None)])
        self.bring = page.on(button("Put it on", "Then click where"), self._bring)
        chosen = row(self.palette, self.bring)
        self.widget = column(self.with_hand, self.side, self.types, chosen, look="sr-mode")

    # -- what is shown ----------------------------------------------------------------------------
    def begin(self) -> None:
        self.__dict__.pop("_made", None)
        self.put_down()

    def refresh(self) -> None:
        scenario = self.bench.rules.scenario
        if self.unit not in scenario.where:
            self.unit = None
        in_hand = (self.off, self.values, self.box, self.into)
        self.with_hand.children = in_hand if self.unit is not None else ()
        offer(self.box, [(self._called(name), name) for name in sorted(scenario.boxes)])
        offer(self.side, [(side.name, side.id) for side in scenario.sides])
        chosen = "" if self.fresh is None else self._type_of(self.fresh.row)
        self.types.offer(self._swatches(), chosen)
        spare = self._spare()
        often = Counter(_name(data) for _, (_, data) in spare)
        names = []
        for unit, (side, data) in spare:
            told = _name(data) if often[_name(data)] == 1 else f"{_name(data)} ({unit})"
            names.append((f"{self._side(side)}: {told}", unit))
        offer(self.palette, sorted(names))

    def told(self) -> str:
        if self.fresh is not None:
            called = self._label or _name(self.fresh.row)
            return f"Click where {called} is to stand."
        if self.unit is None:
            return "Click a counter, then the place where it is to stand."
        return f"In hand: {self.held}. Click where it is to stand."

    @property
    def held(self) -> str:
        """The counter in hand, and where it stands."""
        assert self.unit is not None, "one is in hand"
        desk = self.page.desk
        return f"{desk.hands.unit_name(self.unit)}, {self._called(desk.where(self.unit))}"

    def marks(self) -> Iterator[Overlay]:
        if self.unit is not None and (place := self.page.desk.where(self.unit)) in self.lies_on:
            yield Overlay("goal", (place,))

    def _called(self, place: str) -> str:
        return self.page.desk.hands.place_name(place)

    def _side(self, side: str) -> str:
        return self.bench.rules.scenario.side(side).name

    def _spare(self) -> list[tuple[str, tuple[str, Data]]]:
        return [(row["id"], (side, row)) for side, row in self.bench.palette()]

    @cached_property
    def _made(self) -> list[tuple[str, Data, Swatch]]:
        """The types of unit with their sides and pictures, as the game draws its counters."""
        found = []
        types = self.bench.types()
        if not types:
            return []
        desk = Desk(self.bench.tray(types))
        desk.open_hands()
        views = {view.id: view for _, view in desk.hands.counters(())}
        for number, (side, data) in enumerate(types):
            view = views.get(f"{number}")
            if view is not None:
                plain = replace(view, name="", steps=None)
                swatch = (f"{number}", _kind(data, side), counter_swatch(plain))
                found.append((side, data, swatch))
        return found

    def _swatches(self) -> list[Swatch]:
        return [swatch for side, _, swatch in self._made if side == self.side.value]

    @property
    def _label(self) -> str:
        """The type that is to be put on, in words; empty where it is one counter."""
        swatches = {swatch[0]: swatch[1] for _, _, swatch in self._made}
        return swatches.get(self._type_of(self.fresh.row), "") if self.fresh else ""

    def _type_of(self, data: Data) -> str:
        bare = {key: value for key, value in data.items() if key != "id"}
        return next((swatch[0] for _, made, swatch in self._made if made == bare), "")

    # -- what is done -----------------------------------------------------------------------------
    def clicked(self, place: str, unit: str | None) -> None:
        """A place: whatever is in hand goes there; else the top counter is taken in hand."""
        if self.fresh is not None:
            fresh, again = self.fresh, bool(self._label)
            row = {**fresh.row, "id": self._fresh_id()} if again else fresh.row
            self.page.do(Bring(fresh.side, row, place))
            # more of its type may follow
            self.fresh = fresh if again else None
            self.page.refresh()
            return
        if self.unit is not None and self.unit not in self._here(place):
            mover, self.unit = self.unit, None
            self.page.do(Put(mover, place))
            return
        self.take(place, unit)

    def _here(self, place: str) -> list[str]:
        standing = self.bench.state.position.at(place)
        return [one for one in standing if one in self.bench.rules.scenario.where]

    def take(self, place: str, unit: str | None) -> None:
        """The counter that is clicked, or the next one of its stack, is in hand."""
        if here := self._here(place):
            other = unit in here and unit != self.unit
            self.unit = unit if other else following(here, self.unit, -1)
        self.page.refresh()

    def _fresh_id(self) -> str:
        """A name as short as a counter has room for: the side's letter and a number."""
        return self.bench.fresh(self._side(self.side.value)[0].upper())

    def pressed(self, key: str) -> None:
        if key == "Delete":
            self.take_off()

    def put_down(self) -> None:
        self.unit = self.fresh = None

    def take_off(self) -> None:
        """Off the table with what is in hand."""
        if self.unit is not None:
            self.page.do(TakeOff(self.unit))

    def _values(self) -> None:
        """What can be set of the counter in hand, under Settings."""
        self.page.tabs.value = self.page.settings.title
        self.page.settings.begin_with_hand()

    def _into(self) -> None:
        if self.unit is not None and self.box.value:
            self.page.do(Put(self.unit, self.box.value))

    def _other_side(self) -> None:
        self.fresh = None
        self.page.refresh()

    def _of_type(self, key: str) -> None:
        side, data = next((side, data) for side, data, swatch in self._made if swatch[0] == key)
        self.fresh, self.unit = Bring(side, {"id": self._fresh_id(), **data}, ""), None
        self.page.refresh()

    def _bring(self) -> None:
        if self.palette.value is not None:
            side, data = dict(self._spare())[self.palette.value]
            self.fresh, self.unit = Bring(side, data, ""), None
            self.page.refresh()


def _name(data: Data) -> str:
    """What a counter's row is called."""
    return str(data.get("name", data["id"]))


def _kind(data: Data, side: str) -> str:
    """What a type is called."""
    kind = str(data.get("kind") or data.get("type") or data.get("id"))
    words = [str(data.get("nation", "")), kind.removeprefix(f"{side}-")]
    return " ".join(words).replace("-", " ").strip()
