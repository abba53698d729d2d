"""Games of General Game Playing: rules in GDL, the Game Description Language.

`playout.game("rules.kif")` makes a game of a file of rules for every search. This package is what is behind
it, and plays what no search takes: roles that move at once, more than two roles, chance.

>>> from playout import gdl
>>> network = gdl.load(gdl.find("tictactoe.kif"))
>>> [position.goal(0) for position in gdl.random_game(network, seed=1)][-1]
0

From a text to a game: `sexp.py` reads parentheses, `parse.py` rules, `check.py` checks them, `ground.py` and
`translate.py` find their instances with clingo, `build.py` and `gates.py` make a `network.py` of them,
`position.py` evaluates it, `kind.py` and `game.py` make it a game. `factor.py` and `arrays.py` make the
network ready for the core, `machine.py` is what runs there, and `kept.py` keeps networks on disk.
`prover.py` is the reference that all of it is compared with.
"""

from playout.gdl.game import GdlRules
from playout.gdl.ground import Limits
from playout.gdl.kind import Kind, kind_of
from playout.gdl.library import find, names
from playout.gdl.load import load, load_game, read_rules
from playout.gdl.machine import Machine, Tally
from playout.gdl.network import Network
from playout.gdl.position import Position, initial
from playout.gdl.prover import Prover
from playout.gdl.random_play import random_game

__all__ = [
    "GdlRules",
    "Kind",
    "Limits",
    "Machine",
    "Network",
    "Position",
    "Prover",
    "Tally",
    "find",
    "initial",
    "kind_of",
    "load",
    "load_game",
    "names",
    "random_game",
    "read_rules",
]
