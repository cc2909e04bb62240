"""Desk: a learner at a board, without the screen.

It knows what is picked, pointed at and planned, asks the engine what that would mean, and says
what the screen should show. Everything a mouse, a finger or a key can do goes through here, so
it is tested without a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import bots
from engine.action import Action
from engine.chance import NeedDice, Request, Source, Typed
from engine.game import Event, Game
from engine.verdict import Reason, Tally, Verdict
from tutor.art.views import BoardView, Overlay
from tutor.desk_view import die_name, prompt_of, text_of, view_of
from tutor.hands import Proposal, hands_for

ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


@dataclass(frozen=True)
class Notice:
    """What the desk has to say: `ok` done, `no` refused, `info` neither."""

    kind: str
    text: str = ""
    reasons: tuple[Reason, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass
class Preview:
    """What the hex pointed at would mean."""

    hex: str
    proposal: Proposal
    verdict: Verdict
    tally: Tally | None


class Desk:
    """A game, and what the learner is doing with it."""

    def __init__(
        self, game: Game, screens: bool = False, bots: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.hands = hands_for(game)
        self.selected: str | None = None
        self.path: tuple[str, ...] = ()
        self.step_by_step = False
        self.frozen = False
        self.screens = screens
        """Whether people who share this screen keep secrets from each other."""
        self.seated: str | None = None
        self.offer: str | None = None
        self.pointed: str | None = None
        self.target: str | None = None
        self.members: tuple[str, ...] = ()
        self.bots: dict[str, str] = dict(bots or {})
        self.mode = ""
        self.cursor: str | None = None
        self.shown: set[str] = set()
        self.extra: tuple[Overlay, ...] = ()
        self.preview: Preview | None = None
        self.notice = Notice("info")
        self.asked: Request | None = None
        self.on_action: list[Callable[[Action, Verdict], None]] = []
        self.guard: Callable[[Action], Verdict] | None = None
        self._waiting: Action | None = None
        self._see()

    # -- who looks --------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that no bot plays."""
        return tuple(side.id for side in self.game.scenario.sides if side.id not in self.bots)

    @property
    def curtain(self) -> bool:
        """Whether the screen is to be handed over before the next decision."""
        decision = self.game.decision
        if decision is None or not self.screens or len(self.people) < 2:
            return False
        return self.seated != decision.side and self.hands.secret()

    def sit_down(self) -> None:
        """The one who decides now sits at the screen."""
        self.seated = self.game.decision.side if self.game.decision else None
        self._see()

    def open_hands(self) -> None:
        """Everybody may see everything from now on."""
        self.screens = False
        self._see()

    def _see(self) -> None:
        """Whose eyes look: the only person's, the seated one's, or everybody's."""
        people, decision = self.people, self.game.decision
        if len(people) == 1:
            self.hands.viewer = people[0]
        elif not people or not self.screens:
            self.hands.viewer = None
        elif decision is None or self.curtain:
            self.hands.viewer = ""
        else:
            self.hands.viewer = decision.side
        if self.curtain:
            self._leave_nothing()
        elif decision is not None and self.screens:
            # nothing lay face down when the turn came: who decides now sits here already
            self.seated = decision.side

    def _leave_nothing(self) -> None:
        """What one player had in hand tells the next one nothing."""
        told = self.notice.events
        self._put_down()
        self.notice = Notice("ok", "", (), told) if told else Notice("info")
        self.cursor = self.hands.cursor = None
        self.hands.let_go()

    # -- what the learner does --------------------------------------------------------------------

    def replace(self, game: Game) -> None:
        """Another game on the same desk: a save loaded, a lesson begun again."""
        self.game = game
        self.hands = hands_for(game)
        self.hands.mode = self.mode
        self.seated = None
        self.asked = None
        self.cancel()
        self.let_bots_play()

    def let_bots_play(self) -> None:
        """The bots take the decisions that are theirs; a learner's own dice are asked for."""
        if not self.bots or self.game.can_redo:
            return
        before, need = len(self.game.history), None
        try:
            bots.answer(self.game, self.bots)
        except NeedDice as dice:
            need = dice.request
        if len(self.game.history) > before:
            told = [event for step in self.game.history[before:] for event in step.events]
            self._put_down()
            self.notice = Notice("ok", "", (), (*self.notice.events, *told))
        self.asked = need

    def click(self, hex: str | None, unit: str | None = None) -> None:
        """A click or a tap: pick a unit, go somewhere, or be told why not."""
        if self.curtain:
            return
        if hex is None:
            # A frozen desk has nothing to put down, and keeps what a lesson lit.
            if not self.frozen:
                self.cancel()
            return
        if hex not in self.game.scenario.board:
            self._pick(unit)
            return
        self.cursor = self.hands.cursor = hex
        if self.hands.aiming():
            unit = None  # a hex is meant, whoever stands in it
        elif unit is None and not self.frozen and not self.selected:
            unit = self.hands.thing_at(hex)
        said = self.hands.touch(hex, self.shown)
        if said is not None:
            self.notice = Notice("info", said)
            return
        if self.target is not None and self.hands.group(hex) is None:
            self.target, self.members = None, ()
        if self.frozen:
            self.notice = Notice("info", self.hands.describe(hex))
        elif self.hands.group(hex) is not None:
            self._click_group(hex, unit)
        elif self.selected and self.step_by_step:
            self._extend(hex)
        elif self._in_stack_of_picked(hex, unit):
            self._cycle(hex)
        elif unit is not None and unit != self.selected and self.hands.may_select(unit):
            self._pick_or_join(unit, hex)
        elif self.selected and hex != self.where(self.selected):
            self._go(hex)
        elif unit is not None and not any(map(self.hands.may_select, self._at(hex))):
            self.notice = Notice("info", self.hands.describe(hex))
        elif unit is None and not self.selected:
            proposal = self.hands.propose(None, hex, self.mode)
            if proposal:
                self.act(proposal.action)
            else:
                self.notice = Notice("info", self.hands.describe(hex))
        else:
            self._cycle(hex)

    def _in_stack_of_picked(self, hex: str, unit: str | None) -> bool:
        """Whether a click is on the top of the stack that the unit in hand stands in."""
        standing = self._at(hex)
        return bool(self.selected in standing and standing[-1] == unit and len(standing) > 2)

    def _click_group(self, hex: str, unit: str | None) -> None:
        """Choose what a group acts on, or who is in the group."""
        standing = self._at(hex)
        if unit is None and standing:
            unit = standing[-1]
        mine = unit is not None and self.hands.owner(unit) == self._mover()
        if mine and not (self.target is None and self.hands.group(hex)):
            if self.target is None:
                self.notice = Notice("info", "First click the enemy hex.")
            elif unit is not None:
                self._in_or_out(unit)
        elif standing or self.hands.group(hex):
            self.target, self.members = hex, self.hands.group(hex) or ()
            self.notice = Notice("info", self.hands.group_hint())
        else:
            self._put_down()
            self.notice = Notice("info", self.hands.describe(hex))
        self._preview_group()

    def toggle_member(self, unit: str) -> None:
        """A unit joins the group, or leaves it."""
        self._in_or_out(unit)
        self._preview_group()

    def _in_or_out(self, unit: str) -> None:
        if unit in self.members:
            self.members = tuple(one for one in self.members if one != unit)
        else:
            self.members = (*self.members, unit)

    def _mover(self) -> str | None:
        return self.game.decision.side if self.game.decision else None

    def _preview_group(self) -> None:
        self.preview = None
        if self.target is not None:
            action = self.hands.group_action(self.target, self.members)
            self.preview = self._look(self.target, Proposal(action))

    def _pick_or_join(self, unit: str, hex: str) -> None:
        """A click on a friend: pick it, unless the unit in hand could join it there; then ask."""
        proposal = self.hands.propose(self.selected, hex, self.mode) if self.selected else None
        if proposal is None or not self.game.explain(proposal.action):
            self._pick(unit)
        elif self.offer == hex:
            self._go(hex)
        else:
            self.offer = hex
            self.preview = self._look(hex, proposal)
            self.notice = Notice("info", f"Click {hex} again to go there.")

    def pick(self, unit: str) -> None:
        """Pick a unit, whatever stands where."""
        self._pick(unit)

    def point(self, hex: str | None) -> None:
        """The pointer is over a hex: what would going there mean?"""
        board = self.game.scenario.board
        self.pointed = hex if hex is not None and hex in board else None
        if self.target is not None:
            return
        self.preview = None
        if hex is None or hex not in board or self.selected is None or self.game.decision is None:
            return
        if self.step_by_step and self.path:
            if hex == self.path[-1]:
                return
            proposal = self.hands.extend(self.selected, self.path, hex, self.mode)
        else:
            proposal = self.hands.propose(self.selected, hex, self.mode)
        if proposal is not None:
            self.preview = self._look(hex, proposal)

    def key(self, name: str) -> None:
        """A key on the board."""
        if self.curtain:
            return
        if name in ARROWS:
            self._step_cursor(*ARROWS[name])
        elif self.frozen and name != "Enter":
            return
        elif name == "Enter":
            if self.cursor is not None:
                self.click(self.cursor, self._top_choice(self.cursor))
        elif name == " ":
            self.commit()
        elif name == "Escape":
            self.cancel()
        elif name == "Backspace":
            self.back()
        elif name in ("n", "p"):
            self._next(1 if name == "n" else -1)
        elif name in ("[", "]") and self.cursor:
            self._cycle(self.cursor, 1 if name == "]" else -1)

    def commit(self) -> None:
        """Take the way planned step by step, or let the group act."""
        if self.target is not None:
            self.act(self.hands.group_action(self.target, self.members))
            return
        if self.selected and len(self.path) > 1:
            proposal = self.hands.extend(self.selected, self.path[:-1], self.path[-1], self.mode)
            if proposal:
                self.act(proposal.action)

    def back(self) -> None:
        """Take the last step off the planned path."""
        if len(self.path) > 1:
            self.path = self.path[:-1]
            self._preview_path()

    def cancel(self) -> None:
        """Put everything down."""
        self._put_down()
        self.notice = Notice("info")

    def act(self, action: Action) -> bool:
        """Try an action; a refusal says why and changes nothing."""
        verdict = self.game.explain(action)
        if verdict and self.guard is not None:
            verdict = self.guard(action)
        if not verdict:
            self._refuse(verdict)
        else:
            try:
                events = self.game.apply(action)
            except NeedDice as need:
                self.asked, self._waiting = need.request, action
                decides = die_name(need.request.name)
                self.notice = Notice("info", f"Throw for {decides} and type it in.")
                return False
            self._done(events)
            self.let_bots_play()
        for listener in list(self.on_action):
            listener(action, verdict)
        return verdict.allowed

    def give_die(self, face: int) -> None:
        """The learner types in the die that was asked for."""
        source = self.game.source
        if self.asked is None or not isinstance(source, Typed):
            return
        source.give(self.asked, face)
        action, self.asked, self._waiting = self._waiting, None, None
        if action is not None:
            self.act(action)
        else:
            self.let_bots_play()

    def throw_with(self, source: Source) -> None:
        """Dice from elsewhere, from now on; what waits for a die goes on with them."""
        self.game.source = source
        asked, waiting, self.asked, self._waiting = self.asked, self._waiting, None, None
        if waiting is not None:
            self.act(waiting)
        elif asked is not None:
            self.let_bots_play()

    def undo(self) -> None:
        """Take one action back, and what bots did after it."""
        before = len(self.game.history)
        self.game.undo()
        while self._bots_turn() and self.game.undo():
            pass
        self._pass_bots()
        done = len(self.game.history) < before
        self.notice = Notice("info", "Taken back." if done else "There is nothing to take back.")

    def redo(self) -> None:
        """Do again what was taken back."""
        done = self.game.redo()
        self._pass_bots()
        self.notice = Notice("info", "Done again." if done else "There is nothing to do again.")

    def reset(self) -> None:
        """Back to the start."""
        self.game.reset()
        self._pass_bots()
        self.notice = Notice("info", "Back at the start; Redo leads forward again.")

    def _pass_bots(self) -> None:
        """After going back or forth: on to where somebody else than a bot decides."""
        self.asked = None
        self.cancel()
        while self._bots_turn() and self.game.redo():
            pass
        self.let_bots_play()

    def set_mode(self, mode: str) -> None:
        """Another way of doing the current thing."""
        self.mode = self.hands.mode = mode
        self.preview = None
        self.path = self.path[:1]

    def set_step_by_step(self, on: bool) -> None:
        """Whether clicks add one hex at a time."""
        self.step_by_step = on
        self.path = (self.where(self.selected),) if on and self.selected else ()

    def toggle(self, overlay: str) -> None:
        """Switch an overlay on or off."""
        self.shown ^= {overlay}

    def _bots_turn(self) -> bool:
        return self.game.decision is not None and self.game.decision.side in self.bots

    def _put_down(self) -> None:
        self.selected, self.path, self.preview, self.extra = None, (), None, ()
        self.offer = self.target = None
        self.members = ()
        self.hands.picked = None
        self.hands.let_go()
        if self._waiting is not None:
            self.asked = self._waiting = None
            self._forget_throws()

    def _forget_throws(self) -> None:
        """Dice typed in for an action that was not taken after all are nobody's."""
        source, known = self.game.source, self.game.history[-1].numbers
        if isinstance(source, Typed):
            source.given = {n: face for n, face in source.given.items() if n < known}

    # -- how it works -----------------------------------------------------------------------------

    def _at(self, hex: str) -> tuple[str, ...]:
        units: tuple[str, ...] = self.hands.state.position.at(hex)
        return units

    def where(self, unit: str) -> str:
        """Where a unit is: a hex, or a box beside the map."""
        return self.hands.where(unit)

    def _pick(self, unit: str | None) -> None:
        if unit is None:
            return
        self.selected, self.offer = unit, None
        self.hands.let_go()
        self.hands.picked = unit
        self.path = (self.where(unit),) if self.step_by_step else ()
        self.preview, self.extra = None, ()
        self.cursor = self.where(unit) if self.where(unit) in self.game.scenario.board else None
        if unit not in self.hands.pickable() and self.game.decision is not None:
            verdict = self.game.explain(Action("move", unit=unit, path=(self.where(unit),) * 2))
            told = tuple(r for r in verdict.reasons if unit in r.units)
            self.notice = Notice("no" if told else "info", "", told)
        else:
            self.notice = Notice("info", f"{self.hands.unit_name(unit)} picked.")

    def _top_choice(self, hex: str) -> str | None:
        """The unit that Enter means in a hex: one that may act, the top one first."""
        units = self._at(hex)
        if self.selected and hex != self.where(self.selected):
            return None
        ready = [u for u in reversed(units) if u in self.hands.pickable()]
        own = [u for u in reversed(units) if self.hands.may_select(u)]
        return next(iter(ready or own), None)

    def _cycle(self, hex: str, way: int = 1) -> None:
        """The next own unit of a stack."""
        own = [u for u in self._at(hex) if self.hands.may_select(u)]
        if own:
            place = own.index(self.selected) if self.selected in own else -1 if way > 0 else 0
            self._pick(own[(place + way) % len(own)])
        else:
            self.notice = Notice("info", self.hands.describe(hex))

    def _next(self, way: int) -> None:
        units = self.hands.pickable()
        if units:
            place = units.index(self.selected) if self.selected in units else -1 if way > 0 else 0
            self._pick(units[(place + way) % len(units)])

    def _step_cursor(self, columns: int, rows: int) -> None:
        board = self.game.scenario.board
        if self.cursor is None or self.cursor not in board:
            unit = next(iter(self.hands.pickable()), None)
            start = self.where(unit) if unit else board.hexes[len(board.hexes) // 2]
            self.cursor = start if start in board else board.hexes[0]
            self.point(self.cursor)
            return
        target = board.towards(self.cursor, columns, rows)
        if target is not None:
            self.cursor = target
            self.point(target)

    def _look(self, hex: str, proposal: Proposal) -> Preview:
        action = proposal.action
        verdict = self.game.explain(action)
        return Preview(hex, proposal, verdict, self.game.tally(action))

    def _go(self, hex: str) -> None:
        assert self.selected is not None, "only a picked unit goes"
        if len(self.hands.options(self.selected, hex)) > 1:
            self.offer = hex
            self.notice = Notice("info", "That can be done in several ways: choose one.")
            return
        proposal = self.hands.propose(self.selected, hex, self.mode)
        if proposal is None:
            self.notice = Notice("info", self.hands.describe(hex))
            return
        self.preview = self._look(hex, proposal)
        self.act(proposal.action)

    def _extend(self, hex: str) -> None:
        assert self.selected is not None, "only a picked unit has a path"
        if len(self.path) > 1 and hex == self.path[-1]:
            self.commit()
            return
        if hex in self.path:
            self.path = self.path[: self.path.index(hex) + 1]
            self._preview_path()
            return
        board = self.game.scenario.board
        path = self.path or (self.where(self.selected),)
        proposal = self.hands.extend(self.selected, path, hex, self.mode)
        if proposal is None:
            return
        look = self._look(hex, proposal)
        on_the_way = [r for r in look.verdict.reasons if r.key.rpartition(".")[2] != "full"]
        if on_the_way or not board.adjacent(path[-1], hex):
            self._refuse(look.verdict)
            self.preview = look
            return
        self.path = (*path, hex)
        self.preview = look
        self.notice = Notice("info", "Click the last hex again, or press Space, to go.")

    def _preview_path(self) -> None:
        self.preview = None
        if self.selected and len(self.path) > 1:
            proposal = self.hands.extend(self.selected, self.path[:-1], self.path[-1], self.mode)
            if proposal:
                self.preview = self._look(self.path[-1], proposal)

    def _refuse(self, verdict: Verdict) -> None:
        self.notice = Notice("no", "", verdict.reasons)
        hexes = tuple(dict.fromkeys(h for r in verdict.reasons for h in r.hexes))
        known = tuple(h for h in hexes if h in self.game.scenario.board)
        enemies = tuple(
            self.where(u)
            for r in verdict.reasons
            for u in r.units
            if u in self.hands.state.position and self.where(u) in self.game.scenario.board
        )
        self.extra = (Overlay("cause", tuple(dict.fromkeys((*known, *enemies)))),)

    def _done(self, events: tuple[Event, ...]) -> None:
        self.notice = Notice("ok", "", (), events)
        self._put_down()

    # -- what the screen shows --------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What is owed now, in words."""
        return prompt_of(self)

    def view(self) -> BoardView:
        """Everything the board shows now."""
        self._see()
        return view_of(self)

    def text(self) -> str:
        """The board in words, for a screen reader."""
        return text_of(self)
