"""Puzzles on a graphics card: NRPA and large neighbourhood search, one warp a search.

`playout.solve(…, device="cuda")` uses it. The extra `playout[cuda]` brings CuPy, which compiles the kernels
when they are first used, and keeps them. The device `emulated` runs the same searches on the processor,
slowly: for tests.
"""
