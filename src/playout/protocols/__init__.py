"""Protocols that other programs speak: GTP (`gtp.py`) and UGI (`ugi.py`), for any game here.

`engine.py` is what both have in common; `lines.py` hears what comes in, also during a search; `table.py`
is the game in progress; `clock.py` shares out time; `reply.py`, `vertices.py`, `analysis.py` and `gogui.py`
write as GTP does.
"""
