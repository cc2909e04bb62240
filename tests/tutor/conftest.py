"""Fixtures of several of the desk's tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.tutor import firefight


@pytest.fixture
def field(tmp_path: Path) -> Any:
    """Open a small field with some units and works."""
    return partial(firefight.opened, tmp_path)
