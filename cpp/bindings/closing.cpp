#include "bindings/closing.hpp"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/budget.hpp"

namespace playout {

namespace {

using namespace std::chrono_literals;

// A rule that blocks for ever shall not keep the process alive for ever. Its thread is then where it was, and
// harmless unless it wakes up in the very moment of finalization.
constexpr auto patience = 5s;

std::atomic<int> threads_inside{0};
std::atomic<bool> is_closing{false};
std::thread::id closer;     // the thread that ends the interpreter, and goes in and out as it likes
thread_local int depth = 0; // calls of this thread: rules may call the library in their turn

bool may_go_on() { return !is_closing || std::this_thread::get_id() == closer; }

// To be called without the GIL.
[[noreturn]] void sleep_for_good() {
    if (depth > 0) --threads_inside;
    for (;;) std::this_thread::sleep_for(1h);
}

// With the GIL.
void go_on_or_sleep() {
    if (may_go_on()) return;
    PyEval_SaveThread();
    sleep_for_good();
}

void close() {
    closer = std::this_thread::get_id();
    is_closing = true;
    Stop::request_all(true);
    {
        const Released released;
        const auto deadline = std::chrono::steady_clock::now() + patience;
        const int own = depth > 0 ? 1 : 0;
        while (threads_inside > own && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(1ms);
    }
    Stop::request_all(false); // what else runs at exit may search
}

// The child of a fork has one thread.
void forget_others() { threads_inside = depth > 0 ? 1 : 0; }

} // namespace

Call::Call() {
    go_on_or_sleep();
    if (depth++ == 0) ++threads_inside;
}

Call::~Call() {
    go_on_or_sleep();
    if (--depth == 0) --threads_inside;
}

Released::~Released() {
    if (!may_go_on()) sleep_for_good();
    PyEval_RestoreThread(thread_);
}

void close_at_exit() {
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(close));
    pthread_atfork(nullptr, nullptr, forget_others);
}

} // namespace playout
