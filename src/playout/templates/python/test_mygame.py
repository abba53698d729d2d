"""Tests of mygame.py: python -m pytest test_mygame.py"""

from mygame import MyGame

import playout as po


def test_it_keeps_the_contract() -> None:
    po.check(MyGame())


def test_who_takes_the_last_stone_wins() -> None:
    state = po.game(MyGame(5)).initial().play(1).play(1)
    assert state.legal_moves == (1, 2, 3)
    assert state.play(3).is_terminal
    assert state.play(3).score == 1


def test_a_search_leaves_a_multiple_of_four() -> None:
    assert po.UCT().search(po.game(MyGame(21)).initial(), "5000 sims", seed=1).move == 1
