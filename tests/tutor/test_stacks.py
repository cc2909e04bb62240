"""A stack in hand in the '4x games: it goes as one, and one Undo takes it back."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.zocbond.field import SIDES, attack, field, unit
from tests.marks import rules
from tests.tutor.sitting import buttons, click, do, place, press, words
from tutor import panels
from tutor.desk import Desk
from tutor.desk.match import Gestures
from tutor.table import Tabletop

GAMES = ("holland44", "stalingrad42")
STACK = [unit("a", "0505"), unit("b", "0505"), unit("c", "0505")]


def where(desk: Desk, *units: str) -> list[str]:
    """Where units stand."""
    return [str(desk.game.state.position.place(each)) for each in units]


def notice(desk: Desk) -> str:
    """What the desk says, as words."""
    return words(panels.notice_html(desk.game.scenario.game, desk.notice))


def won(game: str) -> Game:
    """The attack has destroyed the lone defender of 0504."""
    foe = [unit("x", "0504", full=[1, 1, 4], steps=1)]
    strong = [unit(name, "0505", full=[6, 6, 6]) for name in "ab"]
    played = field(game, strong, foe, phase="combat", dice=[6])
    played.apply(attack("0504", "a", "b"))
    while (owed := played.decision) is not None and owed.kind not in ("zb.advance", "zb.combat"):
        played.apply(played.choices()[0])
    return played


@pytest.mark.parametrize("game", GAMES)
def test_a_second_click_takes_the_whole_stack_and_a_third_one_goes_on(game: str) -> None:
    desk = Desk(field(game, STACK))
    desk.click("0505", "c")
    assert (desk.pointer.unit, desk.pointer.mates) == ("c", ())
    desk.click("0505", "c")
    assert (desk.pointer.unit, desk.pointer.mates) == ("c", ("a", "b"))
    raised = [c.id for c in desk.view().counters["0505"] if "selected" in c.states]
    assert sorted(raised) == ["a", "b", "c"]
    assert all(f"{name}" in panels.selection_html(desk) for name in "abc")
    desk.click("0505", "c")
    assert (desk.pointer.unit, desk.pointer.mates) == ("a", ())


@pytest.mark.parametrize("game", GAMES)
def test_the_stack_goes_as_one_and_is_taken_back_as_one(game: str) -> None:
    desk = Desk(field(game, STACK))
    desk.key("n")
    desk.key("g")
    desk.click("0507")
    assert where(desk, "a", "b", "c") == ["0507"] * 3
    assert len(desk.game.history) == 2
    desk.undo()
    assert where(desk, "a", "b", "c") == ["0505"] * 3


@pytest.mark.parametrize("game", GAMES)
def test_one_who_cannot_come_along_stays_and_it_is_said_by_which_rule(game: str) -> None:
    slow = [*STACK[:2], unit("slow", "0505", full=[4, 4, 1])]
    desk = Desk(field(game, slow))
    desk.pick("a")
    desk.take_all()
    desk.point("0508")
    assert desk.preview is not None
    before = words(panels.preview_html(game, desk.preview))
    assert "slow stays behind" in before
    desk.click("0508")
    assert where(desk, "a", "b", "slow") == ["0508", "0508", "0505"]
    after = notice(desk)
    assert "slow stays behind" in after
    assert "would need" in after
    assert desk.game.rules.rule("move") in after


@pytest.mark.parametrize("game", GAMES)
def test_where_not_all_fit_as_many_go_as_fit(game: str) -> None:
    there = [unit(name, "0507") for name in "xyz"]
    desk = Desk(field(game, [*STACK, *there]))
    desk.pick("a")
    desk.take_all()
    desk.click("0507")
    desk.click("0507")
    gone = [name for name in "abc" if where(desk, name) == ["0507"]]
    left = [name for name in "abc" if name not in gone]
    assert all(f" {name} stays behind" in notice(desk) for name in left)
    assert len(gone) + len(left) == 3


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_can_go_all_the_reasons_are_given(game: str) -> None:
    desk = Desk(field(game, STACK))
    desk.pick("a")
    desk.take_all()
    desk.click("1212")
    assert where(desk, "a", "b", "c") == ["0505"] * 3
    assert "would need" in notice(desk)


@pytest.mark.parametrize("game", GAMES)
def test_some_of_a_stack_are_chosen_by_their_buttons(game: str) -> None:
    table = Tabletop(field(game, STACK))
    press(table, "n")
    first = table.desk.pointer.unit
    assert first is not None
    do(table, "The whole stack (3)")
    assert "The whole stack (3)" not in buttons(table.widget)
    out = next(name for name in "abc" if name != first)
    do(table, f"with {table.desk.hands.unit_name(out)}")
    click(table, "0507")
    assert sorted(place(table, name) for name in "abc") == ["0505", "0507", "0507"]
    assert place(table, out) == "0505"
    do(table, "Undo")
    assert {place(table, name) for name in "abc"} == {"0505"}


@pytest.mark.parametrize("game", GAMES)
def test_a_stack_advances_together(game: str) -> None:
    desk = Desk(won(game))
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "zb.advance"
    desk.pick("a")
    desk.take_all()
    before = len(desk.game.history)
    desk.click("0504")
    assert where(desk, "a", "b") == ["0504"] * 2
    assert len(desk.game.history) == before + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_stack_retreats_together_and_one_undo_brings_it_back(game: str) -> None:
    foes = [unit(name, "0504", full=[1, 3, 4]) for name in "xyz"]
    strong = [unit("a", "0505", full=[30, 6, 6]), unit("b", "0405", full=[30, 6, 6])]
    played = field(game, strong, foes, phase="combat", dice=[6])
    played.apply(attack("0504", "a", "b"))
    for _ in range(5):
        owed = played.decision
        assert owed is not None
        if owed.kind == "zb.retreat":
            break
        named = [a for a in played.choices() if a.kind == "go-back"] or played.choices()
        played.apply(named[0])
    desk = Desk(played)
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "zb.retreat"
    desk.key("n")
    desk.key("g")
    in_hand = (desk.pointer.unit, *desk.pointer.mates)
    assert len(in_hand) >= 2
    goals = [{a["path"][-1] for a in desk.game.choices(unit=each)} for each in in_hand]
    goal = sorted(set.intersection(*goals))[0]
    before = len(desk.game.history)
    desk.click(goal)
    assert [w for w in where(desk, *map(str, in_hand)) if w == goal]
    done = len(desk.game.history) - before
    assert done >= 2
    desk.undo()
    assert len(desk.game.history) == before
    assert where(desk, *map(str, in_hand)) == ["0504"] * len(in_hand)
    desk.redo()
    assert len(desk.game.history) == before + done


def waiting(game: str) -> Desk:
    """Three units in an entry area, all of them in hand."""
    area = {"id": f"{SIDES[game][0]}-A", "name": "A", "touches": ["0101", "0201"]}
    plain = {key: value for key, value in unit("", "").items() if key != "hex"}
    desk = Desk(field(game, [{**plain, "id": n, "box": area["id"]} for n in "abc"], areas=[area]))
    desk.pick("a")
    desk.take_all()
    assert desk.pointer.mates == ("b", "c")
    return desk


def test_all_who_wait_beside_the_map_come_in_by_one_gesture() -> None:
    desk = waiting("stalingrad42")
    before = len(desk.game.history)
    desk.click("0101")
    inside = [name for name in "abc" if where(desk, name) == ["0101"]]
    assert len(inside) >= 2
    assert len(desk.game.history) == before + len(inside)
    desk.undo()
    assert where(desk, "a", "b", "c") == ["german-A"] * 3


def test_reinforcements_come_in_as_one_where_the_game_lets_them() -> None:
    desk = waiting("holland44")
    desk.click("0101")
    assert where(desk, "a", "b", "c") == ["0101"] * 3
    assert desk.game.history[-1].action == Action(
        "enter", unit="a", mates=("b", "c"), path=("0101",)
    )
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "zb.march"


@pytest.mark.parametrize("game", GAMES)
def test_one_of_a_stack_stops_on_the_way_and_the_others_go_on(game: str) -> None:
    desk = Desk(field(game, STACK))
    desk.pick("a")
    desk.take_all()
    tool = next(t for t in desk.hands.tools() if t.text.endswith("b stays in the next hex"))
    desk.use(tool)
    assert [t.text for t in desk.hands.tools() if t.on] == [tool.text]
    desk.click("0506")
    assert where(desk, "a", "b", "c") == ["0506"] * 3
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "zb.march"
    desk.click("0507")
    assert where(desk, "a", "b", "c") == ["0507", "0506", "0507"]


@rules("holland44", "21.3")
def test_a_learner_pauses_on_the_way_to_detach_and_goes_on() -> None:
    part = unit("d", "0101", steps=1, size="detachment", full=[1, 2, 6], box="detachments")
    del part["hex"]
    whole = unit("a", "0506", steps=3, full=[5, 5, 6])
    table = Tabletop(field("holland44", [whole, unit("b", "0907", steps=1), part]))
    click(table, "0907")
    assert "Pause in the next hex, to detach" not in buttons(table.widget)
    press(table, "Escape")
    click(table, "0506")
    do(table, "Pause in the next hex, to detach")
    click(table, "0505")
    assert place(table, "a") == "0505"
    # Nobody is detached yet, and the pause is over: a second one may be made.
    do(table, "Pause in the next hex, to detach")
    click(table, "0504")
    detach = next(
        name for name in buttons(table.widget) if "detach" in name and "Pause" not in name
    )
    do(table, detach)
    assert (place(table, "a"), place(table, "d")) == ("0504", "0504")
    do(table, "allied d stops here, the others go on")
    click(table, "0503")
    assert (place(table, "a"), place(table, "d")) == ("0503", "0504")
    decision = table.desk.game.decision
    assert decision is not None
    assert decision.kind == "zb.move"


def test_a_lone_unit_is_no_stack_and_the_desk_says_so() -> None:
    desk = Desk(field("holland44", [unit("a", "0505")]))
    desk.pick("a")
    desk.key("g")
    assert desk.pointer.mates == ()
    assert "no stack" in desk.notice.text
    desk.click("0505", "a")
    assert desk.pointer.mates == ()


def test_a_stack_goes_hex_by_hex_too() -> None:
    desk = Desk(field("holland44", STACK))
    desk.set_step_by_step(True)
    desk.pick("a")
    desk.take_all()
    desk.click("0506")
    desk.click("0507")
    desk.key(" ")
    assert where(desk, "a", "b", "c") == ["0507"] * 3
    assert desk.game.history[-1].action == Action(
        "move", units=("a", "b", "c"), path=("0505", "0506", "0507")
    )


def test_gestures_are_forgotten_where_history_is_written_anew() -> None:
    gestures = Gestures()
    gestures.note(1, 4)
    gestures.note(4, 5)
    assert (gestures.start(4), gestures.end(1)) == (1, 4)
    assert (gestures.start(5), gestures.end(4)) == (4, 5)
    gestures.forget(3)
    assert (gestures.start(4), gestures.end(1)) == (3, 2)


@rules("holland44", "19.3.1")
def test_a_stack_in_hand_leaves_the_map_as_one() -> None:
    area = {"id": "allied-N", "name": "N", "touches": ["0512"]}
    table = Tabletop(field("holland44", [unit(name, "0512") for name in "ab"], areas=[area]))
    click(table, "0512")
    do(table, "The whole stack (2)")
    do(table, next(name for name in buttons(table.widget) if name.endswith("area N")))
    assert [place(table, name) for name in "ab"] == ["allied-N"] * 2
