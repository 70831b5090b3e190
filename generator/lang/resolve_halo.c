/* resolve_halo.c: masked windows of arrays, S[(height,width):(ld,1)][y:+34, x:+66]. A window may
 * begin before its array and end behind it. Extents that are names become limits, and the origins
 * of these dimensions may be negative. The operand itself becomes the window alone, 34x66 elements,
 * and `array` keeps what was written. So everything that follows sees a tile whose first element
 * lies y * ld + x elements behind the pointer. */
#include "ast.h"
#include <inttypes.h>
#include <stdlib.h>

/* Origins are below 2^30, so that y + row is an int. With 64-bit strides they are below 2^24, and
 * all factors of a stride together below 2^36, so that y * ld is a long long. Of 32-bit strides the
 * tile keeps the product below 2^31, but not along a dimension of which it takes one element. */
enum { ORIGIN_BITS = 30, STRIDE_BITS = 31, WIDE_ORIGIN_BITS = 24, WIDE_STRIDE_BITS = 36 };

const Limit *limit_of_dim(const Limits *limits, int dim) {
    for (int i = 0; i < limits->count; i++) {
        if (limits->at[i].dim == dim) {
            return &limits->at[i];
        }
    }
    return NULL;
}

static bool same_names(Coef a, Coef b) {
    bool same = a.count == b.count;
    for (int k = 0; k < a.count && same; k++) {
        same = a.symbol[k] == b.symbol[k];
    }
    return same;
}

static bool steps_over(const Iter *outer, const Iter *inner) {
    int64_t span;
    return mul_i64(inner->stride.value, inner->extent, &span) && outer->stride.value >= span;
}

bool window_is_apart(const Operand *window) {
    bool apart = true;
    for (int pair = 0; pair < window->rank * window->rank; pair++) {
        const Iter *a = &window->layout.shard[pair / window->rank];
        const Iter *b = &window->layout.shard[pair % window->rank];
        const bool told = a == b || a->extent == 1 || b->extent == 1;
        apart = apart &&
                (told || !same_names(a->stride, b->stride) || steps_over(a, b) || steps_over(b, a));
    }
    return apart;
}

const char *const edge_name[] = {"", "clamp", "wrap"};

bool has_names(const Operand *operand) {
    bool any = false;
    for (int i = 0; i < operand->layout.shard_count && i < MAX_RANK; i++) {
        any = any || operand->layout.named[i];
    }
    return any;
}

static bool fail_halo(const Operand *operand, const char *why, const char *help) {
    diag_error(operand->loc, "E_HALO_PLACE", "a window of an array of run-time extents %s", why);
    diag_help("%s", help);
    return false;
}

static bool check_array(const Copy *copy, const Operand *operand) {
    const Layout *layout = &operand->layout;
    int limited = 0;
    bool deep = false;
    for (int d = 0; d < operand->rank; d++) {
        limited += layout->named[d] != 0;
        deep = deep || (operand->region[d].symbol >= 0 && d < layout->shard_count &&
                        layout->shard[d].stride.count == MAX_FACTORS);
    }
    if (deep) {
        return fail_halo(
            operand,
            "moves along a stride that is a product of three names",
            "write one name for the product: S[(depth,height,width):(slice,ld,1)]");
    }
    if (limited > MAX_LIMITS) {
        return fail_halo(
            operand,
            "has limits in more than three dimensions",
            "write the extents of the outer dimensions as numbers");
    }
    if (layout->swizzle.on || layout->replica_count || layout->offset_count) {
        return fail_halo(
            operand,
            "has a swizzle, a replica or an offset",
            "write its extents and strides alone: gmem S[(height,width):(ld,1)][y:+34, x:+66]");
    }
    if (operand_dtype(copy, operand)->bits < 8) {
        return fail_halo(
            operand,
            "has elements smaller than a byte, which no pointer reaches",
            "copy bytes: u8, with half the columns");
    }
    return true;
}

/* y of [y:+34]. An origin of the tile's side as well would move both by one signed number. */
static bool own_origin(const Copy *copy, const Operand *tile, int symbol) {
    for (int d = 0; d < tile->rank; d++) {
        if (tile->region[d].symbol == symbol) {
            diag_error(
                tile->region_loc,
                "E_SYMBOL_ROLES",
                "'%s' is an origin here and of the array, where it may be negative",
                copy->symbols[symbol].name);
            diag_help("choose another name here");
            return false;
        }
    }
    return true;
}

static void bound_origin(Copy *copy, const Operand *operand, int dim) {
    const Range *range = &operand->region[dim];
    const int64_t end = range->begin + range->extent;
    const Coef stride = operand->layout.shard[dim].stride;
    const bool wide = stride.count && copy->options.ld64;
    Symbol *origin = &copy->symbols[range->symbol];
    bool limited = operand->layout.named[dim] != 0;
    const int64_t reach = ((int64_t)1 << (wide ? WIDE_ORIGIN_BITS : ORIGIN_BITS)) - 1;
    const int64_t most = limited ? reach : operand->shape[dim] - end;
    origin->min = limited ? -reach : origin->min;
    origin->whole = range->begin < 0 ? -range->begin : 0; /* y - 1 begins inside from y = 1 on */
    origin->max = most < origin->max ? most : origin->max;
}

/* What the window skips before its first element is a long long. */
static void bound_strides(Copy *copy, const Operand *operand, int dim) {
    const Range *range = &operand->region[dim];
    const Coef stride = operand->layout.shard[dim].stride;
    const bool far = llabs(range->begin) >> WIDE_ORIGIN_BITS != 0;
    const bool wide = copy->options.ld64 && !far;
    const bool moves = range->symbol >= 0 || range->begin;
    if (range->extent > 1 && !(copy->options.ld64 && moves)) {
        return;
    }
    const int most = wide ? WIDE_STRIDE_BITS : STRIDE_BITS;
    int bits = most; /* of the names; the rest is the stride's number */
    while (bits > stride.count && stride.value > (int64_t)1 << (most - bits)) {
        bits--;
    }
    for (int k = 0; k < stride.count; k++) {
        Symbol *factor = &copy->symbols[stride.symbol[k]];
        const int64_t largest = ((int64_t)1 << bits / stride.count) - 1;
        factor->max = largest < factor->max ? largest : factor->max;
    }
}

/* The extent of the array in this dimension, if it is a name, as a limit of the copy. */
static void add_limit(Copy *copy, const Operand *operand, int dim, int of_tile) {
    const Range *range = &operand->region[dim];
    int symbol = operand->layout.named[dim] - 1;
    copy->limits.at[copy->limits.count++] = (Limit){
        .symbol = symbol,
        .dim = of_tile,
        .windowed = true,
        .origin = range->symbol,
        .begin = range->begin};
    if (copy->symbols[symbol].role == SYMBOL_STRIDE && copy->symbols[symbol].max > INT32_MAX) {
        copy->symbols[symbol].max = INT32_MAX; /* width of S[(height,width):(width,1)] and 'ld64' */
    }
    if (copy->symbols[symbol].role == SYMBOL_EXTENT) {
        copy->symbols[symbol].role = SYMBOL_LIMIT;
        copy->symbols[symbol].max = INT32_MAX;
    }
}

static void take_window(Copy *copy, Operand *operand) {
    Operand *array = NEW(Operand);
    int dims = 0;
    *array = *operand;
    for (int d = 0; d < operand->rank; d++) {
        const int64_t extent = operand->region[d].extent;
        if (array->layout.named[d]) {
            add_limit(copy, array, d, extent == 1 ? -1 : dims);
        }
        dims += extent != 1;
        operand->shape[d] = operand->layout.shard[d].extent = extent;
        operand->region[d] = (Range){0, -1, extent};
        operand->layout.named[d] = 0;
    }
    operand->whole = true;
    operand->array = array;
}

static bool fail_edge(const AstOption *edge, const char *why, const char *help) {
    diag_error(edge->name.loc, "E_EDGE_PLACE", "'edge %s' %s", word_text(edge->value), why);
    diag_help("%s", help);
    return false;
}

/* `edge zero` says what is so without it, `edge keep` is `keep`. */
static bool resolve_edge(Copy *copy, const AstCopy *ast) {
    const AstOption *edge = option_named(ast, "edge");
    const Operand *array = copy->src.array;
    if (!edge || copy->options.tensormap) {
        return !edge || fail_edge(edge, "beside a tensor map", "write 'oob zero' or 'oob nan'");
    }
    copy->limits.edge = word_is(edge->value, "clamp")  ? EDGE_CLAMP
                        : word_is(edge->value, "wrap") ? EDGE_WRAP
                                                       : EDGE_FILL;
    if (!array || ast->both_ways) {
        return fail_edge(
            edge,
            ast->both_ways ? "on two copies, of which one reads and one writes the array"
                           : "on a copy that reads no window of an array",
            ast->both_ways ? "write the two directions as two statements"
                           : "name the extents of the array that is read and add 'masked': gmem "
                             "S[(height,width):(ld,1)][y:+34, x:+66]");
    }
    if (copy->limits.edge && !window_is_apart(&copy->src)) {
        return fail_edge(
            edge,
            "on a window whose rows overlap, because a stride is less than what lies inside it",
            "write a larger stride, or a run-time one: S[(height,width):(ld,1)]");
    }
    const bool other = option_named(ast, "fill") || option_named(ast, "keep");
    return !copy->limits.edge || !other ||
           fail_edge(edge, "leaves nothing to fill or to keep", "drop 'fill' or 'keep'");
}

/* The largest that a stride can be, at most 2^62. */
static int64_t largest_stride(const Copy *copy, Coef stride) {
    const int64_t most = (int64_t)1 << 62;
    int64_t value = stride.value;
    for (int k = 0; k < stride.count; k++) {
        if (!mul_i64(value, copy->symbols[stride.symbol[k]].max, &value)) {
            return most;
        }
    }
    return value < most ? value : most;
}

/* Where the window begins is the sum of (y + 2) * ld over its dimensions, a long long: each of four
 * is less than 2^61. What numbers alone skip is at most 2^52 elements. */
static bool cap_shift(Copy *copy, const Operand *array, int dim, int dims) {
    const Range *range = &array->region[dim];
    const int64_t stride = largest_stride(copy, array->layout.shard[dim].stride);
    const int64_t budget = dims <= 4 ? ((int64_t)1 << 61) - 1 : INT64_MAX / dims;
    const int64_t begin = llabs(range->begin), far = (int64_t)1 << 52;
    const int64_t step = array->layout.shard[dim].stride.value;
    const bool moves = begin || range->symbol >= 0;
    if (stride && moves && (step > far / (begin ? begin : 1) || begin > budget / stride)) {
        diag_error(
            array->region_loc,
            "E_REGION_OUTSIDE",
            "the window may lie %" PRId64 " * %" PRId64 " elements from the pointer",
            begin ? begin : 1,
            step);
        diag_help("at most 2^52 elements lie between: pass a pointer that is nearer");
        return false;
    }
    if (stride && range->symbol >= 0) {
        Symbol *origin = &copy->symbols[range->symbol];
        const int64_t reach = budget / stride - begin;
        origin->max = reach < origin->max ? reach : origin->max;
        origin->min = -reach > origin->min ? -reach : origin->min;
    }
    return true;
}

bool cap_shifts(Copy *copy) {
    const Operand *array = copy->src.array ? copy->src.array : copy->dst.array;
    int dims = 0;
    bool ok = true;
    for (int d = 0; array && d < array->rank; d++) {
        dims += array->region[d].symbol >= 0 || array->region[d].begin;
    }
    for (int d = 0; array && d < array->rank && ok; d++) {
        ok = cap_shift(copy, array, d, dims);
    }
    for (int i = 0; array && ok && copy->limits.edge && i < copy->limits.count; i++) {
        const Limit *limit = &copy->limits.at[i];
        Symbol *extent = &copy->symbols[limit->symbol];
        for (int d = 0; d < array->rank; d++) {
            const int64_t stride = largest_stride(copy, array->layout.shard[d].stride);
            if (array->layout.named[d] - 1 == limit->symbol && stride) {
                const int64_t most = ((int64_t)1 << 62) / stride;
                extent->max = most < extent->max ? most : extent->max;
            }
        }
    }
    return ok;
}

bool resolve_halo(Copy *copy, const AstCopy *ast) {
    Operand *operand = copy->src.space == SPACE_GMEM ? &copy->src : &copy->dst;
    const Operand *tile = operand == &copy->src ? &copy->dst : &copy->src;
    if (copy->options.tensormap || !option_named(ast, "masked") || !has_names(operand)) {
        return resolve_edge(copy, ast);
    }
    if (!check_array(copy, operand)) {
        return false;
    }
    for (int d = 0; d < operand->rank; d++) {
        bound_strides(copy, operand, d);
        if (operand->region[d].symbol < 0) {
            continue;
        }
        if (!own_origin(copy, tile, operand->region[d].symbol)) {
            return false;
        }
        bound_origin(copy, operand, d);
    }
    take_window(copy, operand);
    return resolve_edge(copy, ast);
}

/* Largest power of two that divides a number of elements times stride times symbol, in bytes. */
static int64_t step_align(const Copy *copy, const Operand *operand, Coef stride, int64_t factor) {
    const int64_t most = 1024;
    int64_t divisor = gcd_i64(stride.value, most);
    for (int k = 0; k < stride.count; k++) {
        divisor = gcd_i64(divisor * gcd_i64(copy->symbols[stride.symbol[k]].divisor, most), most);
    }
    divisor = gcd_i64(divisor * gcd_i64(factor, most), most);
    return divisor * operand_dtype(copy, operand)->bits / 8;
}

/* What the window's first element is aligned to follows from the array and from the facts: x % 4 ==
 * 0 and ld % 4 == 0 keep the 16 bytes of f32. */
void align_halo(Copy *copy) {
    Operand *operand = copy->src.space == SPACE_GMEM ? &copy->src : &copy->dst;
    if (!operand->array) {
        return;
    }
    Operand *array = NEW(Operand);
    *array = *operand->array;
    array->align = operand->align;
    array->align_given = operand->align_given;
    operand->array = array;
    for (int d = 0; d < array->rank; d++) {
        const Range *range = &array->region[d];
        const Coef stride = array->layout.shard[d].stride;
        int64_t align = operand->align;
        if (range->begin) {
            align = gcd_i64(align, step_align(copy, operand, stride, range->begin));
        }
        if (range->symbol >= 0) {
            const int64_t step = copy->symbols[range->symbol].divisor;
            align = gcd_i64(align, step_align(copy, operand, stride, step));
        }
        operand->align = (int)gcd_i64(align, 1024);
    }
}
