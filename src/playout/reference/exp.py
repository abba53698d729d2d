"""The exponential of the core: twin of `cpp/core/exp.hpp`, operation for operation."""

from math import factorial, ldexp

LOG2_E = float.fromhex("0x1.71547652b82fep+0")
LN2_HIGH = float.fromhex("0x1.62e42fefa38p-1")
LN2_LOW = float.fromhex("0x1.ef35793c7673p-45")
"""The two together are log 2 with more digits than one number holds."""
TO_INTEGER = float.fromhex("0x1.8p+52")
"""Added, it leaves no bits for a fraction."""
MIN_EXPONENT = -708.0
"""Below it the result would not be a normal number."""


def exp(x: float) -> float:
    """The exponential of x from −708 to 709. `math.exp` may differ in the last bit from machine to machine.

    x = k log 2 + r with |r| ≤ log(2) / 2; exp x = 2^k (1 + r + r²/2 + r³/6 + …).

    >>> exp(0.0), exp(2.0)
    (1.0, 7.38905609893065)
    """
    k = (x * LOG2_E + TO_INTEGER) - TO_INTEGER
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    series = 1.0 / factorial(13)
    for n in range(12, 1, -1):
        series = series * r + 1.0 / factorial(n)
    return ldexp(1.0 + (r + r * r * series), int(k))
