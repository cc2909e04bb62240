"""Chapter 7: zones of control and bonds at the edge of the map."""

from __future__ import annotations

import pytest

from tests.engine.holland44.parts import FOE, N
from tests.engine.zocbond.field import field, unit
from tests.marks import rules

EDGE = {**N, "touches": ["0312", "0412", "0512", "0612", "0712"]}


def bonds_home(**more):
    """The bonds that stand between 0511 and the area south of it."""
    played = field("holland44", [unit("a", "0511")], FOE, areas=[EDGE], **more)
    found = played.query("bonds", side="allied")
    assert found, "the hex is a hex away from the edge"
    return {bond.between for bond in found if bond.broken is None and "allied-N" in bond.ends}


@rules("holland44", "7.4.5", "7.4.6")
def test_no_bond_reaches_an_area_over_a_large_river():
    dry = bonds_home()
    assert dry
    one = sorted({hex for pair in dry for hex in pair})
    assert bonds_home(tags={"river-edge": one}) == set()
    # Over dry ground beside the river the bond may be shifted.
    for hex in one:
        assert bonds_home(tags={"river-edge": [hex]}) <= dry
    assert bonds_home(tags={"river-edge": one[:1]}) | bonds_home(tags={"river-edge": one[1:]})


@rules("holland44", "7.4.6", "19.3.2")
@pytest.mark.parametrize(("tag", "stands"), [("river-edge-N", False), ("river-edge-G", True)])
def test_the_river_before_another_area_breaks_no_bond(tag, stands):
    every = EDGE["touches"]
    assert bool(bonds_home(tags={tag: every})) == stands
