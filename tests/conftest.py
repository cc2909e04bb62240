"""Settings of the whole suite: property tests are repeatable and never judged by the clock."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile(
    "suite", deadline=None, derandomize=True, max_examples=60, suppress_health_check=QUIET
)
settings.register_profile(
    "search", deadline=None, max_examples=1000, suppress_health_check=QUIET, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
