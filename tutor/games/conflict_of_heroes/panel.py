"""Beside the board of a firefight: tracks, cards in hand, a hex, a work and a unit in words."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from engine.catalogue import GAMES
from tutor.art.svg import svg
from tutor.art.views import MarkerView
from tutor.art.works import drawn_work
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.names import CohNames
from tutor.games.conflict_of_heroes.words import GAME, say
from tutor.panels import Html, page

SIDE = 48.0
MINE_AT, MINE_ZOOM = 0.66, 3.0
"""How far from the middle of its hex a mine lies, and how much larger it is shown."""
TRAITS = {"turret": "turret", "open-top": "open top", "flak": "fires at planes"}
RULES = {"wire": "18.4", "mine": "18.5"}
"""The sections on works that nobody goes into; on all others there is one each in 18.2."""


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
        return str(page("firefight").about(GAME, hex, told))

    def tracks_html(self) -> str:
        """The tracks of both sides, how to win, and the cards of the one who looks."""
        s, setup, html = self.state, self.rules.setup, page("firefight")
        sides = self.game.scenario.sides
        names = {side.id: side.name for side in sides}
        # counters of the other side that are hidden lie beside the map (10.1)
        hiding = [u for u, c in s.counters.items() if c.hidden and self.hostile(u)]
        parts = [
            html.tracks(s, setup, sides, self.mover),
            html.winning(GAME, setup, names),
            html.hidden(len(hiding)) if hiding and self.viewer is not None else "",
        ]
        # of a hand face down nothing is told
        held = s.hands.get(self.side, ()) if self.viewer != "" else ()
        known = Counter(card for card in held if card != "?")
        if known:
            cards = [self._card(*each) for each in known.items()]
            parts.append(html.hand(cards, known.total()))
        return "".join(map(str, parts))

    def _card(self, card: str, count: int) -> tuple[str, int, str, int]:
        """A card in the hand: its title, how many, what it does by the rulebook, what it costs."""
        rule = GAMES[GAME].rulebook.rules.get(self.ask("card_rule", card=card))
        price = int(self.rules.charts["cards"].rows[card]["cap"])
        return words.card_title(card), count, rule.summary if rule else "", price

    def key_html(self) -> str:
        """How to read a counter and the map, and what a turn can be."""
        return _key_html()


def _work_name(work: Any) -> str:
    """A work in a list."""
    name = work.kind.replace("-", " ")
    return f"{name} against {_against(work)}" if work.kind == "mine" else name


def _against(work: Any) -> str:
    """Whom a mine is meant for."""
    return say(f"coh.against.{work.colour or 'black'}")


@cache
def _key_html() -> str:
    return str(page("firefight").key(_picture))


def _picture(kind: str, text: str = "", palette: str = "marker", facing: int | None = None) -> Html:
    """What lies on the map, as it is drawn there."""
    marker, half = MarkerView("", kind, text, palette, facing), SIDE / 2
    # of the two mines in a hex one, so large that its number can be read
    x, size = half * (1 + MINE_AT * MINE_ZOOM), half * MINE_ZOOM
    place = (x, half, size) if kind == "mine" else (half, half, half * 0.98)
    picture = svg(SIDE, SIDE, [("works", drawn_work(marker, *place))], kind)
    return Html(picture.replace("<svg ", '<svg class="sr-pic" '))
