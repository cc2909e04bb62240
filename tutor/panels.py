"""The texts beside a board, as HTML: tallies, reasons, the log, rule cards, odds.

Pure functions from engine values to strings. All words come from the catalogue and the rulebook.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FunctionLoader

from engine.board import Board
from engine.catalogue import GAMES
from engine.files import package_file
from engine.game import Game, Prospect
from engine.scenario import Scenario
from engine.tables import Chart
from engine.values import Action
from engine.verdict import Event, Reason, Standing, Tally
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
    """A rule id that opens into what the rule says, in two lines; works without a kernel."""
    book = GAMES[game].rulebook
    found = book.rules.get(rule)
    if found is None:
        return f'<span class="sr-rule-id">{escape(rule)}</span>' if rule else ""
    title = escape(found.title)
    return (
        f'<details class="sr-rule"><summary class="sr-rule-id" title="{title}">{escape(rule)}'
        f'</summary><span class="sr-rule-note"><strong>{title}</strong> '
        f'<em lang="{book.language}">{escape(found.original)}</em><br>'
        f"{hexes_linked(game, escape(found.summary))}"
        f"{_practise(game, rule)}</span></details>"
    )


def hexes_linked(game: str, html: str) -> str:
    """A text with the hexes of the printed map that it names as ways to them."""
    info = GAMES[game]

    def linked(match: re.Match[str]) -> str:
        if match[0] not in info.printed:
            return match[0]
        scenario = f"{game}/{info.ground}"
        address = escape(visit.link("sandbox", scenario=scenario, hex=match[0]))
        return f'<a class="sr-place" href="{address}" title="See it on the map">{match[0]}</a>'

    return re.sub(r"(?<!\w)(?<![a-z]-)[0-9]{4}(?!\w|-[a-z])", linked, html) if info.ground else html


def _practise(game: str, rule: str) -> str:
    """The way to questions about a rule, if there are any."""
    book = GAMES[game].rulebook
    if not book.practised(rule):
        return ""
    address = escape(visit.link("practice", game=game, rule=rule))
    return f'<br><a href="{address}">Practise it</a>'


def note(kind: str, text: str, more: str = "") -> str:
    """A word to the learner and what follows it: `ok`, `no`, `warn` or `info`; empty of nothing."""
    inner = f"{escape(text)}{more}"
    return f'<div class="sr-notice sr-{kind}">{inner}</div>' if inner else ""


def download(name: str, text: str) -> str:
    """A link that saves a text to a file; a page of ours follows it at once, and says so."""
    return _link_to(name, text, "application/json", " data-now")


def save_as(name: str, text: str) -> str:
    """A link that saves a table to a file, when it is followed."""
    return _link_to(name, text, "text/csv")


def _link_to(name: str, text: str, kind: str, more: str = "") -> str:
    data = base64.b64encode(text.encode()).decode()
    return (
        f'<a class="sr-button"{more} download="{escape(name)}" '
        f'href="data:{kind};base64,{data}">Save {escape(name)}</a>'
    )


def say(key: str, params: Iterable[tuple[str, object]]) -> str:
    """The words of a key, safe for HTML."""
    return escape(catalogue().say(key, params))


def reasons_html(game: str, reasons: Sequence[Reason]) -> str:
    """Every reason with its rule and the way out."""
    return str(page("beside").reasons(game, reasons)) if reasons else ""


def tally_html(game: str, tally: Tally, limit: str | None = None) -> str:
    """A number, itemised: each line with its rule, then the total, of what is at hand to pay it."""
    headed = [line.value for line in tally.lines] == [part.total for part in tally.parts]
    # a sum whose parts stand above it is not told again
    told = {(say(part.key, ()).casefold(), part.total) for part in tally.parts}
    lines = [
        line
        for line in tally.lines
        if (say(line.key, line.params).casefold(), line.value) not in told
    ]
    total, result, meaning = show(tally.total), tally.result, f"{tally.key}-result"
    limit = limit or (result if tally.key.endswith("cost.total") else None)
    if result and meaning in catalogue():
        known = int(result) if result.isdigit() else result
        total = f"{total}; {catalogue().say(meaning, (('result', known),))}"
    elif limit:
        total = f"{total} of {limit}"
    elif result:
        called = f"{tally.key}-{result.replace(' ', '-')}"
        total = f"{total} → {catalogue().say(called, ()) if called in catalogue() else result}"
    heads = tally.lines if headed else ()
    return str(page("beside").tally(game, tally, heads, () if headed else lines, total))


def chart_html(game: str, chart: Chart, corner: str = "") -> str:
    """A table of the game, with the section it belongs to and where its figures come from."""
    words = catalogue()
    keys = {name: f"{corner}.{name}" for name in chart.rows}
    names = {n: words.say(k) if k in words else n.replace("-", " ") for n, k in keys.items()}
    source = words.say(f"chart.{chart.source}")
    return str(page("beside").chart(game, chart, source, corner, names))


def reconstructions_html(charts: Iterable[Chart], scenario: Scenario) -> str:
    """The tables in use whose figures are ours and not the rulebook's, to open and read; of a map
    and of units that are ours where they come from."""
    game, board = scenario.game, scenario.board
    ours = [chart for chart in charts if chart.reconstructed]
    sources = (board.source if board.origins else "", scenario.source)
    whence = "".join(f'<p class="sr-muted">{escape(text)}</p>' for text in sources if text)
    if not ours:
        return whence
    # short names are initials
    called = (n.upper() if len(n) < 4 else n.replace("-", " ") for n in (c.name for c in ours))
    names = ", ".join(f"{name} ({c.section})" for name, c in zip(called, ours[:3], strict=False))
    if len(ours) > 3:
        names += f" and {len(ours) - 3} more"
    tables = "".join(chart_html(game, chart) for chart in ours)
    return (
        '<details class="sr-ours"><summary>Reconstructed by us, not the printed figures: '
        f'{escape(names)}</summary><div class="sr-scroll">{tables}</div></details>{whence}'
    )


def whence_html(board: Board, hex: str) -> str:
    """Where a hex comes from, and the sides of it that bear water or a way."""
    rows = [(hex, board.terrain(hex), board.origin(hex))]
    for other in board.neighbours(hex):
        if on := sorted(board.side(hex, other) | board.link(hex, other)):
            rows.append((f"{hex}/{other}", ", ".join(on), board.origin(hex, other)))
    return str(page("beside").whence(rows))


def log_html(game: str, events: Sequence[Event], count: int) -> str:
    """The last events of so many, newest first, each line with its rule."""
    return str(page("beside").log(game, events, count - len(events)))


def staying_html(game: str, staying: Iterable[tuple[str, Sequence[Reason]]]) -> str:
    """Who does not go along with a stack, and why."""
    return "".join(
        f'<p class="sr-staying"><strong>{escape(name)}</strong> stays behind.</p>'
        f"{reasons_html(game, reasons)}"
        for name, reasons in staying
    )


def notice_html(game: str, notice: Notice) -> str:
    """What the desk has to say."""
    if notice.reasons:
        told = reasons_html(game, notice.reasons)
    elif notice.events:
        text = f"<br>{escape(notice.text)}" if notice.text else ""
        # neither good nor bad: what the enemy hit is told in the same way as what one hit oneself
        told = note("info", "", _happened_html(game, notice.events) + text)
    else:
        told = note(notice.kind, notice.text)
    return told + staying_html(game, notice.staying)


def _happened_html(game: str, events: Sequence[Event]) -> str:
    """What has led to the decision that is owed, what was before it folded; or a phase of cards:
    each opens and closes the one before, the last one is open."""

    def lines(some: Sequence[Event]) -> str:
        return "<br>".join(page("beside").line(game, event) for event in some)

    starts = [place for place, event in enumerate(events) if event.key == OPENS]
    if len(starts) < 2:
        before, last = events[:-EVENTS_TOLD], events[-EVENTS_TOLD:]
        older = f"<details><summary>{len(before)} before that</summary>{lines(before)}</details>"
        return lines(last) + (older if before else "")
    parts = [lines(events[: starts[0]])] if starts[0] else []
    for number, (start, end) in enumerate(pairwise([*starts, len(events)]), start=1):
        head = f"{number} of {len(starts)}: {say(events[start].key, events[start].params)}"
        opened = " open" if number == len(starts) else ""
        inner = lines(events[start + 1 : end]) or "Nothing comes of it."
        parts.append(f'<details name="sr-cards"{opened}><summary>{head}</summary>{inner}</details>')
    return "".join(parts)


def preview_html(game: str, look: Preview, hide_tally: bool = False, told: bool = False) -> str:
    """What the hex pointed at would mean: the sum, and why not unless that was `told` already."""
    why = "" if told or look.verdict else reasons_html(game, look.verdict.reasons)
    parts, tally = why + staying_html(game, look.proposal.staying), look.tally
    if hide_tally or tally is None or not (tally.lines or tally.parts):
        return parts
    return parts + tally_html(game, tally)


def turn_html(desk: Desk) -> str:
    """Whose decision it is, unless the prompt says so itself."""
    side = desk.side
    alone = desk.frozen or len(desk.game.scenario.sides) < 2
    if not side or alone or side in desk.prompt.split(":")[0]:
        return ""
    return f'<p class="sr-kicker">{escape(side)} to decide</p>'


def winning_html(game: str, aim: str, rule: str, more: str = "") -> str:
    """How a scenario is won, to be opened."""
    return (
        f'<details class="sr-key"><summary>How to win</summary><p>{escape(aim)} '
        f"{rule_chip(game, rule)}</p>{more}</details>"
    )


def standing_html(game: Game, now: Standing) -> str:
    """The turn, how it stands in one line, and how it is won, to be opened."""
    name, words = game.scenario.game, catalogue()
    aim = " ".join(words.say(one.key, one.params) for one in now.aims)
    more = "".join(tally_html(name, tally) for tally in now.sums) + _stars_html(game, now.worth)
    more += _measured_html(game.scenario)
    return (
        f'<p class="sr-kicker">Turn {game.state.turn} of {now.last}</p>'
        f"<p><strong>{say(now.said.key, now.said.params)}</strong></p>"
        f"{winning_html(name, aim, now.aims[0].rule, more)}"
    )


def _measured_html(scenario: Scenario) -> str:
    """What whole games between bots came to."""
    found = scenario.measured
    if found is None:
        return ""
    won = ", ".join(f"{side.name} {found.won.get(side.id, 0)}" for side in scenario.sides)
    told = {"games": found.games, "bots": found.bots, "won": won}
    return f'<p class="sr-muted">{escape(catalogue().say("desk.measured", told.items()))}</p>'


def _stars_html(game: Game, worth: Mapping[str, int]) -> str:
    """Who controls each hex that is worth points."""
    known = game.scenario.board.place_in
    names = {side.id: side.name for side in game.scenario.sides}
    control = game.query("control") if worth else {}
    rows = [
        f"<li>{escape(f'{known[hex].name} ({hex})' if hex in known else hex)}, {value}: "
        f"{escape(names.get(control.get(hex, ''), 'nobody'))}</li>"
        for hex, value in worth.items()
    ]
    return f"<p>Who controls the stars:</p><ul>{''.join(rows)}</ul>" if rows else ""


def info_html(game: str, key: str, rule: str, **params: object) -> str:
    """A notice beside the board, from words that may hold HTML, with its rule."""
    named = {name: escape(show(value)) for name, value in params.items()}
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
    told = catalogue().say("desk.curtain", {"who": desk.side}.items())
    return note("curtain", told) if desk.curtain else ""


def selection_html(desk: Desk) -> str:
    """Who is picked, or how to begin."""
    ending, hands, at = desk.game.ending, desk.hands, desk.pointer
    if ending is not None and ending.tally is not None:
        needed = ending.tally.result or ""
        return tally_html(
            desk.game.scenario.game, ending.tally, needed if needed.isdigit() else None
        )
    if at.unit is None:
        away = desk.idle or desk.curtain or at.target is not None
        count = 0 if away else len(hands.pickable())
        hint = hands.invitation(count) if count else ""
        return f'<p class="sr-muted">{hint}</p>' if hint else ""
    group = (at.unit, *at.mates)
    who = ", ".join(map(hands.unit_name, group))
    where = " and ".join(dict.fromkeys(hands.place_name(hands.where(unit)) for unit in group))
    text = "" if at.mates else f": {hands.unit_text(at.unit)}"
    return f'<p class="sr-picked"><strong>{escape(who)}</strong> in {escape(f"{where}{text}")}.</p>'


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
    return str(page("beside").bars(ranked[:12]))


def legend_html(legend: Mapping[str, str], shown: Collection[str]) -> str:
    """A line for every overlay that is switched on."""
    lines = "".join(f"<li>{escape(text)}</li>" for key, text in legend.items() if key in shown)
    return f'<ul class="sr-muted">{lines}</ul>' if lines else ""


def foreseen_html(desk: Desk, actions: Sequence[Action]) -> str:
    """Exact odds of what is planned, or of the only action there is, if chance has a say."""
    look, hands = desk.preview, desk.hands
    planned = look is not None and bool(look.verdict) and desk.pointer.target is not None
    if look is not None and planned:
        action = look.proposal.action
    elif len(actions) == 1 and not look:
        action = actions[0]
    else:
        return ""
    prospects = hands.foreseen(action)
    if len(prospects) < 2:
        return ""
    odds = odds_html(prospects)
    if not planned:
        return f"<details><summary>What may come of it</summary>{odds}</details>"
    whole = battle_html(hands.whole_battle(action))
    return f"<details open><summary>The odds, exactly</summary>{odds}{whole}</details>"


def battle_html(outlook: Mapping[str, Any]) -> str:
    """What a whole battle comes to: the hex given up, the steps it costs; empty without one."""
    if not outlook or not outlook.get("results"):
        return ""
    words = catalogue()
    rows = {words.say("outlook.vacated"): outlook["vacated"].get(True, Fraction(0))}
    for side in ("attacker", "defender"):
        for steps, odds in sorted(outlook[f"{side}_losses"].items()):
            if steps:
                rows[words.say(f"outlook.{side}", {"steps": steps}.items())] = odds
    bars = page("beside").bars(rows.items())
    whole, policy = say("outlook.whole", ()), say(f"outlook.{outlook['policy']}", ())
    return f'<p class="sr-muted">{whole}</p>{bars}<p class="sr-muted">{policy}</p>'


def _lesson_name(where: str) -> str:
    number, _, words = where.rpartition("/")[2].partition("-")
    return f"chapter {int(number)}: {words.replace('-', ' ')}" if number.isdigit() else number


class Html(str):
    """HTML that a template takes as it is."""

    def __html__(self) -> str:
        return str(self)


@cache
def page(name: str) -> Any:
    """The macros of one of our templates, each a piece of HTML; what they are given is escaped."""
    folder = package_file("tutor", "voila", "templates", "panels")

    def joined(file: str) -> str:
        return "".join(map(str.strip, (folder / file).read_text("utf-8").splitlines()))

    def safe(value: Any) -> Any:
        return value if hasattr(value, "__html__") else Html(escape(str(value)))

    pages = Environment(loader=FunctionLoader(joined), autoescape=True, finalize=safe)
    pages.globals |= {
        "games": GAMES,
        "hexes": lambda game, text: Html(hexes_linked(game, escape(text))),
        "link": visit.link,
        "lesson_name": _lesson_name,
        "words": lambda told: catalogue().say(told.key, getattr(told, "params", ())),
        "fix": lambda reason: catalogue().fix(reason.key, reason.params),
        "figure": lambda value: "" if value is None else show(value),
        "percent": percent,
        "chip": lambda game, rule: Html(rule_chip(game, rule)),
        "note": lambda kind, text: Html(note(kind, text)),
    }
    return pages.get_template(f"{name}.html").module
