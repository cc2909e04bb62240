"""The greedy bot's yardstick: how much a side likes an action. Cheap, and no rule of the game."""

from __future__ import annotations

from collections.abc import Callable

from engine.pavlovs_house.board.house import House, State, hit_chance, sum_chance
from engine.pavlovs_house.board.pieces import (
    ANTI_TANK,
    CARGO,
    COLOURS,
    MACHINE_GUN,
    MORTAR,
    ORDER,
    SPOTTING,
    STAGING,
    STORM,
    SUPPLY,
)
from engine.pavlovs_house.soviet.commands import EXTRA, Sortie, sortie_tally
from engine.pavlovs_house.soviet.supplies import free_boats, laden
from engine.pavlovs_house.wehrmacht.cards import Entry, german_defence
from engine.pavlovs_house.wehrmacht.fire import AntiAircraft, plane_defence
from engine.values import Action, text, texts, whole

SURE = 0.8
"""The chance of success at which a storm group sets out."""
CROWD = 16
"""Soviet counters beyond which feeding them gets hard."""
REPAIRS = {"18": 9.0, "4": 7.0, "3": 3.0}


def appeal(g: House, s: State, action: Action, side: str) -> float:
    """How much a side likes an action; 0 for doing nothing."""
    if action.kind == "play":
        return _CARDS[action["act"]](g, s, text(action, "place"))
    found = _ACTIONS.get(action.kind)
    return found(g, s, action) if found else 0.0


def worth(g: House, unit: str) -> float:
    """What a Soviet counter is worth to the House."""
    man = g.kit.men[unit]
    return (
        1 + man.attack + 0.8 * man.suppression + 1.5 * (ORDER in man.marks) + len(man.marks) * 0.4
    )


def pressure(g: House, s: State, colour: str) -> float:
    """How near the Germans of a colour have come."""
    spaces = (s.place(unit) for unit in g.germans(s, colour))
    steps = (g.kit.spaces[space].spaces.index(space) + 1.0 for space in spaces)
    return s.position.once(("pressure", colour), sum, steps)


def _waiting(s: State) -> int:
    return sum(s.count(kind, STAGING) for kind in CARGO)


def _ready(g: House, s: State, place: str) -> float:
    """Guns are worth most while somebody can spot for them."""
    spotter = any(SPOTTING in g.kit.men[unit].marks for unit in g.men(s))
    return 5.0 if spotter and g.kit.holds(place) == "artillery" else 2.8


def sent_out(g: House, s: State, sure: float) -> int | None:
    """How many fit counters make a sortie so sure, those with more dice first; None for never."""
    if s.storm is None:
        return None
    need, dice = g.kit.storm_groups[s.storm].defence, 0
    extra = (STORM in g.kit.men[unit].marks for unit in g.men(s) if s.fresh(unit))
    for count, more in enumerate(sorted(extra, reverse=True), start=1):
        dice += 1 + EXTRA * more
        if sum_chance(dice, need) >= sure:
            return count
    return None


def _sortie(g: House, s: State, place: str) -> float:
    """Worth it with enough fit counters to be fairly sure, and a garrison left behind."""
    count = sent_out(g, s, SURE)
    return 9.0 if count is not None and len(g.men(s)) - count >= 8 else 0.0


_CARDS: dict[str, Callable[[House, State, str], float]] = {
    "repair": lambda g, s, place: REPAIRS.get(place, 2.5),
    "stock": lambda g, s, place: 6.0 - 2 * _waiting(s),
    "load": lambda g, s, place: 2.2 * min(3, _waiting(s), len(free_boats(g, s))),
    "deliver": lambda g, s, place: 2.6 * len(laden(g, s)),
    "reinforce": lambda g, s, place: max(0.5, 8.0 - 0.5 * len(g.men(s))),
    "fortify": lambda g, s, place: 2.0 + 1.5 * (6 - s.defence[place]) if place in COLOURS else 3.0,
    "mine": lambda g, s, place: 4.0 + 0.4 * pressure(g, s, g.kit.spaces[place].colour),
    "sortie": _sortie,
    "support": lambda g, s, place: 4.0,
    "decide": lambda g, s, place: 0.5,
    "wire": lambda g, s, place: 2.4,
    "ready": _ready,
}


def _need(g: House, s: State, action: Action) -> float:
    """Which supplies the House lacks most; a kind that is on its way counts as half there."""
    kind = text(action, "token")
    boats = sum(s.count(kind, boat) for boat in g.kit.locations_of("flotilla"))
    under_way = s.count(kind, STAGING) * (action.kind == "take") + boats
    have = s.count(kind, SUPPLY) + under_way
    if kind == "ammunition":
        have = s.count("suppression", SUPPLY) // 5 + under_way
    weight = {"ammunition": 3.0, "provision": 3.4, "medic": 2.6, "sapper": 3.0}[kind]
    if kind == "provision" and have < -(-len(g.men(s)) // 5):
        weight += 2.0
    return weight - 0.7 * have


def _bring(g: House, s: State, action: Action) -> float:
    unit = action["unit"]
    if unit in g.kit.weapons:
        mark = g.kit.weapons[unit].mark
        crew = sum(mark in g.kit.men[man].marks for man in g.men(s))
        served = any(w.mark == mark and g.inside(s, w.id) for w in g.kit.weapons.values())
        return 4.0 if crew >= 1 and not served else -1.0
    if len(g.men(s)) >= CROWD:
        return -1.0
    marks = g.kit.men[unit].marks
    wanted = 0.7 * min(4, _armour(g, s)) * (ANTI_TANK in marks) + 1.5 * (SPOTTING in marks)
    return (worth(g, unit) + wanted) / max(1, g.kit.costs[unit])


def _sally(g: House, unit: str) -> float:
    """How glad we are to send a counter out: extra dice for a cheap man."""
    return 4.0 * (STORM in g.kit.men[unit].marks) - 0.4 * worth(g, unit)


def _storm(g: House, s: State, action: Action) -> float:
    top = s.top
    if not isinstance(top, Sortie) or s.storm is None:
        return 0.0
    return 20.0 if sortie_tally(g, s.storm, top.members).chance >= SURE else 0.0


def _call_off(g: House, s: State, action: Action) -> float:
    """Better not to begin a sortie that cannot succeed."""
    return 10.0 if isinstance(s.top, Sortie) and sent_out(g, s, SURE) is None else 0.0


def _flak(g: House, s: State, action: Action) -> float:
    top = s.top
    planes = top.planes if isinstance(top, AntiAircraft) else 2
    used = len(texts(action, "places"))
    away = 2 * used * float(hit_chance(1, plane_defence(g, s)))
    return min(float(planes), away) * 1.4 - 0.5 * used


def _repel(g: House, s: State, action: Action) -> float:
    top, count = s.top, whole(action, "count", wrong=-1)
    if not isinstance(top, Entry):
        return 0.0
    crowd = sum(bool(s.position.at(space)) for space in g.kit.paths[top.path].spaces)
    chance = float(hit_chance(count, german_defence(g, s, top.unit)))
    return chance * (2.5 + 1.5 * crowd) - 0.5 * count


def _post(g: House, s: State, unit: str, place: str) -> float:
    """What a counter is worth in a place."""
    if place not in g.kit.spots:
        return 0.0
    man = g.kit.men[unit]
    value = 0.0
    for colour in g.kit.colours_of(place):
        crowd = sum(holder != unit for holder in g.defenders(s, colour))
        enemies = sum(g.kit.germans[u].infantry for u in g.germans(s, colour))
        value += man.attack * min(2, enemies) * 0.5 + man.suppression * 0.4
        value += 0.15 * pressure(g, s, colour) + max(0.0, 1.2 - 0.3 * crowd)
    return 1.0 + value * (0.6 if len(g.kit.colours_of(place)) > 1 else 1.0) + (ORDER in man.marks)


def _armour(g: House, s: State, colours: tuple[str, ...] = COLOURS) -> int:
    """How much German armour stands on the paths of some colours."""
    return sum(not g.kit.germans[u].infantry for c in colours for u in g.germans(s, c))


def _crew(g: House, s: State, unit: str, place: str, weapon: str) -> float:
    """What a counter adds to a weapon, alone with it or beside a mate."""
    if place not in g.kit.spots:
        return 0.0
    value = 0.0
    for mark in (ANTI_TANK, MACHINE_GUN, MORTAR):
        if mark not in g.kit.men[unit].marks:
            continue
        here = [*g.weapons(s, place), *([weapon] if weapon else [])]
        if any(g.kit.weapons[w].mark == mark for w in here):
            mates = [m for m in g.holders(s, place) if m != unit and mark in g.kit.men[m].marks]
            targets = _armour(g, s, g.kit.colours_of(place)) if mark == ANTI_TANK else 1
            value += (1.0 + 2.0 * len(mates)) * min(3, 1 + targets)
    return value


def _move(g: House, s: State, action: Action) -> float:
    unit, to = action["unit"], action["to"]
    here, weapon = s.place(unit), text(action, "weapon")
    gain = _post(g, s, unit, to) + _crew(g, s, unit, to, weapon)
    gain -= _post(g, s, unit, here) + _crew(g, s, unit, here, "") + 0.4
    return gain - 1.5 if text(action, "displace") else gain


def _fire(g: House, s: State, target: str, dice: int) -> float:
    space = s.place(target)
    nearness = g.kit.spaces[space].spaces.index(space)
    return float(hit_chance(dice, german_defence(g, s, target))) * (4.0 + nearness)


def _lay(g: House, s: State, action: Action) -> float:
    """Tokens where few are ready and infantry may come."""
    value = 0.0
    for colour in COLOURS:
        count = whole(action, colour, wrong=-1)
        paths = sum(path.colour == colour for path in g.kit.paths.values())
        value += count * max(0.1, 0.7 * paths - 0.2 * s.count("suppression", colour))
    return value


def _weapon(g: House, s: State, action: Action) -> float:
    target = text(action, "target")
    if target:
        return 1.6 * _fire(g, s, target, g.kit.weapons[action["weapon"]].attack)
    return _lay(g, s, action) - 1.5


def _recover(g: House, s: State, action: Action) -> float:
    unit = action["unit"]
    seen = len(g.in_sight(s, unit)) if s.place(unit) in g.kit.spots else 0
    value = 0.6 + 0.3 * worth(g, unit) * (0.5 + min(1, seen))
    return value + (0.8 if action["how"] == "damage" else 0.0)


def _order(g: House, s: State, action: Action) -> float:
    tired = [
        u
        for u in g.men(s)
        if not s.fresh(u) and ORDER not in g.kit.men[u].marks and not s.count("action", u)
    ]
    return 1.5 * min(3, len(tired))


_CARD_WORTH = {"assault": 0.6, "ju87": 3.0, "sniper": 2.4, "mortar": 2.2, "sfh18": 2.6}


def _lay_card(g: House, s: State, action: Action) -> float:
    """The German player: an assault once many stand on the square, else whatever bites."""
    card = action["card"]
    if card in g.kit.chart("tactics").rows:
        return 0.0
    kind = g.kit.wehrmacht_kind(card)
    worth_of = _CARD_WORTH.get(kind, 2.5 if kind in g.kit.chart("germans").rows else 2.0)
    return worth_of * (len(g.germans(s)) if kind == "assault" else 1)


_ACTIONS: dict[str, Callable[[House, State, Action], float]] = {
    "take": _need,
    "load": _need,
    "deliver": lambda g, s, action: 5.0,
    "bring": _bring,
    "join": lambda g, s, action: 5.0 + _sally(g, action["unit"]) * 0.5,
    "storm": _storm,
    "end": _call_off,
    "flak": _flak,
    "repel": _repel,
    "bag": lambda g, s, action: 10.0,
    "lose": lambda g, s, action: -worth(g, action["unit"]),
    "move": _move,
    "yield": lambda g, s, action: _post(g, s, action["unit"], action["to"]),
    "attack": lambda g, s, a: _fire(g, s, a["target"], g.kit.men[a["unit"]].attack),
    "suppress": _lay,
    "order": _order,
    "call": lambda g, s, action: 3.0 if len(g.men(s)) < CROWD else -1.0,
    "spot": lambda g, s, action: sum(_fire(g, s, unit, 3) for unit in action["targets"]),
    "anti-tank": _weapon,
    "machine-gun": _weapon,
    "mortar": _weapon,
    "recover": _recover,
    "lay": _lay_card,
}
