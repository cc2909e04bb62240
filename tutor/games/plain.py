"""The plain hands: how any game looks at a board, what things are called, what stands beside it.

A game's own hands know more. They hold no rules; all they know they ask the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.board import Board
from engine.catalogue import GAMES
from engine.game import Prospect
from engine.values import Action
from engine.verdict import Event, Reason
from engine.words import catalogue
from tutor import panels
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.games.pointing import Pointing


@cache
def wordings(stem: str) -> tuple[tuple[frozenset[str], str], ...]:
    """The words there are for a kind of action, the fullest first: `move-weapon` is said where it
    names a weapon, `end-combat` where that is the decision."""
    every = (key for key in catalogue().entries if f"{key}-".startswith(f"{stem}-"))
    found = ((frozenset(key[len(stem) + 1 :].split("-")) - {""}, key) for key in every)
    return tuple(sorted(found, key=lambda entry: -len(entry[0])))


WHENCE = (("origin", "Where the map comes from"),)


def origins(board: Board) -> Iterator[Overlay]:
    """Where hexes and sides come from that do not come from where most do."""
    said: dict[str, tuple[list[str], list[tuple[str, int]]]] = {}
    for labels, origin in board.origins.items():
        hexes, sides = said.setdefault(origin, ([], []))
        if len(labels) == 1:
            hexes += labels
        elif labels and (slot := board.slot(*labels)) is not None:
            sides.append((labels[0], slot % 6))
    for origin, (hexes, sides) in said.items():
        yield Overlay("origin", tuple(hexes), sides=tuple(sides), text=origin)


class Hands(Pointing):
    """How a game looks at a board, what things are called, and what stands beside it."""

    overlays: tuple[tuple[str, str], ...] = ()
    """The overlays a learner can switch on: (key, what it says on the button)."""

    @property
    def switches(self) -> tuple[tuple[str, str], ...]:
        """These, and of a board that says where it comes from that."""
        return self.overlays + (WHENCE if self.game.scenario.board.origins else ())

    def glow(self, hex: str) -> tuple[Overlay, ...]:
        """What lights up while the pointer or the cursor is over a place."""
        return ()

    def shown_by(self, action: Action) -> tuple[Overlay, ...]:
        """What an action is about, laid over the board: who acts, where, by which way, on what."""
        board, position = self.game.scenario.board, self.state.position
        found: list[Overlay] = []
        who = (action["unit"],) if "unit" in action else action.get("units", ())
        known = (one for one in who if one in position)
        seats = tuple(dict.fromkeys(p for one in known if (p := position.place(one)) in board))
        if seats:
            found.append(Overlay("selected", seats))
        if "path" in action:
            found.append(Overlay("path", path=action["path"]))
        ends = str(action.get("bridge", "")).split("-")
        goals = tuple(hex for hex in (action.get("hex"), *ends) if hex in board)
        if goals:
            found.append(Overlay("goal", goals))
        return tuple(found)

    def about(self, hex: str) -> str:
        """What a place is and does, as HTML, while it is pointed at."""
        return ""

    drawers: Mapping[str, str] = {}
    """By the kind of decision the place whose counters lie open over the board."""

    def drawer(self) -> str | None:
        """The place whose counters lie open over the board while the decision is about them."""
        return self.drawers.get(self.kind)

    def foreseen(self, action: Action) -> Sequence[Prospect]:
        """What can come of an action, where it is few enough to be reckoned and betrays nothing
        that somebody hides."""
        return self.game.outlook(action)

    def odds_note(self, action: Action) -> str:
        """The odds of an action in one line, where the tally alone does not say them."""
        return ""

    def invitation(self, count: int) -> str:
        """How to begin, when so many units can be picked."""
        return f"{self.who(count)}, or press N."

    @staticmethod
    def who(count: int) -> str:
        """So many can act, and that one of them is to be clicked."""
        return "1 unit can act. Click it" if count == 1 else f"{count} units can act. Click one"

    closed: Collection[str] = ()
    """Kinds of decision that are taken face down."""

    def secret(self, side: str | None = None) -> bool:
        """Whether one side, or this one, knows something now that another may not see, or just
        chose it."""
        if not self.closed:
            return False
        rules, states = self.game.rules, [step.state for step in self.game.history[-2:]]
        owed = [decision for state in states if (decision := rules.decision(state)) is not None]
        return any(decision.kind in self.closed for decision in owed)

    def told_name(self, action: Action) -> str:
        """An action as it is told to be judged, legal or not."""
        who = (action["unit"],) if "unit" in action else action.get("units", ())
        name, way = ", ".join(map(self.unit_name, who)), " - ".join(action.get("path", ()))
        mode = f" ({action['mode']} movement)" if "mode" in action else ""
        return f"{name}: {way}{mode}" if way else self.action_name(action)

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """What a plan would come to, beside the board."""
        return ""

    def tracks_html(self) -> str:
        """The turn, how it stands and how it is won, in a scenario of several turns."""
        now = self.ask("standing") if self.answers("standing") else None
        return panels.standing_html(self.game, now) if now is not None else ""

    def key_html(self) -> str:
        """How to read the counters, to be opened."""
        return ""

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """What a unit's counter shows."""
        piece = self.game.scenario.pieces[unit]
        palette = self.game.scenario.side(piece.side).palette
        return CounterView(unit, piece.side, palette, name=piece.name, states=states)

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Every unit's place and counter; the chosen ones raised."""
        position = self.state.position
        for place in position.places():
            for unit in position.at(place):
                states = self.states(unit) | ({"selected"} if unit in chosen else set())
                yield place, self.counter(unit, frozenset(states))

    def states(self, unit: str) -> set[str]:
        """Badges of a unit: active, moved, ..."""
        return set()

    def markers(self) -> Iterator[MarkerView]:
        """Markers on the map."""
        return iter(())

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """An overlay the learner switched on: of every game zones of control, and control."""
        if key == "origin":
            yield from origins(self.game.scenario.board)
        sides = self.game.scenario.sides
        mine = self.mover or sides[0].id
        for side in sides if key in dict(self.overlays) else ():
            if key == ("zoc-own" if side.id == mine else "zoc-enemy"):
                hexes = tuple(sorted(self.ask("zoc", side=side.id)))
                yield Overlay("zoc", hexes, palette=side.palette)
            elif key == "control":
                held = self.ask("control").items()
                hexes = tuple(hex for hex, owner in held if owner == side.id)
                yield Overlay("control", hexes, palette=side.palette)

    def switched(self, key: str, on: bool) -> str:
        """What an overlay that is drawn by clicks says when it is switched."""
        return ""

    def causes(self, reasons: Iterable[Reason]) -> Iterator[Overlay]:
        """What else than the hexes of a refusal shows why."""
        return iter(())

    def legend(self) -> Mapping[str, str]:
        """How to read each overlay, by its key."""
        words = catalogue()
        keys = (f"legend.{name}" for name, _ in self.switches)
        return {key.partition(".")[2]: words.say(key) for key in keys if key in words}

    def whole_battle(self, action: Action) -> Mapping[str, Any]:
        """Exact odds of what a whole battle comes to; empty where the game does not reckon it."""
        if action.kind not in ("attack", "breakthrough") or not self.answers("battle_outlook"):
            return {}
        found: Mapping[str, Any] = self.game.query("battle_outlook", **dict(action.args))
        return found

    def action_name(self, action: Action) -> str:
        """A legal action as the label of a button."""
        info = GAMES.get(self.game.scenario.game)
        stems = ((f"action.{info.prefix.lower()}.",) if info else ()) + ("action.",)
        said = {*action.named, self.kind.rpartition(".")[2]}
        for stem in stems:
            for names, key in wordings(f"{stem}{action.kind}"):
                if names <= said:
                    return catalogue().say(key, self.named(action).items())
        return str(action).replace("-", " ")

    def named(self, action: Action) -> dict[str, Any]:
        """What an action names, each thing by what it is called."""
        return {name: self.called(name, value) for name, value in action.args}

    def called(self, name: str, value: Any) -> Any:
        """What an argument of an action is called."""
        if name == "unit":
            return self.unit_name(value)
        if name == "units":
            return [self.unit_name(unit) for unit in value]
        return " - ".join(value) if name == "path" else value

    def costs(self, before: Any, after: Any) -> Iterator[Event]:
        """What an action cost that its events do not tell, by the states before and after it."""
        return iter(())

    def aside(self) -> str:
        """What else lies open on the table while somebody decides."""
        return ""

    def place_name(self, place: str) -> str:
        """Where a unit is, in words."""
        sides = {side.id: side.name for side in self.game.scenario.sides}
        words = [sides.get(word, word) for word in place.replace("_", "-").split("-")]
        name = " ".join(words)
        return name[:1].upper() + name[1:]

    def unit_text(self, unit: str) -> str:
        """The figures of a unit in words."""
        counter = self.counter(unit, frozenset())
        strengths = " / ".join(counter.numbers)
        return f"{strengths}, {'reduced' if counter.reduced else 'full strength'}"

    def describe(self, hex: str) -> str:
        """What a hex is, for the status line and the screen reader."""
        board = self.game.scenario.board
        place = board.place_in.get(hex)
        units = ", ".join(self.unit_name(u) for u in self.state.position.at(hex))
        name = f" {place.name}," if place else ""
        who = f": {units}" if units else ""
        return f"Hex {hex},{name} {board.terrain(hex).replace('-', ' ')}{who}"

    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        piece: Any = self.game.scenario.pieces[unit]
        side = self.game.scenario.side(piece.side)
        return f"{side.name} {piece.name}"
