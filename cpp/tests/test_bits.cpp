#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/bits.hpp"
#include "core/bitset.hpp"
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

template <int Words> BitSet<Words> random_set(Rng &rng) {
    BitSet<Words> set;
    for (int cell = 0; cell < 64 * Words; ++cell)
        if (rng.below(3) == 0) set |= BitSet<Words>::cell(cell);
    return set;
}

// Each operation cell by cell.
template <int Words> void check_operations(const BitSet<Words> &a, const BitSet<Words> &b, int n) {
    CAPTURE(Words);
    CAPTURE(n);
    const auto in = [](const BitSet<Words> &set, int cell) {
        return 0 <= cell && cell < 64 * Words && contains(set, cell);
    };
    for (int cell = 0; cell < 64 * Words; ++cell) {
        CAPTURE(cell);
        REQUIRE(contains(a & b, cell) == (in(a, cell) && in(b, cell)));
        REQUIRE(contains(a | b, cell) == (in(a, cell) || in(b, cell)));
        REQUIRE(contains(~a, cell) == !in(a, cell));
        REQUIRE(contains(a << n, cell) == in(a, cell - n));
        REQUIRE(contains(a >> n, cell) == in(a, cell + n));
    }
}

template <int Words> void check_members(const BitSet<Words> &set) {
    std::vector<int> cells;
    set.each([&](int cell) { cells.push_back(cell); });
    const int n = static_cast<int>(cells.size());
    REQUIRE(set.count() == n);
    REQUIRE(set.any() == (n > 0));
    REQUIRE(set.single() == (n == 1));
    REQUIRE(set.several() == (n > 1));
    REQUIRE((set == BitSet<Words>{}) == (n == 0));
    for (std::uint32_t k = 0; k < cells.size(); ++k) {
        REQUIRE(set.nth(k) == BitSet<Words>::cell(cells[k]));
        REQUIRE(set.nth(k).lowest() == cells[k]);
    }
}

template <int Words> void check_bitset() {
    Rng rng(1);
    for (int n = 1; n < 64; ++n) {
        const auto a = random_set<Words>(rng), b = random_set<Words>(rng);
        check_operations(a, b, n);
        for (const auto &set : {a, a & b, a & ~a, a.nth(0), a.nth(0) | BitSet<Words>::cell(64 * Words - 1)})
            check_members(set);
    }
}

} // namespace

TEST_CASE("bit sets of any number of words are sets") {
    check_bitset<1>();
    check_bitset<2>();
    check_bitset<6>();
}

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
