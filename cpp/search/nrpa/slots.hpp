// Where the weights of NRPA stand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bytes.hpp"
#include "core/code_table.hpp"
#include "core/game.hpp"

namespace playout::nrpa {

// Where the weight of a code stands. A game whose codes are dense says so itself; the codes of others get the
// next place when they are first seen.
template <class G> class Slots {
public:
    explicit Slots(const G &game) {
        if constexpr (DenseCodes<G>)
            if (game.code_count() <= most_dense) dense_ = static_cast<std::size_t>(game.code_count());
    }

    std::int32_t operator()(std::int64_t code) {
        return dense_ != 0 ? static_cast<std::int32_t>(code) : seen_.number(code);
    }
    [[nodiscard]] std::size_t count() const { return dense_ != 0 ? dense_ : seen_.size(); }

    void save(Writer &writer) const {
        writer.integer(seen_.size());
        for (const std::int64_t code : seen_.codes()) writer.integer(static_cast<std::uint64_t>(code));
    }
    void load(Reader &reader) {
        seen_.clear();
        for (std::uint64_t n = reader.integer(dense_ != 0 ? 0 : most); n > 0; --n) {
            const std::size_t before = seen_.size();
            seen_.number(static_cast<std::int64_t>(reader.integer()));
            Reader::require(seen_.size() > before);
        }
    }

private:
    static constexpr std::uint64_t most = 0x7FFFFFFF;
    static constexpr std::int32_t most_dense = 1 << 16; // a policy is copied whole
    std::size_t dense_ = 0;                             // as many codes, each its own slot; 0 if not
    CodeTable seen_;
};

template <ListedCodes G> class Slots<G> {
public:
    explicit Slots(const G &game) : count_(static_cast<std::size_t>(game.code_count())) {}

    std::int32_t operator()(std::int64_t code) const { return static_cast<std::int32_t>(code); }
    [[nodiscard]] std::size_t count() const { return count_; }

    void save(Writer &) const {}
    void load(Reader &) {}

private:
    std::size_t count_;
};

} // namespace playout::nrpa
