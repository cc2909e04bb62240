"""The files that pages are made of: packed for the way, and kept by the browser."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import FileFindHandler
from tornado.web import StaticFileHandler
from voila.static_file_handler import MultiStaticFileHandler

PACKED = (".js", ".css", ".svg", ".json", ".html", ".map", ".txt")
WORTH_WHILE = 1000
"""Bytes below which packing saves nothing."""
HASHED = re.compile(r"\.[0-9a-f]{16,}\.")
FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=512)
def packed(path: str, changed: int) -> bytes:
    """A file packed, as often as it changes."""
    return gzip.compress(Path(path).read_bytes(), 6, mtime=0)


class Packing(StaticFileHandler):
    """What is named after its content is kept for ever, the rest asked for again."""

    @allow_unauthenticated
    async def get(self, path: str, include_body: bool = True) -> None:
        """A file, packed where that helps and the browser knows how to unpack it."""
        self.path = self.parse_url_path(path)
        found = self.get_absolute_path(self.root, self.path)
        self.absolute_path = self.validate_absolute_path(self.root, found)
        accepted = "gzip" in self.request.headers.get("Accept-Encoding", "")
        if self.absolute_path is None or not accepted or not self._worth_while():
            await super().get(path, include_body)
            return
        self.modified = self.get_modified_time()
        self.set_headers()
        if self.should_return_304():
            self.set_status(304)
            return
        body = packed(self.absolute_path, Path(self.absolute_path).stat().st_mtime_ns)
        self.set_header("Content-Encoding", "gzip")
        self.set_header("Content-Length", str(len(body)))
        if include_body:
            self.write(body)

    def set_headers(self) -> None:
        """Say how long it may be kept."""
        super().set_headers()
        named = "v" in self.request.arguments or HASHED.search(self.request.path)
        self.set_header("Cache-Control", FOR_EVER if named else "no-cache")
        self.set_header("Vary", "Accept-Encoding")

    def _worth_while(self) -> bool:
        assert self.absolute_path is not None, "the file was found"
        file = Path(self.absolute_path)
        return file.suffix in PACKED and file.stat().st_size > WORTH_WHILE


class Assets(Packing):
    """Our own."""


class VoilaFiles(Packing, MultiStaticFileHandler):  # type: ignore[misc]
    """Voila's."""


class Extensions(Packing, FileFindHandler):
    """Those of the widgets."""

    def compute_etag(self) -> Any:
        """They are named after their content, or asked for by the time of their change."""
        return None
