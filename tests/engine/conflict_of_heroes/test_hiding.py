"""Chapter 10: hidden units, what finds them, sneaking, snipers."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    fight,
    labels,
    of,
    offered,
    why,
)
from tests.marks import rules


@rules("conflict-of-heroes", "10.0", "10.0 fire")
def test_the_facing_of_a_hidden_unit_is_chosen_when_it_is_found() -> None:
    game = fight([G], ["soviet-rifles S H7 N hidden", "soviet-rifles T A12 N"], board="practice")
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert not of(game, "S")["hidden"]
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("soviet", "coh.face")
    assert {a["facing"] for a in offered(game, "face", unit="S")} == {
        "N",
        "NE",
        "SE",
        "S",
        "SW",
        "NW",
    }
    assert why(game, "face", unit="S", facing="up") == {("5.2", "coh.move.facing")}
    do(game, "face", unit="S", facing="NW")
    assert of(game, "S")["facing"] == "NW"


@rules("conflict-of-heroes", "10.0", "12.1")
def test_a_hidden_spotter_of_a_mortar_stays_hidden() -> None:
    rows = ["german-mortar M G3 S", "german-rifles R H5 S hidden"]
    game = fight(rows, ["soviet-rifles S G8 N"], smoke={"G5": [2]})
    shot = Action("fire", unit="M", hex="G8", spotter="R", pay="cap")
    assert "spotter" not in game.query("heard", side="soviet", action=shot)
    game.apply(shot)
    known = game.rules.known_to(game.state, "soviet")
    assert (known.top.attack.seat, known.top.attack.shooter) == ("G8", "M")
    assert of(game, "R")["hidden"]


@rules("conflict-of-heroes", "10.0", "10.0 acting", "18.1")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("dig", {"unit": "A"}),
        ("occupy", {"unit": "A"}),
        ("load", {"unit": "O", "cargo": "A"}),
    ],
)
def test_who_acts_out_of_hiding_is_found_with_its_company_and_then_faces(
    kind: str, args: dict[str, str]
) -> None:
    rows = [
        *("german-rifles A D4 S hidden", "german-rifles B D4 S hidden"),
        "opel O D4 S hidden",
    ]
    game = fight(rows, [FAR], work=[{"kind": "trench", "hex": "D4"}])
    events = do(game, kind, **args, pay="cap")
    assert events.count("coh.revealed") == 3
    assert not any(of(game, unit)["hidden"] for unit in "ABO")
    faced = set()
    while game.decision and game.decision.kind == "coh.face":
        action = next(iter(game.choices()))
        faced.add(action["unit"])
        game.apply(action)
    # who is aboard faces as the truck does
    assert faced == ({"B", "O"} if kind == "load" else {"A", "B", "O"})


@rules("conflict-of-heroes", "10.0 acting", "9.12")
def test_hidden_support_shows_itself_as_well() -> None:
    game = fight(["german-rifles G G4 S", "german-rifles H G3 S hidden"], [S])
    do(game, "fire", unit="G", hex="G7", support=["H"], pay="cap")
    assert not of(game, "H")["hidden"]


@rules("conflict-of-heroes", "10.0 acting", "6.1")
def test_a_hidden_unit_fires_any_way_and_faces_what_it_fired_at() -> None:
    game = fight([G, "german-rifles H A1 S"], ["soviet-rifles S G7 S hidden"], turn="soviet")
    do(game, "fire", unit="S", hex="G4", pay="cap")
    assert game.decision
    assert game.decision.kind == "coh.face"
    assert {a["facing"] for a in offered(game, "face", unit="S")} == {"N", "NE", "NW"}
    assert why(game, "face", unit="S", facing="S") == {("6.1", "coh.face.away")}
    do(game, "face", unit="S", facing="N")
    assert game.decision.kind == "coh.aim"


@rules("conflict-of-heroes", "10.0 acting", "10.1")
def test_a_hidden_unit_sneaks_or_moves_in_the_open() -> None:
    pair = ["soviet-rifles S D4 S hidden", "soviet-rifles T D4 S hidden"]
    game = fight([G], pair, turn="soviet")
    sneak = {"unit": "S", "path": ["D5"], "pay": "cap"}
    assert cost(game, "move", **sneak) == 4
    assert cost(game, "move", **sneak, openly=True) == 2
    do(game, "move", **sneak, openly=True, facing="S")
    assert not of(game, "S")["hidden"]
    assert of(game, "S")["hex"] == "D5"
    assert not of(game, "T")["hidden"], "who is in the hex of a unit that acts is found with it"


@rules("conflict-of-heroes", "10.0 acting", "10.0 detection", "10.0 shared hex")
def test_what_gives_a_hidden_unit_away() -> None:
    game = fight([G], ["soviet-rifles S G7 N hidden"])
    assert "coh.revealed" in do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D4 N hidden"])
    assert "coh.revealed" not in do(game, "move", unit="G", path=["D3"], facing="S", pay="cap")
    assert of(game, "S")["hidden"]
    do(game, "pass")
    assert "coh.revealed" in do(game, "move", unit="G", path=["D4"], facing="S", pay="cap")
    game = fight(["german-rifles G D1 S"], ["soviet-rifles S D4 N hidden"], turn="soviet")
    assert "coh.revealed" in do(game, "fire", unit="S", hex="D1", pay="cap")


@rules("conflict-of-heroes", "10.0 acting", "5.3")
def test_who_turns_out_of_hiding_gives_its_company_away() -> None:
    rows = ["german-rifles A D4 S hidden", "german-rifles B D4 S hidden"]
    game = fight(rows, [FAR])
    assert "coh.revealed" in do(game, "turn", unit="A", facing="NE", pay="cap")
    assert not of(game, "B")["hidden"]
    assert of(game, "A")["facing"] == "NE"


@rules("conflict-of-heroes", "10.0 shared hex", "13.1", "10.2", "10.3")
def test_whoever_is_found_gives_his_company_away() -> None:
    mortars = ["german-mortar M G4 S hidden", "german-rifles R G4 S hidden"]
    smoker = fight(mortars, [FAR])
    do(smoker, "smoke", unit="M", hex="G8", pay="cap")
    assert not of(smoker, "R")["hidden"]
    beside = fight([G, "german-rifles H G4 S"], [FAR])
    do(beside, "hide", unit="H", hex="G4", pay="cap")
    assert not of(beside, "H")["hidden"]
    pair = ["soviet-sniper X H3 S hidden", "soviet-rifles Y H3 S hidden"]
    shot = fight(["german-rifles G H7 N"], [*pair, FAR], [1, 1, 6], turn="soviet")
    do(shot, "fire", unit="X", hex="H7", pay="cap")
    do(shot, "roll", target="G", cap=0)
    do(shot, "roll", cap=0)
    assert not of(shot, "Y")["hidden"]


@rules("conflict-of-heroes", "10.0 shared hex", "8.2 extra grenades", "8.1 hasty defense")
@pytest.mark.parametrize(
    ("card", "more"), [("extra-grenades", {"hex": "D5"}), ("hasty-defense", {})]
)
def test_who_shows_himself_by_a_card_gives_his_company_away(
    card: str, more: dict[str, str]
) -> None:
    rows = ["german-rifles G D4 S hidden", "german-rifles H D4 S hidden"]
    game = fight(rows, ["soviet-rifles S D5 N"], cards={"german": [card]})
    do(game, "play", card=card, unit="G", **more)
    assert [of(game, u)["hidden"] for u in "GH"] == [False, False]


@rules("conflict-of-heroes", "10.0 fire")
def test_a_hit_on_a_suspected_hex_finds_who_is_there() -> None:
    game = fight(["german-hmg G D1 S"], ["soviet-rifles S D4 N hidden"], [5, 5, 4])
    do(game, "fire", unit="G", hex="D4", pay="cap")
    assert game.tally(Action("roll", target="suspected", cap=0)) is None
    assert "coh.revealed" in do(game, "roll", target="suspected", cap=0)
    assert of(game, "S")["hit"] == "unnerved"


@rules("conflict-of-heroes", "10.0 fire", "7.2", "12.1")
def test_a_hidden_unit_is_met_at_its_front_from_wherever_one_fires() -> None:
    game = fight(["german-rifles G D1 S"], ["soviet-rifles S D4 S hidden"])
    assert labels(game, "defence", target="S", unit="G")["7.2"] == 12
    assert labels(game, "shelled", target="S")["12.1"] == 11


@rules("conflict-of-heroes", "10.0 fire", "8.2 extra grenades")
def test_grenades_may_be_thrown_where_somebody_may_hide() -> None:
    cards = {"german": ["extra-grenades"]}
    game = fight(["german-rifles G D3 S"], ["soviet-rifles S D4 N hidden"], [6, 6], cards=cards)
    grenade = {"card": "extra-grenades", "unit": "G"}
    assert why(game, "play", **grenade, hex="D4") == set()
    assert why(game, "play", **grenade, hex="D3") == {("7.0", "coh.fire.nobody")}
    assert not [a for a in game.choices() if a.kind == "play"], "nobody guesses by chance"
    do(game, "play", **grenade, hex="D4")
    do(game, "roll", target="suspected", cap=0)
    assert not of(game, "S")["hidden"]


@rules("conflict-of-heroes", "10.0 detection", "18.1")
def test_a_foxhole_hides_who_is_in_it() -> None:
    game = fight(
        [f"{G} hidden dug", "german-rifles H A1 S hidden"], ["soviet-rifles S G7 N"], turn="soviet"
    )
    do(game, "move", unit="S", path=["G6"], facing="N", pay="cap")
    assert of(game, "G")["hidden"]


@rules("conflict-of-heroes", "10.1")
def test_a_hidden_vehicle_sneaks_too() -> None:
    game = fight([G], ["t34 T P12 N hidden"], turn="soviet")
    assert not why(game, "move", unit="T", path=["P11"], pay="opportunity")
    assert cost(game, "move", unit="T", path=["P11"], pay="opportunity") == 7
    far = why(game, "move", unit="T", path=["P11", "P10"], pay="opportunity")
    assert far == {("10.1", "coh.move.sneak-far")}


@rules("conflict-of-heroes", "10.1")
def test_who_has_sneaked_is_spent_and_leaves_the_rest_to_others() -> None:
    rows = ["german-rifles P D5 S hidden", "german-rifles Q G5 S"]
    game = fight(rows, [FAR], start={"ap": {"german": 7}, "active": {"german": ["P", "Q"]}})
    do(game, "move", unit="P", path=["D4"], pay="ap")
    assert of(game, "P")["spent"]
    assert (game.judge("side", side="german")["ap"], game.state.active["german"]) == (3, ("Q",))
    alone = fight(rows[:1], [FAR], start={"ap": {"german": 7}, "active": {"german": ["P"]}})
    do(alone, "move", unit="P", path=["D4"], pay="ap")
    assert (alone.judge("side", side="german")["ap"], of(alone, "P")["spent"]) == (0, True)
    paid = fight(rows[:1], [FAR])
    do(paid, "move", unit="P", path=["D4"], pay="cap")
    assert not of(paid, "P")["spent"], "CAP spend nobody"


@rules("conflict-of-heroes", "10.1", "14.1")
def test_nobody_hears_of_a_hidden_tank_in_a_swamp() -> None:
    for dice, stuck in (([2, 3], True), ([2, 4], False)):
        game = fight(["pz3h T C9 S hidden"], [FAR], dice)
        events = do(game, "move", unit="T", path=["C10"], pay="opportunity")
        assert of(game, "T")["bogged"] == stuck
        assert not any(key.startswith("coh.bog") for key in events)


@rules("conflict-of-heroes", "10.2", "9.1")
def test_a_group_hides_together() -> None:
    pair = ["german-rifles G A1 S", "german-rifles H A2 S"]
    game = fight(pair, ["soviet-rifles S D5 N"], board="practice", work=[])
    assert ("10.2", "coh.hide.seen") in why(game, "hide", units=["G", "H"], pay="opportunity")
    game = fight(pair, ["soviet-rifles S D5 N hidden"])
    do(game, "hide", units=["G", "H"], to=["B1", "A2"], pay="opportunity")
    assert (of(game, "G")["hex"], of(game, "H")["hex"]) == ("B1", "A2")
    assert of(game, "G")["hidden"]
    assert of(game, "H")["hidden"]


@rules("conflict-of-heroes", "10.2", "18.2")
def test_who_hides_next_door_is_out_of_its_trench() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    game = fight([G + " inside"], ["soviet-rifles S P12 N hidden"], work=trench)
    do(game, "hide", unit="G", hex="G5", pay="opportunity")
    assert not of(game, "G")["inside"]


@rules("conflict-of-heroes", "10.2")
def test_hiding_needs_to_be_unseen() -> None:
    game = fight([G], [S])
    assert why(game, "hide", unit="G", hex="G4", pay="cap") == {("10.2", "coh.hide.seen")}
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D8 N"])
    do(game, "hide", unit="G", hex="D2", pay="cap")
    assert of(game, "G")["hidden"]


@rules("conflict-of-heroes", "10.2", "14.0", "4.0")
def test_nobody_hides_where_it_cannot_go() -> None:
    game = fight(["opel O D3 S", "german-rifles R D3 S"], ["soviet-rifles S P12 N hidden"])
    assert why(game, "hide", unit="O", hex="D4", pay="opportunity") == {
        ("14.0", "coh.move.terrain")
    }
    assert why(game, "hide", unit="R", hex="D4", pay="opportunity") == set()
    game = fight(["stuka P D3 S"], ["soviet-rifles S P12 N hidden"], exit={"german": ["D3"]})
    assert ("20.0", "coh.move.plane") in why(game, "hide", unit="P", hex="D3", pay="opportunity")
    assert ("20.0", "coh.move.plane") in why(game, "exit", unit="P", pay="cap")


@rules("conflict-of-heroes", "10.3")
@pytest.mark.parametrize(("facing", "key"), [("N", "coh.sniper.ahead"), ("S", "coh.sniper.behind")])
def test_a_hidden_sniper_says_from_which_side_he_fired(facing: str, key: str) -> None:
    sniper = ["soviet-sniper X H3 S hidden", FAR]
    game = fight([f"german-rifles G H7 {facing}"], sniper, turn="soviet")
    assert key in do(game, "fire", unit="X", hex="H7", pay="cap")


@rules("conflict-of-heroes", "10.0 detection", "13.0 second round")
def test_who_loses_the_smoke_before_him_is_found_when_the_round_begins() -> None:
    smoke = {"G6": [2]}
    game = fight(["german-rifles G G5 S"], ["soviet-rifles S G7 N hidden"], smoke=smoke)
    do(game, "pass")
    assert of(game, "S")["hidden"]
    do(game, "pass")
    assert not of(game, "S")["hidden"]
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("soviet", "coh.face")


@rules("conflict-of-heroes", "10.0 detection", "7.63 limits")
def test_who_is_free_of_a_close_combat_sees_who_hides_near_by() -> None:
    foes = ["soviet-rifles R G5 N hit=pinned", "soviet-rifles S G7 N hidden"]
    game = fight(["german-rifles G G5 S"], foes, [6, 6])
    assert of(game, "S")["hidden"]
    do(game, "fire", unit="G", hex="G5", pay="opportunity")
    do(game, "roll", target="R", cap=0)
    assert of(game, "R")["hex"] == "lost"
    assert not of(game, "S")["hidden"]


@rules("conflict-of-heroes", "10.0 detection", "18.6")
def test_with_the_bunker_goes_the_cover_of_who_hides_in_it() -> None:
    bunker = [{"kind": "bunker", "hex": "G7", "facing": "N"}]
    game = fight(
        ["german-rifles G G5 S", "german-hmg H G4 S"],
        ["soviet-rifles S G7 N hidden inside"],
        [6, 6],
        work=bunker,
    )
    assert of(game, "S")["hidden"]
    do(game, "fire", unit="H", hex="G7", pay="opportunity")
    do(game, "roll", target="work:bunker", cap=2)
    assert not game.judge("works", hex="G7")
    assert not of(game, "S")["hidden"]


@rules("conflict-of-heroes", "1.0", "10.0 detection")
def test_nobody_is_found_before_all_are_placed() -> None:
    zones = [
        {"side": "soviet", "hexes": ["G5"], "units": ["S"], "hidden": True},
        {"side": "german", "hexes": ["G4"], "units": ["G"]},
    ]
    rows = ["german-rifles G away S"]
    game = fight(rows, ["soviet-rifles S away N"], zone=zones)
    do(game, "place", unit="S", hex="G5", facing="N")
    assert of(game, "S")["hidden"]
    do(game, "place", unit="G", hex="G4", facing="S")
    assert not of(game, "S")["hidden"]


@rules("conflict-of-heroes", "10.1")
@pytest.mark.parametrize(("path", "price"), [(["D3"], 7), (["D5"], 4)])
def test_seven_are_the_price_of_sneaking_in_the_open_for_a_walk_of_1(
    path: list[str], price: int
) -> None:
    game = fight(["german-rifles G D4 S hidden"], ["soviet-rifles S P12 N"])
    assert cost(game, "move", unit="G", path=path, pay="cap") == price


@rules("conflict-of-heroes", "10.3")
def test_a_sniper_hits_no_friend_in_a_close_combat() -> None:
    fighters = ["soviet-rifles R G6 N", "german-rifles G G6 S", "german-rifles H G6 S"]
    for shooter, hit in (("soviet-sniper", {"G", "H"}), ("soviet-rifles", {"G", "H", "R"})):
        soviet = [f"{shooter} N G3 S", fighters[0]]
        game = fight(fighters[1:], [row.replace("n G3", "N G3") for row in soviet], turn="soviet")
        assert set(game.judge("targets", unit="N", hex="G6")) == hit
        do(game, "fire", unit="N", hex="G6", pay="opportunity")
        assert {action["target"] for action in offered(game, "roll")} == hit


@rules("conflict-of-heroes", "10.0 detection")
@pytest.mark.parametrize(
    ("seat", "foe", "hidden"),
    [("G7", "G4", True), ("G7", "G5", False), ("D4", "D3", True), ("D4", "C4", True)],
)
def test_in_the_open_one_is_found_from_two_hexes_and_in_cover_not(
    seat: str, foe: str, hidden: bool
) -> None:
    game = fight([f"german-rifles G {foe} S"], [f"soviet-rifles S {seat} N hidden"])
    assert of(game, "S")["hidden"] == hidden


@rules("conflict-of-heroes", "8.1 reveal hidden")
@pytest.mark.parametrize(("seat", "found"), [("G6", True), ("G7", False)])
def test_the_card_looks_two_hexes_far(seat: str, found: bool) -> None:
    rows = [f"soviet-rifles S {seat} N hidden dug"]
    game = fight(["german-rifles G G4 S", "german-rifles H A1 S"], rows, cards=LOOK)
    do(game, "play", card="reveal-hidden", unit="G")
    assert of(game, "S")["hidden"] != found


LOOK = {"german": ["reveal-hidden"]}


@rules("conflict-of-heroes", "10.3")
def test_a_sniper_in_the_open_fires_as_anybody_does() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-sniper N G7 N"], [1, 1], turn="soviet")
    assert "coh.fired" in do(game, "fire", unit="N", hex="G4", pay="opportunity")
    do(game, "roll", target="G", cap=0)
    assert game.decision
    assert game.decision.kind == "coh.turn", "nobody looks for it"


@rules("conflict-of-heroes", "10.0 fire", "7.63", "18.6")
def test_hand_to_hand_nobody_is_guessed_at() -> None:
    work = [{"kind": "bunker", "hex": "G4"}]
    foes = ["soviet-rifles S D4 N hidden", "soviet-rifles T P12 N"]
    game = fight(["german-rifles G G4 S"], foes, work=work)
    do(game, "fire", unit="G", hex="G4", pay="opportunity")
    assert {a["target"] for a in game.choices()} == {"work:bunker"}


@rules("conflict-of-heroes", "10.2", "17.0 passenger")
def test_neither_carriers_nor_the_carried_hide() -> None:
    rows = ["opel T A1 S", "german-rifles R A1 S carried=T", "german-rifles Q A1 S"]
    game = fight(rows, ["soviet-rifles S P12 N"])
    carried = ("17.0 passenger", "coh.move.carried")
    found = {unit: why(game, "hide", unit=unit, hex="A1", pay="cap") for unit in "TRQ"}
    assert found == {"T": {carried}, "R": {carried}, "Q": set()}


@rules("conflict-of-heroes", "10.2")
def test_who_is_hidden_hides_no_more() -> None:
    game = fight(["german-rifles G A1 S hidden"], ["soviet-rifles S P12 N"])
    assert why(game, "hide", unit="G", hex="A1", pay="cap") == {("10.2", "coh.hide.already")}


@rules("conflict-of-heroes", "10.3", "3.23")
@pytest.mark.parametrize(("die", "cap", "hidden"), [(6, 0, False), (5, 0, True), (4, 2, False)])
def test_six_finds_a_sniper_and_cap_help(die: int, cap: int, hidden: bool) -> None:
    sniper = "soviet-sniper N G7 N hidden"
    game = fight(["german-rifles G G4 S"], [sniper], [1, 1, die], turn="soviet")
    do(game, "fire", unit="N", hex="G4", pay="opportunity")
    do(game, "roll", target="G", cap=0)
    do(game, "roll", cap=cap)
    assert of(game, "N")["hidden"] == hidden
    assert game.judge("side", side="german")["cap"] == 9 - cap
