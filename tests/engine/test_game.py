"""Game: one decision owed, legal actions only, and a history that goes back and forth."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.chance import NeedDice, Scripted, Seeded, Typed
from engine.game import Illegal
from engine.values import Action
from engine.verdict import ALLOWED, Line, Reason, Tally, Verdict
from tests.engine.play import picks, river_line, seeds, wander
from tests.engine.problems import refused
from tests.engine.toy import LAST, ToyState, toy

ROLL, WAIT, LEAP = Action("roll"), Action("wait"), Action("leap")


# ------------------------------------------------------------------ deciding and acting


def test_one_side_owes_one_decision_until_the_game_is_over():
    game = toy()
    for turn in range(LAST):
        assert game.ending is None
        assert game.decision.side == ("red", "blue")[turn % 2]
        game.apply(WAIT)
    assert game.decision is None
    assert game.ending.winner == "red"


def test_when_the_game_is_over_nothing_is_legal_and_the_rule_that_ended_it_says_so():
    game = wander(toy(), [1] * LAST)
    assert game.choices() == []
    assert game.tally(WAIT) is None
    assert [(r.rule, r.key) for r in game.explain(WAIT).reasons] == [("0.7", "game.over")]
    with pytest.raises(Illegal):
        game.apply(WAIT)


def test_an_illegal_action_carries_every_reason_and_changes_nothing():
    game = toy()
    before = (game.state, game.history, game.log)
    with pytest.raises(Illegal) as caught:
        game.apply(LEAP)
    assert caught.value.verdict.rules == ("0.3", "0.4")
    assert len(caught.value.verdict.reasons) == 3
    assert caught.value.action == LEAP
    assert "toy.no" in str(caught.value)
    assert (game.state, game.history, game.log) == before


def test_events_are_returned_and_logged_from_the_start_on():
    game = toy()
    events = game.apply(WAIT)
    assert [event.key for event in events] == ["toy.wait"]
    assert [event.key for event in game.log] == ["toy.begins", "toy.wait"]


def test_questions_reach_the_rules():
    assert toy().query("points", of="red") == ("points", {"of": "red"}, 0)


@given(seeds, picks)
def test_every_choice_is_legal_and_every_action_explains_itself(seed, picks):
    game = river_line(seed, picks)
    for action in game.choices()[::7]:
        assert game.explain(action).allowed, str(action)


# ------------------------------------------------------------------ back and forth


@given(seeds, st.lists(st.integers(0, 1), min_size=1, max_size=LAST), st.integers(1, LAST))
def test_undo_then_redo_is_the_same_state_and_log(seed, picks, back):
    game = wander(toy(Seeded(seed)), picks)
    states = [step.state for step in game.history]
    log, back = game.log, min(back, len(picks))
    for _ in range(back):
        assert game.undo()
    assert game.state == states[len(picks) - back]
    assert game.can_redo
    for _ in range(back):
        assert game.redo()
    assert (game.state, game.log) == (states[-1], log)
    assert not game.can_redo


@given(seeds, picks, st.integers(0, 14))
def test_undo_then_redo_in_the_training_scenario(seed, picks, back):
    game = river_line(seed, picks)
    state, log, decision = game.state, game.log, game.decision
    gone = sum(game.undo() for _ in range(back))
    again = sum(game.redo() for _ in range(back))
    assert gone == again
    assert (game.state, game.log, game.decision) == (state, log, decision)


@given(seeds, picks)
def test_undo_and_the_same_actions_again_meet_the_same_dice(seed, picks):
    game = river_line(seed, picks)
    history = game.history
    while game.undo():
        pass
    for step in history[1:]:
        game.apply(step.action)
    assert game.history == history


def test_undo_then_another_action_meets_the_dice_of_its_own_place_in_the_game():
    game = toy()
    game.apply(ROLL)
    first = game.history[-1].answers
    game.undo()
    game.apply(WAIT)
    game.apply(ROLL)
    assert game.history[-1].answers == first


@given(seeds)
def test_a_dice_throw_cannot_be_had_again_by_taking_it_back(seed):
    game = toy(Seeded(seed))
    game.apply(ROLL)
    points = game.state.points
    for _ in range(3):
        game.undo()
        game.apply(WAIT)
        game.undo()
        game.apply(ROLL)
        assert game.state.points == points


def test_another_action_after_undo_forgets_what_came_after():
    game = wander(toy(), [0, 1, 0])
    game.undo()
    game.undo()
    game.apply(ROLL)
    assert not game.can_redo
    assert [step.action for step in game.history[1:]] == [ROLL, ROLL]


def test_the_same_action_after_undo_keeps_what_came_after():
    game = wander(toy(), [0, 1, 0])
    end = game.state
    game.undo()
    game.undo()
    game.apply(WAIT)
    assert game.can_redo
    game.redo()
    assert game.state == end


def test_the_same_action_with_other_dice_forgets_what_came_after():
    game = wander(toy(Scripted.dice([1, 2, 5])), [0, 0])
    game.undo()
    game.undo()
    game.source = Scripted.dice([1, 4, 5])
    game.apply(ROLL)
    assert game.state == ToyState(1, 4)
    assert not game.can_redo


def test_nothing_to_undo_at_the_start_and_nothing_to_redo_at_the_end():
    game = toy()
    assert not game.can_undo
    assert not game.undo()
    assert not game.redo()
    assert game.state == ToyState()


def test_reset_goes_to_the_start_and_redo_leads_forward_again():
    game = wander(toy(), [0, 1, 0])
    end = game.state
    game.reset()
    assert game.state == ToyState()
    while game.redo():
        pass
    assert game.state == end


def test_dice_still_to_be_typed_leave_the_game_as_it_was():
    source = Typed()
    with pytest.raises(NeedDice) as asked:
        toy(source)
    source.give(asked.value.request, 1)
    game = toy(source)
    with pytest.raises(NeedDice) as asked:
        game.apply(ROLL)
    assert game.state == ToyState()
    source.give(asked.value.request, 4)
    game.apply(ROLL)
    assert game.state == ToyState(1, 4)


# ------------------------------------------------------------------ outlook


def test_outlook_is_exact_and_merges_what_looks_the_same():
    game = toy()
    prospects = {p.events[0].params: p.probability for p in game.outlook(ROLL)}
    assert sum(prospects.values()) == 1
    assert prospects[(("made", 1),)] == Fraction(1, 6)
    assert prospects[(("made", 6),)] == Fraction(1, 6)
    assert len(prospects) == 6


def test_outlook_of_a_sure_thing_is_one_prospect_and_throws_no_dice():
    game = toy()
    before = game.history
    (prospect,) = game.outlook(WAIT)
    assert (prospect.probability, prospect.state) == (1, ToyState(1, 0))
    assert game.history == before


def test_outlook_of_an_illegal_action_is_refused():
    with pytest.raises(Illegal):
        toy().outlook(LEAP)


@given(seeds, picks)
def test_what_happens_is_one_of_the_prospects(seed, picks):
    game = river_line(seed, picks)
    if game.decision is not None:
        action = game.choices()[-1]
        prospects = game.outlook(action)
        assert sum(p.probability for p in prospects) == 1
        assert game.apply(action) in {p.events for p in prospects}


# ------------------------------------------------------------------ values


@given(
    st.dictionaries(
        st.text("abcdefg", min_size=1).filter(lambda key: key != "do"),
        st.recursive(
            st.one_of(st.integers(), st.text(max_size=5), st.booleans()),
            lambda kids: st.lists(kids, max_size=3),
            max_leaves=6,
        ),
        max_size=4,
    )
)
def test_an_action_written_down_and_read_back_is_the_same(args):
    action = Action("move", **args)
    assert Action.from_json(action.to_json()) == action
    assert hash(Action.from_json(action.to_json())) == hash(action)


def test_an_action_gives_its_arguments_by_name():
    action = Action("move", unit="21", path=["0101", "0102"], mode=None)
    assert action["path"] == ("0101", "0102")
    assert action.get("mode", "normal") == "normal"
    assert "mode" not in action
    assert "unit" in action
    assert str(action) == "move path=0101-0102 unit=21"
    assert action.replaced(unit="22")["unit"] == "22"
    with pytest.raises(KeyError):
        action["mode"]


@pytest.mark.parametrize("data", [None, 3, "move", [], {}, {"do": 3}, {"kind": "move"}])
def test_data_that_is_no_action_is_refused(data):
    problem = refused(lambda: Action.from_json(data))
    assert "is no action" in problem.what
    assert '"do"' in (problem.remedy or "")


@pytest.mark.parametrize("value", [{}, {"a": 1}, [{"a": 1}], [["x", {}]]])
def test_an_argument_that_no_action_has_is_refused(value):
    problem = refused(lambda: Action.from_json({"do": "move", "path": value}))
    assert "is no argument of an action" in problem.what
    assert problem.place == "path"
    assert "lists" in (problem.remedy or "")


def test_a_verdict_is_true_only_without_reasons():
    assert ALLOWED
    assert ALLOWED.allowed
    denied = Verdict((Reason.of("9.2", "k", hexes=["0101"], b=2, a=1),))
    assert not denied
    assert denied.reasons[0].params == (("a", 1), ("b", 2))
    assert denied.reasons[0].hexes == ("0101",)


@given(st.lists(st.one_of(st.none(), st.fractions(0, 9, max_denominator=2)), max_size=8))
def test_a_tally_adds_its_lines_and_a_note_adds_nothing(values):
    tally = Tally.adding("k", [Line.of("1.2", "l", value) for value in values])
    total = sum((value for value in values if value is not None), Fraction(0))
    assert tally.total == total
    assert isinstance(tally.total, int) == (total.denominator == 1)
    assert [line.value for line in tally] == values


def test_what_was_said_of_a_number_written_otherwise_is_not_said_again():
    """1.0 is no whole number of dice; 1 is."""
    game = catalogue.load("pavlovs-house/the-house", Seeded(1))
    luck, listed = random.Random(1), []
    while not listed:
        drawn = game.sample(luck)
        assert drawn is not None
        game.apply(drawn)
        listed = [a for a in game.choices(kind="suppress") if 1 in a.named.values()]
    action = listed[0]
    colour = next(name for name, value in action.args if value == 1)
    assert not game.explain(action.replaced(**{colour: 1.0}))
    assert game.explain(action)
    assert game.apply(action)
