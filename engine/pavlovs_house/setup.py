"""Chapter 0: what a scenario says, and the first position of a game."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from engine.errors import closest
from engine.files import Table
from engine.pavlovs_house.board.house import House, Run, State, Tokens
from engine.pavlovs_house.board.pieces import COLOURS, RESERVE, START, STOCK, SUPPLY, Kit
from engine.pavlovs_house.turn import AFTER_WEHRMACHT, begin_turn, phases
from engine.pavlovs_house.variants import build_support, build_tactics
from engine.position import Position
from engine.values import replace
from engine.verdict import Course, enforces

DEFENCE = 6
"""Where the defence markers start (0.0 setup defence markers)."""
FOG_IN_DECK = 3
RESUPPLY_BEFORE = (2, 3, 4)
"""The decks that a resupply card is laid on (0.0 setup wehrmacht deck)."""


@dataclass(frozen=True)
class Start:
    """Where a game begins: what lies on the board, and the decks as far as a scenario says."""

    laid: State
    phase: str | None
    last_turn: int
    soviet: tuple[str, ...] | None
    wehrmacht: tuple[str, ...] | None

    def first_state(self, g: House, course: Course) -> State:
        """Decks that the scenario leaves open are shuffled (0.0 setup)."""
        s = self._wehrmacht_deck(g, self._soviet_deck(g, self.laid), course)
        s = build_support(g, build_tactics(g, s, course), course)
        return s.push(*(phases(g, self.phase) if self.phase else (Run(begin_turn),)))

    @enforces("0.0 setup soviet deck")
    def _soviet_deck(self, g: House, s: State) -> State:
        """Three fog of war cards in the deck, four in the stock (0.0 setup soviet deck)."""
        cards = tuple(g.kit.chart("soviet").rows)
        spoken = {*s.hand, *(self.soviet or ())}
        fog = [card for card in g.kit.fog_cards if card not in spoken]
        if self.soviet is not None:
            rest = tuple(c for c in cards if c not in spoken and c not in fog)
            return replace(s, deck=self.soviet, discard=rest, fog=tuple(fog))
        stay = FOG_IN_DECK - sum(card in g.kit.fog_cards for card in s.hand)
        deck = [card for card in cards if card not in spoken and card not in fog]
        return replace(s, deck=(*deck, *fog[: max(0, stay)]), fog=tuple(fog[max(0, stay) :]))

    @enforces("0.0 setup wehrmacht deck", "7.4 setup")
    def _wehrmacht_deck(self, g: House, s: State, course: Course) -> State:
        """Five decks, resupply cards on three of them (0.0 setup wehrmacht deck, 7.4 setup)."""
        rows = g.kit.chart("wehrmacht").rows
        every = {*rows, *g.kit.resupply_cards}
        if self.wehrmacht is not None:
            parts = tuple((card,) for card in self.wehrmacht)
            gone = tuple(sorted(every - {*self.wehrmacht, *s.won, s.storm}))
            return replace(s, wehrmacht=parts, gone=(*s.gone, *gone))
        odd = () if g.on("competitive") else tuple(c for c in rows if rows[c]["competitive"])
        resupply = [card for card in g.kit.resupply_cards if card not in (s.storm, *s.won)]
        built: list[tuple[str, ...]] = []
        for deck in range(1, 6):
            if deck in RESUPPLY_BEFORE and resupply:
                card = course.chance.draw("resupply", resupply)
                resupply.remove(card)
                built.append((card,))
            built.append(tuple(c for c in rows if rows[c]["deck"] == deck and c not in odd))
        unseen = (*s.unseen, *resupply)
        return replace(s, wehrmacht=tuple(built), gone=(*s.gone, *odd), unseen=unseen)


def read_start(
    top: Table, kit: Kit, where: Mapping[str, str], exhausted: Set[str], damaged: Set[str]
) -> Start:
    """Read and check the keys that only this game has."""
    check_places(top, kit, where, exhausted | damaged)
    start, cards = top.table("start"), top.table("cards")
    phase = start.get("phase", str, "")
    turn = start.get("turn", int, 1)
    last = start.get("last", int, 0)
    if turn < 1 or (last and last < turn):
        raise start.problem(f"turns {turn} to {last} make no game", "turn", "Count from 1.")
    start.finish()
    tokens = _read_tokens(top.table("tokens"), kit)
    tokens |= {("damage", unit): 1 for unit in damaged}
    _count(top, kit, tokens)
    storm, groups = cards.get("storm", str, ""), kit.storm_cards
    wehrmacht = (*kit.chart("wehrmacht").rows, *kit.resupply_cards)
    soviet = tuple(kit.chart("soviet").rows)
    tactics, support = tuple(kit.chart("tactics").rows), tuple(kit.chart("support").rows)
    laid = State(
        agenda=(),
        turn=turn,
        position=Position(_places(kit, where)),
        tokens={(kind, STOCK): total for kind, total in kit.totals.items() if total},
        defence=_read_defence(top.table("defence")),
        exhausted=frozenset(exhausted),
        hand=_cards(cards, "hand", soviet),
        storm=groups[storm] if storm else None,
        won=tuple(groups.get(c, c) for c in _cards(cards, "won", (*groups, *support))),
        support=_cards(cards, "support", support),
        tactics=tuple((card,) for card in _cards(cards, "tactics", tactics)),
        open_tactics=_cards(cards, "open-tactics", tactics),
        tactics_turn=turn if phase in AFTER_WEHRMACHT else 0,
    )
    for (token, place), count in _with_supply(kit, tokens).items():
        laid = laid.shifted(token, STOCK, place, count)
    found = Start(
        laid,
        phase or None,
        last,
        _cards(cards, "soviet", soviet) if "soviet" in cards else None,
        _cards(cards, "wehrmacht", wehrmacht) if "wehrmacht" in cards else None,
    )
    cards.finish()
    for key, kind in (("example", dict), ("step", list)):
        top.get(key, kind, kind())
    top.finish()
    return found


@enforces("0.0 setup soviet counters")
def _places(kit: Kit, where: Mapping[str, str]) -> dict[str, str]:
    """Listed counters, else the first four in the reserve (0.0 setup soviet counters)."""
    listed = any(unit in kit.men for unit in where)
    first = {} if listed else {man.id: RESERVE for man in kit.men.values() if START in man.marks}
    units = (*kit.men, *kit.weapons, *kit.germans)
    return {**dict.fromkeys(units, STOCK), **where, **first}


@enforces("0.0 starting supply")
def _with_supply(kit: Kit, tokens: Tokens) -> Tokens:
    """The supply area at the start, unless the scenario says (0.0 starting supply)."""
    if any(place == SUPPLY for _, place in tokens):
        return tokens
    rows = kit.chart("tokens").rows.items()
    return {**tokens, **{(kind, SUPPLY): row["start"] for kind, row in rows if row["start"]}}


def check_places(top: Table, kit: Kit, where: Mapping[str, str], marked: Set[str]) -> None:
    """Soviets in the House, Germans before it (1.2, 3.0 placement advance)."""
    for unit, place in where.items():
        if place in (kit.inside if unit in kit.germans else kit.spaces):
            raise top.problem(f"'{unit}' cannot stand in {place}", "side", "Move it.")
        if unit in marked and place not in kit.inside:
            raise top.problem(f"'{unit}' is not in the House", "side", "Leave its marks off.")


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


def _count(top: Table, kit: Kit, tokens: Tokens) -> None:
    """No more tokens than the box holds (0.0 token limit)."""
    for kind, total in kit.totals.items():
        laid = sum(count for (other, _), count in tokens.items() if other == kind)
        if laid > total:
            what = f"{laid} tokens of kind '{kind}' are laid out"
            raise top.problem(what, "tokens", f"The box holds {total}.")


@enforces("0.0 setup defence markers")
def _read_defence(table: Table) -> dict[str, int]:
    """Where the defence markers stand: `[defence] red = 5`, else at 6."""
    found = dict.fromkeys(COLOURS, DEFENCE)
    for colour in table.data:
        value = table.need(colour, int)
        if not 3 <= value <= DEFENCE:
            raise table.problem(f"{value} is not on the track", colour, "Write 3 to 6.")
        found[colour] = value
    return found
