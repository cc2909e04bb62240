"""What a battle leads to: losses, standing, retreat, disorder, advance, supply."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

BOTH = ("holland44", "stalingrad42")


def _result(game, code):
    return field(game).query("result", cell=code)


@rules(
    "stalingrad42",
    "10.1",
    "10.1 DS",
    "10.1 DR4",
    "10.1 D1",
    "10.1 A1/D1",
    "10.1 DR2",
    "10.1 A1/DR2",
    "10.1 DRX",
    "10.1 EX",
    "10.1 A1",
    "10.1 Adv",
    "11.2.2",
    "12.1.1",
)
@pytest.mark.parametrize(
    ("code", "losses", "retreat", "stands", "advance"),
    [
        ("DS Adv 4!", (0, 1), 4, False, 4),
        ("DR4 Adv 4!", (0, 0), 4, False, 4),
        ("D1 Adv 3", (0, 1), 3, True, 3),
        ("A1/D1 Adv 2", (1, 1), 2, True, 2),
        ("DR2 Adv 2?", (0, 0), 2, True, 2),
        ("A1/DR2 Adv 2", (1, 0), 2, True, 2),
        ("DRX Adv 2", (1, 1), 2, True, 2),
        ("EX", (1, 1), 0, False, 1),
        ("A1", (1, 0), 0, False, 0),
    ],
)
def test_stalingrad_results(code, losses, retreat, stands, advance):
    found = _result("stalingrad42", code)
    assert (found.attacker, found.defender) == losses
    assert (found.retreat, found.stands, found.advance) == (retreat, stands, advance)


@rules("holland44", "12.1.2", "12.1.3", "12.2", "17.6.3")
def test_holland_determined_defence_columns_and_modifiers():
    foes = [
        unit("x", "0404", morale="elite", formation="z"),
        unit("g", "0406", "artillery", range=3, formation="z", steps=1),
    ]
    for letter, column in ((".", "clear"), ("p", "clear"), ("t", "other"), ("C", "city")):
        own = [unit("a", "0403", full=[12, 4, 4])]
        played = field("holland44", own, foes, phase="combat", ground={"0404": letter}, dice=[5, 4])
        while played.decision is not None and played.decision.kind != "zb.stand":
            options = [a for a in played.choices() if a.kind in ("attack", "lose")]
            if not options:
                break
            played.apply(options[0])
        if played.decision is not None and played.decision.kind == "zb.stand":
            tally = played.tally(Action("stand", lead="x", aid="g"))
            assert (tally.result, tally.total) == (column, 2)
            assert "12.1.2" in forbidden(played, Action("stand", lead="g"))


@rules("holland44", "12.3", "12.1.1", "11.5.1", "11.5.2")
def test_a_successful_stand_engages_and_stops_the_advance():
    own = [unit("a", "0403", full=[16, 4, 4], steps=3)]
    foes = [unit("x", "0404", steps=3, full=[4, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[3, 6])
    played.apply(attack("0404", "a"))
    assert played.query("phase") == "Stand"
    played.apply(Action("stand", lead="x"))
    assert played.query("marks", unit="x") == ["engaged"]
    assert played.query("phase") == "Combat"


@rules("stalingrad42", "11.1.1", "11.1.2", "20.3", "11.2.1")
def test_not_one_step_back():
    own = [unit("a", "0403", full=[20, 4, 4])]
    for turn, kind, phase in (
        (7, "infantry", "Retreat"),
        (8, "infantry", "Stand"),
        (7, "nkvd", "Stand"),
    ):
        foes = [unit("x", "0404", kind, steps=3)]
        played = field("stalingrad42", own, foes, phase="combat", turn=turn, dice=[4])
        played.apply(attack("0404", "a"))
        assert played.query("phase") == phase


@rules("stalingrad42", "11.4.1", "11.4.2", "11.4.3", "14.2.3")
def test_the_last_step_in_a_successful_stand_gives_a_limited_advance():
    own = [unit("a", "0403", full=[20, 4, 4])]
    foes = [unit("x", "0404", steps=2)]
    played = field("stalingrad42", own, foes, phase="combat", dice=[4, 6])
    played.apply(attack("0404", "a"))
    assert played.query("left", unit="x") == 1
    played.apply(Action("stand", lead="x"))
    assert played.query("left", unit="x") == 0
    assert played.query("advances", unit="a") == ["0404"]


@rules("holland44", "13.1.1", "13.1.2", "13.3", "14.1.2")
def test_a_retreat_of_two_hexes_disrupts_and_one_hex_into_cover_costs_a_step():
    foes = [unit("x", "0404", steps=3)]
    played = field(
        "holland44",
        [unit("a", "0403", full=[16, 4, 4])],
        foes,
        phase="combat",
        dice=[5],
        ground={"0405": "w"},
    )
    played.apply(attack("0404", "a"))
    played.apply(Action("go-back"))
    short = Action("retreat", unit="x", path=("0404", "0405"))
    assert played.explain(short)
    before = played.query("left", unit="x")
    played.apply(short)
    assert played.query("left", unit="x") == before - 1
    assert "disrupted" not in played.query("marks", unit="x")


@rules("holland44", "13.2")
@rules("stalingrad42", "12.2", "12.1.2", "12.1.3")
@pytest.mark.parametrize("game", BOTH)
def test_what_kills_a_retreating_unit(game):
    own, foes = [unit("a", "0403"), unit("b", "0606"), unit("c", "0406")], [unit("x", "0404")]
    water = "canal" if game == "holland44" else "major-river"
    played = field(game, own, foes, sides={water: ["0404 SW"]})
    assert "zb.retreat.enemy" in played.query("deaths", unit="x", path=["0404", "0403"])
    assert "zb.retreat.bond" in played.query(
        "deaths", unit="x", path=["0404", "0504", "0505", "0506"]
    )
    assert "zb.retreat.water" in played.query("deaths", unit="x", path=["0404", "0304"])


@rules("holland44", "13.5")
@rules("stalingrad42", "12.4", "15.3")
@pytest.mark.parametrize("game", BOTH)
def test_units_that_retreated_in_add_nothing(game):
    own = [unit("a", "0403")]
    foes = [unit("x", "0404"), unit("y", "0404")]
    alone = field(game, own, foes[1:], phase="combat", marks={"y": ["retreated"]})
    side = alone.rules.sides[0]
    assert alone.query("battle", side=side, hex="0404", units=["a"])["defenders"] == ("y",)
    played = field(game, own, foes, phase="combat", marks={"y": ["retreated", "sheltered"]})
    found = played.query("battle", side=played.rules.sides[0], hex="0404", units=["a"])
    assert found["defenders"] == ("x",)
    again = played.query(
        "battle", side=played.rules.sides[0], hex="0404", units=["a"], breakthrough=True
    )
    assert again["defenders"] == ("x", "y")


@rules("holland44", "14.4.1", "14.4.2", "14.4.3", "11.5.3", "14.1.1", "14.2")
def test_holland_recovery():
    own = [unit("a", "0404"), unit("b", "0909"), unit("c", "0909"), unit("s", "0909")]
    marks = {"a": ["disrupted"], "b": ["disrupted"], "c": ["routed"], "s": ["spent", "engaged"]}
    for die, left in ((3, ["disrupted"]), (4, [])):
        played = field(
            "holland44", own, [unit("x", "0405")], phase="recovery", marks=marks, dice=[die]
        )
        for name, wanted in (("a", left), ("b", []), ("c", ["disrupted"])):
            assert sorted(set(played.query("marks", unit=name)) - {"out"}) == wanted
        assert "spent" not in played.query("marks", unit="s")


@rules("stalingrad42", "13.4", "13.5", "13.1.2", "13.1.1")
def test_stalingrad_recovery():
    own = [unit("a", "0404", morale="elite")]
    for die, left in ((3, ["disrupted"]), (4, [])):
        played = field(
            "stalingrad42",
            own,
            [unit("x", "0405")],
            phase="recovery",
            marks={"a": ["disrupted"]},
            dice=[die],
        )
        marks = set(played.query("marks", unit="a")) - {"out", "isolated"}
        assert sorted(marks) == left


@rules("holland44", "18.1", "18.2.1", "18.3", "18.3.1", "18.3.2", "18.4")
@rules("stalingrad42", "16.1", "16.2.1", "16.3.1", "16.3.2", "16.3.3", "16.3.4")
@pytest.mark.parametrize(("game", "most"), [("holland44", 4), ("stalingrad42", 5)])
def test_the_off_road_part_has_its_limit(game, most):
    side = field(game).rules.sides[0]
    areas = [{"id": f"{side}-X", "name": "x", "touches": ["0112"]}]
    links = {"road": [" ".join(f"01{r:02d}" for r in range(12, 0, -1))]}
    column = 1 + most
    own = [unit("a", f"{column:02d}06"), unit("b", f"{column + 1:02d}06")]
    played = field(game, own, [unit("x", "1201")], areas=areas, links=links)
    assert played.query("supply", unit="a").traced
    assert not played.query("supply", unit="b").traced


@rules("stalingrad42", "16.5.1", "16.5.2", "16.5.3", "16.4")
def test_attrition_takes_a_step_of_an_isolated_unit():
    foes = [unit(f"x{i}", hex) for i, hex in enumerate(["0603", "0605", "0405", "0403", "0804"])]
    own = [unit("a", "0604")]
    played = field("stalingrad42", own, [*foes], phase="supply", dice=[1])
    assert "out" in played.query("marks", unit="a")
    assert played.query("left", unit="a") == 1


@rules("holland44", "18.5", "18.2.2")
def test_airborne_supply_serves_its_own_division():
    own = [
        unit("p", "0404", "parachute", division="82"),
        unit("q", "0404", "parachute", division="101"),
        unit("s", "0406", "airborne-supply", division="82", steps=1, full=[0, 1, 4]),
    ]
    played = field("holland44", own, [unit("x", "1201")], turn=3)
    assert played.query("supply", unit="p").traced
    assert not played.query("supply", unit="q").traced


@rules("holland44", "15.1", "15.2", "15.3")
@rules("stalingrad42", "14.1", "14.2.1", "14.3", "14.4.1", "14.5", "15.1", "12.3")
@pytest.mark.parametrize(("game", "die"), [("holland44", 6), ("stalingrad42", 6)])
def test_the_advance_goes_in_any_direction(game, die):
    own = [unit("a", "0403", full=[14, 4, 4])]
    foes = [unit("x", "0404", full=[4, 2, 4], steps=1)]
    played = field(game, own, foes, phase="combat", dice=[die])
    played.apply(attack("0404", "a"))
    ends = played.query("advances", unit="a")
    assert {"0404", "0402", "0503", "0405"} <= set(ends)
    assert "0406" not in ends
    played.apply(Action("advance", units=("a",), path=("0403", "0402", "0401")))
    assert played.query("place", unit="a") == "0401"


@rules("holland44", "23.7")
def test_a_lone_recon_unit_shrugs_off_a_loss():
    own = [unit("a", "0403", full=[16, 4, 4])]
    foes = [unit("x", "0404", "recon", full=[4, 4, 6])]
    played = field("holland44", own, foes, phase="combat", dice=[5])
    played.apply(attack("0404", "a"))
    assert played.query("left", unit="x") == 2
    assert [e.rule for e in played.log if e.key == "h44.shrugged"] == ["23.7"]


@rules("holland44", "5.1", "5.2", "5.3.1", "5.3.3", "5.5", "5.6", "5.7")
def test_a_failed_try_leaves_the_bridge_intact():
    areas = {"sides": {"large-river": ["0404 N"]}, "links": {"road": ["0404 0403"]}}
    own, foes = [unit("a", "0403")], [unit("x", "0404")]
    played = field("holland44", own, foes, phase="bridges", side="german", dice=[2], **areas)
    blow = Action("blow", bridge="0403-0404")
    played.apply(blow)
    assert played.query("track", of="intact") == ("0403-0404",)
    never = field(
        "holland44",
        own,
        foes,
        phase="bridges",
        side="german",
        tags={"unblowable": ["0403", "0404"]},
        **areas,
    )
    assert never.query("blow", bridge="0403-0404") == ["h44.blow.never"]


@rules("holland44", "26.5.2")
def test_german_points():
    own = [unit("a", "0404", steps=3), unit("b", "0404"), unit("p", "0405", size="detachment")]
    for entry in own:
        entry["box"] = "destroyed-allied"
        del entry["hex"]
    played = field("holland44", own, [unit("x", "0909")], lost={"a": 3, "b": 2, "p": 2})
    assert str(played.query("points", side="german").total) == "3/2"


@rules("stalingrad42", "27.2", "27.2.1", "27.2.2")
def test_disengagement_modifiers():
    own = [unit("a", "0404", "cavalry")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0405")],
        phase="combat",
        dice=[2],
        rules={"disengagement": True},
    )
    played.apply(Action("disengage", unit="a"))
    assert played.query("left", unit="a") == 1
    assert played.query("phase") == "Retreat"


@rules("holland44", "8.7")
def test_support_does_not_help_an_automatic_ds():
    own = [unit("a", "0403", full=[18, 4, 4]), unit("g", "0402", "artillery", steps=1, range=4)]
    played = field("holland44", own, [unit("x", "0404", full=[4, 2, 4])])
    auto = Action("auto-ds", hex="0404", units=("a",), guns=("g",))
    assert "8.7" in forbidden(played, auto)
    assert "8.7" in forbidden(played, Action("auto-ds", hex="0404", units=("a",)))
    assert played.explain(move("a", "0403", "0402"))


@rules("holland44", "12.6")
def test_a_spent_attack_lets_the_defenders_hold():
    own = [unit("a", "0403", full=[4, 4, 4], steps=1)]
    played = field("holland44", own, [unit("x", "0404")], phase="combat", dice=[6])
    played.apply(attack("0404", "a"))
    assert played.query("left", unit="a") == 0
    assert played.query("phase") == "Stand"
    played.apply(Action("hold"))
    assert played.query("place", unit="x") == "0404"
    assert played.query("phase") == "Combat"
