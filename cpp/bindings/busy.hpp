// A search that Python holds runs without the GIL, so another thread could reach it meanwhile, and so could
// rules and playouts written in Python that it calls: whoever finds it busy is turned away.
#pragma once

#include <stdexcept>

namespace playout {

class Busy {
public:
    // The flag is looked at with the GIL only.
    explicit Busy(bool &flag) : flag_(flag) {
        if (flag) throw std::invalid_argument("this search is running already");
        flag = true;
    }
    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;
    ~Busy() { flag_ = false; }

private:
    bool &flag_;
};

} // namespace playout
