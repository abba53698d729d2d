// Codes in the order in which they were first seen: the number of each, and the code of each number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace playout {

class CodeTable {
public:
    static constexpr std::int32_t unknown = -1;

    [[nodiscard]] std::int32_t find(std::int64_t code) const {
        return places_.empty() ? unknown : places_[place(code)];
    }

    // The number of a code; the next one if it is new.
    std::int32_t number(std::int64_t code) {
        if (2 * codes_.size() >= places_.size()) grow();
        std::int32_t &number = places_[place(code)];
        if (number == unknown) {
            number = static_cast<std::int32_t>(codes_.size());
            codes_.push_back(code);
        }
        return number;
    }

    [[nodiscard]] std::size_t size() const { return codes_.size(); }
    [[nodiscard]] const std::vector<std::int64_t> &codes() const { return codes_; }
    void clear() { *this = {}; }

private:
    // Where the number of a code stands, or would: open addressing, never more than half full.
    [[nodiscard]] std::size_t place(std::int64_t code) const {
        const std::size_t mask = places_.size() - 1;
        std::size_t i = (static_cast<std::uint64_t>(code) * 0x9E3779B97F4A7C15u >> 32) & mask;
        while (places_[i] != unknown && codes_[static_cast<std::size_t>(places_[i])] != code)
            i = (i + 1) & mask;
        return i;
    }

    void grow() {
        places_.assign(places_.empty() ? 64 : 2 * places_.size(), unknown);
        for (std::size_t i = 0; i < codes_.size(); ++i)
            places_[place(codes_[i])] = static_cast<std::int32_t>(i);
    }

    std::vector<std::int64_t> codes_;
    std::vector<std::int32_t> places_; // a power of two
};

} // namespace playout
