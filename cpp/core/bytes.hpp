// Values as bytes and back: what a checkpoint is made of. Numbers are little-endian on every machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/moves.hpp"

namespace playout {

// FNV-1a: enough to tell damage, and nothing else is asked of it.
constexpr std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t sum = 0xCBF29CE484222325u;
    for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    return sum;
}

class Writer {
public:
    void integer(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte) bytes_ += static_cast<char>(value >> 8 * byte & 0xFF);
    }
    void number(double value) { integer(std::bit_cast<std::uint64_t>(value)); }
    void pair(float first, float second) {
        integer(std::bit_cast<std::uint32_t>(first) | std::uint64_t{std::bit_cast<std::uint32_t>(second)}
                                                          << 32);
    }
    void text(std::string_view value) {
        integer(value.size());
        bytes_ += value;
    }
    void moves(const std::vector<Move> &moves) {
        integer(moves.size());
        for (const Move move : moves) integer(static_cast<std::uint64_t>(move));
    }

    [[nodiscard]] const std::string &bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Reads what a Writer wrote. Whatever the bytes are, it throws std::invalid_argument and nothing worse.
class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t integer() {
        const std::string_view raw = take(8);
        std::uint64_t value = 0;
        for (std::size_t byte = 0; byte < 8; ++byte)
            value |= std::uint64_t{static_cast<unsigned char>(raw[byte])} << 8 * byte;
        return value;
    }
    // An integer that makes sense only up to a limit.
    std::uint64_t integer(std::uint64_t most) {
        const std::uint64_t value = integer();
        require(value <= most);
        return value;
    }
    double number() { return std::bit_cast<double>(integer()); }
    std::pair<float, float> pair() {
        const std::uint64_t both = integer();
        return {std::bit_cast<float>(static_cast<std::uint32_t>(both)),
                std::bit_cast<float>(static_cast<std::uint32_t>(both >> 32))};
    }
    std::string_view text() { return take(integer(bytes_.size())); }
    std::vector<Move> moves() {
        std::vector<Move> list(integer(bytes_.size() / 8));
        for (Move &move : list) move = static_cast<Move>(integer(0x7FFFFFFF));
        return list;
    }

    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    void end() const { require(bytes_.empty()); }
    static void require(bool sound) {
        if (!sound) throw std::invalid_argument("the saved search is damaged");
    }

private:
    std::string_view take(std::uint64_t count) {
        require(count <= bytes_.size());
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    std::string_view bytes_;
};

} // namespace playout
