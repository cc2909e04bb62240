"""Pointing: what clicks and buttons mean, from what the engine offers for the decision owed.

An action is put together slot by slot: who is picked fills one, the place that is clicked another;
what is legal after that and needs no more pointing stands on buttons. A game whose gestures are not
plain says so in its own room; it lists nothing that the engine does not.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any

from engine.game import Game
from engine.rules import AgendaRules
from engine.values import Action
from engine.verdict import Decision
from engine.words import show
from tutor.art.views import Overlay
from tutor.games.pointer import Pointer, Proposal, Tool

MANY = 60
"""More legal actions than this are not offered as a list."""
FEW = 8
"""More ways of one unit than this are not offered as a list."""


class Pointing:
    """The half of the hands that turns pointing into actions."""

    ways_to_go: Mapping[str, tuple[tuple[str, str], ...]] = {}
    """Ways of doing the current thing, by the kind of decision: (key, what its button says)."""

    spread: Collection[str] = ()
    """Places where counters lie side by side, so that a click on one means no other."""

    def __init__(self, game: Game, pointer: Pointer | None = None) -> None:
        self.game = game
        self.pointer = pointer or Pointer()
        self.viewer: str | None = None
        """Whose eyes look at the screen: a side, nobody's in particular (""), or all (None)."""
        self._told: dict[Hashable, Any] = {}
        self._told_of: Any = None

    # -- what the engine says, once a state -------------------------------------------------------

    def _once(self, key: Hashable, find: Any, /, *args: Any, **named: Any) -> Any:
        """An answer that holds for as long as the state does."""
        if self._told_of is not self.game.state:
            self._told, self._told_of = {}, self.game.state
        if key not in self._told:
            self._told[key] = find(*args, **named)
        return self._told[key]

    def ask(self, question: str, **args: Any) -> Any:
        """A question of the game, put once a state."""
        key = (question, self.viewer, *args.items())
        return self._once(key, self.game.query, question, **args)

    def answers(self, question: str) -> bool:
        """Whether the game answers such a question."""
        rules = self.game.rules
        return isinstance(rules, AgendaRules) and question in rules.questions

    @property
    def owed(self) -> Decision | None:
        """The decision that is owed."""
        return self.game.decision

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.owed.kind if self.owed else ""

    @property
    def mover(self) -> str | None:
        """Whose it is."""
        return self.owed.side if self.owed else None

    @property
    def takes(self) -> Mapping[str, object]:
        """What the kind of action takes that pointing begins: the one that is listed first."""
        found: Mapping[str, object] = self._once("takes", lambda: self.game.takes(self.begins))
        return found

    @property
    def begins(self) -> str:
        """The kind of action that pointing begins."""
        return str(self._once("begins", lambda: next(iter(self.game.kinds()), "")))

    @property
    def state(self) -> Any:
        """The state as far as the one may know it who looks."""
        return self.game.state

    def where(self, unit: str) -> str:
        """Where a unit is, or a card or whatever else can be picked."""
        place: str = self.state.position.place(unit)
        return place

    def owner(self, unit: str) -> str:
        """Whose a unit is."""
        side: str = self.game.scenario.pieces[unit].side
        return side

    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        raise NotImplementedError

    # -- who and where ----------------------------------------------------------------------------

    def actor(self, action: Action) -> str | None:
        """Who or what is picked to do an action."""
        return next(iter(self.doers(action)), None)

    def goals(self, action: Action) -> tuple[str, ...]:
        """The places that are pointed at for an action."""
        goal = action["path"][-1] if "path" in action else action.get("hex")
        return () if goal is None else (goal,)

    def pickable(self) -> tuple[str, ...]:
        """The units that the decision owed lets the learner pick."""
        found: tuple[str, ...] = self._once("pickable", self._pickable)
        return found

    def _pickable(self) -> tuple[str, ...]:
        names: list[str] = []
        for kind in self.game.kinds():
            offer = self.game.offer(Action(kind))
            slot, found = (offer.slot, offer.candidates) if offer else ("", ())
            if slot == "unit":
                names += (unit for unit in found if unit is not None)
            elif slot == "units":
                names += (unit for party in found for unit in party)
            elif kind == self.begins and self.gathers():
                names += (unit for units in self.ask("targets").values() for unit in units)
            else:
                legal = self.game.choices(kind=kind)
                names += (unit for a in legal for unit in self.doers(a))
        return tuple(dict.fromkeys(names))

    @staticmethod
    def doers(action: Action) -> tuple[str, ...]:
        """Who does an action."""
        return (action["unit"],) if "unit" in action else tuple(action.get("units", ()))

    def may_select(self, unit: str) -> bool:
        """Whether clicking a unit picks it up (to act with it, or to be told why not)."""
        return self.owner(unit) == self.mover

    def meant(self, hex: str, unit: str | None) -> str | None:
        """What a click in a place is about: the counter it is on, or something else that lies
        there, or nobody, because it always means the place."""
        return unit

    def touch(self, hex: str, shown: Collection[str]) -> str | None:
        """What a tool that is switched on says to a click; None where none takes it."""
        return None

    # -- what pointing means ----------------------------------------------------------------------

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:
        """Ways of doing the current thing: (key, what it says on the button)."""
        return self.ways_to_go.get(self.kind, ())

    def mode_of(self, action: Action) -> str:
        """The mode in which an action is done."""
        mode: str = action.get("mode", "normal")
        return mode

    def facings(self) -> tuple[tuple[str, str], ...]:
        """Ways to face after a move: (key, what stands on the button)."""
        return ()

    def propose(self, unit: str | None, hex: str) -> Proposal | None:
        """What clicking a hex would mean: a legal action that names it, else an attempt at one.

        With nobody picked nobody is chosen for the learner, unless only one unit can act at all.
        """
        way = self.way(unit, hex) if unit is not None else ()
        if unit is not None and way:
            return self.extend(unit, way[:-1], way[-1])
        found = self.there(unit, hex)
        if unit is None and len(self.pickable()) != 1:
            found = [action for action in found if self.actor(action) is None]
            found = found if len(found) == 1 else []
        if found:
            return Proposal(found[0], tuple(found[0].get("path", ())))
        return self.attempt(unit, hex)

    def doings(self, unit: str) -> list[Action]:
        """What somebody who is picked can do."""
        return self.game.choices(unit=unit)

    def there(self, unit: str | None, hex: str) -> list[Action]:
        """What he, or anybody, can do there."""
        return self.game.choices(unit=unit, hex=hex)

    def sends(self) -> bool:
        """Whether units are sent to a hex, by a way that the engine finds."""
        return bool(self.modes) and self.by_path()

    def gathers(self) -> bool:
        """Whether units are put together against a hex."""
        return {"units", "hex"} <= self.takes.keys()

    def way(self, unit: str, hex: str) -> tuple[str, ...]:
        """The way that the engine takes a player to mean who sends a unit to a hex."""
        if not self.sends():
            return ()
        mode = self.pointer.mode or "normal"
        return tuple(self.ask("way", unit=unit, hex=hex, mode=mode))

    def attempt(self, unit: str | None, hex: str) -> Proposal | None:
        """The illegal action that pointing at a hex most likely means, so that it is explained."""
        takes = self.takes
        if unit is not None and self.by_path():
            place = self.game.state.position.place(unit)
            way = self.game.scenario.board.straight(place, hex)
            return Proposal(Action(self.begins, unit=unit, path=way), way) if way else None
        alone = [kind for kind in self.game.kinds() if kind != "end"] == [self.begins]
        if "hex" not in takes or "units" in takes or not (alone or "unit" in takes):
            return None
        if (unit is None) == ("unit" in takes):
            return None if unit is None else Proposal(Action(self.begins, hex=hex))
        return Proposal(Action(self.begins, unit=unit, hex=hex))

    def by_path(self) -> bool:
        """Whether the decision is answered by a way from hex to hex."""
        return "path" in self.takes

    def extend(self, unit: str, path: tuple[str, ...], hex: str) -> Proposal | None:
        """What adding one hex to a path under way would mean."""
        if not self.by_path():
            return None
        mode = self.pointer.mode
        named = None if mode in ("", "normal") else mode
        way = (*path, hex)
        return Proposal(Action(self.begins, unit=unit, path=way, mode=named), way)

    def trial(self, unit: str) -> Action:
        """What a unit that can do nothing is refused, so that it is told why."""
        here, takes = self.where(unit), self.takes
        who = {"units": (unit,)} if "units" in takes else {"unit": unit}
        where = {"path": (here, here)} if "path" in takes else {"hex": here}
        return Action(self.begins, **who, **where)

    def lit(self, unit: str | None) -> Iterator[Overlay]:
        """What lights up: where the picked unit may go, or the hexes that the decision names."""
        if self.gathers():
            yield Overlay("target", tuple(self.ask("targets")))
            return
        if self.sends():
            if unit is not None and unit in self.pickable():
                yield from self.reach(unit)
            return
        actions = self.doings(unit) if unit else self.listed(everything=True)
        yield from self.signed(goal for action in actions for goal in self.goals(action))

    def signed(self, hexes: Iterable[str]) -> Iterator[Overlay]:
        """Places that are named: a red ring where only the enemy stands, green for all others."""
        board, found = self.game.scenario.board, dict.fromkeys(hexes)
        held = {
            hex: [*map(self.owner, self.state.position.at(hex))] for hex in found if hex in board
        }
        foes = tuple(hex for hex, sides in held.items() if sides and self.mover not in sides)
        rest = tuple(hex for hex in found if hex not in foes)
        if foes:
            yield Overlay("target", foes)
        if rest:
            yield Overlay("reach", rest)

    def reach(self, unit: str, *mates: str) -> Iterator[Overlay]:
        """Where somebody can go in the mode that was chosen, with the cost of every hex."""
        mode = self.pointer.mode or "normal"
        found = self.ask("reach", unit=unit, mode=mode, **({"mates": mates} if mates else {}))
        here = self.where(unit)
        costs = {
            hex: "" if mode == "tactical" else show(entry["cost"])
            for hex, entry in found.items()
            if entry.get("stop", True) and hex != here
        }
        far = mode not in ("normal", "tactical")
        yield Overlay("reach-strategic" if far else "reach", costs)

    # -- buttons ----------------------------------------------------------------------------------

    def options(self, unit: str, hex: str) -> tuple[Action, ...]:
        """The ways to go on there, where pointing leaves more than one: to be shown as buttons."""
        return () if self.by_path() or self.gathers() else tuple(self.there(unit, hex))

    def listed(self, everything: bool = False) -> list[Action]:
        """Legal actions to offer as buttons: those that need no pointing at a board."""
        found: list[Action] = []
        for kind in self.game.kinds():
            first = self.game.first(kind=kind)
            if first is None or self.pointed(first):
                continue
            if everything or not ("unit" in first and "hex" in first):
                found += self.game.choices(kind=kind)
        return found if len(found) <= MANY else []

    @staticmethod
    def pointed(action: Action) -> bool:
        """Whether actions of this kind are begun on the board only."""
        return "path" in action or "units" in action

    def ways(self, unit: str) -> list[Action]:
        """The few ways that a picked unit may take, to offer as buttons."""
        if self.sends() or not self.by_path():
            return []
        actions = [a for a in self.game.choices(unit=unit) if "path" in a]
        return actions if len(actions) <= FEW else []

    def manner(self, action: Action) -> str:
        """How the button of an action is pressed: SMALL, RARE, PLANNED, or plainly."""
        return ""

    # -- who acts together ------------------------------------------------------------------------

    def stack(self, unit: str) -> tuple[str, ...]:
        """Who goes along when all that stand together are taken in hand; the unit first."""
        return ()

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """Who could act together with the picked unit, and whether he does."""
        return ()

    def join(self, unit: str) -> None:
        """A helper joins the picked unit, or leaves it."""
        self.pointer.mates = self.with_member(self.pointer.mates, unit)

    def kept(self, action: Action) -> tuple[str, ...]:
        """Who stays in hand after an action, because it only begins what he is to do."""
        return ()

    def tools(self) -> tuple[Tool, ...]:
        """Buttons that change the plan under way."""
        return ()

    def planned(self) -> Action | None:
        """What the plan under way would do, once it is let go."""
        return None

    def back(self) -> None:
        """The last step of the plan under way is taken back."""

    # -- a group against a hex --------------------------------------------------------------------

    def group(self, hex: str) -> tuple[str, ...] | None:
        """The units that would act together on a hex; None where no decision asks for a group."""
        if not self.gathers():
            return None
        return tuple(self.ask("targets").get(hex, ()))

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """The action of a group on a hex."""
        return Action(self.begins, hex=hex, units=units)

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """Who is in a group once a unit has joined it, or left it."""
        if unit in members:
            return tuple(one for one in members if one != unit)
        return (*members, unit)

    def extras(self, hex: str) -> tuple[str, ...]:
        """What else a group may take along against a hex: guns, aircraft, a lead."""
        return ()

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Who and what takes part in an action of a group."""
        return tuple(action["units"])

    def member_name(self, member: str) -> str:
        """A member of a group as its button names it."""
        return self.unit_name(member)

    def member_button(self, member: str, joined: bool) -> str:
        """What stands on the button that puts a member into a group, or leaves it out."""
        return f"{'with' if joined else 'add'} {self.member_name(member)}"

    def offered(self, hex: str, members: tuple[str, ...]) -> tuple[str, ...]:
        """Who and what can be put into a group against a hex, or left out of it."""
        return tuple(dict.fromkeys((*(self.group(hex) or ()), *self.extras(hex), *members)))

    def beside(self, hex: str) -> list[Action] | None:
        """What else is offered while a group is planned against a hex; None for everything."""
        return None

    def group_hint(self) -> str:
        """What is said once a group has its target."""
        return "Click your units to add them or to leave them out."

    def group_name(self) -> str:
        """What the button says that lets the group act."""
        return self.begins.replace("-", " ").capitalize()
