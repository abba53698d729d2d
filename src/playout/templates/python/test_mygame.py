"""Tests of mygame.py: python -m pytest test_mygame.py"""

from mygame import MyGame

import playout as po

GAME = po.game(MyGame())


def after(*moves: int) -> po.State:
    state = GAME.initial()
    for move in moves:
        state = state.play(move)
    return state


def test_it_keeps_the_contract() -> None:
    po.check(GAME)


def test_who_takes_the_last_stone_wins() -> None:
    assert after(3, 3, 3, 3, 3, 3).legal_moves == (1, 2, 3)
    assert after(3, 3, 3, 3, 3, 3, 3).is_terminal
    assert after(3, 3, 3, 3, 3, 3, 3).score == 1


def test_a_search_leaves_a_multiple_of_four() -> None:
    ten_are_left = after(3, 3, 3, 2)
    assert po.UCT().search(ten_are_left, "2000 sims", seed=1).move == 2
