"""The texts beside a board, as HTML: tallies, reasons, the log, rule cards, odds.

Pure functions from engine values to strings. All words come from the catalogue and the rulebook.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.catalogue import GAMES
from engine.coverage import Covered
from engine.game import Event, Prospect
from engine.rulebook import Rule
from engine.tables import Chart
from engine.verdict import Line, Number, Reason, Tally
from engine.words import catalogue, show
from tutor import visit
from tutor.spoken import placed

if TYPE_CHECKING:
    from tutor.desk import Desk, Notice, Preview

EVENTS_TOLD = 6
"""The last events are told at once; what was before them can be opened."""
OPENS = "pav.wehrmacht.card"
"""A card of the enemy's, with what comes of it: a phase is stepped through card by card."""
ODDS_EVENTS = 3
"""Events told of one outcome; what follows from them is seen when it happens."""


def rule_chip(game: str, rule: str) -> str:
    """A rule id that opens into what the rule says; works without a kernel."""
    found = GAMES[game].rulebook.rules.get(rule)
    if found is None:
        return f'<span class="sr-rule-id">{escape(rule)}</span>' if rule else ""
    return (
        f'<details class="sr-rule"><summary class="sr-rule-id" title="{escape(found.title)}">'
        f"{escape(rule)}</summary>{rule_note(game, found)}</details>"
    )


def rule_note(game: str, rule: Rule) -> str:
    """What a rule says, in two lines."""
    language = GAMES[game].rulebook.language
    return (
        f'<span class="sr-rule-note"><strong>{escape(rule.title)}</strong> '
        f'<em lang="{language}">{escape(rule.original)}</em><br>{escape(rule.summary)}</span>'
    )


def say(key: str, params: Iterable[tuple[str, object]]) -> str:
    """The words of a key, safe for HTML."""
    return escape(catalogue().say(key, params))


def reasons_html(game: str, reasons: Sequence[Reason]) -> str:
    """Every reason with its rule and the way out."""
    items = []
    for reason in reasons:
        fix = catalogue().fix(reason.key, reason.params)
        way_out = f'<span class="sr-fix">{escape(fix)}</span>' if fix else ""
        items.append(
            f'<li class="sr-reason" data-rule="{escape(reason.rule)}">'
            f"{say(reason.key, reason.params)} {way_out} {rule_chip(game, reason.rule)}</li>"
        )
    return f'<ul class="sr-reasons">{"".join(items)}</ul>' if items else ""


def _value(value: Number | None) -> str:
    return "" if value is None else show(value)


def _row(game: str, line: Line, cls: str = "") -> str:
    return (
        f"<tr{cls}><td>{say(line.key, line.params)}</td>"
        f"<td>{_value(line.value)}</td><td>{rule_chip(game, line.rule)}</td></tr>"
    )


def tally_html(game: str, tally: Tally, limit: str | None = None) -> str:
    """A number, itemised: each line with its rule, then the total, of what is at hand to pay it."""
    rows: list[str] = []
    values, sums = [line.value for line in tally.lines], [part.total for part in tally.parts]
    if tally.parts and values == sums:
        for line, part in zip(tally.lines, tally.parts, strict=True):
            single = len(part.lines) == 1
            if single:
                inner = part.lines[0]
                text = f"{say(line.key, line.params)}: {say(inner.key, inner.params)}"
                rows.append(
                    f"<tr><td>{text}</td><td>{_value(line.value)}</td>"
                    f"<td>{rule_chip(game, inner.rule)}</td></tr>"
                )
                continue
            rows.append(_row(game, line))
            rows += [_row(game, inner, ' class="sr-part"') for inner in part.lines]
    else:
        for part in tally.parts:
            rows.append(
                f'<tr class="sr-part-head"><th>{say(part.key, ())}</th>'
                f"<th>{_value(part.total)}</th><th></th></tr>"
            )
            rows += [_row(game, inner, ' class="sr-part"') for inner in part.lines]
        told = {(say(part.key, ()).casefold(), part.total) for part in tally.parts}
        # a sum whose parts stand above it is not told again
        rows += [
            _row(game, line)
            for line in tally.lines
            if (say(line.key, line.params).casefold(), line.value) not in told
        ]
    total = _value(tally.total)
    limit = limit or (tally.result if tally.key.endswith("cost.total") else None)
    meaning = f"{tally.key}-result"
    if tally.result and meaning in catalogue():
        known = int(tally.result) if tally.result.isdigit() else tally.result
        total = f"{total}; {say(meaning, (('result', known),))}"
    elif limit:
        total = f"{total} of {escape(limit)}"
    elif tally.result:
        total = f"{total} → {escape(tally.result)}"
    return (
        f'<table class="sr-tally"><tbody>{"".join(rows)}</tbody><tfoot><tr>'
        f"<th>{say(tally.key, ())}</th><th>{total}</th><th></th></tr></tfoot></table>"
    )


CHART_SOURCES = {
    "rulebook": "Copied from the rulebook.",
    "reconstruction": "A reconstruction: the printed table is not in the rulebook.",
    "owner": "From a file of yours.",
}


def chart_html(game: str, chart: Chart, corner: str = "") -> str:
    """A table of the game, with the section it belongs to and where its figures come from."""
    heads = "".join(f"<th>{escape(column)}</th>" for column in chart.columns)
    rows = "".join(
        f"<tr><th>{escape(_row_name(f'{corner}.{name}', name))}</th>"
        + "".join(f"<td>{escape(show(row[column]))}</td>" for column in chart.columns)
        + "</tr>"
        for name, row in chart.rows.items()
    )
    return (
        f'<div class="sr-card sr-chart"><p class="sr-muted">{CHART_SOURCES[chart.source]} '
        f"{rule_chip(game, chart.section)}</p><table><thead><tr><th>{escape(corner)}</th>{heads}"
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row_name(key: str, name: str) -> str:
    """What a row of a chart is called: by the catalogue, else as the chart has it."""
    return catalogue().say(key) if key in catalogue() else name.replace("-", " ")


def reconstructions_html(game: str, charts: Iterable[Chart]) -> str:
    """The tables in use whose figures are ours and not the rulebook's, to open and read."""
    ours = [chart for chart in charts if chart.reconstructed]
    if not ours:
        return ""
    names = ", ".join(f"{_spoken(chart.name)} ({chart.section})" for chart in ours[:3])
    if len(ours) > 3:
        names += f" and {len(ours) - 3} more"
    tables = "".join(chart_html(game, chart) for chart in ours)
    return (
        '<details class="sr-ours"><summary>Reconstructed by us, not the printed figures: '
        f'{escape(names)}</summary><div class="sr-scroll">{tables}</div></details>'
    )


def _spoken(name: str) -> str:
    """A chart's name in a sentence: short ones are initials."""
    return name.upper() if len(name) < 4 else name.replace("-", " ")


def log_html(game: str, events: Sequence[Event], count: int) -> str:
    """The last events of so many, newest first, each line with its rule."""
    items = [
        f"<li>{say(event.key, event.params)} {rule_chip(game, event.rule)}</li>"
        for event in reversed(events)
    ]
    more = count - len(events)
    if more > 0:
        items.append(f'<li class="sr-muted">and {more} earlier lines</li>')
    return f'<ol class="sr-log" reversed>{"".join(items)}</ol>'


def staying_html(game: str, staying: Iterable[tuple[str, Sequence[Reason]]]) -> str:
    """Who does not go along with a stack, and why."""
    return "".join(
        f'<p class="sr-staying"><strong>{escape(name)}</strong> stays behind.</p>'
        f"{reasons_html(game, reasons)}"
        for name, reasons in staying
    )


def notice_html(game: str, notice: Notice) -> str:
    """What the desk has to say."""
    return _told_html(game, notice) + staying_html(game, notice.staying)


def _told_html(game: str, notice: Notice) -> str:
    if notice.reasons:
        return reasons_html(game, notice.reasons)
    if notice.events:
        text = f"<br>{escape(notice.text)}" if notice.text else ""
        inner = _cards_html(game, notice.events) or _last_html(game, notice.events)
        # neither good nor bad: what the enemy hit is told in the same way as what one hit oneself
        return f'<div class="sr-notice sr-info">{inner}{text}</div>'
    if notice.text:
        kind = {"ok": "sr-ok", "no": "sr-no"}.get(notice.kind, "sr-info")
        return f'<div class="sr-notice {kind}">{escape(notice.text)}</div>'
    return ""


def _lines(game: str, events: Sequence[Event]) -> str:
    return "<br>".join(f"{say(e.key, e.params)} {rule_chip(game, e.rule)}" for e in events)


def _last_html(game: str, events: Sequence[Event]) -> str:
    """What has led to the decision that is owed; what was before it folded."""
    before, last = events[:-EVENTS_TOLD], events[-EVENTS_TOLD:]
    older = f"<details><summary>{len(before)} before that</summary>{_lines(game, before)}</details>"
    return _lines(game, last) + (older if before else "")


def _cards_html(game: str, events: Sequence[Event]) -> str:
    """A phase of cards: each opens and closes the one before; the last one is open."""
    starts = [place for place, event in enumerate(events) if event.key == OPENS]
    if len(starts) < 2:
        return ""
    parts = [_lines(game, events[: starts[0]])] if starts[0] else []
    for number, (start, end) in enumerate(pairwise([*starts, len(events)]), start=1):
        head = f"{number} of {len(starts)}: {say(events[start].key, events[start].params)}"
        opened = " open" if number == len(starts) else ""
        inner = _lines(game, events[start + 1 : end]) or "Nothing comes of it."
        parts.append(f'<details name="sr-cards"{opened}><summary>{head}</summary>{inner}</details>')
    return "".join(parts)


def warning_html(text: str) -> str:
    """Something that works, but not quite as it should."""
    return f'<div class="sr-notice sr-warn">{escape(text)}</div>'


def preview_html(game: str, look: Preview, hide_tally: bool = False, told: bool = False) -> str:
    """What the hex pointed at would mean: the sum, and why not unless that was `told` already."""
    parts = []
    if not look.verdict and not told:
        parts.append(reasons_html(game, look.verdict.reasons))
    parts.append(staying_html(game, look.proposal.staying))
    itemised = look.tally is not None and (look.tally.lines or look.tally.parts)
    if look.tally is not None and itemised and not hide_tally:
        parts.append(tally_html(game, look.tally))
    return "".join(parts)


def turn_html(desk: Desk) -> str:
    """Whose decision it is, unless the prompt says so itself."""
    decision, sides = desk.game.decision, desk.game.scenario.sides
    if decision is None or desk.frozen or len(sides) < 2:
        return ""
    side = desk.game.scenario.side(decision.side).name
    if side in desk.prompt.split(":")[0]:
        return ""
    return f'<p class="sr-kicker">{escape(side)} to decide</p>'


def winning_html(game: str, aim: str, rule: str, more: str = "") -> str:
    """How a scenario is won, to be opened."""
    return (
        f'<details class="sr-key"><summary>How to win</summary><p>{escape(aim)} '
        f"{rule_chip(game, rule)}</p>{more}</details>"
    )


def info_html(game: str, key: str, rule: str, **params: object) -> str:
    """A notice beside the board, from words that may hold HTML, with its rule."""
    named = {name: escape(str(value)) for name, value in params.items()}
    said = catalogue().say(key, named.items())
    return f'<div class="sr-notice sr-info">{said} {rule_chip(game, rule)}</div>'


@cache
def _rules_of(group: str) -> tuple[str, ...]:
    keys = (key.partition(f"{group}.") for key in catalogue().entries)
    return tuple(rule for before, found, rule in keys if found and not before)


def ruled_html(game: str, group: str, **params: object) -> list[str]:
    """Every text of a group in the catalogue, each with the rule that is its key."""
    return [
        f"{say(f'{group}.{rule}', params.items())} {rule_chip(game, rule)}"
        for rule in _rules_of(group)
    ]


def curtain_html(desk: Desk) -> str:
    """What is said while the screen goes from one player to the other."""
    if not desk.curtain or desk.game.decision is None:
        return ""
    side = desk.game.scenario.side(desk.game.decision.side).name
    return (
        '<div class="sr-notice sr-curtain">'
        f"Hand the screen over: it is the {escape(side)} player's turn. Until the button is "
        "pressed only what both players may know is shown.</div>"
    )


def selection_html(desk: Desk) -> str:
    """Who is picked, or how to begin."""
    ending = desk.game.ending
    if ending is not None and ending.tally is not None:
        needed = ending.tally.result or ""
        limit = needed if needed.isdigit() else None
        return tally_html(desk.game.scenario.game, ending.tally, limit)
    if desk.pointer.unit is None:
        away = desk.idle or desk.curtain or desk.pointer.target is not None
        count = 0 if away else len(desk.hands.pickable())
        hint = desk.hands.invitation(count) if count else ""
        return f'<p class="sr-muted">{hint}</p>' if hint else ""
    where = desk.hands.place_name(desk.where(desk.pointer.unit))
    if desk.pointer.mates:
        group = (desk.pointer.unit, *desk.pointer.mates)
        who = ", ".join(map(desk.hands.unit_name, group))
        places = dict.fromkeys(desk.hands.place_name(desk.where(unit)) for unit in group)
        where = " and ".join(places)
        return f'<p class="sr-picked"><strong>{escape(who)}</strong> in {escape(where)}.</p>'
    return (
        f'<p class="sr-picked"><strong>{escape(desk.hands.unit_name(desk.pointer.unit))}</strong> '
        f"in {escape(where)}: {escape(desk.hands.unit_text(desk.pointer.unit))}.</p>"
    )


def percent(probability: Fraction) -> str:
    """A probability as a person reads it."""
    value = float(probability) * 100
    return f"{value:.0f}%" if value >= 1 or value == 0 else f"{value:.1f}%"


def odds_html(prospects: Sequence[Prospect]) -> str:
    """Exact odds as bars, most likely first."""
    rows: dict[str, Fraction] = {}
    alike = set.intersection(*(set(prospect.events) for prospect in prospects))
    for prospect in prospects:
        own = [event for event in prospect.events if event not in alike][:ODDS_EVENTS]
        text = " ".join(catalogue().say(e.key, placed(e)) for e in own) or "nothing more"
        rows[text] = rows.get(text, Fraction(0)) + prospect.probability
    ranked = sorted(rows.items(), key=lambda row: (-row[1], row[0]))
    bars = "".join(_bar(text, odds) for text, odds in ranked[:12])
    return f'<ul class="sr-odds">{bars}</ul>'


def _bar(text: str, odds: Fraction) -> str:
    return (
        f'<li><span class="sr-odds-text">{escape(text)}</span>'
        f'<span class="sr-odds-number">{percent(odds)}</span>'
        f'<span class="sr-meter"><span style="width:{float(odds) * 100:.1f}%"></span></span></li>'
    )


def legend_html(legend: Mapping[str, str], shown: Collection[str]) -> str:
    """A line for every overlay that is switched on."""
    lines = "".join(f"<li>{escape(text)}</li>" for key, text in legend.items() if key in shown)
    return f'<ul class="sr-muted">{lines}</ul>' if lines else ""


def foreseen_html(desk: Desk, actions: Sequence[Action]) -> str:
    """Exact odds of what is planned, or of the only action there is, if chance has a say."""
    look = desk.preview
    planned = look is not None and bool(look.verdict) and desk.pointer.target is not None
    if planned and look is not None:
        action = look.proposal.action
    elif len(actions) == 1 and not look:
        action = actions[0]
    else:
        return ""
    if not desk.hands.foreseen(action):
        return ""
    prospects = desk.game.outlook(action)
    if len(prospects) < 2 or not desk.hands.may_tell(prospects):
        return ""
    title = "The odds, exactly" if planned else "What may come of it"
    opened = " open" if planned else ""
    odds = odds_html(prospects)
    if planned:
        odds += battle_html(desk.hands.whole_battle(action))
    return f"<details{opened}><summary>{title}</summary>{odds}</details>"


def battle_html(outlook: Mapping[str, Any]) -> str:
    """What a whole battle comes to: the hex given up, the steps it costs; empty without one."""
    if not outlook or not outlook.get("results"):
        return ""
    rows = {catalogue().say("outlook.vacated"): outlook["vacated"].get(True, Fraction(0))}
    for side in ("attacker", "defender"):
        for steps, odds in sorted(outlook[f"{side}_losses"].items()):
            if steps:
                rows[catalogue().say(f"outlook.{side}", {"steps": steps}.items())] = odds
    bars = "".join(_bar(text, odds) for text, odds in rows.items())
    policy = catalogue().say(f"outlook.{outlook['policy']}")
    return (
        f'<p class="sr-muted">{say("outlook.whole", ())}</p><ul class="sr-odds">{bars}</ul>'
        f'<p class="sr-muted">{escape(policy)}</p>'
    )


STATUS_NAMES = {
    "enforced": "rule",
    "optional": "optional rule",
    "component": "about the components",
    "advice": "advice",
    "heading": "heading",
}
"""What kind of rule it is, for who reads its card."""


def rule_card(game: str, covered: Covered) -> str:
    """A rule card: what it says, its original term, where it is enforced, tested and taught."""
    rule, info = covered.rule, GAMES[game]
    learnt = _facts(
        ("Taught in", [_lesson_link(where) for where in covered.lessons]),
        ("Worked examples", [_example_link(name) for name in covered.examples]),
    )
    checked = _facts(
        ("Enforced by", [f"<code>{escape(str(where))}</code>" for where in covered.code[:6]]),
        ("Tested by", [f"<code>{escape(where)}</code>" for where in covered.tests[:6]]),
        ("Broken on purpose", [_broken(covered)] if covered.killed + covered.survived else []),
        ("Gap", [escape(covered.gap)] if covered.gap else []),
    )
    if checked:
        checked = f"<details><summary>In the program</summary>{checked}</details>"
    return (
        f'<article class="sr-card" id="rule-{escape(rule.id)}">'
        f'<p class="sr-kicker">{escape(info.title)} · {STATUS_NAMES[rule.status]}</p>'
        f'<h3 class="sr-title"><span class="sr-rule-id">{escape(rule.id)}</span> '
        f"{escape(rule.title)}</h3><p>{escape(rule.summary)}</p>"
        f'<p class="sr-muted">In the rulebook: <em lang="{info.rulebook.language}">'
        f"{escape(rule.original)}</em></p>{learnt}{checked}</article>"
    )


def _broken(covered: Covered) -> str:
    """Whether a test notices when the rule is broken."""
    tried = covered.killed + covered.survived
    return f"{covered.killed} of {tried} changed versions of this rule fail a test"


def _facts(*rows: tuple[str, list[str]]) -> str:
    """Labels and what is known under each; nothing where nothing is."""
    lines = [f"<dt>{label}</dt><dd>{', '.join(found)}</dd>" for label, found in rows if found]
    return f'<dl class="sr-facts">{"".join(lines)}</dl>' if lines else ""


def _example_link(name: str) -> str:
    return f'<a href="{escape(visit.link("examples", example=name))}">{escape(name)}</a>'


def _lesson_link(where: str) -> str:
    path = where.removeprefix("lessons/")
    number, _, words = path.rpartition("/")[2].partition("-")
    name = f"chapter {int(number)}: {words.replace('-', ' ')}" if number.isdigit() else number
    return f'<a href="{escape(visit.link(path))}">{escape(name)}</a>'
