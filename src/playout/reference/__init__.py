"""The searches of the library once more, as plain Python: the papers' pseudo-code, line for line.

Read these files to learn what a search does; the tests read them as the oracle of the native core. From the
same seed, and with a budget in simulations or states, a search here and its native twin take the same draws
in the same order and do the same floating-point operations in the same order, so that they give the same
answer to the last bit, on every game. Nothing here is fast, and nothing in the library depends on it.

Where to start: `uct.py` or `nested.py`, with the paper in hand. UCT works without `rave.py` and `bounds.py`,
which add to it. Below them stand the playouts, `uniform.py`, `batch.py`, `minimax.py`, `coin.py`,
`anti_decisive.py`, `mobility.py` and `go_patterns.py`, and those that learn, `ppa.py`, `mast.py` and `nst.py`
(the latter two above `epsilon_greedy.py`); `playout.py` (what a playout is), `rng.py`, `log.py` and `exp.py`
(the generator, the logarithm and the exponential of the core), `reward.py` (scores as rewards), `meter.py`
(budgets) and `result.py` (what a search answers). For puzzles: `nmcs.py`, `nrpa.py` and, above it, `lns.py`;
`weights.py` (draws in proportion to weights), `tuned.py` (a playout of Morpion Solitaire) and `sequence.py`
(what they answer, and when they end). A state is a public `playout.State`, so a search here knows of a game
only what every user of the library can see.

>>> import playout as po
>>> from playout.reference.uct import uct
>>> state = po.game("breakthrough(4,4)").initial()
>>> uct(state, "100 sims", seed=7).move == po.UCT().search(state, "100 sims", seed=7).move
True
"""
