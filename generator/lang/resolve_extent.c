/* resolve_extent.c: extents that are not plain numbers. `128B` is as many elements as fill 128
 * bytes. `threads` is the number of threads of the scope. `*`, once in a layout, is the rest of the
 * shape: 128 over 32 lanes and `*` gives 4. */
#include "ast.h"
#include <inttypes.h>

bool check_units(const AstShard *shard, bool is_replica) {
    int open = 0;
    for (int i = 0; i < shard->extent_count; i++) {
        const AstInt *extent = &shard->extents[i];
        open += extent->unit == IN_REST;
        if (open > 1 || (is_replica && extent->unit == IN_REST)) {
            diag_error(
                extent->loc,
                "E_OPEN_EXTENT",
                is_replica ? "no shape says how often the replica repeats"
                           : "a second '*': the shape does not determine both extents");
            return false;
        }
    }
    return true;
}

/* 128B of f16 are 64 elements. */
static bool fill_bytes(const Copy *copy, const AstInt *ast, int64_t *extent) {
    if (!mul_i64(ast->extent, 8, extent)) {
        diag_error(ast->loc, "E_OVERFLOW", "the extent does not fit 64 bits");
        return false;
    }
    if (copy->any_dtype) {
        diag_error(
            ast->loc,
            "E_COORDS_PLACE",
            "an extent of %" PRId64 " bytes: 'coords' is for elements of any size",
            ast->extent);
        diag_help("write the extent as a number of elements");
        return false;
    }
    if (*extent % copy->dtype->bits == 0) {
        *extent /= copy->dtype->bits;
        return true;
    }
    diag_error(
        ast->loc,
        "E_BYTE_EXTENT",
        "%" PRId64 " bytes are not a whole number of %s elements of %d bits",
        ast->extent,
        copy->dtype->name,
        copy->dtype->bits);
    return false;
}

/* What is wrong with the shape itself is said where it is checked. */
static bool fill_rest(const AstInt *ast, const AstShape *filled, int64_t others, int64_t *extent) {
    int64_t wanted = 1;
    if (!filled->count) {
        diag_error(filled->loc, "E_OPEN_EXTENT", "no shape determines the open extent");
        diag_note(ast->loc, "the open extent");
        return false;
    }
    for (int i = 0; i < filled->count; i++) {
        if (filled->extent[i] < 1 || !mul_i64(wanted, filled->extent[i], &wanted)) {
            return true; /* of 1, as it was read */
        }
    }
    *extent = wanted / others;
    if (wanted % others == 0) {
        return true;
    }
    diag_error(
        filled->loc,
        "E_TILE_DIVIDE",
        "%" PRId64 " elements are not a multiple of the %" PRId64 " beside '*'",
        wanted,
        others);
    diag_note(ast->loc, "the open extent");
    return false;
}

bool build_extents(const Copy *copy, const AstShard *shard, const AstShape *filled, Iter *iters) {
    int64_t others = 1;
    int open = -1;
    for (int i = 0; i < shard->extent_count; i++) {
        const AstInt *ast = &shard->extents[i];
        iters[i].extent = ast->unit == IN_THREADS ? copy->scope.threads : ast->extent;
        iters[i].loc = ast->loc;
        open = ast->unit == IN_REST ? i : open;
        if (ast->unit == IN_BYTES && !fill_bytes(copy, ast, &iters[i].extent)) {
            return false;
        }
        if (!mul_i64(others, iters[i].extent, &others)) {
            diag_error(ast->loc, "E_OVERFLOW", "the layout does not fit 64 bits from here on");
            return false;
        }
    }
    return open < 0 || fill_rest(&shard->extents[open], filled, others, &iters[open].extent);
}

bool find_axis(const Copy *copy, Word word, Axis *axis) {
    static const Axis own[] = {AXIS_M, AXIS_LANEID, AXIS_LANEID, AXIS_TID_IN_WG, AXIS_TX, AXIS_TX};
    if (!word_is(word, "thread")) {
        return axis_find(word, axis);
    }
    *axis = own[copy->scope.kind];
    return true;
}

/* M of S[(M,K):(lda,1)]. What a name may be called is judged where it becomes an argument. */
bool check_extent_name(const AstShard *shard, int at, bool is_replica) {
    const AstInt *extent = &shard->extents[at];
    Axis axis;
    if (!extent->name.length) {
        return true;
    }
    if (is_replica || !shard->has_strides) {
        diag_error(
            extent->loc,
            "E_EXTENT_NAME",
            is_replica ? "'%s' says how often a replica repeats, and is known at run time only"
                       : "no strides are written, and '%s' is known at run time only",
            word_text(extent->name));
        diag_help(is_replica ? "write a number" : "write the strides too, as in S[(M,K):(ld,1)]");
        return false;
    }
    if (axis_find(extent->name, &axis) && !word_is(extent->name, "m")) {
        diag_error(
            extent->loc, "E_RESERVED_NAME", "'%s' is an axis, not an extent", axis_name[axis]);
        return false;
    }
    return name_is_usable(extent->name, true);
}

static bool fail_named(
    const AstOperand *used, const AstInt *extent, const char *why, const char *help) {
    diag_error(
        extent->loc,
        "E_EXTENT_NAME",
        "the extent '%s' is known at run time only: %s",
        word_text(extent->name),
        why);
    if (used->loc.source != extent->loc.source || used->loc.line != extent->loc.line) {
        diag_note(used->loc, "used here");
    }
    diag_help("%s", help);
    return false;
}

void note_bounds(Copy *copy, const AstCopy *ast) {
    for (int i = 0; i < ast->fact_count; i++) {
        const AstFact *fact = &ast->facts[i];
        const bool is_bound = fact->kind == FACT_MAX || fact->kind == FACT_EQUAL;
        const int at = is_bound ? symbol_find(copy, fact->name) : -1;
        if (at < 0) {
            continue;
        }
        Symbol *symbol = &copy->symbols[at];
        if (!symbol->bounded || fact->value < symbol->bound) {
            symbol->bound = fact->value;
        }
        symbol->bounded = true;
    }
}

/* Without a region the tile is as large as the array may be: where M <= 128 gives 0:128. */
static bool find_bound(
    const Copy *copy, const AstOperand *used, const AstInt *extent, int64_t *bound) {
    const Symbol *symbol = &copy->symbols[symbol_find(copy, extent->name)];
    const int64_t most = (int64_t)1 << 30;
    *bound = symbol->bound;
    if (!symbol->bounded) {
        return fail_named(
            used,
            extent,
            "no region says how much of it is copied, and 'where' states no bound",
            mem_printf(
                "state a bound, as in 'where %s <= 128', or write a region with one range for each "
                "extent, as in [m:+128, k:+64]",
                symbol->name));
    }
    if (*bound < 1) {
        diag_error(
            extent->loc,
            "E_REGION_EMPTY",
            "'%s' is at most %" PRId64 ", so the tile has no elements",
            symbol->name,
            *bound);
        diag_help("state a bound of 1 or more");
    } else if (*bound > most) {
        diag_error(
            extent->loc,
            "E_REGION_OUTSIDE",
            "'%s' is up to %" PRId64 ", and a tile takes at most %" PRId64 " elements of it",
            symbol->name,
            *bound,
            most);
        diag_help("state a smaller bound, or write a region, as in [m:+128, k:+64]");
    }
    return *bound >= 1 && *bound <= most;
}

/* A run-time extent is at least what the region takes of it: 128 for m:+128 of M. */
bool build_named_extents(
    const Copy *copy, const FlatLayout *flat, Space space, const AstShard *shard, Iter *iters) {
    const AstOperand *used = flat->used;
    for (int i = 0; i < shard->extent_count; i++) {
        const AstInt *extent = &shard->extents[i];
        if (!extent->name.length) {
            continue;
        }
        if (space != SPACE_GMEM) {
            return fail_named(
                used,
                extent,
                mem_printf("%s takes numbers only", space_name[space]),
                "run-time extents are those of a tensor in gmem; write a number here");
        }
        if (!copy->options.tensormap && !copy->takes_names) {
            return fail_named(
                used,
                extent,
                copy->op == OP_FILL ? "only a fill with 'masked' takes such extents"
                                    : "only a copy with 'masked' or 'tensormap' takes such extents",
                copy->op == OP_FILL ? "add { masked; }"
                                    : "add { masked; } for a copy by threads, or { tensormap; }");
        }
        if (i >= MAX_RANK) {
            return fail_named(
                used, extent, "it is not among the first 8 extents", "a tensor map has at most 5");
        }
        if (flat->filled.count) {
            return fail_named(
                used, extent, "no shape can reinterpret it", "drop the shape before the layout");
        }
        if (!used->range_count && copy->takes_names && !copy->options.tensormap) {
            if (!find_bound(copy, used, extent, &iters[i].extent)) {
                return false;
            }
            continue;
        }
        if (used->range_count != shard->extent_count) {
            return fail_named(
                used,
                extent,
                "a region must say which box of it is copied",
                "write one range for each extent, as in [m:+128, k:+64]");
        }
        /* At least 2: a dimension of 1 has no origin. */
        iters[i].extent = used->ranges[i].end < 2 ? 2 : used->ranges[i].end;
    }
    return true;
}
