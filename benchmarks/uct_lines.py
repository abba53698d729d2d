"""What UCT's options cost and bring: RAVE beside none, the memory of a tree, and games solved."""

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import peers
import pyspiel
from measure import Work

import playout as po

if TYPE_CHECKING:
    from lines import Line

NOGO = "nogo(7,7)"
RAVE = "uct(rave=300)"
GRAPH = "uct(transpositions=true)"
SOLVER = "uct(exploration=0.2, bounds=cuts, opti_bias=-0.1)"
RACE = "knightthrough(5,4)"

OPENSPIEL_UCT_C = 2.0
"""Its own default. With less it proves the larger boards later or, within millions of simulations, never."""

UNSOLVED = 1_000_000
"""Simulations of OpenSpiel's bot on the 4×4 board. They do not solve it: its rate there is an upper bound."""


def option_lines() -> Iterator["Line"]:
    """In the order of the table."""
    from lines import Line

    rave, plain = simulations(RAVE), simulations("uct")
    yield Line(f"{RAVE} {NOGO}", "simulations/s", rave, "uct, without RAVE", plain, 0.7)
    graph = simulations(GRAPH)
    yield Line(f"{GRAPH} {NOGO}", "simulations/s", graph, "uct, a tree", plain, 0.6)
    for spec in ("connectfour(7,6)", "breakthrough(8,8)"):
        unwatched = watched(spec, None)
        name = f"uct {spec}, ten looks a second"
        yield Line(name, "simulations/s", watched(spec, look), "the same, not looked at", unwatched, 0.99)
    for width, height in ((3, 3), (3, 4), (4, 3), (4, 4)):
        name = f"connect_four(rows={height},columns={width})"
        limit = UNSOLVED if (width, height) == (4, 4) else 100 * UNSOLVED
        shown = f"OpenSpiel {name}" + (f", unsolved after {limit:,}" if limit == UNSOLVED else "")
        ours, peer = solves(f"connectfour({width},{height})"), peer_solves(name, limit)
        yield Line(f"connectfour({width},{height}) solved", "solutions/s", ours, shown, peer, 1)
    game, way = "connectfour(4,4)", "transpositions=true"
    in_graph, in_tree = solves(game, SOLVER.replace(")", f", {way})")), solves(game)
    yield Line(f"{game} solved, {way}", "solutions/s", in_graph, "the same in a tree", in_tree, 2)
    for options in ("decisive=true", "proof_bias=1"):
        ours, cuts = solves(RACE, f"uct(bounds=cuts, {options})"), solves(RACE, "uct(bounds=cuts)")
        yield Line(f"{RACE} solved, {options}", "solutions/s", ours, "without it", cuts, None)
    for options in ("decisive=true", "halving=16000"):
        ours = simulations(f"uct({options})")
        yield Line(f"uct({options}) {NOGO}", "simulations/s", ours, "uct", plain, None)


def simulations(player: str) -> Work:
    """Searches of NoGo, in simulations."""
    seeds, searcher, state = itertools.count(), po.player(player), po.game(NOGO).initial()
    return lambda: searcher.search(state, "16000 sims", seed=next(seeds)).simulations


def watched(spec: str, progress: Callable[[po.Search], None] | None) -> Work:
    """Long searches, reported to somebody or nobody."""
    seeds, state = itertools.count(), po.game(spec).initial()
    return lambda: po.UCT().start(state, next(seeds)).run("1000000 sims", progress=progress).simulations


def look(search: po.Search) -> None:
    """All that somebody who looks on would see."""
    _ = search.result, search.line, search.tree(depth=2, most=5)


def solves(spec: str, player: str = SOLVER) -> Work:
    """Searches that end with a proof."""
    seeds, searcher, state = itertools.count(), po.player(player), po.game(spec).initial()
    return lambda: searcher.search(state, "100000000 sims", seed=next(seeds)).proven


def peer_solves(name: str, limit: int) -> Work:
    """The same with OpenSpiel's bot; a search that ends without a proof counts as if it had one."""
    game, seeds = pyspiel.load_game(name), itertools.count()

    def work() -> float:
        seed = next(seeds)
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
            uct_c=OPENSPIEL_UCT_C,
            max_simulations=limit,
            max_memory_mb=peers.MEMORY_MB,
            solve=True,
            seed=seed,
            verbose=False,
        )
        bot.mcts_search(game.new_initial_state())
        return 1.0

    return work


def memory() -> list[str]:
    """How large a tree of NoGo is, in one line a player."""
    return [_memory(player) for player in ("uct", RAVE)]


def _memory(player: str) -> str:
    found = po.player(player).search(po.game(NOGO).initial(), "100000 sims", seed=0)
    return (
        f"{player} {NOGO}: a tree of {found.tree_nodes:,} nodes and {found.tree_bytes / 1e6:.1f} MB "
        f"after {found.simulations:,} simulations; target: at most 16 MB"
    )
