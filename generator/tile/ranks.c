/* ranks.c: which threads hold parts of one result of a reduction over a register layout, as digits
 * of the rank: bits of the lane, which shuffles walk, and digits of the warp, which shared memory
 * joins; and the digits that are left. */
#include "lane0.h"

typedef struct {
    int64_t stride, extent; /* of the rank */
} Span;

static bool is_power_of_2(int64_t n) {
    return (n & (n - 1)) == 0;
}

static void insert_span(Span *spans, int *count, Span span) {
    int at = (*count)++;
    for (; at > 0 && spans[at - 1].stride > span.stride; at--)
        spans[at] = spans[at - 1];
    spans[at] = span;
}

/* 4@tid_in_wg of extent 16 is lanes 4, 8 and 16 and then two warps; 1@tx of extent 96 is 32 lanes
 * and three warps. false: 4@tx of extent 12 ends in the middle of a warp. */
static bool add_span(Span *spans, int *count, int64_t stride, int64_t extent, Decline *decline) {
    enum { LANES = 32 };
    bool in_warp = stride < LANES, spills = in_warp && stride * extent > LANES;
    if (in_warp && (!is_power_of_2(stride) || (!spills && !is_power_of_2(extent))))
        return decline_with(
            decline,
            "lanes",
            "shuffles meet lanes by powers of two, not %lld lanes that are %lld apart",
            (long long)extent,
            (long long)stride);
    if (spills && stride * extent % LANES)
        return decline_with(
            decline,
            "lanes",
            "%lld threads, %lld apart, begin with a warp and end inside another",
            (long long)extent,
            (long long)stride);
    int64_t lanes = spills ? LANES / stride : extent;
    insert_span(spans, count, (Span){stride, lanes});
    if (lanes < extent)
        insert_span(spans, count, (Span){LANES, extent / lanes});
    return true;
}

static Digit digit_at(int64_t stride, int64_t extent, int64_t threads) {
    return digit_of(VAR_RANK, 0, stride, stride * extent >= threads ? 0 : extent);
}

/* What lies between two spans, or behind the last one. */
static bool add_rest(Ranks *ranks, int64_t from, int64_t to, int64_t threads, Decline *decline) {
    if (from == 0 || to % from)
        return decline_with(
            decline,
            "threads",
            "the threads of one result are no digits of %lld",
            (long long)threads);
    if (to == from)
        return true;
    ranks->rest[ranks->rest_count] = digit_at(from, to / from, threads);
    ranks->rest_extent[ranks->rest_count++] = to / from;
    *(from < 32 ? &ranks->lanes : &ranks->groups) *= to / from;
    return true;
}

bool ranks_of(const Fold *fold, int threads, Ranks *out, Decline *decline) {
    enum { LANES = 32 };
    Span spans[2 * MAX_ITERS] = {{0}};
    int count = 0;
    int64_t below = 1, in_warp = threads < LANES ? threads : LANES;
    *out = (Ranks){.warps = 1, .lanes = 1, .groups = 1};
    for (int i = 0; i < fold->far_count; i++) {
        int64_t div = 1, mod = 0;
        axis_rank_digit(fold->far[i].axis, &div, &mod);
        if (!add_span(spans, &count, fold->far[i].stride.value * div, fold->far[i].extent, decline))
            return false;
    }
    for (int i = 0; i <= count; i++) {
        Span span = i < count ? spans[i] : (Span){threads, 1};
        if (below < in_warp && span.stride >= in_warp) { /* lanes, then warps */
            if (!add_rest(out, below, in_warp, threads, decline))
                return false;
            below = in_warp;
        }
        if (!add_rest(out, below, span.stride, threads, decline))
            return false;
        below = span.stride * span.extent;
        if (i < count && span.stride < LANES) {
            out->lane_mask |= (int)(below - span.stride);
        } else if (i < count) {
            out->warp[out->warp_count] = digit_at(span.stride, span.extent, threads);
            out->warp_extent[out->warp_count++] = span.extent;
            out->warps *= span.extent;
        }
    }
    return true;
}
