"""Chapter 0: what a scenario says, and the first position of a game."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from engine.errors import closest
from engine.files import Table
from engine.game import Course
from engine.pavlovs_house.board.house import House, Run, State
from engine.pavlovs_house.board.pieces import COLOURS, RESERVE, START, STOCK, SUPPLY, Kit
from engine.pavlovs_house.counters.phase import may_share
from engine.pavlovs_house.turn import AFTER_WEHRMACHT, begin_turn, phases
from engine.pavlovs_house.variants import build_support, build_tactics
from engine.position import Position
from engine.rulebook import enforces
from engine.values import replace

DEFENCE = 6
"""Where the defence markers start (0.0 setup defence markers)."""
FOG_IN_DECK = 3
RESUPPLY_BEFORE = (2, 3, 4)
"""The decks that a resupply card is laid on (0.0 setup wehrmacht deck)."""


@dataclass(frozen=True)
class Start:
    """A position to begin in; an empty one is the set-up of chapter 0."""

    phase: str | None
    turn: int
    last_turn: int
    exhausted: frozenset[str]
    tokens: Mapping[tuple[str, str], int]
    defence: Mapping[str, int]
    hand: tuple[str, ...]
    soviet: tuple[str, ...] | None
    wehrmacht: tuple[str, ...] | None
    storm: str | None
    won: tuple[str, ...]
    support: tuple[str, ...]
    tactics: tuple[str, ...]
    open_tactics: tuple[str, ...]

    @enforces("0.0 setup defence markers")
    def first_state(self, g: House, where: Mapping[str, str], course: Course) -> State:
        """Everything laid out (0.0 setup); decks that the scenario leaves open are shuffled."""
        tokens = {(kind, STOCK): total for kind, total in g.kit.totals.items()}
        s = State(
            agenda=(),
            turn=self.turn,
            position=Position(self._places(g, where)),
            tokens={key: count for key, count in tokens.items() if count},
            defence={colour: self.defence.get(colour, DEFENCE) for colour in COLOURS},
            exhausted=self.exhausted,
            hand=self.hand,
            storm=self.storm,
            won=self.won,
            support=self.support,
            tactics=tuple((card,) for card in self.tactics),
            open_tactics=self.open_tactics,
            tactics_turn=self.turn if self.phase in AFTER_WEHRMACHT else 0,
        )
        for (kind, place), count in self._laid(g).items():
            s = s.shifted(kind, STOCK, place, count)
        s = self._soviet_deck(g, s, course)
        s = self._wehrmacht_deck(g, s, course)
        s = build_support(g, build_tactics(g, s, course), course)
        if self.phase is None:
            return s.push(Run(begin_turn))
        return s.push(*phases(g, self.phase))

    @enforces("0.0 setup soviet counters")
    def _places(self, g: House, where: Mapping[str, str]) -> dict[str, str]:
        """Listed counters, else the first four in the reserve (0.0 setup soviet counters)."""
        places = dict.fromkeys(g.units, STOCK)
        places.update(where)
        if not any(unit in g.kit.men for unit in where):
            for unit, man in g.kit.men.items():
                if START in man.marks:
                    places[unit] = RESERVE
        return places

    @enforces("0.0 starting supply")
    def _laid(self, g: House) -> dict[tuple[str, str], int]:
        """The supply area at the start, unless the scenario says (0.0 starting supply)."""
        laid = dict(self.tokens)
        if not any(place == SUPPLY for _, place in laid):
            for kind, row in g.kit.chart("tokens").rows.items():
                if row["start"]:
                    laid[kind, SUPPLY] = row["start"]
        return laid

    @enforces("0.0 setup soviet deck")
    def _soviet_deck(self, g: House, s: State, course: Course) -> State:
        """Three fog of war cards in the deck, four in the stock (0.0 setup soviet deck)."""
        cards = tuple(g.kit.chart("soviet").rows)
        spoken = {*self.hand, *(self.soviet or ())}
        fog = [card for card in g.kit.fog_cards if card not in spoken]
        if self.soviet is not None:
            rest = tuple(c for c in cards if c not in spoken and c not in fog)
            return replace(s, deck=self.soviet, discard=rest, fog=tuple(fog))
        stay = FOG_IN_DECK - sum(card in g.kit.fog_cards for card in self.hand)
        deck = [card for card in cards if card not in spoken and card not in fog]
        return replace(s, deck=(*deck, *fog[: max(0, stay)]), fog=tuple(fog[max(0, stay) :]))

    @enforces("0.0 setup wehrmacht deck", "7.4 setup")
    def _wehrmacht_deck(self, g: House, s: State, course: Course) -> State:
        """Five decks, resupply cards on three of them (0.0 setup wehrmacht deck, 7.4 setup)."""
        rows = g.kit.chart("wehrmacht").rows
        every = {*rows, *g.kit.resupply_cards}
        if self.wehrmacht is not None:
            parts = tuple((card,) for card in self.wehrmacht)
            here = {*self.wehrmacht, *self.won, *([self.storm] if self.storm else [])}
            gone = tuple(sorted(every - here))
            return replace(s, wehrmacht=parts, gone=(*s.gone, *gone))
        odd = () if g.on("competitive") else tuple(c for c in rows if rows[c]["competitive"])
        resupply = [card for card in g.kit.resupply_cards if card not in (self.storm, *self.won)]
        built: list[tuple[str, ...]] = []
        for deck in range(1, 6):
            if deck in RESUPPLY_BEFORE and resupply:
                card = course.chance.draw("resupply", resupply)
                resupply.remove(card)
                built.append((card,))
            built.append(tuple(c for c in rows if rows[c]["deck"] == deck and c not in odd))
        unseen = (*s.unseen, *resupply)
        return replace(s, wehrmacht=tuple(built), gone=(*s.gone, *odd), unseen=unseen)


def read_start(top: Table, kit: Kit, exhausted: set[str], damaged: set[str]) -> Start:
    """Read and check the keys that only this game has."""
    start, cards = top.table("start"), top.table("cards")
    phase = start.get("phase", str, "")
    turn = start.get("turn", int, 1)
    last = start.get("last", int, 0)
    if turn < 1 or (last and last < turn):
        raise start.problem(f"turns {turn} to {last} make no game", "turn", "Count from 1.")
    start.finish()
    tokens = _read_tokens(top.table("tokens"), kit)
    for unit in damaged:
        tokens["damage", unit] = 1
    _count(top, kit, tokens)
    storm, groups = cards.get("storm", str, ""), kit.storm_cards
    wehrmacht = (*kit.chart("wehrmacht").rows, *kit.resupply_cards)
    soviet = tuple(kit.chart("soviet").rows)
    tactics, support = tuple(kit.chart("tactics").rows), tuple(kit.chart("support").rows)
    found = Start(
        phase=phase or None,
        turn=turn,
        last_turn=last,
        exhausted=frozenset(exhausted),
        tokens=tokens,
        defence=_read_defence(top.table("defence")),
        hand=_cards(cards, "hand", soviet),
        soviet=_cards(cards, "soviet", soviet) if "soviet" in cards else None,
        wehrmacht=_cards(cards, "wehrmacht", wehrmacht) if "wehrmacht" in cards else None,
        storm=groups[storm] if storm else None,
        won=tuple(groups.get(c, c) for c in _cards(cards, "won", (*groups, *support))),
        support=_cards(cards, "support", support),
        tactics=_cards(cards, "tactics", tactics),
        open_tactics=_cards(cards, "open-tactics", tactics),
    )
    cards.finish()
    for key, kind in (("example", dict), ("step", list)):
        top.get(key, kind, kind())
    top.finish()
    return found


def check_places(top: Table, kit: Kit, where: Mapping[str, str], marked: Set[str]) -> None:
    """Soviets in the House, Germans one to a space (1.2, 3.0 placement advance, 4.0 weapons)."""
    here: dict[str, list[str]] = {}
    for unit, place in where.items():
        inside, outside = (RESERVE, *kit.spots), (*kit.spaces,)
        if place in (inside if unit in kit.germans else outside):
            raise top.problem(f"'{unit}' cannot stand in {place}", "side", "Move it.")
        if unit in marked and place not in inside:
            raise top.problem(f"'{unit}' is not in the House", "side", "Leave its marks off.")
        here.setdefault(place, []).append(unit)
    for space in kit.spaces:
        if len(here.get(space, ())) > 1:
            both = "' and '".join(here[space][:2])
            raise top.problem(f"'{both}' stand in {space}", "side", "One counter to a space.")
    for spot in kit.spots:
        men = [unit for unit in here.get(spot, ()) if unit in kit.men]
        arms = [unit for unit in here.get(spot, ()) if unit in kit.weapons]
        if arms and not men:
            raise top.problem(f"'{arms[0]}' is alone in {spot}", "side", "Put it in the reserve.")
        if len(men) > 2 or (len(men) == 2 and not may_share(kit, men[0], men[1], arms)):
            both = "' and '".join(men)
            remedy = "One man to a position, or two with a weapon that both serve."
            raise top.problem(f"'{both}' cannot share {spot}", "side", remedy)


def _cards(table: Table, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """A list of cards, each once."""
    names = table.texts(key)
    for i, name in enumerate(names):
        if name not in known:
            raise table.problem(f"there is no card '{name}'", f"{key}[{i}]", closest(name, known))
        if name in names[:i]:
            raise table.problem(f"card '{name}' is listed twice", f"{key}[{i}]", "List it once.")
    return tuple(names)


def _read_tokens(table: Table, kit: Kit) -> dict[tuple[str, str], int]:
    """Tokens by place: `[tokens] supply = { medic = 2 }`."""
    found = {}
    for place in table.data:
        here = table.table(place)
        for kind in here.data:
            count = here.need(kind, int)
            if count < 0:
                raise here.problem(f"{count} tokens lie nowhere", kind, "Write 0 or more.")
            if count > kit.most(kind, place):
                what = f"{count} tokens of kind '{kind}' cannot lie in {place}"
                raise here.problem(what, kind, f"At most {kit.most(kind, place)} can.")
            found[kind, place] = count
        if (
            place in (*kit.locations, *kit.sapper_spaces)
            and sum(found.get((kind, place), 0) for kind in kit.totals) > 1
        ):
            raise table.problem(f"{place} holds two tokens", place, "One token to a location.")
    return found


def _count(top: Table, kit: Kit, tokens: Mapping[tuple[str, str], int]) -> None:
    """No more tokens than the box holds (0.0 token limit)."""
    for kind, total in kit.totals.items():
        laid = sum(count for (other, _), count in tokens.items() if other == kind)
        if laid > total:
            raise top.problem(
                f"{laid} tokens of kind '{kind}' are laid out",
                "tokens",
                f"The box holds {total}.",
            )


def _read_defence(table: Table) -> dict[str, int]:
    """Where the defence markers stand: `[defence] red = 5`."""
    found = {}
    for colour in table.data:
        value = table.need(colour, int)
        if not 3 <= value <= DEFENCE:
            raise table.problem(f"{value} is not on the track", colour, "Write 3 to 6.")
        found[colour] = value
    return found
