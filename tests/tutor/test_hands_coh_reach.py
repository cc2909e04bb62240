"""Conflict of Heroes at the desk: whatever the rules offer can be done there, and is said in words.

Each firefight is played for a while by chance; of every kind of choice that comes up some are
looked for among the buttons, by clicks on the map and in the plans of several clicks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine import catalogue
from engine.agenda import Phase
from engine.chance import Chance, Seeded
from engine.conflict_of_heroes.fire.artillery import Barrage
from engine.conflict_of_heroes.rounds.rounds import Initiative, Round
from engine.game import Game
from engine.hexes import DIRECTIONS
from engine.tables import load_charts
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import fight
from tests.marks import rules
from tests.tutor.finder import Finder
from tests.tutor.sitting import buttons, click, press
from tutor.desk import Desk
from tutor.table import Tabletop
from tutor.table.cell import SORRY

GAME = "conflict-of-heroes"
ACTIONS = 30
GESTURES = 40
KEYS = ("n", "p", "Escape", " ", "Backspace", "Enter", "ArrowUp", "ArrowLeft")
DULL = ("pass", "stall", "turn")
CODE = re.compile(r"[{}<>_=]|\bNone\b|\bTrue\b|[a-z]-[a-z]+-[a-z]|:\w+-")
"""What no button says: braces, placeholders, ids of things."""


def kinds(choices: Iterable[Action]) -> dict[tuple[object, ...], list[Action]]:
    """Choices by what is done, how it is paid for, and who takes part."""
    found: dict[tuple[object, ...], list[Action]] = {}
    for action in choices:
        named = {name: True for name, _ in action.args}
        key = tuple(action.get(k) for k in ("order", "card", "pay", "cap", "mine", "openly"))
        found.setdefault((action.kind, *key, len(action.get("path", ())), *named), []).append(
            action
        )
    return found


@pytest.mark.parametrize("scenario", catalogue.scenario_ids(GAME))
def test_every_choice_is_reached_by_pointing_or_a_button(scenario: str) -> None:
    game, chance = catalogue.load(scenario, Seeded(3)), random.Random(scenario)
    for _ in range(ACTIONS):
        if game.decision is None:
            break
        choices = game.choices()
        finder = Finder(game, game.decision.side)
        for some in kinds(choices).values():
            action = chance.choice(some)
            assert finder.finds(action), f"no control leads to: {action}"
        lively = [action for action in choices if action.kind not in DULL]
        game.apply(chance.choice(lively or choices))


@pytest.mark.parametrize("scenario", catalogue.scenario_ids(GAME))
def test_buttons_say_what_they_do_in_words_and_no_two_the_same(scenario: str) -> None:
    game, chance = catalogue.load(scenario, Seeded(4)), random.Random(scenario)
    for _ in range(ACTIONS):
        if game.decision is None:
            break
        desk = Desk(game)
        desk.hands.viewer = game.decision.side
        shown = [said(desk)]
        for unit in desk.hands.pickable():
            desk.pick(unit)
            shown.append(said(desk))
        for labels in shown:
            assert [text for text in labels if CODE.search(text) or not text] == []
            assert sorted(set(labels)) == sorted(labels)
        lively = [action for action in game.choices() if action.kind not in DULL]
        game.apply(chance.choice(lively or game.choices()))


G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
EVERY_CARD = [
    card
    for card in load_charts("conflict_of_heroes", {})["cards"].rows
    if card not in ("score", "objective", "firefight-event", "game-ends")
]


@pytest.mark.parametrize("card", EVERY_CARD)
def test_every_way_of_playing_a_card_is_reached(card: str) -> None:
    german = [G, "german-rifles H G3 S hit=pinned", "pz3h T F5 S", "german-rifles K C3 S hidden"]
    soviet = [S, "soviet-rifles R H5 N", "t34 V G5 N"]
    start = {"ap": {"german": 7}, "active": {"german": ["G"]}}
    work = [{"kind": "mine", "hex": "G4", "colour": "blue"}]
    game = fight(german, soviet, cards={"german": [card]}, start=start, work=work)
    plays = [action for action in game.choices() if action.kind == "play"]
    finder, chance = Finder(game, "german"), random.Random(card)
    for some in kinds(plays).values():
        action = chance.choice(some)
        assert finder.finds(action), f"no control leads to: {action}"


@rules("conflict-of-heroes", "3.01", "3.23", "9.11")
def test_the_dice_of_an_activation_and_the_moves_of_a_group_are_named() -> None:
    units = ["german-rifles G G4 S", "german-rifles H G3 S"]
    game = fight(units, [S], on=["random-ap"])
    finder = Finder(game, "german")
    for kind in ("activate", "move"):
        some = [a for a in game.choices() if a.kind == kind and (kind != "move" or "units" in a)]
        labels = [finder.hands.action_name(action) for action in some]
        assert labels
        assert [text for text in labels if CODE.search(text) or "." in text] == []
        for action in some:
            assert finder.finds(action), f"no control leads to: {action}"
    desk = Desk(game)
    desk.hands.viewer = "german"
    desk.pick("G")
    assert [text for text in said(desk) if "Activate" in text] == [
        "Activate German Rifles G (two dice of AP)",
        "Activate German Rifles G (two dice of AP, 1 CAP on the dice)",
        "Activate German Rifles G (two dice of AP, 2 CAP on the dice)",
    ]


@rules("conflict-of-heroes", "8.1 move 2 hexes", "14.1", "3.23")
def test_cap_on_the_dice_of_a_hidden_tank_that_runs_are_reached() -> None:
    cards = {"german": ["move-2-hexes"]}
    game = fight(["pz3h T C9 S hidden"], ["soviet-rifles S P12 N"], cards=cards)
    finder = Finder(game, "german")
    runs = [action for action in game.choices() if "caps" in action]
    assert {sum(action["caps"]) for action in runs} == {1, 2}
    for action in runs:
        assert finder.finds(action), f"no control leads to: {action}"
        assert f"with {sum(action['caps'])} CAP" in finder.hands.action_name(action)


def rolled() -> Game:
    game = fight([G], [S], cards={"german": ["combat-hardened", "luck"]})
    game.apply(Action("fire", unit="G", hex="G7", pay="cap"))
    game.apply(Action("roll", target="S", cap=0))
    return game


def avenged(lost: bool) -> Game:
    hand = {"soviet": ["blood-and-honor"]}
    shooters = ["german-rifles G G4 S", "german-rifles H H4 S"]
    game = fight(shooters, [f"{S} hit=pinned"], [6, 6], cards=hand)
    game.apply(Action("fire", unit="G", hex="G7", support=["H"], pay="cap"))
    game.apply(Action("roll", target="S", cap=0))
    if lost:
        game.apply(Action("play", card="blood-and-honor"))
    return game


def shelled() -> Game:
    return at(
        fight([G], [S], cards={"soviet": ["close-call"]}), Barrage("german", "howitzer-105", "G7")
    )


def beaten() -> Game:
    hand = {"soviet": ["feared-reputation"]}
    return at(fight([G], [S], [1, 1, 6, 6], cards=hand, cap=(0, 0)), Initiative(), Round(), keep=0)


def mined() -> Game:
    game = fight([G], [S], work=[{"kind": "mine", "hex": "G5", "colour": "red"}])
    game.apply(Action("move", unit="G", path=["G5"], pay="cap"))
    return game


def wired() -> Game:
    game = fight([G], [S], work=[{"kind": "wire", "hex": "G5"}])
    game.apply(Action("move", unit="G", path=["G5"], pay="cap"))
    return game


def rallied() -> Game:
    game = fight([f"{G} hit=pinned", "german-rifles H G4 S hit=pinned"], [S], section=2)
    game.apply(Action("rally", units=["G", "H"], pay="cap"))
    return game


def at(game: Game, *phases: Phase, keep: int = 1) -> Game:
    """A game in the midst of some phases."""
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = replace(game.state, agenda=game.state.agenda[:keep])
    state = rules_.settle(state.push(*phases), course)
    game._steps[0] = replace(game._steps[0], state=state)
    return game


@rules(
    "conflict-of-heroes",
    "8.1 luck",
    "8.3 blood and honor",
    "8.3 close call",
    "8.3 feared reputation",
)
@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (rolled, "coh.rolled"),
        (partial(avenged, False), "coh.blood-and-honor"),
        (partial(avenged, True), "coh.toll"),
        (shelled, "coh.close-call"),
        (beaten, "coh.feared-reputation"),
        (mined, "coh.mine"),
        (wired, "coh.wire"),
        (rallied, "coh.rallying"),
    ],
)
def test_answers_at_one_moment_only_are_reached_and_named(
    made: Callable[[], Game], kind: str
) -> None:
    game = made()
    assert game.decision is not None
    assert game.decision.kind == kind
    finder = Finder(game, game.decision.side)
    for action in game.choices():
        assert finder.finds(action), f"no control leads to: {action}"
    labels = said(finder.desk)
    assert [text for text in labels if CODE.search(text)] == []
    assert sorted(set(labels)) == sorted(labels)


@rules("conflict-of-heroes", "8.3 close call", "5.2")
def test_who_gets_away_from_shells_may_be_faced_any_way() -> None:
    desk = Desk(shelled())
    desk.click("G7", "S")
    assert ("NE", "↗ NE") in desk.hands.facings()
    desk.pointer.facing = "NE"
    desk.click("G8", None)
    assert desk.where("S") == "G8"
    assert DIRECTIONS[desk.game.state.of("S").facing] == "NE"


@pytest.mark.parametrize("scenario", catalogue.scenario_ids(GAME))
def test_whatever_is_pressed_and_clicked_nothing_goes_wrong(scenario: str) -> None:
    game, chance = catalogue.load(scenario, Seeded(5)), random.Random(scenario)
    mine, *others = (side.id for side in game.scenario.sides)
    table = Tabletop(game, screens=True, bots=dict.fromkeys(others, "greedy"))
    for _ in range(GESTURES):
        if game.decision is None:
            break
        desk, offered = table.desk, list(buttons(table.choices).values())
        gesture = chance.random()
        if gesture < 0.3 and desk.hands.pickable():
            unit = chance.choice(desk.hands.pickable())
            desk.click(desk.where(unit), unit)
            table.refresh()
        elif gesture < 0.6:
            click(table, chance.choice(game.scenario.board.hexes))
        elif gesture < 0.9 and offered:
            chance.choice(offered).click()
        else:
            press(table, chance.choice(KEYS))
        assert SORRY not in table.notice.value
    assert mine in desk.match.people


def said(desk: Desk) -> list[str]:
    """What stands on all the buttons now."""
    hands = desk.hands
    actions = [*hands.listed(), *(hands.ways(desk.pointer.unit) if desk.pointer.unit else [])]
    tools = [tool.text for tool in hands.tools()]
    return [*map(hands.action_name, actions), *tools, *(text for _, text in hands.modes)]
