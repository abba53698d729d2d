"""`playout.bits` in compiled code: each function is an instruction or two."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from playout import bits


def _on_word(lower: Any) -> Any:
    """A function of one word of 64 bits, from what makes its instructions."""

    def typed(_: Any, word: Any) -> Any:
        return types.int64(types.uint64), lambda context, builder, signature, values: lower(
            builder, values[0]
        )

    return intrinsic(typed)


_count = _on_word(lambda builder, word: builder.ctpop(word))
_lowest = _on_word(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


@overload(bits.count_bits)
def _count_bits(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _count(types.uint64(bits))


@overload(bits.lowest_bit)
def _lowest_bit(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _lowest(types.uint64(bits))


@overload(bits.nth_bit)
def _nth_bit(bits, k):  # type: ignore[no-untyped-def]
    def nth(bits, k):  # type: ignore[no-untyped-def]
        word = types.uint64(bits)
        for _ in range(k):
            word &= word - types.uint64(1)
        return _lowest(word)

    return nth
