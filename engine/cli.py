"""The commands that need no screen: examples, coverage, play, drills, ground, check."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from engine import bots, catalogue, examples, record
from engine.board import Board
from engine.boardfile import load_plan, read_plan
from engine.chance import Seeded
from engine.corrections import KEY
from engine.coverage import Covered, coverage, mutants_of, played, summary
from engine.errors import Problem, closest
from engine.faults import NOWHERE, faults
from engine.files import Table, read
from engine.format import Format, format_of_board, read_format
from engine.game import Game
from engine.ground import command as grounds
from engine.placeboard import PlaceBoard
from engine.practice import checking as drills_checking
from engine.practice import mining as drills_mining
from engine.practice.stock import stock
from engine.rulebook import read_rulebook
from engine.spread import STOPPED, add_results, add_spread, results_of, spread_of, stopped
from engine.tables import check_charts
from engine.words import catalogue as words

BAD_INPUT = 2
FAILED = 1


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line with the remedy."""

    def error(self, message: str) -> NoReturn:
        """One line to stderr, exit code 2."""
        message = " ".join(message.split())
        self.exit(BAD_INPUT, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


def emit(data: object) -> None:
    """Plain data as JSON on stdout."""
    print(json.dumps(data, ensure_ascii=False, indent=1, default=str))


def add_game(parser: argparse.ArgumentParser) -> None:
    """The option --game, checked against the five ids."""
    parser.add_argument("--game", help=f"one of {', '.join(catalogue.GAMES)}")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option --json."""
    parser.add_argument("--json", action="store_true", help="print plain data")


def _game(args: argparse.Namespace) -> str | None:
    return catalogue.game_info(args.game).id if args.game else None


def examples_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `examples`."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these, such as AVA-9.2-a")
    add_game(parser)
    add_json(parser)


def run_examples(args: argparse.Namespace) -> int:
    """Run worked examples and say which hold."""
    game = _game(args)
    ids = args.ids or examples.example_ids(game)
    results = [examples.run(example) for example in ids]
    if args.json:
        emit([result.to_json() for result in results])
    else:
        for result in results:
            print(
                f"{'ok  ' if result.passed else 'FAIL'} {result.id}  {result.reason or ''}".rstrip()
            )
        passed = sum(result.passed for result in results)
        print(f"{passed} of {len(results)} examples hold.")
    return 0 if all(result.passed for result in results) else FAILED


def coverage_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `coverage`."""
    parser.add_argument("--all", action="store_true", help="list every rule, not only the gaps")
    parser.add_argument(
        "--played",
        nargs="?",
        type=int,
        const=1,
        metavar="N",
        help="let each kind of bot play every scenario N times (1), and list the binding rules"
        " that no game used; it takes minutes",
    )
    add_game(parser)
    add_json(parser)


def run_coverage(args: argparse.Namespace) -> int:
    """Where each rule lives, and what is missing."""
    rules = coverage(_game(args))
    if args.played is not None:
        return run_played(rules, args.played, args)
    if args.json:
        emit([entry.to_json() for entry in rules])
    else:
        for entry in rules:
            if args.all or entry.unexplained:
                where = f" by {entry.code[0]}" if entry.code else ""
                print(
                    f"{entry.game} {entry.rule.id:<10} {entry.rule.title}: "
                    f"{entry.gap or f'covered{where}'}{_drills(entry)}{_mutants(entry)}"
                )
        for game, row in summary(rules).items():
            tried = mutants_of(game)
            killed = sum(bool(mutant["killed"]) for mutant in tried)
            proved = f" {killed} of {len(tried)} mutants killed." if tried else ""
            print(
                f"{game}: {row['rules']} rules, {row['binding']} to enforce; "
                f"{row['covered']} covered, "
                f"{row['explained']} gaps explained, {row['unexplained']} not.{proved}"
            )
    return FAILED if any(entry.unexplained for entry in rules) else 0


def _drills(entry: Covered) -> str:
    """How many questions of Practice there are about it."""
    why = f" ({entry.undrilled})" if entry.undrilled else ""
    return f"; {entry.drills} questions{why}" if entry.binding else ""


def _mutants(entry: Covered) -> str:
    """Whether a test noticed when the rule was broken on purpose."""
    tried = entry.killed + entry.survived
    return f"; {entry.killed} of {tried} mutants killed" if tried else ""


def run_played(rules: Sequence[Covered], games: int, args: argparse.Namespace) -> int:
    """Which binding rules bots' games of the scenarios use, and which they do not."""
    if games < 1:
        raise Problem(f"{games} games cannot be played", place="--played", remedy="Play 1 or more.")
    found = {
        game: played(catalogue.scenario_ids(game), games)
        for game in dict.fromkeys(entry.game for entry in rules)
    }
    if args.json:
        emit(
            [
                {**entry.to_json(), "played": sorted(found[entry.game].get(entry.rule.id, ()))}
                for entry in rules
            ]
        )
        return 0
    for game, used in found.items():
        binding = [entry for entry in rules if entry.game == game and entry.binding]
        for entry in binding:
            where = used.get(entry.rule.id)
            if where and args.all:
                print(f"{game} {entry.rule.id:<10} {entry.rule.title}: {', '.join(sorted(where))}")
            elif not where:
                why = entry.unplayed or "no game used it"
                print(f"{game} {entry.rule.id:<10} {entry.rule.title}: {why}")
        count = sum(entry.rule.id in used for entry in binding)
        print(f"{game}: bots' games of the scenarios used {count} of {len(binding)} rules.")
    return 0


SHARE = 500
"""Of so many games one is played on a whole map."""


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `play`."""
    parser.add_argument(
        "scenario", nargs="?", help="such as victory-awaits/river-line; all if left out"
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help=f"how many (1); of all scenarios those on a whole map one in {SHARE} times",
    )
    parser.add_argument("--seed", default="1", metavar="N", help="seed of the first game (1)")
    parser.add_argument(
        "--bot",
        default="random",
        metavar="NAME",
        help="random, greedy or brisk for all sides, or side=name,side=name",
    )
    parser.add_argument("--log", action="store_true", help="print what happened in the first game")
    add_results(parser)
    add_spread(parser)
    add_json(parser)


def run_play(args: argparse.Namespace) -> int:
    """Let bots play whole games; broken invariants and endless games are failures."""
    if args.games < 1:
        raise Problem(
            f"{args.games} games cannot be played", place="--games", remedy="Play 1 or more."
        )
    try:
        seed = int(args.seed)
    except ValueError:
        raise Problem(
            f"'{args.seed}' is no seed", place="--seed", remedy="Give a whole number."
        ) from None
    chosen = _bots(args.bot)
    names = [args.scenario] if args.scenario else catalogue.scenario_ids(_game(args))
    if not names:
        raise Problem("that game has no scenario to play yet", remedy="Leave --game out.")
    asked = []
    for name in names:
        count = args.games if args.scenario else _share(name, args.games)
        asked += bots.games_of(name, range(seed, seed + count), chosen)
    spread = spread_of(args)
    to = results_of(args, asked, bots.GAME)
    games, whole = spread.run(bots.play_games, asked, bots.GAME, to)
    found = defaultdict(list)
    for game in games:
        found[game["scenario"]].append(game)
    reports = [bots.report(name, found[name]) for name in names]
    for report in () if args.json else reports:
        endings = ", ".join(f"{who} {n}" for who, n in sorted(report.endings.items()))
        print(
            f"{report.scenario}: {report.finished} of {report.games} games ended ({endings}), "
            f"{len(report.violations)} violations"
        )
        for text in report.violations[:20]:
            print(f"  {text}")
    if args.log:
        for name in names:
            _print_log(name, seed, chosen)
    if args.json:
        data = [report.to_json() for report in reports]
        emit(data[0] if args.scenario else data)
    if not whole:
        return stopped(args, games, asked)
    failed = any(report.violations or report.finished < report.games for report in reports)
    return FAILED if failed else 0


def _share(name: str, games: int) -> int:
    """How many of so many games are played where all scenarios are."""
    return max(1, games // SHARE) if catalogue.on_whole_map(name) else games


def _bots(text: str) -> str | dict[str, str]:
    parts = text.split(",") if "=" in text else []
    for part in parts:
        if "=" not in part:
            raise Problem(
                f"'{part}' names no side", place="--bot", remedy="Write side=name,side=name."
            )
    pairs = dict(part.split("=", 1) for part in parts)
    for name in pairs.values() if pairs else (text,):
        bots.make_bot(name, 0)
    return pairs or text


def _print_log(name: str, seed: int, chosen: str | dict[str, str]) -> None:
    game = catalogue.load(name, Seeded(seed))
    names = {
        s.id: chosen if isinstance(chosen, str) else chosen.get(s.id, "random")
        for s in game.scenario.sides
    }
    bots.play_out(game, {s: bots.make_bot(n, f"{seed}/{s}") for s, n in names.items()})
    for event in game.log:
        print(f"  [{event.rule}] {words().say(event.key, event.params)}", file=sys.stderr)


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `check`."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="scenario, board, corrections, table or save"
    )
    parser.add_argument(
        "--help-format",
        metavar="GAME",
        help="list every name that a game's boards and scenarios may use",
    )
    add_json(parser)


CHECKS: dict[str, Callable[[Path], str]] = {}
"""What else can be checked, by a key that only such a file has; filled by `tutor`."""


def check_file(path: Path) -> str:
    """Check one file and say what it is; raises the Problem that it has."""
    if path.suffix == ".json":
        game = record.load(path)
        return f"a save of {game.scenario.id}, {len(game.history) - 1} actions"
    top = read(path)
    if KEY in top:
        whose, corrected = catalogue.check_corrections(top)
        plan = read_plan(Table(corrected, top.file), read_format(whose))
        return f"corrections of a board of {len(plan.cells)} hexes"
    if "anchor" in top:
        return grounds.check(top)
    if any(key in top for key in ("side", "boards", "board", "base")):
        rules = catalogue.rules_of(str(path))
        board = rules.scenario.board
        hexes = len(board) if not isinstance(board, PlaceBoard) else 0
        ground = f"on {hexes} hexes" if hexes else "on named places"
        game = Game(rules, Seeded(0))
        for broken in rules.violations(game.state):
            what = words().say(broken.key, broken.params)
            raise top.problem(f"it begins against rule {broken.rule}: {what}", "side", "Mend it.")
        if hexes:
            _sound(board, read_format(rules.scenario.game), top, rules.scenario.where)
        if "example" in top:
            result = examples.run_in(str(path))
            if not result.passed:
                remedy = "Mend the step, or what it expects."
                raise top.problem(f"the example does not hold: {result.reason}", "step", remedy)
        return f"a scenario of {len(rules.scenario.pieces)} units {ground}"
    # After scenarios, since a worked example has steps as a lesson has.
    for key, check in CHECKS.items():
        if key in top:
            return check(path)
    if "rows" in top:
        form = format_of_board(top, catalogue.GAMES)
        plan = load_plan(path, form=form)
        _sound(plan.board, form, top)
        return f"a board of {len(plan.cells)} hexes"
    if "rule" in top:
        return f"a rulebook of {len(read_rulebook(top).rules)} rules"
    if any(isinstance(value, dict) and "columns" in value for value in top.data.values()):
        packages = [info.package for info in catalogue.GAMES.values()]
        return f"{check_charts(top, packages)} tables"
    raise top.problem(
        "nothing says what this file is",
        remedy="A scenario has sides, a board rows, a table columns, corrections 'corrects'.",
    )


def _sound(board: Board, form: Format, top: Table, where: Mapping[str, str] = NOWHERE) -> None:
    """A board that has nothing against itself; a Problem names the hex."""
    for fault in faults(board, form, where):
        what, remedy = words().say(fault.key, fault.params), words().fix(fault.key, fault.params)
        raise top.problem(what.rstrip("."), f"hex {fault.hexes[0]}", remedy)


def run_check(args: argparse.Namespace) -> int:
    """Check files; every one gets a line."""
    if args.help_format:
        form = read_format(catalogue.game_info(args.help_format).id)
        if args.json:
            emit(form.to_json())
        else:
            print("\n".join(form.lines()).rstrip())
        return 0
    if not args.files:
        raise Problem("there is nothing to check", place="FILE", remedy="Name a file.")
    rows: list[dict[str, Any]] = []
    for name in args.files:
        try:
            rows.append({"file": name, "ok": True, "what": check_file(Path(name)), "error": None})
        except Problem as problem:
            rows.append({"file": name, "ok": False, "what": None, "error": str(problem)})
    if args.json:
        emit(rows)
    else:
        for row in rows:
            if row["ok"]:
                print(f"ok   {row['file']}: {row['what']}")
            else:
                print(f"BAD  {row['error']}", file=sys.stderr)
    return 0 if all(row["ok"] for row in rows) else BAD_INPUT


def drills_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `drills`."""
    parser.add_argument(
        "--check",
        nargs="?",
        type=int,
        const=1,
        metavar="N",
        help="work the answer of every Nth question (every one) out by another way",
    )
    parser.add_argument(
        "--mine", action="store_true", help="look for questions anew and write them down"
    )
    parser.add_argument(
        "--rounds", type=int, default=20, metavar="N", help="of mining, a game (20)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="of mining: another than 1 adds to the questions that are there",
    )
    add_results(parser)
    add_spread(parser)
    add_game(parser)
    add_json(parser)


def run_drills(args: argparse.Namespace) -> int:
    """How many questions there are, on which rules; mined anew, or checked."""
    chosen = _game(args)
    games = [chosen] if chosen else list(catalogue.GAMES)
    if args.mine:
        keys = drills_mining.KEYS[:2]
        asked = [dict(zip(keys, (game, args.seed), strict=True)) for game in games]
        to, spread, say = (
            results_of(args, asked, keys),
            spread_of(args),
            partial(print, file=sys.stderr),
        )
        for done, game in enumerate(games):
            if not drills_mining.mine(game, args.rounds, say, args.seed, spread, to):
                return stopped(args, asked[:done], asked)
    if args.check is not None:
        return _check_drills(games, args)
    counts = [drills_checking.count(game) for game in games]
    if args.json:
        emit([found.to_json() for found in counts])
        return FAILED if any(found.unexplained for found in counts) else 0
    for found in counts:
        kinds = ", ".join(f"{kind} {number}" for kind, number in found.kinds.items())
        print(
            f"{found.game}: {found.questions} questions ({kinds}); {found.served} of "
            f"{len(found.rules)} rules have {drills_checking.ENOUGH} or more, "
            f"{len(found.unexplained)} have fewer and nobody says why."
        )
    return FAILED if any(found.unexplained for found in counts) else 0


def _check_drills(games: Sequence[str], args: argparse.Namespace) -> int:
    """Whether the answers hold; every fault gets a line."""
    if args.check < 1:
        raise Problem(f"{args.check} is no step", place="--check", remedy="Give 1 or more.")
    rows = []
    for game in games:
        chosen = stock(game).drills[:: args.check]
        found = list(drills_checking.faults(chosen))
        rows.append(
            {
                "game": game,
                "checked": len(chosen),
                "faults": [{"id": drill.id, "what": what} for drill, what in found],
            }
        )
        if not args.json:
            for drill, what in found:
                print(f"BAD  {game} {drill.id} {drill.kind}: {what}", file=sys.stderr)
            print(f"{game}: {len(chosen)} questions checked, {len(found)} faults.")
    if args.json:
        emit(rows)
    return FAILED if any(row["faults"] for row in rows) else 0


Command = tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
COMMANDS: dict[str, Command] = {
    "examples": ("run the worked examples", examples_arguments, run_examples),
    "coverage": (
        "show where each rule lives and what is missing",
        coverage_arguments,
        run_coverage,
    ),
    "play": ("let bots play whole games", play_arguments, run_play),
    "drills": ("count, check or mine the questions of Practice", drills_arguments, run_drills),
    "ground": (
        "write a game's board from latitudes and longitudes",
        grounds.add_arguments,
        grounds.run,
    ),
    "check": (
        "check a scenario, board, corrections, table or save file",
        check_arguments,
        run_check,
    ),
}


def run_command(commands: dict[str, Command], prog: str, argv: Sequence[str] | None = None) -> int:
    """Parse a command line and run it; bad input is one line on stderr and exit code 2."""
    parser = Parser(
        prog=prog, description="Learn five war games from their rulebooks, on the board."
    )
    chooser = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (about, add_arguments, _) in commands.items():
        add_arguments(
            chooser.add_parser(name, help=about, description=about[0].upper() + about[1:])
        )
    given = list(sys.argv[1:] if argv is None else argv)
    if given and not given[0].startswith("-") and given[0] not in commands:
        parser.exit(
            BAD_INPUT, f"{prog}: there is no command '{given[0]}'. {closest(given[0], commands)}\n"
        )
    args = parser.parse_args(given)
    if args.command is None:
        parser.print_help()
        return BAD_INPUT
    try:
        return commands[args.command][2](args)
    except (Problem, tomllib.TOMLDecodeError) as problem:
        print(f"{prog} {args.command}: {problem}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        print(f"{prog} {args.command}: stopped.", file=sys.stderr)
        return STOPPED


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m engine`."""
    return run_command(COMMANDS, "python -m engine", argv)
