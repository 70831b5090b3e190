/* equal.c: are two Plans the same body? Dispatch merges the targets whose plans are, and the header
 * prints one text for them.
 *
 * Invariant: everything that reaches the printed body, the proof or the cost is compared; targets
 * are not. Only used parts of arrays count, by value and never by address. */
#include "plan.h"
#include <string.h>

static bool text_equal(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool conds_equal(const Cond *a, int a_count, const Cond *b, int b_count) {
    bool same = a_count == b_count;
    for (int i = 0; same && i < a_count; i++) {
        same = a[i].op == b[i].op && expr_equal(&a[i].lhs, &b[i].lhs) &&
               expr_equal(&a[i].rhs, &b[i].rhs);
    }
    return same;
}

static bool ints_equal(const int *a, int a_count, const int *b, int b_count) {
    return a_count == b_count && (a_count == 0 || memcmp(a, b, (size_t)a_count * sizeof(int)) == 0);
}

static bool maybe_expr_equal(const Expr *a, const Expr *b) {
    return a == b || (a && b && expr_equal(a, b));
}

/* An expression counts only where the side has it. */
static bool side_equal(const Plan *plan, const Side *a, const Side *b) {
    if (a->kind != b->kind || a->of != b->of)
        return false;
    if (a->kind == SIDE_NONE || a->kind == AT_CONSTANT)
        return true;
    bool same = a->kind == AT_TENSOR || expr_equal(&a->at, &b->at);
    for (int d = 0; same && d < side_coords(plan, a); d++)
        same = expr_equal(&a->coords[d], &b->coords[d]);
    same = same && !a->edges == !b->edges && a->edge_count == b->edge_count;
    for (int d = 0; d < a->edge_count && same; d++)
        same = expr_equal(&a->edges[d], &b->edges[d]);
    return same && maybe_expr_equal(a->peer, b->peer);
}

static bool step_equal(const Plan *plan, const Step *a, const Step *b) {
    return a->primitive == b->primitive && a->count == b->count && a->object == b->object &&
           a->rest == b->rest && a->combine == b->combine && maybe_expr_equal(a->value, b->value) &&
           side_equal(plan, &a->dst, &b->dst) && side_equal(plan, &a->src[0], &b->src[0]) &&
           side_equal(plan, &a->src[1], &b->src[1]) &&
           conds_equal(a->conds, a->cond_count, b->conds, b->cond_count) &&
           ints_equal(a->repeat, a->repeat_count, b->repeat, b->repeat_count);
}

static bool phase_equal(const Plan *plan, const Phase *a, const Phase *b) {
    bool same = a->elected == b->elected && a->step_count == b->step_count &&
                text_equal(a->note, b->note) &&
                conds_equal(a->guard, a->guard_count, b->guard, b->guard_count) &&
                ints_equal(a->loops, a->loop_count, b->loops, b->loop_count);
    for (int i = 0; same && i < a->step_count; i++) {
        same = step_equal(plan, &a->steps[i], &b->steps[i]);
    }
    return same;
}

static bool part_equal(const Part *a, const Part *b) {
    return text_equal(a->suffix, b->suffix) && a->first_phase == b->first_phase &&
           a->phase_count == b->phase_count && a->is_body == b->is_body &&
           a->of_anyone == b->of_anyone &&
           conds_equal(a->guard, a->guard_count, b->guard, b->guard_count) &&
           ints_equal(a->reads, a->reads_count, b->reads, b->reads_count) &&
           ints_equal(a->writes, a->writes_count, b->writes, b->writes_count);
}

static bool buffer_equal(const Buffer *a, const Buffer *b) {
    return text_equal(a->name, b->name) && a->space == b->space && a->role == b->role &&
           a->dtype == b->dtype && a->align == b->align && a->elements == b->elements &&
           a->arena == b->arena && a->offset == b->offset && a->brought == b->brought &&
           maybe_expr_equal(a->shift, b->shift);
}

static bool arena_equal(const Arena *a, const Arena *b) {
    return text_equal(a->name, b->name) && a->bytes == b->bytes && a->align == b->align;
}

static bool bundle_equal(const Bundle *a, const Bundle *b) {
    return text_equal(a->name, b->name) && a->role == b->role && a->dtype == b->dtype &&
           a->count == b->count && a->vector_bits == b->vector_bits;
}

static bool loop_equal(const Loop *a, const Loop *b) {
    return text_equal(a->name, b->name) && a->extent == b->extent && a->unroll == b->unroll;
}

static bool object_equal(const Object *a, const Object *b) {
    bool same = text_equal(a->name, b->name) && a->kind == b->kind && a->brought == b->brought &&
                a->left == b->left && a->id == b->id && a->number == b->number &&
                a->arrivals == b->arrivals && a->others == b->others;
    if (!same || a->kind != OBJECT_TENSOR)
        return same;
    same = a->buffer == b->buffer && a->rank == b->rank && a->swizzle.on == b->swizzle.on &&
           a->swizzle.per_element == b->swizzle.per_element && a->swizzle.len == b->swizzle.len &&
           a->swizzle.atom == b->swizzle.atom && a->type == b->type && a->pack == b->pack &&
           a->rows == b->rows && a->promotion == b->promotion && a->oob == b->oob;
    for (int d = 0; same && d < a->rank; d++)
        same = coef_equal(a->stride[d], b->stride[d]) && coef_equal(a->extent[d], b->extent[d]) &&
               a->box[d] == b->box[d] && a->by[d] == b->by[d];
    return same;
}

static bool scope_equal(const Scope *a, const Scope *b) {
    return a->kind == b->kind && a->threads == b->threads && a->narrowed == b->narrowed &&
           a->group == b->group &&
           (!a->narrowed || (a->lane_begin == b->lane_begin && a->lane_end == b->lane_end &&
                             a->warp_begin == b->warp_begin && a->warp_end == b->warp_end));
}

bool plan_equal(const Plan *a, const Plan *b) {
    bool same = text_equal(a->variant, b->variant) && scope_equal(&a->scope, &b->scope) &&
                a->threads == b->threads && plan_ctas(a) == plan_ctas(b) && a->dtype == b->dtype &&
                a->symbol_count == b->symbol_count && a->buffer_count == b->buffer_count &&
                a->arena_count == b->arena_count && a->bundle_count == b->bundle_count &&
                a->loop_count == b->loop_count && a->object_count == b->object_count &&
                a->phase_count == b->phase_count && a->flow_count == b->flow_count &&
                a->part_count == b->part_count && a->rounds == b->rounds &&
                a->vec_bits == b->vec_bits && a->ops_per_thread == b->ops_per_thread &&
                a->has_stage == b->has_stage &&
                conds_equal(a->guard, a->guard_count, b->guard, b->guard_count) &&
                ints_equal(a->script, a->script_count, b->script, b->script_count);
    for (int i = 0; same && i < a->buffer_count; i++) {
        same = buffer_equal(&a->buffers[i], &b->buffers[i]);
    }
    for (int i = 0; same && i < a->arena_count; i++) {
        same = arena_equal(&a->arenas[i], &b->arenas[i]);
    }
    for (int i = 0; same && i < a->bundle_count; i++) {
        same = bundle_equal(&a->bundles[i], &b->bundles[i]);
    }
    for (int i = 0; same && i < a->loop_count; i++) {
        same = loop_equal(&a->loops[i], &b->loops[i]);
    }
    for (int i = 0; same && i < a->object_count; i++) {
        same = object_equal(&a->objects[i], &b->objects[i]);
    }
    for (int i = 0; same && i < a->part_count; i++) {
        same = part_equal(&a->parts[i], &b->parts[i]);
    }
    for (int i = 0; same && i < a->phase_count; i++) {
        same = phase_equal(a, &a->phases[i], &b->phases[i]);
    }
    return same;
}
