"""What goes into the log: for a person as text, for a machine one JSON object a line, and no names.

In the latter nothing stands that a learner has typed or a browser has sent: of a message only the
words that stand in the program, of an error only its kind and where it was raised.
"""

from __future__ import annotations

import json
import logging
import os
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.errors import Problem

FORMAT_VARIABLE = "STAFFRIDE_LOG_FORMAT"
TEXT, JSON = "text", "json"
OURS = "staffride"
ACCESS = f"{OURS}.access"
FIELDS = ("method", "path", "page", "status", "ms", "kernel", "address")
"""What we say beside the words, as `extra`."""
MOST_FRAMES = 8


class Lines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, **always: str) -> None:
        super().__init__()
        self._always = always

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"time": at, "level": record.levelname.lower()}
        told |= {"what": _words(record), **self._always}
        told |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])[-MOST_FRAMES:]
            told["at"] = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]
        return json.dumps(told)


def _words(record: logging.LogRecord) -> str:
    """What the program says, without what it says it of."""
    given = record.args if isinstance(record.args, tuple) else ()
    if problem := next((one for one in given if isinstance(one, Problem)), None):
        return problem.what
    if record.name.partition(".")[0] == OURS:
        return str(record.msg)
    if record.args:
        return f"{record.name}: {record.msg}"
    # It may have been put together already: where it is said must do.
    return f"{record.name}: {record.module}.{record.funcName}:{record.lineno}"


def formatter(**always: str) -> logging.Formatter:
    """As the server was told, which every process of it finds in its environment."""
    if os.environ.get(FORMAT_VARIABLE) == JSON:
        return Lines(**always)
    return logging.Formatter("%(levelname)s %(name)s: %(message)s")


def begin() -> None:
    """Write what is worth a warning, and for a machine also each request, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if os.environ.get(FORMAT_VARIABLE) == JSON:
        logging.getLogger(ACCESS).setLevel(logging.INFO)
