"""Games compiled by Numba (the extra `compiled`). Nothing here is imported before such a game is made.

`fields.py` is a state as plain Python sees it, and `uncompiled.py` runs the rules so; `numba_types.py` tells
Numba what rules are, `entry_points.py` is what it compiles for each game, `build.py` does it, and
`messages.py` says what it could not do.
"""
