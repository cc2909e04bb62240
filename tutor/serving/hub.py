"""The door where a JupyterHub keeps it: who comes, and who teaches, is what the hub says.

Imported only where a hub is: `jupyterhub` is the extra `hub` of this package.
"""

from __future__ import annotations

from typing import Any

from jupyterhub.services.auth import HubOAuth
from jupyterhub.singleuser.extension import (
    JupyterHubIdentityProvider,
    JupyterHubLogoutHandler,
    JupyterHubOAuthCallbackHandler,
)
from tornado import web

from tutor.progress import Progress
from tutor.visit import GUEST, SOMEBODY, clean_name

from .pages import PlainPages
from .who import Caller, Register


class HubRegister(Register):
    """Everybody has the one name that the hub knows them by."""

    named = True

    def __init__(self, progress: Progress, teachers: str) -> None:
        super().__init__(progress, shared=True)
        self.teachers = teachers

    def caller(self, handler: Any) -> Caller:
        """Who asks for a page."""
        return Member(handler, self)

    def name_of(self, member: str) -> str:
        """The learner's name of a member of the hub: no two have the same."""
        name = clean_name(member)
        if name == member and name != SOMEBODY and not name.startswith(GUEST):
            return name
        return f"{name[:31]}-{self.key('member', member)[:8]}"


class Member(Caller):
    """Who asks for a page, as the hub knows them; no cookie of ours makes them another."""

    def __init__(self, handler: Any, register: HubRegister) -> None:
        super().__init__(handler, register)
        user = handler.current_user
        self._names = [] if user is None else [register.name_of(user.hub_user["name"])]
        groups = [] if user is None else user.hub_user.get("groups", ())
        self._teaches = register.teachers in groups

    @property
    def teaches(self) -> bool:
        """Whether it is one of the group that teaches."""
        return self._teaches

    def introduced(self) -> tuple[str, ...]:
        """What the address carries that means nothing here: keys, and another's name."""
        named = self._asked.get("learner")
        strange = named is not None and clean_name(named) not in self._names and not self.teaches
        return (*super().introduced(), *(["learner"] if strange else ()))

    async def learner(self) -> str | None:
        """Under which name; a teacher may look into any record."""
        named = self._asked.get("learner")
        return clean_name(named) if named is not None and self.teaches else self._names[0]

    def _keep(self, name: str) -> None:
        """The hub knows it."""

    def _set(self, name: str, value: str) -> None:
        """No key opens anything here."""


class _Auth(HubOAuth):  # type: ignore[misc]
    """The hub, asked who comes; forged requests are refused as everywhere else in Jupyter."""

    def _patch_xsrf(self, handler: web.RequestHandler) -> None:
        """Leave the handlers of this process as they are."""


class Warden(JupyterHubIdentityProvider):  # type: ignore[misc]
    """Lets in whom the hub lets in."""

    def __init__(self, **kwargs: Any) -> None:
        # The hub's token stands in the environment.
        kwargs.pop("token", None)
        super().__init__(**kwargs)
        self.hub_auth = _Auth(parent=self)

    def get_handlers(self) -> list[tuple[Any, ...]]:
        """Where the hub sends people back to, and where they leave."""
        return [
            (r"logout", JupyterHubLogoutHandler),
            (r"oauth_callback", Back, {"hub_auth": self.hub_auth}),
        ]


class Back(JupyterHubOAuthCallbackHandler):  # type: ignore[misc]
    """Where the hub sends people back to."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """The server that sent them to the hub may be gone, and what it knew with it."""
        self.notice("come-again" if status_code < 500 else "500")

    notice = PlainPages.notice
