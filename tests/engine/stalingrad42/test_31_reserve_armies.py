"""Chapter 31: armies that sleep."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, until
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules

ARMIES = {"reserve-armies": True}


def sleepers(turn=2, **more):
    own = [unit(name, "1010") for name in "abc"] + [unit("d", "0909"), unit("e", "0808")]
    return field(
        "stalingrad42",
        [unit("g", "0101")],
        own,
        side="soviet",
        turn=turn,
        areas=ALL,
        rules=ARMIES,
        tags={"saratov": ["0808"]},
        **{"reserve-armies": {"5": ["a", "b", "c"], "6": ["d"], "8": ["e"]}},
        **more,
    )


@rules("stalingrad42", "31.0")
def test_armies_sleep_without_stacking_limits_until_one_is_woken():
    played = sleepers()
    assert "31.0" in forbidden(played, move("a", "1010", "1009"))
    assert played.rules.excess(played.state, "soviet", "1010") == 0
    assert "31.0" in forbidden(played, Action("wake", army="8"))
    played.apply(Action("wake", army="5"))
    assert played.explain(move("a", "1010", "1009"))
    assert played.rules.excess(played.state, "soviet", "1010") == 1
    assert "31.0" in forbidden(played, Action("wake", army="6"))
    assert "31.0" in forbidden(played, Action("wake", army="9"))


@rules("stalingrad42", "31.0")
def test_nobody_is_woken_in_turn_one():
    assert "31.0" in forbidden(sleepers(1), Action("wake", army="6"))


@rules("stalingrad42", "31.0")
@pytest.mark.parametrize(
    ("turn", "seat", "awake"), [(14, "0101", 0), (15, "0101", 1), (3, "0508", 1)]
)
def test_the_eighth_wakes_by_turn_or_by_germans_near_saratov(turn, seat, awake):
    played = field(
        "stalingrad42",
        [unit("g", seat)],
        [unit("e", "0808")],
        side="soviet",
        phase="initial",
        turn=turn,
        areas=ALL,
        rules=ARMIES,
        tags={"saratov": ["0808"]},
        **{"reserve-armies": {"8": ["e"]}},
    )
    until(played, "zb.move")
    assert ("31.0" not in forbidden(played, move("e", "0808", "0807"))) == bool(awake)


@rules("stalingrad42", "31.0", "4.1")
def test_sleepers_leave_the_room_of_a_hex_to_others():
    rows = [unit(n, "0505") for n in "abc"] + [unit("x", "0505"), unit("y", "0505")]
    armies = {"5": ["a", "b", "c"]}
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        rows,
        side="soviet",
        rules={"reserve-armies": True},
        **{"reserve-armies": armies},
    )
    g, s = played.rules, played.state
    assert g.excess(s, "soviet", "0505") == 0
    assert g.excess(noting(s, armies={}), "soviet", "0505") == 3
