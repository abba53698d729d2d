#include "bindings/answers.hpp"

#include <nanobind/stl/string.h>

#include <cmath>

#include "core/error.hpp"

namespace playout {

namespace nb = nanobind;

namespace {

// A value for an error message, as the Python side shows it.
std::string describe(nb::handle value) {
    return nb::cast<std::string>(nb::module_::import_("playout.errors").attr("show")(value));
}

// The value as an integer of Python's own; nothing if it is none. An array has an index as well, but most
// arrays refuse to tell it, by a TypeError.
nb::object as_integer(nb::handle value) {
    if (PyBool_Check(value.ptr())) return {};
    if (PyLong_Check(value.ptr())) return nb::borrow(value);
    if (!PyIndex_Check(value.ptr())) return {};
    PyObject *const index = PyNumber_Index(value.ptr());
    if (index == nullptr && !PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    return nb::steal(index);
}

} // namespace

Answers::Answers(nb::handle object) : type_(nb::cast<std::string>(object.type().attr("__name__"))) {}

void Answers::complain(const char *method, nb::handle answer, const std::string &expected) const {
    const std::string name = *method == '\0' ? type_ : type_ + "." + method;
    throw ContractError(name + " gave " + describe(answer) + "; expected " + expected);
}

long Answers::integer(const char *method, nb::handle answer, long low, long high) const {
    int overflow = 0;
    const nb::object index = as_integer(answer);
    const long number = index.is_valid() ? PyLong_AsLongAndOverflow(index.ptr(), &overflow) : 0;
    if (!index.is_valid() || overflow != 0 || number < low || number > high)
        complain(method, answer, "an integer from " + std::to_string(low) + " to " + std::to_string(high));
    return number;
}

double Answers::number(const char *method, nb::handle answer) const {
    double number = 0;
    if (!nb::try_cast(answer, number) || std::isnan(number)) complain(method, answer, "a number");
    return number;
}

double Answers::score(const char *method, nb::handle answer, const Bounds &bounds) const {
    const double score = number(method, answer);
    if (!(score >= bounds.low && score <= bounds.high))
        complain(method, answer,
                 "a number within bounds() = (" + std::to_string(bounds.low) + ", " +
                     std::to_string(bounds.high) + ")");
    return score;
}

std::string Answers::string(const char *method, nb::handle answer) const {
    std::string text;
    if (!nb::try_cast(answer, text)) complain(method, answer, "a string");
    return text;
}

} // namespace playout
