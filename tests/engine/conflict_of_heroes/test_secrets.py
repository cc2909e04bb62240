"""Nothing that a side can ask tells it what the other side hides (7.4, 8.0, 10.0, 12.3, 18.5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.conflict_of_heroes.counters.hits import cup_of
from engine.conflict_of_heroes.counters.state import State, Work, hostile
from engine.conflict_of_heroes.hidden import Deployment
from engine.conflict_of_heroes.rules import Firefight
from engine.conflict_of_heroes.secrets import ASIDE, UNSEEN, masked
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.marks import rules
from tutor.desk import Desk

PLAY = Path(__file__).parents[3] / "scenarios" / "conflict-of-heroes" / "play"
FIREFIGHTS = sorted(path.stem for path in PLAY.glob("*.toml"))


def wander(name: str, seed: int, steps: int) -> Iterator[Game]:
    """A firefight at random, seen after every action."""
    game = catalogue.load(f"conflict-of-heroes/{name}", Seeded(seed))
    dice = random.Random(f"{name}/{seed}")
    for _ in range(steps):
        if game.decision is None:
            return
        game.apply(dice.choice(game.choices()))
        yield game


def buried(g: Firefight, s: State, dice: random.Random) -> State:
    """The position with more to hide in it: mines, calls for shells, units out of sight."""
    hexes = list(g.board.hexes)
    works = list(s.works)
    for side in g.sides:
        works.append(Work("mine", dice.choice(hexes), 0, "black", 8, side))
        s = replace(s, aimed={**s.aimed, side: (("howitzer-105", dice.choice(hexes)),)})
        free = [
            u
            for u in g.on_map(s, side)
            if s.position.at(s.position.place(u)) == (u,)
            and s.of(u).hit is None
            and u not in s.active[side]
        ]
        if free and not isinstance(s.top, Deployment):
            s = s.changed(dice.choice(free), hidden=True)
    return replace(s, works=tuple(works))


def twin(g: Firefight, s: State, me: str, dice: random.Random) -> State:
    """The same position with other things hidden from `me`."""
    hexes = list(g.board.hexes)
    cards = list(g.charts["cards"].rows)
    cups = {name: list(cup) for name, cup in s.cups.items()}
    for unit, counter in s.counters.items():
        if g.units[unit].side == me:
            continue
        if counter.hidden:
            bare = [h for h in hexes if not s.position.at(h)]
            s = s.at(unit, dice.choice(bare))
            s = s.changed(unit, facing=dice.randrange(6), spent=dice.random() < 0.5)
        elif counter.hit is not None and not counter.shown:
            cup = cups[cup_of(g, unit)]
            if cup:
                at = dice.randrange(len(cup))
                cup[at], new = counter.hit, cup[at]
                s = s.changed(unit, hit=new)
    works = tuple(
        replace(w, hex=dice.choice(hexes)) if w.hidden and w.hidden != me else w for w in s.works
    )
    # who is asked about a card holds it in every world
    owed = g.decision(s)
    asked = owed.side if owed and owed.kind in ASIDE else ""
    hands = {
        side: hand if side in (me, asked) else tuple(dice.choice(cards) for _ in hand)
        for side, hand in s.hands.items()
    }
    aimed = {
        side: shots if side == me else tuple(("katyusha", dice.choice(hexes)) for _ in shots)
        for side, shots in s.aimed.items()
    }
    deck = tuple(dice.choice(cards) for _ in s.deck)
    all_cups = {name: tuple(cup) for name, cup in cups.items()}
    return replace(s, works=works, hands=hands, aimed=aimed, deck=deck, cups=all_cups)


def everything(g: Firefight, s: State, me: str) -> dict[str, Any]:
    """All that a side can ask of a position."""
    hexes = g.board.hexes[::7]
    asked: dict[str, Any] = {"view": g.query(s, "view", viewer=me)}
    for name in ("round", "control", "deck", "hit_cups", "turn"):
        asked[name] = g.query(s, name, viewer=me)
    for side in g.sides:
        for name in ("hand", "aimed", "side"):
            asked[f"{name} {side}"] = g.query(s, name, side=side, viewer=me)
    for hex in hexes:
        asked[f"works {hex}"] = g.query(s, "works", hex=hex, viewer=me)
    for unit in g.units:
        asked[unit] = g.query(s, "unit", unit=unit, viewer=me)
        asked[f"figures {unit}"] = g.query(s, "figures", unit=unit, viewer=me)
    owed = g.decision(s)
    if owed is not None and owed.side == me:
        actions = list(g.choices(s, None, None))
        asked["choices"] = actions
        asked["tallies"] = [g.tally(s, action) for action in actions[:40]]
        foes = [Action("fire", unit=u, hex=hexes[0], pay="ap") for u in g.units]
        walks = [Action("move", unit=u, path=[h], pay="ap") for u in g.units for h in hexes[:3]]
        marks = [Action("play", card="mark-as-spent", unit=u) for u in g.units]
        asked["verdicts"] = [g.explain(s, action) for action in (*foes, *walks, *marks)]
        asked["appeal"] = [g.appeal(s, action, me) for action in actions[:40]]
    return asked


@rules("conflict-of-heroes", "7.4", "8.0", "10.0", "10.0 fire", "10.1", "12.3", "18.5")
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_other_secrets_change_nothing_that_a_side_can_ask(name: str) -> None:
    dice, compared = random.Random(name), 0
    for number, game in enumerate(wander(name, 3, 70)):
        if number % 7:
            continue
        g: Any = game.rules
        s = buried(g, game.state, dice)
        for me in g.sides:
            other = twin(g, s, me, dice)
            assert masked(g, s, me) == masked(g, other, me)
            assert everything(g, s, me) == everything(g, other, me)
            compared += s != other
    assert compared > 4


@rules("conflict-of-heroes", "10.0", "10.1", "10.2")
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_the_log_names_no_unit_that_stays_hidden(name: str) -> None:
    hidden_before: set[str] = set()
    for game in wander(name, 5, 120):
        now = {u for u, c in game.state.counters.items() if c.hidden}
        still = now & hidden_before
        titles = [game.rules.units[unit].title for unit in still]  # type: ignore[attr-defined]
        for event in game.history[-1].events:
            assert not set(event.units) & still
            assert not any(title in str(event.params) for title in titles)
        hidden_before = now
        for me in game.rules.sides:  # type: ignore[attr-defined]
            told = game.query("view", side=me)
            for unit in now:
                if hostile(game.scenario.pieces[unit].side, me):
                    assert unit not in told


@rules("conflict-of-heroes", "10.0")
def test_prospects_reckon_only_with_what_one_knows() -> None:
    near = ["soviet-rifles S G7 N hidden", "soviet-rifles R A12 N"]
    far = ["soviet-rifles S C9 N hidden", "soviet-rifles R A12 N"]
    told = []
    for soviet in (near, far):
        game = fight(["german-rifles G G4 S"], soviet)
        step = Action("move", unit="G", path=["G5"], facing="S", pay="opportunity")
        told.append([(p.probability, p.events) for p in game.outlook(step)])
    assert told[0] == told[1]


@rules("conflict-of-heroes", "10.0 fire")
def test_only_dice_tell_whether_a_hex_is_empty() -> None:
    shown = []
    for soviet in (
        "soviet-rifles S G7 N hidden",
        "t34 S G7 N hidden",
        "soviet-rifles S C9 N hidden",
    ):
        game = fight(["german-rifles G G4 S"], [soviet], [1, 2])
        do(game, "fire", unit="G", hex="G7", pay="opportunity")
        shot = Action("roll", target="suspected", cap=0)
        shown.append((game.choices(), game.tally(shot), game.decision, game.apply(shot)))
    assert shown[0] == shown[1] == shown[2]


@rules("conflict-of-heroes", "7.4")
def test_a_marker_is_shown_when_what_it_changes_is_used() -> None:
    game = fight(
        ["german-rifles G G4 S hit=panicked", "german-rifles H H4 S hit=pinned"],
        ["soviet-rifles S G6 N hit=suppressed"],
        [1, 1],
        turn="soviet",
    )
    seen = game.query("view", side="soviet")
    assert (seen["G"]["hit"], seen["H"]["hit"], seen["S"]["hit"]) == ("?", "?", "suppressed")
    assert game.judge("unit", unit="G")["hit"] == "panicked"
    assert game.query("defence", target="G", unit="S", viewer="soviet").total == 12
    do(game, "fire", unit="S", hex="G4", pay="opportunity")
    assert game.query("view", side="soviet")["G"]["hit"] == "panicked"
    assert game.query("view", side="german")["S"]["hit"] == "suppressed"
    assert game.query("view", side="soviet")["H"]["hit"] == "?"


@rules("conflict-of-heroes", "10.3")
def test_a_sniper_that_fires_gives_no_place_away() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-sniper N G7 N hidden"], [1, 1], turn="soviet")
    events = game.apply(Action("fire", unit="N", hex="G4", pay="opportunity"))
    assert all("N" not in event.units and "G7" not in event.hexes for event in events)
    assert "G7" not in str(masked(game.rules, game.state, "german").agenda)  # type: ignore[arg-type]
    do(game, "roll", target="G", cap=0)
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("german", "coh.detect")


def test_a_side_sees_with_its_own_eyes_only() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N hidden"])
    assert game.query("hand", side="soviet", viewer="german") == []
    with pytest.raises(Problem):
        game.query("view", side="soviet", viewer="german")
    with pytest.raises(Problem):
        game.query("round", viewer="italian")
    for asked in ({"viewer": "german"}, {"viewer": ""}, {}):
        assert game.query("unit", unit="S", **asked)["hex"] == UNSEEN, "it is the German turn"
    assert game.judge("unit", unit="S")["hex"] == "G7"
    assert of(game, "S")["hex"] == "G7"


@rules("conflict-of-heroes", "10.0 detection", "10.2")
def test_hidden_enemies_forbid_nothing() -> None:
    game = fight(["german-rifles G A1 S"], ["soviet-rifles S A4 N hidden"])
    assert not why(game, "hide", unit="G", hex="A1", pay="cap")


@rules("conflict-of-heroes", "10.1", "10.2", "12.3")
def test_others_hear_of_an_action_only_what_is_said() -> None:
    game = fight(["german-rifles G G4 S", "german-rifles H A1 S hidden"], ["soviet-rifles S G7 N"])
    walk = Action("move", unit="H", path=["A2"], pay="cap")
    assert game.query("heard", viewer="soviet", action=walk) == Action("move", pay="cap")
    assert game.query("heard", viewer="german", action=walk) == walk
    plain = Action("move", unit="G", path=["G5"], pay="cap")
    assert game.query("heard", viewer="soviet", action=plain) == plain
    call = Action("call", card="howitzer-105", hex="G7")
    assert game.query("heard", viewer="soviet", action=call) == Action("call")
    mine = Action("play", card="lay-land-mine", unit="G", hex="G5", hidden=True)
    told = game.query("heard", viewer="soviet", action=mine)
    assert told == Action("play", card="lay-land-mine")


@rules("conflict-of-heroes", "1.0", "8.0", "10.0")
def test_neither_units_to_be_hidden_nor_cards_thought_about_are_told() -> None:
    game = catalogue.load("conflict-of-heroes/ambush", Seeded(1))
    assert game.query("owed", side="german") == {"side": "soviet", "kind": "coh.setup"}
    assert not {"S1", "S2", "N1"} & set(game.query("view", side="german"))
    assert {"S1", "S2", "N1"} <= set(game.query("view", side="soviet"))
    shot = {"unit": "G", "hex": "G7", "pay": "opportunity"}
    game = fight(
        ["german-rifles G G4 S"], ["soviet-rifles S G7 N"], [1, 2], cards={"german": ["luck"]}
    )
    do(game, "fire", **shot)
    do(game, "roll", target="S", cap=0)
    assert game.query("owed", viewer="german")["kind"] == "coh.rolled"
    assert game.query("owed", viewer="soviet")["kind"] == "coh.answer"


@rules("conflict-of-heroes", "7.4")
def test_only_the_owner_hears_which_marker_was_drawn() -> None:
    game = fight(["german-hmg G G4 S"], ["soviet-rifles S G6 N"], [6, 5, 5])
    do(game, "fire", unit="G", hex="G6", pay="opportunity")
    do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hit"]
    heard = {
        side: [e.key for e in game.told(side) if e.key.startswith("coh.hit")]
        for side in ("german", "soviet")
    }
    assert heard == {"german": ["coh.hit.drawn"], "soviet": ["coh.hit.drawn", "coh.hit.marked"]}


@rules("conflict-of-heroes", "7.4", "10.0", "18.5")
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_without_a_viewer_it_is_who_decides_that_asks(name: str) -> None:
    dice, compared = random.Random(name), 0
    for number, game in enumerate(wander(name, 8, 40)):
        g: Any = game.rules
        s = buried(g, game.state, dice)
        owed = g.decision(s)
        if number % 9 or owed is None:
            continue
        other = twin(g, s, owed.side, dice)
        for unit in g.units:
            for query in ("unit", "figures"):
                assert g.query(s, query, unit=unit) == g.query(other, query, unit=unit)
        for hex in g.board.hexes[::5]:
            assert g.query(s, "works", hex=hex) == g.query(other, "works", hex=hex)
        compared += s != other
    assert compared


@rules("conflict-of-heroes", "8.0", "10.0", "10.3")
def test_what_is_owed_tells_the_other_side_nothing() -> None:
    sniper = "soviet-sniper N G7 N hidden"
    game = fight(["german-rifles G G4 S"], [sniper], [1, 1], turn="soviet")
    do(game, "fire", unit="N", hex="G4", pay="opportunity")
    assert game.decision is not None
    assert "Sniper N" in str(game.decision.params)
    for viewer in ("german", ""):
        owed = game.owed(viewer)
        assert owed is not None
        assert owed.kind == "coh.aim"
        assert "Sniper N" not in str(owed.params)
    assert game.owed("soviet") == game.owed(None) == game.decision


@rules("conflict-of-heroes", "10.0")
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_what_is_owed_is_the_same_whatever_others_hide(name: str) -> None:
    dice = random.Random(name)
    for game in wander(name, 12, 60):
        g: Any = game.rules
        s = buried(g, game.state, dice)
        for me in g.sides:
            other = twin(g, s, me, dice)
            assert g.owed(s, me) == g.owed(other, me)


@rules("conflict-of-heroes", "10.0", "10.0 fire")
@pytest.mark.parametrize(("seat", "sealed"), [("G7", True), ("C9", False)])
def test_what_has_been_found_against_a_bot_is_not_taken_back(seat: str, sealed: bool) -> None:
    foes = [f"soviet-rifles S {seat} N hidden spent", "soviet-rifles T P12 N"]
    game = fight(["german-rifles G G4 S"], foes, [6, 6], cap=(9, 0))
    desk = Desk(game, bots={"soviet": "random"})
    desk.act(Action("fire", unit="G", hex="G7", pay="cap"))
    desk.act(Action("roll", target="suspected", cap=0))
    done = len(desk.game.history)
    desk.undo()
    assert (len(desk.game.history) >= done) == sealed
    assert ("cannot" in desk.notice.text) == sealed


MORTAR = "german-mortar C E8"


@rules("conflict-of-heroes", "8.3 hidden action", "10.0", "10.1")
@pytest.mark.parametrize("seed", range(6))
def test_whatever_hidden_units_do_by_that_card_the_log_names_none_of_them(seed: int) -> None:
    dice = random.Random(seed)
    work = [{"kind": "trench", "hex": "D4"}, {"kind": "mine", "hex": "E8", "colour": "black"}]
    game = fight(
        [f"{kind} S hidden" for kind in ("german-rifles A D4", "german-pioneers B D5", MORTAR)],
        ["soviet-rifles S G7 N", "soviet-rifles T P12 N"],
        cards={"german": ["hidden-action"] * 8, "soviet": []},
        cap=(20, 0),
        work=work,
    )
    acted = 0
    for _ in range(30):
        if game.decision is None:
            break
        s = game.state
        hidden = {u for u, c in s.counters.items() if c.hidden}
        choices = game.choices()
        cards = [a for a in choices if a.get("card") == "hidden-action"]
        covert = [u for u in hidden if s.of(u).covert]
        own = [a for a in choices if a.get("unit") in covert and a.kind not in ("play", "activate")]
        game.apply(dice.choice(own or cards or choices))
        acted += bool(own)
        still = {u for u in hidden if game.state.of(u).hidden}
        titles = [game.rules.units[unit].title for unit in still]  # type: ignore[attr-defined]
        for event in game.history[-1].events:
            assert not set(event.units) & still, event
            assert not any(title in str(event.params) for title in titles), event
    assert acted


@rules("conflict-of-heroes", "12.1", "10.0")
@pytest.mark.parametrize(("seen", "seat"), [("", "C4"), (" hidden", "C9")])
def test_a_spotter_who_is_seen_is_no_secret(seen: str, seat: str) -> None:
    rows = ["german-mortar M C3 S", f"german-rifles A C4 S{seen} dug"]
    game = fight(rows, ["soviet-rifles S C9 N", "soviet-rifles T C5 N"][:1])
    do(game, "fire", unit="M", hex="C9", spotter="A", pay="opportunity")
    shots = masked(game.rules, game.state, "soviet").agenda[-1]  # type: ignore[arg-type]
    assert shots.attack.seat == seat  # type: ignore[attr-defined]


@rules("conflict-of-heroes", "10.0")
def test_where_a_shot_comes_from_is_plain_when_the_shooter_is() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N", "soviet-rifles T P12 N"])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    shots = masked(game.rules, game.state, "soviet").agenda[-1]  # type: ignore[arg-type]
    assert (shots.attack.shooter, shots.attack.seat) == ("G", "G4")  # type: ignore[attr-defined]
