// What Python code of the user's answers: checked, so that an answer which breaks the contract is a
// ContractError that says "Nim.legal gave 'x'; expected …", and nothing worse. Exceptions pass through.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <utility>

#include "core/game.hpp"

namespace playout {

class Answers {
public:
    // Those of the methods of an object, or of a function, whose method is "".
    explicit Answers(nanobind::handle object);
    explicit Answers(std::string function) : type_(std::move(function)) {}

    [[nodiscard]] const std::string &type() const { return type_; }

    [[noreturn]] void complain(const char *method, nanobind::handle answer,
                               const std::string &expected) const;

    // Any kind of integer is welcome: what Python can use as an index, but no bool.
    [[nodiscard]] long integer(const char *method, nanobind::handle answer, long low, long high) const;
    [[nodiscard]] double number(const char *method, nanobind::handle answer) const;
    [[nodiscard]] double score(const char *method, nanobind::handle answer, const Bounds &) const;
    [[nodiscard]] std::string string(const char *method, nanobind::handle answer) const;

private:
    std::string type_; // the name of the object's class, or of the function
};

// Reads the items of a sequence, and says whether there are as many as expected: one more is not read, for an
// iterator may never end.
template <class Read> bool read_items(const nanobind::object &sequence, std::size_t expected, Read read) {
    const nanobind::object items = nanobind::steal(PyObject_GetIter(sequence.ptr()));
    if (!items.is_valid()) throw nanobind::python_error();
    for (std::size_t i = 0; i <= expected; ++i) {
        const nanobind::object item = nanobind::steal(PyIter_Next(items.ptr()));
        if (PyErr_Occurred() != nullptr) throw nanobind::python_error();
        if (item.is_valid() != (i < expected)) return false;
        if (item.is_valid()) read(item);
    }
    return true;
}

} // namespace playout
