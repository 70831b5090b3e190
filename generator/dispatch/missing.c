/* missing.c: A plan with vectors narrower than 128 bits -> the fact that would widen them, and the
 * gain. The request is asked again with facts that the description does not state: `ld % 8 == 0`
 * for each run-time argument, `align(src) == 16` for each side that promises less. One fact is
 * preferred; otherwise the fewest facts, each as weak as possible. The answer is only advice:
 * nothing is planned, proven or printed with it.
 *
 * Copies without any plan are advised in the same way: if the region may start anywhere, `k % 16 ==
 * 0`; if a bulk copy needs rows at multiples of 16 bytes, `ld % 8 == 0`. */
#include "passes.h"
#include <string.h>

enum { WIDEST = 128, MAX_GUESSES = MAX_SYMBOLS + 2, MAX_ELEMENTS = 1 << 18 };

/* A fact that could be stated; `now` is what holds without it. */
typedef struct {
    int symbol; /* index into Copy.symbols; -1: the alignment of `side` */
    int side;
    int64_t now, most, value;
} Guess;

typedef struct {
    const char *variant;
    int bits, ops;
    int64_t score;
} Offer;

typedef struct {
    const Copy *copy;
    int target;
    Offer now;
    int count;
    Guess guess[MAX_GUESSES];
} Search;

/* The bounds of a multiple of 8 stand on multiples of 8; false: there is none in range. */
static bool make_multiple(Symbol *symbol, int64_t divisor) {
    int64_t up;
    if (!add_i64(symbol->min, divisor - 1, &up))
        return false;
    symbol->divisor = divisor;
    symbol->min = up / divisor * divisor;
    symbol->max = symbol->max / divisor * divisor;
    return symbol->min <= symbol->max;
}

static bool has_multiple(Symbol symbol, int64_t divisor) {
    return divisor <= INT32_MAX && make_multiple(&symbol, divisor);
}

/* Elements of 16 bits fill 128 of them in eights, elements of 6 bits in 64s. */
static void collect(Search *search) {
    const Copy *copy = search->copy;
    int64_t period = WIDEST / gcd_i64(WIDEST, copy->dtype->bits);
    for (int i = 0; i < copy->symbol_count; i++) {
        int64_t now = copy->symbols[i].divisor, most = now * (period / gcd_i64(now, period));
        while (most > now && !has_multiple(copy->symbols[i], most))
            most /= 2;
        if (most > now)
            search->guess[search->count++] = (Guess){i, 0, now, most, now};
    }
    for (int side = SRC; side <= DST; side++) {
        const Operand *operand = copy_side(copy, side);
        if (operand->space != SPACE_REG && operand->align < WIDEST / 8)
            search->guess[search->count++] =
                (Guess){-1, side, operand->align, WIDEST / 8, operand->align};
    }
}

/* Into a view of its own. */
static bool apply(const Search *search, Copy *copy) {
    bool ok = true;
    for (int i = 0; i < search->count; i++) {
        const Guess *guess = &search->guess[i];
        if (guess->value == guess->now)
            continue;
        if (guess->symbol >= 0)
            ok = ok && make_multiple(&copy->symbols[guess->symbol], guess->value);
        else
            (guess->side == SRC ? &copy->src : &copy->dst)->align = (int)guess->value;
    }
    return ok;
}

/* What would run with the guesses as they stand; bits 0: nothing. */
static Offer ask(const Search *search) {
    MemMark mark = mem_mark();
    Copy *copy = view_new(search->copy);
    Offer offer = {NULL, 0, 0, INT64_MAX};
    if (apply(search, copy)) {
        Choice choice = estimate_plan(packed_view(copy), search->target);
        const Plan *plan = choice.plan;
        if (plan)
            offer = (Offer){plan->variant, plan->vec_bits, plan->ops_per_thread, choice.cost.score};
    }
    mem_rewind(mark);
    return offer;
}

static bool is_wider(const Offer *a, const Offer *b) {
    return a->bits > b->bits && a->score <= b->score;
}

/* The weakest value of one guess that still gives such vectors: no fact, then twice as much a
 * step. */
static void weaken(Search *search, Guess *guess, const Offer *goal) {
    for (guess->value = guess->now; guess->value < guess->most; guess->value *= 2) {
        Offer offer = ask(search);
        if (offer.bits >= goal->bits && offer.score <= search->now.score)
            return;
    }
    guess->value = guess->most;
}

/* The one fact that widens most; NULL: none does alone. */
static Guess *best_alone(Search *search, Offer *goal) {
    Guess *best = NULL;
    *goal = search->now;
    for (int i = 0; i < search->count; i++) {
        Guess *guess = &search->guess[i];
        guess->value = guess->most;
        Offer offer = ask(search);
        guess->value = guess->now;
        if (is_wider(&offer, goal)) {
            *goal = offer;
            best = guess;
        }
    }
    return best;
}

static bool widen(Search *search) {
    Offer goal;
    Guess *alone = best_alone(search, &goal);
    if (alone) {
        weaken(search, alone, &goal);
        return true;
    }
    for (int i = 0; i < search->count; i++)
        search->guess[i].value = search->guess[i].most;
    goal = ask(search);
    if (!is_wider(&goal, &search->now))
        return false;
    for (int i = 0; i < search->count; i++)
        weaken(search, &search->guess[i], &goal);
    return true;
}

static const char *fact_text(const Search *search, const Guess *guess) {
    return guess->symbol >= 0 ? mem_printf(
                                    "%s %% %lld == 0",
                                    search->copy->symbols[guess->symbol].name,
                                    (long long)guess->value)
                              : mem_printf(
                                    "align(%s) == %lld",
                                    guess->side == SRC ? "src" : "dst",
                                    (long long)guess->value);
}

static const Missing *found(const Search *search) {
    Missing *missing = NEW(Missing);
    Offer offer = ask(search);
    missing->facts = NEW_ARRAY(const char *, search->count);
    for (int i = 0; i < search->count; i++)
        if (search->guess[i].value != search->guess[i].now)
            missing->facts[missing->fact_count++] = fact_text(search, &search->guess[i]);
    missing->variant = offer.variant;
    missing->vec_bits = offer.bits;
    missing->ops_per_thread = offer.ops;
    return missing;
}

static const Missing *missing_of(const Copy *copy, const Choice *choice) {
    const Plan *plan = choice->plan;
    Search search = {.copy = copy};
    if (!plan || plan->vec_bits == 0 || plan->vec_bits >= WIDEST || copy->options.using_variant ||
        choice->proof.elements > MAX_ELEMENTS)
        return NULL;
    while (!(choice->targets >> search.target & 1))
        search.target++;
    search.now = (Offer){plan->variant, plan->vec_bits, plan->ops_per_thread, choice->cost.score};
    collect(&search);
    return search.count && widen(&search) ? found(&search) : NULL;
}

const char *missing_facts(const Missing *missing) {
    Text text = {0};
    for (int i = 0; i < missing->fact_count; i++)
        text_printf(&text, "%s%s", i ? ", " : "", missing->facts[i]);
    return text_string(&text);
}

/* ---- origins -------------------------------------------------------------------------------- */

/* The extent of the region that begins at the symbol; 0: it is no origin. */
static int64_t extent_at(const Copy *copy, int symbol) {
    int64_t extent = 0;
    for (int side = SRC; side <= DST; side++) {
        const Operand *operand = copy_side(copy, side);
        for (int d = 0; d < operand->rank; d++)
            if (operand->region[d].symbol == symbol && operand->region[d].extent > extent)
                extent = operand->region[d].extent;
    }
    return extent;
}

/* 16 columns at multiples of 16 stay within panels of 64, and so do 12: `rounded` up to a power of
 * two. */
static void collect_origins(Search *search, bool rounded) {
    const Copy *copy = search->copy;
    search->count = 0;
    for (int i = 0; i < copy->symbol_count; i++) {
        int64_t now = copy->symbols[i].divisor, most = extent_at(copy, i);
        for (int64_t power = 1; rounded && most > 0; power *= 2)
            if (power >= most) {
                most = power;
                break;
            }
        most = most > 0 ? now * (most / gcd_i64(now, most)) : now;
        if (most > now && has_multiple(copy->symbols[i], most))
            search->guess[search->count++] = (Guess){i, 0, now, most, now};
    }
}

/* One of them, or all. */
static bool mends(Search *search) {
    for (int i = 0; i < search->count; i++) {
        search->guess[i].value = search->guess[i].most;
        if (ask(search).variant)
            return true;
        search->guess[i].value = search->guess[i].now;
    }
    for (int i = 0; i < search->count; i++)
        search->guess[i].value = search->guess[i].most;
    return search->count > 1 && ask(search).variant;
}

/* The smallest multiples and alignments with which there still is a variant: ld % 4 == 0, not ld %
 * 16 == 0. */
static const char *weakest(Search *search) {
    for (int i = 0; i < search->count; i++) {
        Guess *guess = &search->guess[i];
        int64_t enough = guess->value;
        for (guess->value = guess->now; guess->value < enough; guess->value *= 2)
            if (ask(search).variant)
                break;
    }
    return ask(search).variant;
}

const char *missing_for_any(const Copy *copy, int target, const char **variant) {
    Search search = {.copy = copy, .target = target};
    *variant = NULL;
    collect(&search);
    if (mends(&search)) {
        *variant = weakest(&search);
        return missing_facts(found(&search));
    }
    for (int rounded = 0; rounded < 2; rounded++) {
        collect_origins(&search, rounded);
        if (mends(&search))
            return missing_facts(found(&search));
    }
    return NULL;
}

static void report(const Function *function, const Choice *choice) {
    const Missing *missing = choice->missing;
    Text facts = {0};
    diag_warning(
        function->request->loc,
        "W_NARROW",
        "%s moves %d x %d bits per thread; with %s: %d x %d bits",
        function->name,
        choice->plan->ops_per_thread,
        choice->plan->vec_bits,
        missing_facts(missing),
        missing->ops_per_thread,
        missing->vec_bits);
    diag_help("if this always holds, write 'where %s'", missing_facts(missing));
    for (int i = 0; i < missing->fact_count; i++) {
        text_add(&facts, i ? "," : "[");
        text_json_string(&facts, missing->facts[i]);
    }
    text_char(&facts, ']');
    diag_data("facts", text_string(&facts));
    diag_data("vec_bits", mem_printf("[%d,%d]", choice->plan->vec_bits, missing->vec_bits));
    diag_data(
        "ops_per_thread",
        mem_printf("[%d,%d]", choice->plan->ops_per_thread, missing->ops_per_thread));
}

void program_missing(Program *program) {
    for (int i = 0; i < program->count; i++) {
        Function *function = &program->functions[i];
        const Copy *copy = function_copy(function);
        bool reported = !diag_asked("W_NARROW");
        for (int k = 0; copy && k < function->choice_count; k++) {
            Choice *choice = &function->choices[k];
            choice->missing = missing_of(copy, choice);
            if (choice->missing && !reported)
                report(function, choice);
            reported |= choice->missing != NULL;
        }
    }
}
