/* resolve_pitch.c: a masked copy also serves matrices smaller than its tile. So the bound that a
 * layout implies for a pitch follows from the limit: S[(64,64):(ld,1)] requires ld >= cols, and ld
 * >= 64 only if as many columns move. Where rows overlap beyond cols, nothing is read or written.
 *
 * The bound is eased only in the plain case, in which each limited dimension has one stride. Other
 * pitches keep the bound of the whole tile, and so do pitches that shared memory or registers
 * use. */
#include "ast.h"

static const int64_t NEVER_ENOUGH = (int64_t)1 << 52; /* above every pitch */

/* Dimension `dim` of the operand as one iter: (2,32):(32*ld,ld) of a dimension of 64 is (64:ld).
 * False: it is none, or a dimension before it shares an iter. */
static bool whole_dim(const Operand *operand, int dim, Iter *out) {
    const Layout *layout = &operand->layout;
    int at = 0;
    for (int d = 0; d <= dim; d++) {
        *out = (Iter){.extent = 1};
        for (int64_t left = operand->shape[d]; left > 1; at++) {
            if (at == layout->shard_count || left % layout->shard[at].extent) {
                return false;
            }
            const Iter *next = &layout->shard[at];
            left /= next->extent;
            if (next->extent == 1) {
                continue;
            }
            bool goes_on = next->stride.count == out->stride.count &&
                           out->stride.value == next->extent * next->stride.value;
            for (int k = 0; k < next->stride.count && goes_on; k++) {
                goes_on = next->stride.symbol[k] == out->stride.symbol[k];
            }
            if (d == dim && out->extent > 1 && !goes_on) {
                return false;
            }
            int64_t before = out->extent;
            *out = *next;
            out->extent *= before;
        }
    }
    return out->axis == AXIS_M;
}

static bool stride_has(const Iter *iter, int symbol) {
    for (int k = 0; k < iter->stride.count; k++) {
        if (iter->stride.symbol[k] == symbol) {
            return true;
        }
    }
    return false;
}

static bool layout_has(const Layout *layout, int symbol) {
    bool has = false;
    for (int i = 0; i < layout->shard_count; i++) {
        has = has || stride_has(&layout->shard[i], symbol);
    }
    return has;
}

/* The limited dimensions of the operand in global memory: all but those of one element. */
typedef struct {
    int count;
    struct {
        int limit;
        int64_t extent; /* of the region */
        Iter iter;
    } dim[MAX_LIMITS];
} Limited;

static bool limited_dims(const Copy *copy, const Operand *operand, Limited *limited) {
    int dim = 0;
    *limited = (Limited){0};
    for (int d = 0; d < operand->rank; d++) {
        if (operand->region[d].extent == 1) {
            continue;
        }
        int at = limited->count++;
        limited->dim[at].limit = limit_of_dim(&copy->limits, dim++)->symbol;
        limited->dim[at].extent = operand->region[d].extent;
        if (!whole_dim(operand, d, &limited->dim[at].iter)) {
            return false;
        }
    }
    return true;
}

/* Does the constant stride of `unit` elements lie inside a step of this one, and not around all of
 * it? */
static bool lies_inside(const Symbol *symbol, const Iter *iter, int64_t unit) {
    int64_t reach;
    return unit > 0 && !(mul_i64(iter->extent - 1, iter->stride.value, &reach) &&
                         mul_i64(reach, symbol->max, &reach) && unit > reach);
}

/* The pitch of the iter of a symbol alone, by the limited dimension of constant stride inside
 * it. */
static bool pitch_of(const Symbol *symbol, const Iter *iter, const Limited *limited, Pitch *pitch) {
    for (int d = 0; d < limited->count; d++) {
        const Iter *inner = &limited->dim[d].iter;
        int64_t reach, scale = iter->stride.value, unit = inner->stride.value;
        if (inner->stride.count || iter->stride.count != 1 || scale < 1 ||
            !lies_inside(symbol, iter, unit) || !mul_i64(limited->dim[d].extent, unit, &reach)) {
            continue;
        }
        *pitch = (Pitch){limited->dim[d].limit, scale, unit, (reach + scale - 1) / scale};
        return true;
    }
    return false;
}

/* Is the symbol the pitch of a limited dimension in another way than `iter` says, h*ld for
 * instance? */
static bool is_tied(const Limited *limited, int symbol, const Iter *iter) {
    for (int d = 0; d < limited->count; d++) {
        const Iter *other = &limited->dim[d].iter;
        if (stride_has(other, symbol) &&
            !(iter && other->stride.count == 1 && other->stride.value == iter->stride.value)) {
            return true;
        }
    }
    return false;
}

/* `h` of S[(8,64,64):(h*ld,ld,1)][n:+1, 0:64, 0:64] says where a slice begins and keeps nothing
 * apart: any value serves. */
static void ease(Copy *copy, const Operand *operand, const Limited *limited, int at) {
    Symbol *symbol = &copy->symbols[at];
    const Iter *alone = NULL;
    Iter of_limited;
    for (int d = 0; d < limited->count && !alone; d++) {
        of_limited = limited->dim[d].iter;
        alone = stride_has(&of_limited, at) && of_limited.stride.count == 1 ? &of_limited : NULL;
    }
    for (int i = 0; i < operand->layout.shard_count && !alone; i++) {
        const Iter *iter = &operand->layout.shard[i];
        alone = stride_has(iter, at) && iter->stride.count == 1 ? iter : NULL;
    }
    if (is_tied(limited, at, alone) ||
        (alone && !pitch_of(symbol, alone, limited, &symbol->pitch))) {
        return;
    }
    symbol->whole = symbol->min;
    symbol->min = 0;
}

/* The symbol that `outer` has and `inner` does not, where that is all the difference beside their
 * numbers: p of 2*p*ld and ld. -1: there is more, or less. */
static int symbol_between(Coef outer, Coef inner) {
    int found = -1, at = 0;
    for (int i = 0; i < outer.count; i++) {
        if (at < inner.count && outer.symbol[i] == inner.symbol[at]) {
            at++;
        } else if (found >= 0) {
            return -1;
        } else {
            found = outer.symbol[i];
        }
    }
    return at == inner.count ? found : -1;
}

/* The symbol by which a step along `outer` is one over the dimension `inner`, which is written
 * behind it or is too small to lie outside; -1: none. */
static int symbol_over(const Operand *array, int outer, int inner) {
    const Iter *a = &array->layout.shard[outer], *b = &array->layout.shard[inner];
    const bool is_unit = b->extent == 1 && !array->layout.named[inner];
    const bool is_inside = inner > outer || b->stride.value <= a->stride.value;
    return is_unit || !is_inside || a->stride.value < 1 || b->stride.value < 1
               ? -1
               : symbol_between(a->stride, b->stride);
}

/* Of the dimensions that lie inside of a step, the largest: 16 of S[(M,8,16):(ld,16,1)]. What lies
 * inside of that follows. */
static bool is_nearest(const Operand *array, int outer, int inner, int symbol) {
    bool is = true;
    for (int other = 0; other < array->rank; other++) {
        is = is &&
             (symbol_over(array, outer, other) != symbol ||
              array->layout.shard[other].stride.value <= array->layout.shard[inner].stride.value);
    }
    return is;
}

/* An array is wider than its windows, whose rows do not follow each other in memory: what a copy
 * costs is counted where each begins with a sector of 32 bytes. */
static int64_t sector_above(const Copy *copy, int64_t elements) {
    const int64_t sector = 256 / copy->dtype->bits;
    return (elements + sector - 1) / sector * sector;
}

/* Does `a` ask for more of a pitch than `b`: 2 * ld >= 3 * width than ld >= width? Of one that asks
 * for nothing all numbers are 0. */
static bool asks_more(Pitch a, Pitch b) {
    int64_t more, less;
    return !mul_i64(a.unit, b.scale, &more) || !mul_i64(b.unit, a.scale, &less) || more >= less;
}

/* ld of S[(height,width):(ld,1)]: ld >= width. width of S[(height,width):(2*width,1)] asks for
 * nothing, and the tile is whole where it ends inside of width. */
static void step_over_name(Copy *copy, const Operand *array, Coef outer, int over, int at) {
    Symbol *symbol = &copy->symbols[at];
    const Coef inner = array->layout.shard[over].stride;
    const Range *range = &array->region[over];
    const int named = array->layout.named[over];
    const int64_t common = gcd_i64(outer.value, inner.value);
    const Pitch pitch = {named - 1, outer.value / common, inner.value / common, NEVER_ENOUGH};
    const bool is_own = at == named - 1;
    if (is_own && outer.value < inner.value) {
        return; /* rows overlap for any width */
    }
    if (!symbol->whole) {
        const int64_t end = is_own ? range->begin + range->extent : 0;
        const int64_t least = end > symbol->min ? end : symbol->min;
        symbol->whole = inner.count ? least : sector_above(copy, least);
    }
    symbol->min = 0;
    if (!is_own && asks_more(pitch, symbol->pitch)) {
        symbol->pitch = pitch;
    }
}

/* ld of S[(height,64):(ld,1)]: ld >= 64. */
static void step_over_number(Copy *copy, Coef outer, const Iter *inner, int at) {
    Symbol *symbol = &copy->symbols[at];
    int64_t reach;
    if (mul_i64(inner->stride.value, inner->extent, &reach)) {
        const int64_t least = (reach + outer.value - 1) / outer.value;
        symbol->min = least > symbol->min ? least : symbol->min;
    }
}

/* Rows of an array never overlap, wherever its window lies: ld >= width, and p >= height in
 * S[(depth,height,width):(p*ld,ld,1)]. The bounds come from the array, not from the window. Names
 * first: they take the place of bounds that the window implied. */
static void pitch_window(Copy *copy, const Operand *operand) {
    const Operand *array = operand->array;
    for (int turn = 0; turn < 2 * array->rank * array->rank; turn++) {
        const int pair = turn % (array->rank * array->rank);
        const bool names = pair == turn;
        const int outer = pair / array->rank, inner = pair % array->rank;
        const int named = array->layout.named[inner];
        const int at = symbol_over(array, outer, inner);
        if (at < 0 || names != (named != 0) || !is_nearest(array, outer, inner, at)) {
            continue;
        }
        const Coef step = array->layout.shard[outer].stride;
        if (named) {
            step_over_name(copy, array, step, inner, at);
        } else {
            step_over_number(copy, step, &array->layout.shard[inner], at);
        }
    }
    for (int i = 0; i < copy->limits.count && copy->limits.edge; i++) {
        Symbol *extent = &copy->symbols[copy->limits.at[i].symbol];
        extent->min = extent->min < 1 ? 1 : extent->min; /* there is a nearest element */
    }
}

void pitch_symbols(Copy *copy) {
    bool is_load = copy->src.space == SPACE_GMEM;
    const Operand *operand = is_load ? &copy->src : &copy->dst;
    const Operand *tile = is_load ? &copy->dst : &copy->src;
    Limited limited;
    if (operand->array) {
        pitch_window(copy, operand);
        return;
    }
    if (!copy->limits.count || operand->layout.replica_count ||
        !limited_dims(copy, operand, &limited)) {
        return;
    }
    for (int i = 0; i < copy->symbol_count; i++) {
        const Symbol *symbol = &copy->symbols[i];
        if (symbol->role == SYMBOL_STRIDE && symbol->min > 1 && !layout_has(&tile->layout, i)) {
            ease(copy, operand, &limited, i);
        }
    }
}
