"""A plugin for nbval: `pytest -p tests.notebooks --nbval ... lessons`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager
from nbval import kernel

from tutor.store import Store
from tutor.table.canvas import PICTURES


@pytest.hookimpl
def pytest_configure(config: pytest.Config) -> None:
    """Notebooks as they are built: nobody's progress, and pictures that nobody compares undrawn."""
    nobody = tempfile.TemporaryDirectory()
    config.add_cleanup(nobody.cleanup)
    os.environ.update(Store(Path(nobody.name) / "nobody.sqlite").environment)
    os.environ[PICTURES] = "no"

    def own_sockets(**options: Any) -> KernelManager:
        # Two workers that look for free ports at once may find the same one.
        folder = tempfile.mkdtemp(dir=nobody.name)
        return KernelManager(transport="ipc", ip=f"{folder}/kernel", **options)

    kernel.KernelManager = own_sockets
