"""A network as the flat arrays that the core takes (`cpp/gdl/network.hpp`)."""

from itertools import accumulate
from typing import Any

from playout.gdl.factor import factored
from playout.gdl.network import Network
from playout.gdl.rules import text


def arrays(network: Network) -> dict[str, Any]:
    """The arrays of a network, by their names.

    >>> from playout import gdl
    >>> found = arrays(gdl.load(gdl.find("hanoi.kif")))
    >>> found["roles"], found["facts"][:2], found["movers"][:2]
    (['player'], ['(at 1 a)', '(at 1 b)'], [0, 0])
    """
    small = factored(network)
    numbers = {term: number for number, term in enumerate(network.terms)}
    return {
        "title": network.name,
        "roles": list(network.roles),
        "facts": list(map(text, network.facts)),
        "initial": list(network.initial),
        "next": list(small.next),
        "movers": [role for role, _ in network.moves],
        "legal": list(small.legal),
        "guarded": list(map(int, small.guarded)),
        "guards": list(small.guards),
        "terms": [numbers[term] for _, term in network.moves],
        "idle": [int(isinstance(term, str)) for _, term in network.moves],
        "goals": list(small.goals),
        "terminal": small.terminal,
        "starts": [0, *accumulate(map(len, small.gates))],
        "literals": [literal for gate in small.gates for literal in gate],
        "state_gates": small.state_gates,
        "goal_gates": small.goal_gates,
    }
