"""States as text and as pictures. The front doors are `text` and `svg`."""

from playout.render import morpion
from playout.render.svg import svg
from playout.render.text import text

__all__ = ["morpion", "svg", "text"]
