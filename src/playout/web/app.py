"""The application: its addresses, and how requests are read and answered."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from playout.web.commands import COMMANDS
from playout.web.describe import describe
from playout.web.desk import Desk
from playout.web.errors import MissingError, RefusalError
from playout.web.events import EventStream
from playout.web.guard import Door, Guard
from playout.web.requests import decode
from playout.web.solving import SolveJob
from playout.web.views import one_line

__all__ = ["make_app"]

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
DRAINED = 64_000_000
"""Bytes of a request that is too long that are read all the same, so that its sender hears why."""
PAUSE_SECONDS = 0.01
"""Between two parts of it, so that nobody else has to wait."""


def make_app(desk: Desk, door: Door) -> ASGIApp:
    """The application, for a server that speaks ASGI. The desk closes when it ends."""

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(desk.close)

    routes = [
        Route("/api/catalogue", _catalogue(desk)),
        Route("/api/events", _events(desk)),
        Route("/api/checkpoint", _checkpoint(desk)),
        *(_command(desk, name, *parts) for name, parts in COMMANDS.items()),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    errors: dict[Any, Any] = {404: _missing, 405: _missing, RefusalError: _refused, Exception: _failed}
    app = Starlette(routes=routes, lifespan=life, exception_handlers=errors)
    return Guard(app, door)


def _catalogue(desk: Desk) -> Callable[[Request], Response]:
    """What there is to choose from; always the same."""
    answer = {**describe(desk.catalogue), "lab": desk.store is not None}

    def endpoint(_request: Request) -> Response:
        return JSONResponse(answer)

    return endpoint


def _command(desk: Desk, name: str, kind: type[Struct], run: Callable[[Desk, Any], Any]) -> Route:
    """The address of a command."""
    most = desk.limits.checkpoint if name == "solve" else desk.limits.body

    async def endpoint(request: Request) -> Response:
        try:
            body = await _body(request, most, desk.limits.body_seconds)
            return JSONResponse(await run_in_threadpool(run, desk, decode(kind, body)))
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, MemoryError) as error:
            return JSONResponse({"error": one_line(error)}, 400)

    return Route(f"/api/{name}", endpoint, methods=["POST"])


async def _body(request: Request, most: int, seconds: float) -> bytes:
    """The body of a request, within its limits."""
    parts, length = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                length += len(part)
                if length <= most:
                    parts.append(part)
                    continue
                if length > DRAINED:
                    break
                await asyncio.sleep(PAUSE_SECONDS)
    except TimeoutError:
        raise RefusalError(408, f"a request must be here within {seconds:g} seconds") from None
    if length > most:
        raise RefusalError(413, f"a request has at most {most:,} bytes")
    return b"".join(parts)


def _events(desk: Desk) -> ASGIApp:
    """The stream of events of a page. Written as a class is, since it is no answer that ends by itself."""

    class Events:
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            name = Request(scope).query_params.get("page", "")
            if not _is_id(name):
                raise RefusalError(
                    400, "a page is named by 8 to 64 hexadecimal digits, as in /api/events?page=0a1b2c3d"
                )
            await EventStream(desk.pages, desk.pages.enter(name))(scope, receive, send)

    return Events()


def _is_id(text: str) -> bool:
    return 8 <= len(text) <= 64 and set(text) <= set("0123456789abcdef")


def _checkpoint(desk: Desk) -> Callable[[Request], Response]:
    """The checkpoint of a solve, as a file."""

    def endpoint(request: Request) -> Response:
        job = desk.pages.job(request.query_params.get("page", ""), request.query_params.get("job", ""))
        if not isinstance(job, SolveJob) or not job.checkpoint.exists():
            raise MissingError("there is no checkpoint yet")
        headers = {"Content-Disposition": 'attachment; filename="playout.save"'}
        return Response(job.checkpoint.read_bytes(), media_type="application/octet-stream", headers=headers)

    return endpoint


def _refused(_request: Request, error: RefusalError) -> JSONResponse:
    return JSONResponse({"error": str(error)}, error.status, {"Connection": "close"})


def _missing(_request: Request, error: Any) -> JSONResponse:
    return JSONResponse({"error": "there is nothing at this address"}, error.status_code)


def _failed(_request: Request, error: Exception) -> JSONResponse:
    log.error("a request failed", exc_info=error)
    return JSONResponse({"error": one_line(error)}, 500)
