"""A firefight in a real browser: the board is painted; plans are made by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import catalogue
from engine.chance import Seeded
from tests.browser.conftest import Served, write_notebook
from tests.browser.firefights import CODE, SCENES, SIZE, Sat
from tests.browser.sitting import clean
from tests.marks import rules
from tutor.desk import Desk

DRILL = "conflict-of-heroes/drills/09-shared"
ON = re.compile("mod-active")
PAINTED = """
() => {
  const found = new Set();
  for (const canvas of document.querySelectorAll("canvas")) {
    const spots = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < spots.length; i += 4 * 97)
      found.add(`${spots[i]},${spots[i + 1]},${spots[i + 2]}`);
  }
  return found.size > 60;
}
"""
"""A board has many colours; an empty one has none."""


@pytest.fixture(scope="module")
def tables(
    tmp_path_factory: pytest.TempPathFactory, serve_folder: Callable[..., Served]
) -> tuple[Served, dict[str, str]]:
    """One server for all the fields, and the scenario of each."""
    folder = tmp_path_factory.mktemp("fields")
    known = {"drill": DRILL}
    for name, text in SCENES.items():
        file = folder / f"{name}.toml"
        file.write_text(text)
        known[name] = str(file)
    for name, scenario in known.items():
        code = CODE.format(scenario=scenario, size=SIZE)
        write_notebook(folder / "notebooks" / f"{name}.ipynb", code)
    write_notebook(folder / "notebooks" / "index.ipynb", "md:# Fields")
    return serve_folder(folder / "notebooks"), known


@pytest.fixture
def sat_at(
    tables: tuple[Served, dict[str, str]], open_page: Callable[..., Page]
) -> Callable[[str], Sat]:
    """Sit down at one of the fields."""
    served, known = tables

    def down(name: str) -> Sat:
        page = open_page(served.page(f"{name}.ipynb"))
        return Sat(page, Desk(catalogue.load(known[name], Seeded(1))))

    return down


SitAt = Callable[[str], Sat]


@rules("conflict-of-heroes", "9.11", "9.12", "3.22")
def test_a_board_is_painted_and_a_group_marches_and_fires(sat_at: SitAt) -> None:
    sat = sat_at("drill")
    page, press = sat.page, sat.press
    page.wait_for_function(PAINTED)
    press("Pay CAP")
    sat.keys("n")
    expect(sat.picked).to_have_text("German Rifles A")
    press("add German Rifles B")
    press("Each to a hex of its own")
    expect(sat.button("German Rifles A: click a hex")).to_be_visible()
    sat.click("D3")
    expect(sat.button("German Rifles A: D3")).to_be_visible()
    sat.click("I7")
    expect(page.locator(".sr-plan")).to_contain_text("Hexes F3 and I7 do not touch.")
    press("German Rifles B: I7")
    sat.click("F4")
    expect(page.locator(".sr-plan")).to_contain_text("the dearest way of the group")
    sat.keys("Space")
    expect(sat.log).to_contain_text("German Rifles B moves from F3 to F4.")
    press("Pass")
    sat.click("F2", "G5")
    expect(page.locator(".sr-plan")).to_contain_text("Fire at G5 (2 CAP)")
    press("Fire")
    expect(page.locator(".sr-prompt")).to_contain_text("roll two dice for each target")
    assert clean(page)


@rules("conflict-of-heroes", "3.0")
def test_whoever_is_activated_goes_straight_on_by_keys(sat_at: SitAt) -> None:
    sat = sat_at("drill")
    sat.keys("n")
    sat.button("Activate German Rifles A (7 AP)").press("Enter")
    expect(sat.log).to_contain_text("German Rifles A is activated")
    expect(sat.picked).to_have_text("German Rifles A")
    expect(sat.page.locator("canvas")).to_be_focused()
    for key in ("ArrowLeft", "Enter"):
        sat.page.keyboard.press(key)
    expect(sat.log).to_contain_text("German Rifles A moves from E3 to D")
    # The prompt comes last: only then are the buttons those of the next turn.
    prompt = sat.page.locator(".sr-prompt p")
    expect(prompt).to_have_attribute("data-done", "3")
    sat.button("Pass").press("Enter")
    expect(prompt).to_have_attribute("data-done", "4")
    # the enemy's turn has a button of the same words: Enter twice does not press it
    expect(sat.page.locator("canvas")).to_be_focused()
    assert clean(sat.page)


@rules("conflict-of-heroes", "9.12", "9.1")
def test_who_lends_support_joins_on_a_button_that_stays_and_the_sums_follow(
    sat_at: SitAt,
) -> None:
    sat = sat_at("firing-line")
    sat.press("Pay CAP")
    sat.keys("n")
    expect(sat.picked).to_have_text("German Rifles A")
    sat.click("C4")
    plan = sat.page.locator(".sr-plan")
    expect(plan).to_contain_text("Fire at C4")
    expect(plan).not_to_contain_text("upport")
    sums = plan.locator("details").filter(has_text="The sums")
    sums.locator("summary").first.click()
    mate = sat.button("add German Rifles B").element_handle()
    assert mate is not None
    mate.click()
    expect(plan).to_contain_text("upport")
    expect(sat.button("with German Rifles B")).to_be_visible()
    assert mate.inner_text() == "with German Rifles B"
    expect(sums).to_have_attribute("open", "")
    expect(sat.facing).to_be_hidden()
    sat.press("Fire")
    expect(sat.page.locator(".sr-prompt")).to_contain_text("roll two dice for each target")
    assert clean(sat.page)


@rules("conflict-of-heroes", "17.0", "9.11", "5.2")
def test_trucks_take_somebody_up_each_and_let_them_off_facing_their_own_way(
    sat_at: SitAt,
) -> None:
    sat = sat_at("trucks")
    sat.group("German Opel K", "German Opel L")
    expect(sat.facing).to_be_visible()
    sat.press("Each takes somebody aboard")
    expect(sat.facing).to_be_hidden()
    sat.click("C3")
    expect(sat.button("German Opel K: German Rifles A")).to_be_visible()
    sat.press("German Opel L takes German Rifles C aboard")
    sat.button("Take them aboard together", more=True).click()
    sat.told("takes German Rifles", times=2)
    sat.press("Pass")
    sat.group("German Opel K", "German Opel L")
    sat.press("Each lets somebody off")
    sat.press("↑ N")
    sat.click("C3")
    expect(sat.button("German Opel K: German Rifles A, facing ↑ N")).to_be_visible()
    sat.press("After the move: face as they do")
    sat.click("D3")
    sat.press("Only the vehicles act")
    sat.button("Let them off together", more=True).click()
    sat.told("lets German Rifles", times=2)
    assert clean(sat.page)


@rules("conflict-of-heroes", "18.2", "9.1")
def test_each_of_a_group_leaves_its_trench_facing_its_own_way(sat_at: SitAt) -> None:
    sat = sat_at("trench")
    sat.group("German Rifles A", "German Rifles B")
    sat.press("Each leaves facing its own way")
    expect(sat.facing).to_be_hidden()
    sat.click("C1")
    expect(sat.button("German Rifles A: ↑ N")).to_be_visible()
    sat.click("C2")
    expect(sat.button("German Rifles B: as it stands")).to_be_visible()
    sat.button("Leave together", more=True).click()
    sat.told("comes out.", times=2)
    assert clean(sat.page)


@rules("conflict-of-heroes", "13.1", "12.0 spotter", "9.14")
def test_mortars_lay_smoke_in_a_hex_each_by_the_eyes_that_are_chosen(sat_at: SitAt) -> None:
    sat = sat_at("mortars")
    sat.group("German 8 cm Mortar M", "German 8 cm Mortar N")
    sat.press("Each lays smoke in a hex of its own")
    sat.click("C5")
    expect(sat.button("German 8 cm Mortar M: C5, German Rifles A spots")).to_be_visible()
    sat.press("German Rifles B spots for German 8 cm Mortar M")
    expect(sat.button("German 8 cm Mortar M: C5, German Rifles B spots")).to_be_visible()
    sat.click("C6")
    sat.button("Lay smoke together", more=True).click()
    sat.told("C5")
    sat.told("C6")
    assert clean(sat.page)


@rules("conflict-of-heroes", "14.1", "3.23", "10.1", "9.11")
def test_cap_are_put_on_the_dice_of_each_hidden_tank(sat_at: SitAt) -> None:
    sat = sat_at("swamp")
    sat.group("German PzIIIh T", "German PzIIIh U")
    sat.press("Each to a hex of its own")
    sat.click("C10", "C10")
    sat.press("1 CAP on the dice of German PzIIIh U")
    expect(sat.button("1 CAP on the dice of German PzIIIh U")).to_have_class(ON)
    expect(sat.button("0 CAP on the dice of German PzIIIh T")).to_have_class(ON)
    sat.button("Go together", more=True).click()
    sat.told("A hidden unit sneaks.", times=2)
    assert clean(sat.page)


@pytest.fixture
def runners(sat_at: SitAt) -> Sat:
    """Two squads and the card, with the card switched on."""
    sat = sat_at("runners")
    sat.press("Move 2 hexes")
    return sat


def ran(sat: Sat, first: str, second: str) -> bool:
    """Whether the two have got there."""
    expect(sat.log).to_contain_text(f"moves from C2 to {first}.")
    expect(sat.log).to_contain_text(f"moves from C2 to {second}.")
    return clean(sat.page)


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11", "5.2")
def test_a_group_runs_by_a_card_each_its_own_way_by_mouse(runners: Sat) -> None:
    def shown(name: str) -> None:
        expect(runners.button(name)).to_be_visible()

    runners.click("C2")
    expect(runners.picked).to_have_count(1)
    leader = runners.picked.inner_text()[-1]
    mate = "A" if leader == "B" else "B"
    runners.press(f"add German Rifles {mate}")
    shown(f"German Rifles {leader}: click two hexes")
    runners.click("C3")
    shown(f"German Rifles {leader}: C3, click a hex")
    runners.press("↖ NW")
    runners.click("C4")
    shown(f"German Rifles {leader}: C3 - C4, facing ↖ NW")
    runners.press("↘ SE")
    runners.click("D2", "D3")
    shown(f"German Rifles {mate}: D2 - D3, facing ↘ SE")
    runners.press("Go together")
    assert ran(runners, "C4", "D3")


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11", "5.2")
def test_a_group_runs_by_a_card_each_its_own_way_by_keyboard(runners: Sat) -> None:
    runners.keys("n", "g", "ArrowDown", "Enter")
    facing = runners.button("↖ NW")
    facing.press("Enter")
    expect(facing).to_have_class(ON)
    runners.keys("ArrowDown", "Enter")
    expect(
        runners.page.get_by_role("button", name=re.compile("C3 - C4, facing ↖ NW"))
    ).to_be_visible()
    runners.keys("ArrowUp", "Enter", "ArrowRight", "Enter")
    go = runners.button("Go together")
    expect(go).to_be_visible()
    runners.page.keyboard.press("Space")
    expect(go).to_have_count(0)
    assert ran(runners, "C4", "D3")
