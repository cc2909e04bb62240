"""Chapter 2: the eight commands and what each can do - when it may, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.game import Course
from engine.pavlovs_house.board.pieces import CARGO, COLOURS, COMMANDS, STAGING, STOCK, SUPPLY
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.soviet.reinforcements import Reinforcing, reinforcement_reasons
from engine.pavlovs_house.soviet.storm import Sortie, sortie_reasons
from engine.pavlovs_house.soviet.supplies import Delivering, Loading, Stocking, cargo_at, free_boats
from engine.pavlovs_house.variants.cards import meet_support, support_reasons
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

ARMY, DIVISION, SAPPERS, SIGNALS, ARTILLERY, FLOTILLA, FLAK_267, FLAK_1083 = COMMANDS

ACTS: dict[tuple[str, str], str] = {
    (ARMY, "repair"): "2.0 army command repair",
    (ARMY, "stock"): "2.0 army command stocking",
    (ARMY, "sortie"): "2.0 army command storm group",
    (ARMY, "support"): "7.1 army command",
    (DIVISION, "repair"): "2.0 division command repair",
    (DIVISION, "reinforce"): "2.0 division command reinforcements",
    (SAPPERS, "fortify"): "2.0 sappers fortify",
    (SAPPERS, "mine"): "2.0 sappers mine",
    (SIGNALS, "repair"): "2.0 signals repair",
    (SIGNALS, "decide"): "2.0 signals decision",
    (SIGNALS, "wire"): "2.0 signals wire",
    (ARTILLERY, "repair"): "2.0 artillery repair",
    (ARTILLERY, "ready"): "2.0 artillery ready",
    (FLOTILLA, "repair"): "2.0 flotilla repair",
    (FLOTILLA, "load"): "2.0 flotilla loading",
    (FLOTILLA, "deliver"): "2.0 flotilla delivery",
    (FLAK_267, "repair"): "2.0 anti-aircraft 267 repair",
    (FLAK_267, "ready"): "2.0 anti-aircraft 267 ready",
    (FLAK_1083, "repair"): "2.0 anti-aircraft 1083 repair",
    (FLAK_1083, "ready"): "2.0 anti-aircraft 1083 ready",
}
"""What the commands can do, with the rule of each."""

HIGHEST = 6
"""The head of a defence track (0.0 setup defence markers)."""
POINTS = 6
"""What a division command action brings in (2.0 division command reinforcements)."""
STOCKED = 5
LOADED = 3
BATTALION = "3"
NEEDS_PLACE = ("repair", "fortify", "mine", "wire", "ready")


def acts_of(g: PavlovsHouse, command: str) -> list[str]:
    """The actions of a command; support is one only in its variant (7.1 army command)."""
    return [act for owner, act in ACTS if owner == command and gives(g, command, act)]


def gives(g: PavlovsHouse, command: str, act: str) -> bool:
    """Whether an action is one of a command's."""
    return (command, act) in ACTS and (act != "support" or g.on("operational-support"))


def places_for(g: PavlovsHouse, command: str, act: str) -> tuple[str | None, ...]:
    """The places that an action may name; one None for an action without a place."""
    if act == "fortify":
        return (*COLOURS, BATTALION)
    if act == "mine":
        return g.kit.sapper_spaces
    return g.kit.locations_of(command) if act in NEEDS_PLACE else (None,)


def act_reasons(
    g: PavlovsHouse, s: State, command: str, act: str, place: str | None
) -> Iterator[Reason]:
    """Every reason why a command cannot do something now."""
    rule = ACTS[command, act]
    if act in NEEDS_PLACE and place not in places_for(g, command, act):
        yield Reason.of(rule, "pav.card.place", place=place or "-", command=command)
        return
    yield from _REASONS[act](g, s, command, rule, place or "")


def _repair(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    if not s.damaged(place):
        yield Reason.of(rule, "pav.card.whole", hexes=(place,), place=place)


def _open(s: State, place: str, rule: str) -> Iterator[Reason]:
    if s.damaged(place):
        yield Reason.of(rule, "pav.card.damaged", hexes=(place,), place=place)


def _stock(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from _open(s, g.kit.locations_of(ARMY)[0], rule)
    if not any(s.count(kind, STOCK) for kind in CARGO):
        yield Reason.of("0.0 token limit", "pav.card.none-left")


def _sortie(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from _open(s, g.kit.locations_of(ARMY)[0], rule)
    yield from sortie_reasons(g, s)


def _support(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from support_reasons(g, s)


def _reinforce(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from reinforcement_reasons(g, s, POINTS, rule)


def _sapper(s: State, rule: str) -> Iterator[Reason]:
    if not s.count("sapper", SUPPLY):
        yield Reason.of(rule, "pav.card.no-sapper")


def _fortify(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from _sapper(s, rule)
    if place in COLOURS and s.defence[place] >= HIGHEST:
        yield Reason.of(rule, "pav.card.highest", colour=place, value=HIGHEST)
    if place == BATTALION and not s.damaged(place):
        yield Reason.of(rule, "pav.card.whole", hexes=(place,), place=place)


def _mine(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    yield from _sapper(s, rule)
    there = s.position.at(place)
    if there or s.count("sapper", place):
        yield Reason.of(rule, "pav.card.taken", hexes=(place,), units=there, place=place)


def _decide(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    if not any(card in g.kit.fog_cards for card in s.hand):
        yield Reason.of(rule, "pav.card.no-fog")
    posts = g.kit.locations_of(SIGNALS)
    if all(s.damaged(post) for post in posts):
        yield Reason.of(rule, "pav.card.silent", hexes=posts)


def _token(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    kind = g.kit.holds(place)
    yield from _open(s, place, rule)
    if s.count(kind, place):
        yield Reason.of(rule, "pav.card.taken", hexes=(place,), place=place)
    if not s.count(kind, STOCK):
        yield Reason.of("0.0 token limit", "pav.stock.empty", token=kind)


def _load(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    if not any(s.count(kind, STAGING) for kind in CARGO):
        yield Reason.of(rule, "pav.card.no-cargo")
    if not free_boats(g, s):
        yield Reason.of(rule, "pav.card.no-boat", hexes=g.kit.locations_of(FLOTILLA))


def _deliver(g: PavlovsHouse, s: State, command: str, rule: str, place: str) -> Iterator[Reason]:
    if not any(cargo_at(s, boat) for boat in g.kit.locations_of(FLOTILLA)):
        yield Reason.of(rule, "pav.card.empty-boats", hexes=g.kit.locations_of(FLOTILLA))


_REASONS: dict[str, Callable[[PavlovsHouse, State, str, str, str], Iterator[Reason]]] = {
    "repair": _repair,
    "stock": _stock,
    "sortie": _sortie,
    "support": _support,
    "reinforce": _reinforce,
    "fortify": _fortify,
    "mine": _mine,
    "decide": _decide,
    "wire": _token,
    "ready": _token,
    "load": _load,
    "deliver": _deliver,
}


def perform(
    g: PavlovsHouse, s: State, command: str, act: str, place: str | None, course: Course
) -> State:
    """What comes of an action that a card gives."""
    rule = ACTS[command, act]
    course.tell(
        rule,
        f"pav.act.{act}",
        hexes=(place,) if place and place not in COLOURS else (),
        place=place or "",
        command=command,
    )
    if act in ("repair", "fortify", "mine", "wire", "ready"):
        return _at_place(g, s, act, place or "")
    if act == "decide":
        return _decision(g, s, course)
    if act == "support":
        return meet_support(g, s, course)
    if act == "stock":
        return s.push(Stocking(STOCKED))
    if act == "sortie":
        return s.push(Sortie())
    if act == "reinforce":
        return s.push(Reinforcing(POINTS, rule))
    return s.push(Loading(LOADED) if act == "load" else Delivering())


def _at_place(g: PavlovsHouse, s: State, act: str, place: str) -> State:
    """Repairs, works, mines and tokens made ready."""
    if act == "mine":
        return s.shifted("sapper", SUPPLY, place)
    if act in ("wire", "ready"):
        return s.shifted(g.kit.holds(place), STOCK, place)
    if act == "fortify":
        s = s.shifted("sapper", SUPPLY, STOCK)
        if place in COLOURS:
            return g.with_defence(s, place, s.defence[place] + 1)
    return s.shifted("damage", place, STOCK)


def _decision(g: PavlovsHouse, s: State, course: Course) -> State:
    """A fog of war card goes to the stock, a new Soviet card comes (2.0 signals decision)."""
    fog = next(card for card in s.hand if card in g.kit.fog_cards)
    hand = tuple(card for card in s.hand if card != fog)
    return g.draw_soviet(replace(s, hand=hand, fog=(*s.fog, fog)), 1, course)
