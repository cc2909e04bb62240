"""`make mutants`: break a seeded sample of a game's rules and say which breaks nobody noticed."""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.catalogue import GAMES, GameInfo
from engine.results import Row
from engine.spread import add_results, add_spread, results_of, spread_of, stopped
from tests.mutants.changes import Mutant, mutants
from tests.mutants.reach import Reach, measure
from tests.mutants.worker import judge

HERE = Path(__file__).parent
EQUIVALENT = HERE / "equivalent.toml"
BUDGET = 12.0
"""Seconds of tests a mutant meets at most: those that pin its rules first, then the quick ones."""
KEYS = ("game", "mutant")
PATIENCE = 20.0
"""A mutant that needs this many times as long as the tests without it hangs."""


def sample(found: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some of the mutants: one of each rule, then a second one, in an order the seed decides."""

    def luck(text: str) -> str:
        return hashlib.blake2b(f"{seed}/{text}".encode()).hexdigest()

    groups: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in sorted(found, key=lambda one: luck(one.name)):
        for group in mutant.rules or (mutant.file,):
            groups[group].append(mutant)
    taken: dict[str, Mutant] = {}
    order = sorted(groups, key=luck)
    while len(taken) < count and any(groups.values()):
        for group in order:
            while groups[group] and groups[group][0].name in taken:
                groups[group].pop(0)
            if groups[group] and len(taken) < count:
                mutant = groups[group].pop(0)
                taken[mutant.name] = mutant
    return list(taken.values())


def tests_for(mutant: Mutant, reach: Reach) -> list[str]:
    """The tests that reach a mutant, as many as the budget allows."""
    if mutant.file.endswith(".toml"):
        reached = [test for test, pins in reach.rules.items() if set(pins) & set(mutant.rules)]
        reached += [test for test in reach.seconds if test not in set(reached)]
    elif mutant.at_import:
        reached = reach.files.get(mutant.file, [])
    else:
        reached = reach.of(mutant.file, mutant.line, mutant.last)
    mine = set(mutant.rules)

    def order(test: str) -> tuple[bool, float]:
        return not mine & set(reach.rules.get(test, ())), reach.seconds[test]

    chosen, spent = [], 0.0
    for test in sorted((test for test in reached if test in reach.seconds), key=order):
        if chosen and spent + reach.seconds[test] > BUDGET:
            continue
        chosen.append(test)
        spent += reach.seconds[test]
    return chosen


def questions(game: str, todo: Iterable[Mutant], reach: Reach) -> list[Row]:
    """Each mutant with the tests that it meets, and how long they may take."""
    rows = []
    for mutant in todo:
        tests = tests_for(mutant, reach)
        most = min(15 + PATIENCE * sum(reach.seconds[test] for test in tests), 240)
        row = {"game": game, "mutant": mutant.name}
        rows.append({**row, "change": mutant, "tests": tests, "most": most})
    return rows


def results_file(game: str) -> Path:
    """Where the results of a game stand."""
    return HERE / f"{game}.json"


def write(info: GameInfo, seed: int, todo: list[Mutant], verdicts: dict[str, str]) -> None:
    """Keep the results, a line a mutant; `staffride coverage` reads them."""
    same = equivalent().get(info.id, {})
    rows = [
        {
            "name": mutant.name,
            "file": mutant.file,
            "place": mutant.place,
            "was": " ".join(mutant.was.split()),
            "now": " ".join(mutant.now.split()),
            "rules": list(mutant.rules),
            "killed": verdicts[mutant.name],
            "equivalent": same.get(mutant.name, ""),
        }
        for mutant in todo
    ]
    rows.sort(key=lambda row: (str(row["file"]), str(row["place"]), str(row["name"])))
    body = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    today = datetime.date.today().isoformat()
    head = json.dumps({"game": info.id, "date": today, "seed": seed})[:-1]
    results_file(info.id).write_text(f'{head}, "mutants": [\n{body}\n]}}\n', "utf-8")


def report(info: GameInfo, todo: list[Mutant], verdicts: dict[str, str]) -> None:
    """Survivors by rule, and the score."""
    same = equivalent().get(info.id, {})
    alive = [mutant for mutant in todo if not verdicts[mutant.name] and mutant.name not in same]
    for mutant in sorted(alive, key=lambda one: (one.rules, one.file, one.line)):
        rules = ", ".join(mutant.rules[:6]) or "no rule"
        was, now = " ".join(mutant.was.split()), " ".join(mutant.now.split())
        print(f"{mutant.name} [{rules}] {mutant.file}:{mutant.line} {mutant.place}: {was} -> {now}")
    judged = len(todo) - sum(mutant.name in same for mutant in todo)
    share = 100 * (judged - len(alive)) / judged if judged else 100
    print(
        f"{info.id}: {judged - len(alive)} of {judged} mutants killed ({share:.0f} %), "
        f"{len(todo) - judged} equivalent, {len(alive)} survive"
    )


def equivalent() -> dict[str, dict[str, str]]:
    """Mutants that change nothing anybody could notice, each with the reason."""
    return tomllib.loads(EQUIVALENT.read_text("utf-8"))


def _rows(game: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    if results_file(game).exists():
        rows = json.loads(results_file(game).read_text("utf-8"))["mutants"]
    return rows


def killed(game: str, found: list[Mutant]) -> dict[str, str]:
    """What the last results say was killed, of what is still there."""
    names = {mutant.name for mutant in found}
    return {
        row["name"]: row["killed"] for row in _rows(game) if row["killed"] and row["name"] in names
    }


def again(game: str, found: list[Mutant], fresh: list[Mutant], same: bool) -> list[Mutant]:
    """The sample; when trying again, last time's, filled up where code has gone since."""
    if not same:
        return fresh
    names = {row["name"] for row in _rows(game)}
    kept = [mutant for mutant in found if mutant.name in names]
    new = [mutant for mutant in fresh if mutant.name not in names]
    return kept + new[: max(0, len(fresh) - len(kept))]


def main(arguments: list[str]) -> int:
    """Judge a sample of a game's mutants, or some by name."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("games", nargs="*", help="games; all of them if none is named")
    parser.add_argument("--count", type=int, default=150, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="these mutants, by name; nothing is written")
    parser.add_argument(
        "--again",
        action="store_true",
        help="try only what survived last time or is new; what a test killed stays killed",
    )
    parser.add_argument("--reuse", action="store_true", help="measure no coverage anew")
    parser.add_argument("--dry", action="store_true", help="write no results")
    add_results(parser)
    add_spread(parser)
    options = parser.parse_args(arguments)
    tried: dict[str, list[Mutant]] = {}
    verdicts: dict[str, dict[str, str]] = {}
    asked: list[Row] = []
    for game in options.games or GAMES:
        info = GAMES[game]
        found = mutants(info)
        verdicts[game] = known = killed(game, found) if options.again else {}
        if options.only:
            todo = [mutant for mutant in found if mutant.name in options.only]
        else:
            todo = again(game, found, sample(found, options.count, options.seed), options.again)
        print(f"{info.title}: {len(found)} mutants, {len(todo)} of them tried", flush=True)
        tried[game] = todo
        left = [mutant for mutant in todo if mutant.name not in known]
        asked += questions(game, left, measure(info, options.reuse))
    to = results_of(options, asked, KEYS)
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as room:
        work = partial(judge, Path(room))
        judged, whole = spread_of(options).run(work, asked, KEYS, to)
    if not whole:
        return stopped(options, judged, asked)
    for row in judged:
        verdicts[row["game"]][row["mutant"]] = row["killed"]
    for game, todo in tried.items():
        if not options.only and not options.dry:
            write(GAMES[game], options.seed, todo, verdicts[game])
        report(GAMES[game], todo, verdicts[game])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
