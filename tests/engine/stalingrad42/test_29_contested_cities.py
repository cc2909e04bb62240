"""Chapter 29: contested city hexes."""

from __future__ import annotations

from engine.values import Action
from engine.zocbond.battle.battle import Battle
from tests.engine.stalingrad42.setting import CITY, contested_city, gun
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


def fight(dice, *, ground="C", extra=(), foes=(), **more):
    """A strong attack on a city whose defender stands; the dice: battle, then defence."""
    own = [
        unit("a", "0303", full=[9, 4, 4], steps=3),
        unit("b", "0303", full=[9, 4, 4], steps=3),
        *extra,
    ]
    return field(
        "stalingrad42",
        own,
        [unit("x", "0304", full=[2, 4, 4], steps=3), *foes],
        rules=CITY,
        phase="combat",
        ground={"0304": ground},
        control={"0304": "soviet"},
        turn=12,
        dice=dice,
        **more,
    )


def partial(played):
    """On to the city battle: the defenders stand, and hold in part."""
    played.apply(attack("0304", "a", "b"))
    while played.decision.kind != "s42.move-in":
        actions = list(played.choices())
        stand = [a for a in actions if a.kind == "stand"]
        played.apply((stand or actions)[0])


@rules("stalingrad42", "29.0", "29.1.1", "29.1.4")
def test_a_city_battle_brings_an_attacker_into_the_hex():
    played = fight([5, 4])
    partial(played)
    assert "29.1.1" in forbidden(played, Action("end"))
    assert "29.1.1" in forbidden(played, Action("move-in", units=("x",)))
    played.apply(Action("move-in", units=("a",)))
    assert played.query("contested") == ["0304"]
    assert played.state.place("a") == played.state.place("x") == "0304"
    assert played.state.control["0304"] == "soviet"
    assert played.query("city-battle", hex="0304") == 1
    played.apply(Action("end"))
    assert played.rules.violations(played.state) == []


@rules("stalingrad42", "29.1.1")
def test_in_a_contested_city_all_double_and_nobody_has_a_zone():
    played = contested_city("combat")
    assert played.query("contested") == ["0304"]
    assert "0303" not in played.query("zoc", side="soviet")
    without = played.state.put("c", "1212").put("b", "1210")
    assert not {"0303", "0305"} & set(played.rules.query(without, "zoc", side="german"))
    alone = played.state.put("x", "1001")
    assert "0305" in played.rules.query(alone, "zoc", side="german")
    ends = [bond.ends for bond in played.query("bonds", side="german")]
    assert not any("0304" in pair for pair in ends)

    shares = played.rules.defence_shares(played.state, Battle("german", "0304", ("b",)))
    assert [share.doubled[0][0] for share in shares] == ["29.1.1"]


@rules("stalingrad42", "29.1.1")
def test_limits_count_for_each_side_and_the_airfield_ignores_the_city():
    played = contested_city()
    assert played.rules.excess(played.state, "german", "0304") == 0
    assert played.rules.excess(played.state, "soviet", "0304") == 0
    from engine.stalingrad42.supply import fight_near

    assert "0303" not in fight_near(played.rules, played.state, "german", {"0302"})


@rules("stalingrad42", "29.1.2")
def test_others_enter_tactically_and_leave_out_of_zones():
    played = contested_city()
    assert "29.1.2" in forbidden(played, move("b", "0303", "0304"))
    assert played.explain(move("b", "0303", "0304", mode="tactical"))
    assert "29.1.2" in forbidden(played, move("b", "0303", "0304", "0204", mode="tactical"))
    watched = played.query("zoc", side="soviet")
    near = played.scenario.board.neighbours("0304")
    into = next(h for h in near if h in watched)
    clear = next(h for h in near if h not in watched and h != "0303")
    assert "29.1.2" in forbidden(played, move("a", "0304", into))
    assert played.explain(move("a", "0304", clear))
    played.apply(move("b", "0303", "0304", mode="tactical"))
    assert played.state.control["0304"] == "soviet"


@rules("stalingrad42", "29.1.2")
def test_a_friend_there_takes_the_sting_out_of_the_zone():
    played = contested_city()
    assert "0305" in played.query("zoc", side="soviet")
    assert "29.1.2" in forbidden(played, move("a", "0304", "0305"))
    played.apply(move("c", "0306", "0305"))
    assert "29.1.2" not in forbidden(played, move("a", "0304", "0305"))


@rules("stalingrad42", "29.1.3")
def test_those_inside_attack_inside_only_and_with_friends_outside():
    played = contested_city("combat")
    assert "29.1.3" in forbidden(played, attack("0406", "a"))
    assert played.explain(attack("0304", "a"))
    assert played.explain(attack("0304", "a", "b"))
    assert any(a.kind == "attack" and "a" in a["units"] for a in played.choices())


@rules("stalingrad42", "29.1.3")
def test_a_counterattack_takes_the_marker_down_and_out():

    back = Battle("soviet", "0304", ("x",))
    played = contested_city("combat", side="soviet", level=2)
    assert played.rules.partial(played.state, back, "P", False, "") == "C"
    played = contested_city("combat", side="soviet", level=1)
    assert played.rules.partial(played.state, back, "P", False, "") == "W"
    forth = Battle("german", "0304", ("a",))
    assert played.rules.partial(played.state, forth, "P", False, "") == "C"


@rules("stalingrad42", "29.1.1", "29.1.4")
def test_when_one_side_leaves_the_other_has_the_city():
    played = contested_city()
    watched = played.query("zoc", side="soviet")
    near = played.scenario.board.neighbours("0304")
    clear = next(h for h in near if h not in watched and h != "0303")
    played.apply(move("a", "0304", clear))
    assert played.query("contested") == []
    assert played.state.control["0304"] == "soviet"


@rules("stalingrad42", "18.4", "29.1.3", "18.3.1")
def test_guns_reach_their_own_in_a_contested_city_and_nobody_beyond():
    """The path may end beside the enemy in the city; it goes through nobody."""

    def shot(hq, *fighters, hex="0304", foes=(), **more):
        own = [unit("a", "0304"), unit("d", "0305"), gun("h", hq, range=2)]
        played = field(
            "stalingrad42",
            own,
            [unit("x", "0304"), *foes],
            rules=CITY,
            phase="combat",
            ground={"0304": "C"},
            **{"city-battles": {"0304": 1}, "contested": {"0304": "soviet"}},
            **more,
        )
        return forbidden(played, attack(hex, *fighters, guns=("h",)))

    assert shot("0302", "a") == ()
    assert shot("0301", "a") == ("18.4",)
    assert shot("0302", "d", hex="0306", foes=[unit("y", "0306")]) == ("18.4",)
    shut = {"sides": {"impassable": ["0304 N NE SE SW NW"]}}
    assert shot("0302", "a", **shut) == ("18.4",)
