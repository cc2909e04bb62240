"""The training scenarios use every rule between them: by bots' games and by scripted plays."""

from __future__ import annotations

from engine.values import Action
from tests.engine.zocbond.field import attack, forbidden, move
from tests.engine.zocbond.prying import pry
from tests.engine.zocbond.uses import idle_out, idle_until, opened, take, used, verdict
from tests.marks import rules, soak

GAMES = (
    ("first-span", "greedy", 1),
    ("five-days", "greedy", 2),
)


def everything_is_asked():
    pry(opened("holland44/first-span"))
    pry(opened("holland44/five-days"))
    pry(opened("holland44/polder-gap"))


@rules("holland44", "9.5.3", "23.3.2")
def test_an_engineer_carries_an_assault_over_the_waal():
    game = opened("holland44/first-span")
    idle_until(game, "zb.combat", "allied")
    assert "9.5.3" in forbidden(game, attack("0807", "p1"))
    assert "9.5.3" not in forbidden(game, attack("0807", "p1", crossing=("e2",)))
    take(game, "attack", hex="0807", units=("p1",), crossing=("e2",))
    idle_until(game, "zb.combat", "allied")
    assert "23.3.2" in forbidden(game, attack("0807", "e2", crossing=("e2",)))


@rules("holland44", "16.1", "25.3.4", "25.3.5")
def test_nobody_behind_two_unknown_units():
    game = opened("holland44/five-days", unknown=1)
    idle_until(game, "zb.combat", "allied")
    take(game, "attack", hex="1013", units=("gds-r",))
    idle_until(game, "zb.advance")
    take(game, "advance", units=("gds-r",), path=("1014", "1013"))
    take(game, "breakthrough", hex="1112")
    assert {game.state.place(u) for u in ("q-1", "q-4")} == {"out-of-play"}


@rules("holland44", "10.2.3", "10.2.4")
def test_only_corps_troops_are_attached_from_elsewhere():
    game = opened("holland44/five-days")
    idle_until(game, "zb.combat", "allied")
    lent = attack("1013", "gds-r", "w-1", lead="gds", attached="w-1")
    assert "10.2.3" in forbidden(game, lent)
    corps = attack("1013", "gds-r", "eng", lead="gds", attached="eng")
    assert "10.2.3" not in forbidden(game, corps)


@rules("holland44", "6.4.2")
def test_two_of_three_in_a_crowded_hex_attack():
    game = opened("holland44/polder-gap")
    idle_until(game, "zb.move", "allied")
    for unit, start in (("a", "0507"), ("b", "0707"), ("c", "0608")):
        game.apply(move(unit, start, "0607", "0606"))
    idle_until(game, "zb.combat", "allied")
    assert forbidden(game, attack("0505", "a", "b", "c")) == ("6.4.2",)
    assert forbidden(game, attack("0505", "a", "b")) == ()


@rules("holland44", "22.2.4", "22.5.2")
def test_zones_of_another_turn_and_of_the_poles():
    game = opened("holland44/short-game")
    idle_until(game, "h44.drop")
    assert forbidden(game, Action("drop", unit="p-1", hex="1203")) == ("22.2.4",)
    assert forbidden(game, Action("drop", unit="p-1", hex="0603")) == ("22.5.2",)


@rules("holland44", "22.3.4")
def test_a_gun_that_lands_badly_is_lost():
    game = opened("holland44/five-days", landing=6)
    idle_until(game, "h44.drop")
    take(game, "drop", unit="p-a", hex="1105")
    assert game.state.place("p-a") not in game.rules.board


@rules("holland44", "17.8.2", "17.8.3")
def test_a_gun_is_armed_again_from_the_air():
    game = opened("holland44/five-days", landing=6, weather_am=1, weather_pm=1)
    idle_until(game, "h44.drop")
    take(game, "drop", unit="p-a", hex="0705")
    idle_until(game, "h44.rearm", "allied")
    take(game, "rearm", unit="p-a")


@rules("holland44", "17.6.3", "23.7")
def test_scouts_stand_with_the_help_of_a_gun():
    game = opened("holland44/first-span", crt=1)
    idle_until(game, "zb.combat", "allied")
    game.apply(attack("1114", "t1", "m1", "i1", lead="gds"))
    idle_until(game, "zb.stand", "german")
    assert take(game, "stand", lead="r", aid="gb")
    assert game.query("left", unit="r") == 2


@rules("holland44", "16.3.1")
def test_nobody_breaks_through_without_a_hex_left():
    game = opened("holland44/five-days", unknown=1)
    idle_until(game, "zb.combat", "allied")
    take(game, "attack", hex="1013", units=("gds-r",))
    idle_until(game, "zb.advance")
    game.apply(Action("advance", units=("gds-r",), path=("1014", "1114", "1113")))
    late = Action("breakthrough", units=("gds-r",), hex="1112")
    assert "16.3.1" in forbidden(game, late)


@rules("holland44", "16.2")
def test_one_group_breaks_through():
    game = opened("holland44/hells-highway", crt=6)
    idle_until(game, "zb.move", "allied")
    for unit in ("t1", "t2"):
        game.apply(move(unit, "0508", "0507"))
    idle_until(game, "zb.combat", "allied")
    take(game, "attack", hex="0506", units=("t1", "t2"))
    idle_until(game, "zb.advance", "allied")
    take(game, "advance", units=("t1",), path=("0507", "0607", "0707"))
    both = Action("breakthrough", units=("t1", "t2"), hex="0504")
    assert "16.2" in forbidden(game, both)


@rules("holland44", "12.6")
def test_the_last_scouts_fall_and_the_defender_holds():
    game = opened("holland44/five-days", unknown=5, crt=6)
    idle_until(game, "zb.combat", "allied")
    take(game, "attack", hex="1013", units=("gds-r",))
    take(game, "command", guns=("agra",))
    idle_until(game, "zb.stand", "german")
    take(game, "hold")
    assert game.query("left", unit="gds-r") == 0


@rules("holland44", "12.4")
def test_between_parachutists_and_the_river():
    game = opened("holland44/first-span", weather_am=1, landing=1, crt=3)
    idle_until(game, "h44.drop")
    take(game, "drop", unit="p3", hex="0606")
    idle_until(game, "zb.move", "allied")
    game.apply(move("p2", "0905", "0805", "0705"))
    idle_until(game, "zb.combat", "allied")
    take(game, "attack", hex="0706")
    idle_until(game, "zb.desperate", "german")
    take(game, "stand", lead="b1")


@rules("holland44", "6.4.1")
def test_ten_steps_are_one_too_many():
    game = opened("holland44/first-span")
    idle_until(game, "zb.move", "allied")
    game.apply(move("i1", "1115", "1015"))
    game.apply(move("i2", "1116", "1016", "1015"))
    game.apply(Action("end"))
    idle_until(game, "zb.combat", "allied")
    assert sum(game.query("left", unit=u) for u in ("t1", "m1", "i1", "i2")) == 9


@rules("holland44", "9.5.2")
def test_over_the_great_bridge():
    game = opened("holland44/first-span")
    idle_until(game, "zb.move", "allied")
    game.apply(move("p2", "0905", "1006"))
    idle_until(game, "zb.move", "german")
    game.apply(move("b2", "0807", "0907", "1007"))
    idle_until(game, "zb.combat", "german")
    sums = game.tally(attack("1006", "b2")).parts
    assert "9.5.2" in {line.rule for part in sums for line in part}


@rules("holland44", "19.4")
def test_the_areas_of_the_enemy_are_closed():
    game = opened("holland44/first-span")
    idle_until(game, "zb.move", "allied")
    way = ("0905", "0904", "0903", "0902", "0901")
    assert "19.4" in forbidden(game, Action("pass-area", unit="p2", area="german-G", path=way))


@rules("holland44", "5.3.3")
def test_a_bridge_just_mined_is_not_tried():
    game = opened("holland44/drills/mined-again")
    assert "h44.blow.just-mined" in game.query("blow", bridge="0603-0604")
    assert "h44.blow.just-mined" not in game.query("blow", bridge="0607-0608")


def the_short_game_ends():
    idle_out(opened("holland44/short-game"))


def the_campaign_ends():
    idle_out(opened("holland44/campaign"))


@rules("holland44", "27.2.1", "27.2.2", "27.2.3")
def test_the_surrounded_starve_at_night():
    game = opened("holland44/the-pocket", surround=1)
    idle_out(game)
    assert "27.2.2" in {event.rule for event in game.log}


PLAYS = (
    everything_is_asked,
    test_only_corps_troops_are_attached_from_elsewhere,
    test_two_of_three_in_a_crowded_hex_attack,
    test_an_engineer_carries_an_assault_over_the_waal,
    test_nobody_behind_two_unknown_units,
    test_zones_of_another_turn_and_of_the_poles,
    test_a_gun_that_lands_badly_is_lost,
    test_scouts_stand_with_the_help_of_a_gun,
    test_a_gun_is_armed_again_from_the_air,
    test_nobody_breaks_through_without_a_hex_left,
    test_one_group_breaks_through,
    test_the_last_scouts_fall_and_the_defender_holds,
    test_between_parachutists_and_the_river,
    test_ten_steps_are_one_too_many,
    test_over_the_great_bridge,
    test_the_areas_of_the_enemy_are_closed,
    test_a_bridge_just_mined_is_not_tried,
    the_short_game_ends,
    the_campaign_ends,
    test_the_surrounded_starve_at_night,
)


@soak
def test_the_scenarios_use_every_rule_between_them():
    missing, stale = verdict("holland44", used("holland44", GAMES, PLAYS))
    assert missing == []
    assert stale == []
