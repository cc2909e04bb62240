"""Checking a lesson: its solutions lead to their goals, its wrong moves are wrong, games end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from engine import bots
from engine.arguments import ill_written
from engine.errors import Problem, closest
from engine.examples import strange, strange_in
from engine.files import read
from engine.game import Game
from engine.values import Action
from tutor.art.overlays import KINDS
from tutor.games import hands_for
from tutor.lesson import (
    STAND_IN,
    Lesson,
    Step,
    illegal,
    mistaken,
    play,
    reached,
    read_lesson,
    same_answer,
    truth,
)
from tutor.lesson.goals import UNIT_KEYS
from tutor.lesson.reach import done_by

FEWEST = 4
"""So many answers a prediction offers, if any: two can be guessed."""
SUM = re.compile(r"(\d+(?: [+-] \d+)*)(?: = \d+)?(?: against (\d+))?")
SWITCH_ON = re.compile(r"[Ss]witch on ([^.:;]*)")


def faults(lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson's content: solutions that fail, wrong moves that do not."""
    for step in lesson.steps:
        try:
            for fault in _step_faults(step):
                yield f"{step.id}: {fault}"
        except Problem as problem:
            yield f"{step.id}: {problem}"


def _step_faults(step: Step) -> Iterator[str]:
    game = step.game()
    yield from _name_faults(step, game)
    yield from _wrong_faults(step)
    if step.kind in _BY_KIND:
        yield from _BY_KIND[step.kind](step, game)
    if step.kind in ("try", "find", "predict") and not step.hints:
        yield "there are no hints"
    if step.kind in ("try", "find", "predict") and not step.rules:
        yield "there is no rule to look the answer up in"
    if step.kind in ("try", "find") and not (step.wrong or step.options):
        yield "there is no tempting wrong move"


def _name_faults(step: Step, game: Game) -> Iterator[str]:
    """Names that neither the game nor the desk knows, wherever nothing else would miss them."""
    wrong = [action for each in step.wrong for action in (*each.after, each.action)]
    asked = (step.ask,) if step.ask is not None else ()
    goals = [goal.get(key) for goal in step.goal for key in ("at", "of", "lacks")]
    lit = [light.hexes for light in step.lights]
    told = strange_in(game.rules, *step.solution, *step.options, *asked, *wrong)
    if told := told or strange(game.rules, step.of, goals, lit):
        yield told
    overlays = dict(hands_for(game).switches)
    for name in step.shown:
        if name not in overlays:
            yield f"there is no overlay '{name}' to show. {closest(name, overlays)}"
        # a press would switch it off
        if any(overlays.get(name, name).lower() in each.lower() for each in _switched(step)):
            yield f"the learner is to switch on '{name}', which is on already"
    for light in step.lights:
        if light.kind not in KINDS:
            yield f"nothing lights up as '{light.kind}'. {closest(light.kind, KINDS)}"


def _switched(step: Step) -> list[str]:
    """What a step tells the learner to switch on."""
    return [asked for text in (step.text, *step.hints) for asked in SWITCH_ON.findall(text)]


def _wrong_faults(step: Step) -> Iterator[str]:
    for wrong in step.wrong:
        trial = step.game()
        play(trial, wrong.after, step.bots)
        verdict = trial.explain(wrong.action)
        if verdict:
            yield f"the wrong move {wrong.action} is legal"
        elif ill_written(verdict):
            yield f"the wrong move {wrong.action} names what its kind does not take"
        elif wrong.rule not in verdict.rules:
            yield f"the wrong move {wrong.action} is forbidden by {verdict.rules}, not {wrong.rule}"


def _try_faults(step: Step, game: Game) -> Iterator[str]:
    named = {goal[key] for goal in step.goal for key in UNIT_KEYS if key in goal}
    if strange := sorted(map(str, named - set(game.scenario.pieces))):
        yield f"the goal names units that are not there: {', '.join(strange)}"
        return
    if reached(game, step):
        yield "the goal is reached before the learner does anything"
    play(game, step.solution, step.bots)
    if not reached(game, step):
        yield "the solution does not reach the goal"
    if step.par and len(step.solution) > step.par:
        yield f"the solution takes {len(step.solution)} actions and par is {step.par}"
    yield from _told_faults(step)


def _told_faults(step: Step) -> Iterator[str]:
    """Figures of a roll in what is told at the end, that a way to the goal does without."""
    done = step.game()
    play(done, step.solution, step.bots)
    told = [figures for figures in _figures(step.done) if _fell(done, figures)]
    for game in _otherwise(step) if told else ():
        for figures in told:
            if not _fell(game, figures):
                said, way = " and ".join(map(str, figures)), ", ".join(map(str, done_by(game, ())))
                yield f"{said} are told at the end, but not rolled by: {way}"
                return


def _figures(text: str) -> Iterator[tuple[int, ...]]:
    """What a sum in a text comes to, and against what."""
    for parts, against in SUM.findall(text):
        if against or not parts.isdigit():
            total = sum(int(part) for part in re.findall(r"[+-]?\d+", parts.replace(" ", "")))
            yield (total, int(against)) if against else (total,)


def _fell(game: Game, figures: tuple[int, ...]) -> bool:
    """Whether something happened with just these figures."""
    wanted = Counter(figures)
    numbers = (Counter(v for _, v in event.params if isinstance(v, int)) for event in game.log)
    return any(wanted <= found for found in numbers)


def _otherwise(step: Step) -> Iterator[Game]:
    """Every game that reaches the goal though one action of the solution was another."""
    for place, wanted in enumerate(step.solution):
        game = step.game()
        play(game, step.solution[:place], step.bots)
        for action in game.choices():
            if action != wanted and (trial := _altered(step, place, action)) is not None:
                yield trial


def _altered(step: Step, place: int, action: Action) -> Game | None:
    """The game once one action of the solution was another; none where the goal is missed."""
    game = step.game()
    play(game, step.solution[:place], step.bots)
    with suppress(Problem):  # dice that the step does not have
        for each in (action, *step.solution[place + 1 :]):
            if reached(game, step):
                break
            if game.decision is not None and game.explain(each):
                play(game, (each,), step.bots)
    return game if reached(game, step) else None


def _watch_faults(step: Step, game: Game) -> Iterator[str]:
    play(game, step.solution, step.bots)
    if len(step.captions) != len(step.solution) + 1:
        yield f"{len(step.solution)} actions need {len(step.solution) + 1} captions"


def _predict_faults(step: Step, _game: Game) -> Iterator[str]:
    right = truth(step)
    if not step.question or not right:
        yield "a prediction needs a question and an answer"
    if step.answer and not same_answer(step.answer, right):
        yield f"the answer is {right}, not {step.answer}"
    if step.choices and not any(same_answer(choice, right) for choice in step.choices):
        yield f"the right answer {right} is not among the choices"
    if 0 < len(step.choices) < FEWEST or not (step.choices or right[-1:].isdigit()):
        yield f"a prediction needs {FEWEST} answers to choose from, or a number to write"
    for answer in step.mistakes:
        if same_answer(answer, right):
            yield f"the answer {answer} is right and no mistake"
        elif step.choices and answer not in step.choices:
            yield f"nobody can make the mistake {answer}: it is not among the choices"
    if not (step.choices or step.mistakes):
        yield "no wrong number has its mistake: write one under 'mistakes'"
    for choice in step.choices:
        if not (same_answer(choice, right) or mistaken(step, choice)):
            yield f"no mistake leads to {choice}: tell it under 'mistakes', or offer another"


def _play_faults(step: Step, game: Game) -> Iterator[str]:
    bots.answer(game, {**step.bots, step.side: STAND_IN})
    if game.ending is None:
        yield "bots do not bring the game to an end"
    if step.goal or step.solution or step.dice:
        yield "a whole game has no goal, no solution and no dice of its own"


def _find_faults(step: Step, _game: Game) -> Iterator[str]:
    found = illegal(step)
    if len(found) != 1:
        yield f"{len(found)} of the options are illegal; it must be one"
    for place, verdict in found:
        if ill_written(verdict):
            yield f"option {place + 1} names what its kind of action does not take"


_BY_KIND: Mapping[str, Callable[[Step, Game], Iterator[str]]] = {
    "try": _try_faults,
    "watch": _watch_faults,
    "predict": _predict_faults,
    "play": _play_faults,
    "find": _find_faults,
}


def check_lesson(path: Path) -> str:
    """Check a lesson file: its form, its solutions, its wrong moves."""
    try:
        lesson = read_lesson(read(path), path.stem)
    except Problem as problem:
        raise problem.within(str(path)) from None
    for fault in faults(lesson):
        raise Problem(fault, file=str(path), remedy="Mend the step and check again.")
    return f"a lesson of {len(lesson.steps)} steps"
