"""Who may ask: this machine's own pages, and over a network only those who have the token.

The name in `Host` is checked, so that no other name leads here (DNS rebinding), and the `Origin`, so that no
page of another site can ask for anything. Every answer carries a strict content security policy.
"""

import hmac
import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Door", "Guard", "is_loopback"]

COOKIE = "playout"
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
SAME = {"same-origin", "none"}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches it.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Door:
    """Where the server is reached, and what opens it."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default="", repr=False)
    """Empty on this machine alone."""

    @property
    def names(self) -> set[str]:
        """What may stand in `Host`, without the port; on every interface, any address as well."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return LOOPBACK if is_loopback(self.host) else {*LOOPBACK, own.lower(), socket.gethostname().lower()}

    def admits(self, host: str) -> bool:
        """Whether the header names this server."""
        name, port = _split(host)
        if self.port and port != self.port:
            return False
        return name in self.names or (not is_loopback(self.host) and _is_address(name))


class Guard:
    """Stands before the application, and lets in whom it may."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers itself, or passes on."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        answer = self._answer(scope, Headers(scope=scope))
        return await (answer or self.app)(scope, receive, _with_headers(send))

    def _answer(self, scope: Scope, headers: Headers) -> Response | None:
        """What to say instead of passing on; None if there is nothing wrong."""
        host = headers.get("host", "")
        if not self.door.admits(host):
            return _refusal(421, "this server is not known by the name in the Host header")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _refusal(405, "the methods are GET and POST")
        if problem := _foreign(scope, headers, host):
            return _refusal(403, problem)
        return self._check_token(scope, headers) if self.door.token else None

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._is_token(_cookie(headers)):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] != "/" or not self._is_token(given):
            return _refusal(401, "open the address with the token that 'playout serve' has printed")
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, given, httponly=True, samesite="strict")
        return answer

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self.door.token.encode())


def _foreign(scope: Scope, headers: Headers, host: str) -> str:
    """What is wrong with where a request comes from; empty if nothing is."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
        return "a page of another site may not ask this server for anything"
    is_asset = scope["method"] == "POST" or scope["path"].startswith("/api/")
    if is_asset and headers.get("sec-fetch-site", "none") not in SAME:
        return "a page of another site may not ask this server for anything"
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if scope["method"] == "POST" and kind != "application/json":
        return "a request is JSON: its Content-Type must be application/json"
    return ""


def _split(host: str) -> tuple[str, int]:
    """The name and the port; 80 where there is none."""
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdecimal() or len(port) > 5:
        return host.lower(), 80
    return name.lower(), int(port)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _refusal(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, {"Connection": "close"})


def _with_headers(send: Send, names: Iterable[tuple[str, str]] = tuple(HEADERS.items())) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in names:
                headers.setdefault(name, value)
        await send(message)

    return sending
