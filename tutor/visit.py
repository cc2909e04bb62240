"""Who is looking, and what the address of the page asks for."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode

from engine.catalogue import GAMES

LOG_VARIABLE = "STAFFRIDE_LOG"
LEARNER_VARIABLE = "STAFFRIDE_LEARNER"
KEY_VARIABLE = "STAFFRIDE_KEY"
REFEREE_VARIABLE = "STAFFRIDE_REFEREE"
"""Where the referee of shared tables listens; nowhere outside of `staffride serve`."""
NAMED_VARIABLE = "STAFFRIDE_NAMED"
"""Set where a hub says who the learner is, and nobody can choose a name."""
SEAT_VARIABLE = "STAFFRIDE_SEAT"
"""The key to this learner's seats."""
JOINER = "\u200d"
"""Makes one picture of several."""
SOMEBODY = "me"
"""The learner of a machine that one person uses."""
GUEST = "guest-"
"""How the name of somebody begins who has not given one."""


def asked(query: str | None = None) -> dict[str, str]:
    """What a query asks for, or that of this page; nothing outside Voila."""
    text = os.environ.get("QUERY_STRING", "") if query is None else query
    return {key: values[-1] for key, values in parse_qs(text).items()}


def served() -> bool:
    """Whether this kernel belongs to a page that `staffride serve` shows."""
    return LOG_VARIABLE in os.environ


def referee() -> str:
    """Where the referee of shared tables listens; empty where there is none."""
    return os.environ.get(REFEREE_VARIABLE, "")


def seat_key() -> str:
    """The key to this learner's seats."""
    return os.environ.get(SEAT_VARIABLE, "")


def clean_name(name: str) -> str:
    """A learner's name fit for an address and a table: letters, digits, pictures, spaces, - and '.

    Not what writes backwards, what shows nothing, or what means something in HTML.
    """
    kept = "".join(c for c in unicodedata.normalize("NFC", name) if _fits(c))
    return " ".join(kept.split())[:40].strip("\u200d ") or SOMEBODY


def _fits(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in " _-'."
    return unicodedata.category(character)[0] in "LMNS" or character == JOINER


def learner() -> str:
    """Whose progress this page keeps: who the server knows it is, or the one person here."""
    known = os.environ.get(LEARNER_VARIABLE)
    return known or clean_name(asked().get("learner", SOMEBODY))


def named() -> bool:
    """Whether a hub says who the learner is."""
    return bool(os.environ.get(NAMED_VARIABLE))


def own_link() -> str:
    """The address by which a learner is known in another browser; empty for the one person."""
    key = os.environ.get(KEY_VARIABLE, "")
    return f"index.ipynb?{urlencode({'learner': learner(), 'key': key})}" if key else ""


def link(page: str, **query: str) -> str:
    """Where one of our pages is, seen from the one that asks, the learner carried along.

    JupyterLab finds a notebook by that as a browser finds a page.
    """
    who = learner()
    if who != SOMEBODY:
        query.setdefault("learner", who)
    tail = "&".join(f"{key}={quote(value)}" for key, value in query.items())
    up = "../" if Path.cwd().name in GAMES else ""
    return f"{up}{page}.ipynb" + (f"?{tail}" if tail else "")
