"""The plain hands: pick a unit, pick a hex, or pick from the list of legal actions.

A game's own hands know more: what a unit's counter looks like, which way a move would go, what
to light up. They hold no rules; all they know they ask the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.action import Action
from engine.catalogue import GAMES
from engine.game import Game, Prospect
from engine.hexes import line
from engine.verdict import Reason
from engine.words import catalogue
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.hands.company import Company
from tutor.hands.values import Kind, Proposal

MANY = 60
"""More legal actions than this are not offered as a list."""
FEW = 8
"""More ways of one unit than this are not offered as a list."""


class Hands(Company):
    """Turns pointing into actions for one game in progress."""

    overlays: tuple[tuple[str, str], ...] = ()
    """The overlays a learner can switch on: (key, what it says on the button)."""

    kinds: Mapping[str, Kind] = {}
    """What action answers a decision by pointing, by the decision's kind."""

    modes: tuple[tuple[str, str], ...] = ()
    """Ways of doing the current thing: (key, what it says on the button)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.viewer: str | None = None
        """Whose eyes look at the screen: a side, nobody's in particular (""), or all (None)."""
        self.picked: str | None = None
        self.mode = ""
        self.facing = ""
        self.cursor: str | None = None

    @property
    def state(self) -> Any:
        """The state as far as the one may know it who looks."""
        return self.game.state

    def where(self, unit: str) -> str:
        """Where a unit is, or a card or whatever else can be picked."""
        place: str = self.state.position.place(unit)
        return place

    def actor(self, action: Action) -> str | None:
        """Who or what is picked to do an action."""
        who: str | None = action.get("unit")
        return who or next(iter(action.get("units", ())), None)

    def goal(self, action: Action) -> str:
        """The place that is pointed at for an action."""
        goal: str = action["path"][-1] if "path" in action else action["hex"]
        return goal

    def thing_at(self, hex: str) -> str | None:
        """What a click on a place picks where no counter stands: a card in the hand."""
        return None

    def spread(self, hex: str) -> bool:
        """Whether counters lie side by side in a place, so that a click on one means no other."""
        return False

    def options(self, unit: str, hex: str) -> tuple[Action, ...]:
        """The ways to go on there, where pointing leaves more than one: to be shown as buttons."""
        return ()

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

    def drawer(self) -> str | None:
        """The place whose counters lie open over the board while the decision is about them."""
        return None

    def foreseen(self, action: Action) -> bool:
        """Whether everything that can come of an action is few enough to be reckoned."""
        return True

    def odds_note(self, action: Action) -> str:
        """The odds of an action in one line, where the tally alone does not say them."""
        return ""

    def invitation(self, count: int) -> str:
        """How to begin, when so many units can be picked."""
        who = "1 unit can act. Click it" if count == 1 else f"{count} units can act. Click one"
        return f"{who}, or press N."

    closed: Collection[str] = ()
    """Kinds of decision that are taken face down."""

    def secret(self) -> bool:
        """Whether one side knows something now that another may not see, or just chose it."""
        if not self.closed:
            return False
        rules, states = self.game.rules, [step.state for step in self.game.history[-2:]]
        owed = [decision for state in states if (decision := rules.decision(state)) is not None]
        return any(decision.kind in self.closed for decision in owed)

    def facings(self) -> tuple[tuple[str, str], ...]:
        """Ways to face after a move: (key, what stands on the button)."""
        return ()

    def touch(self, hex: str, shown: Collection[str]) -> str | None:
        """What a tool that is switched on says to a click; None where none takes it."""
        return None

    def trial(self, unit: str) -> Action:
        """What a unit that can do nothing is refused, so that it is told why."""
        return Action("move", unit=unit, path=(self.where(unit),) * 2)

    def let_go(self) -> None:
        """Everything is put down: a plan under way is forgotten."""
        self.mates = ()

    def mode_of(self, action: Action) -> str:
        """The mode in which an action is done."""
        mode: str = action.get("mode", "normal")
        return mode

    def aiming(self) -> bool:
        """Whether a click always means the hex, never a counter in it."""
        return False

    def told_name(self, action: Action) -> str:
        """An action as it is told to be judged, legal or not."""
        who = (action["unit"],) if "unit" in action else action.get("units", ())
        name, way = ", ".join(map(self.unit_name, who)), " - ".join(action.get("path", ()))
        mode = f" ({action['mode']} movement)" if "mode" in action else ""
        return f"{name}: {way}{mode}" if way else self.action_name(action)

    def commit_name(self, action: Action) -> str:
        """The button that an action still waits for after its hex is pointed at."""
        return ""

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """What a plan would come to, beside the board."""
        return ""

    def tracks_html(self) -> str:
        """The game's tracks, and what the one who looks holds in his hand."""
        return ""

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

    def pickable(self) -> tuple[str, ...]:
        """The units that the decision owed lets the learner pick."""
        return tuple(dict.fromkeys(a["unit"] for a in self.game.choices() if "unit" in a))

    def may_select(self, unit: str) -> bool:
        """Whether clicking a unit picks it up (to act with it, or to be told why not)."""
        return self.owner(unit) == (self.game.decision.side if self.game.decision else None)

    def owner(self, unit: str) -> str:
        """Whose a unit is."""
        side: str = self.game.scenario.pieces[unit].side
        return side

    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """What clicking a hex would mean: a legal action that names it, else an attempt at one.

        With nobody picked nobody is chosen for the learner, unless only one unit can act at all.
        """
        able = self.pickable() if unit is None else ()
        for action in self.game.choices(unit=unit, hex=hex):
            if unit is not None or "unit" not in action or len(able) == 1:
                return Proposal(action, tuple(action.get("path", ())))
        return self.attempt(unit, hex)

    def attempt(self, unit: str | None, hex: str) -> Proposal | None:
        """The illegal action that pointing at a hex most likely means, so that it is explained."""
        decision = self.game.decision
        kind = self.kinds.get(decision.kind if decision else "")
        if kind is None:
            return None
        if unit is not None and kind.path:
            way = self.straight(self.game.state.position.place(unit), hex)
            return Proposal(Action(kind.action, unit=unit, path=way), way) if way else None
        if unit is not None and kind.hex:
            return Proposal(Action(kind.action, unit=unit, hex=hex))
        if not kind.unit and kind.hex:
            return Proposal(Action(kind.action, hex=hex))
        return None

    def straight(self, start: str, goal: str) -> tuple[str, ...]:
        """The hexes on the line between two hexes."""
        board = self.game.scenario.board
        if start not in board or goal not in board or start == goal:
            return ()
        cells = [step[0] for step in line(board.cell(start), board.cell(goal))]
        return tuple(label for cell in cells if (label := board.label_of(cell)) is not None)

    def by_path(self) -> bool:
        """Whether the decision is answered by a way from hex to hex."""
        decision = self.game.decision
        kind = self.kinds.get(decision.kind if decision else "")
        return kind is not None and kind.path

    def extend(self, unit: str, path: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """What adding one hex to a path under way would mean."""
        decision = self.game.decision
        kind = self.kinds.get(decision.kind if decision else "")
        if kind is None or not kind.path:
            return None
        named = None if mode in ("", "normal") else mode
        way = (*path, hex)
        return Proposal(Action(kind.action, unit=unit, path=way, mode=named), way)

    def small(self, action: Action) -> bool:
        """Whether an action's button is one of many, and small."""
        return False

    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """What lights up: where the picked unit may go, or the hexes that the decision names."""
        actions = self.game.choices(unit=unit) if unit else self.listed(everything=True)
        goals = [a["path"][-1] if "path" in a else a.get("hex") for a in actions]
        hexes = tuple(dict.fromkeys(hex for hex in goals if hex is not None))
        if hexes:
            yield Overlay("target", hexes)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """An overlay the learner switched on."""
        return iter(())

    def causes(self, reasons: Iterable[Reason]) -> Iterator[Overlay]:
        """What else than the hexes of a refusal shows why."""
        return iter(())

    def legend(self) -> Mapping[str, str]:
        """How to read each overlay, by its key."""
        words = catalogue()
        keys = (f"legend.{name}" for name, _ in self.overlays)
        return {key.partition(".")[2]: words.say(key) for key in keys if key in words}

    def whole_battle(self, action: Action) -> Mapping[str, Any]:
        """Exact odds of what a whole battle comes to; empty where the game does not reckon it."""
        rules: Any = self.game.rules
        if action.kind not in ("attack", "breakthrough") or not hasattr(rules, "queries"):
            return {}
        if "battle_outlook" not in rules.queries():
            return {}
        found: Mapping[str, Any] = self.game.query("battle_outlook", **dict(action.args))
        return found

    def listed(self, everything: bool = False) -> list[Action]:
        """Legal actions to offer as buttons: those that need no pointing at a board."""
        actions = [a for a in self.game.choices() if "path" not in a and "units" not in a]
        if not everything:
            actions = [a for a in actions if not ("unit" in a and "hex" in a)]
        return actions if len(actions) <= MANY else []

    def ways(self, unit: str) -> list[Action]:
        """The few ways that a picked unit may take, to offer as buttons."""
        actions = [a for a in self.game.choices(unit=unit) if "path" in a]
        return actions if len(actions) <= FEW else []

    def action_name(self, action: Action) -> str:
        """A legal action as the label of a button."""
        words = catalogue()
        info = GAMES.get(self.game.scenario.game)
        own = f"action.{info.prefix.lower()}.{action.kind}" if info else ""
        key = own if own in words else f"action.{action.kind}"
        if key not in words:
            return str(action).replace("-", " ")
        named = {
            name: self.unit_name(value) if name == "unit" else value for name, value in action.args
        }
        if "units" in action:
            named["units"] = [self.unit_name(unit) for unit in action["units"]]
        if "path" in action:
            named["path"] = " - ".join(action["path"])
        return words.say(key, named.items())

    def may_tell(self, prospects: Iterable[Prospect]) -> bool:
        """Whether the odds of these may be shown: not where they betray what somebody hides."""
        return True

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
