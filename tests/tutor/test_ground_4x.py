"""What lies on the maps of the '4x games, how it stands, and whom a sign marks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine import load
from engine.board import Board
from engine.boardfile import read_plan
from engine.bots import make_bot
from engine.chance import Seeded
from engine.files import parsed
from engine.values import Action
from engine.words import catalogue
from tests.engine.zocbond.field import attack, field, unit
from tests.tutor.sitting import words
from tutor.art import lines
from tutor.art.items import Polylines, Text
from tutor.art.mesh import Mesh
from tutor.art.places import RECONSTRUCTED
from tutor.art.scene import build, layout_for
from tutor.art.themes import DAY
from tutor.art.views import BoardView, Camera
from tutor.desk import Desk
from tutor.games import hands_for

GAMES = ("holland44", "stalingrad42")


def test_a_fortification_is_drawn_and_named_from_its_first_day_on() -> None:
    desk = Desk(load("stalingrad42/steppe-ride"))
    desk.act(Action("fortify", hex="0204"))
    assert "0204" in words(catalogue().say(desk.notice.events[0].key, desk.notice.events[0].params))
    kinds = {m.kind for m in desk.view().markers if m.hex == "0204"}
    assert kinds == {"fortress-begun"}
    assert "fortification being built" in desk.hands.describe("0204")


def test_a_finished_fortification_is_drawn_as_one() -> None:
    game = field("stalingrad42", [unit("a", "0505")], forts={"0505": "german"})
    hands = hands_for(game)
    assert {m.kind for m in hands.markers() if m.hex == "0505"} == {"fortress"}
    assert "german fortification" in hands.describe("0505")


def test_printed_fortifications_railheads_and_gauges_are_named() -> None:
    hands = hands_for(load("stalingrad42/summer-drive"))
    assert {m.kind for m in hands.markers() if m.hex == "0708"} == {"fortress"}
    assert "printed fortification" in hands.describe("0708")
    assert "Railhead R1" in hands.describe("0508")


def test_a_bridge_says_in_its_hex_what_has_become_of_it() -> None:
    hands = hands_for(load("holland44/drills/five-bridges"))
    told = " ".join(hands.describe(hex) for hex in hands.game.scenario.board.hexes)
    assert "is mined" in told
    assert "is safe" in told
    assert "can never be blown" in told


@pytest.mark.parametrize("scenario", ["holland44/the-pocket", "stalingrad42/steppe-ride"])
def test_the_letter_of_an_area_stands_beside_the_hexes_it_touches(scenario: str) -> None:
    desk = Desk(load(scenario))
    board = desk.game.scenario.board
    area = next(iter(board.areas.values()))
    scene = build(desk.view())
    letters = [i for i in scene.layers["terrain"] if isinstance(i, Text) and i.text == area.name]
    assert len(letters) >= len(area.touches)
    assert f"ouches area {area.name}" in desk.hands.describe(area.touches[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_red_ring_is_for_the_enemy_only(game: str) -> None:
    mine = [unit("a", "0505", full=[16, 6, 6]), unit("b", "0505", full=[2, 2, 4])]
    foes = [unit("x", "0504", full=[1, 1, 4], steps=1)]
    played = field(game, mine, foes, phase="combat", dice=[6])
    hands = hands_for(played)
    assert [o.kind for o in hands.lit(None)] == ["target"]
    played.apply(attack("0504", "a", "b"))
    assert {o.kind for o in hands.lit(None)} == {"reach"}
    assert {o.kind for o in hands.lit("a")} == {"reach"}


def test_an_unknown_unit_is_shifted_by_a_click_and_refused_by_its_own_rule() -> None:
    desk = Desk(load("holland44/drills/shift-unknown"))
    desk.click("0304", "q-1")
    lit = [hex for overlay in desk.hands.lit("q-1") for hex in overlay.labels()]
    assert "0606" in lit
    desk.click("0305")
    assert [r.rule for r in desk.notice.reasons] == ["25.6"]
    desk.click("0606")
    assert desk.game.state.position.place("q-1") == "0606"


def test_a_lead_is_a_yes_or_a_no_and_has_a_name() -> None:
    mine = [unit("a", "0505", formation="gds"), unit("b", "0505", formation="43")]
    hands = hands_for(field("holland44", mine, [unit("x", "0504")], phase="combat"))
    assert hands.member_button("lead:gds", False) == "Guards in the lead: no"
    assert hands.member_button("lead:43", True) == "43rd in the lead: yes"
    assert hands.member_button("air:aircraft", False) == "An aircraft: no"
    assert hands.member_button("a", True) == f"with {hands.unit_name('a')}"


def test_what_an_action_is_about_can_be_shown() -> None:
    hands = hands_for(load("holland44/drills/bridges-by-two"))
    (shown,) = hands.shown_by(Action("blow", bridge="0204-0205"))
    assert (shown.kind, shown.hexes) == ("goal", ("0204", "0205"))
    assert hands.shown_by(Action("end")) == ()
    moved = hands_for(load("holland44/drills/march"))
    way = ("0610", "0609")
    kinds = [o.kind for o in moved.shown_by(Action("move", units=("2 Gren",), path=way))]
    assert kinds == ["selected", "path"]


def test_a_whole_scenario_says_how_it_stands_and_how_it_is_won() -> None:
    told = words(hands_for(load("stalingrad42/steppe-ride")).tracks_html())
    assert "Turn 9 of 11" in told
    assert "he needs 1 at the end" in told
    assert "0805, 2: Soviet" in told
    other = hands_for(load("holland44/the-pocket"))
    assert "a tie is German" in words(other.tracks_html())
    assert {m.hex for m in other.markers() if m.kind == "objective"} == {"0504"}
    assert hands_for(load("holland44/drills/bonds-line")).tracks_html() == ""


def test_the_greedy_bot_gives_no_unit_up_by_crowding() -> None:
    game = load("stalingrad42/to-the-bend", chance=Seeded(4))
    bots = {side.id: make_bot("greedy", f"4/{side.id}") for side in game.scenario.sides}
    while game.player is not None:
        game.apply(bots[game.player].choose(game))
    assert not [event for event in game.log if event.rule == "4.4"]


def test_the_greedy_bot_jams_roads() -> None:
    game = load("holland44/first-span", chance=Seeded(1))
    bots = {side.id: make_bot("greedy", f"1/{side.id}") for side in game.scenario.sides}
    while game.player is not None:
        game.apply(bots[game.player].choose(game))
    board = game.scenario.board
    jams = [dict(e.params)["hex"] for e in game.log if e.key == "h44.traffic.placed"]
    assert jams
    assert all(any(board.link(hex, near) for near in board.neighbours(hex)) for hex in jams)


def test_a_click_jams_a_hex_although_an_enemy_stands_there() -> None:
    game = load("holland44/race-to-the-waal", chance=Seeded(1))
    bot = make_bot("greedy", "script")
    while game.decision is not None and game.decision.kind != "h44.traffic":
        ends = [one for one in game.choices() if one.kind == "end"]
        game.apply(ends[0] if ends else bot.choose(game))
    desk = Desk(game)
    jams = [one["hex"] for one in game.choices() if one.kind == "jam"]
    hex, enemy = next(
        (hex, who) for hex in jams for who in desk.at(hex) if desk.hands.owner(who) == "allied"
    )
    desk.click(hex, enemy)
    assert hex in game.state.records.traffic.values()


# -- why a unit has no supply line -----------------------------------------------------------------


def test_a_line_that_is_too_long_says_how_long_and_is_drawn() -> None:
    desk = Desk(load("holland44/drills/lines", chance=Seeded(1)))
    cut = [u for u in desk.game.state.position.units() if desk.hands.unsupplied(u)]
    assert cut
    for one in cut:
        told = desk.hands.unit_text(one)
        found = re.search(r"no supply line: (\d+) hexes to a road .*, limit (\d+)", told)
        assert found is not None, told
        assert int(found[1]) > int(found[2])
        line = desk.game.query("supply", unit=one)
        assert not line.traced
        drawn = [o.path for o in desk.hands.overlay("supply", one) if o.kind == "trace"]
        assert drawn == [line.off_road]


def test_an_advance_that_leads_out_of_supply_says_so_before() -> None:
    desk = Desk(load("holland44/drills/lines", chance=Seeded(1)))
    units = desk.game.state.position.units()
    fed = next(
        u
        for u in units
        if desk.where(u) in desk.game.scenario.board and desk.game.query("supply", unit=u).traced
    )
    far = next(
        hex
        for hex in desk.game.scenario.board.hexes
        if not desk.at(hex) and desk.game.query("supply", unit=fed, hex=hex).length
    )
    there = Action("advance", units=(fed,), path=(desk.where(fed), far))
    assert f"in {far}: no supply line" in desk.hands.odds_note(there)
    here = Action("advance", units=(fed,), path=(desk.where(fed), desk.where(fed)))
    assert desk.hands.odds_note(here) == ""


def ways_of(kinds: str) -> list[Polylines]:
    """The lines that are drawn for a way of some kinds, and for no other thing."""
    links = "\n".join(f'{kind} = ["0101 0201 0301"]' for kind in kinds.split())
    ground = 'title = "W"\nrows = ["01 . . .", "02 . . ."]\n[terrain]\n"." = "clear"\n[links]\n'
    board = Board(read_plan(parsed(ground + links, "ways.toml")))
    layout = layout_for(BoardView(board=board))
    drawn = lines.ways(board, Mesh(board, layout), DAY)
    return [item for item in drawn if isinstance(item, Polylines)]


def test_a_green_stripe_lies_under_its_railway_and_is_no_road() -> None:
    plain, green = ways_of("rail"), ways_of("rail green")
    assert len(green) == len(plain) + 1
    stripe, rail = green[:2]
    assert stripe.lines == rail.lines
    assert stripe.width > rail.width


def test_a_railway_that_is_not_finished_is_broken_and_bears_no_sleepers() -> None:
    finished = ways_of("rail")
    for kind in ("rail-12", "caspian"):
        (line,) = ways_of(kind)
        assert line.dash
        assert not finished[0].dash


def test_minor_roads_are_narrower() -> None:
    assert ways_of("minor-road")[0].width < ways_of("road")[0].width


def test_a_whole_map_names_its_great_cities_and_says_that_it_is_none_that_was_printed() -> None:
    view = Desk(load("stalingrad42/fall-blau")).view()
    whole = layout_for(view)
    camera = Camera(0, 0, whole.width, whole.height, 520 / whole.width)
    seen = build(replace(view, camera=camera))
    told = {item.text for layer in seen.layers.values() for item in layer if isinstance(item, Text)}
    assert {"Stalingrad", "Voronezh", "Rostov", "Kharkov", RECONSTRUCTED} <= told
    assert "Shchigry" not in told
