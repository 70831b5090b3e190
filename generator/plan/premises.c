/* premises.c: what the execution of a proof takes for granted of a Plan: that a ring of CTAs stands
 * for every cluster, that the first phase of a barrier is known by one parity, that a number chosen
 * at run time names no other barrier of the plan, that loops are read where they run, that all
 * flows are cut off alike, and that two flows never meet for some stride. Where it does not hold,
 * nothing that was found right is. */
#include "prove.h"

static bool is_role(const Plan *plan, int symbol, SymbolRole role) {
    return plan->symbols[symbol].role == role;
}

/* ---- the number of another CTA -------------------------------------------------------------- */

static bool names_cta(const Plan *plan, int symbol) {
    return is_role(plan, symbol, SYMBOL_CTA) || is_role(plan, symbol, SYMBOL_SENDER);
}

/* A pair has two numbers, our own and the other one, and both are run: nothing need be said. */
static bool in_pair(const Plan *plan) {
    for (int i = 0; i < plan->symbol_count; i++)
        if (names_cta(plan, i) && plan->symbols[i].max <= 1)
            return true;
    return false;
}

static bool reads_cta(const Plan *plan, const Expr *expr) {
    for (int i = 0; i < plan->symbol_count && !in_pair(plan); i++)
        if (names_cta(plan, i) && expr_reads_symbol(expr, i))
            return true;
    return false;
}

/* The symbol alone, as the caller gives it. */
static bool is_symbol(const Plan *plan, const Expr *expr, SymbolRole role) {
    if (expr->term_count != 1 || expr->constant != 0 || expr->xor_count != 0)
        return false;
    const Digit *digit = &expr->terms[0].digit, plain = digit_of(VAR_SYMBOL, digit->index, 1, 0);
    return coef_equal(expr->terms[0].coef, coef_int(1)) && digit_equal(digit, &plain) &&
           is_role(plan, digit->index, role);
}

/* CTA 0 may have 15 others that come to it, and in the ring it has one. */
static bool peer_is_plain(const Plan *plan, const Expr *peer) {
    return !peer || in_pair(plan) || is_symbol(plan, peer, SYMBOL_CTA) ||
           is_symbol(plan, peer, SYMBOL_SENDER);
}

static bool conds_read_cta(const Plan *plan, const Cond *conds, int count) {
    bool reads = false;
    for (int i = 0; i < count; i++)
        reads |= reads_cta(plan, &conds[i].lhs) || reads_cta(plan, &conds[i].rhs);
    return reads;
}

static bool side_is_plain(const Plan *plan, const Side *side) {
    if (side->kind == AT_BUNDLE) /* whose peer is a lane */
        return !reads_cta(plan, &side->at) && !(side->peer && reads_cta(plan, side->peer));
    bool is_place = side->kind == AT_BUFFER || side->kind == AT_TENSOR;
    bool plain = peer_is_plain(plan, side->peer) && !(is_place && reads_cta(plan, &side->at));
    for (int d = 0; d < side_coords(plan, side); d++)
        plain &= !reads_cta(plan, &side->coords[d]);
    return plain;
}

static bool step_is_plain(const Plan *plan, const Step *step) {
    return side_is_plain(plan, &step->dst) && side_is_plain(plan, &step->src[0]) &&
           side_is_plain(plan, &step->src[1]) && !(step->value && reads_cta(plan, step->value)) &&
           !conds_read_cta(plan, step->conds, step->cond_count);
}

/* `cta` may be 15, which no CTA of the ring is: it only says whose memory an address is of. */
static bool ring_is_enough(const Plan *plan) {
    bool enough = !conds_read_cta(plan, plan->guard, plan->guard_count);
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        enough &= !conds_read_cta(plan, phase->guard, phase->guard_count);
        for (int s = 0; s < phase->step_count; s++)
            enough &= step_is_plain(plan, &phase->steps[s]);
    }
    for (int p = 0; p < plan->part_count; p++)
        enough &= !conds_read_cta(plan, plan->parts[p].guard, plan->parts[p].guard_count);
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        enough &= peer_is_plain(plan, flow->src_peer) && peer_is_plain(plan, flow->dst_peer) &&
                  !(flow->begin && reads_cta(plan, flow->begin));
    }
    return enough;
}

/* Does the step come to a barrier of one other CTA and do nothing else to it? `told`: which symbol
 * named the CTA. */
static bool tells_one(const Plan *plan, const Step *step, int *told) {
    if (step->dst.kind == AT_BUFFER && step->dst.peer)
        return false;
    if (step->src[0].kind == AT_BUFFER && step->src[0].peer)
        return false;
    if (primitive_to_several(step->primitive))
        return false;
    if (step->object < 0 || plan->objects[step->object].kind != OBJECT_MBARRIER)
        return true;
    bool tells = primitives[step->primitive].act == ACT_ARRIVE_REMOTE && step->dst.peer &&
                 is_symbol(plan, step->dst.peer, SYMBOL_CTA);
    int by = tells ? step->dst.peer->terms[0].digit.index + 2 : 1;
    bool same = told[step->object] == 0 || told[step->object] == by;
    told[step->object] = by;
    return same;
}

/* Two symbols may be two CTAs, and the ring has one for both. That is enough where the plan only
 * tells them, each at a barrier of its own, for which it does not wait. */
static bool ctas_are_told_apart(const Plan *plan) {
    int symbols = 0, *told = NEW_ARRAY(int, plan->object_count);
    bool apart = true;
    for (int i = 0; i < plan->symbol_count; i++)
        symbols += is_role(plan, i, SYMBOL_CTA) || is_role(plan, i, SYMBOL_CTAS);
    for (int f = 0; f < plan->flow_count; f++)
        apart &= !plan->flows[f].src_peer && !plan->flows[f].dst_peer;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            apart &= tells_one(plan, &plan->phases[p].steps[s], told);
    return symbols < 2 || apart;
}

/* A multicast comes to our own CTA, too, only where its mask is what the caller gives. */
static bool masks_are_given(const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            if (primitive_to_several(step->primitive) && step->value &&
                !is_symbol(plan, step->value, SYMBOL_CTAS))
                return false;
        }
    return true;
}

/* ---- barriers -------------------------------------------------------------------------------- */

enum { BY_NUMBERS = 1, BY_SEVERAL = -1 };

/* By what an expression tells phases apart: the one parity that it reads, + 2. */
static int parity_in(const Plan *plan, const Expr *expr) {
    int found = BY_NUMBERS;
    for (int i = 0; i < plan->symbol_count; i++)
        if (is_role(plan, i, SYMBOL_PARITY) && expr_reads_symbol(expr, i))
            found = found == BY_NUMBERS ? i + 2 : BY_SEVERAL;
    return found;
}

/* All parities are tried at once as 0 and as 1: those of two barriers may differ. By numbers the
 * phases of a barrier count from 0, by a parity from that one. */
static bool parities_are_own(const Plan *plan) {
    int *own = NEW_ARRAY(int, plan->object_count); /* by object; 0: not waited for yet */
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            if (primitives[step->primitive].act != ACT_WAIT_PHASE || !step->value ||
                step->object < 0)
                continue;
            int parity = parity_in(plan, step->value), *first = &own[step->object];
            if (parity == BY_SEVERAL || (*first && *first != parity))
                return false;
            *first = parity;
        }
    return true;
}

/* Which barrier a number of the caller names is open: it may be any. */
static bool numbers_are_alone(const Plan *plan) {
    int named = 0, numbered = 0;
    for (int i = 0; i < plan->object_count; i++) {
        named += plan->objects[i].kind == OBJECT_BARRIER;
        if (plan->objects[i].kind == OBJECT_BARRIER && plan->objects[i].number)
            numbered += plan->objects[i].id == 0 ? 1 : 2; /* 0 is that of the CTA's own sync */
    }
    return numbered == 0 || (named == 1 && numbered == 1);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* The loops that run around something; the others have no value there, and the text would name what
 * it does not declare. */
typedef struct {
    const int *at[2];
    int count[2];
} Loops;

static bool runs(const Loops *loops, int loop) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < loops->count[i]; k++)
            if (loops->at[i][k] == loop)
                return true;
    return false;
}

static bool is_inside(const Plan *plan, const Loops *loops, const Expr *expr) {
    for (int loop = 0; expr && loop < plan->loop_count; loop++)
        if (expr_reads_loop(expr, loop) && !runs(loops, loop))
            return false;
    return true;
}

static bool conds_are_inside(const Plan *plan, const Loops *loops, const Cond *conds, int count) {
    bool inside = true;
    for (int i = 0; i < count; i++)
        inside &= is_inside(plan, loops, &conds[i].lhs) && is_inside(plan, loops, &conds[i].rhs);
    return inside;
}

static bool step_is_inside(const Plan *plan, const Phase *phase, const Step *step) {
    const Loops loops = {{phase->loops, step->repeat}, {phase->loop_count, step->repeat_count}};
    const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
    bool inside = is_inside(plan, &loops, step->value) &&
                  conds_are_inside(plan, &loops, step->conds, step->cond_count);
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const Side *side = sides[i];
        inside &= side->kind == SIDE_NONE || side->kind == AT_CONSTANT ||
                  (is_inside(plan, &loops, &side->at) && is_inside(plan, &loops, side->peer));
        for (int d = 0; d < side->edge_count; d++)
            inside &= is_inside(plan, &loops, &side->edges[d]);
        for (int d = 0; d < side_coords(plan, side); d++)
            inside &= is_inside(plan, &loops, &side->coords[d]);
    }
    return inside;
}

/* Guards stand around all loops. */
static bool loops_are_around(const Plan *plan) {
    const Loops none = {{NULL, NULL}, {0, 0}};
    bool inside = conds_are_inside(plan, &none, plan->guard, plan->guard_count);
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        inside &= conds_are_inside(plan, &none, phase->guard, phase->guard_count);
        for (int s = 0; s < phase->step_count; s++)
            inside &= step_is_inside(plan, phase, &phase->steps[s]);
    }
    for (int p = 0; p < plan->part_count; p++)
        inside &= conds_are_inside(plan, &none, plan->parts[p].guard, plan->parts[p].guard_count);
    return inside;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Only loads, the same for every rank: nobody has to call it, and anyone may, as often as he
 * likes. */
static bool is_of_anyone(const Plan *plan, const Part *part) {
    bool of_anyone = !part->is_body && plan->guard_count == 0;
    for (int p = part->first_phase; p < part->first_phase + part->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        of_anyone &= phase->guard_count == 0 && !phase->elected;
        for (int s = 0; s < phase->step_count; s++) {
            const Step *step = &phase->steps[s];
            of_anyone &= primitives[step->primitive].kind == KIND_LOAD && step->cond_count == 0 &&
                         !expr_reads_rank(&step->src[0].at);
        }
    }
    return of_anyone;
}

static bool parts_are_of_anyone(const Plan *plan) {
    for (int p = 0; p < plan->part_count; p++)
        if (plan->parts[p].of_anyone && !is_of_anyone(plan, &plan->parts[p]))
            return false;
    return true;
}

/* ---- flows ----------------------------------------------------------------------------------- */

/* What lies beyond the limits is judged, and filled, as the first flow says. */
static bool limits_are_one(const Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 1; f < plan->flow_count && prover->bound_count > 0; f++) {
        const Limits *a = &plan->flows[0].limits, *b = &plan->flows[f].limits;
        if ((a->count > 0) != (b->count > 0) || a->fill != b->fill || a->keep != b->keep)
            return false;
    }
    return true;
}

static bool is_symbolic(const Prover *prover, const Operand *operand) {
    bool symbolic = false;
    for (int i = 0; i < operand->layout.shard_count; i++)
        symbolic |= operand->layout.shard[i].stride.count > 0;
    for (int d = 0; d < operand->rank; d++)
        symbolic |= operand->region[d].symbol >= 0 &&
                    prover->symbol[0][operand->region[d].symbol] == SYMBOLIC;
    return symbolic;
}

/* Two places of one buffer are told apart by their polynomials, of which only those of one flow are
 * known never to meet. */
static bool may_meet(const Prover *prover, const Operand *a, int a_at, const Operand *b, int b_at) {
    return a->space != SPACE_REG && b->space != SPACE_REG && a_at == b_at &&
           (is_symbolic(prover, a) || is_symbolic(prover, b));
}

static bool flows_stay_apart(const Prover *prover) {
    const Plan *plan = prover->plan;
    bool apart = true;
    for (int f = 0; f < plan->flow_count; f++)
        for (int g = 0; g < plan->flow_count; g++) {
            const Flow *a = &plan->flows[f], *b = &plan->flows[g];
            apart &= f == g || !may_meet(prover, &a->dst, a->dst_at, &b->dst, b->dst_at);
            apart &= !may_meet(prover, &a->dst, a->dst_at, &b->src, b->src_at);
        }
    return apart;
}

bool premises_of_cluster(Prover *prover) {
    const Plan *plan = prover->plan;
    if (!ring_is_enough(plan))
        return proof_fail(
            prover, "unproven", "a CTA number is used as more than the owner of memory");
    if (!ctas_are_told_apart(plan))
        return proof_fail(prover, "unproven", "two peers may be the same CTA");
    if (!masks_are_given(plan))
        return proof_fail(prover, "unproven", "the caller does not name the CTAs of a multicast");
    return true;
}

bool premises_hold(Prover *prover) {
    const Plan *plan = prover->plan;
    if (!parities_are_own(plan))
        return proof_fail(prover, "unproven", "two waits use one barrier with different parities");
    if (!numbers_are_alone(plan))
        return proof_fail(prover, "unproven", "two barriers may have the same number");
    if (!loops_are_around(plan))
        return proof_fail(prover, "wrong", "a loop variable is read outside its loop");
    if (!parts_are_of_anyone(plan))
        return proof_fail(
            prover, "divergent", "a part that any thread may call depends on the thread");
    if (!limits_are_one(prover))
        return proof_fail(prover, "unproven", "two flows have different limits");
    if (!windows_fit(prover))
        return false;
    if (flows_stay_apart(prover))
        return true;
    prover->needs_concrete = true; /* origins alone are tried one by one */
    return proof_fail(prover, "unproven", "two flows may share an address for some run-time value");
}
