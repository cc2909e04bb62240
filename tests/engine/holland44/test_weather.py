"""Chapter 4: the weather."""

from __future__ import annotations

from tests.engine.zocbond.field import field, unit
from tests.marks import rules


@rules("holland44", "4.1", "4.2", "4.3", "4.4", "20.1")
def test_the_weather_of_a_day():
    def sky(turn, *dice):
        played = field(
            "holland44",
            [unit("a", "0101")],
            [unit("x", "1212")],
            phase="turn",
            turn=turn,
            last=turn + 3,
            dice=dice,
        )
        return (
            played.query("track", of="weather"),
            played.query("track", of="sky"),
            played.query("track", of="air"),
        )

    assert sky(3, 1, 4) == (("clear", "clear"), "clear", 2)
    assert sky(3, 5, 5) == (("overcast", "cloudy"), "overcast", 0)
    assert sky(6, 1, 4) == (("cloudy", "overcast"), "cloudy", 1)
    assert sky(9, 2, 2) == (("cloudy", "clear"), "cloudy", 1)
    assert sky(8)[1:] == ("overcast", 0)
    assert sky(1)[0] == ("clear", "clear")


@rules("holland44", "4.1", "4.3")
def test_the_dice_for_the_weather_fall_in_the_morning_only():
    for turn, rolled in ((3, True), (4, False), (5, False), (6, True)):
        more = {"phase": "turn", "turn": turn, "last": turn + 1, "dice": [6, 6]}
        played = field("holland44", [unit("a", "0101")], [unit("x", "1212")], **more)
        assert (played.query("track", of="weather") != ("clear", "clear")) == rolled
