/* resolve_layout.c: judges written layouts (ranges, axes, products, swizzles) once, at their
 * definition or where they stand inline, and turns them into Layout with the copy's symbols. */
#include "ast.h"
#include <inttypes.h>

static bool check_axis(Word axis, Axis *found) {
    *found = AXIS_M;
    if (word_is(axis, "thread")) {
        *found = AXIS_TX; /* or another thread axis: the scope says which */
        return true;
    }
    if (!axis.length || axis_find(axis, found)) {
        return true;
    }
    int shown = axis.length > 40 ? 40 : (int)axis.length;
    diag_error(axis.loc, "E_UNKNOWN_AXIS", "unknown axis '%.*s'", shown, axis.at);
    Near near = {.wanted = axis};
    near_axes(&near);
    near_help(
        &near,
        "axes are m, laneid, warpid, tx, wid_in_wg, tid_in_wg, wgid, TLane, TCol and others");
    return false;
}

/* A name in a stride becomes an argument of the generated function. */
static bool check_symbol_name(Word name) {
    Axis axis;
    if (axis_find(name, &axis)) {
        diag_error(name.loc, "E_RESERVED_NAME", "'%s' is an axis, not a stride", axis_name[axis]);
        diag_help("write 1@%s", axis_name[axis]);
        return false;
    }
    return name_is_usable(name, true);
}

static bool check_stride(const AstStride *stride, bool may_have_names) {
    Axis axis;
    bool ok = check_axis(stride->axis, &axis);
    if (stride->value < 0) {
        diag_error(stride->loc, "E_STRIDE_NEGATIVE", "the stride is negative");
        ok = false;
    }
    for (int i = 0; i < stride->count; i++) {
        if (!check_symbol_name(stride->names[i])) {
            ok = false;
        } else if (!may_have_names || (stride->axis.length && axis != AXIS_M)) {
            diag_error(
                stride->names[i].loc,
                "E_SYMBOL_PLACE",
                "'%s' is a run-time name where a constant is required",
                word_text(stride->names[i]));
            diag_help("run-time strides are strides on the memory axis of a shard, as in "
                      "S[(128,64):(ld,1)]");
            ok = false;
        }
    }
    return ok;
}

/* Extents are positive, and the product and the farthest place fit: S[(32,8):(12,1)] has 256
 * elements and ends at 31*12 + 7. */
static bool check_extents(const AstShard *shard, bool is_replica) {
    bool ok = true;
    int64_t product = 1, last = 0;
    for (int i = 0; i < shard->extent_count; i++) {
        const AstInt *extent = &shard->extents[i];
        ok = check_extent_name(shard, i, is_replica) && ok;
        if (extent->extent < 1) {
            diag_error(
                extent->loc,
                "E_EXTENT_NOT_POSITIVE",
                "the extent is %" PRId64 ", it must be at least 1",
                extent->extent);
            ok = false;
            continue;
        }
        int64_t reach = 0;
        int64_t most = extent->extent; /* of the smallest elements, 4 bits each */
        bool fits = (extent->unit != IN_BYTES || mul_i64(most, 2, &most)) &&
                    mul_i64(product, most, &product);
        if (i < shard->stride_count && shard->strides[i].value > 0) {
            fits = fits && mul_i64(most - 1, shard->strides[i].value, &reach) &&
                   add_i64(last, reach, &last);
        }
        if (!fits) {
            diag_error(extent->loc, "E_OVERFLOW", "the layout does not fit 64 bits from here on");
            return false;
        }
    }
    return ok;
}

static bool check_shard(const AstShard *shard, bool is_replica) {
    bool ok = check_extents(shard, is_replica) && check_units(shard, is_replica);
    if (shard->stride_count != shard->extent_count && (shard->has_strides || is_replica)) {
        diag_error(
            shard->loc,
            "E_STRIDE_COUNT",
            "%d extent%s and %d stride%s",
            shard->extent_count,
            shard->extent_count == 1 ? "" : "s",
            shard->stride_count,
            shard->stride_count == 1 ? "" : "s");
        ok = false;
    }
    for (int i = 0; i < shard->stride_count; i++) {
        ok = check_stride(&shard->strides[i], !is_replica) && ok;
    }
    return ok;
}

/* Of one that is missing or named, all three numbers are 0. */
static bool check_swizzle(const AstSwizzle *swizzle) {
    int64_t total = 0;
    for (int i = 0; i < 3; i++) {
        int64_t number = swizzle->numbers[i];
        if (number < 0 || number > 40 || (total += number) > 40) {
            diag_error(
                swizzle->loc,
                "E_SWIZZLE_RANGE",
                "swizzle(%" PRId64 ",%" PRId64 ",%" PRId64 ") is out of range",
                swizzle->numbers[0],
                swizzle->numbers[1],
                swizzle->numbers[2]);
            return false;
        }
    }
    if (swizzle->numbers[2] < swizzle->numbers[1]) {
        diag_error(
            swizzle->loc,
            "E_SWIZZLE_ATOM",
            "atom_len %" PRId64 " is less than swizzle_len %" PRId64,
            swizzle->numbers[2],
            swizzle->numbers[1]);
        return false;
    }
    return true;
}

/* `auto` decides over swizzle and padding, so neither may be fixed already. */
static bool check_auto(const FlatLayout *flat) {
    const AstLayout *base = flat->base;
    const char *what = NULL;
    Loc loc = base->loc;
    if (flat->swizzle.on) {
        what = "a swizzle";
        loc = flat->swizzle.loc;
    } else if (base->replica_count || base->offset_count) {
        what = base->replica_count ? "replicas" : "an offset";
    }
    for (int i = 0; !what && i < base->shard.stride_count; i++) {
        if (base->shard.strides[i].count) {
            what = "a run-time stride";
            loc = base->shard.strides[i].loc;
        }
    }
    if (!what) {
        return true;
    }
    diag_error(loc, "E_AUTO_LAYOUT", "an 'auto' layout has %s", what);
    if (loc.line != flat->auto_loc.line || loc.source != flat->auto_loc.source) {
        diag_note(flat->auto_loc, "'auto' is here");
    }
    return false;
}

bool check_layout(Context *context, const AstLayout *layout) {
    bool ok = check_swizzle(&layout->swizzle);
    int replicas = 0;
    if (layout->name.length) {
        FlatLayout flat;
        ok = ok && flatten_layout(context, layout, &flat);
    } else {
        FlatLayout flat = {.base = layout, .swizzle = layout->swizzle, .auto_loc = layout->loc};
        ok = check_shard(&layout->shard, false) && ok;
        ok = ok && (!layout->is_auto || check_auto(&flat));
    }
    for (int i = 0; i < layout->replica_count; i++) {
        ok = check_shard(&layout->replicas[i], true) && ok;
        replicas += layout->replicas[i].extent_count;
    }
    if (replicas > MAX_REPLICAS) {
        diag_error(layout->loc, "E_TOO_MANY_ITERS", "more than %d replica iters", MAX_REPLICAS);
        ok = false;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        ok = check_stride(&layout->offsets[i], false) && ok;
    }
    return ok;
}

static void note_auto(const AstLayout *layout, FlatLayout *flat) {
    if (layout->is_auto && !flat->is_auto) {
        flat->is_auto = true;
        flat->auto_loc = layout->loc;
    }
}

static bool note_shape(const AstLayout *layout, FlatLayout *flat) {
    if (!layout->shape.count) {
        return true;
    }
    if (flat->shape_count == MAX_TILINGS) {
        diag_error(
            layout->shape.loc, "E_TOO_MANY_ITERS", "more than %d shapes in a row", MAX_TILINGS);
        return false;
    }
    flat->shapes[flat->shape_count++] = &layout->shape;
    return true;
}

/* Follows names to the layout that is written out. Names stand after their definition, so the
 * chain ends. A swizzle or `auto` over a name keeps the shard and drops the name. */
bool flatten_layout(Context *context, const AstLayout *ast, FlatLayout *flat) {
    *flat = (FlatLayout){.base = ast, .swizzle = ast->swizzle, .loc = ast->loc};
    note_auto(ast, flat);
    note_shape(ast, flat); /* the first */
    while (flat->base->name.length) {
        Word name = flat->base->name;
        const Definition *definition = definition_find(context, name, "layout");
        if (!definition) {
            return false;
        }
        if (!definition->layout) {
            diag_error(
                name.loc, "E_UNKNOWN_LAYOUT", "'%s' is a tile, not a layout", definition->name);
            diag_note(definition->loc, "defined here");
            diag_help("a tile stands alone: it brings its space, shape and dtype");
            return false;
        }
        if (!flat->name && !ast->swizzle.on && !ast->is_auto) {
            flat->name = definition->name;
        }
        flat->base = definition->layout;
        flat->definition = definition;
        flat->is_renamed = flat->is_renamed || !definition->prelude;
        if (flat->swizzle.on && flat->base->swizzle.on) {
            diag_error(
                flat->swizzle.loc,
                "E_SWIZZLE_TWICE",
                "'%s' has a swizzle already",
                definition->name);
            diag_note(flat->base->swizzle.loc, "this one");
            return false;
        }
        if (flat->base->swizzle.on) {
            flat->swizzle = flat->base->swizzle;
        }
        note_auto(flat->base, flat);
        if (!note_shape(flat->base, flat)) {
            return false;
        }
    }
    return !flat->is_auto || check_auto(flat);
}

static Coef build_coef(const Copy *copy, const AstStride *stride) {
    Coef coef = {.value = stride->value, .count = stride->value ? stride->count : 0};
    for (int i = 0; i < MAX_FACTORS; i++) {
        coef.symbol[i] = i < coef.count ? symbol_find(copy, stride->names[i]) : -1;
        for (int k = i; k > 0 && i < coef.count && coef.symbol[k] < coef.symbol[k - 1]; k--) {
            int swapped = coef.symbol[k];
            coef.symbol[k] = coef.symbol[k - 1];
            coef.symbol[k - 1] = swapped;
        }
    }
    return coef;
}

/* Memory layouts live on m, tensor memory on TLane and TCol, registers on m and thread axes. */
static bool check_place(Space space, Axis axis, Word written) {
    bool tensor = axis == AXIS_TLANE || axis == AXIS_TCOL;
    bool fits = space == SPACE_REG    ? axis == AXIS_M || axis_is_thread(axis)
                : space == SPACE_TMEM ? tensor
                                      : axis == AXIS_M;
    if (fits) {
        return true;
    }
    Loc loc = written.loc;
    diag_error(
        loc,
        "E_AXIS_PLACE",
        "axis '%s' is not possible in a layout of %s",
        axis_name[axis],
        space_name[space]);
    if (space == SPACE_TMEM) {
        diag_help("tensor memory has the axes TLane and TCol");
    } else if (axis_is_thread(axis)) {
        diag_help("thread axes say which thread holds an element: they belong to a reg operand");
    }
    return false;
}

static bool build_shard(
    const Copy *copy, const AstShard *shard, const FlatLayout *flat, Space space, Iter *iters) {
    int64_t compact = 1;
    bool ok = true;
    if (!build_extents(copy, shard, &flat->filled, iters) ||
        !build_named_extents(copy, flat, space, shard, iters)) {
        return false;
    }
    for (int i = shard->extent_count - 1; i >= 0; i--) {
        Iter *iter = &iters[i];
        iter->loc = shard->extents[i].loc;
        iter->axis = AXIS_M;
        if (!shard->has_strides) { /* (2,3,4) has the strides 12, 4, 1 */
            iter->stride = (Coef){.value = compact, .symbol = {-1, -1, -1}};
            mul_i64(compact, iter->extent, &compact);
            ok = ok && check_place(space, AXIS_M, (Word){.loc = shard->loc});
            continue;
        }
        const AstStride *stride = &shard->strides[i];
        iter->stride = build_coef(copy, stride);
        iter->loc = stride->loc;
        if (stride->axis.length) {
            find_axis(copy, stride->axis, &iter->axis);
        }
        Word place = stride->axis.length ? stride->axis : (Word){.loc = stride->loc};
        ok = check_place(space, iter->axis, place) && ok;
    }
    return ok;
}

/* 128B with f16: 2^3 elements of 16 bits stay together, so per_element is 3; len 3, atom 3. */
static bool build_swizzle(const Copy *copy, const AstSwizzle *ast, Swizzle *swizzle) {
    swizzle->on = ast->on;
    swizzle->outer = ast->outer;
    if (!ast->named) {
        swizzle->per_element = (int)ast->numbers[0];
        swizzle->len = (int)ast->numbers[1];
        swizzle->atom = (int)ast->numbers[2];
        return true;
    }
    if (!is_power_of_two(copy->dtype->bits)) {
        diag_error(
            ast->loc, "E_SWIZZLE_DTYPE", "%d-bit elements do not fill 128 bits", copy->dtype->bits);
        return false;
    }
    swizzle->per_element = log2_i64(128 / copy->dtype->bits);
    swizzle->len = log2_i64(ast->named / 16);
    swizzle->atom = 3;
    return true;
}

void add_standards(const Context *context, Copy *copy) {
    Standard *standards = NEW_ARRAY(Standard, context->standard_count + 1);
    copy->standards = standards;
    for (int i = 0; is_power_of_two(copy->dtype->bits) && i < context->standard_count; i++) {
        Standard *standard = &standards[copy->standard_count++];
        standard->name = context->standards[i]->name;
        build_swizzle(copy, &context->standards[i]->layout->swizzle, &standard->swizzle);
    }
}

bool build_layout(const Copy *copy, const FlatLayout *flat, Space space, Layout *layout) {
    const AstLayout *base = flat->base;
    *layout = (Layout){.name = flat->name, .loc = base->loc};
    layout->shard_count = base->shard.extent_count;
    for (int i = 0; i < layout->shard_count && i < MAX_RANK; i++) {
        Word name = base->shard.extents[i].name;
        layout->named[i] = (short)(name.length ? 1 + symbol_find(copy, name) : 0);
    }
    bool ok = build_shard(copy, &base->shard, flat, space, layout->shard);
    for (int i = 0; i < base->replica_count; i++) {
        const AstShard *replica = &base->replicas[i];
        ok = build_shard(copy, replica, flat, space, layout->replica + layout->replica_count) && ok;
        layout->replica_count += replica->extent_count;
    }
    for (int i = 0; i < base->offset_count; i++) {
        const AstStride *offset = &base->offsets[i];
        Axis axis = AXIS_M;
        find_axis(copy, offset->axis, &axis);
        ok = check_place(space, axis, offset->axis) && ok;
        layout->offset[layout->offset_count++] = (Offset){offset->value, axis};
    }
    return ok && (!flat->swizzle.on || build_swizzle(copy, &flat->swizzle, &layout->swizzle));
}
