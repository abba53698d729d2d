"""`playout.bits` in compiled code: each function is an instruction or two."""

from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
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


@intrinsic
def _deposit(_, word, mask):  # type: ignore[no-untyped-def]
    """Puts the low bits of a word where the mask has bits: an instruction of x86."""

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), words), values)

    return types.uint64(types.uint64, types.uint64), lower


def _nth_by_deposit(bits, k):  # type: ignore[no-untyped-def]
    return _lowest(_deposit(types.uint64(1) << types.uint64(k), types.uint64(bits)))


def _nth_by_steps(bits, k):  # type: ignore[no-untyped-def]
    word = types.uint64(bits)
    for _ in range(k):
        word &= word - types.uint64(1)
    return _lowest(word)


@overload(bits.nth_bit)
def _nth_bit(bits, k):  # type: ignore[no-untyped-def]
    return _nth_by_deposit if get_host_cpu_features().get("bmi2") else _nth_by_steps
