"""Answers: what a question says to the learner, and by which rules; right or wrong, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogue import GAMES
from tutor import panels
from tutor.lesson import Step, asked, mistaken
from tutor.lesson.prose import marked

MOST = 2
"""Rules that a mistake leads to."""


def wrong_html(game: str, step: Step, given: str) -> str:
    """A wrong prediction: how one comes to it, and the rule that it is about."""
    found = mistaken(step, given)
    if isinstance(found, str):
        told = marked(game, found)
    else:
        left_out = " or ".join(panels.page("beside").line(game, line) for line in found)
        told = f"That leaves out: {left_out}" if found else ""
    why = f'<div class="sr-why">{told}</div>' if told else ""
    more = why + rules_html(game, step.rules) + practise_html(game, step.rules[:MOST])
    return panels.note("no", f"Not {given}. Think again.", more)


def practise_html(game: str, rules: Sequence[str]) -> str:
    """The way from a mistake to questions about the rules that it was against."""
    book = GAMES[game].rulebook
    asked = [book.rules[rule] for rule in rules if book.practised(rule)]
    return str(panels.page("practice").leads(game, asked)) if asked else ""


def right_html(game: str, step: Step) -> str:
    """A right prediction: each number with its rule, and what rules of the step it leaves out."""
    tally = asked(step)
    if tally is None:
        return rules_html(game, step.rules)
    # the smallest numbers that it is made of
    known = {line.rule for part in tally.parts or (tally,) for line in part.lines}
    others = [rule for rule in step.rules if rule not in known]
    return panels.tally_html(game, tally) + rules_html(game, others)


def legal_html(game: str, step: Step, place: int) -> str:
    """A legal option taken for the illegal one: what it comes to, and the rule to look for."""
    tally = step.game().tally(step.options[place])
    sum_html = panels.tally_html(game, tally) if tally else ""
    more = sum_html + rules_html(game, step.rules) + practise_html(game, step.rules[:MOST])
    return panels.note("info", "No rule forbids this one. Look at the others.", more)


def rules_html(game: str, rules: Sequence[str]) -> str:
    """Rules to read, by id and title; each opens into what it says."""
    return str(panels.page("lesson").cited(game, rules)) if rules else ""
