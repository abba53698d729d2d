// The kernels of playout.cuda: one warp a search. What stands before this names the Kind of playouts; LEVELS
// is the most that NRPA has, BLOCK warps are a block at most, and BLOCKS such blocks find room on a multiprocessor.
#include "playout/device/lns.hpp"

using namespace playout::device;
using TheSearch = Search<Kind, LEVELS>;
using TheArena = TheSearch::Arena;

__device__ unsigned int own_search() { return (blockIdx.x * blockDim.x + threadIdx.x) / warp_size; }

extern "C" {

__global__ void sizes(uint32_t *bytes) {
    bytes[0] = sizeof(TheSearch);
    bytes[1] = sizeof(TheArena);
    bytes[2] = sizeof(Report);
    bytes[3] = sizeof(Options);
    bytes[4] = TheSearch::Solution::most_plies;
}

__global__ void begin(TheSearch *searches, unsigned int count, const uint64_t *seeds) {
    if (own_search() < count) searches[own_search()].begin(seeds[own_search()]);
}

// Islands of so many members take turns with the kinds of options.
__global__ void __launch_bounds__(BLOCK *warp_size, BLOCKS)
    run(TheSearch *searches, unsigned int count, const Options *options, unsigned int kinds,
        unsigned int members) {
    extern __shared__ __align__(16) unsigned char shared[];
    auto *const arenas = reinterpret_cast<TheArena *>(shared);
    const unsigned int own = own_search();
    if (own < count) searches[own].run(arenas[threadIdx.x / warp_size], options[own / members % kinds]);
}

// Some searches go on from the solution of others; no search does both.
__global__ void adopt(TheSearch *searches, unsigned int count, const int *from) {
    const unsigned int own = own_search();
    if (own < count && from[own] >= 0) searches[own].adopt(searches[from[own]].current);
}

// All searches begin with given solutions.
__global__ void plant(TheSearch *searches, unsigned int count, const TheSearch::Solution *solutions) {
    if (own_search() < count) searches[own_search()].plant(solutions[own_search()]);
}

__global__ void report(const TheSearch *searches, unsigned int count, Report *reports) {
    const unsigned int own = own_search();
    if (own >= count) return;
    const Report its = searches[own].report();
    if (is_first_lane()) reports[own] = its;
}

__global__ void solution(const TheSearch *searches, unsigned int which, int32_t *moves) {
    const auto &best = searches[which].best;
    for (unsigned int ply = threadIdx.x; ply < best.length; ply += blockDim.x) moves[ply] = best.move[ply];
}

} // extern "C"
