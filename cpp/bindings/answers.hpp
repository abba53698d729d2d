// What Python code of the user's answers: checked, so that an answer which breaks the contract is a
// ContractError that says "Nim.legal gave 'x'; expected …", and nothing worse. Exceptions pass through.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "core/game.hpp"

namespace playout {

class Answers {
public:
    // Those of the methods of an object.
    explicit Answers(nanobind::handle object);

    [[nodiscard]] const std::string &type() const { return type_; }

    [[noreturn]] void complain(const char *method, nanobind::handle answer,
                               const std::string &expected) const;

    // Any kind of integer is welcome: what Python can use as an index, but no bool.
    [[nodiscard]] long integer(const char *method, nanobind::handle answer, long low, long high) const;
    [[nodiscard]] double number(const char *method, nanobind::handle answer) const;
    [[nodiscard]] double score(const char *method, nanobind::handle answer, const Bounds &) const;
    [[nodiscard]] std::string string(const char *method, nanobind::handle answer) const;

private:
    std::string type_; // the name of the object's class
};

} // namespace playout
