"""Deeds: slots are filled one after another, and one set of reasons decides for all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

import pytest

from engine import Seeded, catalogue
from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.game import Game
from engine.position import Position
from engine.values import Action
from engine.verdict import Reason


@dataclass(frozen=True)
class Board:
    """Two pieces on a line of hexes."""

    position: Position
    looked: list[str]
    """What has been looked for, to see what is lazy."""


class March(Deed[None, Board, "Marching"]):
    """A piece goes to another hex; nobody enters hex 3."""

    kind = "march"

    def slots(self) -> Slots[None, Board, Marching]:
        return {"unit": self.who, "hex": self.where}

    def who(self, g: None, s: Board, p: Marching, given: Action) -> Iterator[str]:
        for unit in s.position.units():
            s.looked.append(unit)
            yield unit

    def where(self, g: None, s: Board, p: Marching, given: Action) -> Iterator[str]:
        for hex in "1234":
            s.looked.append(f"{given['unit']}{hex}")
            yield hex

    def reasons(self, g: None, s: Board, p: Marching, action: Action) -> Reasons:
        if action["hex"] == "3":
            yield Reason.of("1.0", "toy.no")
        if s.position.place(action["unit"]) == action["hex"]:
            yield Reason.of("1.1", "toy.never")


class Salute(Deed[None, Board, "Marching"]):
    """Both at once; the numbers of it go together."""

    kind = "salute"

    def slots(self) -> Slots[None, Board, Marching]:
        return {
            "units": lambda g, s, p, given: [("a", "b")],
            "how": lambda g, s, p, given: [{"times": 1, "loud": True}, {"times": 2}],
        }


class Marching(Phase):
    """March, salute, or no more."""

    def deeds(self, g: Any, s: Any) -> tuple[Deed[Any, Any, Any], ...]:
        return March(), Salute(), END


def board() -> Board:
    return Board(Position({"a": "1", "b": "2"}), [])


def listed(unit: str | None = None, hex: str | None = None) -> list[str]:
    return [str(action) for action in Marching().choices(None, board(), unit, hex)]


def test_choices_fill_every_slot_with_every_candidate_that_no_reason_forbids() -> None:
    assert listed() == [
        *("march hex=2 unit=a", "march hex=4 unit=a", "march hex=1 unit=b", "march hex=4 unit=b"),
        *("salute loud=True times=1 units=a-b", "salute times=2 units=a-b", "end"),
    ]


def test_a_question_about_a_unit_or_a_hex_gets_what_concerns_it() -> None:
    salutes = ["salute loud=True times=1 units=a-b", "salute times=2 units=a-b"]
    assert listed(unit="a") == ["march hex=2 unit=a", "march hex=4 unit=a", *salutes]
    assert listed(hex="4") == ["march hex=4 unit=a", "march hex=4 unit=b"]
    assert listed(hex="1") == ["march hex=1 unit=b", *salutes], "where they stand"
    assert listed(unit="b", hex="2") == salutes
    assert listed(unit="nobody") == []


def test_nothing_is_looked_for_before_it_is_asked_for() -> None:
    s = board()
    choices = Marching().choices(None, s, None, None)
    assert s.looked == []
    assert next(choices) == Action("march", unit="a", hex="2")
    assert s.looked == ["a", "a1", "a2"]


def test_another_unit_s_ways_are_never_looked_for() -> None:
    s = board()
    list(Marching().choices(None, s, "b", None))
    assert not {"a1", "a2", "a3", "a4"} & {*s.looked}


def test_a_draw_is_legal_and_reaches_everything() -> None:
    luck = random.Random(1)
    drawn = Counter(str(Marching().sample(None, board(), luck)) for _ in range(400))
    assert set(drawn) == set(listed())


def test_a_draw_looks_for_one_unit_s_ways() -> None:
    luck, most = random.Random(2), 0
    for _ in range(50):
        s = board()
        Marching().sample(None, s, luck)
        ways = [one for one in s.looked if len(one) == 2]
        most = max(most, len({one[0] for one in ways}))
    assert most == 1


def test_nothing_is_drawn_where_nothing_is_legal() -> None:
    class Stuck(Marching):
        def deeds(self, g: Any, s: Any) -> tuple[Deed[Any, Any, Any], ...]:
            return (March(),)

    alone = Board(Position({}), [])
    assert Stuck().sample(None, alone, random.Random(3)) is None
    assert list(Stuck().choices(None, alone, None, None)) == []


def test_one_set_of_reasons_explains_and_lists() -> None:
    p, s = Marching(), board()
    assert p.explain(None, s, Action("march", unit="a", hex="3")).rules == ("1.0",)
    assert p.explain(None, s, Action("march", unit="a", hex="1")).rules == ("1.1",)
    assert p.explain(None, s, Action("march", unit="a", hex="4"))
    assert [r.key for r in p.explain(None, s, Action("dance")).reasons] == ["game.not-now"]
    assert p.kinds(None, s) == ("march", "salute", "end")


# ------------------------------------------------------------------ the games


def middle(name: str, seed: int, actions: int) -> Game:
    """A random game, some way on."""
    game, luck = catalogue.load(name, Seeded(seed)), random.Random(seed)
    for _ in range(actions):
        action = game.sample(luck)
        if action is None:
            break
        game.apply(action)
    return game


@pytest.mark.parametrize("system", catalogue.GAMES)
def test_what_is_drawn_is_listed_and_what_is_listed_is_legal(system: str) -> None:
    luck, met = random.Random(system), Counter[str]()
    names = catalogue.scenario_ids(system)
    for turn in range(12):
        game = middle(luck.choice(names), turn, luck.randrange(60))
        if game.decision is None:
            continue
        listed = game.choices()
        assert len(set(listed)) == len(listed), "each once"
        for action in luck.sample(listed, min(6, len(listed))):
            assert game.explain(action), str(action)
        for _ in range(6):
            drawn = game.sample(luck)
            assert drawn in listed
            met[drawn.kind] += 1
    assert len(met) > 3


@pytest.mark.parametrize("system", ["holland44", "stalingrad42"])
def test_a_list_made_at_once_holds_what_is_found_slot_by_slot(system: str) -> None:
    luck = random.Random(system)
    for turn in range(8):
        game = middle(luck.choice(catalogue.scenario_ids(system)), turn, luck.randrange(60))
        g, s = game.rules, game.state
        for deed in s.top.deeds(g, s) if game.decision is not None else ():
            doubted = copy(deed)
            doubted.sure = False
            found = list(doubted.walk(g, s, s.top, *deed.begun))
            assert list(deed.choices(g, s, s.top, None, None)) == found, deed.kind


@pytest.mark.parametrize("system", catalogue.GAMES)
def test_every_kind_of_a_phase_has_one_deed(system: str) -> None:
    for name in catalogue.scenario_ids(system):
        game = middle(name, 4, 25)
        if game.decision is not None:
            kinds = game.state.top.kinds(game.rules, game.state)
            assert len(set(kinds)) == len(kinds)
            assert {action.kind for action in game.choices()} <= set(kinds)
