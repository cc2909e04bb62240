"""A question of Practice in words: what is asked, what can be answered, where it is taught."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from engine.catalogue import GAMES
from engine.game import Game
from engine.practice.question import Happening, Number, Option, Place, Question, Rule, Text, Unit
from engine.values import Action, texts_in
from engine.verdict import Decision, Event
from engine.words import catalogue, show
from tutor import panels
from tutor.desk import Desk
from tutor.lesson import lesson_ids, open_lesson
from tutor.spoken import spoken

CHANCE = re.compile(r" \([\d.]+%\)|: (\d+ or more, )?\d+%.*")
"""How likely an action is to succeed, where its name tells it."""


class Wording:
    """What a question and its options are called in its position."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.game = desk, desk.game.scenario.game

    def said(self, option: Option) -> str:
        """An option in words."""
        what, hands = option.says, self.desk.hands
        match what:
            case Action():
                return self.action(what)
            case Rule():
                return f"{what.id} {GAMES[self.game].rulebook.rules[what.id].title}"
            case Text():
                return catalogue().say(what.key)
            case Place():
                return hands.place_name(what.name)
            case Unit():
                return hands.unit_name(what.name)
            case Number():
                return number(what.text)
            case Happening():
                return " ".join(self.told(what.events)) or catalogue().say("practice.nothing")
            case Decision():
                side = self.desk.game.scenario.side(what.side).name
                asked = catalogue().say(f"decision.{what.kind}", what.params)
                return asked if asked.startswith(f"{side}:") else f"{side}: {asked}"

    def action(self, action: Action) -> str:
        """An action, without the chance that its name may tell."""
        return CHANCE.sub("", self.desk.hands.told_name(action))

    def told(self, events: Iterable[Event]) -> list[str]:
        """What happened, a sentence each."""
        scenario = self.desk.game.scenario
        heard = spoken(scenario, [event for event in events if event.key in catalogue()])
        return [catalogue().say(event.key, event.params) for event in heard]

    def asked(self, posed: Question) -> str:
        """What is asked."""
        key = posed.about.key
        special = f"{key}-{dict(posed.about.params).get('do', '')}"
        key = special if special in catalogue() else key
        return catalogue().say(key, self.named(posed).items())

    def named(self, posed: Question) -> dict[str, object]:
        """What the question names, by what it is called."""
        hands, found = self.desk.hands, dict(posed.about.params)
        if posed.about.units:
            found["unit"] = ", ".join(map(hands.unit_name, posed.about.units))
        for key, value in found.items():
            if f"{key}.{value}" in catalogue():
                continue  # a colour, say, that is the name of a place as well
            if isinstance(value, str) and value in self.desk.game.scenario.pieces:
                found[key] = hands.unit_name(value)
            elif isinstance(value, str) and value in self.desk.game.scenario.board:
                found[key] = hands.place_name(value)
            elif key == "side":
                found[key] = self.desk.game.scenario.side(str(value)).name
            elif key == "what":
                found[key] = catalogue().say(str(value))
        return found


def ill_read(game: Game, posed: Question) -> str:
    """What is wrong with how a question reads, if anything is."""
    words = Wording(Desk(game))
    said = [words.said(option).strip() for option in posed.options]
    if len(set(said)) < len(said):
        return "two of its answers read alike"
    action = words.action(posed.action) if posed.action else ""
    told = [words.asked(posed), action, *said, *words.told((*posed.of, *posed.so_far))]
    odd = next((text for text in told if "<" in text or text.startswith("practice.")), "")
    if odd:
        return f"there are no words for a part of it: {odd}"
    if posed.action is not None:
        # a unit's own number is no answer
        for unit in texts_in(posed.action.named.values()):
            if unit in game.scenario.pieces:
                action = action.replace(words.desk.hands.unit_name(unit), "")
    return "what is done names the number" if _given_away(posed, action) else ""


def _given_away(posed: Question, action: str) -> bool:
    """Whether the name of what is done has the right number in it, and no other of the answers."""
    numbers = {one.name: one.says.text for one in posed.options if isinstance(one.says, Number)}
    told = set(re.findall(r"(?<![\w/-])-?\d+(?:/\d+)?(?![\w/])", action))
    return {name for name, text in numbers.items() if text in told} == posed.right


def number(text: str) -> str:
    """A number as a person reads it; of a chance the percentage as well."""
    try:
        value = Fraction(text)
    except ValueError:
        return text
    chance = value.denominator > 1 and 0 < value < 1
    return f"{value} ({panels.percent(value)})" if chance else show(value)


@cache
def taught_in(game: str) -> dict[str, tuple[str, str]]:
    """The lesson in which each rule is taught: its id and its title."""
    found: dict[str, tuple[str, str]] = {}
    for name in lesson_ids(game):
        lesson = open_lesson(name)
        for rule in (*lesson.rules, *(rule for step in lesson.steps for rule in step.rules)):
            found.setdefault(rule, (lesson.id, lesson.title))
    return found
