"""Desk: a learner at a board, without the screen.

It knows what is picked, pointed at and planned, asks the engine what that would mean, and says
what the screen should show. Everything a mouse, a finger or a key can do goes through here, so
it is tested without a browser. What a click means, a key, a plan under way: each has a room of
its own beside this one (clicks, keys, plans), as has what is seen (view).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.chance import Request, Source
from engine.game import Game
from engine.values import Action
from engine.verdict import Event, Reason, Tally, Verdict
from tutor.art.views import Overlay
from tutor.desk import answering, clicks, keys, plans
from tutor.desk.match import Match
from tutor.desk.seats import NOBODY, Seats
from tutor.desk.view import die_name, prompt_of, text_of, view_of
from tutor.games import hands_for
from tutor.games.pointer import Pointer, Proposal, Tool
from tutor.referee.seen import SeenGame


@dataclass(frozen=True)
class Notice:
    """What the desk has to say: `ok` done, `no` refused, `info` neither."""

    kind: str
    text: str = ""
    reasons: tuple[Reason, ...] = ()
    events: tuple[Event, ...] = ()
    staying: tuple[tuple[str, tuple[Reason, ...]], ...] = ()
    """Who of a stack did not go along, and why."""


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
        self.match = Match(game, bots)
        self.seats = Seats(screens)
        if isinstance(game, SeenGame):
            self.match.away = frozenset(game.rules.chairs) - {game.seat}
            self.seats.owner = game.side
        self.pointer = Pointer()
        self.hands = hands_for(game, self.pointer)
        self.frozen = False
        self.pointed_at: Callable[[str], None] | None = None
        """Who wants to hear of every hex that is clicked, in place of what a click means else."""
        self.unaided = False
        """Whether a way is to be found: the board lights no goals, and no way is a button."""
        self.shown: set[str] = set()
        self.extra: tuple[Overlay, ...] = ()
        self.drawn: tuple[Overlay, ...] = ()
        """What somebody has drawn on the board: it stays whatever is done there."""
        self.boxes: set[str] = set()
        """The boxes beside the map that have been shown to who looks."""
        self.preview: Preview | None = None
        self.notice = Notice("info")
        self.on_action: list[Callable[[Action, Verdict], None]] = []
        self.guard: Callable[[Action], Verdict] | None = None
        self.see()

    # -- the game and who plays it ----------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game in progress."""
        return self.match.game

    @property
    def asked(self) -> Request | None:
        """The die that is to be thrown and typed in."""
        return self.match.asked

    @property
    def curtain(self) -> bool:
        """Whether the screen is to be handed over before the next decision."""
        return self.seats.curtain(self.match, self.hands)

    @property
    def side(self) -> str:
        """Who decides now, by name; empty when nobody does."""
        decision = self.game.decision
        return self.game.scenario.side(decision.side).name if decision else ""

    @property
    def idle(self) -> bool:
        """Whether the board is only to be looked at: it is frozen, or somebody else's turn."""
        return self.frozen or self.match.others_turn

    def sit_down(self) -> None:
        """The one who decides now sits at the screen."""
        self.seats.sit_down(self.match)
        self.see()

    def open_hands(self) -> None:
        """Everybody may see everything from now on."""
        self.seats.screens = False
        self.see()

    def see(self) -> None:
        """The hands show what those may know who look."""
        self.hands.viewer = self.seats.viewer(self.match, self.hands)
        before = self.seats.seated
        if self.curtain:
            # whoever was here has left: what is taken back now is behind the curtain too
            self.seats.seated = NOBODY
        elif self.game.decision is not None and self.seats.screens:
            # who decides now has nothing to hide, and sits here already
            self.seats.sit_down(self.match)
        here = self.seats.seated
        if before != here and (here == NOBODY or (before is not None and self.hands.secret())):
            # what one player had in hand tells the next one nothing
            told = self.notice.events
            self.put_down()
            self.notice = Notice("ok", "", (), told) if told else Notice("info")
            self.pointer.cursor = None
            self.boxes.clear()

    def heard(self, events: Sequence[Event]) -> Sequence[Event]:
        """Those of some events that the one who looks may know of."""
        viewer = self.hands.viewer
        if viewer is None:
            return events
        known = set(self.game.told(viewer))
        return [event for event in events if event in known]

    # -- what the learner does --------------------------------------------------------------------

    def replace(self, game: Game) -> None:
        """Another game on the same desk: a save loaded, a lesson begun again."""
        self.match.replace(game)
        self.pointer.facing, self.pointer.ends = "", ()
        self.hands = hands_for(game, self.pointer)
        self.seats.seated = None
        self.boxes.clear()
        self.cancel()
        self.let_bots_play()

    click = clicks.click
    key = keys.press
    take_all = plans.take_all
    plan = plans.open_plan
    toggle_member = plans.in_or_out
    commit = plans.commit
    back = plans.back

    def point(self, hex: str | None) -> None:
        """The pointer is over a hex: what would going there mean?"""
        board = self.game.scenario.board
        at = self.pointer
        at.pointed = hex if hex is not None and hex in board else None
        if at.target is not None:
            return
        self.preview = None
        if at.pointed is None or at.unit is None or self.game.decision is None:
            return
        if at.step_by_step and at.path:
            if at.pointed == at.path[-1]:
                return
            proposal = self.hands.extend(at.unit, at.path, at.pointed)
        else:
            proposal = self.hands.propose(at.unit, at.pointed)
        if proposal is not None:
            self.preview = self.look(at.pointed, proposal)

    def pick(self, unit: str | None) -> None:
        """Pick a unit, whatever stands where."""
        if unit is None:
            return
        if (taken := answering.loss(self, unit)) is not None:
            self.act(taken)
            return
        self._take_up(unit)
        if unit not in self.hands.pickable() and self.game.decision is not None:
            verdict = self.game.explain(self.hands.trial(unit))
            # what bars who he is; that he would stay where he stands is the trial's own fault
            here = self.where(unit)
            told = tuple(r for r in verdict.reasons if unit in r.units and here not in r.hexes)
            idle = "" if told else f"{self.hands.unit_name(unit)} has nothing to do now."
            self.notice = Notice("no" if told else "info", idle, told)
        elif not (self.notice.events and answering.answers(self.game.decision)):
            self.tell(f"{self.hands.unit_name(unit)} picked.")

    def _take_up(self, unit: str, *mates: str) -> None:
        seat = self.where(unit)
        self.pointer.take_up(unit, mates, seat)
        self.preview, self.extra = None, ()
        self.pointer.cursor = seat if seat in self.game.scenario.board else None

    def use(self, tool: Tool) -> None:
        """A button of the plan under way; some of them mean a hex as well."""
        said = tool.press() if tool.press is not None else None
        if isinstance(said, str):
            self.tell(said)
        if tool.click is not None:
            self.click(tool.click)
        if tool.action is not None:
            self.act(tool.action)

    def cancel(self) -> None:
        """Put everything down."""
        self.put_down()
        self.notice = Notice("info")

    def act(self, action: Action) -> bool:
        """Try an action; a refusal says why and changes nothing."""
        verdict = self.game.explain(action)
        if verdict and self.guard is not None:
            verdict = self.guard(action)
        if not verdict:
            self.refuse(verdict)
        else:
            begun = len(self.game.history)
            events = self.match.act(action)
            if events is None:
                assert self.asked is not None, "an action waits for nothing but a die"
                self.tell(f"Throw for {die_name(self.asked.name)} and type it in.")
                return False
            self.notice = Notice("ok", "", (), answering.story(self.game, begun))
            kept = self.hands.kept(action)
            self.put_down()
            if kept:
                self._take_up(*kept)
        for listener in list(self.on_action):
            listener(action, verdict)
        return verdict.allowed

    def surely(self, action: Action) -> None:
        """Do what is seldom wanted, at the second press."""
        if self.pointer.chosen.get("asked") == action:
            self.act(action)
            return
        self.pointer.chosen["asked"] = action
        self.tell(f"{self.hands.action_name(action)}: once more, if that is what you want.")

    def drop_plan(self) -> None:
        """The plan against a hex is given up; who is in hand stays there."""
        unit = self.pointer.unit
        self.cancel()
        if unit is not None:
            self._take_up(unit)

    def set_mode(self, mode: str) -> None:
        """Another way of doing the current thing."""
        self.pointer.mode, self.pointer.path = mode, self.pointer.path[:1]
        self.preview = None

    def set_step_by_step(self, on: bool) -> None:
        """Whether clicks add one hex at a time."""
        at = self.pointer
        at.step_by_step, at.path = on, (self.where(at.unit),) if on and at.unit else ()

    def toggle(self, overlay: str) -> None:
        """Switch an overlay on or off; one that is drawn by clicks says where it begins."""
        self.shown ^= {overlay}
        if said := self.hands.switched(overlay, overlay in self.shown):
            self.tell(said)

    # -- bots and dice ----------------------------------------------------------------------------

    def let_bots_play(self) -> None:
        """Bots take the decisions that are theirs, until a person owes one."""
        self._happened(self.match.answer())

    def go_on(self) -> None:
        """Bots that play among themselves take one action; one against people, some more."""
        if self.match.alone:
            self._happened(self.match.go_on())
        else:
            self._happened((*self.notice.events, *self.match.answer()))

    def give_die(self, face: int) -> None:
        """The learner types in the die that was asked for."""
        if self.asked is not None:
            self._resume(self.match.give(face))

    def throw_with(self, source: Source) -> None:
        """Dice from elsewhere, from now on; what waits for a die goes on with them."""
        asked = self.asked
        action = self.match.throw_with(source)
        if asked is not None:
            self._resume(action)

    def _resume(self, action: Action | None) -> None:
        """What a die was asked for goes on: an action of the learner's, or of a bot."""
        if action is not None:
            self.act(action)
        elif self.match.alone:
            self.go_on()
        else:
            self.let_bots_play()

    def overtaken(self, events: tuple[Event, ...]) -> None:
        """Others have done something: what was in hand is put down."""
        self.cancel()
        self._happened(events)

    def _happened(self, events: tuple[Event, ...]) -> None:
        if events:
            self.put_down()
            self.notice = Notice("ok", "", (), events)

    # -- back and forth ---------------------------------------------------------------------------

    def undo(self) -> None:
        """Take one action back, and what bots did after it."""
        self.cancel()
        sealed = self.match.sealed
        done = self.match.undo()
        nothing = "What lay hidden has been seen: that cannot be taken back."
        nothing = nothing if sealed else "There is nothing to take back."
        self.tell("Taken back." if done else nothing)

    def redo(self) -> None:
        """Do again what was taken back."""
        self.cancel()
        done = self.match.redo()
        self.tell("Done again." if done else "There is nothing to do again.")

    def reset(self) -> None:
        """Back to the start."""
        self.cancel()
        self.match.reset()
        self.tell("Back at the start; Redo leads forward again.")

    # -- what its rooms share ---------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Say something to the learner."""
        self.notice = Notice("info", text)

    def refuse(self, verdict: Verdict) -> None:
        """Say why not, and mark what stands in the way."""
        self.notice = Notice("no", "", verdict.reasons)
        board = self.game.scenario.board
        hexes = [hex for reason in verdict.reasons for hex in reason.hexes]
        units = [unit for reason in verdict.reasons for unit in reason.units]
        hexes += [self.where(unit) for unit in units if unit in self.hands.state.position]
        known = tuple(dict.fromkeys(hex for hex in hexes if hex in board))
        self.extra = (Overlay("cause", known),)

    def look(self, hex: str, proposal: Proposal) -> Preview:
        """What a proposal would mean, legal or not."""
        action = proposal.action
        return Preview(hex, proposal, self.game.explain(action), self.game.tally(action))

    def put_down(self) -> None:
        """Nothing is in hand any more, and no die is waited for."""
        self.preview, self.extra = None, ()
        self.pointer.put_down()
        self.match.forget()

    def at(self, hex: str) -> tuple[str, ...]:
        """The units in a hex, the top one last."""
        units: tuple[str, ...] = self.hands.state.position.at(hex)
        return units

    def where(self, unit: str) -> str:
        """Where a unit is: a hex, or a box beside the map."""
        return self.hands.where(unit)

    # -- what the screen shows --------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What is owed now, in words."""
        return prompt_of(self)

    view = view_of
    text = text_of
