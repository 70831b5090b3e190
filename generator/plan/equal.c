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

static bool expr_equal(const Expr *a, const Expr *b) {
    bool same = a->term_count == b->term_count && a->xor_count == b->xor_count &&
                a->constant == b->constant;
    for (int i = 0; same && i < a->term_count; i++) {
        same = coef_equal(a->terms[i].coef, b->terms[i].coef) &&
               digit_equal(&a->terms[i].digit, &b->terms[i].digit);
    }
    for (int i = 0; same && i < a->xor_count; i++) {
        same = a->xors[i].mask == b->xors[i].mask && a->xors[i].shift == b->xors[i].shift;
    }
    return same;
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

/* An expression counts only where the step has the side that it addresses. */
static bool side_equal(int a_at, const Expr *a, int b_at, const Expr *b) {
    return a_at == b_at && (a_at < 0 || expr_equal(a, b));
}

static bool step_equal(const Step *a, const Step *b) {
    return a->primitive == b->primitive && a->bytes == b->bytes &&
           a->opens_token == b->opens_token && a->zero_rest == b->zero_rest &&
           a->counted == b->counted && side_equal(a->buffer, &a->where, b->buffer, &b->where) &&
           side_equal(a->from_buffer, &a->from, b->from_buffer, &b->from) &&
           side_equal(a->bundle, &a->slot, b->bundle, &b->slot) &&
           (primitives[a->primitive].kind != KIND_MOVE ||
            side_equal(a->from_bundle, &a->from_slot, b->from_bundle, &b->from_slot)) &&
           conds_equal(a->conds, a->cond_count, b->conds, b->cond_count) &&
           ints_equal(a->repeat, a->repeat_count, b->repeat, b->repeat_count);
}

static bool sync_equal(const Sync *a, const Sync *b) {
    return a->kind == b->kind && a->mask == b->mask && a->id == b->id && a->count == b->count &&
           a->async_proxy_fence_before == b->async_proxy_fence_before;
}

static bool opaque_equal(const Opaque *a, const Opaque *b) {
    return a->rank == b->rank &&
           ints_equal(a->arrives, a->arrives_count, b->arrives, b->arrives_count) &&
           ints_equal(a->leaves, a->leaves_count, b->leaves, b->leaves_count);
}

static bool phase_equal(const Phase *a, const Phase *b) {
    bool same = a->elected == b->elected && a->step_count == b->step_count &&
                a->is_opaque == b->is_opaque && a->closes_token == b->closes_token &&
                text_equal(a->note, b->note) && sync_equal(&a->sync, &b->sync) &&
                conds_equal(a->guard, a->guard_count, b->guard, b->guard_count) &&
                ints_equal(a->loops, a->loop_count, b->loops, b->loop_count) &&
                (!a->is_opaque || opaque_equal(&a->opaque, &b->opaque));
    for (int i = 0; same && i < a->step_count; i++) {
        same = step_equal(&a->steps[i], &b->steps[i]);
    }
    return same;
}

static bool buffer_equal(const Buffer *a, const Buffer *b) {
    return text_equal(a->name, b->name) && a->space == b->space && a->role == b->role &&
           a->dtype == b->dtype && a->align == b->align && a->elements == b->elements &&
           a->remote == b->remote;
}

static bool bundle_equal(const Bundle *a, const Bundle *b) {
    return text_equal(a->name, b->name) && a->role == b->role && a->dtype == b->dtype &&
           a->count == b->count && a->vector_bits == b->vector_bits;
}

static bool loop_equal(const Loop *a, const Loop *b) {
    return text_equal(a->name, b->name) && a->extent == b->extent && a->unroll == b->unroll;
}

static bool token_equal(const Token *a, const Token *b) {
    return text_equal(a->name, b->name) && a->mbarrier == b->mbarrier &&
           a->left_to_caller == b->left_to_caller;
}

static bool scope_equal(const Scope *a, const Scope *b) {
    return a->kind == b->kind && a->threads == b->threads && a->narrowed == b->narrowed &&
           (!a->narrowed || (a->lane_begin == b->lane_begin && a->lane_end == b->lane_end &&
                             a->warp_begin == b->warp_begin && a->warp_end == b->warp_end));
}

bool plan_equal(const Plan *a, const Plan *b) {
    bool same = text_equal(a->variant, b->variant) && scope_equal(&a->scope, &b->scope) &&
                a->threads == b->threads && a->dtype == b->dtype &&
                a->symbol_count == b->symbol_count && a->buffer_count == b->buffer_count &&
                a->bundle_count == b->bundle_count && a->loop_count == b->loop_count &&
                a->token_count == b->token_count && a->phase_count == b->phase_count &&
                a->flow_count == b->flow_count && a->vec_bits == b->vec_bits &&
                a->ops_per_thread == b->ops_per_thread && a->has_stage == b->has_stage;
    for (int i = 0; same && i < a->buffer_count; i++) {
        same = buffer_equal(&a->buffers[i], &b->buffers[i]);
    }
    for (int i = 0; same && i < a->bundle_count; i++) {
        same = bundle_equal(&a->bundles[i], &b->bundles[i]);
    }
    for (int i = 0; same && i < a->loop_count; i++) {
        same = loop_equal(&a->loops[i], &b->loops[i]);
    }
    for (int i = 0; same && i < a->token_count; i++) {
        same = token_equal(&a->tokens[i], &b->tokens[i]);
    }
    for (int i = 0; same && i < a->phase_count; i++) {
        same = phase_equal(&a->phases[i], &b->phases[i]);
    }
    return same;
}
