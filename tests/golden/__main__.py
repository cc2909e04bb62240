"""`make golden`: write the golden games anew, and say in words what changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from tests.golden.recorder import FOLDER, Recipe, actions_in, file_of, recipes, record


def renew(recipe: Recipe) -> tuple[str, list[str]]:
    """Record a game again; its name and what changed."""
    file = file_of(recipe)
    name = file.relative_to(FOLDER).with_suffix("").as_posix()
    before = file.read_text("utf-8") if file.exists() else ""
    after = record(recipe, actions_in(before))
    if after == before:
        return name, []
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(after, "utf-8")
    return name, list(changes(before, after)) if before else ["new"]


def changes(before: str, after: str) -> Iterator[str]:
    """How one recording differs from another, in words."""
    old, new = _decisions(before), _decisions(after)
    yield from _first(old, new)
    said = {
        "of": "other legal actions",
        "!": "other things happen",
        "dice": "other dice",
        "+": "other numbers",
        "%": "other chances",
        "x": "other reasons",
    }
    for mark, words in said.items():
        where = [
            n
            for n, (was, now) in enumerate(zip(old, new, strict=False))
            if _marked(was, mark) != _marked(now, mark)
        ]
        if where:
            yield f"{words} at {len(where)} of {len(new)} decisions, first {where[0]}"
    if len(old) != len(new):
        yield f"{len(new) - 1} decisions instead of {len(old) - 1}"
    endings = [text.split("\nend: ")[1].splitlines()[0] for text in (before, after)]
    if endings[0] != endings[1]:
        yield f"ends '{endings[1]}' instead of '{endings[0]}'"


def _decisions(text: str) -> list[list[str]]:
    """The lines of each decision, those of the start first."""
    found: list[list[str]] = [[]]
    for line in text.splitlines()[1:]:
        if not line.startswith("  "):
            found.append([])
        found[-1].append(line)
    return found


def _marked(lines: list[str], mark: str) -> list[str]:
    return [line for line in lines if line.startswith(f"  {mark} ")]


def _first(old: list[list[str]], new: list[list[str]]) -> Iterator[str]:
    for number, (was, now) in enumerate(zip(old, new, strict=False)):
        if was != now:
            gone = next((line.strip() for line in was if line not in now), "nothing")
            come = next((line.strip() for line in now if line not in was), "nothing")
            yield f"first at {number}: was '{gone[:100]}', is '{come[:100]}'"
            return


def main(wanted: list[str]) -> int:
    """Renew all recordings, or those whose name begins as wanted."""
    todo = [r for r in recipes() if not wanted or r[0].startswith(tuple(wanted))]
    changed = 0
    with ProcessPoolExecutor(cpu_count()) as pool:
        for name, said in pool.map(renew, todo):
            for text in said:
                print(f"{name}: {text}")
            changed += bool(said)
    if not wanted:
        owed = {file_of(recipe) for recipe in todo}
        for file in FOLDER.rglob("*.txt"):
            if file not in owed:
                print(f"{file.relative_to(FOLDER).as_posix()}: gone")
                file.unlink()
    print(f"{len(todo)} golden games, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
