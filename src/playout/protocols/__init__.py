"""Protocols that other programs speak: GTP (`gtp.py`) and UGI (`ugi.py`), for any game here.

`lines.py` hears what comes in, also while a player thinks; `table.py` is the game in progress; `clock.py`
shares out time; `reply.py`, `vertices.py`, `analysis.py` and `gogui.py` write as GTP does.
"""
