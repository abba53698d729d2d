// Nested Monte Carlo search, as in Figure 1 of Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree
// Search" (IJCAI 2011): Cazenave's algorithm with the best sequence memorised, and Sample-k NMCS of the
// paper's section 4.1. What differs from the figure, or is left open by it:
// - Line 23 leaves out that the ply goes up by one.
// - At a leaf of the tree every level answers the leaf's score; the figure would answer minus infinity at the
//   levels above 0. It counts as a playout of no moves.
// - The recursion is a stack of frames, so that a search can stop between any two playouts, and be saved.
// - The search begins again when it is over. A sequence known beforehand is the first best one of the top
//   level, each time.
// `src/playout/reference/nmcs.py` is its twin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "playouts/recorded.hpp"
#include "playouts/tuned.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

template <class G> class Nmcs {
public:
    using State = typename G::State;

    Nmcs(const G &game, const State &root, const NmcsOptions &options, const Solution &known)
        : game_(game), options_(options), uniform_(game), tuned_(game), known_(known), root_(root) {
        if (options.level < 1 || options.level > NmcsOptions::max_level)
            throw std::invalid_argument("nmcs: level must be from 1 to " +
                                        std::to_string(NmcsOptions::max_level));
        if (options.sample < 0) throw std::invalid_argument("nmcs: sample must be 0 or more");
        if (options.tuned && !Tunable<G>)
            throw std::invalid_argument("nmcs: the tuned playout is for Morpion Solitaire only");
        frames_.resize(static_cast<std::size_t>(options.level));
        begin_search();
    }

    void simulate(Rng &rng, Meter &meter, Solution &best) {
        while (top().tried == width(top())) advance(meter);
        while (!try_child(rng, meter, best)) {
        }
    }

    void save(Writer &writer) const {
        writer.integer(depth_);
        for (std::size_t i = 0; i < depth_; ++i) {
            const Frame &frame = frames_[i];
            writer.moves(frame.seq);
            writer.number(frame.best_score);
            writer.integer(frame.ply);
            writer.integer(frame.tried);
            writer.integer(frame.trying);
        }
    }

    void load(Reader &reader) {
        const std::uint64_t depth = reader.integer(frames_.size());
        Reader::require(depth >= 1);
        begin_search();
        for (read_frame(reader); depth_ < depth; read_frame(reader)) {
            Reader::require(top().tried < width(top()));
            State child = top().node;
            game_.play(child, top().children[static_cast<int>(top().trying)]);
            Reader::require(descend(child, top().trying));
        }
    }

private:
    // A call of NMCS(level, node), for a node that has children.
    struct Frame {
        State node;
        typename G::Moves children;          // of the node
        std::uint64_t tried = 0, trying = 0; // how many children were tried, and which one is
        double best_score = 0;
        std::vector<Move> seq; // the best sequence from the node that the call began at
        std::size_t ply = 0;   // how far the node is from there
    };

    Frame &top() { return frames_[depth_ - 1]; }

    // The number of children to try.
    [[nodiscard]] std::uint64_t width(const Frame &frame) const {
        return static_cast<std::uint64_t>(options_.sample > 0 ? options_.sample : frame.children.size());
    }

    void begin_search() {
        typename G::Moves children;
        game_.legal(root_, children);
        if (children.empty()) throw FickleGame();
        depth_ = 0;
        begin_call(root_, std::move(children));
        top().seq = known_.moves;
        top().best_score = known_.score;
    }

    // Lines 12-13.
    void begin_call(State node, typename G::Moves children) {
        ++depth_;
        Frame &frame = top();
        frame.node = std::move(node);
        frame.children = std::move(children);
        frame.ply = frame.tried = 0;
        frame.seq.clear();
        frame.best_score = Solution{}.score;
    }

    // Lines 15-17: begins the call for a child, or makes its playout and answers true.
    bool try_child(Rng &rng, Meter &meter, Solution &best) {
        Rng draws = rng; // kept only if nothing throws, as are the counters
        Uncounted uncounted(meter);
        const Frame &frame = top();
        const std::uint64_t i = options_.sample > 0
                                    ? draws.below(static_cast<std::uint32_t>(frame.children.size()))
                                    : frame.tried;
        State child = frame.node;
        game_.play(child, frame.children[static_cast<int>(i)]);
        ++meter.states;
        const bool called = depth_ < frames_.size() && descend(child, i);
        if (!called) roll_out(std::move(child), i, draws, meter, best);
        rng = draws;
        uncounted.count();
        return !called;
    }

    // Begins the call for a child; false if the child is a leaf.
    bool descend(State &child, std::uint64_t i) {
        typename G::Moves children;
        game_.legal(child, children);
        if (children.empty()) return false;
        top().trying = i;
        begin_call(std::move(child), std::move(children));
        return true;
    }

    void roll_out(State &&child, std::uint64_t i, Rng &rng, Meter &meter, Solution &best) {
        const double result = play(std::move(child), rng, meter);
        ++meter.simulations;
        top().trying = i;
        if (result > best.score) best = {result, whole_sequence()};
        answer(result, new_);
    }

    // Lines 3-9.
    double play(State &&state, Rng &rng, Meter &meter) {
        if constexpr (Tunable<G>)
            if (options_.tuned) return tuned_.play(std::move(state), rng, meter, new_);
        return uniform_.play(std::move(state), rng, meter, new_);
    }

    // Lines 18-21.
    void answer(double result, const std::vector<Move> &new_seq) {
        Frame &frame = top();
        ++frame.tried;
        if (!(result > frame.best_score)) return;
        frame.best_score = result;
        frame.seq.resize(frame.ply);
        frame.seq.push_back(frame.children[static_cast<int>(frame.trying)]);
        frame.seq.insert(frame.seq.end(), new_seq.begin(), new_seq.end());
    }

    // The move of line 23, which has been one of the children if the game did not change its mind.
    static Move next_move(const Frame &frame) {
        if (frame.ply < frame.seq.size())
            for (const Move child : frame.children)
                if (child == frame.seq[frame.ply]) return child;
        throw FickleGame();
    }

    // Lines 22-23; and if the node has no children then, line 14 ends and the call answers.
    void advance(Meter &meter) {
        Frame &frame = top();
        State node = frame.node;
        game_.play(node, next_move(frame));
        typename G::Moves children;
        game_.legal(node, children);
        if (!children.empty()) {
            frame.node = std::move(node);
            frame.children = std::move(children);
            ++frame.ply;
            frame.tried = 0;
        } else if (depth_ == 1) {
            begin_search();
        } else {
            --depth_;
            answer(frame.best_score, frame.seq);
        }
        ++meter.states;
    }

    // From the root to the end of the playout.
    [[nodiscard]] std::vector<Move> whole_sequence() const {
        std::vector<Move> moves;
        for (std::size_t i = 0; i < depth_; ++i) {
            const Frame &frame = frames_[i];
            moves.insert(moves.end(), frame.seq.begin(),
                         frame.seq.begin() + static_cast<std::ptrdiff_t>(frame.ply));
            moves.push_back(frame.children[static_cast<int>(frame.trying)]);
        }
        moves.insert(moves.end(), new_.begin(), new_.end());
        return moves;
    }

    // Fills the top frame, whose node is where its call began.
    void read_frame(Reader &reader) {
        Frame &frame = top();
        frame.seq = reader.moves();
        frame.best_score = reader.number();
        Reader::require(frame.best_score ==
                        (frame.seq.empty() ? Solution{} : solution(game_, frame.node, frame.seq)).score);
        frame.ply = reader.integer(frame.seq.empty() ? 0 : frame.seq.size() - 1);
        for (std::size_t i = 0; i < frame.ply; ++i) game_.play(frame.node, frame.seq[i]);
        game_.legal(frame.node, frame.children);
        if (frame.children.empty()) throw FickleGame();
        frame.tried = reader.integer(frame.seq.empty() ? 0 : width(frame));
        frame.trying = reader.integer(static_cast<std::uint64_t>(frame.children.size() - 1));
    }

    const G &game_;
    NmcsOptions options_;
    RecordedUniform<G> uniform_;
    typename TunedIfPossible<G>::Type tuned_;
    Solution known_;
    State root_;
    std::vector<Frame> frames_; // that of the top level first
    std::size_t depth_ = 0;     // frames in use
    std::vector<Move> new_;     // the sequence of the last playout
};

} // namespace playout
