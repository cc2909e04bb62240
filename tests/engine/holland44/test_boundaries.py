"""Section 23.4: corps boundaries."""

from __future__ import annotations

from engine.values import Action
from tests.engine.holland44.parts import FOE, off, waiting
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "23.4")
def test_a_corps_goes_one_hex_beyond_its_boundary():
    tags = {
        "corps-30": [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(5, 13)],
        "corps-8": [f"{c:02d}{r:02d}" for c in range(6, 13) for r in range(5, 13)],
    }
    tank = [unit("a", "0509", full=[4, 4, 8], sector="30"), unit("b", "0612", sector="8")]
    more = {"tags": tags}
    played = field("holland44", tank, FOE, turn=6, **more)
    assert played.explain(move("a", "0509", "0609"))
    assert "23.4" in forbidden(played, move("a", "0509", "0609", "0709"))
    beyond = unit("a", "0904", full=[4, 4, 8], sector="30")
    north = field("holland44", [beyond, tank[1]], FOE, turn=6, **more)
    assert north.explain(move("a", "0904", "0903"))
    assert "23.4" in forbidden(north, move("a", "0904", "0905"))
    later = field("holland44", tank, FOE, turn=7, **more)
    assert later.explain(move("a", "0509", "0609", "0709"))


def two_corps(*units, **more):
    """The west of the board is the 30th Corps', from column 6 on it is the 8th's; areas of both."""
    tags = {
        "corps-30": [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(5, 13)],
        "corps-8": [f"{c:02d}{r:02d}" for c in range(6, 13) for r in range(5, 13)],
    }
    areas = [
        {"id": "allied-N", "name": "N", "touches": ["0412", "0512"]},
        {"id": "allied-M", "name": "M", "touches": ["0612", "0712", "0812"]},
        {"id": "allied-O", "name": "O", "touches": ["0912", "1012"]},
    ]
    return field("holland44", [*units], FOE, turn=6, tags=tags, areas=areas, **more)


@rules("holland44", "23.4", "19.1", "19.6")
def test_boundaries_count_between_areas_and_at_the_edge():
    played = two_corps(*waiting("a", sector="30"))
    # M touches 0612, a hex beyond the boundary; O touches nothing that the corps may enter.
    beyond, neighbour = (off("b", "allied-M", sector=corps) for corps in ("30", "8"))
    assert played.explain(Action("pass-area", unit="a", area="allied-M"))
    far = two_corps(beyond)
    assert forbidden(far, Action("pass-area", unit="b", area="allied-O")) == ("23.4",)
    assert far.explain(Action("enter", unit="b", path=("0612",)))
    for gate in ("0712", "0812"):
        assert forbidden(far, Action("enter", unit="b", path=(gate,))) == ("23.4",)
        assert two_corps(neighbour).explain(Action("enter", unit="b", path=(gate,)))
    assert forbidden(far, Action("enter", unit="b", path=("0612", "0712"))) == ("23.4",)
    assert not [a for a in far.choices(unit="b") if a.get("area") == "allied-O"]


@rules("holland44", "23.4", "21.1")
def test_a_detachment_stays_in_its_parents_sector():
    part = off("d", "detachments", steps=1, full=[1, 2, 4], size="detachment")
    played = two_corps(unit("a", "0509", sector="30"), part)
    played.apply(Action("detach", unit="a"))
    for name in "ad":
        assert "23.4" in forbidden(played, move(name, "0509", "0609", "0709"))


@rules("holland44", "23.4", "10.2.4")
def test_a_sector_counts_though_nobody_of_its_corps_is_named():
    played = two_corps(unit("a", "0509", sector="30"))
    assert "23.4" in forbidden(played, move("a", "0509", "0609", "0709"))
    engineers = unit("e", "0509", "engineer", steps=1, formation="30C", corps=True)
    bound = two_corps(engineers)
    assert "23.4" in forbidden(bound, move("e", "0509", "0609", "0709"))
    guests = unit("e", "0509", "engineer", steps=1, formation="82")
    assert two_corps(guests).explain(move("e", "0509", "0609", "0709"))


@rules("holland44", "23.4", "19.7", "15.6")
def test_an_advance_keeps_to_the_sector_too():
    for corps, goes in (("30", False), ("8", True)):
        own = off("a", "allied-M", full=[20, 4, 4], sector=corps)
        more = {"phase": "combat", "dice": [6]}
        foes = unit("y", "0712", steps=1, full=[1, 1, 4])
        tags = {"corps-30": ["0512"], "corps-8": ["0612", "0712", "0812"]}
        area = [{"id": "allied-M", "name": "M", "touches": ["0612", "0712", "0812"]}]
        played = field("holland44", [own], [foes], turn=6, tags=tags, areas=area, **more)
        played.apply(attack("0712", "a"))
        step = Action("advance", units=("a",), path=("allied-M", "0712"))
        assert played.explain(step).allowed == goes
        assert goes or forbidden(played, step) == ("23.4",)


@rules("holland44", "23.4")
def test_the_hex_beyond_the_boundary_is_pointed_at():
    played = two_corps(unit("a", "0509", full=[4, 4, 8], sector="30"))
    found = played.explain(move("a", "0509", "0609", "0709")).reasons
    assert [reason.hexes for reason in found if reason.rule == "23.4"] == [("0709",)]
    off_map = two_corps(off("b", "allied-M", sector="30"))
    far = off_map.explain(Action("pass-area", unit="b", area="allied-O")).reasons
    assert [(r.hexes, dict(r.params)["hex"]) for r in far] == [((), "O")]
