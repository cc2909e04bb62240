"""What buttons say in a firefight: actions in words, with prices and chances."""

from __future__ import annotations

from typing import Any

from engine.values import Action
from engine.verdict import Tally
from engine.words import catalogue
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.turn import CohTurn
from tutor.games.conflict_of_heroes.words import say

UNPRICED = ("activate", "stall", "roll", "fire")
"""What says itself what it takes, or takes nothing yet; a shot opens its plan first."""
UNTOLD = ("fire", "rally")
"""What tells its chances after a colon."""


class CohNames(CohTurn):
    """Actions in words, with prices and chances."""

    # ---------------------------------------------------------------- prices and chances
    def price(self, action: Action) -> str:
        """What an action costs and the CAP on its dice, in brackets; nothing where it is free."""
        dice, told = words.spent_on_dice(action), []
        if "pay" in action and self.game.tally(action) is not None:
            told.append(self._coins(action))
        if dice:
            told.append(f"{dice} CAP on the dice")
        return f" ({' and '.join(told)})" if told else ""

    def _coins(self, action: Action) -> str:
        """AP, and the CAP that make up for those that are missing (3.1, 3.21, 3.22)."""
        if action["pay"] == "opportunity":
            return "free, then spent"
        ap, cap = self.ask("paid", action=action)
        said = " and ".join(f"{n} {coin}" for n, coin in ((ap, "AP"), (cap, "CAP")) if n)
        late = said and action["pay"] == "ap" and not self.state.ap[self.side]
        return f"{said}, as no AP are left" if late else said or "free"

    def sums(self, action: Action) -> list[tuple[str, Tally, Tally]]:
        """Every target that can be seen, with the firepower against it and its defence value."""
        found: list[tuple[str, Tally, Tally]] = self.ask("shots", action=action)
        return found

    def best_chance(self, action: Action) -> str:
        """The best chance against anybody in the hex, without CAP."""
        needs = [int(shield.total) - int(power.total) for _, power, shield in self.sums(action)]
        return f": {words.percent(words.at_least(min(needs)))}" if needs else ""

    def _rally_chance(self, action: Action) -> str:
        """What the dice must show, and how likely that is (7.5)."""
        cap, told = int(action.get("cap") or 0), []
        for number, unit in enumerate(self.doers(action)):
            if self.state.of(unit).hit in (None, "?"):
                return ""
            # the CAP help the first roll only (9.13)
            need = int(self.ask("rally", unit=unit).total) - (0 if number else cap)
            told.append(f"{need} or more, {words.percent(words.at_least(need))}")
        return f": {'; '.join(told)}"

    # ---------------------------------------------------------------- actions
    def action_name(self, action: Action) -> str:
        """An action as its button says it, chances on the dice and price included."""
        priced = "pay" in action and self.order_of(action) not in UNPRICED
        name = self._roll_name(action) if action.kind == "roll" else super().action_name(action)
        return name + self.price(action) if priced else name

    def called(self, name: str, value: Any) -> Any:
        """Spotters and targets are units too; a card has a title."""
        if name in ("spotter", "target"):
            return self.unit_name(value)
        return words.card_title(value) if name == "card" else super().called(name, value)

    def named(self, action: Action) -> dict[str, Any]:
        """Who, where, how, and what is said of some kinds of action only."""
        args, path = dict(action.args), action.get("path", ())
        lead, *others = [*map(self.unit_name, self.doers(action))] or [""]
        ways = args.get("paths") or args.get("to") or (" - ".join(path) or args.get("hex", "-"),)
        dice, steps = words.spent_on_dice(action), args.get("steps", ())
        who = " and ".join((lead, *others))
        found = super().named(action) | {
            "unit": lead,
            "who": who,
            "mates": f", together with {' and '.join(others)}" if others else "",
            "together": " together" if others else "",
            "arrow": words.ARROWS.get(args.get("facing", ""), ""),
            "laid": args.get("mine") or args.get("colour") or "black",
            "ways": " and ".join(ways),
            "goals": " and ".join(dict.fromkeys(way.split()[-1] for way in ways)),
            "by": f" by {' and '.join(path[:-1])}" if path[1:] else "",
            "careful": " cautiously" if args.get("careful") else "",
            "height": f" at {words.metres(args['altitude'])}" if args.get("altitude") else "",
            "flight": words.flight(steps),
            "then": f", then {words.flight(steps)}" if steps else "",
            "paid": ", paid for" if args.get("paid") else "",
            "aim": words.AIMS.get(args.get("aim", ""), ""),
            "dice": f" with {dice} CAP" if dice else "",
        }
        match action.kind:
            case "fire":
                found["chance"] = self.best_chance(action)
            case "rally":
                found["chance"] = self._rally_chance(action)
            case "activate":
                found["pool"] = self._pool(action)
            case "load" | "unload":
                found["pairs"] = self.pairs(action)
                found["vehicles"] = "vehicle acts" if not others else "vehicles act"
            case "play":
                found |= self._played(action, who)
        return found

    def _pool(self, action: Action) -> str:
        """The AP that an activation gives, by dice or not (3.0, 3.01, 8.3 experience)."""
        veteran = self.rules.units[action["unit"]].has("experienced")
        more = self.limit("veteran") if veteran else 0
        if not self.rules.on("random-ap"):
            return f"{self.limit('pool') + more} AP"
        cap = f", {action['cap']} CAP on the dice" if action.get("cap") else ""
        return f"two dice of AP{f' and {more}' if more else ''}{cap}"

    def pairs(self, action: Action) -> str:
        """Who takes up, or lets off, whom (17.0)."""
        cargos = action.get("cargos") or (action.get("cargo", ""),)
        return " and ".join(
            say(f"coh.pair.{action.kind}", unit=self.unit_name(unit), cargo=self.unit_name(cargo))
            for unit, cargo in zip(self.doers(action), cargos, strict=False)
        )

    def _played(self, action: Action, who: str) -> dict[str, str]:
        """A card: on whom, where, and what it is to do."""
        if "side" in action:
            who = f"the {self.game.scenario.side(action['side']).name} side"
        rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
        at = f" at {action['hex']}" if "hex" in action else ""
        dice = words.spent_on_dice(action)
        return {
            "nth": "first" if action.get("die") == 1 else "second",
            "inner": self.action_name(Action(action["order"], **rest)) if "order" in action else "",
            "buried": ", hidden" if action.get("hidden") else "",
            "on": f" on {who}" if who else "",
            "at": f" by {' and '.join(action['path'])}" if "path" in action else at,
            "dice": f" with {dice} CAP on the dice" if dice else "",
            "coin": ", for AP" if action.get("pay") == "ap" else "",
        }

    def _roll_name(self, action: Action) -> str:
        """CAP and the chance they give; the target where there are several."""
        cap, kind = int(action.get("cap") or 0), self.kind.removeprefix("coh.")
        many = len({a.get("target") for a in self.game.choices()}) > 1
        unit = self.unit_name(action["target"]) if "target" in action else ""
        had, own = cap or self.state.cap.get(self.side), f"coh.rolls.{kind}"
        key = (
            own if own in catalogue() and (had or unit) else f"coh.rolls.{'cap' if had else 'none'}"
        )
        at = f" at {unit}" if many and unit else ""
        text, tally = say(key, unit=unit, at=at, cap=cap, less=-cap), self.game.tally(action)
        if tally is None:
            return text
        chance = words.at_least(int(tally.total), dice=1 if kind == "detect" else 2)
        return f"{text}: {words.percent(chance)}{' that it hits' if kind == 'mine' else ''}"

    def told_name(self, action: Action) -> str:
        """An action told to be judged: who, what, how paid; no chances that give it away."""
        kind, who = self.order_of(action), self.unit_name(str(self.actor(action)))
        if "path" in action:
            name = f"{who}: {' - '.join(action['path'])}"
        else:
            name = self.action_name(action).removesuffix(self.price(action))
            name = name.partition(":")[0] if kind in UNTOLD else name
            name = name if not self.actor(action) or who in name else f"{who}: {name}"
        if action.kind == "fire":
            others = [m for m in self.members_of(action)[1:] if not m.startswith("aim:")]
            name += "".join(f", with {self.member_name(m)}" for m in others)
        played = words.card_title(action["card"]) if action.kind == "play" else ""
        by = dict(self.pays).get(action.get("pay", ""), played).removeprefix("Pay ")
        return f"{name} ({by})" if by and by not in name else name
