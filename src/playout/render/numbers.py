"""Numbers as people read them."""

import math


def signed(value: float) -> str:
    """A score or an estimate of one.

    >>> signed(0.5)
    '+0.500'
    """
    return f"{value:+.3f}"


def valued(name: str, value: float) -> str:
    """A move and its value; a player of the user's may have answered a move alone.

    >>> valued("b2", 0.5), valued("b2", math.nan)
    ('b2, value +0.500 for Max', 'b2')
    """
    return name if math.isnan(value) else f"{name}, value {signed(value)} for Max"


def duration(seconds: float) -> str:
    """A time that was measured.

    >>> duration(0.01234), duration(12.3)
    ('12.3 ms', '12.30 s')
    """
    return f"{seconds:.2f} s" if seconds >= 0.9995 else f"{seconds * 1000:.3g} ms"


def size(count: int) -> str:
    """An amount of memory.

    >>> size(1400), size(25_000_000)
    ('1.4 kB', '25.0 MB')
    """
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
