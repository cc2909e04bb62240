"""What is in the box and on the board: every figure of the counters, cards and positions."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.pavlovs_house.board.pieces import COLOURS, Kit
from tests.marks import rules

KIT = Kit()


@rules("pavlovs-house", "0.0 setup tokens", "0.0 starting supply")
def test_the_tokens_are_counted_as_printed() -> None:
    rows = KIT.chart("tokens").rows
    assert KIT.totals == {
        "action": 4,
        "order": 9,
        "damage": 36,
        "suppression": 20,
        "sapper": 6,
        "ammunition": 4,
        "medic": 4,
        "wire": 4,
        "artillery": 2,
        "provision": 6,
        "anti-aircraft": 4,
    }
    assert sum(KIT.totals.values()) == 99
    start = {kind: row["start"] for kind, row in rows.items() if row["start"]}
    assert start == {"suppression": 10, "provision": 2}


@rules("pavlovs-house", "3.0 shelling guns", "3.0 sniper", "3.0 mortar", "4.0 artillery spotting")
@rules("pavlovs-house", "3.0 bombing anti-aircraft", "3.0 bombing target", "3.0 placement mines")
def test_every_card_and_rule_rolls_the_dice_that_are_printed() -> None:
    four = {"sniper": 4, "mortar": 4, "sfh18": 5, "lefh18": 4, "leig18": 3, "sig33": 3}
    assert {name: KIT.dice(name) for name in KIT.chart("dice").rows} == {
        **four,
        "anti-aircraft": 2,
        "bomb": 3,
        "mine": 3,
        "spotting": 3,
    }


@rules("pavlovs-house", "6.0 awards")
def test_the_awards_begin_where_they_are_printed() -> None:
    assert [row["least"] for row in KIT.chart("ranks").rows.values()][:8] == [
        50,
        40,
        30,
        20,
        10,
        1,
        -9,
        -19,
    ]


MEN = """
pavlov 3/1 2 | afanasyev 2/1 2 | naumov 2/1 2 | glushchenko 2/1 1 | aleksandrov 2/1 1
chernogolov 3/1 2 | chekhov 4/0 3 | mosiashvili 2/1 1 | khait 1/2 1 | kiselyov 2/1 1
potansky 1/1 2 | zhukov 2/1 2 | sobgaida 2/1 1 | murzaev 2/1 1 | ramazanov 2/1 2
yakimenko 1/1 1 | turdyev 1/1 1 | dronov 2/1 1 | ivashchenko 1/2 2 | voronov 2/2 2
bondarenko 1/2 1 | svirin 1/2 1 | dovzhenko 1/1 1 | gridin 1/1 1 | sukba 2/1 1
sarayev 1/1 1 | shkuratov 1/1 1 | chernyshenko 2/1 1 | stepanoshvili 2/1 1 | turgunov 2/1 1
ulyanova 1/1 1 | anikin 2/2 2 | demchenko 2/1 1 | shapovalov 3/1 2
"""
WEAPONS = """
53-k 4/0 2 | ptrd-1 3/0 1 | ptrd-2 3/0 1 | maxim-1 4/4 2 | maxim-2 4/4 2 | rm-50 0/4 1 | bm-82 0/5 2
"""


def printed(text: str) -> list[str]:
    """The counters of a list."""
    return text.strip().replace("\n", " | ").split(" | ")


@rules("pavlovs-house", "0.0 soviet counter", "0.0 weapon counter")
@pytest.mark.parametrize(("text", "pieces"), [(MEN, KIT.men), (WEAPONS, KIT.weapons)])
def test_counters_bear_attack_suppression_and_cost(text: str, pieces: dict[str, object]) -> None:
    found = [f"{p.id} {p.attack}/{p.suppression} {p.cost}" for p in pieces.values()]  # type: ignore[attr-defined]
    assert found == printed(text)


@rules("pavlovs-house", "0.0 setup soviet counters", "4.0 who may act", "4.0 abilities")
def test_marks_are_on_the_counters_that_have_them() -> None:
    by_mark: dict[str, set[str]] = {}
    for man in KIT.men.values():
        for mark in man.marks:
            by_mark.setdefault(mark, set()).add(man.id)
    assert by_mark["order"] == {"pavlov", "afanasyev", "naumov"}
    assert by_mark["start"] == {"pavlov", "glushchenko", "aleksandrov", "chernogolov"}
    assert by_mark["spotting"] == {"potansky", "zhukov"}
    assert by_mark["inspiration"] == {"ramazanov", "ivashchenko"}
    assert {"sobgaida", "murzaev", "ramazanov"} <= by_mark["anti-tank"]
    marks = {weapon.id: weapon.mark for weapon in KIT.weapons.values()}
    assert Counter(marks.values()) == {"anti-tank": 3, "machine-gun": 2, "mortar": 2}


@rules("pavlovs-house", "0.0 german infantry counter", "0.0 german armour counter")
def test_german_counters_bear_their_value_and_defence() -> None:
    rows = KIT.chart("germans").rows
    assert {kind: (r["count"], r["value"], r["defence"]) for kind, r in rows.items()} == {
        "riflemen": (10, 1, 4),
        "machine-gunners": (6, 2, 4),
        "scouts": (6, 1, 5),
        "panzer-2": (4, 2, 4),
        "panzer-3": (4, 3, 5),
        "panzer-4": (4, 4, 6),
        "stug": (5, 3, 5),
    }
    assert len(KIT.germans) == 39
    infantry = {unit.kind for unit in KIT.germans.values() if unit.infantry}
    assert infantry == {"riflemen", "machine-gunners", "scouts"}


DECKS = [
    "riflemen 2 riflemen* machine-gunners scouts panzer-2 sniper mortar leig18 sig33 lefh18 ju87-2"
    " assault",
    "riflemen machine-gunners scouts panzer-2 panzer-3 sniper mortar leig18 sfh18 lefh18 ju87-2"
    " assault",
    "riflemen machine-gunners scouts panzer-3 stug sniper mortar leig18 lefh18 sig33 ju87-3"
    " assault",
    "riflemen machine-gunners panzer-4 stug panzer-2 sniper mortar leig18 sfh18 ju87-3 ju87-4"
    " assault",
    "riflemen scouts panzer-3 panzer-4 2 stug sfh18 lefh18 sig33 ju87-4 assault milk-house",
]


def cards(text: str) -> Counter[str]:
    """The cards of a deck: a number says how many there are of the kind before it."""
    found: Counter[str] = Counter()
    last = ""
    for word in text.split():
        if word.isdigit():
            found[last] = int(word)
        else:
            found[word] += 1
            last = word
    return found


@rules("pavlovs-house", "0.0 wehrmacht card", "0.0 setup wehrmacht deck", "7.4 setup")
@pytest.mark.parametrize("deck", range(1, 6))
def test_the_five_wehrmacht_decks(deck: int) -> None:
    found: Counter[str] = Counter()
    for row in KIT.chart("wehrmacht").rows.values():
        if row["deck"] == deck:
            planes = f"-{row['planes']}" if row["planes"] else ""
            found[row["kind"] + planes + "*" * row["competitive"]] += 1
    assert found == cards(DECKS[deck - 1])
    assert found.total() == 12 + (deck == 1)


TACTICS = [
    "guns plane-defence sniper mortar infantry-defence armour-defence assault planes mines",
    "anti-aircraft guns plane-defence sniper mortar infantry-defence armour-defence",
    "assault planes mines anti-aircraft guns plane-defence sniper",
    "mortar infantry-defence armour-defence assault planes mines anti-aircraft",
]


@rules("pavlovs-house", "7.2", "7.2.1 setup", "7.2.2 setup")
@pytest.mark.parametrize("deck", range(1, 5))
def test_the_four_tactics_decks_change_a_number_by_one(deck: int) -> None:
    rows = [row for row in KIT.chart("tactics").rows.values() if row["deck"] == deck]
    assert [row["effect"] for row in rows] == TACTICS[deck - 1].split()
    for row in rows:
        against_us = row["effect"] in ("mines", "anti-aircraft")
        assert row["amount"] == (-1 if against_us else 1), row["name"]


@rules("pavlovs-house", "3.0 storm group card", "7.1 support action")
def test_what_storm_groups_and_support_are_worth() -> None:
    groups = {group.id: (group.defence, group.points) for group in KIT.storm_groups.values()}
    assert groups == {
        "railwaymen": (15, 5),
        "l-shaped": (18, 6),
        "bank": (20, 7),
        "specialists": (16, 5),
        "brewery": (22, 8),
        "voentorg": (20, 7),
        "milk-house": (24, 10),
    }
    points = {card: row["points"] for card, row in KIT.chart("support").rows.items()}
    assert points == {
        "mamayev": 4,
        "red-october": 2,
        "barricades": 2,
        "tractor": 3,
        "elevator": 2,
        "station": 2,
        "landing": 3,
        "lyudnikov": 3,
    }


@rules("pavlovs-house", "1.2", "1.3", "3.0 sniper position")
def test_positions_have_their_number_in_every_colour_of_theirs() -> None:
    found = {c: {spot.id: spot.numbers[c] for spot in KIT.by_number[c]} for c in COLOURS}
    green = {f"green-{n}": n for n in (1, 2, 3, 4, 6)}
    red = {f"red-{n}": n for n in (2, 3, 4, 5)}
    purple = {f"purple-{n}": n for n in (2, 3, 4, 5, 6)}
    assert found == {
        "green": {**green, "green-red": 5},
        "red": {**red, "green-red": 1, "red-purple": 6},
        "purple": {**purple, "red-purple": 1},
    }
    assert [spot.id for spot in KIT.spots.values() if spot.radio] == ["green-6"]


@rules("pavlovs-house", "3.0 placement path", "1.2")
def test_six_paths_of_five_spaces_with_the_mine_in_the_third() -> None:
    colours = ["green", "green", "red", "red", "red", "purple"]
    assert [path.colour for path in KIT.paths.values()] == colours
    assert {len(path.spaces) for path in KIT.paths.values()} == {5}
    assert KIT.sapper_spaces == tuple(f"{path}-3" for path in range(1, 7))
