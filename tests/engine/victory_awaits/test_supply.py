"""Chapter 11: the supply check, and what may leave the map at it."""

from __future__ import annotations

from tests.engine.victory_awaits.field import check, do, owed, place, told, why
from tests.marks import rules


@rules("victory-awaits", "11.0", "11.1", "10.8", "12.3")
def test_units_without_a_line_lose_a_step_and_never_return() -> None:
    ring = ["inf 1 1520", "inf 2 1620", "inf 3 1720", "inf 4 1519", "inf 5 1719", "inf 6 1618"]
    game = check(ring, ["weak 9R 1619", "rifle 7R 1922"])
    checks = told(game.log, "ava.supply.check")
    assert [params["side"] for params in checks] == ["soviet", "axis"], "Soviets first"
    assert place(game, "9R") == "soviet-eliminated", "infantry too: it starved"
    assert place(game, "7R") == "1922"


@rules("victory-awaits", "11.2")
def test_axis_units_with_a_line_may_leave_the_map() -> None:
    game = check(["inf 21 1122", "inf 9 2517"], ["rifle 7R 1825"])
    assert owed(game) == ("axis", "ava.withdraw")
    assert why(game, "withdraw", unit="9") == {("11.2", "ava.withdraw.no-line")}
    assert why(game, "withdraw", unit="7R") == {("11.2", "ava.withdraw.not-yours")}
    do(game, "withdraw", unit="21")
    assert place(game, "21") == "axis-available"
    assert why(game, "withdraw", unit="21") == {("11.2", "ava.move.not-on-map")}
