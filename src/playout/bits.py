"""Bit boards: sets of cells in one integer, for games of your own.

The functions work in plain Python and, at the speed of single instructions, in the methods of a
`playout.CompiledGame`. A set is an integer of 64 bits, signed or not; a signed one is best left below 2⁶³.
"""

from typing import SupportsInt

__all__ = ["count_bits", "lowest_bit", "nth_bit"]

_ALL = (1 << 64) - 1


def count_bits(bits: SupportsInt) -> int:
    """How many bits are set.

    >>> count_bits(0b10110)
    3
    """
    return (int(bits) & _ALL).bit_count()


def lowest_bit(bits: SupportsInt) -> int:
    """The place of the lowest bit that is set; 64 if none is.

    >>> lowest_bit(0b10110)
    1
    """
    word = int(bits) & _ALL
    return (word & -word).bit_length() - 1 if word else 64


def nth_bit(bits: SupportsInt, k: int) -> int:
    """The place of the k-th bit that is set, from the lowest on, which is the 0th; 64 if there is none.

    >>> nth_bit(0b10110, 2)
    4
    """
    word = int(bits) & _ALL
    for _ in range(k):
        word &= word - 1 if word else 0
    return lowest_bit(word)
