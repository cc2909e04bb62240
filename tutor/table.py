"""Table: the widget a learner sits at: a board, and beside it what the rules say about it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape
from pathlib import PurePath
from typing import Any

import ipywidgets as widgets

from engine import record
from engine.action import Action
from engine.chance import Typed
from engine.errors import Problem
from engine.game import Game
from engine.placeboard import PlaceBoard
from tutor import panels
from tutor.canvas import BoardCanvas, bundle
from tutor.desk import Desk, Notice
from tutor.desk_view import die_name
from tutor.shown import SORRY, carefully, log
from tutor.themes import THEMES

LISTED_AT_MOST = 24
GENERATIONS = 12
"""So many times buttons are replaced before the page forgets them for good."""


class Table:
    """A desk with its screen. `tools` names what stands beside the board."""

    ALL = ("overlays", "undo", "file", "dice", "log", "odds", "step")

    def __init__(
        self,
        game: Game,
        *,
        tools: Iterable[str] = ALL,
        size: float = 40.0,
        shown: Iterable[str] = (),
        hide_tally: bool = False,
        screens: bool = False,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        self.desk = Desk(game, screens, bots)
        self.desk.shown |= set(shown)
        self._machine = game.source
        self.tools = set(tools)
        self._saved_at: tuple[Game, int] = (game, 0)
        self.hide_tally = hide_tally
        self.after: list[Callable[[], None]] = []
        self.board = BoardCanvas(
            self.desk.view(),
            size=size,
            on_hex=self.safely(self._clicked),
            on_hover=self.safely(self._pointed),
            on_key=self.safely(self._pressed),
            on_error=self._failed,
        )
        self._build()
        self.refresh()

    # -- building ---------------------------------------------------------------------------------

    def _build(self) -> None:
        self.turn = _html("sr-turn")
        self.prompt = _html("staffride-status", "sr-prompt")
        self.selection = _html()
        self.notice = _html("staffride-alert")
        self.preview = _html("sr-preview-panel")
        self.about = _html("sr-about")
        self._told_of: str | None = None
        self.logbook = _html("sr-logbook")
        self.odds = _html()
        self.ours = _html()
        self.plan = _html("sr-plan")
        self.tracks = _html("sr-tracks")
        self.counter_key = _html()
        self.legend = _html("sr-legend")
        self.choices = widgets.Box()
        self._retired: list[tuple[widgets.Button, ...]] = []
        self.choices.add_class("sr-row")
        self.choices.add_class("sr-choices")
        self.mode = widgets.ToggleButtons(options=[("", "")])
        self.mode.observe(self.safely(self._moded), "value")
        self.step = widgets.Checkbox(description="Step by step", indent=False)
        self.step.observe(self.safely(self._stepped), "value")
        self.undo = self.button("Undo", self.desk.undo, "Take the last action back")
        self.redo = self.button("Redo", self.desk.redo, "Do it again")
        self.reset = self.button("Reset", self.desk.reset, "Back to the start")
        self.facing = widgets.ToggleButtons(options=[("", "")])
        self.facing.add_class("sr-facing")
        self.facing.observe(self.safely(self._faced), "value")
        self.modes_row = _row(self.mode, *((self.step,) if self.has("step") else ()), self.facing)
        self.tools_row = _row(*((self.undo, self.redo, self.reset) if self.has("undo") else ()))
        self._dice_tray()
        self.file = self._file_tray()
        side = widgets.VBox(
            [
                self.turn,
                self.prompt,
                self.tracks,
                self.dice_row,
                self.selection,
                self.modes_row,
                self.plan,
                self.choices,
                self.notice,
                self.preview,
                self.about,
                *((_row(self.own_dice),) if self.has("dice") else ()),
                self.odds,
                self.ours,
                self.counter_key,
                self.tools_row,
                *((self._overlay_row(), self.legend) if self.has("overlays") else ()),
                *((self.file,) if self.has("file") else ()),
                *((self.logbook,) if self.has("log") else ()),
            ]
        )
        side.add_class("sr-side")
        self.side = side
        self.widget = widgets.Box([self.board, side])
        self.widget.add_class("sr-columns")
        if isinstance(self.desk.game.scenario.board, PlaceBoard):
            self.widget.add_class("sr-places")

    def has(self, tool: str) -> bool:
        """Whether a tool stands beside this board."""
        return tool in self.tools

    def button(self, text: str, act: Callable[[], object], tip: str = "") -> widgets.Button:
        """A button that does something and then refreshes the screen."""
        made = widgets.Button(description=text, tooltip=tip or text)
        made.act = act

        def clicked(_: object) -> None:
            made.act()
            self.refresh()

        made.on_click(self.safely(clicked))
        return made

    def _overlay_row(self) -> widgets.Widget:
        boxes = []
        for key, text in self.desk.hands.overlays:
            box = widgets.ToggleButton(description=text, value=key in self.desk.shown)
            box.add_class("sr-toggle")
            box.observe(self.safely(self._toggled(key)), "value")
            boxes.append(box)
        full = widgets.ToggleButton(description="Full size", tooltip="A large board to be scrolled")
        full.add_class("sr-toggle")
        full.observe(self.safely(lambda change: self.board.show_full(change["new"])), "value")
        return _row(*boxes, full)

    def _toggled(self, key: str) -> Callable[[Any], None]:
        def toggled(change: Any) -> None:
            if (key in self.desk.shown) != change["new"]:
                self.desk.toggle(key)
                self.refresh()

        return toggled

    def _dice_tray(self) -> None:
        narrow = {"description_width": "initial"}
        self.throw = widgets.IntText(value=1, description="Die", style=narrow)
        self.throw_button = self.button("Use this throw", self._thrown)
        self.asking = _html()
        self.dice_row = _row(self.asking, self.throw, self.throw_button)
        self.own_dice = widgets.Checkbox(description="I throw my own dice", indent=False)
        self.own_dice.observe(self.safely(self._own_dice), "value")
        self.dice_row.add_class("sr-throw")

    def _file_tray(self) -> widgets.Widget:
        self.saved = _html()
        self.upload = widgets.FileUpload(
            accept=".json", multiple=False, description="Load", tooltip="Load"
        )
        self.upload.observe(self.safely(self._loaded), "value")
        save = self.button("Save", self._save, "Save this game to a file")
        return _row(save, self.upload, self.saved)

    # -- what happens -----------------------------------------------------------------------------

    def safely(self, handler: Callable[..., None]) -> Callable[..., None]:
        """A handler whose errors reach the learner as words, and the log in full."""

        return carefully(handler, self._say)

    def _say(self, text: str) -> None:
        if text != SORRY:
            self.desk.notice = Notice("no", text)
            self.refresh()
        else:
            # What failed may be the refreshing itself.
            self.notice.value = f'<div class="sr-notice sr-no">{SORRY}</div>'

    def _failed(self, error: BaseException) -> None:
        log.error("the board failed", exc_info=error)
        self._say(SORRY)

    def _clicked(self, hex: str | None, unit: str | None) -> None:
        # A tap points too, and a quick click comes before the pointer's own message.
        self.desk.pointed = hex if hex in self.desk.game.scenario.board else None
        self.desk.click(hex, unit)
        self.refresh()

    def _pointed(self, hex: str | None, unit: str | None) -> None:
        desk = self.desk
        before, told = desk.preview, self._about(desk.pointed)
        desk.point(hex)
        if desk.preview != before or self._about(desk.pointed) != told:
            self.refresh(pointing=True)

    def _about(self, hex: str | None) -> tuple[str, object]:
        """What is said and lit of a place pointed at."""
        hands = self.desk.hands
        return ("", ()) if hex is None else (hands.about(hex), hands.glow(hex))

    def _pressed(self, key: str) -> None:
        if key.startswith("theme-"):
            self.board.show(self.desk.view(), THEMES.get(key.removeprefix("theme-")))
            return
        self.desk.key(key)
        self.refresh()

    def _moded(self, change: Any) -> None:
        if change["new"] != self.desk.mode:
            self.desk.set_mode(change["new"] or "")
            self.refresh()

    def _faced(self, change: Any) -> None:
        self.desk.hands.facing = change["new"] or ""

    def _stepped(self, change: Any) -> None:
        self.desk.set_step_by_step(bool(change["new"]))
        self.refresh()

    def _own_dice(self, change: Any) -> None:
        self.desk.throw_with(Typed() if change["new"] else self._machine)
        self.refresh()

    def _thrown(self) -> None:
        self.desk.give_die(int(self.throw.value))

    def _save(self) -> None:
        text = record.dumps(record.record_of(self.desk.game))
        name = PurePath(self.desk.game.scenario.id).name.removesuffix(".toml")
        data = base64.b64encode(text.encode()).decode()
        self._saved_at = self.desk.game, len(self.desk.game.history)
        self.saved.value = (
            f'<a class="sr-button" download="{name}.json" '
            f'href="data:application/json;base64,{data}">Download {name}.json</a>'
        )

    def _loaded(self, change: Any) -> None:
        if not change["new"]:
            return
        upload = change["new"][0]
        self.upload.value = ()
        try:
            text = bytes(upload["content"]).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Problem(
                "the save is damaged: it is not text",
                file=upload["name"],
                place=f"byte {error.start}",
                remedy="Load another save; the game on the board goes on.",
            ) from None
        saved = record.loads(text, upload["name"])
        game = record.replay(saved, upload["name"], self.desk.game.scenario.id)
        self._machine = game.source
        if self.own_dice.value:
            game.source = Typed()
        self.desk.replace(game)
        count = len(game.history) - 1
        self.desk.notice = Notice("ok", f"Loaded: {count} actions played again.")
        self.refresh()

    def act(self, action: Action) -> None:
        """Do an action as if its button were pressed."""
        self.desk.act(action)
        self.refresh()

    # -- what is shown ----------------------------------------------------------------------------

    def refresh(self, pointing: bool = False) -> None:
        """Bring the screen up to date."""
        desk, game = self.desk, self.desk.game.scenario.game
        self.board.show(desk.view())
        look = desk.preview
        told = look is not None and look.verdict.reasons == desk.notice.reasons
        html = panels.preview_html(game, look, self.hide_tally, told) if look else ""
        if look and look.verdict and not self.hide_tally:
            html += desk.hands.odds_note(look.proposal.action)
        _set(self.preview, html)
        # What was told last stays: its rules are to be opened with the same pointer.
        self._told_of = desk.pointed or self._told_of
        _set(self.about, self._about(self._told_of)[0])
        if pointing:
            return
        done = len(desk.game.history)
        _set(self.tracks, desk.hands.tracks_html())
        planned = "" if desk.curtain else desk.hands.plan_html(desk.target, desk.members)
        _set(self.plan, planned)
        _set(self.counter_key, desk.hands.key_html())
        _set(self.legend, panels.legend_html(desk.hands.legend(), desk.shown))
        _set(self.selection, panels.selection_html(desk))
        _set(self.notice, panels.notice_html(game, desk.notice))
        if self.has("log"):
            inner = panels.log_html(game, desk.game.log)
            _set(self.logbook, f"<details open><summary>What happened</summary>{inner}</details>")
        self._refresh_turn()
        charts = getattr(desk.game.rules, "charts", {}).values()
        wanted = self.has("odds") or desk.target is not None
        _set(self.ours, panels.reconstructions_html(game, charts) if wanted else "")
        self._refresh_choices()
        self._refresh_modes()
        self._refresh_dice()
        # Last of all: a prompt that has changed means that the buttons have.
        _set(self.prompt, "" if desk.frozen else f'<p data-done="{done}">{escape(desk.prompt)}</p>')
        self.undo.disabled, self.redo.disabled = not desk.game.can_undo, not desk.game.can_redo
        for listener in self.after:
            listener()

    def _refresh_turn(self) -> None:
        """Whose decision it is; a save that the game has left behind is not offered any more."""
        desk = self.desk
        decision = None if desk.frozen else desk.game.decision
        sides = desk.game.scenario.sides
        named = decision is not None and len(sides) > 1
        side = desk.game.scenario.side(decision.side).name if decision and named else ""
        if side in desk.prompt.split(":")[0]:
            side = ""
        _set(self.turn, f'<p class="sr-kicker">{escape(side)} to decide</p>' if side else "")
        if self.saved.value and self._saved_at != (desk.game, len(desk.game.history)):
            self.saved.value = ""

    def _refresh_choices(self) -> None:
        if self.desk.curtain:
            self._draw_curtain()
            return
        owed = self.desk.game.decision is not None and not self.desk.frozen
        actions = self.desk.hands.listed()[:LISTED_AT_MOST] if owed else []
        if self.desk.selected and self.desk.game.decision:
            actions = self.desk.hands.ways(self.desk.selected) + actions
        if self.desk.target is not None:
            beside = self.desk.hands.beside(self.desk.target)
            actions = actions if beside is None else beside
        made = [self._action_button(action) for action in actions]
        if self.desk.target is not None:
            attack = self.button(self.desk.hands.group_name(), self.desk.commit)
            attack.add_class("sr-button-primary")
            made[:0] = [attack, *self._member_buttons(self.desk.target)]
        elif self.desk.selected:
            made = [*self._helper_buttons(), *made]
        if len(self.desk.path) > 1:
            go = self.button("Go this way", self.desk.commit)
            go.add_class("sr-button-primary")
            made.insert(0, go)
        if self.desk.offer:
            made[:0] = self._offers(self.desk.offer)
        self._offer(made)
        if self.has("odds"):
            _set(self.odds, self._odds_html(actions))

    def _action_button(self, action: Action) -> widgets.Button:
        button = self.button(self.desk.hands.action_name(action), partial(self.desk.act, action))
        if self.desk.hands.small(action):
            button.add_class("sr-toggle")
        return button

    def _offer(self, made: list[widgets.Button]) -> None:
        """New buttons for old, where they differ; a page keeps nothing that it offered before."""
        gone = self.choices.children
        if [_face(button) for button in made] == [_face(button) for button in gone]:
            for old, new in zip(gone, made, strict=True):
                old.act = new.act
            gone = tuple(made)
        else:
            self.choices.children = made
        for button in gone:
            button.words, button.description, button.tooltip = button.description, "", ""
        # The page may still be drawing them: they are closed some refreshes later. Who presses
        # one that is about to go means what the new one of the same words does.
        self._retired.append(gone)
        acts = {button.description: button.act for button in self.choices.children}
        for button in (one for some in self._retired for one in some):
            button.act = acts.get(button.words, _nothing)
        if len(self._retired) > GENERATIONS:
            for button in self._retired.pop(0):
                button.close()

    def _draw_curtain(self) -> None:
        """Between two people at one screen: nothing is shown until the other sits down."""
        desk = self.desk
        side = desk.game.scenario.side(desk.game.decision.side).name if desk.game.decision else ""
        take = self.button(f"I play the {side} side: show me", desk.sit_down)
        take.add_class("sr-button-primary")
        keep = self.button("We may both see everything", desk.open_hands, "No more curtains")
        self._offer([take, keep])
        _set(self.plan, f'<div class="sr-notice sr-curtain">{escape(curtain_text(side))}</div>')
        _set(self.odds, "")

    def _helper_buttons(self) -> list[widgets.Button]:
        """Friends who could act together with the picked unit."""
        made = []
        for unit, joined in self.desk.hands.helpers():
            text = f"{'with' if joined else 'without'} {self.desk.hands.unit_name(unit)}"
            button = self.button(text, partial(self.desk.hands.join, unit))
            button.add_class("sr-member")
            if joined:
                button.add_class("mod-active")
            made.append(button)
        return made

    def _member_buttons(self, target: str) -> list[widgets.Button]:
        """Who could take part, each to be put in or left out."""
        desk = self.desk
        made = []
        group = desk.hands.group(target) or ()
        for unit in dict.fromkeys((*group, *desk.hands.extras(target), *desk.members)):
            if desk.hands.leads(unit):
                continue
            joined = unit in desk.members
            text = f"{'with' if joined else 'without'} {desk.hands.member_name(unit)}"
            tip = "Leave it out" if joined else "Let it take part"
            button = self.button(text, partial(desk.toggle_member, unit), tip)
            button.add_class("sr-member")
            if joined:
                button.add_class("mod-active")
            made.append(button)
        return made

    def _offers(self, hex: str) -> list[widgets.Button]:
        """Buttons for a click that could mean two things: go there, or pick who stands there."""
        desk = self.desk
        ways = desk.hands.options(desk.selected, hex) if desk.selected else ()
        if len(ways) > 1:
            return [self.button(desk.hands.action_name(a), partial(desk.act, a)) for a in ways]
        go = self.button(f"Go to {hex}", partial(desk.click, hex, None))
        go.add_class("sr-button-primary")
        standing = desk.hands.state.position.at(hex)
        friends = [unit for unit in standing if desk.hands.may_select(unit)]
        picks = [
            self.button(f"Pick {desk.hands.unit_name(unit)}", partial(desk.pick, unit))
            for unit in friends
        ]
        return [go, *picks]

    def _odds_html(self, actions: list[Action]) -> str:
        """Exact odds of what is planned, or of the only action there is, if chance has a say."""
        look = self.desk.preview
        planned = look is not None and bool(look.verdict) and self.desk.target is not None
        if planned and look is not None:
            action = look.proposal.action
        elif len(actions) == 1 and not look:
            action = actions[0]
        else:
            return ""
        if not self.desk.hands.foreseen(action):
            return ""
        prospects = self.desk.game.outlook(action)
        if len(prospects) < 2 or not self.desk.hands.may_tell(prospects):
            return ""
        title = "The odds, exactly" if planned else "What may come of it"
        opened = " open" if planned else ""
        odds = panels.odds_html(prospects)
        if planned:
            odds += panels.battle_html(self.desk.hands.whole_battle(action))
        return f"<details{opened}><summary>{title}</summary>{odds}</details>"

    def _refresh_modes(self) -> None:
        away = self.desk.frozen or self.desk.curtain
        modes = () if away else self.desk.hands.modes
        facings = () if away else self.desk.hands.facings()
        self._refresh_facings(facings)
        self.mode.layout.display = "" if modes else "none"
        self.step.layout.display = "" if self.desk.hands.by_path() else "none"
        stepping = self.has("step") and self.desk.hands.by_path()
        shown = bool(modes or facings) or stepping
        self.modes_row.layout.display = "" if shown else "none"
        wanted = [(text, key) for key, text in modes] or [("", "")]
        if list(self.mode.options) != wanted:
            self.mode.options = wanted
            self.desk.set_mode(wanted[0][1])

    def _refresh_facings(self, ways: tuple[tuple[str, str], ...]) -> None:
        self.facing.layout.display = "" if ways else "none"
        wanted = [(text, key) for key, text in ways] or [("", "")]
        if list(self.facing.options) != wanted:
            self.facing.options = wanted

    def _refresh_dice(self) -> None:
        asked = self.desk.asked
        self.dice_row.layout.display = "" if asked else "none"
        if asked:
            self.asking.value = (
                f"<p>Throw for <strong>{escape(die_name(asked.name))}</strong>, "
                f"1 to {asked.options}.</p>"
            )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return dict(bundle(self.desk.view(), size=self.board.hex_size, widget=self.widget))


def curtain_text(side: str) -> str:
    """What is said while the screen goes from one player to the other."""
    return (
        f"Hand the screen over: it is the {side} player's turn. Until the button is pressed only "
        "what both players may know is shown."
    )


def _html(*classes: str) -> widgets.HTML:
    made = widgets.HTML()
    for name in classes:
        made.add_class(name)
    return made


def _nothing() -> None:
    """What a button does that is offered no more."""


def _face(button: widgets.Button) -> tuple[str, tuple[str, ...]]:
    """What a button looks like."""
    return button.description, tuple(button._dom_classes)


def _row(*children: widgets.Widget) -> widgets.Box:
    made = widgets.Box(list(children))
    made.add_class("sr-row")
    return made


def _set(widget: widgets.HTML, value: str) -> None:
    if widget.value != value:
        widget.value = value
