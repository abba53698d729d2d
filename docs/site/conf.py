"""How Sphinx makes a site of the documentation: `make docs`. A warning is an error there."""

import importlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import getLogger

ROOT = Path(__file__).parents[2]
PUBLIC_MODULES = (
    "playout",
    "playout.games",
    "playout.playouts",
    "playout.lab",
    "playout.openspiel",
    "playout.gdl",
)

project = "playout"
root_doc = "README"
include_patterns = ["*.md", "cpp/README.md", "docs/**.md", "tests/browser/README.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
default_role = "py:obj"  # docstrings name things in `single quotes`
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = "playout"
html_copy_source = False
html_show_copyright = False


def sections() -> Iterator[tuple[str, list[str]]]:
    """The headings of docs/README.md, each with the pages that it is the first to link to."""
    seen: set[str] = set()
    text = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        links = re.findall(r"\]\(([^)#]+)\.md\)", section)
        pages = [page for page in dict.fromkeys(links) if page not in seen]
        seen.update(pages)
        if pages:
            yield section.splitlines()[0], pages


def add_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    """The first page is the root of all; a page that docs/README.md does not list is a warning of Sphinx."""
    if name == root_doc:
        app.env.note_dependency(ROOT / "docs/README.md")
        source[0] += "\n```{toctree}\n:hidden:\nAll pages <docs/README>\n```\n"
        for title, pages in sections():
            listed = "\n".join(f"docs/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{listed}\n```\n"


def check_public_names(app: Sphinx, env: BuildEnvironment) -> None:
    """Every public name has its place in docs/api, whichever module it stands under."""
    described = {name.split(".")[-1] for name in env.domains["py"].objects}
    for module in PUBLIC_MODULES:
        for name in set(importlib.import_module(module).__all__) - described:
            getLogger(__name__).warning("no page of docs/api has %s.%s", module, name)


def copy_first_page(app: Sphinx, error: Exception | None) -> None:
    """Web servers show a folder's index.html."""
    if error is None:
        shutil.copy(app.outdir / "README.html", app.outdir / "index.html")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", add_navigation)
    app.connect("env-check-consistency", check_public_names)
    app.connect("build-finished", copy_first_page)
