"""The page: `playout serve`. Needs the extra `web`.

`server.py` starts it and `app.py` lists what can be asked. A request is checked by `guard.py` (who asks),
`requests.py` (its shape) and `catalogue.py` (what it may name), and done by `commands.py` with the public
API. What takes time is a job of the page that asked (`pages.py`), and tells it of its progress by events.
"""

from playout.web.app import make_app
from playout.web.catalogue import Catalogue
from playout.web.desk import Desk
from playout.web.limits import Limits

__all__ = ["Catalogue", "Desk", "Limits", "make_app"]
