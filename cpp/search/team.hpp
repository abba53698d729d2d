// UCT on several threads. They share one tree (uct.hpp), or, with `parallel=root`, there are as many
// independent searches as threads, from seeds of their own, that share the budget and the memory; what they
// know of the root's moves is put together, counts and bounds. With a budget in simulations or states the
// answer of those does not depend on how the threads run, for none waits for another: each goes on until its
// share is spent or the root is solved. One thread is the plain search.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/threads.hpp"
#include "search/uct.hpp"

namespace playout {

template <Game G> class UctTeam {
public:
    using State = typename G::State;

    UctTeam(const G &game, UctOptions options) : game_(game) {
        check(options.threads);
        if (options.threads > 1 && options.halving > 0)
            throw std::invalid_argument("uct: halving plans for one thread");
        const int members = options.parallel == Parallel::root ? options.threads : 1;
        options.max_nodes =
            std::max(options.max_nodes / static_cast<std::uint32_t>(members), std::uint32_t{2});
        options.threads /= members;
        for (int i = 0; i < members; ++i) members_.push_back(std::make_unique<Uct<G>>(game, options));
    }

    void begin(const State &root, Rng rng) {
        if (members_.size() == 1)
            members_[0]->begin(root, rng);
        else
            for (auto &member : members_) member->begin(root, Rng(rng.next()));
        root_ = root;
        made_.assign(members_.size(), {});
    }

    void run(Meter &meter) {
        if (members_.size() == 1) return members_[0]->run(meter);
        const Meter::Counts by_all = made_by_all();
        run_threads(
            members_.size(), meter,
            [&](std::size_t i, const Stop &stop) {
                return meter.share(members_.size(), i, stop, by_all, made_[i]);
            },
            [&](std::size_t i, Meter &of_member) {
                const Tally tally{of_member, made_[i]};
                members_[i]->run(of_member);
            });
    }

    [[nodiscard]] bool finished() const {
        return std::any_of(members_.begin(), members_.end(), [](const auto &one) { return one->finished(); });
    }

    [[nodiscard]] SearchResult answer() const { return answer({}, *root_); }

    [[nodiscard]] std::vector<Child> look(std::span<const Move> path) const {
        const bool any = std::any_of(members_.begin(), members_.end(), [&](const auto &member) {
            const auto known = member->knowledge(path);
            return known && !known->options.empty();
        });
        if (!any) return {};
        State state = *root_;
        for (const Move move : path) game_.play(state, move);
        return answer(path, state).children;
    }

    void play(Move move, const State &after) {
        for (auto &member : members_) member->play(move, after);
        root_ = after;
        made_.assign(members_.size(), {}); // one that had solved the state before need not catch up
    }

    void save(Writer &writer) const {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            writer.integer(made_[i].simulations);
            writer.integer(made_[i].states);
            members_[i]->save(writer);
        }
    }

    void load(const State &root, Reader &reader) {
        root_ = root;
        made_.clear();
        for (auto &member : members_) {
            const std::uint64_t simulations = reader.integer();
            made_.push_back({simulations, reader.integer()});
            member->load(root, reader);
        }
    }

private:
    static void check(int threads) {
        if (threads < 1 || threads > max_threads)
            throw std::invalid_argument("uct: threads must be from 1 to " + std::to_string(max_threads));
        if constexpr (requires { G::single_threaded; })
            if (threads > 1)
                throw std::invalid_argument("uct: a game written in Python is searched by one thread");
    }

    [[nodiscard]] Meter::Counts made_by_all() const {
        Meter::Counts all;
        for (const auto &[simulations, states] : made_) {
            all.simulations += simulations;
            all.states += states;
        }
        return all;
    }

    // What a member does in a slice counts however it ends.
    struct Tally {
        const Meter &of_member;
        Meter::Counts &made;
        ~Tally() {
            made.simulations += of_member.simulations;
            made.states += of_member.states;
        }
    };

    // What the members together know of a state some moves below the root.
    [[nodiscard]] SearchResult answer(std::span<const Move> path, const State &state) const {
        const Turn turn = game_.turn(state);
        RootKnowledge all = nothing();
        for (const auto &member : members_)
            if (const auto known = member->knowledge(path)) all.add(*known);
        if (members_.size() > 1 && !all.options.empty()) all.narrow(turn);
        return RootAnswer(members_[0]->scale(), turn)(std::move(all));
    }

    [[nodiscard]] RootKnowledge nothing() const { return {{}, game_.bounds(), false, 0, 0, 0}; }

    const G &game_;
    std::vector<std::unique_ptr<Uct<G>>> members_;
    std::optional<State> root_;
    std::vector<Meter::Counts> made_; // by each member, where there are several
};

} // namespace playout
