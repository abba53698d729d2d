// Small numbers for codes and for actions, so that what is learned of them stands in arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/bytes.hpp"
#include "core/code_table.hpp"
#include "core/game.hpp"
#include "core/relaxed.hpp"

namespace playout {

// Codes that are dense are their own numbers; others are numbered as they are met, by one thread at a time.
class CodeNumbers {
public:
    static constexpr std::int32_t none = CodeTable::unknown;

    // As many codes as there are, if they are dense, else 0; and how many may have a number.
    CodeNumbers(std::uint64_t dense, std::uint32_t most)
        : dense_(dense <= most ? static_cast<std::uint32_t>(dense) : 0), most_(most) {}

    // `none` for a code that has not been met.
    [[nodiscard]] std::int32_t find(std::int64_t code) const {
        return dense_ != 0 ? static_cast<std::int32_t>(code) : met_.find(code);
    }
    // `none` for a code too many: nothing is learned of it.
    std::int32_t number(std::int64_t code) {
        if (dense_ != 0) return static_cast<std::int32_t>(code);
        const std::int32_t number = met_.size() < most_ ? met_.number(code) : met_.find(code);
        met_count_ = static_cast<std::uint32_t>(met_.size());
        return number;
    }

    [[nodiscard]] bool is_dense() const { return dense_ != 0; }
    // All numbers are below.
    [[nodiscard]] std::uint32_t count() const { return dense_ != 0 ? dense_ : std::uint32_t{met_count_}; }

    void clear() {
        met_.clear();
        met_count_ = 0;
    }
    void save(Writer &writer) const {
        writer.integer(met_.size());
        for (const std::int64_t code : met_.codes()) writer.integer(static_cast<std::uint64_t>(code));
    }
    void load(Reader &reader) {
        clear();
        for (std::uint64_t n = reader.integer(dense_ != 0 ? 0 : most_); n > 0; --n) {
            const std::size_t before = met_.size();
            number(static_cast<std::int64_t>(reader.integer()));
            Reader::require(met_.size() > before);
        }
    }

private:
    std::uint32_t dense_, most_;
    CodeTable met_;                        // where they are not dense
    Relaxed<std::uint32_t> met_count_ = 0; // how many: others may ask while one thread numbers
};

template <Game G> std::uint64_t dense_codes(const G &game) {
    if constexpr (DenseCodes<G>)
        return static_cast<std::uint64_t>(game.code_count());
    else
        return 0;
}

// Two numbers for a code, of Max and of Min. The lowest bit is the player.
class Actions {
public:
    static constexpr std::uint32_t unknown = 0; // a code too many, or one that has not been met

    Actions(std::uint64_t dense, std::uint32_t max_codes) : codes_(dense, max_codes), max_codes_(max_codes) {}

    [[nodiscard]] std::uint32_t find(std::int64_t code, Turn turn) const {
        return action(codes_.find(code), turn);
    }
    std::uint32_t number(std::int64_t code, Turn turn) { return action(codes_.number(code), turn); }
    // The same where codes are dense.
    static std::uint32_t of_dense(std::int64_t code, Turn turn) {
        return 2 * static_cast<std::uint32_t>(code) + 2 + static_cast<std::uint32_t>(turn);
    }
    static Turn turn(std::uint32_t action) { return static_cast<Turn>(action & 1); }

    [[nodiscard]] bool are_dense() const { return codes_.is_dense(); }
    // All numbers are below.
    [[nodiscard]] std::uint32_t count() const { return 2 * codes_.count() + 2; }
    // For tables of all actions: how many to make room for.
    [[nodiscard]] std::uint32_t room() const {
        return codes_.is_dense() ? count() : std::min(2 * count(), 2 * max_codes_ + 2);
    }

    void clear() { codes_.clear(); }
    void save(Writer &writer) const { codes_.save(writer); }
    void load(Reader &reader) { codes_.load(reader); }

private:
    static std::uint32_t action(std::int32_t code, Turn turn) {
        return code == CodeNumbers::none ? unknown : of_dense(code, turn);
    }

    CodeNumbers codes_;
    std::uint32_t max_codes_;
};

} // namespace playout
