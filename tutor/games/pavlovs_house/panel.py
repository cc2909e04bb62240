"""Beside the board of Pavlov's House: what a place does and may hold, the odds, how it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from engine.game import Prospect
from engine.values import Action
from tutor import panels
from tutor.games.pavlovs_house.words import COLOURS, GAME, STOCK, Words, word

LAST = "18"
"""A hit on its damage is passed on to nobody (6.0 immediate loss)."""


def _told(group: str, **params: object) -> list[str]:
    """What is said of a kind of place, each line with its rule."""
    return panels.ruled_html(GAME, f"pav.about.{group}", **params)


def _times(counts: Mapping[str, int]) -> str:
    """Names, with how many of those that are there more than once."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


class Panel(Words):
    """What stands beside the board."""

    # -- a place pointed at -----------------------------------------------------------------------

    def about(self, hex: str) -> str:
        """What a place is and does, and what a pile may still hold, with the rules."""
        lines = [f"<strong>{escape(self.describe(hex))}</strong>", *self._lines(hex)]
        return f'<div class="sr-p sr-small">{"<br>".join(lines)}</div>'

    def _lines(self, place: str) -> Iterable[str]:
        if place in self.kit.locations:
            return self._location(place)
        if place in self.kit.spots or place in self.kit.spaces:
            return self._in_sight(place)
        if card := self.card_at(place):
            return [self._half(command) for command in self.kit.soviet_halves(card)]
        match place:
            case "soviet-deck":
                return self._to_draw()
            case "wehrmacht-deck":
                return self._to_come()
            case "storm":
                return self._storm()
            case "plans":
                return self._plans()
            case "stock":
                return _told(place, tokens=_joined(self.tokens(STOCK)))
        return _told("track" if place in COLOURS else place)

    def _location(self, place: str) -> Iterator[str]:
        """Whose it is, what cards do for it, what it does, and how likely a bomb finds it."""
        unit = self.kit.chart("locations").value(place, "unit")
        yield "42nd Guards Regiment" if unit == "battalion" else self._half(unit)
        yield from _told(unit)
        least, more = (self.ask("sum_chance", dice=3, need=int(place) + more) for more in (0, 1))
        yield from _told("aimed", chance=panels.percent(least - more))
        if not self.state.damaged(place):
            yield from _told("whole")
        elif unit != "battalion" and place != LAST:
            yield from _told("damaged")

    def _in_sight(self, place: str) -> Iterator[str]:
        """Who sees whom, and what those who stand there can do."""
        seen = [u for p in self.sights(place) for u in self.state.position.at(p)]
        names = ", ".join(self.unit_name(u) for u in seen if u not in self.kit.weapons)
        yield from _told("seen", names=names or "nobody")
        for unit in self.state.position.at(place):
            yield escape(self.unit_text(unit))

    def sights(self, hex: str) -> tuple[str, ...]:
        """The places that see a position or a space: a colour in common (1.3)."""
        mine = set(self.kit.colours_of(hex))
        others = self.kit.spaces if hex in self.kit.spots else self.kit.spots
        return tuple(place for place in others if mine & set(self.kit.colours_of(place)))

    def _half(self, command: str) -> str:
        """What the half of a card can do."""
        acts = [
            f"{escape(word(f'act.{act}'))} {panels.rule_chip(GAME, rule)}"
            for act, rule in self.ask("acts", command=command).items()
        ]
        return f"{escape(word(f'short.{command}'))}: {', '.join(acts)}"

    def _to_draw(self) -> Iterable[str]:
        """What the Soviet deck still holds, since the discards lie open (2.1)."""
        deck = self.state.deck
        halves = Counter(half for card in deck for half in self.kit.soviet_halves(card))
        every = self.kit.chart("soviet").rows
        printed = dict.fromkeys(half for card in every for half in self.kit.soviet_halves(card))
        told = ", ".join(f"{word(f'short.{c}')} {halves[c]}" for c in printed if halves[c])
        return _told("to-draw", halves=told, fog=sum(card in self.kit.fog_cards for card in deck))

    def _to_come(self) -> Iterator[str]:
        """What the Wehrmacht decks still hold: they come in their order, each of them shuffled."""
        found = self.game.query("decks")
        for deck, counts in found["by_deck"].items():
            cards = _times({word(f"card.{kind}"): count for kind, count in counts.items()})
            yield escape(word("pav.panel.deck", deck=deck, cards=cards))
        yield from _told("checks", checks=found["wehrmacht"].get("resupply", 0))

    def _storm(self) -> Iterable[str]:
        """The storm groups that nobody has seen yet; three of the six are never played."""
        rows = self.kit.chart("storm").rows
        cards = (rows[card] for card in self.game.query("decks")["storm"])
        told = (word("pav.panel.storm", **row) for row in cards)
        return _told("storm", unseen=_joined(told))

    def _plans(self) -> Iterator[str]:
        """The variant decks, as far as their cards have not been seen (7.1, 7.2)."""
        found = self.game.query("decks")
        if found["tactics"]:
            left, count = _times(found["tactics"]), found["tactics_count"]
            yield from _told("tactics", left=left, count=count)
        if self.rules.on("operational-support"):
            yield from _told("support", cards=_joined(found["support"]))

    # -- odds -------------------------------------------------------------------------------------

    def foreseen(self, action: Action) -> Sequence[Prospect]:
        """Nothing here is enumerated: cards and long rows of dice have too many branches."""
        return ()

    def odds_note(self, action: Action) -> str:
        """The exact chance that the dice succeed, or that each of its targets is hit."""
        found = self.game.query("forecast", action=action.to_json())
        if found["parts"]:
            names = map(self.unit_name, action.get("targets", ()))
            told = [
                f"{n}: {panels.percent(c)}" for n, c in zip(names, found["parts"], strict=False)
            ]
            said = word("pav.panel.chances", chances="; ".join(told))
        elif found["chance"] is None:
            return ""
        else:
            said = word("pav.panel.chance", chance=panels.percent(found["chance"]))
        return f'<p class="sr-odds-line">{escape(said)}</p>'

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The odds of what is owed now: a storm group, a bag, guns."""
        s = self.state
        if self.kind == "pav.sortie" and s.storm:
            going = list(getattr(s.top, "members", ()))
            params = {
                "names": ", ".join(map(self.unit_name, going)) or "nobody yet",
                "need": self.kit.storm_groups[s.storm].defence,
                "chance": panels.percent(self.game.query("storm_chance", units=going)),
            }
            return panels.info_html(GAME, "pav.panel.sortie", "3.0 storm group", **params)
        if self.kind == "pav.wound" and (others := self.game.query("wounds")[1:]):
            names = ", ".join(map(self.unit_name, others))
            return panels.info_html(GAME, "pav.panel.wound", "5.0", names=names)
        if self.kind == "pav.flak":
            need = self.game.query("plane_defence")
            hit = panels.percent(Fraction(7 - min(7, need), 6))
            rule = "3.0 bombing anti-aircraft"
            return panels.info_html(GAME, "pav.panel.flak", rule, need=need, hit=hit)
        return ""

    # -- how it stands ----------------------------------------------------------------------------

    def tracks_html(self) -> str:
        """The turn, the score if it ended now, who is fed; how it is won."""
        if not self.state.agenda:
            return ""
        score, hungry = self.game.query("score"), int(self.game.query("hunger").total)
        unfed = "1 man unfed" if hungry == 1 else f"{hungry} men unfed"
        figures, last = self.ask("scoring"), self.rules.last_turn
        params = {
            **figures,
            "german": -figures["german"],
            "last": f"turn {last}" if last else "the last Wehrmacht card",
        }
        return (
            f'<div class="sr-p sr-muted sr-small">Turn {self.state.turn}. '
            f"Score now {int(score.total)} {panels.rule_chip(GAME, '6.0 scoring')}; at a check "
            f"{unfed if hungry else 'all men fed'} {panels.rule_chip(GAME, '3.0 resupply')}.</p>"
            + panels.winning_html(GAME, word("pav.panel.aim", **params), "6.0 result")
        )

    def key_html(self) -> str:
        """How to read the counters."""
        return word("pav.panel.key")
