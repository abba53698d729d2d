"""strong: the options that it chooses fit every game, and it is a player like any other."""

from pathlib import Path

import pytest
from toys import Digits, Nim

import playout as po
from playout import spec, strong

TWO_PLAYER = [
    size for cls in spec.known(po.Game).values() for size in cls.sizes if po.game(size).players == 2
]
GAMES = [*TWO_PLAYER, *(f"misere({size})" for size in TWO_PLAYER)]


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game(game: str) -> None:
    state = po.game(game).initial()
    assert po.Strong().search(state, "20 sims", seed=1).move in state.legal_moves


def test_every_choice_is_of_a_game_there_is() -> None:
    names = {po.game(size).spec_name for size in TWO_PLAYER}
    keys = {"any", "puzzle", *names, *(f"misere({name})" for name in names)}
    assert strong._players().keys() <= keys
    assert {"any", "puzzle"} <= strong._players().keys()


def test_the_size_of_a_board_does_not_matter_and_misere_does() -> None:
    player = po.Strong()
    assert player.at(po.game("nogo(5,5)")) == player.at(po.game("nogo(7,7)"))
    assert player.at(po.game("misere(nogo(5,5))")) != player.at(po.game("nogo(5,5)"))


def test_a_game_of_ones_own_has_the_rule_for_any() -> None:
    assert po.Strong().at(po.game(Nim(20))) == strong._players()["any"]
    assert po.Strong().search(po.game(Nim(21)).initial(), "2000 sims", seed=1).name == "1"


def test_a_puzzle_has_hints_and_no_solution() -> None:
    puzzle = po.game(Digits(3))
    assert po.Strong().search(puzzle.initial(), "200 sims", seed=1).simulations == 200
    with pytest.raises(po.SpecError, match="does not solve puzzles"):
        po.Strong().solve(puzzle)


def test_threads_are_handed_on() -> None:
    chosen = po.Strong(threads=2).at(po.game("connectfour(7,6)"))
    assert isinstance(chosen, po.UCT)
    assert chosen.threads == 2
    assert str(po.Strong(threads=2)) == "strong(threads=2)"


def test_a_match_is_that_of_the_player_it_is() -> None:
    game = po.game("connectfour(5,4)")
    by_name = po.match(game, "strong", "random", games=4, budget="50 sims", seed=3)
    spelled = po.match(game, po.Strong().at(game), "random", games=4, budget="50 sims", seed=3)
    assert by_name.record == spelled.record


def test_a_search_is_kept(tmp_path: Path) -> None:
    search = po.Strong().start(po.game("nogo(5,5)").initial(), seed=1)
    search.run("100 sims")
    search.save(tmp_path / "search")
    loaded = po.Search.load(tmp_path / "search")
    assert loaded.player == po.Strong()
    assert loaded.run("100 sims").children == search.run("100 sims").children
