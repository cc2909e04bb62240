"""Finds a Chromium (helper-10 completes this)."""
import shutil


def find() -> str | None:
    return shutil.which("chromium")
