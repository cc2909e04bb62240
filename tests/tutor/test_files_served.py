"""The files of a page: packed for the way, kept by the browser; and what a server leaves behind."""

from __future__ import annotations

import gzip
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT, eventually
from tests.tutor.visitor import Visitor
from tutor.serving import scratch
from tutor.serving.scratch import HELD, Scratch
from tutor.serving.serve import ServeOptions, start


def fetched(port: int, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """A file as it comes over the wire."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def addresses(visitor: Visitor) -> list[str]:
    """The scripts and styles of a page."""
    page = visitor.ask("/voila/render/index.ipynb")
    visitor.leave(page.kernel)
    return [
        a for a in re.findall(r'(?:src|href)="([^"#]+)"', page.text) if ".js" in a or ".css" in a
    ]


def test_scripts_and_styles_are_packed_for_the_way(visitor: Visitor) -> None:
    plain = packed = 0
    for address in addresses(visitor):
        _, headers, body = fetched(visitor.port, address)
        assert headers["Content-Encoding"] is None
        status, headers, small = fetched(visitor.port, address, Accept_Encoding="gzip, br")
        assert status == 200
        assert headers["Vary"] == "Accept-Encoding"
        if headers["Content-Encoding"] == "gzip":
            assert int(headers["Content-Length"]) == len(small)
            small = gzip.decompress(small)
        assert small == body
        plain, packed = plain + len(body), packed + int(headers["Content-Length"])
    assert packed < plain / 2


def test_what_is_named_after_its_content_is_never_asked_for_again(visitor: Visitor) -> None:
    kept = 0
    for address in addresses(visitor):
        _, headers, body = fetched(visitor.port, address, Accept_Encoding="gzip")
        if "?v=" in address or re.search(r"\.[0-9a-f]{16,}\.", address):
            assert headers["Cache-Control"] == "public, max-age=31536000, immutable", address
            kept += 1
            continue
        assert headers["Cache-Control"] == "no-cache", address
        known = {"If_None_Match": headers["Etag"] or "", "Accept_Encoding": "gzip"}
        if headers["Etag"] is None:
            known = {"If_Modified_Since": headers["Last-Modified"], "Accept_Encoding": "gzip"}
        status, _, again = fetched(visitor.port, address, **known)
        assert (status, again) == (304, b""), address
        assert body
    assert kept >= 8


def test_a_file_that_changes_is_packed_anew(tmp_path: Path) -> None:
    from tutor.serving.files import packed

    file = tmp_path / "a.js"
    for text, at in ((b"first", 1), (b"second", 2)):
        file.write_bytes(text)
        assert gzip.decompress(packed(str(file), at)) == text


# -- what is left behind --------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what is temporary."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_server_that_ends_leaves_nothing(place: Path, folder: Path) -> None:
    with start(ServeOptions(port=0, warm=0, lessons=folder)) as server:
        assert Visitor(server.port).ask("/voila/render/index.ipynb").status == 200
        assert [found.name[:10] for found in place.iterdir()] == ["staffride_"]
    assert list(place.iterdir()) == []


def test_what_a_killed_server_left_is_swept_up_by_the_next(place: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "tutor.serving.serve", "--lessons", str(folder), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--no-browser"], cwd=ROOT, stdout=subprocess.PIPE, env=os.environ, text=True
    )
    assert process.stdout is not None
    address = re.search(r":(\d+)/", process.stdout.readline())
    assert address is not None
    assert Visitor(int(address[1])).ask("/voila/render/index.ipynb").status == 200
    mine = Scratch()
    assert len(list(place.iterdir())) == 2
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=20)
    (left,) = [found for found in place.iterdir() if found != mine.path]

    def swept() -> bool:
        Scratch().close()
        return not left.exists()

    assert eventually(swept)
    assert mine.path.exists(), "who lives keeps what is theirs"
    mine.close()
    assert list(place.iterdir()) == []


def test_only_what_is_ours_and_old_is_swept_up(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = place / "staffride_notes.txt"
    other.write_text("mine")
    young, old = place / "staffride_young", place / "staffride_old"
    for made in (young, old):
        made.mkdir()
    os.utime(old, (1, 1))
    link = place / "staffride_link"
    link.symlink_to(young, target_is_directory=True)
    Scratch().close()
    assert sorted(found.name for found in place.iterdir()) == [
        "staffride_link",
        "staffride_notes.txt",
        "staffride_young",
    ]
    (young / HELD).write_text("")
    monkeypatch.setattr(scratch.os, "getuid", lambda: -1)
    Scratch().close()
    assert young.exists(), "it is another user's"
