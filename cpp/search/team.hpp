// UCT on several threads: as many independent searches as there are threads, from seeds of their own, that
// share the budget and the memory; the counts of the root's moves are added up. With a budget in simulations
// or states the answer does not depend on how the threads run, and one thread is the plain search.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
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
        std::vector<Task> tasks;
        for (std::size_t i = 0; i < members_.size(); ++i)
            tasks.push_back({Rng(rng.next()), meter.share(members_.size(), i), {}, nullptr});
        run(root, tasks);
        for (const Task &task : tasks) {
            if (task.error) std::rethrow_exception(task.error);
            meter.add(task.meter);
        }
        return merged(tasks, game_.turn(root), meter);
    }

private:
    struct Task {
        Rng rng;
        Meter meter;
        SearchResult result;
        std::exception_ptr error;
    };

    static void check(int threads) {
        if (threads < 1 || threads > max_threads)
            throw std::invalid_argument("uct: threads must be from 1 to " + std::to_string(max_threads));
        if constexpr (requires { G::single_threaded; })
            if (threads > 1)
                throw std::invalid_argument("uct: a game written in Python is searched by one thread");
    }

    void run(const State &root, std::vector<Task> &tasks) {
        const auto work = [&](std::size_t i) {
            try {
                tasks[i].result = members_[i]->search(root, tasks[i].rng, tasks[i].meter);
            } catch (...) {
                tasks[i].error = std::current_exception();
            }
        };
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < tasks.size(); ++i) threads.emplace_back(work, i);
        work(0);
    }

    static SearchResult merged(const std::vector<Task> &tasks, Turn turn, const Meter &meter) {
        SearchResult all = *proven_or_first(tasks);
        if (all.bounds.low != all.bounds.high) {
            for (const Task &task : tasks)
                if (&task != &tasks[0]) add(all, task.result);
            choose(all, turn);
        }
        all.read(meter);
        return all;
    }

    static const SearchResult *proven_or_first(const std::vector<Task> &tasks) {
        for (const Task &task : tasks)
            if (task.result.bounds.low == task.result.bounds.high) return &task.result;
        return &tasks[0].result;
    }

    static void add(SearchResult &all, const SearchResult &one) {
        for (const Child &child : one.children) {
            const auto same = std::find_if(all.children.begin(), all.children.end(),
                                           [&](const Child &c) { return c.move == child.move; });
            if (same == all.children.end()) {
                all.children.push_back(child);
                continue;
            }
            const double visits = static_cast<double>(same->visits + child.visits);
            same->value = (same->value * static_cast<double>(same->visits) +
                           child.value * static_cast<double>(child.visits)) /
                          visits;
            same->visits += child.visits;
        }
        all.bounds = {std::max(all.bounds.low, one.bounds.low), std::min(all.bounds.high, one.bounds.high)};
        all.tree_nodes += one.tree_nodes;
        all.tree_bytes += one.tree_bytes;
    }

    static void choose(SearchResult &all, Turn turn) {
        std::stable_sort(all.children.begin(), all.children.end(), [&](const Child &a, const Child &b) {
            if (a.visits != b.visits) return a.visits > b.visits;
            return turn == Turn::Max ? a.value > b.value : a.value < b.value;
        });
        if (all.children.empty()) return;
        all.move = all.children[0].move;
        all.value = all.children[0].value;
    }

    const G &game_;
    std::vector<std::unique_ptr<Uct<G>>> members_;
};

} // namespace playout
