"""Saves that survive: written whole or not at all, checked before they are believed."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.chance import Scripted, Seeded, Source, Typed
from engine.errors import Problem
from engine.files import Table, text_of, too_deep
from engine.game import Game, Illegal
from engine.values import Action
from engine.version import __version__

SCHEMA = 3
"""1: everything lies open. 2: seed, dice and actions may lie in an envelope. 3: a scenario that
stands on no shelf is in the save itself."""
FORMAT = "staffride-save"


@dataclass(frozen=True)
class Record:
    """What a save holds."""

    scenario: str
    fingerprint: str
    switches: Mapping[str, bool]
    seed: int | str
    actions: tuple[tuple[Action, tuple[int, ...]], ...]
    opening: tuple[int, ...]
    said: Mapping[str, Any] = field(default_factory=dict)
    """The table of a scenario that stands on no shelf."""


def record_of(game: Game) -> Record:
    """A game as a record: its scenario, its seed, every action with the dice it met."""
    opening, *steps = game.history
    return Record(
        scenario=game.scenario.id,
        fingerprint=game.scenario.fingerprint,
        switches=game.scenario.switches,
        seed=_seed_behind(game.source),
        actions=tuple((s.action, tuple(n for _, n in s.answers)) for s in steps if s.action),
        opening=tuple(n for _, n in opening.answers),
        said={} if catalogue.is_known(game.scenario) else game.scenario.said,
    )


def _seed_behind(source: Source | None) -> int | str:
    """The seed of the dice that follow once nothing is scripted or typed in any more."""
    while isinstance(source, Scripted | Typed):
        source = source.then
    return source.seed if isinstance(source, Seeded) else 0


def _checksum(body: Mapping[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def dumps(record: Record, *, sealed: bool = False) -> str:
    """The text of a save; sealed, nobody reads by chance what one side hides from another."""
    played: dict[str, Any] = {
        "seed": record.seed,
        "opening": list(record.opening),
        "actions": [{**a.to_json(), "dice": list(dice)} for a, dice in record.actions],
        **({"said": record.said} if record.said else {}),
    }
    body: dict[str, Any] = {
        "format": FORMAT,
        "schema": 3 if record.said else 2 if sealed else 1,
        "engine": __version__,
        "scenario": record.scenario,
        "fingerprint": record.fingerprint,
        "switches": dict(record.switches),
        **({"sealed": seal(played)} if sealed else played),
    }
    body["checksum"] = _checksum(body)
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _damaged(name: str, place: str, how: str) -> Problem:
    remedy = "Load an earlier save; this file was left as it is."
    return Problem(f"the save is damaged: {how}", file=name, place=place, remedy=remedy)


def loads(text: str, name: str = "save") -> Record:
    """Read the text of a save; a damaged, foreign or newer one is refused with the reason."""
    try:
        body = json.loads(text)
        if too_deep(body):
            raise RecursionError
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _damaged(name, place, "it breaks off or is no JSON") from None
    except (ValueError, RecursionError):
        raise _damaged(name, "the whole text", "no save holds such numbers or lists") from None
    top = Table(body if isinstance(body, dict) else {}, name)
    if top.data.get("format") != FORMAT:
        remedy = f'A save begins with "format": "{FORMAT}".'
        raise top.problem("this is not a Staffride save", "format", remedy)
    schema = body.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        what = f"the save has schema {schema} and this program reads up to {SCHEMA}"
        remedy = "Update Staffride and load it again; nothing in it was changed."
        raise top.problem(what, "schema", remedy)
    if body.pop("checksum", None) != _checksum(body):
        raise _damaged(name, "checksum", "its checksum does not fit its content")
    if "sealed" in body:
        try:
            body |= unseal(body["sealed"])
        except (TypeError, ValueError):
            raise _damaged(name, "sealed", "its envelope cannot be opened") from None
    return _read(Table(body, name))


def _read(top: Table) -> Record:
    """The record in a save whose checksum fits: whoever wrote it, every key is checked."""
    seed = top.need("seed", object)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise top.problem(f"{seed!r} is no seed", "seed", "Write a whole number or a text.")
    top.need("actions", list)
    actions = []
    for entry in top.tables("actions"):
        plain = {key: value for key, value in entry.data.items() if key != "dice"}
        try:
            action = Action.from_json(plain)
        except Problem as problem:
            raise problem.within(top.file, entry.place) from None
        actions.append((action, _numbers(entry, "dice")))
    switches = top.table("switches")
    for key in ("format", "engine", "schema", "sealed"):
        top.get(key, object, "")
    read = Record(
        scenario=top.need("scenario", str),
        fingerprint=top.need("fingerprint", str),
        switches={key: switches.need(key, bool) for key in switches.data},
        seed=seed,
        opening=_numbers(top, "opening"),
        actions=tuple(actions),
        said=top.get("said", dict, {}),
    )
    top.finish()
    return read


def _numbers(table: Table, key: str) -> tuple[int, ...]:
    values = table.need(key, list)
    for i, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int):
            raise table.problem(f"{value!r} is no die", f"{key}[{i}]", "Write whole numbers.")
    return tuple(values)


def replay(record: Record, name: str = "save", expected: str | None = None) -> Game:
    """Play a record again, die by die; `expected` is the scenario that must be in it."""
    top = Table({}, name)
    if expected is not None and record.scenario != expected:
        what = f"the save belongs to the scenario '{record.scenario}', not to '{expected}'"
        raise top.problem(what, "scenario", f"Open '{record.scenario}' and load it there.")
    try:
        rules = catalogue.rules_of(record.scenario, record.switches, said=record.said)
    except Problem as problem:
        what = f"its scenario '{record.scenario}' cannot be opened: {problem.what}"
        raise top.problem(what, "scenario", problem.remedy) from None
    if record.fingerprint not in (rules.scenario.fingerprint, *rules.scenario.earlier):
        what = f"the scenario '{record.scenario}' has changed since this was saved"
        remedy = "Play it with the version of Staffride that saved it."
        raise top.problem(what, "fingerprint", remedy)
    dice = [*record.opening, *(n for _, answers in record.actions for n in answers)]
    try:
        game = Game(rules, Scripted(dice, then=Seeded(record.seed)))
    except Problem as problem:
        raise problem.within(name, "opening") from None
    for number, (action, _) in enumerate(record.actions, start=1):
        try:
            game.apply(action)
        except Illegal as illegal:
            what = f"action {number} ({action}) is illegal by {', '.join(illegal.verdict.rules)}"
            remedy = "The save was changed by hand, or made by other rules."
            raise top.problem(what, f"actions[{number - 1}]", remedy) from None
        except Problem as problem:
            raise problem.within(name, f"actions[{number - 1}]") from None
    return game


def write_atomically(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all: what was there before stays until the new one is safe."""
    folder = path.parent
    try:
        handle, draft = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        what = f"nothing can be written there ({error.strerror})"
        remedy = "Choose a folder that exists and that you may write to."
        raise Problem(what, file=str(path), remedy=remedy) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException as error:
        Path(draft).unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        what = f"it could not be written ({error.strerror})"
        remedy = "Free some space or choose another name; the old file is untouched."
        raise Problem(what, file=str(path), remedy=remedy) from None


def save(game: Game, path: Path) -> None:
    """Save a game."""
    write_atomically(path, dumps(record_of(game)))


def load(path: Path, expected: str | None = None) -> Game:
    """Load a game."""
    text = text_of(path, str(path), "save")
    return replay(loads(text, str(path)), str(path), expected)


# ---------------------------------------------------------------- the envelope
# What nobody should read by chance, packed so that no eye and no search finds it. It is no lock:
# whoever wants to open it can; a player who looks into a file by accident cannot.
LARGEST = 4_000_000
"""No save of ours comes near so many bytes, and a file that is brought to a page may have no more;
what claims more was made to fill the memory."""


def seal(data: Mapping[str, Any]) -> str:
    """Data as letters that say nothing."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode()


def unseal(letters: str) -> dict[str, Any]:
    """The data in an envelope; a ValueError where there is none."""
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(base64.b64decode(letters, validate=True), LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("it breaks off, goes on behind its end, or is too large")
        data = json.loads(plain.decode("utf-8", "surrogatepass"))
    except (zlib.error, RecursionError) as error:
        raise ValueError("it holds nothing that was packed here") from error
    if not isinstance(data, dict):
        raise ValueError("it holds no table")
    return data
