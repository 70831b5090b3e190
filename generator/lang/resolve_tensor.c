/* resolve_tensor.c: `tensormap`, `oob` and the L2 promotion: the copy goes by a tensor map, which
 * the host makes. Its strides and extents are numbers of 64 bits that no device code sees, and its
 * origins are coordinates of 32 bits, which may lie outside of the tensor where `oob` says so. */
#include "ast.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE_BITS = 40 }; /* of a stride in bytes */

static bool fail_oob(const AstOption *option, const char *why, const char *help) {
    diag_error(
        option->name.loc,
        "E_OOB_PLACE",
        "'oob %s' %s",
        option->value.length ? word_text(option->value) : "",
        why);
    diag_help("%s", help);
    return false;
}

static bool is_using_tma(const AstOption *option) {
    return option &&
           (word_is(option->value, "tma_auto") || word_is(option->value, "tma_explicit") ||
            word_is(option->value, "tma_gather"));
}

bool asks_tensormap(const AstCopy *ast) {
    return option_named(ast, "tensormap") || is_using_tma(option_named(ast, "using"));
}

bool note_tensormap(Copy *copy, const AstCopy *ast) {
    const AstOption *map = option_named(ast, "tensormap"), *using = option_named(ast, "using");
    const AstOption *oob = option_named(ast, "oob"), *l2 = option_named(ast, "l2");
    Options *options = &copy->options;
    options->tensormap = asks_tensormap(ast);
    options->tensormap_implied = options->tensormap && !map;
    if (options->tensormap)
        options->tensormap_loc = (map ? map : using)->name.loc;
    if (oob && !options->tensormap)
        return fail_oob(
            oob,
            "is about what lies outside of a tensor, and this copy has no tensor map",
            "add 'tensormap', or 'masked' for a copy by threads");
    for (int i = OOB_ZERO; oob && i <= OOB_SKIP; i++)
        if (word_is(oob->value, oob_name[i]))
            options->oob = (Oob)i;
    options->oob_loc = oob ? oob->name.loc : (Loc){0};
    if (options->tensormap && l2 && l2->value.length && *l2->value.at >= '0' &&
        *l2->value.at <= '9')
        options->promotion = atoi(word_text(l2->value));
    return true;
}

static bool is_pair(const Copy *copy) {
    return (copy->src.space == SPACE_GMEM && copy->dst.space == SPACE_SMEM) ||
           (copy->src.space == SPACE_SMEM && copy->dst.space == SPACE_GMEM);
}

/* A variant that is asked by name says itself what it cannot do. */
static bool check_place(const Copy *copy) {
    if (copy->options.tensormap_implied || (copy->op == OP_COPY_ASYNC && is_pair(copy)))
        return true;
    diag_error(
        copy->options.tensormap_loc,
        "E_TENSOR_PLACE",
        "'tensormap' is for copy_async between gmem and smem, not %s %s -> %s",
        op_name[copy->op],
        space_name[copy->src.space],
        space_name[copy->dst.space]);
    diag_help(
        copy->op != OP_COPY_ASYNC && is_pair(copy)
            ? "write copy_async: the caller waits for a tensor copy"
            : "drop 'tensormap'");
    return false;
}

static bool check_unmasked(const Copy *copy, const AstCopy *ast) {
    static const char *const words[] = {"masked", "fill", "keep"};
    bool load = copy->dst.space == SPACE_SMEM;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const AstOption *option = option_named(ast, words[i]);
        if (!option)
            continue;
        diag_error(
            option->name.loc,
            "E_TENSOR_MASKED",
            "'%s' beside a tensor map: the limits of a tensor copy are the extents of its map",
            words[i]);
        if (copy->src.picks)
            diag_help("a missing row arrives as zero: drop '%s', or the tensor map", words[i]);
        else
            diag_help(
                "write '%s' in its place, and name the extents: gmem S[(M,K):(ld,1)]",
                load ? "oob zero" : "oob skip");
        return false;
    }
    return true;
}

static bool has_nan(const Dtype *dtype) {
    return dtype->kind == DTYPE_FLOAT && dtype->bits >= 16;
}

static bool check_oob(const Copy *copy, const AstCopy *ast) {
    const AstOption *oob = option_named(ast, "oob");
    bool load = copy->dst.space == SPACE_SMEM, skip = copy->options.oob == OOB_SKIP;
    if (!oob || copy->options.oob == OOB_NONE) /* another value is reported with the options */
        return true;
    if (ast->both_ways)
        return fail_oob(
            oob,
            "on two copies, of which one reads and one writes what lies outside",
            "write the two directions as two statements: 'oob zero' or 'oob nan' on the load, 'oob "
            "skip' on the store");
    if (load && skip)
        return fail_oob(
            oob, "on a load, which must write something to dst", "write 'oob zero' or 'oob nan'");
    if (!load && !skip)
        return fail_oob(
            oob, "on a store, which writes nothing outside of the tensor", "write 'oob skip'");
    if (copy->options.oob != OOB_NAN || has_nan(copy->dtype))
        return true;
    diag_error(
        oob->value.loc,
        "E_OOB_NAN",
        "%s has no NaN that a tensor map fills with",
        copy->dtype->name);
    diag_help("write 'oob zero'; f16, bf16, tf32, f32 and f64 have one");
    return false;
}

bool resolve_tensor(Copy *copy, const AstCopy *ast) {
    return !copy->options.tensormap ||
           (check_place(copy) && check_unmasked(copy, ast) && check_oob(copy, ast));
}

/* ---- bounds --------------------------------------------------------------------------------- */

static void bound_range(Copy *copy, const Operand *operand, int d) {
    const Range *range = &operand->region[d];
    const int64_t end = range->begin + range->extent;
    Symbol *symbol = &copy->symbols[range->symbol];
    bool named = operand->rank == operand->layout.shard_count && operand->layout.named[d];
    bool open = copy->options.oob != OOB_NONE;
    int64_t max = named || open ? INT32_MAX - end : operand->shape[d] - end;
    if (copy->options.oob == OOB_ZERO || copy->options.oob == OOB_NAN)
        symbol->min = INT32_MIN;
    symbol->max = max < symbol->max ? max : symbol->max;
}

/* A stride has 40 bits in bytes, an extent 32. Rows may overlap, and be nearer than the box is
 * wide: a tensor of 24 columns may have rows of 24 elements, and boxes of 64. */
void bound_tensor(Copy *copy, const Operand *operand) {
    const Layout *layout = &operand->layout;
    for (int i = 0; i < layout->shard_count; i++) {
        const Iter *iter = &layout->shard[i];
        for (int k = 0; k < iter->stride.count; k++) {
            Symbol *stride = &copy->symbols[iter->stride.symbol[k]];
            stride->wide = true;
            stride->max = ((int64_t)1 << STRIDE_BITS) * 8 / copy->dtype->bits;
        }
    }
    for (int i = 0; i < layout->shard_count; i++) {
        if (!layout->named[i])
            continue;
        Symbol *extent = &copy->symbols[layout->named[i] - 1];
        extent->wide = true;
        extent->min = 1;
        extent->max = (int64_t)1 << 32;
    }
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].symbol >= 0)
            bound_range(copy, operand, d);
}
