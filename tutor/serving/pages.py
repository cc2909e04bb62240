"""What the server answers: the home page, a lesson, a session's pulse, and plain error pages."""

from __future__ import annotations

import json
import logging
import posixpath
import re
import sys
from contextlib import aclosing
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from jinja2.bccache import Bucket, BytecodeCache
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from nbclient.exceptions import CellExecutionError
from tornado import web
from tornado.iostream import StreamClosedError
from voila.notebook_renderer import NotebookRenderer
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from engine.words import catalogue
from tutor.look import SCRIPT_VARIABLE
from tutor.visit import KEY_VARIABLE, LEARNER_VARIABLE, NAMED_VARIABLE, SEAT_VARIABLE, SOMEBODY

from . import frames
from .kernels import Full, LessonKernels
from .options import CLASSROOM, HOME

RENDER = "voila/render/"
STATIC = "staffride/static/"
"""Below the base, which is `/` unless the server was told another."""
RETRY_SECONDS = 15
NO_FRAME = 1007
"""The code by which a wire is closed whose other end says what makes no sense."""


class Compiled(BytecodeCache):
    """Templates as they were compiled once: Voila begins anew with every page."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find it, if it is the same template still."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class PlainPages(JupyterHandler):
    """A handler whose errors are pages a learner can read."""

    def notice(self, about: str, retry: int | None = None) -> None:
        """Finish with a page that says one thing, in the words of its key."""
        words, key = catalogue(), f"page.{about}"
        title, text = words.say(key), words.fix(key, (("retry", retry),))
        page = self.settings["voila_jinja2_env"].get_template("notice.html")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        assets = self.settings["jinja_template_vars"]["assets"]
        self.finish(page.render(title=title, text=text, retry=retry, assets=assets))

    def log_exception(self, *failure: Any) -> None:
        """A wrong address is the visitor's news; only our own mistakes belong in the log."""
        if not isinstance(failure[1], web.HTTPError) or failure[1].status_code >= 500:
            super().log_exception(*failure)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """An error as a page, without the traceback."""
        self.notice(str(status_code if f"page.{status_code}" in catalogue() else 500))


class Refused(PlainPages):
    """Every address that nothing else answers, or that is not ours."""

    def initialize(self, status: int) -> None:
        """Keep why it is refused."""
        self._why = status

    async def prepare(self) -> None:  # type: ignore[override]
        """Refuse at once."""
        await super().prepare()
        raise web.HTTPError(self._why)


class Home(PlainPages):
    """The root address leads to the home page, with its query."""

    @web.authenticated
    def get(self) -> None:
        """Redirect to the home page."""
        self.redirect(self.base_url + RENDER + HOME + without(self.request.query, "token"))


def kernels_of(handler: JupyterHandler) -> LessonKernels:
    """The kernels that this server keeps."""
    kernels = handler.kernel_manager
    assert isinstance(kernels, LessonKernels)
    return kernels


def own_kernel(handler: JupyterHandler, kernel_id: str) -> None:
    """Nobody reaches the kernel of somebody else's page, not even by its name."""
    owner = kernels_of(handler).learners.get(kernel_id)
    if owner is not None and not handler.settings["register"].caller(handler).is_one(owner):
        raise web.HTTPError(404)


class KernelModel(KernelHandler):
    """What Voila's script asks before it connects; nothing can be changed here."""

    SUPPORTED_METHODS = ("GET", "HEAD", "OPTIONS")

    async def prepare(self) -> None:  # type: ignore[override]
        """Refuse whoever it is not for."""
        await super().prepare()
        own_kernel(self, self.path_kwargs["kernel_id"])


class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """The wire between a page and its kernel."""

    async def get(self, kernel_id: str) -> None:
        """Connect; that the page was left meanwhile, or its kernel has gone, is no mistake."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if frames.PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400)
        # It becomes the name of four sockets, which may not have just any.
        if not re.fullmatch(r"[\w-]{1,64}", self.get_argument("session_id", ""), re.ASCII):
            raise web.HTTPError(400)
        own_kernel(self, kernel_id)
        try:
            await super().get(kernel_id)
        except web.HTTPError:
            raise
        except Exception:
            if getattr(self, "connection", None) is not None and kernel_id in kernels_of(self):
                raise
            raise web.HTTPError(404) from None

    async def open(self, kernel_id: str) -> None:
        """Every answer at once: a small one would wait for the page to confirm the last, 40 ms."""
        self.set_nodelay(True)
        await super().open(kernel_id)

    def on_message(self, message: str | bytes) -> None:
        """Hand on what a page of ours may say; who says anything else is no page of ours."""
        try:
            name = frames.check(message)
        except frames.BadFrame as bad:
            self.close(NO_FRAME, str(bad))
            return
        kernels_of(self).figures.asked(self.kernel_id, name)
        super().on_message(message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send; that the page was left before it arrived is no mistake either."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return None
        sent = super().write_message(message, binary)
        if sent is not None:
            sent.add_done_callback(lambda done: done.cancelled() or done.exception())
        return sent


class Farewell(APIHandler):
    """A page that is left ends its session; one that has ended already is no error."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the session."""
        own_kernel(self, kernel_id)
        kernels = kernels_of(self)
        if kernel_id in kernels:
            await kernels.shutdown_kernel(kernel_id)
        self.set_status(204)
        self.finish()


class Pulse(APIHandler):
    """Says whether a page's session still lives; asking never keeps it alive.

    Jupyter's own /api/kernels/<id> answers 404 for a dead kernel, which a browser reports as an
    error on its console and the server as a warning in its log, every few seconds.
    """

    @web.authenticated
    def get(self, kernel_id: str) -> None:
        """`{"alive": true}` or `{"alive": false}`."""
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"alive": kernel_id in kernels_of(self)}))


class PageLog(logging.LoggerAdapter[logging.Logger]):
    """Says which page stopped and why, in place of Voila's dump of the cell."""

    def exception(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log the error that is being handled, unless nobody waits for the page any more."""
        assert self.extra is not None
        if getattr(self.extra["handler"], "gone", False):
            return
        error = sys.exc_info()[1]
        if isinstance(error, CellExecutionError):
            self.logger.error("the page %s stopped: %s", self.extra["page"], _plain(str(error)))
        else:
            self.logger.error("the page %s stopped", self.extra["page"], exc_info=True)


class Lesson(PlainPages):
    """A notebook as a page: its prose at once, its outputs as its own kernel makes them."""

    def initialize(self, voila: Any) -> None:
        """Keep the application that knows the templates and the configuration."""
        self.voila = voila
        self.kernel_id = ""
        self.gone = False

    def on_connection_close(self) -> None:
        """The reader left before the page was done: nothing in it needs to go on."""
        self.gone = True
        kernels_of(self).end_soon(self.kernel_id)
        super().on_connection_close()

    @web.authenticated
    async def get(self, path: str) -> None:
        """Render one notebook, or send what is not a notebook to the files beside it."""
        # A picture or a frame on a foreign page would start kernels here; only a page of its own
        # may. Clients that are no browser do not send the header.
        if self.request.headers.get("Sec-Fetch-Dest", "document") != "document":
            raise web.HTTPError(403)
        caller = self.settings["register"].caller(self)
        if done := ({"token"} & self.request.arguments.keys()).union(caller.introduced()):
            # Once it has let the reader in, a secret belongs neither in the history nor in the
            # kernel.
            self.redirect(self.request.path + without(self.request.query, *done))
            return
        if path.strip("/") and "." not in posixpath.basename(path):
            raise web.HTTPError(404)
        if not path.endswith(".ipynb"):
            below = "voila/files/" + quote(path) if path.strip("/") else ""
            self.redirect(self.base_url + below)
            return
        if path == CLASSROOM and not caller.teaches:
            self._turn_away("teachers")
            return
        kernels, leaving = kernels_of(self), self.get_cookie("staffride_leaving") or ""
        # Nobody has taken a name who was not let in: a proxy may ask another server for them.
        if not kernels.has_room(leaving):
            self._refuse()
            return
        learner = await caller.learner()
        if learner is None:
            self._turn_away("name-taken")
            return
        renderer = self._renderer(path)
        await renderer.initialize()
        try:
            self.kernel_id = await kernels.open_session(
                kernel_name=renderer.notebook.metadata.kernelspec.name,
                path=posixpath.dirname(path),
                environment=self._environment(learner, path),
                instead_of=leaving,
            )
        except Full:
            self._refuse()
            return
        kernels.learners[self.kernel_id] = learner
        self._count("opened")
        # Setting the cookie now is what lets the page's farewell pass the XSRF check later.
        self.xsrf_token  # noqa: B018
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        try:
            await self._send(renderer, kernels, learner)
            kernels_of(self).figures.made.observe(self.request.request_time())
        except StreamClosedError:
            self.gone = True
        except Exception:
            renderer.log.exception("the page could not be made")
            self.write(self.settings["voila_jinja2_env"].get_template("broken.html").render())
        finally:
            # Voila closes its channels only after the last cell.
            client = getattr(getattr(renderer, "executor", None), "kc", None)
            if client is not None:
                client.stop_channels()

    async def _send(self, renderer: Any, kernels: LessonKernels, learner: str) -> None:
        renderer.exporter.environment.bytecode_cache = COMPILED
        renderer.exporter.environment.globals["learner"] = learner
        kernel = kernels.get_kernel(self.kernel_id)
        made = renderer.generate_content_generator(self.kernel_id, kernel)
        async with aclosing(made) as snippets:
            async for html, _ in snippets:
                if self.gone:
                    return
                self.write(html)
                await self.flush()

    def _refuse(self) -> None:
        self._count("full")
        self.set_status(503)
        self.set_header("Retry-After", str(RETRY_SECONDS))
        self.notice("full", RETRY_SECONDS)

    def _turn_away(self, why: str) -> None:
        self._count(why)
        self.set_status(403)
        self.notice(why)

    def _count(self, answer: str) -> None:
        kernels_of(self).figures.pages.labels(answer).inc()

    def _environment(self, learner: str, path: str) -> dict[str, str]:
        register = self.settings["register"]
        key = register.key("learner", learner)
        # No name of a learner's makes the key to the teacher's classes.
        seat = register.key("school") if path == CLASSROOM else register.key("seat", learner)
        return {
            LEARNER_VARIABLE: learner,
            SCRIPT_VARIABLE: self._address("look_js"),
            KEY_VARIABLE: "" if learner == SOMEBODY or register.named else key,
            NAMED_VARIABLE: "yes" if register.named else "",
            SEAT_VARIABLE: seat,
            "QUERY_STRING": self.request.query,
            "SCRIPT_NAME": self.request.path,
            "VOILA_PREHEAT": "False",
        }

    def _address(self, asset: str) -> str:
        """Where the reader's browser finds a file of ours; only whole addresses are imported."""
        request = self.request
        way = request.headers.get("X-Forwarded-Proto", request.protocol)
        way = "https" if way == "https" else "http"
        return f"{way}://{request.host}{self.settings['jinja_template_vars']['assets'][asset]}"

    def _renderer(self, path: str) -> Any:
        renderer = NotebookRenderer(
            request_handler=self,
            voila_configuration=self.voila.voila_configuration,
            traitlet_config=self.voila.config,
            notebook_path=path,
            template_paths=self.voila.template_paths,
            config_manager=self.config_manager,
            contents_manager=self.contents_manager,
            base_url=self.base_url,
            kernel_spec_manager=self.kernel_spec_manager,
            page_config=self.voila.page_config,
            mathjax_config=None,
            mathjax_url=None,
        )
        renderer.log = PageLog(logging.getLogger("staffride"), {"page": path, "handler": self})
        return renderer


def without(query: str, *names: str) -> str:
    """The query as it is, with its `?`, but for some of what it carries."""
    pairs = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] not in names]
    return "?" + urlencode(pairs) if pairs else ""


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).strip()
