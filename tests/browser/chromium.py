"""Finds a Chromium to test with, and installs one where there is none.

python -m tests.browser.chromium             say which one the tests use
python -m tests.browser.chromium --install   get one if there is none
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

VARIABLE = "STAFFRIDE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# In a process of its own: Playwright cannot be asked twice in one that tests already use.
OWN = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as driver:\n"
    "    print(driver.chromium.executable_path)"
)
DOWNLOAD_SECONDS = 600
PACKAGES_SECONDS = 900


def find() -> str | None:
    """The Chromium that the tests use; None where there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if _runs(named) else None
    for name in NAMES:
        found = shutil.which(name)
        if found and _runs(found):
            return found
    own = _output([sys.executable, "-c", OWN], 60)
    return own if own and _runs(own) else None


def _runs(path: str) -> bool:
    """Whether a browser is there and starts; a package may be no more than a stub."""
    return Path(path).is_file() and _output([path, "--version"], 60) is not None


def _output(command: Sequence[str], seconds: float) -> str | None:
    """What a command says; None when it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def download() -> bool:
    """Playwright's own Chromium, from its servers."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    return _output(command, DOWNLOAD_SECONDS) is not None


def packages() -> bool:
    """The system's package, where we may install one."""
    if shutil.which("apt-get") is None:
        return False
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        rights: list[str] = []
    elif _output(["sudo", "-n", "true"], 20) is not None:
        rights = ["sudo", "-n"]
    else:
        return False
    apt = [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    _output([*apt, "update"], PACKAGES_SECONDS)
    install = [*apt, "install", "--no-install-recommends", "chromium"]
    return _output(install, PACKAGES_SECONDS) is not None


def install() -> tuple[str | None, str]:
    """A Chromium, got by the first way that works, and what was done."""
    found = find()
    if found or os.environ.get(VARIABLE):
        return found, "it was there"
    for way, done in ((download, "downloaded by Playwright"), (packages, "installed with apt-get")):
        if way() and (found := find()):
            return found, done
    return None, "Playwright's download and apt-get both failed"


def main(argv: Sequence[str] | None = None) -> int:
    """One line on what there is; exit code 2 where no browser is to be had."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.chromium", description=__doc__)
    parser.add_argument("--install", action="store_true", help="get one if there is none")
    asked = parser.parse_args(argv)
    found, done = install() if asked.install else (find(), "it was there")
    if found:
        print(f"Chromium for the browser tests: {found} ({done})")
        return 0
    if named := os.environ.get(VARIABLE):
        told = f"{VARIABLE} names no browser that runs: {named}. Name another or unset it."
    elif asked.install:
        told = f"No Chromium: {done}. Install one by hand, or name one in {VARIABLE}."
    else:
        told = f"No Chromium. Add --install to get one, or name one in {VARIABLE}."
    print(told, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
