"""Draws the network of rules in GDL, from inputs on the left to outputs on the right.

`python tools/gdl_picture.py [RULES [FILE]]`; without arguments the picture of docs/gdl.md.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from playout import gdl
from playout.gdl.network import Network
from playout.gdl.rules import text

IMAGES = Path(__file__).parents[1] / "docs" / "images"

WIDTH, ROW, EDGE = 1080, 13, 120
PLAIN, NEGATED, INK, PAPER = "#3b82f6", "#ef4444", "#1e293b", "#ffffff"

Points = dict[int, tuple[float, float]]


def columns(network: Network) -> list[list[int]]:
    """The nodes, each in a column after those that it needs: facts and moves, then gates."""
    depth = dict.fromkeys(range(network.first_gate), 0)
    for node, gate in enumerate(network.gates, network.first_gate):
        depth[node] = 1 + max(depth[literal >> 1] for literal in gate)
    found: list[list[int]] = [[] for _ in range(1 + max(depth.values()))]
    for node in range(1, len(depth)):
        found[depth[node]].append(node)
    return found


def outputs(network: Network) -> Iterator[tuple[str, int]]:
    """What the network says, with the literals."""
    for fact, literal in zip(network.facts, network.next, strict=True):
        yield f"next {text(fact)}", literal
    for (role, move), literal in zip(network.moves, network.legal, strict=True):
        yield f"legal {network.roles[role]} {text(move)}", literal
    for name, goals in zip(network.roles, network.goals, strict=True):
        for value, literal in goals:
            yield f"goal {name} {value}", literal
    yield "terminal", network.terminal


def inputs(network: Network) -> list[str]:
    """The names of facts and moves."""
    return [f"true {text(fact)}" for fact in network.facts] + [
        f"does {network.roles[role]} {text(move)}" for role, move in network.moves
    ]


def places(network: Network, height: float) -> Points:
    """Where the nodes stand: in a column, near the middle of what they need."""
    found: Points = {}
    stages = columns(network)
    for index, nodes in enumerate(stages):
        x = EDGE + index * (WIDTH - 2 * EDGE - 60) / len(stages)
        ordered = sorted(nodes, key=lambda node: _middle(network, node, found))
        found |= {node: (x, height * (row + 0.5) / len(nodes)) for row, node in enumerate(ordered)}
    return found


def _middle(network: Network, node: int, found: Points) -> float:
    """How far down what a gate needs is; inputs stay in their order."""
    if node < network.first_gate:
        return 0
    gate = network.gates[node - network.first_gate]
    return sum(found[literal >> 1][1] for literal in gate) / len(gate)


def wire(start: tuple[float, float], end: tuple[float, float], literal: int) -> str:
    """A line, red where it is negated."""
    (x, y), (u, v) = start, end
    bend = (u - x) / 2
    colour = NEGATED if literal & 1 else PLAIN
    curve = f"M{x:.0f} {y:.1f}C{x + bend:.0f} {y:.1f} {u - bend:.0f} {v:.1f} {u:.0f} {v:.1f}"
    return f'<path d="{curve}" stroke="{colour}"/>'


def picture(network: Network) -> str:
    """The text of an SVG file."""
    said, names = list(outputs(network)), inputs(network)
    height = ROW * max(len(said), len(names))
    at = places(network, height)
    ends = [(WIDTH - EDGE - 30, ROW * (row + 0.5)) for row in range(len(said))]
    wires = [
        wire(at[literal >> 1], at[node], literal)
        for node, gate in enumerate(network.gates, network.first_gate)
        for literal in gate
    ]
    wires += [wire(at[one >> 1], end, one) for (_, one), end in zip(said, ends, strict=True) if one > 1]
    dots = [f'<circle cx="{x:.0f}" cy="{y:.1f}" r="3"/>' for x, y in at.values()]
    left = [_label(at[node], name, "end", -6) for node, name in enumerate(names, 1)]
    right = [_label(end, name, "start", 6) for (name, _), end in zip(said, ends, strict=True)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height + 10}" role="img">',
            f"<title>The network of {escape(network.name)}</title>",
            f'<rect width="{WIDTH}" height="{height + 10}" fill="{PAPER}"/>',
            f'<g fill="none" stroke-width="0.7" stroke-opacity="0.55">{"".join(wires)}</g>',
            f'<g fill="{INK}">{"".join(dots)}</g>',
            f'<g font-family="sans-serif" font-size="9" fill="{INK}">{"".join(left + right)}</g>',
            "</svg>\n",
        ]
    )


def _label(point: tuple[float, float], name: str, anchor: str, aside: float) -> str:
    x, y = point
    return f'<text x="{x + aside:.0f}" y="{y + 3:.1f}" text-anchor="{anchor}">{escape(name)}</text>'


def main(rules: str = "tictactoe.kif", file: str = str(IMAGES / "gdl-network.svg")) -> None:
    """Writes the picture."""
    Path(file).write_text(picture(gdl.load(gdl.find(rules))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
