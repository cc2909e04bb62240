"""How to read a firefight: its counters, the pictures on the map, and what a turn can be."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from tutor.art.svg import svg
from tutor.art.views import MarkerView
from tutor.art.works import drawn_work

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.view import CohView

SIDE = 48.0
MINE_AT, MINE_ZOOM = 0.66, 3.0
"""How far from the middle of its hex a mine lies, and how much larger it is shown."""
FOES = {"red": "men on foot and guns", "blue": "vehicles", "": "everybody", "black": "everybody"}
RULES = {
    "trench": "18.2 trench",
    "gun-pit": "18.2 gun pit",
    "bunker": "18.2 bunker",
    "wire": "18.4",
    "mine": "18.5",
    "smoke": "13.0",
}
WORKS = {
    "trench": "Defence +{front} from every side, for infantry that has gone in.",
    "gun-pit": "Defence +{front} against the front, for a gun that has gone in.",
    "bunker": "Defence +{front} against the front and +{rear} against the rear, for whoever is "
    "inside; he fires within its arc only. A hit against red {rating} destroys it.",
    "wire": "Men on foot throw a die for its price; wheels keep out, tracks crush it. A hit "
    "against red {rating} destroys it.",
    "mine": "Goes off under {foes}: {strength} or more on two dice is a hit, 4 more are two. "
    "Shells, bombs and close combat clear it, against red {rating}.",
}
SMOKE = "Defence +{much} for whoever fires or is fired at in it.{blocks}"
BLOCKS = " Nobody sees through it."
PICTURES = (
    (MarkerView("", "foxhole"), "foxhole: one unit's own, lost when it moves or turns"),
    (MarkerView("", "trench"), "trench, for infantry"),
    (MarkerView("", "gun-pit", facing=0), "gun pit; the open side is its rear"),
    (MarkerView("", "bunker", facing=0), "bunker; yellow slit: its front, red lines: its arc"),
    (MarkerView("", "wire"), "barbed wire"),
    (MarkerView("", "mine", "8", "red"), "mine against men on foot (red, square) and its number"),
    (MarkerView("", "mine", "8", "blue"), "mine against vehicles (blue, round)"),
    (MarkerView("", "mine", "8", "black"), "mine against everybody (black)"),
    (MarkerView("", "smoke", "+2"), "smoke, and what it adds to the defence"),
)
COUNTER = """<details class="sr-key"><summary>How to read a counter</summary>
<ul>
<li><strong>Top left</strong>: AP for a shot, on a white circle with a turret.
<strong>Top right</strong>: AP for a step, in red for infantry; of a plane its impulses, on a
light blue hexagon.</li>
<li><strong>Lower left</strong>: firepower, red against soft targets on a square plate, blue
against armour on a round one (left out where it is 0). White plates lose 2 in close combat;
a cross is a damaged gun; a light blue ring about the lower figure: it may fire at planes.</li>
<li><strong>Lower right</strong>: defence, flank above front. A square plate is a red rating, a
round one blue; a white one with a red frame is an open top.</li>
<li><strong>Middle</strong>: the letter by which the texts call it. <strong>Below it</strong>:
range; twice as far costs 2 firepower.</li>
<li><strong>Gold wedge</strong>: where it faces. <strong>Gold frame</strong>: activated.
<strong>Hatched, with an hourglass</strong>: spent. <strong>Dashed</strong>: hidden, and only you
see it. <strong>A house</strong>: inside the works of its hex. <strong>A pit</strong>: in its
foxhole.</li>
<li><strong>Yellow band</strong>: hit; the name of the marker is its owner's until it is used. On
a plane the band is its height; other bands say that it is carried, or stuck.</li>
</ul></details>"""
TURN = """<details class="sr-key"><summary>What a turn can be</summary>
<ul>
<li><strong>Pay AP</strong>: activate a fresh unit; it has 7 AP for one action after another, a
turn each, until they are gone. Then it is spent. From section 2 on fresh friends may join in.</li>
<li><strong>Opportunity</strong>: one action of a fresh unit, whatever it costs; then it is
spent.</li>
<li><strong>Pay CAP</strong>: one action of any unit, spent or not, for CAP of your side.</li>
<li><strong>A card</strong>: its own button, if you hold one that can be played.</li>
<li><strong>Stall</strong>: 1 AP or CAP to let the other side go on. <strong>Pass</strong>: for
nothing, but your activated units are spent; when both pass, the round is over.</li>
<li>Whoever picks a unit sees where it may go (green, with the price) and whom it may hit (red,
with the chance). A click on a target opens a plan: nothing is fired before you press Fire.</li>
</ul></details>"""


@cache
def key_html() -> str:
    """Three things to be opened: counters, the map, a turn."""
    rows = "".join(f"<li>{_picture(marker)} {escape(text)}</li>" for marker, text in PICTURES)
    told = (
        f'<details class="sr-key"><summary>How to read the map</summary><ul>{rows}</ul></details>'
    )
    return TURN + COUNTER + told


def _picture(marker: MarkerView) -> str:
    half = SIDE / 2
    items = drawn_work(marker, half, half, half * 0.98)
    if marker.kind == "mine":
        # of the two in a hex one, so large that its number can be read
        items = drawn_work(marker, half * (1 + MINE_AT * MINE_ZOOM), half, half * MINE_ZOOM)
    return svg(SIDE, SIDE, [("works", items)], marker.kind).replace("<svg ", '<svg class="sr-pic" ')


def short(work: Any) -> str:
    """A work in a list."""
    name = work.kind.replace("-", " ")
    return f"{name} against {FOES[work.colour]}" if work.kind == "mine" else name


def about_html(hands: CohView, hex: str) -> str:
    """Everything built, laid or hanging in a hex, and what it does."""
    from tutor.panels import rule_chip

    game, rows = hands.game.scenario.game, hands.rules.charts["works"].rows
    told = []
    for work in hands.state.works_in(hex):
        row = rows[work.kind]
        text = WORKS[work.kind].format(
            front=row["front"], rear=row["rear"], rating=row["rating"],
            foes=FOES[work.colour], strength=work.strength,
        )  # fmt: skip
        told.append((work.kind, short(work).capitalize(), text))
    much = hands.state.smoke_in(hex)
    if much:
        blocks = BLOCKS if much > 1 else ""
        told.append(("smoke", "Smoke", SMOKE.format(much=much, blocks=blocks)))
    return "".join(
        f'<div class="sr-line"><strong>{escape(name)}</strong> in {escape(hex)}: {escape(text)} '
        f"{rule_chip(game, RULES[kind])}</div>"
        for kind, name, text in told
    )
