"""Section 5.6: trains."""

from __future__ import annotations

from engine.values import Action
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import FAR, WEST, boxed, contested_city, rail
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

LINE = {"rail": ["0101 0102 0103 0104 0105 0106 0107 0108"]}


@rules("stalingrad42", "5.6.1", "5.6.2", "18.6.7")
def test_four_units_go_by_rail_one_of_them_from_the_map():
    own = [unit(n, "0101", box="german-W") for n in "abcde"]
    for row in own:
        del row["hex"]
    own += [unit("m", "0105"), unit("n", "0106")]
    played = field("stalingrad42", own, [unit("x", "1212")], links=LINE, areas=[WEST])
    played.apply(rail("m", "german-W"))
    assert played.query("place", unit="m") == "german-W"
    assert "5.6.2" in forbidden(played, rail("n", "0107"))
    for name, to in (("a", "0103"), ("b", "0104"), ("c", "0105")):
        played.apply(rail(name, to))
    assert "5.6.2" in forbidden(played, rail("d", "0106"))


@rules("stalingrad42", "5.6.4", "5.6.5")
def test_a_train_is_helpless_until_it_unloads():
    played = field(
        "stalingrad42",
        [unit("a", "0103", dot="black", kind="tank"), unit("h", "0106")],
        [unit("x", "0401", full=[9, 9, 9])],
        links=LINE,
        areas=[WEST],
    )
    played.apply(rail("a", "0107"))
    assert played.query("marks", unit="a") == ["train"]
    assert "0208" not in played.query("zoc", side="german")
    assert "5.6.3" in forbidden(played, move("a", "0107", "0108"))
    defence = played.query("battle", side="soviet", hex="0107", units=["x"])["defence"]
    assert defence == 1
    played = field("stalingrad42", [unit("a", "0103")], [], phase="initial", marks={"a": ["train"]})
    assert played.query("marks", unit="a") == []


@rules("stalingrad42", "5.6.6", "17.5")
def test_lines_that_are_not_there_yet():
    links = {"rail": ["0101 0102"], "rail-12": ["0102 0103"], "caspian": ["0103 0104"]}
    for turn, reached in ((11, False), (12, True)):
        played = field("stalingrad42", [unit("a", "0101")], [], links=links, turn=turn)
        assert ("5.6.3" not in forbidden(played, rail("a", "0103"))) is reached
        assert "5.6.3" in forbidden(played, rail("a", "0104"))


@rules("stalingrad42", "7.2", "6.2", "5.6.3")
def test_no_train_passes_an_enemy_zone_or_bond():
    rail = {"rail": ["0104 0204 0304 0404 0504 0604 0704 0804"]}
    own = [unit("a", "0104")]
    alone = field("stalingrad42", own, [unit("x", "0502")], links=rail)
    assert forbidden(alone, Action("rail", unit="a", hex="0804")) == ()
    watched = field("stalingrad42", own, [unit("x", "0503")], links=rail)
    assert "5.6.3" in forbidden(watched, Action("rail", unit="a", hex="0804"))
    assert forbidden(watched, Action("rail", unit="a", hex="0304")) == ()


@rules("stalingrad42", "5.6.1", "5.6.4", "22.7")
def test_who_came_to_an_area_by_train_does_not_attack_out_of_it():
    rail = {"rail": ["0101 0102 0103 0104 0105 0106"]}
    own = [unit("a", "0106"), unit("l", "0106", "commander", full=[0, 0, 6], steps=1)]
    away = field("stalingrad42", own, [unit("x", "0903")], areas=[WEST], links=rail)
    away.apply(Action("rail", unit="a", hex="german-W"))
    away.apply(Action("rail", unit="l", hex="german-W"))
    assert away.query("marks", unit="a") == ["train"]
    assert away.query("marks", unit="l") == ["fired"]
    assert "5.6.1" in forbidden(away, Action("enter", unit="a", path=("0101",)))
    out = Battle("german", "0102", ("a",))
    assert "5.6.4" in [
        r.rule for r in away.rules.all_of(Chapter.cannot_attack, away.state, out, "a")
    ]


@rules("stalingrad42", "5.6.4", "29.1.1")
def test_a_train_in_the_city_is_not_doubled():
    from engine.zocbond.battle.battle import Battle

    played = contested_city(marks={"x": ["train"]})
    (share,) = played.rules.defence_shares(played.state, Battle("german", "0304", ("b",)))
    assert (share.base, share.doubled) == (1, ())


@rules("stalingrad42", "16.3.4", "5.6.1")
def test_a_train_takes_control_of_the_cities_it_runs_through():
    shape = {
        "links": {"rail": ["0101 0102 0103 0104"]},
        "ground": {"0102": "c", "0104": "c"},
        "control": {"0102": "soviet", "0104": "soviet"},
    }
    played = field("stalingrad42", [unit("a", "0101")], [unit("x", "1212")], **shape)
    played.apply(rail("a", "0103"))
    assert played.query("control") == {"0102": "german", "0104": "soviet"}
    lone = field(
        "stalingrad42", [unit("s", "0101", "supply-point", full=[0, 0, 0])], [FAR], **shape
    )
    lone.apply(rail("s", "0103"))
    assert lone.query("control")["0102"] == "soviet"


@rules("stalingrad42", "5.6.1", "19.2", "5.1")
def test_a_train_runs_over_what_never_fights_if_it_carries_fighters():
    links = {"rail": ["0101 0102 0103 0104"]}
    foes = [unit("s", "0102", "supply-point", full=[0, 0, 0]), FAR]
    played = field("stalingrad42", [unit("a", "0101")], foes, links=links)
    played.apply(rail("a", "0104"))
    assert played.query("place", unit="s") == "used"
    own = [unit("m", "0101", "supply-point", full=[0, 0, 0])]
    other = field("stalingrad42", own, foes, links=links)
    assert forbidden(other, rail("m", "0104")) == ("5.1",)


@rules("stalingrad42", "5.6.3", "5.6.1")
def test_trains_start_where_a_railway_runs_on_the_map_and_off_it():
    links = {"rail": ["0101 0102 0103 0104 0105"]}
    own = [unit("a", "0505"), unit("b", "0104"), boxed("c", "german-W"), boxed("d", "german-X")]
    areas = [WEST, {"id": "german-X", "name": "X", "touches": ["0112"]}]
    played = field("stalingrad42", own, [FAR], links=links, areas=areas)
    for name, why in (("a", ("5.6.3",)), ("b", ()), ("c", ()), ("d", ("5.6.3",))):
        assert tuple(dict.fromkeys(forbidden(played, rail(name, "0105")))) == why
        keys = {r.key for r in played.explain(rail(name, "0105")).reasons}
        assert ("s42.rail.off" in keys) == bool(why), "he is not where a train could begin"
        assert ("s42.rail.joined" in keys) == bool(why)
