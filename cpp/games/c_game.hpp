// Rules behind the C interface (playout/game.h), as the core sees them: compiled Python, shared libraries. A
// state is so many plain bytes. What the functions answer is checked as far as that costs nothing; `check` of
// the Python side, which puts guards around what they write, sees more.
#pragma once

#include <playout/game.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/key.hpp"
#include "core/many_games.hpp"
#include "core/rng.hpp"
#include "core/small_moves.hpp"

namespace playout {

using StateBytes = std::span<const std::byte>;

// What people see of such a game. No search asks for it.
class Face {
public:
    virtual ~Face() = default;
    [[nodiscard]] virtual std::string title() const = 0; // what the game is called in messages
    [[nodiscard]] virtual std::string name(StateBytes, Move) const = 0;
    [[nodiscard]] virtual Move parse(StateBytes, const std::vector<Move> &legal, std::string_view) const = 0;
    [[nodiscard]] virtual std::string text(StateBytes) const = 0;
    [[nodiscard]] virtual std::string setup(std::string_view text, Turn) const = 0; // the bytes of the state
};
using FacePtr = std::shared_ptr<const Face>;

// The bytes of a small state are part of it; those of a large one are elsewhere, so that it takes no room on
// the stack.
template <std::size_t Capacity> class OwnBytes {
public:
    static constexpr std::size_t capacity = Capacity;

    OwnBytes() = default;
    explicit OwnBytes(std::size_t) {}
    std::byte *data() { return bytes_.data(); }
    [[nodiscard]] const std::byte *data() const { return bytes_.data(); }
    bool operator==(const OwnBytes &) const = default;
    friend std::uint64_t hash_key(const OwnBytes &key) { return hash_bytes(key.bytes_); }

private:
    alignas(16) std::array<std::byte, Capacity> bytes_{};
};

class FarBytes {
public:
    static constexpr std::size_t capacity = std::size_t{1} << 20;

    FarBytes() = default;
    explicit FarBytes(std::size_t size) : bytes_(size) {}
    std::byte *data() { return bytes_.data(); }
    [[nodiscard]] const std::byte *data() const { return bytes_.data(); }
    bool operator==(const FarBytes &) const = default;
    friend std::uint64_t hash_key(const FarBytes &key) { return hash_bytes(key.bytes_); }

private:
    std::vector<std::byte> bytes_;
};

// A meter that functions of C ask: no exception passes through them.
struct MeterOfC {
    Meter *meter;
    std::exception_ptr thrown;

    static std::int32_t spent(void *asker) {
        auto &self = *static_cast<MeterOfC *>(asker);
        try {
            self.meter->check();
        } catch (...) {
            self.thrown = std::current_exception();
        }
        return self.thrown ? 1 : 0;
    }
};

// Throws ContractError where the numbers make no sense or a function is missing.
void check_rules(const playout_game &, const std::string &title);

template <class Bytes> class CGame {
public:
    struct State {
        Bytes bytes;
        std::uint32_t ply = 0;
        bool operator==(const State &that) const { return bytes == that.bytes; }
    };
    using Moves = SmallMoves;
    static constexpr bool may_be_puzzle = true;

    CGame(const playout_game &rules, FacePtr face) : rules_(rules), face_(std::move(face)) {}

    [[nodiscard]] State initial() const {
        State state = blank();
        require("initial", rules_.initial(rules_.self, state.bytes.data()) == 0);
        return state;
    }

    void legal(const State &state, Moves &moves) const {
        const int most = static_cast<int>(rules_.max_moves);
        const std::int32_t n = rules_.legal(rules_.self, state.bytes.data(), moves.room(most));
        if (n < 0 || n > most) [[unlikely]]
            complain_of_count(n);
        moves.resize(n);
    }

    void play(State &state, Move move) const {
        if (++state.ply > rules_.max_length) [[unlikely]]
            complain_of_length();
        require("play", rules_.play(rules_.self, state.bytes.data(), move) == 0);
    }

    [[nodiscard]] const Bytes &key(const State &state) const { return state.bytes; }

    [[nodiscard]] Turn turn(const State &state) const {
        if (rules_.players == 1) return Turn::Max;
        const std::int32_t turn = rules_.turn(rules_.self, state.bytes.data());
        require("turn", turn == PLAYOUT_MAX || turn == PLAYOUT_MIN);
        return static_cast<Turn>(turn);
    }

    [[nodiscard]] double score(const State &state) const {
        const double score = rules_.score(rules_.self, state.bytes.data());
        check_score(score);
        return score;
    }

    [[nodiscard]] Bounds bounds() const { return {rules_.low, rules_.high}; }
    [[nodiscard]] int players() const { return static_cast<int>(rules_.players); }

    [[nodiscard]] std::int64_t code(const State &state, Move move) const {
        std::int64_t code;
        codes(state, std::span(&move, 1), &code);
        return code;
    }

    // The codes of several legal moves.
    void codes(const State &state, std::span<const Move> moves, std::int64_t *codes) const {
        if (rules_.codes == nullptr)
            std::copy(moves.begin(), moves.end(), codes);
        else
            require("code", rules_.codes(rules_.self, state.bytes.data(), moves.data(),
                                         static_cast<std::int32_t>(moves.size()), codes) == 0);
        if (rules_.code_count != 0) require_dense({codes, moves.size()});
    }
    [[nodiscard]] std::int32_t code_count() const { return static_cast<std::int32_t>(rules_.code_count); }

    [[nodiscard]] bool has_bias() const { return rules_.biases != nullptr; }
    [[nodiscard]] double bias(const State &state, Move move) const {
        double bias = 0;
        require("bias", rules_.biases(rules_.self, state.bytes.data(), &move, 1, &bias) == 0 &&
                            std::abs(bias) <= max_bias);
        return bias;
    }

    [[nodiscard]] bool has_distance() const { return rules_.distance != nullptr; }
    [[nodiscard]] double distance(const State &state, Move move, const State &other, Move other_move) const {
        const double distance =
            rules_.distance(rules_.self, state.bytes.data(), move, other.bytes.data(), other_move);
        require("distance", std::isfinite(distance));
        return distance;
    }

    [[nodiscard]] bool normal_form() const { return rules_.with_turn != nullptr; }
    [[nodiscard]] State with_turn(State state, Turn turn) const {
        if (!normal_form())
            throw ContractError(face_->title() +
                                " has no with_turn, by which it would say that the player without a move has "
                                "lost, and what a player could play out of turn");
        require("with_turn",
                rules_.with_turn(rules_.self, state.bytes.data(), static_cast<std::int32_t>(turn)) == 0);
        return state;
    }

    [[nodiscard]] bool plays_out() const { return rules_.playout != nullptr; }
    std::uint32_t play_out(State &state, Moves &moves, Rng &rng, std::uint32_t limit) const {
        std::uint64_t draws = rng.state();
        const std::int32_t length =
            rules_.playout(rules_.self, state.bytes.data(), moves.room(static_cast<int>(rules_.max_moves)),
                           &draws, static_cast<std::int32_t>(limit));
        require("playout", length >= 0 && static_cast<std::uint32_t>(length) <= limit);
        rng = Rng(draws);
        if ((state.ply += static_cast<std::uint32_t>(length)) > rules_.max_length) complain_of_length();
        return static_cast<std::uint32_t>(length);
    }

    [[nodiscard]] bool plays_many() const { return rules_.playouts != nullptr; }
    void play_many(const State &state, ManyGames &games, Meter &meter) const {
        MeterOfC asked{&meter, {}};
        const playout_batch batch{static_cast<std::int32_t>(games.seeds.size()),
                                  static_cast<std::int32_t>(rules_.max_length - state.ply),
                                  games.firsts.empty() ? nullptr : games.firsts.data(),
                                  games.seeds.data(),
                                  games.scores.data(),
                                  games.lengths.data(),
                                  MeterOfC::spent,
                                  &asked};
        const std::int32_t done = rules_.playouts(rules_.self, state.bytes.data(), &batch);
        if (asked.thrown) std::rethrow_exception(asked.thrown);
        require("playouts", done == 0);
        for (std::size_t i = 0; i < games.seeds.size(); ++i) {
            if (games.lengths[i] < 0 || games.lengths[i] > batch.limit) complain_of_length();
            check_score(games.scores[i]);
        }
    }

    [[nodiscard]] std::string name(const State &state, Move move) const {
        return face_->name(bytes(state), move);
    }
    [[nodiscard]] Move parse(const State &state, std::string_view text) const {
        Moves moves;
        legal(state, moves);
        return face_->parse(bytes(state), {moves.begin(), moves.end()}, text);
    }
    [[nodiscard]] std::string board(const State &state) const { return face_->text(bytes(state)); }
    [[nodiscard]] State setup(std::string_view text, Turn turn) const {
        const std::string made = face_->setup(text, turn);
        State state = blank();
        if (made.size() != rules_.state_size)
            throw ContractError(face_->title() + ": no whole state was set up");
        std::copy_n(reinterpret_cast<const std::byte *>(made.data()), made.size(), state.bytes.data());
        return state;
    }

    [[nodiscard]] StateBytes bytes(const State &state) const {
        return {state.bytes.data(), static_cast<std::size_t>(rules_.state_size)};
    }

private:
    [[nodiscard]] State blank() const { return {Bytes(rules_.state_size), 0}; }

    void require(const char *function, bool fine) const {
        if (!fine) [[unlikely]]
            complain(function, " has failed; playout check tells more");
    }

    void check_score(double score) const {
        if (!(score >= rules_.low && score <= rules_.high)) [[unlikely]]
            complain_of_score(score);
    }

    void require_dense(std::span<const std::int64_t> codes) const {
        std::uint64_t largest = 0; // a negative one is large
        for (const std::int64_t code : codes) largest = std::max(largest, static_cast<std::uint64_t>(code));
        if (largest >= rules_.code_count) [[unlikely]]
            complain_of_code(static_cast<std::int64_t>(largest));
    }

    [[noreturn, gnu::noinline]] void complain_of_code(std::int64_t code) const {
        complain("code", " gave " + std::to_string(code) + ", but codes are from 0 to " +
                             std::to_string(rules_.code_count - 1));
    }
    [[noreturn, gnu::noinline]] void complain_of_count(std::int32_t n) const {
        if (n < 0) require("legal", false);
        complain("legal", " gave " + std::to_string(n) +
                              " moves, more than max_moves = " + std::to_string(rules_.max_moves));
    }
    [[noreturn, gnu::noinline]] void complain_of_length() const {
        throw ContractError(face_->title() + ": a game did not end within max_length = " +
                            std::to_string(rules_.max_length) + " moves; make it end, or raise max_length");
    }
    [[noreturn, gnu::noinline]] void complain_of_score(double score) const {
        if (std::isnan(score)) require("score", false);
        complain("score", " gave " + std::to_string(score) + "; expected a score within bounds, from " +
                              std::to_string(rules_.low) + " to " + std::to_string(rules_.high));
    }
    [[noreturn, gnu::noinline]] void complain(const char *function, const std::string &what) const {
        throw ContractError(face_->title() + "." + function + what);
    }

    playout_game rules_;
    FacePtr face_;
};

} // namespace playout
