"""What is offered is what is legal: all of it and nothing else, for a counter or a place too."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine import catalogue
from engine.pavlovs_house import PavlovsHouse
from engine.pavlovs_house.board.house import State
from engine.pavlovs_house.board.pieces import CARGO, COLOURS, ORDER, RESERVE, STAGING
from engine.pavlovs_house.counters.orders import WAYS, Ordering
from engine.pavlovs_house.counters.phase import CounterActions, CounterMoves, Displaced
from engine.pavlovs_house.soviet.commands import ACTS, Sortie, SovietCards, places_for
from engine.pavlovs_house.soviet.supplies import Delivering, Loading, Reinforcing, Stocking
from engine.pavlovs_house.variants import Planning
from engine.pavlovs_house.wehrmacht.cards import Entry, Hungry
from engine.pavlovs_house.wehrmacht.fire import AntiAircraft, WhoIsHit, Wound
from engine.values import Action
from tests.engine.pavlovs_house.post import post
from tests.engine.pavlovs_house.test_previews import SOAK, positions
from tests.marks import rules


def everything(g: PavlovsHouse, s: State, kind: str, chosen: random.Random) -> Iterator[Action]:
    """Every action of a kind that one can think of, sensible or not; some where they are many."""
    kit, units = g.kit, [*g.units]
    spots, boats = [*kit.spots, RESERVE], [*kit.locations]
    match kind:
        case "end" | "storm":
            yield Action(kind)
        case "play":
            for card in [*s.hand, *chosen.sample(list(kit.chart("soviet").rows), 2)]:
                for command, act in ACTS:
                    for place in places_for(g, command, act):
                        yield Action(kind, card=card, command=command, act=act, place=place)
        case "take":
            yield from (Action(kind, token=token) for token in kit.totals)
        case "load":
            yield from (Action(kind, token=t, place=p) for t, p in product(kit.totals, boats))
        case "deliver":
            yield from (Action(kind, place=place) for place in boats)
        case "bring" | "join" | "bag" | "lose" | "call" | "order":
            yield from (Action(kind, unit=unit) for unit in units)
        case "recover":
            yield from (Action(kind, unit=u, how=how) for u, how in product(units, (*WAYS, "x")))
        case "repel":
            yield from (Action(kind, count=count) for count in range(-1, 22))
        case "flak":
            for size in range(3):
                yield from (
                    Action(kind, places=places)
                    for places in product(boats, repeat=size)
                    if list(places) == sorted(places, key=boats.index)
                )
        case "lay":
            cards = [*kit.chart("wehrmacht").rows, *kit.chart("tactics").rows]
            yield from (Action(kind, card=card) for card in cards)
        case "yield":
            for unit, to in product(units, spots):
                yield from (Action(kind, unit=unit, to=to, weapon=w) for w in (None, *kit.weapons))
        case "move":
            men = chosen.sample(list(kit.men), 3) + [u for u in kit.men if s.place(u) in spots][:3]
            for unit, to in product(men, spots):
                for weapon, who in product((None, *kit.weapons), (None, *s.position.at(to))):
                    yield Action(kind, unit=unit, to=to, weapon=weapon, displace=who)
        case "attack":
            yield from (Action(kind, unit=u, target=t) for u, t in product(units, kit.germans))
        case "suppress":
            for unit, counts in product(units, product(range(4), repeat=3)):
                given = {c: n for c, n in zip(COLOURS, counts, strict=True) if n}
                yield Action(kind, unit=unit, **given)
        case "spot":
            there = [t for t in kit.germans if s.place(t) in kit.spaces]
            pairs = [(t,) for t in there] + [p for p in product(there, repeat=2) if p[0] != p[1]]
            for unit, targets, place in product(kit.men, pairs, ("9", "10", "11")):
                yield Action(kind, unit=unit, targets=targets, place=place)
        case _:
            there = [t for t in kit.germans if s.place(t) in kit.spaces]
            crews = [(a, b) for a, b in product(kit.men, repeat=2) if s.place(a) == s.place(b)]
            here = [c for c in crews if s.place(c[0]) in kit.spots]
            for (a, b), weapon in product(here, kit.weapons):
                crew = {"unit": a, "mate": b, "weapon": weapon}
                yield from (Action(kind, **crew, target=t) for t in there)
                for counts in product(range(6), repeat=3):
                    given = {c: n for c, n in zip(COLOURS, counts, strict=True) if n}
                    yield Action(kind, **crew, **given)


def who(s: State, action: Action) -> set[str]:
    """The counters that an action is found by."""
    if action.kind == "repel":
        assert isinstance(s.top, Entry)
        return {s.top.unit}
    return {action[key] for key in ("unit", "mate") if key in action}


def where(g: PavlovsHouse, s: State, action: Action) -> set[str]:
    """The places that an action is found by."""
    if action.kind == "repel":
        assert isinstance(s.top, Entry)
        return {g.kit.paths[s.top.path].spaces[0]}
    fixed = {"bring": RESERVE, "take": STAGING}
    if action.kind in fixed:
        return {fixed[action.kind]}
    targets = [action["target"]] if "target" in action else action.get("targets", ())
    if targets:
        return {s.place(target) for target in targets}
    for key in ("to", "place"):
        if key in action:
            return {action[key]}
    if "places" in action:
        return set(action["places"])
    return {s.place(action["unit"])} if "unit" in action else set()


def same(action: Action) -> Action:
    """One of the two ways to name a crew."""
    if "mate" in action and action["mate"] < action["unit"]:
        return action.replaced(unit=action["mate"], mate=action["unit"])
    return action


def phases(g: PavlovsHouse, s: State, chosen: random.Random) -> Iterator[State]:
    """The same position with other decisions owed, one after another."""
    yield s
    men = [unit for unit in g.kit.men if s.place(unit) in (RESERVE, *g.kit.spots)]
    posted = [unit for unit in men if s.place(unit) in g.kit.spots]
    german = chosen.choice([u for u in g.kit.germans if g.kit.germans[u].infantry])
    bare = replace(s, agenda=(), used=())
    for phase in (
        SovietCards(3),
        Stocking(2),
        Loading(3),
        Delivering(),
        Reinforcing(3, "2.0 division command reinforcements"),
        CounterMoves(3),
        CounterActions(3),
        CounterActions(1),
        Hungry(2, tuple(men[:1])),
        Planning(2),
        AntiAircraft(3),
        Entry(german, chosen.choice(list(g.kit.paths))),
    ):
        yield bare.push(phase)
    out = replace(bare, storm=s.storm or "bank")
    fit = tuple(unit for unit in men if s.fresh(unit))
    yield out.push(Sortie())
    yield out.push(Sortie(fit[:1]))
    if posted:
        yield bare.push(Displaced(chosen.choice(posted)))
        yield bare.push(WhoIsHit(tuple(posted[:2]), "3.0 sniper"))
        yield bare.push(Wound(posted[0], "3.0 sniper"))
    officers = [unit for unit in posted if ORDER in g.kit.men[unit].marks]
    yield from (bare.push(Ordering(3, unit)) for unit in officers[:1])


def stocked(s: State, chosen: random.Random) -> State:
    """The position with something of everything at hand."""
    for kind, place in (("artillery", "10"), ("sapper", "supply"), ("medic", "supply")):
        if not any(key[1] == place for key in s.tokens) or place == "supply":
            s = s.shifted(kind, "stock", place)
    for kind in CARGO:
        s = s.shifted(kind, "stock", STAGING)
    for colour in COLOURS:
        s = s.shifted("suppression", "stock", colour, chosen.randrange(3))
    return s


def agree(g: PavlovsHouse, s: State, chosen: random.Random) -> Counter[str]:
    """What is offered against what is legal, whole and narrowed; how much of each kind."""
    met = Counter[str]()
    offered = [same(action) for action in g.choices(s, None, None)]
    assert len(offered) == len(set(offered)), "each once"
    for kind in s.top.kinds(g, s):
        mine = {action for action in offered if action.kind == kind}
        thought = {same(action) for action in everything(g, s, kind, chosen)}
        legal = {action for action in thought if g.explain(s, action)}
        missing, wrong = legal - mine, {a for a in mine if not g.explain(s, a)}
        assert not missing, (s.top, sorted(map(str, missing))[:3])
        assert not wrong, (s.top, sorted(map(str, wrong))[:3])
        met[kind] += len(mine)
    units = sorted({unit for action in offered for unit in who(s, action)})
    places = sorted({place for action in offered for place in where(g, s, action)})
    for unit in [*units[:4], "pavlov", "riflemen-1"]:
        narrow = {same(action) for action in g.choices(s, unit, None)}
        assert narrow == {a for a in offered if unit in who(s, a)}, (s.top, unit)
        for place in places[:3]:
            both = {same(action) for action in g.choices(s, unit, place)}
            assert both == {a for a in narrow if place in where(g, s, a)}, (s.top, place)
    for place in [*places[:6], "red-2", "18", "3-1"]:
        narrow = {same(action) for action in g.choices(s, None, place)}
        assert narrow == {a for a in offered if place in where(g, s, a)}, (s.top, place)
    return met


@rules("pavlovs-house", "2.2", "4.0", "4.0 movement", "4.0 who may act", "5.0", "7.4 planning")
@pytest.mark.parametrize("name", ["guards", "german-command"] if SOAK else ["guards"])
def test_what_is_offered_is_all_that_is_legal_and_nothing_else(name: str) -> None:
    g = catalogue.rules_of(f"pavlovs-house/{name}")
    assert isinstance(g, PavlovsHouse)
    chosen, met = random.Random(name), Counter[str]()
    for seen, position in enumerate(positions(g, 5)):
        for s in phases(g, stocked(position, chosen), chosen):
            if seen % 8 or g.decision(s) is None:
                continue
            met += agree(g, s, chosen)
    for kind in ("play", "move", "suppress", "recover", "join", "bring", "load", "flak", "repel"):
        assert met[kind], kind


CREWS = [
    *("sobgaida green-1", "murzaev green-1", "53-k green-1"),
    *("khait red-2", "svirin red-2", "maxim-1 red-2"),
    *("gridin purple-2", "sukba purple-2", "rm-50 purple-2"),
    *("chekhov green-6", "potansky red-purple", "pavlov red-3", "demchenko reserve exhausted"),
]


@rules("pavlovs-house", "4.0 anti-tank weapon", "4.0 machine gun", "4.0 mortar")
@rules("pavlovs-house", "4.0 reinforcement request", "4.0 artillery spotting")
def test_crews_the_radio_and_spotters_are_offered_all_that_they_may_do() -> None:
    german = ["panzer-4-1 1-1", "riflemen-1 1-2", "scouts-1 3-1", "stug-1 6-2"]
    laid = {"10": {"artillery": 1}, "supply": {"suppression": 6}}
    game = post(CREWS, german, phase="actions", tokens=laid)
    assert isinstance(game.rules, PavlovsHouse)
    met = agree(game.rules, game.state, random.Random(1))
    for kind in (
        "attack",
        "suppress",
        "anti-tank",
        "machine-gun",
        "mortar",
        "call",
        "spot",
        "order",
    ):
        assert met[kind], kind
