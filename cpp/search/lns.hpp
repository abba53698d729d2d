// Large neighbourhood search (Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle
// Routing Problems", CP 1998), with nested rollout policy adaptation (nrpa.hpp) as the repair.
//
// There are islands of members, each of which holds a solution. The members take turns. The first step of one
// is `first`, a search of NRPA. Another step of it is
// - to forget a part of its solution (lns/forgetting.hpp),
// - to give the codes of what is kept the weight `keep` in a policy of zeros,
// - to repair: a search of NRPA from that policy; with probability `hard` it begins where what is kept leads,
//   played as far as it is legal without what was forgotten,
// - to take what it has found if it is no worse, or worse than the best that it has held in this round by no
//   more than `slack` (record-to-record travel: Dueck, "New Optimization Heuristics", Journal of
//   Computational Physics 104, 1993); or, with probability `accept`, if it is no worse than what the worst of
//   its island holds,
// - with probability `exchange`, to go on from the better one of two members of its island, if it is better.
// After so many steps of each a new round begins, in which all is forgotten, and which has twice as many
// steps. A sequence known beforehand is what all members hold at the beginning of each round.
// `src/playout/reference/lns.py` is its twin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/exp.hpp"
#include "core/rng.hpp"
#include "core/softmax/sequence.hpp"
#include "search/lns/forgetting.hpp"
#include "search/nrpa.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

template <class G> class Lns {
public:
    using State = typename G::State;

    Lns(const G &game, const State &root, const LnsOptions &options, const Solution &known)
        : game_(game), root_(root), options_(checked(options)), known_(known),
          first_(game, root, options.first, {}), repair_(game, root, options.repair, {}),
          forget_(game, root, options) {
        begin_round(static_cast<std::uint64_t>(options.steps));
    }

    void simulate(Rng &rng, Meter &meter, Solution &best) {
        if (!is_searching_) begin_step(rng, meter);
        if (search().step(rng, meter, best)) end_step(rng);
    }

    void save(Writer &writer) const {
        first_.save(writer);
        writer.moves(repair_.prefix());
        repair_.save(writer);
        for (const Member &member : members_) {
            writer.moves(member.held.moves);
            writer.number(member.record);
        }
        writer.integer(turn_);
        writer.integer(step_);
        writer.integer(steps_);
        writer.integer(is_searching_ ? 1 : 0);
    }

    void load(Reader &reader) {
        first_.load(reader);
        repair_.begin(reader.moves(), {}, 1);
        repair_.load(reader);
        for (Member &member : members_) {
            const std::vector<Move> moves = reader.moves();
            member.held = moves.empty() ? Solution{} : solution(game_, root_, moves);
            member.record = reader.number();
            Reader::require(member.record >= member.held.score);
        }
        turn_ = reader.integer(members_.size() - 1);
        step_ = reader.integer();
        steps_ = reader.integer(std::uint64_t{1} << 62);
        is_searching_ = reader.integer(1) != 0;
        Reader::require(step_ < steps_);
    }

private:
    struct Member {
        Solution held;
        double record; // the score of the best that it has held in this round
        void take(const Solution &found) {
            held = found;
            record = std::max(record, found.score);
        }
    };

    static const LnsOptions &checked(const LnsOptions &options) {
        const auto is_probability = [](double p) { return p >= 0 && p <= 1; };
        if (options.islands < 1 || options.members < 1 || count(options) > LnsOptions::max_members)
            throw std::invalid_argument("lns: there must be from 1 to " +
                                        std::to_string(LnsOptions::max_members) + " members in all islands");
        for (const double p : {options.share, options.hard, options.accept, options.exchange})
            if (!is_probability(p))
                throw std::invalid_argument("lns: share, hard, accept and exchange must be from 0 to 1");
        if (options.steps < 1) throw std::invalid_argument("lns: steps must be 1 or more");
        if (!(options.keep >= 0 && options.keep <= LnsOptions::max_keep))
            throw std::invalid_argument("lns: keep must be from 0 to " +
                                        std::to_string(LnsOptions::max_keep));
        if (!(options.slack >= 0 && std::isfinite(options.slack)))
            throw std::invalid_argument("lns: slack must be 0 or more");
        return options;
    }

    static std::size_t count(const LnsOptions &options) {
        return static_cast<std::size_t>(options.islands) * static_cast<std::size_t>(options.members);
    }

    void begin_round(std::uint64_t steps) {
        members_.assign(count(options_), {known_, known_.score});
        step_ = 0;
        steps_ = steps;
    }

    // The search of the member whose turn it is.
    Nrpa<G> &search() { return members_[turn_].held.moves.empty() ? first_ : repair_; }

    // If the rules throw, nothing has been drawn.
    void begin_step(Rng &rng, Meter &meter) {
        Rng draws = rng;
        const softmax::Sequence seq = repair_.read_sequence(root_, members_[turn_].held.moves);
        const std::vector<std::int32_t> &kept = forget_(seq, draws);
        const bool is_hard = draws.fraction() < options_.hard;
        search().begin(is_hard ? search().playable(kept) : std::vector<Move>{}, kept, exp(options_.keep));
        meter.states += seq.plies.size() + search().prefix().size();
        is_searching_ = true;
        rng = draws;
    }

    void end_step(Rng &rng) {
        const Solution found = search().held();
        search().begin({}, {}, 1); // nothing of it is to be saved
        accept(members_[turn_], found, rng);
        exchange(members_[turn_], rng);
        is_searching_ = false;
        turn_ = (turn_ + 1) % members_.size();
        if (turn_ == 0 && ++step_ == steps_) begin_round(2 * steps_);
    }

    void accept(Member &own, const Solution &found, Rng &rng) const {
        if (found.score >= std::min(own.held.score, own.record - options_.slack) ||
            (rng.fraction() < options_.accept && found.score >= worst()))
            own.take(found);
    }

    void exchange(Member &own, Rng &rng) const {
        if (rng.fraction() >= options_.exchange) return;
        const Solution &one = any(rng), &other = any(rng);
        const Solution &better = other.score > one.score ? other : one;
        if (better.score > own.held.score) own.take(better);
    }

    // The members of the island whose turn it is.
    [[nodiscard]] std::span<const Member> island() const {
        const auto size = static_cast<std::size_t>(options_.members);
        return std::span(members_).subspan(turn_ / size * size, size);
    }

    [[nodiscard]] const Solution &any(Rng &rng) const {
        return island()[rng.below(static_cast<std::uint32_t>(options_.members))].held;
    }

    [[nodiscard]] double worst() const {
        double worst = std::numeric_limits<double>::infinity();
        for (const Member &member : island()) worst = std::min(worst, member.held.score);
        return worst;
    }

    const G &game_;
    State root_;
    LnsOptions options_;
    Solution known_;
    Nrpa<G> first_, repair_;
    lns::Forgetting<G> forget_;
    std::vector<Member> members_;        // island after island; without moves before its first step
    std::size_t turn_ = 0;               // of which member
    std::uint64_t step_ = 0, steps_ = 0; // of the round
    bool is_searching_ = false;          // or between two steps
};

} // namespace playout
