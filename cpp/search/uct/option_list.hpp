// The options of a state by their slots, that is, their places in the list of legal moves, and which of them
// have no node yet.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G> class OptionList {
public:
    using State = typename G::State;

    explicit OptionList(const G &game) : game_(game) {}

    // How many options a state has.
    std::uint32_t count(const State &state) {
        std::uint32_t options;
        if constexpr (Indexed<G>) {
            options = game_.count(state);
        } else {
            game_.legal(state, moves_);
            options = static_cast<std::uint32_t>(moves_.size());
        }
        if (options > Tree::max_children)
            throw ContractError("uct takes at most 32767 legal moves in a state");
        return options;
    }

    // An option of the state that was counted last.
    [[nodiscard]] Move move(const State &state, std::uint32_t slot) const {
        if constexpr (Indexed<G>)
            return game_.nth(state, slot);
        else
            return moves_[static_cast<int>(slot)];
    }

    // The k-th of the slots that none of a node's children has taken.
    template <class Children>
    std::uint32_t untried(const Children &tried, std::uint32_t options, std::uint32_t k) {
        mark_untried(tried, options);
        std::uint32_t word = 0;
        for (std::uint32_t n; k >= (n = static_cast<std::uint32_t>(count_bits(untried_[word]))); ++word)
            k -= n;
        return 64 * word + static_cast<std::uint32_t>(lowest_cell(nth_bit(untried_[word], k)));
    }

private:
    template <class Children> void mark_untried(const Children &tried, std::uint32_t options) {
        untried_.assign((options + 63) / 64, ~Bits{0});
        for (std::uint32_t o = 0; o < tried.count(); ++o) {
            const std::uint32_t slot = tried.node(o).slot;
            if (slot < options) untried_[slot / 64] ^= bit(slot % 64);
        }
    }

    const G &game_;
    // Scratch, kept so that a simulation allocates nothing.
    typename G::Moves moves_;
    std::vector<Bits> untried_;
};

} // namespace playout
