/* names.c: the systematic name of a request: who, what, from where, to where, shape, type, layouts.
 * It states the contract and never the mechanism, so re-dispatching renames nothing. */
#include "passes.h"
#include <ctype.h>
#include <string.h>

static void scope_text(Text *out, const Scope *scope) {
    text_add(out, scope_name[scope->kind]);
    if (scope->kind == SCOPE_CTA || scope->kind == SCOPE_CLUSTER)
        text_printf(out, "%d", scope->threads);
    if (scope->lanes_given)
        text_printf(out, "_lanes%d_%d", scope->lane_begin, scope->lane_end);
    if (scope->warps_given)
        text_printf(out, "_warps%d_%d", scope->warp_begin, scope->warp_end);
}

/* Compact row-major over the shape: S[(4,6):(6,1)]. */
static Layout row_major(const Operand *operand) {
    Layout layout = {0};
    int64_t stride = 1;
    for (int d = operand->rank - 1; d >= 0; d--) {
        layout.shard[d] = (Iter){operand->shape[d], coef_int(stride), AXIS_M, operand->loc};
        if (!mul_i64(stride, operand->shape[d], &stride))
            stride = 0;
    }
    layout.shard_count = operand->rank;
    return layout;
}

/* Thread i owns row i: the first dimension is the threads of the scope. */
static bool row_per_thread(const Copy *copy, const Operand *operand, Layout *layout) {
    static const Axis axis[] = {AXIS_M, AXIS_LANEID, AXIS_LANEID, AXIS_TID_IN_WG, AXIS_TX, AXIS_TX};
    if (operand->shape[0] != copy->scope.threads)
        return false;
    layout->shard[0].axis = axis[copy->scope.kind];
    layout->shard[0].stride = coef_int(1);
    return true;
}

static bool same_layout(const Copy *copy, const Layout *a, const Layout *b) {
    Layout x = layout_canonical(a, copy->scope.kind), y = layout_canonical(b, copy->scope.kind);
    return layout_equal(&x, &y);
}

/* 64 over an extent M is 64*M. False: these are too many names for a stride. */
static bool step_over(Coef *step, Coef extent) {
    if (extent.count == 0)
        return coef_mul(*step, extent.value, step);
    if (step->count == MAX_FACTORS)
        return false;
    int at = step->count++;
    for (; at > 0 && step->symbol[at - 1] > extent.symbol[0]; at--)
        step->symbol[at] = step->symbol[at - 1];
    step->symbol[at] = extent.symbol[0];
    return true;
}

/* Extents of nxn are different arguments, not those of S[(N,N):(N,1)], and the pitch is another. */
static bool is_extent_once(const Operand *array, const Symbol *pitch, const Copy *copy) {
    bool once = true;
    for (int d = 0; d < array->rank; d++) {
        const int named = array->layout.named[d];
        once &= !named || &copy->symbols[named - 1] != pitch;
        for (int other = 0; other < d; other++)
            once &= !named || array->layout.named[other] != named;
    }
    return once;
}

/* Rows of an array that follow one another: S[(M,64):(64,1)], S[(M,N):(N,1)]. */
static bool is_compact_array(const Operand *array) {
    Coef step = coef_int(1);
    for (int d = array->rank - 1; d >= 0; d--) {
        const Coef extent = flow_extent(array, d);
        const bool is_unit = extent.count == 0 && extent.value == 1;
        if ((!is_unit && !coef_equal(array->layout.shard[d].stride, step)) ||
            (d > 0 && !step_over(&step, extent)))
            return false;
    }
    return true;
}

static bool is_default(const Copy *copy, const Operand *operand) {
    Layout plain = row_major(operand);
    if (operand->array)
        return is_extent_once(operand->array, NULL, copy) && is_compact_array(operand->array);
    if (operand->space != SPACE_REG || copy->scope.kind == SCOPE_THREAD)
        return same_layout(copy, &operand->layout, &plain);
    return row_per_thread(copy, operand, &plain) && same_layout(copy, &operand->layout, &plain);
}

/* Row-major with a run-time pitch: the outermost stride of two dimensions is one symbol. */
static bool is_pitched(const Copy *copy, const Operand *operand, const Symbol **pitch) {
    const Layout *layout = &operand->layout;
    if (operand->space == SPACE_REG || operand->rank != 2 || layout->shard_count != 2 ||
        layout->shard[0].stride.count != 1 || layout->shard[0].stride.value != 1)
        return false;
    Layout plain = row_major(operand);
    plain.shard[0].stride = layout->shard[0].stride;
    *pitch = &copy->symbols[layout->shard[0].stride.symbol[0]];
    return layout_equal(layout, &plain) &&
           (!operand->array || is_extent_once(operand->array, *pitch, copy));
}

static void add_divisors(Text *out, const Copy *copy, const Layout *layout) {
    for (int i = 0; i < layout->shard_count; i++)
        for (int k = 0; k < layout->shard[i].stride.count; k++) {
            const Symbol *symbol = &copy->symbols[layout->shard[i].stride.symbol[k]];
            if (symbol->divisor > 1)
                text_printf(out, "x%lld", (long long)symbol->divisor);
        }
}

/* A compact row-major tile with a swizzle of the prelude: its name there, or NULL. 128B is
 * swizzle(3,3,3) for f16 and swizzle(2,3,3) for f32. */
static const char *standard_name(const Copy *copy, const Operand *operand) {
    const Swizzle *swizzle = &operand->layout.swizzle;
    Layout plain = operand->layout, compact = row_major(operand);
    plain.swizzle = (Swizzle){0};
    if (operand->space == SPACE_REG || !swizzle->on || !same_layout(copy, &plain, &compact))
        return NULL;
    for (int i = 0; i < copy->standard_count; i++) {
        const Swizzle *standard = &copy->standards[i].swizzle;
        if (swizzle->per_element == standard->per_element && swizzle->len == standard->len &&
            swizzle->atom == standard->atom && swizzle->outer == standard->outer)
            return copy->standards[i].name;
    }
    return NULL;
}

/* "_sw128", or nothing for a default layout. False: it has no name. */
static bool tag_text(Text *out, const Copy *copy, const Operand *operand, bool *digest) {
    const Symbol *pitch;
    if (!operand->is_auto && is_default(copy, operand))
        return true;
    if (is_pitched(copy, operand, &pitch)) {
        text_add(out, "_ld");
        if (pitch->divisor > 1)
            text_printf(out, "x%lld", (long long)pitch->divisor);
        return true;
    }
    if (operand->layout.name) {
        text_printf(out, "_%s", operand->layout.name);
        add_divisors(out, copy, &operand->layout);
        return true;
    }
    const char *standard = operand->is_auto ? NULL : standard_name(copy, operand);
    if (standard) {
        text_printf(out, "_%s", standard);
        return true;
    }
    Text text = {0};
    layout_print(&text, &operand->layout, copy->symbols);
    text_printf(out, "_l%08x", (unsigned)(fnv1a64(text_string(&text), text.length) >> 32));
    *digest = true;
    return false;
}

/* "_by_i32_gmem": where the indices are that pick the rows. */
static bool picks_text(Text *out, const Copy *copy, const Operand *operand, bool *digest) {
    const Picks *picks = operand->picks;
    if (!picks)
        return true;
    text_printf(out, "_by_%s_%s", picks->dtype->name, space_name[picks->index.space]);
    return tag_text(out, copy, &picks->index, digest);
}

static void shape_text(Text *out, const Operand *operand) {
    bool any = false;
    for (int d = 0; d < operand->rank; d++) {
        if (operand->region[d].extent == 1)
            continue;
        text_printf(out, "%s%lld", any ? "x" : "", (long long)operand->region[d].extent);
        any = true;
    }
    if (!any)
        text_add(out, "1");
}

static const Operand *written(const Operand *operand) {
    return operand->array ? operand->array : operand;
}

/* All of an array has a region in its name: "_ofnx64", of at most as many elements as the tile. */
static bool has_region(const Operand *operand) {
    return !written(operand)->whole || written(operand)->bounded;
}

/* _at0x8, and _atm1x8 of a window that begins one row before its origin. */
static void begin_text(Text *out, const Operand *operand) {
    text_add(out, "_at");
    for (int d = 0; d < operand->rank; d++) {
        const long long begin = operand->region[d].begin;
        text_printf(
            out, "%s%s%lld", d ? "x" : "", begin < 0 ? "m" : "", begin < 0 ? -begin : begin);
    }
}

static void region_text(Text *out, const Operand *side, bool with_space) {
    const Operand *operand = written(side);
    bool run_time = false, fixed = false;
    if (!has_region(operand))
        return;
    if (with_space)
        text_printf(out, "_%s", space_name[operand->space]);
    text_add(out, "_of");
    for (int d = 0; d < operand->rank; d++) {
        if (flow_extent(operand, d).count)
            text_printf(out, "%sn", d ? "x" : ""); /* an extent that is known at run time */
        else
            text_printf(out, "%s%lld", d ? "x" : "", (long long)operand->shape[d]);
        run_time |= operand->region[d].symbol >= 0;
        fixed |= operand->region[d].begin != 0;
    }
    if ((!run_time && !operand->bounded) || fixed)
        begin_text(out, operand);
    if (run_time)
        text_add(out, "_dyn");
}

static void align_text(Text *out, const Copy *copy) {
    const Operand *side[] = {written(&copy->src), written(&copy->dst)};
    bool memory[] = {
        copy->src.space != SPACE_REG && copy->op != OP_FILL, copy->dst.space != SPACE_REG};
    if (memory[0] && memory[1] && side[0]->align != side[1]->align) {
        for (int i = 0; i < 2; i++)
            if (side[i]->align != 16)
                text_printf(out, "_%s_align%d", i ? "dst" : "src", side[i]->align);
        return;
    }
    int align = memory[0] ? side[0]->align : side[1]->align;
    if ((memory[0] || memory[1]) && align != 16)
        text_printf(out, "_align%d", align);
}

/* _keep_masked, _fill0x3c00_masked, _value0x3c00 of a fill, _masked_colsx8: facts about the limits
 * are part of the name. */
static void limits_text(Text *out, const Copy *copy) {
    const Limits *limits = &copy->limits;
    if (limits->keep)
        text_add(out, "_keep");
    else if (limits->fill != 0)
        text_printf(
            out,
            "_%s0x%llx",
            copy->op == OP_FILL ? "value" : "fill",
            (unsigned long long)limits->fill);
    if (limits->count == 0)
        return;
    if (limits->edge)
        text_printf(out, "_edge_%s", edge_name[limits->edge]);
    text_add(out, "_masked");
    for (int d = 0; d < limits->count; d++) {
        const Symbol *symbol = &copy->symbols[limits->at[d].symbol];
        if (symbol->divisor > 1)
            text_printf(out, "_%sx%lld", symbol->name, (long long)symbol->divisor);
    }
}

/* _tma_oob_zero_l2_128B: what is passed differs, and what the map is. */
static void tensor_text(Text *out, const Copy *copy, const char *between) {
    const Options *options = &copy->options;
    if (!options->tensormap)
        return;
    text_printf(out, "%stma", between);
    if (options->oob)
        text_printf(out, "%soob%s%s", between, between, oob_name[options->oob]);
    if (options->promotion)
        text_printf(out, "%sl2%s%db", between, between, options->promotion);
}

/* Facts on the indices: _there where none is below zero, _below4096 where all are. */
static void index_text(Text *out, const Copy *copy) {
    const Picks *picks = copy->src.picks ? copy->src.picks : copy->dst.picks;
    if (!picks)
        return;
    const Symbol *number = &copy->symbols[picks->number];
    if (!picks->absent && picks->dtype->kind == DTYPE_SIGNED)
        text_add(out, "_there");
    if (number->max < INT32_MAX)
        text_printf(out, "_below%lld", (long long)number->max + 1);
}

static bool report_unnamed(const Operand *operand) {
    diag_error(
        operand->loc,
        "E_NAME_NEEDED",
        "this layout is not a default layout and has no name, so the function has no name");
    if (operand->is_auto && operand->tile)
        diag_help("the tile's name cannot be part of a function name: rename the tile, or write "
                  "'as NAME'");
    else
        diag_help(
            "write 'layout NAME = ...' and use NAME here, or end the statement with 'as NAME'");
    return false;
}

/* "_f32", "_f32_f16", "_f32_f16_rz_sat": the rounding where it is another one than usual. */
static void dtype_text(Text *out, const Copy *copy) {
    const char *from = operand_dtype(copy, &copy->src)->name;
    const char *to = operand_dtype(copy, &copy->dst)->name;
    Rounding rounding = copy_rounding(copy), usual = ROUNDING_EXACT;
    text_printf(out, "_%s", from);
    if (!copy_converts(copy))
        return;
    text_printf(out, "_%s", to);
    conversion_rounding(from, to, NULL, false, &usual);
    if (rounding == usual)
        return;
    const char *name = rounding_name[rounding];
    text_printf(out, "_%s", rounding == ROUNDING_RN_SAT && usual == ROUNDING_RN ? "sat" : name);
}

/* What is passed differs from what the scope alone says: an mbarrier, and no cp.async follows. */
static bool calls_in_bulk(const Copy *copy) {
    const char *variant = copy->options.using_variant;
    return variant && strcmp(variant, "bulk_rows") == 0;
}

/* _copy_gmem_to_ of a copy, _fill_ of a fill. */
static void source_text(Text *out, const Copy *copy, bool strict, bool *digest, bool *ok) {
    text_printf(out, "_%s_", op_name[copy->op]);
    if (copy->op == OP_FILL)
        return;
    text_add(out, space_name[copy->src.space]);
    if (!tag_text(out, copy, &copy->src, digest) && strict)
        *ok = report_unnamed(&copy->src);
    if (*ok && !picks_text(out, copy, &copy->src, digest) && strict)
        *ok = report_unnamed(&copy->src.picks->index);
    text_add(out, "_to_");
}

static char *copy_name(const Copy *copy, bool strict, bool *digest, bool *ok) {
    Text out = {0};
    const bool fills = copy->op == OP_FILL;
    bool regions = !fills && has_region(&copy->src) && has_region(&copy->dst);
    scope_text(&out, &copy->scope);
    source_text(&out, copy, strict, digest, ok);
    text_add(&out, space_name[copy->dst.space]);
    if (*ok && !tag_text(&out, copy, &copy->dst, digest) && strict)
        *ok = report_unnamed(&copy->dst);
    if (*ok && !picks_text(&out, copy, &copy->dst, digest) && strict)
        *ok = report_unnamed(&copy->dst.picks->index);
    text_add(&out, "_");
    shape_text(&out, &copy->dst);
    dtype_text(&out, copy);
    if (!fills)
        region_text(&out, &copy->src, regions);
    region_text(&out, &copy->dst, regions);
    align_text(&out, copy);
    text_add(&out, hint_suffix(&copy->options.hint, PRIM_COUNT));
    tensor_text(&out, copy, "_");
    if (copy->options.multicast)
        text_add(&out, "_multicast");
    if (copy->options.reduce)
        text_printf(&out, "_reduce_%s", copy->options.reduce);
    if (copy->options.ld64)
        text_add(&out, "_ld64");
    if (copy->options.stages)
        text_printf(&out, "_stages%d", copy->options.stages);
    limits_text(&out, copy);
    index_text(&out, copy);
    if (copy_in_place(copy))
        text_add(&out, "_in_place");
    if (copy->options.fence)
        text_add(&out, "_fence");
    if (calls_in_bulk(copy))
        text_add(&out, "_bulk");
    return mem_printf("%s", text_string(&out));
}

const char *copy_stem(const Function *function, bool strict, bool *digest, bool *ok) {
    const char *given = function->request->given_name;
    return given ? given : copy_name(function->view.settled, strict, digest, ok);
}

/* descriptor_wgmma_smem_sw128_64x16_bf16_of128x64_dyn_stages4 */
const char *descriptor_stem(
    const Copy *copy, const char *unit, bool strict, bool *digest, bool *ok) {
    Text out = {0};
    text_printf(&out, "descriptor_%s_%s", unit, space_name[copy->src.space]);
    if (!tag_text(&out, copy, &copy->src, digest) && strict)
        *ok = report_unnamed(&copy->src);
    text_char(&out, '_');
    shape_text(&out, &copy->src);
    text_printf(&out, "_%s", copy->dtype->name);
    region_text(&out, &copy->src, false);
    align_text(&out, copy);
    if (copy->options.stages)
        text_printf(&out, "_stages%d", copy->options.stages);
    return text_string(&out);
}

/* warpgroup_coords_reg_wgmma_c_64x256 */
const char *coords_stem(const Copy *copy, bool strict, bool *digest, bool *ok) {
    Text out = {0};
    scope_text(&out, &copy->scope);
    text_add(&out, "_coords_reg");
    if (!tag_text(&out, copy, &copy->src, digest) && strict)
        *ok = report_unnamed(&copy->src);
    text_char(&out, '_');
    shape_text(&out, &copy->src);
    return text_string(&out);
}

bool name_function(Function *function, bool strict) {
    const Request *request = function->request;
    const char *prefix = request->prefix ? request->prefix : "tc_";
    bool ok = true, digest = false;
    const char *stem = kind_of(request)->stem(function, strict, &digest, &ok);
    /* as tc_load_panel */
    bool has_prefix = stem == request->given_name && strncmp(stem, prefix, strlen(prefix)) == 0;
    function->name = mem_printf("%s%s", has_prefix ? "" : prefix, stem);
    function->digest_name = digest;
    char *upper = mem_printf("%s", function->name);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    function->constant_stem = upper;
    return ok;
}

const char *request_name(const Request *request) {
    Function function = {.request = request, .view = {.settled = request_copy(request)}};
    name_function(&function, false);
    return function.name;
}

/* Two spellings of one layout, 1@tx and (1@warpid,1@laneid), mean the same. */
static void add_meaning(Text *out, const Copy *copy, const Operand *operand) {
    Operand plain = *operand;
    plain.layout = layout_canonical(&operand->layout, copy->scope.kind);
    plain.layout.name = NULL;
    operand_print(out, &plain, copy->symbols);
}

const char *copy_meaning(const Function *function) {
    const Copy *copy = function->view.caller;
    Text out = {0};
    scope_text(&out, &copy->scope);
    text_printf(&out, " %s %s ", op_name[copy->op], copy->dtype->name);
    if (copy_converts(copy))
        text_printf(&out, "as %s %s ", copy->reg_dtype->name, rounding_name[copy_rounding(copy)]);
    add_meaning(&out, copy, &copy->src);
    text_add(&out, " -> ");
    add_meaning(&out, copy, &copy->dst);
    text_printf(
        &out,
        " align %d %d %s",
        written(&copy->src)->align,
        written(&copy->dst)->align,
        hint_suffix(&copy->options.hint, PRIM_COUNT));
    if (copy_in_place(copy))
        text_add(&out, " in place");
    tensor_text(&out, copy, " ");
    for (int d = 0; copy->options.tensormap && d < MAX_RANK; d++)
        text_printf(&out, " %d/%d", copy->src.layout.named[d], copy->dst.layout.named[d]);
    if (copy->options.multicast)
        text_add(&out, " multicast");
    if (copy->options.reduce)
        text_printf(&out, " reduce %s", copy->options.reduce);
    if (copy->options.fence)
        text_add(&out, " fence");
    if (calls_in_bulk(copy))
        text_add(&out, " bulk");
    if (copy->limits.count || copy->src.picks || copy->op == OP_FILL)
        text_printf(
            &out,
            " %s %s %llx",
            copy->limits.count ? "masked" : "picked",
            copy->limits.edge   ? edge_name[copy->limits.edge]
            : copy->limits.keep ? "keep"
                                : "fill",
            (unsigned long long)copy->limits.fill);
    for (int i = 0; i < copy->symbol_count; i++)
        text_printf(
            &out,
            " %s %lld %lld %lld",
            copy->symbols[i].name,
            (long long)copy->symbols[i].min,
            (long long)copy->symbols[i].max,
            (long long)copy->symbols[i].divisor);
    return text_string(&out);
}

const char *copy_pins(const Function *function) {
    const Copy *copy = &function->request->copy;
    return mem_printf(
        "%s %d",
        copy->options.using_variant ? copy->options.using_variant : "",
        copy->options.register_budget);
}
