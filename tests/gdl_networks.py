"""Random networks of games in GDL, for tests."""

from hypothesis import strategies as st

from playout.gdl.network import Network


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Any network: what it plays need not be a game."""
    facts, roles = draw(st.integers(1, 70)), draw(st.integers(1, 3))
    moves = draw(st.lists(st.integers(0, roles - 1), min_size=1, max_size=70))
    state_gates, move_gates = draw(st.integers(0, 20)), draw(st.integers(0, 20))
    first = 1 + facts + len(moves)
    seen = [*range(1 + facts), *range(first, first + state_gates)]
    literals = st.sampled_from([2 * node + sign for node in seen for sign in (0, 1)])
    gates = []
    for gate in range(state_gates + move_gates):
        end = first + gate
        before = [*range(1 + facts), *range(first, end)] if gate < state_gates else [*range(end)]
        some = st.sampled_from([2 * node + sign for node in before for sign in (0, 1)])
        gates.append(tuple(draw(st.lists(some, min_size=1, max_size=5))))
    every = st.integers(0, 2 * (first + len(gates)) - 1)
    goals = st.lists(st.tuples(st.sampled_from([0, 50, 100]), literals), max_size=2, unique_by=lambda g: g[0])
    return Network(
        name="random",
        roles=tuple(f"r{role}" for role in range(roles)),
        facts=tuple(("fact", str(fact)) for fact in range(facts)),
        always=(),
        moves=tuple((role, ("go", str(number))) for number, role in enumerate(moves)),
        gates=tuple(gates),
        state_gates=state_gates,
        initial=bytes(draw(st.lists(st.integers(0, 1), min_size=facts, max_size=facts))),
        next=tuple(draw(st.lists(every, min_size=facts, max_size=facts))),
        legal=tuple(draw(st.lists(literals, min_size=len(moves), max_size=len(moves)))),
        goals=tuple(tuple(draw(goals)) for _ in range(roles)),
        terminal=draw(literals),
    )
