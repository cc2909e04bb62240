"""Every denial, every event, every unit left asleep: a rule and words for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import make_bot, play_out
from engine.catalogue import GAMES
from engine.words import catalogue
from tests.engine.play import picks, river_line, seeds
from tests.engine.victory_awaits.field import move
from tests.engine.victory_awaits.reference import fields
from tests.marks import rules

# ------------------------------------------------------------------ words


RULES = GAMES["victory-awaits"].rulebook.rules


def spoken(key, params):
    """Whether the catalogue has a whole sentence for a key, and nothing left to fill in."""
    words = catalogue()
    assert key in words, key
    text, fix = words.say(key, params), words.fix(key, params)
    assert text.strip(), key
    return "<" not in text and "<" not in fix


@rules("victory-awaits", "9.1", "9.2", "9.3")
@settings(max_examples=200)
@given(fields(columns=4, rows=3, move=3, men=8), st.data())
def test_every_denial_names_a_rule_and_says_so_in_words(field, data):
    game = field.game()
    hexes = st.sampled_from([*field.ground, "9999"])
    who = data.draw(st.sampled_from([*(man.id for man in field.men), "nobody"]))
    start = next((man.hex for man in field.men if man.id == who), "0101")
    path = [data.draw(st.sampled_from([start, start, start, "0101"]))]
    for _ in range(data.draw(st.integers(0, 4))):
        near = sorted(field.around(path[-1])) if path[-1] in field.ground else []
        path.append(data.draw(st.sampled_from(near) if near else hexes))
    if data.draw(st.integers(0, 5)) == 0:
        path.append(data.draw(hexes))
    mode = data.draw(st.sampled_from([None, "strategic", "strategic", "sideways"]))
    action = move(who, *path, mode=mode)
    for reason in game.explain(action).reasons:
        assert reason.rule in RULES
        assert spoken(reason.key, reason.params)
        assert catalogue().fix(reason.key, reason.params).strip(), reason.key
        assert all(unit in game.scenario.pieces for unit in reason.units)
        assert all(hex in game.scenario.board for hex in reason.hexes)
    tally = game.tally(action)
    for entry in [tally, *tally.parts] if tally else []:
        assert spoken(entry.key, ()), entry.key
        assert all(line.rule in RULES and spoken(line.key, line.params) for line in entry.lines)


@rules("victory-awaits", "8.1", "8.2", "8.3", "13.0")
@given(fields(columns=6, rows=5, men=8))
def test_every_unit_left_asleep_is_told_why_in_words(field):
    game = field.game()
    for head in (man for man in field.men if man.type == "army-hq"):
        for unit_id, reason in game.query("activation", hq=head.id).items():
            if reason is not None:
                assert reason.units == (unit_id,)
                assert reason.rule in RULES
                assert spoken(reason.key, reason.params)


@rules("victory-awaits", "9.1", "3.4", "7.1", "8.1")
@pytest.mark.parametrize("seed", range(1, 9))
def test_every_event_of_a_whole_game_has_its_rule_and_its_words(seed):
    game = river_line(seed)
    players = {side.id: make_bot("random", seed) for side in game.scenario.sides}
    assert play_out(game, players) == []
    assert {event.rule for event in game.log} >= {"7.1", "8.1", "9.1"}
    for event in game.log:
        assert event.rule in RULES
        assert spoken(event.key, event.params)
    assert game.ending.rule in RULES
    assert spoken(game.ending.key, ())


@rules("victory-awaits", "9.1", "3.4", "7.1", "8.1")
@settings(max_examples=40)
@given(seeds, picks)
def test_every_event_of_a_game_has_its_rule_and_its_words(seed, picks):
    game = river_line(seed, picks)
    for event in game.log:
        assert event.rule in RULES
        assert spoken(event.key, event.params)
        assert all(unit in game.scenario.pieces for unit in event.units)
    if game.decision is not None:
        assert game.decision.rule in RULES
        assert spoken(f"decision.{game.decision.kind}", game.decision.params)
        for action in game.choices()[::23]:
            tally = game.tally(action)
            for entry in [tally, *tally.parts] if tally else []:
                assert spoken(entry.key, ())
                assert all(
                    line.rule in RULES and spoken(line.key, line.params) for line in entry.lines
                )
