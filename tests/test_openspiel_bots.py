"""Players of ours as bots of OpenSpiel."""

from argparse import Namespace
from typing import Any

import pytest
from toys import First, one_line

import playout as po
from playout import openspiel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: there is nothing to bridge")
evaluate_bots = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots").evaluate_bots

HEX = "hex(board_size=3)"


def first(game: str = HEX) -> Any:
    return pyspiel.load_game(game).new_initial_state()


def after(*actions: int, game: str = HEX) -> Any:
    state = first(game)
    for action in actions:
        state.apply_action(action)
    return state


def test_both_sides_are_played() -> None:
    game = pyspiel.load_game("breakthrough(rows=6,columns=4)")
    strong, weak = openspiel.bot(game, "uct", "200 sims", seed=1), openspiel.bot(game, "random", seed=1)
    for _ in range(3):
        assert evaluate_bots(game.new_initial_state(), [strong, weak], rng=None) == [1, -1]
        assert evaluate_bots(game.new_initial_state(), [weak, strong], rng=None) == [-1, 1]


def test_openspiels_own_loop_in_cpp_takes_it() -> None:
    bots = [openspiel.bot(HEX, "uct", "200 sims", seed=1), pyspiel.make_uniform_random_bot(1, 1)]
    assert pyspiel.evaluate_bots(first(), bots, 1) == [1, -1]


def game_of(bot: Any, moves: int = 6) -> list[int]:
    state = first()
    bot.restart_at(state)
    for _ in range(moves):
        action = bot.step(state)
        bot.inform_action(state, state.current_player(), action)
        state.apply_action(action)
        if state.is_terminal():
            break
    return [int(action) for action in state.history()]


@pytest.mark.parametrize("player", ["random", "flat", "uct", "uct(reuse=true)", "nested", "minimax"])
def test_the_seed_decides(player: str) -> None:
    one, two = (
        [game_of(bot), game_of(bot)] for bot in (openspiel.bot(HEX, player, "50 sims", 7) for _ in "ab")
    )
    assert one == two


def test_a_restart_does_not_repeat_the_game() -> None:
    bot = openspiel.bot("y(board_size=9)", "random", seed=1)
    state = first("y(board_size=9)")
    assert len({bot.step(state) for _ in range(10) if not bot.restart()}) > 3


def test_it_plays_on_from_any_state() -> None:
    """Back, forth, and to the other side of the tree; the only move that wins is found everywhere."""
    game = "tic_tac_toe"
    bot = openspiel.bot(game, "uct(reuse=true)", "200 sims", seed=1)
    wins = after(0, 3, 1, 4, game=game)
    assert bot.step(wins) == 2
    assert bot.step(first(game)) in range(9)
    assert bot.step(after(4, game=game)) in set(range(9)) - {4}
    assert [bot.step(wins), bot.step(wins)] == [2, 2]


def test_a_tree_is_kept_if_the_player_keeps_it() -> None:
    """The shares of the second move are of more visits than those of a new tree."""
    policies = []
    for player in ("uct(exploration=1)", "uct(exploration=1, reuse=true)"):
        bot = openspiel.bot(HEX, player, "1000 sims", seed=1)
        policies.append([bot.step_with_policy(state) for state in (first(), after(4, 0))])
    (plain_first, plain), (kept_first, kept) = policies
    assert plain_first == kept_first
    assert all(round(share * 1000, 6).is_integer() for _, share in plain[0])
    assert not all(round(share * 1000, 6).is_integer() for _, share in kept[0])


@pytest.mark.parametrize("player", ["random", "flat", "uct", "nested", "minimax"])
def test_a_policy_is_of_all_legal_actions(player: str) -> None:
    bot = openspiel.bot(HEX, player, "100 sims", seed=1)
    state = after(4)
    policy, action = bot.step_with_policy(state)
    assert [one for one, _ in policy] == state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert dict(policy)[action] > 0
    assert bot.provides_policy()
    assert [one for one, _ in bot.get_policy(state)] == state.legal_actions()


@pytest.mark.parametrize("player", ["nrpa(level=2)", "nmcs(level=1)"])
def test_a_puzzle_is_played(player: str) -> None:
    """Who falls off the cliff pays 100, a step costs 1, and the best way has five."""
    game = pyspiel.load_game("cliff_walking(width=4)")
    bot = openspiel.bot(game, player, "500 sims", seed=1)
    (score,) = evaluate_bots(game.new_initial_state(), [bot], rng=None)
    assert -50 < score <= -5


def test_a_player_written_in_python_is_a_bot() -> None:
    bot = openspiel.bot(HEX, First())
    assert bot.step(after(0)) == 1
    assert bot.step_with_policy(after(0))[0][:2] == [(1, 1.0), (2, 0.0)]


def test_a_misere_game_of_openspiels_is_played() -> None:
    """x must not take the last cell of his row."""
    game = "misere(game=tic_tac_toe())"
    bot = openspiel.bot(game, "uct", "500 sims", seed=1)
    assert bot.step(after(0, 4, 1, 5, 3, 8, game=game)) not in (2, 6)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (first("tic_tac_toe"), r"this bot plays hex\(board_size=3\), and the state is of tic_tac_toe\(\)"),
        (after(1, 0, 4, 2, 7), "the game is over"),
    ],
)
def test_states_that_it_cannot_play(state: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        openspiel.bot(HEX, "uct").step(state)
    assert one_line(caught.value)


def test_a_state_that_starts_elsewhere_is_refused() -> None:
    game = pyspiel.load_game("chess")
    with pytest.raises(po.SpecError, match="from its first state, not from another one"):
        openspiel.bot(game, "uct").step(game.new_initial_state("8/8/8/4k3/8/8/4K3/7R w - - 0 1"))


@pytest.mark.parametrize(
    ("game", "player", "budget", "seed"),
    [
        ("kuhn_poker", "uct", "1s", 1),
        (HEX, "utc", "1s", 1),
        (HEX, "uct", "1 x", 1),
        (HEX, "uct", "1s", -1),
        (HEX, "nrpa", "1s", 1),
    ],
)
def test_bots_that_cannot_be(game: str, player: str, budget: str, seed: int) -> None:
    with pytest.raises(ValueError, match=r"utc|1 x|seed|chance|nrpa") as caught:
        openspiel.bot(pyspiel.load_game(game), player, budget, seed)
    assert one_line(caught.value)


def test_the_match_of_the_page_can_be_played() -> None:
    import openspiel_match  # which needs OpenSpiel

    setting = Namespace(game=HEX, player="uct", simulations=20, uct_c=2.0, seed=1)
    results = [openspiel_match.play(setting, index) for index in range(2)]
    assert set(results) <= {1, -1}
    assert results == [openspiel_match.play(setting, index) for index in range(2)]
    assert openspiel_match.summary([1, 0, -1, 1]).startswith("2 wins, 1 draws, 1 losses: 62.5% [")
