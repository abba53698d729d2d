// Nested rollout policy adaptation, as in Figure 2 of Rosin, "Nested Rollout Policy Adaptation for Monte
// Carlo Tree Search" (IJCAI 2011). What differs from the figure, or is left open by it:
// - pol[code] is kept as its exponential; core/softmax/ascent.hpp says how Adapt changes it.
// - A policy whose weights grow too large is multiplied by a small power of two: no probability changes.
// - The policy of a level is not adapted after its last iteration, since nobody looks at it any more.
// - The recursion is an array of levels, so that a search can stop between any two playouts, and be saved.
// - The search begins again, from a policy of zeros, when it is over. A sequence known beforehand is the
//   first best one of the top level, each time.
// Off by default:
// - Generalized NRPA (Cazenave, "Generalized Nested Rollout Policy Adaptation", Monte Carlo Search 2020): a
//   move is chosen with probability proportional to exp(pol[code] / tau + bias(node, i)), and Adapt divides
//   Alpha by tau. Here pol[code] / tau is what is kept, so its steps are Alpha / tau^2.
// - Limited repetitions (Cazenave, "Generalized Nested Rollout Policy Adaptation with Limited Repetitions",
//   2024): a level ends when its best sequence was found again so many times.
// `src/playout/reference/nrpa.py` is its twin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/exp.hpp"
#include "core/rng.hpp"
#include "core/softmax/ascent.hpp"
#include "core/softmax/policy.hpp"
#include "core/softmax/sequence.hpp"
#include "core/softmax/sums.hpp"
#include "search/nrpa/slots.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

template <class G> class Nrpa {
public:
    using State = typename G::State;

    Nrpa(const G &game, const State &root, const NrpaOptions &options, const Solution &known)
        : game_(game), options_(checked(game, options)), root_(root), start_(root), slots_(game),
          ascend_(options.alpha / (options.tau * options.tau)),
          levels_(static_cast<std::size_t>(options.level)), known_score_(known.score) {
        known_ = read_sequence(root, known.moves);
        for (Level &level : levels_) level.policy.grow(slots_.count());
        begin_search();
    }

    void simulate(Rng &rng, Meter &meter, Solution &best) {
        if (step(rng, meter, best)) begin_search();
    }

    // One playout and what follows from it. Answers whether the search is over: then begin() is next.
    bool step(Rng &rng, Meter &meter, Solution &best) {
        const double result = roll_out(rng, meter);
        if (result > best.score) best = {result, from_root(new_)};
        return answer(result);
    }

    // Begins a search after some moves, from a policy in which these slots have one weight, and all others
    // that of a zero.
    void begin(const std::vector<Move> &prefix, const std::vector<std::int32_t> &slots, double weight) {
        start_ = replay(game_, root_, prefix, [](const auto &, const auto &, Move) {});
        prefix_ = prefix;
        softmax::Policy &policy = levels_.back().policy;
        policy.reset();
        for (const std::int32_t slot : slots) weights_of(policy)[slot] = weight;
        begin_call(levels_.size() - 1);
    }

    [[nodiscard]] const std::vector<Move> &prefix() const { return prefix_; }

    // Of the moves with these slots the first one that is legal, and so on until none is. Nothing, if that
    // ends the game: no search begins there.
    [[nodiscard]] std::vector<Move> playable(std::vector<std::int32_t> slots) {
        State state = root_;
        Sequence seq;
        for (std::size_t n; (n = list_children(state)) > 0;) {
            add_ply(state, n, seq);
            Sequence::Ply &ply = seq.plies.back();
            const std::span legal(seq.slots.data() + ply.begin, n);
            const auto first = std::find_first_of(slots.begin(), slots.end(), legal.begin(), legal.end());
            if (first == slots.end()) {
                seq.plies.pop_back();
                return seq.moves();
            }
            ply.chosen = *first;
            const auto i = std::find(legal.begin(), legal.end(), *first) - legal.begin();
            ply.move = play_child(state, ply, static_cast<std::size_t>(i));
            slots.erase(first);
        }
        return {};
    }

    // What the top level has taken over last.
    [[nodiscard]] Solution held() const { return {levels_.back().best_score, from_root(levels_.back().seq)}; }

    // A sequence with all that is legal on its way.
    [[nodiscard]] softmax::Sequence read_sequence(const State &from, const std::vector<Move> &moves) {
        softmax::Sequence seq;
        // The moves are not listed again: a game written in Python may then list others.
        replay(game_, from, moves, [&](const State &state, const auto &legal, Move move) {
            children_ = legal;
            add_ply(state, static_cast<std::size_t>(legal.size()), seq);
            seq.plies.back().move = move;
            seq.plies.back().chosen = slots_(game_.code(state, move));
        });
        return seq;
    }

    void save(Writer &writer) const {
        slots_.save(writer);
        for (const Level &level : levels_) {
            level.policy.save(writer);
            writer.moves(level.seq.moves());
            writer.number(level.best_score);
            writer.integer(level.iteration);
            writer.integer(level.repetition);
        }
    }

    void load(Reader &reader) {
        slots_.load(reader);
        for (Level &level : levels_) {
            level.policy.load(reader, slots_.count());
            const std::vector<Move> moves = reader.moves();
            level.seq = read_sequence(start_, moves);
            level.best_score = reader.number();
            Reader::require(level.best_score ==
                            (moves.empty() ? Solution{} : solution(game_, start_, moves)).score);
            level.iteration = reader.integer(static_cast<std::uint64_t>(options_.iterations) - 1);
            level.repetition =
                reader.integer(static_cast<std::uint64_t>(std::max(options_.repetitions - 1, 0)));
            Reader::require(!moves.empty() || level.iteration == 0);
        }
    }

private:
    using Sequence = softmax::Sequence;

    // A call of NRPA(level, pol).
    struct Level {
        softmax::Policy policy;
        Sequence seq;
        double best_score = 0;
        std::uint64_t iteration = 0, repetition = 0;
    };

    static const NrpaOptions &checked(const G &game, const NrpaOptions &options) {
        if (options.level < 1 || options.level > NrpaOptions::max_level)
            throw std::invalid_argument("nrpa: level must be from 1 to " +
                                        std::to_string(NrpaOptions::max_level));
        if (options.iterations < 1) throw std::invalid_argument("nrpa: iterations must be 1 or more");
        if (!(options.alpha >= 0) || !(options.tau > 0))
            throw std::invalid_argument("nrpa: alpha must be 0 or more, and tau more than 0");
        if (options.repetitions < 0) throw std::invalid_argument("nrpa: repetitions must be 0 or more");
        if (options.bias && !has_bias(game)) throw std::invalid_argument("nrpa: the game has no bias");
        return options;
    }

    // The moves of a sequence, and those that led to where it begins.
    [[nodiscard]] std::vector<Move> from_root(const Sequence &seq) const {
        std::vector<Move> all = prefix_;
        for (const auto &ply : seq.plies) all.push_back(ply.move);
        return all;
    }

    static bool has_bias(const G &game) {
        if constexpr (Biased<G>)
            return game.has_bias();
        else
            return false;
    }

    void begin_search() {
        Level &top = levels_.back();
        top.policy.reset();
        begin_call(levels_.size() - 1);
        top.seq = known_;
        top.best_score = known_score_;
    }

    // Lines 12-14: the call of a level, and those that it begins with. Each has its policy by now.
    void begin_call(std::size_t n) {
        levels_[n].seq.clear();
        levels_[n].best_score = Solution{}.score;
        levels_[n].iteration = levels_[n].repetition = 0;
        call_lower(n);
    }

    void call_lower(std::size_t n) {
        if (n == 0) return;
        levels_[n - 1].policy = levels_[n].policy;
        begin_call(n - 1);
    }

    // Lines 15-19, for the lowest level and for those that it is the last iteration of.
    bool answer(double result) {
        Sequence *new_seq = &new_;
        for (std::size_t n = 0; n < levels_.size(); ++n) {
            Level &level = levels_[n];
            const bool accepted = accept(level, result, *new_seq);
            if (++level.iteration < static_cast<std::uint64_t>(options_.iterations) && !is_stuck(level)) {
                adapt(level.policy, level.seq, accepted && n == 0);
                call_lower(n);
                return false;
            }
            result = level.best_score;
            new_seq = &level.seq;
        }
        return true;
    }

    bool accept(Level &level, double result, Sequence &new_seq) {
        const bool again = options_.repetitions > 0 && new_seq.same_moves(level.seq);
        level.repetition += again;
        if (result >= level.best_score) {
            level.best_score = result;
            std::swap(level.seq, new_seq);
            if (!again) level.repetition = 0;
            return true;
        }
        return false;
    }

    [[nodiscard]] bool is_stuck(const Level &level) const {
        return options_.repetitions > 0 &&
               level.repetition >= static_cast<std::uint64_t>(options_.repetitions);
    }

    // Lines 3-9.
    double roll_out(Rng &rng, Meter &meter) {
        Rng draws = rng; // kept only if nothing throws
        State state = start_;
        new_.clear();
        for (std::size_t n; (n = list_children(state)) > 0;) {
            if constexpr (!NewMovesLast<G>) add_ply(state, n, new_);
            const double *const weights = weights_of(levels_[0].policy);
            const auto [i, z] = draw_(n, draws.fraction(), [&](std::size_t first) {
                return weigh_children(weights, state, first);
            });
            // To copy a list takes time that the draw need not wait for.
            if constexpr (NewMovesLast<G>) add_ply(state, n, new_);
            Sequence::Ply &ply = new_.plies.back();
            ply.z = z;
            ply.chosen = new_.slots[ply.begin + i];
            ply.move = play_child(state, ply, i);
            if constexpr (!Indexed<G>) meter.check(); // it may be slow
        }
        const double result = game_.score(state);
        ++meter.simulations;
        meter.states += new_.plies.size();
        rng = draws;
        return result;
    }

    Move play_child(State &state, const Sequence::Ply &ply, std::size_t i) const {
        if constexpr (ListedCodes<G>) {
            game_.play_nth(state, static_cast<std::uint32_t>(i));
            return ply.chosen;
        } else {
            game_.play(state, children_[static_cast<int>(i)]);
            return children_[static_cast<int>(i)];
        }
    }

    // With a place for each code that was seen by now.
    double *weights_of(softmax::Policy &policy) const {
        if constexpr (!ListedCodes<G>) policy.grow(slots_.count());
        return policy.weights();
    }

    // Eight weights of the children of a state, from the i-th on.
    softmax::Lanes weigh_children(const double *weights, const State &state, std::size_t i) const {
        if constexpr (NewMovesLast<G>)
            return softmax::gather(
                weights, [&](std::size_t k) { return game_.nth(state, static_cast<std::uint32_t>(i + k)); });
        else
            return weigh(weights, new_, new_.plies.back().begin + i);
    }

    // Eight weights of a sequence.
    static softmax::Lanes weigh(const double *weights, const Sequence &seq, std::size_t i) {
        const softmax::Lanes eight =
            softmax::gather(weights, [&](std::size_t k) { return seq.slots[i + k]; });
        if constexpr (Biased<G>)
            if (!seq.biases.empty()) return eight * softmax::load(&seq.biases[i]);
        return eight;
    }

    // Answers the number of the children of a state. They are in `children_` then, unless the game lists
    // them itself.
    std::size_t list_children(const State &state) {
        if constexpr (ListedCodes<G>) {
            return game_.count(state);
        } else {
            game_.legal(state, children_);
            return static_cast<std::size_t>(children_.size());
        }
    }

    // Adds a ply with the children of a state, which have been listed, to a sequence.
    void add_ply(const State &state, std::size_t n, Sequence &seq) {
        std::size_t added = n;
        if constexpr (NewMovesLast<G>)
            if (!seq.plies.empty()) added = game_.added(state);
        seq.plies.push_back({seq.slots.size(), n, added, 0, 0, 0});
        write_slots(state, seq.slots.extend(softmax::padded(n)));
        if constexpr (Biased<G>)
            if (options_.bias) write_biases(state, seq.biases.extend(softmax::padded(n)));
    }

    void write_slots(const State &state, std::int32_t *slots) {
        if constexpr (ListedCodes<G>) {
            game_.list_by_eights(state, slots);
        } else {
            if constexpr (CodesInBulk<G>) {
                codes_.resize(static_cast<std::size_t>(children_.size()));
                game_.codes(state, std::span(children_.begin(), codes_.size()), codes_.data());
                for (const std::int64_t code : codes_) *slots++ = slots_(code);
            } else {
                for (const Move move : children_) *slots++ = slots_(game_.code(state, move));
            }
            std::fill_n(slots, softmax::padding(children_.size()), softmax::no_slot);
        }
    }

    void write_biases(const State &state, double *biases) const {
        for (const Move move : children_) *biases++ = exp(game_.bias(state, move));
        std::fill_n(biases, softmax::padding(children_.size()), 0.0);
    }

    // Lines 21-29. `is_summed`: the sequence was made by this policy, so its z are known.
    void adapt(softmax::Policy &policy, Sequence &seq, bool is_summed) {
        const double *const weights = weights_of(policy);
        if (!is_summed) sum_weights(weights, seq);
        if (seq.codes.empty()) list_codes(policy, seq);
        ascend_(policy, seq);
    }

    // Line 25, for all plies.
    void sum_weights(const double *weights, Sequence &seq) const {
        for (auto &ply : seq.plies)
            ply.z =
                softmax::sum(ply.count, [&](std::size_t i) { return weigh(weights, seq, ply.begin + i); });
    }

    // Lists the codes that occur in a sequence.
    void list_codes(const softmax::Policy &policy, Sequence &seq) {
        if constexpr (NewMovesLast<G>)
            for (const auto &ply : seq.plies) add_codes(seq, ply.begin + ply.count - ply.added, ply.added);
        else
            ascend_.list_codes(policy, seq);
    }

    // Adds some slots of a sequence to its codes; by eights, which is faster than a copy of any length.
    static void add_codes(Sequence &seq, std::size_t begin, std::size_t n) {
        std::int32_t *const codes = seq.codes.extend(softmax::padded(n));
        for (std::size_t i = 0; i < n; i += softmax::lanes)
            std::copy_n(seq.slots.data() + begin + i, softmax::lanes, codes + i);
        seq.codes.shrink(softmax::padding(n));
    }

    const G &game_;
    NrpaOptions options_;
    State root_, start_;       // the first state, and the one that searches begin with
    std::vector<Move> prefix_; // the moves between them
    nrpa::Slots<G> slots_;
    softmax::Ascent ascend_;
    std::vector<Level> levels_; // from level 1 up
    Sequence known_, new_;      // known beforehand, and of the last playout
    double known_score_;
    typename G::Moves children_;      // scratch
    softmax::Drawing draw_;           // scratch
    std::vector<std::int64_t> codes_; // scratch
};

} // namespace playout
