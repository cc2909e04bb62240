"""A plugin for nbval: `pytest -p tests.notebooks --nbval ... lessons`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager
from nbval import kernel
from traitlets.config import Configurable

from tutor.serving import nursery
from tutor.serving.server import SETTINGS
from tutor.store import Store
from tutor.table.canvas import PICTURES


class House(Configurable):  # type: ignore[misc]  # traitlets is untyped
    """Where the kernels come from, as on a server: forks of one process."""

    def __init__(self) -> None:
        super().__init__()
        self.nursery = nursery.Nursery(SETTINGS["warm_modules"])


@pytest.hookimpl
def pytest_configure(config: pytest.Config) -> None:
    """Notebooks as they are built: nobody's progress, and pictures that nobody compares undrawn."""
    nobody = tempfile.TemporaryDirectory()
    config.add_cleanup(nobody.cleanup)
    os.environ.update(Store(Path(nobody.name) / "nobody.sqlite").environment)
    os.environ[PICTURES] = "no"

    house = House()
    config.add_cleanup(house.nursery.close)
    nursery.register()

    def own_sockets(**options: Any) -> KernelManager:
        # Two workers that look for free ports at once may find the same one.
        folder = tempfile.mkdtemp(dir=nobody.name)
        made = KernelManager(parent=house, transport="ipc", ip=f"{folder}/kernel", **options)
        if nursery.CAN_FORK:
            forks = {"provisioner_name": nursery.PROVISIONER}
            made.kernel_spec.metadata["kernel_provisioner"] = forks
        return made

    kernel.KernelManager = own_sockets
