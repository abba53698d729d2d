"""Puzzles on a graphics card: NRPA and large neighbourhood search, one warp a search.

`playout.solve(…, device="cuda")` uses it. The extra `playout[cuda]` brings CuPy, which compiles the kernels
when they are first used, and keeps them. The device `emulated` runs the same searches on the processor,
slowly: for tests. A puzzle of one's own says by `CardRules` where its rules for a card are, and
`check_card` compares them with its class.
"""

from playout.cuda.card_rules import CardRules
from playout.cuda.check import check_card

__all__ = ["CardRules", "check_card"]
