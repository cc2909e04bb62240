"""Section 23.4: corps boundaries."""

from __future__ import annotations

from tests.engine.holland44.parts import FOE
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "23.4")
def test_a_corps_goes_one_hex_beyond_its_boundary():
    tags = {
        "corps-30": [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(5, 13)],
        "corps-8": [f"{c:02d}{r:02d}" for c in range(6, 13) for r in range(5, 13)],
    }
    tank = [unit("a", "0509", full=[4, 4, 8]), unit("b", "0612")]
    more = {"tags": tags, "corps": {"a": "30", "b": "8"}}
    played = field("holland44", tank, FOE, turn=6, **more)
    assert played.explain(move("a", "0509", "0609"))
    assert "23.4" in forbidden(played, move("a", "0509", "0609", "0709"))
    north = field("holland44", [unit("a", "0904", full=[4, 4, 8]), tank[1]], FOE, turn=6, **more)
    assert north.explain(move("a", "0904", "0903"))
    assert "23.4" in forbidden(north, move("a", "0904", "0905"))
    later = field("holland44", tank, FOE, turn=7, **more)
    assert later.explain(move("a", "0509", "0609", "0709"))
