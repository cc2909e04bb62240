"""Beside the board of a firefight: tracks, cards in hand, a hex, a work and a unit in words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html import escape
from typing import Any

from engine.catalogue import GAMES
from engine.words import catalogue
from tutor import panels
from tutor.art.svg import svg
from tutor.art.views import MarkerView
from tutor.art.works import drawn_work
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.names import CohNames
from tutor.games.conflict_of_heroes.words import GAME, say

PIPS = 12
SIDE = 48.0
MINE_AT, MINE_ZOOM = 0.66, 3.0
"""How far from the middle of its hex a mine lies, and how much larger it is shown."""
TRAITS = {"turret": "turret", "open-top": "open top", "flak": "fires at planes"}
RULES = {"wire": "18.4", "mine": "18.5"}
"""The sections on works that nobody goes into; on all others there is one each in 18.2."""
LOOKS = {"mine": "8", "smoke": "+2"}
"""What stands on a picture of the key."""


class CohPanel(CohNames):
    """What stands beside the board."""

    # ---------------------------------------------------------------- a unit, a hex

    def unit_text(self, unit: str) -> str:
        """Figures and condition in words."""
        now, look = self.ask("figures", unit=unit), self.counter(unit, frozenset())
        piece, counter = self.rules.units[unit], self.state.of(unit)
        active = unit in self.state.active[piece.side]
        out = self.gun_out(unit)
        # a gun that is damaged for one of them (15.2)
        told = (f"no {c}: gun damaged" if c == out else f"{now[c]} {c}" for c in ("red", "blue"))
        signs = look.figures.signs if look.figures else ()
        found = [
            f"shot {now['fire']} AP, step {now['move']} AP",
            f"firepower {', '.join(told)}",
            f"range {now['range']}",
            f"defence {now['front']} front, {now['flank']} flank",
            *(TRAITS[sign] for sign in sorted(signs) if sign in TRAITS),
            *([f"{piece.impulses} impulses"] if piece.impulses else ()),
            "activated" if active else "spent" if counter.spent else "fresh",
        ]
        if counter.hit:
            found.append("hit" if counter.hit == "?" else f"hit: {counter.hit.replace('-', ' ')}")
        return "; ".join((*found, *(["hidden"] if counter.hidden else ())))

    def describe(self, hex: str) -> str:
        """The ground of a hex, what it is worth, and who is seen there."""
        board, ground, s = self.game.scenario.board, self.rules.ground, self.state
        row, level, place = ground.of(hex), ground.level(hex), board.place_in.get(hex)
        worth, smoke = self.rules.setup.hex_points.get(hex), s.smoke_in(hex)
        found = [
            place.name if place else "",
            board.terrain(hex).replace("-", " "),
            f"level {level}" if level > 0 else "in a gully" if level else "",
            f"defence +{row['dm']}" if row["dm"] else "",
            "blocks sight" if row["height"] else "",
            *(_work_name(work) for work in s.works_in(hex)),
            f"smoke +{smoke}" if smoke else "",
            f"worth {worth} a round" if worth else "",
        ]
        who = ", ".join(map(self.unit_name, s.position.at(hex)))
        return f"Hex {hex}: {', '.join(filter(None, found))}" + (f". {who}" if who else "")

    def about(self, hex: str) -> str:
        """Everything built, laid or hanging in a hex, and what it does."""
        rows, told = self.rules.charts["works"].rows, []
        for work in self.state.works_in(hex):
            figures = {key: rows[work.kind][key] for key in ("front", "rear", "rating")}
            text = say(
                f"coh.works.{work.kind}", foes=_against(work), strength=work.strength, **figures
            )
            kind = work.kind.replace("-", " ")
            rule = RULES.get(kind, f"18.2 {kind}")
            told.append((rule, _work_name(work).capitalize(), text))
        if much := self.state.smoke_in(hex):
            kind = "thick-smoke" if much > 1 else "smoke"
            told.append(("13.0", "Smoke", say(f"coh.works.{kind}", much=much)))
        return "".join(
            f'<div class="sr-line"><strong>{escape(name)}</strong> in {escape(hex)}: '
            f"{escape(text)} {panels.rule_chip(GAME, rule)}</div>"
            for rule, name, text in told
        )

    # ---------------------------------------------------------------- tracks and cards

    def tracks_html(self) -> str:
        """The tracks of both sides, and the cards of the one who looks."""
        s, setup, rows = self.state, self.rules.setup, []
        carded = bool(setup.deck or any(s.hands.values()))
        for side in self.game.scenario.sides:
            id = side.id
            turn = ' class="sr-now"' if self.mover == id else ""
            rows.append(
                f"<tr{turn}><th>{escape(side.name)}</th>{_pips(s.ap[id], 7 if s.active[id] else 0)}"
                f"{_pips(s.cap[id], max(setup.cap[id] - s.losses[id], 0))}"
                f"<td><strong>{s.points[id]}</strong></td><td>{s.losses[id]}</td>"
                + (f"<td>{len(s.hands.get(id, ()))}</td>" if carded else "")
                + "</tr>"
            )
        titles = ["AP", "CAP", "VP", "lost", *(["cards"] if carded else [])]
        head = "<td></td>" + "".join(f"<th>{title}</th>" for title in titles)
        return (
            f'<p class="sr-kicker">Round {s.round} of {setup.rounds}</p>'
            f'<table class="sr-track"><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>{self._winning()}{self._hidden_html()}"
            f"{self._hand_html()}"
        )

    def _winning(self) -> str:
        """What earns victory points, and when the firefight is over (2.3, 2.4)."""
        setup, names = self.rules.setup, {s.id: s.name for s in self.game.scenario.sides}
        held = ", ".join(f"{points} for {hex}" for hex, points in setup.hex_points.items())
        aim = [
            say("coh.winning.points", rounds=setup.rounds),
            *([say("coh.winning.hexes", hexes=held)] if held else ()),
            say("coh.winning.units"),
            *(say("coh.winning.exit", who=f"{names[side]} units") for side in setup.exits),
            *(
                say("coh.winning.task", name=names[side], hexes=" and ".join(hexes))
                for side, hexes in setup.tasks.items()
            ),
            *([say("coh.winning.secret")] if setup.aims else ()),
        ]
        return panels.winning_html(GAME, " ".join(aim), "2.4")

    def _hidden_html(self) -> str:
        """How many units the other side keeps hidden: their counters lie beside the map (10.1)."""
        counters = self.state.counters.items()
        count = sum(1 for unit, c in counters if c.hidden and self.hostile(unit))
        if not count or self.viewer is None:
            return ""
        return f'<p class="sr-muted">Hidden somewhere: {count} of the other side.</p>'

    def _hand_html(self) -> str:
        """The cards in hand and what each does; of a hand face down nothing."""
        cards = self.state.hands.get(self.side, ()) if self.viewer != "" else ()
        known = [card for card in cards if card != "?"]
        if not known:
            return ""
        rows, book, items = self.rules.charts["cards"].rows, GAMES[GAME].rulebook.rules, []
        for card, count in Counter(known).items():
            times, price = f" ×{count}" if count > 1 else "", int(rows[card]["cap"])
            pays = f" <em>{price} CAP.</em>" if price else ""
            rule = book.get(self.ask("card_rule", card=card))
            items.append(
                f"<li><strong>{escape(words.card_title(card))}{times}</strong>: "
                f"{escape(rule.summary if rule else '')}{pays}</li>"
            )
        title = f"Your {'card' if len(known) == 1 else f'{len(known)} cards'}"
        inner = f"<summary>{title}</summary><ul>{''.join(items)}</ul>"
        return f'<details class="sr-hand" open>{inner}</details>'

    def key_html(self) -> str:
        """How to read a counter and the map, and what a turn can be."""
        return "".join(map(_key_html, ("turn", "counter", "map")))


def _work_name(work: Any) -> str:
    """A work in a list."""
    name = work.kind.replace("-", " ")
    return f"{name} against {_against(work)}" if work.kind == "mine" else name


def _against(work: Any) -> str:
    """Whom a mine is meant for."""
    return say(f"coh.against.{work.colour or 'black'}")


def _pips(have: int, full: int) -> str:
    """A track as a row of dots: what is left, and what is gone."""
    full = max(have, full)
    dots = f'<span class="sr-pips" aria-hidden="true">{"●" * have}{"○" * (full - have)}</span>'
    return f"<td><strong>{have}</strong> {dots if full <= PIPS else ''}</td>"


@cache
def _key_html(about: str) -> str:
    """One of them: its title, and a line for each thing; on the map with a picture of it."""
    before = f"coh.key.{about}."
    found = {key.removeprefix(before): key for key in catalogue().entries if key.startswith(before)}
    title, lines = say(found.pop("title")), []
    for name, key in found.items():
        text = re.sub(r"\*(.+?)\*", r"<strong>\1</strong>", escape(say(key), quote=False))
        lines.append(f"<li>{_picture(name)} {text}</li>" if about == "map" else f"<li>{text}</li>")
    inner = f"<summary>{title}</summary><ul>{''.join(lines)}</ul>"
    return f'<details class="sr-key">{inner}</details>'


def _picture(name: str) -> str:
    """What lies on the map, as it is drawn there; a work with a front looks north."""
    kind, _, colour = ("gun-pit", "", "") if name == "gun-pit" else name.partition("-")
    facing = 0 if kind in ("gun-pit", "bunker") else None
    marker, half = MarkerView("", kind, LOOKS.get(kind, ""), colour or "marker", facing), SIDE / 2
    # of the two mines in a hex one, so large that its number can be read
    x, size = half * (1 + MINE_AT * MINE_ZOOM), half * MINE_ZOOM
    place = (x, half, size) if kind == "mine" else (half, half, half * 0.98)
    picture = svg(SIDE, SIDE, [("works", drawn_work(marker, *place))], kind)
    return picture.replace("<svg ", '<svg class="sr-pic" ')
