"""What kinds of action take: declared in one place, checked at the door, complete."""

from __future__ import annotations

import ast
import os
import random
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import catalogue
from engine.arguments import GREATEST, LONGEST, TYPES, Argument, Arguments, clipped, read_arguments
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from engine.verdict import Reason
from engine.words import catalogue as words
from tests.engine.conflict_of_heroes.field import fight
from tests.engine.odd import faults

PACKAGES = {
    "victory-awaits": ("victory_awaits",),
    "holland44": ("zocbond", "holland44"),
    "stalingrad42": ("zocbond", "stalingrad42"),
    "conflict-of-heroes": ("conflict_of_heroes",),
    "pavlovs-house": ("pavlovs_house",),
}
MORE = int(os.environ.get("STAFFRIDE_ODD", "1"))
"""How many times as many odd actions `make soak` tries as `make test`."""
TAKES = Arguments(
    {
        "go": {
            "unit": Argument("unit", "unit", True),
            "path": Argument("path", "hexes", True),
            "mode": Argument("mode", "text", False, ("fast", "slow")),
            "count": Argument("count", "number", False),
            "loud": Argument("loud", "yes", False),
        },
        "play": {"card": Argument("card", "key", True), "pay": Argument("pay", "text", False)},
        "play order": {"what": Argument("what", "kind", True)},
        "wait": {},
    }
)


def knows(what: str, name: str) -> bool:
    return name in {"unit": ("u",), "hex": ("A1", "A2"), "place": ("A1", "A2", "box")}[what]


def said(action: Action) -> list[tuple[str, str]]:
    """What the door says, without the word `argument`."""
    found = [*TAKES.wrong("1.0", action, knows), *TAKES.missing("1.0", action)]
    return [(r.key.removeprefix("argument."), str(dict(r.params)["name"])) for r in found]


GO: dict[str, Any] = {"unit": "u", "path": ["A1", "A2"]}


@pytest.mark.parametrize(
    ("args", "reasons"),
    [
        ({}, []),
        ({"mode": "fast", "count": 3, "loud": False}, []),
        ({"unit": None}, [("missing", "unit")]),
        ({"unit": "v"}, [("unknown-unit", "unit")]),
        ({"unit": ["u"]}, [("no-unit", "unit")]),
        ({"unit": True}, [("no-unit", "unit")]),
        ({"path": "A1"}, [("no-hexes", "path")]),
        ({"path": ["A1", "Z9", "Z9"]}, [("unknown-hex", "path")]),
        ({"path": ["A1", 2]}, [("no-hexes", "path")]),
        ({"path": ["A1"] * 2000}, [("no-hexes", "path")]),
        ({"mode": "by rail"}, [("not-one-of", "mode")]),
        ({"mode": 1}, [("no-text", "mode")]),
        ({"count": True}, [("no-number", "count")]),
        ({"count": 1.5}, [("no-number", "count")]),
        ({"count": GREATEST + 1}, [("no-number", "count")]),
        ({"loud": 1}, [("no-yes", "loud")]),
        ({"loud": "yes"}, [("no-yes", "loud")]),
        ({"colour": "red"}, [("unknown", "colour")]),
        ({"unit": "\ud800"}, [("no-unit", "unit")]),
        ({"unit": "u" * (LONGEST + 1)}, [("no-unit", "unit")]),
        ({"unit": "v", "path": "A1", "colour": 1}, 3),
    ],
)
def test_what_does_not_fit_is_a_reason_and_all_are_given(args: Any, reasons: Any) -> None:
    found = said(Action("go", **{**GO, **args}))
    assert len(found) == 3 if reasons == 3 else found == reasons


def test_a_key_brings_arguments_of_its_own_and_a_kind_those_of_another_kind() -> None:
    assert said(Action("play", card="sniper")) == []
    assert said(Action("play", card="sniper", what="go")) == [("unknown", "what")]
    assert said(Action("play", card="order")) == [("missing", "what")]
    assert said(Action("play", card="order", what="wait", unit="u")) == [("unknown", "unit")]
    assert said(Action("play", card="order", what="go", **GO)) == []
    assert said(Action("play", card="order", what="go", unit="u")) == [("missing", "path")]


def test_a_kind_without_arguments_takes_none() -> None:
    assert said(Action("wait")) == []
    assert said(Action("wait", unit="u")) == [("none", "unit")]


WRONG: tuple[Any, ...] = (
    *("\ud800", "x" * 9999, 10**5000, -(10**5000), float("nan"), ("a", ("b",)), "a\nb", b"x"),
)


@pytest.mark.parametrize("value", WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_a_wrong_value_can_always_be_shown(value: Any) -> None:
    shown = clipped(value)
    assert 0 < len(shown) < 50
    assert shown.isprintable()


def test_every_type_and_objection_has_words() -> None:
    keys = [f"no-{type}" for type in TYPES]
    keys += ["unknown", "none", "missing", "not-one-of"]
    keys += ["unknown-unit", "unknown-hex", "unknown-place"]
    for key in keys:
        reason = Reason.of("1.0", f"argument.{key}", name="unit", value="v", among=(), known=())
        assert "unit" in words().say(reason.key, reason.params), key
        assert words().fix(reason.key, reason.params), key


# ------------------------------------------------------------------ the declarations of the games


def trees(package: str) -> Iterator[ast.Module]:
    """The rules code of a package."""
    for file in sorted((Path(engine.__file__).parent / package).rglob("*.py")):
        yield ast.parse(file.read_text("utf-8"))


def built(package: str) -> Iterator[tuple[str, list[str]]]:
    """The actions that rules code puts together: kind and arguments, where they stand in full."""
    for tree in trees(package):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Action"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield str(node.args[0].value), [word.arg for word in node.keywords if word.arg]
            if isinstance(node, ast.ClassDef):
                yield from ((kind, []) for kind in _kinds(node))


def _kinds(deed: ast.ClassDef) -> Iterator[str]:
    """The kind of action that a class says it is."""
    for line in deed.body:
        if not isinstance(line, ast.Assign):
            continue
        name, value = line.targets[0], line.value
        pairs = [(name, value)]
        if isinstance(name, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(name.elts, value.elts, strict=True))
        for one, said in pairs:
            if isinstance(one, ast.Name) and one.id == "kind" and isinstance(said, ast.Constant):
                yield str(said.value)


@pytest.mark.parametrize("package", ["zocbond", *(names[-1] for names in PACKAGES.values())])
def test_every_action_that_rules_code_builds_is_declared(package: str) -> None:
    both = ("zocbond", "stalingrad42", "holland44")
    takes = read_arguments(*next((ps for ps in PACKAGES.values() if ps[-1] == package), both))
    found = list(built(package))
    assert len(found) > 10
    for kind, names in filter(itemgetter(0), found):
        assert kind in takes.kinds, f"{package}: the kind '{kind}' is not declared"
        known = {
            name
            for other, slots in takes.kinds.items()
            if other == kind or other.startswith(f"{kind} ") or kind == "play"
            for name in slots
        }
        assert set(names) <= known, f"{package}: '{kind}' is built with {set(names) - known}"


@pytest.mark.parametrize("game", PACKAGES)
def test_every_argument_declared_is_read_by_rules_code(game: str) -> None:
    texts = {
        node.value
        for package in PACKAGES[game]
        for tree in trees(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for kind, slots in read_arguments(*PACKAGES[game]).kinds.items():
        assert kind.split()[0] in texts, f"{game}: nothing takes '{kind}'"
        assert set(slots) <= texts, f"{game}: nothing reads {set(slots) - texts} of '{kind}'"


@pytest.mark.parametrize("name", catalogue.scenario_ids())
def test_every_listed_action_passes_the_door(name: str) -> None:
    rng, game = random.Random(name), catalogue.load(name, Seeded(4))
    rules: Any = game.rules
    checked = 0
    for _ in range(25 * MORE):
        if game.decision is None:
            break
        listed = game.choices()
        state = rules.seen(game.state) if hasattr(rules, "seen") else game.state
        for action in rng.sample(listed, min(len(listed), 40)):
            assert rules.wrong(state, action) == (), action
            assert not list(rules.takes.missing("", action)), action
            checked += 1
        game.apply(rng.choice(listed))
    assert checked


# ------------------------------------------------------------------ at the door of the games


def keys(game: Game, action: Action) -> list[str]:
    return [reason.key for reason in game.explain(action).reasons]


@pytest.mark.parametrize("game", ["victory-awaits", "holland44", "stalingrad42"])
def test_a_text_in_place_of_a_list_is_refused_and_not_spelled_out(game: str) -> None:
    played = first_attack(game)
    listed = next(action for action in played.choices() if action.kind == "attack")
    one = listed.replaced(units=listed["units"][0])
    assert keys(played, one) == ["argument.no-units"]
    assert played.tally(one) is None
    assert played.explain(listed)


def first_attack(game: str) -> Game:
    """A worked example of a game at its first decision with an attack on offer."""
    for name in catalogue.scenario_ids(game, "examples"):
        played = catalogue.load(name, Seeded(1))
        if any(action.kind == "attack" for action in played.choices()):
            return played
    raise AssertionError(f"no example of {game} begins with an attack")


def test_no_payment_check_is_skipped_for_a_hex_that_is_not_there() -> None:
    german = ["german-rifles G G4 S spent"]
    game = fight(german, ["soviet-rifles S G7 N"], cap=(0, 3))
    for args in (
        {"do": "dig", "unit": "G", "pay": "cap", "path": ["Z9"]},
        {"do": "dig", "unit": "G", "pay": "cap", "path": ["G5"]},
        {"do": "fire", "unit": "G", "hex": "G7", "pay": "cap", "to": "Z9"},
        {"do": "fire", "unit": "G", "hex": "G7", "pay": "opportunity", "to": "Z9"},
        {"do": "fire", "unit": "G", "hex": "G7", "pay": "ap", "path": ["Z9"]},
        {"do": "move", "unit": "G", "path": ["Z9"], "pay": "cap"},
        {"do": "hide", "unit": "zz", "pay": "cap"},
    ):
        action = Action.from_json(args)
        assert not game.explain(action), args
        assert game.tally(action) is None, args


def test_a_hidden_unit_is_no_unit_to_the_other_side() -> None:
    game = fight(["german-rifles G G4 S", "german-mortar M G3 S"], ["soviet-rifles S G7 N hidden"])
    for who in ("S", "nobody"):
        fire = Action("fire", unit="M", hex="G8", pay="opportunity", spotter=who)
        (reason,) = game.explain(fire).reasons
        assert reason.key == "argument.unknown-unit"
        assert dict(reason.params)["value"] == who


@pytest.mark.parametrize("game", PACKAGES)
def test_odd_actions_are_refused_with_words_or_done(game: str) -> None:
    found = [
        fault
        for name in catalogue.scenario_ids(game)
        for seed in range(MORE)
        for fault in faults(name, seed, 12 * min(MORE, 20), 8, 3)
    ]
    assert found == []
