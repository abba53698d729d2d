#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/bits.hpp"
#include "core/rng.hpp"

using namespace playout;

namespace {

std::vector<int> cells_of(Bits set) {
    std::vector<int> cells;
    for (int cell = 0; cell < 64; ++cell)
        if ((set >> cell & 1) != 0) cells.push_back(cell);
    return cells;
}

void check_set(Bits set) {
    CAPTURE(set);
    const std::vector<int> cells = cells_of(set);
    REQUIRE(count_bits(set) == static_cast<int>(cells.size()));
    for (std::uint32_t k = 0; k < cells.size(); ++k) {
        CHECK(nth_bit(set, k) == bit(cells[k]));
        CHECK(nth_bit_portable(set, k) == bit(cells[k]));
        CHECK(lowest_cell(nth_bit(set, k)) == cells[k]);
    }
}

} // namespace

TEST_CASE("bits: the k-th member, by instruction and without") {
    for (const Bits set : {Bits{0}, Bits{1}, Bits{1} << 63, ~Bits{0}, Bits{0x8000000000000001u}})
        check_set(set);
    Rng rng(1);
    for (int i = 0; i < 200; ++i) {
        const Bits a = rng.next(), b = rng.next(), c = rng.next();
        for (const Bits set : {a, a & b, a & b & c, a | b, a | b | c}) check_set(set); // thin and dense
    }
}

TEST_CASE("bits: members of many sets are counted on any machine") {
    std::array<Bits, 20> sets{};
    Rng rng(1);
    for (int round = 0; round < 1000; ++round) {
        int members = 0;
        for (Bits &set : sets) {
            set = round == 0 ? ~Bits{0} : rng.next() & (round % 3 == 0 ? rng.next() & rng.next() : ~Bits{0});
            members += count_bits(set);
        }
        REQUIRE(count_all_portable(sets) == members);
        REQUIRE(count_all(sets) == members);
    }
}
