"""Finding and installing a browser, without installing anything."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.browser import chromium


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Make programs; there are no others to be found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "OWN", "raise SystemExit(1)")

    def made(name: str, script: str = "echo Chromium 150") -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return made


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What is run; it all fails, but for asking a browser its version."""
    run: list[list[str]] = []
    real = chromium._output

    def output(command: Sequence[str], seconds: float) -> str | None:
        if command[-1] == "--version" or command[1:2] == ["-c"]:
            return real(command, seconds)
        run.append([part for part in command if part != sys.executable])
        return None

    monkeypatch.setattr(chromium, "_output", output)
    return run


def test_the_one_that_is_named_is_used_and_no_other(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program("chromium")
    mine = program("my-browser")
    monkeypatch.setenv(chromium.VARIABLE, mine)
    assert chromium.find() == mine
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "nothing"))
    assert chromium.find() is None


@pytest.mark.parametrize("name", chromium.NAMES)
def test_every_usual_name_is_found(program: Callable[..., str], name: str) -> None:
    assert chromium.find() is None
    path = program(name)
    assert chromium.find() == path


def test_a_package_that_is_only_a_stub_is_passed_over(program: Callable[..., str]) -> None:
    program("chromium", "echo 'run: snap install chromium' >&2; exit 1")
    assert chromium.find() is None
    chrome = program("google-chrome")
    assert chromium.find() == chrome


def test_playwrights_own_is_the_last_resort(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = program("own-build")
    monkeypatch.setattr(chromium, "OWN", f"print({own!r})")
    assert chromium.find() == own
    Path(own).unlink()
    assert chromium.find() is None


def test_what_is_there_is_not_installed(
    program: Callable[..., str], commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = program("chromium")
    assert chromium.main(["--install"]) == 0
    assert commands == []
    out = capsys.readouterr().out
    assert out == f"Chromium for the browser tests: {path} (it was there)\n"


def test_playwright_is_tried_before_the_packages(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "download", lambda: bool(program("chromium")))
    assert chromium.main(["--install"]) == 0
    assert "(downloaded by Playwright)" in capsys.readouterr().out


def test_the_packages_are_tried_where_the_download_fails(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "download", lambda: False)
    monkeypatch.setattr(chromium, "packages", lambda: bool(program("chromium")))
    assert chromium.main(["--install"]) == 0
    assert "(installed with apt-get)" in capsys.readouterr().out


def test_where_nothing_works_one_line_says_so(
    program: Callable[..., str],
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program("apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert chromium.main(["--install"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "No Chromium" in err
    assert chromium.VARIABLE in err
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    assert commands == [
        ["-m", "playwright", "install", "chromium"],
        [*apt, "update"],
        [*apt, "install", "--no-install-recommends", "chromium"],
    ]


def test_packages_need_rights(
    program: Callable[..., str], commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chromium.packages() is False
    program("apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert chromium.packages() is False
    assert commands == [["sudo", "-n", "true"]]


def test_without_being_asked_nothing_is_installed(
    program: Callable[..., str], commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert chromium.main([]) == 2
    assert commands == []
    assert "Add --install" in capsys.readouterr().err


def test_a_named_browser_that_does_not_run_is_named(
    program: Callable[..., str],
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "nowhere")
    assert chromium.main(["--install"]) == 2
    assert commands == []
    assert "names no browser that runs: nowhere" in capsys.readouterr().err


def test_a_browser_that_never_answers_is_none(
    program: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium.subprocess, "run", _too_long)
    program("chromium")
    assert chromium.find() is None


def _too_long(command: Sequence[str], **_: object) -> None:
    raise chromium.subprocess.TimeoutExpired(command, 1)
