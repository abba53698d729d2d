"""Tuning in parts: what a batch of games is, where it is kept, who asks for the next, what came of all.

`playout.tune` puts them together.
"""
