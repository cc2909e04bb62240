"""Finding the way to an action of Conflict of Heroes by what a learner can press and point at.

Nothing is applied: whatever a gesture would do is caught on the way to the game.
"""

from __future__ import annotations

from itertools import permutations

from engine.game import Game
from engine.values import Action
from engine.verdict import Reason, Verdict
from tutor.desk import Desk
from tutor.table.choices import LISTED_AT_MOST

CAUGHT = Verdict((Reason.of("2.2", "coh.nobody"),))


class Finder:
    """A learner with one action in mind."""

    def __init__(self, game: Game, viewer: str | None = None) -> None:
        self.desk = Desk(game)
        self.hands = self.desk.hands
        self.hands.viewer = viewer
        self.desk.guard = self._catch
        self.done: Action | None = None

    def _catch(self, action: Action) -> Verdict:
        self.done = action
        return CAUGHT

    def finds(self, action: Action) -> str:
        """How an action is reached; empty where no control leads to it."""
        self.desk.cancel()
        self.hands.pointer.facing = ""
        modes = [key for key, _ in self.hands.modes]
        if self.hands.mode_of(action) in modes:
            self.desk.set_mode(self.hands.mode_of(action))
        if action in self.hands.listed()[:LISTED_AT_MOST]:
            return "button"
        actor = self.hands.actor(action)
        if actor is None:
            return self._click(action, action.get("hex"))
        if actor not in self.hands.pickable():
            return ""
        return self._marched(action) if self.hands.marches(action) else self._with(actor, action)

    def _marched(self, action: Action) -> str:
        """A group put together, and a way clicked for each of it (9.11)."""
        lead, *mates = action["units"]
        self.desk.pick(lead)
        for mate in mates:
            self.hands.join(mate)
        self._use("Each to a hex of its own")
        ways = [way.split() for way in action.get("paths") or action["to"]]
        for (first, *_), facing in zip(ways, action["facings"], strict=True):
            self.hands.pointer.facing = facing
            self.desk.click(first)
        for unit, (_, *rest), facing in zip(action["units"], ways, action["facings"], strict=True):
            for hex in rest:
                self._use(f"One hex more for {self.hands.unit_name(unit)}")
                self.hands.pointer.facing = facing
                self.desk.click(hex)
        plans = (tool.action for tool in self.hands.tools() if tool.action is not None)
        return "group" if action in plans else ""

    def _use(self, text: str) -> None:
        """A button that changes the plan."""
        for tool in self.hands.tools():
            if tool.text == text:
                self.desk.use(tool)
                return

    def _with(self, unit: str, action: Action) -> str:
        self.desk.pick(unit)
        if action in self.hands.ways(unit):
            return "unit's button"
        if self._by_steps(unit, action):
            return "step by step"
        facing = action.get("facing", "")
        for turned in dict.fromkeys(("", facing)):
            self.desk.cancel()
            self.desk.pick(unit)
            self.hands.pointer.facing = turned if turned in dict(self.hands.facings()) else ""
            found = self._click(action, self._goal(action))
            if found:
                return found
        return self._tooled(unit, action)

    def _by_steps(self, unit: str, action: Action) -> bool:
        """A way of one hex or several, clicked one by one."""
        if "path" not in action or not self.hands.by_path():
            return False
        self.done = None
        self.desk.set_step_by_step(True)
        for hex in action["path"]:
            self.desk.click(hex)
        self.desk.commit()
        self.desk.set_step_by_step(False)
        return self.done == action

    @staticmethod
    def _goal(action: Action) -> str | None:
        path = action.get("path")
        return path[-1] if path else action.get("hex")

    def _click(self, action: Action, hex: str | None) -> str:
        if hex is None:
            return ""
        self.done = None
        self.desk.click(hex)
        if self.desk.pointer.target is not None:
            for member in self.hands.members_of(action):
                if member not in self.desk.pointer.members:
                    self.desk.toggle_member(member)
            for member in self.desk.pointer.members:
                if member not in self.hands.members_of(action):
                    self.desk.toggle_member(member)
            if action in (self.hands.beside(hex) or ()):
                return "button beside the plan"
            self.desk.commit()
            return "plan" if self.done == action else ""
        if self.desk.pointer.offer and self.desk.pointer.unit:
            offered = self.hands.options(self.desk.pointer.unit, hex)
            if action in offered:
                return "offered"
            self.desk.click(hex)
        return "click" if self.done == action else ""

    def _tooled(self, unit: str, action: Action) -> str:
        """By one or two of the buttons that change the plan, and a click or a button after it."""
        self.desk.cancel()
        self.desk.pick(unit)
        names = [tool.text for tool in self.hands.tools()]
        for pressed in (*((name,) for name in names), *permutations(names, 2)):
            self.desk.cancel()
            self.desk.pick(unit)
            for name in pressed:
                for tool in self.hands.tools():
                    if tool.text == name:
                        self.desk.use(tool)
            found = "unit's button" if action in self.hands.ways(unit) else ""
            if not found and self.desk.pointer.target is not None:
                self.desk.commit()
                found = "plan" if self.done == action else ""
            found = found or ("step by step" if self._by_steps(unit, action) else "")
            found = found or self._click(action, self._goal(action))
            if found:
                return f"tool, {found}"
        return ""
