"""Counts what a search does, and says when its budget is spent: twin of `cpp/core/budget.hpp`."""

from playout.budget import Budget, as_budget


class Interrupted(Exception):  # noqa: N818 (the core's name)
    """Raised inside a playout that must not go on; the search answers with what it has."""


class Meter:
    """A budget in simulations, states or both; a clock would make two runs differ, so there is none.

    >>> meter = Meter("2 sims or 50 states")
    >>> meter.simulations += 2
    >>> meter.spent
    True
    """

    def __init__(self, budget: Budget | str) -> None:
        self._budget = as_budget(budget)
        if self._budget.seconds is not None:
            raise ValueError(f"the reference takes simulations and states, not seconds: {self._budget}")
        self.simulations = 0
        self.states = 0
        """Every move that a search makes on a board counts as one."""

    @property
    def spent(self) -> bool:
        """Whether the search must end."""
        most_simulations, most_states = self._budget.simulations, self._budget.states
        return (most_simulations is not None and self.simulations >= most_simulations) or (
            most_states is not None and self.states >= most_states
        )

    def check_states(self) -> None:
        """For the inside of playouts so long that a budget in states could not wait for their end.

        >>> meter = Meter("50 states")
        >>> meter.check_states()
        >>> meter.states += 50
        >>> meter.check_states()
        Traceback (most recent call last):
            ...
        playout.reference.meter.Interrupted
        """
        if self._budget.states is not None and self.states >= self._budget.states:
            raise Interrupted
