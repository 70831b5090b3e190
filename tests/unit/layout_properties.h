/* layout_properties.h: what must hold for every random layout; part of test_layout_random.c, which
 * has the definition and the random layouts. `reached` counts how often a property applied. */
#ifndef TCGEN_LAYOUT_PROPERTIES_H
#define TCGEN_LAYOUT_PROPERTIES_H

static struct {
    int64_t places, refused_places, fused, grouped, ungrouped, sliced, moving, straddled, aligned;
    int64_t unaligned, injective, colliding, unproven, equal, spans;
} reached;

/* Places of the room at the concrete symbols, as the definition's spots. */
static bool room_spots(const Layout *layout, int64_t size, int64_t x, Spots *out) {
    PolyBasis basis = {0};
    Place places[MAX_SETS];
    int count = layout_places(layout, symbols, &basis, 1, &size, &x, places, MAX_SETS);
    out->count = count;
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            out->spot[i].axis[axis] = places[i].along[axis];
        }
        out->spot[i].axis[AXIS_M] = poly_at(&basis, &places[i].at);
        unsigned named = 0;
        for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++) {
            named |= names(layout, (Axis)axis) ? 1u << axis : 0;
        }
        EXPECT(places[i].named == named);
    }
    return count >= 0;
}

static bool try_places(const Layout *layout) {
    Spots room, want;
    int64_t size = size_of(layout);
    for (int64_t x = 0; x < size; x++) {
        if (!room_spots(layout, size, x, &room)) {
            /* Only a symbol inside a swizzle may be refused, and only if it may really carry. */
            EXPECT(layout->swizzle.on && layout->swizzle.len > 0);
            reached.refused_places++;
            return false;
        }
        define(layout, x, &want);
        EXPECT(room.count == want.count && same_spots(&room, &want));
    }
    reached.places++;
    return true;
}

static void try_canonical(const Layout *layout) {
    static const ScopeKind scopes[] = {SCOPE_THREAD, SCOPE_WARP, SCOPE_WARPGROUP, SCOPE_CTA};
    Layout simple = layout_simplify(layout);
    EXPECT(same_map(layout, &simple, false));
    ScopeKind scope = scopes[below(4)];
    Layout canonical = layout_canonical(layout, scope);
    /* In a warpgroup warpid is wid_in_wg: ranks past 127 do not exist there. */
    if (scope != SCOPE_WARPGROUP) {
        EXPECT(same_map(layout, &canonical, true));
    }
    Layout again = layout_canonical(&canonical, scope);
    EXPECT(again.shard_count == canonical.shard_count && layout_equal(&again, &canonical));
    reached.fused += layout_axes(&canonical) != layout_axes(&simple);
    EXPECT(layout_equal(layout, &simple) && layout_equal(&simple, layout));
    Layout other = *layout;
    if (other.shard_count > 1) {
        int i = (int)below(other.shard_count), j = (int)below(other.shard_count);
        Iter swap = other.shard[i];
        other.shard[i] = other.shard[j];
        other.shard[j] = swap;
    }
    if (layout_equal(layout, &other)) {
        reached.equal++;
        EXPECT(same_map(layout, &other, true));
    } else if (layout->swizzle.on == other.swizzle.on) {
        bool symbolic = false;
        for (int i = 0; i < layout->shard_count; i++) {
            symbolic = symbolic || layout->shard[i].stride.count > 0;
        }
        for (int i = 0; i < layout->replica_count; i++) {
            symbolic = symbolic || layout->replica[i].stride.count > 0;
        }
        EXPECT(symbolic || !same_map(layout, &other, false));
    }
}

static bool same_names(const Layout *a, const Layout *b) {
    bool same = true;
    for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++) {
        same = same && names(a, (Axis)axis) == names(b, (Axis)axis);
    }
    return same;
}

static void try_group(const Layout *layout) {
    int64_t shape[MAX_RANK];
    int seps[MAX_RANK + 1], rank = random_shape(layout, shape);
    Layout grouped, turned;
    if (!layout_group(layout, rank, shape, &grouped, seps)) {
        reached.ungrouped++;
        return;
    }
    reached.grouped++;
    EXPECT(same_map(layout, &grouped, false) && same_names(layout, &grouped));
    turned = grouped;
    turned.shard_count = 0;
    for (int dim = rank - 1; dim >= 0; dim--) { /* the last group first */
        int64_t extent = 1;
        for (int i = seps[dim]; i < seps[dim + 1]; i++) {
            extent *= grouped.shard[i].extent;
            turned.shard[turned.shard_count++] = grouped.shard[i];
        }
        EXPECT(extent == shape[dim]);
    }
    Spots at, want;
    for (int64_t x = 0; x < size_of(layout); x++) {
        int64_t rest = x, y = 0, step = 1;
        int64_t digit[MAX_RANK];
        for (int dim = rank - 1; dim >= 0; dim--) {
            digit[dim] = rest % shape[dim];
            rest /= shape[dim];
        }
        for (int dim = 0; dim < rank; dim++) { /* dimension 0 is innermost now */
            y += digit[dim] * step;
            step *= shape[dim];
        }
        define(layout, x, &want);
        define(&turned, y, &at);
        EXPECT(same_spots(&at, &want));
    }
}

/* ---- regions ------------------------------------------------------------------------------- */

static Operand random_operand(const Layout *layout) {
    Operand operand = {.layout = *layout};
    operand.rank = random_shape(layout, operand.shape);
    for (int dim = 0; dim < operand.rank; dim++) {
        int64_t shape = operand.shape[dim];
        int64_t extent = one_in(3) ? shape : below(shape) + 1;
        if (extent > 1 && one_in(2)) {
            extent = (int64_t)1 << (int)(below(log2_i64(1 << 4)) + 1);
            extent = extent > shape ? shape : extent;
        }
        int64_t begin = below(shape - extent + 1);
        if (one_in(2)) {
            begin -= begin % extent;
        }
        operand.region[dim] = (Range){begin, -1, extent};
    }
    return operand;
}

/* Makes the begin of a dimension move: symbol 1 or 2 + what is left of the constant begin. */
static void add_origins(Operand *operand) {
    int symbol = 1;
    for (int dim = 0; dim < operand->rank && symbol < SYMBOLS; dim++) {
        Range *range = &operand->region[dim];
        int64_t begin = range->begin;
        if (!one_in(2)) {
            continue;
        }
        int64_t divisor = (int64_t)1 << (int)below(5);
        int64_t value = begin / divisor * divisor;
        int64_t room = operand->shape[dim] - range->extent - (begin - value);
        symbols[symbol] = (Symbol){.name = symbol == 1 ? "m" : "k", .role = SYMBOL_ORIGIN};
        symbols[symbol].divisor = divisor;
        symbols[symbol].max = room;
        values[symbol] = value;
        *range = (Range){begin - value, symbol, range->extent};
        symbol++;
    }
}

static int64_t range_begin(const Range *range) {
    return range->begin + (range->symbol >= 0 ? values[range->symbol] : 0);
}

static int64_t region_size(const Operand *operand) {
    int64_t size = 1;
    for (int dim = 0; dim < operand->rank; dim++) {
        size *= operand->region[dim].extent;
    }
    return size;
}

/* Row-major number in the whole shape of element `index` of the region. */
static int64_t region_flat(const Operand *operand, int64_t index) {
    int64_t flat = 0, step = 1;
    for (int dim = operand->rank - 1; dim >= 0; dim--) {
        const Range *range = &operand->region[dim];
        flat += (range_begin(range) + index % range->extent) * step;
        index /= range->extent;
        step *= operand->shape[dim];
    }
    return flat;
}

static void shift_spots(Spots *spots, Axis axis, int64_t amount) {
    for (int i = 0; i < spots->count; i++) {
        spots->spot[i].axis[axis] += amount;
    }
}

/* Slice + offset + origins, the swizzle last. */
static void slice_spots(const Slice *slice, const PolyBasis *basis, int64_t index, Spots *out) {
    Layout bare = slice->layout;
    bare.swizzle.on = false;
    define(&bare, index, out);
    shift_spots(out, AXIS_M, poly_at(basis, &slice->offset));
    for (int i = 0; i < slice->origin_count; i++) {
        int64_t digit = values[slice->origin[i].symbol] / slice->origin[i].div;
        digit = slice->origin[i].mod > 0 ? digit % slice->origin[i].mod : digit;
        shift_spots(out, slice->origin[i].axis, digit * coef_at(slice->origin[i].stride));
    }
    for (int i = 0; i < out->count; i++) {
        int64_t *m = &out->spot[i].axis[AXIS_M];
        *m = define_swizzle(&slice->layout.swizzle, *m);
    }
}

/* The digits of the counters walk the same addresses as the shard: replicas and offsets aside. */
static void try_digits(const Slice *slice, int64_t size) {
    DimDigit digits[MAX_ITERS];
    int count = layout_dim_digits(slice, digits);
    Layout shard = slice->layout;
    shard.swizzle.on = false;
    shard.replica_count = shard.offset_count = 0;
    EXPECT(count == shard.shard_count);
    for (int64_t index = 0; index < size; index++) {
        Spots want, got = {.count = 1};
        define(&shard, index, &want);
        for (int i = 0; i < count; i++) {
            int64_t c = index;
            for (int dim = slice->rank - 1; dim > digits[i].dim; dim--) {
                c /= slice->shape[dim];
            }
            c = c % slice->shape[digits[i].dim] / digits[i].div;
            c = digits[i].mod > 0 ? c % digits[i].mod : c;
            shift_spots(&got, digits[i].axis, c * coef_at(digits[i].stride));
        }
        EXPECT(same_spots(&got, &want));
    }
}

static bool try_slice(const Operand *operand, PolyBasis *basis, Slice *slice) {
    if (!layout_slice(operand, symbols, basis, slice)) {
        reached.straddled++;
        return false;
    }
    int64_t size = region_size(operand);
    reached.sliced++;
    reached.moving += slice->origin_count > 0;
    EXPECT(size_of(&slice->layout) == size);
    Spots got, want;
    for (int64_t index = 0; index < size; index++) {
        define(&operand->layout, region_flat(operand, index), &want);
        slice_spots(slice, basis, index, &got);
        EXPECT(same_spots(&got, &want));
    }
    EXPECT(same_names(&slice->layout, &operand->layout));
    try_digits(slice, size);
    return true;
}

/* Walks both slices by the joints, outermost first: the same digits, the same two addresses. */
static void check_joints(const Slice *a, const Slice *b, const Joint *joints, int count) {
    Layout left = a->layout, right = b->layout;
    for (int i = 0; i < count; i++) {
        left.shard[i] = (Iter){joints[i].extent, joints[i].a, joints[i].a_axis, {0}};
        right.shard[i] = (Iter){joints[i].extent, joints[i].b, joints[i].b_axis, {0}};
        EXPECT(i == 0 || joints[i].dim >= joints[i - 1].dim);
    }
    left.shard_count = right.shard_count = count;
    EXPECT(same_map(&left, &a->layout, false) && same_map(&right, &b->layout, false));
}

/* A layout of the slice's shape whose dimensions are split into divisors at random. */
static Operand split_operand(const Slice *slice, const Taste *taste) {
    Operand operand = {.rank = slice->rank};
    Layout *layout = &operand.layout;
    for (int dim = 0; dim < slice->rank; dim++) {
        operand.shape[dim] = slice->shape[dim];
        operand.region[dim] = (Range){0, -1, slice->shape[dim]};
        for (int64_t left = slice->shape[dim], extent; left > 1; left /= extent) {
            for (extent = below(left) + 1; left % extent != 0 || extent == 1; extent++) {
            }
            Axis axis = taste->threads && one_in(3) ? AXIS_LANEID : AXIS_M;
            layout->shard[layout->shard_count++] =
                (Iter){extent, random_stride(taste, axis, below(64)), axis, {0}};
        }
    }
    return operand;
}

static void try_align(const Slice *a, const Taste *taste, const PolyBasis *basis) {
    PolyBasis shared = *basis;
    Slice b;
    Joint joints[MAX_ITERS];
    int count;
    Operand operand = split_operand(a, taste);
    bool cut = layout_slice(&operand, symbols, &shared, &b);
    EXPECT(cut);
    if (cut && layout_align(a, &b, joints, MAX_ITERS, &count)) {
        reached.aligned++;
        check_joints(a, &b, joints, count);
    } else {
        reached.unaligned++;
    }
}

/* ---- span and injectivity ------------------------------------------------------------------ */

static void try_span(const Layout *layout) {
    PolyBasis basis = {0};
    Poly span;
    if (!layout_span(layout, symbols, &basis, &span)) {
        EXPECT(layout->swizzle.on && layout->swizzle.len > 0);
        return;
    }
    int64_t top = -1000000000, bare_top = top;
    Layout bare = *layout;
    bare.swizzle.on = false;
    for (int64_t x = 0; x < size_of(layout); x++) {
        Spots spots;
        define(layout, x, &spots);
        for (int i = 0; i < spots.count; i++) {
            int64_t at = spots.spot[i].axis[AXIS_M];
            top = at > top ? at : top;
        }
        define(&bare, x, &spots);
        for (int i = 0; i < spots.count; i++) {
            int64_t at = spots.spot[i].axis[AXIS_M];
            bare_top = at > bare_top ? at : bare_top;
        }
    }
    int64_t period =
        layout->swizzle.on && layout->swizzle.len > 0
            ? power(layout->swizzle.per_element + layout->swizzle.len + layout->swizzle.atom)
            : 1;
    int64_t value = poly_at(&basis, &span);
    EXPECT(value > top && value % period == 0 && value - (bare_top + 1) < period);
    reached.spans++;
}

static bool share_a_place(const Operand *operand, int64_t i, int64_t j) {
    Spots a, b;
    define(&operand->layout, region_flat(operand, i), &a);
    define(&operand->layout, region_flat(operand, j), &b);
    for (int k = 0; k < a.count; k++) {
        if (has_spot(&b, &a.spot[k])) {
            return true;
        }
    }
    return false;
}

static int64_t coord_flat(const Operand *operand, const int64_t *coord) {
    int64_t flat = 0;
    for (int dim = 0; dim < operand->rank; dim++) {
        flat = flat * operand->shape[dim] + coord[dim];
    }
    return flat;
}

static void try_injective(const Operand *operand) {
    Injectivity found = layout_injective(operand, symbols, SCOPE_CTA);
    EXPECT(!found.too_big && !(found.collides && found.unproven));
    bool shares = false;
    int64_t size = region_size(operand);
    for (int64_t i = 0; i < size && !shares && size <= 64; i++) {
        for (int64_t j = 0; j < i && !shares; j++) {
            shares = share_a_place(operand, i, j);
        }
    }
    if (found.collides) {
        Operand points = *operand;
        int64_t first = coord_flat(operand, found.first),
                second = coord_flat(operand, found.second);
        for (int dim = 0; dim < points.rank; dim++) {
            points.region[dim] = (Range){0, -1, points.shape[dim]};
        }
        EXPECT(first != second && share_a_place(&points, first, second));
        EXPECT(size > 64 || shares);
        reached.colliding++;
    } else if (!found.unproven) {
        EXPECT(!shares);
        reached.injective++;
    } else {
        reached.unproven++;
    }
}

static void try_layout(void) {
    Taste taste = random_taste();
    Layout layout = random_layout(&taste, MAX_ELEMENTS);
    bool placed = try_places(&layout);
    try_canonical(&layout);
    try_group(&layout);
    try_span(&layout);
    Operand operand = random_operand(&layout);
    if (placed) {
        try_injective(&operand);
    }
    if (one_in(2)) {
        add_origins(&operand);
        if (placed) {
            try_injective(&operand);
        }
    }
    PolyBasis basis = {0};
    Slice slice;
    if (try_slice(&operand, &basis, &slice)) {
        try_align(&slice, &taste, &basis);
    }
}

/* Every property must have applied to a good part of the layouts. */
static void check_reach(int64_t layouts) {
    EXPECT(reached.places > layouts / 2 && reached.refused_places > layouts / 200);
    EXPECT(reached.fused > layouts / 100 && reached.equal > layouts / 10);
    EXPECT(
        reached.grouped > layouts / 2 && reached.ungrouped > layouts / 100 &&
        reached.sliced > layouts / 2);
    EXPECT(reached.moving > layouts / 20 && reached.straddled > layouts / 100);
    EXPECT(
        reached.aligned > layouts / 10 && reached.unaligned > layouts / 500 &&
        reached.spans > layouts / 2);
    EXPECT(reached.injective > layouts / 10 && reached.colliding > layouts / 10);
    EXPECT(reached.unproven > layouts / 200);
    printf(
        "places %" PRId64 " (%" PRId64 " refused), fused %" PRId64 ", grouped %" PRId64 " (%" PRId64
        " not), sliced %" PRId64 " (%" PRId64 " moving, %" PRId64 " straddle), aligned %" PRId64
        " (%" PRId64 " not), injective %" PRId64 ", colliding %" PRId64 ", unproven %" PRId64
        ", equal %" PRId64 ", spans %" PRId64 "\n",
        reached.places,
        reached.refused_places,
        reached.fused,
        reached.grouped,
        reached.ungrouped,
        reached.sliced,
        reached.moving,
        reached.straddled,
        reached.aligned,
        reached.unaligned,
        reached.injective,
        reached.colliding,
        reached.unproven,
        reached.equal,
        reached.spans);
}

#endif
