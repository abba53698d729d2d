"""Sealed files: a line with the format and its version, a line of JSON, bytes, and a digest of all that.

One is ours until it is closed, and is replaced in one step. What is damaged, in use or no such file is a
CheckpointError, and stays as it is.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playout.errors import CheckpointError, show
from playout.run.kept_file import KeptFile

__all__ = ["SealedFile", "digest"]

_DIGEST_SIZE = 32


def digest(content: bytes) -> bytes:
    """What tells a content from any other."""
    return hashlib.blake2b(content, digest_size=_DIGEST_SIZE).digest()


class SealedFile:
    """The file at a path, for a kind of content such as `checkpoint`."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        self.kind = kind
        with self._errors("read"):
            if path.exists() and not path.is_file():
                raise CheckpointError(f"{path} is no file")
            self._file = KeptFile(path)

    def close(self) -> None:
        """Leaves the file to others."""
        self._file.close()

    @property
    def _format(self) -> bytes:
        return f"playout {self.kind} 1\n".encode()

    def write(self, header: dict[str, Any], body: bytes) -> None:
        """Puts a new content in the place of the old one."""
        content = b"".join([self._format, json.dumps(header, allow_nan=False).encode(), b"\n", body])
        with self._errors("write"):
            self._file.write(content + digest(content))

    def read(self) -> tuple[dict[str, Any], bytes] | None:
        """The line of JSON and the bytes; None if there is no file."""
        with self._errors("read"):
            content = self._file.read()
        if content is None:
            return None
        self._check_format(content)
        whole, seal = content[:-_DIGEST_SIZE], content[-_DIGEST_SIZE:]
        if digest(whole) != seal:
            raise CheckpointError(f"{self.path} is damaged or cut short")
        with self.forged():
            line, body = whole.removeprefix(self._format).split(b"\n", 1)
            header: dict[str, Any] = dict(json.loads(line))
            return header, body

    @contextmanager
    def forged(self) -> Iterator[None]:
        """For reading a header: whatever it holds instead of what it should is one line."""
        try:
            yield
        except CheckpointError:
            raise
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            raise CheckpointError(
                f"{self.path} is damaged: its second line does not describe a {self.kind}"
            ) from None

    def _check_format(self, content: bytes) -> None:
        if content.startswith(self._format):
            return
        line = content[:100].partition(b"\n")[0].decode(errors="replace")
        is_ours = line.startswith(f"playout {self.kind}")
        what = f"has the format {show(line)}" if is_ours else f"is no {self.kind}"
        right = show(self._format.decode().strip())
        raise CheckpointError(f"{self.path} {what}; the format of this version is {right}")

    @contextmanager
    def _errors(self, deed: str) -> Iterator[None]:
        try:
            yield
        except BlockingIOError:
            raise CheckpointError(f"{self.path} is in use: another run keeps it") from None
        except OSError as error:
            raise CheckpointError(f"cannot {deed} {self.path}: {error.strerror}") from None
