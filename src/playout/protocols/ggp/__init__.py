"""General Game Playing: the HTTP protocol of its competitions, a player and a referee.

`messages.py` is what both say. The player: `server.py` hears HTTP, `desk.py` answers messages, `match.py` is
a match with its clock, and each match has a process of its own, `process.py`, in which `mind.py` thinks: by
`tree.py`, `sequence.py`, `flat.py` or at random. The referee: `referee.py`, with `client.py` and `record.py`.
"""

from playout.protocols.ggp.messages import Abort, Info, Message, Play, Start, Stop, read_message
from playout.protocols.ggp.record import MatchRecord
from playout.protocols.ggp.referee import Referee

__all__ = ["Abort", "Info", "MatchRecord", "Message", "Play", "Referee", "Start", "Stop", "read_message"]
