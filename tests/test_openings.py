"""Openings: random, from a seed, in pairs, and never decided already."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import TWO_PLAYER, Digits, Nim, one_line

import playout as po
from playout.openings import is_decided, opening


def wins(state: po.State) -> int:
    """Who wins with perfect play: 1 Max, -1 Min, 0 nobody; by looking at everything."""
    if state.is_terminal:
        return (state.score > 0) - (state.score < 0)
    values = [wins(state.play(move)) for move in state.legal_moves]
    return max(values) if state.turn is po.MAX else min(values)


@given(st.integers(0, 2**64 - 1), st.integers(3, 9))
def test_what_is_decided_is_decided(seed: int, plies: int) -> None:
    """On a board that a short search sees to the end."""
    state = po.game("tictactoe").initial()
    for _ in range(plies):
        if not state.is_terminal:
            state = state.play(state.legal_moves[seed % len(state.legal_moves)])
            seed //= 7
    if not state.is_terminal:
        assert is_decided(state) == (wins(state) != 0)


@pytest.mark.parametrize("spec", TWO_PLAYER)
def test_an_opening_is_a_state_to_play_on_from(spec: str) -> None:
    game = po.game(spec)
    for index in range(0, 20, 2):
        state = opening(game, 4, 7, index)
        assert not state.is_terminal
        assert len(state.history) <= 4
        assert not state.history or not is_decided(state)
        assert state == opening(game, 4, 7, index + 1), "a pair has one opening"


def test_openings_differ_and_come_from_the_seed() -> None:
    game = po.game("breakthrough(5,5)")
    first, again, other = ([opening(game, 4, seed, i).history for i in range(0, 40, 2)] for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(set(first)) > 15
    assert all(len(moves) == 4 for moves in first)


def test_a_game_that_is_soon_over_has_short_openings() -> None:
    game = po.game("tictactoe")
    lengths = [len(opening(game, 30, 1, index).history) for index in range(0, 12, 2)]
    assert all(0 < length < 9 for length in lengths)


def test_a_game_that_is_always_decided_begins_at_its_beginning() -> None:
    game = po.game(Nim(9))
    assert is_decided(game.initial())
    assert all(opening(game, 3, 1, index) == game.initial() for index in range(8))


def test_a_game_whose_scores_are_not_even_around_zero() -> None:
    """The middle of Go's scores is no draw: what a search has not seen to the end is not decided."""
    game = po.game("go(9,9)")
    assert not is_decided(game.initial())
    assert len(opening(game, 6, 1, 0).history) == 6


def test_no_opening_is_the_beginning() -> None:
    game = po.game("tictactoe")
    assert opening(game, 0, 1, 0) == game.initial()


# Matches


@pytest.mark.parametrize("players", [("uct", "random"), ("minimax(depth=2)", "flat")], ids=str)
def test_the_games_of_a_pair_begin_alike(players: tuple[str, str]) -> None:
    result = po.match("breakthrough(5,5)", *players, games=10, budget="30 sims", seed=2, opening=4)
    for first, second in zip(result.record[::2], result.record[1::2], strict=True):
        assert first.moves[:4] == second.moves[:4]
        assert first.a_is_max is not second.a_is_max
        assert first.state.is_terminal, "the moves are all, from the first"
        assert first.state.score == first.score
    assert len({game.moves[:4] for game in result.record}) == 5
    assert result.opening == 4


class First:
    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        return state.legal_moves[0]


def test_a_player_in_python_plays_on_from_an_opening() -> None:
    result = po.match("breakthrough(5,5)", First(), First(), games=8, seed=1, opening=4)
    assert len({game.moves for game in result.record}) == 4, "colours swapped, First plays itself"
    assert all(game.state.score == game.score for game in result.record)


def test_records_tell_the_opening() -> None:
    result = po.match("tictactoe", "uct", "random", games=2, budget="20 sims", seed=1, opening=2)
    assert '"opening": 2' in result.to_jsonl()
    plain = po.match("tictactoe", "uct", "random", games=2, budget="20 sims", seed=1)
    assert "opening" not in plain.to_jsonl()


@pytest.mark.parametrize("plies", [-1, 1001, 1.5, True, "2", None, math.nan])
def test_wrong_openings(plies: Any) -> None:
    with pytest.raises(po.SpecError, match="opening must be an integer from 0 to 1000") as caught:
        po.match("tictactoe", "random", "random", opening=plies)
    assert one_line(caught.value)


def test_a_puzzle_has_no_openings() -> None:
    with pytest.raises(po.SpecError, match="is a puzzle"):
        po.match(Digits(), "random", "random", opening=2)
