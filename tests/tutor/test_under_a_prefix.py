"""Staffride behind a proxy, under an address that is not the root: nothing leads out of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest

from tests.tutor.visitor import Visitor, run
from tutor.serving.serve import ServeOptions, Server

Serve = Callable[..., Server]
BASE = "/services/staffride/"
INSIDE = ("#", "data:", BASE)


@pytest.fixture
def visitor(served: Serve) -> Visitor:
    """A visitor of a server under a prefix."""
    return Visitor(served(base_url="services/staffride").port, base=BASE)


@pytest.mark.parametrize("given", ["services/staffride", "/services/staffride", BASE])
def test_the_slashes_at_the_ends_need_not_be_written(given: str) -> None:
    assert ServeOptions(base_url=given).base == BASE


def test_the_root_of_the_prefix_leads_home_and_that_of_the_server_nowhere(visitor: Visitor) -> None:
    root = visitor.ask(f"{BASE.rstrip('/')}?learner=Ann")
    assert (root.status, root.headers["Location"]) == (302, f"{BASE}?learner=Ann")
    home = visitor.ask(root.headers["Location"])
    there = f"{BASE}voila/render/index.ipynb?learner=Ann"
    assert (home.status, home.headers["Location"]) == (302, there)
    for path in ("/", "/voila/render/index.ipynb", "/health"):
        assert visitor.ask(path).status == 404, path


def test_every_address_of_a_page_lies_under_the_prefix(visitor: Visitor) -> None:
    here = f"{BASE}voila/render/game/tell.ipynb"
    page = visitor.ask(here)
    assert page.status == 200
    found = set(re.findall(r'(?:src|href|action)="([^"#]+)"', page.text))
    assert len(found) > 8
    for address in found:
        whole = urljoin(here, address)
        assert whole.startswith(INSIDE), address
        # The small folder has not all the pages that the menu names.
        assert address.endswith(".ipynb") or visitor.ask(whole).status in {200, 302}, address
    for name in ("baseUrl", "fullLabextensionsUrl", "fullStaticUrl"):
        assert f'"{name}": "{BASE}' in page.text
    assert not re.findall(r'["\'`(]/(?:voila|staffride|api)/', page.text)


def test_a_notice_leads_home_under_the_prefix(visitor: Visitor) -> None:
    notice = visitor.ask(f"{BASE}voila/render/none.ipynb")
    assert notice.status == 404
    assert f'href="{BASE}">Go to the home page' in notice.text


async def _connects(visitor: Visitor, kernel: str) -> None:
    (await visitor.wire(kernel)).close()


def test_a_page_reaches_its_kernel_and_ends_it_under_the_prefix(visitor: Visitor) -> None:
    kernel = visitor.ask(f"{BASE}voila/render/index.ipynb").kernel
    run(_connects(visitor, kernel))
    assert visitor.alive(kernel)
    assert visitor.leave(kernel).status == 204
    assert not visitor.alive(kernel)


def test_cookies_are_for_the_prefix_alone(visitor: Visitor) -> None:
    page = visitor.ask(f"{BASE}voila/render/index.ipynb?learner=Bob")
    cookies = page.headers.get_all("Set-Cookie")
    assert {"staffride_names", "_xsrf"} <= {cookie.partition("=")[0] for cookie in cookies}
    assert all(f"path={BASE}" in cookie.lower() for cookie in cookies)


def test_the_form_for_the_token_is_under_the_prefix(served: Serve) -> None:
    visitor = Visitor(served(base_url=BASE, token="a word").port, base=BASE)
    asked = visitor.ask(f"{BASE}voila/render/index.ipynb").headers["Location"]
    form = visitor.ask(asked)
    action = re.search(r'action="([^"]+)"', form.text)
    assert action
    assert action[1].startswith(f"{BASE}login?next=%2Fservices")
    body = f"password=a+word&_xsrf={visitor.cookies['_xsrf']}"
    inside = visitor.ask(action[1], "POST", body)
    assert (inside.status, inside.headers["Location"]) == (302, f"{BASE}voila/render/index.ipynb")
    assert visitor.ask(inside.headers["Location"]).status == 200
