// UCT on several threads: as many independent searches as there are threads, from seeds of their own, that
// share the budget and the memory; what they know of the root's moves is put together, counts and bounds.
// With a budget in simulations or states the answer does not depend on how the threads run, for none waits
// for another: each goes on until its share is spent or the root is solved. One thread is the plain search.
#pragma once

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/uct.hpp"

namespace playout {

template <Game G> class UctTeam {
public:
    using State = typename G::State;
    static constexpr int max_threads = 1024;

    UctTeam(const G &game, UctOptions options) : game_(game) {
        check(options.threads);
        const int threads = options.threads;
        options.max_nodes =
            std::max(options.max_nodes / static_cast<std::uint32_t>(threads), std::uint32_t{2});
        for (int i = 0; i < threads; ++i) members_.push_back(std::make_unique<Uct<G>>(game, options));
    }

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        if (members_.size() == 1) return members_[0]->search(root, rng, meter);
        Stop stop([&] { // of all members: the world may raise it, and so does one that fails
            if (meter.stop().poll()) stop.request();
        });
        std::vector<Task> tasks;
        for (std::size_t i = 0; i < members_.size(); ++i)
            tasks.push_back({Rng(rng.next()), meter.share(members_.size(), i, stop)});
        // A member whose share is nothing has nothing to do; the first one always has.
        while (tasks.size() > 1 && tasks.back().meter.spent()) tasks.pop_back();
        run(root, tasks, stop);
        return answer(root, tasks, meter);
    }

private:
    struct Task {
        Rng rng;
        Meter meter;
    };

    static void check(int threads) {
        if (threads < 1 || threads > max_threads)
            throw std::invalid_argument("uct: threads must be from 1 to " + std::to_string(max_threads));
        if constexpr (requires { G::single_threaded; })
            if (threads > 1)
                throw std::invalid_argument("uct: a game written in Python is searched by one thread");
    }

    void run(const State &root, std::vector<Task> &tasks, Stop &stop) {
        const auto think = [&](std::size_t i) {
            end_all_if_it_fails(stop, [&] { members_[i]->think(root, tasks[i].rng, tasks[i].meter); });
        };
        std::vector<std::future<void>> others; // they wait for their threads before they are gone
        end_all_if_it_fails(stop, [&] {
            for (std::size_t i = 1; i < tasks.size(); ++i)
                others.push_back(std::async(std::launch::async, think, i));
            think(0);
            for (std::future<void> &other : others) finish(other, stop);
        });
    }

    // An error of one member, of the world, or of a system that has no thread left.
    template <class Work> static void end_all_if_it_fails(Stop &stop, Work work) {
        try {
            work();
        } catch (...) {
            stop.request();
            throw;
        }
    }

    // Only the caller's thread listens, so it goes on to do so when its own share is done.
    static void finish(std::future<void> &other, const Stop &stop) {
        using namespace std::chrono_literals;
        while (other.wait_for(10ms) != std::future_status::ready) static_cast<void>(stop.poll());
        other.get();
    }

    SearchResult answer(const State &root, const std::vector<Task> &tasks, Meter &meter) const {
        for (const Task &task : tasks) meter.add(task.meter);
        RootKnowledge known = members_[0]->knowledge();
        for (std::size_t i = 1; i < tasks.size(); ++i) known.add(members_[i]->knowledge());
        const Turn turn = game_.turn(root);
        known.narrow(turn);
        SearchResult result = RootAnswer(RewardScale(game_.bounds()), turn)(std::move(known));
        result.read(meter);
        return result;
    }

    const G &game_;
    std::vector<std::unique_ptr<Uct<G>>> members_;
};

} // namespace playout
