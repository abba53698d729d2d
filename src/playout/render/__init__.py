"""States as text and as pictures, results as HTML. The front doors are `text`, `svg` and `html`."""

from playout.render import html, morpion
from playout.render.svg import svg
from playout.render.text import text

__all__ = ["html", "morpion", "svg", "text"]
