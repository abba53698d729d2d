// Playouts: the hooks of games change their speed and nothing else, they keep their promises move by move,
// and they give up where they are told to.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/misere.hpp"
#include "playouts/playout.hpp"
#include "tests/every_game.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// A playout with the codes of its moves.
struct Story {
    Outcome outcome;
    std::vector<std::int64_t> codes;
    std::uint64_t states;
};

bool operator==(const Story &a, const Story &b) {
    return a.outcome.score == b.outcome.score && a.outcome.length == b.outcome.length &&
           a.outcome.finished == b.outcome.finished && a.codes == b.codes && a.states == b.states;
}

template <class P, Game G, class Options>
Story tell(const G &game, const Options &options, std::uint64_t seed, std::uint32_t limit = no_limit) {
    const Stop stop;
    Meter meter({}, stop);
    Rng rng(seed);
    Line<G> line;
    P playout(game, options);
    const Outcome outcome = playout.play(game.initial(), rng, meter, limit, &line);
    std::vector<std::int64_t> codes;
    for (std::size_t i = 0; i < line.size(); ++i) codes.push_back(line[i].code);
    return {outcome, codes, meter.states};
}

// Games that have lost a hook: a name that is something else hides it.
template <Game G> struct Blind : G {
    explicit Blind(G game) : G(std::move(game)) {}
    struct {
    } list_ends;
};
template <Game G> struct Counting : G {
    explicit Counting(G game) : G(std::move(game)) {}
    using Mobility = void;
    struct {
    } removed;
};

template <Game G> struct Listing : Counting<G> {
    using Counting<G>::Counting;
    struct {
    } count;
};

template <Game G> typename G::Moves moves_of(const G &game, const typename G::State &state) {
    typename G::Moves moves;
    list_playout_moves(game, state, moves);
    return moves;
}

template <Game G> typename G::State after(const G &game, typename G::State state, Move move) {
    game.play(state, move);
    return state;
}

template <Game G> bool won(const G &game, const typename G::State &state, Turn turn) {
    return moves_of(game, state).empty() &&
           (turn == Turn::Max ? game.score(state) > 0 : game.score(state) < 0);
}

template <Game G> bool can_win(const G &game, const typename G::State &state) {
    const auto moves = moves_of(game, state);
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move move) { return won(game, after(game, state, move), game.turn(state)); });
}

template <Game G> bool loses(const G &game, const typename G::State &state, Move move) {
    const auto next = after(game, state, move);
    return won(game, next, other(game.turn(state))) || can_win(game, next);
}

// The move of a code, among those that playouts choose from.
template <Game G> Move decode(const G &game, const typename G::State &state, std::int64_t code) {
    const auto moves = moves_of(game, state);
    const auto found =
        std::find_if(moves.begin(), moves.end(), [&](Move move) { return game.code(state, move) == code; });
    REQUIRE(found != moves.end());
    return *found;
}

// Calls a check with every state of a playout and the move that it made there.
template <Game G, class Check> void retell(const G &game, const Story &story, Check check) {
    auto state = game.initial();
    for (const std::int64_t code : story.codes) {
        const Move move = decode(game, state, code);
        check(state, move);
        game.play(state, move);
    }
    CHECK(moves_of(game, state).empty());
    CHECK(game.score(state) == story.outcome.score);
    CHECK(story.outcome.length == story.codes.size());
}

// Small boards of every game, and their misère versions.
template <class Check> void for_small_games(Check check) {
    const auto both = [&](const auto &game) {
        check(Misere(game, false));
        check(Misere(game, true));
    };
    both(TicTacToe());
    both(Breakthrough(4, 3, 1));
    both(Knightthrough(5, 4, 2));
    both(Domineering(4, 4));
    both(NoGo<1>(4, 4));
    both(AtariGo<1>(4, 3));
    both(Go<1>(3, 3, 0.5));
    both(ConnectFour(4, 4, 3));
    both(Seki(1, 2));
}

template <Game G> Removed counted(const G &game, const typename G::State &state, Move move) {
    const auto count = [&](const auto &s, Turn turn) {
        return legal_moves(game, game.with_turn(s, turn)).size();
    };
    const Turn own = game.turn(state), others = other(own);
    const auto next = after(game, state, move);
    return {count(state, others) - count(next, others), count(state, own) - count(next, own)};
}

} // namespace

TEST_CASE("playouts: the moves that may end a game are all that do, in their order") {
    for_every_game([]<Game G>(const G &game) {
        if constexpr (ForeseesEnd<G>)
            for_random_states(game, [&](const auto &state, const auto &) {
                typename G::Moves ends;
                game.list_ends(state, ends);
                auto listed = ends.begin();
                for (const Move move : moves_of(game, state)) {
                    const bool foreseen = listed != ends.end() && *listed == move;
                    if (foreseen) ++listed;
                    REQUIRE((foreseen || !moves_of(game, after(game, state, move)).empty()));
                }
                REQUIRE(listed == ends.end());
            });
    });
}

TEST_CASE("playouts: a stone that takes five moves may end the game") {
    const NoGo<1> game(3, 3);
    const auto state = game.setup("X.X/.../X.X", Turn::Max);
    NoGo<1>::Moves ends;
    game.list_ends(state, ends);
    CHECK(contains_move(ends, game.parse(state, "b2")));
    CHECK(legal_moves(game, after(game, state, game.parse(state, "b2"))).empty());
}

TEST_CASE("playouts: anti_decisive does the same whether or not the game foresees its end") {
    for_small_games([]<Game G>(const G &game) {
        if constexpr (ForeseesEnd<G>)
            for (const bool decisive : {false, true})
                for (std::uint64_t seed = 0; seed < 50; ++seed) {
                    const AntiDecisiveOptions options{decisive};
                    REQUIRE(tell<AntiDecisive<G>>(game, options, seed) ==
                            tell<AntiDecisive<Blind<G>>>(Blind<G>(game), options, seed));
                }
    });
}

TEST_CASE("playouts: anti_decisive loses at once only where every move does, and wins where it should") {
    for_small_games([]<Game G>(const G &game) {
        for (const bool decisive : {false, true})
            for (std::uint64_t seed = 0; seed < 50; ++seed)
                retell(game, tell<AntiDecisive<G>>(game, AntiDecisiveOptions{decisive}, seed),
                       [&](const auto &state, Move move) {
                           if (decisive && can_win(game, state)) {
                               REQUIRE(won(game, after(game, state, move), game.turn(state)));
                           } else if (loses(game, state, move)) {
                               for (const Move other_move : moves_of(game, state))
                                   REQUIRE(loses(game, state, other_move));
                           }
                       });
    });
}

TEST_CASE("playouts: anti_decisive draws every move that is safe, and each as often") {
    const NoGo<1> game(2, 3);
    std::vector<int> drawn(6);
    for (std::uint64_t seed = 0; seed < 6000; ++seed)
        ++drawn[static_cast<std::size_t>(
            tell<AntiDecisive<NoGo<1>>>(game, AntiDecisiveOptions{}, seed).codes[0])];
    int safe = 0;
    for (const Move move : legal_moves(game, game.initial())) safe += !loses(game, game.initial(), move);
    REQUIRE(safe > 0);
    for (const Move move : legal_moves(game, game.initial())) {
        const int expected = loses(game, game.initial(), move) ? 0 : 6000 / safe;
        CHECK(std::abs(drawn[static_cast<std::size_t>(move)] - expected) < 4 * 55);
    }
}

TEST_CASE("playouts: with_turn is the board with that player to move") {
    for_every_game([]<Game G>(const G &game) {
        if constexpr (NormalForm<G>)
            for_random_states(game, [&](const auto &state, const auto &moves) {
                REQUIRE(game.with_turn(state, game.turn(state)) == state);
                const Turn turn = other(game.turn(state));
                if (!moves.empty())
                    REQUIRE(game.with_turn(state, turn) == game.setup(game.board(state), turn));
                REQUIRE(game.turn(game.with_turn(state, turn)) == turn);
            });
    });
}

TEST_CASE("playouts: what a move takes away, found without counting, is what counting finds") {
    for_every_game([]<Game G>(const G &game) {
        if constexpr (TracksMobility<G>) {
            for (std::uint64_t seed = 0; seed < 6; ++seed) {
                Rng rng(seed);
                auto state = game.initial();
                typename G::Mobility mobility(game, state);
                for (auto moves = legal_moves(game, state); !moves.empty();
                     moves = legal_moves(game, state)) {
                    for (const Move move : moves)
                        REQUIRE(mobility.removed(move) == counted(game, state, move));
                    // Both kinds of games: random ones, and those that the playout plays.
                    const Move move =
                        seed % 3 == 0 ? draw_move(moves, 0, rng) : mobility.draw(seed % 3 == 1, rng);
                    game.play(state, move);
                    mobility.play(move);
                    REQUIRE(mobility.state() == state);
                }
                CHECK(mobility.draw(false, rng) == -1);
            }
        } else if constexpr (KnowsRemoved<G>) {
            for_random_states(game, [&](const auto &state, const auto &moves) {
                for (const Move move : moves)
                    REQUIRE(game.removed(state, move) == counted(game, state, move));
            });
        }
    });
}

TEST_CASE("playouts: mobility does the same whether or not the game knows what a move takes away") {
    for_every_game([]<Game G>(const G &game) {
        if constexpr (TracksMobility<G> || KnowsRemoved<G>) {
            static_assert(NormalForm<Counting<G>> && !TracksMobility<Counting<G>> &&
                          !KnowsRemoved<Counting<G>>);
            for (const bool full : {false, true})
                for (std::uint64_t seed = 0; seed < 3; ++seed)
                    REQUIRE(tell<Mobility<G>>(game, MobilityOptions{full}, seed) ==
                            tell<Mobility<Counting<G>>>(Counting<G>(game), MobilityOptions{full}, seed));
        }
    });
}

TEST_CASE("playouts: mobility does the same where moves are listed and not counted") {
    for_small_games([]<Game G>(const G &game) {
        if constexpr (NormalForm<G>) {
            static_assert(NormalForm<Listing<G>> && !Indexed<Listing<G>>);
            if (!game.normal_form()) return;
            for (const bool full : {false, true})
                REQUIRE(tell<Mobility<G>>(game, MobilityOptions{full}, 1) ==
                        tell<Mobility<Listing<G>>>(Listing<G>(game), MobilityOptions{full}, 1));
        }
    });
}

TEST_CASE("playouts: mobility plays a move that takes most") {
    for_small_games([]<Game G>(const G &game) {
        if constexpr (NormalForm<G>) {
            if (!game.normal_form()) return;
            const auto gain = [&](const auto &state, Move move) {
                const auto [others, own] = counted(game, state, move);
                return others - own;
            };
            for (std::uint64_t seed = 0; seed < 20; ++seed)
                retell(game, tell<Mobility<G>>(game, MobilityOptions{}, seed),
                       [&](const auto &state, Move move) {
                           for (const Move other_move : legal_moves(game, state))
                               REQUIRE(gain(state, other_move) <= gain(state, move));
                       });
        }
    });
}

// The values of the first two pictures of the paper's Figure 1. Around d4, O has four cells that breathe only
// through it.
TEST_CASE("playouts: a stone may take as much from both, or four moves more from the other") {
    const NoGo<1> game(7, 7);
    const auto value = [&](const char *board) {
        const auto state = game.setup(board, Turn::Max);
        const auto [a, b] = NoGo<1>::Mobility(game, state).removed(game.parse(state, "d4"));
        return a - b;
    };
    CHECK(value("......./......./......./......./......./......./.......") == 0);
    CHECK(value("......./...X.../..X.X../.X...X./..X.X../...X.../.......") == 4);
}

TEST_CASE("playouts: mobility is for games in normal form") {
    for_small_games([]<Game G>(const G &game) {
        bool suits = false;
        if constexpr (NormalForm<G>) suits = game.normal_form();
        if (suits)
            CHECK_NOTHROW(Mobility<G>(game, {}));
        else
            CHECK_THROWS_WITH_AS(Mobility<G>(game, {}),
                                 doctest::Contains("the player without a move has lost"),
                                 std::invalid_argument);
    });
}

TEST_CASE("playouts: one of the caller's own gets the state and a seed, and respects the end") {
    for_small_games([]<Game G>(const G &game) {
        std::vector<std::uint64_t> seeds;
        const auto note = [&](StatePtr state, std::uint64_t seed) {
            REQUIRE(unbox<typename G::State>(*state) == game.initial());
            seeds.push_back(seed);
            return game.bounds().high;
        };
        const Stop stop;
        Meter meter({}, stop);
        Rng rng(1);
        Custom<G> playout(game, {note});
        const Outcome outcome = playout.play(game.initial(), rng, meter, 0);
        CHECK((outcome.score == game.bounds().high && outcome.length == 0 && outcome.finished));
        CHECK(meter.states == 0);
        CHECK(seeds == std::vector{Rng(1).next()});

        auto state = game.initial();
        for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state))
            game.play(state, moves[0]);
        const double score = game.score(state);
        CHECK(playout.play(std::move(state), rng, meter).score == score);
        CHECK(seeds.size() == 1);
    });
}

TEST_CASE("playouts: a coin has two sides, makes no move and respects the end") {
    for_small_games([]<Game G>(const G &game) {
        const auto [low, high] = game.bounds();
        int heads = 0;
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            const Story toss = tell<Coin<G>>(game, CoinOptions{}, seed, 0);
            REQUIRE((toss.outcome.score == low || toss.outcome.score == high));
            REQUIRE((toss.outcome.finished && toss.outcome.length == 0 && toss.states == 0));
            heads += toss.outcome.score == high;
        }
        CHECK(std::abs(heads - 200) < 4 * 10);
    });
    const TicTacToe game;
    const auto end = game.setup("XOX/XOO/OXX", Turn::Min);
    const Stop stop;
    Meter meter({}, stop);
    Rng rng(1);
    CHECK(Coin<TicTacToe>(game, {}).play(end, rng, meter).score == 0);
    CHECK(rng.next() == Rng(1).next());
}

TEST_CASE("playouts: they give up at their limit, and only there") {
    for_small_games([]<Game G>(const G &game) {
        const auto check = [&]<class P>(const auto &options) {
            for (std::uint64_t seed = 0; seed < 5; ++seed) {
                const Story whole = tell<P>(game, options, seed);
                for (std::uint32_t limit = 0; limit <= whole.outcome.length + 1; ++limit) {
                    const Story cut = tell<P>(game, options, seed, limit);
                    REQUIRE(cut.outcome.finished == (limit >= whole.outcome.length));
                    if (cut.outcome.finished) REQUIRE(cut == whole);
                    REQUIRE(cut.codes.size() == std::min(limit, whole.outcome.length));
                }
            }
        };
        check.template operator()<AntiDecisive<G>>(AntiDecisiveOptions{true});
        if constexpr (NormalForm<G>)
            if (game.normal_form()) check.template operator()<Mobility<G>>(MobilityOptions{});
        if constexpr (StoneGame<G>) check.template operator()<GoPatterns<G>>(GoPatternsOptions{});
    });
}

namespace {

// The cells that playouts by Go patterns start with, of those that follow an opening of one given move.
std::set<std::string> replies(const Go<1> &game, const char *board, Turn turn, const char *last) {
    std::set<std::string> names;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Stop stop;
        Meter meter({}, stop);
        Rng rng(seed);
        Line<Go<1>> line;
        auto state = game.setup(board, turn);
        GoPatterns<Go<1>>(game, {}).play(state, rng, meter, 2, &line);
        if (line.size() == 2 && game.name(state, static_cast<Move>(line[0].code)) == last)
            names.insert(game.name(state, static_cast<Move>(line[1].code)));
    }
    return names;
}

// What a pattern of the report says, cell by cell and without a table.
bool fits(std::string_view rows, const std::array<char, 9> &cells) {
    for (std::size_t i = 0; i < 9; ++i) {
        const char wanted = rows[i + i / 3], sign = cells[i];
        const bool fit = wanted == '?'   ? sign != '#'
                         : wanted == 'x' ? sign == 'X' || sign == '.'
                         : wanted == 'o' ? sign == 'O' || sign == '.'
                                         : wanted == sign;
        if (i != 4 && !fit) return false;
    }
    return true;
}

std::array<char, 9> look_from(const std::array<char, 9> &cells, int view) {
    std::array<char, 9> seen = cells;
    for (int turns = 0; turns < view % 4; ++turns) {
        const auto before = seen;
        for (std::size_t i = 0; i < 9; ++i) seen[i] = before[3 * (2 - i % 3) + i / 3];
    }
    if (view >= 4)
        for (std::size_t row = 0; row < 9; row += 3) std::swap(seen[row], seen[row + 2]);
    return seen;
}

// As the report has it, X to play.
bool is_in_report(const std::array<char, 9> &cells) {
    const auto exchanged = [](std::array<char, 9> all) {
        for (char &sign : all) sign = sign == 'X' ? 'O' : sign == 'O' ? 'X' : sign;
        return all;
    };
    for (int view = 0; view < 8; ++view) {
        const auto a = look_from(cells, view), b = exchanged(a);
        for (const auto &c : {a, b})
            if (fits("XOX .*. ???", c) || fits("XO. .*. ?.?", c) || fits("XO? X*. ?.?", c) ||
                (fits("XO? O*? ???", c) && !fits("XO? O*O ?.?", c) && !fits("XO? O*. ?O?", c)) ||
                fits("?X? O*O xxx", c) || fits("X.? O*? ###", c) || fits("?X? o*O ###", c))
                return true;
        if (fits("XOO .*. ?.?", a) || fits("?XO ?*? ###", a) || fits("?XO ?*o ###", b) ||
            fits("?XO O*X ###", b))
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("playouts: the table of patterns is what the report's figures say") {
    int found = 0;
    for (std::uint32_t code = 0; code < 1u << 16; ++code) {
        std::array<char, 9> cells{};
        for (std::size_t i = 0, shift = 14; i < 9; ++i)
            if (i != 4) {
                cells[i] = ".XO#"[code >> shift & 3];
                shift -= 2;
            }
        REQUIRE(MogoTable::get().matches(code) == is_in_report(cells));
        found += MogoTable::get().matches(code);
    }
    CHECK(found > 0);
}

TEST_CASE("playouts: Go patterns save from atari, match beside the last stone, capture, in this order") {
    using Names = std::set<std::string>;
    const Go<1> game(7, 7, 0.5);
    // d5 puts d4 in atari. It can run to d3; c3 captures a stone beside it.
    CHECK(replies(game, "......./......./......./..OXO../......./......./.......", Turn::Min, "d5") ==
          Names{"d3"});
    CHECK(replies(game, "......./......./..X..../.XOXO../......./......./.......", Turn::Min, "d5") ==
          Names{"c3", "d3"});
    // Four hane around a contact; b1 would capture.
    CHECK(replies(game, "......./......./......./...X.../......./X....../O......", Turn::Min, "d5") ==
          Names{"c4", "c5", "e4", "e5"});
    // Nothing beside g7.
    CHECK(replies(game, "......./......./......./...X.../......./X....../O......", Turn::Min, "g7") ==
          Names{"b1"});
}

TEST_CASE("playouts: Go patterns are for games of stones") {
    for_small_games([]<Game G>(const G &game) {
        if constexpr (StoneGame<G>)
            CHECK_NOTHROW(GoPatterns<G>(game, {}));
        else
            CHECK_THROWS_WITH_AS(GoPatterns<G>(game, {}), doctest::Contains("games of stones"),
                                 std::invalid_argument);
    });
}
