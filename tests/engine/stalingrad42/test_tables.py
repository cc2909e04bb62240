"""The charts, figure by figure, by what each does in play."""

from __future__ import annotations

import pytest

from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, read_result
from tests.engine.stalingrad42.setting import FAR, onward
from tests.engine.zocbond.field import LETTERS, attack, field, forbidden, move, unit
from tests.marks import rules

GROUND = {
    # price on foot, mechanized, technical; doubles infantry, tanks; shift; tank shifts; line; stand
    "clear": (1, 1, 1, 1, 1, 0, True, 1, "clear"),
    "desert": (1, 1, 1, 1, 1, 0, True, 1, "clear"),
    "woods": (1, 2, 2, 1, 1, 0, False, 1, "other"),
    "rough": (1, 2, 2, 1, 1, -1, True, 1, "other"),
    "rough-woods": (2, 3, 3, 1, 1, -1, False, 1, "other"),
    "swamp": (2, 3, 3, 2, 2, 0, False, 2, "other"),
    "seasonal-swamp": (1, 1, 1, 1, 1, 0, True, 1, "clear"),
    "mountain": (3, None, None, 2, 1, 0, False, 2, "other"),
    "large-city": (1, 1, 1, 2, 1, 0, False, 1, "city"),
    "small-city": (1, 1, 1, 2, 1, 0, False, 1, "city"),
}


@pytest.fixture(params=sorted(GROUND))
def terrain(request, monkeypatch):
    monkeypatch.setitem(LETTERS["stalingrad42"], "T", request.param)
    return request.param


@rules("stalingrad42", "2.2.1", "2.2.3", "5.1")
def test_what_a_hex_costs(terrain):
    own = [unit("i", "0504"), unit("m", "0504", "motorized"), unit("t", "0504", "tank")]
    own = [{**row, "full": [4, 4, 9]} for row in own]
    played = field("stalingrad42", own, [FAR], ground={"0505": "T"})
    for name, price in zip("imt", GROUND[terrain][:3], strict=True):
        step = move(name, "0504", "0505")
        if price is None:
            assert forbidden(played, step) == ("2.2.3",)
            assert forbidden(played, move(name, "0504", "0505", mode="tactical")) == ("2.2.3",)
        else:
            assert forbidden(played, step) == ()
            assert played.tally(step).total == price


@rules("stalingrad42", "2.2.1", "9.5.4", "9.6.1", "9.6.3", "9.9", "9.2.3")
def test_what_a_hex_does_for_its_defenders(terrain):
    *_, infantry, tanks, shift, armour, _line, _stand = GROUND[terrain]
    own = [unit("a", "0504", full=[12, 4, 4]), unit("t", "0504", "tank", dot="black")]
    for kind, times in (("infantry", infantry), ("motorized", infantry), ("tank", tanks)):
        foes = [unit("x", "0505", kind, full=[4, 3, 4])]
        played = field("stalingrad42", own, foes, phase="combat", ground={"0505": "T"})
        found = played.query("battle", side="german", hex="0505", units=["a"])
        assert (found["defence"], found["shift"]) == (3 * times, shift)
        helped = played.query("battle", side="german", hex="0505", units=["a", "t"])
        assert helped["shift"] == shift + armour


@rules("stalingrad42", "2.2.1", "16.3.2", "11.2.1")
def test_what_a_hex_counts_in_a_line_and_which_column_a_stand_uses(terrain):
    *_, line, stand = GROUND[terrain]
    played = field("stalingrad42", [unit("a", "0505")], [FAR], ground={"0505": "T"})
    assert played.rules.line_price(played.state, "0504", "0505") == line
    assert played.rules.stand_column(played.state, "0505", "a") == stand


KINDS = {
    # mechanized, technical, infantry, tank, combat, stacks free
    "infantry": (0, 0, 1, 0, 1, 0),
    "mountain": (0, 0, 1, 0, 1, 0),
    "marine": (0, 0, 1, 0, 1, 0),
    "nkvd": (0, 0, 1, 0, 1, 0),
    "cyclist": (0, 0, 1, 0, 1, 0),
    "engineer": (0, 0, 1, 0, 1, 0),
    "cavalry": (0, 0, 1, 0, 1, 0),
    "motorized": (1, 0, 1, 0, 1, 0),
    "panzergrenadier": (1, 0, 1, 0, 1, 0),
    "tank": (1, 1, 0, 1, 1, 0),
    "assault-gun": (1, 1, 0, 1, 1, 1),
    "anti-tank": (1, 1, 0, 0, 1, 0),
    "army-hq": (1, 1, 0, 0, 1, 1),
    "front-hq": (1, 1, 0, 0, 1, 1),
    "artillery-division": (1, 1, 0, 0, 1, 1),
    "soviet-hq": (1, 0, 0, 0, 0, 1),
    "supply-point": (1, 0, 0, 0, 0, 1),
    "commander": (1, 0, 0, 0, 0, 1),
    "reserve-army": (0, 0, 0, 0, 0, 1),
}


@rules("stalingrad42", "2.3.6", "2.3.1", "4.2", "19.1", "18.2.2")
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_a_kind_of_unit_is(kind):
    wheels, technical, infantry, tank, combat, free = KINDS[kind]
    own = [unit("a", "0504", kind, full=[4, 4, 9])]
    played = field("stalingrad42", own, [FAR], links={"road": ["0504 0505"]})
    assert played.tally(move("a", "0504", "0505")).total == (0.5 if wheels else 1)
    assert ("0505" in played.query("zoc", side="german")) is bool(combat)
    piece = played.rules.units["a"]
    assert (piece.technical, piece.infantry, piece.tank) == (technical, infantry, tank)
    pair = field("stalingrad42", [*own, *(unit(n, "0504") for n in "bcd")], [FAR])
    left = 0 if free or not combat else 1
    assert pair.query("over", side="german", hex="0504") == left


COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
RESULTS = {
    1: "A1|A1|A1|A1|A1|EX|EX|A1/DR2 Adv 2|DRX Adv 2",
    2: "A1|A1|A1|A1|EX|A1/DR2 Adv 2|DRX Adv 2|DR2 Adv 2|D1 Adv 3",
    3: "A1|A1|A1|EX|A1/DR2 Adv 2|DRX Adv 2|DR2 Adv 2|D1 Adv 3|D1 Adv 3?",
    4: "A1|A1|EX|A1/DR2 Adv 2|DRX Adv 2|DR2 Adv 2|D1 Adv 3|D1 Adv 3?|DR4 Adv 4!",
    5: "A1|EX|A1/DR2 Adv 2|DRX Adv 2|DR2 Adv 2|D1 Adv 3?|D1 Adv 3?|DR4 Adv 4!|DS Adv 4!",
    6: "EX|A1/DR2 Adv 2|DRX Adv 2|A1/D1 Adv 2|D1 Adv 3|DR4 Adv 4!|DR4 Adv 4!|DS Adv 4!|DS Adv 4!",
}


@rules("stalingrad42", "10.1", "8.3", "8.4")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_of_results(die):
    for column, cell in zip(COLUMNS, RESULTS[die].split("|"), strict=True):
        top, bottom = (int(n) for n in column.split("-"))
        own = [unit("a", "0504", full=[2 * top if top > 1 or bottom == 1 else 2, 4, 4], steps=3)]
        foes = [unit("x", "0505", full=[2, 2 * bottom, 4], steps=3), FAR]
        played = field("stalingrad42", own, foes, phase="combat", dice=[die, 1, 1, 1, 1], turn=10)
        assert played.query("battle", side="german", hex="0505", units=["a"])["column"] == column
        played.apply(attack("0505", "a"))
        said = next(e for e in played.log if e.key == "zb.attack.result")
        assert dict(said.params)["result"] == cell


STANDS = {
    1: ("F -/1", "F -/1", "F -/1"),
    2: ("F -/-", "F -/-", "F -/-"),
    3: ("F -/-", "F -/-", "P -/1"),
    4: ("F -/-", "P -/1", "P 1/1"),
    5: ("P -/1", "S -/1", "S -/1"),
    6: ("S -/1", "S 1/1*", "S 1/1*"),
    7: ("S 1/1", "S 1/-*", "S 1/-*"),
}


@rules("stalingrad42", "11.2.1", "11.2.4")
@pytest.mark.parametrize("row", range(8))
def test_the_table_of_determined_defence(row):
    """0 counts as 1; 7 is reached by an elite lead."""
    morale = {0: "low", 7: "elite"}.get(row, "regular")
    die = {0: 1, 7: 6}.get(row, row)
    for ground, cell in zip((".", "w", "C"), STANDS[max(1, row)], strict=True):
        own = [unit("a", "0504", full=[20, 4, 4], steps=3)]
        foes = [unit("x", "0505", full=[2, 4, 4], steps=3, morale=morale), FAR]
        if ground == "C":
            own[0]["full"] = [40, 4, 4]
        played = field(
            "stalingrad42",
            own,
            foes,
            phase="combat",
            ground={"0505": ground},
            dice=[3, die, 6, 6, 6],
            turn=10,
        )
        played.apply(attack("0505", "a"))
        onward(played, "zb.stand", "zb.desperate")
        played.apply(next(a for a in played.choices() if a.kind == "stand"))
        said = next(e for e in played.log if e.key == "zb.stand.rolled")
        assert dict(said.params)["result"] == cell


@rules("stalingrad42", "10.1 DS", "10.1 DR4", "10.1 D1", "10.1 A1/D1", "10.1 DR2", "12.1.1")
@rules("stalingrad42", "10.1 A1/DR2", "10.1 DRX", "10.1 EX", "10.1 A1", "10.2.2", "13.1.2")
@pytest.mark.parametrize(
    ("cell", "attacker", "defender", "chooser", "back", "marks", "length"),
    [
        ("DS Adv 4!", 0, 1, "german", 4, ["routed"], 4),
        ("DR4 Adv 4!", 0, 0, "", 4, ["routed"], 4),
        ("D1 Adv 3", 0, 1, "soviet", 3, ["disrupted"], 3),
        ("A1/D1 Adv 2", 1, 1, "soviet", 2, ["disrupted"], 2),
        ("DR2 Adv 2", 0, 0, "", 2, ["disrupted"], 2),
        ("A1/DR2 Adv 2", 1, 0, "", 2, ["disrupted"], 2),
        ("DRX Adv 2", 1, 1, "german", 2, ["disrupted"], 2),
        ("EX", 1, 1, "german", 0, [], 1),
        ("A1", 1, 0, "", 0, [], 0),
    ],
)
def test_what_each_result_brings(cell, attacker, defender, chooser, back, marks, length):
    from engine.zocbond.battle.combat import aftermath
    from engine.zocbond.battle.losses import ATTACKER, DEFENDER, Losses

    own, foes = (
        [unit("a", "0504", steps=3), unit("b", "0504")],
        [unit("x", "0505"), unit("y", "0505")],
    )
    played = field("stalingrad42", own, foes, phase="combat")
    result = read_result(played.rules, cell)
    battle = Battle("german", "0505", ("a", "b"))
    phases = list(aftermath(played.rules, played.state, battle, result))
    lost = {p.role: (p.count, p.chooser) for p in phases if isinstance(p, Losses)}
    assert lost.get(DEFENDER, (0, ""))[0] == defender
    assert lost.get(DEFENDER, (0, ""))[1] == chooser
    assert lost.get(ATTACKER, (0, ""))[0] == attacker
    if attacker:
        picked = "soviet" if cell in ("DRX Adv 2", "EX") else "german"
        assert lost[ATTACKER][1] == picked
    assert (result.retreat, result.most) == (back, back)
    assert result.routs is (marks == ["routed"])
    assert result.stands is (cell not in ("DS Adv 4!", "DR4 Adv 4!", "EX", "A1"))
    going = next((p for p in phases if isinstance(p, Advance)), None)
    assert (going.length if going else 0) == length


@rules("stalingrad42", "16.5.2", "13.5", "27.2")
def test_attrition_recovery_and_disengagement_die_by_die():
    played = field("stalingrad42", [unit("a", "0504")], [FAR])
    charts = played.rules.charts
    assert [charts["attrition"].value(str(n), "steps") for n in range(1, 7)] == [1, 1, 1, 1, 0, 0]
    slips = [charts["disengage"].value(str(n), "result") for n in range(1, 7)]
    assert slips == ["no", "no", "yes-1", "yes", "yes", "yes"]
    for die in range(1, 7):
        hurt = field(
            "stalingrad42",
            [unit("a", "0504")],
            [unit("x", "0505")],
            phase="recovery",
            marks={"a": ["disrupted"]},
            dice=[die],
        )
        assert ("disrupted" in hurt.query("marks", unit="a")) is (die < 5)


@rules("stalingrad42", "23.1", "23.2.1", "23.3.1")
def test_the_weather_table():
    from engine.stalingrad42.board.calendar import sky_roll

    g = field("stalingrad42", [unit("a", "0504")], [FAR]).rules
    for turn, skies in (
        (10, "clear clear clear clear clear clear"),
        (17, "overcast overcast clear clear clear clear"),
        (20, "overcast overcast clear clear clear clear"),
        (21, "rain rain overcast overcast clear clear"),
        (27, "rain rain overcast overcast clear clear"),
        (28, "snow snow overcast overcast clear clear"),
    ):
        assert [sky_roll(g, turn, die, "clear") for die in range(1, 7)] == skies.split()
    for turn, skies in (
        (22, "rain overcast overcast clear clear clear"),
        (30, "snow overcast overcast clear clear clear"),
        (20, "overcast overcast clear clear clear clear"),
    ):
        for before in ("rain", "snow"):
            assert [sky_roll(g, turn, die, before) for die in range(1, 7)] == skies.split()


@rules("stalingrad42", "14.2.2")
@pytest.mark.parametrize(
    ("kind", "speed"),
    [("tank", 4), ("motorized", 4), ("army-hq", 4), ("cavalry", 3), ("infantry", 2), ("nkvd", 2)],
)
def test_how_far_a_unit_advances(kind, speed):
    played = field("stalingrad42", [unit("a", "0504", kind)], [FAR])
    phase = Advance(Battle("german", "0505", ("a",)), 4, True)
    assert played.rules.advance_most(played.state, phase, "a") == speed


@rules("stalingrad42", "10.1", "14.2.1")
@pytest.mark.parametrize(
    ("code", "advance"),
    [("DS", 4), ("DR4", 4), ("D1", 3), ("A1/D1", 2), ("DR2", 2), ("DRX", 2), ("EX", 1), ("A1", 0)],
)
def test_how_far_a_result_leads_where_its_cell_does_not_say(code, advance):
    played = field("stalingrad42", [unit("a", "0504")], [FAR])
    result = read_result(played.rules, code)
    assert result.advance == advance
    assert result.exploits is (advance >= 2)
    assert result.limited is (code == "EX")


@rules("stalingrad42", "11.2.2", "10.1")
def test_the_colours_of_a_cell():
    played = field("stalingrad42", [unit("a", "0504")], [FAR])
    assert read_result(played.rules, "D1 Adv 3").stands
    assert read_result(played.rules, "D1 Adv 3?").stands
    assert not read_result(played.rules, "D1 Adv 3!").stands
    assert read_result(played.rules, "D1 Adv 3?").colour == "?"
