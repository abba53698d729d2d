"""Games: the catalogue, and how to make one.

>>> import playout as po
>>> po.games.Breakthrough(5, 5) == po.game("breakthrough(5,5)")
True

`face.py` is what every game shows, `library.py` has the games of the library, `user.py` those written in
Python, `openspiel.py` those of OpenSpiel, `gdl.py` those in GDL, and `make.py` leads from a text to a game.
"""

from playout.games.face import Game
from playout.games.library import (
    AtariGo,
    Breakthrough,
    ConnectFour,
    Crossword,
    Domineering,
    Go,
    Knightthrough,
    Morpion,
    NoGo,
    Seki,
    TicTacToe,
    catalogue,
)
from playout.games.make import game, misere, uncompiled
from playout.games.openspiel import OpenSpiel

__all__ = [
    "AtariGo",
    "Breakthrough",
    "ConnectFour",
    "Crossword",
    "Domineering",
    "Game",
    "Go",
    "Knightthrough",
    "Morpion",
    "NoGo",
    "OpenSpiel",
    "Seki",
    "TicTacToe",
    "catalogue",
    "game",
    "misere",
    "uncompiled",
]
