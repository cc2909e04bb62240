"""Pavlov's House on the screen: every place drawn, every decision taken by pointing or a button."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalogue
from engine.bots import GreedyBot
from engine.chance import Seeded
from engine.files import package_file
from engine.pavlovs_house.rules import house_board
from engine.tables import load_charts
from engine.values import Action
from tests.engine.pavlovs_house.post import do
from tests.marks import rules
from tutor.art.placelayout import PlaceLayout
from tutor.art.scene import build, layout_for
from tutor.art.themes import THEMES
from tutor.desk import Desk
from tutor.desk.keys import ARROWS
from tutor.games.pavlovs_house.hands import PavlovsHouseHands
from tutor.pages.figures import figures
from tutor.pages.home import Home
from tutor.pages.plans import bar_names, bars_of, table_html
from tutor.panels import chart_html
from tutor.table import Tabletop
from tutor.table.canvas import scene_svg


def desk_of(name: str, seed: int = 1) -> Desk:
    """A desk with a scenario on it."""
    return Desk(catalogue.load(f"pavlovs-house/{name}", Seeded(seed)))


def hands_of(desk: Desk) -> PavlovsHouseHands:
    """Its hands, which are this game's."""
    assert isinstance(desk.hands, PavlovsHouseHands)
    return desk.hands


def reachable(desk: Desk, action: Action) -> bool:
    """Whether an action is listed, a way of what can be picked, or pointed at."""
    hands = hands_of(desk)
    if action in hands.listed():
        return True
    actor = hands.actor(action)
    if actor is None or actor not in hands.pickable():
        return False
    if action in hands.ways(actor):
        return True
    return action in hands.options(actor, hands.goals(action)[-1])


@rules("pavlovs-house", "1.2")
def test_the_board_has_a_place_for_all_that_the_rules_know() -> None:
    desk = desk_of("three-turns")
    kit, board = hands_of(desk).kit, house_board()
    assert set(kit.spots) | set(kit.spaces) | set(kit.locations) <= set(board.hexes)
    for name, spot in kit.spots.items():
        assert board.spots[name].colours == spot.colours
    for path in kit.paths.values():
        assert all(board.adjacent(a, b) for a, b in zip(path.spaces, path.spaces[1:], strict=False))
        assert [board.spots[s].label == "mine" for s in path.spaces].index(True) == 2
    layout = layout_for(desk.view(), 40)
    assert isinstance(layout, PlaceLayout)
    for name in board.hexes:
        assert layout.hex_at(*layout.centre(name)) == name


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_positions_paths_and_locations_are_drawn_by_day_and_night(theme: str) -> None:
    desk = desk_of("drills/04-acts")
    drawn = scene_svg(build(desk.view(), THEMES[theme], 40))
    for word in ("Chekhov", "Sobgaida", "The House", "9 January Square", "Volga Flotilla", ">18<"):
        assert word in drawn
    assert "a board of places" not in drawn
    assert "a map of 77 places" in desk.text()


def test_every_choice_of_a_game_can_be_pointed_at_or_pressed() -> None:
    kinds = set()
    for name, seed in (("the-house", 1), ("the-house", 4), ("guards", 2), ("german-command", 3)):
        desk, bot = desk_of(name, seed), GreedyBot(seed)
        for _ in range(120):
            decision = desk.game.decision
            if decision is None:
                break
            kinds.add(decision.kind)
            choices = desk.game.choices()
            for action in choices[:: max(1, len(choices) // 12)]:
                assert reachable(desk, action), (decision.kind, action)
                assert desk.hands.action_name(action)
            desk.game.apply(bot.choose(desk.game))
            assert desk.view().text
    assert len(kinds) >= 10


@pytest.mark.parametrize("start", ["hand-1", "reserve", "18", "green-1"])
def test_the_arrow_keys_reach_every_place(start: str) -> None:
    board, seen = house_board(), {start}
    todo = [start]
    for here in todo:
        for way in ARROWS.values():
            there = board.towards(here, *way)
            if there is not None and there not in seen:
                seen.add(there)
                todo.append(there)
    assert seen == set(board.hexes)


@rules("pavlovs-house", "1.3")
def test_pointing_at_a_position_or_an_enemy_lights_what_it_sees() -> None:
    desk = desk_of("drills/firing-line")
    desk.point("green-red")
    (glow,) = desk.hands.glow("green-red")
    assert {p[0] for p in glow.labels()} == {"1", "2", "3", "4", "5"}
    assert glow in desk.view().overlays
    desk.point("6-2")
    (glow,) = desk.hands.glow("6-2")
    assert "red-purple" in glow.labels()
    assert not any(place.startswith("green") for place in glow.labels())
    assert "Potansky" in desk.hands.about("6-2")
    desk.point(None)
    assert glow not in desk.view().overlays


def test_every_place_says_what_it_is_and_does() -> None:
    desk = desk_of("drills/raid")
    for place in house_board().hexes:
        assert len(desk.hands.describe(place)) > 3, place
        assert "<strong>" in desk.hands.about(place)
    assert "goes on to the next higher place" in desk.hands.about("10")
    assert "3.0 bombing location 3" in desk.hands.about("3")
    assert "Deck 2, in no known order: Panzer II." in desk.hands.about("wehrmacht-deck")
    assert "10% are aimed here" in desk.hands.about("13")
    assert "loses the game" in desk.hands.about("18")
    assert "without limit" in desk.hands.about("staging")
    assert "Medic bags" in desk.hands.about("supply")
    assert "eat" in desk.hands.about("reserve")
    assert "Still to be drawn: 62nd Army 1" in desk.hands.about("soviet-deck")
    assert "artillery" in desk.hands.about("stock")


@rules("pavlovs-house", "0.0 setup wehrmacht deck", "3.0 storm group card", "7.1", "7.2")
def test_the_piles_tell_what_a_player_may_know_of_them() -> None:
    desk = desk_of("guards")
    while desk.game.decision is not None and desk.game.state.turn == 1:
        desk.game.apply(next(a for a in reversed(desk.game.choices()) if a.kind != "play"))
    known = desk.game.query("decks")
    assert sum(known["tactics"].values()) == 30 - 2, "those removed unseen are among the unknown"
    assert known["tactics_count"] == 30 - 8 - 2
    assert len(known["storm"]) == 6
    assert [sum(kinds.values()) for kinds in known["by_deck"].values()] == [9, 12, 12, 12, 12]
    assert "Deck 5, in no known order" in desk.hands.about("wehrmacht-deck")
    assert "checks on decks 2, 3 and 4: 3 to come" in desk.hands.about("wehrmacht-deck")
    assert "Brewery (purple, 22 for 8)" in desk.hands.about("storm")
    assert f"{30 - 8 - 2} of them can still come" in desk.hands.about("plans")
    assert desk.hands.about("plans").count("Works") == sum("Works" in n for n in known["support"])


@rules("pavlovs-house", "7.4 planning")
def test_between_the_german_player_and_the_soviets_a_curtain_falls() -> None:
    table = Tabletop(catalogue.load("pavlovs-house/german-command", Seeded(3)), screens=True)
    desk = table.desk

    def buttons() -> str:
        table.refresh()
        return " ".join(child.description for child in table.choices.children)

    notes = {marker.hex: marker.text for marker in desk.hands.markers() if marker.kind == "note"}
    assert "64 cards: 21 turns" in notes["wehrmacht-deck"]
    for _ in range(2):
        assert desk.curtain, "the cards in his hand are the German player's business"
        assert "Lay" not in buttons()
        desk.sit_down()
        assert "Lay" in buttons()
        while desk.game.decision is not None and desk.game.decision.side == "german":
            desk.act(desk.game.choices()[0])
        assert desk.curtain, "the screen goes back to the Soviet player"
        desk.sit_down()
        bot = GreedyBot(3)
        while desk.game.decision is not None and desk.game.decision.side == "soviet":
            desk.act(bot.choose(desk.game))
            assert desk.curtain == (desk.game.decision.side == "german")
    table = Tabletop(catalogue.load("pavlovs-house/the-house", Seeded(3)), screens=True)
    assert not table.desk.curtain, "alone there is nobody to hide from"


@rules("pavlovs-house", "5.0")
def test_who_else_falls_to_one_hit_is_told_before_a_bag_is_spent() -> None:
    desk = desk_of("drills/05-bags")
    do(desk.game, "end", [1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6])
    assert desk.game.query("wounds") == ["sobgaida", "murzaev"]
    assert "also takes Murzaev" in desk.hands.plan_html(None, ())
    desk.act(Action("bag", unit="sobgaida"))
    assert desk.game.query("wounds") == ["murzaev"]
    assert desk.hands.plan_html(None, ()) == "", "nobody else waits"


@rules("pavlovs-house", "4.0 attack", "3.0 storm group", "3.0 placement suppressing fire")
def test_odds_are_told_before_the_dice() -> None:
    desk = desk_of("drills/04-acts")
    attack = Action("attack", unit="chekhov", target="riflemen-1")
    assert "94%" in desk.hands.odds_note(attack)
    both = Action("spot", unit="potansky", targets=["stug-1", "machine-gunners-1"], place="10")
    assert desk.hands.odds_note(both).count("%") == 2
    desk = desk_of("drills/storm-group")
    desk.act(Action("play", card="68", command="army-command", act="sortie"))
    desk.act(Action("join", unit="chernogolov"))
    desk.act(Action("join", unit="kiselyov"))
    assert "94%" in desk.hands.plan_html(None, ())
    assert desk.hands.action_name(Action("storm")) == "Storm (94%)"


def test_a_card_is_picked_and_pointed_and_a_wrong_place_is_explained() -> None:
    desk = desk_of("drills/02-sappers")
    desk.click("hand-1")
    assert desk.pointer.unit == "81"
    assert desk.where("81") == "hand-1"
    desk.point("green")
    assert desk.preview is not None
    assert [r.rule for r in desk.preview.verdict.reasons] == ["2.0 sappers fortify"]
    desk.click("red")
    assert desk.game.query("defence")["red"] == 6
    desk.click("hand-1")
    assert desk.pointer.unit is None
    assert "has given its action" in desk.notice.text


def test_the_stock_lies_open_while_somebody_is_brought() -> None:
    desk = desk_of("drills/02-reinforce")
    assert desk.view().fanned is None
    desk.act(Action("play", card="75", command="division-command", act="reinforce"))
    view = desk.view()
    assert view.fanned == "stock"
    assert len(view.counters["stock"]) == len(desk.hands.pickable()) > 30
    layout = layout_for(view, 40)
    middles = layout.fan("stock", len(view.counters["stock"]))[1]
    for counter, (x, y) in zip(view.counters["stock"], middles, strict=True):
        assert layout.hit(view, x, y).unit == counter.id


def test_two_ways_at_one_place_are_offered_as_buttons() -> None:
    table = Tabletop(catalogue.load("pavlovs-house/drills/firing-line", Seeded(1)))
    table.desk.pick("sobgaida")
    table.desk.click("green-3")
    table.refresh()
    names = [child.description for child in table.choices.children]
    assert "Sobgaida to green 3 with the 53-K" in names
    assert "Sobgaida to green 3; Murzaev gives way" in names
    table._pointed("14", None)
    assert "fourth card action" in table.about.value
    table._pointed(None, None)
    assert "fourth card action" in table.about.value
    assert "Reconstructed by us" in table.ours.value


def test_a_card_that_can_do_nothing_says_so_and_is_not_taken_up() -> None:
    desk = desk_of("drills/00-ammunition")
    desk.click(desk.where("96"))
    assert desk.pointer.unit is None
    assert desk.notice.text.startswith("Card 96: fog of war; it gives no action")
    desk.click(desk.where("72"))
    assert desk.pointer.unit == "72"
    assert desk.hands.place_name(desk.where("72")) == "your hand"


@rules("pavlovs-house", "4.0 movement", "4.0 weapons carrying")
def test_a_wrong_place_is_refused_and_a_weapon_goes_with_a_man() -> None:
    desk = desk_of("drills/firing-line")
    desk.pick("naumov")
    desk.click("4-4")
    assert [reason.key for reason in desk.notice.reasons] == ["pav.move.no-position"]
    desk.pick("53-k")
    assert "takes it along" in desk.hands.unit_text("53-k")
    (reach,) = desk.hands.lit("53-k")
    assert "green-3" in reach.hexes
    assert {way["weapon"] for way in desk.hands.options("53-k", "green-3")} == {"53-k"}
    desk.pick("chekhov")
    desk.click("red-4")
    assert "pav.move.unfit" in [reason.key for reason in desk.notice.reasons]


@rules("pavlovs-house", "4.0 anti-tank weapon")
def test_a_weapon_picked_fires_with_its_crew_or_says_why_not() -> None:
    desk = desk_of("drills/04-acts")
    desk.pick("53-k")
    desk.click("1-4")
    assert [reason.key for reason in desk.notice.reasons] == ["pav.deed.not-armour"]
    desk.click("1-3")
    assert desk.game.log[-1].rule == "4.0 anti-tank weapon"


def test_a_location_keeps_its_number_below_what_lies_there() -> None:
    drawn = scene_svg(build(desk_of("drills/raid").view(), size=40))
    assert drawn.count(">11<") == 1
    assert drawn.count(">18<") == 2, "the damage token covers the first"


def test_one_of_a_thing_is_told_as_one() -> None:
    desk = desk_of("drills/04-acts")
    notes = {marker.hex: marker.text for marker in desk.hands.markers() if marker.kind == "note"}
    assert "3 cards: 1 turn\n" in notes["wehrmacht-deck"]
    assert "1 medic bag," in desk.hands.describe("supply")
    assert "10 suppression tokens" in desk_of("three-turns").hands.describe("supply")
    assert desk.hands.about("stock").count("suppression") == 1


def test_a_draw_stands_apart_from_victories_in_the_bars_of_a_plan() -> None:
    names = bar_names()
    for found in figures().values():
        bars = dict(zip(names, bars_of(found), strict=True))
        assert sum(bars.values()) == found.held
        assert sum(bars[name] for name in names[names.index("1 to 9") :]) == found.won
    rows = table_html(figures())
    assert rows.index("As it comes") < rows.index("Like the first"), "what it is like comes first"


def test_the_whole_game_and_the_plans_are_on_the_home_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "progress.sqlite"))
    card = Home("me").games_html()
    for file in package_file("lessons", "pavlovs-house").iterdir():
        assert not file.name.endswith(".ipynb") or f'"pavlovs-house/{file.name}"' in card


def test_a_click_means_the_card_or_the_counter_under_it() -> None:
    desk = desk_of("drills/first-cards")
    desk.click(desk.where("72"))
    desk.click(desk.where("78"))
    assert desk.pointer.unit == "78", "a card in hand gives way to another"
    desk = desk_of("drills/02-reinforce")
    desk.act(Action("play", card="75", command="division-command", act="reinforce"))
    for _ in range(2):
        desk.click("stock", "maxim-1")
        assert desk.pointer.unit == "maxim-1", "the next in the drawer was not clicked"


def test_who_can_go_somewhere_in_several_ways_is_told_so_at_the_first_click() -> None:
    desk = desk_of("drills/firing-line")
    desk.pick("sobgaida")
    desk.click("green-3", "murzaev")
    assert desk.pointer.unit == "sobgaida"
    assert "several ways" in desk.notice.text


def test_the_rows_of_a_chart_have_their_names() -> None:
    chart = load_charts("pavlovs_house", {})["bands"]
    assert "<th>15cm sFH 18</th>" in chart_html("pavlovs-house", chart, "card")
