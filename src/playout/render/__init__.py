"""States as text and as pictures, results as HTML. The front doors are `text`, `svg` and `html`."""

from playout.render import html, morpion
from playout.render.svg import cells, svg
from playout.render.text import text

__all__ = ["cells", "html", "morpion", "svg", "text"]
