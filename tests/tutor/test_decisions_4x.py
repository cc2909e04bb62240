"""Whatever the '4x games ask can be answered on the screen, by pointing or by buttons with words.

Drills and whole scenarios are played by a bot. Each kind of action that each kind of decision
offers is looked for as a learner would look for it: among the buttons, with a unit in hand, on the
board. What is found is caught on the way to the game and must be what was meant.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import catalogue
from engine.bots import make_bot
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from engine.verdict import Reason, Verdict
from engine.words import catalogue as catalogue_of_words
from tutor.desk import Desk
from tutor.games.pointer import PLANNED, RARE
from tutor.lesson import lesson_ids, open_lesson, play
from tutor.table.choices import LISTED_AT_MOST

ENGINE = Path(catalogue.__file__).parent
CAUGHT = Verdict((Reason.of("3", "game.not-now"),))
CODE = re.compile(r"[=_<>{}]|\b(?:zb|h44|s42)\.|[a-z]-[A-Z]\b|mask-|air@|\b(?:allied|soviet)-")
TRIES = 2
"""So many actions of one kind are looked for in one game."""
STEPS = 9


class Learner:
    """Somebody with one action in mind."""

    def __init__(self, game: Game) -> None:
        self.desk = Desk(game)
        self.desk.guard = self._catch
        self.caught: Action | None = None

    def _catch(self, action: Action) -> Verdict:
        self.caught = action
        return CAUGHT

    def finds(self, action: Action) -> bool:
        """Whether some control does just this."""
        desk, hands = self.desk, self.desk.hands
        self.caught = None
        desk.cancel()
        if action in hands.listed()[:LISTED_AT_MOST]:
            return self._pressed(action)
        if "units" in action and "hex" in action:
            return self._planned(action)
        doer = hands.actor(action)
        if doer is None:
            desk.click(action["hex"])
            return self._is(action)
        # what is rare is found by a click on who can do nothing else
        rare = hands.manner(action) == RARE and hands.may_select(doer)
        if doer not in hands.pickable() and not rare:
            return False
        desk.pick(doer)
        for mate in (*action.get("units", ())[1:], *action.get("mates", ())):
            if "path" in action:
                hands.join(mate)
        for tool in hands.tools():
            left = [("stops", unit) for unit in action.get("leave", ())]
            if tool.name in left or (action.get("pause") and tool.name == "pause"):
                desk.use(tool)
        if action in hands.ways(doer):
            return self._pressed(action)
        if hands.mode_of(action) in dict(hands.modes):
            desk.set_mode(hands.mode_of(action))
        goal = hands.goals(action)[-1]
        desk.click(goal)
        if self.caught is None:
            desk.click(goal)
        return self._is(action)

    def _pressed(self, action: Action) -> bool:
        assert readable(self.desk.hands.action_name(action))
        if self.desk.hands.manner(action) == PLANNED:
            self.desk.plan(action)
            self.desk.commit()
            return self._is(action)
        return True

    def _planned(self, action: Action) -> bool:
        desk = self.desk
        desk.click(action["hex"])
        wanted = desk.hands.members_of(action)
        for member in wanted:
            if member not in desk.pointer.members:
                desk.toggle_member(member)
        for member in desk.pointer.members:
            if member not in wanted:
                desk.toggle_member(member)
        assert all(readable(desk.hands.member_name(member)) for member in wanted)
        desk.commit()
        return self._is(action)

    def _is(self, action: Action) -> bool:
        return self.caught is not None and meaning(self.caught) == meaning(action)


def meaning(action: Action) -> object:
    """An action without the order of its units, and without the way to where it leads."""
    args = dict(action.args)
    for key in ("units", "guns", "plans"):
        args[key] = frozenset(args.get(key, ()))
    if "path" in args:
        args["path"] = args["path"][-1]
    return action.kind, args


def readable(text: str) -> bool:
    """Words, and no code of the program."""
    assert text
    assert not CODE.search(text), text
    return True


def walk(game: Game, seed: int, steps: int) -> Iterator[None]:
    """Play on by chance, kinds of action being equally likely, and stop before each decision."""
    chance = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            return
        yield
        kinds: dict[str, list[Action]] = {}
        for action in game.choices():
            kinds.setdefault(action.kind, []).append(action)
        if len(kinds) > 1 and chance.random() < 0.8:
            kinds.pop("end", None)
        game.apply(chance.choice(kinds[chance.choice(sorted(kinds))]))


def shape(game: Game, action: Action) -> str:
    """What an action names, and whether who does it stands on the map."""
    doer = Desk(game).hands.actor(action)
    where = game.state.position.place(doer) if doer in game.scenario.pieces else ""
    return " ".join([*dict(action.args), "on the map" if where in game.scenario.board else ""])


def check(game: Game, met: Counter[tuple[str, str, str]], chance: random.Random) -> None:
    """Everything that is asked now can be answered."""
    decision = game.decision
    assert decision is not None
    learner = Learner(game)
    assert readable(learner.desk.prompt)
    assert learner.desk.prompt != f"decision.{decision.kind}"
    choices = game.choices()
    assert choices
    chance.shuffle(choices)
    for action in choices:
        what = decision.kind, action.kind, shape(game, action)
        if met[what] < TRIES:
            met[what] += 1
            assert learner.finds(action), f"{game.scenario.id}, {what}: no way to {action}"


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_what_the_drills_ask_can_be_answered_on_the_screen(game: str) -> None:
    met: Counter[tuple[str, str, str]] = Counter()
    chance = random.Random(game)
    for number, name in enumerate(catalogue.scenario_ids(game, "drills")):
        played = catalogue.load(name, Seeded(number))
        for _ in walk(played, number, STEPS):
            check(played, met, chance)
    kinds = {kind for kind, *_ in met}
    assert {"zb.move", "zb.combat", "zb.advance", "zb.retreat", "zb.lose", "zb.stand"} <= kinds
    assert len(kinds) >= 12


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_what_the_lessons_lead_to_can_be_answered_on_the_screen(game: str) -> None:
    met: Counter[tuple[str, str, str]] = Counter()
    chance = random.Random(game)
    for name in lesson_ids(game):
        for step in open_lesson(name).steps:
            if step.kind in ("try", "watch"):
                played = step.game()
                for action in step.solution:
                    check(played, met, chance)
                    play(played, [action], step.bots)
                if played.decision is not None:
                    check(played, met, chance)
    assert len({kind for kind, *_ in met}) >= 14


WHOLE = (
    *("holland44/hells-highway", "holland44/first-span"),
    *("stalingrad42/the-ring", "stalingrad42/to-the-bend"),
)


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_game_is_played_to_its_end_by_what_the_screen_offers(name: str) -> None:
    played, bot = catalogue.load(name, Seeded(5)), make_bot("greedy", 5)
    while played.decision is not None:
        action = bot.choose(played)
        assert Learner(played).finds(action), f"{played.decision.kind}: no way to {action}"
        played.apply(action)
    assert played.ending is not None
    assert len(played.history) > 20


PACKAGES = ("holland44", "stalingrad42", "zocbond")
DECIDES = re.compile(r'Decision\.of\(\s*[^,]+,\s*"((?:zb|h44|s42)\.[a-z-]+)"')
DOES = re.compile(
    r'Action\(\s*"([a-z-]+)"|^class (?:(?!^class |^def ).)*?^    kind(?:, rule)? = "([a-z-]+)"',
    re.M | re.S,
)


@pytest.mark.parametrize("package", PACKAGES)
def test_all_that_is_asked_and_offered_has_words(package: str) -> None:
    sources = [path.read_text() for path in (ENGINE / package).rglob("*.py")]
    words = catalogue_of_words()
    asked = {kind for text in sources for kind in DECIDES.findall(text)}
    assert asked
    assert [kind for kind in sorted(asked) if f"decision.{kind}" not in words] == []
    found = {kind for text in sources for pair in DOES.findall(text) for kind in pair}
    offered = found - {"", "move", "end"}
    keys = {
        kind: [f"action.{kind}", *(f"action.{p}.{kind}" for p in ("h44", "s42"))]
        for kind in offered
    }
    assert [kind for kind in sorted(keys) if not any(key in words for key in keys[kind])] == []
