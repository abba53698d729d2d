"""`python -m playout` is `playout`."""

import sys

from playout.cli import main

# The guard counts: the worker processes of a match import this module again.
if __name__ == "__main__":
    sys.exit(main())
