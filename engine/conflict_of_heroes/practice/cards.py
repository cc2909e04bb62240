"""What cards do: on whom one may be played, whose turn it is then, what a die brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.chance import Chance, Scripted
from engine.conflict_of_heroes.actions.orders import Turn
from engine.conflict_of_heroes.cards.play import CARDS
from engine.conflict_of_heroes.counters.state import Setting, State, Work
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.sight import watches
from engine.conflict_of_heroes.ground.steps import covers
from engine.conflict_of_heroes.hand.cards import WEAPONS
from engine.conflict_of_heroes.hidden import NEAR
from engine.conflict_of_heroes.practice.markers import marked, markers_for, unhurt
from engine.conflict_of_heroes.practice.numbers import (
    Numbered,
    Worked,
    carded,
    explained,
    looked_at,
    need,
    position,
    shown,
    spoken,
    title,
)
from engine.errors import Problem
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen, only
from engine.practice.kinds.mark import Mark
from engine.practice.kinds.turn import named as name_of
from engine.practice.question import NotGood, Option, Question, Text, good, shuffled
from engine.values import Action, replace
from engine.verdict import Cited, Course, Decision, Verdict

ON_UNITS = (
    *("auto-rally", "rally-attempt", "mark-as-spent", "hasty-defense", "bogged-down"),
    *("good-leadership", "forced-march", "sixth-sense", "iron-will", "hidden-action", "overrun"),
    *("lay-land-mine", "defuse-land-mine", "move-2-hexes"),
)
"""Cards that are played on a unit, and need nothing else but a hex or a way."""
DEFUSE = "defuse-land-mine"
HERE = ("lay-land-mine", DEFUSE)
HURT = ("auto-rally", "rally-attempt", "good-leadership", "iron-will", "move-2-hexes")
"""Cards that ask who has been hit."""
TURN = "coh.turn"
"""What is decided in a turn."""
MANY = 10


def holding(g: Setting, s: State, card: str) -> State:
    """The position with a card in the hand of who decides, and AP or CAP enough to play it."""
    owed = g.decision(s)
    need(owed is not None and owed.kind == TURN, "it is not somebody's turn")
    assert owed is not None
    side = owed.side
    return replace(s, hands={**s.hands, side: (*s.hands[side], card)})


def playing(s: State, card: str, unit: str, hex: str = "") -> Action:
    """A card played on a unit, for a hex or for its own."""
    where = {"hex": hex or s.position.place(unit)} if card in HERE else {}
    return Action("play", card=card, unit=unit, **where)


def verdict_of(g: Setting, s: State, args: Args, unit: str) -> Verdict:
    """What stands against a card on a unit; of a run what stands against the best way."""
    card = args["card"]
    action = playing(s, card, unit, args.get("mine", ""))
    if card != "move-2-hexes":
        return g.explain(s, action)
    top = s.top
    assert isinstance(top, Turn), "it is somebody's turn"
    ways = [
        action.filled(way) for way in CARDS[card].ways(g, s, top, action) if isinstance(way, dict)
    ]
    verdicts = [g.explain(s, way) for way in ways]
    return min(verdicts, key=lambda verdict: len(verdict.rules), default=g.explain(s, action))


class CardOn(Mark):
    """On which units may a card be played now?"""

    name = "card-on"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        owed = g.decision(s)
        if owed is None or owed.kind != TURN or g.setup.section < 2:
            return
        units = sorted({*shown(g, s), *g.on_map(s, owed.side)})
        for card in random.sample(ON_UNITS, 5):
            args: dict[str, object] = {"card": card}
            if card == DEFUSE and units:
                seat = s.position.place(random.choice(units))
                args["mine"] = random.choice([seat, *g.board.neighbours(seat)])
            args["units"] = sorted(random.sample(units, min(len(units), MANY)))
            if card in HURT:
                own = [u for u in unhurt(g, s, random) if g.units[u].side == owed.side]
                if not own:
                    continue
                args["hurt"] = hurt = random.choice(own)
                args["hit"] = random.choice(markers_for(g, hurt))
                args["units"] = sorted({hurt, *random.sample(units, min(len(units), MANY - 1))})
            yield args

    def _then(self, game: Game, args: Args) -> tuple[Setting, State]:
        g, s = position(game)
        s = holding(g, s, args["card"])
        if "mine" in args:
            mine = Work("mine", args["mine"], colour="black", strength=8)
            s = replace(s, works=(*s.works, mine))
        return g, marked(g, s, args["hurt"], args["hit"]) if "hurt" in args else s

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = self._then(game, args)
        need(all(g.here(s, u) for u in args["units"]), "somebody is gone")
        return frozenset(u for u in args["units"] if verdict_of(g, s, args, u))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = self._then(game, args)
        card, right = args["card"], self.answer(game, args)
        owed = g.decision(s)
        assert owed is not None, "somebody decides"
        own = frozenset(u for u in args["units"] if g.units[u].side == owed.side)
        # a card is played on somebody of one's own: more one does not know without its words
        off = {CARDS[card].rule: own}
        for unit in sorted(frozenset(args["units"]) - right):
            rule = only(verdict_of(g, s, args, unit))
            if rule and rule not in (CARDS[card].rule, "2.2"):
                off[rule] = off.get(rule, right) | {unit}
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["units"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = position(game)
        owed = g.decision(s)
        said = {"hex": args["mine"]} if "mine" in args else {}
        said |= {"card": carded(args["card"]), "side": owed.side if owed else ""}
        if "hurt" in args:
            said |= {"unit": title(g, args["hurt"]), "hit": spoken(args["hit"])}
        return said

    def pose(self, game: Game, args: Args) -> Question:
        g, s = self._then(game, args)
        judged = {u: verdict_of(g, s, args, u).reasons for u in args["units"]}
        posed = explained(super().pose(game, args), dict(judged))
        more = "-hurt" if "hurt" in args else "-mine" if "mine" in args else ""
        key = f"practice.card-on{more}"
        return replace(posed, about=replace(posed.about, key=key))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """As it is listed for the player who holds the card."""
        g, s = self._then(game, args)
        mine = args.get("mine", "")
        listed = {
            action["unit"]
            for action in g.choices(s, None, None, "play")
            if action["card"] == args["card"]
            and "unit" in action
            and action.get("hex") == playing(s, args["card"], action["unit"], mine).get("hex")
        }
        if posed.right != listed & set(args["units"]):
            yield f"listed are {', '.join(sorted(listed))}"


def undiced(g: Setting, s: State, action: Action, *answers: int) -> State:
    """The state after an action in which no dice fall but those that are told."""
    try:
        after: State = g.apply(s, action, Course(Chance(Scripted(answers))))
    except Problem:
        raise NotGood("other dice fall") from None
    return after


FREE = ("firepower", "double-action", "sixth-sense", "iron-will", "hidden-action", "overrun")
NO_DICE = (
    *("mark-as-spent", "hasty-defense", "bogged-down", "auto-rally", "good-leadership"),
    *("lay-land-mine", "defuse-land-mine", "forced-march", "reveal-hidden"),
    *FREE,
)


class CardTurn(Kind):
    """A card is played: who decides next?"""

    name = "card-turn"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        owed = g.decision(s)
        if owed is None or owed.kind != TURN or g.setup.section < 2:
            return
        for card in random.sample(NO_DICE, 8):
            then = holding(g, s, card)
            everybody = sorted({*shown(g, s), *g.on_map(s, owed.side)})
            units = everybody if CARDS[card].named else [""]
            for unit in random.sample(units, len(units)):
                action = playing(s, card, unit) if unit else Action("play", card=card)
                if g.explain(then, action):
                    yield {"action": action.to_json()}
                    break

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        action = Action.from_json(args["action"])
        card = action["card"]
        s = holding(g, s, card)
        need(g.explain(s, action), "it is forbidden")
        owed = g.decision(s)
        then = g.decision(undiced(g, s, action))
        if then is None or owed is None or then.kind != TURN:
            raise NotGood("nobody has a turn")
        told = {name_of(side, TURN): replace(owed, side=side) for side in g.sides}
        right = name_of(then.side, TURN)
        other = name_of(g.after(owed.side) if then.side == owed.side else owed.side, TURN)
        rule = CARDS[card].rule if card in FREE else "8.0"
        said = Cited.of(
            rule,
            "practice.card-turn-on" if "unit" in action else "practice.card-turn",
            side=owed.side,
            card=carded(card),
            **({"unit": title(g, action["unit"])} if "unit" in action else {}),
        )
        options = shuffled([Option(name, who) for name, who in told.items()], str(args))
        off = {rule: frozenset((other,))}
        if card in FREE:
            off["8.0"] = off[rule]
        decision: Decision = told.get(right, then)
        posed = Question(self.name, said, options, frozenset((right,)), off, because=(decision,))
        return good(posed)


class CardDie(Numbered):
    """What does the die of a card bring?"""

    name = "card-die"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        owed = g.decision(s)
        if owed is not None and owed.kind == TURN and g.setup.section >= 2:
            for card in ("bonus-ap", "bonus-cap", "sniper"):
                yield {"card": card, "die": random.randint(1, 6)}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        card, die = args["card"], args["die"]
        then = holding(g, s, card)
        action = Action("play", card=card)
        need(g.explain(then, action), "it is forbidden")
        owed = g.decision(s)
        assert owed is not None, "somebody decides"
        after = undiced(g, then, action, die - 1)
        side = g.enemies(owed.side)[0] if card == "sniper" else owed.side
        counted = "ap" if card == "bonus-ap" else "cap"
        was, now = getattr(s, counted)[side], getattr(after, counted)[side]
        off = {CARDS[card].rule: was}
        if card == "sniper":
            # as many as the die shows
            off[CARDS[card].rule] = max(was - die, 0)
        named: dict[str, str | int] = {"card": carded(card), "die": die, "side": side, "was": was}
        named |= {"player": g.scenario.side(owed.side).name}
        return Worked(now, off, (), f"-{counted}", named)


class Looking(Mark):
    """Where would the card Reveal Hidden find somebody?"""

    name = "card-looks"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE]
        for unit in random.sample(units, min(len(units), 3)):
            seat = s.position.place(unit)
            near = [h for h in g.board.hexes if 1 <= g.board.distance(seat, h) <= NEAR + 1]
            yield {"unit": unit, "hexes": sorted(random.sample(near, min(len(near), 8)))}

    def _seen(self, game: Game, args: Args) -> dict[str, tuple[bool, bool]]:
        """Of each hex: whether it is near enough, and whether it is in sight."""
        g, s = position(game)
        unit = args["unit"]
        need(g.here(s, unit) and g.setup.section >= 2, "it is gone")
        seat = s.position.place(unit)
        return {
            h: (g.board.distance(seat, h) <= NEAR, watches(g, s, unit, h)) for h in args["hexes"]
        }

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(h for h, found in self._seen(game, args).items() if all(found))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        seen, right = self._seen(game, args), self.answer(game, args)
        return {
            # only who would be found as it is: in the open (10.0 detection)
            "8.1 reveal hidden": frozenset(h for h in right if not covers(g, s, h)),
            "6.0": frozenset(h for h, (near, _) in seen.items() if near),
        }

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = position(game)
        return {"unit": title(g, args["unit"]), "hex": s.position.place(args["unit"])}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = position(game)
        return (s.position.place(args["unit"]),)


class Weapons(Kind):
    """Which weapon cards can a unit use against a hex?"""

    name = "weapons"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        owed = g.decision(s)
        if owed is None or owed.kind != TURN:
            return
        own = [u for u in g.on_map(s, owed.side) if g.units[u].foot]
        foes = [u for u in g.foes(s, owed.side) if not s.of(u).hidden]
        for _ in range(6 if own and foes else 0):
            hex = s.position.place(random.choice(foes))
            seat = random.choice([hex, *g.board.neighbours(hex)])
            yield {"unit": random.choice(own), "seat": seat, "hex": hex}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        unit, seat, hex = args["unit"], args["seat"], args["hex"]
        need(g.here(s, unit), "it is gone")
        there = s.at(unit, seat).changed(unit, inside=False, dug=False, hidden=False)
        if seat != hex:
            ahead = g.board.direction(seat, hex)
            assert ahead is not None, "it is beside it"
            there = there.facing(unit, ahead)
        right, refused = set(), {}
        for card, rule in WEAPONS.items():
            then = holding(g, there, card)
            verdict = g.explain(then, Action("play", card=card, unit=unit, hex=hex))
            if verdict:
                right.add(card)
            elif only(verdict) == rule:
                refused[card] = verdict
        answer = frozenset(right)
        off = {WEAPONS[card]: answer | {card} for card in refused}
        options = tuple(
            Option(card, Text(f"practice.weapon.{card}"), refused[card].reasons)
            if card in refused
            else Option(card, Text(f"practice.weapon.{card}"))
            for card in sorted({*right, *refused})
        )
        named = {"unit": title(g, unit), "seat": seat, "hex": hex}
        said = Cited.of(next(iter(off), ""), "practice.weapons", **named)
        lit = tuple(dict.fromkeys((seat, hex)))
        return good(Question(self.name, said, options, answer, off, all=True, lit=lit))
