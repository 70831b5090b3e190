/* plan_coords.c: the coordinates of a module, each from its request to a proven plan with a name.
 * One name with one meaning is one set of functions, as it is for copies. */
#include "coords.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { MAX_REGS = 1 << 16, MOST_COPIES = 4096 }; /* registers of one of at most 1024 threads */

static bool fail_layout(const Coords *request, const char *why) {
    diag_error(request->copy.src.loc, "E_COORDS_LAYOUT", "%s", why);
    return false;
}

/* ---- digits ---------------------------------------------------------------------------------- */

static int64_t offset_on(const Layout *layout, Axis axis) {
    int64_t sum = 0;
    for (int i = 0; i < layout->offset_count; i++)
        sum += layout->offset[i].axis == axis ? layout->offset[i].amount : 0;
    return sum;
}

/* (x / div % mod) / over % extent is x / (div * over) % extent where `over` divides `mod`. `most`:
 * the numbers of x. */
static void simplify(CoordTerm *term, int64_t most) {
    if (term->less == 0 && term->mod % term->over == 0) {
        term->div *= term->over;
        term->mod /= term->over;
        term->over = 1;
    }
    if (term->less == 0 && term->over == 1 && term->extent && term->mod % term->extent == 0)
        term->mod = 0; /* x % 8 % 4 is x % 4 */
    int64_t inner = (most - 1) / term->div + 1;
    if (term->mod >= inner)
        term->mod = 0;
    inner = term->mod ? term->mod : inner;
    if (term->extent >= (inner - term->less - 1) / term->over + 1)
        term->extent = 0;
}

/* The next larger stride on the iter's axis; 0: there is none. */
static int64_t stride_above(const Layout *layout, const Iter *iter) {
    int64_t above = 0;
    for (int i = 0; i < layout->shard_count + layout->replica_count; i++) {
        const Iter *other =
            i < layout->shard_count ? &layout->shard[i] : &layout->replica[i - layout->shard_count];
        int64_t stride = other->stride.value;
        if (other->axis == iter->axis && other->extent > 1 && stride > iter->stride.value)
            above = above == 0 || stride < above ? stride : above;
    }
    return above;
}

/* How often the iter's digit goes up before it begins again: lanes 0 to 11 and 16 to 27, 12 each,
 * by 16. 0: it does not begin again. */
static int64_t period_of(const Layout *layout, const Iter *iter) {
    int64_t above = stride_above(layout, iter), over = iter->stride.value;
    return above == 0 ? 0 : above % over == 0 ? above / over : iter->extent;
}

static bool term_of(
    const CoordsPlan *plan, const Layout *layout, const Iter *iter, CoordTerm *term) {
    *term = (CoordTerm){.div = 1, .over = iter->stride.value};
    term->less = offset_on(layout, iter->axis);
    if (iter->stride.count || term->over == 0)
        return false;
    term->extent = period_of(layout, iter);
    if (iter->axis == AXIS_M) {
        simplify(term, plan->regs);
        return true;
    }
    term->of_rank = true;
    if (!axis_rank_digit(iter->axis, &term->div, &term->mod))
        return false;
    simplify(term, plan->request->copy.scope.threads);
    return true;
}

/* One dimension after the other, the innermost iter of each having the factor 1. */
static bool find_terms(CoordsPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Layout whole = layout_canonical(&copy->src.layout, copy->scope.kind), layout;
    int seps[MAX_RANK + 1];
    if (!layout_group(&whole, copy->src.rank, copy->src.shape, &layout, seps))
        return false;
    for (int d = 0; d < copy->src.rank; d++) {
        Coordinate *dim = &plan->dim[d];
        int64_t factor = 1;
        dim->count = seps[d + 1] - seps[d];
        for (int i = dim->count - 1; i >= 0; i--) {
            const Iter *iter = &layout.shard[seps[d] + i];
            if (!term_of(plan, &layout, iter, &dim->terms[i]))
                return false;
            dim->terms[i].factor = factor;
            factor *= iter->extent;
        }
    }
    return true;
}

int64_t coordinate_of(const Coordinate *coordinate, int64_t rank, int64_t k) {
    int64_t sum = 0;
    for (int i = 0; i < coordinate->count; i++) {
        const CoordTerm *term = &coordinate->terms[i];
        int64_t x = (term->of_rank ? rank : k) / term->div;
        x = ((term->mod ? x % term->mod : x) - term->less) / term->over;
        sum += term->factor * (term->extent ? x % term->extent : x);
    }
    return sum;
}

/* ---- every place of every element ------------------------------------------------------------ */

typedef struct {
    CoordsPlan *plan;
    PolyBasis basis;
    Place *places; /* of one element */
    int capacity;
    bool *held; /* by rank * regs + k */
    int64_t coord[MAX_RANK];
} Shown;

static bool is_owner(const Place *place, int64_t rank) {
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if (place->named >> axis & 1 && axis_of_rank((Axis)axis, rank) != place->along[axis])
            return false;
    return true;
}

static const char *coords_words(const int64_t *coord, int rank) {
    Text text = {0};
    for (int d = 0; d < rank; d++)
        text_printf(&text, "%s%" PRId64, d ? ", " : "", coord[d]);
    return text_string(&text);
}

/* The digits of the pair's numbers must be those of the element. */
static bool prove_pair(Shown *shown, int64_t rank, int64_t k) {
    CoordsPlan *plan = shown->plan;
    const Operand *operand = &plan->request->copy.src;
    int64_t is[MAX_RANK];
    bool same = true;
    for (int d = 0; d < operand->rank; d++) {
        is[d] = coordinate_of(&plan->dim[d], rank, k);
        same &= is[d] == shown->coord[d];
    }
    bool *held = &shown->held[rank * plan->regs + k];
    if (same) {
        plan->holds += !*held;
        *held = true;
        return true;
    }
    const char *element = coords_words(shown->coord, operand->rank);
    fail_layout(
        plan->request,
        mem_printf(
            "register %" PRId64 " of thread %" PRId64
            " holds element (%s), but the digits of the two numbers say (%s)",
            k,
            rank,
            element,
            coords_words(is, operand->rank)));
    diag_help("let no two elements share a register, and let each stride on an axis be a multiple "
              "of the next smaller stride times its extent");
    return false;
}

static int find_places(Shown *shown) {
    const Copy *copy = &shown->plan->request->copy;
    return layout_places(
        &copy->src.layout,
        copy->symbols,
        &shown->basis,
        copy->src.rank,
        copy->src.shape,
        shown->coord,
        shown->places,
        shown->capacity);
}

static bool prove_element(Shown *shown) {
    const CoordsPlan *plan = shown->plan;
    int threads = plan->request->copy.scope.threads, count = find_places(shown), owners = 0;
    budget_spend(threads / 8);
    for (int p = 0; p < count; p++)
        for (int64_t rank = 0; rank < threads; rank++) {
            if (!is_owner(&shown->places[p], rank))
                continue;
            owners++;
            if (!prove_pair(shown, rank, shown->places[p].at.constant))
                return false;
        }
    if (!owners)
        diag_error(
            plan->request->copy.src.loc,
            "E_NO_OWNER",
            "no thread of the scope holds element (%s)",
            coords_words(shown->coord, plan->request->copy.src.rank));
    return owners;
}

static bool next_element(const Operand *operand, int64_t *coord) {
    for (int d = operand->rank - 1; d >= 0; d--) {
        if (++coord[d] < operand->shape[d])
            return true;
        coord[d] = 0;
    }
    return false;
}

static bool prove(CoordsPlan *plan) {
    const Copy *copy = &plan->request->copy;
    int64_t copies = layout_replicas(&copy->src.layout);
    Shown shown = {.plan = plan, .capacity = (int)copies};
    shown.places = NEW_ARRAY(Place, copies);
    shown.held = NEW_ARRAY(bool, copy->scope.threads * plan->regs);
    do {
        if (!prove_element(&shown))
            return false;
    } while (next_element(&copy->src, shown.coord));
    return true;
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* The registers, as many as the largest number of one needs; false: reported. */
static bool find_regs(CoordsPlan *plan) {
    const Layout *layout = &plan->request->copy.src.layout;
    int64_t copies = layout_replicas(layout), last = offset_on(layout, AXIS_M);
    bool fits = copies >= 1 && copies <= MOST_COPIES;
    for (int i = 0; i < layout->shard_count; i++) { /* their sum fits 64 bits without the offset */
        const Iter *iter = &layout->shard[i];
        if (iter->axis == AXIS_M)
            fits &= add_i64(last, iter->stride.value * (iter->extent - 1), &last);
    }
    for (int i = 0; i < layout->replica_count; i++)
        fits &= layout->replica[i].axis != AXIS_M;
    if (!fits || last >= MAX_REGS)
        return fail_layout(
            plan->request, "the registers of a thread are too many, or hold one element twice");
    plan->regs = last + 1;
    return true;
}

static void name_plan(CoordsPlan *plan, bool strict, bool *ok) {
    const Coords *request = plan->request;
    const char *prefix = request->prefix ? request->prefix : "tc_";
    const char *stem = request->given_name;
    if (!stem)
        stem = coords_stem(&request->copy, strict, &plan->digest_name, ok);
    bool has_prefix = request->given_name && strncmp(stem, prefix, strlen(prefix)) == 0;
    plan->name = mem_printf("%s%s", has_prefix ? "" : prefix, stem);
    char *upper = mem_printf("%s", plan->name);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    plan->stem = upper;
}

static bool plan_one(CoordsPlan *plan, bool strict) {
    bool ok = true;
    if (plan->request->copy.src.layout.swizzle.on)
        return fail_layout(plan->request, "a swizzle: registers have none");
    if (!find_regs(plan))
        return false;
    if (!find_terms(plan))
        return fail_layout(
            plan->request, "the strides of this layout are no digits of the thread's rank and k");
    if (!prove(plan))
        return false;
    name_plan(plan, strict, &ok);
    return ok;
}

/* Of two statements of one name, the first: the same, or a clash that is reported. */
static bool is_new_name(const CoordsPlans *plans, const CoordsPlan *plan) {
    const CoordsPlan *old = coords_find(plans, plan->name);
    if (!old)
        return true;
    if (strcmp(old->request->statement, plan->request->statement) == 0)
        return false;
    diag_error(
        plan->request->name_loc,
        "E_NAME_CLASH",
        "the name %s already belongs to other coordinates",
        plan->name);
    diag_note(old->request->loc, "the other statement");
    diag_help("give one of the two its own name with 'as NAME'");
    return false;
}

const CoordsPlan *coords_find(const CoordsPlans *plans, const char *name) {
    for (int i = 0; i < plans->count; i++)
        if (strcmp(plans->at[i]->name, name) == 0)
            return plans->at[i];
    return NULL;
}

CoordsPlans *coords_plan(const Module *module, bool strict) {
    CoordsPlans *plans = NEW(CoordsPlans);
    plans->at = NEW_ARRAY(CoordsPlan *, module->coords_count);
    for (int i = 0; i < module->coords_count && !diag_full(); i++) {
        CoordsPlan *plan = NEW(CoordsPlan);
        budget_statement(module->coords[i]->loc);
        plan->request = module->coords[i];
        if (plan_one(plan, strict) && is_new_name(plans, plan))
            plans->at[plans->count++] = plan;
    }
    return plans;
}
