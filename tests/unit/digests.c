/* digests.c: every number of a Plan or a Partition into the digest that is open. */
#include "digests.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };
static struct {
    const char *name;
    int calls, answers;
    uint64_t digest;
} said[MOST];
static int count, open;
static const char *shown;

void digest_show(const char *name) {
    shown = name;
}

void digest_open(const char *name, bool answers) {
    for (open = 0; open < count && strcmp(said[open].name, name) != 0; open++)
        continue;
    if (open == count && count < MOST - 1)
        said[count++].name = name;
    said[open].calls++;
    said[open].answers += answers;
    digest_number(name, answers);
}

void digest_number(const char *what, int64_t value) {
    said[open].digest = (said[open].digest ^ (uint64_t)value) * 1099511628211u;
    said[open].digest ^= said[open].digest >> 29;
    if (shown && strcmp(said[open].name, shown) == 0)
        printf("%s %lld\n", what, (long long)value);
}

void digest_text(const char *what, const char *text) {
    digest_number(what, text ? (int64_t)fnv1a64(text, strlen(text)) : 0);
    if (shown && text && strcmp(said[open].name, shown) == 0)
        printf("    %s\n", text);
}

void digest_write(Text *out) {
    for (int i = 0; i < count; i++)
        text_printf(
            out,
            "%s: %d of %d, %016llx\n",
            said[i].name,
            said[i].answers,
            said[i].calls,
            (unsigned long long)said[i].digest);
}

void digest_decline(const Decline *decline) {
    digest_text("predicate", decline->predicate);
    digest_text("reason", decline->reason);
}

void digest_coef(const Coef *coef) {
    digest_number("coef", coef->value);
    for (int i = 0; i < coef->count; i++)
        digest_number("coef.symbol", coef->symbol[i]);
}

void digest_digit(const Digit *digit) {
    digest_number("digit", (int64_t)digit->kind);
    digest_number("index", digit->kind == VAR_LOOP || digit->kind == VAR_SYMBOL ? digit->index : 0);
    digest_number("pre_div", digit->pre_div);
    digest_number("pre_mod", digit->pre_mod);
    digest_number("sub", digit->sub);
    digest_number("div", digit->div);
    digest_number("mod", digit->mod);
    for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++) {
        digest_number("item loop", digit->steps[i] ? digit->loops[i] : 0);
        digest_number("item step", digit->steps[i]);
    }
    digest_number("turn_div", digit->turn_div);
    digest_number("turn_mod", digit->turn_mod);
}

void digest_swizzle(const Swizzle *swizzle) {
    digest_number("swizzle", swizzle->on);
    if (!swizzle->on)
        return;
    digest_number("per_element", swizzle->per_element);
    digest_number("len", swizzle->len);
    digest_number("atom", swizzle->atom);
    digest_number("outer", swizzle->outer);
}

void digest_atom(const Atom *atom) {
    digest_number("extent", atom->extent);
    digest_coef(&atom->mem[SRC]);
    digest_coef(&atom->mem[DST]);
    digest_number("axis", (int64_t)atom->axis);
    digest_number("reg", atom->reg);
    digest_number("dim", atom->dim);
    digest_number("step", atom->step);
    digest_number("alone", atom->alone);
    digest_number("div", atom->div);
}

static void digest_poly(const Poly *poly) {
    digest_number("constant", poly->constant);
    for (int i = 0; i < MAX_MONOMIALS; i++)
        digest_number("monomial", poly->value[i]);
}

void digest_partition(const Partition *partition) {
    digest_number("reg_side", partition->reg_side);
    digest_number("vector_dim", partition->vector_dim);
    digest_poly(&partition->base[SRC]);
    digest_poly(&partition->base[DST]);
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        digest_number("thread_base", partition->thread_base[axis]);
    digest_number("atoms", partition->atom_count);
    for (int i = 0; i < partition->atom_count; i++)
        digest_atom(&partition->atoms[i]);
}

/* ---- plans ------------------------------------------------------------------------------------- */

static void digest_expr(const Expr *expr) {
    digest_number("expr", expr->constant);
    for (int i = 0; i < expr->term_count; i++) {
        digest_coef(&expr->terms[i].coef);
        digest_digit(&expr->terms[i].digit);
    }
    for (int i = 0; i < expr->xor_count; i++) {
        digest_number("xor mask", expr->xors[i].mask);
        digest_number("xor shift", expr->xors[i].shift);
    }
}

void digest_conds(const Cond *conds, int number) {
    digest_number("conds", number);
    for (int i = 0; i < number; i++) {
        digest_expr(&conds[i].lhs);
        digest_number("op", (int64_t)conds[i].op);
        digest_expr(&conds[i].rhs);
    }
}

static void digest_side(const Side *side) {
    digest_number("side", (int64_t)side->kind);
    digest_number("of", side->of);
    digest_expr(&side->at);
    if (side->peer)
        digest_expr(side->peer);
}

static void digest_step(const Step *step) {
    digest_text("primitive", primitives[step->primitive].function);
    digest_side(&step->dst);
    digest_side(&step->src[0]);
    digest_side(&step->src[1]);
    digest_number("combine", (int64_t)step->combine);
    digest_number("count", step->count);
    if (step->value)
        digest_expr(step->value);
    digest_number("object", step->object);
    digest_number("rest", (int64_t)step->rest);
    digest_conds(step->conds, step->cond_count);
    for (int i = 0; i < step->repeat_count; i++)
        digest_number("repeat", step->repeat[i]);
}

static void digest_phase(const Phase *phase) {
    digest_conds(phase->guard, phase->guard_count);
    digest_number("elected", phase->elected);
    for (int i = 0; i < phase->loop_count; i++)
        digest_number("around", phase->loops[i]);
    digest_number("steps", phase->step_count);
    for (int i = 0; i < phase->step_count; i++)
        digest_step(&phase->steps[i]);
}

static void digest_objects(const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++) {
        const Object *object = &plan->objects[i];
        digest_text("object", object->name);
        digest_number("object kind", (int64_t)object->kind);
        digest_number("brought", object->brought);
        digest_number("left", object->left);
        digest_number("number", object->number);
        digest_number("arrivals", object->arrivals);
        digest_number("others", object->others);
    }
}

static void digest_places(const Plan *plan) {
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        digest_text("buffer", buffer->name);
        digest_number("space", (int64_t)buffer->space);
        digest_number("role", (int64_t)buffer->role);
        digest_number("align", buffer->align);
        digest_number("elements", buffer->elements);
        digest_number("arena", buffer->arena);
        digest_number("offset", buffer->offset);
    }
    for (int i = 0; i < plan->arena_count; i++)
        digest_number("arena", plan->arenas[i].bytes);
    for (int i = 0; i < plan->bundle_count; i++) {
        const Bundle *bundle = &plan->bundles[i];
        digest_text("bundle", bundle->name);
        digest_number("role", (int64_t)bundle->role);
        digest_text("dtype", bundle->dtype->name);
        digest_number("count", bundle->count);
        digest_number("vector_bits", bundle->vector_bits);
    }
    for (int i = 0; i < plan->loop_count; i++) {
        digest_text("loop", plan->loops[i].name);
        digest_number("extent", plan->loops[i].extent);
        digest_number("unroll", plan->loops[i].unroll);
    }
}

void digest_plan(const Plan *plan) {
    digest_number("targets", plan->targets);
    digest_number("symbols", plan->symbol_count);
    digest_number("vec_bits", plan->vec_bits);
    digest_number("ops_per_thread", plan->ops_per_thread);
    digest_number("pairs04", plan->pairs04);
    digest_places(plan);
    digest_objects(plan);
    for (int i = 0; i < plan->flow_count; i++) {
        digest_number("src_at", plan->flows[i].src_at);
        digest_number("dst_at", plan->flows[i].dst_at);
        digest_number("rounding", (int64_t)plan->flows[i].rounding);
    }
    digest_number("phases", plan->phase_count);
    for (int i = 0; i < plan->phase_count; i++)
        digest_phase(&plan->phases[i]);
}

void digest_answer(const char *name, const Plan *plan) {
    digest_open(name, plan != NULL);
    if (plan)
        digest_plan(plan);
}
