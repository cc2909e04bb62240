"""Who is looking, and what the address of the page asks for."""

from __future__ import annotations

import os
import re
from urllib.parse import parse_qs, quote

from tutor.serving.in_kernel import LOG_VARIABLE

SOMEBODY = "me"
"""The learner of a machine that one person uses."""


def asked() -> dict[str, str]:
    """The page's query string; empty outside Voila."""
    text = os.environ.get("QUERY_STRING", "")
    return {key: values[-1] for key, values in parse_qs(text).items()}


def served() -> bool:
    """Whether this kernel belongs to a page that `staffride serve` shows."""
    return LOG_VARIABLE in os.environ


def clean_name(name: str) -> str:
    """A learner's name fit for an address and a table: letters, digits, spaces, - and '."""
    kept = re.sub(r"[^\w \-'.]", "", name, flags=re.UNICODE).strip()
    return kept[:40] or SOMEBODY


def learner() -> str:
    """Whose progress this page keeps: `?learner=Anna`, or the one person of this machine."""
    return clean_name(asked().get("learner", SOMEBODY))


def link(page: str, **query: str) -> str:
    """The address of one of our pages, the learner carried along."""
    who = learner()
    if who != SOMEBODY:
        query.setdefault("learner", who)
    tail = "&".join(f"{key}={quote(value)}" for key, value in query.items())
    return f"/voila/render/{page}.ipynb" + (f"?{tail}" if tail else "")
