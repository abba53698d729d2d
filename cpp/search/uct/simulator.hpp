// One thread of a tree search, as the search sees it: it simulates, and can be kept between two simulations
// or in the middle of a playout. How it simulates is in simulator_with.hpp.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/piece.hpp"
#include "core/rng.hpp"
#include "playouts/playout.hpp"
#include "playouts/recorded.hpp"
#include "search/uct/crew.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/path.hpp"

namespace playout {

template <Game G> class alignas(64) Simulator { // so that two of them share no line of a cache
public:
    using State = typename G::State;

    virtual ~Simulator() = default;

    // Simulates until the crew has enough.
    virtual void run(Meter &, Crew &) = 0;
    // One simulation from the root of the tree; answers its score.
    virtual double simulate(Meter &) = 0;

    void begin(Rng rng) {
        rng_ = rng;
        drop_pending();
    }
    // What the playout has learned.
    void forget() { playout_.forget(); }
    // Whoever moves the root leaves no way to what was under way.
    void drop_pending() {
        piece_.drop();
        is_out_ = false;
    }

    [[nodiscard]] const Rng &rng() const { return rng_; }

    void save(Writer &writer) const {
        writer.integer(rng_.state());
        piece_.save(writer);
        writer.integer(before_playout_.state());
        writer.moves(piece_.is_pending() ? pending_ : std::vector<Move>());
        playout_.save(writer);
    }
    void load(Reader &reader) {
        rng_ = Rng(reader.integer());
        piece_.load(reader);
        before_playout_ = Rng(reader.integer());
        pending_ = reader.moves();
        State state = *memory_.root;
        typename G::Moves moves;
        for (const Move move : pending_) {
            game_.legal(state, moves);
            Reader::require(std::find(moves.begin(), moves.end(), move) != moves.end());
            game_.play(state, move);
        }
        playout_.load(reader);
    }

    // The moves of the last simulation, whose playout, a uniform one, is made once more.
    [[nodiscard]] std::vector<Move> last_game() const {
        std::vector<Move> moves = path_moves(), rest;
        State state = *memory_.root;
        for (const Move move : moves) game_.play(state, move);
        const Stop never;
        Meter uncounted({}, never);
        Rng rng = before_playout_;
        RecordedUniform<G>(game_).play(std::move(state), rng, uncounted, rest);
        moves.insert(moves.end(), rest.begin(), rest.end());
        return moves;
    }

protected:
    explicit Simulator(UctMemory<G> &memory)
        : memory_(memory), game_(memory.game), tree_(memory.tree), playout_(game_, memory.options.playout) {}

    [[nodiscard]] std::vector<Move> path_moves() const {
        std::vector<Move> moves;
        for (const auto [node, turn] : path_) moves.push_back(tree_[node].move);
        return moves;
    }

    UctMemory<G> &memory_;
    const G &game_;
    Tree &tree_;
    Rng rng_{0}, before_playout_{0}; // the generator, now and in the last simulation
    Stretch own_nodes_;
    Playout<G> playout_;
    std::vector<Choice> path_;  // in a graph, its edges
    bool is_out_ = false;       // on a path whose reward is still to come
    Piece piece_;               // the playout of the path
    std::vector<Move> pending_; // the path of one that is pending
};

} // namespace playout
