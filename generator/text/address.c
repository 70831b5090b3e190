/* address.c: A Plan -> what its text computes once per pointer. Every address of a buffer is split
 * into a part that depends only on the thread (and run-time arguments) and a part of loops and
 * constants: (base ^ exclusive) + add. Without a swizzle this is a split of terms. With a swizzle,
 * the split is used only if trying every residue of the thread part shows that it is equal. For
 * instance, rows of 64 f16 under swizzle(3,3,3), chunk k of a lane: base ^ k * 16. */
#include "text.h"
#include <string.h>

enum { MAX_PERIOD = 1 << 16, MAX_TRIES = 1 << 20, STRAIGHT = 4 };

bool rank_runs(const Plan *plan, const Phase *phase, int64_t rank) {
    if (!scope_has_rank(&plan->scope, rank))
        return false;
    for (int i = 0; i < phase->guard_count; i++) {
        const Cond *cond = &phase->guard[i];
        const Expr *sides[2] = {&cond->lhs, &cond->rhs};
        bool is_open = false, ok = true;
        for (int s = 0; s < 2; s++)
            for (int t = 0; t < sides[s]->term_count; t++)
                is_open |= sides[s]->terms[t].coef.count > 0 ||
                           digit_reads_loop(&sides[s]->terms[t].digit, -1) ||
                           sides[s]->terms[t].digit.kind == VAR_SYMBOL;
        Point point = {.rank = rank};
        if (!is_open && !cond_holds(cond, &point, &ok) && ok)
            return false;
    }
    return true;
}

/* The iters of the columns, which are no rows of two: (36,2) of 16x72 in S[(16,36,2):(72,2,1)]. At
 * least 1. */
static int column_iters(const Operand *operand) {
    const Layout *layout = &operand->layout;
    int last = operand->rank - 1, count = 0;
    int64_t inside = 1;
    while (last > 0 && operand->shape[last] == 1)
        last--;
    for (; last >= 0 && count < layout->shard_count && inside < operand->shape[last]; count++)
        inside *= layout->shard[layout->shard_count - 1 - count].extent;
    return count && inside == operand->shape[last] ? count : 1;
}

/* Rows of (64,2,64):(64,4096,1) are 64 apart, not the panels' 4096. */
static int64_t nearest_row(const Operand *operand) {
    const Layout *layout = &operand->layout;
    int64_t pitch = 0;
    for (int i = layout->shard_count - 1 - column_iters(operand); i >= 0; i--) {
        Coef stride = layout->shard[i].stride;
        if (stride.count)
            return pitch;
        if (!pitch || (stride.value > 0 && stride.value < pitch))
            pitch = stride.value;
    }
    return pitch;
}

int64_t buffer_pitch(const Plan *plan, int buffer) {
    for (int i = 0; i < plan->flow_count; i++) {
        const Flow *flow = &plan->flows[i];
        bool is_src = flow->src.space != SPACE_REG && flow->src_at == buffer;
        bool is_dst = flow->dst.space != SPACE_REG && flow->dst_at == buffer;
        const Operand *operand = is_src ? &flow->src : &flow->dst;
        const Layout *layout = &operand->layout;
        if ((!is_src && !is_dst) || layout->shard_count < 2)
            continue;
        const Iter *column = &layout->shard[layout->shard_count - 1];
        int64_t pitch = nearest_row(operand);
        if (pitch && column->stride.count == 0 && column->stride.value == 1)
            return pitch;
    }
    return 0;
}

/* ---- residues of a swizzled base ----------------------------------------------------------- */

/* Which values modulo the period the thread part takes, before the XORs. */
typedef struct {
    int64_t period;
    int count;
    int64_t *at;
} Residues;

static bool spread(const Plan *plan, const Term *term, int64_t period, bool *seen) {
    int64_t step, max;
    term_range(plan, term, &step, &max);
    if (step < 0)
        step = -step;
    if (step == 0 || step % period == 0)
        return true;
    int64_t copies = max / step < period ? max / step : period;
    if (copies * period > MAX_TRIES)
        return false;
    bool *now = NEW_ARRAY(bool, period);
    for (int64_t r = 0; r < period; r++)
        for (int64_t k = 0; seen[r] && k <= copies; k++)
            now[(r + k % period * (step % period)) % period] = true;
    memcpy(seen, now, (size_t)period * sizeof *seen);
    return true;
}

static bool residues_of(const Plan *plan, const Expr *thread, Residues *out) {
    int64_t period = expr_period(thread), zeros[MAX_SYMBOLS] = {0};
    if (period > MAX_PERIOD)
        return false;
    bool *seen = NEW_ARRAY(bool, period);
    Expr by_rank = {.constant = thread->constant};
    for (int i = 0; i < thread->term_count; i++)
        if (!term_is_symbolic(&thread->terms[i]))
            expr_add_term(&by_rank, thread->terms[i]);
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        Point point = {.rank = rank, .symbol = zeros};
        int64_t value;
        bool runs = false;
        for (int i = 0; i < plan->phase_count; i++)
            runs |= rank_runs(plan, &plan->phases[i], rank);
        if (!runs)
            continue;
        if (!expr_value(&by_rank, &point, &value) || value < 0)
            return false;
        seen[value % period] = true;
    }
    for (int i = 0; i < thread->term_count; i++)
        if (term_is_symbolic(&thread->terms[i]) && !spread(plan, &thread->terms[i], period, seen))
            return false;
    *out = (Residues){.period = period, .at = NEW_ARRAY(int64_t, period)};
    for (int64_t r = 0; r < period; r++)
        if (seen[r])
            out->at[out->count++] = r;
    return out->count > 0;
}

/* ---- splitting a swizzled address ---------------------------------------------------------- */

/* One value of add + exclusive at a point of the loops. */
static bool split_holds(
    const Residues *residues, const Expr *thread, int64_t add, int64_t exclusive) {
    int64_t turned = xors_apply(thread, exclusive);
    if (add < 0 || exclusive < 0 || exclusive >= residues->period)
        return false;
    for (int i = 0; i < residues->count; i++) {
        int64_t r = residues->at[i];
        if (xors_apply(thread, r + add + exclusive) != (xors_apply(thread, r) ^ turned) + add)
            return false;
    }
    return true;
}

typedef struct {
    const Plan *plan;
    const Residues *residues;
    const Expr *thread, *add, *exclusive;
    int64_t *loops; /* values by Plan index */
} Trial;

/* All values of all loops that the two parts use. */
static bool trial_holds(Trial *trial) {
    const Plan *plan = trial->plan;
    int used[2 * MAX_TERMS], count = 0;
    int64_t tries = trial->residues->count;
    for (int part = 0; part < 2; part++) {
        const Expr *expr = part ? trial->exclusive : trial->add;
        for (int i = 0; i < expr->term_count; i++) {
            bool known = expr->terms[i].digit.kind != VAR_LOOP;
            for (int k = 0; k < count; k++)
                known |= used[k] == expr->terms[i].digit.index;
            if (known)
                continue;
            used[count++] = expr->terms[i].digit.index;
            if (!mul_i64(tries, plan->loops[used[count - 1]].extent, &tries) || tries > MAX_TRIES)
                return false;
        }
    }
    int64_t zeros[MAX_SYMBOLS] = {0};
    memset(trial->loops, 0, sizeof(int64_t) * (size_t)plan->loop_count);
    for (;;) {
        Point point = {.loop = trial->loops, .symbol = zeros};
        int64_t add, exclusive;
        if (!expr_value(trial->add, &point, &add) ||
            !expr_value(trial->exclusive, &point, &exclusive) ||
            !split_holds(trial->residues, trial->thread, add, exclusive))
            return false;
        int k = 0;
        while (k < count && ++trial->loops[used[k]] == plan->loops[used[k]].extent)
            trial->loops[used[k++]] = 0;
        if (k == count)
            return true;
    }
}

/* Each loop term and each part of the constant goes to `add` if it may, else to `exclusive`, which
 * are empty; then both together are tried. Symbolic loop terms pass through the XORs when the
 * period divides them. */
static bool split_swizzled(
    const Plan *plan, const Expr *thread, const Expr *rest, Expr *add, Expr *exclusive) {
    Residues residues;
    if (!residues_of(plan, thread, &residues))
        return false;
    Trial trial = {.plan = plan, .residues = &residues, .thread = thread};
    trial.loops = NEW_ARRAY(int64_t, plan->loop_count);
    const Expr nothing = {0};
    Expr symbolic = {0};
    int64_t low = rest->constant % residues.period;
    for (int i = -2; i < rest->term_count; i++) {
        Expr one = {.constant = i == -2 ? rest->constant - low : i == -1 ? low : 0};
        if (i >= 0)
            expr_add_term(&one, rest->terms[i]);
        if (i >= 0 && term_is_symbolic(&rest->terms[i])) {
            if (coef_divisor(rest->terms[i].coef, plan->symbols) % residues.period)
                return false;
            expr_add_term(&symbolic, rest->terms[i]);
            continue;
        }
        trial.add = &one;
        trial.exclusive = &nothing;
        bool adds = trial_holds(&trial);
        trial.add = &nothing;
        trial.exclusive = &one;
        if (!adds && !trial_holds(&trial))
            return false;
        Expr *side = adds ? add : exclusive;
        side->constant += one.constant;
        for (int t = 0; t < one.term_count; t++)
            expr_add_term(side, one.terms[t]);
    }
    trial.add = add;
    trial.exclusive = exclusive;
    if (!trial_holds(&trial))
        return false;
    for (int i = 0; i < symbolic.term_count; i++)
        expr_add_term(add, symbolic.terms[i]);
    if (!expr_is_zero(exclusive)) {
        exclusive->xor_count = thread->xor_count;
        memcpy(exclusive->xors, thread->xors, sizeof thread->xors);
    }
    return true;
}

/* ---- sites and bases ----------------------------------------------------------------------- */

static bool needs_bytes(const Plan *plan, const Step *step, int buffer, const Expr *expr) {
    return plan_is_remote(plan, buffer) || plan->buffers[buffer].arena ||
           (primitive_is_matrix(step->primitive) && expr->xor_count > 0);
}

/* The thread part of an address; false where it could be negative. */
static bool split_terms(const Expr *whole, Expr *thread, Expr *rest) {
    *thread = *rest = (Expr){0};
    rest->constant = whole->constant;
    for (int i = 0; i < whole->term_count; i++) {
        const Term *term = &whole->terms[i];
        Expr *side = digit_reads_loop(&term->digit, -1) ? rest : thread;
        if (term->coef.value < 0)
            return false;
        expr_add_term(side, *term);
    }
    thread->xor_count = whole->xor_count;
    memcpy(thread->xors, whole->xors, sizeof whole->xors);
    return whole->constant >= 0;
}

static bool has_items(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind == VAR_ITEM || expr->terms[i].digit.turn_mod)
            return true;
    return false;
}

static int find_base(const Addresses *all, int buffer, const Expr *thread, bool in_bytes) {
    for (int i = 0; i < all->base_count; i++) {
        const Base *base = &all->bases[i];
        if (base->buffer == buffer && base->in_bytes == in_bytes &&
            terms_equal(&base->thread, thread))
            return i;
    }
    return -1;
}

/* Places a site on a base that it shares with others, or on a new one. */
static void place_site(Addresses *all, Site *site) {
    Expr thread, rest;
    site->base = -1;
    if (!site->scaled || !split_terms(&site->whole, &thread, &rest))
        return;
    bool is_swizzled = thread.xor_count > 0;
    if (is_swizzled && (thread.term_count == 0 || has_items(&rest)))
        return;
    int at = find_base(all, site->buffer, &thread, site->in_bytes);
    if (at < 0 && all->base_count == MAX_BASES)
        return;
    if (is_swizzled) {
        thread.constant = at < 0 ? rest.constant : all->bases[at].thread.constant;
        rest.constant -= thread.constant;
        if (rest.constant < 0 ||
            !split_swizzled(all->plan, &thread, &rest, &site->add, &site->exclusive))
            return;
    } else {
        site->add = rest;
    }
    if (at < 0) {
        at = all->base_count++;
        all->bases[at] = (Base){
            .buffer = site->buffer,
            .phase = site->phase,
            .thread = thread,
            .in_bytes = site->in_bytes,
            .is_source = site->is_from,
            .step_loop = -1};
    }
    if (all->bases[at].phase != site->phase)
        all->bases[at].phase = -1;
    site->base = at;
}

static void add_site(Addresses *all, int phase, int step_at, bool is_from) {
    const Plan *plan = all->plan;
    const Step *step = &plan->phases[phase].steps[step_at];
    const Side *side = is_from ? &step->src[0] : &step->dst;
    int buffer = side->of;
    if (side->kind != AT_BUFFER)
        return;
    Site *site = &all->sites[all->site_count++];
    *site = (Site){.phase = phase, .step = step_at, .is_from = is_from, .buffer = buffer};
    site->whole = expr_fold(plan, &side->at, NULL);
    const Dtype *dtype = plan->buffers[buffer].dtype;
    site->in_bytes = needs_bytes(plan, step, buffer, &site->whole);
    int64_t numerator, denominator;
    storage_scale(dtype, &numerator, &denominator);
    if (site->in_bytes && dtype && dtype->bits >= 8)
        numerator = dtype->bits / 8;
    site->scaled = expr_scale(&site->whole, numerator, denominator);
    int64_t offset = plan->buffers[buffer].arena ? plan->buffers[buffer].offset : 0;
    if (site->whole.xor_count)
        site->behind = offset;
    else
        site->whole.constant += offset;
    site->base = -1;
    if (!side->edges) /* its address is no sum */
        place_site(all, site);
    site->add.constant += site->behind;
}

const Site *site_of(const Addresses *addresses, int phase, int step, bool is_from) {
    for (int i = 0; i < addresses->site_count; i++) {
        const Site *site = &addresses->sites[i];
        if (site->phase == phase && site->step == step && site->is_from == is_from)
            return site;
    }
    return NULL;
}

/* ---- nests --------------------------------------------------------------------------------- */

static int64_t repeats(const Plan *plan, const int *loops, int count) {
    int64_t product = 1;
    for (int i = 0; i < count && product <= STRAIGHT; i++)
        product *=
            plan->loops[loops[i]].extent > STRAIGHT ? STRAIGHT + 1 : plan->loops[loops[i]].extent;
    return product;
}

static int64_t executions(const Plan *plan, int phase_at, int step) {
    const Phase *phase = &plan->phases[phase_at];
    if (step >= 0)
        return repeats(plan, phase->steps[step].repeat, phase->steps[step].repeat_count);
    int64_t sum = 0;
    for (int i = 0; i < phase->step_count; i++)
        sum += repeats(plan, phase->steps[i].repeat, phase->steps[i].repeat_count);
    return sum * repeats(plan, phase->loops, phase->loop_count);
}

bool nest_is_straight(const Addresses *addresses, int phase, int step) {
    const Plan *plan = addresses->plan;
    int loop = plan->phases[phase].loop_count ? plan->phases[phase].loops[0] : -1;
    if (step >= 0) {
        const Step *one = &plan->phases[phase].steps[step];
        if (loop >= 0 && nest_is_straight(addresses, phase, -1))
            return true;
        loop = loop < 0 && one->repeat_count ? one->repeat[0] : -1;
    }
    for (int i = 0; i < addresses->base_count && loop >= 0; i++)
        if (addresses->bases[i].step_loop == loop && addresses->bases[i].phase == phase &&
            (addresses->bases[i].step_only < 0 || addresses->bases[i].step_only == step))
            return false;
    return executions(plan, phase, step) <= STRAIGHT;
}

/* The only symbolic term that moves with `loop`, whole: 32 * ld of i * 32 * ld. */
static int stepping_term(const Site *site, int loop) {
    for (int i = 0; i < site->add.term_count; i++) {
        const Term *term = &site->add.terms[i];
        if (term->coef.count && term->digit.kind == VAR_LOOP && term->digit.index == loop &&
            term->digit.pre_div == 1 && !term->digit.pre_mod && !term->digit.sub &&
            term->digit.div == 1 && !term->digit.mod && !term->digit.turn_mod)
            return i;
    }
    return -1;
}

/* Rows of a run-time pitch are reached by moving the pointer at the end of the outermost loop. Only
 * where all uses of the buffer lie in that loop: nothing needs the pointer as it was. */
static void choose_step(Addresses *all, int at) {
    const Plan *plan = all->plan;
    Base *base = &all->bases[at];
    int loop = -1, step = -1;
    Coef by = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < all->site_count; i++) {
            Site *site = &all->sites[i];
            if (site->buffer != base->buffer)
                continue;
            if (site->base != at || base->phase < 0 || base->in_bytes ||
                !expr_is_zero(&site->exclusive))
                return;
            const Phase *phase = &plan->phases[site->phase];
            const Step *one = &phase->steps[site->step];
            int outer = phase->loop_count   ? phase->loops[0]
                        : one->repeat_count ? one->repeat[0]
                                            : -1;
            if (outer < 0 || (step >= 0 && step != site->step && !phase->loop_count))
                return; /* now all of them are in this loop */
            int term = stepping_term(site, outer);
            if (term < 0 || (loop >= 0 && !coef_equal(site->add.terms[term].coef, by)))
                return;
            loop = outer;
            step = site->step;
            by = site->add.terms[term].coef;
            if (pass == 1)
                expr_take_term(&site->add, term);
        }
        if (loop < 0 ||
            (plan->loops[loop].extent < 3 &&
             executions(plan, base->phase, plan->phases[base->phase].loop_count ? -1 : step) <=
                 STRAIGHT))
            return;
    }
    base->step_loop = loop;
    base->step_by = by;
    base->step_only = plan->phases[base->phase].loop_count ? -1 : step;
}

static void count_uses(Addresses *all) {
    const Plan *plan = all->plan;
    for (int i = 0; i < all->site_count; i++) {
        const Site *site = &all->sites[i];
        if (site->base < 0)
            continue;
        const Phase *phase = &plan->phases[site->phase];
        int64_t uses = executions(plan, site->phase, site->step);
        uses *= repeats(plan, phase->loops, phase->loop_count);
        all->bases[site->base].uses += (int)uses;
    }
}

static void choose_form(Addresses *all, int at) {
    Base *base = &all->bases[at];
    bool can_move = base->phase >= 0 && !base->in_bytes, adds_only = true;
    for (int i = 0; i < all->site_count; i++) {
        const Site *site = &all->sites[i];
        if (site->buffer == base->buffer && site->base != at)
            can_move = false;
        if (site->base == at && !expr_is_zero(&site->exclusive))
            adds_only = false;
    }
    bool is_short = base->thread.term_count == 1 && base->thread.xor_count == 0;
    if (base->thread.term_count == 0)
        base->form = BASE_NONE;
    else if (base->uses == 1 && is_short)
        base->form = BASE_INLINE;
    else if (base->uses > 1 && can_move && adds_only)
        base->form = BASE_POINTER;
    else
        base->form = BASE_OFFSET;
}

/* Into global memory rank * 8 is multiplied in 64 bits: then it is one instruction together with
 * the size of the elements and the addition, where a 32-bit product, which may wrap, is two. */
Phrase base_offset(const Names *names, const Base *base) {
    const Term *term = &base->thread.terms[0];
    const Digit *digit = &term->digit;
    bool is_rank = base->thread.term_count == 1 && !base->thread.xor_count &&
                   !base->thread.constant && digit->kind == VAR_RANK && digit->pre_div == 1 &&
                   !digit->pre_mod && !digit->sub && digit->div == 1 && !digit->mod &&
                   !digit->turn_mod;
    if (!is_rank || term->coef.count || term->coef.value < 2 ||
        names->plan->buffers[base->buffer].space != SPACE_GMEM)
        return expr_phrase(names, &base->thread, 0);
    return (Phrase){mem_printf("rank * %lldull", (long long)term->coef.value), SHAPE_PRODUCT};
}

static bool name_taken(const Addresses *all, const char *name) {
    const Plan *plan = all->plan;
    bool taken = false;
    for (int i = 0; i < plan->buffer_count; i++)
        taken |= strcmp(plan->buffers[i].name, name) == 0;
    for (int i = 0; i < plan->bundle_count; i++)
        taken |= strcmp(plan->bundles[i].name, name) == 0;
    for (int i = 0; i < plan->loop_count; i++)
        taken |= strcmp(plan->loops[i].name, name) == 0;
    for (int i = 0; i < plan->symbol_count; i++)
        taken |= strcmp(plan->symbols[i].name, name) == 0;
    for (int i = 0; i < all->base_count; i++)
        taken |= all->bases[i].name && strcmp(all->bases[i].name, name) == 0;
    return taken;
}

static void choose_name(Addresses *all, int at) {
    Base *base = &all->bases[at];
    const char *word = base->is_source ? "from" : "to", *name = word;
    for (int i = 1; name_taken(all, name); i++)
        name = i == 1 ? mem_printf("%s_%s", all->plan->buffers[base->buffer].name, word)
                      : mem_printf("%s%d", word, i);
    base->name = name;
}

Addresses addresses_of(const Plan *plan) {
    Addresses all = {.plan = plan};
    int sites = 0;
    for (int p = 0; p < plan->phase_count; p++)
        sites += 2 * plan->phases[p].step_count;
    all.sites = NEW_ARRAY(Site, sites);
    for (int p = 0; p < plan->phase_count; p++) {
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            add_site(&all, p, s, false);
            add_site(&all, p, s, true);
        }
    }
    for (int i = 0; i < all.base_count; i++)
        choose_step(&all, i);
    count_uses(&all);
    for (int i = 0; i < all.base_count; i++) {
        choose_form(&all, i);
        choose_name(&all, i);
    }
    return all;
}
