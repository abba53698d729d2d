"""Tests of mygame.so, once it is built: python -m pytest test_mygame.py"""

from pathlib import Path

import playout as po

LIBRARY = Path(__file__).with_name("mygame.so")


def test_it_keeps_the_contract() -> None:
    po.check(f"{LIBRARY}")


def test_who_takes_the_last_stone_wins() -> None:
    state = po.game(f"{LIBRARY}(stones=5)").initial().play(1).play(1)
    assert state.legal_moves == (1, 2, 3)
    assert state.play(3).is_terminal
    assert state.play(3).score == 1


def test_a_search_leaves_a_multiple_of_four() -> None:
    assert po.UCT().search(po.game(f"{LIBRARY}(stones=21)").initial(), "5000 sims", seed=1).move == 1
