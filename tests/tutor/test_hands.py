"""Hands: what pointing at a board means, for games in general and for A Victory Awaits."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tests.engine.victory_awaits.field import field
from tests.tutor.small import FIELD, ROAD, toy
from tutor.desk import Desk
from tutor.games import Hands, hands_for, pointing
from tutor.games.plain import wordings
from tutor.games.victory_awaits.hands import VictoryAwaitsHands


@pytest.fixture
def plain() -> Hands:
    """The plain hands, on a toy."""
    return hands_for(toy())


@pytest.fixture
def march() -> Hands:
    """Hands on the Axis on the march."""
    return hands_for(drill("march"))


def begins(hands: Hands, kind: str, *takes: str) -> None:
    """The toy's decision asks for one kind of action only, which takes these arguments."""
    hands.game.rules.kinds = lambda state: (kind,)  # type: ignore[method-assign]
    hands.game.rules.takes_of = lambda kind: dict.fromkeys(takes)  # type: ignore[method-assign]
    hands._told_of = None


def drill(name: str) -> Game:
    """A position of the lessons."""
    return catalogue.load(f"victory-awaits/drills/{name}", Seeded(1))


def test_each_game_gets_its_own_hands_or_the_plain_ones(plain: Hands, march: Hands) -> None:
    assert type(plain) is Hands
    assert type(march) is VictoryAwaitsHands


# -- the plain hands ------------------------------------------------------------------------------


def test_every_unit_is_shown_where_it_stands(plain: Hands) -> None:
    shown = list(plain.counters(["r1"]))
    assert {counter.id: place for place, counter in shown} == plain.game.state.position.to_json()
    by_id = {counter.id: counter for _, counter in shown}
    assert by_id["r1"].states == {"selected"}
    assert by_id["r2"].states == frozenset()
    assert (by_id["b1"].palette, by_id["b1"].name, by_id["b1"].side) == ("soviet", "Guard", "blue")
    assert list(plain.markers()) == []


def test_only_the_mover_has_units_to_pick(plain: Hands) -> None:
    assert plain.pickable() == ("r1", "r2")
    assert plain.may_select("r3")
    assert not plain.may_select("b1")
    plain.game.apply(Action("rest"))
    assert plain.pickable() == ("b1", "b2")
    assert not plain.may_select("r1")


def test_pointing_means_the_legal_action_that_names_the_hex(plain: Hands) -> None:
    proposal = plain.propose("r1", "0203")
    assert proposal is not None
    assert proposal.action == Action("march", unit="r1", hex="0203")
    assert plain.propose("r1", "0605") is None
    nobody = plain.propose(None, "0303")
    assert nobody is not None
    assert nobody.action == Action("storm", hex="0303")
    assert plain.propose(None, "0203") is None


def test_one_unit_that_can_act_alone_need_not_be_picked(
    plain: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "pickable", lambda: ("r1",))
    proposal = plain.propose(None, "0203")
    assert proposal is not None
    assert proposal.action == Action("march", unit="r1", hex="0203")


def test_an_illegal_attempt_is_proposed_so_that_it_is_explained(plain: Hands) -> None:
    begins(plain, "march", "unit", "hex")
    attempt = plain.propose("r1", "0605")
    assert attempt is not None
    assert attempt.action == Action("march", unit="r1", hex="0605")
    assert plain.game.explain(attempt.action).rules == ("0.3", "0.4")
    assert plain.attempt(None, "0605") is None
    begins(plain, "march", "hex")
    alone = plain.attempt(None, "0605")
    assert alone is not None
    assert alone.action == Action("march", hex="0605")


def test_a_way_that_no_rule_gives_runs_straight(plain: Hands) -> None:
    begins(plain, "walk", "unit", "path")
    attempt = plain.attempt("r1", "0605")
    assert attempt is not None
    assert (attempt.path[0], attempt.path[-1]) == ("0202", "0605")
    assert all(FIELD.adjacent(a, b) for a, b in zip(attempt.path, attempt.path[1:], strict=False))
    assert FIELD.straight("0202", "0202") == ()
    assert FIELD.straight("reserve", "0202") == ()
    assert plain.attempt("r3", "0605") is None


def test_a_path_is_extended_where_the_decision_has_paths(plain: Hands) -> None:
    assert plain.extend("r1", ("0202",), "0203") is None
    begins(plain, "walk", "unit", "path")
    plain.pointer.mode = "fast"
    proposal = plain.extend("r1", ("0202",), "0203")
    assert proposal is not None
    assert proposal.action == Action("walk", unit="r1", path=("0202", "0203"), mode="fast")


def test_buttons_are_what_needs_no_pointing(plain: Hands) -> None:
    assert plain.listed() == [Action("storm", hex="0303"), Action("rest")]
    assert Action("march", unit="r1", hex="0203") in plain.listed(everything=True)


def test_too_many_actions_are_no_list(plain: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointing, "MANY", 1)
    assert plain.listed() == []


def test_the_few_ways_of_a_unit_are_buttons(march: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = march.pickable()[0]
    assert march.ways(unit) == []
    begins(march, "retreat", "unit", "path")
    monkeypatch.setattr(march, "ways_to_go", {})
    few = [Action("retreat", unit=unit, path=("0101", "0102"))]
    monkeypatch.setattr(march.game, "choices", lambda **_: few)
    assert march.ways(unit) == few


def test_what_lights_up_is_where_the_unit_may_go(plain: Hands) -> None:
    (lit,) = plain.lit("r1")
    assert lit.kind == "reach"
    legal = {a["hex"] for a in plain.game.choices(unit="r1")}
    assert set(lit.labels()) == legal
    (owed,) = (ring for ring in plain.lit(None) if ring.kind == "target")
    assert set(owed.labels()) == {"0303"}


def test_a_hex_is_described_with_its_place_and_its_units(plain: Hands) -> None:
    assert plain.describe("0303") == "Hex 0303, The <Mill>, clear: Blue Guard"
    assert plain.describe("0404") == "Hex 0404, light woods"
    assert plain.unit_name("r2") == "Red Second & <third>"


def test_an_action_is_named_by_the_catalogue_or_by_itself(plain: Hands, march: Hands) -> None:
    assert plain.action_name(Action("throw-in", hex="0303")) == "throw in hex=0303"
    assert march.action_name(Action("end")) == "End the segment"


def test_the_plain_hands_ask_for_no_groups_and_have_no_overlays(plain: Hands) -> None:
    assert plain.group("0303") is None
    assert plain.overlays == ()
    assert list(plain.overlay("zoc-enemy", None)) == []


def test_a_button_has_the_fullest_words_for_what_its_action_names() -> None:
    assert [names for names, _ in wordings("action.pav.move")] == [
        {"displace", "weapon"},
        {"weapon"},
        {"displace"},
        set(),
    ]
    assert wordings("action.pav.no-such-thing") == ()


# -- A Victory Awaits -----------------------------------------------------------------------------


def test_a_counter_shows_what_is_printed_on_it(march: Hands) -> None:
    counter = march.counter("36M", frozenset({"active"}))
    assert (counter.symbol, counter.size) == ("motorized", "XX")
    assert counter.numbers == ("5-4", "8")
    assert (counter.steps, counter.reduced) == (2, False)
    assert counter.palette == "german"
    assert march.counter("18A", frozenset()).symbol == "hq-army"
    assert march.counter("18A", frozenset()).size == "XXXX"
    assert march.counter("179R", frozenset()).numbers == ("2", "4")
    assert march.counter("179R", frozenset()).palette == "soviet"


def test_units_carry_whether_they_have_moved(march: Hands) -> None:
    assert march.states("36M") == {"active"}
    assert march.states("179R") == set()
    march.game.apply(Action("move", unit="36M", path=ROAD))
    assert march.states("36M") == {"moved"}
    assert "36M" not in march.pickable()


def test_a_move_goes_the_cheapest_way(march: Hands) -> None:
    proposal = march.propose("36M", "1721")
    assert proposal is not None
    assert proposal.path == ROAD
    assert proposal.action == Action("move", unit="36M", path=ROAD)
    assert march.propose("36M", "1222") is None


@pytest.mark.parametrize("goal", ["2120", "1822", "1223"])
def test_a_way_is_proposed_even_where_it_cannot_go(march: Hands, goal: str) -> None:
    proposal = march.propose("36M", goal)
    assert proposal is not None
    assert (proposal.path[0], proposal.path[-1]) == ("1222", goal)
    board = march.game.scenario.board
    assert all(board.adjacent(a, b) for a, b in zip(proposal.path, proposal.path[1:], strict=False))


def test_a_unit_walled_in_is_shown_the_straight_line(
    march: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(march.game, "query", lambda name, **_: {})
    proposal = march.propose("36M", "1522")
    assert proposal is not None
    assert (proposal.path[0], proposal.path[-1]) == ("1222", "1522")


def test_strategic_movement_is_part_of_the_action(march: Hands) -> None:
    assert [key for key, _ in march.modes] == ["normal", "strategic"]
    march.pointer.mode = "strategic"
    proposal = march.propose("217", "1621")
    assert proposal is not None
    assert proposal.action["mode"] == "strategic"
    assert len(proposal.path) == 11
    (lit,) = march.lit("217")
    assert lit.kind == "reach-strategic"
    assert lit.labels()["1621"] == "5"
    assert lit.labels()["1018"] == "½"


def test_reach_is_what_the_engine_says(march: Hands) -> None:
    (lit,) = march.lit("36M")
    found = march.game.query("reach", unit="36M")
    assert set(lit.labels()) == {hex for hex, to in found.items() if to["stop"]} - {"1222"}
    assert list(march.lit(None)) == []
    march.game.apply(Action("move", unit="36M", path=ROAD))
    assert list(march.lit("36M")) == []


def test_the_end_of_the_segment_is_a_button(march: Hands) -> None:
    assert march.listed() == [Action("end")]


def test_zones_are_what_the_engine_says(march: Hands) -> None:
    for key, side in (("zoc-own", "axis"), ("zoc-enemy", "soviet")):
        (zone,) = march.overlay(key, None)
        assert set(zone.labels()) == set(march.game.query("zoc", side=side))
        assert zone.palette == march.game.scenario.side(side).palette


def test_lines_of_communication_are_drawn_and_their_lack_is_marked() -> None:
    hands = hands_for(drill("concepts"))
    lines = list(hands.overlay("communication", None))
    position = hands.game.state.position
    cut = [u for u in position.units() if not hands.game.query("communication", unit=u).exists]
    assert cut == ["6Pz"]
    assert [o.hexes for o in lines if o.kind == "denied"] == [("2025",)]
    assert len([o for o in lines if o.kind == "trace"]) == len(list(position.units())) - 1
    (one,) = hands.overlay("communication", "217")
    assert "1322" in one.path


def test_control_is_shown_for_both_sides(march: Hands) -> None:
    held = march.game.query("control")
    shown = {o.palette: set(o.labels()) for o in march.overlay("control", None)}
    for side in march.game.scenario.sides:
        assert shown[side.palette] == {hex for hex, owner in held.items() if owner == side.id}


def test_command_range_is_that_of_the_headquarters_at_hand(march: Hands) -> None:
    (picked,) = march.overlay("range", "18A")
    assert set(picked.labels()) == set(march.game.query("range", hq="18A"))
    active = hands_for(catalogue.load("victory-awaits/examples/AVA-8.2", Seeded(1)))
    (own,) = active.overlay("range", None)
    assert set(own.labels()) == set(active.game.query("range", hq="27A"))


def test_targets_are_gathered_while_units_fight(
    march: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert march.group("1822") is None
    begins(march, "attack", "units", "hex")
    monkeypatch.setattr(march.game, "query", lambda name: {"1822": ["36M", "21"]})
    assert march.group("1822") == ("36M", "21")
    assert march.group("1222") == ()
    assert march.pickable() == ("36M", "21")
    assert march.group_action("1822", ("21",)) == Action("attack", hex="1822", units=("21",))
    (lit,) = march.lit(None)
    assert set(lit.labels()) == {"1822"}
    assert march.group_name() == "Attack"


def marked(game: Game) -> set[tuple[str, str, str, str]]:
    """Hex, kind, text and palette of every marker."""
    markers = hands_for(game).markers()
    return {(marker.hex, marker.kind, marker.text, marker.palette) for marker in markers}


def test_what_counts_and_what_is_fortified_is_marked() -> None:
    game = catalogue.load("victory-awaits/smolensk", Seeded(1))
    found = marked(game)
    fast = {hex for hex, kind, _, _ in found if kind == "stand-fast"}
    assert fast == set(game.query("stand_fast"))
    assert ("0407", "fortress", "+1", "soviet") in found
    assert {hex for hex, kind, _, _ in found if kind == "goal"} == {"1012", "1312"}
    assert not [hex for hex, kind, _, _ in found if kind in ("control", "source")]
    shown = {counter.id: place for place, counter in hands_for(game).counters()}
    assert "F0" not in shown
    ready = catalogue.load("victory-awaits/leningrad", Seeded(1))
    waiting = {counter.id: place for place, counter in hands_for(ready).counters()}
    assert waiting["F1"] == "fortress-markers"


def test_what_has_changed_hands_and_what_no_board_draws_is_marked() -> None:
    game = field(
        ["pz 1Pz 1521", "hq 18A 1123"],
        ["hq 8A 2421", "fort F1 2122"],
        start={"side": "axis", "holds": ["1825", "2523"]},
        sources={"soviet": ["2523", "2421"], "moscow": ["2421"]},
    )
    found = marked(game)
    assert ("2122", "fortress", "+2", game.scenario.side("soviet").palette) in found
    axis = game.scenario.side("axis").palette
    flags = {(hex, palette) for hex, kind, _, palette in found if kind == "control"}
    assert flags == {("1825", axis), ("2523", axis)}
    assert {hex for hex, kind, _, _ in found if kind == "source"} == {"2421"}
    game.apply(Action("move", unit="1Pz", path=("1521", "1422")))
    assert ("1422", "control", "", axis) in marked(game)


def test_a_unit_without_a_line_of_communication_says_why() -> None:
    desk = Desk(catalogue.load("victory-awaits/drills/tight", Seeded(1)))
    cut = "no line of communication: enemies"
    told = {unit: desk.hands.unit_text(unit) for unit in desk.game.state.position.units()}
    lines = {
        unit: desk.game.query("communication", unit=unit).exists
        for unit in told
        if desk.where(unit) in desk.game.scenario.board
    }
    assert False in lines.values()
    assert {unit for unit, text in told.items() if cut in text} == {
        unit for unit, exists in lines.items() if not exists
    }
