/* reached.c: does every place hold in the end what the layouts ask for? */
#include "prove.h"
#include <stdio.h>

/* What a place of the destination must hold for each box of limits. */
typedef struct {
    Prover *prover;
    Box inside;
    Value expected, fill;
    Value brought; /* what is there of the caller's, to be combined with; 0: nothing */
    bool keeps;    /* outside of the limits it is not written */
    const char *what;
} Judge;

static bool judge(void *context, const Box *box, Value value) {
    const Judge *at = context;
    const Box *inside = &at->inside;
    if (value == at->expected)
        return box_within(box, inside) ||
               proof_fail(at->prover, "outside", "%s is written beyond the limits", at->what);
    const bool untouched = value == 0 || value == at->brought;
    if (untouched && boxes_meet(box, inside))
        return proof_fail(at->prover, "missing", "%s is never written", at->what);
    if (untouched)
        return at->keeps ||
               proof_fail(at->prover, "missing", "%s is not filled beyond the limits", at->what);
    if (value == at->fill && !at->keeps)
        return !boxes_meet(box, inside) ||
               proof_fail(at->prover, "wrong", "%s is filled inside the limits", at->what);
    return proof_fail(at->prover, "wrong", "%s gets a wrong element", at->what);
}

static Judge judge_of(Prover *prover, const Content *content) {
    Box room;
    const Box *inside = inside_box(prover, content->inside, &room);
    const Limits *limits = &prover->plan->flows[0].limits; /* what is judged is of some flow */
    bool masked = limits->count > 0;
    return (Judge){
        .prover = prover,
        .inside = inside ? *inside : prover->everything,
        .keeps = masked && limits->keep,
        .fill = masked ? fill_value(prover) : 0};
}

/* Without limits the one value tells. */
static bool holds(const Content *content, Value expected) {
    return content->value == expected && !content->inside &&
           (!content->extra || !content->extra->parts);
}

static bool registers_reached(Prover *prover, int bundle) {
    const Registers *all = &prover->registers[bundle];
    const Register *r;
    const Plan *plan = prover->plan;
    if (plan->bundles[bundle].role != ROLE_OUT)
        return true;
    for (int64_t i = 0; (r = register_next(all, &i)); i++) {
        char what[120];
        if (holds(&r->content, r->expected))
            continue;
        snprintf(
            what,
            sizeof what,
            "%s[%lld] of thread %lld",
            plan->bundles[bundle].name,
            (long long)(i % all->count),
            (long long)(i / all->count % plan->threads));
        if (!r->expected)
            return proof_fail(prover, "outside", "%s is written but is not in the region", what);
        Judge at = judge_of(prover, &r->content);
        at.expected = r->expected;
        at.what = what;
        if (!content_visit(&r->content, &prover->everything, judge, &at))
            return false;
    }
    return true;
}

/* Does the caller bring what stands there, to be combined with? */
static bool is_combined(const Plan *plan, int buffer) {
    for (int f = 0; f < plan->flow_count; f++)
        if (plan->flows[f].onto != COMBINE_NONE && plan->flows[f].dst_at == buffer)
            return true;
    return false;
}

/* Row 70 is not where the rows are at most 64. */
static bool ever_inside(const Prover *prover, const Cell *cell) {
    Box room;
    const Box *inside = inside_box(prover, cell->content.inside, &room);
    return !inside || !box_empty(inside);
}

bool goal_reached(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int64_t i = 0; i < prover->table.cell_count; i++) {
        const Cell *cell = cell_number(prover, i);
        if (plan->buffers[cell->buffer].role != ROLE_OUT)
            continue;
        if (!cell->is_goal && content_stored(&cell->content, &prover->everything, 0))
            return proof_fail(
                prover,
                "outside",
                "%s is written but is not in the region",
                cell_name(prover, cell));
        if (!cell->is_goal || holds(&cell->content, cell->expected))
            continue;
        if (is_combined(plan, cell->buffer) && ever_inside(prover, cell) &&
            !content_stored(&cell->content, &prover->everything, 0))
            return proof_fail(prover, "missing", "%s is never written", cell_name(prover, cell));
        Judge at = judge_of(prover, &cell->content);
        at.expected = cell->expected;
        if (is_combined(plan, cell->buffer) && !cell->content.stored)
            at.brought = cell->content.value;
        at.keeps |= prover->bound_count && plan->buffers[cell->buffer].space == SPACE_GMEM;
        MemMark mark = mem_mark(); /* a name for each of 2^19 elements would take 64 MB */
        at.what = cell_name(prover, cell);
        if (!content_visit(&cell->content, &prover->everything, judge, &at))
            return false;
        mem_rewind(mark);
    }
    for (int b = 0; b < plan->bundle_count; b++)
        if (!registers_reached(prover, b))
            return false;
    return true;
}
