"""The sandbox: any scenario of any game, for two people at one screen or against a bot."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape

import ipywidgets as widgets

from engine import catalogue
from engine.bots import BOTS
from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from engine.verdict import Verdict
from engine.words import trouble
from engine.workbench import Workbench
from tutor import panels, visit
from tutor.desk import Desk
from tutor.pages.attendance import Attendance, member_here
from tutor.pages.choosing import Scenarios
from tutor.pages.kept import Keeper, KeptGame
from tutor.pages.picker import NARROW, dropdown
from tutor.pages.workbench import Bench
from tutor.referee.seat import Line, SeatGame
from tutor.referee.shared import WATCHER
from tutor.table import Tabletop
from tutor.table.cell import carefully
from tutor.table.parts import button, column, html, mark, row
from tutor.table.together import WATCHES

PERSON, AWAY = "person", "away"
SHARED = ("overlays", "odds", "log", "step")
"""What stands beside a board that several screens share."""
MOST_STOPPED = 5
"""Rules to practise after a game."""
KEPT = "sr-kept"
"""The class of a sandbox that loses nothing when its page is left."""


class Sandbox(Scenarios):
    """Choose a scenario, who plays each side, and a seed; then play."""

    without_kernel = "Choose a scenario and play it: it needs a running page."

    def __init__(self, scenario: str | None = None, keeper: Keeper | None = None) -> None:
        super().__init__(scenario)
        self.keeper = keeper or (Keeper(visit.learner()) if visit.served() else None)
        self.call = html("staffride-status")
        """The class that calls the pupil back, if he has come from one."""
        self.attendance: Attendance | None = None
        if (member := member_here()) is not None:
            called = partial(setattr, self.call, "value")
            self.attendance = Attendance(member, called, self._desk)
            member.begin()
            self.attendance.begin()
        self._stopped: Counter[str] = Counter()
        """How often a rule has refused something in the game on the board."""
        self._unkept = ""
        """Why the game on the board is not kept."""
        self.table: Tabletop | None = None
        self.asking = False
        """Whether the game on the board is a position of the workbench that is only asked."""
        self.laid = ""
        """The choice for which the table was laid."""
        self.bench: Bench | None = None
        """The workbench, while it is there."""
        self.position: tuple[str, Workbench] | None = None
        """The scenario that was chosen, and the position set up there: one comes back to it."""
        self.seed = widgets.Text(value="1", description="Seed", style=NARROW)
        self.seed.add_class("sr-seed")
        self.players, self.question, self.offer = row(), row(), row(look="sr-offer")
        self.code = widgets.Text(description="Code of the table", style=NARROW)
        self.code.add_class("sr-seed")
        self.clock, self.clocks = widgets.Checkbox(description="Clock", indent=False), row()
        self._known: dict[str, dict[str, str]] = {}
        """Who was to play each side of a game, when it was looked at last."""
        self._shown = ""
        """The game whose sides the players are asked for."""
        self.about = html()
        start = self.on(button("Set it up", look="primary"), self._asked)
        bench = button("Workbench", "Set up a position of this scenario, and ask or play from it")
        bench = self.on(bench, self._to_the_bench)
        chosen = (self.game, self.choose, self.seed, self.players, self.clocks, start)
        self.setup = row(*chosen, look="sr-setup")
        if visit.referee():
            join = button("Join a table", "Play or watch at a table that somebody has opened")
            self.setup.children = (*self.setup.children, self.on(join, self._ask_code))
        about = row(self.about, bench, look="sr-summary")
        head = (self.call, self.offer, self.setup, self.question, about, self.message)
        self.widget = column(*head, self.place, look="sr-wide sr-sandbox")
        self.chosen()
        asked = visit.asked()
        if visit.referee() and "table" in asked:
            carefully(self._visit, self.say)(asked["table"], asked.get("side"))
            return
        self.start()
        if (hex := asked.get("hex", "")) and self.table is not None:
            carefully(self._look_at, self.say)(self.table, hex)
        carefully(self._offer, self.say)()
        self.say_lost()

    def _desk(self) -> Desk | None:
        """The desk of the game on the board, once there is one."""
        return self.table.desk if self.table is not None else None

    def _look_at(self, table: Tabletop, hex: str) -> None:
        """Begin at a hex of the map."""
        if hex not in table.desk.game.scenario.board:
            raise trouble("sandbox.no-hex", hex=hex[:20])
        table.desk.pointer.cursor = hex
        table.refresh()

    def chosen(self) -> None:
        """Say what the scenario is about, and ask who plays its sides."""
        rules = catalogue.rules_of(self.choose.value)
        scenario = rules.scenario
        sides = [side for side in scenario.sides if side.id not in rules.unplayed]
        self.about.value = f"<p>{escape(scenario.summary)}</p>"
        elsewhere = [("somebody at another screen", AWAY)] if visit.referee() else []
        options = [("a person", PERSON), *elsewhere, *((f"the {name} bot", name) for name in BOTS)]
        players = self._players([side.id for side in sides])
        boxes = []
        for side in sides:
            box = dropdown(side.name, options, value=players[side.id])
            box.side = side.id
            boxes.append(self.on(box, self._seat))
        self.players.children = boxes
        self._ask_clock()
        # What would not fit into one line has its labels above and not in front.
        mark(self.setup, "sr-many", len(sides) > 2)
        waits = self.table is not None and self.laid != self.choose.value
        told = "Set it up starts this scenario; until then the game on the board goes on."
        self.message.value = panels.note("info", told if waits else "")

    def _players(self, sides: Sequence[str]) -> Mapping[str, str]:
        """Who plays each side now: whoever plays goes on playing."""
        before = {box.side: box.value for box in self.players.children}
        self._known[self._shown] = {**self._known.get(self._shown, {}), **before}
        self._shown = self.game.value
        desk = self.table.desk if self.table is not None else None
        if desk is not None and self.laid == self.choose.value:
            return {side: desk.match.bots.get(side, PERSON) for side in sides}
        # Of a game that is new a side is the one in its place, if there are as many.
        alike = dict(zip(sides, before.values(), strict=True)) if len(sides) == len(before) else {}
        known = {**alike, **self._known.get(self._shown, {})}
        return {side: known.get(side, PERSON) for side in sides}

    def _to_the_bench(self) -> None:
        """The chosen scenario on the workbench; a game that goes on is given up as elsewhere."""
        self._unless_played(self._lay_out)

    def _lay_out(self) -> None:
        self._answered()
        self._clear()
        self.say("")
        if self.position is None or self.position[0] != self.choose.value:
            self.position = self.choose.value, Workbench(self.choose.value)
        self.bench = Bench(self.position[1], self._play_on, self._ask_it)
        self.place.set(self.bench.widget)
        mark(self.widget, KEPT, False)

    def _play_on(self, game: Game, kept: bool = True) -> None:
        """From a position of the workbench."""
        assert self.bench is not None, "it is played on from there"
        bench = self.bench.bench
        self._turn_to(game.scenario.id)
        self.position = self.choose.value, bench
        self._lay(game, kept)

    def _ask_it(self, game: Game) -> None:
        """A position of the workbench is asked: what is done there is only tried."""
        self._play_on(game, kept=False)
        self.asking = True
        told = html(value="<p>Try what you like: the position on the workbench stays as it is.</p>")
        back = self.on(button("Back to the workbench", look="primary"), self._lay_out)
        tip = "What you did from here, as a step of a lesson in which it is watched"
        step = self.on(button("Save as a lesson step", tip), self._save_step)
        self.step = html()
        self.question.children = [told, back, step, self.step]

    def _save_step(self) -> None:
        assert self.table is not None, "the position is asked here"
        assert self.position is not None, "it lies on the workbench"
        bench, desk = self.position[1], self.table.desk
        did = [step.action for step in desk.game.history if step.action is not None]
        captions = [desk.game.scenario.title, *map(desk.hands.told_name, did)]
        text = bench.step(desk.game, captions)
        self.step.value = panels.download(f"{bench.stem}-step.toml", text)

    def _asked(self) -> None:
        """Set the scenario up; a game that goes on is given up only by who says so."""
        self._seed()
        self._unless_played(self.start)

    def _unless_played(self, go: Callable[[], None]) -> None:
        """Go on to something else, at once or when the game on the board has been given up."""
        desk = self.table.desk if self.table is not None and not self.asking else None
        stays = go == self._lay_out and self.position and self.position[0] == self.choose.value
        if self.bench is not None and self.bench.bench.can_undo and not stays:
            what = "What you have set up at the workbench"
        elif desk is None or desk.game.decision is None or not desk.match.begun:
            go()
            return
        else:
            what = f"The game on the board, {_actions(len(desk.game.history) - 1)},"
        told = html(value=f"<p>{what} would be given up.</p>")
        yes = self.on(button("Give it up and set up anew"), go)
        no = self.on(button("Go on with it"), self._answered)
        self.question.children = [told, yes, no]

    def _answered(self) -> None:
        """Nothing is asked any more."""
        self.question.children = []

    def start(self) -> None:
        """Set the scenario up."""
        self.say("")
        self._answered()
        self.position = None
        if AWAY in (box.value for box in self.players.children):
            self._open()
            return
        self._lay(catalogue.load(self.choose.value, Seeded(self._seed())))

    def _seed(self) -> int:
        """The seed that was typed."""
        text = self.seed.value.strip()
        try:
            return int(text)
        except ValueError:
            if not text:
                raise trouble("save.empty-seed") from None
            raise trouble("save.no-seed", text=text[:40]) from None

    def _lay(self, game: Game, kept: bool = True) -> Tabletop:
        """A game on a table of its own."""
        self._clear()
        self.asking = False
        self.laid = self.choose.value
        self.table = table = Tabletop(game, screens=True)
        table.bring = self._bring
        self._stopped = Counter()
        table.desk.on_action.append(self._tried)
        table.after.append(self._over)
        self.place.set(table.widget)
        self._seat()
        if self.attendance is not None:
            table.after.append(self.attendance.sign)
        if self.keeper is not None and kept:
            table.after.append(self._keep)
            self._keep()
        return table

    def _tried(self, _: Action, verdict: Verdict) -> None:
        """What was refused is practised when the game is over."""
        self._stopped.update(verdict.rules)

    def _over(self) -> None:
        """The game is over: what to practise, told once."""
        assert self.table is not None, "it stands here"
        game = self.table.desk.game
        if game.decision is None and self._stopped and not self.asking:
            rules = [rule for rule, _ in self._stopped.most_common(MOST_STOPPED)]
            told = str(panels.page("practice").refused(game.scenario.game, rules))
            self.question.children = [html(value=told)]
            self._stopped.clear()

    def _clear(self) -> None:
        """The table is needed for another game."""
        if self.table is not None:
            self.table.bots.beat.stop()
            if isinstance(game := self.table.desk.game, SeatGame):
                self.table.together.pulse.stop()
                game.leave()
        self.table = self.bench = None

    # -- tables that several screens share --------------------------------------------------------

    def _line(self) -> Line:
        return Line(visit.referee(), visit.seat_key(), visit.learner())

    def _open(self) -> None:
        """A table for others too; whoever opens it has the first seat of those at this screen."""
        players = {box.side: box.value for box in self.players.children}
        bots = {side: who for side, who in players.items() if who not in (PERSON, AWAY)}
        mine = next((side for side, who in players.items() if who == PERSON), None)
        line = self._line()
        asked = {"scenario": self.choose.value, "switches": {}, "players": bots}
        asked["clock"] = self.clock.value
        code = line.ask("open", **asked)["code"]
        if mine is None:
            self._watch(line, code)
        else:
            seats = line.ask("look", code=code)["about"]["seats"]
            self._take_seat(line, code, next(s for s in seats if seats[s]["side"] == mine))

    def _ask_code(self) -> None:
        """Which table?"""
        self.question.children = [self.code, self.on(button("Join", look="primary"), self._join)]

    def _join(self) -> None:
        """A table by its code."""
        code = self.code.value.strip().upper()
        if not code:
            raise trouble("referee.no-code")
        self._visit(code)

    def _visit(self, code: str, side: str | None = None) -> None:
        """Sit down again, or choose a seat."""
        line = self._line()
        about = line.ask("look", code=code)["about"]
        if about["scenario"] in (name for _, name in self.choose.options):
            self._turn_to(about["scenario"])
        if side == WATCHES:
            self._watch(line, code)
            return
        if side is not None:
            try:
                self._take_seat(line, code, side)
                return
            except Problem as problem:
                # somebody else has it: the others are offered
                self.say(str(problem))
        title = escape(catalogue.title_of(about["scenario"]))
        told = html(value=f"<p>Table <strong>{escape(code)}</strong>: {title}.</p>")
        buttons = []
        for free in about["people"]:
            who = about["seats"][free]["name"]
            if not who or who == visit.learner():
                take = partial(self._take_seat, line, code, free)
                buttons.append(
                    self.on(button(f"Play {about['seats'][free]['title']}", look="primary"), take)
                )
        buttons.append(self.on(button("Watch"), partial(self._watch, line, code)))
        self.question.children = [told, *buttons]

    def _take_seat(self, line: Line, code: str, side: str) -> None:
        line.ask("sit", code=code, side=side, learner=visit.learner(), key=visit.seat_key())
        self._lay_shared(SeatGame(line, code, side))

    def _watch(self, line: Line, code: str) -> None:
        self._lay_shared(SeatGame(line, code, WATCHER))

    def _lay_shared(self, game: SeatGame) -> None:
        """A shared game on a table of its own."""
        self._clear()
        self._answered()
        self._turn_to(game.scenario.id)
        self.laid = self.choose.value
        self.table = Tabletop(game, tools=SHARED)
        self.place.set(self.table.widget)
        if self.attendance is not None:
            self.table.after.append(self.attendance.sign)
        # nothing is lost when the page is left: the referee has it
        mark(self.widget, KEPT, True)
        self.table.together.begin()

    def _bring(self, game: Game) -> Tabletop:
        """A save of another scenario brings its own board."""
        self._turn_to(game.scenario.id)
        return self._lay(game)

    def _turn_to(self, name: str) -> None:
        """Choose the scenario of a game that comes from elsewhere."""
        self.game.value = name.partition("/")[0]
        if name in (known for _, known in self.choose.options):
            self.choose.value = name
        # what was said of a choice that waits is over: its game is on the board
        self.say("")

    # -- games that are kept ----------------------------------------------------------------------

    def _keep(self) -> None:
        """Write down what has happened; a page whose game is kept may be left."""
        assert self.keeper is not None, "what is kept is kept by somebody"
        assert self.table is not None, "only a game on a table is kept"
        try:
            self.keeper.follow(self.table.desk.game, self.table.desk.match.bots)
            if self._unkept:
                self._unkept = ""
                self.say("")
        except Problem as problem:
            self._unkept = str(problem)
            self.say(self._unkept)
        mark(self.widget, KEPT, self.keeper.keeps)

    def _offer(self) -> None:
        """Offer the game that was played last."""
        kept = None if self.keeper is None else self.keeper.last()
        if kept is None:
            return
        on_shelf = kept.record.scenario in catalogue.scenario_ids()
        if not (on_shelf or kept.record.said):
            return
        played = _actions(len(kept.record.actions))
        at = time.strftime("%d %b, %H:%M", time.localtime(kept.at)).lstrip("0")
        said = kept.record.said
        title = escape(said["title"] if said else catalogue.title_of(kept.record.scenario))
        told = html(value=f"<p>Your last game: <strong>{title}</strong>, {played}, {at}.</p>")
        take = button("Take it up again", "The game as it was left", look="primary")
        self.offer.children = [told, self.on(take, lambda: self._take_up(kept))]

    def _take_up(self, kept: KeptGame) -> None:
        """The game as it was left, with the same players."""
        game = kept.game()
        self._clear()
        self._turn_to(game.scenario.id)
        for box in self.players.children:
            box.value = kept.players.get(box.side, PERSON)
        played = _actions(len(game.history) - 1)
        self._lay(game).desk.tell(f"Taken up again after {played}.")
        self.offer.children = []
        assert self.table is not None, "it has been laid out"
        self.table.refresh()

    def _ask_clock(self) -> None:
        """Where others play, their thinking may be counted."""
        away = any(box.value == AWAY for box in self.players.children)
        self.clocks.children = [self.clock] if away else []

    def _seat(self) -> None:
        """Who plays which side."""
        self._ask_clock()
        # Players chosen for a scenario that is not set up yet wait for it.
        if self.table is None or isinstance(self.table.desk.game, SeatGame):
            return
        if self.laid == self.choose.value:
            desk = self.table.desk
            sides = {side.id for side in desk.game.scenario.sides}
            desk.match.bots = {
                box.side: box.value
                for box in self.players.children
                if box.side in sides and box.value not in (PERSON, AWAY)
            }
            desk.let_bots_play()
            self.table.refresh()


def _actions(count: int) -> str:
    return "1 action" if count == 1 else f"{count} actions"
