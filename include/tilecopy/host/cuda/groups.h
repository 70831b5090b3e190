/* groups.h: cooperative groups: the block, tiles of it, lanes that are together, the cluster. */
#ifndef TILECOPY_HOST_CUDA_GROUPS_H
#define TILECOPY_HOST_CUDA_GROUPS_H
#include "warp.h"

/* Where the text calls it. */
#define TC__CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cooperative_groups {

class thread_block {
  public:
    static void sync(TC__CALLER) {
        tc_emu_cta_sync("thread_block::sync", file, line);
    }
    static unsigned thread_rank() {
        return tc_emu_thread();
    }
    static unsigned size() {
        return tc_emu_threads();
    }
    static unsigned num_threads() {
        return tc_emu_threads();
    }
    static dim3 group_index() {
        return blockIdx;
    }
    static dim3 thread_index() {
        return threadIdx;
    }
    static dim3 group_dim() {
        return blockDim;
    }
    static dim3 dim_threads() {
        return blockDim;
    }
};
static inline thread_block this_thread_block() {
    return thread_block();
}

/* Lanes of one warp: those of the mask, which have ranks in their order. */
class tc_cuda_lanes {
  protected:
    unsigned mask;
    explicit tc_cuda_lanes(unsigned m) : mask(m) {
    }
    /* The lane that has the rank. */
    int lane_of(unsigned rank) const {
        return (int)__fns(mask, 0, (int)rank + 1);
    }

  public:
    unsigned thread_rank() const {
        return (unsigned)__popc(mask & ((1u << tc_cuda_lane()) - 1));
    }
    unsigned size() const {
        return (unsigned)__popc(mask);
    }
    unsigned num_threads() const {
        return size();
    }
    void sync() const {
        tc_emu_sync_lanes("thread_group::sync", mask);
    }
    template <class T> T shfl(T value, int rank) const {
        const unsigned n = size();
        return tc_cuda_shuffle_words("shfl", mask, value, lane_of((unsigned)rank % n), true);
    }
    template <class T> T shfl_down(T value, unsigned by) const {
        const unsigned to = thread_rank() + by;
        return tc_cuda_shuffle_words(
            "shfl_down", mask, value, to < size() ? lane_of(to) : 0, to < size());
    }
    template <class T> T shfl_up(T value, unsigned by) const {
        const unsigned mine = thread_rank();
        return tc_cuda_shuffle_words(
            "shfl_up", mask, value, mine >= by ? lane_of(mine - by) : 0, mine >= by);
    }
    template <class T> T shfl_xor(T value, unsigned with) const {
        const unsigned to = thread_rank() ^ with;
        return tc_cuda_shuffle_words(
            "shfl_xor", mask, value, to < size() ? lane_of(to) : 0, to < size());
    }
    int any(int is) const {
        return __any_sync(mask, is);
    }
    int all(int is) const {
        return __all_sync(mask, is);
    }
    /* Bit i: the thread of rank i says yes. */
    unsigned ballot(int is) const {
        return ranks(__ballot_sync(mask, is));
    }
    template <class T> unsigned match_any(T value) const {
        return ranks(__match_any_sync(mask, value));
    }
    template <class T> unsigned match_all(T value, int &all) const {
        return ranks(__match_all_sync(mask, value, &all));
    }
    unsigned tc_mask() const {
        return mask;
    }

  private:
    unsigned ranks(unsigned lanes) const {
        unsigned out = 0;
        for (unsigned i = 0, rank = 0; i < 32; i++)
            if (mask >> i & 1)
                out |= (lanes >> i & 1) << rank++;
        return out;
    }
};

/* The lanes of an aligned group of `size`: of 8, lane 13 is in 8 to 15; fewer where the block ends. */
static inline unsigned tc_cuda_tile_mask(unsigned size) {
    const unsigned t = tc_emu_thread(), warp = t & ~31u, left = tc_emu_threads() - warp;
    const unsigned mask = 0xffffffffu >> (32 - size) << (t & 31u & ~(size - 1));
    return left < 32 ? mask & ((1u << left) - 1) : mask;
}

template <unsigned Size, class Parent = void> class thread_block_tile : public tc_cuda_lanes {
    static_assert(Size && Size <= 32 && !(Size & (Size - 1)), "a tile has 1, 2, 4 ... 32 threads");

  public:
    thread_block_tile() : tc_cuda_lanes(tc_cuda_tile_mask(Size)) {
    }
    template <class Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other)
        : tc_cuda_lanes(other.tc_mask()) {
    }
    static constexpr unsigned size() {
        return Size;
    }
    static constexpr unsigned num_threads() {
        return Size;
    }
    unsigned meta_group_rank() const {
        return tc_emu_thread() / Size;
    }
    unsigned meta_group_size() const {
        return (tc_emu_threads() + Size - 1) / Size;
    }
};
template <unsigned Size, class Parent>
static inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>();
}

class coalesced_group : public tc_cuda_lanes {
  public:
    explicit coalesced_group(unsigned m) : tc_cuda_lanes(m) {
    }
    unsigned meta_group_rank() const {
        return 0;
    }
    unsigned meta_group_size() const {
        return 1;
    }
};
static inline coalesced_group coalesced_threads() {
    return coalesced_group(tc_emu_active("coalesced_threads"));
}
static inline coalesced_group tiled_partition(const thread_block &, unsigned size) {
    return coalesced_group(tc_cuda_tile_mask(size));
}
template <class Group> static inline coalesced_group binary_partition(const Group &group, bool is) {
    const unsigned yes = __ballot_sync(group.tc_mask(), is);
    return coalesced_group(is ? yes : group.tc_mask() & ~yes);
}
template <class Group, class T>
static inline coalesced_group labeled_partition(const Group &group, T label) {
    return coalesced_group(__match_any_sync(group.tc_mask(), label));
}

/* ---- the cluster, the grid ----------------------------------------------------------------------- */

class cluster_group {
  public:
    static void sync(TC__CALLER) {
        barrier_arrive(file, line);
        barrier_wait(file, line);
    }
    static void barrier_arrive(TC__CALLER) {
        tc_emu_site(file, line, TC_EMU_FRAMES);
        tc_emu_cluster_arrive("cluster_group::barrier_arrive", 1);
    }
    static void barrier_wait(TC__CALLER) {
        tc_emu_site(file, line, TC_EMU_FRAMES);
        tc_emu_cluster_wait("cluster_group::barrier_wait");
    }
    static unsigned block_rank() {
        return tc_emu_cluster_cta();
    }
    static unsigned num_blocks() {
        return tc_emu_cluster_ctas();
    }
    static dim3 dim_blocks() {
        return dim3(tc_emu_cluster_dim[0], tc_emu_cluster_dim[1], tc_emu_cluster_dim[2]);
    }
    static dim3 block_index() {
        const unsigned *n = tc_emu_cluster_dim;
        return dim3(blockIdx.x % n[0], blockIdx.y % n[1], blockIdx.z % n[2]);
    }
    static unsigned thread_rank() {
        return block_rank() * tc_emu_threads() + tc_emu_thread();
    }
    static unsigned num_threads() {
        return num_blocks() * tc_emu_threads();
    }
    static unsigned size() {
        return num_threads();
    }
    template <class T> static T *map_shared_rank(T *p, unsigned rank) {
        return (T *)(void *)tc_emu_map("map_shared_rank", (const void *)p, rank);
    }
};
static inline cluster_group this_cluster() {
    return cluster_group();
}

/* The CTAs of a grid run one after another, unless it was launched by cudaLaunchCooperativeKernel: then it is one
 * cluster, whose barrier is the grid's. */
class grid_group {
  public:
    static bool is_valid() {
        return tc_emu_cluster_ctas() == tc_emu_ctas();
    }
    static void sync(TC__CALLER) {
        if (!is_valid())
            tc_emu_check_failed(
                "grid_group::sync", "the kernel was not launched by cudaLaunchCooperativeKernel");
        tc_emu_site(file, line, TC_EMU_FRAMES);
        tc_emu_cluster_arrive("grid_group::sync", 1);
        tc_emu_cluster_wait("grid_group::sync");
    }
    static unsigned long long num_threads() {
        return size();
    }
    static dim3 group_dim() {
        return gridDim;
    }
    static dim3 dim_blocks() {
        return gridDim;
    }
    static dim3 block_index() {
        return blockIdx;
    }
    static unsigned long long thread_rank() {
        return (unsigned long long)tc_emu_cta() * tc_emu_threads() + tc_emu_thread();
    }
    static unsigned long long size() {
        return (unsigned long long)tc_emu_ctas() * tc_emu_threads();
    }
    static unsigned block_rank() {
        return tc_emu_cta();
    }
    static unsigned num_blocks() {
        return tc_emu_ctas();
    }
};
static inline grid_group this_grid() {
    return grid_group();
}

/* A group whose kind the type does not say: the block, or lanes of a warp. */
class thread_group {
    unsigned mask; /* 0: the block */

  public:
    thread_group(const thread_block &) : mask(0) {
    }
    thread_group(const tc_cuda_lanes &lanes) : mask(lanes.tc_mask()) {
    }
    void sync(TC__CALLER) const {
        if (mask)
            coalesced_group(mask).sync();
        else
            thread_block::sync(file, line);
    }
    unsigned thread_rank() const {
        return mask ? coalesced_group(mask).thread_rank() : thread_block::thread_rank();
    }
    unsigned size() const {
        return mask ? coalesced_group(mask).size() : thread_block::size();
    }
    unsigned num_threads() const {
        return size();
    }
};
static inline thread_group tiled_partition(const thread_group &, unsigned size) {
    return coalesced_group(tc_cuda_tile_mask(size));
}

static inline void sync(const thread_group &group, TC__CALLER) {
    group.sync(file, line);
}
static inline void sync(const grid_group &grid, TC__CALLER) {
    grid.sync(file, line);
}
static inline void sync(const thread_block &block, TC__CALLER) {
    block.sync(file, line);
}
static inline void sync(const cluster_group &cluster, TC__CALLER) {
    cluster.sync(file, line);
}
static inline void sync(const tc_cuda_lanes &lanes) {
    lanes.sync();
}

/* ---- with all of a group --------------------------------------------------------------------------- */

template <class T = void> struct plus {
    template <class U> U operator()(U a, U b) const {
        return (U)(a + b);
    }
};
template <class T = void> struct less {
    template <class U> U operator()(U a, U b) const {
        return b < a ? b : a;
    }
};
template <class T = void> struct greater {
    template <class U> U operator()(U a, U b) const {
        return a < b ? b : a;
    }
};
template <class T = void> struct bit_and {
    template <class U> U operator()(U a, U b) const {
        return a & b;
    }
};
template <class T = void> struct bit_or {
    template <class U> U operator()(U a, U b) const {
        return a | b;
    }
};
template <class T = void> struct bit_xor {
    template <class U> U operator()(U a, U b) const {
        return a ^ b;
    }
};
template <class Group, class T, class F>
static inline T reduce(const Group &group, T value, F &&combine) {
    return tc_cuda_reduce("cooperative_groups::reduce", group.tc_mask(), value, combine);
}
template <class Group, class T, class F>
static inline T inclusive_scan(const Group &group, T value, F &&combine) {
    for (unsigned by = 1; by < group.size(); by *= 2) {
        const T left = group.shfl_up(value, by);
        value = group.thread_rank() >= by ? combine(left, value) : value;
    }
    return value;
}
template <class Group, class T> static inline T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T> static inline T exclusive_scan(const Group &group, T value) {
    const T sum = inclusive_scan(group, value), left = group.shfl_up(sum, 1);
    return group.thread_rank() ? left : T();
}
template <class Group, class F> static inline void invoke_one(const Group &group, F &&f) {
    if (group.thread_rank() == 0)
        f();
}

} // namespace cooperative_groups

#endif
