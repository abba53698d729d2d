// Playout policy adaptation: Cazenave, "Playout Policy Adaptation with Move Features" (Theoretical Computer
// Science 644, 2016). A playout draws its moves with probabilities proportional to exp(pol[code]). After a
// simulation the policy takes a step towards the winner's moves: Alpha is added to pol[code] of each, and
// Alpha times its probability taken from that of every move that was legal beside it. With features (PPAF)
// the code of a move says what is around it as well, in games that tell (`Featured`).
// - A move is known by its code and its player. All moves of a simulation count, those in the tree as well.
// - The winner is the one on whose side of 0 the score lies. Of a draw nothing is learned.
// - Where playouts draw from fewer moves than are legal, so does the policy, in the tree as well.
// - What is learned is forgotten when a search begins without the tree of the last one.
// `src/playout/reference/ppa.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/actions.hpp"
#include "core/budget.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/softmax/ascent.hpp"
#include "core/softmax/policy.hpp"
#include "core/softmax/sequence.hpp"
#include "core/softmax/sums.hpp"
#include "playouts/epsilon_greedy.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct PpaOptions {
    double alpha = 0.32;
    bool features = false;
};

template <Game G> class Ppa {
public:
    using State = typename G::State;

    Ppa(const G &game, const PpaOptions &options)
        : game_(game), features_(options.features),
          actions_(dense(game, options.features), max_learned_codes), ascend_(options.alpha) {
        const char *const name = options.features ? "ppaf" : "ppa";
        if (!(options.alpha >= 0))
            throw std::invalid_argument(std::string(name) + ": alpha must be 0 or more");
        if (game.players() != 2)
            throw std::invalid_argument(
                std::string(name) +
                " is for games of two players: in a puzzle nobody wins; mast learns there");
        forget();
    }

    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        Rng draws = rng; // a copy lives in registers
        std::uint32_t length = 0;
        for (std::size_t n; (n = list_moves(state)) != 0; ++length) {
            if (length == limit) return given_up;
            const Move move = choose(state, n, draws);
            if (line != nullptr) line->add(game_, state, move);
            game_.play(state, move);
            ++meter.states;
            if constexpr (!Indexed<G>) meter.check(); // it may be slow
        }
        rng = draws;
        return {game_.score(state), length};
    }

    void begin() {
        for (Sequence &seq : played_) seq.clear();
    }
    void note(const State &state, Move move) {
        const std::size_t n = list_moves(state);
        if (n == 0) throw FickleGame();
        Sequence &seq = add_ply(state, n);
        seq.plies.back().chosen = static_cast<std::int32_t>(number(state, move));
        grow();
    }
    void learn(double score) {
        if (score == 0) return;
        Sequence &seq = played_[score > 0 ? 0 : 1];
        for (auto &ply : seq.plies)
            if (ply.z == 0) ply.z = sum(seq, ply);
        ascend_.list_codes(policy_, seq);
        ascend_(policy_, seq);
    }

    void forget() {
        actions_.clear();
        policy_ = {};
        policy_.grow(actions_.count());
        policy_.reset();
    }
    void save(Writer &writer) const {
        actions_.save(writer);
        policy_.save(writer);
    }
    void load(Reader &reader) {
        actions_.load(reader);
        policy_.load(reader, actions_.count());
    }

private:
    using Sequence = softmax::Sequence;

    static std::uint64_t dense(const G &game, bool features) {
        if constexpr (Featured<G>)
            if (features) return static_cast<std::uint64_t>(game.feature_count());
        return dense_codes(game);
    }

    std::size_t list_moves(const State &state) {
        list_playout_moves(game_, state, moves_);
        return static_cast<std::size_t>(moves_.size());
    }

    // Draws one of the moves that are listed, and notes it.
    Move choose(const State &state, std::size_t n, Rng &rng) {
        Sequence &seq = add_ply(state, n);
        Sequence::Ply &ply = seq.plies.back();
        const auto [i, z] =
            draw_(n, rng.fraction(), [&](std::size_t first) { return weigh(seq, ply.begin + first); });
        ply.z = z;
        ply.chosen = seq.slots[ply.begin + i];
        return moves_[static_cast<int>(i)];
    }

    // Adds a ply with the moves that are listed to those of the player.
    Sequence &add_ply(const State &state, std::size_t n) {
        Sequence &seq = played_[static_cast<std::size_t>(game_.turn(state))];
        seq.plies.push_back({seq.slots.size(), n, 0, 0, 0, 0});
        std::int32_t *const slots = seq.slots.extend(softmax::padded(n));
        write_slots(state, slots);
        std::fill_n(slots + n, softmax::padding(n), softmax::no_slot);
        grow();
        return seq;
    }

    void write_slots(const State &state, std::int32_t *slots) {
        if constexpr (Featured<G>)
            if (features_)
                return write_numbers(game_.turn(state), slots,
                                     [&](Move move) { return game_.feature_code(state, move); });
        write_numbers(game_.turn(state), slots, [&](Move move) { return game_.code(state, move); });
    }
    template <class CodeOf> void write_numbers(Turn turn, std::int32_t *slots, CodeOf code_of) {
        if (actions_.are_dense()) // asked once, not at every move
            for (const Move move : moves_)
                *slots++ = static_cast<std::int32_t>(Actions::of_dense(code_of(move), turn));
        else
            for (const Move move : moves_)
                *slots++ = static_cast<std::int32_t>(actions_.number(code_of(move), turn));
    }

    std::uint32_t number(const State &state, Move move) {
        const Turn turn = game_.turn(state);
        if constexpr (Featured<G>)
            if (features_) return actions_.number(game_.feature_code(state, move), turn);
        return actions_.number(game_.code(state, move), turn);
    }

    // A place for each code that was seen by now.
    void grow() {
        if (!actions_.are_dense()) policy_.grow(actions_.count());
    }

    [[nodiscard]] softmax::Lanes weigh(const Sequence &seq, std::size_t i) const {
        return softmax::gather(policy_.weights(), [&](std::size_t k) { return seq.slots[i + k]; });
    }
    [[nodiscard]] double sum(const Sequence &seq, const Sequence::Ply &ply) const {
        return softmax::sum(ply.count, [&](std::size_t i) { return weigh(seq, ply.begin + i); });
    }

    const G &game_;
    bool features_;
    Actions actions_;
    softmax::Policy policy_;
    softmax::Ascent ascend_;
    std::array<Sequence, 2> played_; // the plies of the simulation, of Max and of Min
    typename G::Moves moves_;        // scratch
    softmax::Drawing draw_;          // scratch
};

} // namespace playout
