"""The desk: what a mouse, a finger or a key does at a board, without a screen."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import bots, catalogue
from engine.bots import make_bot
from engine.chance import Seeded, Typed
from engine.errors import Problem
from engine.game import Game
from engine.hexes import cell_at, column_row
from engine.values import Action
from engine.verdict import ALLOWED, Reason, Verdict
from tests.tutor.small import FIELD, LAST, ROAD, toy
from tutor.art.views import Overlay
from tutor.desk import Desk
from tutor.desk.keys import ARROWS
from tutor.games import Hands

RIVER_LINE = "victory-awaits/river-line"


def drill(name: str) -> Game:
    """A position of the lessons."""
    return catalogue.load(f"victory-awaits/drills/{name}", Seeded(1))


@pytest.fixture
def desk() -> Desk:
    """The Axis is on the march."""
    return Desk(drill("march"))


@pytest.fixture
def stack() -> Desk:
    """The Axis holds a bridgehead; the 21st can join the 251st in Ostrov, 1422."""
    return Desk(drill("concepts"))


def place(desk: Desk, unit: str) -> str:
    """Where a unit stands."""
    return str(desk.game.state.position.place(unit))


def overlays(desk: Desk, kind: str) -> list[Overlay]:
    """What of a kind the board shows."""
    return [overlay for overlay in desk.view().overlays if overlay.kind == kind]


def keys(desk: Desk, *names: str) -> None:
    """Press keys."""
    for name in names:
        desk.key(name)


# -- picking, pointing, going ---------------------------------------------------------------------


def test_a_click_picks_a_unit_and_lights_up_where_it_can_go(desk: Desk) -> None:
    assert overlays(desk, "reach") == []
    desk.click("1222", "36M")
    assert (desk.pointer.unit, desk.pointer.cursor) == ("36M", "1222")
    assert "36th" in desk.notice.text or "36M" in desk.notice.text
    costs = overlays(desk, "reach")[0].labels()
    assert costs["1721"] == "8"
    assert "1222" not in costs
    picked = [c for c in desk.view().counters["1222"] if "selected" in c.states]
    assert [c.id for c in picked] == ["36M"]


def test_pointing_tells_the_cost_and_changes_nothing(desk: Desk) -> None:
    desk.click("1222", "36M")
    before = desk.game.state
    desk.point("1721")
    assert desk.preview is not None
    assert desk.preview.verdict
    assert desk.preview.tally is not None
    assert desk.preview.tally.total == 8
    shown = overlays(desk, "path")[0]
    assert shown.path == ROAD
    assert dict(shown.labels()) == dict(zip(ROAD[1:], "12348", strict=True))
    assert overlays(desk, "denied") == []
    assert desk.game.state is before
    desk.point(None)
    assert desk.preview is None
    assert overlays(desk, "path") == []


def test_pointing_without_a_unit_in_hand_tells_nothing(desk: Desk) -> None:
    desk.point("1721")
    assert desk.preview is None


def test_pointing_where_it_cannot_go_says_why(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.point("1822")
    assert desk.preview is not None
    assert "3.1" in desk.preview.verdict.rules
    assert overlays(desk, "denied")[0].hexes == ("1822",)
    assert "1822" in overlays(desk, "cause")[0].hexes


def test_a_click_goes_there(desk: Desk) -> None:
    heard = []
    desk.on_action.append(lambda action, verdict: heard.append((action, verdict)))
    desk.click("1222", "36M")
    desk.click("1721")
    assert place(desk, "36M") == "1721"
    assert heard == [(Action("move", unit="36M", path=ROAD), ALLOWED)]
    assert (desk.pointer.unit, desk.preview, desk.notice.kind) == (None, None, "ok")
    assert desk.notice.events == desk.game.history[-1].events
    states = {c.id: c.states for stack in desk.view().counters.values() for c in stack}
    assert "moved" in states["36M"]
    assert "active" in states["217"]


def test_a_refusal_marks_what_causes_it_and_changes_nothing(desk: Desk) -> None:
    heard = []
    desk.on_action.append(lambda action, verdict: heard.append(verdict.rules))
    desk.click("1222", "36M")
    before = desk.game.state
    desk.click("1822", "292R")
    assert desk.game.state is before
    assert not desk.game.can_undo
    assert desk.notice.kind == "no"
    assert "3.1" in [reason.rule for reason in desk.notice.reasons]
    assert desk.extra == (Overlay("cause", ("1822",)),)
    assert heard == [tuple(dict.fromkeys(r.rule for r in desk.notice.reasons))]
    assert desk.pointer.unit == "36M"
    desk.cancel()
    assert desk.extra == ()
    assert desk.notice.text == ""


def test_what_is_too_far_is_refused_by_the_price(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.click("2120")
    assert place(desk, "36M") == "1222"
    assert "9.2" in [reason.rule for reason in desk.notice.reasons]
    assert desk.preview is not None
    assert desk.preview.proposal.path[-1] == "2120"


def test_an_enemy_is_described_not_picked(desk: Desk) -> None:
    desk.click("1822", "292R")
    assert desk.pointer.unit is None
    assert desk.notice.text.startswith("Hex 1822")
    assert "292" in desk.notice.text


def test_an_empty_hex_is_described(desk: Desk) -> None:
    desk.click("1422")
    assert desk.pointer.unit is None
    assert "1422" in desk.notice.text
    assert "Ostrov" in desk.notice.text


def test_a_click_off_the_board_puts_everything_down(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.click(None)
    assert desk.pointer.unit is None
    assert overlays(desk, "reach") == []


def test_a_unit_that_has_moved_says_so_when_it_is_picked(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.click("1721")
    desk.click("1721", "36M")
    assert desk.pointer.unit == "36M"
    assert desk.notice.kind == "no"
    assert [reason.rule for reason in desk.notice.reasons] == ["9.1"]
    assert overlays(desk, "reach") == []


def test_a_guard_may_refuse_what_the_rules_allow(desk: Desk) -> None:
    no = Verdict((Reason.of("9.2", "lesson.not-now", hexes=["1721"]),))
    desk.guard = lambda action: no
    desk.click("1222", "36M")
    desk.click("1721")
    assert place(desk, "36M") == "1222"
    assert desk.notice.reasons == no.reasons
    assert desk.extra == (Overlay("cause", ("1721",)),)


def test_a_hex_that_an_action_names_is_enough_where_nobody_need_be_picked() -> None:
    desk = Desk(toy())
    desk.click("0303", None)
    assert len(desk.game.history) == 2
    assert desk.notice.events[0].key.startswith("toy.threw")
    desk.click("0501", None)
    assert desk.notice.text == "Hex 0501, clear"


def test_nobody_is_sent_anywhere_who_was_not_picked() -> None:
    desk = Desk(toy())
    desk.click("0203", None)
    assert len(desk.game.history) == 1
    assert desk.notice.text == "Hex 0203, clear"
    desk.pick("r1")
    desk.click("0203", None)
    assert place(desk, "r1") == "0203"


def test_a_box_that_has_emptied_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(toy())
    assert desk.view().boxes[0].counters
    monkeypatch.setattr(desk.hands, "counters", lambda chosen: ())
    assert [(box.id, box.counters) for box in desk.view().boxes] == [("reserve", ())]
    desk.replace(toy())
    monkeypatch.setattr(desk.hands, "counters", lambda chosen: ())
    assert not desk.view().boxes, "another game has boxes of its own"


def test_units_in_a_box_can_be_picked() -> None:
    desk = Desk(toy())
    desk.click("reserve", "r3")
    assert (desk.pointer.unit, desk.pointer.cursor) == ("r3", None)
    assert [(box.id, box.title) for box in desk.view().boxes] == [("reserve", "Reserve")]
    assert "selected" in desk.view().boxes[0].counters[0].states
    desk.click("reserve", None)
    assert desk.pointer.unit == "r3"


# -- a click that may mean two things -------------------------------------------------------------


def test_a_click_on_a_friend_that_could_be_joined_asks_first(stack: Desk) -> None:
    stack.click("1321", "21")
    before = stack.game.state
    stack.click("1422", "251")
    assert stack.pointer.offer == "1422"
    assert stack.game.state is before
    assert "1422" in stack.notice.text
    assert stack.preview is not None
    stack.click("1422", "251")
    assert place(stack, "21") == "1422"
    assert stack.pointer.offer is None


def test_an_offer_can_be_answered_by_picking_the_friend(stack: Desk) -> None:
    stack.click("1321", "21")
    stack.click("1422", "251")
    stack.pick("251")
    assert (stack.pointer.unit, stack.pointer.offer) == ("251", None)
    assert place(stack, "21") == "1321"


def test_a_friend_that_cannot_be_joined_is_picked_at_once(stack: Desk) -> None:
    stack.click("1321", "21")
    stack.click("1422", None)
    stack.click("1322", "217")
    stack.click("1422", "251")
    assert (stack.pointer.unit, stack.pointer.offer) == ("251", None)


def test_clicks_and_brackets_go_through_a_stack() -> None:
    desk = Desk(toy())
    desk.click("0202", "r2")
    desk.click("0202", "r2")
    assert desk.pointer.unit == "r1"
    desk.key("]")
    assert desk.pointer.unit == "r2"
    desk.key("[")
    assert desk.pointer.unit == "r1"


def test_brackets_on_a_hex_without_own_units_describe_it() -> None:
    desk = Desk(toy())
    desk.pointer.cursor = "0605"
    keys(desk, "]")
    assert desk.notice.text == "Hex 0605, clear: Blue Picket"


# -- hex by hex -----------------------------------------------------------------------------------


@pytest.fixture
def walker(desk: Desk) -> Desk:
    """The 36th is to go step by step."""
    desk.set_step_by_step(True)
    desk.click("1222", "36M")
    return desk


def test_a_way_is_planned_hex_by_hex_and_taken_at_last(walker: Desk) -> None:
    before = walker.game.state
    for count, hex in enumerate(ROAD[1:4], start=2):
        walker.click(hex)
        assert walker.pointer.path == ROAD[:count]
    assert walker.game.state is before
    assert walker.preview is not None
    assert walker.preview.tally is not None
    assert walker.preview.tally.total == 3
    walker.click(ROAD[3])
    assert place(walker, "36M") == ROAD[3]
    assert walker.pointer.path == ()


def test_space_takes_the_planned_way(walker: Desk) -> None:
    for hex in ROAD[1:]:
        walker.click(hex)
    walker.key(" ")
    assert place(walker, "36M") == "1721"


def test_space_without_a_plan_does_nothing(walker: Desk) -> None:
    walker.key(" ")
    assert place(walker, "36M") == "1222"
    assert not walker.game.can_undo


def test_backspace_takes_the_last_hex_off(walker: Desk) -> None:
    for hex in ROAD[1:4]:
        walker.click(hex)
    walker.key("Backspace")
    assert walker.pointer.path == ROAD[:3]
    assert walker.preview is not None
    assert walker.preview.proposal.path == ROAD[:3]
    keys(walker, *["Backspace"] * 4)
    assert walker.pointer.path == ROAD[:1]
    assert walker.preview is None


def test_a_click_on_the_way_cuts_it_there(walker: Desk) -> None:
    for hex in ROAD[1:5]:
        walker.click(hex)
    walker.click(ROAD[2])
    assert walker.pointer.path == ROAD[:3]
    walker.click(ROAD[0])
    assert walker.pointer.path == ROAD[:1]


def test_a_step_that_no_rule_allows_is_refused_where_it_is_made(walker: Desk) -> None:
    for hex in ROAD[1:]:
        walker.click(hex)
    walker.click("1720")
    assert walker.pointer.path == ROAD
    assert "9.2" in [reason.rule for reason in walker.notice.reasons]
    walker.click("1222")
    walker.click("1420")
    assert walker.pointer.path == ROAD[:1]
    assert walker.notice.kind == "no"
    assert not walker.game.can_undo


def test_a_way_may_lead_through_a_full_hex_and_not_end_there(stack: Desk) -> None:
    stack.click("1321", "21")
    stack.click("1422", None)
    stack.set_step_by_step(True)
    stack.click("1322", "217")
    stack.click("1422")
    assert stack.pointer.path == ("1322", "1422")
    stack.key(" ")
    assert place(stack, "217") == "1322"
    assert [reason.rule for reason in stack.notice.reasons] == ["3.1"]
    stack.click("1521")
    stack.key(" ")
    assert place(stack, "217") == "1521"


def test_pointing_goes_on_from_the_planned_way(walker: Desk) -> None:
    walker.click("1322")
    walker.point("1422")
    assert walker.preview is not None
    assert walker.preview.proposal.path == ("1222", "1322", "1422")
    before = walker.preview
    walker.point("1322")
    assert walker.preview is None
    assert before is not None


def test_leaving_the_step_by_step_mode_forgets_the_way(walker: Desk) -> None:
    walker.click("1322")
    walker.set_step_by_step(False)
    assert walker.pointer.path == ()
    walker.set_step_by_step(True)
    assert walker.pointer.path == ("1222",)


def test_another_mode_begins_the_way_again_and_shows_another_reach(desk: Desk) -> None:
    desk.click("1017", "217")
    normal = overlays(desk, "reach")[0].labels()
    desk.set_mode("strategic")
    assert overlays(desk, "reach") == []
    strategic = overlays(desk, "reach-strategic")[0].labels()
    assert strategic["1018"] == "½"
    assert "1621" in strategic
    assert "1621" not in normal
    desk.click("1621")
    assert place(desk, "217") == "1621"
    assert desk.game.history[-1].action is not None
    assert desk.game.history[-1].action["mode"] == "strategic"


# -- many on one ----------------------------------------------------------------------------------


class Storming(Hands):
    """Hands for storming the mill together."""

    def group(self, hex: str) -> tuple[str, ...]:
        """Whoever stands beside the mill."""
        return ("r1", "r2") if hex == "0303" else ()

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """Only two together dare."""
        return Action("storm", hex=hex) if len(units) == 2 else Action("dare", hex=hex)


@pytest.fixture
def storm() -> Desk:
    """Both red units can storm the mill together."""
    desk = Desk(toy())
    desk.hands = Storming(desk.game)
    return desk


def test_a_click_on_the_enemy_gathers_who_can_act_on_it(storm: Desk) -> None:
    storm.click("0202", "r2")
    assert storm.pointer.target is None
    assert "enemy" in storm.notice.text
    storm.click("0303", "b1")
    assert (storm.pointer.target, storm.pointer.members) == ("0303", ("r1", "r2"))
    assert overlays(storm, "goal")[0].hexes == ("0303",)
    assert storm.preview is not None
    assert storm.preview.tally is not None
    assert storm.preview.tally.total == 2
    raised = [c.id for c in storm.view().counters["0202"] if "selected" in c.states]
    assert raised == ["r1", "r2"]
    storm.point("0101")
    assert storm.preview.hex == "0303"


def test_members_are_left_out_and_taken_in_again(storm: Desk) -> None:
    storm.click("0303", "b1")
    storm.click("0202", "r2")
    assert storm.pointer.members == ("r1",)
    assert storm.preview is not None
    assert not storm.preview.verdict
    storm.commit()
    assert len(storm.game.history) == 1
    assert storm.notice.kind == "no"
    storm.click("0202", None)
    assert storm.pointer.members == ("r1", "r2")


def test_a_group_acts_and_is_put_down(storm: Desk) -> None:
    storm.click("0303", "b1")
    storm.key(" ")
    assert storm.game.history[-1].action == Action("storm", hex="0303")
    assert (storm.pointer.target, storm.pointer.members) == (None, ())


def test_an_empty_hex_puts_the_group_down(storm: Desk) -> None:
    storm.click("0303", "b1")
    storm.click("0501", None)
    assert (storm.pointer.target, storm.pointer.members, storm.preview) == (None, (), None)
    assert storm.notice.text == "Hex 0501, clear"


# -- keys -----------------------------------------------------------------------------------------


def test_arrows_go_by_printed_column_and_row(desk: Desk) -> None:
    desk.click("1222", "36M")
    walked = []
    for name in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        desk.key(name)
        walked.append(desk.pointer.cursor)
    assert walked == ["1322", "1323", "1223", "1222"]
    assert desk.view().cursor == "1222"


@pytest.mark.parametrize("key", ARROWS)
def test_the_cursor_stays_on_the_board(key: str) -> None:
    desk = Desk(toy())
    keys(desk, *[key] * 12)
    assert desk.pointer.cursor in FIELD
    column, row = column_row(FIELD.cell(desk.pointer.cursor))
    columns, rows = ARROWS[key]
    assert FIELD.label_of(cell_at(column + columns, row + rows)) is None


def test_the_first_arrow_shows_the_cursor_at_a_unit_that_can_act() -> None:
    desk = Desk(toy())
    desk.key("ArrowRight")
    assert desk.pointer.cursor == "0202"


def test_an_arrow_previews_for_the_unit_in_hand(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.key("ArrowRight")
    assert desk.preview is not None
    assert desk.preview.proposal.path == ("1222", "1322")


def test_n_and_p_go_round_the_units_that_can_act(desk: Desk) -> None:
    units = desk.hands.pickable()
    seen = []
    for _ in range(len(units) + 1):
        desk.key("n")
        seen.append(desk.pointer.unit)
    assert seen == [*units, units[0]]
    desk.key("p")
    assert desk.pointer.unit == units[-1]
    desk.key("Escape")
    desk.key("p")
    assert desk.pointer.unit == units[-1]


def test_enter_picks_and_goes(desk: Desk) -> None:
    desk.pointer.cursor = "1222"
    desk.key("Enter")
    assert desk.pointer.unit == "36M"
    keys(desk, "ArrowRight", "Enter")
    assert place(desk, "36M") == "1322"
    keys(desk, "Enter")
    assert desk.pointer.unit == "36M"


def test_enter_without_a_cursor_and_unknown_keys_do_nothing(desk: Desk) -> None:
    before = desk.game.state
    keys(desk, "Enter", "[", "q", "F5", "theme-dark", "Ctrl+z", "Backspace")
    assert desk.game.state is before
    assert desk.pointer.unit is None


def test_escape_puts_down(desk: Desk) -> None:
    keys(desk, "n", "Escape")
    assert (desk.pointer.unit, desk.pointer.path, desk.pointer.offer) == (None, (), None)


def test_enter_means_the_top_unit_of_a_stack_that_can_act() -> None:
    desk = Desk(toy())
    desk.pointer.cursor = "0202"
    desk.key("Enter")
    assert desk.pointer.unit == "r2"


# -- frozen ---------------------------------------------------------------------------------------


def test_a_frozen_desk_only_describes(desk: Desk) -> None:
    desk.frozen = True
    before = desk.game.state
    desk.click("1222", "36M")
    assert desk.pointer.unit is None
    assert desk.notice.text.startswith("Hex 1222")
    keys(desk, "n", "p", " ", "[", "]", "Backspace", "ArrowRight")
    assert desk.pointer.cursor == "1322"
    desk.key("Enter")
    assert desk.notice.text.startswith("Hex 1322")
    desk.key("Escape")
    assert desk.notice.text.startswith("Hex 1322")
    desk.point("1721")
    assert desk.preview is None
    assert desk.game.state is before
    assert overlays(desk, "reach") == []


# -- back and forth -------------------------------------------------------------------------------


def test_undo_redo_and_reset(desk: Desk) -> None:
    start = desk.game.state
    desk.click("1222", "36M")
    desk.click("1721")
    there = desk.game.state
    desk.undo()
    assert desk.game.state is start
    assert desk.notice.text == "Taken back."
    desk.undo()
    assert desk.notice.text == "There is nothing to take back."
    desk.redo()
    assert desk.game.state is there
    assert desk.notice.text == "Done again."
    desk.redo()
    assert desk.notice.text == "There is nothing to do again."
    desk.pick("217")
    desk.reset()
    assert desk.game.state is start
    assert desk.pointer.unit is None
    assert "Redo leads forward" in desk.notice.text
    desk.redo()
    assert desk.game.state is there


def test_another_game_may_take_its_place(desk: Desk) -> None:
    desk.click("1222", "36M")
    other = drill("race")
    desk.replace(other)
    assert desk.game is other
    assert desk.hands.game is other
    assert desk.pointer.unit is None
    assert len(desk.hands.pickable()) == 5


# -- the learner's own dice -----------------------------------------------------------------------


@pytest.fixture
def thrower() -> Desk:
    """A learner who throws real dice has asked to storm the mill."""
    desk = Desk(toy(Typed()))
    desk.act(Action("storm", hex="0303"))
    return desk


def test_a_die_is_asked_for_and_then_given(thrower: Desk) -> None:
    assert thrower.asked is not None
    assert (thrower.asked.name, thrower.asked.options) == ("storm", 6)
    assert "storm" in thrower.notice.text
    assert len(thrower.game.history) == 1
    thrower.give_die(3)
    assert thrower.asked is None
    assert thrower.game.log[-1].key == "toy.threw-3"
    assert thrower.notice.kind == "ok"


def test_a_throw_may_lead_to_another(thrower: Desk) -> None:
    thrower.give_die(6)
    assert thrower.asked is not None
    assert (thrower.asked.name, thrower.asked.options) == ("again", 2)
    assert len(thrower.game.history) == 1
    thrower.give_die(2)
    assert thrower.asked is None
    assert thrower.game.log[-1].key == "toy.threw-8"


def test_what_is_not_on_the_die_is_refused_and_asked_again(thrower: Desk) -> None:
    with pytest.raises(Problem, match="7 is not on the die"):
        thrower.give_die(7)
    assert thrower.asked is not None
    thrower.give_die(1)
    assert thrower.game.log[-1].key == "toy.threw-1"


def test_a_die_that_nobody_asked_for_is_not_taken() -> None:
    desk = Desk(toy(Typed()))
    desk.give_die(4)
    assert len(desk.game.history) == 1
    assert isinstance(desk.game.source, Typed)
    assert desk.game.source.given == {}


def test_another_action_does_not_meet_the_dice_of_the_one_that_waits(thrower: Desk) -> None:
    thrower.give_die(6)
    thrower.act(Action("storm", hex="0303"))
    assert thrower.asked is not None
    assert thrower.asked.name == "again"
    thrower.act(Action("dare", hex="0303"))
    assert thrower.game.log == []
    thrower.act(Action("rest"))
    thrower.act(Action("storm", hex="0303"))
    assert thrower.asked is not None
    assert thrower.asked.name == "storm"


@pytest.mark.parametrize("leave", ["undo", "redo", "reset", "cancel"])
def test_whoever_turns_away_is_no_longer_asked(thrower: Desk, leave: str) -> None:
    getattr(thrower, leave)()
    assert thrower.asked is None
    thrower.give_die(5)
    assert len(thrower.game.history) == 1


def test_a_throw_for_what_was_not_done_is_forgotten(thrower: Desk) -> None:
    thrower.give_die(6)
    thrower.cancel()
    thrower.act(Action("storm", hex="0303"))
    assert thrower.asked is not None
    assert thrower.asked.name == "storm"
    thrower.give_die(2)
    assert thrower.game.log[-1].key == "toy.threw-2"


def test_another_action_takes_the_place_of_the_one_that_waits(thrower: Desk) -> None:
    thrower.act(Action("rest"))
    assert len(thrower.game.history) == 2
    assert thrower.asked is None


def test_whoever_gives_up_throwing_leaves_it_to_the_machine(thrower: Desk) -> None:
    thrower.throw_with(Seeded(3))
    assert thrower.asked is None
    assert len(thrower.game.history) == 2
    thrower.throw_with(Typed())
    assert len(thrower.game.history) == 2


def test_the_chits_of_a_cup_can_be_drawn_by_hand() -> None:
    game = catalogue.load(RIVER_LINE, Seeded(1))
    game.source = Typed()
    desk = Desk(game)
    for _ in range(20):
        if desk.asked is not None:
            break
        desk.act(desk.hands.listed()[0])
    assert desk.asked is not None
    assert desk.asked.options > 1
    asked, before = desk.asked, len(game.history)
    desk.give_die(asked.options)
    while desk.asked is not None:
        desk.give_die(1)
    assert len(game.history) == before + 1
    assert game.history[-1].answers[0] == (asked.name, asked.options - 1)


# -- bots at the desk -----------------------------------------------------------------------------


@pytest.fixture
def match() -> Desk:
    """A learner plays red against a bot."""
    desk = Desk(toy())
    desk.match.bots = {"blue": "random"}
    desk.let_bots_play()
    return desk


def test_a_bot_answers_at_once_and_what_it_did_is_told(match: Desk) -> None:
    assert len(match.game.history) == 1
    match.act(Action("march", unit="r1", hex="0203"))
    assert len(match.game.history) == 3
    assert match.game.decision is not None
    assert match.game.decision.side == "red"
    told = [event for step in match.game.history[1:] for event in step.events]
    assert list(match.notice.events) == told


def test_undo_takes_the_answer_of_the_bot_back_as_well(match: Desk) -> None:
    start = match.game.state
    match.act(Action("rest"))
    there = match.game.state
    match.undo()
    assert match.game.state is start
    match.redo()
    assert match.game.state is there
    match.act(Action("rest"))
    match.reset()
    assert match.game.state is start


def test_a_bot_that_begins_is_not_waited_for(match: Desk) -> None:
    match.match.bots = {"red": "random"}
    match.let_bots_play()
    first = match.game.state
    assert len(match.game.history) == 2
    match.undo()
    assert match.game.state is first
    assert match.notice.text == "There is nothing to take back."
    match.act(Action("rest"))
    match.reset()
    assert match.game.state is first
    assert not match.game.decision or match.game.decision.side == "blue"


@pytest.fixture
def show() -> Desk:
    """Bots play both sides."""
    desk = Desk(toy())
    desk.match.bots = {"red": "greedy", "blue": "random"}
    desk.let_bots_play()
    return desk


def test_bots_among_themselves_wait_to_be_told_to_go_on(show: Desk) -> None:
    assert len(show.game.history) == 1
    assert show.idle
    for count in range(LAST):
        assert show.game.decision is not None
        show.go_on()
        assert len(show.game.history) == count + 2
        assert show.notice.events == show.game.history[-1].events
    assert show.game.decision is None
    show.go_on()
    assert len(show.game.history) == LAST + 1


def test_bots_among_themselves_can_be_reset_and_gone_through_again(show: Desk) -> None:
    start = show.game.state
    for _ in range(LAST):
        show.go_on()
    end = show.game.state
    show.undo()
    assert len(show.game.history) == LAST
    show.redo()
    assert show.game.state is end
    show.reset()
    assert show.game.state is start
    assert show.game.can_redo
    show.go_on()
    assert len(show.game.history) == 2
    show.undo()
    assert show.game.state is start


def test_whoever_watches_bots_moves_nothing_himself(show: Desk) -> None:
    before = show.game.state
    show.click("0202", "r2")
    keys(show, "n", " ", "Enter")
    assert show.pointer.unit is None
    assert show.notice.text.startswith("Hex 0202")
    assert show.game.state is before


def test_whoever_throws_for_bots_throws_one_die_after_another(
    show: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.PLAYERS, "stormer", Stormer)
    show.match.bots = {"red": "stormer", "blue": "stormer"}
    show.game.source = Typed()
    show.go_on()
    assert show.asked is not None
    assert len(show.game.history) == 1
    show.give_die(3)
    assert show.asked is None
    assert len(show.game.history) == 2


class Stormer:
    """A bot that knows one thing to do."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Action:
        """Storm the mill."""
        return Action("storm", hex="0303")


def test_the_learner_throws_for_a_bot_as_well(match: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.PLAYERS, "stormer", Stormer)
    match.match.bots = {"blue": "stormer"}
    match.game.source = Typed()
    match.act(Action("rest"))
    assert match.asked is not None
    assert match.asked.name == "storm"
    assert len(match.game.history) == 2
    match.cancel()
    assert match.asked is not None
    match.give_die(6)
    match.give_die(1)
    assert match.asked is None
    assert match.game.log[-1].key == "toy.threw-7"
    assert match.game.decision is not None
    assert match.game.decision.side == "red"
    match.undo()
    assert len(match.game.history) == 1
    match.redo()
    assert len(match.game.history) == 3


def test_a_die_taken_back_is_asked_for_again_and_the_bot_answers_again(match: Desk) -> None:
    match.game.source = Typed()
    for _ in range(2):
        match.act(Action("storm", hex="0303"))
        assert match.asked is not None, "the die that was taken back is nobody's"
        match.give_die(4)
        while match.asked is not None:
            match.give_die(2)
        assert match.game.decision is not None
        assert match.game.decision.side == "red", "the bot has answered"
        match.undo()


def test_the_same_thing_done_again_meets_the_same_answer(match: Desk) -> None:
    match.act(Action("rest"))
    after = match.game.state
    match.undo()
    match.act(Action("rest"))
    assert match.game.state == after
    assert not match.match.bots_turn


def test_a_bot_whose_dice_were_never_thrown_is_asked_for_again(
    match: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.PLAYERS, "stormer", Stormer)
    match.match.bots = {"blue": "stormer"}
    match.game.source = Typed()
    match.act(Action("rest"))
    match.undo()
    assert match.asked is None
    match.redo()
    assert match.asked is not None


# -- what the screen shows ------------------------------------------------------------------------


def test_every_overlay_can_be_switched_on_and_off(desk: Desk) -> None:
    plain = desk.view().overlays
    for key, text in desk.hands.overlays:
        desk.toggle(key)
        assert key in desk.shown
        assert len(desk.view().overlays) > len(plain) or key == "range", text
        desk.toggle(key)
        assert desk.view().overlays == plain


def test_the_text_says_what_is_owed_who_is_picked_and_where_the_cursor_is(desk: Desk) -> None:
    text = desk.text()
    assert desk.game.scenario.board.title in text
    assert desk.prompt in text
    assert "Picked" not in text
    assert "Arrow keys" in text
    keys(desk, "n", "ArrowRight")
    unit = desk.pointer.unit
    assert unit is not None
    assert desk.pointer.cursor is not None
    text = desk.text()
    assert f"Picked: {desk.hands.unit_name(unit)} in {place(desk, unit)}." in text
    assert f"Cursor: {desk.hands.describe(desk.pointer.cursor)}." in text
    assert desk.view().text == text


def test_what_is_said_of_the_hex_under_the_cursor_ends_once() -> None:
    desk = Desk(catalogue.load("holland44/polder-gap"))
    desk.act(Action("end"))
    enemy = next(u for u in desk.game.state.position.units() if desk.hands.owner(u) == "german")
    desk.pointer.cursor = desk.where(enemy)
    assert "so nobody can attack it. Arrow keys" in desk.text()


def test_the_prompt_tells_how_a_game_ended() -> None:
    desk = Desk(toy())
    for _ in range(LAST):
        desk.act(Action("rest"))
    assert desk.prompt == "toy.over The Red side wins."
    assert desk.hands.pickable() == ()
    before = desk.game.state
    desk.act(Action("rest"))
    assert desk.notice.kind == "no"
    assert desk.game.state is before


def test_a_played_game_says_who_has_won() -> None:
    game = catalogue.load(RIVER_LINE, Seeded(2))
    bot = make_bot("random", 2)
    while game.decision is not None:
        game.apply(bot.choose(game))
    desk = Desk(game)
    assert desk.prompt.endswith("wins.")
    assert "<" not in desk.prompt
    desk.click("1422", None)
    keys(desk, "n", "Enter", " ")
    assert desk.pointer.unit is None
    assert desk.game.decision is None


# -- whatever anybody does ------------------------------------------------------------------------

KEYS = [*ARROWS, "Enter", " ", "Escape", "Backspace", "n", "p", "[", "]", "x"]
doings = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["key"]), st.sampled_from(KEYS)),
        st.tuples(
            st.sampled_from(["click", "point", "unit", "box", "mode", "step", "undo", "redo"]),
            st.integers(0, 10_000),
        ),
    ),
    max_size=25,
)


def does(desk: Desk, what: str, value: str | int) -> None:
    """One thing that a learner may do."""
    board, position = desk.game.scenario.board, desk.game.state.position
    if what == "key":
        desk.key(str(value))
        return
    number = int(value)
    hex = board.hexes[number % len(board)]
    units = sorted(position.units())
    unit = units[number % len(units)]
    if what == "click":
        standing = position.at(hex)
        desk.click(hex, standing[-1] if standing else None)
    elif what == "unit":
        desk.click(position.place(unit), unit)
    elif what == "box":
        desk.click("nowhere" if number % 2 else None, None)
    elif what == "point":
        desk.point(hex if number % 5 else None)
    elif what == "mode":
        modes = [key for key, _ in desk.hands.modes] or [""]
        desk.set_mode(modes[number % len(modes)])
    elif what == "step":
        desk.set_step_by_step(bool(number % 2))
    else:
        getattr(desk, what)()


@given(
    start=st.sampled_from(["toy", "drills/march", "drills/concepts", "river-line"]),
    doing=doings,
    frozen=st.booleans(),
)
@example("drills/concepts", [("key", "n"), ("click", 77), ("click", 77), ("key", "Enter")], False)
def test_whatever_is_done_only_legal_actions_change_the_game(
    start: str, doing: list[tuple[str, str | int]], frozen: bool
) -> None:
    game = toy() if start == "toy" else catalogue.load(f"victory-awaits/{start}", Seeded(5))
    desk = Desk(game)
    desk.frozen = frozen
    taken: list[Action] = []
    desk.on_action.append(lambda action, verdict: taken.append(action) if verdict else None)
    for what, value in doing:
        before, count, told = game.state, len(game.history), len(taken)
        legal = {action: bool(game.explain(action)) for action in taken}
        does(desk, what, value)
        view = desk.view()
        assert view.text
        assert sum(map(len, view.counters.values())) <= len(list(game.state.position.units()))
        if len(game.history) > count and what != "redo":
            assert len(game.history) == count + 1
            assert len(taken) == told + 1
            assert game.history[-1].action == taken[-1]
            game.undo()
            assert game.explain(taken[-1])
            game.redo()
        elif what not in ("undo", "redo"):
            assert game.state is before
            assert len(taken) == told
            assert {action: bool(game.explain(action)) for action in taken} == legal
    if frozen:
        assert taken == []


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_whoever_can_be_picked_is_shown_with_all_that_is_offered(game):
    for shelf in ("play", "drills"):
        for name in catalogue.scenario_ids(game, shelf):
            desk = Desk(catalogue.load(name))
            for unit in desk.hands.pickable():
                desk.pick(unit)
                assert desk.pointer.unit == unit
                assert desk.view().text
                assert len(set(desk.hands.ways(unit))) == len(desk.hands.ways(unit)), name
