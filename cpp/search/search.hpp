// A search that can be run in slices, looked at, played on and kept: any player on one game, behind one
// virtual interface. How its run is cut into slices changes nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/any_state.hpp"
#include "core/budget.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/player.hpp"
#include "search/result.hpp"

namespace playout {

class Search {
public:
    virtual ~Search() = default;

    // Begins anew at another state of the same game, with what is known of it if the player keeps that.
    virtual void begin(const AnyState &, std::uint64_t seed) = 0;

    // Goes on until the budget of this call is spent, a stop is requested, or nothing is left to do.
    virtual void run(const Budget &, const Stop &) = 0;

    [[nodiscard]] virtual bool finished() const = 0;
    [[nodiscard]] virtual SearchResult result() const = 0;

    // What is known of the moves after some moves from the root, best first: `most` of a state, and `depth`
    // moves deep.
    [[nodiscard]] virtual std::vector<Child> children(std::vector<Move> path, std::uint32_t depth,
                                                      std::uint32_t most) const = 0;
    // The best moves of both sides, as far as the search has looked: each with what is known of it.
    [[nodiscard]] virtual std::vector<Child> line() const = 0;

    // Goes on from the state after a move; throws IllegalMove.
    virtual void play(Move) = 0;

    [[nodiscard]] virtual std::string save() const = 0;

    // Of all runs together.
    [[nodiscard]] std::uint64_t simulations() const { return total_.simulations; }
    [[nodiscard]] std::uint64_t states() const { return total_.states; }

protected:
    struct Total {
        std::uint64_t simulations = 0, states = 0;
        double seconds = 0;
        bool interrupted = false;
    };
    Total total_;
};
using SearchPtr = std::unique_ptr<Search>;

template <Game G> class SearchOf final : public Search {
public:
    using State = typename G::State;

    SearchOf(const G &game, const State &root, const PlayerOptions &options, std::uint64_t seed)
        : game_(game), root_(root), player_(game, options) {
        player_.begin(root, Rng(seed));
    }

    // Goes on where save() was called.
    SearchOf(const G &game, const State &root, const PlayerOptions &options, std::string_view bytes)
        : game_(game), root_(root), player_(game, options) {
        Reader reader(bytes);
        total_.simulations = reader.integer();
        total_.states = reader.integer();
        total_.seconds = reader.number();
        has_run_ = reader.integer(1) == 1;
        player_.load(root, reader);
        reader.end();
    }

    void begin(const AnyState &state, std::uint64_t seed) override {
        const State &root = unbox<State>(state);
        player_.begin(root, Rng(seed));
        root_ = root;
        total_ = {};
        has_run_ = false;
    }

    void run(const Budget &budget, const Stop &stop) override {
        require_unfinished();
        Meter meter(budget, stop);
        const Tally tally{total_, meter};
        player_.run(meter);
        has_run_ = true;
    }

    [[nodiscard]] bool finished() const override { return player_.finished(); }

    [[nodiscard]] SearchResult result() const override {
        if (!has_run_ && player_.look({}).empty())
            throw std::invalid_argument("nothing is known of this position yet: run the search");
        SearchResult result = player_.answer();
        result.simulations = total_.simulations;
        result.states = total_.states;
        result.seconds = total_.seconds;
        result.interrupted = total_.interrupted;
        result.finished = finished();
        return result;
    }

    [[nodiscard]] std::vector<Child> children(std::vector<Move> path, std::uint32_t depth,
                                              std::uint32_t most) const override {
        std::vector<Child> found = player_.look(path);
        if (found.size() > most) found.resize(most);
        if (depth <= 1) return found;
        for (Child &child : found) {
            path.push_back(child.move);
            child.children = children(path, depth - 1, most);
            path.pop_back();
        }
        return found;
    }

    [[nodiscard]] std::vector<Child> line() const override {
        std::vector<Child> best;
        std::vector<Move> path;
        for (auto found = player_.look(path); !found.empty(); found = player_.look(path)) {
            path.push_back(found.front().move);
            best.push_back(std::move(found.front()));
        }
        return best;
    }

    void play(Move move) override {
        typename G::Moves moves;
        game_.legal(root_, moves);
        if (std::find(moves.begin(), moves.end(), move) == moves.end())
            throw IllegalMove("illegal move " + std::to_string(move));
        State after = root_;
        game_.play(after, move);
        player_.play(move, after);
        root_ = std::move(after);
        has_run_ = false;
    }

    [[nodiscard]] std::string save() const override {
        Writer writer;
        writer.integer(total_.simulations);
        writer.integer(total_.states);
        writer.number(total_.seconds);
        writer.integer(has_run_);
        player_.save(writer);
        return writer.bytes();
    }

private:
    // The counters of a slice are added up however it ends.
    struct Tally {
        Search::Total &total;
        Meter &meter;
        ~Tally() {
            total.simulations += meter.simulations;
            total.states += meter.states;
            total.seconds += meter.seconds();
            total.interrupted = meter.interrupted();
        }
    };

    void require_unfinished() const {
        typename G::Moves moves;
        game_.legal(root_, moves);
        if (moves.empty()) throw std::invalid_argument("the game is over: there is no move to search for");
    }

    const G &game_;
    State root_;
    Player<G> player_;
    bool has_run_ = false; // since the root was last moved
};

} // namespace playout
