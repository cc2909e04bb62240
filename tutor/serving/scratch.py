"""A folder of the server's own, which goes with it: even what a crash has left is swept up."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PREFIX = "staffride_"
HELD = "held"
YOUNG_SECONDS = 60.0


class Scratch:
    """A folder that nobody else uses, held as long as this process lives."""

    def __init__(self) -> None:
        _sweep(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        # It has its name only when it is held.
        draft = self.path / f"{HELD}.part"
        self._file: IO[str] = draft.open("w")
        _hold(self._file)
        os.replace(draft, self.path / HELD)

    def close(self) -> None:
        """It goes."""
        self._file.close()
        shutil.rmtree(self.path, ignore_errors=True)


def _hold(file: IO[str]) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sweep(place: Path) -> None:
    """Take away what servers have left that were killed."""
    if fcntl is None:
        return
    for folder in place.glob(f"{PREFIX}*"):
        # What another user left is theirs, and what is held is in use.
        with suppress(OSError):
            if _left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _left(folder: Path) -> bool:
    told = folder.lstat()
    if told.st_uid != os.getuid() or not folder.is_dir() or folder.is_symlink():
        return False
    if not (folder / HELD).exists():
        return time.time() - told.st_mtime > YOUNG_SECONDS
    with (folder / HELD).open() as file:
        _hold(file)
    return True
