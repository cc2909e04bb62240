"""Files that no scenario and no save is: one clear line each, and soon."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import cli
from engine.files import DEEPEST, LARGEST, too_deep
from tests.engine.toy import ToyRules

SAVE = '{"format": "staffride-save", "actions": [{"do": %s}]}'
ODD: dict[str, tuple[str, bytes]] = {
    "toml-lists": ("a.toml", b"a = " + b"[" * 2000 + b"]" * 2000),
    "toml-tables": ("a.toml", b"[" + b".".join([b"a"] * 900) + b"]\nb = 1"),
    "toml-some-lists": ("a.toml", b"side = " + b"[" * 200 + b"]" * 200),
    "toml-number": ("a.toml", b"a = " + b"9" * 9000),
    "toml-bytes": ("a.toml", b"title = '\xff\xfe'"),
    "toml-nul": ("a.toml", b"\x00" * 900),
    "toml-huge": ("a.toml", b"#" * (LARGEST + 1)),
    "toml-empty": ("a.toml", b""),
    "json-900": ("a.json", (SAVE % ("[" * 900 + "]" * 900)).encode()),
    "json-100000": ("a.json", b"[" * 100_000),
    "json-number": ("a.json", b"9" * 9000),
    "json-bytes": ("a.json", b'{"format": "\xff"}'),
    "json-empty": ("a.json", b""),
}


def refused(capsys: pytest.CaptureFixture[str], path: str) -> str:
    """The one line that `check` says about a file."""
    assert cli.main(["check", path]) == cli.BAD_INPUT
    out = capsys.readouterr()
    assert out.out == ""
    (line,) = out.err.splitlines()
    assert "Traceback" not in line
    assert 20 < len(line) < 700
    line.encode()
    return line


@pytest.mark.parametrize("odd", ODD)
def test_a_file_that_nobody_wrote_is_refused_in_a_line(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, content = ODD[odd]
    (tmp_path / name).write_bytes(content)
    assert name in refused(capsys, str(tmp_path / name))


@pytest.mark.parametrize("ending", [".toml", ".json"])
@pytest.mark.parametrize(
    "name", ["a\x00b", "x" * 300, "\udce9t\udce9", "\ud800", "folder/" * 600, ""]
)
def test_a_name_that_no_file_has_is_refused_in_a_line(
    name: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(capsys, f"{tmp_path}/{name}{ending}")


@pytest.mark.parametrize("name", ["pipe.toml", "pipe.json"])
def test_a_pipe_is_not_waited_for(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / name)
    assert "not a file" in refused(capsys, str(tmp_path / name))
    (tmp_path / f"folder-{name}").mkdir()
    assert "not a file" in refused(capsys, str(tmp_path / f"folder-{name}"))


def test_depth_is_counted_without_going_deep() -> None:
    nest: object = 1
    for _ in range(100_000):
        nest = [nest]
    assert too_deep(nest)
    shallow: object = 1
    for _ in range(DEEPEST - 1):
        shallow = {"a": shallow}
    assert not too_deep(shallow)
    assert too_deep({"a": shallow})
    assert not too_deep(ToyRules)
