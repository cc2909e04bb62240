"""A small class at once, as `make soak` has a large one: nobody is lost, every game goes on."""

from __future__ import annotations

from tests.tutor.learners import ROOT, measure


def test_a_small_class_learns_and_nobody_is_lost() -> None:
    figures = measure(ROOT, count=4, seconds=3, crashes=2)
    assert figures.lost == []
    assert figures.differ == []
    assert figures.taken_up == 2
    assert len(figures.ready) == 4
    assert figures.click
    assert figures.move
    assert "Traceback" not in figures.log
    assert {row["what"] for row in figures.rows()} >= {"page ready", "click or key to idle"}
