"""Which things depend on one another: strongly connected components, in the order of dependency."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


def components(needs: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """The components of a graph; what a component needs comes before it.

    >>> components({"a": ["b"], "b": ["c", "a"], "c": []})
    [['c'], ['b', 'a']]
    """
    return _Tarjan(needs).found


class _Tarjan(Generic[N]):
    """Tarjan's algorithm (1972), with a path of its own in place of recursion: rules may be deep."""

    def __init__(self, needs: Mapping[N, Iterable[N]]) -> None:
        self.needs = needs
        self.order: dict[N, int] = {}
        self.lowest: dict[N, int] = {}
        self.waiting: dict[N, None] = {}
        self.path: list[tuple[N, Iterator[N]]] = []
        self.found: list[list[N]] = []
        for root in needs:
            if root not in self.order:
                self.walk(root)

    def walk(self, root: N) -> None:
        self.enter(root)
        while self.path:
            node, rest = self.path[-1]
            other = next(rest, None)
            if other is None:
                self.leave(node)
            elif other not in self.order:
                self.enter(other)
            elif other in self.waiting:
                self.lowest[node] = min(self.lowest[node], self.order[other])

    def enter(self, node: N) -> None:
        self.order[node] = self.lowest[node] = len(self.order)
        self.waiting[node] = None
        self.path.append((node, iter(self.needs.get(node, ()))))

    def leave(self, node: N) -> None:
        self.path.pop()
        if self.path:
            above = self.path[-1][0]
            self.lowest[above] = min(self.lowest[above], self.lowest[node])
        if self.lowest[node] == self.order[node]:
            component: list[N] = []
            while not component or component[-1] != node:
                component.append(self.waiting.popitem()[0])
            self.found.append(component)
