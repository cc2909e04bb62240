"""Settings of the whole suite: property tests are repeatable and never judged by the clock."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from tutor.store import Store

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile(
    "suite", deadline=None, derandomize=True, max_examples=60, suppress_health_check=QUIET
)
settings.register_profile(
    "search", deadline=None, max_examples=1000, suppress_health_check=QUIET, print_blob=True
)
# a mutant that is found out need not be found out by the smallest example
settings.register_profile(
    "mutants",
    settings.get_profile("suite"),
    phases=(Phase.explicit, Phase.generate),
    database=None,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


@pytest.fixture(scope="session", autouse=True)
def nobodys_progress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests finish is not the progress of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        nobody = Store(tmp_path_factory.mktemp("nobody") / "progress.sqlite")
        for name, value in nobody.environment.items():
            patch.setenv(name, value)
        yield
