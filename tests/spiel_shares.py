"""A game for OpenSpiel, written in Python, such as OpenSpiel itself has none: its payoffs sum up to four."""

from typing import Any

import pyspiel

KIND = pyspiel.GameType(
    short_name="playout_shares",
    long_name="A test of playout's",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class SharesGame(pyspiel.Game):  # type: ignore[misc]
    """Player 0 takes up to three of four things, and the other gets the rest."""

    def __init__(self, params: Any = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=4,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=0.0,
            max_utility=4.0,
            utility_sum=4.0,
            max_game_length=1,
        )
        super().__init__(KIND, info, params or {})

    def new_initial_state(self) -> "SharesState":
        return SharesState(self)


class SharesState(pyspiel.State):  # type: ignore[misc]
    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.history() else 0

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2, 3]

    def _apply_action(self, action: int) -> None:
        pass

    def _action_to_string(self, player: int, action: int) -> str:
        return "take some" if action else "leave all"

    def is_terminal(self) -> bool:
        return bool(self.history())

    def returns(self) -> list[float]:
        (taken,) = self.history() or [0]
        return [taken, 4 - taken]

    def __str__(self) -> str:
        return f"{self.history()}"


pyspiel.register_game(KIND, SharesGame)
