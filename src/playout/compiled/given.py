"""What a copy of `entry_points.py` is made for: set while it is imported."""

from typing import Any

rules: Any
record: Any
"""The type of a state."""
max_moves: int
digest: str
"""Stands for all that is constant in the rules."""
