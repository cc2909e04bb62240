"""Chapter 3: the Wehrmacht card phase - three cards, each settled before the next; German counters
enter a path, and those before them advance on the House; resupply."""

from __future__ import annotations

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.pavlovs_house.board.house import (
    OF_SOVIETS,
    House,
    State,
    Throw,
    UpTo,
    against,
    succeeds,
)
from engine.pavlovs_house.board.pieces import STOCK, SUPPLY
from engine.pavlovs_house.variants import draw_top, effect, effect_lines, open_tactics
from engine.pavlovs_house.wehrmacht.fire import (
    AIMING,
    GUNS,
    HUNGER,
    Assault,
    Wound,
    aim,
    defeat,
    raid,
    shelling,
)
from engine.values import Action, replace, text, whole
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces

FIRE = "3.0 placement suppressing fire"
MINES = "3.0 placement mines"
TOLD = {
    "attack": ("pav.deed.removed", "pav.deed.missed"),
    "mine": ("pav.mine.removes", "pav.mine.fails"),
}
"""How a success and a failure are told, by the name of the dice."""
CARDS = 3
"""Cards opened in a phase (3.0)."""
FED = 5
"""Soviet counters that one provision token feeds (3.0 resupply)."""


def german_defence(g: House, s: State, unit: str) -> int:
    """A German counter's defence, with what a tactics card adds (7.2)."""
    german = g.kit.germans[unit]
    kind = "infantry-defence" if german.infantry else "armour-defence"
    return german.defence + effect(g, s, kind)


@enforces("3.0 placement")
def place_german(g: House, s: State, kind: str, course: Course) -> State:
    """A counter of the kind from the stock, on a path (3.0 placement, 3.0 placement path)."""
    unit = next((one for one in g.kit.germans_of[kind] if s.place(one) == STOCK), None)
    if unit is None:
        name = g.kit.chart("germans").value(kind, "name")
        course.tell("0.0 token limit", "pav.stock.empty", token=name)
        return s
    path = str(course.chance.roll("path"))
    about = {"unit": g.unit_name(unit), "path": path, "colour": g.kit.paths[path].colour}
    course.tell("3.0 placement path", "pav.place.path", units=(unit,), **about)
    return s.push(Entry(unit, path))


class Repel(Deed[House, State, "Entry"]):
    """Tokens against a counter that enters (3.0 placement suppressing fire)."""

    kind, rule = "repel", FIRE

    def slots(self) -> Slots[House, State, Entry]:
        return {"count": lambda g, s, p, given: range(p.ready(g, s) + 1)}

    def reasons(self, g: House, s: State, p: Entry, action: Action) -> Reasons:
        count, have = whole(action, "count", wrong=-1), p.ready(g, s)
        if not 0 <= count <= have:
            colour = g.kit.paths[p.path].colour
            yield Reason.of(FIRE, "pav.repel.tokens", have=have, colour=colour)

    def tally(self, g: House, s: State, p: Entry, action: Action) -> Throw:
        lines = [Line.of(FIRE, "pav.dice.token", whole(action, "count", wrong=-1))]
        return against("pav.dice.total", lines, german_defence(g, s, p.unit))

    def apply(self, g: House, s: State, p: Entry, action: Action, course: Course) -> State:
        """The tokens go to the stock; a success keeps the counter off the board."""
        fire, colour = self.tally(g, s, p, action), g.kit.paths[p.path].colour
        s = s.pop().shifted("suppression", colour, STOCK, fire.dice)
        about = {"units": (p.unit,), "unit": g.unit_name(p.unit)}
        keys = ("pav.repel.held", "pav.repel.failed")
        if fire.dice and succeeds(fire, "repel", FIRE, keys, course, **about):
            return s
        return advance(g, s, p.unit, p.path, course)

    def units(self, g: House, s: State, p: Entry, action: Action) -> tuple[str, ...]:
        return (p.unit,)

    def hexes(self, g: House, s: State, p: Entry, action: Action) -> tuple[str, ...]:
        return g.kit.paths[p.path].spaces[:1]


class Entry(Phase):
    """Infantry may be kept off with tokens of the path's colour (3.0 placement kinds)."""

    unit: str
    path: str
    can = (Repel(),)

    @enforces("3.0 placement kinds")
    def ready(self, g: House, s: State) -> int:
        """The tokens that can be spent on it."""
        infantry = g.kit.germans[self.unit].infantry
        return s.count("suppression", g.kit.paths[self.path].colour) if infantry else 0

    def decision(self, g: House, s: State) -> Decision | None:
        left, need = self.ready(g, s), german_defence(g, s, self.unit)
        if not left:
            return None
        about = {"unit": g.unit_name(self.unit), "path": self.path, "left": left, "need": need}
        return Decision.of(g.seats["wehrmacht"], "pav.repel", FIRE, **about)

    def proceed(self, g: House, s: State, course: Course) -> State:
        return advance(g, s.pop(), self.unit, self.path, course)


def advance(g: House, s: State, unit: str, path: str, course: Course) -> State:
    """The newcomer enters and pushes on what stands before it (3.0 placement advance)."""
    column = [unit]
    for space in g.kit.paths[path].spaces:
        there = s.position.at(space)
        if not there:
            break
        column.append(there[0])
    spaces = g.kit.paths[path].spaces
    if len(column) > len(spaces):
        course.tell("3.0 placement advance", "pav.place.through", units=(column[-1],), path=path)
        return defeat(s, "3.0 placement breakthrough", "pav.lost.breakthrough", course)
    for mover, space in reversed(list(zip(column, spaces, strict=False))):
        s = s.at(mover, space, OF_SOVIETS)
        about = {"units": (mover,), "unit": g.unit_name(mover), "space": space}
        course.tell("3.0 placement advance", "pav.place.enters", hexes=(space,), **about)
        if s.count("sapper", space):
            s = s.shifted("sapper", space, STOCK)
            s = fire_at(g, s, mover, "mine", mine_tally(g, s, mover), MINES, course)
    return s


def mine_tally(g: House, s: State, unit: str) -> Throw:
    """Three dice of a mine against the counter's defence (3.0 placement mines)."""
    lines = [Line.of(MINES, "pav.dice.mine", g.kit.dice("mine")), *effect_lines(g, s, "mines")]
    return against("pav.dice.total", lines, german_defence(g, s, unit))


def fire_at(
    g: House, s: State, unit: str, name: str, fire: Throw, rule: str, course: Course
) -> State:
    """Dice against a German counter; one success sends it to the stock."""
    space = s.place(unit)
    about = {"units": (unit,), "hexes": (space,), "unit": g.unit_name(unit)}
    hit = succeeds(fire, name, rule, TOLD[name], course, **about)
    return s.at(unit, STOCK, OF_SOVIETS) if hit else s


def begin_wehrmacht(g: House, s: State, course: Course) -> State:
    """The phase begins; the tactics cards of a harder game open first (7.2.1 play, 7.4)."""
    course.tell("3.0", "pav.wehrmacht.begins", turn=s.turn)
    return open_tactics(g, s, course).instead(WehrmachtCards(CARDS))


class WehrmachtCards(Phase):
    """Cards are opened one by one (3.0)."""

    left: int

    @enforces("7.4")
    def proceed(self, g: House, s: State, course: Course) -> State:
        if not self.left:
            return s.pop()
        onward = (*s.agenda[:-1], WehrmachtCards(self.left - 1))
        if g.on("competitive"):
            top, s = s.plan[:1], replace(s, plan=s.plan[1:], agenda=onward)
        else:
            top, parts = draw_top(s.wehrmacht, "wehrmacht", course)
            s = replace(s, wehrmacht=parts, agenda=onward)
        return settle(g, s, top[0], course) if top else s.pop()


def settle(g: House, s: State, card: str, course: Course) -> State:
    """What a card does, by its kind (3.0, 3.0 special cards)."""
    kind = g.kit.wehrmacht_kind(card)
    course.tell("3.0", "pav.wehrmacht.card", card=kind)
    if kind == "resupply":
        return resupply(g, s, card, course)
    if card == g.kit.milk_house:
        return open_storm(g, s, card, course)
    s = replace(s, played=(*s.played, card))
    if kind in AIMING:
        return aim(g, s, kind, course)
    if kind in GUNS:
        return shelling(g, s, kind, course)
    if kind == "ju87":
        return raid(g, s, g.kit.chart("wehrmacht").value(card, "planes"))
    if kind == "assault":
        return s.push(Assault.whole())
    return place_german(g, s, kind, course)


# ------------------------------------------------------------ resupply


def eaten(g: House, s: State) -> int:
    """The provision tokens that a check takes: one for five men or part of five (3.0 resupply)."""
    return min(s.count("provision", SUPPLY), -(-len(g.men(s)) // FED))


def hunger(g: House, s: State) -> Tally:
    """How many Soviet counters the provisions of the House leave unfed (3.0 resupply)."""
    count, used = len(g.men(s)), eaten(g, s)
    lines = (
        Line.of("3.0 resupply", "pav.hunger.men", count),
        Line.of("3.0 resupply", "pav.hunger.fed", -min(count, used * FED), tokens=used),
    )
    return Tally.adding("pav.hunger.total", lines, str(used))


def resupply(g: House, s: State, card: str, course: Course) -> State:
    """The check, and the card turned over into the storm group area (3.0 resupply)."""
    unfed, used = int(hunger(g, s).total), eaten(g, s)
    s = s.shifted("provision", SUPPLY, STOCK, used)
    course.tell("3.0 resupply", "pav.hunger.check", men=len(g.men(s)), used=used, unfed=unfed)
    s = s.push(TurnOver(card))
    return s.push(Hungry(unfed)) if unfed else s


class TurnOver(Phase):
    """The resupply card becomes the storm group card (3.0 resupply turned over)."""

    card: str

    def proceed(self, g: House, s: State, course: Course) -> State:
        return open_storm(g, s.pop(), self.card, course)


def open_storm(g: House, s: State, card: str, course: Course) -> State:
    """A new storm group card; the one that lies there is out of the game (3.0 storm group card)."""
    group, last = g.kit.storm_groups[card], card == g.kit.milk_house
    gone = (s.storm,) if s.storm else ()
    rule = "3.0 milk house" if last else "3.0 resupply turned over"
    course.tell(rule, "pav.storm.opened", card=group.name, colour=group.colour)
    if gone:
        old = g.kit.storm_groups[gone[0]].name
        course.tell("3.0 storm group card", "pav.storm.removed", card=old)
    played = s.milk_house_played or last
    return replace(s, storm=card, gone=(*s.gone, *gone), milk_house_played=played)


class GoHungry(Deed[House, State, "Hungry"]):
    """A Soviet counter goes without; a medic bag may keep him (5.0 what a bag undoes)."""

    kind, rule = "lose", HUNGER

    def slots(self) -> Slots[House, State, Hungry]:
        return {"unit": lambda g, s, p, given: p.fed(g, s)}

    def reasons(self, g: House, s: State, p: Hungry, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in p.fed(g, s):
            key = "pav.hungry.named" if unit in p.named else "pav.unit.not-here"
            yield g.against(unit, HUNGER, key)

    def apply(self, g: House, s: State, p: Hungry, action: Action, course: Course) -> State:
        unit = action["unit"]
        return s.instead(Wound(unit, HUNGER), Hungry(p.left - 1, (*p.named, unit)))


class Hungry(UpTo):
    """The player says which Soviet counters go without (3.0 resupply)."""

    named: tuple[str, ...] = ()
    role, asks, rule = "wehrmacht", "pav.hungry", HUNGER
    can = (GoHungry(),)

    def fed(self, g: House, s: State) -> list[str]:
        """Who has not been named yet."""
        return [unit for unit in g.men(s) if unit not in self.named]

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(self.fed(g, s))
