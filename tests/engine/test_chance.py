"""Chance: seeded, scripted, typed and enumerated numbers, one vocabulary for all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import (
    Chance,
    NeedDice,
    Request,
    Scripted,
    Seeded,
    Typed,
    enumerate_branches,
)
from tests.engine.problems import refused


def rolls(source, n, sides=6, name="crt", first=0):
    chance = Chance(source, first)
    return [chance.roll(name, sides) for _ in range(n)]


# ------------------------------------------------------------------ seeded


@pytest.mark.parametrize(
    ("seed", "name", "sides", "faces"),
    [
        (7, "crt", 6, [2, 1, 4, 6, 4, 3, 2, 1, 6, 2, 6, 6]),
        (8, "crt", 6, [2, 2, 1, 2, 2, 3, 5, 1, 1, 1, 4, 4]),
        (7, "cup", 6, [4, 4, 5, 6, 6, 5, 2, 2, 2, 4, 5, 1]),
        ("a word", "crt", 10, [8, 10, 3, 1, 4, 4, 7, 8, 8, 10, 5, 5]),
    ],
)
def test_the_dice_of_a_seed_never_change(seed, name, sides, faces):
    assert rolls(Seeded(seed), len(faces), sides, name) == faces


def test_draws_of_a_seed_never_change():
    chance = Chance(Seeded(7))
    items = ["4PzG", "18A", "11A", "27A", "supply"]
    assert [chance.draw("cup", items) for _ in range(8)] == [
        "11A",
        "11A",
        "4PzG",
        "18A",
        "4PzG",
        "11A",
        "27A",
        "27A",
    ]


@given(st.integers(), st.integers(0, 500), st.text(max_size=8), st.integers(1, 60))
def test_a_seeded_number_is_in_range_and_asked_again_the_same(seed, number, name, options):
    request = Request(number, name, options)
    answer = Seeded(seed).answer(request)
    assert 0 <= answer < options
    assert Seeded(seed).answer(request) == answer


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.52), (10, 27.88), (2, 10.83), (7, 22.46)])
def test_seeded_numbers_are_spread_evenly(sides, limit):
    """Chi-square over 12,000 numbers of a fixed seed, below the 0.1 % point."""
    seen = Counter(rolls(Seeded("even"), 12_000, sides))
    expected = 12_000 / sides
    assert set(seen) == set(range(1, sides + 1))
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < limit


def test_a_die_of_any_size_is_fair():
    """Three times 2 to the 62nd sides: remainders of 64 bits alone would favour the low third."""
    answers = [Seeded("fair").answer(Request(n, "huge", 3 * 2**62)) for n in range(3000)]
    low = sum(answer < 2**62 for answer in answers)
    assert 900 < low < 1100


def test_neighbouring_seeds_and_names_are_strangers():
    first = rolls(Seeded(1), 2000)
    for other in (rolls(Seeded(2), 2000), rolls(Seeded(1), 2000, name="cup")):
        agree = sum(a == b for a, b in zip(first, other, strict=True))
        assert 260 < agree < 410


def test_a_number_depends_on_its_place_in_the_game_only():
    whole = rolls(Seeded(5), 20)
    assert rolls(Seeded(5), 8, first=12) == whole[12:]


# ------------------------------------------------------------------ scripted


def test_a_script_of_faces_gives_them_in_order():
    assert rolls(Scripted.dice([6, 1, 4]), 3) == [6, 1, 4]


def test_a_script_of_answers_draws_by_place():
    chance = Chance(Scripted([2, 0]))
    assert [chance.draw("cup", "abc"), chance.draw("cup", "ab")] == ["c", "a"]


def test_past_its_end_a_script_hands_over():
    assert rolls(Scripted.dice([6, 6], then=Seeded(7)), 6)[2:] == rolls(Seeded(7), 6)[2:]


def test_a_script_can_begin_later_in_the_game():
    source = Scripted.dice([3], then=Seeded(7), first=2)
    assert rolls(source, 4) == [*rolls(Seeded(7), 2), 3, rolls(Seeded(7), 4)[3]]


def test_a_script_too_short_says_how_many_it_needs():
    problem = refused(lambda: rolls(Scripted.dice([6]), 2))
    assert "no number left for 'crt'" in problem.what
    assert "2 numbers" in (problem.remedy or "")


@pytest.mark.parametrize("answer", [-1, 6, 40])
def test_a_number_that_the_die_does_not_have_is_refused(answer):
    problem = refused(lambda: rolls(Scripted([answer]), 1))
    assert problem.what == f"{answer} is no answer for 'crt'"
    assert problem.remedy == "Give 0 to 5."


# ------------------------------------------------------------------ typed


def test_typed_dice_ask_first_and_then_answer():
    source = Typed()
    with pytest.raises(NeedDice) as asked:
        rolls(source, 1)
    assert asked.value.request == Request(0, "crt", 6)
    source.give(asked.value.request, 5)
    with pytest.raises(NeedDice) as again:
        rolls(source, 2)
    assert again.value.request.number == 1
    source.give(again.value.request, 2)
    assert rolls(source, 2) == [5, 2]


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_typed_face_must_be_on_the_die(face):
    source = Typed()
    problem = refused(lambda: source.give(Request(0, "crt", 6), face))
    assert problem.what == f"{face} is not on the die"
    assert problem.remedy == "Type a number from 1 to 6."
    assert source.given == {}


# ------------------------------------------------------------------ enumerated


def distribution(run, view):
    """Exact probabilities of what `view` sees of a run."""
    odds = {}
    for weight, result in enumerate_branches(run):
        odds[view(result)] = odds.get(view(result), Fraction(0)) + weight
    return odds


def test_two_dice_have_the_sums_that_everybody_knows():
    odds = distribution(lambda ch: ch.roll("a") + ch.roll("b"), lambda total: total)
    assert odds == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}


def test_a_second_die_thrown_only_after_a_six():
    def run(chance):
        first = chance.roll("a")
        return first if first < 6 else 10 * chance.roll("b", 4)

    odds = distribution(run, lambda seen: seen)
    assert odds == {
        **{n: Fraction(1, 6) for n in range(1, 6)},
        **{n: Fraction(1, 24) for n in (10, 20, 30, 40)},
    }


def test_drawing_without_putting_back_meets_every_order_once():
    def run(chance):
        left, order = ["a", "b", "c"], []
        while left:
            order.append(left.pop(chance.draw("cup", range(len(left)))))
        return tuple(order)

    branches = list(enumerate_branches(run))
    assert {weight for weight, _ in branches} == {Fraction(1, 6)}
    assert len({order for _, order in branches}) == len(branches) == 6


def test_a_run_without_chance_has_one_branch():
    assert list(enumerate_branches(lambda chance: "sure")) == [(Fraction(1), "sure")]


trees = st.recursive(st.none(), lambda kids: st.lists(kids, min_size=1, max_size=4), max_leaves=25)


def _walk(tree, chance):
    path = []
    while tree is not None:
        place = chance.draw("branch", range(len(tree)))
        path.append(place)
        tree = tree[place]
    return tuple(path)


def _leaves(tree, weight=Fraction(1), path=()):
    if tree is None:
        return {path: weight}
    found = {}
    for place, kid in enumerate(tree):
        found |= _leaves(kid, weight / len(tree), (*path, place))
    return found


@given(trees)
def test_every_branch_of_any_tree_once_with_its_weight_and_all_make_one(tree):
    branches = list(enumerate_branches(lambda chance: _walk(tree, chance)))
    assert {path: weight for weight, path in branches} == _leaves(tree)
    assert len(branches) == len(_leaves(tree))
    assert sum(weight for weight, _ in branches) == 1


@given(trees, st.integers(0, 99))
def test_a_seeded_run_is_one_of_the_branches(tree, seed):
    paths = {path for _, path in enumerate_branches(lambda chance: _walk(tree, chance))}
    assert _walk(tree, Chance(Seeded(seed))) in paths


def test_chance_remembers_what_was_answered():
    chance = Chance(Scripted.dice([3, 1]))
    chance.roll("crt")
    chance.roll("loss")
    assert chance.answers == [("crt", 2), ("loss", 0)]
