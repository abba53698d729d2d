"""Whether there is a graphics card to test on."""

import pytest

try:
    from cupy.cuda import runtime
except ImportError:
    HAS_CARD = False
else:
    try:
        HAS_CARD = bool(runtime.getDeviceCount())
    except runtime.CUDARuntimeError:
        HAS_CARD = False

on_card = pytest.mark.skipif(not HAS_CARD, reason="there is no card")
