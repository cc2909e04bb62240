"""The sums of a shot and its chances, of a march or a flight, beside the board."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.values import Action
from engine.verdict import Tally
from tutor import panels
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.shots import APART, CohShots
from tutor.games.conflict_of_heroes.words import GAME


class CohChances(CohShots):
    """What a plan comes to: firepower, defence, and what the dice must show."""

    def cap_left(self, action: Action) -> int:
        """The CAP that would be left for the dice once the shot is paid for."""
        have = int(self.state.cap.get(self.side, 0))
        return max(have - int(self.ask("paid", action=action)[1]), 0)

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """What a plan, or the dice about to be rolled, would come to."""
        if self.kind == "coh.aim":
            return self._aim_html()
        if not self.turn_owed():
            return ""
        planned = self.planned()
        if planned is not None:
            return self._planned_html(planned)
        return self._shots_html(target, members) if target is not None else self._idle_html()

    def _shot_html(self, target: str, power: Tally, shield: Tally, cap: int) -> str:
        """One target: name, both values, the sums to be opened, and a small table: no, one and two
        CAP, what the dice must show, and how likely that is."""
        counter, rows = self.state.counters.get(target), []
        hurt = counter is None or counter.hit is not None or counter.damaged
        for spent in range(self.limit("dice") + 1):
            least = int(shield.total) - int(power.total) - spent
            dice = "any roll" if least <= 2 else least if least <= 12 else "out of reach"
            needs = (least, least if hurt else least + self.limit("destroyed"))
            odds = [words.percent(words.at_least(need)) for need in needs]
            rows.append((dice, *(odds if spent <= cap else ("", ""))))
        sums = panels.tally_html(GAME, shield) + panels.tally_html(GAME, power)
        worst = "destroyed" if hurt else "two hits"
        shot = panels.page("firefight").shot
        return str(shot(self.unit_name(target), power, shield, worst, rows, panels.Html(sums)))

    def _shots_html(self, target: str, members: tuple[str, ...]) -> str:
        """A planned shot: its price, the sums against everybody, who cannot take part and why."""
        action = self.group_action(target, members)
        reasons, outsiders = self.game.explain(action).reasons, self._outsiders_html(target)
        price = escape(self.price(action))
        head = f'<p class="sr-kicker">Fire at {escape(target)}{price}</p>'
        head += panels.reasons_html(GAME, reasons)
        if any(reason.key != APART for reason in reasons):
            # chances would read as an offer; who stands between may join still
            return head + outsiders
        cap = self.cap_left(action)
        parts = [self._shot_html(*shot, cap) for shot in self.sums(action)]
        if len(parts) > 1:
            head += _muted("turn-by-turn")
        return head + "".join(parts or [_muted("nobody")]) + outsiders

    def _outsiders_html(self, target: str) -> str:
        """Friends near by who cannot take part in the shot, each with the rules against it."""
        rows = [
            (self.member_name(member), panels.Html(panels.reasons_html(GAME, reasons)))
            for member, reasons in self.company(target)
            if reasons
        ]
        return str(panels.page("firefight").outsiders(rows)) if rows else ""

    def _planned_html(self, action: Action) -> str:
        """A march or a flight as far as it is planned: what it costs, and what is against it."""
        tally = self.game.tally(action)
        reasons = panels.reasons_html(GAME, self.game.explain(action).reasons)
        return reasons + (panels.tally_html(GAME, tally) if tally is not None else "")

    def _idle_html(self) -> str:
        """Where the picked unit can do nothing in this way of paying: in which other it can."""
        unit = self.pointer.unit
        if unit is None:
            return ""
        if self.of_unit(unit) or self.tools():
            return "".join(self._notes(unit))
        others = self.other_ways(unit)
        return str(panels.page("firefight").idle(others)) if others else _muted("nothing")

    def _notes(self, unit: str) -> Iterator[str]:
        """What a click means that does not say so itself: sneaking, and buttons for friends."""
        sneaks = self.state.of(unit).hidden and not self.settings.openly
        if sneaks and any(self.order_of(action) == "move" for action in self.of_unit(unit)):
            yield _muted("sneaks")
        if self.helpers() and not self.pointer.mates:
            yield _muted("friends")

    def _aim_html(self) -> str:
        """The dice of an attack under way: every target that is left."""
        cap, parts = int(self.state.cap.get(self.side, 0)), []
        for action in (a for a in self.game.choices(kind="roll") if not a.get("cap")):
            tally = self.game.tally(action)
            if tally is None or len(tally.parts) != 2:
                parts.append(_muted("unknown"))
            else:
                parts.append(self._shot_html(action["target"], *tally.parts, cap))
        return "".join(parts)


def _muted(key: str) -> str:
    """A remark beside the board."""
    return f'<p class="sr-muted">{words.say(f"coh.say.{key}")}</p>'
