"""Seeds: one 64-bit number decides everything."""

import hashlib
import secrets

from playout.errors import SpecError, integer, show


def checked(seed: int | None) -> int:
    """The given seed, or a fresh one where none was given."""
    if seed is None:
        return secrets.randbits(32)
    number = integer(seed)
    if number is None or not 0 <= number < 2**64:
        raise SpecError(f"a seed is an integer from 0 to 2**64 - 1, got {show(seed)}")
    return number


def derive(*parts: int | str) -> int:
    """The seed of one trial of an experiment: a hash of what identifies it.

    A trial's seed does not depend on how many workers there are or in which order they run.

    >>> derive("match", 1, 0) != derive("match", 1, 1)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
