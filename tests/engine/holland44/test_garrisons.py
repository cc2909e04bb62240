"""Sections 23.5 to 23.7: the 406th Division, garrisons, recon units."""

from __future__ import annotations

import pytest

from tests.engine.holland44.parts import G, off
from tests.engine.zocbond.field import attack, field, move, unit
from tests.marks import rules

WIDE_N = {"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}


WIDE_G = {"id": "german-G", "name": "G", "touches": ["0101", "0201"]}


@rules("holland44", "23.5")
def test_the_dice_bring_the_406th_division():
    units = [off(f"d{i}", "reinforcements", area="german-G") for i in range(3)]
    more = {
        "side": "german",
        "phase": "begin",
        "areas": [WIDE_N, WIDE_G],
        "division-406": ["d0", "d1", "d2"],
    }
    played = field("holland44", [unit("a", "1212")], units, turn=2, dice=[2, 3, 1], **more)
    assert [played.query("place", unit=f"d{i}") for i in range(3)] == [
        "german-G",
        "reinforcements",
        "german-G",
    ]
    last = field("holland44", [unit("a", "1212")], units, turn=4, **more)
    assert last.query("place", unit="d1") == "german-G"


@rules("holland44", "23.6")
def test_a_garrison_once_woken_stays_awake():
    post = unit("x", "0505", size="garrison")
    played = field("holland44", [unit("a", "0508", full=[4, 4, 8])], [post])
    assert not played.rules.woken(played.state, "x")
    played.apply(move("a", "0508", "0507", "0607", "0608", "0609"))
    assert played.rules.woken(played.state, "x")


@rules("holland44", "23.7")
def test_recon_units_among_themselves_ignore_the_loss():
    scout = {"full": [1, 1, 8]}
    scouts = [unit("k", "0505", "recon", **scout), unit("l", "0505", "recon", **scout)]
    own = [unit("m", "0506", full=[20, 4, 8])]
    for foes, lost in ((scouts, 0), ([scouts[0], unit("i", "0505", **scout)], 1)):
        played = field("holland44", own, foes, phase="combat", dice=[6])
        told = played.apply(attack("0505", "m"))
        while played.decision.kind == "zb.lose":
            told += played.apply(played.choices()[0])
        assert len([e for e in told if e.key == "zb.loss.step"]) == lost


@rules("holland44", "23.5")
@pytest.mark.parametrize(("turn", "die", "comes"), [(3, 2, True), (3, 3, False), (4, 6, True)])
def test_the_406th_comes_by_the_die_until_turn_4(turn, die, comes):
    more = {"side": "german", "phase": "begin", "areas": [G]}
    more |= {"division-406": ["d"], "dice": [die]}
    coming = off("d", "reinforcements", area="german-G")
    played = field("holland44", [unit("a", "1212")], [coming], turn=turn, **more)
    assert played.query("place", unit="d") == ("german-G" if comes else "reinforcements")
