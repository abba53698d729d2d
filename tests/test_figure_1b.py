"""The stand-in for Figure 1b of the two-player nested search paper: proved again, move by move."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import playout as po

TOOLS = Path(__file__).resolve().parent.parent / "tools"
DATA = Path(po.__file__).parent / "data" / "figure_1b.json"
KEPT = json.loads(DATA.read_text(encoding="utf-8"))
WINNER = {"white wins": 1.0, "black wins": -1.0}


def run(tool: str, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, str(TOOLS / tool), *options], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout


def assert_proved(state: po.State, verdicts: dict[str, dict[str, int]]) -> None:
    """Every move is in the list, and minimax sees the winner at the depth that stands there, no sooner."""
    assert sorted(move for moves in verdicts.values() for move in moves) == sorted(state.legal_names)
    for winner, moves in verdicts.items():
        for move, depth in moves.items():
            after = state.play(move)
            assert po.Minimax(depth).search(after, "1h", seed=1).value == WINNER[winner]
            assert depth == 1 or po.Minimax(depth - 1).search(after, "1h", seed=1).value == 0


def assert_as_the_paper_tells(kept: dict[str, Any]) -> None:
    state = po.game(kept["game"]).state(kept["position"])
    assert state.turn is po.MAX
    assert_proved(state, kept["moves"])
    assert list(kept["moves"]["white wins"]) == ["a5a6"]
    for trap in ("b6a7", "b6c7"):
        assert trap in kept["moves"]["black wins"]
        assert_proved(state.play(trap), kept[f"after {trap}"])
    assert list(kept["after b6a7"]["black wins"]) == ["b8a7"]


def test_the_position_is_as_the_paper_tells() -> None:
    assert_as_the_paper_tells(KEPT)


def test_a_tree_search_proves_the_same() -> None:
    state = po.game(KEPT["game"]).state(KEPT["position"])
    for winner, moves in KEPT["moves"].items():
        for move in moves:
            result = po.UCT(bounds="cuts").search(state.play(move), "100000 sims", seed=2)
            assert (result.proven, result.value) == (True, WINNER[winner])


def test_the_search_for_it_proves_what_it_prints() -> None:
    assert_as_the_paper_tells(json.loads(run("figure_1b.py", "--seed", "1", "--tries", "0", "--runs", "1")))


def test_table_2_has_the_form_of_the_papers() -> None:
    table = run("table_2.py", "--runs", "2")
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith(("| no", "| yes"))]
    assert [row[1] for row in rows] == [
        "none",
        *(f"COW(≤ {i})" for i in (1, 2, 3)),
        "none",
        *(f"POD(≤ {i})" for i in (1, 2, 3)),
    ]
    states = [float(row[2].split(" ")[0].replace(",", "")) for row in rows]
    assert states[:4] == sorted(states[:4], reverse=True)
    assert states[4:] == sorted(states[4:], reverse=True)
    assert len({row[4] for row in rows[4:]}) == 1  # Proposition 4: the same seeds, the same moves
