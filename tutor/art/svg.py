"""A scene as SVG text: complete in itself, and byte for byte the same every time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from tutor.art.items import (
    BASELINE,
    HALO,
    Circle,
    Circles,
    Clipped,
    Dash,
    Item,
    Points,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    rgba,
)

FONTS = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif'


def number(value: float) -> str:
    """A coordinate: at most two decimals, no trailing zeros, no minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _paint(name: str, colour: str | None) -> str:
    if colour is None:
        return f' {name}="none"'
    opacity = rgba(colour)[3]
    shade = "" if opacity == 1.0 else f' {name}-opacity="{number(opacity)}"'
    return f' {name}="{colour[:7]}"{shade}'


def _stroke(colour: str, width: float, dash: Dash | None = None, cap: str = "round") -> str:
    text = f'{_paint("stroke", colour)} stroke-width="{number(width)}"'
    if cap != "round":
        text += f' stroke-linecap="{cap}"'
    if dash:
        text += f' stroke-dasharray="{" ".join(map(number, dash))}"'
    return text


def _path(lines: Iterable[Points], close: str) -> str:
    """Path data in relative steps, counted in hundredths so that they cannot drift."""
    parts = []
    for line in lines:
        x, y = (round(value * 100) for value in line[0])
        parts.append(f"M{number(x / 100)} {number(y / 100)}l")
        first = True
        for px, py in line[1:]:
            nx, ny = round(px * 100), round(py * 100)
            for step in (nx - x, ny - y):
                text = _step(step)
                parts.append(text if first or text[0] == "-" else f" {text}")
                first = False
            x, y = nx, ny
        parts.append(close)
    return "".join(parts)


@lru_cache(maxsize=20000)
def _step(hundredths: int) -> str:
    """A step in path data, without the nought before the point."""
    text = number(hundredths / 100)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


# What XML 1.0 cannot hold, whatever it is escaped to.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _words(text: str) -> str:
    return escape(_UNFIT.sub("\ufffd", text))


def element(item: Item) -> str:
    """One item as one SVG element."""
    match item:
        case Circle():
            text = f'<circle cx="{number(item.x)}" cy="{number(item.y)}" r="{number(item.r)}"'
            return f"{text}{_paint('fill', item.fill)}{_rim(item)}/>"
        case Circles():
            # Round caps on lines of no length: a tenth of the size of circles, one path for all.
            dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in item.centres)
            return f'<path d="{dots}" fill="none"{_stroke(item.fill, item.r * 2)}/>'
        case Polygon():
            path = _path((item.points,), "z")
            return f'<path d="{path}"{_paint("fill", item.fill)}{_rim(item)}/>'
        case Polygons():
            return f'<path d="{_path(item.rings, "z")}"{_paint("fill", item.fill)}/>'
        case Polyline() | Polylines():
            lines = item.lines if isinstance(item, Polylines) else (item.points,)
            stroke = _stroke(item.stroke, item.width, item.dash, item.cap)
            return f'<path d="{_path(lines, "")}" fill="none"{stroke}/>'
        case Text():
            return _text(item)
        case Clipped():
            path = _path(item.rings, "z")
            name = f"c{crc32(path.encode()):x}"
            inner = "".join(map(element, item.items))
            shape = f'<clipPath id="{name}"><path d="{path}"/></clipPath>'
            return f'{shape}<g clip-path="url(#{name})">{inner}</g>'


def _rim(item: Circle | Polygon) -> str:
    return "" if item.stroke is None else _stroke(item.stroke, item.width)


def _text(item: Text) -> str:
    y = item.y + item.size * BASELINE
    text = f'<text x="{number(item.x)}" y="{number(y)}" font-size="{number(item.size)}"'
    if item.anchor != "middle":
        text += f' text-anchor="{item.anchor}"'
    if item.weight != "normal":
        text += f' font-weight="{item.weight}"'
    if item.halo is not None:
        text += f'{_stroke(item.halo, item.size * HALO)} paint-order="stroke"'
    return f"{text}{_paint('fill', item.fill)}>{_words(item.text)}</text>"


def svg(
    width: float,
    height: float,
    layers: Iterable[tuple[str, Iterable[Item]]],
    title: str = "",
    text: str = "",
) -> str:
    """A whole picture from its layers in painting order."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' width="{number(width)}" height="{number(height)}" role="img"'
        f" font-family={quoteattr(FONTS)}"
        ' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{_words(title)}</title>",
        f"<desc>{_words(text)}</desc>",
    ]
    for name, items in layers:
        parts.append(f"<g class={quoteattr('staffride-' + name)}>")
        parts.extend(element(item) for item in items)
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
