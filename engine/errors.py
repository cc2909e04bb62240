"""The one kind of error a user can cause: it names the file, the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterable

MOST_TOLD = 500
"""Characters of a message; nobody reads more."""


class Problem(Exception):
    """Bad input, said in one line. Anything else that is raised is our own mistake."""

    def __init__(
        self,
        what: str,
        *,
        file: str | None = None,
        place: str | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.file = file
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        """`file, place: what. Remedy.` on one line."""
        text = self._said(MOST_TOLD)
        # What is brought here may be called anything, at any length.
        return text if len(text) <= MOST_TOLD else self._said(MOST_TOLD // 5)

    def _said(self, most: int) -> str:
        file, place, what, remedy = (
            _cut(part or "", most) for part in (self.file, self.place, self.what, self.remedy)
        )
        where = ", ".join(part for part in (file, place) if part)
        text = f"{where}: {what}" if where else what
        return f"{text.rstrip('.')}. {remedy}" if remedy else text

    def within(self, file: str | None = None, place: str | None = None) -> Problem:
        """The same problem, seen from the file or place that contains it."""
        inner = self.place
        joined = f"{place}, {inner}" if place and inner else place or inner
        return Problem(self.what, file=self.file or file, place=joined, remedy=self.remedy)


def _cut(part: str, most: int) -> str:
    """A part of a message on one line that can be written, without its middle if too long."""
    line = " ".join(part.split()).encode("utf-8", "backslashreplace").decode()
    line = line.replace("\0", "\\0")
    half = most // 2 - 2
    return line if len(line) <= most else f"{line[:half]}...{line[-half:]}"


def closest(word: str, known: Iterable[object]) -> str:
    """A remedy that offers the known words, the nearest first."""
    import difflib

    words = sorted(str(item) for item in known)
    near = difflib.get_close_matches(word[:MOST_TOLD], words, n=1, cutoff=0.6)
    if near:
        return f"Did you mean '{near[0]}'?"
    if not words:
        return "None is known here."
    shown = ", ".join(words[:12]) + (", ..." if len(words) > 12 else "")
    return f"Use one of: {shown}."
