"""How much a page may ask for."""

import os
from dataclasses import dataclass

NODE_BYTES = 48
"""What a node of a search tree takes at most."""


@dataclass(frozen=True)
class Limits:
    """The most of everything. What asks for more gets a line that says so.

    >>> Limits(memory=48_000_000).nodes
    1000000
    """

    body: int = 1_000_000
    """Bytes of a request."""
    checkpoint: int = 20_000_000
    """Bytes of a request that brings a checkpoint."""
    body_seconds: float = 10
    """To send them."""
    pages: int = 200
    """That are open at once."""
    page_jobs: int = 8
    """Searches, solves and matches of a page."""
    jobs: int = 200
    """Of all pages."""
    threads: int = os.cpu_count() or 1
    """That search at once."""
    memory: int = 2_000_000_000
    """Bytes of all search trees."""
    seconds: float = 3600
    """Of a search, a solve or a move."""
    moves: int = 20_000
    """Of a game that is sent."""
    games: int = 10_000
    """Of a match or a tournament."""
    away_seconds: float = 15
    """How long a page may be away before its jobs end: long enough to load it again."""
    stalled_seconds: float = 30
    """How long a page may leave an event unread."""

    @property
    def nodes(self) -> int:
        """Of one search tree that is watched."""
        return self.memory // NODE_BYTES

    @property
    def runs(self) -> int:
        """Solves, matches and tournaments at once."""
        return 2 * self.threads

    @property
    def run_nodes(self) -> int:
        """Of each of the two search trees that such a run may have."""
        return self.nodes // (2 * self.runs)
