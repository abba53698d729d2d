// The end of the process, with daemon threads inside the core.
//
// Before Python 3.14 such a thread is ended by pthread_exit as soon as it wants the GIL of an interpreter
// that is being finalized, and that cannot unwind C++ frames: the process would die. So nobody is inside by
// then. Every call that may run long, or run Python code, is a Call; when the interpreter is about to end,
// the calls under way are told to stop and waited for, and a thread that would come out, or come in, is put
// to sleep for good. It ends with the process.
#pragma once

#include <nanobind/nanobind.h>

namespace playout {

// A call of the core by Python, for as long as it lasts: a guard of nanobind's, made and ended with the GIL.
class Call {
public:
    Call();
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    ~Call();
};
constexpr nanobind::call_guard<Call> counted{};

// Within a call, a stretch without the GIL.
class Released {
public:
    Released() : thread_(PyEval_SaveThread()) {}
    Released(const Released &) = delete;
    Released &operator=(const Released &) = delete;
    ~Released();

private:
    PyThreadState *thread_;
};

// To be called once, when the module is made.
void close_at_exit();

} // namespace playout
