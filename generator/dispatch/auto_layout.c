/* auto_layout.c: every `auto` layout of a description -> a swizzle or a padding under which all
 * copies that touch the tile are free of bank conflicts. Each candidate is put into views of all of
 * them, the variants are asked and plan_cost counts wavefronts; the choice alone is proven.
 *
 * Conflict-free candidates come first, then the lower score (so vectors stay as wide as they can),
 * then the simpler candidate. Nothing depends on anything but the description. */
#include "passes.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_PROOFS = 4, WORK = 1 << 19 };

/* A copy that touches the tile, on one side or on both. */
typedef struct {
    int request;
    bool side[2];
    Copy *trial;  /* a view of it, for the candidates to be put into */
    int64_t work; /* executions of steps by warps, with the layout as written */
} Use;

/* One candidate in one copy, or in all of them. */
typedef struct {
    bool done, works;
    int64_t got, ideal, score;
    int bits;
} Measure;

typedef struct {
    const Module *module;
    Layout plain;
    Use *uses;
    int use_count;
    AutoCandidate *candidates;
    int candidate_count, simple;
    Measure *measures; /* [candidate * use_count + use] */
    bool *refused;     /* by the proof */
} Tile;

static bool same_auto(const Copy *a, const Operand *x, const Copy *b, const Operand *y) {
    return y->is_auto && a->dtype == b->dtype && x->auto_loc.line == y->auto_loc.line &&
           x->auto_loc.column == y->auto_loc.column &&
           strcmp(x->auto_loc.source->name, y->auto_loc.source->name) == 0;
}

/* ---- measuring ----------------------------------------------------------------------------- */

static void try_layout(const Tile *tile, const Use *use, int candidate) {
    Layout layout = auto_apply(&tile->plain, &tile->candidates[candidate]);
    const AutoChoice trial = {.layout = &layout};
    const AutoChoice *const choice[2] = {
        use->side[SRC] ? &trial : NULL, use->side[DST] ? &trial : NULL};
    view_settle(use->trial, choice);
}

/* Does the step access the tile, not the other side of the copy? */
static bool is_of_tile(const Plan *plan, const Use *use, const Wavefronts *w) {
    static const char *const name[] = {"src", "dst"};
    const Step *step = &plan->phases[w->phase].steps[w->step];
    for (int side = SRC; side <= DST; side++)
        for (int end = 0; use->side[side] && end < 2; end++) {
            const Side *at = end ? &step->src[0] : &step->dst;
            if (at->kind == AT_BUFFER && strcmp(plan->buffers[at->of].name, name[side]) == 0)
                return true;
        }
    return false;
}

/* Of several targets and origins the one with the most conflicts counts. */
static void keep_worst(const Plan *plan, const Use *use, const Cost *cost, Measure *measure) {
    int64_t got = 0, ideal = 0;
    for (int i = 0; i < cost->wavefront_count; i++)
        if (is_of_tile(plan, use, &cost->wavefronts[i])) {
            got += cost->wavefronts[i].got;
            ideal += cost->wavefronts[i].ideal;
        }
    if (measure->got == 0 || got - ideal > measure->got - measure->ideal) {
        measure->got = got;
        measure->ideal = ideal;
    }
}

/* Origins are taken at their smallest values; conflicts may come with others, so the next and the
 * last value of each are tried too: m = 0, 16 and 112 for [m:+16] of 128 rows with m % 16 == 0. */
static void try_origins(Copy *copy, const Plan *plan, const Use *use, Measure *sum) {
    for (int i = 0; i < copy->symbol_count; i++) {
        Symbol *symbol = &copy->symbols[i];
        int64_t least = symbol->min, last = symbol->max / symbol->divisor * symbol->divisor, next;
        if (symbol->role != SYMBOL_ORIGIN || !add_i64(symbol_least(symbol), symbol->divisor, &next))
            continue;
        for (int k = 0; k < 2 && next <= last; k++) {
            symbol->min = k ? last : next;
            Cost cost = plan_cost(plan);
            keep_worst(plan, use, &cost, sum);
            symbol->min = least;
        }
    }
}

static int64_t work_of(const Plan *plan, const Cost *cost) {
    int64_t count = 0;
    for (int i = 0; i < cost->instruction_count; i++)
        count += cost->instructions[i].count;
    return 1 + count * ((plan->threads + 31) / 32);
}

/* The candidate must be in place. */
static void measure_target(Use *use, int target, Measure *sum) {
    MemMark mark = mem_mark();
    Choice choice = estimate_plan(use->trial, target);
    const Plan *plan = choice.plan;
    if (plan) {
        int64_t score;
        keep_worst(plan, use, &choice.cost, sum);
        try_origins(use->trial, plan, use, sum);
        sum->score = add_i64(sum->score, choice.cost.score, &score) ? score : INT64_MAX;
        sum->bits = plan->vec_bits;
        use->work = use->work ? use->work : work_of(plan, &choice.cost);
    }
    sum->works = sum->works && plan;
    mem_rewind(mark);
}

static void measure(const Tile *tile, int candidate, int at) {
    Use *use = &tile->uses[at];
    Measure *sum = &tile->measures[candidate * tile->use_count + at];
    if (sum->done)
        return;
    *sum = (Measure){.done = true, .works = true};
    try_layout(tile, use, candidate);
    bool more = true;
    for (int target = TARGET_COUNT - 1; target >= 0 && more; target--)
        if (tile->module->targets >> target & 1) {
            measure_target(use, target, sum);
            more = is_by_target(use->trial);
        }
}

/* ---- choosing ------------------------------------------------------------------------------ */

static bool is_free(const Measure *measure) {
    return measure->works && measure->got <= measure->ideal;
}

/* Is the candidate known to conflict in some copy? */
static bool known_to_conflict(const Tile *tile, int candidate) {
    for (int i = 0; i < tile->use_count; i++) {
        const Measure *one = &tile->measures[candidate * tile->use_count + i];
        if (one->done && !is_free(one))
            return true;
    }
    return false;
}

static Measure sum_of(const Tile *tile, int candidate) {
    Measure sum = {.done = true, .works = true};
    for (int i = 0; i < tile->use_count; i++) {
        const Measure *one = &tile->measures[candidate * tile->use_count + i];
        sum.done = sum.done && one->done;
        sum.works = sum.works && one->works;
        sum.got += one->got;
        sum.ideal += one->ideal;
        if (!add_i64(sum.score, one->score, &sum.score))
            sum.score = INT64_MAX;
    }
    return sum;
}

static bool is_better(const Measure *a, const Measure *b) {
    if (a->works != b->works)
        return a->works;
    if (is_free(a) != is_free(b))
        return is_free(a);
    return a->score < b->score;
}

/* The best of those that are measured in all copies; -1: all were refused. */
static int best_of(const Tile *tile) {
    int best = -1;
    Measure found = {0};
    for (int i = 0; i < tile->candidate_count; i++) {
        Measure sum = sum_of(tile, i);
        if (sum.done && !tile->refused[i] && (best < 0 || is_better(&sum, &found))) {
            best = i;
            found = sum;
        }
    }
    return best;
}

/* Free of conflicts, and no vector is narrower than with the layout as written. */
static bool is_perfect(const Tile *tile, int candidate) {
    bool perfect = candidate >= 0;
    for (int i = 0; perfect && i < tile->use_count; i++) {
        const Measure *one = &tile->measures[candidate * tile->use_count + i];
        perfect = is_free(one) && one->bits >= tile->measures[i].bits;
    }
    return perfect;
}

static void measure_all(const Tile *tile, int first, int end, bool all) {
    for (int use = 0; use < tile->use_count; use++)
        for (int i = first; i < end; i++)
            if (all || !known_to_conflict(tile, i))
                measure(tile, i, use);
}

/* How many candidates a tile of this size is worth: all 150 of 128x64 by 256 threads, at least the
 * simple ones. */
static int affordable(const Tile *tile) {
    int64_t work = 1;
    for (int i = 0; i < tile->use_count; i++)
        if (!add_i64(work, tile->uses[i].work, &work))
            work = WORK;
    int64_t count = WORK / work;
    count = count < tile->simple ? tile->simple : count;
    return count < tile->candidate_count ? (int)count : tile->candidate_count;
}

/* The simple ones first. Then all that are free so far, copy by copy; the others are only looked at
 * when nothing is free. */
static void search(Tile *tile) {
    measure_all(tile, 0, tile->simple, true);
    if (is_perfect(tile, best_of(tile)))
        return;
    int count = affordable(tile);
    measure_all(tile, tile->simple, count, false);
    int best = best_of(tile);
    Measure sum = sum_of(tile, best);
    if (!is_free(&sum))
        measure_all(tile, tile->simple, count, true);
}

static bool has_origin(const Copy *copy) {
    for (int i = 0; i < copy->symbol_count; i++)
        if (copy->symbols[i].role == SYMBOL_ORIGIN)
            return true;
    return false;
}

/* Run-time origins inside a swizzle are what a proof may be too big for. Everything else is proven
 * once, by dispatch. */
static bool is_proven(const Tile *tile, int candidate) {
    bool ok = true;
    for (int i = 0; ok && i < tile->use_count; i++) {
        const Use *use = &tile->uses[i];
        if (!has_origin(use->trial))
            continue;
        try_layout(tile, use, candidate);
        for (int target = TARGET_COUNT - 1; ok && target >= 0; target--) {
            if (!(tile->module->targets >> target & 1))
                continue;
            MemMark mark = mem_mark();
            Choice choice = estimate_plan(use->trial, target);
            ok = !choice.plan || plan_prove(choice.plan).ok;
            mem_rewind(mark);
            if (!is_by_target(use->trial))
                break;
        }
    }
    return ok;
}

/* A plan that cannot be proven is not chosen; the next best is. */
static int choose(Tile *tile) {
    search(tile);
    for (int i = 0; i < MAX_PROOFS; i++) {
        int best = best_of(tile);
        if (best <= 0 || is_proven(tile, best))
            return best < 0 ? 0 : best;
        tile->refused[best] = true;
    }
    return 0;
}

/* ---- telling ------------------------------------------------------------------------------- */

static const char *layout_text(const Layout *layout) {
    Text text = {0};
    layout_print(&text, layout, NULL);
    return text_string(&text);
}

/* The numbers of the choice, one for each use; the texts come later. */
static void fill_numbers(const Tile *tile, int best, AutoChoice *choices) {
    Measure sum = sum_of(tile, best);
    int candidates = 0;
    for (int i = 0; i < tile->candidate_count; i++)
        candidates += tile->measures[i * tile->use_count].done;
    for (int i = 0; i < tile->use_count; i++) {
        const Measure *own = &tile->measures[best * tile->use_count + i];
        choices[i] = (AutoChoice){
            .is_free = !sum.works || is_free(&sum),
            .copies = tile->use_count,
            .candidates = candidates,
            .got = sum.got,
            .ideal = sum.ideal,
            .own_got = own->got,
            .own_ideal = own->ideal,
            .own_bits = own->bits,
            .plain_bits = tile->measures[i].bits};
    }
}

static void settle(
    const Tile *tile, const AutoCandidate *candidate, AutoChoice *choices, Picked *picked) {
    Layout *chosen = NEW(Layout);
    *chosen = auto_apply(&tile->plain, candidate);
    const char *base = layout_text(&tile->plain), *text = layout_text(chosen);
    for (int i = 0; i < tile->use_count; i++) {
        choices[i].kind = auto_describe(candidate);
        choices[i].base = base;
        choices[i].chosen = text;
        choices[i].layout = chosen;
        for (int side = SRC; side <= DST; side++)
            if (tile->uses[i].side[side])
                picked[tile->uses[i].request].choice[side] = &choices[i];
    }
}

static void report_conflicts(const Tile *tile, const Operand *operand, const AutoChoice *choices) {
    if (choices->is_free)
        return;
    diag_warning(
        operand->auto_loc,
        "W_BANK_CONFLICT",
        "no swizzle or padding keeps %s free of bank conflicts; the best, %s, takes %" PRId64
        " wavefronts, the minimum is %" PRId64,
        tile->use_count > 1 ? "all copies of the tile" : "the copy of the tile",
        choices->kind,
        choices->got,
        choices->ideal);
    for (int i = 0; i < tile->use_count; i++)
        if (choices[i].own_got > choices[i].own_ideal)
            diag_note(
                tile->module->requests[tile->uses[i].request]->loc,
                "this copy takes %" PRId64 " wavefronts, the minimum is %" PRId64,
                choices[i].own_got,
                choices[i].own_ideal);
    diag_help("change how this copy reads or writes the tile, or give the copy its own tile");
}

void auto_warn(Function *function) {
    for (int i = 0; i < 2; i++) {
        const AutoChoice *choice = function->view.choice[i];
        if (!choice || choice->own_got <= choice->own_ideal)
            continue;
        function_warn(
            function,
            mem_printf(
                "bank-conflict: no swizzle or padding keeps %s free of bank conflicts; the best "
                "takes %" PRId64 " wavefronts, the minimum is %" PRId64,
                i ? "dst" : "src",
                choice->own_got,
                choice->own_ideal));
    }
}

/* ---- the tiles of a description ------------------------------------------------------------- */

static bool uses_tile(const Tile *tile, int first, const Operand *operand, int at, Use *use) {
    const Copy *copy = request_copy(tile->module->requests[at]);
    const Copy *from = request_copy(tile->module->requests[first]);
    *use = (Use){.request = at};
    use->side[SRC] = copy && same_auto(from, operand, copy, &copy->src);
    use->side[DST] = copy && same_auto(from, operand, copy, &copy->dst);
    return use->side[SRC] || use->side[DST];
}

/* All copies from `first` on that touch the same tile. */
static void gather(Tile *tile, int first, const Operand *operand) {
    int count = tile->module->request_count;
    Use use;
    for (int i = first; i < count; i++)
        tile->use_count += uses_tile(tile, first, operand, i, &use);
    tile->uses = NEW_ARRAY(Use, tile->use_count);
    tile->use_count = 0;
    for (int i = first; i < count; i++)
        if (uses_tile(tile, first, operand, i, &use))
            tile->uses[tile->use_count++] = use;
}

/* A view of each, with what was picked so far. False: one of them cannot work at all. */
static bool make_trials(Tile *tile, Picked *picked) {
    bool ok = true;
    for (int i = 0; i < tile->use_count; i++) {
        Use *use = &tile->uses[i];
        Picked *own = &picked[use->request];
        use->trial = view_new(request_copy(tile->module->requests[use->request]));
        view_settle(use->trial, own->choice);
        if (!own->refused && !diag_full())
            own->refused = !check_copy(use->trial);
        ok = ok && !own->refused;
    }
    return ok;
}

static void resolve_tile(const Module *module, int first, const Operand *operand, Picked *picked) {
    Tile tile = {.module = module, .plain = operand->layout};
    const Copy *copy = request_copy(module->requests[first]);
    budget_statement(module->requests[first]->loc);
    gather(&tile, first, operand);
    AutoChoice *choices = NEW_ARRAY(AutoChoice, tile.use_count);
    MemMark mark = mem_mark();
    if (!make_trials(&tile, picked)) {
        mem_rewind(mark);
        return;
    }
    tile.candidates = NEW_ARRAY(AutoCandidate, MAX_CANDIDATES);
    tile.candidate_count =
        auto_candidates(&tile.plain, copy->dtype->bits, tile.candidates, &tile.simple);
    size_t cells = (size_t)tile.candidate_count * (size_t)tile.use_count;
    tile.measures = mem_alloc(cells, sizeof *tile.measures);
    tile.refused = NEW_ARRAY(bool, tile.candidate_count);
    int best = choose(&tile);
    AutoCandidate candidate = tile.candidates[best];
    fill_numbers(&tile, best, choices);
    mem_rewind(mark);
    settle(&tile, &candidate, choices, picked);
    report_conflicts(&tile, operand, choices);
}

Picked *auto_layouts(const Module *module) {
    Picked *picked = NEW_ARRAY(Picked, module->request_count);
    for (int i = 0; i < module->request_count && !diag_full(); i++) {
        const Copy *copy = request_copy(module->requests[i]);
        for (int side = SRC; copy && side <= DST; side++)
            if (copy_side(copy, side)->is_auto && !picked[i].choice[side] && !picked[i].refused)
                resolve_tile(module, i, copy_side(copy, side), picked);
    }
    return picked;
}
