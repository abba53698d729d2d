// Crosswords: the hooks and the incremental lists against the plain way, on lists of a few words and of many.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/crossword.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// All words of a few letters with this many of them, in alphabetical order, and every so-manieth only.
std::vector<std::string> some_words(const std::string &letters, int length, int every) {
    std::vector<std::string> words, all{""};
    for (int i = 0; i < length; ++i) {
        std::vector<std::string> longer;
        for (const std::string &word : all)
            for (const char letter : letters) longer.push_back(word + letter);
        all = longer;
    }
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(every)) words.push_back(all[i]);
    return words;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string> &b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Calls a check with every state of some random games of several crosswords.
template <class Check> void for_random_states(Check check) {
    const auto play = [&](const auto &game) {
        Rng rng(1);
        for (int games = 0; games < 5; ++games) {
            auto state = game.initial();
            for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state)) {
                check(game, state, moves);
                game.play(state,
                          moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
            }
            check(game, state, legal_moves(game, state));
        }
    };
    play(Crossword<1>({"AB"}, 2));
    play(Crossword<1>(joined(some_words("AB", 2, 1), some_words("AB", 4, 3)), 5));
    play(Crossword<1>(joined(some_words("ABC", 3, 1), some_words("ABC", 5, 11)), 9));
    play(Crossword<8>(joined(some_words("ABC", 3, 1), some_words("ABC", 5, 11)), 9));
    play(Crossword<8>(joined(some_words("ABCDE", 3, 1), some_words("ABCDE", 4, 2)), 19));
}

} // namespace

TEST_CASE("crossword: count, nth and play_nth are legal and play without the list") {
    for_random_states([](const auto &game, const auto &state, const auto &moves) {
        REQUIRE(game.count(state) == static_cast<std::uint32_t>(moves.size()));
        REQUIRE(std::is_sorted(moves.begin(), moves.end()));
        for (int k = 0; k < moves.size(); k += 1 + moves.size() / 50) {
            auto plain = state, hooked = state;
            game.play(plain, moves[k]);
            game.play_nth(hooked, static_cast<std::uint32_t>(k));
            REQUIRE(game.nth(state, static_cast<std::uint32_t>(k)) == moves[k]);
            REQUIRE(plain == hooked);
            REQUIRE(game.count(plain) == game.count(hooked));
        }
    });
}

TEST_CASE("crossword: the moves that are kept up to date are those worked out from the grid") {
    for_random_states([](const auto &game, const auto &state, const auto &moves) {
        const auto anew = game.setup(game.board(state), Turn::Max);
        const auto those = legal_moves(game, anew);
        REQUIRE(anew == state);
        REQUIRE(std::equal(moves.begin(), moves.end(), those.begin(), those.end()));
        REQUIRE(game.score(anew) == game.score(state));
    });
}

TEST_CASE("crossword: names are different and are read back as their move") {
    for_random_states([](const auto &game, const auto &state, const auto &moves) {
        std::set<std::string> names;
        for (const Move move : moves) {
            REQUIRE(names.insert(game.name(state, move)).second);
            REQUIRE(game.parse(state, game.name(state, move)) == move);
        }
        if (!moves.empty()) return;
        REQUIRE(game.score(state) >= game.bounds().low);
        REQUIRE(game.score(state) <= game.bounds().high);
    });
}

TEST_CASE("crossword: what is no move is read as none") {
    const Crossword<1> game({"ACE", "CAB"}, 5);
    for (const char *text : {"", "a1", "a1-", "a1|", "ACE", "a1ACE", "a1-ACES", "a6-ACE", "f1-ACE", "a0|ACE",
                             "a1-ace", "a1|ACE ", "a1_ACE", "a99999999999|ACE"})
        CHECK(game.parse(game.initial(), text) == -1);
    CHECK(game.name(game.initial(), game.parse(game.initial(), "c5|CAB")) == "c5|CAB");
}

// Two down words side by side that share a row with an across word: each pair of neighbours is in a word.
TEST_CASE("crossword: a word may end beside another one where a third crosses both") {
    const Crossword<1> game({"BE", "EA", "AT"}, 3);
    const auto state = after(game, {"a3|BE", "a2-EA", "b2|AT"});
    CHECK(game.board(state) == "B../EA./.T.");
    CHECK(game.count(state) == 0);
    CHECK(game.score(state) == 3006);
}

TEST_CASE("crossword: lists and grids that do not work are refused") {
    const std::vector<std::string> good{"AB"};
    for (const int size : {-1, 0, 1, 20, 1 << 30})
        CHECK_THROWS_AS(Crossword<1>(good, size), std::invalid_argument);
    for (const std::string word : {"", "A", "ABC", "Ab", "A B", "\xc3\x84", "A."})
        CHECK_THROWS_AS(Crossword<1>({"AB", word}, 2), std::invalid_argument);
    CHECK_THROWS_AS(Crossword<1>({"AB", "BA", "AB"}, 5), std::invalid_argument);
    CHECK_THROWS_AS(Crossword<1>({}, 5), std::invalid_argument);
    CHECK_THROWS_AS(Crossword<1>(some_words("ABCDE", 3, 1), 5), std::invalid_argument);
    CHECK_THROWS_AS(Crossword<8>(some_words("ABCDE", 4, 1), 5), std::invalid_argument);
}
