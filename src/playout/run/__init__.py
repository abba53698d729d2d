"""What runs things side by side: the games of a match and the streams of a solve.

`workers.py` has threads (`threads.py`) and processes, `cluster.py` a Ray cluster behind the same face;
`streams.py` is a solve as streams that share a budget, `runners.py` where they run.
"""
