"""Whole games and random wanderings: what must always hold, holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import bots, load, record
from engine.bots import play_many
from engine.catalogue import GAMES, scenario_ids
from engine.chance import Seeded
from engine.game import Game
from engine.pavlovs_house.board.house import against
from engine.pavlovs_house.counters.phase import ACTS
from engine.values import Action
from engine.verdict import Line
from engine.words import catalogue
from tests.engine.pavlovs_house.post import post
from tests.engine.play import picks, seeds, wander
from tests.marks import rules

HOUSE = "pavlovs-house/the-house"
PLAY = ["the-house", "three-turns", "two-together", "german-command", "guards"]
PLAY += ["three-at-the-table"]
RULES = GAMES["pavlovs-house"].rulebook.rules
ANYTHING = st.one_of(
    st.none(),
    st.integers(-3, 9),
    st.sampled_from(
        ["pavlov", "riflemen-1", "53-k", "red-2", "reserve", "18", "3-3", "68", "96", "medic", "x"]
    ),
    st.lists(st.sampled_from(["8", "pavlov", "riflemen-1", "x"]), max_size=3),
)
NAMES = ("unit", "to", "target", "targets", "card", "command", "act", "place", "places", "count")
NAMES += ("weapon", "mate", "displace", "token", "how", "green", "red", "purple")
KINDS = (
    "play",
    "take",
    "load",
    "deliver",
    "bring",
    "join",
    "storm",
    "flak",
    "repel",
    "bag",
    "lose",
)
KINDS += ("move", "yield", "lay", "end", "nonsense", *(deed.kind for deed in ACTS))


@given(seeds, picks)
def test_what_is_offered_is_legal_and_nothing_is_lost(seed: int | str, picks: list[int]) -> None:
    game = wander(load(HOUSE, Seeded(seed)), [pick * 7 for pick in picks])
    assert game.rules.violations(game.state) == []
    for action in game.choices():
        assert game.explain(action).allowed, action
    units = {action.get("unit") for action in game.choices()}
    for unit in sorted(str(u) for u in units if u)[:3]:
        for action in game.choices(unit=unit):
            assert unit in dict(action.args).values()


@given(
    seeds,
    st.lists(st.integers(0, 10_000), max_size=40),
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=5),
)
def test_whatever_is_asked_gets_a_verdict_in_words(
    seed: int | str, picks: list[int], kind: str, args: dict[str, object]
) -> None:
    game = wander(load(HOUSE, Seeded(seed)), picks)
    if game.decision is None:
        return
    action = Action(kind, **args)
    verdict = game.explain(action)
    game.tally(action)
    words = catalogue()
    for reason in verdict.reasons:
        assert reason.key in words
        assert "<" not in words.say(reason.key, reason.params), reason
        assert reason.rule == "" or reason.rule in RULES, reason
    if verdict:
        game.apply(action)
        assert game.rules.violations(game.state) == []


@pytest.mark.parametrize("name", PLAY)
def test_random_and_greedy_games_end_by_the_rules(name: str) -> None:
    for bot, count in (("random", 4), ("greedy", 1)):
        report = play_many(f"pavlovs-house/{name}", range(count), bot)
        assert report.violations == []
        assert report.finished == report.games == count


@pytest.mark.parametrize("name", scenario_ids("pavlovs-house", "drills"))
def test_a_position_to_practise_is_sound_and_can_be_played_out(name: str) -> None:
    game = load(name)
    assert game.scenario.summary
    assert len(game.choices()) > 1, "there is something to decide"
    report = play_many(name, range(3), "random")
    assert report.violations == []
    assert report.finished == 3


@rules("pavlovs-house", "6.0", "0.0 setup wehrmacht deck")
def test_a_whole_game_has_twenty_one_turns_and_everything_told_has_words() -> None:
    words = catalogue()
    for seed in range(6):
        game = load(HOUSE, Seeded(seed))
        players = {side.id: bots.make_bot("greedy", side.id) for side in game.scenario.sides}
        while game.decision is not None:
            asked = words.say(f"decision.{game.decision.kind}", game.decision.params)
            assert "<" not in asked
            assert "decision." not in asked
            game.apply(players["soviet"].choose(game))
        for event in game.log:
            assert event.key in words
            assert "<" not in words.say(event.key, event.params), event
            assert event.rule in RULES, event
        assert game.ending is not None
        assert game.ending.key in words
        if game.ending.tally is not None:
            assert game.state.turn == 21
            return
    raise AssertionError("no game came to its score")


def saved(game: Game) -> Game:
    """The game out of a save of it."""
    return record.replay(record.loads(record.dumps(record.record_of(game))))


@given(st.integers(0, 999), st.lists(st.integers(0, 10_000), max_size=30))
def test_undo_redo_and_saves_lead_to_the_same_place(seed: int, picks: list[int]) -> None:
    game = wander(load(HOUSE, Seeded(seed)), picks)
    end = game.state
    assert saved(game).state == end
    while game.undo():
        pass
    while game.redo():
        pass
    assert game.state == end


def test_the_outlook_of_an_attack_is_exact() -> None:
    game = post(["chekhov green-1"], ["riflemen-1 1-1"])
    game.apply(Action("end"))
    prospects = game.outlook(Action("attack", unit="chekhov", target="riflemen-1"))
    hit = sum(p.probability for p in prospects if p.state.place("riflemen-1") == "stock")
    assert hit == game.query("hit_chance", dice=4, need=4)
    assert float(game.query("sum_chance", dice=2, need=12)) == pytest.approx(1 / 36)


@rules("pavlovs-house", "4.0 attack", "3.0 storm group")
def test_a_forecast_is_reckoned_without_throwing_every_die() -> None:
    game = post(["chekhov green-1"], ["riflemen-1 1-1"], cards={"storm": "bank", "wehrmacht": []})
    game.apply(Action("end"))
    attack = {"do": "attack", "unit": "chekhov", "target": "riflemen-1"}
    assert game.query("forecast", action=attack)["chance"] == game.query(
        "hit_chance", dice=4, need=4
    )
    assert game.query("forecast", action={"do": "end"}) == {"chance": None, "parts": []}
    assert game.query("storm_chance", units=["chekhov"]) == 0
    assert post(["chekhov green-1"]).query("storm_chance", units=["chekhov"]) == 0, "no card"


@rules("pavlovs-house", "3.0 placement mines")
def test_fewer_dice_than_none_are_none() -> None:
    fire = against("pav.dice.total", [Line.of("7.2.1 play", "pav.dice.tactics", -1)], 4)
    assert (fire.dice, fire.chance) == (0, 0)
