#include <cmath>

#include "engine/catalogue.hpp"
#include "games/c_game.hpp"

namespace playout {

namespace {

constexpr std::uint64_t max_state = FarBytes::capacity;
constexpr std::uint32_t max_moves = 1'000'000, max_codes = 100'000'000, max_length = 1'000'000'000;

void require(bool fine, const std::string &title, const std::string &what) {
    if (!fine) throw ContractError(title + ": " + what);
}

void check_number(const std::string &title, const char *name, std::uint64_t value, std::uint64_t low,
                  std::uint64_t high) {
    require(low <= value && value <= high, title,
            std::string(name) + " is " + std::to_string(value) + "; expected " + std::to_string(low) +
                " to " + std::to_string(high));
}

} // namespace

void check_rules(const playout_game &rules, const std::string &title) {
    require(rules.version == PLAYOUT_VERSION, title,
            "made for version " + std::to_string(rules.version) + " of playout/game.h; this is version " +
                std::to_string(PLAYOUT_VERSION));
    check_number(title, "players", rules.players, 1, 2);
    check_number(title, "state_size", rules.state_size, 1, max_state);
    check_number(title, "max_moves", rules.max_moves, 1, max_moves);
    check_number(title, "max_length", rules.max_length, 1, max_length);
    check_number(title, "code_count", rules.code_count, 0, max_codes);
    require(std::isfinite(rules.high - rules.low) && rules.low < rules.high, title,
            "low and high must be two finite numbers, the lowest score and a higher one");
    const std::pair<const char *, bool> functions[] = {{"initial", rules.initial != nullptr},
                                                       {"legal", rules.legal != nullptr},
                                                       {"play", rules.play != nullptr},
                                                       {"turn", rules.turn != nullptr || rules.players == 1},
                                                       {"score", rules.score != nullptr}};
    for (const auto &[name, is_there] : functions)
        require(is_there, title, std::string("the function ") + name + " is missing");
}

EnginePtr c_game(const playout_game &rules, FacePtr face, bool misere) {
    check_rules(rules, face->title());
    if (rules.state_size <= 64) return small_c_game(rules, std::move(face), misere);
    if (rules.state_size <= 512) return middle_c_game(rules, std::move(face), misere);
    return large_c_game(rules, std::move(face), misere);
}

} // namespace playout
