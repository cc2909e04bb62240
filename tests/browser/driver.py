"""Plays lessons in a real browser as a learner would: by mouse, or by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, TimeoutError, expect

from engine.board import Board
from engine.placeboard import PlaceBoard
from engine.values import Action
from tutor import lesson
from tutor.art.scene import layout_for
from tutor.desk import Desk
from tutor.desk.keys import ARROWS
from tutor.games.pointer import PLANNED, RARE
from tutor.lesson import Lesson, Step, illegal, open_lesson, truth
from tutor.lesson.kinds import BOARD_SIZE

PATIENCE = 60_000
"""A machine that is busy with other tests is slow to answer, not wrong: so many milliseconds."""
PAINTED = "(c) => c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data[3] > 0"
"""Whether there is something in the middle of a canvas: a blank one hears clicks all the same."""
SHOWN = """(frame, [x, y, wide]) => {
  const canvas = frame.querySelector("canvas").getBoundingClientRect();
  const scene = frame.querySelector(".staffride-board-text p").dataset.scene.split(" ").map(Number);
  const [left, top, width] = (frame.dataset.painted ?? `0 0 ${scene[0]}`).split(" ").map(Number);
  const size = scene[0] / wide, zoom = canvas.width / width;
  const at = [(x * size - left) * zoom, (y * size - top) * zoom];
  if ("waits" in frame.dataset) return null;
  // upright a frame may be lower than its board: a click scrolls it
  if (!frame.classList.contains("sr-zoomed")) return width === scene[0] ? at : null;
  const window = frame.getBoundingClientRect();
  const [px, py] = [canvas.x + at[0], canvas.y + at[1]];
  const seen = px > window.x && px < window.right && py > window.y && py < window.bottom;
  return seen ? at : null;
}"""
"""Where a point of the picture is on the canvas, if it is in sight."""
AGAIN = 5_000
"""Whoever sees nothing happen for so long presses once more."""
TABS = 150
"""More presses of Tab than this do not lie between a board and any of its buttons."""
WAY = """(wanted) => {
  const here = document.activeElement;
  if (here === wanted) return "";
  const before = wanted.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING;
  return before ? "Shift+Tab" : "Tab";
}"""
"""The key that leads from what has the focus to something else, or none."""
PAGES_BETWEEN = 9
"""More pages of prose than this do not stand between two steps."""
WHOLE_GAME = 90_000
"""So long bots may take over a whole game on a busy machine."""


def way_over(board: Board, start: str, goal: str) -> list[str]:
    """The arrow keys that lead from one hex or place to another."""
    keys, todo = {start: list[str]()}, [start]
    for here in todo:
        for key, (columns, rows) in ARROWS.items():
            there = board.towards(here, columns, rows)
            if there is not None and there not in keys:
                keys[there] = [*keys[here], key]
                todo.append(there)
    return keys[goal]


def click_spot(frame: Locator, x: float, y: float, width: float) -> None:
    """Click a point of a board's picture, so wide; if it is out of sight, see the whole first."""
    canvas = frame.locator("canvas").first
    # away from the board, where no stack is spread over its neighbours
    frame.page.mouse.move(0, 0)
    # a board that is being looked at from nearer is painted anew
    frame.page.wait_for_function("(at) => !('waits' in at.dataset)", arg=frame.element_handle())
    place = frame.evaluate(SHOWN, [x, y, width])
    if place is None:
        # of a map so large that it opens nearer only a part is in sight
        canvas.focus()
        frame.page.keyboard.press("0")
        here = f"([frame, point]) => ({SHOWN})(frame, point)"
        whole = [frame.element_handle(), [x, y, width]]
        place = frame.page.wait_for_function(here, arg=whole).json_value()
    canvas.click(position={"x": place[0], "y": place[1]})


class LessonDriver:
    """One lesson on a page."""

    def __init__(self, page: Page, base: str, name: str, learner: str) -> None:
        self.page = page
        self.lesson: Lesson = open_lesson(name)
        self.page.set_default_timeout(PATIENCE)
        self.address = f"{base.rstrip('/')}/voila/render/{name}.ipynb?learner={learner}"
        self.page.goto(self.address_of(self.lesson.steps[0]))
        board = self.card(self.lesson.steps[0]).locator("canvas")
        expect(board).to_be_visible()
        self.page.wait_for_function(PAINTED, arg=board.element_handle())

    def address_of(self, step: Step) -> str:
        """The address of a step."""
        return f"{self.address}#step-{step.id}"

    def card(self, step: Step) -> Locator:
        """The card of a step."""
        return self.page.locator(f".sr-step-{step.id}")

    def message(self, step: Step) -> Locator:
        """What the step says."""
        return self.card(step).locator(".sr-step-message")

    def expect_done(self, step: Step) -> None:
        """The step says that it is done."""
        expect(self.message(step).locator(".sr-ok")).to_contain_text("Done.")

    def press(self, step: Step, name: str, keyboard: bool = False) -> None:
        """A button of the step, by mouse or by Tab and Enter."""
        button = self.card(step).get_by_role("button", name=name, exact=True)
        if keyboard:
            self.tab_to(button)
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def tab_to(self, wanted: Locator) -> None:
        """Tab, on or back, until something has the focus."""
        expect(wanted).to_be_enabled()
        for _ in range(TABS):
            key = wanted.evaluate(WAY)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"Tab does not lead to {wanted}")

    def keys(self, step: Step, *names: str) -> None:
        """Keys for the board of a step."""
        self.tab_to(self.card(step).locator("canvas"))
        for name in names:
            self.page.keyboard.press(name)

    def open(self, step: Step, keyboard: bool = False) -> None:
        """Come to a step: from the one before it past the pages between, or by its address."""
        here, there = self.page.url.partition("#step-")[2], self.lesson.steps.index(step)
        if here != step.id and there and here == self.lesson.steps[there - 1].id:
            for _ in range(PAGES_BETWEEN):
                if self.page.evaluate("location.hash") == f"#step-{step.id}":
                    break
                if keyboard:
                    self._onward()
                else:
                    self.page.locator(".sr-stage-next").click()
        if self.page.evaluate("location.hash") != f"#step-{step.id}":
            # Somewhere else, or a key too far.
            self.page.goto(self.address_of(step))
        expect(self.card(step).locator("canvas")).to_be_visible()

    def _onward(self) -> None:
        """Page Down: to the end of what is longer than the window, or on."""
        here = self.page.evaluate("[location.hash, scrollY]")
        moved = "([hash, y]) => location.hash !== hash || scrollY !== y"
        for _ in range(PATIENCE // AGAIN):
            self.page.keyboard.press("PageDown")
            try:
                self.page.wait_for_function(moved, arg=here, timeout=AGAIN)
            except TimeoutError:
                continue  # what comes next was not there yet: a reader presses once more
            return
        raise AssertionError(f"Page Down leads nowhere from {here}")

    # -- the board --------------------------------------------------------------------------------

    def click_hex(
        self, step: Step, desk: Desk, hex: str, spot: tuple[float, float] | None = None
    ) -> None:
        """A click in the middle of a hex, or on a spot of the board."""
        canvas = self.card(step).locator("canvas")
        canvas.scroll_into_view_if_needed()
        layout = layout_for(desk.view(), BOARD_SIZE)
        x, y = layout.centre(hex) if spot is None else spot
        y += BOARD_SIZE * 0.1
        click_spot(self.card(step).locator(".staffride-board-frame"), x, y, layout.width)

    def picked(self, step: Step) -> Locator:
        """The line that says who is picked."""
        return self.card(step).locator(".sr-picked strong")

    def pick(self, step: Step, desk: Desk, unit: str, keyboard: bool) -> None:
        """Pick a unit up."""
        name = desk.hands.unit_name(unit)
        kept = self.picked(step).all_inner_texts()
        if kept == [name]:
            return
        if keyboard:
            self._pick_by_keys(step, name, len(desk.hands.pickable()))
            return
        if kept:
            self.keys(step, "Escape")
        # The page may still be telling of what went before: then somebody is picked.
        expect(self.picked(step)).to_have_count(0)
        place = desk.where(unit)
        stack = desk.view().counters.get(place, ())
        if desk.hands.drawer() == place:
            ids = [counter.id for counter in stack]
            middles = layout_for(desk.view(), BOARD_SIZE).fan(place, len(ids))[1]
            self.click_hex(step, desk, place, middles[ids.index(unit)])
            expect(self.picked(step)).to_have_text(name)
            return
        for _ in (*stack, unit):  # all of them, too
            before = self.picked(step).all_inner_texts()
            self.click_hex(step, desk, place)
            expect(self.picked(step)).to_have_count(1)
            if before:
                expect(self.picked(step)).not_to_have_text(before[0])
            if self.picked(step).inner_text() == name:
                break
        expect(self.picked(step)).to_have_text(name)

    def _pick_by_keys(self, step: Step, name: str, most: int) -> None:
        """N until somebody is picked."""
        for _ in range(most + 1):
            before = self.picked(step).all_inner_texts()
            if before == [name]:
                return
            self.keys(step, "n")
            if before and most > 1:
                expect(self.picked(step)).not_to_have_text(before[0])
            expect(self.picked(step)).to_have_count(1)
        expect(self.picked(step)).to_have_text(name)

    def _told(self, step: Step) -> str:
        return self.card(step).locator(".sr-side").inner_text()

    def _changed(self, step: Step, before: str) -> None:
        side = self.card(step).locator(".sr-side").element_handle()
        self.page.wait_for_function(
            "([side, before]) => side.innerText !== before", arg=[side, before]
        )

    def mode(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        """Choose normal or strategic movement."""
        modes = dict(desk.hands.modes)
        wanted = modes.get(desk.hands.mode_of(action), "Normal move")
        desk.set_mode(desk.hands.mode_of(action))
        toggle = self.card(step).get_by_role("button", name=wanted, exact=True)
        if toggle.count() and "mod-active" not in (toggle.get_attribute("class") or ""):
            self.press(step, wanted, keyboard)

    def do(self, step: Step, desk: Desk, action: Action, keyboard: bool = False) -> None:
        """One action of a solution, by whatever the page offers for it."""
        if action in desk.hands.listed():
            self.press(step, desk.hands.action_name(action), keyboard)
            if desk.hands.manner(action) == PLANNED:
                self.press(step, desk.hands.group_name(), keyboard)
        elif "units" in action and "path" not in action and "hex" not in action:
            self._together(step, desk, action, keyboard)
        elif "units" in action and "path" not in action:
            self._group(step, desk, action, keyboard)
        elif desk.hands.actor(action):
            self._with_unit(step, desk, action, keyboard)
        elif keyboard:
            self.keys(step, "Escape")
            self.go_to(step, desk, action["hex"])
        else:
            self.click_hex(step, desk, action["hex"])
        lesson.play(desk.game, [action], step.bots)
        # What was in hand may be gone.
        desk.pointer.put_down()
        prompt = self.card(step).locator(".sr-prompt")
        expect(prompt).to_have_text(desk.prompt)
        # Two decisions may ask for the same; the count says which one the page has come to.
        done = len(desk.game.history)
        expect(prompt.locator(f'p[data-done="{done}"]')).to_have_count(1)

    def _with_unit(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        unit = desk.hands.actor(action) or ""
        in_box = desk.where(unit) not in desk.game.scenario.board
        by_keys = keyboard or in_box or isinstance(desk.game.scenario.board, PlaceBoard)
        if unit not in desk.hands.pickable() or desk.hands.drawer() or unit.isdigit():
            by_keys = keyboard or in_box
        if action.kind in ("move", "activate") or "pay" in action or "card" in action:
            self.mode(step, desk, action, keyboard)
        self.pick(step, desk, unit, by_keys)
        desk.pointer.unit = unit
        self._facing(step, desk, action, keyboard)
        if action in desk.hands.ways(unit) and not step.unaided:
            name = desk.hands.action_name(action)
            rare = desk.hands.manner(action) == RARE
            for text in ("More", name, f"Really: {name}?") if rare else (name,):
                self.press(step, text, keyboard)
            return
        goal, fired = desk.hands.goals(action)[-1], action.get("order", action.kind) == "fire"
        ways: tuple[Action, ...] = desk.hands.options(unit, goal)
        plain = action.replaced(facing=None)
        if plain in [one.replaced(facing=None) for one in self._instead(desk, goal)]:
            ways = (action, action)
        if keyboard:
            self.go_to(step, desk, goal)
        elif len(ways) > 1 or fired:
            self.click_hex(step, desk, goal)
        else:
            self._go(step, desk, goal)
        if fired:
            self._members(step, desk, action, keyboard)
        elif len(ways) > 1:
            self.press(step, desk.hands.action_name(action), keyboard)

    @staticmethod
    def _instead(desk: Desk, goal: str) -> list[Action]:
        """What is offered beside the plan against a hex that a click there opens."""
        planned = goal in desk.game.scenario.board and desk.hands.group(goal)
        return (desk.hands.beside(goal) or []) if planned else []

    def _facing(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        """Turn after a move, where the action faces another way than ahead."""
        facings = dict(desk.hands.facings())
        if action.kind == "turn" or action.get("facing") not in facings:
            return
        goal = desk.hands.goals(action)[-1]
        plain = desk.hands.propose(desk.hands.actor(action), goal)
        if plain is not None and plain.action != action:
            self.press(step, facings[action["facing"]], keyboard)

    def _group(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        """An attack: the target, then units in or out, then the button."""
        if keyboard:
            # Whoever is in hand could be sent to the hex.
            self.keys(step, "Escape")
            self.go_to(step, desk, action["hex"])
        else:
            self.click_hex(step, desk, action["hex"])
        self._members(step, desk, action, keyboard)

    def _together(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        """A group that acts as one: its leader is picked, friends join, then a hex or a button."""
        first, *mates = action["units"]
        self.mode(step, desk, action, keyboard)
        self.pick(step, desk, first, keyboard)
        desk.pointer.unit = first
        if action in desk.hands.ways(first):
            self.press(step, desk.hands.action_name(action), keyboard)
            return
        for unit in mates:
            self._member(step, desk, unit, True, keyboard)
            desk.hands.join(unit)
        if action in desk.hands.ways(first):
            self.press(step, desk.hands.action_name(action), keyboard)
        elif keyboard:
            self.go_to(step, desk, action["to"][0])
        else:
            self._go(step, desk, action["to"][0])
        desk.pointer.let_go()

    def _members(self, step: Step, desk: Desk, action: Action, keyboard: bool) -> None:
        """Units in or out, then the button."""
        members = desk.hands.group(action["hex"]) or ()
        wanted = set(desk.hands.members_of(action))
        for unit in sorted(wanted ^ set(members)):
            if (unit in wanted) == (unit in members):
                continue  # a new lead has taken the place of the old one
            members = desk.hands.with_member(members, unit)
            self._member(step, desk, unit, unit in wanted, keyboard)
        self.press(step, desk.hands.group_name(), keyboard)

    def _member(self, step: Step, desk: Desk, unit: str, joins: bool, keyboard: bool) -> None:
        """Put somebody into a group, or leave him out, and see it done."""
        self.press(step, desk.hands.member_button(unit, not joins), keyboard)
        text = desk.hands.member_button(unit, joins)
        expect(self.card(step).get_by_role("button", name=text, exact=True)).to_be_visible()

    def _go(self, step: Step, desk: Desk, hex: str) -> None:
        """Click the goal; a second time where the click could have meant the friend there."""
        self.click_hex(step, desk, hex)
        if any(desk.hands.may_select(unit) for unit in desk.game.state.position.at(hex)):
            self.press(step, f"Go to {desk.hands.place_name(hex)}")

    def go_to(self, step: Step, desk: Desk, hex: str) -> None:
        """Arrow keys from where the cursor is to a hex, and Enter there."""
        cursor = self.card(step).locator(".staffride-board-text [data-hex]")
        self.keys(step)
        if not cursor.count():
            self.keys(step, "ArrowUp")
        here = cursor.get_attribute("data-hex")
        assert here is not None
        self.keys(step, *way_over(desk.game.scenario.board, here, hex))
        expect(cursor).to_have_attribute("data-hex", hex)
        self.keys(step, "Enter")

    def try_wrong(self, step: Step, action: Action, rule: str) -> str:
        """A tempting wrong move, hex by hex; what the page says about it."""
        desk = Desk(step.game(), bots=step.bots)
        self.mode(step, desk, action, keyboard=False)
        self.pick(
            step, desk, action["unit"] if "unit" in action else action["units"][0], keyboard=False
        )
        box = self.card(step).get_by_label("Step by step")
        box.check()
        reason = self.card(step).locator(f'li.sr-reason[data-rule="{rule}"]').first
        for hex in action["path"][1:]:
            before = self._told(step)
            self.click_hex(step, desk, hex)
            self._changed(step, before)
            if reason.count():
                break
        expect(reason).to_be_visible()
        told = reason.inner_text()
        box.uncheck()
        self.press(step, "Start again")
        return told

    # -- whole steps ------------------------------------------------------------------------------

    def solve(self, step: Step, keyboard: bool = False) -> None:
        """Finish a step as its solution says."""
        self.open(step, keyboard)
        if step.kind == "read":
            self.press(step, "Seen it, go on", keyboard)
        elif step.kind == "watch":
            for place in range(len(step.solution)):
                expect(self.card(step)).to_contain_text(f"{place} of {len(step.solution)}.")
                self.press(step, "Next", keyboard)
        elif step.kind == "predict":
            self._predict(step, keyboard)
        elif step.kind == "find":
            place = illegal(step)[0][0]
            self.press(step, f"{place + 1} is illegal", keyboard)
        elif step.kind == "play":
            self.press(step, "Let a bot play for me", keyboard)
            self.press(step, "To the end", keyboard)
            expect(self.message(step)).to_contain_text("Done.", timeout=WHOLE_GAME)
        else:
            desk = Desk(step.game(), bots=step.bots)
            for action in step.solution:
                self.do(step, desk, action, keyboard)
        self.expect_done(step)

    def _predict(self, step: Step, keyboard: bool) -> None:
        right = truth(step)
        if step.choices:
            self.press(step, right, keyboard)
            return
        field = self.card(step).get_by_placeholder("your answer")
        if keyboard:
            self.tab_to(field)
            self.page.keyboard.type(right)
        else:
            field.fill(right)
        self.page.keyboard.press("Tab")
        self.press(step, "Answer", keyboard)

    def finish(self, keyboard: bool = False) -> None:
        """The whole lesson."""
        for step in self.lesson.steps:
            self.solve(step, keyboard)
