"""The training scenarios use every rule between them: by bots' games and by scripted plays."""

from __future__ import annotations

from engine.coverage import play
from engine.stalingrad42.board.places import row
from engine.values import Action
from tests.engine.zocbond.field import attack, forbidden, move
from tests.engine.zocbond.prying import pry, units_of
from tests.engine.zocbond.uses import (
    idle,
    idle_out,
    idle_until,
    opened,
    strongest,
    take,
    used,
    verdict,
)
from tests.marks import rules, soak

GAMES = (
    ("steppe-ride", "greedy", 5),
    ("winter-pocket", "greedy", 1),
    ("summer-drive", "greedy", 1),
    ("white-steppe", "greedy", 3),
)


def everything_is_asked():
    pry(opened("stalingrad42/to-the-passes"))
    pry(opened("stalingrad42/white-steppe"))


@rules("stalingrad42", "32.1", "32.3", "32.4", "20.8")
def test_divisions_leave_in_the_middle_of_it():
    game = opened("stalingrad42/to-the-passes")
    idle_out(game)
    told = {event.rule for event in game.log}
    assert {"32.1", "32.3", "32.4"} <= told
    assert game.state.place("1 RFSS") == "removed"


@rules("stalingrad42", "30.0")
def test_a_raid_to_the_south_calls_the_front():
    game = opened("stalingrad42/white-steppe")
    idle_until(game, "zb.move", "german")
    far = (a for a in game.choices() if a.kind == "move" and row(a["path"][-1]) > 13)
    game.apply(next(far))
    assert game.state.records.transcaucasus
    idle_until(game, "s42.transcaucasus", "soviet")


@rules("stalingrad42", "5.5.3", "5.5.7", "5.7.1")
def test_by_sea_and_over_the_volga():
    game = opened("stalingrad42/to-the-passes")
    idle_until(game, "zb.move", "soviet")
    take(game, "sea", unit="32 G", way=("0613", "0311"))
    assert "5.7.1" in forbidden(game, Action("sea", unit="318", way=("0311", "0613")))
    take(game, "flotilla", hex="1802")
    take(game, "rail", unit="248", hex="2006")
    assert game.state.place("248") == "2006"


@rules("stalingrad42", "5.6.2", "18.6.7")
def test_one_goes_by_rail_and_a_supply_point_that_did_does_nothing_else():
    game = opened("stalingrad42/drills/mid-campaign")
    idle_until(game, "zb.move", "german")
    take(game, "rail", unit="S1")
    assert "5.6.2" in forbidden(game, Action("rail", unit="Wiking", hex="0203"))
    assert "18.6.7" in forbidden(game, Action("merge", unit="S1", into="S2"))


@rules("stalingrad42", "24.3")
def test_mountain_troops_climb_the_highest_peak():
    game = opened("stalingrad42/to-the-passes")
    idle_until(game, "zb.move", "german")
    game.apply(move("1 Mtn", "1311", "1312", "1313", mode="tactical"))
    assert "24.3" in {event.rule for event in game.log}
    idle_until(game, "zb.move", "soviet")


@rules("stalingrad42", "28.1.3", "29.0", "29.1.2", "29.1.4", "11.6", "11.2.4")
def test_a_fight_for_the_city_under_chuikov():
    game = opened("stalingrad42/white-steppe", crt=6, determined__defence=3)
    idle_until(game, "zb.combat", "german")
    game.apply(strongest(game, "1708"))
    idle_until(game, "zb.stand", "soviet")
    guards = game.tally(Action("stand", lead="13 G"))
    assert ("11.2.4", 1) in {(line.rule, line.value) for line in guards.lines}
    take(game, "stand", lead="284")
    assert game.decision.rule == "28.1.3"
    idle_until(game, "s42.move-in")
    idle(game)
    assert game.rules.contested(game.state, "1708")
    idle_until(game, "zb.move", "german")
    others = [u for u in units_of(game, "german") if game.state.place(u) != "1708"]
    near = [u for u in others if game.rules.board.adjacent(game.state.place(u), "1708")]
    assert near
    for unit in near:
        assert "29.1.2" in forbidden(game, move(unit, game.state.place(unit), "1708"))
    game.apply(move(near[0], game.state.place(near[0]), "1708", mode="tactical"))
    assert game.state.control["1708"] == "soviet"


@rules("stalingrad42", "25.1", "25.2.2")
def test_three_reserves_and_one_goes_forward():
    game = opened("stalingrad42/white-steppe")
    idle_until(game, "zb.move", "german")
    for unit in ("44", "1 Rom", "2 Rom"):
        game.apply(Action("reserve", units=(unit,)))
    assert "25.2.2" in forbidden(game, Action("reserve", units=("4 Rom",)))
    idle_until(game, "zb.combat", "german")
    take(game, "activate", units=("44",))
    idle_until(game, "zb.combat", "german")


@rules("stalingrad42", "10.1 A1/D1", "11.5.1", "11.5.2")
def test_nowhere_to_go_and_nothing_left():
    game = opened("stalingrad42/to-the-passes", crt=6, determined__defence=2)
    idle_until(game, "s42.withdraw")
    take(game, "withdraw", unit="125")
    idle_until(game, "zb.combat", "german")
    game.apply(attack("0605", "GD", "Linden", "23"))
    idle_until(game, "zb.desperate", "soviet")
    take(game, "stand", lead="9 NKVD")
    idle_until(game, "zb.combat", "german")
    assert game.query("left", unit="9 NKVD") == 0
    assert {"10.1 A1/D1", "11.5.2"} <= {event.rule for event in game.log}


@rules("stalingrad42", "15.2.1", "15.2.10")
def test_who_breaks_through_goes_first():
    game = opened("stalingrad42/steppe-ride", crt=6)
    idle_until(game, "zb.move", "german")
    game.apply(move("p1", "0205", "0304"))
    game.apply(move("p2", "0204", "0304"))
    idle_until(game, "zb.combat", "german")
    game.apply(strongest(game, "0404"))
    idle_until(game, "zb.advance", "german")
    game.apply(Action("advance", units=("p1",), path=("0304", "0404", "0504")))
    game.apply(Action("breakthrough", units=("p1",), hex="0605"))
    idle_until(game, "zb.advance", "german")
    game.apply(Action("advance", units=("p2",), path=("0304", "0305")))
    seat = game.state.place("p1")
    late = Action(
        "advance", units=("p1",), path=(seat, next(iter(game.rules.board.neighbours(seat))))
    )
    assert "15.2.1" in forbidden(game, late)


@rules("stalingrad42", "12.4")
def test_who_retreated_does_not_retreat_again():
    game = opened("stalingrad42/steppe-ride", crt=3)
    idle_until(game, "zb.move", "german")
    game.apply(move("p1", "0205", "0204", "0203", "0302", "0402", "0403"))
    game.apply(move("p2", "0204", "0203", "0302", "0402", "0403"))
    game.apply(move("m", "0206", "0306"))
    idle_until(game, "zb.combat", "german")
    game.apply(attack("0404", "p1", "p2"))
    idle_until(game, "zb.stand", "soviet")
    take(game, "go-back")
    take(game, "retreat", unit="x", path=("0404", "0405", "0406"))
    idle_until(game, "zb.combat", "german")
    game.apply(strongest(game, "0406"))
    idle_until(game, "zb.stand", "soviet")
    take(game, "go-back")
    assert "12.4" in {event.rule for event in game.log}
    assert game.query("left", unit="x") == 0


@rules("stalingrad42", "27.2", "27.2.2")
def test_tanks_slip_away_more_easily():
    game = opened("stalingrad42/white-steppe", disengage=3)
    idle_until(game, "zb.combat", "german")
    game.apply(Action("disengage", unit="14 Pz"))
    idle_until(game, "zb.retreat", "german")
    assert "27.2" in {event.rule for event in game.log}


def some_are_always_lucky():
    play(opened("stalingrad42/steppe-ride", crt=6, determined__defence=5), "greedy", 1)
    play(opened("stalingrad42/steppe-ride", crt=6, determined__defence=4), "greedy", 1)


@rules("stalingrad42", "17.3")
def test_cossacks_push_a_railhead_back():
    game = opened("stalingrad42/to-the-passes")
    idle_until(game, "zb.move", "soviet")
    game.apply(move("17 K", "0808", "0908"))
    assert game.state.records.railheads == {"R1": "1007"}


@rules("stalingrad42", "13.3.1", "13.3.2")
def test_a_unit_that_runs_of_its_own_will():
    game = opened("stalingrad42/to-the-passes")
    idle_until(game, "zb.move", "german")
    game.apply(Action("rout", unit="298"))
    assert "13.3.2" in forbidden(game, move("298", "0911", "0912"))
    game.apply(move("298", "0911", "0910"))


@rules("stalingrad42", "34.3", "34.3.2", "34.4.2", "34.6.1")
def test_who_went_into_a_box_neither_comes_out_in_the_same_turn_nor_attacks():
    game = opened("stalingrad42/white-steppe")
    idle_until(game, "zb.move", "soviet")
    inside, box = map(take(game, "army-in").get, ("unit", "army"))
    assert "34.4.2" in forbidden(game, Action("come-out", unit=inside))
    assert "34.3.2" in forbidden(game, Action("rail", unit=box, hex="2006"))
    idle_until(game, "zb.combat", "soviet")
    assert "34.6.1" in forbidden(game, attack("1404", inside))


def campaigns_end():
    for name in ("c1-fall-blau", "c2-caucasus", "c3-uranus", "c4-campaign", "mid-campaign"):
        idle_out(opened(f"stalingrad42/drills/{name}"))


PLAYS = (
    test_a_raid_to_the_south_calls_the_front,
    everything_is_asked,
    test_divisions_leave_in_the_middle_of_it,
    test_by_sea_and_over_the_volga,
    test_one_goes_by_rail_and_a_supply_point_that_did_does_nothing_else,
    test_mountain_troops_climb_the_highest_peak,
    test_a_fight_for_the_city_under_chuikov,
    test_three_reserves_and_one_goes_forward,
    test_nowhere_to_go_and_nothing_left,
    test_who_breaks_through_goes_first,
    test_who_retreated_does_not_retreat_again,
    test_tanks_slip_away_more_easily,
    some_are_always_lucky,
    test_cossacks_push_a_railhead_back,
    test_a_unit_that_runs_of_its_own_will,
    test_who_went_into_a_box_neither_comes_out_in_the_same_turn_nor_attacks,
    campaigns_end,
)


@soak
def test_the_scenarios_use_every_rule_between_them():
    missing, stale = verdict("stalingrad42", used("stalingrad42", GAMES, PLAYS))
    assert missing == []
    assert stale == []
