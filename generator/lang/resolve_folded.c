/* resolve_folded.c: values whose owners are a register layout, `f32[16,64] / mma_c`, and the form
 * of a reduction over their dimensions: what is combined is one element of the result, `f32[16,1] /
 * mma_c`, and whoever held a part of it gets it. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

bool lane0_is_folded(const Lane0 *lane0) {
    return lane0->kit == LANE0_REDUCE && lane0->source >= 0 &&
           lane0->values[lane0->source].kind == LANE0_LAYOUT;
}

Scope lane0_scope(const Lane0 *lane0) {
    int n = lane0->threads;
    Scope scope = {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1};
    if (lane0->is_cta) {
        scope.kind = lane0->is_warpgroup ? SCOPE_WARPGROUP : SCOPE_CTA;
        scope.threads = n;
        scope.warp_end = n / 32;
    } else if (n < 32) {
        scope.narrowed = true;
        scope.group = scope.lane_end = n;
    }
    return scope;
}

/* ---- the layout of a value ----------------------------------------------------------------- */

/* "mma_c by columns"; of one that is written out NULL. */
static const char *name_of(const AstLayout *layout) {
    static const char *const order[] = {"", " by rows", " by columns"};
    return layout->name.length
               ? mem_printf("%s%s", word_text(layout->name), order[layout->shape.order])
               : NULL;
}

/* The value that is reduced: the first operand. */
static int source_of(const AstLane0 *ast) {
    for (int i = 0; i < ast->value_count; i++) {
        if (!ast->values[i].is_result) {
            return i;
        }
    }
    return -1;
}

/* Does it name the layout of the source, which it then has with one element less? */
static bool is_of_source(const AstLane0 *ast, int at) {
    int source = source_of(ast);
    const char *name = name_of(ast->values[at].layout);
    if (source < 0 || source == at || !ast->values[source].layout || !name) {
        return false;
    }
    const char *other = name_of(ast->values[source].layout);
    return other && strcmp(name, other) == 0;
}

/* A named layout of 64x8 repeats to no 16x1. A result of the operand's layout would. */
static bool check_fills(
    const Context *context, const AstLane0 *ast, const Lane0Value *value, int at) {
    const AstLayout *layout = ast->values[at].layout;
    const char *source = name_of(ast->values[source_of(ast)].layout);
    const Definition *named =
        names_find(&context->definitions, layout->name.at, layout->name.length);
    const AstShape *shape = named && named->layout ? &named->layout->shape : &layout->shape;
    int leading = value->rank - shape->count;
    bool fills = true;
    for (int d = 0; d < shape->count && leading >= 0; d++) {
        fills &= shape->extent[d] < 1 || value->seq[leading + d] % shape->extent[d] == 0;
    }
    if (fills || !source || at == source_of(ast)) {
        return true;
    }
    diag_error(
        layout->name.loc,
        "E_REDUCE_FORM",
        "the result of a reduction of %s has the owners of %s, not those of %s",
        source,
        source,
        word_text(layout->name));
    diag_help("write / %s; a kernel that needs other owners moves the elements later", source);
    return false;
}

/* As `reg 16x64 mma_c` of a copy. */
static bool build_registers(
    Context *context, const Lane0 *lane0, const AstLane0Value *ast, Lane0Value *value) {
    static const char reg[] = "reg";
    Copy copy = {.scope = lane0_scope(lane0), .dtype = value->dtype, .reg_dtype = value->dtype};
    Operand *operand = NEW(Operand);
    AstOperand whole = {
        .space = {reg, sizeof reg - 1, ast->layout->loc},
        .has_layout = true,
        .layout = ast->layout,
        .shape_count = value->rank,
        .loc = ast->layout->loc,
        .shape_loc = ast->seq.word.loc};
    FlatOperand flat;
    for (int d = 0; d < value->rank; d++) {
        whole.shape[d] = value->seq[d];
    }
    if (!flatten_operand(context, &copy, &whole, &flat) || !collect_symbols(&copy, &flat, &flat) ||
        !build_operand(&copy, &flat, operand)) {
        return false;
    }
    value->registers = operand;
    return true;
}

bool resolve_registers(Context *context, const AstLane0 *ast, Lane0 *lane0, int at) {
    const AstLane0Value *written = &ast->values[at];
    Lane0Value *value = &lane0->values[at];
    if (lane0->kit != LANE0_REDUCE) {
        diag_error(
            written->layout->loc,
            "E_NOT_YET",
            "a register layout in a '%s' is not built yet",
            lane0_kit_name[lane0->kit]);
        diag_help("reduce takes register layouts; relayout changes one into a 'block'");
        return false;
    }
    if (!value->rank) {
        diag_error(
            written->layout->loc, "E_NOT_VECTOR", "a value in a register layout must have extents");
        diag_help("write them, as in f32[16,64] / mma_c");
        return false;
    }
    int source = source_of(ast);
    if (source < 0) {
        return fail_reduce_form(lane0, ast->name.loc, "the reduce has no operand");
    }
    if (!ast->values[source].layout) {
        return fail_reduce_form(
            lane0, written->layout->loc, "a register layout here needs one on the operand");
    }
    value->kind = LANE0_LAYOUT;
    value->lane_count = 0;
    for (int d = 0; d < value->rank; d++) {
        value->lane[d] = 1;
    }
    value->layout_text = name_of(written->layout);
    if (!is_of_source(ast, at) && (!check_fills(context, ast, value, at) ||
                                   !build_registers(context, lane0, written, value))) {
        return false;
    }
    if (!value->layout_text) {
        Text text = {0};
        layout_print(&text, &value->registers->layout, NULL);
        value->layout_text = text_string(&text);
    }
    return true;
}

/* ---- the form of the reduction ------------------------------------------------------------- */

/* The type of a result: f32[16,1] / mma_c. */
static const char *folded_type(const Lane0 *lane0, const char *dtype) {
    const Lane0Value *in = &lane0->values[lane0->source];
    Text text = {0};
    text_add(&text, dtype);
    for (int d = 0; d < in->rank; d++) {
        bool is_kept = lane0->over >= 0 && d != lane0->over;
        text_printf(&text, "%s%" PRId64, d ? "," : "[", is_kept ? in->seq[d] : 1);
    }
    text_printf(&text, "] / %s", in->layout_text);
    return text_string(&text);
}

static bool is_folded(const Lane0 *lane0, const Lane0Value *out) {
    const Lane0Value *in = &lane0->values[lane0->source];
    bool same = out->kind == LANE0_LAYOUT && out->rank == in->rank;
    for (int d = 0; same && d < in->rank; d++) {
        same = out->seq[d] == (lane0->over >= 0 && d != lane0->over ? in->seq[d] : 1);
    }
    return same || (lane0->over < 0 && out->kind == LANE0_BROADCAST && out->seq_count == 1);
}

static bool check_part(const Lane0 *lane0, int at, const char *dtype) {
    const Lane0Value *value = at < 0 ? NULL : &lane0->values[at];
    if (!value ||
        (value->dtype && strcmp(value->dtype->name, dtype) == 0 && is_folded(lane0, value))) {
        return true;
    }
    return fail_reduce_form(
        lane0,
        value->loc,
        mem_printf(
            "%s must be %s%s",
            value->is_result ? "the result" : "the accumulator",
            folded_type(lane0, dtype),
            lane0->over < 0 ? mem_printf(", or %s, which all threads have", dtype) : ""));
}

/* Result and accumulator are distributed alike. */
static bool check_alike(const Lane0 *lane0) {
    const Lane0Value *out = &lane0->values[lane0->result];
    const Lane0Value *acc = lane0->accumulator < 0 ? out : &lane0->values[lane0->accumulator];
    const char *a = out->layout_text ? out->layout_text : "";
    const char *b = acc->layout_text ? acc->layout_text : "";
    return strcmp(a, b) == 0 ||
           fail_reduce_form(lane0, acc->loc, "the accumulator must be distributed like the result");
}

/* Over the only dimension is over all of them. */
bool check_folded(const AstLane0 *ast, Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->source];
    if (lane0->over >= 0 && (lane0->over >= in->rank || in->seq[lane0->over] == 1)) {
        return fail_over(ast, lane0);
    }
    lane0->over = in->rank == 1 ? -1 : lane0->over;
    if (lane0->index >= 0) {
        diag_error(
            ast->operation.loc,
            "E_NOT_YET",
            "argmin and argmax over a register layout are not built yet");
        diag_help("relayout changes a register layout into a 'block', which they take");
        return false;
    }
    return check_part(lane0, lane0->result, in->dtype->name) &&
           check_part(lane0, lane0->accumulator, in->dtype->name) && check_alike(lane0);
}
