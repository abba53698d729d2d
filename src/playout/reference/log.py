"""The natural logarithm of the core: twin of `cpp/core/log.hpp`, operation for operation."""

import math

SQRT2 = float.fromhex("0x1.6a09e667f3bcdp+0")
LN2_HIGH = float.fromhex("0x1.62e42fefa38p-1")
LN2_LOW = float.fromhex("0x1.ef35793c7673p-45")
"""The two together are log 2 with more digits than one number holds."""


def log(x: float) -> float:
    """The logarithm of a normal x > 0. `math.log` may differ in the last bit from one machine to another.

    x = 2^e m with m in (√½, √2]; with s = (m−1)/(m+1), log m = 2 (s + s³/3 + s⁵/5 + …).

    >>> log(1.0), log(2.0)
    (0.0, 0.6931471805599453)
    """
    m, e = math.frexp(x)  # m is in [½, 1)
    if 2.0 * m <= SQRT2:
        m, e = 2.0 * m, e - 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    series = 1.0 / 23.0
    for k in range(21, 1, -2):
        series = series * z + 1.0 / k
    series *= z
    correction = s * (f - 2.0 * series)
    return e * LN2_HIGH - ((correction - e * LN2_LOW) - f)
