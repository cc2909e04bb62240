"""What a scenario of Holland '44 has to say, and what is said when it does not."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from tests.engine.holland44.parts import FOE, N, off
from tests.engine.zocbond.field import field, unit
from tests.marks import rules


@rules("holland44", "19.1")
def test_a_reinforcement_needs_an_area():
    with pytest.raises(Problem, match="no entry area is named for the reinforcement 'a'") as found:
        field("holland44", [off("a", "reinforcements")], FOE, areas=[N], arrive={"a": 3})
    assert "allied-N" in str(found.value)
    named = {"arrive": {"a": 10}, "arrive-at": {"a": "allied-N"}}
    played = field("holland44", [off("a", "reinforcements")], FOE, areas=[N], **named)
    assert played.query("place", unit="a") == "reinforcements"


@rules("holland44", "23.4")
def test_a_corps_needs_a_sector():
    with pytest.raises(Problem, match="no sector of the corps '31' of 'a'"):
        field("holland44", [unit("a", "0505")], FOE, tags={"corps-30": ["0505"]}, corps={"a": "31"})


@rules("holland44", "24.3")
@pytest.mark.parametrize("jams", [{"7": "0505"}, {"1": "9999"}])
def test_traffic_markers_lie_on_the_map(jams):
    with pytest.raises(Problem, match=r"traffic marker .* cannot lie") as found:
        field("holland44", [unit("a", "0505")], FOE, jams=jams)
    assert "1 to 6" in str(found.value)
    played = field("holland44", [unit("a", "0505")], FOE, jams={"2": "0606"})
    assert played.query("track", of="traffic") == {"2": "0606"}
