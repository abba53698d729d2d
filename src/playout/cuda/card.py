"""A graphics card: memory for its searches, and the kernels that run them."""

import struct
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from playout.cuda import compiler
from playout.errors import SpecError
from playout.state import State

__all__ = ["Card", "Rules", "Searches", "cards"]

WARP = 32
KERNELS = ("sizes", "begin", "run", "adopt", "plant", "report", "solution")


class Rules(Protocol):
    """What a card has to know of a puzzle."""

    block: int
    """Warps of a block, at most."""
    blocks: int
    """Blocks that shall find room on a multiprocessor."""
    plies: int
    """Of a slice of each search: half a second of a large card."""
    slack: bool
    """Whether a solution may be a little worse than another."""

    @property
    def source(self) -> str:
        """C++ that names the kind of playouts."""

    @property
    def text(self) -> bytes:
        """The header of the user's own."""

    def emulation(self, count: int) -> "Searches":
        """So many searches on the processor."""

    def numbers(self, moves: Iterable[int]) -> list[int]:
        """A game as a card has it."""

    def game(self, start: State, numbers: Iterable[int], /) -> State:
        """The same the other way round."""


class Searches(Protocol):
    """Searches side by side; `_core.Emulation` is one."""

    def begin(self, seeds: list[int]) -> None:
        """Sets all of them up, a seed each."""

    def run(self, options: bytes, members: int) -> None:
        """Begins a slice of each; islands of so many members take turns with the options."""

    def adopt(self, sources: list[int]) -> None:
        """Search i goes on from the best solution of search sources[i]; -1: from its own."""

    def plant(self, solutions: Sequence[Sequence[int]]) -> None:
        """All go on from given solutions, moves as the card numbers them."""

    def reports(self) -> bytes:
        """How each stands, after its slice."""

    def solution(self, which: int) -> list[int]:
        """The moves of the best solution of one, as the card numbers them."""

    def save(self) -> bytes:
        """Their memory."""

    def load(self, saved: bytes) -> None:
        """Goes on from such a memory."""


class Card:
    """The searches of one card, as many as it runs at once."""

    def __init__(self, cupy: Any, number: int, rules: Rules, levels: int) -> None:
        self._cupy = cupy
        self._device = cupy.cuda.Device(number)
        with self._device:
            self._kernels = _compiled(cupy, rules, levels)
            search, arena, self._report_size, self._options_size, self._most_plies = self._sizes()
            room = self._device.attributes["MaxSharedMemoryPerBlockOptin"]
            self._block = min(rules.block, room // arena)
            if not self._block:
                raise SpecError(f"the codes of a policy take {arena:,} bytes; a card has room for {room:,}")
            self._shared = arena * self._block
            run = self._kernels["run"]
            run.max_dynamic_shared_size_bytes = self._shared
            run.preferred_shared_memory_carveout = 100
            occupancy = cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor
            self.warps = self._block * occupancy(run.kernel.ptr, WARP * self._block, self._shared)
            self.count = self.warps * self._device.attributes["MultiProcessorCount"]
            self._memory = cupy.zeros(self.count * search, cupy.uint8)

    @property
    def description(self) -> str:
        """Its name, and how full it is."""
        name = self._cupy.cuda.runtime.getDeviceProperties(self._device.id)["name"].decode()
        most = self._device.attributes["MaxThreadsPerMultiProcessor"] // WARP
        return f"{name}: {self.count:,} searches, {self.warps} of {most} warps a multiprocessor"

    def begin(self, seeds: list[int]) -> None:
        """Sets all searches up, a seed each."""
        self._launch("begin", self._array(seeds, "uint64"))

    def run(self, options: bytes, members: int) -> None:
        """Begins a slice of each search, and does not wait for it."""
        kinds = len(options) // self._options_size
        numbers = self._cupy.uint32(kinds), self._cupy.uint32(members)
        self._launch("run", self._array(list(options), "uint8"), *numbers, shared=self._shared)

    def adopt(self, sources: list[int]) -> None:
        """Search i goes on from the best solution of search sources[i]; -1: from its own."""
        self._launch("adopt", self._array(sources, "int32"))

    def plant(self, solutions: Sequence[Sequence[int]]) -> None:
        """All searches go on from given solutions."""
        form = struct.Struct(f"=iI{self._most_plies}H{self._most_plies % 2 * 2}x")  # struct Solution
        packed = b"".join(
            form.pack(0, len(moves), *moves, *[0] * (self._most_plies - len(moves))) for moves in solutions
        )
        self._launch("plant", self._array(list(packed), "uint8"))

    def reports(self) -> bytes:
        """How each search stands."""
        with self._device:
            reports = self._cupy.zeros(self.count * self._report_size, self._cupy.uint8)
            self._launch("report", reports)
            return bytes(reports.get().tobytes())

    def solution(self, which: int) -> list[int]:
        """The moves of the best solution of a search."""
        moves = self._array([-1] * self._most_plies, "int32")
        with self._device:
            self._kernels["solution"]((1,), (WARP,), (self._memory, self._cupy.uint32(which), moves))
            return [move for move in moves.get().tolist() if move >= 0]

    def save(self) -> bytes:
        """The memory of all searches."""
        with self._device:
            return bytes(self._memory.get().tobytes())

    def load(self, saved: bytes) -> None:
        """Goes on from such a memory."""
        if len(saved) != self._memory.nbytes:
            raise ValueError("it was saved on another kind of card")
        with self._device:
            self._memory.set(self._cupy.frombuffer(saved, self._cupy.uint8).get())

    def _array(self, numbers: list[int], kind: str) -> Any:
        with self._device:
            return self._cupy.array(numbers, kind)

    def _launch(self, kernel: str, *arguments: Any, shared: int = 0) -> None:
        with self._device:
            grid, block = (-(-self.count // self._block),), (WARP * self._block,)
            given = (self._memory, self._cupy.uint32(self.count), *arguments)
            self._kernels[kernel](grid, block, given, shared_mem=shared)

    def _sizes(self) -> list[int]:
        sizes = self._array([0] * 5, "uint32")
        self._kernels["sizes"]((1,), (1,), (sizes,))
        return list(map(int, sizes.get()))


def _compiled(cupy: Any, rules: Rules, levels: int) -> dict[str, Any]:
    """The kernels; CuPy keeps what it has compiled in a folder of its own."""
    package = compiler.package()
    names: dict[str, object] = {"LEVELS": levels, "BLOCK": rules.block, "BLOCKS": rules.blocks}
    names["SOURCES"] = f"0x{compiler.sources_digest(rules.text)[:8]}"  # CuPy looks at the first file alone
    module = cupy.RawModule(
        code=rules.source + (package / "cuda" / "kernels.cu").read_text(encoding="utf-8"),
        # Sums and products are not fused unless the source says so: the emulation has the same results.
        options=(
            "-std=c++20",
            "-fmad=false",
            f"-I{package / 'include'}",
            *(f"-D{name}={value}" for name, value in names.items()),
        ),
    )
    try:
        return {name: module.get_function(name) for name in KERNELS}
    except cupy.cuda.compiler.CompileException as error:
        wrong = next((line for line in str(error).splitlines() if "error" in line), str(error))
        raise SpecError(f"the rules for a card do not compile: {wrong}") from None


def cards(rules: Rules, levels: int) -> list[Card]:
    """All cards of this machine; a SpecError of one line if there are none."""
    try:
        import cupy
    except ImportError:
        raise SpecError("the device cuda needs CuPy: pip install 'playout[cuda]'") from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise SpecError(f"the device cuda needs an NVIDIA card and its driver: {_line(error)}") from None
    return [Card(cupy, number, rules, levels) for number in range(count)]


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
