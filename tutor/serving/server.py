"""Voila, set up for Staffride and run in a thread of its own so that it can be stopped."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import socket
import sys
import sysconfig
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from jupyter_server.auth import IdentityProvider
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import RedirectHandler, RequestHandler, StaticFileHandler
from traitlets.config import Config
from voila.app import Voila
from voila.configuration import VoilaConfiguration
from voila.paths import collect_static_paths
from voila.static_file_handler import AllowListFileHandler
from voila.utils import get_page_config

from engine.catalogue import GAMES
from engine.files import package_file, read
from engine.words import trouble
from tutor.logs import ACCESS
from tutor.look import SHEETS
from tutor.progress import Progress
from tutor.store import Store
from tutor.visit import REFEREE_VARIABLE

from .door import Door, Porter, own_names
from .files import Assets, Extensions, VoilaFiles
from .health import Health, pages
from .kernels import LessonKernels, OwnPython
from .match import RefereeProcess
from .options import CLASSROOM, ServeOptions, find_lessons, split_address
from .pages import RENDER, STATIC, Channels, Farewell, Home, KernelModel, Lesson, Pulse, Refused
from .scratch import Scratch
from .who import Register

_ROOM = Path(__file__).resolve().parent.parent
TEMPLATES = _ROOM / "voila" / "templates"
ASSETS = _ROOM / "voila" / "static"

# What several pages work out alike.
WARM_ERRANDS = [
    *(f"tutor.serving.errands:game:{game}" for game in GAMES),
    "engine.coverage:coverage",
]
SETTINGS = read(package_file("tutor", "serving", "settings.toml")).data
MOST_IPC_PATH = 40
PING_MILLISECONDS = 10_000
MOST_MESSAGE = 4_000_000
"""Bytes that a page may say at once: a file that is brought is said at once."""
START_TIMEOUT = 60.0


class LessonFiles(LargeFileManager):
    """The notebooks on disk; they are ours, so there is no question of trusting them."""

    def mark_trusted_cells(self, nb: Any, path: str = "") -> None:
        """Say nothing: what was stored in a notebook is never shown as it is."""


class LessonVoila(Voila):  # type: ignore[misc]
    """Voila with our routes and template, and none of the user's Jupyter configuration."""

    def __init__(
        self, sockets: list[socket.socket], door: Callable[[Any], Door], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        # What it says goes where everything goes.
        self.log.handlers, self.log.propagate = [], True
        self.log.setLevel(self.log_level)
        self._sockets, self._door = sockets, door
        self._server: HTTPServer | None = None
        self.voila_configuration = VoilaConfiguration(parent=self)
        self.template_paths = [str(TEMPLATES)]
        self.static_paths = collect_static_paths(["voila"], "base")

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, and the page configuration that is the same for every page."""
        settings: dict[str, Any] = super().init_settings()
        whole = get_page_config(
            base_url=self.base_url,
            settings=settings,
            log=self.log,
            voila_configuration=self.voila_configuration,
        )
        wanted = SETTINGS["page_config"]
        self.page_config = {key: whole[key] for key in wanted if key in whole}
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        self.contents_manager = settings["contents_manager"] = LessonFiles(parent=self)
        return settings

    def init_handlers(self) -> list[Any]:
        """Our pages, and of Voila's addresses only those that a page needs."""
        kernel = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
        files = {
            "path": self.root_dir,
            "allowlist": self.voila_configuration.file_allowlist,
            "denylist": self.voila_configuration.file_denylist,
        }
        static = {"paths": self.static_paths}
        extensions = {"path": self.labextensions_path}
        below = [
            (r"", Home),
            (RENDER + r"(.*)", Lesson, {"voila": self}),
            (r"staffride/pulse/" + kernel, Pulse),
            (r"staffride/farewell/" + kernel, Farewell),
            (STATIC + r"(.*)", Assets, {"path": str(ASSETS)}),
            (r"api/kernels/" + kernel, KernelModel),
            (r"api/kernels/" + kernel + r"/channels", Channels),
            (r"voila/static/(.*)", VoilaFiles, static),
            (r"voila/labextensions/(.*)", Extensions, extensions),
            (r"voila/files/(.*)", AllowListFileHandler, files),
            *pages(),
            *self.identity_provider.get_handlers(),
        ]
        self.app.settings["kinds"] = {kind: re.sub(r"\(.*\)", "*", way) for way, kind, *_ in below}
        base = re.escape(self.base_url)
        return [
            *((base + way, *rest) for way, *rest in below),
            # No cookie is sent to the base without its slash: nobody could be let in there.
            (base.rstrip("/"), RedirectHandler, {"url": self.base_url, "permanent": False}),
            (r".*", Refused, {"status": 404}),
        ]

    def listen(self) -> None:
        """Answer on the sockets that were bound before anything else was started."""
        self._server = HTTPServer(self._door(self.app), max_body_size=1_000_000)
        self._server.add_sockets(self._sockets)
        self.kernel_manager.keep_warm()

    async def close(self) -> None:
        """Stop answering, end every kernel, leave no file behind."""
        if self._server is not None:
            self._server.stop()
            await self._server.close_all_connections()
        if getattr(self, "kernel_manager", None) is not None:
            await self.kernel_manager.close()


class Server(AbstractContextManager["Server"]):
    """A running server; `stop` it, or use it in a `with`."""

    def __init__(self, options: ServeOptions) -> None:
        options.check()
        self._lessons = find_lessons(options.lessons)
        self._options = options
        if options.together_at is not None:
            for tried in _bind(*split_address(options.together_at), "--together-at"):
                tried.close()
        self._register = _register(options)
        self._sockets = _bind(options.host, options.port)
        self.port: int = self._sockets[0].getsockname()[1]
        self._ready = threading.Event()
        self._over = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="staffride", daemon=True)
        self._thread.start()
        if not self._ready.wait(START_TIMEOUT) or self._failure is not None:
            self.stop()
            raise RuntimeError("the server did not start") from self._failure

    @property
    def url(self) -> str:
        """The address to open, with the token if there is one."""
        secret = f"?token={quote(self._options.token)}" if self._options.token else ""
        return f"{self.base}{secret}"

    @property
    def teachers_url(self) -> str:
        """The address that only the teacher is told; with a hub, it is theirs by their group."""
        if self._options.hub:
            return f"{self.base}{RENDER}{CLASSROOM}"
        return f"{self.base}{RENDER}{CLASSROOM}?teacher={self._register.key('teacher')}"

    @property
    def base(self) -> str:
        """The address of all pages, without any secret."""
        host = self._options.host
        if host in {"0.0.0.0", "::", ""}:
            host = socket.gethostname()
        if ":" in host:
            host = f"[{host}]"
        return f"http://{host}:{self.port}{self._options.base}"

    def wait(self) -> None:
        """Return when the server has ended, however that came."""
        # Windows delivers Ctrl+C to a waiting thread only between waits.
        while not self._over.wait(1.0):
            pass
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End the server and everything it started."""
        if self._loop is not None and self._stop is not None and not self._over.is_set():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(START_TIMEOUT)

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self.stop()

    def _run(self) -> None:
        try:
            # Tornado and ZeroMQ need a loop that can watch sockets; on Windows the default cannot.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._serve())
        except BaseException as error:
            self._failure = error
        finally:
            for bound in self._sockets:
                bound.close()
            self._over.set()
            self._ready.set()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        options, scratch = self._options, Scratch()
        config = _configuration(options, self._lessons, self.port, scratch.path)
        referee = RefereeProcess(
            scratch.path,
            _ipc(scratch.path),
            config.LessonKernels.environment,
            options.together_at or "",
        )
        config.LessonKernels.environment[REFEREE_VARIABLE] = referee.address
        # Who was let in stays so after a restart, unless the token is another one.
        secret = self._register.key("cookies", options.token)
        config.Voila.cookie_secret = secret.encode()
        names = own_names(options.host, *options.known_as) if options.allow_network else None
        app = LessonVoila(
            self._sockets,
            partial(Door, names=names, anywhere=options.hub),
            config=config,
            tornado_settings={
                **_settings(options.base),
                "register": self._register,
                "health": Health(Store(options.record), lambda: referee.runs),
            },
        )
        try:
            app.start()
            self._ready.set()
            await referee.keep(self._stop)
        finally:
            await app.close()
            referee.end()
            scratch.close()


def _register(options: ServeOptions) -> Register:
    progress = Progress(options.record)
    if options.hub:
        from .hub import HubRegister

        return HubRegister(progress, options.teachers)
    return Register(progress, shared=options.allow_network)


def _porter(options: ServeOptions) -> type[IdentityProvider]:
    """Who stands at the door."""
    if options.hub:
        from .hub import Warden

        return cast(type[IdentityProvider], Warden)
    return Porter


def _bind(host: str, port: int, place: str = "--port") -> list[socket.socket]:
    try:
        return bind_sockets(port, host.strip("[]"))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            key = "taken" if place == "--port" else "together-taken"
            raise trouble(f"serve.{key}", place=place, port=port, host=host) from error
        if error.errno in {errno.EACCES, errno.EPERM}:
            raise trouble("serve.forbidden", place=place, port=port) from error
        place = "--host" if place == "--port" else place
        raise trouble("serve.elsewhere", place=place, host=host) from error


def _configuration(options: ServeOptions, lessons: Path, port: int, scratch: Path) -> Config:
    idle = max(1, round(options.idle_minutes * 60))
    config, store = Config(SETTINGS["config"]), Store(options.record)
    config.Voila.root_dir = str(lessons)
    config.Voila.port = port
    config.Voila.base_url = options.base
    config.Voila.log_level = logging.WARNING
    config.Voila.connection_dir_root = str(scratch)
    config.Voila.token = options.token
    config.Voila.identity_provider_class = _porter(options)
    config.VoilaConfiguration.extension_allowlist = SETTINGS["extensions"]
    config.VoilaConfiguration.multi_kernel_manager_class = LessonKernels
    config.VoilaConfiguration.kernel_spec_manager_class = OwnPython
    config.VoilaConfiguration.resources = {"staffride": _assets(options.base), "most": MOST_MESSAGE}
    config.LessonKernels.sessions = options.sessions
    config.LessonKernels.warm = min(options.warm, options.sessions)
    config.LessonKernels.warm_modules = [*SETTINGS["warm_modules"], *store.drivers]
    config.LessonKernels.warm_errands = WARM_ERRANDS
    config.LessonKernels.environment = _kernel_environment(store)
    config.LessonKernels.cull_idle_timeout = idle
    config.LessonKernels.cull_interval = max(1, min(30, idle // 4))
    config.KernelManager.transport = "ipc" if _ipc(scratch) else "tcp"
    return config


def _ipc(scratch: Path) -> bool:
    """Sockets in a private folder: no port to guess, none to collide on. Their path is limited."""
    return sys.platform != "win32" and len(str(scratch)) < MOST_IPC_PATH


def _settings(base: str) -> dict[str, Any]:
    return {
        "headers": SETTINGS["headers"],
        # Who reaches a handler has come in by the door.
        "allow_remote_access": True,
        "log_function": _log_request,
        "jinja_template_vars": {"assets": _assets(base)},
        "websocket_max_message_size": MOST_MESSAGE,
        # Who does not answer three times has gone without closing the door.
        "ws_ping_interval": PING_MILLISECONDS,
        "xsrf_cookie_kwargs": {"samesite": "Strict", "path": base},
    }


def _log_request(handler: RequestHandler) -> None:
    """Count it; a log for a machine names the kind of address, never what was asked for."""
    path = handler.settings["kinds"].get(type(handler), "other")
    status, seconds = handler.get_status(), handler.request.request_time()
    handler.settings["kernel_manager"].figures.requests.labels(path, status).observe(seconds)
    told = {"method": handler.request.method, "path": path, "status": status}
    told |= {"ms": round(1000 * seconds, 1)}
    kernel = getattr(handler, "path_kwargs", {}).get("kernel_id") or getattr(
        handler, "kernel_id", ""
    )
    if kernel in handler.settings["kernel_manager"]:
        told["kernel"] = kernel
    logging.getLogger(ACCESS).info("request", extra=told)
    # A wrong address or a full house is the visitor's news, not a warning for the terminal.
    if handler.get_status() >= 500 and handler.get_status() != 503:
        logging.getLogger("tornado.access").warning(
            "%d %s", handler.get_status(), handler.request.path
        )


def _assets(base: str) -> dict[str, Any]:
    settings = {"static_url_prefix": base + STATIC, "static_path": str(ASSETS)}
    known = {
        path.name: StaticFileHandler.make_static_url(settings, path.name)
        for path in sorted(ASSETS.iterdir())
        if path.is_file()
    }
    named = {name.replace(".", "_").replace("-", "_"): url for name, url in known.items()}
    return {**named, "base": base, "sheets": [known[name] for name in SHEETS]}


def _kernel_environment(store: Store) -> dict[str, str]:
    environment = {
        # Forty kernels on a few cores must not each start a thread a core for linear algebra.
        "OPENBLAS_NUM_THREADS": os.environ.get("OPENBLAS_NUM_THREADS", "1"),
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        **store.environment,
    }
    checkout = _ROOM.parent
    if checkout != Path(sysconfig.get_path("purelib")):
        # Started from a checkout without being installed: lessons must find us from their folder.
        known = os.environ.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([str(checkout), *([known] if known else [])])
    return environment
